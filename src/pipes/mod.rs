//! Standard input and output as they are inherited, and those of child processes. Whoever started us may have made ours O_NONBLOCK: on
//! EAGAIN, poll and retry.

mod incoming;
mod write_queue;

use std::io::{self, Write};

pub(crate) use incoming::{CloseReceiver, CloseSender, Incoming, Wakeup, close_signal, wait};

#[cfg(unix)]
pub use unix::{Pipe, Stdin};
pub(crate) use write_queue::WriteQueue;

/// Standard output, unbuffered.
#[cfg(unix)]
pub type Stdout = Pipe;

/// Blocking, buffered by the standard library.
#[cfg(not(unix))]
pub type Stdin = io::Stdin;

#[cfg(not(unix))]
pub use other::{Pipe, Stdout};

/// What can be written to without waiting for a reader.
pub trait WriteAtOnce: Send {
    /// Writes what fits without blocking, which may be nothing.
    fn write_at_once(&mut self, bytes: &[u8]) -> io::Result<usize>;
}

/// Opens standard input by a handle of its own.
pub fn stdin() -> io::Result<Stdin> {
    #[cfg(unix)]
    return Stdin::open();
    #[cfg(not(unix))]
    return Ok(io::stdin());
}

/// Opens standard output by a handle of its own.
pub fn stdout() -> io::Result<Stdout> {
    #[cfg(unix)]
    return Pipe::stdout();
    #[cfg(not(unix))]
    return Ok(Stdout(io::stdout()));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use nix::errno::Errno;
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use nix::libc::PIPE_BUF;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::fs::File;
    use std::io::Read;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::process::ChildStdin;

    /// Standard input, unbuffered.
    pub struct Stdin(File);

    impl Stdin {
        pub(super) fn open() -> io::Result<Stdin> {
            Ok(Stdin(io::stdin().as_fd().try_clone_to_owned()?.into()))
        }
    }

    impl Read for Stdin {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            loop {
                match self.0.read(bytes) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        wait_for(self.0.as_fd(), PollFlags::POLLIN)?
                    }
                    done => return done,
                }
            }
        }
    }

    /// The writing end of a pipe, or whatever takes its place, unbuffered.
    pub struct Pipe {
        file: File,
        /// Whether it is O_NONBLOCK by our own will; others may change that of what is inherited.
        never_blocks: bool,
    }

    impl From<OwnedFd> for Pipe {
        fn from(file: OwnedFd) -> Pipe {
            Pipe { file: file.into(), never_blocks: false }
        }
    }

    impl From<ChildStdin> for Pipe {
        /// Our end is nobody else's, and that of the child keeps its flags.
        fn from(stdin: ChildStdin) -> Pipe {
            let file = OwnedFd::from(stdin);
            let flags = fcntl(&file, FcntlArg::F_GETFL).map(OFlag::from_bits_retain);
            let set = flags.and_then(|flags| fcntl(&file, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK)));
            Pipe { file: file.into(), never_blocks: set.is_ok() }
        }
    }

    impl WriteAtOnce for Pipe {
        fn write_at_once(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let unless_full = |done: io::Result<usize>| match done {
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Ok(0),
                done => done,
            };
            if self.never_blocks {
                return unless_full(self.file.write(bytes));
            }
            let mut watched = [PollFd::new(self.file.as_fd(), PollFlags::POLLOUT)];
            let known = poll(&mut watched, PollTimeout::ZERO).is_ok();
            if !known || watched[0].revents() != Some(PollFlags::POLLOUT) {
                return Ok(0);
            }
            // POSIX: a pipe that polls writable takes PIPE_BUF bytes without blocking.
            unless_full(self.file.write(&bytes[..bytes.len().min(PIPE_BUF)]))
        }
    }

    impl Pipe {
        pub(super) fn stdout() -> io::Result<Pipe> {
            Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
        }

        /// A second handle to the same file, so that another thread can poll it.
        pub fn try_clone(&self) -> io::Result<Pipe> {
            Ok(Pipe { file: self.file.try_clone()?, never_blocks: self.never_blocks })
        }

        /// Blocks until the reading end is closed.
        pub fn wait_until_closed(&self) -> io::Result<()> {
            // poll reports POLLHUP and POLLERR without being asked.
            wait_for(self.file.as_fd(), PollFlags::empty())
        }
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            loop {
                match self.file.write(bytes) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        wait_for(self.file.as_fd(), PollFlags::POLLOUT)?
                    }
                    done => return done,
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn wait_for(file: BorrowedFd, event: PollFlags) -> io::Result<()> {
        loop {
            match poll(&mut [PollFd::new(file, event)], PollTimeout::NONE) {
                Err(Errno::EINTR) => (),
                Err(error) => return Err(error.into()),
                Ok(_) => return Ok(()),
            }
        }
    }
}

#[cfg(not(unix))]
mod other {
    use super::*;
    use std::fs::File;
    use std::os::windows::io::OwnedHandle;
    use std::process::ChildStdin;

    /// The writing end of a pipe, unbuffered.
    pub struct Pipe(File);

    impl From<ChildStdin> for Pipe {
        fn from(stdin: ChildStdin) -> Pipe {
            Pipe(OwnedHandle::from(stdin).into())
        }
    }

    impl Pipe {
        /// A second handle to the same file.
        pub fn try_clone(&self) -> io::Result<Pipe> {
            Ok(Pipe(self.0.try_clone()?))
        }
    }

    /// Writes nothing: without poll there is no telling whether a write would block.
    impl WriteAtOnce for Pipe {
        fn write_at_once(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(0)
        }
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }

    /// Standard output, buffered by the standard library.
    pub struct Stdout(pub io::Stdout);

    impl Stdout {
        /// A second handle to standard output.
        pub fn try_clone(&self) -> io::Result<Stdout> {
            Ok(Stdout(io::stdout()))
        }

        /// Unsupported without poll; the next write that fails tells instead.
        pub fn wait_until_closed(&self) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// Writes nothing: without poll there is no telling whether a write would block.
    impl WriteAtOnce for Stdout {
        fn write_at_once(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(0)
        }
    }

    impl Write for Stdout {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::fd::OwnedFd;

    #[test]
    fn a_full_pipe_is_not_waited_for() {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let mut stdout = Pipe::from(OwnedFd::from(writer));
        let line = [b'x'; 1_000];
        let mut written = 0;
        loop {
            match stdout.write_at_once(&line).expect("a reader") {
                0 => break,
                bytes => written += bytes,
            }
        }
        assert!(written >= 4_096, "{written} bytes are a strange pipe");
        let mut read = vec![0; written];
        reader.read_exact(&mut read).expect("all that was written");
        assert_eq!(stdout.write_at_once(&line).expect("a reader"), line.len());
        drop(reader);
        assert_eq!(stdout.write_at_once(&line).expect("no failure: whoever waits will hear of it"), 0);
    }
}
