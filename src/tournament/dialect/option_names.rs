//! The names of all arguments.

/// What an argument is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentEffect {
    /// It does something here, or is refused with the reason.
    Applied,
    /// None: it does not matter for this runner, and is accepted.
    None,
}

/// Arguments that both programs know, or one of them.
pub const OPTIONS: [(&str, ArgumentEffect); 49] = [
    ("engine", ArgumentEffect::Applied),
    ("each", ArgumentEffect::Applied),
    ("variant", ArgumentEffect::Applied),
    ("rounds", ArgumentEffect::Applied),
    ("games", ArgumentEffect::Applied),
    ("repeat", ArgumentEffect::Applied),
    ("concurrency", ArgumentEffect::Applied),
    ("openings", ArgumentEffect::Applied),
    ("sprt", ArgumentEffect::Applied),
    ("resign", ArgumentEffect::Applied),
    ("draw", ArgumentEffect::Applied),
    ("maxmoves", ArgumentEffect::Applied),
    ("recover", ArgumentEffect::Applied),
    ("srand", ArgumentEffect::Applied),
    ("pgnout", ArgumentEffect::Applied),
    ("event", ArgumentEffect::Applied),
    ("site", ArgumentEffect::Applied),
    ("ratinginterval", ArgumentEffect::Applied),
    ("scoreinterval", ArgumentEffect::Applied),
    ("autosaveinterval", ArgumentEffect::Applied),
    ("output", ArgumentEffect::Applied),
    ("config", ArgumentEffect::Applied),
    ("debug", ArgumentEffect::Applied),
    ("version", ArgumentEffect::Applied),
    ("help", ArgumentEffect::Applied),
    ("tournament", ArgumentEffect::Applied),
    ("ping-ms", ArgumentEffect::Applied),
    ("noswap", ArgumentEffect::Applied),
    ("reverse", ArgumentEffect::Applied),
    ("tb", ArgumentEffect::Applied),
    ("epdout", ArgumentEffect::Applied),
    ("seeds", ArgumentEffect::Applied),
    ("quick", ArgumentEffect::Applied),
    ("compliance", ArgumentEffect::Applied),
    ("log", ArgumentEffect::None),
    ("report", ArgumentEffect::None),
    ("wait", ArgumentEffect::None),
    ("testEnv", ArgumentEffect::None),
    ("strict", ArgumentEffect::None),
    ("force-concurrency", ArgumentEffect::None),
    ("use-affinity", ArgumentEffect::None),
    ("show-latency", ArgumentEffect::None),
    ("check-mate-pvs", ArgumentEffect::None),
    ("crc32", ArgumentEffect::None),
    ("startup-ms", ArgumentEffect::None),
    ("ucinewgame-ms", ArgumentEffect::None),
    ("bookmode", ArgumentEffect::None),
    ("outcomeinterval", ArgumentEffect::None),
    ("resultformat", ArgumentEffect::None),
];

/// Their names.
pub fn all() -> impl Iterator<Item = &'static str> {
    OPTIONS.into_iter().map(|(name, _)| name)
}

/// Whether an argument is accepted without effect.
pub fn is_without_effect(name: &str) -> bool {
    OPTIONS.contains(&(name, ArgumentEffect::None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for name in all() {
            assert_eq!(all().filter(|other| *other == name).count(), 1, "{name}");
        }
    }

    /// The documentation names those in one row.
    #[test]
    fn what_has_no_effect_is_documented_so() {
        let documented = include_str!("../../../docs/runners.md");
        let names: Vec<String> =
            all().filter(|name| is_without_effect(name)).map(|name| format!("`-{name}`")).collect();
        assert!(documented.contains(&format!("\n| {} | taken without effect;", names.join(", "))));
    }
}
