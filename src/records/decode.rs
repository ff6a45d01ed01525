//! The bytes of a file of records as text. Korean programs write CP949; others UTF-8 or UTF-16. Files are concatenated
//! without a look at their encodings, so that each line may have its own.

use encoding_rs::{EUC_KR, Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// So many bytes decide whether a file without a byte order mark is UTF-16.
const LOOKED_AT: usize = 4_096;

/// A text, and the numbers of the lines, from 1, in which bytes are no character; U+FFFD stands for these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Decoded {
    pub text: String,
    pub replaced: Vec<usize>,
}

/// The encoding of `.gib` files: what the web calls EUC-KR is CP949.
pub const CP949: &Encoding = EUC_KR;

pub fn decode(bytes: &[u8]) -> Decoded {
    match Encoding::for_bom(bytes) {
        Some((encoding, mark)) if encoding != UTF_8 => whole(encoding, &bytes[mark..]),
        Some((_, mark)) => by_line(&bytes[mark..]),
        None => unmarked_utf_16(bytes).map_or_else(|| by_line(bytes), |encoding| whole(encoding, bytes)),
    }
}

fn whole(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let (text, broken) = encoding.decode_without_bom_handling(bytes);
    let is_replaced = |line: &&(usize, &str)| line.1.contains(char::REPLACEMENT_CHARACTER);
    let lines: Vec<(usize, &str)> = if broken { text.lines().enumerate().collect() } else { Vec::new() };
    let replaced = lines.iter().filter(is_replaced).map(|(index, _)| index + 1).collect();
    Decoded { replaced, text: text.into_owned() }
}

/// In UTF-16 every second byte of digits and blanks is zero, which other encodings never have.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    let zeros = |odd: usize| start.iter().skip(odd).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if even.max(odd) * 8 < start.len() || start.is_empty() {
        return None;
    }
    Some(if odd > even { UTF_16LE } else { UTF_16BE })
}

/// In a file that is not UTF-8 as a whole, a line counts as UTF-8 if it has signs of three bytes, as Korean has: two bytes
/// of CP949 may be a sign of UTF-8 by chance.
fn by_line(bytes: &[u8]) -> Decoded {
    if let Ok(text) = str::from_utf8(bytes) {
        return Decoded { text: without_marks(text), replaced: Vec::new() };
    }
    let mut decoded = Decoded::default();
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        match str::from_utf8(line) {
            Ok(text) if text.is_ascii() || text.chars().any(|sign| sign.len_utf8() > 2) => decoded.text.push_str(text),
            _ => {
                let (text, broken) = CP949.decode_without_bom_handling(line);
                decoded.text.push_str(&text);
                if broken {
                    decoded.replaced.push(index + 1);
                }
            }
        }
    }
    Decoded { text: without_marks(&decoded.text), ..decoded }
}

/// Concatenated files may have byte order marks anywhere.
fn without_marks(text: &str) -> String {
    text.replace('\u{FEFF}', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[대회명 \"친선\"]\n1. 79졸78 2. 41兵42\n";

    fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn every_encoding_is_recognised() {
        let cp949 = CP949.encode(TEXT).0.into_owned();
        let marked = [&b"\xEF\xBB\xBF"[..], TEXT.as_bytes()].concat();
        let little = utf_16(TEXT, u16::to_le_bytes);
        let big = utf_16(&format!("\u{FEFF}{TEXT}"), u16::to_be_bytes);
        for bytes in [cp949.as_slice(), TEXT.as_bytes(), &marked, &little, &big] {
            assert_eq!(decode(bytes), Decoded { text: TEXT.to_owned(), replaced: vec![] }, "{bytes:?}");
        }
    }

    #[test]
    fn encodings_may_change_from_line_to_line() {
        let cp949 = CP949.encode(TEXT).0;
        let mixed = [&cp949[..], b"\xEF\xBB\xBF", TEXT.as_bytes(), &cp949].concat();
        assert_eq!(decode(&mixed).text, TEXT.repeat(3));
    }

    #[test]
    fn what_is_no_character_is_replaced_and_told_of() {
        let decoded = decode(b"1. 7978\n2. \xFF41\n");
        assert_eq!(decoded, Decoded { text: "1. 7978\n2. \u{FFFD}41\n".to_owned(), replaced: vec![2] });
        assert_eq!(decode(b""), Decoded::default());
    }
}
