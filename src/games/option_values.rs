//! Values of the games' options by name, with the defaults of those that nobody has set.

use std::collections::BTreeMap;

use super::registry;
use crate::game::{OptionKind, Settings};

/// The options that somebody has set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionValues(BTreeMap<String, String>);

impl OptionValues {
    /// Sets an option to a value that it can have.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }
}

impl Settings for OptionValues {
    fn choice(&self, name: &str) -> &str {
        choice_or_default(name, self.0.get(name))
    }

    fn number(&self, name: &str) -> i64 {
        number_or_default(name, self.0.get(name))
    }
}

fn kind(name: &str) -> Option<OptionKind> {
    registry::OPTIONS.iter().find(|spec| spec.name == name).map(|spec| spec.kind)
}

/// The value of a combo option.
pub fn choice_or_default<'a>(name: &str, value: Option<&'a String>) -> &'a str {
    match (value, kind(name)) {
        (Some(value), _) => value,
        (None, Some(OptionKind::Combo { default, .. })) => default,
        _ => "",
    }
}

/// The value of a spin option.
pub fn number_or_default(name: &str, value: Option<&String>) -> i64 {
    match (value, kind(name)) {
        (Some(value), _) => value.parse().unwrap_or(0),
        (None, Some(OptionKind::Spin { default, .. })) => default,
        _ => 0,
    }
}

/// The value of an option that nobody has set, as the protocol writes it.
pub fn default_text(name: &str) -> String {
    match kind(name) {
        Some(OptionKind::Combo { default, .. }) => default.to_owned(),
        Some(OptionKind::Spin { default, .. }) => default.to_string(),
        Some(OptionKind::Check { default }) => default.to_string(),
        _ => String::new(),
    }
}
