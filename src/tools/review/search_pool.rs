//! Searches the positions of games on many threads. A game is kept as soon as all its positions are searched.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::cache::CachedGames;
use super::judge::JudgedPosition;
use super::{ReviewArguments, ReviewError, ReviewGame};
use crate::engine::EngineError;
use crate::engine::options::name;
use crate::records::StoredPosition;
use crate::tablebase::Progress;
use crate::tools::analyst::Analyst;
use crate::tools::bar::Bar;

/// The judged positions of a game, or nothing if it was interrupted, or why it cannot be searched.
pub type GameSearch = Result<Option<Vec<JudgedPosition>>, String>;

struct PositionJob<'a> {
    game: usize,
    ply: usize,
    position: StoredPosition,
    rules: &'a [(&'static str, String)],
}

struct PositionResult {
    game: usize,
    ply: usize,
    found: Result<JudgedPosition, String>,
}

/// Searches the games that are not kept, and keeps them.
pub fn search(
    arguments: &ReviewArguments,
    games: &[ReviewGame],
    threads: usize,
    kept: &mut CachedGames,
    interrupted: &AtomicBool,
) -> Result<Vec<GameSearch>, ReviewError> {
    let mut searched: Vec<GameSearch> = games.iter().map(|game| Ok(kept.positions(&game.game))).collect();
    let mut jobs = Vec::new();
    for (number, (game, searched)) in games.iter().zip(&mut searched).enumerate() {
        match game.game.positions() {
            _ if *searched != Ok(None) => (),
            Ok(positions) => jobs.push((number, positions)),
            Err(error) => *searched = Err(error.to_string()),
        }
    }
    let total = jobs.iter().map(|(_, positions)| positions.len()).sum::<usize>();
    if total == 0 {
        return Ok(searched);
    }
    let options = arguments.search.options()?;
    let options: Vec<(&str, &str)> = std::iter::once((name::SHOW_WDL, "true")).chain(options).collect();
    let mut analysts = Vec::new();
    for _ in 0..threads.clamp(1, total) {
        analysts.push(Analyst::new(arguments.variant.as_deref(), &options, arguments.search.request())?);
    }
    let mut pending: Vec<Vec<Option<JudgedPosition>>> = games.iter().map(|_| Vec::new()).collect();
    jobs.iter().for_each(|(number, positions)| pending[*number] = vec![None; positions.len()]);
    let bar = Bar::new();
    let title = if jobs.len() == 1 { "1 game".to_owned() } else { format!("{} games", jobs.len()) };
    bar.begin(&title, total as u64);
    let done = thread::scope(|scope| {
        let (sender, receiver) = bounded::<PositionJob>(0);
        let (answers, answered) = unbounded();
        for analyst in analysts {
            let (receiver, answers) = (receiver.clone(), answers.clone());
            let work = move || answer_all(analyst, &receiver, &answers);
            thread::Builder::new().spawn_scoped(scope, work).map_err(ReviewError::Thread)?;
        }
        // Only the workers hold these now: their end is the end of the work.
        drop((receiver, answers));
        let feed = move || {
            for (game, positions) in jobs {
                let rules = &games[game].game.options;
                for (ply, position) in positions.into_iter().enumerate() {
                    if interrupted.load(Relaxed) || sender.send(PositionJob { game, ply, position, rules }).is_err() {
                        return;
                    }
                }
            }
        };
        thread::Builder::new().spawn_scoped(scope, feed).map_err(ReviewError::Thread)?;
        for PositionResult { game, ply, found } in answered {
            bar.advance(1);
            match found {
                Err(error) => searched[game] = Err(error),
                Ok(position) => pending[game][ply] = Some(position),
            }
            if pending[game].iter().all(Option::is_some) {
                let positions: Vec<JudgedPosition> = std::mem::take(&mut pending[game]).into_iter().flatten().collect();
                kept.add(&games[game].game, &positions)?;
                searched[game] = Ok(Some(positions));
            }
        }
        Ok(searched)
    });
    bar.finish();
    done
}

fn answer_all(mut analyst: Analyst, jobs: &Receiver<PositionJob>, answers: &Sender<PositionResult>) {
    for PositionJob { game, ply, position, rules } in jobs {
        let found = judge(&mut analyst, &position, rules).map_err(|error| error.to_string());
        if answers.send(PositionResult { game, ply, found }).is_err() {
            return;
        }
    }
}

fn judge(
    analyst: &mut Analyst,
    position: &StoredPosition,
    rules: &[(&'static str, String)],
) -> Result<JudgedPosition, EngineError> {
    analyst.play_by(position.variant, rules)?;
    analyst.engine.set_position(Some(&position.fen), &position.moves)?;
    let best = analyst.search()?.remove(&1).ok_or(EngineError::WorkerGone)?;
    Ok(JudgedPosition::of_report(best))
}
