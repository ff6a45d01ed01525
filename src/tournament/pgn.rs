//! Writes a game as PGN. The text depends on the record only, so that both agree.

use super::engine_lines::EngineScore;
use super::record::{GameRecord, MoveRecord, RecordHeader};
use crate::records::{PgnMove, PgnText};

/// The tag that every game begins with; it identifies the tournament.
pub fn event(header: &RecordHeader) -> String {
    format!("janggun match {}", header.fingerprint)
}

/// White is the side that moves first in the variant's start position.
pub fn game_text(header: &RecordHeader, game: &GameRecord) -> String {
    let settings = &header.settings;
    let limits = |name: &str| {
        let engine = settings.engines.iter().find(|engine| engine.name == name);
        engine.map(|engine| engine.limits.to_string()).unwrap_or_default()
    };
    let date = date(game.ended);
    let (round, number) = (game.round.to_string(), game.game.to_string());
    let (result, first_side) = (game.result.to_string(), game.first_side.to_string());
    let (white, black) = (limits(&game.first), limits(&game.second));
    let plies = (game.opening.len() + game.moves.len()).to_string();
    let reason = game.reason.to_string();
    let event = event(header);
    let mut tags = vec![
        ("Event", event.as_str()),
        ("Site", "?"),
        ("Date", &date),
        ("Round", &round),
        ("White", &game.first),
        ("Black", &game.second),
        ("Result", &result),
        ("Variant", &settings.variant),
        ("SetUp", "1"),
        ("FEN", &game.fen),
    ];
    tags.extend(game.options.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    tags.extend([
        ("FirstSide", first_side.as_str()),
        ("GameNumber", &number),
        ("WhiteTimeControl", &white),
        ("BlackTimeControl", &black),
        ("PlyCount", &plies),
        ("Termination", &reason),
    ]);
    let comments: Vec<String> = game.moves.iter().map(comment).collect();
    let opening = game.opening.iter().map(|mv| PgnMove { text: mv, comment: Some("book") });
    let moves =
        game.moves.iter().zip(&comments).map(|(mv, comment)| PgnMove { text: &mv.text, comment: Some(comment) });
    let text = PgnText {
        tags: &tags,
        preface: None,
        black_begins: begins_with_black(game),
        moves: opening.chain(moves).collect(),
        detail: game.detail.as_deref(),
        result: &result,
    };
    text.to_string()
}

/// Whether the side that is to move in the FEN is not the one that moves first in the start position, which is White.
pub fn begins_with_black(game: &GameRecord) -> bool {
    game.fen.split_whitespace().nth(1).is_some_and(|side| side != game.first_side.to_string())
}

/// As in `+0.13/7 0.012s`: score, depth and seconds.
fn comment(mv: &MoveRecord) -> String {
    let score = match mv.score {
        Some(EngineScore::Cp(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        Some(EngineScore::Mate(moves)) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs()),
        None => "?".to_owned(),
    };
    let depth = mv.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    format!("{score}{depth} {:.3}s", mv.time as f64 / 1_000.0)
}

/// Date and time of a Unix time, in the manner of ISO 8601.
pub fn date_and_time(seconds: u64) -> String {
    let (day, second) = (date(seconds).replace('.', "-"), seconds % 86_400);
    format!("{day}T{:02}:{:02}:{:02} +0000", second / 3_600, second / 60 % 60, second % 60)
}

/// The date of a Unix time, in the form of PGN.
pub fn date(seconds: u64) -> String {
    // Years begin in March here, so that a leap day is the last day of its year.
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year_of_era + next_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let days = [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (1_709_251_200, "2024.03.01"),
            (1_735_689_599, "2024.12.31"),
        ];
        for (seconds, day) in days {
            assert_eq!(date(seconds), day);
        }
        assert_eq!(date_and_time(1_709_251_200 + 3_600 + 62), "2024-03-01T01:01:02 +0000");
    }

    #[test]
    fn comments_tell_score_depth_and_time() {
        let mut mv = MoveRecord {
            text: "a1a2".to_owned(),
            score: Some(EngineScore::Cp(-13)),
            depth: Some(7),
            seldepth: None,
            nodes: None,
            time: 12,
        };
        assert_eq!(comment(&mv), "-0.13/7 0.012s");
        mv.score = Some(EngineScore::Mate(-3));
        assert_eq!(comment(&mv), "-M3/7 0.012s");
        (mv.score, mv.depth) = (None, None);
        assert_eq!(comment(&mv), "? 0.012s");
    }
}
