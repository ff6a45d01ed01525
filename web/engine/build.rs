//! Whether there are threads, which stable Rust does not tell, and the sizes of the module's memory. The stack holds a copy of the position for each ply of the search; it lies first, so that it cannot
//! run into anything else unnoticed. `web/js/engine.js` makes shared memory of the same sizes.

const STACK_BYTES: usize = 16 << 20;
const INITIAL_BYTES: usize = 32 << 20;
const LARGEST_BYTES: usize = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_threads)");
    if std::env::var("TARGET").is_ok_and(|target| target.ends_with("-threads")) {
        println!("cargo::rustc-cfg=has_threads");
    }
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
        println!("cargo::rustc-link-arg-cdylib=--stack-first");
        println!("cargo::rustc-link-arg-cdylib=--initial-memory={INITIAL_BYTES}");
        println!("cargo::rustc-link-arg-cdylib=--max-memory={LARGEST_BYTES}");
    }
}
