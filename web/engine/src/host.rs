//! What the host, a worker of JavaScript, does for us. Only this file and `exports.rs` have unsafe code.
#![allow(unsafe_code)]

/// What came in while we were busy.
pub enum Waiting {
    Nothing,
    /// A line, which is now read.
    Line(Vec<u8>),
    /// The end of the input.
    End,
    /// Something may have come that can be read only when we return.
    Unreadable,
}

const NOTHING: i32 = -1;
const END: i32 = -2;
const UNREADABLE: i32 = -3;

#[cfg(target_family = "wasm")]
mod imports {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Passes on a line of output.
        pub fn print(text: *const u8, len: usize);
        /// The length of the line that waits, or one of the negative numbers above.
        pub safe fn poll() -> i32;
        /// Copies the line whose length `poll` has told.
        pub fn take(text: *mut u8);
    }
}

/// A host without JavaScript, so that the crate compiles for the machine that tests it.
#[cfg(not(target_family = "wasm"))]
mod imports {
    pub unsafe fn print(_: *const u8, _: usize) {}
    pub fn poll() -> i32 {
        super::NOTHING
    }
    pub unsafe fn take(_: *mut u8) {}
}

/// Says a line.
pub fn print(line: &str) {
    // SAFETY: the host reads `len` bytes of a string that lives throughout the call.
    unsafe { imports::print(line.as_ptr(), line.len()) }
}

/// Looks for input while a search runs.
pub fn poll() -> Waiting {
    match imports::poll() {
        NOTHING => Waiting::Nothing,
        END => Waiting::End,
        UNREADABLE => Waiting::Unreadable,
        len => {
            let mut line = vec![0; usize::try_from(len).unwrap_or(0)];
            // SAFETY: the host writes as many bytes as `poll` has told, which is the length of the vector.
            unsafe { imports::take(line.as_mut_ptr()) }
            Waiting::Line(line)
        }
    }
}
