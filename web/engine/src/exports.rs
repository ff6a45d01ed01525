//! What the host calls: `input`, then `handle`, one line at a time; `resume` when `handle` asked for it.
#![allow(unsafe_code)] // an exported name is unsafe by definition; nothing else is, but for the call of the constructors

use std::cell::{OnceCell, RefCell};

use crate::host;
use crate::session::{Session, Status};

thread_local! {
    /// Only the thread that the host calls has one: search threads find nothing here.
    static SESSION: OnceCell<Session> = const { OnceCell::new() };
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Calls `f` with the session of this thread, if it has one.
pub fn with_session(f: impl FnOnce(&Session)) {
    SESSION.with(|session| session.get().map(f));
}

/// Makes the engine; 0 if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn start() -> u32 {
    SESSION.with(|cell| match Session::new() {
        Ok(session) => u32::from(cell.set(session).is_ok()),
        Err(error) => {
            host::print(&janggun::protocol::uci::reply::error(&error));
            0
        }
    })
}

/// Room for a line of `len` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(len, 0);
        input.as_mut_ptr()
    })
}

/// Carries out the line that was put into [`input`], and all that came in meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn handle() -> u32 {
    let line = INPUT.take();
    status(|session| session.handle(&line))
}

/// Goes on with a search that has made way for input.
#[unsafe(no_mangle)]
pub extern "C" fn resume() -> u32 {
    status(Session::resume)
}

/// There will be no more lines.
#[unsafe(no_mangle)]
pub extern "C" fn end() -> u32 {
    status(Session::end)
}

fn status(act: impl FnOnce(&Session) -> Status) -> u32 {
    SESSION.with(|session| session.get().map_or(Status::Quit, act)) as u32
}

/// What begins a program that has a `main`. Without a function of this name the linker would run constructors and destructors around every
/// call.
#[cfg(target_family = "wasm")]
mod initialize {
    unsafe extern "C" {
        /// Of the C library: the calling thread becomes one that it knows.
        #[cfg(has_threads)]
        fn __wasi_init_tp();
        /// Made by the linker.
        fn __wasm_call_ctors();
    }

    /// To be called once, before anything else.
    #[unsafe(no_mangle)]
    pub extern "C" fn _initialize() {
        // SAFETY: the host calls it once for each memory, before any other code of the module.
        unsafe {
            #[cfg(has_threads)]
            __wasi_init_tp();
            __wasm_call_ctors();
        }
    }
}
