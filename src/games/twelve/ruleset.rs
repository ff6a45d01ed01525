//! The two rule sets as values. The code that a difference concerns matches on its enum.

use super::board::Kind;

/// On which empty squares a piece may be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drops {
    /// Anywhere but in the enemy camp.
    OutsideEnemyCamp,
    /// Anywhere; a man in the enemy camp stays a man there.
    Anywhere,
}

/// How a king that enters the enemy camp wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entering {
    /// By being there at the start of its own turn: the opponent had one reply.
    Survived,
    /// By not being attacked there, whoever is to move.
    Unattacked,
}

/// Which moves reset the counter in the FEN; captures and drops always do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// Only these.
    CapturesAndDrops,
    /// Promotions as well.
    PromotionsToo,
}

/// The letters and names of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alphabet {
    /// King, minister, general, man, lord: `K S J Z H`.
    Twelve,
    /// Lion, elephant, giraffe, chick, hen: `L E G C +C`.
    Animals,
}

impl Alphabet {
    /// FEN letter for the upper-case side.
    pub const fn letter(self, kind: Kind) -> &'static str {
        let letters = match self {
            Alphabet::Twelve => ["K", "S", "J", "Z", "H"],
            Alphabet::Animals => ["L", "E", "G", "C", "+C"],
        };
        letters[kind as usize]
    }

    /// English name.
    pub const fn name(self, kind: Kind) -> &'static str {
        let names = match self {
            Alphabet::Twelve => ["king", "minister", "general", "man", "lord"],
            Alphabet::Animals => ["lion", "elephant", "giraffe", "chick", "hen"],
        };
        names[kind as usize]
    }

    /// Hangul and Chinese character.
    pub const fn korean(self, kind: Kind) -> (&'static str, &'static str) {
        let signs = match self {
            Alphabet::Twelve => [("왕", "王"), ("상", "相"), ("장", "將"), ("자", "子"), ("후", "侯")],
            Alphabet::Animals => [("사", "獅"), ("코", "象"), ("기", "麒"), ("병", "雛"), ("닭", "鷄")],
        };
        signs[kind as usize]
    }

    /// The kind that is called so in Korean.
    pub fn kind_of_korean(self, sign: char) -> Option<Kind> {
        let is = |text: &str| text.starts_with(sign);
        Kind::ALL.into_iter().find(|&kind| is(self.korean(kind).0) || is(self.korean(kind).1))
    }

    /// The kind with this letter, in either case.
    pub fn kind_of(self, letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| {
            let mut own = self.letter(kind).chars();
            own.next().is_some_and(|first| first == letter.to_ascii_uppercase()) && own.next().is_none()
        })
    }
}

/// Everything in which the two games differ.
#[derive(PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Protocol name.
    pub name: &'static str,
    /// The FEN of the start position.
    pub start: &'static str,
    /// On which squares pieces may be dropped.
    pub drops: Drops,
    /// How a king in the enemy camp wins.
    pub entering: Entering,
    /// A position that occurs this often is a draw.
    pub repetitions: usize,
    /// What the FEN's counter counts.
    pub counter: Counter,
    /// Letters and names of the pieces.
    pub alphabet: Alphabet,
    /// The order in which a FEN lists a hand.
    pub hand_order: [Kind; 3],
}

/// Twelve Janggi, the game of the television programme The Genius.
pub static TWELVE_JANGGI: RuleSet = RuleSet {
    name: "twelvejanggi",
    start: "jks/1z1/1Z1/SKJ[-] w 0 1",
    drops: Drops::OutsideEnemyCamp,
    entering: Entering::Survived,
    repetitions: 3,
    counter: Counter::CapturesAndDrops,
    alphabet: Alphabet::Twelve,
    hand_order: [Kind::Minister, Kind::General, Kind::Man],
};

/// Dobutsu Shogi as Fairy-Stockfish plays it.
pub static DOBUTSU: RuleSet = RuleSet {
    name: "dobutsu",
    start: "gle/1c1/1C1/ELG[-] w 0 1",
    drops: Drops::Anywhere,
    entering: Entering::Unattacked,
    repetitions: 4,
    counter: Counter::PromotionsToo,
    alphabet: Alphabet::Animals,
    hand_order: [Kind::General, Kind::Man, Kind::Minister],
};

/// All rule sets.
pub static RULE_SETS: [&RuleSet; 2] = [&TWELVE_JANGGI, &DOBUTSU];
