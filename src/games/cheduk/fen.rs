//! FENs: `placement[reserve] side castling embassies gathered plies move`. Also accepted: `[]` or nothing for an empty
//! reserve, a reserve in any order, missing fields, which then are as in the start position, any number of blanks and
//! tabs.

use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::fen_error::FenError;
use super::hex::{FILES, RANKS, Tile, TileSet};
use super::ruleset::{Guarding, RuleSet};
use super::setup::AMBASSADOR_TILES;
use super::territory::Ground;
use super::zobrist;
use crate::game::Side;
use crate::games::fields::{self, FieldError};
use crate::games::placement::{self, Shape, cased, side_of};
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt};
use nom::multi::separated_list1;
use nom::{IResult, Parser};

/// The start position.
pub const START: &str = "ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss] w Cc -/- - 0 0";

const SHAPE: Shape = Shape { files: FILES, ranks: RANKS, points: "tiles", letters: "C D E A S G" };

pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Upper => "Red",
        Side::Lower => "Blue",
    }
}

/// Parses a FEN under a rule set; `coin` decides who moves first if nothing else does.
pub fn read(rules: &'static RuleSet, coin: Side, fen: &str) -> Result<Position, FenError> {
    let fields = fields::split(fen);
    let (first, rest) = fields.split_first().ok_or(FenError::Empty)?;
    let (placement, reserve) = placement::split_pocket(first).map_err(|found| FenError::Brackets { found })?;
    let pieces = read_placement(placement)?;
    let reserve = read_reserve(reserve)?;
    let turn = fields::side(rest.first())?;
    if let Some(surplus) = rest.get(6) {
        return Err(FieldError::Surplus { field: 8, found: (*surplus).to_owned() }.into());
    }
    let castled = read_castling(rest.get(1).copied().unwrap_or("Cc"))?;
    let embassies = read_embassies(rest.get(2).copied().unwrap_or("-/-"))?;
    let gathered = read_gathered(rest.get(3).copied().unwrap_or("-"))?;
    let plies = "the plies since the last capture, gathering, scored occupation or set-up move";
    let quiet = fields::counter(6, plies, rest.get(4).copied().unwrap_or("-"))?.unwrap_or(0);
    let move_number = fields::counter(7, "the move number", rest.get(5).copied().unwrap_or("-"))?;

    let mut position = Position::empty(rules, coin, turn);
    place(&mut position, &pieces)?;
    check_reserve(&position, &reserve)?;
    place_embassies(&mut position, embassies)?;
    gather(&mut position, &gathered, embassies)?;
    for side in [Side::Upper, Side::Lower] {
        if castled[side.index()] {
            position.set_castled(side);
        }
    }
    position.quiet = quiet;
    // Without a move number it is a set-up position if an embassy is missing.
    let set_up = position.ground().embassies().contains(&None);
    position.move_number = move_number.unwrap_or(if set_up { 0 } else { 1 });
    check_phase(&position)?;
    debug_assert_eq!(position.key, position.computed_key());
    Ok(position)
}

/// Writes the FEN.
pub fn write(position: &Position) -> String {
    let placement = placement::write(FILES, RANKS, |file, rank| {
        let piece = position.piece_at(Tile::new(file, rank))?;
        let (guard, information) = (if piece.guarded { "+" } else { "" }, if piece.informed { "~" } else { "" });
        Some(format!("{guard}{}{information}", cased(piece.side, piece.kind.letter())))
    });
    let reserve = reserve_letters(position, Side::Upper) + &reserve_letters(position, Side::Lower);
    let castling: String = [Side::Upper, Side::Lower]
        .into_iter()
        .filter(|&side| !position.has_castled(side))
        .map(|side| cased(side, Kind::Chief.letter()))
        .collect();
    let [red, blue] = [Side::Upper, Side::Lower].map(|side| embassy_text(position, side));
    let mut gathered: Vec<Tile> = position.gathered().collect();
    gathered.sort_by_key(|tile| (tile.file(), tile.rank()));
    let gathered: Vec<String> = gathered.iter().map(ToString::to_string).collect();
    format!(
        "{placement}[{}] {} {} {red}/{blue} {} {} {}",
        or_dash(reserve),
        fields::side_letter(position.turn),
        or_dash(castling),
        or_dash(gathered.join(",")),
        position.quiet,
        position.move_number
    )
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// A side's reserve as the FEN lists it.
pub(super) fn reserve_letters(position: &Position, side: Side) -> String {
    let ambassador = if position.ambassador(side).is_none() { "A" } else { "" };
    let letters = ambassador.to_owned() + &"S".repeat(position.spies_in_reserve(side));
    letters.chars().map(|letter| cased(side, letter)).collect()
}

fn embassy_text(position: &Position, side: Side) -> String {
    let mark = if position.is_embassy_occupied(side) { "!" } else { "" };
    position.ground().embassy(side).map_or("-".to_owned(), |tile| format!("{tile}{mark}"))
}

/// A parsed piece.
#[derive(Clone, Copy)]
struct PlacedPiece {
    side: Side,
    kind: Kind,
    guarded: bool,
    informed: bool,
}

fn kind_of(letter: char) -> Option<(Side, Kind)> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
    Some((side_of(letter), kind))
}

fn piece(input: &str) -> IResult<&str, PlacedPiece> {
    let letter = map_opt(anychar, kind_of);
    map((opt(char('+')), letter, opt(char('~'))), |(plus, (side, kind), tilde)| PlacedPiece {
        side,
        kind,
        guarded: plus.is_some(),
        informed: tilde.is_some(),
    })
    .parse(input)
}

fn read_placement(text: &str) -> Result<Vec<(Tile, PlacedPiece)>, FenError> {
    let pieces = SHAPE.read(text, piece)?;
    Ok(pieces.into_iter().map(|(piece, file, rank)| (Tile::new(file, rank), piece)).collect())
}

/// Ambassadors and spies of each side.
type Reserve = [[usize; 2]; 2];

fn read_reserve(text: &str) -> Result<Reserve, FenError> {
    let mut reserve = Reserve::default();
    for letter in text.chars().filter(|_| text != "-") {
        match kind_of(letter) {
            Some((side, Kind::Ambassador)) => reserve[side.index()][0] += 1,
            Some((side, Kind::Spy)) => reserve[side.index()][1] += 1,
            _ => return Err(FenError::ReserveLetter { found: letter }),
        }
    }
    Ok(reserve)
}

/// Whether each side has castled.
fn read_castling(text: &str) -> Result<[bool; 2], FenError> {
    match text {
        "Cc" | "cC" => Ok([false, false]),
        "C" => Ok([false, true]),
        "c" => Ok([true, false]),
        "-" => Ok([true, true]),
        _ => Err(FenError::Castling { found: text.to_owned() }),
    }
}

/// A tile such as `c7` or `k12`, in either case.
pub(super) fn tile(input: &str) -> IResult<&str, Tile> {
    let file = map(one_of("abcdefghijkABCDEFGHIJK"), |letter| letter.to_ascii_lowercase() as usize - 'a' as usize);
    // At most two digits, so that a tile may follow a tile.
    let rank = |input| {
        let (rest, first): (&str, char) = one_of("123456789").parse(input)?;
        let second = rest.chars().next().filter(|&second| first == '1' && ('0'..='2').contains(&second));
        let rank = second.map_or(first as usize - '0' as usize, |second| 10 + second as usize - '0' as usize);
        Ok((if second.is_some() { &rest[1..] } else { rest }, rank - 1))
    };
    map((file, rank), |(file, rank)| Tile::new(file, rank)).parse(input)
}

/// A side's embassy and whether it is occupied.
type Embassy = Option<(Tile, bool)>;

fn read_embassies(text: &str) -> Result<[Embassy; 2], FenError> {
    // A single dash is short for two.
    let text = if text == "-" { "-/-" } else { text };
    let embassy = |input| {
        let none: IResult<&str, char> = char('-').parse(input);
        if let Ok((rest, _)) = none {
            return Ok((rest, None));
        }
        map((tile, opt(char('!'))), |(tile, mark)| Some((tile, mark.is_some()))).parse(input)
    };
    let read: IResult<&str, (Embassy, char, Embassy)> = all_consuming((embassy, char('/'), embassy)).parse(text);
    match read {
        Ok((_, (red, _, blue))) => Ok([red, blue]),
        Err(_) => Err(FenError::Embassies { found: text.to_owned() }),
    }
}

fn read_gathered(text: &str) -> Result<Vec<Tile>, FenError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let tiles: IResult<&str, Vec<Tile>> = all_consuming(separated_list1(char(','), tile)).parse(text);
    tiles.map(|(_, tiles)| tiles).map_err(|_| FenError::Gathered { found: text.to_owned() })
}

/// The name of several pieces of a kind.
fn plural(kind: Kind, number: usize) -> String {
    match (kind, number) {
        (kind, 1) => kind.name().to_owned(),
        (Kind::Spy, _) => "spies".to_owned(),
        (kind, _) => format!("{}s", kind.name()),
    }
}

fn place(position: &mut Position, pieces: &[(Tile, PlacedPiece)]) -> Result<(), FenError> {
    for &(tile, PlacedPiece { side, kind, guarded, informed }) in pieces {
        let too_many = |kind: Kind| {
            let most = kind.full_number();
            FenError::TooMany { side: side_name(side), kind: plural(kind, most), most }
        };
        if informed && kind != Kind::Spy {
            return Err(FenError::Informed { kind: kind.name(), tile });
        }
        if guarded && kind == Kind::Guard {
            return Err(FenError::GuardedGuard { tile });
        }
        if guarded && position.rules.guarding == Guarding::Beside {
            return Err(FenError::AttachesToNobody { kind: kind.name(), tile, variant: position.rules.name });
        }
        if !position.put(side, kind, tile) {
            return Err(too_many(kind));
        }
        if guarded && !position.put_attached(side, tile) {
            return Err(too_many(Kind::Guard));
        }
        if informed && let Some(spy) = position.slot_at(side, tile) {
            position.set_informed(side, spy, true);
        }
    }
    Ok(())
}

fn check_reserve(position: &Position, reserve: &Reserve) -> Result<(), FenError> {
    for side in [Side::Upper, Side::Lower] {
        for (kind, in_reserve) in [Kind::Ambassador, Kind::Spy].into_iter().zip(reserve[side.index()]) {
            let (on_board, expected) = (position.pieces(side, kind).count(), kind.full_number());
            if on_board + in_reserve != expected {
                let (side, kind) = (side_name(side), plural(kind, on_board));
                return Err(FenError::Reserve { side, kind, on_board, in_reserve, expected });
            }
        }
    }
    Ok(())
}

/// Places the embassies.
fn place_embassies(position: &mut Position, embassies: [Embassy; 2]) -> Result<(), FenError> {
    let tiles = embassies.map(|embassy| embassy.map(|(tile, _)| tile));
    for side in [Side::Upper, Side::Lower] {
        let Some((tile, occupied)) = embassies[side.index()] else { continue };
        if !AMBASSADOR_TILES[side.index()].contains(&tile) {
            return Err(FenError::EmbassyTile { side: side_name(side), tile });
        }
        position.key ^= zobrist::embassy(side, tile);
        position.set_embassy_occupied(side, occupied);
    }
    position.ground = Ground::of(position.ground.rule(), tiles);
    Ok(())
}

fn gather(position: &mut Position, gathered: &[Tile], embassies: [Embassy; 2]) -> Result<(), FenError> {
    let lands = position.ground.territory(Side::Upper) | position.ground.territory(Side::Lower);
    let mut seen = TileSet::EMPTY;
    for &tile in gathered {
        if seen.contains(tile) {
            return Err(FenError::GatheredTwice { tile });
        }
        if !lands.contains(tile) {
            return Err(FenError::GatheredNeutral { tile });
        }
        seen = seen.with(tile);
        position.gather_tile(tile);
    }
    for side in [Side::Upper, Side::Lower] {
        if let Some((tile, true)) = embassies[side.index()]
            && !seen.contains(tile)
        {
            return Err(FenError::OccupiedNotGathered { side: side_name(side), tile });
        }
    }
    if [Side::Upper, Side::Lower].iter().all(|&side| position.information(side) >= WINNING_INFORMATION) {
        return Err(FenError::BothInformed);
    }
    Ok(())
}

/// Checks that the pieces fit the phase of the game.
fn check_phase(position: &Position) -> Result<(), FenError> {
    let (us, set_up) = (position.turn, position.is_set_up_phase());
    for side in [us.other(), us] {
        let name = side_name(side);
        if position.chief(side).is_none() {
            match (set_up, side == us) {
                (true, _) => return Err(FenError::NoChiefInSetUp { side: name }),
                (false, false) => return Err(FenError::ChiefMissing { side: name }),
                (false, true) => (),
            }
        }
        if !set_up && position.ground.embassy(side).is_none() {
            return Err(FenError::EmbassyMissing { side: name });
        }
    }
    if set_up { check_set_up(position).map_err(|what| FenError::NotInSetUp { what }) } else { Ok(()) }
}

/// What contradicts the set-up phase.
fn check_set_up(position: &Position) -> Result<(), String> {
    let us = position.turn;
    let founded = !position.ground.embassies().contains(&None);
    for side in [Side::Upper, Side::Lower] {
        let (name, embassy) = (side_name(side), position.ground.embassy(side));
        if position.ambassador(side) != embassy {
            return Err(format!("{name}'s ambassador does not stand on its embassy"));
        }
        if !founded && position.spies(side).next().is_some() {
            return Err(format!("{name} has placed spies before both ambassadors are placed"));
        }
    }
    if !position.gathered().is_empty() {
        return Err("information has been gathered".to_owned());
    }
    if founded && position.spies_in_reserve(us) == 0 {
        return Err(match position.spies_in_reserve(us.other()) {
            0 => "all ambassadors and spies are placed".to_owned(),
            _ => format!("{} is to place a spy and has none left", side_name(us)),
        });
    }
    if !founded && position.ground.embassy(us).is_some() {
        return Err(format!("{} is to place an ambassador and has placed it", side_name(us)));
    }
    // All tiles for the ambassador or a spy are full, which play cannot bring about.
    if position.count_legal() == 0 {
        return Err(format!("{} has no tile left to place anything on", side_name(us)));
    }
    Ok(())
}
