//! The handshake, variants and options, and random commands.

use super::*;
use crate::common::*;

#[test]
fn the_handshake_tells_all_features() {
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2");
    let lines = texts(&engine.lines_until("feature done=1", SOON));
    let all = lines.join(" ");
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:#?}");
    for expected in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "memory=1",
        "smp=1",
        "playother=1",
        "myname=\"Janggun",
        "option=\"Skill Level -spin 20 0 20\"",
        "option=\"Janggi_ChoSetup -combo *masangsangma /// ",
        "variants=\"janggi,janggitraditional,janggimodern,janggicasual,janggistrict,janggiclassic,twelvejanggi,dobutsu\"",
    ] {
        assert!(all.contains(expected), "{expected} in {lines:#?}");
    }
    assert!(!all.contains("CheDuk"), "{lines:#?}");
    assert_eq!(engine.ask_cecp("accepted ping\nrejected debug\nrandom\ncomputer\nname Fritz\nrating 0 0"), [""; 0]);
    engine.quit();
}

#[test]
fn only_the_first_line_chooses_the_protocol() {
    let mut engine = Engine::start();
    engine.send("isready");
    engine.expect("readyok", SOON);
    let refused = engine.ask("xboard");
    assert!(refused[0].starts_with("info string error"), "{refused:?}");
    engine.quit();
}

#[test]
fn every_variant_is_set_up() {
    let mut engine = start();
    for variant in VARIANTS {
        let lines = engine.ask_cecp(&format!("new\nvariant {variant}"));
        assert!(lines[0].starts_with("setup (.N.R.AB..KPC..n.r.ab..kpc.) 9x10+0_fairy rnba1abnr/"), "{lines:#?}");
        assert!(lines[0].ends_with("/RNBA1ABNR w - - 0 1"), "{lines:#?}");
        assert!(lines[1..].iter().all(|line| line.starts_with("piece ")), "{lines:#?}");
    }
    for (variant, fen) in [("twelvejanggi", common::TWELVE_START), ("dobutsu", common::DOBUTSU_START)] {
        let lines = engine.ask_cecp(&format!("new\nvariant {variant}"));
        assert!(lines[0].ends_with(&format!(" 3x4+3_shogi {fen}")), "{lines:#?}");
    }
    for variant in ["cheduk", "normal", "nonsense"] {
        let line = format!("variant {variant}");
        assert_eq!(engine.ask_cecp(&line), [format!("Error (unsupported variant): {line}")]);
    }
}

#[test]
fn options_are_set_and_refused() {
    let mut engine = start();
    assert_eq!(engine.ask_cecp("option UCI_ShowWDL=1\noption Skill Level=3\noption Clear Hash"), [""; 0]);
    let refused = engine.ask_cecp("option Skill Level=99");
    assert_eq!(
        refused,
        ["Error (option Skill Level cannot be '99'; it takes a whole number from 0 to 20): option Skill Level=99"]
    );
    let without = engine.ask_cecp("option Skill Level");
    let expected = "Error (option Skill Level needs a value; it takes a whole number from 0 to 20): option Skill Level";
    assert_eq!(without, [expected]);
    let unknown = engine.ask_cecp("option Nonsense=1");
    assert!(unknown[0].starts_with("Error (there is no option 'Nonsense'; choose one of UCI_Variant, "), "{unknown:?}");
    assert!(engine.ask_cecp("memory none")[0].starts_with("Error (option Hash cannot be 'none'"));
}

#[test]
fn a_set_up_counts_from_the_next_game_on() {
    let mut engine = start();
    // Neither before the first move nor after it.
    assert_eq!(engine.ask_cecp("force\noption Janggi_ChoSetup=sangmamasang\nusermove b0c2\nundo"), [""; 0]);
    assert_eq!(engine.ask_cecp("option Janggi_HanSetup=sangmamasang\nusermove b0c2\nusermove b9c7"), [""; 0]);
    let refused = engine.ask_cecp("new\nforce\nusermove b0c2");
    assert!(refused[0].starts_with("Illegal move ("), "{refused:?}");
    assert_eq!(engine.ask_cecp("usermove c0d2"), [""; 0]);
    let lines = engine.ask_cecp("option Janggi_HanSetup=masangsangma\nvariant janggi");
    assert!(
        lines[0].ends_with(" rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1"),
        "{lines:#?}"
    );
}

#[test]
fn random_commands_are_never_left_without_an_answer() {
    const COMMANDS: [&str; 40] = [
        "new",
        "force",
        "go",
        "go",
        "playother",
        "white",
        "black",
        "level 40 5 0",
        "level 0 0:01 0",
        "st 0.01",
        "sd 2",
        "time 20",
        "otim 20",
        "usermove b0c2",
        "usermove b9c7",
        "usermove @@@@",
        "a3a4",
        "a6a5",
        "?",
        "draw",
        "result * {}",
        "setboard 4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1",
        "setboard nonsense",
        "hint",
        "bk",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        ".",
        "exit",
        "memory 2",
        "cores 2",
        "option MultiPV=2",
        "variant twelvejanggi",
        "variant janggi",
        "computer",
    ];
    for seed in 0..6 {
        let mut dice = Dice::new(seed);
        let mut engine = start();
        engine.ask_cecp("st 0.02");
        let mut said = String::new();
        for number in 0..80 {
            let command = COMMANDS[dice.roll(COMMANDS.len() as u64) as usize];
            said = format!("{said}\n{command}");
            engine.send(command);
            if dice.roll(8) == 0 {
                engine.send_bytes(&[dice.roll(256) as u8, b' ', dice.roll(256) as u8, b'\n']);
            }
            if dice.roll(3) == 0 {
                engine.send(&format!("?\nping {number}"));
                let pong = engine.try_lines_until(&format!("pong {number}"), SOON);
                assert!(pong.is_ok(), "seed {seed}: no pong after{said}");
            }
        }
        engine.quit();
    }
}
