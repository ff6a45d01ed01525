//! Processes, and what the tests leave on the disk.

use super::SOON;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

/// Between two looks at something that the system gives no event for.
const POLL: Duration = Duration::from_millis(1);

/// Waits for the end of a process, with which its standard error is closed, and returns what it said there.
#[track_caller]
pub fn end_of(child: &mut Child) -> (ExitStatus, String) {
    let mut stderr = child.stderr.take().expect("stderr is piped");
    let (sender, complaints) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stderr.read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    let Ok(complaints) = complaints.recv_timeout(SOON) else {
        let _ = child.kill();
        panic!("the process is still alive after {SOON:?}");
    };
    (child.wait().expect("the process can be waited for"), complaints)
}

/// Waits until something holds that the system gives no event for.
#[track_caller]
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + SOON;
    while !holds() {
        assert!(Instant::now() < end, "still not, after {SOON:?}: {what}");
        thread::sleep(POLL);
    }
}

/// Lets time pass for its own sake, where a clock is to run while a process stands still. Nothing is waited for in this way.
pub fn let_pass(time: Duration) {
    thread::sleep(time);
}

/// The states of the threads of a process, a letter each, as `/proc` tells them: `S` sleeps, `R` runs or would like to.
#[cfg(target_os = "linux")]
fn thread_states(process: u32) -> Vec<char> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let stats = tasks.filter_map(|task| fs::read_to_string(task.path().join("stat")).ok());
    // The name before it may contain anything, even a parenthesis.
    stats.filter_map(|stat| stat.rsplit_once(") ")?.1.chars().next()).collect()
}

/// Waits until a process has done all that it can do and waits for somebody else: all its threads sleep, whenever one looks.
#[cfg(target_os = "linux")]
#[track_caller]
pub fn until_idle(process: u32) {
    let mut looks = 0;
    until("the process waits", || {
        let states = thread_states(process);
        looks = if !states.is_empty() && states.iter().all(|&state| state == 'S') { looks + 1 } else { 0 };
        looks == 5
    });
}

/// Sends a process the signal that stops it, and waits until all its threads have stopped.
#[cfg(target_os = "linux")]
#[track_caller]
pub fn stop_process(process: u32) {
    signal(process, Signal::SIGSTOP);
    until("the process has stopped", || thread_states(process).iter().all(|&state| state == 'T'));
}

/// Sends a process a signal.
#[cfg(target_os = "linux")]
#[track_caller]
pub fn signal(process: u32, signal: Signal) {
    let process = Pid::from_raw(process.try_into().expect("a process id"));
    kill(process, signal).expect("a process that lives");
}

/// A folder of its own for a test, also beside another run of the same test. It goes with its owner, unless the test fails.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The name of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("paths are UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
