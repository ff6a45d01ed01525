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
    /// How they end the game.
    result: Option<String>,
}

/// The legal moves in words: those that begin on a point, or that are written so at their beginning, or that touch the point; all
/// without a filter.
pub fn moves(game: &dyn AnyGame, filter: Option<&str>, language: Language) -> Vec<String> {
    let all = game.moves_in_words();
    let wanted: Vec<&MoveInWords> = match filter {
        None => all.iter().collect(),
        Some(filter) => {
            let filter = filter.to_lowercase();
            let begins = |mv: &&MoveInWords| mv.points.first().is_some_and(|point| point.to_string() == filter);
            let is_written_so = |mv: &&MoveInWords| mv.text.to_lowercase().starts_with(&filter);
            let touches = |mv: &&MoveInWords| mv.points.iter().any(|point| point.to_string() == filter);
            let first_of = [&begins as &dyn Fn(&&MoveInWords) -> bool, &is_written_so, &touches];
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
    groups(game, &wanted, language).iter().flat_map(|group| lines(game, group, language)).collect()
}

fn groups(game: &dyn AnyGame, moves: &[&MoveInWords], language: Language) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for mv in moves {
        let result = mv.outcome.map(|outcome| language.result(game, &outcome));
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
