//! The outputs of child processes, and waiting for whichever of them has something.
//!
//! On Unix, poll tells, so that the thread that waits also reads. Where pipes cannot be polled, each has a thread that reads.

use std::io;

#[cfg(not(unix))]
pub use other::{CloseReceiver, CloseSender, Incoming, close_signal, wait};
#[cfg(unix)]
pub use unix::{CloseReceiver, CloseSender, Incoming, close_signal, wait};

use crate::clock::{Duration, Instant};

/// As many bytes as a pipe of Linux holds.
const READ_BYTES: usize = 64 << 10;

/// What ended a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wakeup {
    /// Some of the outputs may be [readable](Incoming::is_readable); none of them if the wait was disturbed.
    Readable,
    /// The sender of the signal has been dropped.
    Closed,
    /// The deadline has passed.
    Deadline,
}

impl CloseReceiver {
    /// Whether the sender is dropped within this time, or has been.
    pub fn is_closed_within(&self, timeout: Duration) -> bool {
        let deadline = Instant::now() + timeout;
        loop {
            match wait(self, std::iter::empty(), deadline) {
                Ok(Wakeup::Readable) => (),
                Ok(Wakeup::Closed) => return true,
                Ok(Wakeup::Deadline) | Err(_) => return false,
            }
        }
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::cell::Cell;
    use std::fs::File;
    use std::io::Read;
    use std::os::fd::{AsFd, OwnedFd};
    use std::process::ChildStdout;
    use std::sync::Arc;

    /// To be dropped, which wakes whoever waits for a receiver, now or later.
    pub struct CloseSender {
        _pipe: io::PipeWriter,
    }

    /// The other end of a [`CloseSender`].
    #[derive(Clone)]
    pub struct CloseReceiver(Arc<io::PipeReader>);

    /// A signal that is given once, to everybody.
    pub fn close_signal() -> io::Result<(CloseSender, CloseReceiver)> {
        let (reader, writer) = io::pipe()?;
        Ok((CloseSender { _pipe: writer }, CloseReceiver(Arc::new(reader))))
    }

    /// The output of a child process.
    pub struct Incoming {
        pipe: File,
        buffer: Box<[u8]>,
        is_readable: Cell<bool>,
    }

    impl Incoming {
        /// Takes the output of a child process.
        pub fn new(output: ChildStdout) -> io::Result<Incoming> {
            let buffer = vec![0; READ_BYTES].into();
            Ok(Incoming { pipe: OwnedFd::from(output).into(), buffer, is_readable: Cell::new(false) })
        }

        /// Whether the last [`wait`] has found that it can be read, or has ended.
        pub fn is_readable(&self) -> bool {
            self.is_readable.get()
        }

        /// Reads what has arrived, which is nothing at the end, and tells when it arrived. Blocks unless the output is readable.
        pub fn read(&mut self) -> io::Result<(&[u8], Instant)> {
            self.is_readable.set(false);
            let length = self.pipe.read(&mut self.buffer)?;
            Ok((&self.buffer[..length], Instant::now()))
        }
    }

    /// Blocks until an output can be read or has ended, the signal is given, or the deadline has passed.
    pub fn wait<'a>(
        signal: &CloseReceiver,
        outputs: impl Iterator<Item = &'a Incoming> + Clone,
        deadline: Instant,
    ) -> io::Result<Wakeup> {
        let signal = PollFd::new(signal.0.as_fd(), PollFlags::POLLIN);
        let pipes = outputs.clone().map(|output| PollFd::new(output.pipe.as_fd(), PollFlags::POLLIN));
        let mut watched: Vec<PollFd> = std::iter::once(signal).chain(pipes).collect();
        // Rounded up: whoever woke before the deadline would have to wait once more.
        let rest = deadline.saturating_duration_since(Instant::now()).as_nanos().div_ceil(1_000_000);
        match poll(&mut watched, PollTimeout::try_from(rest).unwrap_or(PollTimeout::MAX)) {
            Ok(0) => return Ok(Wakeup::Deadline),
            Ok(_) => (),
            Err(Errno::EINTR) => return Ok(Wakeup::Readable),
            Err(error) => return Err(error.into()),
        }
        // A flag that is not known to `nix` counts: reading will tell.
        let mut told = watched.iter().map(|watch| watch.any() != Some(false));
        if told.next() == Some(true) {
            return Ok(Wakeup::Closed);
        }
        outputs.zip(told).for_each(|(output, told)| output.is_readable.set(told));
        Ok(Wakeup::Readable)
    }
}

#[cfg(not(unix))]
mod other {
    use super::*;
    use crossbeam_channel::{Receiver, Select, Sender, bounded};
    use std::cell::Cell;
    use std::io::Read;
    use std::process::ChildStdout;
    use std::thread;

    /// Reads ahead of the one who listens.
    const CHUNKS: usize = 64;

    /// To be dropped, which wakes whoever waits for a receiver, now or later.
    pub struct CloseSender {
        _channel: Sender<()>,
    }

    /// The other end of a [`CloseSender`].
    #[derive(Clone)]
    pub struct CloseReceiver(Receiver<()>);

    /// A signal that is given once, to everybody.
    pub fn close_signal() -> io::Result<(CloseSender, CloseReceiver)> {
        let (sender, receiver) = bounded(0);
        Ok((CloseSender { _channel: sender }, CloseReceiver(receiver)))
    }

    /// The output of a child process, which a thread reads.
    pub struct Incoming {
        chunks: Receiver<(Vec<u8>, Instant)>,
        /// What was taken from there last.
        chunk: Vec<u8>,
        is_readable: Cell<bool>,
    }

    impl Incoming {
        /// Takes the output of a child process.
        pub fn new(mut output: ChildStdout) -> io::Result<Incoming> {
            let (sender, chunks) = bounded(CHUNKS);
            let read = move || {
                let mut buffer = vec![0; READ_BYTES];
                loop {
                    let length = match output.read(&mut buffer) {
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                        Ok(0) | Err(_) => return,
                        Ok(length) => length,
                    };
                    if sender.send((buffer[..length].to_vec(), Instant::now())).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().name("reader".to_owned()).spawn(read)?;
            Ok(Incoming { chunks, chunk: Vec::new(), is_readable: Cell::new(false) })
        }

        /// Whether the last [`wait`] has found that it can be read, or has ended.
        pub fn is_readable(&self) -> bool {
            self.is_readable.get()
        }

        /// Reads what has arrived, which is nothing at the end, and tells when it arrived. Blocks unless the output is readable.
        pub fn read(&mut self) -> io::Result<(&[u8], Instant)> {
            self.is_readable.set(false);
            let (chunk, at) = self.chunks.recv().unwrap_or_else(|_| (Vec::new(), Instant::now()));
            self.chunk = chunk;
            Ok((&self.chunk, at))
        }
    }

    /// Blocks until an output can be read or has ended, the signal is given, or the deadline has passed.
    pub fn wait<'a>(
        signal: &CloseReceiver,
        outputs: impl Iterator<Item = &'a Incoming> + Clone,
        deadline: Instant,
    ) -> io::Result<Wakeup> {
        let mut select = Select::new();
        select.recv(&signal.0);
        for output in outputs.clone() {
            select.recv(&output.chunks);
        }
        let Ok(ready) = select.ready_deadline(deadline) else { return Ok(Wakeup::Deadline) };
        if ready == 0 {
            return Ok(Wakeup::Closed);
        }
        for (place, output) in outputs.enumerate() {
            output.is_readable.set(place + 1 == ready || !output.chunks.is_empty());
        }
        Ok(Wakeup::Readable)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::thread;

    fn start(script: &str) -> (Child, Incoming) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("there is a shell");
        let output = child.stdout.take().expect("a pipe");
        (child, Incoming::new(output).expect("a pipe"))
    }

    fn never() -> Instant {
        Instant::now() + Duration::from_secs(3_600)
    }

    #[test]
    fn whichever_has_something_is_read_up_to_its_end() {
        let (_sender, signal) = close_signal().expect("a pipe");
        let (mut silent, quiet) = start("read line");
        let (mut talker, mut output) = start("echo one; echo two");
        let mut heard = Vec::new();
        loop {
            let woken = wait(&signal, [&quiet, &output].into_iter(), never()).expect("pipes can be waited for");
            assert_eq!((woken, quiet.is_readable()), (Wakeup::Readable, false));
            if !output.is_readable() {
                continue;
            }
            let (text, _) = output.read().expect("a pipe can be read");
            if text.is_empty() {
                break;
            }
            heard.extend_from_slice(text);
        }
        assert_eq!(heard, b"one\ntwo\n");
        talker.wait().expect("it has ended");
        silent.kill().expect("it runs");
        silent.wait().expect("it has ended");
    }

    #[test]
    fn the_signal_ends_every_wait() {
        let (sender, signal) = close_signal().expect("a pipe");
        assert!(!signal.is_closed_within(Duration::ZERO));
        let waiting = [signal.clone(), signal.clone()]
            .map(|signal| thread::spawn(move || signal.is_closed_within(Duration::from_secs(3_600))));
        drop(sender);
        assert!(waiting.into_iter().all(|thread| thread.join().expect("no panic")));
        assert!(signal.is_closed_within(Duration::ZERO));
    }
}
