//! Clients that mean harm, or are broken.

use super::client::{Answer, Board, Page};
use super::common::{Dice, SOON, until};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

/// That the server still serves, files and engines.
#[track_caller]
fn assert_alive(board: &Board) {
    assert_eq!(board.get("/").status, 200);
    let mut page = board.page();
    page.say("go depth 1");
    page.until("bestmove ");
    drop(page);
    board.until_no_engine();
}

#[test]
fn a_message_of_ten_megabytes_is_refused() {
    let board = Board::start(&[]);
    let mut page = board.page();
    // The server may hang up while this is being sent.
    let _ = page.socket.send(Message::text("x".repeat(10 << 20)));
    assert_eq!(page.close(), Some((1009, "a message has more than 64 KB".to_owned())));
    // The same in pieces, none of which is too long.
    let mut page = board.page();
    let piece = |opcode| Message::Frame(Frame::message(vec![b'x'; 32 << 10], OpCode::Data(opcode), false));
    let _ = page.socket.send(piece(Data::Text));
    for _ in 0..10 {
        let _ = page.socket.send(piece(Data::Continue));
    }
    assert_eq!(page.close(), Some((1009, "a message has more than 64 KB".to_owned())));
    // And the longest that is taken.
    let mut page = board.page();
    let refused = page.ask(&"x".repeat(64 << 10));
    assert!(refused[0].starts_with("info string error: unknown command") && refused[0].len() < 300, "{refused:?}");
    drop(page);
    board.until_no_engine();
    assert_alive(&board);
}

#[test]
fn what_is_no_text_is_refused() {
    let board = Board::start(&[]);
    let mut page = board.page();
    page.socket.send(Message::binary(b"uci".to_vec())).expect("the server reads");
    assert_eq!(page.close(), Some((1003, "commands are text".to_owned())));
    let mut page = board.page();
    let frame = Frame::message(b"\xff\xfe".to_vec(), OpCode::Data(Data::Text), true);
    page.socket.send(Message::Frame(frame)).expect("the server reads");
    assert_eq!(page.close(), Some((1007, "a message is no UTF-8".to_owned())));
    // Frames of a client are masked; these are not.
    let mut page = board.page();
    page.socket.get_mut().write_all(b"\x81\x03uci").expect("the server reads");
    assert_eq!(page.close().map(|(code, _)| code), Some(1002));
    board.until_no_engine();
    assert_alive(&board);
}

/// Bytes that may be anything.
fn noise(dice: &mut Dice, count: u64) -> Vec<u8> {
    (0..count).map(|_| dice.roll(256) as u8).collect()
}

#[test]
fn random_bytes_end_nothing_but_their_connection() {
    let board = Board::start(&[]);
    let mut dice = Dice::new(25);
    let request = format!("GET /engine?token={} HTTP/1.1\r\nHost: {}\r\n", board.token, board.address);
    for round in 0..120 {
        let mut stream = board.connect();
        let count = 1 + dice.roll(3_000);
        let mut bytes = noise(&mut dice, count);
        match round % 4 {
            0 => (),
            1 => bytes.splice(..0, request.bytes()).for_each(drop),
            2 => {
                // A real request with some bytes changed.
                let whole = format!("{request}{}\r\n", board.upgrade());
                bytes = whole.into_bytes();
                for _ in 0..3 {
                    let at = dice.roll(bytes.len() as u64) as usize;
                    bytes[at] = dice.roll(256) as u8;
                }
            }
            _ => {
                // Behind a WebSocket.
                let whole = format!("{request}{}\r\n", board.upgrade());
                bytes.splice(..0, whole.bytes()).for_each(drop);
            }
        }
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut said = Vec::new();
        match stream.read_to_end(&mut said) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("round {round}: no end after {SOON:?}"),
            _ => assert!(said.is_empty() || Answer::of(&said).is_some(), "round {round}: {said:?}"),
        }
    }
    board.until_no_engine();
    assert_alive(&board);
}

#[cfg(unix)]
#[test]
fn a_thousand_connections_are_refused_or_survived() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).expect("a limit");
    setrlimit(Resource::RLIMIT_NOFILE, soft.max(4_096).min(hard), hard).expect("room for many connections");
    let board = Board::start(&[]);
    let mut page = board.page();
    page.say("go infinite");
    let crowd: Vec<TcpStream> = (0..1_000).map(|_| board.connect()).collect();
    // Who was let in before is served on.
    page.say("stop");
    page.until("bestmove ");
    // The last ones are told that there are too many, and nobody is left without an answer: whoever says nothing is not waited for.
    let mut refused = 0;
    for mut stream in crowd {
        let mut said = Vec::new();
        match stream.read_to_end(&mut said) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("no end after {SOON:?}"),
            _ if said.is_empty() => (),
            _ => {
                Answer::of(&said).expect("an answer").assert_refused(503);
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
    assert!(!page.ask("d").is_empty());
    drop(page);
    until("all connections have ended", || board.count("connections") == 1);
    assert_alive(&board);
}

#[test]
fn whoever_sends_a_byte_now_and_then_is_not_waited_for() {
    let board = Board::start(&[]);
    let mut stream = board.connect();
    write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: ", board.address).expect("the server reads");
    let mut reader = stream.try_clone().expect("a handle");
    let reading = std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = reader.read_to_end(&mut said);
        said
    });
    // Bytes keep coming until the server has had enough.
    until("the server has had enough", || reading.is_finished() || stream.write_all(b"x").is_err());
    let said = reading.join().expect("the reader ends");
    Answer::of(&said).expect("an answer").assert_refused(408);
    assert_alive(&board);
}

/// Asks for far more than it reads.
#[test]
fn a_page_that_does_not_read_is_given_up() {
    let board = Board::start(&[]);
    let mut deaf = board.page();
    let mut other = board.page();
    let stream = deaf.socket.get_ref().try_clone().expect("a handle");
    stream.set_write_timeout(Some(SOON)).expect("a timeout");
    let flood = "help\n".repeat(1_000);
    while deaf.socket.send(Message::text(flood.clone())).is_ok() {}
    assert!(!other.ask("d").is_empty());
    drop((deaf, stream));
    until("only the other engine is left", || board.engines() == 1);
    drop(other);
    board.until_no_engine();
    assert_alive(&board);
}

/// Comes and goes as fast as it can, in mid-search and in mid-handshake.
#[test]
fn pages_that_come_and_go_leave_nothing_behind() {
    let board = Board::start(&["--engines", "4"]);
    let mut dice = Dice::new(7);
    let mut open: Vec<Page> = Vec::new();
    for _ in 0..100 {
        match dice.roll(4) {
            0 => {
                let mut stream = board.connect();
                let request = format!(
                    "GET /engine?token={} HTTP/1.1\r\nHost: {}\r\n{}\r\n",
                    board.token,
                    board.address,
                    board.upgrade()
                );
                let cut = dice.roll(request.len() as u64 + 1) as usize;
                let _ = stream.write_all(&request.as_bytes()[..cut]);
            }
            1 if !open.is_empty() => drop(open.swap_remove(dice.roll(open.len() as u64) as usize)),
            _ => {
                if let Ok(mut page) = board.try_page() {
                    page.say("go infinite");
                    open.push(page);
                }
                open.truncate(3);
            }
        }
    }
    drop(open);
    board.until_no_engine();
    assert_alive(&board);
}
