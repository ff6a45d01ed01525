//! No thread outlives its engine. A file of its own with a single test: others would have threads beside it.
#![cfg(target_os = "linux")]

mod common;

use common::until;
use janggun::engine::{Report, SearchRequest};
use janggun::protocol::{Output, engine_and_reports, serve};
use std::fs;
use std::io::{self, Cursor};

fn threads() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").expect("the threads of this process");
    let name = |task: fs::DirEntry| fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    let mut names: Vec<String> = tasks.map(|task| name(task.expect("a thread"))).collect();
    names.sort();
    names
}

/// Those that have been waited for are gone, though the system lists them for a moment longer.
#[track_caller]
fn assert_left(expected: &[String], what: &str) {
    until(&format!("no thread outlives {what}"), || threads() == expected);
}

#[test]
fn no_thread_outlives_its_engine() {
    let before = threads();
    for variant in ["janggi", "twelvejanggi", "cheduk"] {
        let (mut engine, reports) = engine_and_reports(Some(variant)).expect("an engine");
        engine.set_option("Threads", Some("3")).expect("a value that fits");
        engine.go(&SearchRequest { infinite: true, ..SearchRequest::default() }).expect("a search");
        assert!(matches!(reports.recv(), Ok(Report::Search(_))));
        assert!(threads().len() > before.len(), "it searches");
        drop(engine);
        assert_left(&before, variant);

        for last_words in ["quit\n", "", "go depth 3"] {
            let (engine, reports) = engine_and_reports(Some(variant)).expect("an engine");
            let input = Cursor::new(format!("setoption name Threads value 3\ngo infinite\n{last_words}"));
            let output = Output::new(Box::new(io::sink())).expect("a thread");
            serve(engine, reports, input, output).expect("a conversation that ends well");
            assert_left(&before, &format!("{variant}, {last_words:?}"));
        }
    }
}
