//! The public API of the crate, listed in docs/public-api.txt, so that nobody changes it without noticing.
//!
//! The list is made of the source, by a parser of Rust: compilers tell it only in a format that is not stable yet.

mod listing;
mod source;
mod text;

use std::path::Path;
use std::{env, fs};

/// Says how to renew the list, and which lines differ.
fn difference(listed: &str, found: &str) -> Option<String> {
    let missing =
        found.lines().filter(|line| !listed.lines().any(|other| other == *line)).map(|line| format!("+ {line}"));
    let stale =
        listed.lines().filter(|line| !found.lines().any(|other| other == *line)).map(|line| format!("- {line}"));
    let lines: Vec<String> = stale.chain(missing).collect();
    (listed != found).then(|| {
        format!(
            "the public API differs from docs/public-api.txt:\n{}\n\nIf that is meant, renew the list, and see docs/versions.md on what it means for the \
             version:\nPUBLIC_API=write cargo test --test public_api",
            lines.join("\n")
        )
    })
}

#[test]
fn the_list_of_the_public_api_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = root.join("docs/public-api.txt");
    let found = listing::list(&source::modules(&root.join("src/lib.rs")));
    assert!(found.lines().count() > 1_000, "only so much was found:\n{found}");
    if env::var("PUBLIC_API").is_ok_and(|wish| wish == "write") {
        fs::write(&list, &found).expect("the list can be written");
    }
    let listed = fs::read_to_string(&list).unwrap_or_default();
    if let Some(text) = difference(&listed, &found) {
        panic!("{text}");
    }
}

/// Finds what a crate of two files shows, and hides what it hides.
#[test]
fn a_small_crate_is_listed() {
    let library = "
        mod inner;
        pub use inner::Shown;
        pub mod open { use crate::inner::Shown; pub fn all(of: &Shown) -> usize { of.size() } fn own() {} }
        macro_rules! made { ($name:ident) => { pub fn $name(word: &str) -> bool { !word.is_empty() } }; }
        made!(exists);
        #[cfg(test)] pub mod tests { pub fn test() {} }
        ";
    let inner = "
        /// Documented.
        #[derive(Clone)] pub struct Shown { pub size: usize, secret: u8 }
        pub struct Hidden;
        pub enum Kind { One(u8), Two { of: u8 } }
        impl Shown { pub const MOST: usize = 3; pub fn size(&self) -> usize { self.size } fn own(&self) {} pub(crate) fn near(&self) {} }
        impl Hidden { pub fn nothing(&self) {} }
        impl Default for Shown { fn default() -> Shown { Shown { size: 0, secret: 0 } } }
        ";
    let found = listing::list(&source::modules_of(&[("", library), ("inner", inner)]));
    assert_eq!(
        found.lines().collect::<Vec<_>>(),
        [
            " # made! (exists)",
            "Shown # #[derive(Clone)] pub struct Shown { pub size: usize, .. }",
            "Shown # impl Default for Shown",
            "Shown::MOST # pub const MOST: usize",
            "Shown::size # pub fn size(&self) -> usize",
            "made! # pub fn $ name (word : & str) -> bool",
            "open # pub mod open",
            "open::all # pub fn all(of: &Shown) -> usize",
        ]
    );
    assert_eq!(difference(&found, &found), None);
    let changed = found.replace("-> usize", "-> u64");
    let told = difference(&found, &changed).expect("a difference");
    assert!(
        told.contains("+ open::all # pub fn all(of: &Shown) -> u64") && told.contains("PUBLIC_API=write"),
        "{told}"
    );
}
