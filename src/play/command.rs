//! What can be said during a game.

use crate::games::Language;

/// One understood line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Takes back the last own move, and the answer to it.
    Undo,
    /// Asks for a good move.
    Hint,
    /// Lists legal moves in words: all, or those that begin so.
    Moves(Option<String>),
    /// Turns the board round.
    Flip,
    /// Asks who stands better.
    Eval,
    /// Writes the game to a file.
    Save(Option<String>),
    /// Reads a game from a file.
    Load(Option<String>),
    /// Passes.
    Pass,
    /// Gives up.
    Resign,
    /// Offers a draw.
    Draw,
    /// Shows the board again.
    Board,
    /// Begins another game of the same kind.
    New,
    /// Lists what can be said.
    Help,
    /// Leaves.
    Quit,
    /// Anything else, which should be a move.
    Move(String),
}

/// The English and the Korean word of each command, and what it does.
pub const COMMANDS: [(&str, &str, &str, &str); 14] = [
    ("moves [POINT]", "수 [칸]", "legal moves in words, such as `moves b1`", "둘 수 있는 수를 말로, 예: `수 b1`"),
    ("undo", "무르기", "take back your last move", "마지막 수를 무릅니다"),
    ("pass", "한수쉼", "pass, where the rules allow it", "한 수를 쉽니다 (규칙이 허락할 때)"),
    ("hint", "훈수", "ask for a good move", "좋은 수를 묻습니다"),
    ("eval", "형세", "who stands better", "누가 유리한지 묻습니다"),
    ("board", "판", "show the board again", "판을 다시 보여 줍니다"),
    ("flip", "뒤집기", "turn the board round", "판을 돌립니다"),
    ("save FILE", "저장 파일", "write the game to a file", "대국을 파일에 저장합니다"),
    ("load FILE", "불러오기 파일", "read a game from a file", "대국을 파일에서 불러옵니다"),
    ("draw", "무승부", "offer a draw", "무승부를 제안합니다"),
    ("resign", "기권", "give up", "기권합니다"),
    ("new", "새판", "begin another game", "새 대국을 시작합니다"),
    ("help", "도움말", "this list", "이 목록"),
    ("quit", "끝", "leave", "끝냅니다"),
];

/// The word of a command in a language.
pub fn word(row: &(&'static str, &'static str, &'static str, &'static str), language: Language) -> &'static str {
    let form = language.pick(row.0, row.1);
    form.split(' ').next().unwrap_or(form)
}

impl PlayCommand {
    /// Whether it means anything only while the game goes on.
    pub fn needs_open_game(&self) -> bool {
        matches!(
            self,
            PlayCommand::Move(_)
                | PlayCommand::Pass
                | PlayCommand::Resign
                | PlayCommand::Draw
                | PlayCommand::Hint
                | PlayCommand::Eval
        )
    }

    /// Understands a line that is not blank.
    pub fn parse(line: &str) -> PlayCommand {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
        let lower = first.to_lowercase();
        let says = |english: &str| {
            let row = COMMANDS.iter().find(|row| word(row, Language::English) == english);
            lower == english || row.is_some_and(|row| lower == word(row, Language::Korean))
        };
        match () {
            () if says("undo") => PlayCommand::Undo,
            () if says("pass") => PlayCommand::Pass,
            () if says("hint") || lower == "힌트" => PlayCommand::Hint,
            () if says("moves") => PlayCommand::Moves(argument),
            () if says("flip") => PlayCommand::Flip,
            () if says("eval") => PlayCommand::Eval,
            () if says("save") => PlayCommand::Save(argument),
            () if says("load") => PlayCommand::Load(argument),
            () if says("resign") => PlayCommand::Resign,
            () if says("draw") => PlayCommand::Draw,
            () if says("board") => PlayCommand::Board,
            () if says("new") => PlayCommand::New,
            () if says("help") || lower == "?" => PlayCommand::Help,
            () if says("quit") || lower == "exit" => PlayCommand::Quit,
            () => PlayCommand::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_a_word_in_each_language() {
        assert_eq!(PlayCommand::parse("moves  e5 "), PlayCommand::Moves(Some("e5".to_owned())));
        assert_eq!(PlayCommand::parse("수 e5"), PlayCommand::Moves(Some("e5".to_owned())));
        assert_eq!(PlayCommand::parse("UNDO"), PlayCommand::Undo);
        assert_eq!(PlayCommand::parse("저장 한 판.txt"), PlayCommand::Save(Some("한 판.txt".to_owned())));
        assert_eq!(PlayCommand::parse("exit"), PlayCommand::Quit);
        assert_eq!(PlayCommand::parse("Pass"), PlayCommand::Pass);
        // The word of the board page, and the one that was here before.
        assert_eq!(PlayCommand::parse("훈수"), PlayCommand::Hint);
        assert_eq!(PlayCommand::parse("힌트"), PlayCommand::Hint);
        assert_eq!(PlayCommand::parse("02마83"), PlayCommand::Move("02마83".to_owned()));
        for row in &COMMANDS {
            for language in [Language::English, Language::Korean] {
                assert!(!matches!(PlayCommand::parse(word(row, language)), PlayCommand::Move(_)), "{row:?}");
            }
        }
    }
}
