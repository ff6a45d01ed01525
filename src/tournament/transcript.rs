//! All that the runner and the engines say to each other, line by line, as cutechess-cli prints it for `-debug`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crossbeam_channel::Sender;

use crate::clock::Instant;

/// Where the lines of all engines go.
#[derive(Clone)]
pub struct Transcript {
    lines: Sender<String>,
    started: Instant,
    /// Engines that have been started.
    engines: Arc<AtomicU64>,
}

impl Transcript {
    pub fn new(lines: Sender<String>) -> Transcript {
        Transcript { lines, started: Instant::now(), engines: Arc::default() }
    }

    /// For a process that is being started. Processes with the same name have different numbers.
    pub fn of_engine(&self, name: &str) -> EngineTranscript {
        let number = self.engines.fetch_add(1, Relaxed);
        EngineTranscript { transcript: self.clone(), name: format!("{name}({number})") }
    }
}

/// The lines of one process.
#[derive(Clone)]
pub struct EngineTranscript {
    transcript: Transcript,
    name: String,
}

impl EngineTranscript {
    /// What the engine is told; may be several lines.
    pub fn sent(&self, text: &str) {
        text.lines().for_each(|line| self.add('>', line));
    }

    /// What the engine says.
    pub fn heard(&self, line: &[u8]) {
        self.add('<', String::from_utf8_lossy(line).trim_end());
    }

    fn add(&self, direction: char, line: &str) {
        let (Transcript { lines, started, .. }, name) = (&self.transcript, &self.name);
        // Nobody reads any more when the tournament has ended.
        let _ = lines.send(format!("{} {direction}{name}: {line}", started.elapsed().as_millis()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_are_told_apart() {
        let (lines, told) = crossbeam_channel::unbounded();
        let transcript = Transcript::new(lines);
        let (first, second) = (transcript.of_engine("A"), transcript.of_engine("A"));
        first.sent("position startpos\ngo depth 1");
        second.heard(b"bestmove a1a2\r\n");
        let told: Vec<String> =
            told.try_iter().map(|line| line.split_once(' ').expect("a time").1.to_owned()).collect();
        assert_eq!(told, [">A(0): position startpos", ">A(0): go depth 1", "<A(1): bestmove a1a2"]);
    }
}
