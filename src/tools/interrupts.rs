//! Ctrl-C during long work.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The first SIGINT or SIGTERM sets the flag, which ends the work as soon as nothing is lost by it; the second ends the program at once.
pub fn listen_for_interrupts() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    let handler = move || {
        if flag.swap(true, Relaxed) {
            process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("an interrupt will end the work at once: {error}");
    }
    interrupted
}
