//! Writing the file of a solved game, which `file.rs` describes and reads.

use std::fs::{self, File};
use std::path::Path;

use super::file::{BUCKET, HEADER_BYTES, LONG_GAP, MAGIC, TableError, VERSION};
use super::solve::{Progress, Solution};
use super::states::State;
use super::value::SolvedValue;
use crate::files;

/// Upper bound for the size of a table.
const MOST_BYTES: u64 = 200 << 20;

/// Checks, before hours of work, that a table can be written there.
pub fn check_room(path: &Path) -> Result<(), TableError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fail = |error| TableError::Io { what: "write", path: path.to_owned(), error };
    suffices(fs4::available_space(folder).map_err(fail)?, path)?;
    // A folder that may not be written to would be noticed only at the end.
    let trial = files::temporary(path);
    File::create(&trial).and_then(|_| fs::remove_file(&trial)).map_err(fail)
}

/// Whether so much free space is enough for any table.
pub(super) fn suffices(free: u64, path: &Path) -> Result<(), TableError> {
    if free < MOST_BYTES {
        return Err(TableError::DiskFull { path: path.to_owned(), needed: MOST_BYTES >> 20, free: free >> 20 });
    }
    Ok(())
}

/// Writes a solution, through a temporary file, so that an interrupted run leaves no broken table.
pub fn write(path: &Path, variant: &str, solution: &Solution, progress: &dyn Progress) -> Result<(), TableError> {
    let bytes = encode(variant, solution, progress)?;
    files::replace(path, &bytes).map_err(|error| TableError::Io { what: "write", path: path.to_owned(), error })
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
                State::Decided(SolvedValue::Loss(plies)) if !states.is_shallow(number) => {
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
