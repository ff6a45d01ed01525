//! Searches positions, one after the other, each with a cleared hash table, so that none depends on those before it.

use std::collections::BTreeMap;

use crossbeam_channel::Receiver;

use crate::engine::options::name;
use crate::engine::{Engine, EngineError, Report, SearchReport, SearchRequest};
use crate::games::option_values::default_text;
use crate::protocol::engine_and_reports;
use crate::search::Bound;

/// Megabytes; the table is cleared for every position.
const HASH: &str = "16";

/// An engine that looks at positions.
pub(super) struct Analyst {
    pub engine: Engine,
    reports: Receiver<Report>,
    request: SearchRequest,
    /// Options that whoever asks has set.
    given: Vec<(String, String)>,
    /// Options that the last game has set.
    rules: Vec<(&'static str, String)>,
}

impl Analyst {
    pub fn new(
        variant: Option<&str>,
        options: &[(&str, &str)],
        request: SearchRequest,
    ) -> Result<Analyst, EngineError> {
        let (mut engine, reports) = engine_and_reports(variant)?;
        // Move overhead is for the latency of a GUI; there is none here.
        let usual = [(name::ANALYSE_MODE, "true"), (name::MOVE_OVERHEAD, "0"), (name::HASH, HASH)];
        for (name, value) in usual.iter().chain(options) {
            engine.set_option(name, Some(value))?;
        }
        let given = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Ok(Analyst { engine, reports, request, given, rules: Vec::new() })
    }

    /// Chooses the variant of the next position, and the options of its game.
    pub fn play_by(&mut self, variant: &str, rules: &[(&'static str, String)]) -> Result<(), EngineError> {
        if self.engine.session().variant().name != variant {
            let unknown = |_| EngineError::Variant { name: variant.to_owned() };
            self.engine.set_option(name::VARIANT, Some(variant)).map_err(unknown)?;
        }
        if self.rules == rules {
            return Ok(());
        }
        for (name, _) in std::mem::take(&mut self.rules) {
            let given = self.given.iter().rev().find(|(option, _)| option.eq_ignore_ascii_case(name));
            let value = given.map_or_else(|| default_text(name), |(_, value)| value.clone());
            self.engine.set_option(name, Some(&value))?;
        }
        for (name, value) in rules {
            self.engine.set_option(name, Some(value))?;
        }
        self.rules = rules.to_vec();
        Ok(())
    }

    /// Searches the position that was set up. The last report of each variation, by rank.
    pub fn search(&mut self) -> Result<BTreeMap<usize, SearchReport>, EngineError> {
        self.engine.new_game();
        self.engine.go(&self.request)?;
        let mut reports = BTreeMap::new();
        loop {
            match self.reports.recv().map_err(|_| EngineError::WorkerGone)? {
                Report::Search(report) => keep_report(&mut reports, report),
                Report::Finished => break,
                _ => (),
            }
        }
        self.engine.finished();
        Ok(reports)
    }
}

/// The exact score of an earlier iteration says more about a move than a bound.
fn keep_report(reports: &mut BTreeMap<usize, SearchReport>, report: SearchReport) {
    let is_known = |known: &SearchReport| known.bound == Bound::Exact && known.moves.first() == report.moves.first();
    if report.bound == Bound::Exact || !reports.get(&report.multipv).is_some_and(is_known) {
        reports.insert(report.multipv, report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Settings;

    #[test]
    fn rules_of_a_game_do_not_stay_for_the_next() {
        let request = SearchRequest { depth: Some(1), ..SearchRequest::default() };
        let mut analyst = Analyst::new(None, &[("CheDuk_Territory", "span")], request).expect("an engine");
        let territory = |analyst: &Analyst| analyst.engine.options().choice("CheDuk_Territory").to_owned();
        analyst.play_by("cheduk", &[("CheDuk_Territory", "wedge".to_owned())]).expect("rules");
        assert_eq!(territory(&analyst), "wedge");
        analyst.play_by("cheduk", &[]).expect("rules");
        assert_eq!(territory(&analyst), "span");
        assert!(analyst.play_by("chess", &[]).is_err());
    }
}
