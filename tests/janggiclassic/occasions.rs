//! What has to happen in the compared games, and how often, for the comparison to mean something.

use super::slow_rules::{Action, SlowGame, are_facing, at};

/// A moment of a game.
pub struct Moment<'a> {
    pub game: &'a SlowGame,
    pub legal: &'a [Action],
    /// Why the game ends here, if it does.
    pub reason: Option<&'static str>,
    /// What led here, and from where.
    pub last: Option<(Action, SlowGame)>,
}

impl Moment<'_> {
    fn ends_by(&self, reason: &str) -> bool {
        self.reason == Some(reason)
    }

    fn goes_on(&self) -> bool {
        self.reason.is_none()
    }

    fn is_facing(&self) -> bool {
        are_facing(self.game.board())
    }

    fn was_facing(&self) -> bool {
        self.last.as_ref().is_some_and(|(_, before)| are_facing(before.board()))
    }

    fn was_offered(&self) -> bool {
        self.last.as_ref().is_some_and(|(_, before)| before.is_offered())
    }

    fn has_passed(&self) -> bool {
        self.last.as_ref().is_some_and(|(action, _)| *action == Action::Pass)
    }

    fn has_taken(&self) -> bool {
        self.last
            .as_ref()
            .is_some_and(|(action, before)| matches!(*action, Action::Go(_, to) if at(before.board(), to) != '.'))
    }

    fn general_has_moved(&self) -> bool {
        let is_general = |point| matches!(at(self.game.board(), point), 'K' | 'k');
        self.last.as_ref().is_some_and(|(action, _)| matches!(*action, Action::Go(_, to) if is_general(to)))
    }

    fn is_chased(&self) -> bool {
        self.game.has_checked_throughout('w') || self.game.has_checked_throughout('b')
    }
}

/// A name, how often at least, and when it is so.
pub type Occasion = (&'static str, u32, fn(&Moment) -> bool);

pub const OCCASIONS: [Occasion; 31] = [
    ("mate", 100, |now| now.ends_by("checkmate")),
    ("mate while the generals face", 8, |now| now.ends_by("checkmate") && now.is_facing() && !now.game.is_offered()),
    ("mate of a side that is offered a draw", 10, |now| now.ends_by("checkmate") && now.game.is_offered()),
    ("bikjang", 500, |now| now.ends_by("bikjang")),
    ("bikjang by a pass", 50, |now| now.ends_by("bikjang") && now.has_passed()),
    ("bikjang by a move of the general", 50, |now| now.ends_by("bikjang") && now.general_has_moved()),
    ("bikjang by a capture", 8, |now| now.ends_by("bikjang") && now.has_taken()),
    ("bikjang by a check", 50, |now| now.ends_by("bikjang") && now.game.is_in_check()),
    ("bikjang by what were mate", 4, |now| {
        now.ends_by("bikjang") && now.game.is_in_check() && now.game.moves().is_empty()
    }),
    ("passes", 200, |now| now.ends_by("passes")),
    ("passes while the generals face", 25, |now| now.ends_by("passes") && now.is_facing()),
    ("material", 50, |now| now.ends_by("material")),
    ("repetition", 200, |now| now.ends_by("repetition")),
    ("repetition while the generals face", 25, |now| now.ends_by("repetition") && now.is_facing()),
    ("repetition by perpetual check", 25, |now| now.ends_by("repetition") && now.is_chased()),
    ("a fourth occurrence", 10, |now| now.ends_by("repetition") && now.game.occurrences() > 3),
    ("an offer", 1_000, |now| now.goes_on() && now.game.is_offered()),
    ("an offer with check", 20, |now| now.goes_on() && now.game.is_offered() && now.game.is_in_check()),
    ("an offer along the open file", 100, |now| now.goes_on() && now.game.is_offered() && now.was_facing()),
    ("an offer by capture", 50, |now| now.goes_on() && now.game.is_offered() && now.has_taken()),
    ("an offer declined", 1_000, |now| now.goes_on() && now.was_offered()),
    ("facing in the first position", 100, |now| now.goes_on() && now.last.is_none() && now.is_facing()),
    ("facing made by another piece", 500, |now| {
        now.goes_on() && now.is_facing() && !now.was_facing() && !now.game.is_offered()
    }),
    ("facing left as it is", 500, |now| {
        now.goes_on() && now.is_facing() && now.was_facing() && !now.general_has_moved()
    }),
    ("a pass while the generals face", 100, |now| now.goes_on() && now.is_facing() && now.has_passed()),
    ("a pass", 1_000, |now| now.goes_on() && now.has_passed()),
    ("check", 1_000, |now| now.goes_on() && now.game.is_in_check()),
    ("nothing but a pass", 50, |now| now.legal == [Action::Pass]),
    ("100 plies without capture", 1_000, |now| now.goes_on() && (100..200).contains(&now.game.quiet_plies())),
    ("200 plies without capture", 1_000, |now| now.goes_on() && now.game.quiet_plies() >= 200),
    ("200 plies without capture, played", 100, |now| {
        now.goes_on() && now.game.plies() >= 200 && now.game.quiet_plies() >= 200
    }),
];
