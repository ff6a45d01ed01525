//! What was read, as a tournament.

use std::path::Path;
use std::time::Duration;

use super::super::engines::{self, EngineSettings, EngineSettingsError};
use super::super::game::Timeouts;
use super::super::referee::RuleOptions;
use super::super::runner::Tournament;
use super::super::schedule::{Shard, TournamentFormat};
use super::super::settings::MatchSettings;
use super::super::sprt::Sprt;
use super::arguments::Parsed;
use super::config_file::{ConfigFile, Draw, Engine, MaxMoves, OpeningFile, Pgn, Resign, Test};
use super::engine_values::engine_list;
use super::values::DialectError;
use super::{ConfigSettings, Dialect, DialectSettings, PgnSettings};
use crate::game::OptionRole;
use crate::games::registry;

impl Parsed {
    /// The tournament that the arguments ask for.
    pub fn tournament(mut self) -> Result<Tournament, DialectError> {
        let (each, mut margin, restart_each) = engine_list("each", &self.each)?;
        let mut lists = Vec::new();
        let mut restarts = Vec::new();
        for engine in &self.engines {
            let (list, own_margin, restart) = engine_list("engine", engine)?;
            margin = margin.max(own_margin);
            // What all have replaces what one has, unlike on our own command line.
            restarts.push(restart_each.or(restart).unwrap_or(false));
            lists.push(format!("{list} {each}"));
        }
        let as_written = |list: String| {
            let index = lists.iter().position(|other| *other == list);
            index.map_or(list, |index| self.engines[index].join(" "))
        };
        let mut engines = engines::read("", &lists).map_err(|error| match error {
            EngineSettingsError::NoCommand(list) => DialectError::NoCommand(as_written(list)),
            EngineSettingsError::NoLimit(name) => DialectError::NoLimit(name),
            EngineSettingsError::TooFew => DialectError::TooFew,
            other => DialectError::Engines(other),
        })?;
        engines.iter_mut().zip(restarts).for_each(|(engine, restart)| engine.restart = restart);
        let (variant, rules) = self.game(&mut engines)?;
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
        if self.sprt.is_some() && engines.len() != 2 {
            return Err(DialectError::Test(engines.len()));
        }
        let (book, openings) = self.openings.read(&variant, &rules, seed)?;
        let games = self.games.unwrap_or(if self.dialect == Dialect::Fastchess || self.repeats { 2 } else { 1 });
        let settings = MatchSettings {
            variant,
            rules: rules.changes().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            engines,
            format: self.format,
            openings,
            resign: self.resign,
            draw: self.draw,
            // A move of chess is two plies; 0 means no limit.
            max_plies: self
                .max_moves
                .filter(|&moves| moves > 0)
                .map_or(u32::MAX, |moves| moves.saturating_mul(2).min(1 << 30) as u32),
            margin: margin.unwrap_or(0),
        };
        let config = self.config_settings(&settings, seed, games);
        if self.resumed.is_some() {
            // What was played before must not be lost.
            self.pgn.iter_mut().for_each(|pgn| pgn.append = true);
        }
        let dialect = DialectSettings {
            config,
            output: self.output,
            rating_interval: self.rating_interval(),
            score_interval: self.score_interval,
            book: self.openings.file.as_ref().and_then(|file| Some(file.file_name()?.to_string_lossy().into_owned())),
            recovers: self.recovers,
            debug: self.debug,
            pgn: self.pgn.map(|pgn| PgnSettings { event: self.event, site: self.site, ..pgn }),
        };
        let reply = Duration::from_millis(self.reply_timeout);
        Ok(Tournament {
            settings,
            rules,
            book,
            games: self.rounds.saturating_mul(games),
            // cutechess plays an opening once unless it is told to repeat it.
            pair_length: if games == 1 || self.dialect == Dialect::Cutechess && !self.repeats { 1 } else { 2 },
            shard: Shard::WHOLE,
            concurrency: self.concurrency,
            timeouts: Timeouts { reply, search: Duration::from_secs(120).max(reply) },
            sprt: self.sprt,
            report: 0,
            record: None,
            pgn: None,
            dialect: Some(dialect),
        })
    }

    fn rating_interval(&self) -> u64 {
        self.rating_interval.unwrap_or(if self.dialect == Dialect::Fastchess { 10 } else { 0 })
    }

    /// The file to go on from as it is at the beginning.
    fn config_settings(&self, settings: &MatchSettings, seed: u64, games: u64) -> Option<ConfigSettings> {
        let path = self.config.clone()?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let resign = settings.resign.map(|rule| Resign {
            move_count: rule.moves,
            score: rule.score,
            twosided: rule.both,
            enabled: true,
        });
        let draw = settings.draw.map(|rule| Draw {
            move_number: rule.after / 2,
            move_count: rule.moves,
            score: rule.score,
            enabled: true,
        });
        let sprt = self.sprt.map(|Sprt { elo0, elo1, alpha, beta, model }| Test {
            alpha,
            beta,
            elo0,
            elo1,
            model: format!("{model:?}").to_lowercase(),
            enabled: true,
        });
        let pgn = self.pgn.as_ref().map(|pgn| Pgn {
            event_name: self.event.clone(),
            site: self.site.clone(),
            file: text(&pgn.file),
            append_file: pgn.append,
            track_nodes: pgn.nodes,
            track_seldepth: pgn.seldepth,
            min: pgn.minimal,
        });
        let opening = OpeningFile {
            file: self.openings.file.as_deref().map(text).unwrap_or_default(),
            format: match self.openings.format {
                Some("epd") => 0,
                Some(_) => 1,
                None => 2,
            },
            order: u64::from(!self.openings.random),
            plies: self.openings.plies.and_then(|plies| plies.try_into().ok()).unwrap_or(-1),
            start: self.openings.start.try_into().unwrap_or(1),
        };
        let engines = settings.engines.iter().map(|engine| Engine::of(engine, settings)).collect();
        let resumed = self.resumed.clone().unwrap_or_default();
        let file = ConfigFile {
            resign: resign.unwrap_or_default(),
            draw: draw.unwrap_or_default(),
            maxmoves: MaxMoves { move_count: self.max_moves.unwrap_or(0), enabled: self.max_moves.is_some() },
            opening,
            pgn: pgn.unwrap_or_default(),
            sprt: sprt.unwrap_or_default(),
            config_name: text(&path),
            output: u64::from(self.output == Dialect::Cutechess),
            seed,
            variant: settings.variant.clone().into(),
            format: u64::from(settings.format == TournamentFormat::Gauntlet),
            ratinginterval: self.rating_interval(),
            scoreinterval: self.score_interval,
            autosaveinterval: self.autosave,
            games,
            rounds: self.rounds,
            repeat: Some(self.repeats),
            concurrency: self.concurrency as u64,
            recover: self.recovers,
            ping_ms: Some(self.reply_timeout),
            engines,
            stats: resumed.stats,
            finished: resumed.finished,
        };
        Some(ConfigSettings { path, interval: self.autosave, file })
    }

    /// The variant, and options of the game that engines were given as their own: the referee must know them, too.
    fn game(&self, engines: &mut [EngineSettings]) -> Result<(String, RuleOptions), DialectError> {
        const VARIANT: &str = "UCI_Variant";
        let mut taken = |name: &str| -> Result<Option<String>, DialectError> {
            let mut found: Vec<Option<String>> = Vec::new();
            for engine in engines.iter_mut() {
                let at = engine.options.iter().position(|(option, _)| option.eq_ignore_ascii_case(name));
                found.push(at.map(|at| engine.options.remove(at).1));
            }
            found.dedup();
            match &mut found[..] {
                [one] => Ok(one.take()),
                _ => Err(DialectError::Disagreement(name.to_owned())),
            }
        };
        let told = taken(VARIANT)?;
        let wanted = match self.variant.as_deref() {
            // Tuners know nothing of variants. Then it is the one that engines play if nobody tells them another.
            None => told.or_else(|| Some(registry::NAMES[0].to_owned())),
            Some("standard") => told,
            Some(name) => Some(name.to_owned()),
        };
        let variant = wanted.filter(|name| registry::NAMES.contains(&name.as_str())).ok_or(DialectError::NoVariant)?;
        let mut list = String::new();
        for spec in registry::OPTIONS.iter().filter(|spec| matches!(spec.role, OptionRole::Plain | OptionRole::Seed)) {
            if let Some(value) = taken(spec.name)? {
                list += &format!("{}={value} ", spec.name);
            }
        }
        let rules = RuleOptions::read(&list).map_err(|error| DialectError::Key { option: "each", error })?;
        Ok((variant, rules))
    }
}
