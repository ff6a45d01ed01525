//! Standard output, a line at a time, and the log of everything in and out.
//!
//! A thread of its own does the writing unless it can be done at once: whoever reads may be slow or stop reading, and `stop`
//! and `quit` are still heard. Nothing is dropped, so that the lines in between may become many. The loop therefore takes no further commands while it
//! is [far ahead](Output::has_backpressure) of a reader that keeps reading, and gives up one that has long stopped.

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

/// So many bytes may wait for a reader before commands do.
const BACKPRESSURE_BYTES: usize = 8 << 20;
/// So many may wait at all.
const MOST_BYTES: usize = 256 << 20;
/// How long a reader that does not read may keep us from leaving.
const GRACE: Duration = Duration::from_secs(1);

/// Where lines go. Each is written whole and flushed.
pub struct Output {
    /// None once it is closed.
    lines: Mutex<Option<Sender<Vec<u8>>>>,
    /// What became of the writing, when it has ended.
    end: Receiver<io::Result<()>>,
    /// The thread that writes, until it is waited for.
    writer: Mutex<Option<JoinHandle<()>>>,
    progress: Arc<WriteProgress>,
    /// For lines that need not wait, where it is known which these are.
    shortcut: Option<Mutex<Stdout>>,
    /// Tells that nobody can read any more.
    closed: Receiver<()>,
    log: Mutex<Option<File>>,
}

/// How far the writing is.
struct WriteProgress {
    /// Bytes that are not written yet.
    waiting: AtomicUsize,
    /// When the reader last took a line.
    last_read: Mutex<Instant>,
}

impl WriteProgress {
    /// So many bytes more are written.
    fn note(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Release);
        *self.last_read.lock() = Instant::now();
    }

    fn reader_stalled(&self) -> bool {
        self.last_read.lock().elapsed() >= GRACE
    }
}

impl Output {
    /// Writes to `target`.
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
            // There is room for the one message.
            let _ = ended.send(done);
        };
        let writer = thread::Builder::new().name("output".to_owned()).spawn(write)?;
        Ok(Output {
            lines: Mutex::new(Some(lines)),
            end,
            writer: Mutex::new(Some(writer)),
            progress,
            shortcut: None,
            closed: never(),
            log: Mutex::new(None),
        })
    }

    /// Writes to standard output, and watches it as well: it may be closed while there is nothing to write.
    pub fn to_stdout(stdout: Stdout) -> io::Result<Output> {
        let (watched, shortcut) = (stdout.try_clone()?, stdout.try_clone()?);
        let (sender, closed) = bounded(1);
        let watch = move || {
            if watched.wait_until_closed().is_ok() {
                // There is room for the one message.
                let _ = sender.send(());
            }
        };
        thread::Builder::new().name("watch".to_owned()).spawn(watch)?;
        Ok(Output { closed, shortcut: Some(Mutex::new(shortcut)), ..Output::new(Box::new(stdout))? })
    }

    /// On which is told that nobody can read any more.
    pub fn closed(&self) -> &Receiver<()> {
        &self.closed
    }

    /// Writes one line, without waiting for a reader, or tells why an earlier one could not be written.
    pub fn line(&self, text: &str) -> io::Result<()> {
        self.log("<<", text);
        let mut rest = Vec::with_capacity(text.len() + 1);
        rest.extend_from_slice(text.as_bytes());
        rest.push(b'\n');
        let lines = self.lines.lock();
        let Some(lines) = &*lines else { return self.failure() };
        let before = self.progress.waiting.fetch_add(rest.len(), Ordering::Acquire);
        if before > MOST_BYTES {
            return Err(io::Error::other(format!("nobody reads it, and {} MB of it wait", MOST_BYTES >> 20)));
        }
        if before == 0
            && let Some(stdout) = &self.shortcut
        {
            // All lines before are written, and this one need not wait until its thread gets a processor.
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

    /// Whether so much waits for a reader who still reads that it is better not to say more for a moment.
    pub fn has_backpressure(&self) -> bool {
        self.progress.waiting.load(Ordering::Relaxed) > BACKPRESSURE_BYTES && !self.progress.reader_stalled()
    }

    /// Why the thread has ended.
    fn failure(&self) -> io::Result<()> {
        self.end.recv().unwrap_or(Ok(())).and(Err(io::ErrorKind::BrokenPipe.into()))
    }

    /// Waits until all lines are written and their thread is gone, but not for a reader that does not read.
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
            // It has said its last word, or panicked and said so on standard error.
            let _ = writer.join();
        }
        done
    }

    /// Notes a line that came in.
    pub fn log_input(&self, line: &[u8]) {
        if self.log.lock().is_some() {
            self.log(">>", &String::from_utf8_lossy(line));
        }
    }

    /// From now on everything is appended to this file as well; to none if the path is empty.
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
        // In one piece, so that a full disk tears no line but the last.
        let line = format!("{}.{:06} {direction} {text}\n", now.as_secs(), now.subsec_micros());
        if let Err(error) = file.write_all(line.as_bytes()) {
            log::warn!("the log file is closed: {error}");
            *log = None;
        }
    }
}

/// A pipe is none: opening one waits for a reader, and so does writing to it.
fn open_log(path: &str) -> io::Result<File> {
    #[cfg(unix)]
    if std::fs::metadata(path).is_ok_and(|old| std::os::unix::fs::FileTypeExt::is_fifo(&old.file_type())) {
        return Err(io::Error::other("it is a pipe; name a file"));
    }
    OpenOptions::new().create(true).append(true).open(path)
}
