//! The two rule sets as values; what each difference means is decided where it matters.

use super::board::Kind;

/// Where a piece from the hand may be put, if the square is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drops {
    /// Anywhere but in the enemy camp.
    OutsideEnemyCamp,
    /// Anywhere; a man in the enemy camp stays a man there.
    Anywhere,
}

/// How a king in the enemy camp wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entering {
    /// By being there at the start of its own turn: the opponent had one reply.
    Survived,
    /// By not being attacked there, whoever is to move.
    Unattacked,
}

/// Which moves set the counter in the FEN back to 0; captures and drops always do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// No others.
    CapturesAndDrops,
    /// Promotions too.
    PromotionsToo,
}

/// What the pieces are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alphabet {
    /// King, minister, general, man, lord: `K S J Z H`.
    Twelve,
    /// Lion, elephant, giraffe, chick, hen: `L E G C +C`.
    Animals,
}

impl Alphabet {
    /// As a FEN writes a piece of the upper-case side.
    pub const fn letter(self, kind: Kind) -> &'static str {
        let letters = match self {
            Alphabet::Twelve => ["K", "S", "J", "Z", "H"],
            Alphabet::Animals => ["L", "E", "G", "C", "+C"],
        };
        letters[kind as usize]
    }

    /// The English word.
    pub const fn name(self, kind: Kind) -> &'static str {
        let names = match self {
            Alphabet::Twelve => ["king", "minister", "general", "man", "lord"],
            Alphabet::Animals => ["lion", "elephant", "giraffe", "chick", "hen"],
        };
        names[kind as usize]
    }

    /// The kind that has this letter, in either case.
    pub fn kind_of(self, letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| {
            let mut own = self.letter(kind).chars();
            own.next().is_some_and(|first| first == letter.to_ascii_uppercase()) && own.next().is_none()
        })
    }
}

/// Everything that one of the two games does differently from the other.
#[derive(PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Protocol name.
    pub name: &'static str,
    /// The FEN of the start position.
    pub start: &'static str,
    /// Putting pieces from the hand.
    pub drops: Drops,
    /// The king in the enemy camp.
    pub entering: Entering,
    /// The game is drawn when a position occurs this often.
    pub repetitions: usize,
    /// The plies that a FEN counts.
    pub counter: Counter,
    /// What the pieces are called.
    pub alphabet: Alphabet,
    /// In which order a FEN lists a hand.
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

/// Both of them.
pub static RULE_SETS: [&RuleSet; 2] = [&TWELVE_JANGGI, &DOBUTSU];
