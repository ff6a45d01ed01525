//! The names of all arguments.

/// Arguments that both programs know, or one of them, and that do something here or are refused.
pub const OPTIONS: [&str; 34] = [
    "engine",
    "each",
    "variant",
    "rounds",
    "games",
    "repeat",
    "concurrency",
    "openings",
    "sprt",
    "resign",
    "draw",
    "maxmoves",
    "recover",
    "srand",
    "pgnout",
    "event",
    "site",
    "ratinginterval",
    "scoreinterval",
    "autosaveinterval",
    "output",
    "config",
    "debug",
    "version",
    "help",
    "tournament",
    "ping-ms",
    "noswap",
    "reverse",
    "tb",
    "epdout",
    "seeds",
    "quick",
    "compliance",
];

/// Accepted without effect: they do not matter for this runner.
pub const WITHOUT_EFFECT: [&str; 15] = [
    "log",
    "report",
    "wait",
    "testEnv",
    "strict",
    "force-concurrency",
    "use-affinity",
    "show-latency",
    "check-mate-pvs",
    "crc32",
    "startup-ms",
    "ucinewgame-ms",
    "bookmode",
    "outcomeinterval",
    "resultformat",
];

/// All that are known.
pub fn all() -> impl Iterator<Item = &'static str> {
    OPTIONS.into_iter().chain(WITHOUT_EFFECT)
}
