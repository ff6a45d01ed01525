//! The one thread that does the long work, a job at a time, in the order in which jobs arrive.

use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::report::Report;
use crate::search::pool::STACK_BYTES;

/// Something that takes long and can be stopped through a token of its own.
pub trait Job: Send {
    /// Does it, and reports on the way.
    fn run(self: Box<Self>, reports: &Sender<Report>);
}

/// The worker thread. It ends when this is dropped.
pub struct Worker {
    jobs: Option<Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread, and returns the channel on which it reports.
    pub fn start() -> std::io::Result<(Worker, Receiver<Report>)> {
        let (jobs, inbox) = unbounded::<Box<dyn Job>>();
        let (reports, outbox) = unbounded();
        let work = move || {
            for job in inbox {
                job.run(&reports);
                // Nobody listens any more: then nobody will send another job either.
                if reports.send(Report::Finished).is_err() {
                    break;
                }
            }
        };
        let thread = thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES).spawn(work)?;
        Ok((Worker { jobs: Some(jobs), thread: Some(thread) }, outbox))
    }

    /// Hands over a job; false if the thread is gone.
    pub fn give(&self, job: Box<dyn Job>) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the worker thread panicked");
        }
    }
}
