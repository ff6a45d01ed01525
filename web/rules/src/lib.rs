//! The rules for the main thread of a page: games by number, and one function that answers questions about them.

mod boards;
mod exports;
