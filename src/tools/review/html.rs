//! The report as one HTML page that needs nothing else: pictures are inline, and there is no script.

use std::fmt::Write;

use super::board_svg::{self, Arrow};
use super::graph::{self, anchor, colour};
use super::judge::Mark;
use super::report_data::{
    Labels, ReportGame, ReportMistake, ReportMove, ReviewReport, accuracy, mark_name, percent, words,
};
use crate::games::Language;
use crate::tools::svg::escape;

const PLAYED: &str = "#c2271f";
const BETTER: &str = "#187a3d";

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font-family:system-ui,sans-serif;line-height:1.5;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}
th,td{border-bottom:1px solid #8886;padding:.25rem .8rem;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
svg{display:block;width:100%;height:auto;border-radius:.5rem}
.mistake{display:grid;grid-template-columns:minmax(14rem,22rem) 1fr;gap:1.5rem;margin:2rem 0;align-items:start}
.mistake h4{margin:0}
.moves{columns:3 15rem;padding-left:3.5rem}
.played{color:#c2271f}.better{color:#187a3d}
@media(prefers-color-scheme:dark){.played{color:#ff8a80}.better{color:#7ad19b}}
@media(max-width:40rem){.mistake{grid-template-columns:1fr}}";

pub fn write(report: &ReviewReport) -> String {
    let (language, words) = (report.language, words(report.language));
    let title = escape(&format!("{} {}", words.title, report.source));
    let code = language.pick("en", "ko");
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    if report.games.len() > 1 {
        page += "<ul>\n";
        for game in &report.games {
            // A String takes anything.
            let _ = writeln!(
                page,
                "<li><a href=\"#game-{0}\">{1} {0}</a>: {2}. {3}</li>",
                game.number,
                words.game,
                escape(&game.players()),
                escape(&game.result)
            );
        }
        page += "</ul>\n";
    }
    report.games.iter().for_each(|game| write_game(&mut page, game, language, words));
    let _ = writeln!(
        page,
        "<p><small>{} {}. Janggun {}</small></p>\n</body>\n</html>",
        words.searched,
        escape(&report.search),
        env!("JANGGUN_VERSION")
    );
    page
}

fn write_game(page: &mut String, game: &ReportGame, language: Language, words: &Labels) {
    let number = game.number;
    let _ =
        writeln!(page, "<section id=\"game-{number}\">\n<h2>{} {number}: {}</h2>", words.game, escape(&game.players()));
    let facts: Vec<String> = std::iter::once(&game.title).chain(&game.facts).map(|fact| escape(fact)).collect();
    let _ = writeln!(page, "<p>{}<br>{}</p>", facts.join(" · "), escape(&game.result));
    *page += &graph::svg(game, language);
    write_sides(page, game, language, words);
    let _ = writeln!(page, "<h3>{}</h3>", words.mistakes);
    let mistakes = game.moves.iter().filter_map(|mv| Some((mv, mv.mark?, mv.mistake.as_ref()?)));
    let before = page.len();
    mistakes.for_each(|(mv, mark, mistake)| write_mistake(page, number, mv, mark, mistake, language, words));
    if page.len() == before {
        let _ = writeln!(page, "<p>{}</p>", words.none);
    }
    let _ = writeln!(page, "<details>\n<summary>{}</summary>\n<ol class=\"moves\">", words.moves);
    for mv in &game.moves {
        let mark =
            mv.mark.map(|mark| format!(" <b style=\"color:{}\">{}</b>", colour(mark), mark.sign())).unwrap_or_default();
        let _ = writeln!(page, "<li>{}{mark} <small>{}</small></li>", escape(&mv.text), escape(&mv.score));
    }
    *page += "</ol>\n</details>\n</section>\n";
}

fn write_sides(page: &mut String, game: &ReportGame, language: Language, words: &Labels) {
    let _ = write!(page, "<table>\n<tr><th>{}</th><th class=\"n\">{}</th>", words.side, words.accuracy);
    for mark in Mark::ALL {
        let _ = write!(page, "<th class=\"n\">{} {}</th>", mark_name(mark, language), mark.sign());
    }
    *page += "</tr>\n";
    for side in &game.sides {
        let name = if side.player.is_empty() { side.name.clone() } else { format!("{}: {}", side.name, side.player) };
        let _ = write!(page, "<tr><td>{}</td><td class=\"n\">{}</td>", escape(&name), accuracy(&side.summary));
        side.summary.marks.iter().for_each(|count| {
            let _ = write!(page, "<td class=\"n\">{count}</td>");
        });
        *page += "</tr>\n";
    }
    *page += "</table>\n";
}

fn write_mistake(
    page: &mut String,
    game: usize,
    mv: &ReportMove,
    mark: Mark,
    mistake: &ReportMistake,
    language: Language,
    words: &Labels,
) {
    let heading = format!("{}. {}: {}", mv.ply, mv.side, mv.text);
    let arrows = [
        Arrow { points: &mistake.better_points, colour: BETTER },
        Arrow { points: &mistake.played_points, colour: PLAYED },
    ];
    let _ = writeln!(page, "<div class=\"mistake\" id=\"{}\">", anchor(game, mv.ply));
    *page += &board_svg::write(&mistake.board, &arrows, &heading);
    let [before, after] = mv.shares.map(percent);
    let _ = writeln!(
        page,
        "<div>\n<h4>{} <span style=\"color:{}\">{}</span> {}</h4>\n<p class=\"played\">{}</p>\n<p>{}: {before} → {after}</p>\n\
         <p class=\"better\"><b>{}: {}</b><br>{}</p>\n<p>{}: {}</p>\n</div>\n</div>",
        escape(&heading),
        colour(mark),
        mark.sign(),
        mark_name(mark, language),
        escape(&mistake.words),
        words.expected,
        words.better,
        escape(&mistake.better),
        escape(&mistake.better_words),
        words.line,
        escape(&mistake.line.join(" ")),
    );
}
