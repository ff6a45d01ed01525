//! Games of the engine against itself, from `janggun selfplay` to those who read them.

use clap::Parser;
use janggun::engine::Options;
use janggun::game::{Game, Notation, Side, Variant};
use janggun::games::family::Family;
use janggun::games::registry::{self, NAMES, Visitor};
use janggun::games::{cheduk, janggi};
use janggun::tools::selfplay::{self, SelfplayArguments, SelfplayEnd};
use janggun::tools::training_data::{
    DataError, GameFile, GameReader, GameSettings, Header, Label, Ply, RejectedOpenings, Start, TrainingGame,
    move_index, replay,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    selfplay: SelfplayArguments,
}

/// A file of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("selfplay-{name}"));
    let _ = fs::remove_file(&path);
    path
}

/// Plays as `janggun selfplay` would, and tells the summary and the remarks.
fn play(line: &str, out: &Path, threads: usize) -> Result<(String, Vec<String>), String> {
    let words = format!("selfplay {line} --out").split(' ').map(str::to_owned).collect::<Vec<_>>();
    let arguments = Line::parse_from(words.into_iter().chain([out.display().to_string()])).selfplay;
    let options = arguments.options().map_err(|error| error.to_string())?;
    let mut remarks = Vec::new();
    let remark = &mut |text: &str| remarks.push(text.to_owned());
    let played = selfplay::play(&arguments, threads, &options, &AtomicBool::new(false), remark);
    let (summary, finish) = played.map_err(|error| error.to_string())?;
    assert_eq!(finish, SelfplayEnd::Complete);
    Ok((summary, remarks))
}

fn read(path: &Path) -> Vec<TrainingGame> {
    GameReader::open(path).expect("a file of games").collect::<Result<_, _>>().expect("whole games")
}

/// Where each game begins, and where the last one ends.
fn offsets(path: &Path) -> Vec<usize> {
    let end = fs::read(path).expect("a file").len();
    let games = read(path);
    let sizes: Vec<usize> = games.iter().map(|game| game.to_bytes().len()).collect();
    let first = end - sizes.iter().sum::<usize>();
    sizes.iter().fold(vec![first], |mut offsets, size| {
        offsets.push(offsets[offsets.len() - 1] + size);
        offsets
    })
}

fn header(game: &str) -> Header {
    Header(vec![("game".to_owned(), game.to_owned()), ("seed".to_owned(), "1".to_owned())])
}

/// Plays random moves, writes the game to a file, reads it again and compares.
struct RoundTrip;

impl Visitor for RoundTrip {
    type Output = ();

    fn visit<F: Family>(self, variant: &'static Variant) {
        let path = scratch(&format!("round-trip-{}", variant.name));
        let header = header(F::Position::VARIANTS[0].name);
        let (mut file, resumed) = GameFile::open(&path, &header, false, |_| ()).expect("a new file");
        assert!(resumed.numbers.is_empty());
        let options = Options::default();
        let mut random = fastrand::Rng::with_seed(11);
        let mut games = Vec::new();
        for number in 0..12 {
            let settings = GameSettings::draw::<F::Position>(&options, &mut random);
            let mut position = F::Position::start(variant, &settings);
            let start = Start { variant, position: position.clone() }.write(&settings);
            let (mut plies, mut moves) = (Vec::new(), Vec::new());
            for ply in 0..80 {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                let Some(&mv) = random.choice(&legal) else { break };
                let label =
                    [Label::Nothing, Label::Score(random.i16(-2_000..=2_000)), Label::Decisive(-31_980)][ply % 3];
                plies.push(Ply { index: move_index(&legal, mv), label });
                moves.push((position.fen(), mv.to_string(), label));
                position.play(mv);
            }
            let winner = position.winner_by_tally();
            let thrown = RejectedOpenings { ended: 7, unbalanced: number as u16 };
            let game = TrainingGame { number, winner, reason: "plies".to_owned(), thrown, start, plies };
            file.add(&game).expect("room on the disk");
            games.push((game, moves));
        }
        let found = read(&path);
        assert!(found.iter().eq(games.iter().map(|(game, _)| game)), "{}", variant.name);
        for (game, moves) in &games {
            let mut again = Vec::new();
            replay::<F>(game, &options, |labelled| {
                again.push((labelled.position.fen(), labelled.mv.to_string(), labelled.label));
            })
            .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
            assert_eq!(again, *moves, "{}", variant.name);
        }
    }
}

#[test]
fn games_of_every_variant_are_read_as_they_were_written() {
    for name in NAMES.iter() {
        registry::visit(name, RoundTrip).expect("a variant");
    }
}

/// Who moves first after a set-up may be decided by a coin, which is not in the FEN.
#[test]
fn the_coin_of_cheduk_is_part_of_the_start() {
    let options = Options::default();
    let start = |text: &str| Start::<cheduk::Position>::read(text, &options).map(|start| start.position.fen());
    let fen = cheduk::Position::start(&cheduk::Position::VARIANTS[0], &options).fen();
    for (seed, first) in [(2, Side::Upper), (3, Side::Lower)] {
        let text = format!("cheduk\t{fen}\tCheDuk_Territory=span\tCheDuk_Seed={seed}");
        let found = Start::<cheduk::Position>::read(&text, &options).expect("a start");
        // Every spy of Blue stands where half a turn puts one of Red's.
        let mut position = found.position;
        for mv in "A@h7 A@d6 S@a7 S@k6 S@b8 S@j5 S@c9 S@i4 S@b7 S@j6 S@c8 S@i5".split(' ') {
            position.play(position.parse_move(mv).unwrap_or_else(|error| panic!("{}: {error}", position.fen())));
        }
        assert_eq!(position.side_to_move(), first);
    }
    for bad in ["", "cheduk", "janggi\tx", "cheduk\tx"] {
        assert_eq!(start(bad), None, "{bad}");
    }
    assert_eq!(start(&format!("cheduk\t{fen}\tCheDuk_Seed=-1")), None);
    assert_eq!(start(&format!("cheduk\t{fen}")), Some(fen.clone()));
    assert_eq!(start(&format!("cheduk\t{fen}\tCheDuk_Territory=moon")), None);
    assert_eq!(start(&format!("cheduk\t{fen}\tHash=1")), None);
}

#[test]
fn played_games_keep_the_rules_in_every_variant() {
    for name in NAMES.iter() {
        let path = scratch(&format!("played-{name}"));
        play(&format!("{name} --variants {name}=1 --games 4 --nodes 40 --random 3"), &path, 2).expect("games");
        let output = janggun(&["games", &path.display().to_string()]);
        assert!(output.status.success(), "{name}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with(&format!("files 1\ngames 4: {name} 4\n")), "{text}");
    }
}

#[test]
fn the_seed_decides_the_games_and_the_number_of_threads_does_not() {
    let line = |seed| format!("janggi --games 6 --nodes 60 --random 5 --seed {seed}");
    let [once, again, threads, other] = ["once", "again", "threads", "other"].map(scratch);
    play(&line(1), &once, 1).expect("games");
    play(&line(1), &again, 1).expect("games");
    play(&line(1), &threads, 3).expect("games");
    play(&line(2), &other, 1).expect("games");
    assert_eq!(fs::read(&once).expect("a file"), fs::read(again).expect("a file"));
    let mut sorted = read(&threads);
    sorted.sort_by_key(|game| game.number);
    assert_eq!(sorted, read(&once));
    let played = |path: &Path| -> BTreeSet<_> {
        let moves = |game: TrainingGame| game.plies.iter().map(|ply| ply.index).collect::<Vec<_>>();
        read(path).into_iter().map(moves).collect()
    };
    assert!(played(&once).is_disjoint(&played(&other)));
}

#[test]
fn openings_are_random_balanced_and_use_all_set_ups() {
    let path = scratch("openings");
    let (summary, _) = play("janggi --games 300 --nodes 1 --max-plies 10", &path, 2).expect("games");
    let games = read(&path);
    assert_eq!(games.len(), 300);
    let fens: BTreeSet<&str> = games.iter().filter_map(|game| game.start.split('\t').nth(1)).collect();
    // Those of the other rule set with Cho at the top begin with the other side.
    assert_eq!(fens.iter().filter(|fen| fen.contains(" w ")).count(), 16);
    let official = games.iter().filter(|game| game.start.starts_with("janggi\t")).count();
    assert!((230..=280).contains(&official), "{official} of 300");
    let variants: BTreeSet<&str> = games.iter().filter_map(|game| game.start.split('\t').next()).collect();
    assert_eq!(variants.len(), 5);
    let lengths: Vec<usize> =
        games.iter().map(|game| game.plies.iter().take_while(|ply| ply.label == Label::Nothing).count()).collect();
    assert!(lengths.iter().all(|length| [8, 9].contains(length)));
    assert!((100..=200).contains(&lengths.iter().filter(|&&length| length == 8).count()));
    let first = |game: &TrainingGame| game.plies.iter().map(|ply| ply.label).find(|&label| label != Label::Nothing);
    assert!(games.iter().all(|game| matches!(first(game), Some(Label::Score(-400..=400)))));
    let thrown: u32 = games.iter().map(|game| u32::from(game.thrown.unbalanced)).sum();
    assert!(thrown > 0 && summary.contains(&format!("openings thrown away: {thrown} not balanced")), "{summary}");
}

/// Upper-case points less lower-case points, doubled, with what Han has for moving second.
fn lead(fen: &str) -> i32 {
    let worth = |letter: char| match letter.to_ascii_lowercase() {
        'r' => 26,
        'c' => 14,
        'n' => 10,
        'b' | 'a' => 6,
        'p' => 4,
        _ => 0,
    };
    let placement = fen.split(' ').next().unwrap_or_default();
    let signed = |letter: char| if letter.is_ascii_uppercase() { worth(letter) } else { -worth(letter) };
    placement.chars().map(signed).sum::<i32>() - 3
}

#[test]
fn at_the_ply_limit_points_decide_where_they_do() {
    let path = scratch("points");
    play("janggi --variants janggi=1,janggitraditional=1 --games 40 --nodes 150 --max-plies 30", &path, 2)
        .expect("games");
    let mut winners = BTreeSet::new();
    for game in read(&path).into_iter().filter(|game| game.reason == "plies") {
        assert_eq!(game.plies.len(), 30);
        let mut end = None;
        replay::<janggi::Janggi>(&game, &Options::default(), |labelled| {
            let mut next = *labelled.position;
            next.play(labelled.mv);
            end = Some(next.fen());
        })
        .expect("a game");
        let lead = lead(&end.expect("a position"));
        let by_points = if lead > 0 { Side::Upper } else { Side::Lower };
        let expected = game.start.starts_with("janggi\t").then_some(by_points);
        assert_eq!(game.winner, expected, "{lead}");
        winners.insert(game.winner.map(Side::index));
    }
    assert_eq!(winners.len(), 3, "each result comes up: {winners:?}");
}

#[test]
fn a_torn_game_is_cut_off_and_played_again() {
    let path = scratch("torn");
    let line = "dobutsu --games 3 --nodes 8 --random 3 --max-plies 40";
    play(line, &path, 1).expect("games");
    let whole = fs::read(&path).expect("a file");
    let offsets = offsets(&path);
    let header = GameReader::open(&path).expect("games").header().clone();
    for cut in offsets[2]..=whole.len() {
        fs::write(&path, &whole[..cut]).expect("a file");
        let mut reader = GameReader::open(&path).expect("games");
        let expected = if cut == whole.len() { (3, 0) } else { (2, cut - offsets[2]) };
        assert_eq!((reader.by_ref().filter(|game| game.is_ok()).count(), reader.torn()), expected, "{cut}");
        if cut % 5 == 0 {
            let (summary, remarks) = play(line, &path, 1).expect("games");
            assert!(summary.starts_with("3 games"), "{summary}");
            assert_eq!(remarks.len(), usize::from(expected.1 > 0), "{remarks:?}");
            assert!(remarks.iter().all(|text| text.contains("not whole is cut off")), "{remarks:?}");
            assert_eq!(fs::read(&path).expect("a file"), whole, "{cut}");
        } else {
            let (_, resumed) = GameFile::open(&path, &header, false, |_| ()).expect("games");
            assert_eq!((resumed.numbers.len(), resumed.torn), expected, "{cut}");
            let kept = if cut == whole.len() { cut } else { offsets[2] };
            assert_eq!(fs::read(&path).expect("a file"), &whole[..kept], "{cut}");
        }
    }
    // The header, too, may not have been written to its end.
    for cut in [0, 1, 9, 15, offsets[0] - 1, offsets[0]] {
        fs::write(&path, &whole[..cut]).expect("a file");
        play(line, &path, 1).expect("games");
        assert_eq!(fs::read(&path).expect("a file"), whole, "{cut}");
    }
}

#[test]
fn a_file_grows_to_the_games_that_are_asked_for() {
    let [short, long] = ["short", "long"].map(scratch);
    let line = |games| format!("twelvejanggi --games {games} --nodes 8 --random 3");
    play(&line(5), &long, 1).expect("games");
    play(&line(2), &short, 1).expect("games");
    play(&line(5), &short, 1).expect("games");
    assert_eq!(fs::read(&short).expect("a file"), fs::read(&long).expect("a file"));
    let (summary, _) = play(&line(5), &short, 1).expect("games");
    assert!(summary.starts_with("5 games") && fs::read(&short).expect("a file") == fs::read(&long).expect("a file"));
}

#[test]
fn a_damaged_byte_is_noticed_and_nothing_is_lost() {
    let path = scratch("damaged");
    let line = "dobutsu --games 3 --nodes 8 --random 3 --max-plies 20";
    play(line, &path, 1).expect("games");
    let whole = fs::read(&path).expect("a file");
    let offsets = offsets(&path);
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).expect("a file");
        let before = offsets.iter().filter(|&&offset| offset <= at).count();
        match GameReader::open(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
            Err(DataError::NotGames(_) | DataError::Version { .. }) => assert_eq!(before, 0, "{at}"),
            Err(DataError::Damaged { at: told, games, .. }) => {
                assert_eq!((told, games), (offsets[before - 1] as u64, before as u64 - 1), "{at}");
            }
            other => panic!("byte {at}: {other:?}"),
        }
    }
    let mut bytes = whole.clone();
    bytes[offsets[1] + 20] ^= 1;
    fs::write(&path, &bytes).expect("a file");
    let copy = scratch("damaged.damaged");
    let complaint = play(line, &path, 1).expect_err("damage");
    assert!(complaint.contains(&format!("is damaged at byte {}, behind 1 whole games", offsets[1])), "{complaint}");
    assert_eq!(fs::read(&path).expect("a file"), bytes, "it stays as it is");
    let (_, remarks) = play(&format!("{line} --repair"), &path, 1).expect("games");
    assert!(remarks.len() == 1 && remarks[0].contains("goes on behind 1 games"), "{remarks:?}");
    assert_eq!(fs::read(&path).expect("a file"), whole);
    assert_eq!(fs::read(&copy).expect("a copy"), bytes);
    // The copy of an earlier damage is not written over.
    fs::write(&path, &bytes).expect("a file");
    let complaint = play(&format!("{line} --repair"), &path, 1).expect_err("a copy is there");
    assert!(complaint.contains("cannot be saved to"), "{complaint}");
    assert_eq!(fs::read(&path).expect("a file"), bytes);
}

#[test]
fn what_does_not_fit_is_refused_in_a_sentence() {
    let path = scratch("settings");
    let line = "dobutsu --games 2 --nodes 8 --random 3";
    play(line, &path, 1).expect("games");
    let before = fs::read(&path).expect("a file");
    for (other, told) in [
        ("dobutsu --games 2 --nodes 9 --random 3", "'nodes 8', not with '9'"),
        ("dobutsu --games 2 --nodes 8 --random 4", "'random 3', not with '4'"),
        ("dobutsu --games 2 --nodes 8 --random 3 --seed 2", "'seed 1', not with '2'"),
        ("dobutsu --games 2 --nodes 8 --random 3 --option Twelve_Evaluation=seed", "'options ', not with"),
        ("twelvejanggi --games 2 --nodes 8 --random 3", "'variants dobutsu=1', not with 'twelvejanggi=1'"),
        ("cheduk --games 2 --nodes 8 --random 3", "'game twelvejanggi', not with 'cheduk'"),
        ("chess --games 2", "there is no variant 'chess'; choose one of janggi"),
        ("janggi --variants janggi=0", "--variants has 'janggi=0'; expected NAME=SHARE"),
        ("janggi --variants janggi=5,cheduk=1", "--variants has 'cheduk=1'"),
        ("janggi --variants janggi=5,janggi=1", "--variants has 'janggi=1'"),
        ("janggi --option Hash", "--option cannot be 'Hash'; expected NAME=VALUE"),
        ("janggi --option Nonsense=1", "there is no option 'Nonsense'"),
        ("janggi --openings /nowhere/openings", "cannot read the openings '/nowhere/openings'"),
    ] {
        let complaint = play(other, &path, 1).expect_err(other);
        assert!(complaint.contains(told) && complaint.lines().count() == 1, "{other}: {complaint}");
    }
    assert_eq!(fs::read(&path).expect("a file"), before);

    let mut later = before.clone();
    later[8] = 9;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (name, contents, told) in [
        ("later", &later[..], "has version 9 of the form of games; this program reads version 1"),
        ("text", b"rnba1abnr/4k4/1c5c1 w;20;1\nand so on, for more than a header is long, line after line, without any checksum".as_slice(), "is not a file of games"),
    ] {
        let path = scratch(name);
        fs::write(&path, contents).expect("a file");
        let complaint = play(line, &path, 1).expect_err(name);
        assert!(complaint.contains(told), "{complaint}");
        assert_eq!(fs::read(&path).expect("a file"), contents);
        let output = janggun(&["games", &path.display().to_string()]);
        assert!(output.status.code() == Some(1) && String::from_utf8_lossy(&output.stderr).contains(told), "{output:?}");
    }
    let complaint = play(line, &folder, 1).expect_err("a folder");
    assert!(complaint.contains("cannot write") && complaint.contains("it is not a file; name one"), "{complaint}");
    let complaint = play(line, &folder.join("no folder/games"), 1).expect_err("no folder");
    assert!(complaint.contains("cannot write"), "{complaint}");
    let output = janggun(&["tune", "janggi", &path.display().to_string()]);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("holds games of twelvejanggi, not of janggi"), "{complaint}");
    let output = janggun(&["tune", "twelvejanggi", &path.display().to_string()]);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("there is no quiet position of twelvejanggi in these files"), "{complaint}");
}

#[test]
fn openings_that_will_never_do_are_told() {
    let openings = scratch("hopeless.txt");
    fs::write(&openings, "# a chariot against nothing\n\n4k4/9/9/9/9/9/9/R8/R8/5K3 w - - 0 1\n").expect("a file");
    let line = format!("janggi --nodes 1 --random 0 --games 1 --openings {}", openings.display());
    let complaint = play(&line, &scratch("hopeless"), 1).expect_err("no opening");
    assert!(complaint.starts_with("200 openings in a row were over already or not balanced"), "{complaint}");
    fs::write(&openings, "\n9/9 w - - 0 1\n").expect("a file");
    let complaint = play(&line, &scratch("bad opening"), 1).expect_err("no FEN");
    assert!(complaint.starts_with("openings, line 2: FEN refused: the placement has 2 ranks"), "{complaint}");
}

fn janggun(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_janggun")).args(arguments).env_remove("RUST_LOG").output().expect("it starts")
}

/// A game of Janggi from moves and labels.
fn hand_made(number: u64, winner: Side, thrown: RejectedOpenings, moves: &[(&str, Label)]) -> TrainingGame {
    let options = Options::default();
    let variant = &janggi::Position::VARIANTS[0];
    let mut position = janggi::Position::start(variant, &options);
    let start = Start { variant, position }.write(&options);
    let mut plies = Vec::new();
    for &(text, label) in moves {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mv = position.parse_move(text).expect("a legal move");
        plies.push(Ply { index: move_index(&legal, mv), label });
        position.play(mv);
    }
    TrainingGame { number, winner: Some(winner), reason: "adjudicated".to_owned(), thrown, start, plies }
}

fn hand_made_file(name: &str) -> (PathBuf, Vec<TrainingGame>) {
    let path = scratch(name);
    let (nothing, score) = (Label::Nothing, Label::Score);
    let won = [("a4b4", score(100)), ("a7b7", score(-100))];
    let lost = [("a4b4", nothing), ("a7b7", score(300)), ("a1a2", Label::Decisive(-31_990)), ("a10a9", score(70))];
    let games = vec![
        hand_made(0, Side::Upper, RejectedOpenings::default(), &won),
        hand_made(1, Side::Lower, RejectedOpenings { ended: 1, unbalanced: 2 }, &lost[..3]),
        hand_made(2, Side::Upper, RejectedOpenings { ended: 0, unbalanced: 5 }, &won),
    ];
    let (mut file, _) = GameFile::open(&path, &header("janggi"), false, |_| ()).expect("a new file");
    games.iter().for_each(|game| file.add(game).expect("room on the disk"));
    (path, games)
}

#[test]
fn statistics_are_right() {
    let (path, games) = hand_made_file("hand-made");
    let name = path.display().to_string();
    let output = janggun(&["games", &name]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let (facts, histogram) = text.split_once("  from -2000").expect("a histogram");
    // Seen from the upper-case side the scores are 100, 100, -300, 100, 100 and the results 1, 1, 0, 1, 1.
    let expected = "files 1
games 3: janggi 3
results +2 =0 -1 for the upper-case side
endings adjudicated 3
plies 7; a game has 2 to 3, 2.3 on average
quiet positions 5
others: 1 without a score, 1 with an end in sight, 0 in check, 0 where the best move takes something
openings thrown away: 7 not balanced, 1 over already
repeated: 1 games, 60.00 % of the quiet positions
score of the upper-case side: mean 20.0, deviation 160.0
correlation of score and result 1.000
";
    assert_eq!(facts, expected);
    let bars: Vec<&str> = histogram.lines().filter(|line| line.contains('#')).map(str::trim).collect();
    assert_eq!(bars.len(), 2, "{histogram}");
    assert_eq!(bars[0], "from  -400   20.0 %  ##########");
    assert_eq!(bars[1], format!("from   100   80.0 %  {}", "#".repeat(40)));

    let output = janggun(&["games", "--print", &name]);
    let fen = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    let first = format!("game 0 janggi 1-0 adjudicated {fen}\na4b4/100 a7b7/-100\n");
    let second = format!("game 1 janggi 0-1 adjudicated {fen}\na4b4 a7b7/300 a1a2/lost\n");
    let third = first.replacen('0', "2", 1);
    assert_eq!(String::from_utf8_lossy(&output.stdout), first + &second + &third);

    // What comes before a game that is damaged, or torn, is told.
    let bytes = fs::read(&path).expect("a file");
    let last = games[2].to_bytes().len();
    let mut damaged = bytes.clone();
    let at = bytes.len() - 1;
    damaged[at] ^= 1;
    fs::write(&path, &damaged).expect("a file");
    let output = janggun(&["games", &name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\ngames 2: janggi 2\n"), "{output:?}");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains(&format!("at byte {}, behind 2 whole games", bytes.len() - last)), "{complaint}");
    fs::write(&path, &bytes[..at]).expect("a file");
    let output = janggun(&["games", &name]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.starts_with("files 1, 1 of them end in the middle of a game\ngames 2"), "{text}");
}

/// Checksums say that a file is as it was written, not that it makes sense.
#[test]
fn a_game_against_the_rules_is_told() {
    let path = scratch("against the rules");
    let good = hand_made(4, Side::Upper, RejectedOpenings::default(), &[("a4b4", Label::Score(10))]);
    let bad_move = TrainingGame { plies: vec![Ply { index: 400, label: Label::Nothing }], ..good.clone() };
    let bad_start = TrainingGame { start: "janggi\tnowhere".to_owned(), ..good.clone() };
    let bad_end = TrainingGame { reason: "checkmate".to_owned(), ..good.clone() };
    for (game, told) in [
        (bad_move, "game 4: at ply 1 there are "),
        (bad_start, "game 4: it cannot begin at 'janggi\tnowhere'"),
        (bad_end, "game 4: it is not over by 'checkmate' where it ends"),
    ] {
        let _ = fs::remove_file(&path);
        let (mut file, _) = GameFile::open(&path, &header("janggi"), false, |_| ()).expect("a new file");
        file.add(&good).expect("room on the disk");
        file.add(&game).expect("room on the disk");
        for command in ["games", "tune janggi"] {
            let arguments: Vec<&str> = command.split(' ').collect();
            let name = path.display().to_string();
            let output = janggun(&[&arguments[..], &[&name]].concat());
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() == Some(1) && complaint.contains(told), "{command}: {output:?}");
        }
    }
}

#[test]
fn two_processes_do_not_write_one_file() {
    let path = scratch("locked");
    let (file, _) = GameFile::open(&path, &header("janggi"), false, |_| ()).expect("a new file");
    let refused = GameFile::open(&path, &header("janggi"), false, |_| ());
    assert!(matches!(refused, Err(DataError::InUse(_))));
    drop(file);
    assert!(GameFile::open(&path, &header("janggi"), false, |_| ()).is_ok());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_games_and_the_same_command_goes_on() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::Stdio;

    let path = scratch("interrupted");
    let line = "selfplay twelvejanggi --nodes 200 --threads 2 --games 100000000 --out";
    let mut command = Command::new(env!("CARGO_BIN_EXE_janggun"));
    command.args(line.split(' ')).arg(&path).env_remove("RUST_LOG").stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    let games = || GameReader::open(&path).map_or(0, Iterator::count);
    while games() < 2 {
        std::thread::yield_now();
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.ends_with("interrupted, the same command goes on\n"), "{text}");
    let mut reader = GameReader::open(&path).expect("games");
    let found = reader.by_ref().collect::<Result<Vec<_>, _>>().expect("whole games");
    assert!(reader.torn() == 0 && found.len() >= 2 && text.starts_with(&format!("{} games ", found.len())), "{text}");
    let more = found.len() as u64 + 3;
    let (summary, _) = play(&format!("twelvejanggi --nodes 200 --games {more}"), &path, 2).expect("games");
    assert!(summary.starts_with(&format!("{more} games ")), "{summary}");
    let numbers: BTreeSet<u64> = read(&path).iter().map(|game| game.number).collect();
    assert_eq!(numbers.len() as u64, more, "none was played twice");
}
