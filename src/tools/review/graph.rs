//! The graph of a game: the first side's share of the points, with the mistakes of both.

use super::judge::Mark;
use super::report_data::{ReportGame, graph_title, mark_name, percent, words};
use crate::games::Language;
use crate::tools::svg::{Axes, number, points};

pub const fn colour(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "#c98f00",
        Mark::Mistake => "#d9641a",
        Mark::Blunder => "#c2271f",
    }
}

/// As SVG; each mistake leads to where it is told of.
pub fn svg(game: &ReportGame, language: Language) -> String {
    let axes = Axes { width: 900.0, height: 280.0, margin: 48.0, steps: game.shares.len(), low: 0.0, high: 100.0 };
    let mut svg = axes.begin(|share| format!("{share:.0}"), 0);
    let curve = || game.shares.iter().enumerate().map(|(step, share)| axes.spot(step, 100.0 * share));
    let last = game.shares.len().saturating_sub(1);
    let area = [axes.spot(0, 0.0)].into_iter().chain(curve()).chain([axes.spot(last, 0.0)]);
    svg.add("polygon", &[("points", &points(area)), ("fill", "#2f7d4f"), ("fill-opacity", "0.16")]);
    svg.line(axes.spot(0, 50.0), axes.spot(last, 50.0), &[("stroke", "#888"), ("stroke-dasharray", "5 5")]);
    let stroke = [("fill", "none"), ("stroke", "#2f7d4f"), ("stroke-width", "2")];
    svg.add("polyline", &[&[("points", points(curve()).as_str())][..], &stroke].concat());
    for mv in &game.moves {
        let Some(mark) = mv.mark else { continue };
        let (x, y) = axes.spot(mv.ply, 100.0 * game.shares[mv.ply]);
        let link = anchor(game.number, mv.ply);
        let [before, after] = mv.shares.map(percent);
        svg.open("a", &[("href", &format!("#{link}"))]);
        svg.open(
            "circle",
            &[("cx", &number(x)), ("cy", &number(y)), ("r", "5.5"), ("fill", colour(mark)), ("stroke", "white")],
        );
        let told = format!("{}. {} {} {} {before} → {after}", mv.ply, mv.side, mv.text, mark_name(mark, language));
        svg.text("title", &[], &told);
        svg.close("circle");
        svg.close("a");
    }
    svg.label((axes.margin, 24.0), &[("fill", "#2f7d4f")], &graph_title(game, language));
    axes.name_steps(&mut svg, words(language).ply);
    svg.finish()
}

/// The name of the place where a move is told of.
pub fn anchor(game: usize, ply: usize) -> String {
    format!("game-{game}-move-{ply}")
}

/// As text: a column for each position.
pub fn text(game: &ReportGame) -> String {
    const COLUMNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const WIDTH: usize = 60;
    let column = |share: &f64| COLUMNS[((share * COLUMNS.len() as f64) as usize).min(COLUMNS.len() - 1)];
    let rows = game.shares.chunks(WIDTH).enumerate();
    rows.map(|(row, shares)| format!("{:>4} {}\n", row * WIDTH, shares.iter().map(column).collect::<String>()))
        .collect()
}
