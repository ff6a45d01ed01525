//! The clock of one side in one game, kept by the runner.

use std::time::Duration;

use super::limits::{EngineLimits, TimeControl};

#[derive(Clone, Debug)]
pub struct GameClock {
    limits: EngineLimits,
    left: Duration,
    moves_left: Option<u32>,
}

impl GameClock {
    pub fn new(limits: EngineLimits) -> GameClock {
        let left = limits.clock.map(|clock| Duration::from_millis(clock.base + clock.increment)).unwrap_or_default();
        GameClock { limits, left, moves_left: limits.clock.and_then(|clock| clock.moves) }
    }

    /// How long the next move may take; none if the engine has neither a clock nor a time per move.
    pub fn allowance(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|_| self.left);
        let own = self.limits.longest_move();
        clock.map_or(own, |clock| Some(own.map_or(clock, |own| own.min(clock))))
    }

    /// Takes the time of a move off the clock and adds the increment.
    pub fn spend(&mut self, used: Duration) {
        let Some(TimeControl { moves, base, increment }) = self.limits.clock else {
            return;
        };
        self.left = self.left.saturating_sub(used) + Duration::from_millis(increment);
        if let (Some(left), Some(moves)) = (&mut self.moves_left, moves) {
            *left = left.saturating_sub(1);
            if *left == 0 {
                *left = moves;
                self.left += Duration::from_millis(base);
            }
        }
    }

    /// The arguments of `go` for the owner of this clock, who has already spent `gone` on this move. The letters are
    /// those of the owner and of the other side.
    pub fn go_words(&self, gone: Duration, other_clock: &GameClock, [own, other]: [char; 2]) -> String {
        let mut words = String::new();
        if let Some(clock) = self.limits.clock {
            let left = self.left.saturating_sub(gone).as_millis();
            // Engines divide by the opponent's time, so an opponent without a clock gets the same time.
            let others = other_clock
                .limits
                .clock
                .map_or((left, clock.increment), |clock| (other_clock.left.as_millis(), clock.increment));
            let mut sides = [(own, left, clock.increment), (other, others.0, others.1)];
            sides.sort_by_key(|side| std::cmp::Reverse(side.0));
            let [(a, a_time, a_increment), (b, b_time, b_increment)] = sides;
            words += &format!(" {a}time {a_time} {b}time {b_time} {a}inc {a_increment} {b}inc {b_increment}");
            if let Some(moves) = self.moves_left {
                words += &format!(" movestogo {moves}");
            }
        }
        let limits = [("movetime", self.limits.movetime), ("nodes", self.limits.nodes), ("depth", self.limits.depth)];
        for (word, limit) in limits {
            if let Some(limit) = limit {
                words += &format!(" {word} {limit}");
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> GameClock {
        GameClock::new(EngineLimits { clock: TimeControl::read(text), ..EngineLimits::default() })
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn an_increment_counts_from_the_first_move() {
        let mut clock = clock("10+0.1");
        assert_eq!(clock.allowance(), Some(ms(10_100)));
        clock.spend(ms(600));
        assert_eq!(clock.allowance(), Some(ms(9_600)));
        clock.spend(ms(20_000));
        assert_eq!(clock.allowance(), Some(ms(100)), "a margin lets a side go on with nothing left");
    }

    #[test]
    fn after_its_moves_the_time_is_given_again() {
        let (mut clock, other) = (clock("2/6"), clock("2/6"));
        clock.spend(ms(1_000));
        let words = clock.go_words(Duration::ZERO, &other, ['b', 'w']);
        assert_eq!(words, " wtime 6000 btime 5000 winc 0 binc 0 movestogo 1");
        clock.spend(ms(1_000));
        assert_eq!(clock.allowance(), Some(ms(10_000)));
        assert!(clock.go_words(ms(1), &other, ['w', 'b']).starts_with(" wtime 9999 btime 6000 "));
    }

    #[test]
    fn other_limits_need_no_clock() {
        let limits = EngineLimits { nodes: Some(500), movetime: Some(20), ..EngineLimits::default() };
        let (clock, other) = (GameClock::new(limits), clock("10"));
        assert_eq!(clock.go_words(Duration::ZERO, &other, ['w', 'b']), " movetime 20 nodes 500");
        assert_eq!(clock.allowance(), Some(ms(20)));
        assert_eq!(GameClock::new(EngineLimits { depth: Some(3), ..EngineLimits::default() }).allowance(), None);
        let words = other.go_words(Duration::ZERO, &clock, ['w', 'b']);
        assert_eq!(words, " wtime 10000 btime 10000 winc 0 binc 0");
    }
}
