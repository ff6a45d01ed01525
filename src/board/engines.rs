//! The engines of all pages: how many there may be, and how each is started.

use std::collections::HashMap;
use std::sync::Arc;

use crossbeam_channel::Receiver;
use parking_lot::{Condvar, Mutex};

use super::refusal::Refusal;
use super::socket::FrameWriter;
use crate::clock::{Duration, Instant};
use crate::engine::{Engine, EngineError, OptionLimits, Report};
use crate::protocol::engine_and_reports;

/// How each engine is started.
pub struct GuestSettings {
    /// The variant that it starts with, if not the usual one.
    pub variant: Option<String>,
    /// Set before the page is heard, files included.
    pub options: Vec<(String, String)>,
    /// What the page is held to.
    pub limits: OptionLimits,
    /// How long nothing may be asked of it.
    pub idle: Duration,
}

impl GuestSettings {
    /// An engine for a page, and the channel of its reports.
    pub fn start(&self) -> Result<(Engine, Receiver<Report>), EngineError> {
        let (mut engine, reports) = engine_and_reports(self.variant.as_deref())?;
        for (name, value) in &self.options {
            engine.set_option(name, Some(value))?;
        }
        engine.limit_options(self.limits)?;
        Ok((engine, reports))
    }
}

/// Counts engines, and knows how to reach the page of each.
pub struct Engines {
    /// How each is started.
    pub settings: GuestSettings,
    /// How many there may be at a time.
    pub limit: usize,
    state: Mutex<EnginesState>,
    released: Condvar,
}

#[derive(Default)]
struct EnginesState {
    next: u64,
    /// None between the moment in which the slot was taken and that in which the WebSocket is open.
    pages: HashMap<u64, Option<Arc<FrameWriter>>>,
    ending: bool,
}

impl Engines {
    /// None so far.
    pub fn new(settings: GuestSettings, limit: usize) -> Arc<Engines> {
        Arc::new(Engines { settings, limit, state: Mutex::default(), released: Condvar::new() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.state.lock().pages.len()
    }

    /// Takes one of the slots.
    pub fn claim(self: &Arc<Engines>) -> Result<EngineSlot, Refusal> {
        let mut state = self.state.lock();
        if state.ending {
            return Err(Refusal::Ending);
        }
        if state.pages.len() >= self.limit {
            return Err(Refusal::Engines(self.limit));
        }
        let id = state.next;
        state.next += 1;
        state.pages.insert(id, None);
        Ok(EngineSlot { id, engines: self.clone() })
    }

    /// Closes the connections to all pages and waits until their engines have ended, for `patience` at most.
    pub fn end(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let mut state = self.state.lock();
        state.ending = true;
        let writers: Vec<Arc<FrameWriter>> = state.pages.values().flatten().cloned().collect();
        drop(state);
        for writer in writers {
            writer.close(super::socket::GOING_AWAY, "the server ends");
            writer.hang_up();
        }
        let mut state = self.state.lock();
        while !state.pages.is_empty() {
            if self.released.wait_until(&mut state, deadline).timed_out() {
                return log::warn!("{} engines did not end in time", state.pages.len());
            }
        }
    }
}

/// The right to one engine, given back on drop: to be dropped after the engine.
pub struct EngineSlot {
    id: u64,
    engines: Arc<Engines>,
}

impl EngineSlot {
    /// How each engine is started.
    pub fn settings(&self) -> &GuestSettings {
        &self.engines.settings
    }

    /// Tells how to reach the page. If all are about to end, it is told at once.
    pub fn connect(&self, writer: &Arc<FrameWriter>) {
        let mut state = self.engines.state.lock();
        state.pages.insert(self.id, Some(writer.clone()));
        if state.ending {
            drop(state);
            writer.hang_up();
        }
    }
}

impl Drop for EngineSlot {
    fn drop(&mut self) {
        self.engines.state.lock().pages.remove(&self.id);
        self.engines.released.notify_all();
    }
}
