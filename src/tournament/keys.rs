//! Parses lists of settings on the command line: `key=value` with blanks in between, or in quotes.

use std::borrow::Cow;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyError {
    #[error("'{0}' is not a setting; expected key=value, with quotes around a value that has blanks")]
    NoValue(String),
    #[error("a quote is missing at the end of '{0}'")]
    OpenQuote(String),
    #[error("there is no setting '{key}'; choose from {known}")]
    Unknown { key: String, known: &'static str },
    #[error("{key} cannot be '{value}'; expected {expected}")]
    Bad { key: String, value: String, expected: Cow<'static, str> },
}

pub type Pair = (String, String);

pub fn pairs(list: &str) -> Result<Vec<Pair>, KeyError> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (String::new(), None);
    for c in list.chars() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, c) if c.is_whitespace() => words.push(std::mem::take(&mut word)),
            (_, c) => word.push(c),
        }
    }
    words.push(word);
    if quote.is_some() {
        return Err(KeyError::OpenQuote(list.to_owned()));
    }
    let split = |word: String| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err(KeyError::NoValue(word)),
    };
    words.into_iter().filter(|word| !word.is_empty()).map(split).collect()
}

/// Parses a value, or says what was expected.
pub fn value<T>(
    key: &str,
    text: &str,
    expected: impl Into<Cow<'static, str>>,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, KeyError> {
    let bad = || KeyError::Bad { key: key.to_owned(), value: text.to_owned(), expected: expected.into() };
    read(text).ok_or_else(bad)
}

/// A whole number from 1.
pub fn count(key: &str, text: &str) -> Result<u64, KeyError> {
    value(key, text, "a whole number from 1", |text| text.parse().ok().filter(|&number| number > 0))
}

pub fn switch(key: &str, text: &str) -> Result<bool, KeyError> {
    value(key, text, "true or false", |text| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_blanks_together() {
        let read = pairs(r#"cmd='./my engine'  "option.Move Overhead=10" name="a b" x="#).expect("well formed");
        let expected = [("cmd", "./my engine"), ("option.Move Overhead", "10"), ("name", "a b"), ("x", "")];
        assert_eq!(read, expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(pairs("cmd"), Err(KeyError::NoValue("cmd".to_owned())));
        assert_eq!(pairs("=3"), Err(KeyError::NoValue("=3".to_owned())));
        assert_eq!(pairs("cmd='a"), Err(KeyError::OpenQuote("cmd='a".to_owned())));
        let error = count("nodes", "0").expect_err("too few").to_string();
        assert_eq!(error, "nodes cannot be '0'; expected a whole number from 1");
    }
}
