//! Files that stay intact when the disk is full or the process is killed.

use crate::clock::{Duration, Instant};
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;

use fs4::fs_std::FileExt;

use crate::lines;

/// Appends whole records. After a failed write the file is truncated to its last whole record.
pub struct AppendFile {
    file: File,
    /// End of the last whole record; `None` for a pipe or a device, which cannot be truncated.
    length: Option<u64>,
    /// A partial record may stand after `length`; it is truncated before the next write.
    torn: bool,
}

impl AppendFile {
    /// Appends after `length` bytes, and truncates what follows them.
    pub fn after(length: u64, file: File) -> io::Result<AppendFile> {
        let length = file.metadata()?.is_file().then_some(length);
        let mut append = AppendFile { file, length, torn: true };
        append.cut_back()?;
        Ok(append)
    }

    /// Appends a record, wholly or not at all.
    pub fn add(&mut self, piece: impl AsRef<[u8]>) -> io::Result<()> {
        let piece = piece.as_ref();
        self.cut_back()?;
        let written = self.file.write_all(piece).and_then(|()| self.file.flush());
        match (&written, &mut self.length) {
            (Ok(()), Some(length)) => *length += piece.len() as u64,
            (Ok(()), None) => (),
            (Err(_), _) => {
                self.torn = true;
                // If this fails, the next `add` tries again and reports it; the first error says more.
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

/// An exclusive lock on a file that several processes write. Released on drop, and by the system when the process
/// ends.
pub struct FileLock<'a>(&'a File);

/// A process that is being started has for a moment every file open that its parent has, locks included.
const START_OF_PROCESS: Duration = Duration::from_secs(1);

/// Locks a file for as long as it is open; false if somebody else has locked it.
pub fn lock_while_open(file: &File) -> io::Result<bool> {
    let end = Instant::now() + START_OF_PROCESS;
    while !file.try_lock_exclusive()? {
        if Instant::now() >= end {
            return Ok(false);
        }
        thread::sleep(LOCK_POLL);
    }
    Ok(true)
}

/// Locks are held for one write only: a longer wait means that their holder hangs.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
const LOCK_POLL: Duration = Duration::from_millis(5);

impl<'a> FileLock<'a> {
    /// Waits with a timeout: a suspended process keeps its locks.
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
        // If this fails, closing the file releases the lock.
        let _ = FileExt::unlock(self.0);
    }
}

/// Reads a UTF-8 text file and strips its byte order mark.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = fs::read_to_string(path)?;
    let mark = text.len() - lines::without_mark(text.as_bytes()).len();
    text.drain(..mark);
    Ok(text)
}

/// The path of the file that is written first and then renamed to `path`.
pub fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    PathBuf::from(name)
}

/// Replaces a file by writing another and renaming it. On failure the old contents stay.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|old| !old.is_file()) {
        // A rename would put a regular file in the place of a device or a pipe.
        return fs::write(path, bytes);
    }
    let trial = temporary(path);
    let written = File::create(&trial).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&trial, path)).inspect_err(|_| {
        // Best effort: the error of the write is the one to report.
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
        // The state that a write leaves that failed half-way.
        append.file.write_all(b"thr").expect("room on the disk");
        append.torn = true;
        append.add("four\n").expect("room on the disk");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "one\ntwo\nfour\n");
        fs::remove_file(&path).expect("a file");
    }
}
