//! The worker thread: runs jobs one at a time, in the order of arrival.

use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use super::report::Report;
use crate::search::pool::STACK_BYTES;

/// A long task that its own stop token ends.
pub trait Job: Send {
    /// Sends everything but [`Report::Finished`], which [`run`] adds.
    fn run(self: Box<Self>, report: &mut dyn FnMut(Report));
}

/// Runs a job on the caller's thread.
pub fn run(job: Box<dyn Job>, report: &mut dyn FnMut(Report)) {
    job.run(report);
    report(Report::Finished);
}

/// Handle of the worker thread, which is joined on drop.
pub struct Worker {
    jobs: Option<Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread, on which `report` is called.
    pub fn start(mut report: impl FnMut(Report) + Send + 'static) -> std::io::Result<Worker> {
        let (jobs, inbox) = channel::<Box<dyn Job>>();
        let work = move || inbox.iter().for_each(|job| run(job, &mut report));
        let thread = thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES).spawn(work)?;
        Ok(Worker { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Queues a job; false if the thread is gone.
    pub fn submit(&self, job: Box<dyn Job>) -> bool {
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
