//! The engine as the protocol holds it.

use std::path::Path;
use std::sync::Arc;

use super::job::{BenchJob, SearchRequest};
use super::options::{OptionError, Options, name};
use super::report::Report;
use super::session::{GameSession, SearchTables, open_session};
use super::worker::{self, Job, Worker};
use crate::clock::{Duration, Instant};
use crate::game::{MoveError, OptionRole, Settings};
use crate::games::{AnyGame, PositionError, registry};
use crate::search::{SearchMemory, StopToken, TranspositionTable};
use crate::tablebase::{self, Tablebase};

const MEGABYTE: u64 = 1 << 20;
/// Left free for everything else when a hash table is made.
const RESERVE: u64 = 64 * MEGABYTE;

/// How long `isready` may take for the sake of the first search; enough for some gigabytes.
const PREFAULT_TIME: Duration = Duration::from_millis(1_500);

/// Why the engine did not do what it was asked for. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// About an option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// About a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// No such variant.
    #[error("there is no variant '{name}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant {
        /// What was asked for.
        name: String,
    },
    /// A move to restrict the search to does not hold.
    #[error("searchmoves refused: {0}")]
    SearchMove(MoveError),
    /// The table does not fit.
    #[error("there is no memory for Hash {asked}; the largest value that would do is {largest}")]
    Memory {
        /// Megabytes that were asked for.
        asked: usize,
        /// Megabytes that would do.
        largest: usize,
    },
    /// About a table of a solved game.
    #[error(transparent)]
    Solved(#[from] tablebase::TableError),
    /// The worker could not be started.
    #[error("cannot start the search thread: {0}")]
    Thread(#[from] std::io::Error),
    /// The worker has died.
    #[error("the search thread is gone; restart the engine")]
    WorkerGone,
}

/// What setting an option did beyond setting it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing that others need to know.
    None,
    /// Another variant is on the table.
    Variant,
    /// The log should go elsewhere.
    LogFile,
}

struct Running {
    stop: StopToken,
    ends_by_itself: bool,
}

/// Owns the position, the options, the hash table and the worker.
pub struct Engine {
    /// The variant that it was started with.
    default_variant: &'static str,
    options: Options,
    session: Box<dyn GameSession>,
    memory: SearchTables,
    /// None if whoever asks for something does it on its own thread.
    worker: Option<Worker>,
    running: Option<Running>,
}

impl Engine {
    /// An engine at the start position of a variant with a thread that does the work, on which `report` is called.
    pub fn new(variant: Option<&str>, report: impl FnMut(Report) + Send + 'static) -> Result<Engine, EngineError> {
        let mut engine = Engine::without_worker(variant)?;
        engine.worker = Some(Worker::start(report)?);
        Ok(engine)
    }

    /// The same without a thread: for systems that have none, or who wants to search on a thread of its own with
    /// [`Engine::go_here`]. [`Engine::go`] and what else takes long is refused.
    pub fn without_worker(variant: Option<&str>) -> Result<Engine, EngineError> {
        let mut options = Options::default();
        if let Some(variant) = variant {
            let unknown = |_| EngineError::Variant { name: variant.to_owned() };
            options.set(name::VARIANT, Some(variant)).map_err(unknown)?;
        }
        let session = session_of(&options)?;
        let search = SearchMemory::new(new_table(options.number(name::HASH), None)?);
        let default_variant = session.variant().name;
        let memory = SearchTables { search, solved: None };
        Ok(Engine { default_variant, options, session, memory, worker: None, running: None })
    }

    /// The variant that it was started with.
    pub fn default_variant(&self) -> &'static str {
        self.default_variant
    }

    /// The values of the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The game on the table.
    pub fn session(&self) -> &dyn GameSession {
        &*self.session
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Effect, EngineError> {
        let mut options = self.options.clone();
        let Some(spec) = options.set(name, value)? else {
            return Ok(Effect::None);
        };
        let mut effect = Effect::None;
        match spec.name {
            name::VARIANT => {
                self.session = session_of(&options)?;
                self.clear_table();
                effect = Effect::Variant;
            }
            name::HASH => {
                let megabytes = options.number(name::HASH);
                if megabytes != self.memory.search.table.megabytes() {
                    let old = &self.memory.search.table;
                    self.memory.search.table = Arc::new(new_table(megabytes, Some(old))?);
                }
            }
            name::THREADS => self.memory.search.pool.truncate(options.number(name::THREADS)),
            name::CLEAR_HASH => self.clear_table(),
            name::LOG_FILE => effect = Effect::LogFile,
            name if spec.role == OptionRole::SolvedTable => {
                let path = options.text(name);
                let solved = if path.is_empty() { None } else { Some(Tablebase::open(Path::new(path))?) };
                self.memory.solved = solved.map(Arc::new);
            }
            name => {
                self.session.options_changed(&options);
                // A game's own option may change what its positions are worth.
                if spec.role == OptionRole::Plain && registry::OPTIONS.iter().any(|spec| spec.name == name) {
                    self.clear_table();
                }
            }
        }
        self.options = options;
        Ok(effect)
    }

    fn clear_table(&self) {
        self.memory.search.clear(self.options.number(name::THREADS));
    }

    /// Does ahead of time, and within a moment, what would cost the next search time on its clock.
    pub fn prefault(&self) {
        if !self.is_running() {
            self.memory.search.table.prefault(PREFAULT_TIME);
        }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.clear_table();
    }

    /// Sets up a position; on an error the old one stays.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), EngineError> {
        Ok(self.session.set_position(&self.options, fen, moves)?)
    }

    /// The game on the table, without what the engine needs besides.
    pub fn game(&self) -> &dyn AnyGame {
        self.session.game()
    }

    /// Plays a move; on an error it is not made.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        self.session.play(text)
    }

    /// Takes so many moves back; false, and nothing has changed, if there are fewer.
    pub fn undo(&mut self, plies: usize) -> bool {
        self.session.undo(plies)
    }

    /// Begins a search. Its reports end with [`Report::Finished`], of which [`Engine::finished`] must be told.
    pub fn go(&mut self, request: &SearchRequest) -> Result<(), EngineError> {
        let (job, stop) = self.search_job(&*self.session, request)?;
        self.start(job, stop, request.is_limited())
    }

    /// Begins a search of another game, such as one [after](GameSession::after) a move that is expected.
    pub fn go_in(&mut self, session: &dyn GameSession, request: &SearchRequest) -> Result<(), EngineError> {
        let (job, stop) = self.search_job(session, request)?;
        self.start(job, stop, request.is_limited())
    }

    /// Searches on the caller's thread until the limits or the token end it; all that is reported has been when this
    /// returns. The token may be stopped by another thread or by `report`. Nothing else may be running.
    pub fn go_here(
        &self,
        request: &SearchRequest,
        stop: &StopToken,
        report: &mut dyn FnMut(Report),
    ) -> Result<(), EngineError> {
        let timing = (Instant::now(), stop.clone());
        let job = self.session.search(request, &self.options, self.memory.clone(), timing)?;
        worker::run(job, report);
        Ok(())
    }

    fn search_job(
        &self,
        session: &dyn GameSession,
        request: &SearchRequest,
    ) -> Result<(Box<dyn Job>, StopToken), EngineError> {
        let started = Instant::now();
        // Made before the worker hears of the job, so that a stop on the very next line is not lost.
        let stop = StopToken::with_pondering(request.ponder);
        let job = session.search(request, &self.options, self.memory.clone(), (started, stop.clone()))?;
        Ok((job, stop))
    }

    /// Counts the positions below the current one.
    pub fn perft(&mut self, depth: u32) -> Result<(), EngineError> {
        let stop = StopToken::new();
        let job = self.session.perft(depth, stop.clone());
        self.start(job, stop, true)
    }

    /// Searches the fixed set of positions.
    pub fn bench(&mut self, depth: u32) -> Result<(), EngineError> {
        let stop = StopToken::new();
        self.start(Box::new(BenchJob { depth, stop: stop.clone() }), stop, true)
    }

    fn start(&mut self, job: Box<dyn Job>, stop: StopToken, ends_by_itself: bool) -> Result<(), EngineError> {
        if !self.worker.as_ref().is_some_and(|worker| worker.submit(job)) {
            return Err(EngineError::WorkerGone);
        }
        self.running = Some(Running { stop, ends_by_itself });
        Ok(())
    }

    /// Ends what is running, if anything is.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// The opponent made the expected move.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.stop.ponder_hit();
        }
    }

    /// Whether a job is under way.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the job under way will end without being stopped.
    pub fn ends_by_itself(&self) -> bool {
        self.running.as_ref().is_none_or(|running| running.ends_by_itself && !running.stop.is_pondering())
    }

    /// The job under way has reported its end.
    pub fn finished(&mut self) {
        self.running = None;
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

fn session_of(options: &Options) -> Result<Box<dyn GameSession>, EngineError> {
    let variant = options.choice(name::VARIANT);
    open_session(variant, options).ok_or_else(|| EngineError::Variant { name: variant.to_owned() })
}

/// A table of that many megabytes, if there is memory for it once the `old` one is given back.
fn new_table(megabytes: usize, old: Option<&TranspositionTable>) -> Result<TranspositionTable, EngineError> {
    let given_back = old.filter(|table| table.is_used()).map_or(0, TranspositionTable::megabytes);
    let free = available_memory().map(|bytes| (bytes.saturating_sub(RESERVE) / MEGABYTE) as usize);
    let most = free.map_or(usize::MAX, |free| (free + given_back).max(1));
    let table = if megabytes <= most { TranspositionTable::try_new(megabytes) } else { None };
    table.ok_or_else(|| EngineError::Memory { asked: megabytes, largest: largest_table(most.min(megabytes)) })
}

/// The largest table up to `most` megabytes that the system really gives.
fn largest_table(most: usize) -> usize {
    let (mut good, mut bad) = (1, most + 1);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if TranspositionTable::try_new(middle).is_some() {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

/// Bytes that can be had without swapping, where the system tells.
#[cfg(not(feature = "native"))]
fn available_memory() -> Option<u64> {
    None
}

/// Bytes that can be had without swapping, where the system tells.
#[cfg(feature = "native")]
fn available_memory() -> Option<u64> {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory).ok()?;
    let group = system.cgroup_limits().map(|limits| limits.free_memory);
    let total = system.available_memory();
    (total > 0).then(|| group.map_or(total, |group| total.min(group)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_a_worker_reports_to_whoever_asked() {
        let mut engine = Engine::without_worker(None).expect("an engine");
        assert!(matches!(engine.go(&SearchRequest::default()), Err(EngineError::WorkerGone)));
        let mut reports = Vec::new();
        let limited = SearchRequest { depth: Some(3), ..SearchRequest::default() };
        engine.go_here(&limited, &StopToken::new(), &mut |report| reports.push(report)).expect("a search");
        let [.., Report::BestMove { best: Some(best), .. }, Report::Finished] = &reports[..] else {
            panic!("{reports:?}");
        };
        assert!(engine.game().legal_moves().contains(best));
    }

    #[test]
    fn a_listener_can_end_the_search_that_it_hears_of() {
        let engine = Engine::without_worker(None).expect("an engine");
        let stop = StopToken::new();
        let (mut heard, mut finished) = (0, false);
        let endless = SearchRequest { infinite: true, ..SearchRequest::default() };
        let listen = &mut |report| {
            heard += 1;
            finished |= report == Report::Finished;
            stop.stop();
        };
        engine.go_here(&endless, &stop, listen).expect("a search");
        assert!(finished && heard >= 3, "{heard}");
    }
}
