//! What a person types and reads: with line editing, history and completion on a terminal, plain lines elsewhere.

use std::io::{self, BufReader, IsTerminal, LineWriter, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::error::PlayError;
use super::particles;
use crate::lines;
use crate::pipes;

/// Completes the last word of a line from a list that changes with the position.
#[derive(Default)]
struct MoveCompleter {
    known: Vec<String>,
}

impl Helper for MoveCompleter {}
impl Highlighter for MoveCompleter {}
impl Validator for MoveCompleter {}

impl Hinter for MoveCompleter {
    type Hint = String;
}

impl Completer for MoveCompleter {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..position];
        let start = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let fits = |word: &&String| word.starts_with(&typed[start..]);
        Ok((start, self.known.iter().filter(fits).cloned().collect()))
    }
}

enum Input {
    Terminal(Box<Editor<MoveCompleter, MemHistory>>),
    Lines(BufReader<pipes::Stdin>),
}

/// Home, erase the screen, erase the lines that have scrolled away.
const WIPE: &str = "\x1b[H\x1b[2J\x1b[3J";

/// Where a person sits.
pub struct Console {
    input: Input,
    output: LineWriter<pipes::Stdout>,
}

impl Console {
    /// Standard input and output.
    pub fn open() -> Result<Console, PlayError> {
        let input = if io::stdin().is_terminal() {
            // No automatic history: secret answers stay out of it, see `ask_privately`.
            let config = Config::builder().auto_add_history(false).build();
            let mut editor = Editor::with_history(config, MemHistory::new()).map_err(PlayError::terminal)?;
            editor.set_helper(Some(MoveCompleter::default()));
            Input::Terminal(Box::new(editor))
        } else {
            Input::Lines(BufReader::new(pipes::stdin()?))
        };
        Ok(Console { input, output: LineWriter::new(pipes::stdout()?) })
    }

    /// Whether somebody can be asked questions.
    pub fn is_terminal(&self) -> bool {
        matches!(self.input, Input::Terminal(_))
    }

    /// What Tab completes from now on.
    pub fn set_words(&mut self, known: Vec<String>) {
        if let Input::Terminal(editor) = &mut self.input
            && let Some(words) = editor.helper_mut()
        {
            words.known = known;
        }
    }

    /// Prints a line, or several.
    pub fn say(&mut self, text: &str) -> Result<(), PlayError> {
        Ok(writeln!(self.output, "{}", particles::settle(text))?)
    }

    /// Reads a line, which the arrows bring back; none if nobody will type any more.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, PlayError> {
        let line = self.ask_privately(prompt)?;
        if let Some(line) = &line {
            self.remember(line)?;
        }
        Ok(line)
    }

    /// Has the arrows bring a line back.
    pub fn remember(&mut self, line: &str) -> Result<(), PlayError> {
        if let Input::Terminal(editor) = &mut self.input
            && !line.is_empty()
        {
            editor.add_history_entry(line).map_err(PlayError::terminal)?;
        }
        Ok(())
    }

    /// Wipes a terminal, with what has scrolled out of it; what goes to a file stays as it is.
    pub fn wipe(&mut self) -> Result<(), PlayError> {
        if self.is_terminal() && io::stdout().is_terminal() {
            write!(self.output, "{WIPE}")?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Reads a line that is not brought back by the arrows unless it is remembered; none if nobody will type any more.
    pub fn ask_privately(&mut self, prompt: &str) -> Result<Option<String>, PlayError> {
        match &mut self.input {
            Input::Terminal(editor) => match editor.readline(&particles::settle(prompt)) {
                Ok(line) => Ok(Some(line.trim().to_owned())),
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(PlayError::terminal(error)),
            },
            Input::Lines(reader) => Ok(lines::read_line(reader)?.map(|line| {
                // One that is too long is no command and no move, and is answered as such.
                let line = line.unwrap_or_else(|too_long| too_long.to_string().into_bytes());
                String::from_utf8_lossy(&line).trim().to_owned()
            })),
        }
    }
}
