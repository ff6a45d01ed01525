//! `-resign` and `-draw`.

use super::super::adjudication::{DrawRule, ResignRule};
use super::values::{DialectError, checked};

pub fn read_resign(values: &[String]) -> Result<ResignRule, DialectError> {
    let mut list = String::new();
    for (key, value) in checked("resign", values, &["movecount", "score", "twosided"])? {
        let key = match key.as_str() {
            "movecount" => "moves",
            "twosided" => "both",
            other => other,
        };
        list += &format!("{key}={value} ");
    }
    ResignRule::read(&list).map_err(|error| DialectError::Key { option: "resign", error })
}

pub fn read_draw(values: &[String]) -> Result<DrawRule, DialectError> {
    let mut list = String::new();
    for (key, value) in checked("draw", values, &["movenumber", "movecount", "score"])? {
        list += &match key.as_str() {
            // A move of chess is two plies.
            "movenumber" => {
                format!("after={} ", value.parse::<u64>().map_or(value, |moves| moves.saturating_mul(2).to_string()))
            }
            "movecount" => format!("moves={value} "),
            other => format!("{other}={value} "),
        };
    }
    DrawRule::read(&list).map_err(|error| DialectError::Key { option: "draw", error })
}
