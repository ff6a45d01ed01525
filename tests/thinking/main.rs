//! Searches of the real binary: every form of `go`, commands in the middle of one, and what its lines promise.

#[path = "../common/mod.rs"]
mod common;
mod games_over;
mod limits;
mod pondering;
mod reports;
mod stopping;

/// `position` arguments with more moves at the end.
fn with_moves(position: &str, moves: &[String]) -> String {
    let keyword = if position.contains(" moves ") { "" } else { " moves" };
    format!("{position}{keyword} {}", moves.join(" "))
}
