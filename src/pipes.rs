//! Standard input and output as they are inherited. Whoever started us may have made them O_NONBLOCK: on EAGAIN, poll
//! and retry.

use std::io::{self, Write};

#[cfg(unix)]
pub use unix::{Stdin, Stdout};

/// Blocking, buffered by the standard library.
#[cfg(not(unix))]
pub type Stdin = io::Stdin;

#[cfg(not(unix))]
pub use other::Stdout;

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
    return Stdout::open();
    #[cfg(not(unix))]
    return Ok(Stdout(io::stdout()));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use nix::errno::Errno;
    use nix::libc::PIPE_BUF;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::fs::File;
    use std::io::Read;
    use std::os::fd::{AsFd, BorrowedFd};

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
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait(self.0.as_fd(), PollFlags::POLLIN)?,
                    done => return done,
                }
            }
        }
    }

    /// Standard output, unbuffered.
    pub struct Stdout(File);

    #[cfg(test)]
    impl From<std::os::fd::OwnedFd> for Stdout {
        fn from(file: std::os::fd::OwnedFd) -> Stdout {
            Stdout(file.into())
        }
    }

    impl Stdout {
        pub(super) fn open() -> io::Result<Stdout> {
            Ok(Stdout(io::stdout().as_fd().try_clone_to_owned()?.into()))
        }

        /// A second handle to the same file, so that another thread can poll it.
        pub fn try_clone(&self) -> io::Result<Stdout> {
            Ok(Stdout(self.0.try_clone()?))
        }

        /// Writes what fits into the pipe without blocking, which may be nothing.
        pub fn write_at_once(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut watched = [PollFd::new(self.0.as_fd(), PollFlags::POLLOUT)];
            let known = poll(&mut watched, PollTimeout::ZERO).is_ok();
            if !known || watched[0].revents() != Some(PollFlags::POLLOUT) {
                return Ok(0);
            }
            // POSIX: a pipe that polls writable takes PIPE_BUF bytes without blocking.
            match self.0.write(&bytes[..bytes.len().min(PIPE_BUF)]) {
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Ok(0),
                done => done,
            }
        }

        /// Blocks until the reading end is closed.
        pub fn wait_until_closed(&self) -> io::Result<()> {
            // poll reports POLLHUP and POLLERR without being asked.
            wait(self.0.as_fd(), PollFlags::empty())
        }
    }

    impl Write for Stdout {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            loop {
                match self.0.write(bytes) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        wait(self.0.as_fd(), PollFlags::POLLOUT)?
                    }
                    done => return done,
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn wait(file: BorrowedFd, event: PollFlags) -> io::Result<()> {
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

    /// Standard output, buffered by the standard library.
    pub struct Stdout(pub io::Stdout);

    impl Stdout {
        /// A second handle to standard output.
        pub fn try_clone(&self) -> io::Result<Stdout> {
            Ok(Stdout(io::stdout()))
        }

        /// Writes nothing: without poll there is no telling whether a write would block.
        pub fn write_at_once(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(0)
        }

        /// Unsupported without poll; the next write that fails tells instead.
        pub fn wait_until_closed(&self) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
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
        let mut stdout = Stdout::from(OwnedFd::from(writer));
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
