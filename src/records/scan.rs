//! Cuts a text into games: tags in brackets, then words and comments. PGN and the forms that look like it are scanned in
//! the same way; the readers of the two forms give the words their meaning.

use crate::game::GameResult;

/// A game as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawGame {
    /// Where it begins, from 1.
    pub line: usize,
    /// Where its last word stands.
    pub last_line: usize,
    pub tags: Vec<(String, String)>,
    /// What stands in front of the first move.
    pub preface: Option<String>,
    pub moves: Vec<RawMove>,
    /// The word behind the moves; none if that is `*` or missing.
    pub result: Option<GameResult>,
    /// Where a comment begins that has no end.
    pub open_comment: Option<usize>,
}

/// A word that should be a move, and the comments behind it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawMove {
    pub text: String,
    pub comment: Option<String>,
}

impl RawGame {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.preface.is_none() && self.result.is_none()
    }

    fn add_comment(&mut self, text: &str) {
        let comment = self.moves.last_mut().map_or(&mut self.preface, |last| &mut last.comment);
        // No form can write a brace within a comment.
        let is_gap = |sign: char| sign.is_whitespace() || sign.is_control() || sign == '{' || sign == '}';
        let text = text.split(is_gap).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        match comment {
            Some(comment) => {
                comment.push(' ');
                comment.push_str(&text);
            }
            None => *comment = Some(text),
        }
    }
}

/// The games of a text, one after the other.
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Where the next closing brace stands, as far as somebody has looked: the length of the text if there is none.
    closing_brace: Option<usize>,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0, line: 1, closing_brace: None }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
        passed
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start().len());
    }

    fn skip_line(&mut self) {
        self.advance(self.rest().find('\n').unwrap_or(self.rest().len()));
    }

    fn at_line_start(&self) -> bool {
        self.text[..self.at].ends_with('\n') || self.at == 0
    }

    /// How far away the next closing brace is; looked for once, however many braces are opened before it.
    fn closing_brace(&mut self) -> Option<usize> {
        let known = self.closing_brace.filter(|&at| at >= self.at);
        let at = known.unwrap_or_else(|| self.rest().find('}').map_or(self.text.len(), |end| self.at + end));
        self.closing_brace = Some(at);
        (at < self.text.len()).then(|| at - self.at)
    }

    /// Whether a tag may stand here: at the beginning of a line, or behind another tag.
    fn may_be_tag(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t', '\r']);
        before.is_empty() || before.ends_with(['\n', ']'])
    }

    /// `[Name "value"]`; none, and nothing passed, if this is no tag.
    fn tag(&mut self) -> Option<(String, String)> {
        let (length, tag) = self.may_be_tag().then(|| tag(self.rest())).flatten()?;
        self.advance(length);
        Some(tag)
    }

    /// Passes a comment in braces. One without an end goes no further than the next game.
    fn comment(&mut self, game: &mut RawGame) {
        let begins = self.line;
        let rest = self.rest();
        let end = self.closing_brace();
        let within = &rest[..end.unwrap_or(rest.len())];
        let next_game = within.match_indices("\n[").map(|(at, _)| at + 1).find(|&at| tag(&rest[at..]).is_some());
        match (end, next_game) {
            (Some(end), None) => {
                let text = self.advance(end + 1);
                game.add_comment(text.trim_start_matches('{').trim_end_matches('}'));
            }
            (_, next) => {
                game.open_comment = Some(begins);
                self.advance(next.unwrap_or(rest.len()));
            }
        }
    }

    /// Passes what stands in parentheses, which may contain comments and further parentheses.
    fn variation(&mut self) {
        let mut depth = 0_usize;
        while let Some(sign) = self.rest().chars().next() {
            match sign {
                '(' => depth += 1,
                ')' => depth -= 1,
                '{' => {
                    let end = self.closing_brace().unwrap_or(0);
                    self.advance(end);
                }
                '[' if self.at_line_start() && tag(self.rest()).is_some() => return,
                _ => (),
            }
            self.advance(self.rest().chars().next().map_or(0, char::len_utf8));
            if depth == 0 {
                return;
            }
        }
    }

    /// Whether a tag of the next game stands here: behind moves, or the first tag over again, where a game had no moves.
    fn begins_another(&self, game: &RawGame) -> bool {
        let name = || tag(self.rest()).map(|(_, (name, _))| name);
        let again = |name: String| !game.moves.is_empty() || game.tags.first().is_some_and(|(first, _)| *first == name);
        self.may_be_tag() && name().is_some_and(again)
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |sign: char| sign.is_whitespace() || "{}()[];".contains(sign);
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        self.advance(length)
    }
}

impl Iterator for Scanner<'_> {
    type Item = RawGame;

    fn next(&mut self) -> Option<RawGame> {
        let mut game = RawGame::default();
        loop {
            self.skip_blanks();
            if game.is_empty() {
                game.line = self.line;
            }
            let Some(sign) = self.rest().chars().next() else { break };
            match sign {
                '%' if self.at_line_start() => self.skip_line(),
                ';' => {
                    let begin = self.at;
                    self.skip_line();
                    game.add_comment(&self.text[begin + 1..self.at]);
                }
                '{' => self.comment(&mut game),
                '(' => self.variation(),
                '[' if self.begins_another(&game) => break,
                '[' => match self.tag() {
                    Some(tag) => game.tags.push(tag),
                    None => game.moves.push(RawMove { text: self.word().to_owned(), comment: None }),
                },
                _ => {
                    let word = self.word();
                    if let Some(result) = result(word) {
                        game.result = result;
                        game.last_line = self.line;
                        return Some(game);
                    }
                    let text = move_text(word);
                    if !text.is_empty() {
                        game.moves.push(RawMove { text: text.to_owned(), comment: None });
                    }
                }
            }
            game.last_line = self.line;
        }
        (!game.is_empty()).then_some(game)
    }
}

/// The length of a tag at the beginning of a text, and the tag. The value ends with a quote in front of a bracket, so that
/// there may be quotes within; a backslash keeps a quote, or a backslash, from ending it.
/// Longer ones, in bytes, are none.
fn tag(text: &str) -> Option<(usize, (String, String))> {
    const LONGEST: usize = 4_096;
    let line = text[..text.floor_char_boundary(LONGEST)].lines().next()?;
    let inner = line.strip_prefix('[')?;
    let name_end = inner.find(|sign: char| sign.is_whitespace() || sign == '"' || sign == ']')?;
    let (name, behind) = inner.split_at(name_end);
    let opened = behind.trim_start().strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let begin = line.len() - opened.len();
    let mut value = String::new();
    let mut signs = opened.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let behind = &opened[at + sign.len_utf8()..];
        match sign {
            '\\' if behind.starts_with(['"', '\\']) => {
                value.extend(signs.next().map(|(_, escaped)| escaped));
            }
            '"' if behind.trim_start().starts_with(']') => {
                let blanks = behind.len() - behind.trim_start().len();
                return Some((begin + at + 1 + blanks + 1, (name.to_owned(), value)));
            }
            _ => value.push(sign),
        }
    }
    // A backslash that escapes nothing has hidden the end.
    let end = opened.rfind("\"]")?;
    Some((begin + end + 2, (name.to_owned(), opened[..end].to_owned())))
}

/// A tag as it is written.
pub fn tag_line(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    format!("[{name} \"{value}\"]\n")
}

/// A word that ends a game.
fn result(word: &str) -> Option<Option<GameResult>> {
    match word {
        "*" => Some(None),
        "½-½" => Some(Some(GameResult::Draw)),
        _ => GameResult::WORDS.iter().find(|(_, known)| *known == word).map(|(result, _)| Some(*result)),
    }
}

/// A word without the number in front of it and what others add behind it; empty if nothing is left.
fn move_text(word: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let word = match word.split_once('.') {
        Some((number, rest)) if is_number(number) => rest.trim_start_matches('.'),
        _ => word.trim_start_matches(['.', '…']),
    };
    // A move of four digits can be one; of fewer, none.
    let says_nothing = word.starts_with(['$', '<', '}', ')', ']']) || is_number(word) && word.len() < 4;
    if says_nothing { "" } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(game: &RawGame) -> Vec<&str> {
        game.moves.iter().map(|mv| mv.text.as_str()).collect()
    }

    #[test]
    fn games_are_cut_at_results_and_tags() {
        let text = "% ours\n[A \"1\"]\n[B \"a \\\"b\\\" \\\\ c\"]\n\n{why} 1. a1a2 {good} $3 (1. b1 {x)} (2. c)) a3a4 ; rest\n2... b1 1-0\n\
                    3. c1 *\n[A \"2\"] [B \"x\"y\"]\n1.d1 2.d2<0>\n";
        let games: Vec<RawGame> = Scanner::new(text).collect();
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tags, [("A", "1"), ("B", "a \"b\" \\ c")].map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!((games[0].preface.as_deref(), words(&games[0])), (Some("why"), vec!["a1a2", "a3a4", "b1"]));
        assert_eq!(games[0].moves[0].comment.as_deref(), Some("good"));
        assert_eq!(games[0].moves[1].comment.as_deref(), Some("rest"));
        assert_eq!((games[0].line, games[0].result), (2, Some(GameResult::FirstWins)));
        assert_eq!((games[1].line, words(&games[1]), games[1].result), (7, vec!["c1"], None));
        assert_eq!((games[2].tag("B"), words(&games[2])), (Some("x\"y"), vec!["d1", "d2<0>"]));
    }

    #[test]
    fn a_game_without_moves_is_one_of_its_own() {
        let games: Vec<RawGame> = Scanner::new("[A \"1\"]\n[B \"x\"]\n\n[A \"2\"]\n1. b1 *\n").collect();
        let told: Vec<_> = games.iter().map(|game| (game.tag("A"), game.tag("B"), words(game))).collect();
        assert_eq!(told, [(Some("1"), Some("x"), vec![]), (Some("2"), None, vec!["b1"])]);
    }

    #[test]
    fn what_is_never_closed_takes_no_longer() {
        // Each of these took seconds when every bracket and brace was followed to the end of the text.
        for (part, times) in [("[a\"", 100_000), ("{a}", 200_000), ("({", 100_000), ("[a \"1\"]\n{", 60_000)] {
            let text = part.repeat(times);
            assert!(Scanner::new(&text).count() <= times, "{part}");
        }
    }

    #[test]
    fn a_comment_without_an_end_spoils_one_game_only() {
        let text = "[A \"1\"]\n1. a1 {open\n[A \"2\"]\n1. b1 *\n[A \"3\"]\n1. c1 {open";
        let games: Vec<RawGame> = Scanner::new(text).collect();
        let told: Vec<_> = games.iter().map(|game| (words(game), game.open_comment)).collect();
        assert_eq!(told, [(vec!["a1"], Some(2)), (vec!["b1"], None), (vec!["c1"], Some(6))]);
    }

    #[test]
    fn tags_are_read_as_they_are_written() {
        for value in ["", "a", "\\", "\"", "a\\\"b", "\"]", "쇠 \\\\", "a\\"] {
            let line = tag_line("Name", value);
            assert_eq!(tag(&line), Some((line.len() - 1, ("Name".to_owned(), value.to_owned()))), "{line}");
        }
        assert_eq!(tag("[대회명 \"a\\\"]"), Some(("[대회명 \"a\\\"]".len(), ("대회명".to_owned(), "a\\".to_owned()))));
        assert!(["[", "[]", "[a]", "[a \"", "[\"a\"]", "[%clk 1]"].iter().all(|text| tag(text).is_none()));
    }
}
