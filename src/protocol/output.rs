//! Standard output, or whatever takes its place, a line at a time, and the log of everything in and out.
//!
//! A line that the pipe takes at once is written by the caller. Otherwise the thread *output* writes it, so that a
//! reader that is slow or has stopped never blocks the loop: `stop` and `quit` still work. Nothing is dropped, so the
//! queue may grow. Against that the loop takes no further commands while there is
//! [backpressure](Output::has_backpressure), and a reader that has stalled for long is given up.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, bounded, never};
use parking_lot::Mutex;

use crate::clock::{Duration, Instant};
use crate::pipes::{Stdout, WriteQueue};

/// Backpressure begins with so many bytes queued.
const BACKPRESSURE_BYTES: usize = 8 << 20;
/// Writing fails beyond so many bytes queued: the reader has stalled.
const MOST_BYTES: usize = 256 << 20;
/// The same for a guest, of which there may be several.
const MOST_GUEST_BYTES: usize = 16 << 20;
/// How long a line waits for others at most, which nobody who reads along notices.
const GATHERING: Duration = Duration::from_millis(20);

/// The thread that writes what the reader does not take at once.
const THREAD: &str = "output";

/// Writes lines, each whole and flushed, without blocking the caller.
pub struct Output {
    queue: WriteQueue,
    /// Receives one message when the reading end is closed.
    closed: Receiver<()>,
    log: Mutex<Option<File>>,
    gathered: Mutex<Gathered>,
}

/// Lines that wait a moment for others.
#[derive(Default)]
struct Gathered {
    /// Separated, not ended, by line feeds.
    text: String,
    /// When they have to be written; `None` if there are none.
    due: Option<Instant>,
}

impl Output {
    /// Writes to `target` on the thread *output*.
    pub fn new(target: impl Write + Send + 'static) -> io::Result<Output> {
        Ok(Output::of(WriteQueue::new(THREAD, target, MOST_BYTES)?, never()))
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
        Ok(Output::of(WriteQueue::new(THREAD, stdout, MOST_BYTES)?.with_shortcut(shortcut), closed))
    }

    /// Writes to a guest; a message through `closed` says that it has left.
    pub fn to_guest(target: impl Write + Send + 'static, closed: Receiver<()>) -> io::Result<Output> {
        Ok(Output::of(WriteQueue::new(THREAD, target, MOST_GUEST_BYTES)?, closed))
    }

    fn of(queue: WriteQueue, closed: Receiver<()>) -> Output {
        Output { queue, closed, log: Mutex::new(None), gathered: Mutex::default() }
    }

    /// Receives a message when nobody can read the output any more.
    pub fn closed(&self) -> &Receiver<()> {
        &self.closed
    }

    /// Writes a line or queues it, after those that have been gathered. An error is that of an earlier line.
    pub fn line(&self, text: &str) -> io::Result<()> {
        let mut gathered = self.gathered.lock();
        gathered.due = None;
        if gathered.text.is_empty() {
            return self.write(text);
        }
        let all = std::mem::take(&mut gathered.text) + "\n" + text;
        self.write(&all)
    }

    /// Keeps a line for a moment, so that it is written together with those that follow: every write wakes the reader, which in a
    /// game at some milliseconds a move costs more than what is read. [`Output::due`] says when to [`Output::flush`].
    pub fn line_soon(&self, text: &str) {
        let mut gathered = self.gathered.lock();
        if gathered.due.is_some() {
            gathered.text.push('\n');
        }
        gathered.text.push_str(text);
        gathered.due.get_or_insert_with(|| Instant::now() + GATHERING);
    }

    /// When gathered lines have to be written; `None` if there are none.
    pub fn due(&self) -> Option<Instant> {
        self.gathered.lock().due
    }

    /// Writes the gathered lines.
    pub fn flush(&self) -> io::Result<()> {
        let mut gathered = self.gathered.lock();
        if gathered.due.take().is_none() {
            return Ok(());
        }
        let text = std::mem::take(&mut gathered.text);
        self.write(&text)
    }

    /// Writes or queues one or several lines.
    fn write(&self, text: &str) -> io::Result<()> {
        self.log("<<", text);
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        self.queue.write(bytes)
    }

    /// Whether so much is queued, for a reader that still reads, that the caller should pause.
    pub fn has_backpressure(&self) -> bool {
        self.queue.waiting() > BACKPRESSURE_BYTES
    }

    /// Waits until everything is written, but not for long for a reader that has stalled.
    pub fn close(&self) -> io::Result<()> {
        let flushed = self.flush();
        flushed.and(self.queue.close())
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
        // One write for whole lines, so that a full disk can tear only the last one.
        let (seconds, micros) = (now.as_secs(), now.subsec_micros());
        let lines: String =
            text.split('\n').map(|line| format!("{seconds}.{micros:06} {direction} {line}\n")).collect();
        if let Err(error) = file.write_all(lines.as_bytes()) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::{Sender, unbounded};

    /// Passes each write on.
    struct Writes(Sender<String>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(String::from_utf8_lossy(bytes).into_owned()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_may_wait_are_written_together_and_before_any_other() {
        let (sender, writes) = unbounded();
        let output = Output::new(Writes(sender)).expect("a thread");
        output.line_soon("a");
        let due = output.due();
        output.line_soon("b");
        assert!(due.is_some() && output.due() == due, "the first line waits no longer for the second");
        output.line("c").expect("an open output");
        assert_eq!((writes.recv(), output.due()), (Ok("a\nb\nc\n".to_owned()), None));
        output.line_soon("d");
        output.flush().and_then(|()| output.flush()).expect("an open output");
        assert_eq!((writes.recv(), output.due()), (Ok("d\n".to_owned()), None));
        output.line_soon("e");
        output.close().expect("an open output");
        assert_eq!(writes.try_iter().collect::<Vec<_>>(), ["e\n"]);
    }
}
