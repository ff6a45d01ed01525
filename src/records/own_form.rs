//! The form that a game's players have for their records, such as `.gib`: read with the faults that such files have,
//! and written.

use super::decode::CP949;
use super::replay::{RecordDialect, Replay, dialect, rule_option};
use super::scan::{RawGame, RawMove, tag_line};
use super::{GameError, ReadGame, StoredGame, StoredMove, WriteError, own_forms};
use crate::game::{MoveError, RecordForm, RecordTag, Variant};
use crate::games::option_values::OptionValues;

/// Moves in a line of a written file.
const MOVES_PER_LINE: usize = 6;
/// What follows a move that cannot be is another game only if it goes on for so many plies.
const SHORTEST_GLUED_GAME: usize = 4;
/// The tag under which the text about the result is kept, as it says more than who won.
const RESULT_TEXT: &str = "Termination";

/// Tags that these forms do not have: the variant, by its protocol name, and options of the game, by theirs, are told as
/// in PGN, so that what is written is read again as it was. Other programs skip tags that they do not know.
const VARIANT: &str = "Variant";

/// Options and their values that make a start position.
type Choices = Vec<(&'static str, &'static str)>;

/// The game that a raw one holds, or several if they were glued together.
pub fn read(raw: RawGame, variant: Option<&str>) -> Vec<ReadGame> {
    let raw = with_characters(raw);
    let line = raw.line;
    let failed = |error| vec![ReadGame { number: 0, line, players: None, game: Err(error), warnings: Vec::new() }];
    let named = raw.tag(VARIANT).filter(|name| dialect(name).is_some_and(|dialect| dialect.form.is_some()));
    let Some(name) = named.or(variant).or_else(|| own_forms().next().map(|(name, _)| name)) else {
        return failed(GameError::Empty);
    };
    let Some(dialect) = dialect(name) else { return failed(GameError::Variant(name.to_owned())) };
    let Some(form) = dialect.form else { return failed(GameError::NoForm(name.to_owned())) };
    let tags = TagValues::read(&raw, form);
    let mut first =
        ReadGame { number: 0, line, players: tags.players.clone(), game: Err(GameError::Empty), warnings: vec![] };
    if let Some(error) = tags.refused.map(GameError::Refused).or(raw.open_comment.map(GameError::OpenComment)) {
        first.game = Err(error);
        return vec![first];
    }
    if let Some(unknown) = raw.tag(VARIANT).filter(|_| named.is_none()) {
        first.warnings.push(format!("its tag {VARIANT} names '{unknown}', which is not known; it was read as {name}"));
    }
    let moves: Vec<RawMove> = raw.moves.into_iter().filter(|mv| !form.remarks.contains(&mv.text.as_str())).collect();
    match segments(&dialect, form, &tags, &moves, &mut first.warnings) {
        Err(error) => {
            first.game = Err(error);
            vec![first]
        }
        Ok(mut segments) => {
            let glued = segments.split_off(1).into_iter().map(|segment| ReadGame {
                number: 0,
                line,
                players: None,
                warnings: vec!["it has no tags: it was glued to the game before it".to_owned()],
                game: Ok(TagValues::default().game(segment, None)),
            });
            let own = segments
                .into_iter()
                .map(|segment| ReadGame { game: Ok(tags.game(segment, raw.preface.clone())), ..first.clone() });
            own.chain(glued).collect()
        }
    }
}

/// The same with the characters that `&#128512;` stands for, which CP949 does not have.
fn with_characters(mut raw: RawGame) -> RawGame {
    let comments = raw.moves.iter_mut().filter_map(|mv| mv.comment.as_mut());
    let texts = raw.tags.iter_mut().map(|(_, value)| value).chain(&mut raw.preface).chain(comments);
    texts.filter(|text| text.contains("&#")).for_each(|text| *text = characters(text));
    raw
}

fn characters(text: &str) -> String {
    let mut parts = text.split("&#");
    let mut read = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let sign = part.split_once(';').and_then(|(number, rest)| Some((char::from_u32(number.parse().ok()?)?, rest)));
        match sign {
            Some((sign, rest)) => {
                read.push(sign);
                read.push_str(rest);
            }
            None => {
                read.push_str("&#");
                read.push_str(part);
            }
        }
    }
    read
}

/// What the tags say.
#[derive(Default)]
struct TagValues {
    tags: Vec<(String, String)>,
    choices: Choices,
    options: Vec<(&'static str, String)>,
    result: Option<crate::game::GameResult>,
    players: Option<String>,
    refused: Option<&'static str>,
}

impl TagValues {
    fn read(raw: &RawGame, form: &RecordForm) -> TagValues {
        let mut tags = TagValues::default();
        for (name, value) in &raw.tags {
            let kind = form.tags.iter().find(|(known, _)| known == name).map(|(_, kind)| *kind);
            match kind {
                Some(RecordTag::Pgn(_)) if value.trim().is_empty() => (),
                Some(RecordTag::Pgn(name)) => tags.tags.push((name.to_owned(), value.clone())),
                Some(RecordTag::Choice(option)) => {
                    let chosen = form.choices.iter().find(|(written, _)| *written == value.trim());
                    tags.choices.extend(chosen.map(|(_, value)| (option, *value)));
                }
                Some(RecordTag::Result) => {
                    tags.result = (form.read_result)(value);
                    tags.tags.push((RESULT_TEXT.to_owned(), value.clone()));
                }
                Some(RecordTag::Plies) => (),
                Some(RecordTag::Refused(why)) if !value.trim().is_empty() => tags.refused = Some(why),
                Some(RecordTag::Refused(_)) => (),
                None if name == VARIANT => (),
                None => match rule_option(name, value) {
                    Some(option) => tags.options.push(option),
                    None => tags.tags.push((name.clone(), value.clone())),
                },
            }
        }
        let player = |name: &str| tags.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        tags.players = player("White").zip(player("Black")).map(|(first, second)| format!("{first} - {second}"));
        tags
    }

    fn game(&self, segment: GameSegment, preface: Option<String>) -> StoredGame {
        StoredGame {
            variant: segment.variant,
            options: self.options.clone(),
            tags: self.tags.clone(),
            fen: segment.fen,
            preface,
            moves: segment.moves,
            result: self.result,
        }
    }
}

/// A run of moves that is one game.
struct GameSegment {
    variant: &'static str,
    fen: String,
    moves: Vec<StoredMove>,
}

/// Replays the moves, and cuts where a move cannot be but another game can begin.
fn segments(
    dialect: &RecordDialect,
    form: &'static RecordForm,
    tags: &TagValues,
    moves: &[RawMove],
    warnings: &mut Vec<String>,
) -> Result<Vec<GameSegment>, GameError> {
    if moves.is_empty() {
        return Err(GameError::Empty);
    }
    let mut segments = Vec::new();
    let (mut rest, mut told) = (moves, tags.choices.clone());
    let mut first_error = None;
    while !rest.is_empty() {
        let (segment, choices, stopped) = longest(dialect, form, (&told, &tags.options), rest, warnings)?;
        if segments.is_empty() {
            warnings.extend(guessed(form, &told, &choices));
        }
        let length = segment.moves.len();
        if let Some(error) = stopped {
            let ply = moves.len() - rest.len() + length + 1;
            let error = first_error.get_or_insert(GameError::Move { ply, error });
            if length < SHORTEST_GLUED_GAME || rest.len() - length < SHORTEST_GLUED_GAME {
                warnings.clear();
                return Err(error.clone());
            }
        }
        rest = &rest[length..];
        if !rest.is_empty() {
            let ply = moves.len() - rest.len() + 1;
            warnings.push(format!("move {ply} cannot be, and another game begins there: the two were cut apart"));
        }
        segments.push(segment);
        // Nobody tells the set-ups of a game without tags.
        told.clear();
    }
    Ok(segments)
}

/// What to say of choices that no tag tells in words that are known.
fn guessed(form: &'static RecordForm, told: &Choices, taken: &Choices) -> Option<String> {
    let is_told = |option: &str| told.iter().any(|(name, _)| *name == option);
    let guesses: Vec<String> = options(form)
        .into_iter()
        .filter(|option| !is_told(option))
        .filter_map(|option| {
            let (tag, _) = form.tags.iter().find(|(_, tag)| *tag == RecordTag::Choice(option))?;
            let (_, value) = taken.iter().find(|(name, _)| *name == option)?;
            let (word, _) = form.choices.iter().find(|(_, known)| known == value)?;
            Some(format!("{tag} \"{word}\""))
        })
        .collect();
    let plural = guesses.len() > 1;
    let (a, was) = if plural { ("set-ups", "were") } else { ("a set-up", "was") };
    let all = guesses.join(" and ");
    (!guesses.is_empty())
        .then(|| format!("its tags do not tell {a} that can be read; {all} {was} guessed from its moves"))
}

/// The moves from the start position, in the variant and with the set-ups with which they go furthest, these set-ups, and why they go no
/// further. What the tags say goes first, and the first variant that takes all moves.
fn longest(
    dialect: &RecordDialect,
    form: &'static RecordForm,
    (told, options): (&Choices, &[(&'static str, String)]),
    moves: &[RawMove],
    warnings: &mut Vec<String>,
) -> Result<(GameSegment, Choices, Option<MoveError>), GameError> {
    let others = dialect.variants.iter().filter(|variant| variant.name != dialect.variant.name);
    let all = all_choices(form);
    let fits = |choices: &&Choices| told.iter().all(|one| choices.contains(one));
    let mut best: Option<(GameSegment, Choices, Option<MoveError>)> = None;
    for is_told in [true, false] {
        for variant in std::iter::once(dialect.variant).chain(others.clone()) {
            // Other variants may turn the board, and with it what set-ups mean.
            if !super::replay::dialect(variant.name).and_then(|other| other.form).is_some_and(|o| std::ptr::eq(o, form))
            {
                continue;
            }
            for choices in all.iter().filter(|choices| fits(choices) == is_told) {
                let (segment, stopped) = replay(variant, choices, options, moves)?;
                if stopped.is_none() {
                    if !is_told {
                        warnings.push(
                            "its moves do not fit the set-ups in its tags; others that fit were taken".to_owned(),
                        );
                    }
                    if variant.name != dialect.variant.name {
                        let (wanted, taken) = (dialect.variant.name, variant.name);
                        warnings.push(format!("{wanted} does not allow its moves; it was read as {taken}"));
                    }
                    return Ok((segment, choices.clone(), None));
                }
                if best.as_ref().is_none_or(|(longest, ..)| longest.moves.len() < segment.moves.len()) {
                    best = Some((segment, choices.clone(), stopped));
                }
            }
        }
    }
    best.ok_or(GameError::Empty)
}

/// Every combination of what the options that tags tell can be.
fn all_choices(form: &'static RecordForm) -> Vec<Choices> {
    let mut all: Vec<Choices> = vec![Vec::new()];
    for option in options(form) {
        let longer = all.iter().flat_map(|choices| {
            form.choices.iter().map(move |(_, value)| choices.iter().copied().chain([(option, *value)]).collect())
        });
        all = longer.collect();
    }
    all
}

/// The options that tags tell.
fn options(form: &'static RecordForm) -> Vec<&'static str> {
    let mut options = Vec::new();
    for (_, tag) in form.tags {
        if let RecordTag::Choice(option) = tag
            && !options.contains(option)
        {
            options.push(*option);
        }
    }
    options
}

fn start(
    variant: &'static Variant,
    choices: &Choices,
    options: &[(&'static str, String)],
) -> Result<Replay, GameError> {
    let mut values = OptionValues::default();
    options.iter().for_each(|(name, value)| values.set(name, value));
    choices.iter().for_each(|(name, value)| values.set(name, value));
    let opened = Replay::open(variant.name, &values, None);
    opened.ok_or_else(|| GameError::Variant(variant.name.to_owned()))?.map_err(GameError::Start)
}

fn replay(
    variant: &'static Variant,
    choices: &Choices,
    options: &[(&'static str, String)],
    moves: &[RawMove],
) -> Result<(GameSegment, Option<MoveError>), GameError> {
    let mut replay = start(variant, choices, options)?;
    let mut segment = GameSegment { variant: variant.name, fen: replay.game().start_fen(), moves: Vec::new() };
    for mv in moves {
        // What is no character says nothing; the points of a move are enough.
        let text = mv.text.replace(char::REPLACEMENT_CHARACTER, "");
        match replay.play(&text) {
            Ok(text) => segment.moves.push(StoredMove { text, comment: mv.comment.clone() }),
            Err(error) => return Ok((segment, Some(error))),
        }
    }
    Ok((segment, None))
}

pub fn write(game: &StoredGame) -> Result<Vec<u8>, WriteError> {
    let dialect = dialect(game.variant).ok_or(WriteError::NoForm(game.variant))?;
    let form = dialect.form.ok_or(WriteError::NoForm(game.variant))?;
    let is_start = |choices: &Choices| {
        start(dialect.variant, choices, &game.options).is_ok_and(|replay| replay.game().start_fen() == game.fen)
    };
    let choices = all_choices(form).into_iter().find(is_start).ok_or(WriteError::Start(form.extension))?;
    let mut text = String::new();
    let mut written: Vec<RecordTag> = Vec::new();
    for (name, tag) in form.tags {
        let value = match tag {
            _ if written.contains(tag) => continue,
            RecordTag::Pgn(tag) => game.tag(tag).to_owned(),
            RecordTag::Choice(option) => {
                let value = choices.iter().find(|(name, _)| name == option).map(|(_, value)| *value);
                let word = form.choices.iter().find(|(_, known)| Some(*known) == value).map(|(word, _)| *word);
                word.unwrap_or_default().to_owned()
            }
            RecordTag::Plies => game.moves.len().to_string(),
            RecordTag::Result if (form.read_result)(game.tag(RESULT_TEXT)) == game.result => {
                game.tag(RESULT_TEXT).to_owned()
            }
            RecordTag::Result => (form.write_result)(game.result).to_owned(),
            RecordTag::Refused(_) => continue,
        };
        written.push(*tag);
        text += &tag_line(name, &value);
    }
    text += &tag_line(VARIANT, game.variant);
    game.options.iter().for_each(|(name, value)| text += &tag_line(name, value));
    let is_written = |name: &str| {
        name == RESULT_TEXT || form.tags.iter().any(|(_, tag)| matches!(tag, RecordTag::Pgn(known) if *known == name))
    };
    for (name, value) in game.tags.iter().filter(|(name, _)| !is_written(name)) {
        text += &tag_line(name, value);
    }
    text.push('\n');
    if let Some(preface) = &game.preface {
        text += &format!("{{{}}}\n", without_braces(preface));
    }
    text += &moves_text(game).map_err(|error| WriteError::Replay(error.to_string()))?;
    text += "\n\n";
    // What CP949 does not have is written as `&#128512;`, so that this must not mean itself.
    let text = text.replace("&#", "&#38;#");
    let (bytes, _, _) = CP949.encode(&text);
    Ok(bytes.into_owned())
}

fn moves_text(game: &StoredGame) -> Result<String, GameError> {
    let mut replay = game.replay().map_err(GameError::Start)?;
    let mut text = String::new();
    for (index, mv) in game.moves.iter().enumerate() {
        let recorded = replay.record(&mv.text).map_err(|error| GameError::Move { ply: index + 1, error })?;
        if index > 0 {
            text.push(if index % MOVES_PER_LINE == 0 { '\n' } else { ' ' });
        }
        text += &format!("{}. {recorded}", index + 1);
        if let Some(comment) = &mv.comment {
            text += &format!(" {{{}}}", without_braces(comment));
        }
    }
    Ok(text)
}

fn without_braces(text: &str) -> String {
    text.replace(|sign: char| sign.is_control() || sign == '{' || sign == '}', " ")
}
