//! The jobs of the worker: search, perft and bench.

use super::bench::{self, BenchError};
use super::level::LevelPlayer;
use super::networks::{EvaluatorVisitor, Networks};
use super::options::{LEVEL_DEPTHS, Options, level_depth, level_rating, name};
use super::perft;
use super::report::{Report, SearchReport};
use super::solved_probe::SolvedProbeOf;
use super::tablebase_probe::ProbeDeadline;
use super::worker::Job;
use crate::clock::{Duration, Instant};
use crate::game::{Ending, Evaluator, Game, Notation, OptionRole, Outcome, Settings, Side};
use crate::games::Played;
use crate::games::family::Family;
use crate::search::skill::{self, Skill};
use crate::search::stop::WaitFor;
use crate::search::value::{DRAW, MATE};
use crate::search::{
    Bound, Info, Limits, Line, Listener, PlayerClock, Score, SearchMemory, SearchResult, StopToken, Task, think,
};
use crate::tablebase::SolvedValue;

/// The clocks of both sides as a GUI gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// Remaining time, upper-case side first.
    pub remaining: [Option<Duration>; 2],
    /// Per move.
    pub increment: [Option<Duration>; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// Whether any clock is running.
    pub fn are_running(&self) -> bool {
        self.remaining.iter().chain(&self.increment).any(Option::is_some)
    }

    /// The clock of one side. If any clock is running, a missing time counts as zero.
    fn of(&self, side: Side) -> Option<PlayerClock> {
        self.are_running().then(|| PlayerClock {
            remaining: self.remaining[side.index()].unwrap_or_default(),
            increment: self.increment[side.index()].unwrap_or_default(),
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
        })
    }
}

/// The parameters of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchRequest {
    /// `searchmoves`; all if empty.
    pub moves: Vec<String>,
    /// On the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// `wtime`, `btime` and their like.
    pub clocks: Clocks,
    /// Iterations.
    pub depth: Option<u32>,
    /// Visited positions.
    pub nodes: Option<u64>,
    /// End when a win in that many moves is found.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// Until stopped.
    pub infinite: bool,
}

impl SearchRequest {
    /// Whether a limit ends the search, pondering aside. Without one it ends on `stop`, or when it has a result that deeper
    /// iterations cannot change.
    pub fn is_limited(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clocks.are_running();
        limited && !self.infinite
    }

    /// The limits of a search for this side, with the options' share in them.
    pub(super) fn limits(&self, options: &Options, side: Side, lag: Duration) -> Limits {
        Limits {
            depth: self.depth.into_iter().chain(level_depth(options)).min(),
            nodes: self.nodes.into_iter().chain(strength(options).map(Skill::nodes)).min(),
            soft_nodes: None,
            mate: self.mate,
            movetime: self.movetime,
            clock: self.clocks.of(side),
            infinite: self.infinite,
            overhead: Duration::from_millis(options.number(name::MOVE_OVERHEAD) as u64),
            lag,
        }
    }
}

/// When a search begins and what ends it.
#[derive(Clone, Debug)]
pub struct Timing {
    /// When the command was read.
    pub started: Instant,
    /// Ends the search.
    pub stop: StopToken,
    /// What the clock loses at a move besides the time that is planned.
    pub lag: Duration,
}

type MoveOf<F> = <<F as Family>::Position as Game>::Move;

/// All that a search job is made of but the evaluator.
pub struct NewJob<'a, F: Family> {
    /// The game so far.
    pub played: &'a Played<F::Position>,
    /// How it has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The root moves.
    pub moves: Vec<MoveOf<F>>,
    /// What `go` says.
    pub request: &'a SearchRequest,
    /// What the options say.
    pub options: &'a Options,
    /// For a level that another program plays.
    pub level_player: Option<LevelPlayer<F::Position>>,
    /// Hash table and threads; the tablebase.
    pub tables: (SearchMemory, Option<SolvedProbeOf<F>>),
    /// Its begin and end.
    pub timing: Timing,
}

impl<F: Family> EvaluatorVisitor<F> for NewJob<'_, F> {
    type Output = Box<dyn Job>;

    fn visit<E: Evaluator<F::Position> + Sync>(self, evaluator: E) -> Box<dyn Job> {
        Box::new(SearchJob::<F, E>::new(self, evaluator))
    }
}

/// A search of one game.
pub struct SearchJob<F: Family, E> {
    pub(super) task: Task<F::Position>,
    /// The full position, if the side to move may not know all of it and the search works on a reduced one.
    real: Option<F::Position>,
    /// For a level that another program plays.
    pub(super) level_player: Option<LevelPlayer<F::Position>>,
    /// For a solved game at full strength.
    solved: Option<SolvedProbeOf<F>>,
    /// Whether the built-in strategy may choose the move.
    follows_strategy: bool,
    outcome: Option<Outcome>,
    evaluator: E,
    memory: SearchMemory,
    skill: Option<Skill>,
    /// MultiPV; a weakened search works out more lines than it reports.
    pub(super) reported_lines: usize,
    show_wdl: bool,
    wait_for: Option<WaitFor>,
}

impl<F: Family, E: Evaluator<F::Position>> SearchJob<F, E> {
    /// Combines request and options.
    fn new(new: NewJob<'_, F>, mut evaluator: E) -> SearchJob<F, E> {
        let NewJob { played, outcome, moves, request, options, level_player, tables, timing } = new;
        let ((memory, solved), Timing { started, stop, lag }) = (tables, timing);
        let position = played.position.as_known_to_mover();
        let real = (position.key() != played.position.key()).then(|| played.position.clone());
        let skill = strength(options);
        // Weakened play must not use the tablebase or the strategy.
        let at_full_strength = skill.is_none() && level_depth(options).is_none();
        let reported_lines = options.number(name::MULTI_PV);
        let limits = request.limits(options, played.position.side_to_move(), lag);
        let task = Task {
            position,
            past: played.past.clone(),
            moves,
            limits,
            multi_pv: if skill.is_some() { reported_lines.max(skill::CANDIDATES) } else { reported_lines },
            // Helpers would make a weakened search stronger, or use up its node limit.
            threads: if at_full_strength { options.number(name::THREADS).max(1) } else { 1 },
            mate_search: at_full_strength,
            verify_root: skill.is_none_or(Skill::verifies_root),
            started,
            stop,
        };
        let wait_for = match (request.infinite, request.ponder) {
            (true, _) => Some(WaitFor::Stop),
            (_, true) => Some(WaitFor::StopOrHit),
            _ => None,
        };
        // Neither contempt nor the strategy in analysis, where all moves are compared.
        let plays = plays(request, options);
        if plays {
            evaluator.begin(&played.position, played.past.len());
        }
        SearchJob {
            task,
            real,
            level_player,
            solved: solved.filter(|_| at_full_strength),
            follows_strategy: plays && follows_strategy::<F>(options),
            outcome,
            evaluator,
            memory,
            skill,
            reported_lines,
            show_wdl: options.is_on(name::SHOW_WDL),
            wait_for,
        }
    }

    /// The score of a game that is over.
    fn report_end(&self, outcome: Outcome) -> SearchReport {
        let side = self.task.position.side_to_move();
        let (score, win_draw_loss) = match outcome.winner {
            None => (Score::Centipawns(0), [0, 1_000, 0]),
            Some(winner) if winner == side => (Score::Mate(1), [1_000, 0, 0]),
            Some(_) => (Score::Mate(0), [0, 0, 1_000]),
        };
        SearchReport {
            depth: 0,
            selective_depth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            win_draw_loss: self.show_wdl.then_some(win_draw_loss),
            nodes: 0,
            hashfull: 0,
            table_hits: 0,
            elapsed: self.task.started.elapsed(),
            moves: Vec::new(),
        }
    }

    /// The part of a variation that may be reported. Where the search does not know the whole position, the variation is cut
    /// at the first move that is illegal in the real one.
    fn public_line(&self, line: &Line<F::Position>) -> Line<F::Position> {
        let Some(real) = &self.real else { return line.clone() };
        let mut position = real.clone();
        let mut legal = Vec::new();
        let mut moves = Vec::new();
        for &mv in &line.moves {
            legal.clear();
            position.legal_moves(&mut legal);
            if !legal.contains(&mv) {
                break;
            }
            moves.push(mv);
            position.play(mv);
        }
        // Match runners take a draw score with a single move for the end of the game.
        let value = if line.value == DRAW && moves.len() == 1 { DRAW + 1 } else { line.value };
        Line { value, bound: line.bound, moves }
    }

    pub(super) fn report(&self, info: &Info<F::Position>) -> SearchReport {
        let line = self.public_line(&info.line);
        let value = line.value;
        let wdl = || self.evaluator.win_draw_loss(&self.task.position, value);
        SearchReport {
            depth: info.depth,
            selective_depth: info.selective_depth,
            multipv: info.multipv,
            score: Score::from(value),
            bound: line.bound,
            win_draw_loss: self.show_wdl.then(wdl),
            nodes: info.nodes,
            hashfull: info.hashfull,
            table_hits: 0,
            elapsed: info.elapsed,
            moves: line.moves.iter().map(ToString::to_string).collect(),
        }
    }

    /// Answers from the tablebase; false if there is none or the probe fails.
    fn answer_from_tablebase(&self, report: &mut dyn FnMut(Report)) -> bool {
        let Some(solved) = &self.solved else {
            return false;
        };
        let solved_lines =
            solved.probe(&self.played(), &self.task.moves, self.reported_lines, &ProbeDeadline::of(&self.task));
        if let Some(error) = solved.take_error() {
            report(Report::Error(error.to_string()));
            return false;
        }
        let Some(solved_lines) = solved_lines else {
            return false;
        };
        let hits = solved_lines.len() as u64;
        for (index, line) in solved_lines.iter().take(self.reported_lines).enumerate() {
            let value = match line.value {
                // A mate in one is reported only for moves that end the game; see `RootReport::line`.
                SolvedValue::Win(plies) if !line.ends_at_once => MATE - i32::from(plies).max(3),
                SolvedValue::Win(plies) => MATE - i32::from(plies),
                SolvedValue::Draw => DRAW,
                SolvedValue::Loss(plies) => i32::from(plies) - MATE,
            };
            let info = Info {
                depth: line.moves.len() as u32,
                selective_depth: line.moves.len() as u32,
                multipv: index + 1,
                line: Line { value, bound: Bound::Exact, moves: line.moves.clone() },
                nodes: hits,
                elapsed: self.task.started.elapsed(),
                hashfull: 0,
            };
            report(Report::Search(SearchReport { table_hits: hits, ..self.report(&info) }));
        }
        self.wait();
        report(Report::best_move(solved_lines.first().map_or(&[], |line| &line.moves)));
        true
    }

    /// The game so far, as the side to move knows it.
    fn played(&self) -> Played<F::Position> {
        Played { position: self.task.position.clone(), past: self.task.past.clone() }
    }

    pub(super) fn wait(&self) {
        if let Some(event) = self.wait_for {
            self.task.stop.wait(event);
        }
    }
}

/// Whether a search is for a move to play, rather than an analysis.
pub(super) fn plays(request: &SearchRequest, options: &Options) -> bool {
    let one_line = options.number(name::MULTI_PV) == 1;
    one_line && !request.infinite && request.mate.is_none() && !options.is_on(name::ANALYSE_MODE)
}

/// Whether the options allow the built-in strategy.
pub(super) fn follows_strategy<F: Family>(options: &Options) -> bool {
    let spec = F::Position::OPTIONS.iter().find(|spec| spec.role == OptionRole::CarriedStrategy);
    spec.is_some_and(|spec| options.is_on(spec.name))
}

/// The skill level that the options ask for; none at full strength.
fn strength(options: &Options) -> Option<Skill> {
    if options.is_on(name::ANALYSE_MODE) {
        None
    } else if options.is_on(name::LIMIT_STRENGTH) {
        Skill::of_rating(options.number(name::ELO) as u32)
    } else {
        Skill::new(options.number(name::SKILL_LEVEL) as u32)
    }
}

/// How strong the engine plays with these options, and which of them says so.
pub fn strength_in_words(options: &Options, has_level_player: bool) -> String {
    let weakened = options.is_on(name::LIMIT_STRENGTH)
        || options.number(name::SKILL_LEVEL) < skill::FULL as usize
        || options.choice(name::LEVEL) != LEVEL_DEPTHS[0].0;
    if options.is_on(name::ANALYSE_MODE) && weakened {
        return format!("at full strength, as {} overrules what makes it weaker", name::ANALYSE_MODE);
    }
    let by_skill = strength(options).map(|skill| {
        let by = if options.is_on(name::LIMIT_STRENGTH) {
            format!("{} {}, which goes before {}: ", name::ELO, options.number(name::ELO), name::SKILL_LEVEL)
        } else {
            String::new()
        };
        format!("{by}{} {}, {} positions, Elo {}", name::SKILL_LEVEL, skill.level(), skill.nodes(), skill.rating())
    });
    let by_level = level_depth(options).map(|depth| {
        let level = options.choice(name::LEVEL);
        match level_rating(level).filter(|_| !has_level_player) {
            Some(rating) => format!("{} {level}, {depth} iterations, Elo {rating}", name::LEVEL),
            None => format!("{} {level}, {depth} plies of another program", name::LEVEL),
        }
    });
    match (by_skill, by_level) {
        (None, None) => "at full strength".to_owned(),
        (Some(one), None) | (None, Some(one)) => format!("weaker by {one}"),
        (Some(skill), Some(level)) => format!("weaker by {skill}; and by {level}"),
    }
}

impl<F: Family, E: Evaluator<F::Position> + Sync> Job for SearchJob<F, E> {
    fn run(mut self: Box<Self>, report: &mut dyn FnMut(Report)) {
        if let Some(outcome) = self.outcome.filter(|outcome| outcome.ending == Ending::Final) {
            report(Report::Search(self.report_end(outcome)));
            self.wait();
            report(Report::BestMove { best: None, ponder: None });
            return;
        }

        if self.answer_as_level(report) || self.answer_from_tablebase(report) {
            return;
        }
        // The search then only has to find the score and the variation, and to choose where several moves are as good.
        if self.follows_strategy
            && let Some(solved) = &self.solved
            && let Some(moves) = solved.strategy_moves(&self.played(), &self.task.moves)
        {
            self.task.moves = moves;
        }
        let mut reporter = Reporter { job: &self, report, last: None };
        think(self.task.clone(), &self.memory, &self.evaluator, &mut reporter);
    }
}

/// Turns the search's infos into reports.
struct Reporter<'a, F: Family, E> {
    job: &'a SearchJob<F, E>,
    report: &'a mut dyn FnMut(Report),
    /// The last info of the best line.
    last: Option<Info<F::Position>>,
}

impl<F: Family, E: Evaluator<F::Position>> Listener<F::Position> for Reporter<'_, F, E> {
    fn on_info(&mut self, info: Info<F::Position>) {
        if info.multipv <= self.job.reported_lines {
            (self.report)(Report::Search(self.job.report(&info)));
        }
        if info.multipv == 1 {
            self.last = Some(info);
        }
    }

    fn on_result(&mut self, result: &SearchResult<F::Position>) {
        let mut line = &result.lines[0];
        if let Some(skill) = self.job.skill {
            line = &result.lines[skill.choose(&result.lines, &mut fastrand::Rng::new())];
            // GUIs take the score from the last `info`, which must be about the move that is played.
            if line.moves.first() != result.lines[0].moves.first()
                && let Some(info) = self.last.take()
            {
                (self.report)(Report::Search(self.job.report(&Info { line: line.clone(), ..info })));
            }
        }
        self.job.wait();
        let line = self.job.public_line(line);
        (self.report)(Report::best_move(&line.moves));
    }
}

/// `go perft`.
pub struct PerftJob<G: Game> {
    /// The root.
    pub position: G,
    /// How many plies.
    pub depth: u32,
    /// Ends the job.
    pub stop: StopToken,
}

impl<G: Game> Job for PerftJob<G> {
    fn run(self: Box<Self>, report: &mut dyn FnMut(Report)) {
        let count = perft::divide(&self.position, self.depth, &self.stop, &mut |mv, nodes| {
            report(Report::PerftMove { mv: mv.to_string(), nodes });
        });
        match count {
            Some(total) => report(Report::PerftTotal(total)),
            None => report(Report::Note("perft stopped before it was done".to_owned())),
        }
    }
}

/// `bench`.
pub struct BenchJob {
    /// Iterations for each position.
    pub depth: u32,
    /// Ends the job.
    pub stop: StopToken,
}

impl Job for BenchJob {
    fn run(self: Box<Self>, report: &mut dyn FnMut(Report)) {
        let started = Instant::now();
        let mut number = 0;
        let of = bench::len();
        let total = bench::run(self.depth, (&Options::default(), &Networks::default()), &self.stop, &mut |searched| {
            number += 1;
            report(Report::BenchPosition { number, of, searched });
        });
        match total {
            Ok(nodes) => report(Report::BenchTotal { nodes, elapsed: started.elapsed() }),
            Err(BenchError::Stopped) => report(Report::Note(BenchError::Stopped.to_string())),
            Err(error) => report(Report::Error(error.to_string())),
        }
    }
}
