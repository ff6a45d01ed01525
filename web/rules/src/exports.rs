//! What JavaScript calls: `input` for room to put text into, `call`, and `output` for where the answer stands.
#![allow(unsafe_code)] // an exported name is unsafe by definition; nothing else is, but for the call of the constructors

use std::cell::RefCell;

use crate::boards::Boards;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
    static BOARDS: RefCell<Boards> = RefCell::default();
}

/// Room for a text of `len` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(len, 0);
        input.as_mut_ptr()
    })
}

/// Asks `board` the question with this number about the text in [`input`]. The answer has so many bytes; a sentence about what is
/// wrong has -1 minus so many.
#[unsafe(no_mangle)]
pub extern "C" fn call(question: u32, board: usize) -> i32 {
    let text = INPUT.take();
    let answer = BOARDS.with_borrow_mut(|boards| boards.answer(question, board, &String::from_utf8_lossy(&text)));
    let (text, is_error) = match answer {
        Ok(text) => (text, false),
        Err(text) => (text, true),
    };
    let len = i32::try_from(text.len()).unwrap_or(i32::MAX);
    OUTPUT.set(text);
    if is_error { -1 - len } else { len }
}

/// Where the answer of the last [`call`] stands.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// What begins a program that has a `main`. Without a function of this name the linker would run constructors and destructors around every
/// call.
mod initialize {
    unsafe extern "C" {
        /// Made by the linker.
        fn __wasm_call_ctors();
    }

    /// To be called once, before anything else.
    #[unsafe(no_mangle)]
    pub extern "C" fn _initialize() {
        // SAFETY: the host calls it once, before any other code of the module.
        unsafe { __wasm_call_ctors() }
    }
}
