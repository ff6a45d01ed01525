//! CheDuk for people: titles, moves in words, and the Korean of all that the game says.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::fen::side_name;
use super::hex::Tile;
use super::{board_picture, diagram};
use crate::game::{BoardPicture, BoardPoint, Drawing, Presentable, Side, View};

impl Presentable for Position {
    const TITLES: &'static [(&'static str, &'static str)] = &[
        ("cheduk", "CheDuk, spies and embassies on hexagons"),
        ("chedukmodern", "CheDuk, the authors' present rules"),
    ];

    const KOREAN: &'static [(&'static str, &'static str)] = &[
        ("CheDuk, spies and embassies on hexagons", "체둑, 육각형 판 위의 첩보전"),
        ("CheDuk, the authors' present rules", "체둑, 지금의 공식 규칙"),
        ("Red", "빨강"),
        ("Blue", "파랑"),
        ("chief", "국가수반"),
        ("diplomat", "외교관"),
        ("special envoy", "특사"),
        ("ambassador", "대사"),
        ("spy", "첩자"),
        ("guard", "경호원"),
        ("repetition", "같은 형세가 반복됨"),
        ("no legal move", "할 수 있는 행동이 없음"),
        ("the chief is taken", "국가수반이 잡힘"),
        ("enough information is gathered", "정보를 다 모음"),
        // Beside the board.
        ("{} (bottom right, to move): {}", "{0} (오른쪽 아래, 둘 차례): {1}"),
        ("{} (bottom right): {}", "{0} (오른쪽 아래): {1}"),
        ("{} (top left, to move): {}", "{0} (왼쪽 위, 둘 차례): {1}"),
        ("{} (top left): {}", "{0} (왼쪽 위): {1}"),
        (
            "수 chief, 외 diplomat, 특 special envoy, 사 ambassador, 첩 spy, 경 guard",
            "수 국가수반, 외 외교관, 특 특사, 사 대사, 첩 첩자, 경 경호원",
        ),
        (
            "首 chief, 外 diplomat, 特 special envoy, 使 ambassador, 諜 spy, 守 guard",
            "首 국가수반, 外 외교관, 特 특사, 使 대사, 諜 첩자, 守 경호원",
        ),
        (
            "  information {} of {}, embassy {}, reserve {}, castling {}",
            "  정보 {0}/{1}, 대사관 {2}, 대기 {3}, 캐슬링 {4}",
        ),
        ("not placed", "미정"),
        ("{} (occupied)", "{0} (점령됨)"),
        ("nothing", "없음"),
        ("used", "사용함"),
        ("possible once", "한 번 가능"),
        ("Territories: {}; r Red's, b Blue's, 館 empty embassy", "영역: {0}; r 빨강, b 파랑, 館 빈 대사관"),
        ("{}, set-up phase", "{0}, 배치 단계"),
        ("wedge", "쐐기"),
        ("span", "범위"),
        ("Marks: ~ informed spy, * gathered tile", "표시: ~ 정보를 가진 첩자, * 정보를 얻은 칸"),
        (
            "Marks: + guard attached, ~ informed spy, * gathered tile",
            "표시: + 경호원 부착, ~ 정보를 가진 첩자, * 정보를 얻은 칸",
        ),
        // Actions.
        ("the {} on {} attaches to the {} on {}", "{1} {0}: {3}의 {2}에 부착"),
        (
            "the {} on {} attacks the guarded {} on {}: only the guard is removed, and nobody moves",
            "{1} {0}: {3}의 {2} 공격 (경호원만 제거되고 제자리에 머묾)",
        ),
        ("{} and occupies the enemy embassy, which scores information", "{0}, 상대 대사관 점령 (정보 1점)"),
        ("{} and occupies the enemy embassy", "{0}, 상대 대사관 점령"),
        ("{} and frees its own embassy", "{0}, 자기 대사관 회복"),
        ("the {} on {} takes the {} on {}", "{1} {0}: {3}의 {2} 잡기"),
        ("the {} on {} goes to {}", "{1} {0}: {2}(으)로 이동"),
        ("the guard leaves the {} on {} and goes to {}", "경호원: {1}의 {0}에서 떨어져 {2}(으)로 이동"),
        (
            "castling: the chief on {} and the diplomat on {} change places",
            "캐슬링: {0} 국가수반과 {1} 외교관이 자리를 바꿈",
        ),
        ("the spy on {} gathers information, {} of {}", "{0} 첩자: 정보 취득 ({1}/{2})"),
        ("the informed spy on {} returns home to {}", "{0} 첩자: {1}(으)로 귀환"),
        (
            "the spy on {} enters the enemy embassy on {}, scores information and returns home to {}",
            "{0} 첩자: 상대 대사관 {1} 점령 (정보 1점), {2}(으)로 귀환",
        ),
        ("the ambassador is placed and founds its embassy on {}", "대사 배치, 대사관: {0}"),
        ("the captured ambassador comes back on its embassy, {}", "대사 부활: {0}"),
        ("a spy is placed on {}", "첩자 배치: {0}"),
        ("a captured spy comes back on {}", "첩자 부활: {0}"),
        // Refusals.
        ("the game is over", "이미 끝난 대국입니다"),
        ("no piece stands on {}", "{0}에 말이 없습니다"),
        ("the piece on {} is the opponent's", "{0}의 말은 상대의 말입니다"),
        ("{} is no ambassador tile of {}", "{0}은(는) {1}의 대사가 놓일 수 있는 칸이 아닙니다"),
        ("the game has not begun: {} has to place its ambassador", "배치 단계입니다. {0}: 대사를 놓으세요"),
        (
            "{} has no number in {}'s colour, and spies are placed on such tiles only",
            "{0}에는 {1} 색 숫자가 없습니다. 첩자는 자기 색 숫자가 있는 칸에만 놓습니다",
        ),
        ("the game has not begun: {} has to place a spy", "배치 단계입니다. {0}: 첩자를 놓으세요"),
        ("a piece of the same side stands on {}", "{0}에 자기 말이 있습니다"),
        (
            "a spy returns from its first entry into the embassy, and no tile is free for that",
            "첩자는 대사관을 처음 점령하면 귀환하는데, 돌아갈 빈 칸이 없습니다",
        ),
        (
            "a spy returns from its first entry into the embassy: add '@' and a tile, as in '{}'",
            "첩자는 대사관을 처음 점령하면 귀환합니다. '@'와 돌아갈 칸을 붙이세요: '{0}'",
        ),
        ("the {} on {} does not go to {}", "{1}의 {0}은(는) {2}(으)로 갈 수 없습니다"),
        (
            "the {} on {} cannot gather information; only spies can",
            "{1}의 {0}은(는) 정보를 얻을 수 없습니다. 첩자만 가능합니다",
        ),
        ("{} does not lie in enemy territory", "{0}은(는) 상대 영역이 아닙니다"),
        ("{} has been gathered before", "{0}의 정보는 이미 얻었습니다"),
        (
            "the spy on {} is informed, and has to return before it gathers again",
            "{0}의 첩자는 이미 정보를 가지고 있어, 귀환한 뒤에야 다시 정보를 얻을 수 있습니다",
        ),
        ("an enemy guard stands beside {}", "{0} 옆에 상대 경호원이 있습니다"),
        ("{} has castled before", "{0}은(는) 이미 캐슬링을 했습니다"),
        ("no straight line leads from {} to {}", "{0}에서 {1}까지 직선이 아닙니다"),
        ("something stands between {} and {}", "{0}와(과) {1} 사이에 말이 있습니다"),
        (
            "the chief may not castle to {}, which lies in enemy territory",
            "{0}은(는) 상대 영역이라 캐슬링할 수 없습니다",
        ),
        ("a chief does not capture", "국가수반은 말을 잡지 못합니다"),
        ("{} lies outside the chief's own territory", "{0}은(는) 자기 영역 밖입니다"),
        (
            "{} lies outside the chief's own territory, which it leaves only by castling or after it",
            "{0}은(는) 자기 영역 밖입니다. 국가수반은 캐슬링으로, 또는 캐슬링한 뒤에만 영역을 벗어납니다",
        ),
        ("{} lies in enemy territory, where no chief goes", "{0}은(는) 상대 영역이라 국가수반이 갈 수 없습니다"),
        (
            "the embassy on {} is occupied, and no special envoy goes over it or onto it",
            "{0}의 대사관이 점령되어 특사가 지나가거나 들어갈 수 없습니다",
        ),
        (
            "a special envoy jumps over exactly one piece, but {} stand in between",
            "특사는 말 하나만 뛰어넘습니다. 사이에 있는 말: {0}개",
        ),
        ("a special envoy does not jump over another, as on {}", "특사는 특사를 뛰어넘지 못합니다: {0}"),
        ("a special envoy captures neither envoys nor ambassadors", "특사는 특사와 대사를 잡지 못합니다"),
        ("no guard is attached to the piece on {}", "{0}의 말에는 경호원이 없습니다"),
        ("{} is not beside {}", "{0}은(는) {1}의 옆 칸이 아닙니다"),
        (
            "a guard detaches to an empty tile only, but something stands on {}",
            "경호원은 빈 칸으로만 떨어질 수 있는데 {0}에 말이 있습니다",
        ),
        ("the {} on {} does not return; only spies do", "{1}의 {0}은(는) 귀환할 수 없습니다. 첩자만 가능합니다"),
        ("the spy on {} has not gathered anything to return with", "{0}의 첩자는 가지고 돌아갈 정보가 없습니다"),
        ("{} is neutral ground, from where no spy returns", "{0}은(는) 중립 지역이라 귀환할 수 없습니다"),
        (
            "{} is not the enemy embassy, so the spy does not return from there",
            "{0}은(는) 상대 대사관이 아니어서 귀환하지 않습니다",
        ),
        (
            "the embassy on {} has been occupied before, so this is a plain move: {}",
            "{0}의 대사관은 이미 점령된 적이 있어 보통 이동입니다: {1}",
        ),
        (
            "the piece on {} is guarded: the spy attacks, {}, and stays where it is",
            "{0}의 말은 경호를 받습니다. 첩자는 공격하고({1}) 제자리에 머뭅니다",
        ),
        ("{} has no {} in reserve", "{0}: 대기 중인 {1} 없음"),
        ("an ambassador comes back on its embassy only", "대사는 자기 대사관에서만 부활합니다"),
        ("a piece stands on {}", "{0}에 말이 있습니다"),
        ("the embassy on {} is occupied", "{0}의 대사관이 점령되어 있습니다"),
        ("{} does not lie in {}'s territory", "{0}은(는) {1}의 영역이 아닙니다"),
    ];

    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    fn drawing(&self, view: &View) -> Drawing {
        diagram::draw(self, view)
    }

    fn board_picture(&self, view: &View) -> BoardPicture {
        board_picture::draw(self, view)
    }

    fn points_of(&self, mv: Move) -> Vec<BoardPoint> {
        let tiles = match mv.action() {
            Action::PlaceAmbassador | Action::PlaceSpy => vec![mv.end()],
            Action::Enter => vec![mv.from(), mv.to(), mv.end()],
            _ => vec![mv.from(), mv.end()],
        };
        tiles.into_iter().map(Tile::board_point).collect()
    }

    fn describe(&self, mv: Move) -> String {
        let (from, to, end) = (mv.from(), mv.to(), mv.end());
        let name = |tile| self.piece_at(tile).map_or("piece", |piece| piece.kind.name());
        match mv.action() {
            Action::Go => self.describe_going(from, to),
            Action::Detach => format!("the guard leaves the {} on {from} and goes to {to}", name(from)),
            Action::Castle => format!("castling: the chief on {from} and the diplomat on {end} change places"),
            Action::Gather => {
                let information = self.information(self.turn) + 1;
                format!("the spy on {from} gathers information, {information} of {WINNING_INFORMATION}")
            }
            Action::Return => format!("the informed spy on {from} returns home to {end}"),
            Action::Enter => format!(
                "the spy on {from} enters the enemy embassy on {to}, scores information and returns home to {end}"
            ),
            Action::PlaceAmbassador if self.is_set_up_phase() => {
                format!("the ambassador is placed and founds its embassy on {end}")
            }
            Action::PlaceAmbassador => format!("the captured ambassador comes back on its embassy, {end}"),
            Action::PlaceSpy if self.is_set_up_phase() => format!("a spy is placed on {end}"),
            Action::PlaceSpy => format!("a captured spy comes back on {end}"),
        }
    }
}

impl Position {
    /// A plain move, whatever it meets.
    fn describe_going(&self, from: Tile, to: Tile) -> String {
        let (us, them) = (self.turn, self.turn.other());
        let name = self.kind_at(us, from).map_or("piece", Kind::name);
        if let Some(friend) = self.kind_at(us, to) {
            return format!("the {name} on {from} attaches to the {} on {to}", friend.name());
        }
        let taken = self.kind_at(them, to).map(Kind::name);
        if let (Some(host), true) = (taken, self.shielded_tile(them) == Some(to)) {
            let what = format!("the {name} on {from} attacks the guarded {host} on {to}");
            return what + ": only the guard is removed, and nobody moves";
        }
        let text = match taken {
            Some(taken) => format!("the {name} on {from} takes the {taken} on {to}"),
            None => format!("the {name} on {from} goes to {to}"),
        };
        if self.unscored_embassy(us) == Some(to) {
            return text + " and occupies the enemy embassy, which scores information";
        }
        if self.ground().embassy(them) == Some(to) {
            return text + " and occupies the enemy embassy";
        }
        if self.ground().embassy(us) == Some(to) && self.is_embassy_occupied(us) {
            return text + " and frees its own embassy";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::CHEDUK;
    use super::*;
    use crate::game::{Notation, korean};

    fn words(fen: &str, text: &str) -> String {
        let position = fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
        position.describe(position.parse_move(text).expect("a legal move"))
    }

    #[test]
    fn every_action_is_told_in_words() {
        assert_eq!(words(fen::START, "A@h7"), "the ambassador is placed and founds its embassy on h7");
        let game = "c10/11/11/2+s8/2S8/3S~7/11/11/11/11/9DG/10C[ASSSassss] w Cc h7/c7 - 0 20";
        assert_eq!(
            words(game, "c8c9"),
            "the spy on c8 attacks the guarded spy on c9: only the guard is removed, and nobody moves"
        );
        assert_eq!(words(game, "k2j2"), "the guard on k2 attaches to the diplomat on j2");
        assert_eq!(
            words(game, "d7c7@k3"),
            "the spy on d7 enters the enemy embassy on c7, scores information and returns home to k3"
        );
        assert_eq!(words(game, "S@k3"), "a captured spy comes back on k3");
        assert_eq!(words(game, "A@h7"), "the captured ambassador comes back on its embassy, h7");
        let home = "c10/11/11/11/2S~8/11/11/11/11/11/9+D1/6C4[ASSSSasssss] w Cc h7/c7 c8 0 20";
        assert_eq!(words(home, "c8@k3"), "the informed spy on c8 returns home to k3");
        assert_eq!(words(home, "j2k2g"), "the guard leaves the diplomat on j2 and goes to k2");
        let line = "c10/11/11/11/2S8/11/11/11/11/11/11/6D3C[ASSSSasssss] w Cc h7/c7 - 0 20";
        assert_eq!(words(line, "k1g1"), "castling: the chief on k1 and the diplomat on g1 change places");
        assert_eq!(words(line, "c8c8"), "the spy on c8 gathers information, 1 of 5");
        assert_eq!(korean(Position::KOREAN, &words(line, "c8c8")).as_deref(), Some("c8 첩자: 정보 취득 (1/5)"));
        let envoy = "the guard leaves the special envoy on k3 and goes to …";
        assert_eq!(korean(Position::KOREAN, envoy).as_deref(), Some("경호원: k3의 특사에서 떨어져 …(으)로 이동"));
    }
}
