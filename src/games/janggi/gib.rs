//! The words of `.gib`, the form in which Korean sites and programs exchange records of Janggi.

use super::ruleset::STRICT;
use super::setup::{CHO_SETUP, HAN_SETUP};
use crate::game::{GameResult, RecordForm, RecordTag, Variant};

/// Set-ups are written from Cho's left, for both sides: from file `b` to file `h` where Cho sits at the bottom.
const SETUPS: &[(&str, &str)] = &[
    ("마상상마", "masangsangma"),
    ("상마마상", "sangmamasang"),
    ("상마상마", "sangmasangma"),
    ("마상마상", "masangmasang"),
    ("기동차", "gidongcha"),
];

/// Where Cho sits at the top, its left is at file `i`.
const SETUPS_FROM_TOP: &[(&str, &str)] = &[
    ("마상상마", "masangsangma"),
    ("상마마상", "sangmamasang"),
    ("상마상마", "masangmasang"),
    ("마상마상", "sangmasangma"),
    ("기동차", "gidongcha"),
];

const TAGS: &[(&str, RecordTag)] = &[
    ("대회명", RecordTag::Pgn("Event")),
    ("회전", RecordTag::Pgn("Round")),
    ("대국일자", RecordTag::Pgn("Date")),
    ("대국장소", RecordTag::Pgn("Site")),
    ("초대국자", RecordTag::Pgn("White")),
    ("한대국자", RecordTag::Pgn("Black")),
    ("초차림", RecordTag::Choice(CHO_SETUP)),
    ("한차림", RecordTag::Choice(HAN_SETUP)),
    ("초포진", RecordTag::Choice(CHO_SETUP)),
    ("한포진", RecordTag::Choice(HAN_SETUP)),
    ("제한시간", RecordTag::Pgn("TimeControl")),
    ("총수", RecordTag::Plies),
    ("대국결과", RecordTag::Result),
    (
        "판",
        RecordTag::Refused(
            "its tag 판 names a board other than the start position, which no file here describes; give the game as PGN with a FEN",
        ),
    ),
];

static BOTTOM: RecordForm = form(SETUPS);
static TOP: RecordForm = form(SETUPS_FROM_TOP);

const fn form(choices: &'static [(&'static str, &'static str)]) -> RecordForm {
    let remarks = &["장군", "將軍", "멍군"];
    RecordForm { extension: "gib", tags: TAGS, choices, remarks, read_result, write_result }
}

pub(super) fn record_form(variant: &Variant) -> &'static RecordForm {
    if variant.name == STRICT.name { &TOP } else { &BOTTOM }
}

/// `한 2.5점 승`, `楚 장군승`, `漢의 기권승`, `무승부 (빅장)`: whoever is named first has won, unless nobody has. Who broke a connection off
/// is not who won: without a word of winning, a name says nothing.
fn read_result(text: &str) -> Option<GameResult> {
    let wins = |word: &str| text.contains(word);
    if wins("무승부") || wins("비김") || text.trim() == "빅장" {
        return Some(GameResult::Draw);
    }
    if !wins("승") && !wins("외통") {
        return None;
    }
    text.chars().find_map(|sign| match sign {
        '초' | '楚' => Some(GameResult::FirstWins),
        '한' | '漢' => Some(GameResult::SecondWins),
        _ => None,
    })
}

fn write_result(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::FirstWins) => "초 완승",
        Some(GameResult::SecondWins) => "한 완승",
        Some(GameResult::Draw) => "무승부",
        None => "미상",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_understood() {
        use GameResult::{Draw, FirstWins, SecondWins};
        let texts = [
            ("초 완승", Some(FirstWins)),
            ("한 완승", Some(SecondWins)),
            ("초 기권승", Some(FirstWins)),
            ("한 시간승", Some(SecondWins)),
            ("한 2.5점 승", Some(SecondWins)),
            ("초 점수승", Some(FirstWins)),
            ("漢의 기권승", Some(SecondWins)),
            ("楚 장군승", Some(FirstWins)),
            ("초 외통수", Some(FirstWins)),
            ("한 빅승", Some(SecondWins)),
            ("무승부", Some(Draw)),
            ("무승부 (동의)", Some(Draw)),
            ("무승부(빅장)", Some(Draw)),
            ("접속 끊김", None),
            ("한 접속 끊김", None),
            ("미상", None),
            ("", None),
        ];
        for (text, result) in texts {
            assert_eq!(read_result(text), result, "{text}");
        }
        for result in [None, Some(Draw), Some(FirstWins), Some(SecondWins)] {
            assert_eq!(read_result(write_result(result)), result);
        }
    }
}
