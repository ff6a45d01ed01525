//! Standard output, or whatever takes its place, a line at a time, and the log of everything in and out.
//!
//! A line that the pipe takes at once is written by the caller. Otherwise the thread *output* writes it, so that a
//! reader that is slow or has stopped never blocks the loop: `stop` and `quit` still work. Nothing is dropped, so the
//! queue may grow. Against that the loop takes no further commands while there is
//! [backpressure](Output::has_backpressure), and a reader that has stalled for long is given up.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, never, unbounded};
use parking_lot::Mutex;

use crate::clock::{Duration, Instant};
use crate::pipes::Stdout;

/// Backpressure begins with so many bytes queued.
const BACKPRESSURE_BYTES: usize = 8 << 20;
/// Writing fails beyond so many bytes queued: the reader has stalled.
const MOST_BYTES: usize = 256 << 20;
/// The same for a guest, of which there may be several.
const MOST_GUEST_BYTES: usize = 16 << 20;
/// How long a stalled reader may delay the end of the program.
const GRACE: Duration = Duration::from_secs(1);

/// Writes lines, each whole and flushed, without blocking the caller.
pub struct Output {
    /// `None` once closed.
    lines: Mutex<Option<Sender<Vec<u8>>>>,
    /// The result of the thread *output*, sent when it ends.
    end: Receiver<io::Result<()>>,
    /// Taken by whoever joins it.
    writer: Mutex<Option<JoinHandle<()>>>,
    progress: Arc<WriteProgress>,
    /// Bytes that may be queued.
    most_bytes: usize,
    /// Handle for writing without the thread, where [`Stdout::write_at_once`] is supported.
    shortcut: Option<Mutex<Stdout>>,
    /// Receives one message when the reading end is closed.
    closed: Receiver<()>,
    log: Mutex<Option<File>>,
}

/// Shared by the thread *output* and those who queue lines.
struct WriteProgress {
    /// Bytes queued and not yet written.
    waiting: AtomicUsize,
    /// When the last line was written, hence read or taken by the pipe.
    last_read: Mutex<Instant>,
}

impl WriteProgress {
    /// Counts bytes as written.
    fn note(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Release);
        *self.last_read.lock() = Instant::now();
    }

    fn reader_stalled(&self) -> bool {
        self.last_read.lock().elapsed() >= GRACE
    }
}

impl Output {
    /// Writes to `target` on a thread.
    pub fn new(mut target: Box<dyn Write + Send>) -> io::Result<Output> {
        let (lines, waiting) = unbounded::<Vec<u8>>();
        let (ended, end) = bounded(1);
        let progress = Arc::new(WriteProgress { waiting: AtomicUsize::new(0), last_read: Mutex::new(Instant::now()) });
        let done_so_far = progress.clone();
        let write = move || {
            let done = waiting.iter().try_for_each(|line| {
                target.write_all(&line)?;
                target.flush()?;
                done_so_far.note(line.len());
                Ok(())
            });
            // The channel has room for one message, and this is the only one.
            let _ = ended.send(done);
        };
        let writer = thread::Builder::new().name("output".to_owned()).spawn(write)?;
        Ok(Output {
            lines: Mutex::new(Some(lines)),
            end,
            writer: Mutex::new(Some(writer)),
            progress,
            most_bytes: MOST_BYTES,
            shortcut: None,
            closed: never(),
            log: Mutex::new(None),
        })
    }

    /// Writes to standard output, and polls it on the thread *watch*, since it may be closed while there is nothing to
    /// write.
    pub fn to_stdout(stdout: Stdout) -> io::Result<Output> {
        let (watched, shortcut) = (stdout.try_clone()?, stdout.try_clone()?);
        let (sender, closed) = bounded(1);
        let watch = move || {
            if watched.wait_until_closed().is_ok() {
                // The channel has room for one message, and this is the only one.
                let _ = sender.send(());
            }
        };
        thread::Builder::new().name("watch".to_owned()).spawn(watch)?;
        Ok(Output { closed, shortcut: Some(Mutex::new(shortcut)), ..Output::new(Box::new(stdout))? })
    }

    /// Writes to a guest; a message through `closed` says that it has left.
    pub fn to_guest(target: Box<dyn Write + Send>, closed: Receiver<()>) -> io::Result<Output> {
        Ok(Output { closed, most_bytes: MOST_GUEST_BYTES, ..Output::new(target)? })
    }

    /// Receives a message when nobody can read the output any more.
    pub fn closed(&self) -> &Receiver<()> {
        &self.closed
    }

    /// Writes a line or queues it. An error is that of an earlier line.
    pub fn line(&self, text: &str) -> io::Result<()> {
        self.log("<<", text);
        let mut rest = Vec::with_capacity(text.len() + 1);
        rest.extend_from_slice(text.as_bytes());
        rest.push(b'\n');
        let lines = self.lines.lock();
        let Some(lines) = &*lines else { return self.failure() };
        let before = self.progress.waiting.fetch_add(rest.len(), Ordering::Acquire);
        if before > self.most_bytes {
            return Err(io::Error::other(format!("nobody reads it, and {} MB of it wait", self.most_bytes >> 20)));
        }
        if before == 0
            && let Some(stdout) = &self.shortcut
        {
            // The queue is empty, so the order is kept; and the line does not wait until the thread *output* is
            // scheduled.
            let written = stdout.lock().write_at_once(&rest)?;
            if written > 0 {
                self.progress.note(written);
                rest.drain(..written);
            }
            if rest.is_empty() {
                return Ok(());
            }
        }
        if lines.send(rest).is_ok() { Ok(()) } else { self.failure() }
    }

    /// Whether so much is queued, for a reader that still reads, that the caller should pause.
    pub fn has_backpressure(&self) -> bool {
        self.progress.waiting.load(Ordering::Relaxed) > BACKPRESSURE_BYTES && !self.progress.reader_stalled()
    }

    /// The error with which the thread *output* ended.
    fn failure(&self) -> io::Result<()> {
        self.end.recv().unwrap_or(Ok(())).and(Err(io::ErrorKind::BrokenPipe.into()))
    }

    /// Waits until the queue is written and the thread has ended, but no longer than `GRACE` for a stalled reader.
    pub fn close(&self) -> io::Result<()> {
        self.lines.lock().take();
        let done = loop {
            match self.end.recv_timeout(GRACE) {
                Ok(done) => break done,
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
                Err(RecvTimeoutError::Timeout) if self.progress.reader_stalled() => {
                    log::warn!("nobody reads the output; the rest of it is dropped");
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) => (),
            }
        };
        if let Some(writer) = self.writer.lock().take() {
            // It has ended; a panic has been reported on standard error already.
            let _ = writer.join();
        }
        done
    }

    /// Logs a line of input.
    pub fn log_input(&self, line: &[u8]) {
        if self.log.lock().is_some() {
            self.log(">>", &String::from_utf8_lossy(line));
        }
    }

    /// Logs to this file from now on, appending; an empty path ends the logging.
    pub fn log_to(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() { None } else { Some(open_log(path)?) };
        *self.log.lock() = file;
        Ok(())
    }

    fn log(&self, direction: &str, text: &str) {
        let mut log = self.log.lock();
        let Some(file) = &mut *log else {
            return;
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // One write for the whole line, so that a full disk can tear only the last one.
        let line = format!("{}.{:06} {direction} {text}\n", now.as_secs(), now.subsec_micros());
        if let Err(error) = file.write_all(line.as_bytes()) {
            log::warn!("the log file is closed: {error}");
            *log = None;
        }
    }
}

/// Refuses a named pipe: opening one blocks until there is a reader, and so may writing.
fn open_log(path: &str) -> io::Result<File> {
    #[cfg(unix)]
    if std::fs::metadata(path).is_ok_and(|old| std::os::unix::fs::FileTypeExt::is_fifo(&old.file_type())) {
        return Err(io::Error::other("it is a pipe; name a file"));
    }
    OpenOptions::new().create(true).append(true).open(path)
}
