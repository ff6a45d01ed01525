//! An engine and all that it starts, to be killed together. Ctrl-C in our terminal does not reach them: the tournament ends the
//! games first.

use std::process::{Child, Command};

/// CREATE_NEW_PROCESS_GROUP of Windows, in which Ctrl-C is switched off.
#[cfg(windows)]
const NEW_GROUP: u32 = 0x200;

/// The processes of one engine.
pub struct ProcessGroup {
    /// Killed when the last handle is closed, so also if we are killed ourselves. None if Windows refused it.
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl ProcessGroup {
    /// Has the process that is about to be started begin a group of its own.
    pub fn prepare(command: &mut Command) {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(command, NEW_GROUP);
    }

    /// The group that a process has begun.
    #[cfg_attr(not(windows), allow(unused_variables))]
    pub fn of(child: &Child) -> ProcessGroup {
        ProcessGroup {
            #[cfg(windows)]
            job: windows_job(child)
                .inspect_err(|error| log::warn!("what an engine starts may outlive it: {error}"))
                .ok(),
        }
    }

    /// Kills them all; the child must not have been waited for.
    pub fn kill(&mut self, child: &mut Child) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(child.id()) {
            // It may have ended already, but its process id is not reused before it is waited for.
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGKILL);
        }
        #[cfg(windows)]
        drop(self.job.take());
        let _ = child.kill();
    }
}

/// What the child starts before it is assigned stays outside; no engine starts others before it was spoken to.
#[cfg(windows)]
fn windows_job(child: &Child) -> Result<win32job::Job, win32job::JobError> {
    use std::os::windows::io::AsRawHandle;
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = win32job::Job::create_with_limit_info(&limits)?;
    job.assign_process(child.as_raw_handle() as isize)?;
    Ok(job)
}
