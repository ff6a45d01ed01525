//! The numbers of the search that are tuned by games: margins, reductions, bonuses.
//!
//! In an ordinary build they are constants. A tuning build (`--features tuning`) makes each a UCI option, so that SPSA and other
//! tuners can set them; `janggun parameters` lists them in the forms that tuners read.

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number that is tuned, with the range in which a tuner may look.
#[derive(Debug)]
pub struct Parameter {
    /// The name of its UCI option.
    pub name: &'static str,
    /// What the engine plays with.
    pub default: i32,
    /// The least that makes sense.
    pub min: i32,
    /// The most that makes sense.
    pub max: i32,
    #[cfg(feature = "tuning")]
    value: AtomicI32,
}

impl Parameter {
    const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Parameter {
        Parameter {
            name,
            default,
            min,
            max,
            #[cfg(feature = "tuning")]
            value: AtomicI32::new(default),
        }
    }

    /// The value to search with.
    #[inline(always)]
    pub fn get(&self) -> i32 {
        #[cfg(feature = "tuning")]
        return self.value.load(Ordering::Relaxed);
        #[cfg(not(feature = "tuning"))]
        return self.default;
    }
}

/// Sets the parameter of that name, if there is one, for all searches of the process.
#[cfg(feature = "tuning")]
pub fn set(name: &str, value: i64) {
    if let Some(parameter) = ALL.iter().find(|parameter| parameter.name == name) {
        parameter.value.store(value as i32, Ordering::Relaxed);
    }
}

macro_rules! parameters {
    ($($(#[$about:meta])* $name:ident = $default:literal, $min:literal to $max:literal;)*) => {
        $($(#[$about])* pub static $name: Parameter = Parameter::new(stringify!($name), $default, $min, $max);)*

        /// All parameters, in the order of the search.
        pub static ALL: &[&Parameter] = &[$(&$name),*];
    };
}

// Margins are in centipawns.
parameters! {
    /// Half the width of the first aspiration window around the last iteration's value.
    ASPIRATION = 25, 8 to 80;
    /// Razoring at depth 1 and 2.
    RAZOR_ONE = 300, 100 to 600;
    /// See [`RAZOR_ONE`].
    RAZOR_TWO = 500, 200 to 1000;
    /// Reverse futility pruning, for each ply of depth.
    REVERSE_FUTILITY = 75, 30 to 150;
    /// Null-move pruning: the static evaluation may be below beta by this much times the depth.
    NULL_MOVE = 20, 0 to 60;
    /// Null-move pruning: evaluation above beta that reduces by one ply more.
    NULL_MOVE_EVALUATION = 180, 60 to 400;
    /// ProbCut: how far beta is raised.
    PROBCUT = 180, 80 to 400;
    /// ProbCut: how much less when the evaluation improves.
    PROBCUT_IMPROVING = 50, 0 to 150;
    /// Futility pruning at reduced depth 0.
    FUTILITY_BASE = 100, 20 to 250;
    /// Futility pruning, for each ply of reduced depth.
    FUTILITY = 85, 30 to 200;
    /// Futility pruning: history worth one centipawn.
    FUTILITY_HISTORY = 200, 50 to 600;
    /// Late-move pruning: quiet moves searched at depth 0.
    LATE_MOVES = 4, 1 to 10;
    /// History pruning, for each ply of reduced depth; below zero.
    HISTORY_PRUNING = 4000, 1000 to 9000;
    /// SEE pruning: loss tolerated of a quiet move, times the square of the reduced depth.
    QUIET_STATIC_EXCHANGE = 25, 8 to 70;
    /// SEE pruning: loss tolerated of a capture, times the depth.
    NOISY_STATIC_EXCHANGE = 90, 30 to 200;
    /// Singular extension: how far below the hash value the other moves must stay, in sixteenths of a centipawn for each ply.
    SINGULAR = 32, 8 to 96;
    /// Singular extension by two plies: how much further below.
    DOUBLE_EXTENSION = 30, 5 to 120;
    /// Late-move reduction: its constant part, in hundredths of a ply.
    REDUCTION_BASE = 70, 0 to 180;
    /// Late-move reduction: what the product of the logarithms is divided by, in hundredths.
    REDUCTION_DIVISOR = 220, 120 to 400;
    /// Late-move reduction: history worth one ply.
    REDUCTION_HISTORY = 10000, 4000 to 20000;
    /// History bonus for each ply of depth.
    HISTORY_BONUS = 150, 50 to 400;
    /// History bonus: taken off.
    HISTORY_BONUS_OFFSET = 80, 0 to 300;
    /// The largest history bonus.
    HISTORY_BONUS_LIMIT = 1700, 600 to 3500;
    /// Delta pruning in quiescence search.
    DELTA = 150, 50 to 400;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges_and_names_differ() {
        for (number, parameter) in ALL.iter().enumerate() {
            assert!((parameter.min..=parameter.max).contains(&parameter.default), "{}", parameter.name);
            assert_eq!(parameter.get(), parameter.default);
            assert!(ALL[..number].iter().all(|other| other.name != parameter.name), "{}", parameter.name);
        }
    }
}
