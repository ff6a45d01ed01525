//! The engine's handle, which the protocols and tools use.

use std::path::Path;
use std::sync::Arc;

use super::clock_lag::ClockLag;
use super::genfens::{GenfensJob, GenfensRequest};
use super::job::{self, BenchJob, SearchRequest, Timing};
use super::move_values::MoveValues;
use super::networks::Networks;
use super::options::{OptionError, OptionLimits, Options, name};
use super::report::Report;
use super::session::{Evaluated, GameSession, SearchTables, open_session};
use super::worker::{self, Job, Worker};
use crate::clock::{Duration, Instant};
use crate::game::{MoveError, OptionRole, Settings};
use crate::games::{AnyGame, PositionError, registry};
use crate::network::NetError;
#[cfg(feature = "tuning")]
use crate::search::parameters;
use crate::search::{SearchMemory, StopToken, TranspositionTable};
use crate::tablebase::{self, Tablebase};

const MEGABYTE: u64 = 1 << 20;
/// Memory left free for everything else when a hash table is allocated.
const RESERVE: u64 = 64 * MEGABYTE;

/// How long `isready` may prefault the hash table; enough for some gigabytes.
const PREFAULT_TIME: Duration = Duration::from_millis(1_500);

/// Why the engine refused something. It has changed nothing then.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum EngineError {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("there is no variant '{name}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant { name: String },
    #[error("searchmoves refused: {0}")]
    SearchMove(MoveError),
    #[error("there is no memory for Hash {asked}; the largest value that would do is {largest}")]
    Memory { asked: usize, largest: usize },
    #[error(transparent)]
    Solved(#[from] tablebase::TableError),
    #[error(transparent)]
    Network(#[from] NetError),
    #[error("a book is a file, which only whoever started this engine may name; leave 'book' out")]
    NamesBook,
    #[error("cannot start the search thread: {0}")]
    Thread(#[from] std::io::Error),
    #[error("the search thread is gone; restart the engine")]
    WorkerGone,
}

/// Side effect of setting an option, for the protocol to react to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing to react to.
    None,
    /// The variant and its start position have changed.
    Variant,
    /// The log file has changed.
    LogFile,
    /// Another network evaluates, or none.
    Network,
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
    /// What was chosen for the next game, until somebody has told the user.
    told: Option<String>,
    session: Box<dyn GameSession>,
    memory: SearchTables,
    /// None if searches run on the caller's thread.
    worker: Option<Worker>,
    running: Option<Running>,
    clock_lag: ClockLag,
}

impl Engine {
    /// An engine at the start position of a variant, with a worker thread on which `report` is called.
    pub fn new(variant: Option<&str>, report: impl FnMut(Report) + Send + 'static) -> Result<Engine, EngineError> {
        let mut engine = Engine::without_worker(variant)?;
        engine.worker = Some(Worker::start(report)?);
        Ok(engine)
    }

    /// An engine without a worker thread, for targets without threads or for callers of [`Engine::go_here`].
    /// [`Engine::go`], [`Engine::perft`] and [`Engine::bench`] are refused.
    pub fn without_worker(variant: Option<&str>) -> Result<Engine, EngineError> {
        let mut options = Options::default();
        if let Some(variant) = variant {
            let unknown = |_| EngineError::Variant { name: variant.to_owned() };
            options.set(name::VARIANT, Some(variant)).map_err(unknown)?;
        }
        let session = session_of(&options)?;
        let search = SearchMemory::new(new_table(options.number(name::HASH), None)?);
        let default_variant = session.variant().name;
        let memory = SearchTables { search, solved: None, networks: Networks::default() };
        Ok(Engine {
            default_variant,
            options,
            told: None,
            session,
            memory,
            worker: None,
            running: None,
            clock_lag: ClockLag::default(),
        })
    }

    /// The variant that it was started with.
    pub fn default_variant(&self) -> &'static str {
        self.default_variant
    }

    /// The values of the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The current game.
    pub fn session(&self) -> &dyn GameSession {
        &*self.session
    }

    /// The static evaluation of the position.
    pub fn evaluate(&self) -> Evaluated {
        self.session.evaluate(&self.memory.networks)
    }

    /// What is known of the legal moves.
    pub fn move_values(&self) -> MoveValues {
        self.session.move_values(self.memory.solved.as_ref())
    }

    /// The name of the network that evaluates the current game, if one does.
    pub fn network(&self) -> Option<&str> {
        self.session.network(&self.memory.networks)
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
            name::HASH => self.resize_table(options.number(name::HASH))?,
            name::THREADS => self.memory.search.pool.truncate(options.number(name::THREADS)),
            name::CLEAR_HASH => self.clear_table(),
            name::LOG_FILE => effect = Effect::LogFile,
            name::EVAL_FILE => {
                self.memory.networks.load(options.text(name::EVAL_FILE))?;
                self.clear_table();
                effect = Effect::Network;
            }
            name::USE_NNUE => {
                self.memory.networks.enable(options.is_on(name::USE_NNUE));
                self.clear_table();
                effect = Effect::Network;
            }
            name if spec.role == OptionRole::SolvedTable => {
                let path = options.text(name);
                let solved = if path.is_empty() { None } else { Some(Tablebase::open(Path::new(path))?) };
                self.memory.solved = solved.map(Arc::new);
            }
            #[cfg(feature = "tuning")]
            name if parameters::ALL.iter().any(|parameter| parameter.name == name) => {
                parameters::set(name, Settings::number(&options, name));
            }
            name => {
                self.session.options_changed(&options);
                // A game's own option may change the evaluation, and with it every hash entry.
                if spec.role == OptionRole::Plain && registry::OPTIONS.iter().any(|spec| spec.name == name) {
                    self.clear_table();
                }
            }
        }
        self.options = options;
        if effect == Effect::Variant || registry::OPTIONS.iter().any(|option| option.name == spec.name) {
            self.choose();
        }
        Ok(effect)
    }

    /// From now on a guest sets the options, see [`Options::limit`].
    pub fn limit_options(&mut self, limits: OptionLimits) -> Result<(), EngineError> {
        let mut options = self.options.clone();
        options.limit(limits);
        self.resize_table(options.number(name::HASH))?;
        self.memory.search.pool.truncate(options.number(name::THREADS));
        self.options = options;
        Ok(())
    }

    fn resize_table(&mut self, megabytes: usize) -> Result<(), EngineError> {
        if megabytes != self.memory.search.table.megabytes() {
            let old = &self.memory.search.table;
            self.memory.search.table = Arc::new(new_table(megabytes, Some(old))?);
        }
        Ok(())
    }

    /// Chooses anew where the options leave that to the engine, and keeps to it until the next game.
    fn choose(&mut self) {
        let had_chosen = self.options.choose(Vec::new());
        let chosen = self.session.choose(&self.options, fastrand::u64(..));
        if !had_chosen && chosen.is_none() {
            return;
        }
        self.told = chosen.map(|chosen| {
            self.options.choose(chosen.values);
            chosen.told
        });
        self.session.options_changed(&self.options);
    }

    /// What the engine has chosen for the next game, if nobody has asked yet.
    pub fn take_choice(&mut self) -> Option<String> {
        self.told.take()
    }

    fn clear_table(&self) {
        self.memory.search.clear(self.options.number(name::THREADS));
    }

    /// Prefaults the hash table's pages, for `PREFAULT_TIME` at most, unless a search is running.
    pub fn prefault(&self) {
        if !self.is_running() {
            self.memory.search.table.prefault(PREFAULT_TIME);
        }
    }

    /// Clears hash table and histories.
    pub fn new_game(&mut self) {
        self.clear_table();
        self.choose();
    }

    /// Sets up a position; on an error the old one stays.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), EngineError> {
        Ok(self.session.set_position(&self.options, fen, moves)?)
    }

    /// How strong the engine plays, and which option says so.
    pub fn strength_in_words(&self) -> String {
        job::strength_in_words(&self.options, self.session.has_level_player())
    }

    /// Position, moves and result of the current game.
    pub fn game(&self) -> &dyn AnyGame {
        self.session.game()
    }

    /// Plays a move; an error leaves the game unchanged.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        self.session.play(text)
    }

    /// Takes moves back; false, and unchanged, if there are not enough.
    pub fn undo(&mut self, plies: usize) -> bool {
        self.session.undo(plies)
    }

    /// Starts a search. On its last report, [`Report::Finished`], the caller must call [`Engine::finished`].
    pub fn go(&mut self, request: &SearchRequest) -> Result<(), EngineError> {
        let started = Instant::now();
        let lag = self.clock_lag.begin(request, &self.options, self.session.game(), started);
        let (job, stop) = self.search_job(&*self.session, request, started, lag)?;
        self.start(job, stop, request.is_limited())
    }

    /// Starts a search of another session, such as the one [after](GameSession::after) the ponder move.
    pub fn go_in(&mut self, session: &dyn GameSession, request: &SearchRequest) -> Result<(), EngineError> {
        let started = Instant::now();
        let lag = self.clock_lag.begin(request, &self.options, session.game(), started);
        let (job, stop) = self.search_job(session, request, started, lag)?;
        self.start(job, stop, request.is_limited())
    }

    /// Searches on the caller's thread and returns after the last report. The clock runs since `started`. The token may be stopped by
    /// another thread, from within `report`, or by [polling](StopToken::polling). No other search may be running.
    pub fn go_here(
        &self,
        request: &SearchRequest,
        (started, stop): (Instant, &StopToken),
        report: &mut dyn FnMut(Report),
    ) -> Result<(), EngineError> {
        let timing = Timing { started, stop: stop.clone(), lag: Duration::ZERO };
        let job = self.session.search(request, &self.options, self.memory.clone(), timing)?;
        worker::run(job, report);
        Ok(())
    }

    /// Counts positions on the caller's thread, as [`Engine::go_here`] searches.
    pub fn perft_here(&self, depth: u32, stop: &StopToken, report: &mut dyn FnMut(Report)) {
        worker::run(self.session.perft(depth, stop.clone()), report);
    }

    /// Runs the bench on the caller's thread, as [`Engine::go_here`] searches.
    pub fn bench_here(&self, depth: u32, stop: &StopToken, report: &mut dyn FnMut(Report)) {
        worker::run(Box::new(BenchJob { depth, stop: stop.clone() }), report);
    }

    fn search_job(
        &self,
        session: &dyn GameSession,
        request: &SearchRequest,
        started: Instant,
        lag: Duration,
    ) -> Result<(Box<dyn Job>, StopToken), EngineError> {
        // Created before the job is queued, so that a stop on the very next line is not lost.
        let stop = StopToken::with_pondering(request.ponder);
        let timing = Timing { started, stop: stop.clone(), lag };
        let job = session.search(request, &self.options, self.memory.clone(), timing)?;
        Ok((job, stop))
    }

    /// Starts a perft of the current position.
    pub fn perft(&mut self, depth: u32) -> Result<(), EngineError> {
        let stop = StopToken::new();
        let job = self.session.perft(depth, stop.clone());
        self.start(job, stop, true)
    }

    /// Starts the bench.
    pub fn bench(&mut self, depth: u32) -> Result<(), EngineError> {
        let stop = StopToken::new();
        self.start(Box::new(BenchJob { depth, stop: stop.clone() }), stop, true)
    }

    /// Starts to make openings.
    pub fn genfens(&mut self, request: GenfensRequest) -> Result<(), EngineError> {
        if request.book.is_some() && self.options.are_limited() {
            return Err(EngineError::NamesBook);
        }
        let asked = request.variant.as_deref().unwrap_or(self.session.variant().name);
        let session = open_session(asked, &self.options);
        let variant = session.ok_or_else(|| EngineError::Variant { name: asked.to_owned() })?.variant().name;
        let (options, networks, stop) = (self.options.clone(), self.memory.networks.clone(), StopToken::new());
        let job = GenfensJob { variant, request, options, networks, stop: stop.clone() };
        self.start(Box::new(job), stop, true)
    }

    fn start(&mut self, job: Box<dyn Job>, stop: StopToken, ends_by_itself: bool) -> Result<(), EngineError> {
        if !self.worker.as_ref().is_some_and(|worker| worker.submit(job)) {
            return Err(EngineError::WorkerGone);
        }
        self.running = Some(Running { stop, ends_by_itself });
        Ok(())
    }

    /// Stops the running job, if any.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// `ponderhit`.
    pub fn ponder_hit(&mut self) {
        self.clock_lag.ponder_hit(Instant::now());
        if let Some(running) = &self.running {
            running.stop.ponder_hit();
        }
    }

    /// Whether a job is under way.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the running job will end without `stop`.
    pub fn ends_by_itself(&self) -> bool {
        self.running.as_ref().is_none_or(|running| running.ends_by_itself && !running.stop.is_pondering())
    }

    /// To be called on [`Report::Finished`].
    pub fn finished(&mut self) {
        self.clock_lag.end(Instant::now());
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

/// A table of that many megabytes, if there is memory for it once the `old` one is freed.
fn new_table(megabytes: usize, old: Option<&TranspositionTable>) -> Result<TranspositionTable, EngineError> {
    let given_back = old.filter(|table| table.is_used()).map_or(0, TranspositionTable::megabytes);
    let free = available_memory().map(|bytes| (bytes.saturating_sub(RESERVE) / MEGABYTE) as usize);
    let most = free.map_or(usize::MAX, |free| (free + given_back).max(1));
    let table = if megabytes <= most { TranspositionTable::try_new(megabytes) } else { None };
    table.ok_or_else(|| EngineError::Memory { asked: megabytes, largest: largest_table(most.min(megabytes)) })
}

/// The largest table up to `most` megabytes that can be allocated, by bisection.
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
        engine
            .go_here(&limited, (Instant::now(), &StopToken::new()), &mut |report| reports.push(report))
            .expect("a search");
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
        engine.go_here(&endless, (Instant::now(), &stop), listen).expect("a search");
        assert!(finished && heard >= 3, "{heard}");
    }
}
