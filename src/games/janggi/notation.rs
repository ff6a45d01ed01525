//! Variants, options, and why moves are refused: Janggi as text, but for the FEN, the diagram and the move strings.

use super::board::{Move, Position};
use super::diagram;
use super::fen::{self, FenError};
use super::gib;
use super::point::{FILES, RANKS};
use super::ruleset::{self, Facing, Passing, PerpetualCheck, RULE_SETS, RuleSet, Tally};
use super::setup::{self, CHO_SETUP, HAN_SETUP, SETUPS};
use super::threats::Threats;
use super::written::{EXPECTED, Recorded, Written, written_move};
use crate::game::{
    Chosen, MoveError, Notation, OptionKind, OptionSpec, Pass, RecordForm, Script, Searchable, Sentence, Settings,
    Side, Variant, View, XBoardShape, sentence,
};

const STRICT_REPETITION: &str = "Janggi_StrictRepetition";
const REPETITIONS: [&str; 2] = ["points", "draw"];
const STRICT_PERPETUAL: &str = "Janggi_StrictPerpetual";
const PERPETUALS: [&str; 2] = ["loss", "draw"];

/// 덤: what Han has for moving second.
const SECOND_PLAYER_POINTS: f32 = 1.5;

const fn variant(name: &'static str) -> Variant {
    let (files, ranks) = (FILES as u8, RANKS as u8);
    Variant { name, files, ranks, pocket: 0, template: "janggi", xboard: Some(&XBOARD) }
}

/// A soldier is no pawn here, since pawns promote on the last rank.
const XBOARD: XBoardShape = XBoardShape {
    pieces: ".N.R.AB..KPC.",
    parent: "fairy",
    moves: &[("K", "K"), ("A", "K"), ("N", "nN"), ("B", "Z"), ("R", "RF2"), ("C", "pRpB"), ("P", "fsWfF")],
    pass: Pass::SamePointTwice,
};

impl Notation for Position {
    type FenError = FenError;

    const VARIANTS: &'static [Variant] = &[
        variant("janggi"),
        variant("janggitraditional"),
        variant("janggimodern"),
        variant("janggicasual"),
        variant("janggistrict"),
        variant("janggiclassic"),
    ];

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new(
            CHO_SETUP,
            OptionKind::Combo { default: SETUPS[0], choices: &SETUPS },
            "Order of Cho's horses (ma) and elephants (sang) from file b to file h in the start position; auto: the engine chooses",
        )
        .with_aliases(setup::KOREAN),
        OptionSpec::new(
            HAN_SETUP,
            OptionKind::Combo { default: SETUPS[0], choices: &SETUPS },
            "Order of Han's horses (ma) and elephants (sang) from file b to file h in the start position; auto: the engine chooses, and Han before Cho",
        )
        .with_aliases(setup::KOREAN),
        OptionSpec::new(
            STRICT_REPETITION,
            OptionKind::Combo { default: REPETITIONS[0], choices: &REPETITIONS },
            "what the third occurrence of a position is in janggistrict (7.1): the points decide, or a draw",
        ),
        OptionSpec::new(
            STRICT_PERPETUAL,
            OptionKind::Combo { default: PERPETUALS[0], choices: &PERPETUALS },
            "what perpetual check is in janggistrict (7.2): a loss for whoever gives it, or a draw",
        ),
    ];

    const MIXTURES: &'static [(&'static str, &'static str)] =
        &[("janggi", "janggi=85,janggimodern=5,janggitraditional=4,janggicasual=3,janggistrict=3")];

    const REASONS: &'static [(&'static str, &'static str)] = &[
        ("stalemate", "no legal move"),
        ("bikjang", "bikjang, the generals face each other"),
        ("passes", "both sides passed"),
        ("material", "nothing is left to mate with"),
        ("nocapture", "too many moves without a capture"),
        ("moverep", "one piece went back and forth"),
        ("perpetual", "perpetual check"),
    ];

    // In the order in which people are asked: Han chooses first.
    const DRAWN_BY_LOT: &'static [(&'static str, &'static [&'static str])] =
        &[(HAN_SETUP, setup::COMMON), (CHO_SETUP, setup::COMMON)];

    fn besides_fen(variant: &Variant) -> &'static [&'static str] {
        if variant.name == ruleset::STRICT.name { &[STRICT_REPETITION, STRICT_PERPETUAL] } else { &[] }
    }

    fn start(variant: &Variant, settings: &dyn Settings) -> Position {
        let rules = rules_of(variant, settings);
        let setup = |side| settings.choice(if side == rules.cho { CHO_SETUP } else { HAN_SETUP });
        let pieces = [Side::Upper, Side::Lower].into_iter().flat_map(|side| setup::army(side, setup(side)));
        Position::new(rules, rules.cho, pieces)
    }

    fn choose(settings: &dyn Settings, lot: u64) -> Option<Chosen> {
        setup::choose(settings, lot)
    }

    fn from_fen(variant: &Variant, settings: &dyn Settings, fen: &str) -> Result<Position, FenError> {
        fen::read(rules_of(variant, settings), fen)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let Ok((_, written)) = written_move(text) else {
            return Err(MoveError::Unreadable { text: text.to_string(), expected: EXPECTED });
        };
        let illegal = |why| MoveError::Illegal { text: text.to_string(), why };
        let mv = match written {
            Written::Pass => self.pass(),
            Written::Coordinates(from, to) => Move::new(from, to),
            Written::Record(recorded) => self.named_move(recorded).map_err(illegal)?,
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(illegal(self.why_illegal(mv))) }
    }

    fn record_move(&self, mv: Move, script: Script) -> String {
        self.recorded(mv, script)
    }

    const SAN_LETTERS: &'static [(char, char)] = &[('H', 'N'), ('E', 'B')];

    fn record_form(variant: &Variant) -> Option<&'static RecordForm> {
        Some(gib::record_form(variant))
    }

    fn diagram(&self) -> String {
        diagram::draw(self, &View::default()).to_string()
    }

    fn checkers(&self) -> Vec<String> {
        self.threats.checkers.map(|point| point.to_string()).collect()
    }

    fn first_side(&self) -> Side {
        self.rules.cho
    }

    fn counted_points(&self) -> Option<[f32; 2]> {
        let han = self.rules.cho.other();
        Some([Side::Upper, Side::Lower].map(|side| {
            let second = if side == han && self.rules.tally == Tally::Points { SECOND_PLAYER_POINTS } else { 0.0 };
            self.points(side) as f32 + second
        }))
    }
}

fn rules_of(variant: &Variant, settings: &dyn Settings) -> &'static RuleSet {
    let rules = RULE_SETS.into_iter().find(|rules| rules.name == variant.name).unwrap_or(RULE_SETS[0]);
    if !std::ptr::eq(rules, &ruleset::STRICT) {
        return rules;
    }
    let is_draw = |name, words: [&str; 2]| settings.choice(name) == words[1];
    let repetition = if is_draw(STRICT_REPETITION, REPETITIONS) { Tally::Draw } else { Tally::Points };
    let drawn = is_draw(STRICT_PERPETUAL, PERPETUALS);
    ruleset::strict(repetition, if drawn { PerpetualCheck::Draws } else { PerpetualCheck::Loses })
}

impl Position {
    /// The move that a record tells, or what it calls by a wrong name.
    fn named_move(&self, recorded: Recorded) -> Result<Move, Sentence> {
        let [from, to] = [recorded.from, recorded.to].map(|point| self.seen_from_cho(point));
        for (point, named) in [(from, recorded.moved), (to, recorded.taken)] {
            match (named, self.kind_at(point)) {
                (Some(named), Some(kind)) if named != kind => {
                    return Err(sentence!["the piece on ", point, " is a ", kind.name()]);
                }
                (Some(_), None) => return Err(sentence!["no piece stands on ", point]),
                _ => (),
            }
        }
        Ok(Move::new(from, to))
    }

    /// Which rule forbids a move that is not legal.
    fn why_illegal(&self, mv: Move) -> Sentence {
        let (from, to) = (mv.from(), mv.to());
        if self.termination.is_some() {
            return "the game is over".into();
        }
        if mv == self.pass() {
            return match self.rules.passing {
                Passing::Never => format!("{} knows no pass", self.rules.name).into(),
                Passing::Allowed => "one cannot pass while in check".into(),
            };
        }
        let Some(kind) = self.kind_at(from) else { return sentence!["no piece stands on ", from] };
        if !self.side(self.turn).contains(from) {
            return sentence!["the ", kind.name(), " on ", from, " is the opponent's"];
        }
        if let (Some(own), true) = (self.kind_at(to), self.side(self.turn).contains(to)) {
            return sentence![to, " is taken by an own ", own.name()];
        }
        if !self.reached(kind, from).contains(to) {
            return sentence!["the ", kind.name(), " on ", from, " cannot go to ", to];
        }
        let mut after = *self;
        after.advance(mv);
        if Threats::against(&after, self.turn).checkers.is_empty() {
            return match self.rules.facing {
                Facing::Bikjang => "it leaves the bikjang standing; break it or pass".into(),
                _ => "the generals would face each other".into(),
            };
        }
        match self.in_check() {
            true => "the general stays in check".into(),
            false => "it would expose the general to check".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::{CASUAL, OFFICIAL, STRICT};
    use super::*;
    use crate::game::Game;

    struct Setups(&'static str, &'static str);

    impl Settings for Setups {
        fn choice(&self, name: &str) -> &str {
            if name == CHO_SETUP { self.0 } else { self.1 }
        }

        fn number(&self, _: &str) -> i64 {
            0
        }
    }

    fn start(name: &str) -> Position {
        let variant = Position::VARIANTS.iter().find(|variant| variant.name == name).expect("a variant");
        Position::start(variant, &Setups(SETUPS[0], SETUPS[0]))
    }

    fn complaint(position: &Position, text: &str) -> String {
        position.parse_move(text).expect_err("an illegal move").to_string()
    }

    fn why(rules: &'static RuleSet, fen: &str, text: &str) -> String {
        let complaint = complaint(&fen::read(rules, fen).expect("a good FEN"), text);
        complaint.split_once(": ").map(|(_, why)| why.to_string()).expect("a reason")
    }

    #[test]
    fn the_start_position_follows_the_options() {
        let setups = Setups("sangmamasang", "masangmasang");
        let start = Position::start(&Position::VARIANTS[0], &setups);
        assert_eq!(start.fen(), "rnba1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1");
        let strict = Position::start(&Position::VARIANTS[4], &setups);
        assert_eq!(strict.fen(), "rbna1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR b - - 0 1");
    }

    #[test]
    fn a_pass_has_four_spellings() {
        let position = start("janggi");
        for text in ["e2e2", "0000", "pass", "@@@@"] {
            assert_eq!(position.parse_move(text).map(|mv| mv.to_string()), Ok("e2e2".to_string()));
        }
    }

    #[test]
    fn records_are_read_from_chos_seat() {
        let position = start("janggi");
        for text in ["09車89", "09차89", "0989"] {
            assert_eq!(position.parse_move(text).map(|mv| mv.to_string()), Ok("i1i3".to_string()), "{text}");
        }
        let strict = start("janggistrict");
        assert_eq!(strict.parse_move("79졸69").map(|mv| mv.to_string()), Ok("a7a6".to_string()));
    }

    #[test]
    fn a_record_must_name_the_right_piece() {
        let text = complaint(&start("janggi"), "71馬61");
        assert_eq!(text, "'71馬61' is not legal here: the piece on a4 is a soldier");
    }

    #[test]
    fn nonsense_is_no_move() {
        let position = start("janggi");
        for text in [
            "",
            "a4",
            "a4a",
            "a4a11",
            "j1j2",
            "a0a1",
            "a4a5x",
            "A4A5",
            " a4a5",
            "76상",
            "７６상53",
            "@@@",
            "0001",
            "상53",
        ] {
            let expected = MoveError::Unreadable { text: text.to_string(), expected: EXPECTED };
            assert_eq!(position.parse_move(text), Err(expected));
        }
    }

    #[test]
    fn the_reason_fits_the_mistake() {
        let bare = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!(why(&OFFICIAL, bare, "a1a2"), "no piece stands on a1");
        assert_eq!(why(&OFFICIAL, bare, "e10e9"), "the general on e10 is the opponent's");
        assert_eq!(why(&STRICT, bare, "pass"), "janggistrict knows no pass");
        assert_eq!(why(&STRICT, bare, "d1e1"), "the generals would face each other");
        let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
        assert_eq!(why(&OFFICIAL, start, "a1a4"), "a4 is taken by an own soldier");
        assert_eq!(why(&OFFICIAL, start, "b3b6"), "the cannon on b3 cannot go to b6");
        let checked = "4k4/9/9/9/9/9/9/3r5/9/3K1R3 w - - 0 1";
        assert_eq!(why(&CASUAL, checked, "f1f2"), "the general stays in check");
        assert_eq!(why(&CASUAL, checked, "0000"), "one cannot pass while in check");
        let pinned = "4k4/9/9/9/9/9/9/3r5/3R5/3K5 w - - 0 1";
        assert_eq!(why(&CASUAL, pinned, "d2e2"), "it would expose the general to check");
        let facing = "4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        assert_eq!(why(&OFFICIAL, facing, "a1a2"), "it leaves the bikjang standing; break it or pass");
    }

    #[test]
    fn checkers_are_named() {
        let position = fen::read(&OFFICIAL, "3k5/9/9/9/9/9/9/4r4/9/3pK4 w - - 0 1").expect("a good FEN");
        assert_eq!(position.checkers(), ["d1", "e3"]);
    }

    #[test]
    fn records_are_written_as_they_are_read() {
        let mut random = fastrand::Rng::with_seed(3);
        for rules in RULE_SETS {
            let setups = Setups(SETUPS[1], SETUPS[2]);
            let variant = Position::VARIANTS.iter().find(|variant| variant.name == rules.name).expect("a variant");
            let mut position = Position::start(variant, &setups);
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                for &mv in &moves {
                    assert_eq!(
                        position.parse_move(&position.record_move(mv, Script::Hangul)),
                        Ok(mv),
                        "{}",
                        position.record_move(mv, Script::Hangul)
                    );
                }
                let Some(mv) = random.choice(&moves) else { break };
                position.play(*mv);
            }
        }
        let start = Position::start(&Position::VARIANTS[0], &Setups(SETUPS[0], SETUPS[0]));
        let record = |text| start.record_move(start.parse_move(text).expect("a legal move"), Script::Hangul);
        assert_eq!(
            (record("i4h4"), record("b1c3"), record("pass")),
            ("79졸78".into(), "02마83".into(), "한수쉼".into())
        );
        assert_eq!(start.counted_points(), Some([72.0, 73.5]));
        let casual = Position::start(&Position::VARIANTS[3], &Setups(SETUPS[0], SETUPS[0]));
        assert_eq!(casual.counted_points(), Some([72.0, 72.0]), "nothing is counted there");
    }
}
