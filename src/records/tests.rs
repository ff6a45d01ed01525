//! Records there and back, and the faults that files have.

#[cfg(test)] // tests/architecture.rs lets tests name games
use super::*;
use crate::game::GameResult;

/// A random game of a variant; some begin at other set-ups, some are commented.
fn random_game(variant: &'static str, number: usize, random: &mut fastrand::Rng) -> StoredGame {
    let game = registry::GAMES.iter().find(|game| game.variants.iter().any(|own| own.name == variant)).expect("a game");
    let chosen: Vec<(&str, String)> = game
        .options
        .iter()
        .filter_map(|spec| match spec.kind {
            crate::game::OptionKind::Combo { choices, .. } => {
                let lasting = choices.iter().filter(|choice| **choice != "auto");
                Some((spec.name, (*random.choice(lasting.collect::<Vec<_>>())?).to_owned()))
            }
            _ => None,
        })
        .filter_map(|(name, value)| replay::rule_option(name, &value))
        .collect();
    let mut options = OptionValues::default();
    chosen.iter().for_each(|(name, value)| options.set(name, value));
    let mut replay = Replay::open(variant, &options, None).expect("a variant").expect("a start position");
    let fen = replay.game().start_fen();
    let mut moves = Vec::new();
    for ply in 0..random.usize(1..120) {
        let Some(mv) = random.choice(replay.game().legal_moves()) else { break };
        let comment = (random.u8(..10) == 0).then(|| format!("수 {ply} & &#65; 😀 é"));
        replay.play(&mv).expect("a legal move");
        moves.push(StoredMove { text: mv, comment });
    }
    let result = *random.choice(&[None, Some(GameResult::Draw), Some(GameResult::FirstWins)]).expect("three");
    let tags = [
        ("Event", format!("대회 \"{number}\" \\ 😀")),
        ("Site", "서울".to_owned()),
        ("Date", "2016.12.06".to_owned()),
        ("Round", number.to_string()),
        ("White", "하늘".to_owned()),
        ("Black", "바다 [9단]".to_owned()),
        ("TimeControl", "5분".to_owned()),
    ];
    StoredGame {
        variant,
        // Set-ups are told by the start position; other options are rules, and part of the game.
        options: chosen.into_iter().filter(|(name, _)| !name.ends_with("Setup")).collect(),
        tags: tags.map(|(name, value)| (name.to_owned(), value)).into(),
        fen,
        preface: number.is_multiple_of(7).then(|| "첫 수 전에".to_owned()),
        moves,
        result,
    }
}

fn plain(game: &StoredGame) -> StoredGame {
    let mut game = game.clone();
    game.tags.retain(|(name, _)| name != "Termination");
    game.tags.sort();
    game
}

#[test]
fn a_thousand_games_are_read_as_they_were_written() {
    let mut random = fastrand::Rng::with_seed(27);
    let variants: Vec<&'static str> = registry::GAMES[0].variants.iter().map(|variant| variant.name).collect();
    for (format, variants) in [(RecordFormat::Own, &variants[..]), (RecordFormat::Pgn, &registry::NAMES[..])] {
        let games: Vec<StoredGame> =
            (0..1_000).map(|number| random_game(variants[number % variants.len()], number, &mut random)).collect();
        let bytes: Vec<u8> = games.iter().flat_map(|game| write(game, format).expect("a game to write")).collect();
        let read = read(&bytes, format, None);
        assert_eq!(read.len(), games.len());
        for (read, game) in read.iter().zip(&games) {
            let found = read.game.as_ref().unwrap_or_else(|error| panic!("{read}: {error}"));
            assert_eq!((plain(found), &read.warnings), (plain(game), &vec![]), "{read}");
        }
        let rules: usize = games.iter().map(|game| game.options.len()).sum();
        assert!(rules > 0, "no game had rules of its own");
        // What is read and written again says the same.
        let again = |game: &ReadGame| write(game.game.as_ref().expect("a game"), format).expect("a game to write");
        let once: Vec<u8> = read.iter().flat_map(again).collect();
        let twice: Vec<u8> = super::read(&once, format, None).iter().flat_map(again).collect();
        assert!(once == twice, "{format:?} changes what it reads");
    }
}

#[test]
fn a_record_tells_its_variant_and_its_rules() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut game = random_game("janggimodern", 1, &mut random);
    game.options = vec![("Janggi_ChoSetup", "masangsangma".to_owned())];
    let bytes = write(&game, RecordFormat::Own).expect("a game to write");
    // Neither what is asked for nor the first variant counts where the record says which it is.
    for asked in [None, Some("janggicasual")] {
        let read = read(&bytes, RecordFormat::Own, asked);
        assert_eq!(plain(read[0].game.as_ref().expect("a game")), plain(&game));
    }
    let named = |name: &str| own(&format!("[Variant \"{name}\"]\n{TAGS}{MOVES}"));
    assert_eq!(named("janggitraditional")[0].game.as_ref().map(|game| game.variant), Ok("janggitraditional"));
    for unknown in ["chess", "dobutsu"] {
        let read = &named(unknown)[0];
        let warning = format!("its tag Variant names '{unknown}', which is not known; it was read as janggi");
        assert_eq!((read.game.as_ref().map(|game| game.variant), &read.warnings), (Ok("janggi"), &vec![warning]));
    }
}

#[test]
fn a_turned_board_turns_the_set_ups() {
    let mut random = fastrand::Rng::with_seed(5);
    for number in 0..40 {
        let game = random_game("janggistrict", number, &mut random);
        let bytes = write(&game, RecordFormat::Own).expect("a game to write");
        let read = read(&bytes, RecordFormat::Own, Some("janggistrict"));
        assert_eq!(plain(read[0].game.as_ref().expect("a game")), plain(&game));
    }
}

const TAGS: &str = "[대회명 \"친선대국\"]\n[초대국자 \"갑\"]\n[한대국자 \"을\"]\n[초차림 \"상마상마\"]\n[한차림 \"상마상마\"]\n[대국결과 \"초 완승\"]\n\n";
const MOVES: &str =
    "1. 71졸72 2. 49병48 3. 08楚馬87 4. 18漢마37\n5. 88포85 <0> 6. 38포35 {좋은 수} 7. 75졸76 8. 13마34\n";

fn own(text: &str) -> Vec<ReadGame> {
    read(text.as_bytes(), RecordFormat::Own, None)
}

#[test]
fn a_record_is_read_with_all_that_it_says() {
    let games = own(&format!("{TAGS}{MOVES}\n{TAGS}{MOVES}"));
    assert_eq!((games.len(), games[1].line, games[1].to_string()), (2, 11, "game 2, line 11 (갑 - 을)".to_owned()));
    let game = games[0].game.as_ref().expect("a game");
    assert_eq!(game.fen, "rbna1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR w - - 0 1");
    let moves: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(moves, ["a4b4", "i7h7", "h1g3", "h10g8", "h3e3", "h8e8", "e4f4", "c10d8"]);
    assert_eq!(game.moves[5].comment.as_deref(), Some("좋은 수"));
    assert_eq!(
        (game.result, game.tag("White"), game.tag("Termination")),
        (Some(GameResult::FirstWins), "갑", "초 완승")
    );
}

#[test]
fn missing_set_ups_are_found_by_replaying() {
    let games = own(&format!("[대회명 \"x\"]\n\n{MOVES} 9. 07상75 10. 43병42 11. 02상74"));
    let game = games[0].game.as_ref().expect("a game");
    assert!(game.fen.contains("/RBNA1ABNR "), "{}", game.fen);
    let told = "its tags do not tell set-ups that can be read; 초차림 \"상마상마\" and 한차림 \"상마상마\" were guessed from its moves";
    assert_eq!(games[0].warnings, [told]);
    let wrong = own(&format!(
        "{}{MOVES}",
        TAGS.replace("[초차림 \"상마상마\"]", "[초차림 \"마상상마\"]").replace("한차림", "한포진")
    ));
    assert!(wrong[0].game.is_ok() && wrong[0].warnings.is_empty(), "the moves of the b-file's side tell nothing");
    let wrong = own(&format!("{}{MOVES} 9. 07상75", TAGS.replace("한차림 \"상마상마\"", "한차림 \"마상상마\"")));
    assert!(wrong[0].game.is_ok() && wrong[0].warnings[0].contains("do not fit the set-ups"), "{:?}", wrong[0]);
}

#[test]
fn glued_games_are_cut_where_a_move_cannot_be() {
    let games = own(&format!("{TAGS}{MOVES}{MOVES}{TAGS}{MOVES}"));
    let told: Vec<(usize, bool)> = games.iter().map(|game| (game.number, game.players.is_some())).collect();
    assert_eq!(told, [(1, true), (2, false), (3, true)]);
    assert!(games.iter().all(|game| game.game.as_ref().is_ok_and(|game| game.moves.len() == 8)));
    assert_eq!(games[0].warnings, ["move 9 cannot be, and another game begins there: the two were cut apart"]);
    assert_eq!(games[1].game.as_ref().map(|game| game.result), Ok(None));
}

#[test]
fn damaged_games_are_named_and_the_others_read() {
    let bad = MOVES.replace("13마34", "13마35");
    let open = MOVES.replace("좋은 수}", "좋은 수");
    let games = own(&format!("{TAGS}{bad}{TAGS}{open}{TAGS}[판 \"3\"]\n{MOVES}{TAGS}{TAGS}{MOVES}"));
    let told: Vec<String> =
        games.iter().map(|game| game.game.as_ref().map_or_else(ToString::to_string, |_| "well".to_owned())).collect();
    assert_eq!(told[0], "move 8 cannot be played: '13마35' is not legal here: e8 is taken by an own cannon");
    assert!(told[1].starts_with("the comment that begins in line "), "{told:?}");
    assert!(told[2].starts_with("its tag 판 names a board other than the start position"), "{told:?}");
    // Tags without moves do not run into those of the next game.
    assert_eq!(&told[3..], ["it has no moves", "well"]);
}

#[test]
fn broken_bytes_are_told_of() {
    let (cp949, ..) = decode::CP949.encode(TAGS);
    let (moves, ..) = decode::CP949.encode(MOVES);
    let mut bytes = [&cp949[..], &moves, TAGS.as_bytes(), MOVES.as_bytes()].concat();
    let whole = read(&bytes, RecordFormat::Own, None);
    assert!(whole.iter().all(|game| game.game.is_ok() && game.warnings.is_empty()), "mixed encodings: {whole:?}");
    let at = bytes.windows(2).position(|two| two == b"3.").expect("a move");
    bytes.splice(at + 5..at + 5, [0xFF]);
    let games = read(&bytes, RecordFormat::Own, None);
    assert!(games[0].game.is_ok(), "{games:?}");
    assert_eq!(games[0].warnings, ["line 8 has bytes that are no character; they were replaced"]);
    assert!(games[1].warnings.is_empty());
}

#[test]
fn play_may_go_on_after_two_passes() {
    let text = format!("{TAGS}{MOVES} 9. 한수쉼 10. 한수쉼 11. 07상75 12. 43병42 13. 02상74");
    let games = own(&text);
    let game = games[0].game.as_ref().expect("a game");
    assert_eq!((game.moves.len(), &games[0].warnings), (13, &vec![]));
    let bytes = write(game, RecordFormat::Own).expect("a game to write");
    assert_eq!(read(&bytes, RecordFormat::Own, None)[0].game.as_ref(), Ok(game));
}

#[test]
fn what_own_forms_cannot_say_is_refused() {
    let pgn = "[Variant \"janggi\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1\"]\n\n1. a1a2 *\n[Variant \"dobutsu\"]\n\n1. b2b3 *\n";
    let games = read(pgn.as_bytes(), RecordFormat::Pgn, None);
    let error =
        |index: usize| write(games[index].game.as_ref().expect("a game"), RecordFormat::Own).expect_err("refused");
    assert!(error(0).to_string().contains("does not begin at a start position, which .gib cannot say"));
    assert!(error(1).to_string().starts_with("players of dobutsu have no form of records but PGN"));
}
