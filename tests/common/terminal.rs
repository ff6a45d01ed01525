//! The binary in a pseudo-terminal, and the screen that a person would see.

use super::{SOON, end_of};
use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

const ROWS: u16 = 120;
const COLUMNS: u16 = 120;

/// Line editing switches bracketed paste on whenever it begins to wait for a line.
const AWAITS_LINE: &[u8] = b"\x1b[?2004h";

/// A program that believes that somebody sits at a terminal.
pub struct Terminal {
    child: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// All bytes that arrived.
    seen: Vec<u8>,
    prompts: usize,
}

impl Terminal {
    /// Starts the binary with these arguments and variables of the environment.
    pub fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let size = Winsize { ws_row: ROWS, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(&size, None).expect("a pseudo-terminal");
        let mut command = Command::new(env!("CARGO_BIN_EXE_janggun"));
        for name in ["RUST_LOG", "NO_COLOR", "LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        command.args(arguments).env("TERM", "xterm-256color").envs(environment.iter().copied());
        let slave = File::from(pair.slave);
        let output = slave.try_clone().expect("a second handle");
        command.stdin(Stdio::from(slave)).stdout(Stdio::from(output)).stderr(Stdio::piped());
        let child = command.spawn().expect("the program starts");
        // The command holds the terminal's other end; while it does, the end of the program is not told.
        drop(command);
        let keyboard = File::from(pair.master);
        let mut reader = keyboard.try_clone().expect("a second handle");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal that nobody holds any more is an error on some systems and the end of the file on others.
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(NonZero::new(ROWS).expect("rows"), NonZero::new(COLUMNS).expect("columns"), 0);
        Terminal { child, keyboard, output, screen, seen: Vec::new(), prompts: 0 }
    }

    /// Takes in what was printed; false at the end of the program.
    #[track_caller]
    fn take_in(&mut self) -> bool {
        match self.output.recv_timeout(SOON) {
            Ok(bytes) => {
                self.screen.process(&bytes);
                self.seen.extend(bytes);
                true
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => false,
            Err(_) => panic!("nothing was printed for {SOON:?}; the screen:\n{}", self.text()),
        }
    }

    /// Waits until the program waits for the next line, with this prompt.
    #[track_caller]
    pub fn await_prompt(&mut self, prompt: &str) {
        self.prompts += 1;
        let asked = |seen: &[u8]| seen.windows(AWAITS_LINE.len()).filter(|part| *part == AWAITS_LINE).count();
        while asked(&self.seen) < self.prompts || !self.cursor_row().starts_with(prompt.trim_end()) {
            assert!(self.take_in(), "the program ended; the screen:\n{}", self.text());
        }
    }

    /// Waits until the program waits for the next line, with any prompt, and returns that.
    #[track_caller]
    pub fn await_any_prompt(&mut self) -> String {
        self.await_prompt("");
        while !self.cursor_row().contains('>') {
            assert!(self.take_in(), "the program ended; the screen:\n{}", self.text());
        }
        self.cursor_row()
    }

    /// Types a line, and Enter.
    #[track_caller]
    pub fn type_line(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\r").as_bytes()).expect("the program reads");
    }

    fn cursor_row(&self) -> String {
        let (row, _) = self.screen.screen().cursor_position();
        self.rows().get(usize::from(row)).cloned().unwrap_or_default()
    }

    /// What stands on the screen.
    pub fn rows(&self) -> Vec<String> {
        self.screen.screen().rows(0, COLUMNS).map(|row| row.trim_end().to_owned()).collect()
    }

    /// The same in one text.
    pub fn text(&self) -> String {
        self.rows().join("\n").trim_end().to_owned()
    }

    /// The cells that stand out, and in which colours.
    pub fn inverse_cells(&self) -> Vec<String> {
        let screen = self.screen.screen();
        let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).filter_map(move |column| screen.cell(row, column)));
        cells.filter(|cell| cell.inverse() && cell.has_contents()).map(|cell| cell.contents().to_owned()).collect()
    }

    /// Waits for the end of the program, which must be a good one.
    #[track_caller]
    pub fn await_end(mut self) -> String {
        while self.take_in() {}
        let (status, complaints) = end_of(&mut self.child);
        assert!(status.success() && complaints.is_empty(), "{status}: {complaints}\n{}", self.text());
        self.text()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
