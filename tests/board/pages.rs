//! Pages and their engines: what they may say, how many there may be, and that none is left behind.

use super::client::{Board, Page};
use super::common::{Folder, until};
use janggun::engine::options::TABLE;
use janggun::game::OptionKind;
use std::path::Path;
use tungstenite::{Error, Message};

#[test]
fn a_page_speaks_uci_with_an_engine_of_its_own() {
    let board = Board::start(&[]);
    let (mut one, mut two) = (board.page(), board.page());
    assert_eq!(board.engines(), 2);
    one.say("uci");
    let introduction = one.until("uciok");
    assert!(introduction[0].starts_with("id name Janggun"), "{introduction:?}");
    // A message may have several lines; blank ones and carriage returns do no harm.
    one.say("position startpos moves b1c3\r\n\n  \nmoves\n");
    let moves = one.until("moves ").pop().expect("a line");
    assert!(moves.starts_with("moves 36 ") || moves.split(' ').count() > 20, "{moves}");
    one.say("go depth 4");
    assert!(one.until("bestmove ").len() > 1);
    // The other page knows nothing of it.
    assert!(two.ask("record").contains(&"record".to_owned()));
    // A page speaks UCI and nothing else.
    assert!(two.ask("xboard")[0].starts_with("info string error: unknown command 'xboard'"));
    two.say("quit");
    assert_eq!(two.close(), Some((1000, String::new())));
    until("its engine is gone", || board.engines() == 1);
    drop(one);
    board.until_no_engine();
}

#[test]
fn a_page_names_no_files_and_stays_within_limits() {
    let folder = Folder::new("board-files");
    let path = folder.file("written");
    let board = Board::start(&["--threads", "2", "--hash", "32"]);
    let mut page = board.page();
    page.say("uci");
    let mut told = page.until("uciok");
    told.extend(page.ask("help"));
    told.extend(page.ask("setoption name Nonsense value 1"));
    let files: Vec<&str> = TABLE.iter().filter(|spec| spec.kind == OptionKind::File).map(|spec| spec.name).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        assert!(!told.iter().any(|line| line.contains(file)), "{file} is in {told:#?}");
        for name in [file.to_owned(), file.to_uppercase(), file.replace(' ', "  ")] {
            let refused = page.ask(&format!("setoption name {name} value {path}"));
            assert_eq!(refused.len(), 1, "{refused:?}");
            assert!(refused[0].starts_with(&format!("info string error: option {file} names a file")), "{refused:?}");
        }
    }
    assert!(!Path::new(&path).exists());
    let refused = page.ask("genfens 1 seed 1 book Cargo.toml");
    assert_eq!(
        refused,
        ["info string error: a book is a file, which only whoever started this engine may name; leave 'book' out"]
    );
    assert!(told.contains(&"option name Threads type spin default 1 min 1 max 2".to_owned()), "{told:#?}");
    assert!(told.contains(&"option name Hash type spin default 32 min 1 max 32".to_owned()), "{told:#?}");
    for (setting, reason) in [
        ("Threads value 3", "option Threads cannot be '3'; it takes a whole number from 1 to 2"),
        ("Hash value 33", "option Hash cannot be '33'; it takes a whole number from 1 to 32"),
    ] {
        assert_eq!(page.ask(&format!("setoption name {setting}")), [format!("info string error: {reason}")]);
    }
    for setting in ["Threads value 2", "Hash value 16", "UCI_Variant value cheduk"] {
        let said = page.ask(&format!("setoption name {setting}"));
        assert!(said.iter().all(|line| !line.contains("error")), "{said:?}");
    }
    page.say("position startpos\ngo nodes 3000");
    page.until("bestmove ");
}

#[test]
fn there_are_no_more_engines_than_allowed() {
    let board = Board::start(&["--engines", "2"]);
    let (one, mut two) = (board.page(), board.page());
    two.say("go infinite");
    two.until("info depth 1");
    for _ in 0..5 {
        let Err(refused) = board.try_page() else { panic!("a third engine") };
        let Error::Http(response) = *refused else { panic!("{refused:?}") };
        let body = String::from_utf8_lossy(response.body().as_deref().unwrap_or_default()).into_owned();
        assert_eq!(response.status(), 503);
        assert_eq!(body, "all 2 engines are in use; close another page, or start the server with more --engines.\n");
    }
    assert_eq!((board.engines(), board.count("limit")), (2, 2));
    drop(one);
    until("there is room again", || board.engines() == 1);
    let mut three = board.page();
    assert!(!three.ask("d").is_empty());
}

/// How a page may go.
const DEPARTURES: [fn(Page); 3] = [
    // The tab is closed.
    |mut page| {
        page.socket.close(None).expect("a close can be sent");
        while page.line().is_some() {}
    },
    // The browser is killed.
    drop,
    // Closed, and nothing is read any more.
    |page| page.socket.get_ref().shutdown(std::net::Shutdown::Write).expect("a connection"),
];

#[test]
fn a_page_that_goes_takes_its_engine_along() {
    let board = Board::start(&["--threads", "2"]);
    // Whatever is shared by all engines exists from here on.
    drop(board.page());
    board.until_no_engine();
    let settle = |board: &Board| until("connections end", || board.count("connections") == 1);
    settle(&board);
    #[cfg(target_os = "linux")]
    let threads = || std::fs::read_dir(format!("/proc/{}/task", board.child.id())).expect("a process").count();
    #[cfg(target_os = "linux")]
    let before = threads();
    for depart in DEPARTURES {
        let searches =
            ["go infinite", "go depth 99", "go ponder wtime 1 btime 1", "go perft 12", "bench 40", "go mate 40"];
        for search in searches {
            let mut page = board.page();
            page.say(&format!("setoption name Threads value 2\nposition startpos\n{search}\nisready"));
            page.until("readyok");
            assert_eq!(board.engines(), 1, "{search}");
            depart(page);
            board.until_no_engine();
        }
    }
    settle(&board);
    // One of these is the connection that asked last, which may not be over yet.
    #[cfg(target_os = "linux")]
    until("no thread is left behind", || threads() <= before);
}

#[test]
fn an_engine_that_nobody_asks_ends() {
    let board = Board::start(&["--idle", "2"]);
    let mut busy = board.page();
    busy.say("go infinite");
    let mut idle = board.page();
    let (code, reason) = idle.close().expect("a reason");
    assert_eq!(code, 4000);
    assert!(reason.starts_with("idle: ") && reason.contains("2 s"), "{reason}");
    // Meanwhile the other one has searched for far longer than that.
    let time = |line: &str| line.split(" time ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
    until("a search of five seconds", || busy.line().and_then(|line| time(&line)).is_some_and(|time| time > 5_000));
    busy.say("stop");
    busy.until("bestmove ");
    assert_eq!(busy.close().map(|(code, _)| code), Some(4000));
    board.until_no_engine();
}

#[cfg(unix)]
#[test]
fn an_interrupt_takes_leave_of_all_pages() {
    use nix::sys::signal::{Signal, kill};
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut board = Board::start(&[]);
        let mut pages = [board.page(), board.page()];
        pages[0].say("go infinite");
        pages[0].until("info depth 1");
        kill(nix::unistd::Pid::from_raw(board.child.id().cast_signed()), signal).expect("a signal");
        for page in &mut pages {
            assert_eq!(page.close(), Some((1001, "the server ends".to_owned())));
        }
        let (status, said) = super::common::end_of(&mut board.child);
        assert!(status.success() && said.is_empty(), "{status} {said}");
    }
}

#[test]
fn a_page_may_ping() {
    let board = Board::start(&[]);
    let mut page = board.page();
    page.say("go infinite");
    page.socket.send(Message::Ping("are you there".into())).expect("a ping");
    loop {
        match page.socket.read().expect("a message") {
            Message::Pong(echo) => {
                assert_eq!(&echo[..], b"are you there");
                break;
            }
            other => assert!(other.is_text(), "{other:?}"),
        }
    }
}
