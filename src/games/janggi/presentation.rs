//! Janggi for people: titles, moves in words, and the Korean of all that the game says.

use super::board::{Kind, Move, Position};
use super::point::Point;
use super::{board_picture, diagram};
use crate::game::{BoardPicture, BoardPoint, Drawing, Game, Presentable, Searchable, Side, View, korean};

impl Presentable for Position {
    const TITLES: &'static [(&'static str, &'static str)] = &[
        ("janggi", "Janggi, rules of the Korean Janggi Association"),
        ("janggitraditional", "Janggi, the older win-or-draw rule"),
        ("janggimodern", "Janggi, as it is played online"),
        ("janggicasual", "Janggi, friendly play"),
        ("janggistrict", "Janggi, a rule book for engines: no pass"),
        ("janggiclassic", "Janggi, the traditional rule to the letter"),
        ("Janggi_ChoSetup", "Cho's set-up"),
        ("Janggi_HanSetup", "Han's set-up"),
        ("masangsangma", "horse elephant elephant horse"),
        ("sangmamasang", "elephant horse horse elephant"),
        ("sangmasangma", "elephant horse elephant horse"),
        ("masangmasang", "horse elephant horse elephant"),
        ("gidongcha", "the chariots inside, as in old play"),
        ("auto", "the engine chooses"),
    ];

    const KOREAN: &'static [(&'static str, &'static str)] = &[
        ("Janggi, rules of the Korean Janggi Association", "장기, 대한장기협회 규칙"),
        ("Janggi, the older win-or-draw rule", "장기, 옛 규칙 (점수 없이 승패와 무승부)"),
        ("Janggi, as it is played online", "장기, 온라인 규칙"),
        ("Janggi, friendly play", "장기, 친선 규칙"),
        ("Janggi, a rule book for engines: no pass", "장기, 엔진용 엄격 규칙 (한수쉼 없음)"),
        ("Janggi, the traditional rule to the letter", "장기, 전통 규칙 그대로"),
        ("Cho's set-up", "초의 상차림"),
        ("Han's set-up", "한의 상차림"),
        ("horse elephant elephant horse", "마상상마 (안상차림)"),
        ("elephant horse horse elephant", "상마마상 (바깥상차림)"),
        ("elephant horse elephant horse", "상마상마 (왼상차림)"),
        ("horse elephant horse elephant", "마상마상 (오른상차림)"),
        ("the chariots inside, as in old play", "기동차 (옛 상차림)"),
        ("the engine chooses", "엔진이 고름"),
        ("Cho", "초"),
        ("Han", "한"),
        ("general", "궁"),
        ("guard", "사"),
        ("chariot", "차"),
        ("cannon", "포"),
        ("horse", "마"),
        ("elephant", "상"),
        ("Cho's soldier", "졸"),
        ("Han's soldier", "병"),
        ("checkmate", "외통"),
        ("repetition", "같은 형세가 반복됨"),
        ("no legal move", "둘 수 있는 수가 없음"),
        ("bikjang, the generals face each other", "빅장"),
        ("both sides passed", "양쪽 모두 한수쉼"),
        ("nothing is left to mate with", "외통을 만들 말이 남지 않음"),
        ("too many moves without a capture", "잡은 말 없이 너무 많은 수가 지남"),
        ("one piece went back and forth", "한 말을 되풀이하여 움직임"),
        ("perpetual check", "만년장"),
        // Beside the board.
        ("Rules: {}", "규칙: {0}"),
        ("Cho 초사차포마상졸 ({}): {} points, to move", "초 초사차포마상졸 ({0}): {1}점, 둘 차례"),
        ("Cho 초사차포마상졸 ({}): {} points", "초 초사차포마상졸 ({0}): {1}점"),
        (
            "Han 漢士車包馬象兵 ({}): {} points, 1.5 of them for moving second, to move",
            "한 漢士車包馬象兵 ({0}): {1}점 (덤 1.5점 포함), 둘 차례",
        ),
        (
            "Han 漢士車包馬象兵 ({}): {} points, 1.5 of them for moving second",
            "한 漢士車包馬象兵 ({0}): {1}점 (덤 1.5점 포함)",
        ),
        ("Han 漢士車包馬象兵 ({}): {} points, to move", "한 漢士車包馬象兵 ({0}): {1}점, 둘 차례"),
        ("Han 漢士車包馬象兵 ({}): {} points", "한 漢士車包馬象兵 ({0}): {1}점"),
        ("Bikjang: the generals face each other", "빅장: 두 궁이 마주 보고 있습니다"),
        (
            "Bikjang: a draw is offered; it is taken if the generals still face after this move",
            "빅장: 비김 제안입니다. 이번 수 뒤에도 두 궁이 마주 보면 비깁니다",
        ),
        ("bottom", "아래"),
        ("top", "위"),
        // Moves.
        ("{}, check", "{0}, 장군"),
        ("pass", "한수쉼"),
        ("the {} on {} takes the {} on {}", "{1} {0}: {3}의 {2} 잡기"),
        ("the {} on {} goes to {}", "{1} {0}: {2}(으)로 이동"),
        // Refusals.
        ("the game is over", "이미 끝난 대국입니다"),
        ("{} knows no pass", "{0} 규칙에는 한수쉼이 없습니다"),
        ("one cannot pass while in check", "장군을 받은 상태에서는 쉴 수 없습니다"),
        ("no piece stands on {}", "{0}에 말이 없습니다"),
        ("the {} on {} is the opponent's", "{1}의 {0}은(는) 상대의 말입니다"),
        ("{} is taken by an own {}", "{0}에 자기 {1}이(가) 있습니다"),
        ("the {} on {} cannot go to {}", "{1}의 {0}은(는) {2}(으)로 갈 수 없습니다"),
        ("the piece on {} is {} {}", "{0}의 말은 {2}입니다"),
        ("it leaves the bikjang standing; break it or pass", "빅장이 그대로입니다. 빅장을 풀거나 쉬어야 합니다"),
        ("the generals would face each other", "두 궁이 마주 보게 됩니다"),
        ("the general stays in check", "장군을 피하지 못합니다"),
        ("it would expose the general to check", "궁이 장군을 받게 됩니다"),
    ];

    fn side_name(&self, side: Side) -> &'static str {
        if side == self.rules().cho { "Cho" } else { "Han" }
    }

    fn drawing(&self, view: &View) -> Drawing {
        diagram::draw(self, view)
    }

    fn board_picture(&self, view: &View) -> BoardPicture {
        board_picture::draw(self, view)
    }

    fn points_of(&self, mv: Move) -> Vec<BoardPoint> {
        vec![mv.from().board_point(), mv.to().board_point()]
    }

    fn describe(&self, mv: Move) -> String {
        if mv.is_pass() {
            return "pass".to_owned();
        }
        let (from, to) = (mv.from(), mv.to());
        let name = self.kind_at(from).map_or("piece", Kind::name);
        let text = match self.kind_at(to) {
            Some(taken) => format!("the {name} on {from} takes the {} on {to}", taken.name()),
            None => format!("the {name} on {from} goes to {to}"),
        };
        let mut next = *self;
        next.play(mv);
        if next.in_check() { text + ", check" } else { text }
    }

    fn korean(&self, english: &str) -> Option<String> {
        korean(Self::KOREAN, &self.with_owners_of_soldiers(english))
    }
}

impl Position {
    /// A sentence with `Cho's soldier` and `Han's soldier` for `soldier`, since these are 졸 and 병. Its point follows after `on`, or stands
    /// before it; where a list leaves the point open, soldiers are taken on it.
    fn with_owners_of_soldiers(&self, sentence: &str) -> String {
        let words: Vec<&str> = sentence.split(' ').collect();
        let owner = |word: &str| {
            let on_point = |point: &Point| point.to_string() == word.trim_end_matches(',');
            self.kind(Kind::Soldier).find(on_point).and_then(|point| self.side_at(point))
        };
        let told = words.iter().enumerate().map(|(index, &word)| {
            if word != "soldier" {
                return word.to_owned();
            }
            let side = match words[index + 1..] {
                ["on", point, ..] => owner(point),
                _ => words[..index].iter().rev().find_map(|word| owner(word)),
            };
            format!("{}'s soldier", self.side_name(side.unwrap_or(self.turn.other())))
        });
        told.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::OFFICIAL;
    use super::*;
    use crate::game::Notation;

    #[test]
    fn moves_are_told_in_words() {
        let position = fen::read(&OFFICIAL, "3k5/9/4p4/9/9/9/9/R8/9/4K4 w - - 0 1").expect("a good FEN");
        let words = |text| position.describe(position.parse_move(text).expect("a legal move"));
        assert_eq!(words("pass"), "pass");
        assert_eq!(words("a3e3"), "the chariot on a3 goes to e3");
        assert_eq!(words("a3d3"), "the chariot on a3 goes to d3, check");
        assert_eq!(position.korean(&words("a3d3")).as_deref(), Some("a3 차: d3(으)로 이동, 장군"));
    }

    #[test]
    fn soldiers_of_the_two_sides_have_names_of_their_own() {
        let position = fen::read(&OFFICIAL, "4k4/9/9/4p4/4P4/9/9/R8/9/3K5 w - - 0 1").expect("a good FEN");
        for (english, korean) in [
            ("the soldier on e6 takes the soldier on e7, check", "e6 졸: e7의 병 잡기, 장군"),
            ("the soldier on e6 takes the soldier on …", "e6 졸: …의 병 잡기"),
            ("the soldier on e7 is the opponent's", "e7의 병은(는) 상대의 말입니다"),
            ("e6 is taken by an own soldier", "e6에 자기 졸이(가) 있습니다"),
            ("the piece on e7 is a soldier", "e7의 말은 병입니다"),
        ] {
            assert_eq!(position.korean(english).as_deref(), Some(korean));
        }
    }
}
