//! The file of a solved game: what it contains, how it is written, opened and read.
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
//! Numbers are little-endian. Only draws and losses that do not show by looking have an entry; a position that has none and
//! whose value does not show is won by a move to a lost one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::sight::{Sight, Value, look};
use super::solve::{Counts, Progress, Solution};
use super::states::State;
use crate::game::Indexed;
use crate::memory::MappedFile;

const MAGIC: &[u8; 16] = b"JANGGUN-TABLE\0\0\0";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 102;
const BUCKET: u64 = 4_096;
const LONG_GAP: u8 = 255;
/// No table is larger.
const MOST_BYTES: u64 = 200 << 20;

/// Why a table cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file system says no.
    #[error("cannot {what} the table '{path}': {error}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// Something else.
    #[error("'{path}' is not a table of Janggun; make one with 'janggun solve'")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Another version of Janggun wrote it.
    #[error("the table '{path}' has format {found}, this version reads {VERSION}; make it anew with 'janggun solve'")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// It is not what was written.
    #[error("the table '{path}' is damaged or incomplete; make it anew with 'janggun solve'")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// There is no room for it.
    #[error(
        "a table needs up to {needed} MB at '{path}', but only {free} MB are free; choose another place with --out"
    )]
    DiskFull {
        /// Where it was to go.
        path: PathBuf,
        /// Megabytes.
        needed: u64,
        /// Megabytes.
        free: u64,
    },
    /// A value does not fit into the format.
    #[error("a loss in {0} plies does not fit into the table's format")]
    TooLong(u16),
}

/// A table, ready to be looked at.
#[derive(Debug)]
pub struct Table {
    bytes: MappedFile,
    variant: String,
    counts: Counts,
    numbers: u64,
    entries: u64,
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

impl Table {
    /// Opens a file and makes sure that it is whole.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let fail = |error| TableError::Io { what: "open", path: path.to_owned(), error };
        let file = File::open(path).map_err(fail)?;
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(TableError::Foreign { path: path.to_owned() });
        }
        if file.metadata().map_err(fail)?.len() < HEADER_BYTES as u64 {
            return Err(TableError::Foreign { path: path.to_owned() });
        }
        let bytes = MappedFile::new(&file).map_err(fail)?;
        if !bytes.starts_with(MAGIC) {
            return Err(TableError::Foreign { path: path.to_owned() });
        }
        let found = u32_at(&bytes, 16);
        if found != VERSION {
            return Err(TableError::Version { path: path.to_owned(), found });
        }
        let (header, body) = bytes.split_at(HEADER_BYTES);
        let (numbers, entries) = (u64_at(header, 78), u64_at(header, 86));
        let sound = crc32fast::hash(&header[..98]) == u32_at(header, 98)
            && crc32fast::hash(body) == u32_at(header, 94)
            && body.len() as u64 > (numbers.div_ceil(BUCKET) + 1) * 4;
        if !sound {
            return Err(TableError::Damaged { path: path.to_owned() });
        }
        let name = &header[20..36];
        let variant = String::from_utf8_lossy(name).trim_end_matches('\0').to_owned();
        let counts = Counts {
            positions: u64_at(header, 36),
            wins: u64_at(header, 44),
            losses: u64_at(header, 52),
            draws: u64_at(header, 60),
            longest: u16_at(header, 68),
        };
        Ok(Table { variant, counts, numbers, entries, bytes })
    }

    /// The protocol name of the solved variant.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// What was counted when it was solved.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How many positions have an entry.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Calls `visit` with the number and the value of each entry of a bucket; ends when it returns false.
    fn scan(&self, bucket: u64, mut visit: impl FnMut(u64, Value) -> bool) {
        let body = &self.bytes[HEADER_BYTES..];
        let start_of = |bucket: u64| u32_at(body, bucket as usize * 4) as usize;
        let stream = (self.numbers.div_ceil(BUCKET) as usize + 1) * 4;
        let range = stream + start_of(bucket)..stream + start_of(bucket + 1);
        let mut entries = body.get(range).unwrap_or_default();
        let mut number = bucket * BUCKET;
        loop {
            let (gap, rest) = match *entries {
                [LONG_GAP, low, high, ref rest @ ..] => (u16::from_le_bytes([low, high]), rest),
                [gap, ref rest @ ..] => (u16::from(gap), rest),
                [] => return,
            };
            let [value, rest @ ..] = rest else { return };
            number += u64::from(gap);
            let value = if *value == 0 { Value::Draw } else { Value::Loss(u16::from(*value)) };
            if !visit(number, value) {
                return;
            }
            number += 1;
            entries = rest;
        }
    }

    /// The value of the entry with this number, if there is one.
    pub fn entry(&self, number: u64) -> Option<Value> {
        let mut found = None;
        self.scan(number / BUCKET, |at, value| {
            if at == number {
                found = Some(value);
            }
            at < number
        });
        found
    }

    /// Calls `visit` with every entry of those buckets that begin in the range of numbers.
    pub(super) fn for_each_entry(&self, buckets: std::ops::Range<u64>, mut visit: impl FnMut(u64, Value)) {
        for bucket in buckets {
            self.scan(bucket, |number, value| {
                visit(number, value);
                true
            });
        }
    }

    /// How many buckets there are.
    pub(super) fn buckets(&self) -> u64 {
        self.numbers.div_ceil(BUCKET)
    }

    /// The value of a position of the solved variant; none if it is one that cannot be.
    pub fn value<P: Indexed>(&self, position: P, rules: &P::Rules) -> Option<Value> {
        if let Some(value) = self.lost_or_drawn(position, rules) {
            return Some(value);
        }
        let mut quickest = None;
        position.successors(rules, |next| {
            if let Some(Value::Loss(plies)) = self.lost_or_drawn(next, rules) {
                quickest = Some(quickest.map_or(plies, |best: u16| best.min(plies)));
            }
        });
        quickest.map(|plies| Value::Win(plies + 1))
    }

    /// The value as far as one look or one entry tells it.
    fn lost_or_drawn<P: Indexed>(&self, position: P, rules: &P::Rules) -> Option<Value> {
        match look(position, rules) {
            Sight::Clear(value) => Some(value),
            Sight::Open => self.entry(position.number()),
        }
    }
}

/// Makes sure, before hours of work, that a table can be written there.
pub fn check_room(path: &Path) -> Result<(), TableError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fail = |error| TableError::Io { what: "write", path: path.to_owned(), error };
    let free = fs4::available_space(folder).map_err(fail)?;
    if free < MOST_BYTES {
        return Err(TableError::DiskFull { path: path.to_owned(), needed: MOST_BYTES >> 20, free: free >> 20 });
    }
    // A folder in which nothing may be made would be noticed only at the end.
    let trial = temporary(path);
    File::create(&trial).and_then(|_| fs::remove_file(&trial)).map_err(fail)
}

fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    PathBuf::from(name)
}

/// Writes a solution: to a temporary file first, so that an interrupted run leaves no broken table.
pub fn write(path: &Path, variant: &str, solution: &Solution, progress: &dyn Progress) -> Result<(), TableError> {
    let bytes = encode(variant, solution, progress)?;
    let fail = |error| TableError::Io { what: "write", path: path.to_owned(), error };
    let trial = temporary(path);
    let written = File::create(&trial).and_then(|mut file| {
        file.write_all(&bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&trial, path));
    renamed.map_err(|error| {
        // What could not be finished is not left lying about; that this may fail too changes nothing.
        let _ = fs::remove_file(&trial);
        fail(error)
    })
}

fn encode(variant: &str, solution: &Solution, progress: &dyn Progress) -> Result<Vec<u8>, TableError> {
    let states = &solution.states;
    progress.begin("writing the table", states.len());
    let mut starts = Vec::new();
    let mut stream: Vec<u8> = Vec::new();
    let mut entries = 0u64;
    for bucket in 0..states.len().div_ceil(BUCKET) {
        starts.extend((stream.len() as u32).to_le_bytes());
        let first = bucket * BUCKET;
        let mut next = first;
        for number in first..(first + BUCKET).min(states.len()) {
            let value = match states.get(number) {
                State::Undecided(_) => 0,
                State::Decided(Value::Loss(plies)) if !states.shows_at_sight(number) => {
                    u8::try_from(plies).map_err(|_| TableError::TooLong(plies))?
                }
                _ => continue,
            };
            match u8::try_from(number - next) {
                Ok(gap) if gap != LONG_GAP => stream.push(gap),
                _ => {
                    stream.push(LONG_GAP);
                    stream.extend(((number - next) as u16).to_le_bytes());
                }
            }
            stream.push(value);
            next = number + 1;
            entries += 1;
        }
        progress.advance(BUCKET);
    }
    starts.extend((stream.len() as u32).to_le_bytes());

    let mut bytes = Vec::with_capacity(HEADER_BYTES + starts.len() + stream.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    let mut name = [0; 16];
    name.iter_mut().zip(variant.bytes()).for_each(|(place, byte)| *place = byte);
    bytes.extend(name);
    let counts = solution.counts;
    for count in [counts.positions, counts.wins, counts.losses, counts.draws] {
        bytes.extend(count.to_le_bytes());
    }
    bytes.extend(counts.longest.to_le_bytes());
    bytes.resize(78, 0);
    bytes.extend(states.len().to_le_bytes());
    bytes.extend(entries.to_le_bytes());
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&starts);
    checksum.update(&stream);
    bytes.extend(checksum.finalize().to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(starts);
    bytes.extend(stream);
    Ok(bytes)
}
