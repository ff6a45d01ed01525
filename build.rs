//! Tells a release build its revision, so that whoever sees an engine's name in a tournament knows which build it was. Builds for tests do
//! without, as they would have to be made again after every commit.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The program carries these files; the macro that takes them in does not notice new ones.
    println!("cargo::rerun-if-changed=web/board");
    println!("cargo::rerun-if-env-changed=JANGGUN_REVISION");
    let given = env::var("JANGGUN_REVISION").ok().filter(|revision| !revision.is_empty());
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let revision = given.or_else(|| {
        let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|_| is_release)?;
        println!("cargo::rerun-if-changed={log}");
        git(&["rev-parse", "--short=9", "HEAD"])
    });
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let named = revision.map_or_else(|| version.clone(), |revision| format!("{version}-{revision}"));
    println!("cargo::rustc-env=JANGGUN_VERSION={named}");
}

/// What git says, if this is a working copy and git is installed.
fn git(arguments: &[&str]) -> Option<String> {
    // A package that is unpacked inside another repository must not take that one's revision.
    let own = env::var("CARGO_MANIFEST_DIR").ok()?;
    if !std::path::Path::new(&own).join(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(arguments).current_dir(own).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
}
