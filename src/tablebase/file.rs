//! Format of the table file; opening and probing it. `writer.rs` writes it.
//!
//! | bytes | |
//! |---|---|
//! | 0–15 | `JANGGUN-TABLE`, padded with zeros |
//! | 16–19 | version of this format |
//! | 20–35 | protocol name of the variant, padded with zeros |
//! | 36–77 | counts: positions, wins, losses, draws (eight bytes each), longest win or loss (two), zeros |
//! | 78–93 | numbers, entries (eight bytes each) |
//! | 94–97 | CRC-32 of everything after the header |
//! | 98–101 | CRC-32 of the header up to here |
//! | then | for each bucket of 4,096 numbers, and for the end, where its entries begin (four bytes each) |
//! | then | the entries: how many numbers are skipped since the last one of the bucket (a byte, or 255 and two bytes), and the value (a byte: 0 for a draw, else the plies of a loss) |
//!
//! Integers are little-endian. Only draws and losses of unknown [`ShallowValue`] have an entry. A position without an
//! entry and of unknown shallow value is won, by a move to a lost one.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::solve::Counts;
use super::value::{ShallowValue, SolvedValue, shallow_value};
use crate::game::SolvedPosition;

pub(super) const MAGIC: &[u8; 16] = b"JANGGUN-TABLE\0\0\0";
pub(super) const VERSION: u32 = 1;
pub(super) const HEADER_BYTES: usize = 102;
pub(super) const BUCKET: u64 = 4_096;
pub(super) const LONG_GAP: u8 = 255;
/// Chunk size for reading a file to compute its checksum.
const READ_BYTES: usize = 1 << 16;

/// Why a table cannot be opened, probed or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableError {
    /// An error of the file system; `what` was tried.
    #[error("cannot {what} the table '{path}': {error}")]
    Io { what: &'static str, path: PathBuf, error: io::Error },
    /// Not a table.
    #[error("'{path}' is not a table of Janggun; make one with 'janggun solve'")]
    Foreign { path: PathBuf },
    /// Written in another version of the format.
    #[error("the table '{path}' has format {found}, this version reads {VERSION}; make it anew with 'janggun solve'")]
    Version { path: PathBuf, found: u32 },
    /// The length or a checksum does not match.
    #[error("the table '{path}' is damaged or incomplete; make it anew with 'janggun solve'")]
    Damaged { path: PathBuf },
    /// Not enough disk space, in megabytes.
    #[error(
        "a table needs up to {needed} MB at '{path}', but only {free} MB are free; choose another place with --out"
    )]
    DiskFull { path: PathBuf, needed: u64, free: u64 },
    /// A distance to the end that does not fit into a byte.
    #[error("a loss in {0} plies does not fit into the table's format")]
    TooLong(u16),
}

/// An open table. Only the index of buckets is held in memory; entries are read from the file when probed.
#[derive(Debug)]
pub struct Tablebase {
    path: PathBuf,
    file: Mutex<File>,
    variant: String,
    counts: Counts,
    numbers: u64,
    entries: u64,
    /// File offsets of the buckets, and of the end.
    starts: Vec<u32>,
    /// The last failed read, until somebody asks for it.
    read_error: Mutex<Option<TableError>>,
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|eight| eight.try_into().ok()).map_or(0, u64::from_le_bytes)
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_le_bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).and_then(|two| two.try_into().ok()).map_or(0, u16::from_le_bytes)
}

impl Tablebase {
    /// Opens a file and verifies its length and checksums.
    pub fn open(path: &Path) -> Result<Tablebase, TableError> {
        let fail = |error| TableError::Io { what: "open", path: path.to_owned(), error };
        let foreign = || TableError::Foreign { path: path.to_owned() };
        let damaged = || TableError::Damaged { path: path.to_owned() };
        // Before it is opened: opening a named pipe blocks until there is a writer.
        let metadata = fs::metadata(path).map_err(fail)?;
        if !metadata.is_file() || metadata.len() < HEADER_BYTES as u64 {
            return Err(foreign());
        }
        let mut file = File::open(path).map_err(fail)?;
        let mut header = [0; HEADER_BYTES];
        file.read_exact(&mut header).map_err(fail)?;
        if !header.starts_with(MAGIC) {
            return Err(foreign());
        }
        let found = u32_at(&header, 16);
        if found != VERSION {
            return Err(TableError::Version { path: path.to_owned(), found });
        }
        if crc32fast::hash(&header[..98]) != u32_at(&header, 98) {
            return Err(damaged());
        }
        let (numbers, entries) = (u64_at(&header, 78), u64_at(&header, 86));
        let index_bytes = (numbers.div_ceil(BUCKET) as usize + 1) * 4;
        if metadata.len() - HEADER_BYTES as u64 <= index_bytes as u64 {
            return Err(damaged());
        }
        let (checksum, starts) = read_body(&mut file, index_bytes).map_err(fail)?;
        if checksum != u32_at(&header, 94) {
            return Err(damaged());
        }
        let variant = String::from_utf8_lossy(&header[20..36]).trim_end_matches('\0').to_owned();
        let counts = Counts {
            positions: u64_at(&header, 36),
            wins: u64_at(&header, 44),
            losses: u64_at(&header, 52),
            draws: u64_at(&header, 60),
            longest: u16_at(&header, 68),
        };
        let (path, file) = (path.to_owned(), Mutex::new(file));
        Ok(Tablebase { path, file, variant, counts, numbers, entries, starts, read_error: Mutex::default() })
    }

    /// The last failed read since this was last called: a file may be truncated or unmounted at any time.
    pub fn take_error(&self) -> Option<TableError> {
        self.read_error.lock().take()
    }

    fn note_error(&self, error: io::Error) {
        let path = self.path.clone();
        *self.read_error.lock() = Some(match error.kind() {
            io::ErrorKind::UnexpectedEof => TableError::Damaged { path },
            _ => TableError::Io { what: "read", path, error },
        });
    }

    /// Protocol name of the solved variant.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// The statistics of the solver.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Reads the entries of a bucket from the file.
    fn read_bucket(&self, bucket: u64) -> io::Result<Vec<u8>> {
        let ends = usize::try_from(bucket).ok().and_then(|bucket| self.starts.get(bucket..bucket + 2));
        let Some(&[start, end]) = ends else { return Ok(Vec::new()) };
        let mut bytes = vec![0; end.saturating_sub(start) as usize];
        let stream = HEADER_BYTES as u64 + self.starts.len() as u64 * 4;
        let mut file = self.file.lock();
        file.seek(SeekFrom::Start(stream + u64::from(start)))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Calls `visit` with number and value of each entry of a bucket until it returns false.
    fn scan(&self, bucket: u64, mut visit: impl FnMut(u64, SolvedValue) -> bool) -> io::Result<()> {
        let bytes = self.read_bucket(bucket)?;
        let mut entries = &bytes[..];
        let mut number = bucket * BUCKET;
        loop {
            let (gap, rest) = match *entries {
                [LONG_GAP, low, high, ref rest @ ..] => (u16::from_le_bytes([low, high]), rest),
                [gap, ref rest @ ..] => (u16::from(gap), rest),
                [] => return Ok(()),
            };
            let [value, rest @ ..] = rest else { return Ok(()) };
            number += u64::from(gap);
            let value = if *value == 0 { SolvedValue::Draw } else { SolvedValue::Loss(u16::from(*value)) };
            if !visit(number, value) {
                return Ok(());
            }
            number += 1;
            entries = rest;
        }
    }

    /// The entry of a position number.
    fn entry(&self, number: u64) -> io::Result<Option<SolvedValue>> {
        let mut found = None;
        self.scan(number / BUCKET, |at, value| {
            if at == number {
                found = Some(value);
            }
            at < number
        })?;
        Ok(found)
    }

    /// Calls `visit` with every entry of a range of buckets.
    pub(super) fn for_each_entry(&self, buckets: std::ops::Range<u64>, mut visit: impl FnMut(u64, SolvedValue)) {
        for bucket in buckets {
            let scanned = self.scan(bucket, |number, value| {
                visit(number, value);
                true
            });
            scanned.unwrap_or_else(|error| self.note_error(error));
        }
    }

    /// Number of buckets.
    pub(super) fn buckets(&self) -> u64 {
        self.numbers.div_ceil(BUCKET)
    }

    /// The value of a position of the solved variant; `None` if it is unreachable or a [read
    /// failed](Tablebase::take_error).
    pub fn value<P: SolvedPosition>(&self, position: P, rules: &P::Rules) -> Option<SolvedValue> {
        self.read_value(position, rules).unwrap_or_else(|error| {
            self.note_error(error);
            None
        })
    }

    fn read_value<P: SolvedPosition>(&self, position: P, rules: &P::Rules) -> io::Result<Option<SolvedValue>> {
        if let Some(value) = self.lost_or_drawn(position, rules)? {
            return Ok(Some(value));
        }
        let mut quickest = Ok(None);
        position.successors(rules, |next| {
            let Ok(best) = quickest else { return };
            quickest = match self.lost_or_drawn(next, rules) {
                Ok(Some(SolvedValue::Loss(plies))) => Ok(Some(best.map_or(plies, |best: u16| best.min(plies)))),
                Ok(_) => Ok(best),
                Err(error) => Err(error),
            };
        });
        Ok(quickest?.map(|plies| SolvedValue::Win(plies + 1)))
    }

    /// The value if the position is decided at once or has an entry; `None` means that it is won by a move to a lost
    /// one.
    fn lost_or_drawn<P: SolvedPosition>(&self, position: P, rules: &P::Rules) -> io::Result<Option<SolvedValue>> {
        match shallow_value(position, rules) {
            ShallowValue::Known(value) => Ok(Some(value)),
            ShallowValue::Unknown => self.entry(position.number()),
        }
    }
}

/// Reads the file to its end; returns the checksum and the index of buckets.
fn read_body(file: &mut File, index_bytes: usize) -> io::Result<(u32, Vec<u32>)> {
    let mut checksum = crc32fast::Hasher::new();
    let mut index = vec![0; index_bytes];
    file.read_exact(&mut index)?;
    checksum.update(&index);
    let mut piece = vec![0; READ_BYTES];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            length => checksum.update(&piece[..length]),
        }
    }
    Ok((checksum.finalize(), index.chunks_exact(4).map(|start| u32_at(start, 0)).collect()))
}
