//! A strategy: one good move for every position that can arise from the start if one side plays by it, for either side
//! and against every reply. Small enough to be compiled into the program.
//!
//! | bytes | |
//! |---|---|
//! | 0–15 | `JANGGUN-STRATEGY` |
//! | 16–19 | version of this format |
//! | 20–35 | protocol name of the variant, padded with zeros |
//! | 36–39 | entries |
//! | 40–43 | low bits of a gap, which are written as they are |
//! | 44–47 | CRC-32 of everything after the header |
//! | then | for each block of 256 entries its first number and where it begins (four bytes each) |
//! | then | the blocks, bit by bit: for each entry how many numbers are skipped since the last one (Rice code), and the choice |
//!
//! A choice is the index of a successor, in the order of their position numbers. Positions that are won within
//! [`QUICK`] plies have no entry, since [`WinSearch`] finds the move; nor have lost positions, in which any move will
//! do.

use std::io::{self, Cursor};

use bitstream_io::{BigEndian, BitRead, BitReader, BitWrite, BitWriter};
use rustc_hash::FxHashSet;

use super::file::u32_at;
use super::quick::WinSearch;
use crate::game::{Over, SolvedPosition};

const MAGIC: &[u8; 16] = b"JANGGUN-STRATEGY";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 48;
const BLOCK: usize = 256;
/// Enough for the number of successors of any position.
const CHOICE_BITS: u32 = 6;
/// Wins within this many plies are searched for instead of stored. Seven plies take a few milliseconds at most.
pub const QUICK: u8 = 7;

/// The choice in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrategyEntry {
    /// Position number.
    pub number: u32,
    /// Index of the successor, in the order of position numbers.
    pub choice: u8,
}

/// An encoded strategy.
#[derive(Clone, Copy, Debug)]
pub struct Strategy<'a> {
    index: &'a [u8],
    blocks: &'a [u8],
    entries: usize,
    gap_bits: u32,
}

impl<'a> Strategy<'a> {
    /// `None` if these are not the bytes of a strategy for the variant.
    pub fn read(bytes: &'a [u8], variant: &str) -> Option<Strategy<'a>> {
        let (header, body) = bytes.split_at_checked(HEADER_BYTES)?;
        let name = header[20..36].split(|&byte| byte == 0).next();
        if !header.starts_with(MAGIC) || u32_at(header, 16) != VERSION || name != Some(variant.as_bytes()) {
            return None;
        }
        let entries = u32_at(header, 36) as usize;
        let (index, blocks) = body.split_at_checked(entries.div_ceil(BLOCK) * 8)?;
        Some(Strategy { index, blocks, entries, gap_bits: u32_at(header, 40).min(31) })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The positions that have an entry.
    pub fn positions<P: SolvedPosition>(&self) -> impl Iterator<Item = P> {
        let blocks = (0..self.entries.div_ceil(BLOCK)).filter_map(|block| self.block(block));
        blocks.flatten().map(|entry| P::from_number(u64::from(entry.number)))
    }

    /// The successor to choose, seen by the opponent; `None` if the position is not part of the strategy.
    pub fn follow<P: SolvedPosition>(&self, position: P, rules: &P::Rules) -> Option<P> {
        self.next(position, rules).or_else(|| WinSearch::new(rules).quick_win(position, QUICK))
    }

    /// The same for a position with an entry.
    fn next<P: SolvedPosition>(&self, position: P, rules: &P::Rules) -> Option<P> {
        let choice = self.choice(u32::try_from(position.number()).ok()?)?;
        after(position, rules).get(usize::from(choice)).map(|&(_, next)| next)
    }

    /// Whether the strategy goes on after every reply to `position`, so that whoever moved there does not lose.
    pub fn answers_all<P: SolvedPosition>(&self, position: P, win_search: &mut WinSearch<P>) -> bool {
        let rules = win_search.rules();
        if let Some(over) = position.over(rules) {
            return over != Over::Won;
        }
        // A king that is taken is no reply that a number tells apart: positions are numbered with both kings on the board.
        if position.wins_at_once(rules) {
            return false;
        }
        let is_open = |number: &u64| u32::try_from(*number).map_or(true, |number| self.choice(number).is_none());
        let open: Vec<P> =
            after(position, rules).into_iter().filter(|(number, _)| is_open(number)).map(|(_, reply)| reply).collect();
        open.into_iter().all(|reply| win_search.wins(reply, QUICK))
    }

    /// The choice in the entry of a position number.
    fn choice(&self, number: u32) -> Option<u8> {
        let block = partition(self.index.len() / 8, |block| u32_at(self.index, block * 8) <= number).checked_sub(1)?;
        self.block(block)?
            .take_while(|entry| entry.number <= number)
            .find(|entry| entry.number == number)
            .map(|entry| entry.choice)
    }

    /// The entries of a block.
    fn block(&self, block: usize) -> Option<impl Iterator<Item = StrategyEntry>> {
        let start = u32_at(self.index, block * 8 + 4) as usize;
        let count = (self.entries - block * BLOCK).min(BLOCK);
        Some(self.read_block(self.blocks.get(start..)?, u32_at(self.index, block * 8), count))
    }

    /// Decodes a block whose first number is `first`; fewer entries than `count` if the bytes end early.
    fn read_block(&self, bytes: &[u8], first: u32, count: usize) -> impl Iterator<Item = StrategyEntry> {
        let mut bits = BitReader::endian(Cursor::new(bytes), BigEndian);
        let gap_bits = self.gap_bits;
        let mut number = first;
        (0..count).map_while(move |_| {
            let high = bits.read_unary::<1>().ok()?;
            let low: u32 = bits.read_var(gap_bits).ok()?;
            number = number.checked_add(high.checked_shl(gap_bits)? | low)?;
            let choice = bits.read::<CHOICE_BITS, u8>().ok()?;
            Some(StrategyEntry { number, choice })
        })
    }
}

/// The distinct successors with their position numbers, in the order of these.
pub(super) fn after<P: SolvedPosition>(position: P, rules: &P::Rules) -> Vec<(u64, P)> {
    let mut next = Vec::with_capacity(32);
    position.successors(rules, |position| next.push((position.number(), position)));
    next.sort_by_key(|&(number, _)| number);
    next.dedup_by_key(|&mut (number, _)| number);
    next
}

/// Binary search: the length of the prefix of `0..len` for which `holds` is true.
fn partition(len: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// Encodes entries that are in the order of their position numbers.
pub fn encode(variant: &str, entries: &[StrategyEntry]) -> io::Result<Vec<u8>> {
    let (mut index, mut blocks) = (Vec::new(), Vec::new());
    // The Rice parameter for gaps of a uniform distribution: about the binary logarithm of the mean gap.
    let average = entries.last().map_or(1, |last| last.number / entries.len() as u32);
    let gap_bits = average.max(1).ilog2();
    for block in entries.chunks(BLOCK) {
        index.extend(block[0].number.to_le_bytes());
        index.extend((blocks.len() as u32).to_le_bytes());
        let mut bits = BitWriter::endian(&mut blocks, BigEndian);
        let mut last = block[0].number;
        for entry in block {
            let gap = entry.number - last;
            bits.write_unary::<1>(gap >> gap_bits)?;
            bits.write_var(gap_bits, gap & ((1 << gap_bits) - 1))?;
            bits.write::<CHOICE_BITS, u8>(entry.choice)?;
            last = entry.number;
        }
        bits.byte_align()?;
    }
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&index);
    checksum.update(&blocks);

    let mut bytes = Vec::with_capacity(HEADER_BYTES + index.len() + blocks.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(variant.bytes());
    bytes.resize(36, 0);
    bytes.extend((entries.len() as u32).to_le_bytes());
    bytes.extend(gap_bits.to_le_bytes());
    bytes.extend(checksum.finalize().to_le_bytes());
    bytes.extend(index);
    bytes.extend(blocks);
    Ok(bytes)
}

/// Why a strategy is not sound.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StrategyError {
    /// A position that its own moves allow has no entry and no quick win.
    #[error("the strategy has no move for position number {0}, which it can meet")]
    Gap(u64),
    /// The opponent can win.
    #[error("the strategy loses at once in position number {0}")]
    Loses(u64),
}

/// Plays the strategy from `roots`, in which it is to move, against every reply, and checks that it never loses and
/// always has a move. That needs no table: a game that goes on for ever or is won is not lost. Returns the number of
/// positions met that have an entry.
pub fn check<P: SolvedPosition>(strategy: &Strategy, rules: &P::Rules, roots: Vec<P>) -> Result<usize, StrategyError> {
    let mut visited = FxHashSet::default();
    let mut win_search = WinSearch::new(rules);
    let mut open = roots;
    let mut entries = 0;
    while let Some(position) = open.pop() {
        let number = position.number();
        if !visited.insert(number) || position.over(rules) == Some(Over::Won) || position.wins_at_once(rules) {
            continue;
        }
        if position.over(rules).is_some() {
            return Err(StrategyError::Loses(number));
        }
        match strategy.next(position, rules) {
            Some(next) => {
                entries += 1;
                next.successors(rules, |reply| open.push(reply));
            }
            // `WinSearch` takes over from here.
            None if (2..=QUICK).any(|plies| win_search.wins(position, plies)) => {}
            None => return Err(StrategyError::Gap(number)),
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_found() {
        let mut random = fastrand::Rng::with_seed(12);
        let mut number = 0;
        let entries: Vec<StrategyEntry> = (0..3_000)
            .map(|_| {
                number += 1 + if random.u8(0..50) == 0 { random.u32(0..900_000) } else { random.u32(0..3_000) };
                StrategyEntry { number, choice: random.u8(0..64) }
            })
            .collect();
        let bytes = encode("nim", &entries).expect("memory takes everything");
        let strategy = Strategy::read(&bytes, "nim").expect("a strategy");
        assert_eq!(strategy.len(), 3_000);
        for pair in entries.windows(2) {
            assert_eq!(strategy.choice(pair[0].number), Some(pair[0].choice));
            if pair[0].number + 1 < pair[1].number {
                assert_eq!(strategy.choice(pair[0].number + 1), None);
            }
        }
        assert_eq!((strategy.choice(0), strategy.choice(u32::MAX)), (None, None));
        assert!(Strategy::read(&bytes, "ni").is_none() && Strategy::read(&bytes[..40], "nim").is_none());
        // A truncated strategy has fewer entries but does no harm.
        let half = Strategy::read(&bytes[..bytes.len() / 2], "nim").expect("a header");
        assert_eq!(half.choice(entries[2_999].number), None);
    }
}
