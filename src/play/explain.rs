//! Moves in words.

use crate::games::Language;
use crate::games::{AnyGame, MoveInWords};

/// Columns that lists of moves may take.
const WIDTH: usize = 76;

/// Moves that do the same and differ only in where they end.
struct Group {
    /// What they do, in English.
    words: String,
    moves: Vec<String>,
    /// How they end the game, or let the opponent end it.
    result: Option<String>,
}

/// The legal moves in words: those that begin on a point, or that are written so at their beginning in any notation, or that touch
/// the point; all without a filter.
pub fn moves(game: &dyn AnyGame, filter: Option<&str>, language: Language) -> Vec<String> {
    let all = game.moves_in_words();
    let wanted: Vec<&MoveInWords> = match filter {
        None => all.iter().collect(),
        Some(filter) => {
            let filter = filter.to_lowercase();
            let begins = |mv: &&MoveInWords| mv.points.first().is_some_and(|point| point.to_string() == filter);
            let is_written_so = |mv: &&MoveInWords| mv.text.to_lowercase().starts_with(&filter);
            // All that another notation leaves open is where the move ends: `자@` in Twelve Janggi.
            let is_meant = |mv: &&MoveInWords| {
                let target = mv.points.last().map_or_else(String::new, ToString::to_string);
                [filter.clone(), format!("{filter}{target}")]
                    .iter()
                    .any(|text| game.canonical(text).as_ref() == Ok(&mv.text))
            };
            let touches = |mv: &&MoveInWords| mv.points.iter().any(|point| point.to_string() == filter);
            let first_of = [&begins as &dyn Fn(&&MoveInWords) -> bool, &is_written_so, &is_meant, &touches];
            let found = first_of.iter().map(|fits| all.iter().filter(|mv| fits(mv)).collect::<Vec<_>>());
            found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
        }
    };
    if wanted.is_empty() {
        return vec![match (filter, language) {
            (Some(filter), Language::English) => {
                format!("No legal move begins or ends on '{filter}'; `moves` lists all.")
            }
            (Some(filter), Language::Korean) => {
                format!("'{filter}'에서 두거나 그곳으로 가는 수가 없습니다. '수'는 모든 수를 보여 줍니다.")
            }
            (None, Language::English) => "There is no legal move.".to_owned(),
            (None, Language::Korean) => "둘 수 있는 수가 없습니다.".to_owned(),
        }];
    }
    groups(game, &all, &wanted, language).iter().flat_map(|group| lines(game, group, language)).collect()
}

/// What a move leaves to the opponent if other moves do not: an answer that wins by a rule at once, such as a pass after a pass.
pub fn losing_answer(game: &dyn AnyGame, all: &[MoveInWords], mv: &MoveInWords, language: Language) -> Option<String> {
    let answer = mv.winning_answer.as_ref()?;
    let winner = answer.outcome.winner?;
    let loses = |mv: &MoveInWords| {
        mv.winning_answer.is_some() || mv.outcome.is_some_and(|outcome| outcome.winner == Some(winner))
    };
    if all.iter().all(loses) {
        return None;
    }
    let opponent = language.of_game(game, game.side_name(winner));
    let (words, result) = (language.of_game(game, &answer.words), language.result(game, &answer.outcome));
    Some(language.pick(
        format!("If {opponent} answers '{words}', {result}"),
        format!("{opponent}이(가) '{words}'(으)로 응하면 {result}"),
    ))
}

fn groups(game: &dyn AnyGame, all: &[MoveInWords], moves: &[&MoveInWords], language: Language) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for mv in moves {
        let result = mv.outcome.map(|outcome| language.result(game, &outcome));
        let result = result.or_else(|| losing_answer(game, all, mv, language));
        let words = without_target(mv);
        match groups.iter_mut().find(|group| group.words == words && group.result == result) {
            Some(group) => group.moves.push(mv.text.clone()),
            None => groups.push(Group { words, moves: vec![mv.text.clone()], result }),
        }
    }
    // A group of one move is told in full.
    for group in &mut groups {
        if let [only] = &group.moves[..]
            && let Some(mv) = moves.iter().find(|mv| mv.text == *only)
        {
            group.words.clone_from(&mv.words);
        }
    }
    groups
}

/// The words with `…` for the point where the move ends, if they end with it.
fn without_target(mv: &MoveInWords) -> String {
    let target = mv.points.last().map(ToString::to_string);
    let stem = target.and_then(|target| mv.words.strip_suffix(&target));
    stem.map_or_else(|| mv.words.clone(), |stem| format!("{stem}…"))
}

fn lines(game: &dyn AnyGame, group: &Group, language: Language) -> Vec<String> {
    let mut words = language.of_game(game, &group.words);
    if let Some(result) = &group.result {
        words = format!("{words} — {result}");
    }
    if let [only] = &group.moves[..] {
        return vec![format!("  {only:<8}  {words}")];
    }
    let mut lines = vec![format!("  {words}")];
    let mut line = String::from("     ");
    for mv in &group.moves {
        if line.len() + 1 + mv.len() > WIDTH {
            lines.push(std::mem::replace(&mut line, String::from("     ")));
        }
        line.push(' ');
        line.push_str(mv);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::game::{MoveError, View};
    use crate::games::registry;

    /// Names of points and moves have digits, and pieces in them one letter; variants are called alike in both languages.
    fn english_words(text: &str) -> Vec<&str> {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        let is_english = |word: &&str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_alphabetic());
        words.filter(is_english).filter(|word| !registry::NAMES.contains(word)).collect()
    }

    fn assert_korean(variant: &str, text: &str) {
        assert!(english_words(text).is_empty(), "{variant}: {text}");
    }

    /// Why some moves are refused that are none here.
    fn refusals(game: &dyn AnyGame, random: &mut fastrand::Rng) -> Vec<String> {
        let mut point = || format!("{}{}", random.char('a'..='k'), random.u8(1..=12));
        let (from, to, home) = (point(), point(), point());
        let owned = game.moves_in_words();
        let own = owned.first().and_then(|mv| mv.points.first()).map_or(home.clone(), ToString::to_string);
        let written = [
            format!("{from}{to}"),
            format!("{own}{to}"),
            format!("{own}{own}"),
            format!("{own}{to}g"),
            format!("{own}{to}+"),
            format!("{own}@{home}"),
            format!("{own}{to}@{home}"),
            format!("A@{to}"),
            format!("S@{to}"),
            format!("K{to}"),
            format!("Z{to}"),
            "pass".to_owned(),
        ];
        let told = written.iter().filter_map(|text| match game.after(text) {
            Err(MoveError::Illegal { why, .. }) => Some(why.to_string()),
            _ => None,
        });
        told.collect()
    }

    #[test]
    fn nothing_that_games_say_is_half_korean() {
        let mut random = fastrand::Rng::with_seed(11);
        for variant in registry::NAMES.iter() {
            let mut engine = Engine::without_worker(Some(variant)).expect("an engine");
            for _ in 0..300 {
                let game = engine.game();
                let lines = moves(game, None, Language::Korean);
                lines.iter().for_each(|line| assert_korean(variant, line));
                for mv in game.moves_in_words() {
                    assert_korean(variant, &Language::Korean.of_game(game, &mv.words));
                }
                for line in &game.drawing(&View::default()).lines {
                    if let [only] = &line[..] {
                        assert_korean(variant, &Language::Korean.of_game(game, &only.text));
                    }
                }
                for why in refusals(game, &mut random) {
                    assert_korean(variant, &Language::Korean.of_game(game, &why));
                }
                let Some(mv) = random.choice(game.legal_moves()) else { break };
                engine.play(&mv).expect("a legal move");
            }
        }
    }
}
