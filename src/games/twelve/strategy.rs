//! The strategies that are compiled into the program: a move for every position that can arise when it plays from the
//! start.
//!
//! The two files are made with `janggun solve VARIANT --out TABLE` and `janggun solve --distil TABLE --out FILE`.

use crate::game::Variant;

/// The strategy of a variant, as `--distil` wrote it.
pub(super) fn carried(variant: &Variant) -> Option<&'static [u8]> {
    match variant.name {
        "twelvejanggi" => Some(include_bytes!("twelvejanggi.strategy")),
        "dobutsu" => Some(include_bytes!("dobutsu.strategy")),
        _ => None,
    }
}
