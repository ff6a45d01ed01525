//! What is due: the answers to everything that was said, in that order, and what each line promises.
//!
//! A search speaks whenever it likes until it ends, while commands that leave it alone are answered; everything else
//! waits for its `bestmove`. So a line of a search belongs to the first of what is due, and an answer may overtake
//! one search, if that was still running when the command was given.

use super::common::{Info, Line, SOON, Score};
use super::table::{Root, Table};
use super::talk::{Go, Meaning, WaitsFor};
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How late half of the answers may be on an idle machine, and all but one of a hundred.
const MEDIAN: Duration = Duration::from_millis(20);
const NEARLY_ALL: Duration = Duration::from_millis(500);
/// Variations of longer games are checked only at the end of a search.
const SHORT_GAME: usize = 60;

#[derive(Debug)]
struct Search {
    go: Go,
    root: Rc<Root>,
    /// When it could begin, if it has.
    begun: Option<Instant>,
    /// When it was told to end.
    ended: Option<Instant>,
    /// When it was told that it need not wait.
    released: Option<Instant>,
    /// Whether what is said now waits for its end.
    closed: bool,
    last: Option<Info>,
}

/// A line, or several, that answer a command at once.
#[derive(Debug)]
enum Answer {
    Ready,
    Variant(String),
    Error,
    Moves(Vec<String>),
    Result,
    /// Several lines up to the one that begins like this, and that line if it is known.
    Until(&'static str, Option<String>),
}

#[derive(Debug)]
enum Item {
    Search(Box<Search>),
    Perft { ended: bool, closed: bool },
    Answer { answer: Answer, said: Instant, beside_search: bool },
}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {:?} moves {}", self.variant, self.fen, self.moves.join(" "))
    }
}

/// What a conversation came to.
#[derive(Default)]
pub struct Measured {
    pub searches: usize,
    pub variations: usize,
    pub answers: usize,
    /// From an end that was asked for to the `bestmove`.
    pub stops: Vec<Duration>,
    /// By how much answers came after the time that the search had.
    pub delays: Vec<Duration>,
}

impl Measured {
    pub fn add(&mut self, other: Measured) {
        self.searches += other.searches;
        self.variations += other.variations;
        self.answers += other.answers;
        self.stops.extend(other.stops);
        self.delays.extend(other.delays);
    }

    /// Most answers come at once.
    pub fn assert_in_time(&self) {
        for times in [&self.stops, &self.delays] {
            assert!(percentile(times, 50).is_some_and(|time| time < MEDIAN), "{self}");
            assert!(percentile(times, 99).is_some_and(|time| time < NEARLY_ALL), "{self}");
        }
    }
}

/// Not longer than this are so many of a hundred.
fn percentile(times: &[Duration], percent: usize) -> Option<Duration> {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied()
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (searches, variations, answers) = (self.searches, self.variations, self.answers);
        write!(f, "{searches} searches, {variations} variations replayed, {answers} other answers")?;
        for (what, times) in [("stops", &self.stops), ("limits of time", &self.delays)] {
            let [median, most, longest] = [50, 99, 100].map(|percent| percentile(times, percent).unwrap_or_default());
            write!(f, "; {} {what}, median {median:?}, 99 % {most:?}, longest {longest:?}", times.len())?;
        }
        Ok(())
    }
}

#[derive(Default, Debug)]
pub struct Due {
    items: VecDeque<Item>,
    measured: Measured,
}

impl fmt::Debug for Measured {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Due {
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether a perft is under way.
    pub fn is_counting(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Perft { .. }))
    }

    pub fn measured(self) -> Measured {
        self.measured
    }

    /// The search that is running as far as what was said decides it.
    fn running(&mut self) -> Option<&mut Item> {
        let last = self.items.iter_mut().rev().find(|item| !matches!(item, Item::Answer { .. }))?;
        let over = match last {
            Item::Search(search) => search.ended.is_some(),
            Item::Perft { ended, .. } => *ended,
            Item::Answer { .. } => true,
        };
        (!over).then_some(last)
    }

    /// `stop`.
    fn stop(&mut self, said: Instant) {
        match self.running() {
            Some(Item::Search(search)) => search.ended = Some(said),
            Some(Item::Perft { ended, .. }) => *ended = true,
            _ => (),
        }
    }

    /// A command that ends what is running before it is carried out.
    fn close(&mut self, said: Instant) {
        self.stop(said);
        for item in &mut self.items {
            match item {
                Item::Search(search) => search.closed = true,
                Item::Perft { closed, .. } => *closed = true,
                Item::Answer { .. } => (),
            }
        }
    }

    fn answer(&mut self, answer: Answer, said: Instant) {
        let last = self.items.iter().rev().find(|item| !matches!(item, Item::Answer { .. }));
        let beside_search = match last {
            Some(Item::Search(search)) => !search.closed,
            Some(Item::Perft { closed, .. }) => !closed,
            _ => false,
        };
        self.items.push_back(Item::Answer { answer, said, beside_search });
    }

    /// Notes what must come of something that is said now.
    pub fn expect(&mut self, meaning: Meaning, table: &Table) {
        let said = Instant::now();
        if matches!(
            meaning,
            Meaning::Go(_) | Meaning::Perft | Meaning::Change | Meaning::Variant | Meaning::WrongChange
        ) {
            self.close(said);
        }
        match meaning {
            Meaning::Go(go) => {
                let begun = self.items.is_empty().then_some(said);
                let root = table.root.clone();
                let search = Search { go, root, begun, ended: None, released: None, closed: false, last: None };
                self.items.push_back(Item::Search(Box::new(search)));
            }
            Meaning::Perft => self.items.push_back(Item::Perft { ended: false, closed: false }),
            Meaning::Stop => self.stop(said),
            Meaning::PonderHit => {
                if let Some(Item::Search(search)) = self.running()
                    && search.go.waits_for == WaitsFor::StopOrHit
                {
                    search.released.get_or_insert(said);
                }
            }
            Meaning::Change => (),
            Meaning::Variant => self.answer(Answer::Variant(table.root.variant.clone()), said),
            Meaning::WrongChange | Meaning::Nonsense => self.answer(Answer::Error, said),
            Meaning::IsReady => self.answer(Answer::Ready, said),
            Meaning::Moves => self.answer(Answer::Moves(table.session.game().legal_moves()), said),
            Meaning::Result => self.answer(Answer::Result, said),
            Meaning::Picture => {
                let fen = format!("Fen: {}", table.session.game().picture().fen);
                self.answer(Answer::Until("Checkers:", Some(fen)), said);
            }
            Meaning::Evaluation => self.answer(Answer::Until("Total:", None), said),
        }
    }

    /// Takes a line.
    pub fn hear(&mut self, line: &Line) -> Result<(), String> {
        let text = line.text.as_str();
        if let Some(info) = Info::parse(text) {
            return self.hear_info(info);
        }
        if text.starts_with("bestmove ") {
            return self.hear_best_move(line);
        }
        let counted = text.split_once(": ").is_some_and(|(_, count)| count.parse::<u64>().is_ok());
        if let Some(Item::Perft { ended, .. }) = self.items.front() {
            let stopped = text == "info string perft stopped before it was done";
            if stopped && !ended {
                return Err("a perft was stopped by nobody".to_owned());
            }
            if stopped || text.starts_with("Nodes searched: ") {
                self.items.pop_front();
                self.begin_next();
                return Ok(());
            }
            // A picture beside it may have such lines too; whose they are makes no difference, as its last one has no number.
            if counted {
                return Ok(());
            }
        }
        self.hear_answer(text)
    }

    /// What was first is done; if a search is next, it has begun by now.
    fn begin_next(&mut self) {
        if let Some(Item::Search(search)) = self.items.front_mut() {
            search.begun.get_or_insert_with(Instant::now);
        }
    }

    fn hear_info(&mut self, info: Info) -> Result<(), String> {
        let Some(Item::Search(search)) = self.items.front_mut() else {
            return Err(format!("a line of no search, while {:?} is due", self.items.front()));
        };
        if search.root.moves.len() < SHORT_GAME {
            check_info(&search.root, &info)?;
            self.measured.variations += 1;
        }
        let first = info.pv.first();
        if !search.go.moves.is_empty() && first.is_some_and(|first| !search.go.moves.contains(first)) {
            return Err(format!("a variation that was not asked for: {}", info.text));
        }
        if info.multipv == 1 {
            search.last = Some(info);
        }
        Ok(())
    }

    fn hear_best_move(&mut self, line: &Line) -> Result<(), String> {
        if !matches!(self.items.front(), Some(Item::Search(_))) {
            return Err(format!("a bestmove while {:?} is due", self.items.front()));
        }
        let Some(Item::Search(search)) = self.items.pop_front() else { unreachable!("just looked at") };
        self.begin_next();
        self.measured.searches += 1;
        if let Some(ended) = search.ended
            && search.go.waits_for == WaitsFor::Stop
        {
            // What was said before it may have taken its time.
            let ended = search.begun.map_or(ended, |begun| begun.max(ended));
            self.measured.stops.push(line.at.saturating_duration_since(ended));
        }
        if let Some(limit) = search.limit() {
            self.measured.delays.push(line.at.saturating_duration_since(limit));
        }
        let may_end = match search.go.waits_for {
            WaitsFor::Nothing => None,
            WaitsFor::StopOrHit => Some(search.released.or(search.ended)),
            WaitsFor::Stop => Some(search.ended),
        };
        if may_end.is_some_and(|moment| moment.is_none_or(|moment| line.at < moment)) {
            return Err(format!("an answer before {:?}: '{}'", search.go.waits_for, line.text));
        }
        let Some(last) = &search.last else { return Err(format!("no info before '{}'", line.text)) };
        let words: Vec<&str> = line.text.split(' ').collect();
        let legal = search.root.after(&[]).expect("a legal game").game().legal_moves();
        let (best, ponder) = match words[..] {
            ["bestmove", "(none)"] if legal.is_empty() => return Ok(()),
            ["bestmove", best] => (best, None),
            ["bestmove", best, "ponder", ponder] => (best, Some(ponder)),
            _ => return Err(format!("not a bestmove: '{}'", line.text)),
        };
        if last.pv.first().map(String::as_str) != Some(best) {
            return Err(format!("'{}' after '{}'", line.text, last.text));
        }
        if !legal.iter().any(|mv| mv == best) {
            return Err(format!("'{}' is not legal in {:?}", line.text, search.root));
        }
        // The variation may have grown since it was last told.
        let pair = [Some(best), ponder].map(|mv| mv.map(str::to_owned)).into_iter().flatten().collect::<Vec<_>>();
        search.root.after(&pair).map_err(|error| format!("'{}' in {:?}: {error}", line.text, search.root))?;
        self.measured.variations += 1;
        check_info(&search.root, last)
    }

    fn hear_answer(&mut self, text: &str) -> Result<(), String> {
        let Some(index) = self.items.iter().position(|item| matches!(item, Item::Answer { .. })) else {
            return Err(format!("'{text}' answers nothing"));
        };
        let Item::Answer { answer, beside_search, .. } = &self.items[index] else { unreachable!("just found") };
        if index > usize::from(*beside_search) {
            return Err(format!("'{text}' comes before what was due earlier"));
        }
        let over = match answer {
            Answer::Ready => text == "readyok",
            Answer::Variant(name) => text.starts_with(&format!("info string variant {name} ")),
            Answer::Error => text.starts_with("info string error: "),
            Answer::Moves(legal) => text.trim_end() == format!("moves {} {}", legal.len(), legal.join(" ")).trim_end(),
            Answer::Result => text.starts_with("result "),
            Answer::Until(_, Some(known)) if text.starts_with("Fen: ") && text != known => {
                return Err(format!("'{text}', expected '{known}'"));
            }
            Answer::Until(end, _) => {
                if !text.starts_with(end) {
                    return Ok(());
                }
                true
            }
        };
        if !over {
            return Err(format!("'{text}' is no answer to {answer:?}"));
        }
        self.items.remove(index);
        self.measured.answers += 1;
        self.begin_next();
        Ok(())
    }

    /// Whether the first of what is due should have come by now.
    pub fn is_anything_late(&self) -> Result<(), String> {
        for (index, item) in self.items.iter().enumerate().take(2) {
            let due = match item {
                // Only the first of them can have begun.
                Item::Search(_) if index > 0 => None,
                Item::Search(search) => search.due(),
                Item::Perft { .. } => None,
                Item::Answer { said, beside_search, .. } if index == 0 || *beside_search => Some(*said + SOON),
                Item::Answer { .. } => None,
            };
            if due.is_some_and(|due| due < Instant::now()) {
                return Err(format!("{item:?} is late"));
            }
        }
        Ok(())
    }
}

impl Search {
    /// When the `bestmove` must be here, if that can be told already.
    fn due(&self) -> Option<Instant> {
        let begun = self.begun?;
        if let Some(ended) = self.ended {
            return Some(ended.max(begun) + SOON);
        }
        self.limit().map(|limit| limit + SOON)
    }

    /// When its time is over, if it has a limit and nobody has ended it.
    fn limit(&self) -> Option<Instant> {
        let begun = self.begun.filter(|_| self.ended.is_none())?;
        let from = match self.go.waits_for {
            WaitsFor::Nothing => begun,
            WaitsFor::StopOrHit => self.released?.max(begun),
            WaitsFor::Stop => return None,
        };
        Some(from + self.go.time?)
    }
}

/// Replays a variation: all of it is legal, and a score that promises the end of the game tells the truth.
fn check_info(root: &Root, info: &Info) -> Result<(), String> {
    let end = root.after(&info.pv).map_err(|error| format!("{error} in '{}' of {root:?}", info.text))?;
    let Some(first) = info.pv.first() else {
        return if end.game().legal_moves().is_empty() {
            Ok(())
        } else {
            Err(format!("no variation in '{}'", info.text))
        };
    };
    let (wins, draws) = (info.score == Score::Mate(1), info.score == Score::Cp(0) && info.pv.len() == 1);
    if !(wins || draws) || info.bound.is_some() {
        return Ok(());
    }
    let us = root.after(&[]).expect("a legal game").game().side_to_move();
    let outcome = root.after(std::slice::from_ref(first)).expect("legal as a part of the variation").game().outcome();
    if outcome.is_none_or(|outcome| outcome.winner != wins.then_some(us)) {
        return Err(format!("'{}' of {root:?} ends with {outcome:?}", info.text));
    }
    Ok(())
}
