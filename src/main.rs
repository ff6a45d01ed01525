//! The program: arguments to one mode, such as serving a protocol, a match, or perft.

use std::fmt::Display;
use std::io::{self, IsTerminal, LineWriter, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use janggun::board::{self, BoardArguments, BoardError};
use janggun::clock::Instant;
use janggun::engine::{EngineError, Options, Report, bench};
use janggun::pipes;
use janggun::play::{self, PlayArguments, PlayError, PlayFailure};
use janggun::protocol::uci::command::UciCommand;
use janggun::protocol::{Output, engine_and_reports, one_line, serve, uci};
use janggun::tools::analyse::{self, AnalyseArguments, AnalyseError};
use janggun::tools::convert::{self, ConvertArguments, ConvertError};
use janggun::tools::games::{self, GamesArguments, GamesError};
use janggun::tools::manual::{self, ManualError};
use janggun::tools::parameters::{self, ParametersArguments};
use janggun::tools::review::{self, ReviewArguments, ReviewError};
use janggun::tools::selfplay::{self, SelfplayArguments, SelfplayError};
use janggun::tools::solving::{self, SolveError};
use janggun::tools::train::{self, TrainArguments, TrainError};
use janggun::tools::tune::{self, TuneError};
use janggun::tools::{listen_for_interrupts, share};
use janggun::tournament::{self, Dialect, DialectError, DialectRun, MatchArguments, RateArguments};

/// Janggun (장군) plays Korean board games and speaks a UCI-style protocol, or CECP, on standard input and output.
///
/// Without a subcommand it reads commands until `quit` or the end of the input; `help` there lists them. If the first line
/// is `xboard`, it speaks CECP, the protocol of XBoard and WinBoard, instead. Both are described in protocol.md. RUST_LOG=debug logs to standard error.
#[derive(Parser)]
#[command(version = env!("JANGGUN_VERSION"), about)]
struct Arguments {
    /// Variant to start with, for GUIs that cannot set UCI_Variant
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    #[command(subcommand)]
    mode: Option<Mode>,
}

#[derive(Subcommand)]
enum Mode {
    /// Play in the terminal, against the engine or with two people
    ///
    /// Asks for what the arguments do not say; where standard input is no terminal it takes defaults instead. 'help' in the game lists what can be said.
    Play(PlayArguments),
    /// Show a board in the browser, with the engine behind it
    ///
    /// Prints the address of the page, with the token that opens it, and serves it on this machine alone until Ctrl-C. docs/board.md tells how it is kept safe.
    Board(BoardArguments),
    /// Annotate lines with positions, from a file or standard input, with best moves and scores
    Analyse(AnalyseArguments),
    /// Look through whole games and write a report: a graph, the mistakes with a better line, the accuracy of both sides
    Review(Box<ReviewArguments>),
    /// Convert records of games: PGN and .gib, the form of Korean sites
    Convert(ConvertArguments),
    /// Search a fixed set of positions with one thread and print nodes and nodes per second
    Bench {
        /// Iterations for each position
        #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
    },
    /// Play engines against each other, refereed by the rules of this program
    Match(Box<MatchArguments>),
    /// Merge records of matches into one rating list
    Rate(RateArguments),
    /// Solve a game: compute the value of every position and write a table for perfect play
    Solve(SolveArguments),
    /// Play games against itself and write them to a file, to train or tune an evaluation with
    ///
    /// Whole games with a score for each move are written, in a binary form that docs/selfplay.md describes; 'janggun games' reads it.
    /// The same command goes on with a file that holds a part of the games. Each game begins with random moves; openings that are
    /// not balanced are thrown away. Ctrl-C ends it after the games under way, with exit code 130.
    Selfplay(Box<SelfplayArguments>),
    /// Print statistics of games made by selfplay, or the games
    Games(GamesArguments),
    /// Fit the weights of a variant's evaluation to the results of games, and print them
    Tune {
        /// Variant, such as cheduk
        variant: String,
        /// Files made by selfplay; games of other variants in them are left out
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// How much to believe the scores of the searches, from 0 to 1, rather than the results of the games
        #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share::<f64>)]
        trust: f64,
        /// How strongly to pull weights back to where they were; more if there are few games
        #[arg(long, value_name = "PULL", default_value_t = 2e-9, value_parser = share::<f64>)]
        tether: f64,
    },
    /// Train a network with games made by selfplay
    ///
    /// The state is kept after each epoch: the same command goes on with an interrupted run. docs/network.md tells how the nets that come with the program were made.
    Train(Box<TrainArguments>),
    /// List the parameters of the search with their ranges, for SPSA and other tuners
    ///
    /// A build with '--features tuning' takes each as a UCI option of its name.
    Parameters(ParametersArguments),
    /// Count the positions a number of plies ahead
    Perft {
        /// Variant, such as janggi
        variant: String,
        /// Plies to look ahead
        depth: u32,
        /// Position to start from instead of the start position
        fen: Vec<String>,
    },
    /// Write man pages and completions for shells into a folder, for releases
    #[command(hide = true)]
    Manual {
        /// Folder, made if there is none
        folder: PathBuf,
    },
}

#[derive(Args)]
#[command(override_usage = "janggun solve VARIANT --out FILE [--threads N]
       janggun solve --verify FILE [--threads N]
       janggun solve --distil FILE --out FILE")]
struct SolveArguments {
    // clap takes the help from here.
    #[arg(
        help = format!("Variant to solve: {}", solving::solvable_variants().join(" or ")),
        required_unless_present_any = ["verify", "distil"]
    )]
    variant: Option<String>,
    /// File to write the table to
    #[arg(long, value_name = "FILE", required_unless_present = "verify")]
    out: Option<PathBuf>,
    /// Check that every value of this table follows from its successors' instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "out"])]
    verify: Option<PathBuf>,
    /// Distil from this table the strategy that the program carries, and write that to --out instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "verify"], requires = "out")]
    distil: Option<PathBuf>,
    /// Threads to use; all processors if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Play(#[from] PlayFailure),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Analyse(#[from] AnalyseError),
    #[error(transparent)]
    Review(#[from] ReviewError),
    #[error(transparent)]
    Convert(#[from] ConvertError),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Selfplay(#[from] SelfplayError),
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Tune(#[from] TuneError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Manual(#[from] ManualError),
    #[error(transparent)]
    Match(#[from] tournament::MatchError),
    #[error(transparent)]
    Dialect(#[from] DialectError),
    #[error(transparent)]
    Rate(#[from] tournament::RateError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Serve(#[from] serve::ServeError),
    #[error("there is no runner '{0}' whose arguments 'janggun match --as' takes; choose fastchess or cutechess-cli")]
    Runner(String),
    #[error("{0}")]
    Trouble(String),
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Whether what the arguments say cannot be, which was found before any work began; clap ends with 2, too.
    fn is_about_arguments(&self) -> bool {
        match self {
            Failure::Runner(_) => true,
            Failure::Engine(error)
            | Failure::Analyse(AnalyseError::Engine(error))
            | Failure::Review(ReviewError::Engine(error))
            | Failure::Board(BoardError::Engine(error))
            | Failure::Play(PlayFailure { error: PlayError::Engine(error), .. }) => matches!(
                error,
                EngineError::Option(_)
                    | EngineError::Variant { .. }
                    | EngineError::Position(_)
                    | EngineError::SearchMove(_)
            ),
            Failure::Analyse(error) => matches!(error, AnalyseError::Option(_)),
            Failure::Review(error) => matches!(
                error,
                ReviewError::Option(_)
                    | ReviewError::NoName
                    | ReviewError::StandardOutput
                    | ReviewError::Input(ConvertError::Variant(_))
            ),
            Failure::Convert(error) => matches!(error, ConvertError::Variant(_) | ConvertError::To),
            Failure::Board(error) => matches!(error, BoardError::Option(_) | BoardError::LogFile),
            Failure::Play(PlayFailure { error, .. }) => matches!(
                error,
                PlayError::Side { .. }
                    | PlayError::Level(_)
                    | PlayError::Clock(_)
                    | PlayError::Think(_)
                    | PlayError::NoSetup
                    | PlayError::Setup { .. }
            ),
            Failure::Selfplay(error) => matches!(
                error,
                SelfplayError::Variant(_)
                    | SelfplayError::Mixture { .. }
                    | SelfplayError::Option(_)
                    | SelfplayError::EngineOption(_)
            ),
            Failure::Tune(error) => matches!(error, TuneError::Variant(_)),
            Failure::Train(error) => matches!(error, TrainError::Variant(_) | TrainError::NoFeatures(_)),
            Failure::Solve(error) => matches!(error, SolveError::Variant { .. }),
            _ => false,
        }
    }
}

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let as_other = as_other_runner(&words);
    let is_other = matches!(as_other, Ok(Some(_)));
    let done = match as_other {
        Err(failure) => Err(failure),
        Ok(Some((dialect, words))) => play_as(dialect, words),
        Ok(None) if words.get(1).is_some_and(|word| word.starts_with("genfens ")) => genfens(&words[1]),
        Ok(None) => run(Arguments::parse()),
    };
    match done {
        Ok(code) => code,
        Err(
            Failure::Output(error)
            | Failure::Play(PlayFailure { error: PlayError::Io(error), .. })
            | Failure::Board(BoardError::Output(error))
            | Failure::Analyse(AnalyseError::Output(error))
            | Failure::Convert(ConvertError::Output(error))
            | Failure::Games(GamesError::Output(error))
            | Failure::Match(tournament::MatchError::Output(error)),
        ) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Standard error may be a pipe as well, and nobody may be listening.
            let _ = writeln!(io::stderr(), "janggun: {failure}");
            match failure {
                // Others know no codes but 0 and 1.
                _ if is_other => ExitCode::FAILURE,
                Failure::Match(error) => ExitCode::from(error.exit_code()),
                failure if failure.is_about_arguments() => ExitCode::from(2),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

/// Which other runner of matches this program is called as, by its name or by `match --as`, and the arguments.
fn as_other_runner(words: &[String]) -> Result<Option<(Dialect, &[String])>, Failure> {
    if let Some(dialect) = words.first().and_then(|program| Dialect::of_program(program)) {
        return Ok(Some((dialect, &words[1..])));
    }
    let (name, rest) = match words {
        [_, mode, option, name, rest @ ..] if mode == "match" && option == "--as" => (name.as_str(), rest),
        [_, mode, option, rest @ ..] if mode == "match" && option.starts_with("--as=") => {
            (&option["--as=".len()..], rest)
        }
        _ => return Ok(None),
    };
    // clap would take what follows for arguments of ours, and complain about those.
    let dialect = Dialect::from_str(name, true).map_err(|_| Failure::Runner(name.to_owned()))?;
    Ok(Some((dialect, rest)))
}

/// OpenBench gives the whole command as one argument, and `quit` as another.
fn genfens(line: &str) -> Result<ExitCode, Failure> {
    let Ok(Some(UciCommand::Genfens(request))) = uci::parse(line.as_bytes()) else {
        let form = "genfens N seed S book FILE|None [variant V]";
        return Err(Failure::Trouble(format!("'{line}' is not understood; expected {form}")));
    };
    let (mut engine, reports) = engine_and_reports(None)?;
    engine.genfens(request)?;
    print(reports.iter())?;
    Ok(ExitCode::SUCCESS)
}

/// Others end with 0 whatever a test decides; fastchess with 1 if it was interrupted.
fn play_as(dialect: Dialect, words: &[String]) -> Result<ExitCode, Failure> {
    match tournament::read_dialect(dialect, words)? {
        DialectRun::Tell(text) => writeln!(stdout()?, "{text}")?,
        DialectRun::Play(tournament) => {
            let outcome = tournament::run(&tournament, &mut stdout()?)?;
            if (dialect, outcome) == (Dialect::Fastchess, tournament::MatchOutcome::Interrupted) {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let variant = arguments.variant.as_deref();
    match arguments.mode {
        Some(Mode::Play(mut own)) => {
            own.variant = own.variant.or(arguments.variant);
            Ok(play::play(&own)?)
        }
        Some(Mode::Board(arguments)) => Ok(board::board(&arguments, variant, &mut stdout()?)?),
        Some(Mode::Analyse(mut own)) => {
            own.variant = own.variant.or(arguments.variant);
            let threads = threads_or_all(own.search.threads.map(usize::from));
            let complain = &mut |line, error: &dyn Display| {
                // Standard error may be a closed pipe; the analysis goes on.
                let _ = writeln!(io::stderr(), "janggun: line {line}: {}", one_line(error));
            };
            return Ok(match analyse::analyse(&own, threads, &mut stdout()?, complain)? {
                analyse::AnalysisOutcome::Clean => ExitCode::SUCCESS,
                analyse::AnalysisOutcome::Refused => ExitCode::FAILURE,
            });
        }
        Some(Mode::Review(mut own)) => {
            own.variant = own.variant.or(arguments.variant);
            let threads = threads_or_all(own.search.threads.map(usize::from));
            let complain = &mut |text: &dyn Display| {
                // Standard error may be a closed pipe; the review goes on.
                let _ = writeln!(io::stderr(), "janggun: {text}");
            };
            let reviewed = review::review(&own, threads, &listen_for_interrupts(), complain)?;
            writeln!(stdout()?, "{reviewed}")?;
            return Ok(match (reviewed.interrupted, reviewed.left_out) {
                (true, _) => ExitCode::from(130),
                (false, 0) => ExitCode::SUCCESS,
                (false, _) => ExitCode::FAILURE,
            });
        }
        Some(Mode::Convert(mut own)) => {
            own.variant = own.variant.or(arguments.variant);
            let complain = &mut |text: &dyn Display| {
                // Standard error may be a closed pipe; the conversion goes on.
                let _ = writeln!(io::stderr(), "janggun: {text}");
            };
            let converted = convert::convert(&own, &mut stdout()?, complain)?;
            if own.file().is_some() {
                writeln!(stdout()?, "{converted}")?;
            }
            return Ok(if converted.is_complete() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        // Scripts read the result of a match from its exit code.
        Some(Mode::Match(arguments)) => {
            let tournament = arguments.tournament().map_err(tournament::MatchError::from)?;
            let outcome = tournament::run(&tournament, &mut stdout()?)?;
            return Ok(ExitCode::from(outcome.exit_code()));
        }
        Some(Mode::Rate(arguments)) => Ok(write!(stdout()?, "{}", tournament::rate(&arguments)?)?),
        None => {
            greet();
            let (engine, reports) = engine_and_reports(variant)?;
            let output = Output::to_stdout(pipes::stdout()?).map_err(serve::ServeError::Thread)?;
            Ok(serve::serve(engine, reports, pipes::stdin()?, output)?)
        }
        Some(Mode::Bench { depth }) => {
            let (mut engine, reports) = engine_and_reports(variant)?;
            engine.bench(depth)?;
            print(reports.iter())
        }
        Some(Mode::Solve(SolveArguments { variant, out, verify, distil, threads })) => {
            let threads = threads_or_all(threads);
            let report = match (verify, distil, variant, out) {
                (Some(file), ..) => solving::verify(&file, threads)?,
                (None, Some(file), _, Some(out)) => solving::distil(&file, &out, &Options::default())?,
                (None, None, Some(variant), Some(out)) => solving::solve(&variant, &out, threads)?,
                // Unreachable: clap demands one of these combinations.
                _ => return Ok(ExitCode::SUCCESS),
            };
            Ok(writeln!(stdout()?, "{report}")?)
        }
        Some(Mode::Selfplay(arguments)) => {
            let options = arguments.options()?;
            let (threads, interrupted) = (threads_or_all(arguments.threads), listen_for_interrupts());
            let remark = &mut |text: &str| {
                // Standard error may be a closed pipe; self-play goes on.
                let _ = writeln!(io::stderr(), "janggun: {text}");
            };
            let (summary, finish) = selfplay::play(&arguments, threads, &options, &interrupted, remark)?;
            writeln!(stdout()?, "{summary}")?;
            return Ok(match finish {
                selfplay::SelfplayEnd::Complete => ExitCode::SUCCESS,
                selfplay::SelfplayEnd::Interrupted => ExitCode::from(130),
            });
        }
        Some(Mode::Games(arguments)) => Ok(games::read(&arguments, &Options::default(), &mut stdout()?)?),
        Some(Mode::Tune { variant, files, trust, tether }) => {
            let tuning = tune::TuneSettings { trust, tether };
            Ok(write!(stdout()?, "{}", tune::tune(&variant, &files, tuning, &Options::default())?)?)
        }
        Some(Mode::Train(arguments)) => {
            let remark = &mut |text: &str| {
                // Standard error may be a pipe, and nobody may be listening.
                let _ = writeln!(io::stderr(), "{text}");
            };
            let threads = threads_or_all(arguments.threads);
            Ok(writeln!(stdout()?, "{}", train::train(&arguments, threads, &Options::default(), remark)?)?)
        }
        Some(Mode::Parameters(arguments)) => Ok(parameters::print(&arguments, &mut stdout()?)?),
        Some(Mode::Perft { variant, depth, fen }) => {
            let (mut engine, reports) = engine_and_reports(Some(&variant))?;
            if !fen.is_empty() {
                engine.set_position(Some(&fen.join(" ")), &[])?;
            }
            let started = Instant::now();
            engine.perft(depth)?;
            print_timed(reports.iter(), started)
        }
        Some(Mode::Manual { folder }) => Ok(manual::write(Arguments::command(), &folder)?),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// Whoever starts the program by hand should not look at an empty screen. Programs that drive it use pipes.
fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let version = env!("JANGGUN_VERSION");
        let _ = writeln!(
            io::stderr(),
            "Janggun {version} plays Korean board games and waits for UCI commands: 'help' lists them; 'janggun play' plays with you."
        );
    }
}

fn threads_or_all(threads: Option<usize>) -> usize {
    threads.or_else(|| thread::available_parallelism().ok().map(NonZero::get)).unwrap_or(1)
}

/// Standard output for every mode but the protocols, flushed after each line.
fn stdout() -> io::Result<LineWriter<pipes::Stdout>> {
    Ok(LineWriter::new(pipes::stdout()?))
}

/// Prints the reports of one job until it has finished.
fn print(reports: impl Iterator<Item = Report>) -> Result<(), Failure> {
    let mut stdout = stdout()?;
    for report in reports.take_while(|report| *report != Report::Finished) {
        if let Report::Error(text) = report {
            return Err(Failure::Trouble(text));
        }
        if let Some(line) = uci::reply::report(&report) {
            writeln!(stdout, "{line}")?;
        }
    }
    Ok(())
}

/// The same for perft, with time and speed before the total, which scripts find in the last line.
fn print_timed(reports: impl Iterator<Item = Report>, started: Instant) -> Result<(), Failure> {
    let with_time = reports.flat_map(|report| match report {
        Report::PerftTotal(leaves) => {
            let seconds = started.elapsed().as_secs_f64();
            let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
            let time = Report::Note(format!("{seconds:.3} s, {speed:.1} million positions per second"));
            vec![time, report]
        }
        report => vec![report],
    });
    print(with_time)
}
