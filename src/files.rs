//! Writing files so that a full disk or a sudden end costs nothing that was written before.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use fs4::fs_std::FileExt;

use crate::lines;

/// A file that grows by whole pieces: what could not be written to its end is cut off again, and nothing ever follows a
/// torn piece.
pub struct AppendFile {
    file: File,
    /// Up to the end of the last whole piece; none if this is a pipe or a device.
    length: Option<u64>,
    /// Whether something may stand behind that.
    torn: bool,
}

impl AppendFile {
    /// Goes on behind so many bytes; what follows them is cut off.
    pub fn after(length: u64, file: File) -> io::Result<AppendFile> {
        let length = file.metadata()?.is_file().then_some(length);
        let mut append = AppendFile { file, length, torn: true };
        append.cut_back()?;
        Ok(append)
    }

    /// Adds a piece, wholly or not at all.
    pub fn add(&mut self, piece: &str) -> io::Result<()> {
        self.cut_back()?;
        let written = self.file.write_all(piece.as_bytes()).and_then(|()| self.file.flush());
        match (&written, &mut self.length) {
            (Ok(()), Some(length)) => *length += piece.len() as u64,
            (Ok(()), None) => (),
            (Err(_), _) => {
                self.torn = true;
                // What stands in the way of that is told when the next piece comes; the first failure says more.
                let _ = self.cut_back();
            }
        }
        written
    }

    fn cut_back(&mut self) -> io::Result<()> {
        if let (true, Some(length)) = (self.torn, self.length) {
            self.file.set_len(length)?;
            self.file.seek(SeekFrom::Start(length))?;
        }
        self.torn = false;
        Ok(())
    }
}

/// A lock on a file that several programs write. It is released when this is dropped, or when the program ends,
/// however that happens.
pub struct FileLock<'a>(&'a File);

/// Whoever holds the lock of a file holds it for the moment that it takes to write. If it takes longer, something is wrong.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
const LOCK_POLL: Duration = Duration::from_millis(5);

impl<'a> FileLock<'a> {
    /// Waits for others to release it, but not for ever: a program that is suspended keeps its locks.
    pub fn acquire(file: &'a File) -> io::Result<FileLock<'a>> {
        let end = Instant::now() + LOCK_TIMEOUT;
        while !file.try_lock_exclusive()? {
            if Instant::now() >= end {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "another program keeps it locked"));
            }
            thread::sleep(LOCK_POLL);
        }
        Ok(FileLock(file))
    }
}

impl Drop for FileLock<'_> {
    fn drop(&mut self) {
        // If that fails, it is released when the file is closed.
        let _ = FileExt::unlock(self.0);
    }
}

/// Reads a text, which may begin with a byte order mark.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = fs::read_to_string(path)?;
    let mark = text.len() - lines::without_mark(text.as_bytes()).len();
    text.drain(..mark);
    Ok(text)
}

/// Where a file is written before it is whole.
pub fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    PathBuf::from(name)
}

/// Puts a file with these contents in the place of whatever was there, which stays as it is if that fails.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|old| !old.is_file()) {
        // Nothing can take the place of a device or a pipe.
        return fs::write(path, bytes);
    }
    let trial = temporary(path);
    let written = File::create(&trial).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&trial, path)).inspect_err(|_| {
        // What could not be finished is not left lying about; that this may fail too changes nothing.
        let _ = fs::remove_file(&trial);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_last_whole_piece_is_cut_off() {
        let path = std::env::temp_dir().join(format!("janggun-append-{}", std::process::id()));
        fs::write(&path, "one\ntw").expect("a file");
        let file = File::options().write(true).open(&path).expect("a file");
        let mut append = AppendFile::after(4, file).expect("a file that can be cut");
        append.add("two\n").expect("room on the disk");
        // As a write does that fails in the middle.
        append.file.write_all(b"thr").expect("room on the disk");
        append.torn = true;
        append.add("four\n").expect("room on the disk");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "one\ntwo\nfour\n");
        fs::remove_file(&path).expect("a file");
    }
}
