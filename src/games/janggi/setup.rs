//! Set-ups (상차림): what stands on the back rank, under which names, and which one the engine chooses.

use super::board::Kind::{self, Cannon, Chariot, Elephant, General, Guard, Horse, Soldier};
use super::point::{FILES, Point, RANKS};
use super::setup_scores::{SCORES, TOLERANCE};
use crate::game::{Chosen, Settings, Side};

pub(super) const CHO_SETUP: &str = "Janggi_ChoSetup";
pub(super) const HAN_SETUP: &str = "Janggi_HanSetup";

/// The engine chooses.
const AUTO: &str = "auto";

/// What the options take: the orders of horses (마) and elephants (상) on files `b`, `c`, `g` and `h`, the old one with the
/// chariots (기동차) inside, and the engine's choice.
pub(super) const SETUPS: [&str; 6] =
    ["masangsangma", "sangmamasang", "sangmasangma", "masangmasang", "gidongcha", AUTO];

/// The set-ups of today's play, among which lots are drawn.
pub(super) const COMMON: &[&str] = &["masangsangma", "sangmamasang", "sangmasangma", "masangmasang"];

/// The same in Korean. 왼상 and 오른상 are the South's: it goes by the side on which the elephant stands at the edge, the North by
/// that of the elephant beside the palace, so that it calls them the other way round. 귀마 is a name of both, and so of none.
pub(super) const KOREAN: &[(&str, &str)] = &[
    ("마상상마", "masangsangma"),
    ("안상", "masangsangma"),
    ("안상차림", "masangsangma"),
    ("원앙마", "masangsangma"),
    ("원양마", "masangsangma"),
    ("상마마상", "sangmamasang"),
    ("바깥상", "sangmamasang"),
    ("바깥상차림", "sangmamasang"),
    ("양귀마", "sangmamasang"),
    ("상마상마", "sangmasangma"),
    ("왼상", "sangmasangma"),
    ("왼상차림", "sangmasangma"),
    ("원상차림", "sangmasangma"),
    ("마상마상", "masangmasang"),
    ("오른상", "masangmasang"),
    ("오른상차림", "masangmasang"),
    ("기동차", "gidongcha"),
    ("기동차차림", "gidongcha"),
    ("機動車", "gidongcha"),
];

/// How many set-ups there are to choose from.
pub(super) const COUNT: usize = SETUPS.len() - 1;

/// The back rank from file `a` to file `i`.
fn back_rank(setup: &str) -> [Option<Kind>; FILES] {
    let [a, b, c] = match setup {
        "sangmamasang" | "sangmasangma" => [Chariot, Elephant, Horse],
        "gidongcha" => [Elephant, Horse, Chariot],
        _ => [Chariot, Horse, Elephant],
    };
    let [g, h, i] = match setup {
        "sangmamasang" | "masangmasang" => [Horse, Elephant, Chariot],
        "gidongcha" => [Chariot, Horse, Elephant],
        _ => [Elephant, Horse, Chariot],
    };
    [Some(a), Some(b), Some(c), Some(Guard), None, Some(Guard), Some(g), Some(h), Some(i)]
}

/// The sixteen pieces of one side in the start position.
pub(super) fn army(side: Side, setup: &str) -> Vec<(Side, Kind, Point)> {
    let back = back_rank(setup).into_iter().enumerate().filter_map(|(file, kind)| Some((kind?, file, 0)));
    let others = [
        (General, 4, 1),
        (Cannon, 1, 2),
        (Cannon, 7, 2),
        (Soldier, 0, 3),
        (Soldier, 2, 3),
        (Soldier, 4, 3),
        (Soldier, 6, 3),
        (Soldier, 8, 3),
    ];
    let place = |(kind, file, rank)| {
        let rank = if side == Side::Upper { rank } else { RANKS - 1 - rank };
        (side, kind, Point::new(file, rank))
    };
    back.chain(others).map(place).collect()
}

/// What Cho scored with one set-up against another, in tenths of a per cent. A mirror image is the same game.
fn score(han: usize, cho: usize) -> i32 {
    let mirrored = |setup| match setup {
        2 => 3,
        3 => 2,
        other => other,
    };
    (SCORES[han][cho].1 + SCORES[mirrored(han)][mirrored(cho)].1) / 2
}

/// The set-ups for those who leave the choice to the engine: Han chooses first, then Cho, who knows Han's. Each is drawn from
/// those that are about as good as the best.
pub(super) fn choose(settings: &dyn Settings, lot: u64) -> Option<Chosen> {
    let given = |name| {
        let word = settings.choice(name);
        (word != AUTO).then(|| SETUPS.iter().position(|&setup| setup == word).unwrap_or_default())
    };
    let (han, cho) = (given(HAN_SETUP), given(CHO_SETUP));
    if han.is_some() && cho.is_some() {
        return None;
    }
    let all = || 0..COUNT;
    let draw = |good: Vec<usize>, lot: u64| good[(lot % good.len() as u64) as usize];
    let han = han.unwrap_or_else(|| {
        let answered = |han| all().map(|cho| score(han, cho)).max().unwrap_or_default();
        let best = all().map(answered).min().unwrap_or_default();
        draw(all().filter(|&han| answered(han) <= best + TOLERANCE).collect(), lot >> 32)
    });
    let cho = cho.unwrap_or_else(|| {
        let best = all().map(|cho| score(han, cho)).max().unwrap_or_default();
        draw(all().filter(|&cho| score(han, cho) >= best - TOLERANCE).collect(), lot & u64::from(u32::MAX))
    });
    let (han, cho) = (SETUPS[han], SETUPS[cho]);
    Some(Chosen { values: vec![(HAN_SETUP, han), (CHO_SETUP, cho)], told: format!("setup han {han} cho {cho}") })
}

/// What the set-ups are worth, as a Markdown table, which `docs/setups.md` contains word for word.
pub fn score_table() -> String {
    let header: String = SETUPS[..COUNT].iter().map(|cho| format!(" `{cho}` |")).collect();
    let mut table = format!("| Han ↓, Cho → |{header}\n|{}\n", "---|".repeat(COUNT + 1));
    for (han, row) in SETUPS.iter().zip(SCORES) {
        let cells: String = row.iter().map(|&cell| format!(" {} |", written(cell))).collect();
        table += &format!("| `{han}` |{cells}\n");
    }
    table
}

/// Score in per cent, its error at 95 %, and games.
fn written((games, score): (u32, i32)) -> String {
    let share = f64::from(score) / 1_000.0;
    let error = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
    format!("{:.1} ± {:.1} ({games})", 100.0 * share, 100.0 * error)
}
