//! Writing without ever blocking the caller.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use parking_lot::Mutex;

use super::WriteAtOnce;
use crate::clock::{Duration, Instant};

/// How long a stalled reader may delay the end of the program.
const GRACE: Duration = Duration::from_secs(1);

/// A pipe that is written to at once as far as it takes that, and by a thread beyond.
///
/// The caller never waits for a reader that is slow or has stopped, and where the reader keeps up, the thread is never woken. Nothing
/// is dropped, so the queue may grow up to a limit.
pub struct WriteQueue {
    /// `None` once closed.
    texts: Mutex<Option<Sender<Vec<u8>>>>,
    /// The result of the thread, sent when it ends.
    end: Receiver<io::Result<()>>,
    /// Taken by whoever joins it.
    writer: Mutex<Option<JoinHandle<()>>>,
    progress: Arc<WriteProgress>,
    /// Bytes that may be queued.
    most_bytes: usize,
    /// Handle for writing without the thread.
    shortcut: Option<Mutex<Box<dyn WriteAtOnce>>>,
}

/// Shared by the thread and those who queue texts.
struct WriteProgress {
    /// Bytes queued and not yet written.
    waiting: AtomicUsize,
    /// When something was written last, hence read or taken by the pipe.
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

impl WriteQueue {
    /// Writes everything on a thread of this name. Beyond so many bytes that wait, writing fails: the reader has stalled.
    pub fn new(name: &str, mut target: impl Write + Send + 'static, most_bytes: usize) -> io::Result<WriteQueue> {
        let (texts, waiting) = unbounded::<Vec<u8>>();
        let (ended, end) = bounded(1);
        let progress = Arc::new(WriteProgress { waiting: AtomicUsize::new(0), last_read: Mutex::new(Instant::now()) });
        let done_so_far = progress.clone();
        let write = move || {
            let done = waiting.iter().try_for_each(|text| {
                target.write_all(&text)?;
                target.flush()?;
                done_so_far.note(text.len());
                Ok(())
            });
            // The channel has room for one message, and this is the only one.
            let _ = ended.send(done);
        };
        let writer = thread::Builder::new().name(name.to_owned()).spawn(write)?;
        Ok(WriteQueue {
            texts: Mutex::new(Some(texts)),
            end,
            writer: Mutex::new(Some(writer)),
            progress,
            most_bytes,
            shortcut: None,
        })
    }

    /// Writes what the pipe takes at once through `shortcut`, a second handle to it.
    pub fn with_shortcut(self, shortcut: impl WriteAtOnce + 'static) -> WriteQueue {
        WriteQueue { shortcut: Some(Mutex::new(Box::new(shortcut))), ..self }
    }

    /// Writes or queues a text. An error is that of an earlier one.
    pub fn write(&self, mut text: Vec<u8>) -> io::Result<()> {
        let texts = self.texts.lock();
        let Some(texts) = &*texts else { return self.failure() };
        let before = self.progress.waiting.fetch_add(text.len(), Ordering::Acquire);
        if before > self.most_bytes {
            return Err(io::Error::other(format!("nobody reads it, and {} MB of it wait", self.most_bytes >> 20)));
        }
        if before == 0
            && let Some(shortcut) = &self.shortcut
        {
            // The queue is empty, so the order is kept; and the text does not wait until the thread is scheduled.
            let mut shortcut = shortcut.lock();
            let mut done = 0;
            while done < text.len() {
                match shortcut.write_at_once(&text[done..])? {
                    0 => break,
                    written => done += written,
                }
            }
            if done > 0 {
                self.progress.note(done);
            }
            if done == text.len() {
                return Ok(());
            }
            text.drain(..done);
        }
        if texts.send(text).is_ok() { Ok(()) } else { self.failure() }
    }

    /// Bytes that wait for a reader that still reads.
    pub fn waiting(&self) -> usize {
        match self.progress.waiting.load(Ordering::Relaxed) {
            bytes if bytes > 0 && !self.progress.reader_stalled() => bytes,
            _ => 0,
        }
    }

    /// The error with which the thread ended.
    fn failure(&self) -> io::Result<()> {
        self.end.recv().unwrap_or(Ok(())).and(Err(io::ErrorKind::BrokenPipe.into()))
    }

    /// Waits until the queue is written and the thread has ended, but no longer than [`GRACE`] for a stalled reader.
    pub fn close(&self) -> io::Result<()> {
        self.texts.lock().take();
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
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::pipes::Pipe;
    use std::io::Read;
    use std::os::fd::OwnedFd;

    #[test]
    fn what_the_pipe_does_not_take_follows_in_order() {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let pipe = Pipe::from(OwnedFd::from(writer));
        let shortcut = pipe.try_clone().expect("a second handle");
        let queue = WriteQueue::new("writer", pipe, 1 << 20).expect("a thread").with_shortcut(shortcut);
        let texts: Vec<String> = (0..200).map(|number| format!("{number} {}\n", "x".repeat(3_000))).collect();
        for text in &texts {
            queue.write(text.clone().into_bytes()).expect("room in the queue");
        }
        let reading = thread::spawn(move || {
            let mut read = String::new();
            reader.read_to_string(&mut read).map(|_| read)
        });
        queue.close().expect("all was read");
        drop(queue);
        assert_eq!(reading.join().expect("no panic").expect("a pipe can be read"), texts.concat());
    }

    #[test]
    fn a_reader_that_has_gone_is_an_error_and_no_wait() {
        let (reader, writer) = io::pipe().expect("a pipe");
        let pipe = Pipe::from(OwnedFd::from(writer));
        let shortcut = pipe.try_clone().expect("a second handle");
        let queue = WriteQueue::new("writer", pipe, 1 << 20).expect("a thread").with_shortcut(shortcut);
        drop(reader);
        let failed = (0..).map(|_| queue.write(b"x".to_vec())).find_map(Result::err);
        assert_eq!(failed.map(|error| error.kind()), Some(io::ErrorKind::BrokenPipe));
    }
}
