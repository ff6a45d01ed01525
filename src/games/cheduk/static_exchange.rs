//! Static exchange evaluation (SEE): what a series of captures on one tile gains, without playing it.
//!
//! A capturing piece stands on the tile and may be captured in turn. Lines open behind it and envoys lose their
//! screens, so the attackers are computed anew after every capture.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::hex::{Tile, TileSet};
use super::moves::guard_reach;
use crate::game::Side;

/// The board during the exchange.
struct Exchange<'a> {
    position: &'a Position,
    target: Tile,
    occupied: TileSet,
    /// Pieces that no envoy jumps over, and tiles that none passes.
    envoys: TileSet,
    walls: TileSet,
    /// The piece on the target.
    on_target: Kind,
}

impl Exchange<'_> {
    /// The least valuable piece of a side that can capture on the target.
    fn attacker(&self, side: Side) -> Option<(Kind, Tile)> {
        let (position, target) = (self.position, self.target);
        let present = |from: &Tile| self.occupied.contains(*from) && *from != target;
        let sources = TileSet::spy_sources(side, target);
        if let Some(spy) = position.spies(side).filter(present).find(|&spy| sources.contains(spy)) {
            return Some((Kind::Spy, spy));
        }
        let ambassador = position.ambassador(side).filter(present);
        if let Some(from) = ambassador.filter(|_| position.ambassador_reach(side).contains(target)) {
            return Some((Kind::Ambassador, from));
        }
        let guard = position.guard(side).filter(|_| !position.is_guard_attached(side)).filter(present);
        let reach = |guard: &Tile| guard_reach(position.rules().guarding, *guard, self.occupied);
        if let Some(from) = guard.filter(|guard| reach(guard).contains(target)) {
            return Some((Kind::Guard, from));
        }
        // A piece on the enemy embassy occupies it, which keeps the enemy's envoys out.
        let closed = position.ground().embassy(side) == Some(target);
        if !closed
            && !matches!(self.on_target, Kind::Envoy | Kind::Ambassador)
            && let Some(from) = position.envoys(side).filter(present).find(|&from| self.can_jump(from))
        {
            return Some((Kind::Envoy, from));
        }
        let diplomat = position.diplomat(side).filter(present);
        let sees = |from: &Tile| from.between(target).is_some_and(|between| !between.meets(self.occupied));
        diplomat.filter(sees).map(|from| (Kind::Diplomat, from))
    }

    /// Whether exactly one piece that may be jumped over is between an envoy and the target.
    fn can_jump(&self, from: Tile) -> bool {
        from.between(self.target).is_some_and(|between| {
            let screens = between & self.occupied;
            screens.count() == 1 && !screens.meets(self.envoys) && !between.meets(self.walls)
        })
    }

    /// What a side may lose with a piece that captures on the target: a spy that scores there returns home and risks
    /// nothing.
    fn risk(&self, side: Side, kind: Kind, loss: &impl Fn(Kind) -> i32) -> i32 {
        let goes_home = kind == Kind::Spy && self.position.unscored_embassy(side) == Some(self.target);
        if goes_home { 0 } else { loss(kind) }
    }
}

/// Whether `mv`, which itself gains `gain`, and the captures that follow on its target gain at least `least` for its
/// side, if either side stops as soon as continuing does not pay. `loss` gives the value of a piece to its owner.
pub(super) fn pays(position: &Position, mv: Move, gain: i32, least: i32, loss: impl Fn(Kind) -> i32) -> bool {
    let mut balance = gain - least;
    if balance < 0 {
        return false;
    }
    let (us, them) = (position.turn, position.turn.other());
    let target = mv.to();
    let kind = match mv.action() {
        // The piece does not stay on the target, or nothing can capture it there.
        Action::Castle | Action::Enter => return true,
        Action::Go if position.side(us).contains(target) || position.shielded_tile(them) == Some(target) => {
            return true;
        }
        _ if position.is_set_up_phase() => return true,
        Action::Gather | Action::Return | Action::PlaceSpy => Kind::Spy,
        Action::PlaceAmbassador => Kind::Ambassador,
        Action::Detach => Kind::Guard,
        Action::Go => match position.kind_at(us, mv.from()) {
            Some(kind) => kind,
            None => return true,
        },
    };
    let brings_guard = matches!(mv.action(), Action::Go | Action::Gather | Action::Return)
        && position.shared_tile(us) == Some(mv.from());
    let stake = loss(if brings_guard { Kind::Guard } else { kind });
    balance = stake - balance;
    if balance <= 0 {
        return true;
    }

    let mut occupied = position.occupied().with(target);
    if matches!(mv.action(), Action::Go | Action::Return) {
        occupied.toggle(mv.from());
    }
    let mut exchange = Exchange {
        position,
        target,
        occupied,
        envoys: position.envoys(us).chain(position.envoys(them)).fold(TileSet::EMPTY, TileSet::with),
        walls: position.occupied_embassies(),
        on_target: kind,
    };
    let mut side = us;
    let mut pays = true;
    loop {
        side = side.other();
        let Some((kind, from)) = exchange.attacker(side) else { return pays };
        pays = !pays;
        if brings_guard {
            // The guard is removed instead of its host, and the attacker stays where it is.
            return pays;
        }
        balance = exchange.risk(side, kind, &loss) - balance;
        if balance < i32::from(pays) {
            return pays;
        }
        exchange.occupied.toggle(from);
        exchange.on_target = kind;
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{CHEDUK, CHEDUK_SPAN, MODERN};
    use super::*;
    use crate::game::{Game, Notation, Searchable};
    use crate::games::test_games;

    /// Round numbers that are easy to add up.
    fn loss(kind: Kind) -> i32 {
        match kind {
            Kind::Chief => 5_000,
            Kind::Diplomat => 900,
            Kind::Envoy => 400,
            Kind::Guard => 300,
            Kind::Ambassador => 200,
            Kind::Spy => 100,
        }
    }

    fn taken(position: &Position, mv: Move) -> i32 {
        position.kind_at(position.turn.other(), mv.to()).map_or(0, loss)
    }

    /// The value of the exchange that a move begins.
    fn value(position: &Position, mv: Move) -> i32 {
        let gain = taken(position, mv);
        test_games::largest(-9_000..9_000, |least| pays(position, mv, gain, least, loss))
    }

    #[track_caller]
    fn assert_value(placement: &str, mv: &str, expected: i32) {
        let fen = format!("{placement} w - h7/c7 - 0 20");
        let position = fen::read(&CHEDUK, Side::Upper, &fen).expect("a good FEN");
        assert_eq!(value(&position, position.parse_move(mv).expect("a legal move")), expected);
    }

    #[test]
    fn what_nobody_guards_is_won() {
        assert_value("c10/11/11/11/11/5s5/11/5D5/11/11/11/10C[ASSSSSassss]", "f5a5", 0);
        assert_value("c10/11/11/11/11/11/11/D4s5/11/11/11/10C[ASSSSSassss]", "a5f5", 100);
    }

    #[test]
    fn what_is_guarded_costs_the_taker() {
        assert_value("c10/11/11/11/11/11/11/D4s4d/11/11/11/10C[ASSSSSassss]", "a5f5", 100 - 900);
        // An envoy behind a screen recaptures, and only what attacks it captures it.
        assert_value("c10/11/11/11/11/11/11/D4s4d/11/4S6/4E6/10C[ASSSSassss]", "a5f5", 100 - 900 + 900);
    }

    #[test]
    fn no_envoy_takes_an_envoy() {
        assert_value("c10/11/11/11/11/11/11/E1S2s2S1e/11/11/11/10C[ASSSassss]", "a5f5", 100);
    }

    #[test]
    fn a_guard_takes_the_blow() {
        assert_value("c10/11/11/11/11/11/11/+D4s4d/11/11/11/10C[ASSSSSassss]", "a5f5", 100 - 300);
    }

    #[test]
    fn who_strikes_a_guard_stays_where_it_is() {
        assert_value("c10/11/11/11/11/11/11/D4+s4d/11/11/11/10C[ASSSSSassss]", "a5f5", 100);
    }

    /// Compares with playing all captures on the tile, least valuable attacker first.
    #[test]
    fn it_agrees_with_playing_the_captures() {
        /// The most that the side to move can gain on the tile.
        fn best(position: &Position, target: Tile) -> i32 {
            let mut moves = Vec::new();
            position.noisy_moves(&mut moves);
            let takes = moves.into_iter().filter(|mv| mv.to() == target && mv.action() != Action::Gather);
            let cheapest = takes.min_by_key(|mv| position.kind_at(position.turn, mv.from()).map(loss));
            let Some(mv) = cheapest else { return 0 };
            let them = position.turn.other();
            if position.shielded_tile(them) == Some(target) {
                return loss(Kind::Guard);
            }
            let gain = taken(position, mv);
            let mut next = *position;
            next.play(mv);
            (gain - best(&next, target)).max(0)
        }
        let starts = [&CHEDUK, &CHEDUK_SPAN, &MODERN].repeat(30);
        let starts =
            starts.into_iter().map(|rules| fen::read(rules, Side::Upper, fen::START).expect("the start position"));
        let mut pairs = Vec::new();
        for position in test_games::random_games(starts, 120) {
            let mut moves = Vec::new();
            position.noisy_moves(&mut moves);
            let free = |mv: &&Move| {
                let them = position.turn.other();
                mv.action() == Action::Go
                    && position.shielded_tile(them) != Some(mv.to())
                    && position.kind_at(them, mv.to()).is_some_and(|kind| kind != Kind::Chief)
            };
            for &mv in moves.iter().filter(free) {
                let mut next = position;
                next.play(mv);
                let played = taken(&position, mv) - best(&next, mv.to());
                pairs.push((value(&position, mv), played));
            }
        }
        // Guards that move with an attacker, and embassies in between, are not modelled; they are rare.
        test_games::assert_most_agree(pairs, 30);
    }
}
