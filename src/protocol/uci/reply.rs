//! The replies of UCI as lines of text: options, reports, positions.

use std::fmt::Write;

use super::command::{UciCommand, WORDS};
use crate::engine::{
    Bound, Engine, Evaluated, GameSession, MoveValue, MoveValues, Options, Picture, Report, Score, SearchReport,
    SearchRequest, SolvedValue, options,
};
use crate::game::{OptionKind, OptionSpec, Outcome, Side};
use crate::protocol::words::one_line;

/// The reply to `uci`, without `uciok`. The default variant depends on the command line.
pub fn introduction(default_variant: &str, options: &Options) -> Vec<String> {
    let mut lines =
        vec![format!("id name Janggun {}", env!("JANGGUN_VERSION")), "id author the Janggun developers".to_owned()];
    lines.extend(options.offered().iter().map(|spec| option(spec, default_variant)));
    lines
}

fn option(spec: &OptionSpec, default_variant: &str) -> String {
    let name = spec.name;
    match spec.kind {
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let default = if name == options::name::VARIANT { default_variant } else { default };
            let vars: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("option name {name} type combo default {default}{vars}")
        }
        OptionKind::Button => format!("option name {name} type button"),
        OptionKind::File => format!("option name {name} type string default <empty>"),
    }
}

/// The options as a Markdown table, which `protocol.md` contains word for word.
pub fn option_table() -> String {
    let mut table = String::from("| name | type | values | default | what it does |\n|---|---|---|---|---|\n");
    for spec in options::TABLE.iter() {
        let (kind, values, default) = match spec.kind {
            OptionKind::Check { default } => ("check", "`true`, `false`".to_owned(), format!("`{default}`")),
            OptionKind::Spin { default, min, max } => ("spin", format!("{min} to {max}"), format!("{default}")),
            OptionKind::Combo { default, choices } => {
                let choices: Vec<String> = choices.iter().map(|choice| format!("`{choice}`")).collect();
                ("combo", choices.join(", "), format!("`{default}`"))
            }
            OptionKind::Button => ("button", String::new(), String::new()),
            OptionKind::File => ("string", "any text".to_owned(), "empty".to_owned()),
        };
        let _ = writeln!(table, "| `{}` | {kind} | {values} | {default} | {} |", spec.name, spec.about);
    }
    table
}

/// The reply to `help`.
pub fn help(options: &Options) -> Vec<String> {
    let mut lines = vec!["commands:".to_owned()];
    lines.extend(WORDS.iter().map(|(form, about)| format!("  {form}: {about}")));
    lines.push("options:".to_owned());
    lines.extend(options.offered().iter().map(|spec| {
        let name = spec.name;
        format!("  {name} ({}): {}", options::expected(spec), spec.about)
    }));
    lines
}

/// The answer to a command that only looks at the engine, also while it searches; none if the command is of another kind.
pub fn answer(command: &UciCommand, engine: &Engine) -> Option<Vec<String>> {
    Some(match command {
        UciCommand::Uci => {
            let mut lines = introduction(engine.default_variant(), engine.options());
            lines.extend([network(engine.network()), "uciok".to_owned()]);
            lines
        }
        UciCommand::Display => picture(&engine.game().picture()),
        UciCommand::Moves => vec![moves(&engine.game().legal_moves())],
        UciCommand::Values => values(&engine.move_values()),
        UciCommand::Result => vec![result(engine.game().outcome(), engine.game().first_side())],
        UciCommand::Record(script) => vec![record(&engine.game().record(*script))],
        UciCommand::Eval => evaluation(&engine.evaluate()),
        UciCommand::Help => help(engine.options()),
        UciCommand::Register => Vec::new(),
        _ => return None,
    })
}

/// What is said of a position in debug mode.
pub fn position_note(engine: &Engine) -> String {
    note(&format!("position is {}", engine.game().picture().fen))
}

/// What is said of a search in debug mode.
pub fn search_note(request: &SearchRequest, engine: &Engine) -> String {
    let end = if request.is_limited() { "its limit" } else { "stop" };
    note(&format!("searching until {end}, {}", engine.strength_in_words()))
}

/// `info string variant …`, which tells GUIs about the board, as Fairy-Stockfish does.
pub fn variant(session: &dyn GameSession, options: &Options) -> String {
    let variant = session.variant();
    format!(
        "info string variant {} files {} ranks {} pocket {} template {} startpos {}",
        variant.name,
        variant.files,
        variant.ranks,
        variant.pocket,
        variant.template,
        session.start_fen(options)
    )
}

/// The reply to `d`.
pub fn picture(picture: &Picture) -> Vec<String> {
    let mut lines: Vec<String> = picture.diagram.lines().map(ToOwned::to_owned).collect();
    if let Some(last) = &picture.last_move {
        lines.push(format!("Last move: {last}"));
    }
    if let Some((outcome, first)) = picture.result {
        lines.push(result(Some(outcome), first).replacen("result", "Result:", 1));
    }
    lines.push(format!("Fen: {}", picture.fen));
    lines.push(format!("Key: {:016X}", picture.key));
    lines.push(format!("Checkers: {}", picture.checkers.join(" ")).trim_end().to_owned());
    lines
}

/// The reply to `moves`.
pub fn moves(moves: &[String]) -> String {
    let mut line = format!("moves {}", moves.len());
    for mv in moves {
        line.push(' ');
        line.push_str(mv);
    }
    line
}

/// The reply to `values`.
pub fn values((moves, failure): &MoveValues) -> Vec<String> {
    let mut line = format!("values {}", moves.len());
    for (mv, value) in moves {
        let _ = match value {
            MoveValue::Exact(SolvedValue::Win(plies)) => write!(line, " {mv}=win:{plies}"),
            MoveValue::Exact(SolvedValue::Loss(plies)) => write!(line, " {mv}=loss:{plies}"),
            MoveValue::Exact(SolvedValue::Draw) => write!(line, " {mv}=draw"),
            MoveValue::AtLeastDraw => write!(line, " {mv}=draw+"),
            MoveValue::AtMostDraw => write!(line, " {mv}=draw-"),
            MoveValue::Unknown => write!(line, " {mv}=?"),
        };
    }
    failure.iter().map(|failure| error(failure)).chain([line]).collect()
}

/// The reply to `record`.
pub fn record(moves: &[String]) -> String {
    format!("record {}", moves.join(" ")).trim_end().to_owned()
}

/// The reply to `result`.
pub fn result(outcome: Option<Outcome>, first: Side) -> String {
    match outcome {
        None => "result * -".to_owned(),
        Some(Outcome { winner: None, reason, .. }) => format!("result 1/2-1/2 {reason}"),
        Some(Outcome { winner: Some(winner), reason, .. }) if winner == first => format!("result 1-0 {reason}"),
        Some(Outcome { reason, .. }) => format!("result 0-1 {reason}"),
    }
}

/// The reply to `eval`.
pub fn evaluation(evaluated: &Evaluated) -> Vec<String> {
    let mut lines = vec![format!("{:<24}{:>8}{:>8}{:>8}", "term", "upper", "lower", "balance")];
    lines.extend(evaluated.terms.iter().map(|term| {
        let balance = term.upper - term.lower;
        format!("{:<24}{:>8}{:>8}{balance:>8}", term.name, term.upper, term.lower)
    }));
    let mut total = evaluated.total;
    if let Some((name, value)) = &evaluated.network {
        lines.push(format!("Hand-written: {total} (side to move)"));
        lines.push(format!("Network {name}: {value} (side to move)"));
        total = *value;
    }
    lines.push(format!("Total: {total} (side to move)"));
    lines
}

/// Says who evaluates.
pub fn network(name: Option<&str>) -> String {
    note(&name.map_or("evaluation: hand-written".to_owned(), |name| format!("evaluation: network {name}")))
}

/// A line for people.
pub fn note(text: &str) -> String {
    format!("info string {text}")
}

/// A failure.
pub fn error(error: &dyn std::fmt::Display) -> String {
    format!("info string error: {}", one_line(error))
}

/// A report of the worker; `None` for one that is not shown.
pub fn report(report: &Report) -> Option<String> {
    Some(match report {
        Report::Search(info) => search(info),
        Report::BestMove { best: None, .. } => "bestmove (none)".to_owned(),
        Report::BestMove { best: Some(best), ponder: None } => format!("bestmove {best}"),
        Report::BestMove { best: Some(best), ponder: Some(ponder) } => format!("bestmove {best} ponder {ponder}"),
        Report::PerftMove { mv, nodes } => format!("{mv}: {nodes}"),
        Report::PerftTotal(nodes) => format!("Nodes searched: {nodes}"),
        Report::BenchPosition { number, of, searched } => note(&format!(
            "bench {number}/{of} {} bestmove {} nodes {}",
            searched.variant, searched.best, searched.nodes
        )),
        Report::BenchTotal { nodes, elapsed } => {
            format!("{nodes} nodes {} nps", per_second(*nodes, elapsed.as_micros()))
        }
        Report::Note(text) => note(text),
        Report::Error(text) => error(text),
        Report::Finished => return None,
    })
}

fn per_second(nodes: u64, micros: u128) -> u128 {
    u128::from(nodes) * 1_000_000 / micros.max(1)
}

fn search(info: &SearchReport) -> String {
    let mut line = format!("info depth {}", info.depth);
    let score = match info.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    if info.depth == 0 {
        let _ = write!(line, " score {score}");
    } else {
        let _ = write!(line, " seldepth {} multipv {} score {score}", info.selective_depth, info.multipv);
    }
    match info.bound {
        Bound::Exact => (),
        Bound::Lower => line.push_str(" lowerbound"),
        Bound::Upper => line.push_str(" upperbound"),
    }
    if let Some([win, draw, loss]) = info.win_draw_loss {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    if info.depth > 0 {
        let nps = per_second(info.nodes, info.elapsed.as_micros());
        let (full, hits, ms) = (info.hashfull, info.table_hits, info.elapsed.as_millis());
        let _ = write!(line, " nodes {} nps {nps} hashfull {full} tbhits {hits} time {ms}", info.nodes);
    }
    if !info.moves.is_empty() {
        let _ = write!(line, " pv {}", info.moves.join(" "));
    }
    line
}
