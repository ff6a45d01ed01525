//! The words that every room shares: what a game is, what its text looks like, what its positions are worth.
//!
//! A game implements [`Game`] (rules), [`Notation`] (text) and comes with an [`Evaluator`] (worth). The search is
//! generic over these three and compiled once for each game; nothing here knows a concrete game, a thread or a clock.

use std::fmt;

/// One of the two players, named by the letter case of its pieces in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// Upper-case letters; `w` in a FEN, `wtime` on the clock.
    Upper,
    /// Lower-case letters; `b` in a FEN, `btime` on the clock.
    Lower,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Upper => Side::Lower,
            Side::Lower => Side::Upper,
        }
    }

    /// 0 or 1, for tables with an entry for each side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How sure an [`Outcome`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over; no legal move is left.
    Final,
    /// The rules end the game here, but a GUI may let it go on: repetitions and move counts.
    Claimable,
    /// Not over yet, but it would be if the players went on as they did: a position that recurs within a search.
    Foreseen,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// One word for the protocol, such as `checkmate`.
    pub reason: &'static str,
    /// Whether play could go on.
    pub ending: Ending,
}

/// The rules of one game, and nothing else.
///
/// A value is one position, cheap to copy. What the rules remember of earlier positions, for repetitions, is kept
/// outside as a list of [`Game::Trace`], oldest first, which does not contain the position itself.
pub trait Game: Clone + Send + Sync + 'static {
    /// A legal action. Its `u32` form is never 0 and differs from that of every other legal action of the position.
    type Move: Copy + Eq + fmt::Display + fmt::Debug + Into<u32> + Send + Sync + 'static;
    /// What a later position needs to know of this one.
    type Trace: Copy + Send + Sync + 'static;

    /// Number of different values of [`Game::move_slot`].
    const MOVE_SLOTS: usize;
    /// Number of different values of [`Game::piece_to`].
    const PIECE_TO_SLOTS: usize;
    /// Whether [`Game::quiet_moves`] and [`Game::legal_move`] are so much cheaper than [`Game::legal_moves`] that a search
    /// should ask for moves in stages.
    const STAGED_GENERATION: bool = false;
    /// Whether whoever is in check has no other legal moves than those that end it, so that mates can be hunted by
    /// checks alone.
    const CHECK_MUST_BE_ANSWERED: bool = false;

    /// Whose turn it is. Sides need not alternate.
    fn side_to_move(&self) -> Side;

    /// Appends every legal move; none when the game is over for good.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the legal moves that take something or otherwise upset the balance at once, for quiescence search.
    fn noisy_moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the legal moves that [`Game::noisy_moves`] does not.
    fn quiet_moves(&self, out: &mut Vec<Self::Move>) {
        let (mut noisy, mut all) = (Vec::new(), Vec::new());
        self.noisy_moves(&mut noisy);
        self.legal_moves(&mut all);
        out.extend(all.into_iter().filter(|mv| !noisy.contains(mv)));
    }

    /// The legal move with this `u32` form, if there is one.
    fn legal_move(&self, code: u32) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| mv.into() == code)
    }

    /// How many moves [`Game::legal_moves`] would append.
    fn legal_count(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Carries out `mv`, which must come from [`Game::legal_moves`] of this position.
    fn play(&mut self, mv: Self::Move);

    /// The same position with the turn given away, as if that were a move; none where this makes no sense.
    fn null_move(&self) -> Option<Self>;

    /// Whether the side to move would lose its royal piece if it did nothing.
    fn in_check(&self) -> bool;

    /// A quick test of whether a legal move gives check, for pruning. It may err now and then.
    fn check_test(&self) -> impl Fn(Self::Move) -> bool {
        |mv| {
            let mut next = self.clone();
            next.play(mv);
            next.in_check()
        }
    }

    /// Appends the legal moves that give check by [`Game::check_test`].
    fn checks(&self, out: &mut Vec<Self::Move>) {
        let first = out.len();
        self.legal_moves(out);
        let gives_check = self.check_test();
        let checks = out.drain(first..).filter(|&mv| gives_check(mv)).collect::<Vec<_>>();
        out.extend(checks);
    }

    /// Whether a legal move is one of many that differ only in where a piece is put down: those of them that come
    /// late in the order are searched less deep.
    fn is_one_of_many(&self, _: Self::Move) -> bool {
        false
    }

    /// What later positions must remember of this one.
    fn trace(&self) -> Self::Trace;

    /// How the game has ended, as far as that shows without looking at the legal moves. The last `in_tree` entries
    /// of `past` were only thought of by a search: a single recurrence among them counts as [`Ending::Foreseen`].
    fn decided(&self, past: &[Self::Trace], in_tree: usize) -> Option<Outcome>;

    /// What it means that the side to move has no legal move in a position that is not decided otherwise.
    fn no_moves(&self) -> Outcome;

    /// The end of the game, if this is it.
    fn outcome(&self, past: &[Self::Trace]) -> Option<Outcome> {
        match self.decided(past, 0) {
            Some(outcome) if outcome.ending == Ending::Final => Some(outcome),
            _ if self.legal_count() == 0 => Some(self.no_moves()),
            decided => decided,
        }
    }

    /// Equal keys mean "same position" in the sense of the repetition rule.
    fn key(&self) -> u64;

    /// Equal keys mean "same future", as far as a transposition table need care.
    fn search_key(&self) -> u64 {
        self.key()
    }

    /// The position as the side to move may know it: a secret of the opponent is taken away. A search starts here. The
    /// legal moves are the same.
    fn as_known_to_mover(&self) -> Self {
        self.clone()
    }

    /// A small number that tells moves apart well enough for statistics on how good they were.
    fn move_slot(mv: Self::Move) -> usize;

    /// A small number for what moves where, so that one move can be remembered as an answer to another.
    fn piece_to(&self, mv: Self::Move) -> usize;

    /// A number for the slow-changing part of a position: the static evaluation errs alike in positions of one shape.
    fn correction_key(&self) -> u64 {
        0
    }
}

/// One of the variants that a game can be played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Protocol name, a value of `UCI_Variant`.
    pub name: &'static str,
    /// Width of the board.
    pub files: u8,
    /// Height of the board.
    pub ranks: u8,
    /// How many pieces a hand can hold.
    pub pocket: u8,
    /// Which family of boards a GUI should draw.
    pub template: &'static str,
}

/// An engine option, declared once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionSpec {
    /// As it is printed; it matches in any letter case.
    pub name: &'static str,
    /// Its type with default and range.
    pub kind: OptionKind,
    /// One sentence for people.
    pub about: &'static str,
}

/// The types of options that the protocol knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value at the start.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value at the start.
        default: &'static str,
        /// All values.
        choices: &'static [&'static str],
    },
    /// An action.
    Button,
    /// Any text.
    Text {
        /// Value at the start.
        default: &'static str,
    },
}

/// The values of the options, as a game may read those that it declared.
pub trait Settings {
    /// The chosen word of a combo option.
    fn choice(&self, name: &str) -> &str;

    /// The value of a spin option.
    fn number(&self, name: &str) -> i64;
}

/// Why a move string was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// Not the form of any move of this game.
    #[error("'{text}' is not a move; expected {expected}")]
    Unreadable {
        /// What was given.
        text: String,
        /// The forms that would do.
        expected: &'static str,
    },
    /// Readable, but not allowed here.
    #[error("'{text}' is not legal here: {why}")]
    Illegal {
        /// What was given.
        text: String,
        /// Which rule forbids it.
        why: String,
    },
    /// More than one move fits.
    #[error("'{text}' is ambiguous: it could be {candidates}")]
    Ambiguous {
        /// What was given.
        text: String,
        /// The moves that fit, in coordinates.
        candidates: String,
    },
}

/// The text side of a game: variants, FENs, move strings and pictures.
pub trait Notation: Game {
    /// Why a FEN was refused, in a sentence.
    type FenError: std::error::Error;

    /// Every variant that this game offers.
    const VARIANTS: &'static [Variant];

    /// The options that this game alone understands.
    const OPTIONS: &'static [OptionSpec];

    /// The start position.
    fn start(variant: &Variant, settings: &dyn Settings) -> Self;

    /// Reads a FEN.
    fn from_fen(variant: &Variant, settings: &dyn Settings, fen: &str) -> Result<Self, Self::FenError>;

    /// Writes the FEN.
    fn fen(&self) -> String;

    /// Reads a legal move in any of the accepted forms.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// A picture of the position for people, several lines, without the FEN.
    fn diagram(&self) -> String;

    /// The points from which the side to move is in check.
    fn checkers(&self) -> Vec<String>;

    /// Who moves first in the start position: results are told from that side's view.
    fn first_side(&self) -> Side;

    /// The form in which positions are solved; [`Unsolvable`] if the game is too large for that.
    type Solved: Indexed;

    /// The rules under which a variant is solved, if it can be.
    fn solved_rules(variant: &Variant) -> Option<&'static <Self::Solved as Indexed>::Rules>;

    /// The position as it is solved, if it can be.
    fn to_solved(&self) -> Option<Self::Solved>;

    /// The strategy for a variant that the program carries, as it was distilled from the solution, if there is one.
    fn carried_strategy(_: &Variant) -> Option<&'static [u8]> {
        None
    }
}

/// A position of a game that can be solved, as its side to move sees it: seen from the other side, or in a mirror, it is
/// the same position.
pub trait Indexed: Copy + Eq + Send + Sync + 'static {
    /// What tells the variants of the game apart.
    type Rules: Sync + 'static;

    /// All numbers are below this.
    const NUMBERS: u64;

    /// The number of the position, the same for its mirror image.
    fn number(self) -> u64;

    /// A position with this number; it may be one that cannot be, or have another number because it is the mirror image
    /// of the one that counts.
    fn from_number(number: u64) -> Self;

    /// Whether the position can be.
    fn is_sound(self, rules: &Self::Rules) -> bool;

    /// The same in a mirror.
    fn mirrored(self) -> Self;

    /// How the game has ended, if it is over.
    fn over(self, rules: &Self::Rules) -> Option<Over>;

    /// Whether the side to move has a move that wins at once.
    fn wins_at_once(self, rules: &Self::Rules) -> bool;

    /// Calls `visit` with the position after every legal move, as the opponent sees it.
    fn successors(self, rules: &Self::Rules, visit: impl FnMut(Self));

    /// Calls `visit` with every position from which a move of the opponent leads here, as the opponent saw it.
    fn predecessors(self, rules: &Self::Rules, visit: impl FnMut(Self));
}

/// A position of a game that is too large to be solved: there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolvable {}

impl Indexed for Unsolvable {
    type Rules = ();

    const NUMBERS: u64 = 0;

    fn number(self) -> u64 {
        match self {}
    }

    fn from_number(number: u64) -> Unsolvable {
        unreachable!("no position has the number {number}")
    }

    fn is_sound(self, (): &()) -> bool {
        match self {}
    }

    fn mirrored(self) -> Unsolvable {
        self
    }

    fn over(self, (): &()) -> Option<Over> {
        match self {}
    }

    fn wins_at_once(self, (): &()) -> bool {
        match self {}
    }

    fn successors(self, (): &(), _: impl FnMut(Unsolvable)) {}

    fn predecessors(self, (): &(), _: impl FnMut(Unsolvable)) {}
}

/// A game that is over, for the side that would be to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// It has won.
    Won,
    /// Nobody has.
    Drawn,
    /// It has lost.
    Lost,
}

/// One line of a static evaluation, from the view of the upper-case side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term {
    /// What is counted.
    pub name: &'static str,
    /// For the upper-case side, in hundredths of a soldier (or whatever the game's unit is).
    pub upper: i32,
    /// For the lower-case side.
    pub lower: i32,
}

/// What positions and moves are worth.
pub trait Evaluator<G: Game>: Clone + Default + Send {
    /// As the game's own options want it.
    fn with_settings(_: &dyn Settings) -> Self {
        Self::default()
    }

    /// A search for the side to move begins, to play and not to analyse, in a game of which so many plies are known: it
    /// may show a contempt of its own.
    fn begin(&mut self, _: &G, _plies: usize) {}

    /// How much of [`Evaluator::evaluate`] is such a contempt. Users are told what a position is worth without it.
    fn contempt(&self, _: &G) -> i32 {
        0
    }

    /// From the side to move's view, in centipawns, without looking ahead.
    fn evaluate(&mut self, position: &G) -> i32;

    /// The same, term by term.
    fn explain(&self, position: &G) -> Vec<Term>;

    /// What `mv` takes, in centipawns; 0 for a quiet move.
    fn gain(&self, position: &G, mv: G::Move) -> i32;

    /// What the piece that makes `mv` is worth, and so may be lost in return.
    fn stake(&self, position: &G, mv: G::Move) -> i32;

    /// Whether [`Evaluator::pays`] tells anything.
    const STATIC_EXCHANGE: bool = false;

    /// Whether `mv` and the captures that follow on its target bring at least `least` centipawns. Where nobody has taught
    /// this to an evaluation, everything pays.
    fn pays(&self, _: &G, _: G::Move, _least: i32) -> bool {
        true
    }

    /// Win, draw and loss, in thousandths, that a score promises.
    fn win_draw_loss(&self, position: &G, score: i32) -> [u16; 3];

    /// The weights, if the evaluation is a sum of counts times weights; else none.
    fn weights() -> &'static [Block] {
        &[]
    }

    /// What [`Evaluator::weights`] are multiplied with, one count for each: the upper-case side's less the lower-case
    /// side's. A thing that counts for a part only, since the game has another phase, is a fraction.
    fn counts(&self, _: &G) -> Vec<f32> {
        Vec::new()
    }
}

/// Weights of an evaluation that belong together, such as one for each distance.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// What they are about.
    pub name: &'static str,
    /// One for each thing that is counted.
    pub weights: &'static [i32],
}
