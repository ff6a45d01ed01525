//! `janggun board` as browsers see it, and as hostile clients do.

mod client;
#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod pages;
mod requests;
