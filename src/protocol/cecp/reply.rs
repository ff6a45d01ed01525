//! The replies of CECP as lines of text.

use std::fmt::Display;

use super::coordinates::Coordinates;
use super::setup;
use crate::engine::options::{self, Options, name};
use crate::engine::{Bound, EngineError, PositionError, Score, SearchReport};
use crate::game::{MoveError, OptionKind, OptionSpec, Outcome, Side};
use crate::protocol::words::one_line;

/// Options that CECP sets by commands of its own; they are not listed as features.
const WITHOUT_FEATURE: [&str; 5] = [name::VARIANT, name::HASH, name::THREADS, name::PONDER, name::ANALYSE_MODE];

/// The reply to `protover 2`.
pub fn features(values: &Options) -> Vec<String> {
    let version = env!("JANGGUN_VERSION");
    let mut lines = vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 reuse=1 analyze=1 colors=0 ics=0 \
         name=0 pause=0 nps=0 debug=1 memory=1 smp=1"
            .to_owned(),
        format!("feature myname=\"Janggun {version}\" variants=\"{}\"", setup::variants().map(|variant| variant.name).collect::<Vec<_>>().join(",")),
    ];
    // An option of certain variants is listed if one of them can be played with CECP.
    let is_played = |name| options::variants_with(name).is_none_or(|variants| variants.iter().any(setup::is_played));
    let is_offered = |name| !WITHOUT_FEATURE.contains(&name) && is_played(name);
    let offered = options::TABLE.iter().filter(|spec| is_offered(spec.name));
    lines.extend(offered.map(|spec| format!("feature option=\"{}\"", option(spec, values))));
    lines.push("feature done=1".to_owned());
    lines
}

fn option(spec: &OptionSpec, values: &Options) -> String {
    let name = spec.name;
    match spec.kind {
        OptionKind::Check { .. } => format!("{name} -check {}", u8::from(values.is_on(name))),
        OptionKind::Spin { min, max, .. } => format!("{name} -spin {} {min} {max}", values.number(name)),
        OptionKind::Combo { choices, .. } => {
            let chosen = values.word(name);
            let mark = |choice: &&str| if *choice == chosen { format!("*{choice}") } else { (*choice).to_owned() };
            format!("{name} -combo {}", choices.iter().map(mark).collect::<Vec<_>>().join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
        OptionKind::File => format!("{name} -file {}", values.text(name)),
    }
}

/// CECP's mate score is 100000 plus the number of moves to the mate, negative for the losing side.
const MATE: i64 = 100_000;

/// A score as CECP writes it.
pub fn score(score: Score) -> i64 {
    match score {
        Score::Centipawns(value) => i64::from(value),
        Score::Mate(moves) if moves > 0 => MATE + i64::from(moves),
        Score::Mate(moves) => i64::from(moves) - MATE,
    }
}

/// A line of thinking. While pondering, `first` is the expected move, which the variation then begins with.
pub fn thinking(info: &SearchReport, first: Option<&str>, coordinates: Coordinates) -> String {
    let SearchReport { depth, selective_depth, nodes, table_hits, .. } = info;
    let (score, centiseconds) = (score(info.score), info.elapsed.as_millis() / 10);
    let per_second = u128::from(*nodes) * 1_000_000 / info.elapsed.as_micros().max(1);
    let moves = first.into_iter().chain(info.moves.iter().map(String::as_str));
    let moves = moves.map(|mv| coordinates.to_gui(mv)).collect::<Vec<_>>().join(" ");
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    format!("{depth} {score} {centiseconds} {nodes} {selective_depth} {per_second} {table_hits}\t{moves}{bound}")
}

/// The reply to `.`: time, nodes, depth and number of legal moves.
pub fn status(info: Option<&SearchReport>, centiseconds: u128, legal: usize) -> String {
    let (nodes, depth) = info.map_or((0, 0), |info| (info.nodes, info.depth));
    format!("stat01: {centiseconds} {nodes} {depth} 0 {legal}")
}

/// Claims a result with its reason. CECP calls the side White that moves first in the start position.
pub fn result(outcome: Outcome, in_words: &str, white: Side) -> String {
    let result = match outcome.winner {
        None => "1/2-1/2",
        Some(winner) if winner == white => "1-0",
        Some(_) => "0-1",
    };
    format!("{result} {{{in_words}}}")
}

/// Why a move was refused, without naming the move, in the GUI's coordinates.
pub fn why_no_move(error: &MoveError, coordinates: Coordinates) -> String {
    match error {
        MoveError::Illegal { why, .. } => why.told(&coordinates),
        MoveError::Unreadable { expected, .. } => {
            coordinates.expected().unwrap_or_else(|| format!("expected {expected}"))
        }
        MoveError::Ambiguous { candidates, .. } => {
            let candidates: Vec<String> = candidates.iter().map(|mv| coordinates.to_gui(mv)).collect();
            format!("it could be {}", candidates.join(" or "))
        }
    }
}

/// Why a position was refused, in the GUI's coordinates.
pub fn why_no_position(error: &EngineError, coordinates: Coordinates) -> String {
    match error {
        EngineError::Position(PositionError::Fen(why)) => PositionError::Fen(why.told(&coordinates).into()).to_string(),
        other => other.to_string(),
    }
}

/// `Illegal move`, with the reason.
pub fn illegal(why: &dyn Display, mv: &str) -> String {
    format!("Illegal move ({}): {}", one_line(why), one_line(&mv))
}

/// `Error`, with the reason, for a line.
pub fn error(why: &dyn Display, line: &[u8]) -> String {
    format!("Error ({}): {}", one_line(why), one_line(&String::from_utf8_lossy(line)))
}

/// `tellusererror`: shown in a dialog.
pub fn user_error(text: &str) -> String {
    format!("tellusererror {}", one_line(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Duration;
    use crate::game::{Ending, Variant};

    fn ten_ranks() -> &'static Variant {
        options::variants().iter().find(|variant| variant.ranks == 10).expect("a board of ten ranks")
    }

    #[test]
    fn mates_are_beyond_all_other_scores() {
        let scores = [Score::Mate(-1), Score::Mate(-7), Score::Centipawns(-30), Score::Mate(7), Score::Mate(1)];
        assert_eq!(scores.map(score), [-100_001, -100_007, -30, 100_007, 100_001]);
    }

    #[test]
    fn thinking_tells_the_expected_move_and_what_is_not_exact() {
        let line = |bound, first| {
            let (score, moves) = (Score::Centipawns(-12), vec!["a10a9".to_owned(), "e2e2".to_owned()]);
            let elapsed = Duration::from_millis(1_230);
            let (depth, selective_depth, multipv, win_draw_loss) = (7, 11, 1, None);
            let (nodes, hashfull, table_hits) = (2_460, 0, 3);
            let board = ten_ranks();
            let info = SearchReport {
                depth,
                selective_depth,
                multipv,
                score,
                bound,
                win_draw_loss,
                nodes,
                hashfull,
                table_hits,
                elapsed,
                moves,
            };
            thinking(&info, first, Coordinates::new(board, Side::Upper))
        };
        assert_eq!(line(Bound::Exact, None), "7 -12 123 2460 11 2000 3\ta9a8 @@@@");
        assert_eq!(line(Bound::Lower, Some("b1c3")), "7 -12 123 2460 11 2000 3\tb0c2 a9a8 @@@@!");
        assert_eq!(line(Bound::Upper, None), "7 -12 123 2460 11 2000 3\ta9a8 @@@@?");
    }

    #[test]
    fn white_is_the_side_that_moves_first() {
        let told = |winner, white| result(Outcome { winner, reason: "why", ending: Ending::Final }, "in words", white);
        assert_eq!(told(Some(Side::Upper), Side::Upper), "1-0 {in words}");
        assert_eq!(told(Some(Side::Lower), Side::Upper), "0-1 {in words}");
        assert_eq!(told(None, Side::Upper), "1/2-1/2 {in words}");
        assert_eq!(told(Some(Side::Lower), Side::Lower), "1-0 {in words}");
    }

    #[test]
    fn options_are_offered_in_the_forms_of_the_protocol() {
        let lines = features(&Options::default());
        for expected in [
            "Skill Level -spin 20 0 20",
            "UCI_ShowWDL -check 0",
            "Clear Hash -button",
            "Log File -file ",
            "Level -combo *full /// high /// middle /// low",
        ] {
            assert!(lines.contains(&format!("feature option=\"{expected}\"")), "{expected} in {lines:#?}");
        }
        assert!(lines.iter().all(|line| !line.contains("UCI_Variant") && !line.contains("CheDuk")));
        assert!(lines.iter().any(|line| line.contains("TwelveTable -file ")));
    }
}
