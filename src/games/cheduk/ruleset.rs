//! The rule sets as values; what each difference means is decided where it matters.

use super::territory::TerritoryRule;

/// How a guard moves, and whom it protects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guarding {
    /// One step; onto a friend it attaches, and whoever attacks the tile that they share removes only the guard.
    Attached,
    /// One or two tiles straight. While it stands beside its chief, an attack on the chief removes only the guard.
    Beside,
}

/// Where chiefs may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChiefRange {
    /// Never into enemy territory, and from its own territory only by castling.
    OwnAndNeutral,
    /// Only into its own territory before castling, anywhere by castling and after it.
    UntilCastling,
}

/// How often a spy may gather before it returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gathering {
    /// On any number of tiles.
    Unlimited,
    /// Once: an informed spy has to return before it gathers again.
    OncePerTrip,
}

/// Where spies are placed in the set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpyPlaces {
    /// Anywhere in their own territory.
    Territory,
    /// In their own territory, on tiles to which the board gives a number in their colour.
    NumberedTiles,
}

/// What the own embassy, occupied and empty, is to spies that return or come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OccupiedEmbassy {
    /// Spies cannot use it while it is occupied.
    Closed,
    /// A tile like any other of their territory; whoever arrives there frees it.
    Open,
}

/// Everything that one rule book does differently from another.
#[derive(PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Protocol name.
    pub name: &'static str,
    /// How guards move and what they protect.
    pub guarding: Guarding,
    /// Where chiefs may go.
    pub chief_range: ChiefRange,
    /// Spies abroad.
    pub gathering: Gathering,
    /// Spies in the set-up.
    pub spy_places: SpyPlaces,
    /// Spies that come home.
    pub occupied_embassy: OccupiedEmbassy,
    /// The shape of territories.
    pub territory: TerritoryRule,
}

/// The first rule book.
pub static CHEDUK: RuleSet = BASE;

/// The same with the other reading of its chapter 4.1.
pub static CHEDUK_SPAN: RuleSet = RuleSet { territory: TerritoryRule::Span, ..BASE };

/// The present rule book of the game's authors, and their program where it is silent.
pub static MODERN: RuleSet = RuleSet {
    name: "chedukmodern",
    guarding: Guarding::Beside,
    chief_range: ChiefRange::UntilCastling,
    gathering: Gathering::OncePerTrip,
    spy_places: SpyPlaces::NumberedTiles,
    occupied_embassy: OccupiedEmbassy::Open,
    ..BASE
};

/// Those of the variants, as they are without options.
pub static RULE_SETS: [&RuleSet; 2] = [&CHEDUK, &MODERN];

const BASE: RuleSet = RuleSet {
    name: "cheduk",
    guarding: Guarding::Attached,
    chief_range: ChiefRange::OwnAndNeutral,
    gathering: Gathering::Unlimited,
    spy_places: SpyPlaces::Territory,
    occupied_embassy: OccupiedEmbassy::Closed,
    territory: TerritoryRule::Wedge,
};
