//! The clocks of a game, which CECP sets by several commands.

use crate::clock::Duration;
use crate::engine::{Clocks, SearchRequest};
use crate::game::Side;

/// The time control of `level`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves per session; 0 if the time is for the whole game.
    pub moves: u32,
    /// Time per session.
    pub base: Duration,
    /// Fischer increment.
    pub increment: Duration,
}

/// For a GUI that sends no time control.
const DEFAULT: Level = Level { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO };

/// Two clocks agree if they differ by at most one part in this many: GUIs round to hundredths of a second.
const TOLERANCE: u32 = 20;

/// Time control, clocks and depth limit of the engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CecpClock {
    level: Option<Level>,
    move_time: Option<Duration>,
    /// Depth limit, `sd`.
    pub depth: Option<u32>,
    /// The engine's clock.
    pub own: Option<Duration>,
    /// The opponent's clock.
    pub opponent: Option<Duration>,
}

impl CecpClock {
    /// For a new game: full clocks, no depth limit.
    pub fn restart(&mut self) {
        self.depth = None;
        self.own = None;
        self.opponent = None;
    }

    /// Time control by clocks, `level`.
    pub fn set_level(&mut self, level: Level) {
        *self = CecpClock { level: Some(level), depth: self.depth, ..CecpClock::default() };
    }

    /// Fixed time per move, `st`.
    pub fn set_move_time(&mut self, time: Duration) {
        *self = CecpClock { move_time: Some(time), depth: self.depth, ..CecpClock::default() };
    }

    /// Limits of a search for a side that has made `made` moves and has already used `spent` on the next one.
    pub fn request(&self, side: Side, made: usize, spent: Duration) -> SearchRequest {
        let movetime = self.move_time.map(|time| time.saturating_sub(spent));
        let mut request = SearchRequest { depth: self.depth, movetime, ..SearchRequest::default() };
        if self.is_running() {
            let level = self.level.unwrap_or(DEFAULT);
            let mut remaining = [self.opponent.or(Some(level.base)); 2];
            remaining[side.index()] = Some(self.own.unwrap_or(level.base).saturating_sub(spent));
            let moves_to_go = level.left(made);
            request.clocks = Clocks { remaining, increment: [Some(level.increment); 2], moves_to_go };
        }
        request
    }

    /// Whether a move has taken all the time that there is for it.
    pub fn is_used_up(&self, spent: Duration) -> bool {
        let own = self.own.unwrap_or(self.level.unwrap_or(DEFAULT).base);
        self.move_time.map_or(self.is_running() && own <= spent, |time| time <= spent)
    }

    /// Whether a search that was started with the other clock planned its time as it would with this one.
    pub fn agrees_with(&self, other: &CecpClock) -> bool {
        let rules = |clock: &CecpClock| (clock.level, clock.move_time, clock.depth, clock.is_running());
        let left = |clock: &CecpClock| clock.own.unwrap_or(clock.level.unwrap_or(DEFAULT).base);
        let same_time = left(self).abs_diff(left(other)) <= left(self) / TOLERANCE;
        rules(self) == rules(other) && (same_time || !self.is_running())
    }

    fn is_running(&self) -> bool {
        self.move_time.is_none() && (self.level.is_some() || self.own.is_some() || self.depth.is_none())
    }

    /// Takes the time of the engine's move number `made` off its clock. GUIs send `time` before every move and correct
    /// it; people at a terminal do not.
    pub fn spend(&mut self, time: Duration, made: usize) {
        if self.is_running() {
            let level = self.level.unwrap_or(DEFAULT);
            let left = self.own.unwrap_or(level.base).saturating_sub(time) + level.increment;
            let session = if level.left(made) == Some(level.moves) { level.base } else { Duration::ZERO };
            self.own = Some(left + session);
        }
    }
}

impl Level {
    /// Moves to the next time control after `made` moves.
    fn left(self, made: usize) -> Option<u32> {
        (self.moves > 0).then(|| self.moves - u32::try_from(made % self.moves as usize).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn level(moves: u32) -> Level {
        Level { moves, base: 60 * SECOND, increment: SECOND }
    }

    #[test]
    fn the_clocks_belong_to_the_engine_and_its_opponent() {
        let mut clock = CecpClock::default();
        clock.set_level(level(0));
        (clock.own, clock.opponent) = (Some(50 * SECOND), Some(40 * SECOND));
        let clocks = clock.request(Side::Lower, 3, Duration::ZERO).clocks;
        assert_eq!(clocks.remaining, [Some(40 * SECOND), Some(50 * SECOND)]);
        assert_eq!((clocks.increment, clocks.moves_to_go), ([Some(SECOND); 2], None));
    }

    #[test]
    fn a_search_that_begins_again_has_the_rest_of_the_time() {
        let mut clock = CecpClock::default();
        clock.set_level(level(0));
        assert_eq!(clock.request(Side::Upper, 0, 20 * SECOND).clocks.remaining, [Some(40 * SECOND), Some(60 * SECOND)]);
        clock.set_move_time(5 * SECOND);
        assert_eq!(clock.request(Side::Upper, 0, 2 * SECOND).movetime, Some(3 * SECOND));
        assert_eq!(clock.request(Side::Upper, 0, 9 * SECOND).movetime, Some(Duration::ZERO));
    }

    #[test]
    fn time_is_used_up_by_the_clock_or_the_time_for_a_move() {
        let used_up = |clock: &CecpClock| [4, 5, 60].map(|seconds| clock.is_used_up(seconds * SECOND));
        let mut clock = CecpClock { depth: Some(3), ..CecpClock::default() };
        assert_eq!(used_up(&clock), [false; 3], "there is no clock");
        clock.set_level(level(0));
        assert_eq!(used_up(&clock), [false, false, true]);
        clock.own = Some(5 * SECOND);
        assert_eq!(used_up(&clock), [false, true, true]);
        clock.set_move_time(5 * SECOND);
        assert_eq!(used_up(&clock), [false, true, true]);
    }

    #[test]
    fn sessions_begin_again() {
        let mut clock = CecpClock::default();
        clock.set_level(level(10));
        let left = |clock: &CecpClock, made| clock.request(Side::Upper, made, Duration::ZERO).clocks.moves_to_go;
        assert_eq!([0, 1, 9, 10, 25].map(|made| left(&clock, made)), [10, 9, 1, 10, 5].map(Some));
        clock.spend(5 * SECOND, 1);
        assert_eq!(clock.own, Some(56 * SECOND));
        clock.spend(6 * SECOND, 10);
        assert_eq!(clock.own, Some(111 * SECOND));
    }

    #[test]
    fn clocks_agree_but_for_what_gets_lost_on_the_way() {
        let mut clock = CecpClock::default();
        clock.set_level(level(0));
        let told = |own| CecpClock { own: Some(own), opponent: Some(SECOND), ..clock.clone() };
        assert!(told(59 * SECOND).agrees_with(&clock));
        assert!(!told(50 * SECOND).agrees_with(&clock));
        assert!(!told(70 * SECOND).agrees_with(&clock));
        assert!(!CecpClock { depth: Some(3), ..clock.clone() }.agrees_with(&clock));
        clock.set_move_time(SECOND);
        assert!(CecpClock { own: Some(SECOND), ..clock.clone() }.agrees_with(&clock));
    }

    #[test]
    fn depth_alone_is_no_hurry_but_nothing_at_all_is() {
        let mut clock = CecpClock { depth: Some(3), ..CecpClock::default() };
        assert!(!clock.request(Side::Upper, 0, Duration::ZERO).clocks.are_running());
        clock.set_move_time(SECOND);
        let request = clock.request(Side::Upper, 0, Duration::ZERO);
        assert_eq!((request.depth, request.movetime, request.clocks), (Some(3), Some(SECOND), Clocks::default()));
        clock.spend(SECOND, 1);
        assert_eq!(clock.own, None);
        assert!(CecpClock::default().request(Side::Upper, 0, Duration::ZERO).is_limited());
    }
}
