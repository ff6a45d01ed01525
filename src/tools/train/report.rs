//! The report of a training run: Markdown, with a picture of the losses.

use std::fmt::Write;

use super::EpochLoss;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 56.0;

/// A curve for training and one for validation, epoch by epoch.
pub fn losses_svg(losses: &[EpochLoss]) -> String {
    let all = || losses.iter().flat_map(|loss| [loss.training, loss.validation]);
    let (low, high) = all().fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let range = (high - low).max(1e-9);
    let x = |epoch: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * epoch as f64 / (losses.len().max(2) - 1) as f64;
    let y = |loss: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / range;
    let line = |value: fn(&EpochLoss) -> f64| {
        let points = losses.iter().enumerate().map(|(epoch, loss)| format!("{:.1},{:.1}", x(epoch), y(value(loss))));
        points.collect::<Vec<_>>().join(" ")
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    // A String takes anything.
    for step in 0..=4 {
        let loss = low + range * f64::from(step) / 4.0;
        let at = y(loss);
        let right = WIDTH - MARGIN;
        let _ = writeln!(svg, "<line x1=\"{MARGIN}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>");
        let _ =
            writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>", MARGIN - 6.0, at + 4.0);
    }
    for epoch in (0..losses.len()).step_by(losses.len().div_ceil(10).max(1)) {
        let below = HEIGHT - MARGIN + 18.0;
        let _ =
            writeln!(svg, "<text x=\"{:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{}</text>", x(epoch), epoch + 1);
    }
    for (name, colour, points, at) in [
        ("training", "#4477aa", line(|loss| loss.training), 0.0),
        ("validation", "#cc6677", line(|loss| loss.validation), 110.0),
    ] {
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>");
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"24\" fill=\"{colour}\">{name} loss</text>", MARGIN + at);
    }
    let _ =
        writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">epoch</text>", WIDTH / 2.0, HEIGHT - 12.0);
    svg + "</svg>\n"
}

/// What was trained, from what, and how it went.
pub fn markdown(name: &str, command: &str, data: &str, losses: &[EpochLoss], picture: &str, quantised: &str) -> String {
    let mut text = format!("# Network {name}\n\n`{command}`\n\n");
    for line in data.lines() {
        let _ = writeln!(text, "- {line}");
    }
    let _ = write!(text, "- {quantised}\n\n![Losses]({picture})\n\n| epoch | training | validation |\n|---|---|---|\n");
    for (epoch, loss) in losses.iter().enumerate() {
        let _ = writeln!(text, "| {} | {:.6} | {:.6} |", epoch + 1, loss.training, loss.validation);
    }
    text
}
