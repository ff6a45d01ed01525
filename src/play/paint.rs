//! Drawings in the colours of a terminal.

use std::env;
use std::io::{self, IsTerminal};

use crate::game::{Drawing, Ink, Span};

/// Whether there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Escape sequences of ECMA-48.
    Colours,
    /// Text only.
    Plain,
}

/// Consoles of Windows take escape sequences for text unless they are asked not to; old ones always do.
fn understands_escapes() -> bool {
    #[cfg(windows)]
    return anstyle_query::windows::enable_ansi_colors().unwrap_or(false);
    #[cfg(not(windows))]
    return true;
}

impl Paint {
    /// Colours on a terminal that can show them, unless `NO_COLOR` is set to something.
    pub fn of_stdout() -> Paint {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
        if io::stdout().is_terminal() && !refused && !dumb && understands_escapes() {
            Paint::Colours
        } else {
            Paint::Plain
        }
    }

    /// The drawing, each line ready to print. `text` translates what is neither a piece nor a line of the board.
    pub fn lines(self, drawing: &Drawing, text: impl Fn(&str) -> String) -> Vec<String> {
        let line = |spans: &Vec<Span>| {
            // What is a sentence stands alone in its line.
            let painted: String = match &spans[..] {
                [only] if only.ink == Ink::Plain => text(&only.text),
                spans => spans.iter().map(|span| self.span(span, &text)).collect(),
            };
            painted.trim_end().to_owned()
        };
        drawing.lines.iter().map(line).collect()
    }

    fn span(self, span: &Span, text: &impl Fn(&str) -> String) -> String {
        let own = if span.ink == Ink::Plain { text(&span.text) } else { span.text.clone() };
        if self == Paint::Plain {
            return own;
        }
        let colour = match span.ink {
            Ink::Plain => "",
            Ink::Faint => "2",
            Ink::Red => "1;31",
            Ink::Green => "1;32",
            Ink::Blue => "1;34",
        };
        let marked = if span.marked { "7" } else { "" };
        let codes: Vec<&str> = [colour, marked].into_iter().filter(|code| !code.is_empty()).collect();
        if codes.is_empty() { own } else { format!("\x1b[{}m{own}\x1b[0m", codes.join(";")) }
    }

    /// Text that should catch the eye.
    pub fn bold(self, text: &str) -> String {
        match self {
            Paint::Colours => format!("\x1b[1m{text}\x1b[0m"),
            Paint::Plain => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_stand_around_the_text_and_only_if_wanted() {
        let mut drawing = Drawing::default();
        drawing.add("a", Ink::Plain, false);
        drawing.add("b", Ink::Red, true);
        drawing.add_text("rules");
        let same = |text: &str| text.to_uppercase();
        assert_eq!(Paint::Plain.lines(&drawing, same), ["Ab", "RULES"]);
        assert_eq!(Paint::Colours.lines(&drawing, same), ["A\x1b[1;31;7mb\x1b[0m", "RULES"]);
    }
}
