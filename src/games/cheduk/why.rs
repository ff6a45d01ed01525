//! Explains why a move that can be parsed is illegal.

use super::board::{Kind, Piece, Position};
use super::fen::side_name;
use super::hex::{Tile, TileSet};
use super::notation::Written;
use super::ruleset::{ChiefRange, Gathering, SpyPlaces};
use super::setup::numbered_tiles;

impl Position {
    /// The rule that forbids what was written.
    pub(super) fn why_illegal(&self, written: Written) -> String {
        if self.termination().is_some() {
            return "the game is over".to_owned();
        }
        if self.is_set_up_phase() {
            return self.why_not_in_set_up(written);
        }
        match written {
            Written::Step(from, to) => self.with_own_piece(from, |piece| self.why_no_step(piece, from, to)),
            Written::Detach(from, to) => self.with_own_piece(from, |_| self.why_no_detaching(from, to)),
            Written::Return(from, home) => self.with_own_piece(from, |piece| self.why_no_return(piece, from, home)),
            Written::Enter(from, to, home) => {
                self.with_own_piece(from, |piece| self.why_no_entry(piece, from, to, home))
            }
            Written::Place(kind, to) => self.why_no_placing(kind, to),
        }
    }

    fn with_own_piece(&self, from: Tile, why: impl Fn(Piece) -> String) -> String {
        match self.piece_at(from) {
            None => format!("no piece stands on {from}"),
            Some(piece) if piece.side != self.turn => format!("the piece on {from} is the opponent's"),
            Some(piece) => why(piece),
        }
    }

    fn why_not_in_set_up(&self, written: Written) -> String {
        let side = side_name(self.turn);
        let due = if self.ground.embassy(self.turn).is_none() { Kind::Ambassador } else { Kind::Spy };
        match (written, due) {
            (Written::Place(Kind::Ambassador, to), Kind::Ambassador) => {
                format!("{to} is no ambassador tile of {side}")
            }
            (Written::Place(Kind::Spy, to), Kind::Spy) => self.why_no_spy_place(to),
            (_, Kind::Ambassador) => format!("the game has not begun: {side} has to place its ambassador"),
            _ => format!("the game has not begun: {side} has to place a spy"),
        }
    }

    fn why_no_spy_place(&self, to: Tile) -> String {
        let numbered = match self.rules.spy_places {
            SpyPlaces::Territory => TileSet::ALL,
            SpyPlaces::NumberedTiles => numbered_tiles(self.turn),
        };
        if numbered.contains(to) {
            self.why_no_home(to)
        } else {
            format!("{to} has no number in {}'s colour, and spies are placed on such tiles only", side_name(self.turn))
        }
    }

    fn why_no_step(&self, piece: Piece, from: Tile, to: Tile) -> String {
        let name = piece.kind.name();
        if from == to {
            return self.why_no_gathering(piece, from);
        }
        if piece.kind == Kind::Chief && self.diplomat(self.turn) == Some(to) {
            return self.why_no_castling(from, to);
        }
        if self.side(self.turn).contains(to) {
            return format!("a piece of the same side stands on {to}");
        }
        match piece.kind {
            Kind::Chief => self.why_chief_stays(from, to),
            Kind::Envoy => self.why_no_jump(from, to),
            Kind::Spy if TileSet::spy_steps(self.turn, from).contains(to) => {
                if self.homes(self.turn).is_empty() {
                    return "a spy returns from its first entry into the embassy, and no tile is free for that"
                        .to_owned();
                }
                format!("a spy returns from its first entry into the embassy: add '@' and a tile, as in '{from}{to}@…'")
            }
            _ => format!("the {name} on {from} does not go to {to}"),
        }
    }

    fn why_no_gathering(&self, piece: Piece, from: Tile) -> String {
        if piece.kind != Kind::Spy {
            return format!("the {} on {from} cannot gather information; only spies can", piece.kind.name());
        }
        if !self.ground.territory(self.turn.other()).contains(from) {
            return format!("{from} does not lie in enemy territory");
        }
        if self.gathered().contains(from) {
            return format!("{from} has been gathered before");
        }
        if piece.informed && self.rules.gathering == Gathering::OncePerTrip {
            return format!("the spy on {from} is informed, and has to return before it gathers again");
        }
        format!("an enemy guard stands beside {from}")
    }

    fn why_no_castling(&self, chief: Tile, diplomat: Tile) -> String {
        if self.has_castled(self.turn) {
            return format!("{} has castled before", side_name(self.turn));
        }
        match chief.between(diplomat) {
            None => format!("no straight line leads from {chief} to {diplomat}"),
            Some(between) if between.meets(self.occupied()) => {
                format!("something stands between {chief} and {diplomat}")
            }
            Some(_) => format!("the chief may not castle to {diplomat}, which lies in enemy territory"),
        }
    }

    fn why_chief_stays(&self, from: Tile, to: Tile) -> String {
        if !TileSet::around(from).contains(to) {
            format!("the chief on {from} does not go to {to}")
        } else if self.occupied().contains(to) {
            "a chief does not capture".to_owned()
        } else {
            match self.rules.chief_range {
                ChiefRange::OwnAndNeutral if !self.ground.territory(self.turn).contains(from) => {
                    format!("{to} lies in enemy territory, where no chief goes")
                }
                ChiefRange::OwnAndNeutral => format!("{to} lies outside the chief's own territory"),
                ChiefRange::UntilCastling => {
                    format!("{to} lies outside the chief's own territory, which it leaves only by castling or after it")
                }
            }
        }
    }

    fn why_no_jump(&self, from: Tile, to: Tile) -> String {
        let Some(between) = from.between(to) else {
            return format!("no straight line leads from {from} to {to}");
        };
        let bars = self.envoy_bars();
        let screens = between & self.occupied();
        let walls = bars.stops.without(self.occupied()) | (bars.no_screens & self.embassies_occupied());
        if let Some(wall) = ((between | TileSet::of(to)) & walls).first() {
            return format!("the embassy on {wall} is occupied, and no special envoy goes over it or onto it");
        }
        if screens.count() != 1 {
            return format!("a special envoy jumps over exactly one piece, but {} stand in between", screens.count());
        }
        if let Some(screen) = (screens & bars.no_screens).first() {
            return format!("a special envoy does not jump over another, as on {screen}");
        }
        "a special envoy captures neither envoys nor ambassadors".to_owned()
    }

    /// The tiles of embassies that are occupied.
    fn embassies_occupied(&self) -> TileSet {
        let sides = [self.turn, self.turn.other()].into_iter().filter(|&side| self.is_embassy_occupied(side));
        sides.filter_map(|side| self.ground.embassy(side)).collect()
    }

    fn why_no_detaching(&self, from: Tile, to: Tile) -> String {
        if self.shared_tile(self.turn) != Some(from) {
            format!("no guard is attached to the piece on {from}")
        } else if !TileSet::around(from).contains(to) {
            format!("{to} is not beside {from}")
        } else {
            format!("a guard detaches to an empty tile only, but something stands on {to}")
        }
    }

    fn why_no_return(&self, piece: Piece, from: Tile, home: Tile) -> String {
        if piece.kind != Kind::Spy {
            return format!("the {} on {from} does not return; only spies do", piece.kind.name());
        }
        if !piece.informed {
            return format!("the spy on {from} has not gathered anything to return with");
        }
        let lands = self.ground.territory(self.turn) | self.ground.territory(self.turn.other());
        if !lands.contains(from) {
            return format!("{from} is neutral ground, from where no spy returns");
        }
        self.why_no_home(home)
    }

    fn why_no_entry(&self, piece: Piece, from: Tile, to: Tile, home: Tile) -> String {
        let them = self.turn.other();
        if piece.kind != Kind::Spy {
            return format!("the {} on {from} does not return; only spies do", piece.kind.name());
        }
        if !TileSet::spy_steps(self.turn, from).contains(to) {
            return format!("the spy on {from} does not go to {to}");
        }
        if self.side(self.turn).contains(to) {
            return format!("a piece of the same side stands on {to}");
        }
        if self.ground.embassy(them) != Some(to) {
            return format!("{to} is not the enemy embassy, so the spy does not return from there");
        }
        if self.unscored_embassy(self.turn).is_none() {
            return format!("the embassy on {to} has been occupied before, so this is a plain move: {from}{to}");
        }
        if self.shielded_tile(them) == Some(to) {
            return format!("the piece on {to} is guarded: the spy attacks, {from}{to}, and stays where it is");
        }
        self.why_no_home(home)
    }

    fn why_no_placing(&self, kind: Kind, to: Tile) -> String {
        let us = self.turn;
        let missing = match kind {
            Kind::Ambassador => self.ambassador(us).is_none(),
            _ => self.spies_in_reserve(us) > 0,
        };
        if !missing {
            return format!("{} has no {} in reserve", side_name(us), kind.name());
        }
        if kind == Kind::Ambassador && self.ground.embassy(us) != Some(to) {
            return "an ambassador comes back on its embassy only".to_owned();
        }
        self.why_no_home(to)
    }

    /// Why no piece of the side to move can be placed on a tile.
    fn why_no_home(&self, home: Tile) -> String {
        if self.occupied().contains(home) {
            format!("a piece stands on {home}")
        } else if self.is_embassy_occupied(self.turn) && self.ground.embassy(self.turn) == Some(home) {
            format!("the embassy on {home} is occupied")
        } else {
            format!("{home} does not lie in {}'s territory", side_name(self.turn))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::CHEDUK;
    use crate::game::{Notation, Side};

    fn why(fen: &str, text: &str) -> String {
        let position = fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
        let error = position.parse_move(text).expect_err("an illegal move").to_string();
        error.split_once("is not legal here: ").map_or(error.clone(), |(_, why)| why.to_owned())
    }

    #[test]
    fn moves_that_cannot_be_read_are_told_what_is_expected() {
        for text in ["", "h7", "h7g8x", "l1a1", "a13a1", "a0a1", "B@c7", "S@", "k2j2gg", "c7@k2@k3", "é1a1"] {
            let error = why(fen::START, text);
            assert!(error.starts_with(&format!("'{text}' is not a move; expected two tiles as in 'h7g8'")), "{error}");
        }
    }

    #[test]
    fn the_set_up_says_what_is_due() {
        assert_eq!(why(fen::START, "A@c7"), "c7 is no ambassador tile of Red");
        assert_eq!(why(fen::START, "S@k2"), "the game has not begun: Red has to place its ambassador");
        let spies = "ce9/e10/g10/11/d10/2a4A3/11/10D/11/10G/10E/9EC[SSSSSsssss] b Cc h7/c7 - 0 0";
        assert_eq!(why(spies, "S@f6"), "f6 does not lie in Blue's territory");
        assert_eq!(why(spies, "S@c7"), "a piece stands on c7");
        assert_eq!(why(spies, "a12b12"), "the game has not begun: Blue has to place a spy");
    }

    #[test]
    fn steps_are_refused_with_the_reason() {
        let fen = "c10/11/11/2+s8/2S8/11/E1S3e4/11/11/11/9DE/8S1C[ASSassss] w C h7/c7 - 0 20";
        let why = |text| why(fen, text);
        assert_eq!(why("b2b3"), "no piece stands on b2");
        assert_eq!(why("a12b12"), "the piece on a12 is the opponent's");
        assert_eq!(why("c6c6"), "c6 does not lie in enemy territory");
        assert_eq!(why("c8c8"), "an enemy guard stands beside c8");
        assert_eq!(why("j2j2"), "the diplomat on j2 cannot gather information; only spies can");
        assert_eq!(why("k1k2"), "a piece of the same side stands on k2");
        assert_eq!(why("k1k3"), "the chief on k1 does not go to k3");
        assert_eq!(why("k1h1"), "the chief on k1 does not go to h1");
        assert_eq!(why("c8d8"), "the spy on c8 does not go to d8");
        assert_eq!(why("j2a12"), "the diplomat on j2 does not go to a12");
        assert_eq!(why("a6g6"), "a special envoy captures neither envoys nor ambassadors");
        assert_eq!(why("a6h6"), "a special envoy jumps over exactly one piece, but 2 stand in between");
        assert_eq!(why("a6b10"), "no straight line leads from a6 to b10");
        assert_eq!(why("c8@k3"), "the spy on c8 has not gathered anything to return with");
        assert_eq!(why("j2@k3"), "the diplomat on j2 does not return; only spies do");
        assert_eq!(why("c8b8g"), "no guard is attached to the piece on c8");
        assert_eq!(why("c8b8@k4"), "b8 is not the enemy embassy, so the spy does not return from there");
        assert_eq!(why("c8c7"), "the spy on c8 does not go to c7");
        assert_eq!(why("A@h6"), "an ambassador comes back on its embassy only");
        assert_eq!(why("S@d4"), "d4 does not lie in Red's territory");
        assert_eq!(why("S@k1"), "a piece stands on k1");
    }

    #[test]
    fn castling_is_refused_with_the_reason() {
        let fen = |placement: &str, right: &str| format!("{placement}[ASSSSSasssss] w {right} h7/c7 - 0 20");
        let line = "c10/11/11/11/11/11/11/11/11/11/11/6D3C";
        assert_eq!(why(&fen(line, "c"), "k1g1"), "Red has castled before");
        let blocked = "c10/11/11/11/11/11/11/11/11/11/11/6DG2C";
        assert_eq!(why(&fen(blocked, "Cc"), "k1g1"), "something stands between k1 and g1");
        let askew = "c10/11/11/11/11/11/11/11/11/11/6D4/10C";
        assert_eq!(why(&fen(askew, "Cc"), "k1g2"), "no straight line leads from k1 to g2");
        let abroad = "c1D7C/11/11/11/11/11/11/11/11/11/11/11";
        assert_eq!(why(&fen(abroad, "Cc"), "k12c12"), "the chief may not castle to c12, which lies in enemy territory");
    }

    #[test]
    fn chiefs_guards_and_spies_are_bound() {
        let fen = "c10/11/11/11/3S7/3+S7/11/6C4/11/11/11/11[ASSSasssss] w - h7/c7 - 0 20";
        let why = |text| why(fen, text);
        assert_eq!(why("g5f5"), "f5 lies outside the chief's own territory");
        assert_eq!(
            why("d7c7"),
            "a spy returns from its first entry into the embassy: add '@' and a tile, as in 'd7c7@…'"
        );
        assert_eq!(why("d7c7@c12"), "c12 does not lie in Red's territory");
        assert_eq!(why("d7d8g"), "a guard detaches to an empty tile only, but something stands on d8");
        assert_eq!(why("d7f7g"), "f7 is not beside d7");
        let occupied = fen.replace("h7/c7 -", "h7/c7! c7");
        assert_eq!(
            super::tests::why(&occupied, "d7c7@k1"),
            "the embassy on c7 has been occupied before, so this is a plain move: d7c7"
        );
        let neutral = "c10/11/11/11/11/11/5S~5/11/11/11/11/10C[ASSSSasssss] w Cc h7!/c7 h7 0 20";
        assert_eq!(super::tests::why(neutral, "f6@k2"), "f6 is neutral ground, from where no spy returns");
        assert_eq!(super::tests::why(neutral, "S@h7"), "the embassy on h7 is occupied");
        let wall = "c10/11/11/11/11/E3S6/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7! c7 0 20";
        assert_eq!(
            super::tests::why(wall, "a7f7"),
            "the embassy on c7 is occupied, and no special envoy goes over it or onto it"
        );
        let over = "D10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";
        assert_eq!(super::tests::why(over, "S@a11"), "the game is over");
    }
}
