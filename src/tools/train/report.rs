//! The report of a training run: Markdown, with a picture of the losses.

use std::fmt::Write;

use super::EpochLoss;
use crate::tools::svg::{Axes, points};

/// A curve for training and one for validation, epoch by epoch.
pub fn losses_svg(losses: &[EpochLoss]) -> String {
    let all = || losses.iter().flat_map(|loss| [loss.training, loss.validation]);
    let (low, high) = all().fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let axes = Axes { width: 640.0, height: 320.0, margin: 56.0, steps: losses.len(), low, high };
    let mut svg = axes.begin(|loss| format!("{loss:.5}"), 1);
    let training: Vec<f64> = losses.iter().map(|loss| loss.training).collect();
    let validation: Vec<f64> = losses.iter().map(|loss| loss.validation).collect();
    let curves = [("training loss", "#4477aa", training, 0.0), ("validation loss", "#cc6677", validation, 110.0)];
    for (name, colour, values, at) in curves {
        let points = points(values.into_iter().enumerate().map(|(epoch, value)| axes.spot(epoch, value)));
        svg.add("polyline", &[("points", &points), ("fill", "none"), ("stroke", colour), ("stroke-width", "2")]);
        svg.label((axes.margin + at, 24.0), &[("fill", colour)], name);
    }
    axes.name_steps(&mut svg, "epoch");
    svg.finish()
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
