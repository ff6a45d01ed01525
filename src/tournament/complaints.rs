//! What an engine writes to standard error: the last lines, for whoever has to find out why it does not play.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, bounded};
use parking_lot::Mutex;

use crate::clock::Duration;

/// Lines that are kept.
const LINES: usize = 8;
/// Bytes of a line that are kept; what is longer is cut into several.
const LONGEST_LINE: u64 = 400;
/// How long the rest of what an engine wrote is waited for, once it is dead.
const PATIENCE: Duration = Duration::from_millis(500);

/// The end of what an engine wrote to standard error.
pub struct Complaints {
    last: Arc<Mutex<VecDeque<String>>>,
    /// Closed at the end.
    end: Receiver<()>,
}

impl Complaints {
    /// Reads in a thread of its own, so that the engine never has to wait; with `RUST_LOG=debug` everything is passed on.
    pub fn read(stderr: impl Read + Send + 'static) -> io::Result<Complaints> {
        let last = Arc::<Mutex<VecDeque<String>>>::default();
        let (alive, end) = bounded(0);
        let kept = last.clone();
        let pass_on = log::log_enabled!(log::Level::Debug);
        let listen = move || {
            let _alive = alive;
            let mut stderr = BufReader::new(stderr);
            let mut line = Vec::new();
            while stderr.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                if pass_on {
                    // Our own standard error may be closed.
                    let _ = io::stderr().write_all(&line);
                }
                let mut last = kept.lock();
                if last.len() == LINES {
                    last.pop_front();
                }
                let text = String::from_utf8_lossy(&line).trim_end().replace(char::is_control, " ");
                last.push_back(text);
                line.clear();
            }
        };
        thread::Builder::new().name("complaints".to_owned()).spawn(listen)?;
        Ok(Complaints { last, end })
    }

    /// The last lines of an engine that is dead.
    pub fn last_lines(&self) -> Vec<String> {
        let _ = self.end.recv_timeout(PATIENCE);
        self.last.lock().iter().filter(|line| !line.is_empty()).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let text: String = (0..20).map(|number| format!("line {number}\n")).collect();
        let complaints = Complaints::read(io::Cursor::new(text.into_bytes())).expect("a thread");
        let lines = complaints.last_lines();
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (LINES, Some("line 19")));
    }
}
