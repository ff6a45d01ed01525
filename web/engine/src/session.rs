//! The conversation. A search runs within the call that brought its `go` and asks for further lines as it goes along. What
//! only looks is answered at once, as by the native engine; what would end the search ends it and is carried out afterwards.
//!
//! Some hosts cannot tell the line while we run, only that there may be one. The search then makes way: it ends without a word,
//! and unless the line ends it for good it is begun anew with the hash table as it was left, and says only what is new.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use janggun::clock::{Duration, Instant};
use janggun::engine::{Bound, Effect, Engine, EngineError, Report, SearchReport, SearchRequest, bench, options};
use janggun::game::{OptionKind, OptionSpec};
use janggun::lines::checked_line;
use janggun::protocol::uci::{UciCommand, parse, reply};
use janggun::search::StopToken;

use crate::exports::with_session;
use crate::host::{self, Waiting};

/// What the host has to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Wait for a line.
    Idle = 0,
    /// Let lines come in, then call `resume`.
    Resume = 1,
    /// End.
    Quit = 2,
}

/// How long a perft or a bench goes on before it makes way; after that, twice as long each time.
const FIRST_PATIENCE: Duration = Duration::from_secs(1);

#[derive(Clone)]
enum Task {
    Search(SearchRequest),
    Perft(u32),
    Bench(u32),
}

impl Task {
    fn ends_by_itself(&self) -> bool {
        !matches!(self, Task::Search(request) if !request.is_limited() || request.ponder)
    }
}

/// A task from its command to its last line.
struct Running {
    task: Task,
    started: Instant,
    /// When it began or went on.
    part_started: Instant,
    /// Ended by a command.
    stopped: bool,
    /// Ended to make way.
    suspended: bool,
    /// How long this part goes on before it makes way.
    patience: Duration,
    /// What a search that made way, or that must not answer yet, would have said.
    held: Vec<String>,
    progress: Progress,
}

/// What has been said, so that a task that begins anew does not repeat itself.
#[derive(Default)]
struct Progress {
    /// Depth and rank of the last exact `info`, and the same when this part began.
    last: (u32, usize),
    before: (u32, usize),
    /// Nodes of earlier parts of the search.
    nodes: u64,
    /// Nodes of this part.
    own_nodes: u64,
    /// Moves of a perft or positions of a bench that were told, and how many of them this part has come to.
    told: usize,
    own_told: usize,
    /// The last `info` that was not news: it is said after all if the best move depends on it.
    unsaid: Option<String>,
}

impl Progress {
    /// The line, unless it was said before.
    fn news(&mut self, report: &Report) -> Option<String> {
        match report {
            Report::Search(info) => {
                self.own_nodes = info.nodes;
                let line =
                    reply::report(&Report::Search(SearchReport { nodes: self.nodes + info.nodes, ..info.clone() }));
                if (info.depth, info.multipv) <= self.before {
                    if info.multipv == 1 {
                        self.unsaid = line;
                    }
                    return None;
                }
                self.unsaid = None;
                line
            }
            Report::PerftMove { .. } | Report::BenchPosition { .. } => {
                self.own_told += 1;
                if self.own_told <= self.told { None } else { reply::report(report) }
            }
            _ => reply::report(report),
        }
    }

    fn begin_part(&mut self) {
        self.before = self.last;
        self.nodes += std::mem::take(&mut self.own_nodes);
        self.told = self.told.max(std::mem::take(&mut self.own_told));
    }
}

/// One conversation.
pub struct Session {
    engine: RefCell<Engine>,
    debug: Cell<bool>,
    running: RefCell<Option<Running>>,
    /// Lines that wait until the search has ended.
    deferred: RefCell<VecDeque<Vec<u8>>>,
    /// Whether the input has ended.
    ended: Cell<bool>,
}

impl Session {
    /// At the start position of the first variant.
    pub fn new() -> Result<Session, EngineError> {
        Ok(Session {
            engine: RefCell::new(Engine::without_worker(None)?),
            debug: Cell::new(false),
            running: RefCell::new(None),
            deferred: RefCell::default(),
            ended: Cell::new(false),
        })
    }

    /// Carries out a line and those that came in meanwhile.
    pub fn handle(&self, line: &[u8]) -> Status {
        let mut status = self.carry_out(line);
        while status != Status::Quit
            && let Some(line) = self.next_deferred()
        {
            status = self.carry_out(&line);
        }
        self.status_now(status)
    }

    // A statement of its own, so that nothing is borrowed while the line is carried out.
    fn next_deferred(&self) -> Option<Vec<u8>> {
        self.deferred.borrow_mut().pop_front()
    }

    fn status_now(&self, status: Status) -> Status {
        match &*self.running.borrow() {
            _ if status == Status::Quit => Status::Quit,
            Some(running) if running.suspended => Status::Resume,
            None if self.ended.get() => Status::Quit,
            _ => Status::Idle,
        }
    }

    /// Goes on with a search that has made way.
    pub fn resume(&self) -> Status {
        if self.running.borrow().as_ref().is_some_and(|running| running.suspended) {
            self.run();
        }
        match self.next_deferred() {
            Some(line) => self.handle(&line),
            None => self.status_now(Status::Idle),
        }
    }

    /// The end of the input: what ends by itself is finished first.
    pub fn end(&self) -> Status {
        self.ended.set(true);
        if !self.ends_by_itself() {
            self.finish();
        }
        self.status_now(Status::Idle)
    }

    fn ends_by_itself(&self) -> bool {
        self.running.borrow().as_ref().is_none_or(|running| running.suspended && running.task.ends_by_itself())
    }

    fn carry_out(&self, line: &[u8]) -> Status {
        understand(line).map_or(Status::Idle, |command| self.execute(command))
    }

    fn execute(&self, command: UciCommand) -> Status {
        if self.answer(&command) {
            return Status::Idle;
        }
        match command {
            UciCommand::PonderHit => self.ponder_hit(),
            command => {
                self.finish();
                self.act(command)
            }
        }
    }

    /// What does not touch a running search.
    fn answer(&self, command: &UciCommand) -> bool {
        match command {
            UciCommand::Debug(on) => self.debug.set(*on),
            UciCommand::IsReady => host::print("readyok"),
            command => match reply::answer(command, &self.engine.borrow()) {
                Some(lines) => lines.iter().for_each(|line| host::print(line)),
                None => return false,
            },
        }
        true
    }

    /// What needs the engine for itself. Nothing is running.
    fn act(&self, command: UciCommand) -> Status {
        match command {
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciCommand::NewGame => self.engine.borrow_mut().new_game(),
            UciCommand::Position { fen, moves } => {
                let done = self.engine.borrow_mut().set_position(fen.as_deref(), &moves);
                let is_set = done.is_ok();
                self.error_or(done, reply::position_note);
                if let Some(notice) = self.engine.borrow().game().notice().filter(|_| is_set) {
                    host::print(&reply::note(notice));
                }
            }
            UciCommand::Go(request) => self.begin(Task::Search(request)),
            UciCommand::Perft(depth) => self.begin(Task::Perft(depth)),
            UciCommand::Bench(depth) => self.begin(Task::Bench(depth.unwrap_or(bench::DEFAULT_DEPTH))),
            UciCommand::Genfens(_) => host::print(&reply::note("genfens is for the program with files and threads")),
            UciCommand::Quit => return Status::Quit,
            // `stop` has done its work.
            _ => (),
        }
        Status::Idle
    }

    fn set_option(&self, name: &str, value: Option<&str>) {
        // Pages send the names of files to every engine; the network is inside.
        if names_file(name) {
            host::print(&reply::note(&format!("{name} is ignored: it names a file, and there are none here")));
            return;
        }
        let set = self.engine.borrow_mut().set_option(name, value);
        match set {
            Ok(Effect::Variant) => {
                let engine = self.engine.borrow();
                host::print(&reply::variant(engine.session(), engine.options()));
            }
            Ok(Effect::Network) => host::print(&reply::network(self.engine.borrow().network())),
            Ok(Effect::None | Effect::LogFile) => (),
            Err(error) => host::print(&reply::error(&error)),
        }
    }

    /// An error, or in debug mode what was done.
    fn error_or(&self, done: Result<(), EngineError>, comment: impl FnOnce(&Engine) -> String) {
        match done {
            Ok(()) if self.debug.get() => host::print(&comment(&self.engine.borrow())),
            Ok(()) => (),
            Err(error) => host::print(&reply::error(&error)),
        }
    }

    fn begin(&self, task: Task) {
        let (started, held, progress) = (Instant::now(), Vec::new(), Progress::default());
        if let (Task::Search(request), true) = (&task, self.debug.get()) {
            host::print(&reply::search_note(request, &self.engine.borrow()));
        }
        // A search goes on where it was, by the hash table; the others begin at their beginning, and must not do so too often.
        let patience = if matches!(task, Task::Search(_)) { Duration::ZERO } else { FIRST_PATIENCE };
        let running = Running {
            task,
            started,
            part_started: started,
            stopped: false,
            suspended: false,
            patience,
            held,
            progress,
        };
        *self.running.borrow_mut() = Some(running);
        self.run();
    }

    /// Runs the task, from its beginning or after it made way, until it is done or makes way.
    fn run(&self) {
        let Some((task, started)) = self.begin_part() else { return };
        let ponders = matches!(&task, Task::Search(request) if request.ponder);
        let stop = StopToken::polling(ponders, |stop| with_session(|session| session.poll(stop)));
        let engine = self.engine.borrow();
        let report = &mut |report| self.on_report(&report, &stop);
        let done = match &task {
            Task::Search(request) => engine.go_here(request, (started, &stop), report),
            Task::Perft(depth) => {
                engine.perft_here(*depth, &stop, report);
                Ok(())
            }
            Task::Bench(depth) => {
                engine.bench_here(*depth, &stop, report);
                Ok(())
            }
        };
        drop(engine);
        if let Err(error) = done {
            host::print(&reply::error(&error));
            *self.running.borrow_mut() = None;
        }
    }

    fn begin_part(&self) -> Option<(Task, Instant)> {
        let mut running = self.running.borrow_mut();
        let running = running.as_mut()?;
        running.suspended = false;
        running.part_started = Instant::now();
        running.held.clear();
        running.progress.begin_part();
        let mut task = running.task.clone();
        if let Task::Search(SearchRequest { nodes: Some(nodes), .. }) = &mut task {
            *nodes = nodes.saturating_sub(running.progress.nodes).max(1);
        }
        Some((task, running.started))
    }

    /// Says what the task reports, or keeps it back.
    fn on_report(&self, report: &Report, stop: &StopToken) {
        let mut slot = self.running.borrow_mut();
        let Some(running) = slot.as_mut() else { return };
        if *report == Report::Finished {
            // Whatever is held waits for the host or for `stop`.
            if !running.suspended && running.held.is_empty() {
                *slot = None;
            }
            return;
        }
        if matches!(report, Report::BestMove { .. }) {
            let line = running.progress.unsaid.take();
            self.say(running, line, stop, true);
        }
        let line = running.progress.news(report);
        if let (Report::Search(info), Some(_), false) = (report, &line, running.suspended)
            && info.bound == Bound::Exact
        {
            running.progress.last = running.progress.last.max((info.depth, info.multipv));
        }
        self.say(running, line, stop, matches!(report, Report::BestMove { .. }));
    }

    fn say(&self, running: &mut Running, line: Option<String>, stop: &StopToken, is_answer: bool) {
        let Some(line) = line else { return };
        let waits = match &running.task {
            Task::Search(request) => !running.stopped && (request.infinite || request.ponder && stop.is_pondering()),
            _ => false,
        };
        if running.suspended || is_answer && waits {
            running.held.push(line);
        } else {
            host::print(&line);
        }
    }

    /// Ends what has made way or waits for its release, with its last words.
    fn finish(&self) {
        let running = self.running.borrow_mut().take();
        if let Some(running) = running {
            running.held.iter().for_each(|line| host::print(line));
        }
    }

    fn ponder_hit(&self) -> Status {
        let mut slot = self.running.borrow_mut();
        let Some(Running { task: Task::Search(request), started, suspended, .. }) = slot.as_mut() else {
            return Status::Idle;
        };
        if !request.ponder || request.infinite {
            return Status::Idle;
        }
        request.ponder = false;
        if *suspended {
            *started = Instant::now();
        } else {
            drop(slot);
            self.finish();
        }
        Status::Idle
    }

    /// Looks for input while a search runs.
    fn poll(&self, stop: &StopToken) {
        let is_over = |running: &Running| running.stopped || running.suspended;
        while !self.running.borrow().as_ref().is_none_or(is_over) {
            match host::poll() {
                Waiting::Nothing => return,
                Waiting::Line(line) => self.handle_during_search(line, stop),
                Waiting::End => {
                    self.ended.set(true);
                    let endless = !self.running.borrow().as_ref().is_none_or(|running| running.task.ends_by_itself());
                    if endless {
                        self.stop(stop);
                    }
                    return;
                }
                Waiting::Unreadable => {
                    if !self.make_way() {
                        return;
                    }
                    stop.stop();
                }
            }
        }
    }

    fn make_way(&self) -> bool {
        let mut slot = self.running.borrow_mut();
        let Some(running) = slot.as_mut().filter(|running| running.part_started.elapsed() >= running.patience) else {
            return false;
        };
        running.patience *= 2;
        running.suspended = true;
        true
    }

    fn handle_during_search(&self, line: Vec<u8>, stop: &StopToken) {
        match understand(&line) {
            None => (),
            Some(UciCommand::Stop) => self.stop(stop),
            Some(UciCommand::PonderHit) => {
                if let Some(Running { task: Task::Search(request), .. }) = &mut *self.running.borrow_mut() {
                    request.ponder = false;
                }
                stop.ponder_hit();
            }
            Some(command) if self.answer(&command) => (),
            Some(_) => {
                self.deferred.borrow_mut().push_back(line);
                self.stop(stop);
            }
        }
    }

    fn stop(&self, stop: &StopToken) {
        if let Some(running) = &mut *self.running.borrow_mut() {
            running.stopped = true;
        }
        stop.stop();
    }
}

/// The command of a line; what is wrong with it is said.
fn understand(line: &[u8]) -> Option<UciCommand> {
    let complain = |error: &dyn std::fmt::Display| host::print(&reply::error(error));
    match checked_line(line).map(parse) {
        Ok(Ok(command)) => return command,
        Ok(Err(error)) => complain(&error),
        Err(error) => complain(&error),
    }
    None
}

fn names_file(option: &str) -> bool {
    let is_file = |spec: &OptionSpec| spec.kind == OptionKind::File && spec.name.eq_ignore_ascii_case(option);
    options::TABLE.iter().any(is_file)
}
