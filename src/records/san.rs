//! Moves as other programs write them: algebraic (`Hxc3+`, `Ade2`, `P@b3`), or by numbers from the upper right corner as in
//! Shogi (`G-13`, `Cx23`, `C*33`).

use super::replay::dialect;
use crate::games::AnyGame;

/// What a word says of a move.
struct San {
    /// Of the piece, in upper case.
    letter: Option<char>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: (u8, u8),
    drop: bool,
    promotes: Option<bool>,
}

/// The legal move that a word means; none if it means none, or several.
pub fn find(game: &dyn AnyGame, variant: &str, word: &str) -> Option<String> {
    let dialect = dialect(variant)?;
    let (files, ranks) = (dialect.variant.files, dialect.variant.ranks);
    let san = algebraic(word).or_else(|| numbered(word, files, ranks))?;
    let known = |letter: char| dialect.san_letters.iter().find(|(theirs, _)| *theirs == letter).map(|(_, ours)| *ours);
    let letters: Vec<char> =
        san.letter.into_iter().flat_map(|letter| [Some(letter), known(letter)]).flatten().collect();
    let fen = game.picture().fen;
    let fits = |text: &String| {
        let Some(mv) = MoveCoordinates::read(text) else { return false };
        let letter = match mv.from {
            Ok((file, rank)) => piece_at(&fen, ranks, file, rank),
            Err(letter) => Some(letter),
        };
        let from = mv.from.ok();
        mv.to == san.to
            && from.is_none() == san.drop
            && san.promotes.is_none_or(|promotes| promotes == mv.promotes)
            && (letters.is_empty() || letter.is_some_and(|letter| letters.contains(&letter)))
            && san.from_file.is_none_or(|file| from.is_some_and(|from| from.0 == file))
            && san.from_rank.is_none_or(|rank| from.is_some_and(|from| from.1 == rank))
    };
    let mut fitting = game.legal_moves().into_iter().filter(fits);
    let found = fitting.next()?;
    fitting.next().is_none().then_some(found)
}

/// `Hxc3+`, `A10e9`, `Z@b3`, `Zb4+` where the sign means a promotion only if it can.
fn algebraic(word: &str) -> Option<San> {
    let word = word.trim_end_matches(['#', '!', '?']);
    let word = word.strip_suffix('+').unwrap_or(word);
    let mut rest = word;
    let letter = take(&mut rest, |sign| sign.is_ascii_uppercase());
    if let Some(square) = rest.strip_prefix('@') {
        let to = square_of(square)?;
        return Some(San { letter, from_file: None, from_rank: None, to, drop: true, promotes: None });
    }
    let split = rest.rfind(|sign: char| sign.is_ascii_lowercase() && sign != 'x')?;
    let to = square_of(&rest[split..])?;
    let mut origin = rest[..split].trim_end_matches(['x', '-', ':']);
    let from_file = take(&mut origin, |sign| sign.is_ascii_lowercase()).map(|file| file as u8 - b'a');
    let from_rank = if origin.is_empty() { None } else { Some(origin.parse::<u8>().ok()?.checked_sub(1)?) };
    Some(San { letter, from_file, from_rank, to, drop: false, promotes: None })
}

/// `G-13`, `+Cx23`, `C*33`, `G24-13+`: file from the right, rank from the top.
fn numbered(word: &str, files: u8, ranks: u8) -> Option<San> {
    let mut rest = word.strip_prefix('+').unwrap_or(word);
    let letter = Some(take(&mut rest, |sign| sign.is_ascii_uppercase())?);
    let promotes = match rest.chars().last()? {
        '+' => Some(true),
        '=' => Some(false),
        _ => None,
    };
    let rest = rest.trim_end_matches(['+', '=']);
    let point = |text: &str| match text.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => {
            Some((files.checked_sub(file - b'0')?, ranks.checked_sub(rank - b'0')?))
        }
        _ => None,
    };
    let sign = rest.find(['-', 'x', '*'])?;
    let from = if sign == 0 { None } else { Some(point(&rest[..sign])?) };
    let drop = rest[sign..].starts_with('*');
    let to = point(&rest[sign + 1..])?;
    Some(San { letter, from_file: from.map(|from| from.0), from_rank: from.map(|from| from.1), to, drop, promotes })
}

fn take(text: &mut &str, wanted: impl Fn(char) -> bool) -> Option<char> {
    let sign = text.chars().next().filter(|&sign| wanted(sign))?;
    *text = &text[sign.len_utf8()..];
    Some(sign)
}

/// File and rank, from 0.
fn square_of(text: &str) -> Option<(u8, u8)> {
    let mut rest = text;
    let file = take(&mut rest, |sign| sign.is_ascii_lowercase())? as u8 - b'a';
    let rank: u8 = rest.parse().ok().filter(|_| rest.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some((file, rank.checked_sub(1)?))
}

/// A move as the protocol writes it: `b1c3`, `b3b4+`, `Z@b3`.
struct MoveCoordinates {
    /// A square, or the letter of a piece from the hand.
    from: Result<(u8, u8), char>,
    to: (u8, u8),
    promotes: bool,
}

impl MoveCoordinates {
    fn read(text: &str) -> Option<MoveCoordinates> {
        let (text, promotes) = text.strip_suffix('+').map_or((text, false), |text| (text, true));
        if let Some((letter, square)) = text.split_once('@') {
            let letter = letter.chars().next()?;
            return Some(MoveCoordinates { from: Err(letter), to: square_of(square)?, promotes });
        }
        let split = text.rfind(|sign: char| sign.is_ascii_lowercase()).filter(|&split| split > 0)?;
        Some(MoveCoordinates { from: Ok(square_of(&text[..split])?), to: square_of(&text[split..])?, promotes })
    }
}

/// The letter of the piece on a square, in upper case.
fn piece_at(fen: &str, ranks: u8, file: u8, rank: u8) -> Option<char> {
    let row = fen.split([' ', '[']).next()?.split('/').nth(usize::from(ranks.checked_sub(rank + 1)?))?;
    let (mut at, mut empty) = (0, 0);
    for sign in row.chars() {
        if let Some(digit) = sign.to_digit(10) {
            empty = empty * 10 + digit;
            continue;
        }
        at += std::mem::take(&mut empty);
        if sign == '+' {
            continue;
        }
        if at == u32::from(file) {
            return Some(sign.to_ascii_uppercase());
        }
        at += 1;
    }
    None
}
