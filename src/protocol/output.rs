//! Standard output, a line at a time, and the log of everything in and out.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;

/// Where lines go. Each is written whole and flushed, under one lock.
pub struct Output {
    inner: Mutex<Inner>,
}

struct Inner {
    lines: Box<dyn Write + Send>,
    log: Option<File>,
}

impl Output {
    /// Writes to `lines`.
    pub fn new(lines: Box<dyn Write + Send>) -> Output {
        Output { inner: Mutex::new(Inner { lines, log: None }) }
    }

    /// Writes one line.
    pub fn line(&self, text: &str) -> io::Result<()> {
        let mut inner = self.inner.lock();
        inner.log("<<", text);
        let mut whole = String::with_capacity(text.len() + 1);
        whole.push_str(text);
        whole.push('\n');
        inner.lines.write_all(whole.as_bytes())?;
        inner.lines.flush()
    }

    /// Notes a line that came in.
    pub fn note_input(&self, line: &[u8]) {
        let mut inner = self.inner.lock();
        if inner.log.is_some() {
            inner.log(">>", &String::from_utf8_lossy(line));
        }
    }

    /// From now on everything is appended to this file as well; to none if the path is empty.
    pub fn log_to(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() { None } else { Some(OpenOptions::new().create(true).append(true).open(path)?) };
        self.inner.lock().log = file;
        Ok(())
    }
}

impl Inner {
    fn log(&mut self, direction: &str, text: &str) {
        let Some(file) = &mut self.log else {
            return;
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        if let Err(error) = writeln!(file, "{}.{:06} {direction} {text}", now.as_secs(), now.subsec_micros()) {
            log::warn!("the log file is closed: {error}");
            self.log = None;
        }
    }
}

/// Errors quote what they are about, and that may be a megabyte.
const LONGEST_ERROR: usize = 400;

/// A failure in one short line, whatever it contains: what is too long is cut in the middle.
pub fn sentence(error: &dyn std::fmt::Display) -> String {
    let text: Vec<char> = error.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.len() <= LONGEST_ERROR {
        return text.into_iter().collect();
    }
    let (beginning, end) = (&text[..LONGEST_ERROR / 2], &text[text.len() - LONGEST_ERROR / 2..]);
    beginning.iter().chain(&['…']).chain(end).collect()
}
