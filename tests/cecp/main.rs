//! CECP, as XBoard and WinBoard speak it, through the pipes of the real program.

#[path = "../common/mod.rs"]
mod common;
mod conversation;
mod game;
mod searches;

use common::{Engine, SOON};

fn start() -> Engine {
    start_variant("janggi")
}

fn start_variant(variant: &str) -> Engine {
    Engine::start_cecp(variant)
}

/// The move that the engine makes.
#[track_caller]
fn own_move(engine: &mut Engine) -> String {
    engine.expect("move", SOON).text["move ".len()..].to_owned()
}

/// The depth that a line of thinking tells, if it is one.
fn depth_of(line: &str) -> Option<u32> {
    line.split_once('\t')?.0.split(' ').next()?.parse().ok()
}

/// Listens to the thinking until it tells of this depth, and returns that line.
#[track_caller]
fn think_to(engine: &mut Engine, depth: u32) -> String {
    loop {
        let line = engine.next_line(SOON).expect("thinking goes on").text;
        let told = depth_of(&line).unwrap_or_else(|| panic!("thinking goes on, but got '{line}'"));
        if told >= depth {
            return line;
        }
    }
}

/// More time than any test has, so that whatever limits a search is something else.
const TEN_HOURS: &str = "level 0 600 0";
