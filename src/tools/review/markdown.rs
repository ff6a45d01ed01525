//! The report as Markdown, with boards and graph as text, so that it is one file.

use std::fmt::Write;

use super::graph;
use super::judge::Mark;
use super::report_data::{
    Labels, ReportGame, ReportMistake, ReportMove, ReviewReport, accuracy, graph_title, mark_name, percent, words,
};
use crate::games::Language;

pub fn write(report: &ReviewReport) -> String {
    let (language, words) = (report.language, words(report.language));
    let mut text = format!("# {} {}\n", words.title, plain(&report.source));
    report.games.iter().for_each(|game| write_game(&mut text, game, language, words));
    // A String takes anything.
    let _ = writeln!(text, "\n{} {}. Janggun {}", words.searched, plain(&report.search), env!("JANGGUN_VERSION"));
    text
}

/// Text that Markdown takes for nothing else.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

fn write_game(text: &mut String, game: &ReportGame, language: Language, words: &Labels) {
    let _ = write!(text, "\n## {} {}: {}\n\n", words.game, game.number, plain(&game.players()));
    let facts: Vec<String> = std::iter::once(&game.title).chain(&game.facts).map(|fact| plain(fact)).collect();
    let _ = write!(text, "{}\n\n{}\n\n", facts.join(" · "), plain(&game.result));
    let _ = write!(text, "{}:\n\n```text\n{}```\n\n", graph_title(game, language), graph::text(game));
    let marks = Mark::ALL.map(|mark| format!("{} {}", mark_name(mark, language), mark.sign()));
    let _ = writeln!(text, "| {} | {} | {} |\n|---|--:|--:|--:|--:|", words.side, words.accuracy, marks.join(" | "));
    for side in &game.sides {
        let [inaccuracies, mistakes, blunders] = side.summary.marks;
        let _ = writeln!(
            text,
            "| {} | {} | {inaccuracies} | {mistakes} | {blunders} |",
            side.name,
            accuracy(&side.summary)
        );
    }
    let _ = write!(text, "\n### {}\n\n", words.mistakes);
    let mistakes: Vec<_> = game.moves.iter().filter_map(|mv| Some((mv, mv.mark?, mv.mistake.as_ref()?))).collect();
    if mistakes.is_empty() {
        let _ = write!(text, "{}\n\n", words.none);
    }
    mistakes.into_iter().for_each(|(mv, mark, mistake)| write_mistake(text, mv, mark, mistake, language, words));
    let _ = write!(text, "### {}\n\n|  | {} | {} |\n|--:|---|--:|\n", words.moves, words.mv, words.score);
    for mv in &game.moves {
        let mark = mv.mark.map(|mark| format!(" {}", mark.sign())).unwrap_or_default();
        let _ = writeln!(text, "| {} | {}{mark} | {} |", mv.ply, plain(&mv.text), plain(&mv.score));
    }
}

fn write_mistake(
    text: &mut String,
    mv: &ReportMove,
    mark: Mark,
    mistake: &ReportMistake,
    language: Language,
    words: &Labels,
) {
    let (sign, name) = (mark.sign(), mark_name(mark, language));
    let [before, after] = mv.shares.map(percent);
    let _ = write!(text, "#### {}. {}: {} {sign} {name}\n\n", mv.ply, mv.side, plain(&mv.text));
    let _ = write!(text, "```text\n{}\n```\n\n", mistake.diagram);
    let _ = write!(text, "- {}\n- {}: {before} → {after}\n", plain(&mistake.words), words.expected);
    let _ = writeln!(text, "- {}: {} ({})", words.better, plain(&mistake.better), plain(&mistake.better_words));
    let _ = write!(text, "- {}: {}\n\n", words.line, plain(&mistake.line.join(" ")));
}
