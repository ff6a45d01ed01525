//! Who stands better, in words.

use super::opponent::Thought;
use crate::engine::Score;
use crate::games::{AnyGame, Language};

/// Hundredths within which a position counts as equal.
const EQUAL: i32 = 30;

/// What the engine thinks of a position.
pub fn told(game: &dyn AnyGame, thought: &Thought, language: Language) -> String {
    let Some(report) = &thought.report else { return String::new() };
    let side_name = |side| language.of_game(game, game.side_name(side));
    let mover = game.side_to_move();
    let better = if thought.score().unwrap_or(0) >= 0 { mover } else { mover.other() };
    let name = side_name(better);
    let english = language == Language::English;
    let mut said = match report.score {
        Score::Mate(moves) if english => format!("{name} wins in {} at most", counted(moves.unsigned_abs(), "move")),
        Score::Mate(moves) => format!("{name}: {}수 안에 승리", moves.unsigned_abs()),
        Score::Centipawns(score) if score.abs() < EQUAL && english => "About equal".to_owned(),
        Score::Centipawns(score) if score.abs() < EQUAL => "거의 비슷합니다".to_owned(),
        Score::Centipawns(score) if english => {
            format!("{name} stands better by {:.1}", f64::from(score.abs()) / 100.0)
        }
        Score::Centipawns(score) => format!("{name} 우세 ({:.1})", f64::from(score.abs()) / 100.0),
    };
    if let Some(chances) = report.win_draw_loss {
        let (mover, other) = (side_name(mover), side_name(mover.other()));
        let [win, draw, loss] = percentages(chances);
        said += &language.pick(
            format!("; chances: {mover} {win} %, draw {draw} %, {other} {loss} %"),
            format!("; 승률: {mover} {win} %, 무승부 {draw} %, {other} {loss} %"),
        );
    }
    let line: Vec<&str> = report.moves.iter().take(6).map(String::as_str).collect();
    if line.is_empty() { said } else { format!("{said} ({})", line.join(" ")) }
}

/// `1 move`, `2 moves`.
fn counted(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Thousandths that add up to 1000 in hundredths that add up to 100: those with the largest remainders are rounded up, which moves none
/// by a whole hundredth. Of equal remainders the first goes first.
fn percentages(thousandths: [u16; 3]) -> [u16; 3] {
    let mut percent = thousandths.map(|part| part / 10);
    let missing = 100_u16.saturating_sub(percent.iter().sum());
    let mut order = [0, 1, 2];
    order.sort_by_key(|&index| std::cmp::Reverse(thousandths[index] % 10));
    order.iter().take(usize::from(missing)).for_each(|&index| percent[index] += 1);
    percent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_a_hundred() {
        assert_eq!(percentages([565, 0, 435]), [57, 0, 43]);
        assert_eq!(percentages([447, 137, 416]), [45, 14, 41]);
        assert_eq!(percentages([0, 0, 1_000]), [0, 0, 100]);
        for win in 0..=1_000 {
            for draw in 0..=1_000 - win {
                let thousandths = [win, draw, 1_000 - win - draw];
                let percent = percentages(thousandths);
                assert_eq!(percent.iter().sum::<u16>(), 100, "{thousandths:?}");
                let is_near = |(part, percent): (&u16, &u16)| part.abs_diff(percent * 10) < 10;
                assert!(thousandths.iter().zip(&percent).all(is_near), "{thousandths:?}: {percent:?}");
            }
        }
    }
}
