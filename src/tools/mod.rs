//! Tools, generic over games: analysis of many positions, review of games, conversion of records, solving, self-play, statistics of such games, tuning,
//! training, the search parameters for tuners, and man pages.

pub mod analyse;
mod analyst;
mod annotator;
mod bar;
pub mod convert;
pub mod games;
mod interrupts;
pub mod manual;
pub mod parameters;
pub mod review;
pub mod search_arguments;
pub mod selfplay;
pub mod solving;
mod svg;
pub mod train;
pub mod training_data;
pub mod tune;

use std::str::FromStr;

pub use interrupts::listen_for_interrupts;

/// Reads an argument that is a share, or small as one; `nan` is none.
pub fn share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let share = text.parse().ok().filter(|share| (T::from(0)..=T::from(1)).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_between_none_and_all() {
        assert_eq!((share("0"), share("1"), share("2e-9")), (Ok(0.0), Ok(1.0), Ok(2e-9)));
        for bad in ["nan", "inf", "-0.1", "1.1", "", "half"] {
            assert!(share::<f64>(bad).is_err() && share::<f32>(bad).is_err(), "{bad}");
        }
    }
}
