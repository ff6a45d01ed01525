//! The engine for hosts that have no pipes: JavaScript calls [`exports`] with a line, and hears lines through `host`.
//!
//! One build has threads (`wasm32-wasip1-threads`), the other does without them and without shared memory (`wasm32-wasip1`). In
//! both the conversation and the search live on one thread, and the search itself asks for lines while it runs.

mod exports;
mod host;
mod session;
