//! Data from independent programs: legal moves, perft and whole games. Those of `chedukmodern` are from the program of the
//! game's authors, see `scripts/compare_cheduk.mjs`.

use super::{MODERN, Rules, SPAN, WEDGE, legal, position, result};
use crate::common::vectors::lines;
use janggun::engine::perft;
use janggun::game::{Game, Notation};

/// Perft lines stop at the depth that has more leaves than this.
const PERFT_LEAVES: u64 = 20_000_000;

fn check_moves(rules: Rules, data: &str) {
    for line in lines(data) {
        let [fen, expected] = line[..] else { panic!("two fields expected: {line:?}") };
        let position = position(rules, fen);
        assert_eq!(position.fen(), fen);
        assert_eq!(legal(&position).join(" "), expected, "{fen}");
        assert_eq!(position.legal_count(), expected.split_whitespace().count(), "{fen}");
    }
}

fn check_perft(rules: Rules, data: &str) {
    for line in lines(data) {
        let position = position(rules, line[0]);
        assert_eq!(position.fen(), line[0]);
        for entry in &line[1..] {
            let (depth, expected) = entry.strip_prefix('D').and_then(|entry| entry.split_once(' ')).expect("D1 n");
            let (depth, expected): (u32, u64) = (depth.parse().expect("a depth"), expected.parse().expect("leaves"));
            if expected <= PERFT_LEAVES {
                assert_eq!(perft::count(&position, depth), expected, "{} depth {depth}", line[0]);
            }
        }
    }
}

fn check_games(rules: Rules, data: &str) {
    for line in lines(data) {
        let [fen, moves, last, expected] = line[..] else { panic!("four fields expected: {line:?}") };
        let mut position = position(rules, fen);
        assert_eq!(position.fen(), fen);
        let mut past = Vec::new();
        for text in moves.split_whitespace() {
            let ended = position.outcome(&past);
            assert_eq!(ended, None, "{fen}: too early, before {text} at ply {}", past.len());
            past.push(position.past_position());
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
            position.play(mv);
        }
        assert_eq!(position.fen(), last, "{fen} {moves}");
        assert_eq!(result(position.outcome(&past)), expected, "{fen} {moves}");
    }
}

#[test]
fn legal_moves() {
    check_moves(WEDGE, include_str!("../data/cheduk_moves.txt"));
    check_moves(WEDGE, include_str!("../data/cheduk_edge_moves.txt"));
    check_moves(SPAN, include_str!("../data/cheduk_span_moves.txt"));
    check_moves(MODERN, include_str!("../data/chedukmodern_moves.txt"));
}

#[test]
fn perft_counts() {
    check_perft(WEDGE, include_str!("../data/cheduk_perft.txt"));
    check_perft(SPAN, include_str!("../data/cheduk_span_perft.txt"));
    check_perft(MODERN, include_str!("../data/chedukmodern_perft.txt"));
}

#[test]
fn whole_games_end_when_and_how_they_should() {
    check_games(WEDGE, include_str!("../data/cheduk_play.txt"));
    check_games(WEDGE, include_str!("../data/cheduk_edge_play.txt"));
    check_games(SPAN, include_str!("../data/cheduk_span_play.txt"));
    check_games(MODERN, include_str!("../data/chedukmodern_play.txt"));
}
