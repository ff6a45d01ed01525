//! The list of the search's parameters, in the forms that tuners read.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::search::parameters::{ALL, Parameter};

/// What the list of parameters looks like.
#[derive(Args, Debug)]
pub struct ParametersArguments {
    /// Who shall read it
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Table)]
    form: Form,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Form {
    /// People: name, value, least, most
    Table,
    /// OpenBench, as the inputs of an SPSA test
    Openbench,
    /// weather-factory, as its config.json
    WeatherFactory,
    /// chess-tuning-tools, as the parameter_ranges of its tuning configuration
    ChessTuningTools,
}

/// OpenBench's learning rate at the end of a run.
const RATE_AT_THE_END: f64 = 0.002;

/// Prints all parameters.
pub fn print(arguments: &ParametersArguments, out: &mut dyn Write) -> io::Result<()> {
    match arguments.form {
        Form::Table => {
            print_each(out, |Parameter { name, default, min, max, .. }| format!("{name} {default} {min} {max}"))
        }
        Form::Openbench => print_each(out, |parameter| {
            let Parameter { name, default, min, max, .. } = parameter;
            format!("{name}, int, {default}, {min}, {max}, {}, {RATE_AT_THE_END}", step(parameter))
        }),
        Form::WeatherFactory => print_object(out, |parameter| {
            let Parameter { default, min, max, .. } = parameter;
            json!({ "value": default, "min_value": min, "max_value": max, "step": step(parameter) })
        }),
        Form::ChessTuningTools => {
            print_object(out, |Parameter { min, max, .. }| json!(format!("Integer({min}, {max})")))
        }
    }
}

fn print_each(out: &mut dyn Write, line: impl Fn(&Parameter) -> String) -> io::Result<()> {
    ALL.iter().try_for_each(|parameter| writeln!(out, "{}", line(parameter)))
}

/// Prints an object with an entry for each parameter.
fn print_object(out: &mut dyn Write, entry: impl Fn(&Parameter) -> Value) -> io::Result<()> {
    let entries = ALL.iter().map(|parameter| (parameter.name.to_owned(), entry(parameter)));
    writeln!(out, "{:#}", Value::Object(entries.collect()))
}

/// How far a tuner goes from a value to feel a difference: a twentieth of the range, as OpenBench has it, and half a
/// step at least.
fn step(parameter: &Parameter) -> f64 {
    (f64::from(parameter.max - parameter.min) / 20.0).max(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(form: Form) -> String {
        let mut out = Vec::new();
        print(&ParametersArguments { form }, &mut out).expect("memory takes everything");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn each_form_has_every_parameter() {
        for (form, words) in [(Form::Table, 4), (Form::Openbench, 7)] {
            let text = printed(form);
            assert_eq!(text.lines().count(), ALL.len());
            assert!(text.lines().all(|line| line.split(' ').count() == words), "{text}");
        }
        let read = |form| serde_json::from_str::<Value>(&printed(form)).expect("JSON");
        let (config, ranges) = (read(Form::WeatherFactory), read(Form::ChessTuningTools));
        for parameter in ALL {
            let Parameter { min, max, .. } = parameter;
            assert_eq!(ranges[parameter.name], format!("Integer({min}, {max})"));
            let entry = &config[parameter.name];
            assert_eq!(entry["value"], parameter.default, "{}", parameter.name);
            assert!(entry["min_value"].as_i64() < entry["max_value"].as_i64());
            assert!(entry["step"].as_f64().is_some_and(|step| step > 0.0));
        }
    }
}
