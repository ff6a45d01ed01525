//! Twelve Janggi and Dobutsu for people: titles, moves in words, and the Korean of all that the games say.

use super::board::Kind;
use super::moves::{Move, Origin};
use super::position::Position;
use super::{board_picture, diagram};
use crate::game::{BoardPicture, BoardPoint, Drawing, Presentable, Side, View, with_article};

impl Presentable for Position {
    const TITLES: &'static [(&'static str, &'static str)] =
        &[("twelvejanggi", "Twelve Janggi, the game of The Genius"), ("dobutsu", "Dobutsu Shogi, the animals' game")];

    const KOREAN: &'static [(&'static str, &'static str)] = &[
        ("Twelve Janggi, the game of The Genius", "십이장기 (더 지니어스)"),
        ("Dobutsu Shogi, the animals' game", "동물장기 (도부쓰 쇼기)"),
        ("First player", "선수"),
        ("Second player", "후수"),
        ("king", "왕"),
        ("minister", "상"),
        ("general", "장"),
        ("man", "자"),
        ("lord", "후"),
        ("lion", "사자"),
        ("elephant", "코끼리"),
        ("giraffe", "기린"),
        ("chick", "병아리"),
        ("hen", "닭"),
        ("repetition", "같은 형세가 반복됨"),
        ("no legal move", "둘 수 있는 수가 없음"),
        ("the king is taken", "왕이 잡힘"),
        ("the king has entered the enemy camp", "왕이 상대 진영에 들어감"),
        // Beside the board.
        ("  in hand: {}", "  손에 든 말: {0}"),
        ("nothing", "없음"),
        ("Rules: {}", "규칙: {0}"),
        ("First player (bottom, to move): {}", "선수 (아래, 둘 차례): {0}"),
        ("First player (bottom): {}", "선수 (아래): {0}"),
        ("Second player (top, to move): {}", "후수 (위, 둘 차례): {0}"),
        ("Second player (top): {}", "후수 (위): {0}"),
        ("First player (top, to move): {}", "선수 (위, 둘 차례): {0}"),
        ("First player (top): {}", "선수 (위): {0}"),
        ("Second player (bottom, to move): {}", "후수 (아래, 둘 차례): {0}"),
        ("Second player (bottom): {}", "후수 (아래): {0}"),
        ("왕 king, 상 minister, 장 general, 자 man, 후 lord", "왕, 상, 장, 자, 후"),
        ("王 king, 相 minister, 將 general, 子 man, 侯 lord", "王 왕, 相 상, 將 장, 子 자, 侯 후"),
        ("사 lion, 코 elephant, 기 giraffe, 병 chick, 닭 hen", "사 사자, 코 코끼리, 기 기린, 병 병아리, 닭 닭"),
        ("獅 lion, 象 elephant, 麒 giraffe, 雛 chick, 鷄 hen", "獅 사자, 象 코끼리, 麒 기린, 雛 병아리, 鷄 닭"),
        // Moves.
        ("{} from the hand is put on {}", "{0}: 손에서 {1}에 놓기"),
        ("a {}", "{0}"),
        ("an {}", "{0}"),
        ("{} and becomes a {}", "{0}, {1}(으)로 승격"),
        ("the {} on {} takes the {} on {}", "{1} {0}: {3}의 {2} 잡기"),
        ("the {} on {} goes to {}", "{1} {0}: {2}(으)로 이동"),
        // Refusals.
        ("the game is over", "이미 끝난 대국입니다"),
        ("no piece stands on {}", "{0}에 말이 없습니다"),
        ("the piece on {} is the opponent's", "{0}의 말은 상대의 말입니다"),
        ("{} does not go from {} to {}", "{0}: {1}에서 {2}(으)로 갈 수 없습니다"),
        ("a piece of the same side stands on {}", "{0}에 자기 말이 있습니다"),
        ("{} does not promote by going to {}", "{0}: {1}에서는 승격하지 않습니다"),
        ("{} is never held in the hand", "{0}: 손에 들 수 없는 말입니다"),
        ("there is no {} in the hand", "손에 {0} 없음"),
        ("a piece stands on {}", "{0}에 말이 있습니다"),
        ("{} is in the enemy camp, where nothing may be put", "{0}은(는) 상대 진영이라 놓을 수 없습니다"),
        (
            "no {} on the board can go to {}; to put one there from the hand, add '!': {}",
            "판 위의 {0}은(는) {1}(으)로 갈 수 없습니다. 손에서 놓으려면 '!'를 붙이세요: {2}",
        ),
        ("the side to move has no {} on the board", "판 위에 자기 {0}이(가) 없습니다"),
        ("no {} can go to {}", "{1}(으)로 갈 수 있는 {0}이(가) 없습니다"),
    ];

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::Upper => "First player",
            Side::Lower => "Second player",
        }
    }

    fn drawing(&self, view: &View) -> Drawing {
        diagram::draw(self, view)
    }

    fn board_picture(&self, view: &View) -> BoardPicture {
        board_picture::draw(self, view)
    }

    fn points_of(&self, mv: Move) -> Vec<BoardPoint> {
        match mv.origin() {
            Origin::Square(from) => vec![from.board_point(), mv.to().board_point()],
            Origin::Hand(_) => vec![mv.to().board_point()],
        }
    }

    fn describe(&self, mv: Move) -> String {
        let name = |kind| self.rules.alphabet.name(kind);
        let to = mv.to();
        let from = match mv.origin() {
            Origin::Square(from) => from,
            Origin::Hand(kind) => return format!("{} from the hand is put on {to}", with_article(name(kind))),
        };
        let piece = self.board.at(from).map_or("piece", |(_, kind)| name(kind));
        let text = match self.board.at(to) {
            Some((_, taken)) => format!("the {piece} on {from} takes the {} on {to}", name(taken)),
            None => format!("the {piece} on {from} goes to {to}"),
        };
        if mv.promotes() { format!("{text} and becomes a {}", name(Kind::Lord)) } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{DOBUTSU, TWELVE_JANGGI};
    use super::*;
    use crate::game::{Notation, korean};

    #[test]
    fn moves_are_told_in_words() {
        let position = fen::read(&TWELVE_JANGGI, "2k/Z2/S1S/K2[Zjj] w 0 1").expect("a good FEN");
        let words = |text| position.describe(position.parse_move(text).expect("a legal move"));
        assert_eq!(words("a1b1"), "the king on a1 goes to b1");
        assert_eq!(words("a3a4+"), "the man on a3 goes to a4 and becomes a lord");
        assert_eq!(words("Z@b3"), "a man from the hand is put on b3");
        assert_eq!(korean(Position::KOREAN, &words("Z@b3")).as_deref(), Some("자: 손에서 b3에 놓기"));
        assert_eq!(korean(Position::KOREAN, &words("a3a4+")).as_deref(), Some("a3 자: a4(으)로 이동, 후(으)로 승격"));
        let animals = fen::read(&DOBUTSU, "2l/3/3/L2[E] w 0 1").expect("a good FEN");
        let drop = animals.parse_move("E@b2").expect("a legal move");
        assert_eq!(animals.describe(drop), "an elephant from the hand is put on b2");
    }
}
