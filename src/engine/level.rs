//! `Level` in a variant whose levels are those of a certain program: that program plays, and no search of ours.

use super::job::SearchJob;
use super::options::{Options, level_depth};
use super::report::Report;
use super::tablebase_probe::ProbeDeadline;
use crate::game::{Evaluator, FixedDepthPlayer, FixedDepthTask, FixedDepthValue, Game, Settings, Variant};
use crate::games::family::Family;
use crate::search::value::MATE;
use crate::search::{Bound, Info, Line};

/// A level of such a program.
pub struct LevelPlayer<G: Game> {
    player: FixedDepthPlayer<G>,
    depth: u32,
    /// Settles ties; 0 for a different choice each time.
    seed: u64,
}

impl<G: Game> LevelPlayer<G> {
    /// None if the options ask for no level, or if it is but a limit of our own search in this variant.
    pub fn of<F: Family<Position = G>>(variant: &Variant, options: &Options) -> Option<LevelPlayer<G>> {
        let depth = level_depth(options)?;
        let player = F::fixed_depth_player(variant)?;
        let seed = Settings::number(options, player.seed_option).unsigned_abs();
        Some(LevelPlayer { player, depth, seed })
    }
}

impl<F: Family, E: Evaluator<F::Position> + Sync> SearchJob<F, E> {
    /// Answers as the program of the level; false if there is none.
    pub(super) fn answer_as_level(&self, report: &mut dyn FnMut(Report)) -> bool {
        let Some(LevelPlayer { player, depth, seed }) = &self.level_player else {
            return false;
        };
        let deadline = ProbeDeadline::of(&self.task);
        let found = (player.search)(&FixedDepthTask {
            position: &self.task.position,
            moves: &self.task.moves,
            depth: *depth,
            lines: self.reported_lines,
            stopped: &|| deadline.is_over(),
        });
        let mut lines = found.lines;
        // With the plies in the seed a level does not choose alike in positions that recur.
        let mut random = match seed {
            0 => fastrand::Rng::new(),
            seed => fastrand::Rng::with_seed(seed ^ self.task.position.key() ^ self.task.past.len() as u64),
        };
        let as_good = lines.iter().take_while(|line| line.value == lines[0].value).count();
        lines.swap(0, random.usize(..as_good));
        for (index, line) in lines.iter().take(self.reported_lines).enumerate() {
            let value = match line.value {
                // A mate in one is reported only for moves that end the game.
                FixedDepthValue::Win(1) => MATE - 1,
                FixedDepthValue::Win(plies) => MATE - plies.max(3) as i32,
                FixedDepthValue::Centipawns(value) => value,
                FixedDepthValue::Loss(plies) => plies as i32 - MATE,
            };
            report(Report::Search(self.report(&Info {
                depth: found.depth,
                selective_depth: found.depth,
                multipv: index + 1,
                line: Line { value, bound: Bound::Exact, moves: line.moves.clone() },
                nodes: found.nodes,
                elapsed: self.task.started.elapsed(),
                hashfull: 0,
            })));
        }
        self.wait();
        report(Report::best_move(&lines[0].moves));
        true
    }
}
