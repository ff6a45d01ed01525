//! What must hold for any bytes. `cargo fuzz` looks for bytes for which it does not, in `fuzz/`, and `main.rs` tries a
//! bounded number of them with every run of the tests.

use std::fmt::Debug;
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use janggun::engine::Options;
use janggun::game::{Evaluator, Notation};
use janggun::games::{cheduk, janggi, twelve};
use janggun::protocol::{Output, ParseError, cecp, engine_and_reports, one_line, serve, uci};
use janggun::records::RecordFormat;

/// A line is understood, or refused in one short sentence.
fn line<C: Debug>(parsed: Result<Option<C>, ParseError>) {
    if let Err(error) = parsed {
        let told = one_line(&error);
        assert!(!told.is_empty() && told.chars().count() < 500 && !told.contains(char::is_control), "{told:?}");
    }
}

/// A line of UCI.
pub fn uci_line(data: &[u8]) {
    line(uci::parse(data));
}

/// A line of CECP.
pub fn cecp_line(data: &[u8]) {
    line(cecp::parse(data));
}

/// A FEN is refused in a sentence, or it is one: it can be written and read again, played and weighed.
fn fen<G: Notation, E: Evaluator<G> + Default>(data: &[u8]) {
    let (text, options) = (String::from_utf8_lossy(data), Options::default());
    for variant in G::VARIANTS {
        let position = match G::from_fen(variant, &options, &text) {
            Ok(position) => position,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let written = position.fen();
        let again = G::from_fen(variant, &options, &written);
        let again =
            again.unwrap_or_else(|error| panic!("{written}, which was read from {text:?}, is refused: {error}"));
        assert_eq!((again.fen(), again.key()), (written.clone(), position.key()), "read from {text:?}");
        let mut evaluator = E::with_settings(&options);
        evaluator.evaluate(&position, 0);
        position.diagram();
        position.checkers();
        position.outcome(&[]);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            evaluator.evaluate(&next, 1);
            assert_eq!(position.parse_move(&mv.to_string()).ok(), Some(mv), "{mv} in {written}");
        }
    }
}

/// A FEN of Janggi.
pub fn fen_janggi(data: &[u8]) {
    fen::<janggi::Position, janggi::Evaluation>(data);
}

/// A FEN of Twelve Janggi or Dobutsu.
pub fn fen_twelve(data: &[u8]) {
    fen::<twelve::Position, twelve::Evaluation>(data);
}

/// A FEN of CheDuk.
pub fn fen_cheduk(data: &[u8]) {
    fen::<cheduk::Position, cheduk::Evaluation>(data);
}

/// What is taken for a move is a legal one, whatever the text and the game so far. Each byte before the first line feed is
/// a ply; what follows are moves.
pub fn move_text(data: &[u8]) {
    let (game, texts) = data.split_at(data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len()));
    play_and_read::<janggi::Position>(game, texts);
    play_and_read::<twelve::Position>(game, texts);
    play_and_read::<cheduk::Position>(game, texts);
}

fn play_and_read<G: Notation>(game: &[u8], texts: &[u8]) {
    let variant = &G::VARIANTS[game.first().map_or(0, |&byte| usize::from(byte)) % G::VARIANTS.len()];
    let mut position = G::start(variant, &Options::default());
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for &choice in game.iter().take(60) {
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) * 7 % moves.len()]);
        moves.clear();
        position.legal_moves(&mut moves);
    }
    for text in String::from_utf8_lossy(texts).lines() {
        if let Ok(mv) = position.parse_move(text) {
            assert!(moves.contains(&mv), "{text:?} is taken for {mv} in {}", position.fen());
        }
    }
}

/// Where a conversation is written to.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What would write files, or take all the memory or all the processors of the machine that looks for mistakes.
fn is_costly(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let large = text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 1);
    text.contains("log") || large && ["hash", "memory", "threads", "cores"].iter().any(|word| text.contains(word))
}

/// Whether an engine may say that in CECP.
fn is_cecp(line: &str) -> bool {
    let whole = [
        "feature ",
        "pong ",
        "move ",
        "Hint: ",
        "tellusererror ",
        "stat01: ",
        "1-0 {",
        "0-1 {",
        "1/2-1/2 {",
        "setup (",
        "piece ",
    ];
    // Depth, score, hundredths of a second and nodes, then the variation.
    let thinking = || {
        let mut words = line.split_whitespace();
        (0..4).all(|_| words.next().is_some_and(|word| word.parse::<i64>().is_ok()))
    };
    let refused = ["Error (", "Illegal move ("].iter().any(|start| line.starts_with(start)) && line.contains("): ");
    whole.iter().any(|start| line.starts_with(start)) || refused || line == "offer draw" || thinking()
}

/// That an engine's own move is refused is a mistake, which nobody but the log is told of.
struct Strict;

impl log::Log for Strict {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.level() == log::Level::Error
    }

    fn log(&self, record: &log::Record) {
        assert!(!self.enabled(record.metadata()), "{}", record.args());
    }

    fn flush(&self) {}
}

/// Any lines at all: the conversation ends, every search has its move, and every line is one.
pub fn conversation(data: &[u8]) {
    // Only the first time there is none yet.
    if log::set_logger(&Strict).is_ok() {
        log::set_max_level(log::LevelFilter::Error);
    }
    let lines: Vec<&[u8]> = data.split(|&byte| byte == b'\n').filter(|line| !is_costly(line)).collect();
    let mut input = lines.join(&b'\n');
    // What is not limited, or takes long, is ended by whatever comes next.
    input.extend(b"\nquit\n");
    let paper = Paper::default();
    let output = Output::new(Box::new(paper.clone())).expect("a thread");
    let (engine, reports) = engine_and_reports(None).expect("an engine");
    serve(engine, reports, Cursor::new(input.clone()), output).expect("the conversation ends well");
    let said = paper.0.lock().expect("nobody panics while writing").clone();
    let said = String::from_utf8(said).expect("output is UTF-8");
    assert!(!said.contains(|c: char| c.is_control() && c != '\n' && c != '\t'), "{said:?}");

    let speaks_cecp = input.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    if speaks_cecp.is_some_and(|line| Some(&b"xboard"[..]) == line.split(|byte| b" \t".contains(byte)).next()) {
        said.lines().for_each(|line| assert!(is_cecp(line), "{line:?}"));
        return;
    }
    let mut commands = input.split(|&byte| byte == b'\n').filter_map(|line| uci::parse(line).transpose()).peekable();
    let mut searches = 0;
    while let Some(command) = commands.next_if(|command| !matches!(command, Ok(uci::UciCommand::Quit))) {
        searches += usize::from(matches!(command, Ok(uci::UciCommand::Go(_))));
    }
    let count = |start: &str| said.lines().filter(|line| line.starts_with(start)).count();
    let (moves, errors) = (count("bestmove "), count("info string error: "));
    assert!(moves <= searches && searches <= moves + errors, "{searches} searches, {moves} moves, {errors} errors");
}

/// Any bytes are games, or refused in sentences; a game that was read can be written in its form, and is read again as it was.
pub fn records(data: &[u8]) {
    for format in [RecordFormat::Pgn, RecordFormat::Own] {
        for read in janggun::records::read(data, format, None) {
            match read.game {
                Err(error) => assert!(!error.to_string().is_empty()),
                Ok(game) => {
                    game.positions().expect("what was read can be played");
                    let Ok(written) = janggun::records::write(&game, format) else { continue };
                    let again = janggun::records::read(&written, format, None);
                    let [again] = &again[..] else { panic!("one game becomes {}: {written:?}", again.len()) };
                    let again = again.game.as_ref().expect("what was written can be read");
                    assert_eq!((&again.moves, &again.fen, again.result), (&game.moves, &game.fen, game.result));
                    assert_eq!((again.variant, &again.options), (game.variant, &game.options));
                }
            }
        }
    }
}
