//! A reviewed game in words, for both reports.

use super::judge::{JudgedMove, JudgedPosition, Mark, SideSummary, judge, summary};
use crate::game::{BoardPicture, BoardPoint, GameResult, Side, View};
use crate::games::{AnyGame, Language, registry};
use crate::records::{GameError, StoredGame};

/// Moves of a variation that people want to read.
const LONGEST_LINE: usize = 8;

/// All that the reports tell.
pub struct ReviewReport {
    /// The name of the file.
    pub source: String,
    /// How positions were searched.
    pub search: String,
    pub games: Vec<ReportGame>,
    pub language: Language,
}

pub struct ReportGame {
    pub number: usize,
    /// The variant.
    pub title: String,
    /// What tags say: event, place, date, clock.
    pub facts: Vec<String>,
    /// First side, then the other.
    pub sides: [ReportSide; 2],
    pub result: String,
    pub moves: Vec<ReportMove>,
    /// The first side's share of the points, from the first position to the last.
    pub shares: Vec<f64>,
}

pub struct ReportSide {
    /// What the side is called.
    pub name: String,
    pub player: String,
    pub summary: SideSummary,
}

pub struct ReportMove {
    /// From 1.
    pub ply: usize,
    /// The name of its side.
    pub side: String,
    pub text: String,
    pub mark: Option<Mark>,
    /// The score after it, from the first side's view.
    pub score: String,
    /// The mover's share before and after it.
    pub shares: [f64; 2],
    /// What is told of a mistake.
    pub mistake: Option<ReportMistake>,
}

pub struct ReportMistake {
    /// The move in words.
    pub words: String,
    pub better: String,
    pub better_words: String,
    /// The variation that begins with the better move.
    pub line: Vec<String>,
    /// The position before it.
    pub board: BoardPicture,
    /// The same as text.
    pub diagram: String,
    pub played_points: Vec<BoardPoint>,
    pub better_points: Vec<BoardPoint>,
}

impl ReportGame {
    pub fn new(
        number: usize,
        game: &StoredGame,
        positions: &[JudgedPosition],
        language: Language,
    ) -> Result<ReportGame, GameError> {
        let mut replay = game.replay().map_err(GameError::Start)?;
        let first = replay.game().first_side();
        let name = |game: &dyn AnyGame, side| language.of_game(game, game.side_name(side));
        let names = [first, first.other()].map(|side| name(replay.game(), side));
        // Once to know whose turn it is everywhere, once to look at the boards.
        let texts: Vec<String> = game.moves.iter().map(|mv| mv.text.clone()).collect();
        let mut sides = vec![replay.game().side_to_move()];
        for (index, text) in texts.iter().enumerate() {
            replay.play(text).map_err(|error| GameError::Move { ply: index + 1, error })?;
            sides.push(replay.game().side_to_move());
        }
        let outcome = replay.game().outcome().map(|outcome| language.result(replay.game(), &outcome));
        let judged = judge(&texts, &sides, positions);
        let mut replay = game.replay().map_err(GameError::Start)?;
        let mut moves = Vec::new();
        for (index, mv) in judged.iter().enumerate() {
            let (before, after) = (&positions[index], &positions[index + 1]);
            let board = replay.game();
            moves.push(ReportMove {
                ply: index + 1,
                side: names[usize::from(mv.side != first)].clone(),
                text: written(board, &mv.text, language),
                mark: mv.mark,
                score: after.score_of(first, sides[index + 1]),
                shares: [before.expectation, after.share_of(mv.side, sides[index + 1])],
                mistake: mv.mark.and_then(|_| mistake(board, mv, &before.line, language)),
            });
            replay.play(&mv.text).map_err(|error| GameError::Move { ply: index + 1, error })?;
        }
        let players = [game.tag("White"), game.tag("Black")];
        let side = |index: usize, side: Side| ReportSide {
            name: names[index].clone(),
            player: players[index].to_owned(),
            summary: summary(&judged, side),
        };
        Ok(ReportGame {
            number,
            title: title(game.variant, language),
            facts: ["Event", "Site", "Date", "TimeControl"].map(|tag| game.tag(tag).to_owned()).into(),
            sides: [side(0, first), side(1, first.other())],
            result: told_result(game, outcome, &names, language),
            moves,
            shares: positions
                .iter()
                .zip(&sides)
                .map(|(position, &to_move)| position.share_of(first, to_move))
                .collect(),
        }
        .without_empty_facts())
    }

    fn without_empty_facts(mut self) -> ReportGame {
        self.facts.retain(|fact| !fact.is_empty() && fact != "?" && fact != "-");
        self
    }

    /// The players, or the sides where nobody is named.
    pub fn players(&self) -> String {
        let name = |side: &ReportSide| match side.player.as_str() {
            "" | "?" => side.name.clone(),
            player => format!("{} ({})", player, side.name),
        };
        format!("{} – {}", name(&self.sides[0]), name(&self.sides[1]))
    }
}

fn title(variant: &str, language: Language) -> String {
    let game = registry::GAMES.iter().find(|game| game.variants.iter().any(|own| own.name == variant));
    game.map_or_else(|| variant.to_owned(), |game| language.title(game, variant))
}

fn told_result(game: &StoredGame, outcome: Option<String>, names: &[String; 2], language: Language) -> String {
    let word = match game.result {
        Some(GameResult::FirstWins) => language.pick(format!("{} won", names[0]), format!("{} 승", names[0])),
        Some(GameResult::SecondWins) => language.pick(format!("{} won", names[1]), format!("{} 승", names[1])),
        Some(GameResult::Draw) => language.pick("A draw", "무승부").to_owned(),
        None => language.pick("No result", "결과 없음").to_owned(),
    };
    // The board says why; else whoever recorded the game may have.
    let termination = game.tag("Termination");
    match outcome {
        Some(sentence) => sentence,
        None if termination.is_empty() => format!("{word}."),
        None => format!("{word} ({termination})."),
    }
}

/// A move as people write it: Koreans as their records have it.
fn written(game: &dyn AnyGame, text: &str, language: Language) -> String {
    language.pick(None, game.recorded(text).ok()).unwrap_or_else(|| text.to_owned())
}

fn mistake(game: &dyn AnyGame, mv: &JudgedMove, line: &[String], language: Language) -> Option<ReportMistake> {
    let better = line.first()?;
    let moves = game.moves_in_words();
    let found = |text: &str| moves.iter().find(|known| known.text == text);
    let words = |text: &str| found(text).map(|known| language.of_game(game, &known.words)).unwrap_or_default();
    let points = |text: &str| found(text).map(|known| known.points.clone()).unwrap_or_default();
    let view = View::default();
    let lines = game.drawing(&view).to_string();
    let diagram: Vec<String> = lines.lines().map(|line| language.of_game(game, line)).collect();
    Some(ReportMistake {
        words: words(&mv.text),
        better: written(game, better, language),
        better_words: words(better),
        line: written_line(game, line, language),
        board: game.board_picture(&view),
        diagram: diagram.join("\n"),
        played_points: points(&mv.text),
        better_points: points(better),
    })
}

fn written_line(game: &dyn AnyGame, line: &[String], language: Language) -> Vec<String> {
    let mut written_moves = Vec::new();
    let mut now: Option<Box<dyn AnyGame>> = None;
    for text in line.iter().take(LONGEST_LINE) {
        let at = now.as_deref().unwrap_or(game);
        written_moves.push(written(at, text, language));
        match at.after(text) {
            Ok(next) => now = Some(next),
            Err(_) => break,
        }
    }
    written_moves
}

/// What marks are called.
pub fn mark_name(mark: Mark, language: Language) -> &'static str {
    match mark {
        Mark::Inaccuracy => language.pick("inaccuracy", "의문수"),
        Mark::Mistake => language.pick("mistake", "악수"),
        Mark::Blunder => language.pick("blunder", "대악수"),
    }
}

/// The words that both reports share.
pub struct Labels {
    pub title: &'static str,
    pub game: &'static str,
    pub side: &'static str,
    pub accuracy: &'static str,
    pub mistakes: &'static str,
    pub none: &'static str,
    pub better: &'static str,
    pub line: &'static str,
    pub expected: &'static str,
    pub moves: &'static str,
    pub mv: &'static str,
    pub score: &'static str,
    pub searched: &'static str,
    pub ply: &'static str,
}

pub const fn words(language: Language) -> &'static Labels {
    match language {
        Language::English => &ENGLISH,
        Language::Korean => &KOREAN,
    }
}

static ENGLISH: Labels = Labels {
    title: "Review of",
    game: "Game",
    side: "side",
    accuracy: "accuracy",
    mistakes: "Mistakes",
    none: "No move lost a tenth of a point.",
    better: "Better",
    line: "Line",
    expected: "Expected share of the points",
    moves: "All moves",
    mv: "move",
    score: "score",
    searched: "Each position searched with",
    ply: "move",
};

static KOREAN: Labels = Labels {
    title: "복기:",
    game: "대국",
    side: "편",
    accuracy: "정확도",
    mistakes: "실수",
    none: "0.1점 이상 손해 본 수가 없습니다.",
    better: "더 좋은 수",
    line: "변화",
    expected: "기대 승점",
    moves: "모든 수",
    mv: "수",
    score: "평가",
    searched: "국면마다 탐색한 양:",
    ply: "수",
};

/// What the graph shows.
pub fn graph_title(game: &ReportGame, language: Language) -> String {
    let side = &game.sides[0].name;
    language.pick(format!("{side}'s expected share of the points, in percent"), format!("{side}의 기대 승점(%)"))
}

/// `64 %`.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// `81.3 %`, or nothing known.
pub fn accuracy(summary: &SideSummary) -> String {
    summary.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1} %"))
}
