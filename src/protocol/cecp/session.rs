//! Executes CECP commands.

use super::clock::CecpClock;
use super::command::CecpCommand;
use super::coordinates::Coordinates;
use super::parse::parse;
use super::reply;
use super::setup;
use super::thinking::Purpose;
use crate::clock::Instant;
use crate::engine::options::name;
use crate::engine::{Agreement, Outlook, Report, SearchReport};
use crate::game::{Ending, Outcome, Side};
use crate::protocol::console::Console;
use crate::protocol::serve::{Flow, Protocol, ServeError};
use crate::protocol::uci;
use crate::protocol::words::{ParseError, Words, text};

/// The state of a CECP session.
pub struct CecpSession {
    pub(super) console: Console,
    /// The last `setboard` was refused, so that GUI and engine do not agree on a position; moves are refused until
    /// they do.
    pub(super) position_unknown: bool,
    pub(super) clock: CecpClock,
    /// The side that the engine plays; `None` in force mode.
    pub(super) plays: Option<Side>,
    /// Analysis mode: every new position is analysed.
    pub(super) analysing: bool,
    /// `hard`: ponder on the opponent's time.
    pub(super) ponders: bool,
    /// `post`: show thinking.
    pub(super) post: bool,
    /// `None` if nothing runs or the result of what runs is to be discarded.
    pub(super) purpose: Option<Purpose>,
    /// Start of the running search.
    pub(super) began: Instant,
    /// Its last report on the best variation.
    pub(super) last: Option<SearchReport>,
    /// The ponder move of the engine's last search.
    pub(super) expected: Option<String>,
    /// Start to ponder as soon as the running job has finished.
    pub(super) ponder_next: bool,
    /// Numbers of pings that arrived during the engine's turn: they are answered after its move.
    pub(super) pings: Vec<String>,
    /// The result to claim after the engine's own move, and when.
    pub(super) claim: Option<(Instant, String)>,
    /// By which the engine answers the offer of a draw.
    pub(super) outlook: Outlook,
}

impl Protocol for CecpSession {
    fn console(&mut self) -> &mut Console {
        &mut self.console
    }

    fn on_report(&mut self, report: Report) -> Result<(), ServeError> {
        self.follow(report)
    }

    fn timer(&self) -> Option<Instant> {
        self.claim.as_ref().map(|(due, _)| *due)
    }

    fn fire_timer(&mut self) -> Result<(), ServeError> {
        self.claim.take().map_or(Ok(()), |(_, claim)| self.console.send(&claim))
    }

    fn handle_line(&mut self, line: &[u8]) -> Result<Flow, ServeError> {
        let parsed = parse(line);
        log::debug!("understood: {parsed:?}");
        match parsed {
            Ok(None) => (),
            Ok(Some(CecpCommand::Quit)) => {
                self.purpose = None;
                self.ponder_next = false;
                self.finish_search()?;
                return Ok(Flow::Quit);
            }
            Ok(Some(command)) => self.execute(command, line)?,
            Err(ParseError::UnknownCommand(_)) => self.unknown_command(line)?,
            Err(error) => self.console.send(&reply::error(&error, line))?,
        }
        Ok(Flow::Continue)
    }
}

impl CecpSession {
    /// A session in the start position; the engine plays the second side.
    pub fn new(console: Console) -> CecpSession {
        let mut session = CecpSession {
            console,
            position_unknown: false,
            clock: CecpClock::default(),
            plays: None,
            analysing: false,
            ponders: false,
            post: false,
            purpose: None,
            began: Instant::now(),
            last: None,
            expected: None,
            ponder_next: false,
            pings: Vec::new(),
            claim: None,
            outlook: Outlook::default(),
        };
        if !setup::is_played(session.console.engine.session().variant())
            && let Some(first) = setup::variants().next()
            && let Err(error) = session.console.set_option(name::VARIANT, Some(first.name))
        {
            log::error!("cannot change the variant: {error}");
        }
        session.restart_game();
        session.plays = Some(session.turn().other());
        session
    }

    /// Sets up the start position as the options define it now, as a FEN: options may change during the game, its
    /// start may not.
    fn restart_game(&mut self) {
        let engine = &mut self.console.engine;
        let start = engine.session().start_fen(engine.options());
        if let Err(error) = engine.set_position(Some(&start), &[]) {
            log::error!("no start position: {error}");
        }
        self.position_unknown = false;
    }

    pub(super) fn turn(&self) -> Side {
        self.console.engine.game().side_to_move()
    }

    /// The side that moved first, which the GUI calls White.
    pub(super) fn white(&self) -> Side {
        self.console.engine.game().first_side()
    }

    pub(super) fn coordinates(&self) -> Coordinates {
        Coordinates::of(self.console.engine.session())
    }

    fn execute(&mut self, command: CecpCommand, line: &[u8]) -> Result<(), ServeError> {
        match command {
            CecpCommand::Ignored | CecpCommand::Quit => (),
            CecpCommand::ProtocolVersion(version) if version < 2 => (),
            CecpCommand::ProtocolVersion(_) => {
                self.console.send_all(&reply::features(self.console.engine.options()))?
            }
            CecpCommand::New => self.new_game()?,
            CecpCommand::Variant(variant) => self.set_variant(&variant, line)?,
            CecpCommand::Force => self.force()?,
            CecpCommand::Result => {
                self.claim = None;
                self.force()?;
            }
            CecpCommand::Go if matches!(self.purpose, Some(Purpose::Move)) => (),
            CecpCommand::Go => self.go(line)?,
            CecpCommand::PlayOther => self.play(self.turn().other())?,
            CecpCommand::White => self.play(self.white().other())?,
            CecpCommand::Black => self.play(self.white())?,
            CecpCommand::Level(level) => self.clock.set_level(level),
            CecpCommand::MoveTime(time) => self.clock.set_move_time(time),
            CecpCommand::Depth(depth) => self.clock.depth = Some(depth),
            CecpCommand::Time(time) => self.clock.own = Some(time),
            CecpCommand::OpponentTime(time) => self.clock.opponent = Some(time),
            CecpCommand::UserMove(text) => self.user_move(&text)?,
            CecpCommand::MoveNow => {
                if matches!(self.purpose, Some(Purpose::Move)) {
                    self.console.engine.stop();
                }
            }
            CecpCommand::Ping(number) if matches!(self.purpose, Some(Purpose::Move)) => self.pings.push(number),
            CecpCommand::Ping(number) => {
                self.fire_timer()?;
                self.pong(&number)?;
            }
            CecpCommand::Draw => {
                if let Some(answer) = self.answer_to_draw() {
                    self.console.send(&answer)?;
                }
            }
            CecpCommand::Record(script) => {
                self.console.send(&uci::reply::record(&self.console.engine.game().record(script)))?
            }
            CecpCommand::SetBoard(fen) => self.set_board(&fen)?,
            CecpCommand::Hint => {
                let hint = match self.purpose {
                    Some(Purpose::Move) => None,
                    Some(Purpose::Analysis) => self.last.as_ref().and_then(|info| info.moves.first()),
                    _ => self.expected.as_ref(),
                };
                if let Some(mv) = hint {
                    self.console.send(&format!("Hint: {}", self.coordinates().to_gui(mv)))?;
                }
            }
            CecpCommand::Book => self.console.send_all(&[" there is no opening book".to_owned(), String::new()])?,
            CecpCommand::Undo => self.undo(line)?,
            CecpCommand::Remove => self.remove(line)?,
            CecpCommand::Hard => self.ponders = true,
            CecpCommand::Easy => {
                self.ponders = false;
                self.ponder_next = false;
                if matches!(self.purpose, Some(Purpose::Ponder { .. })) {
                    self.abort()?;
                }
            }
            CecpCommand::Post => self.post = true,
            CecpCommand::NoPost => self.post = false,
            CecpCommand::Analyze => self.analyze()?,
            CecpCommand::Status => self.send_status()?,
            CecpCommand::Exit => self.exit(line)?,
            CecpCommand::Memory(value) => self.set_option(name::HASH, Some(&value), line)?,
            CecpCommand::Cores(value) => self.set_option(name::THREADS, Some(&value), line)?,
            CecpCommand::Option { name, value } => self.set_option(&name, value.as_deref(), line)?,
        }
        Ok(())
    }

    /// A line that is no command may be a move in any notation of the game.
    fn unknown_command(&mut self, line: &[u8]) -> Result<(), ServeError> {
        let mut words = Words::of(line);
        let word = words.next().map(text).filter(|_| !words.is_more()).unwrap_or_default();
        let is_move = self.coordinates().leaves_to_game(&word) && self.console.engine.game().reads(&word);
        if is_move || !word.is_ascii() {
            return self.user_move(&word);
        }
        self.console.send(&reply::error(&"unknown command", line))
    }

    /// What to say to the offer of a draw, if it is accepted. Where points decide, it is a call for points: who wins by them
    /// wins the game.
    fn answer_to_draw(&self) -> Option<String> {
        let game = self.console.engine.game();
        let plays = self.plays.filter(|_| !self.position_unknown && game.outcome().is_none())?;
        self.outlook.answer(game, plays).map(|agreement| match agreement {
            Agreement::Draw => "offer draw".to_owned(),
            Agreement::Points(winner) => {
                let outcome = Outcome { winner: Some(winner), reason: "points", ending: Ending::Final };
                reply::result(outcome, "points decide, as agreed", self.white())
            }
        })
    }

    fn force(&mut self) -> Result<(), ServeError> {
        self.abort()?;
        self.end_analysis();
        self.plays = None;
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), ServeError> {
        self.claim = None;
        self.abort()?;
        self.console.engine.new_game();
        self.send_choice()?;
        self.clock.restart();
        self.start_position()
    }

    /// Tells what the engine has chosen, if it has.
    fn send_choice(&mut self) -> Result<(), ServeError> {
        self.console.engine.take_choice().map_or(Ok(()), |told| self.console.send(&format!("# {told}")))
    }

    /// Sets up the start position; the engine plays the side that moves second.
    fn start_position(&mut self) -> Result<(), ServeError> {
        self.restart_game();
        self.expected = None;
        self.outlook = Outlook::default();
        self.plays = (!self.analysing).then(|| self.turn().other());
        self.resume_analysis()
    }

    fn set_variant(&mut self, variant: &str, line: &[u8]) -> Result<(), ServeError> {
        if setup::variants().all(|known| known.name != variant) {
            return self.console.send(&reply::error(&"unsupported variant", line));
        }
        self.claim = None;
        self.abort()?;
        let forced = self.plays.is_none();
        if let Err(error) = self.console.set_option(name::VARIANT, Some(variant)) {
            return self.console.send(&reply::error(&error, line));
        }
        self.send_choice()?;
        self.console.send_all(&setup::lines(self.console.engine.session(), self.console.engine.options()))?;
        self.start_position()?;
        if forced {
            self.plays = None;
        }
        Ok(())
    }

    /// The engine plays that side from now on, but waits for a move or `go`.
    fn play(&mut self, side: Side) -> Result<(), ServeError> {
        self.abort()?;
        self.end_analysis();
        self.plays = Some(side);
        Ok(())
    }

    fn go(&mut self, line: &[u8]) -> Result<(), ServeError> {
        self.play(self.turn())?;
        if self.position_unknown {
            return self.console.send(&reply::error(&"no position is set up", line));
        }
        self.think()
    }

    fn user_move(&mut self, text: &str) -> Result<(), ServeError> {
        self.fire_timer()?;
        if self.position_unknown {
            return self.console.send(&reply::illegal(&"no position is set up", text));
        }
        if matches!(self.purpose, Some(Purpose::Move)) {
            return self.console.send(&reply::illegal(&"it is the engine's turn", text));
        }
        if self.is_ponder_hit(text) {
            return self.ponder_hit();
        }
        let coordinates = self.coordinates();
        let game = self.console.engine.game();
        let legal = game.legal_moves();
        let read = coordinates.read_gui_move(text, &legal);
        let other_notation = || (coordinates.leaves_to_game(text) && game.reads(text)).then(|| text.to_owned());
        let done = match read.or_else(other_notation) {
            None => Err(coordinates.expected().unwrap_or_default()),
            Some(mv) => self.console.engine.play(&mv).map_err(|error| reply::why_no_move(&error, coordinates)),
        };
        match done {
            // The search under way, if any, is not affected.
            Err(why) => {
                let hint = coordinates.hint(text, &legal).map_or(String::new(), |hint| format!("; {hint}"));
                self.console.send(&reply::illegal(&format!("{why}{hint}"), text))
            }
            Ok(_) => self.answer(),
        }
    }

    /// Reacts to the opponent's move.
    fn answer(&mut self) -> Result<(), ServeError> {
        self.abort()?;
        self.expected = None;
        self.resume_analysis()?;
        if self.plays.is_some() && !self.claim_result()? && self.plays == Some(self.turn()) {
            self.think()?;
        }
        Ok(())
    }

    fn set_board(&mut self, fen: &str) -> Result<(), ServeError> {
        let coordinates = self.coordinates();
        let fen = coordinates.fen(fen);
        if self.plays == Some(self.turn().other()) && self.is_pass_to(&fen) {
            return self.user_move("@@@@");
        }
        self.claim = None;
        self.abort()?;
        self.expected = None;
        self.outlook = Outlook::default();
        let done = self.console.engine.set_position(Some(&fen), &[]);
        self.position_unknown = done.is_err();
        if let Err(error) = done {
            let why = reply::why_no_position(&error, coordinates);
            return self.console.send(&reply::user_error(&format!("Illegal position: {why}")));
        }
        self.resume_analysis()?;
        if self.plays == Some(self.turn()) { self.think() } else { Ok(()) }
    }

    /// Whether the FEN is the current position with the other side to move, legal or not. XBoard knows no passes in
    /// this game and sends them in this form.
    fn is_pass_to(&self, fen: &str) -> bool {
        let engine = &self.console.engine;
        let current = engine.game().picture().fen;
        let ((board, turn), (told, told_turn)) = (board_and_turn(&current), board_and_turn(fen));
        let other = if turn == "w" { "b" } else { "w" };
        if told_turn != other || self.position_unknown {
            return false;
        }
        // A board has several spellings, so the FEN is read and written again; with the turn unchanged, since a
        // position is refused in which the side not to move is in check.
        let read = engine.session().read_fen(engine.options(), &format!("{told} {turn}"));
        read.is_ok_and(|read| board_and_turn(&read).0 == board)
    }

    /// Takes back one move and stops a search. GUIs send `force` first; a user at a terminal may not, though it may
    /// have become the engine's turn.
    fn undo(&mut self, line: &[u8]) -> Result<(), ServeError> {
        if self.take_back(1, line)? {
            self.plays = None;
        }
        Ok(())
    }

    /// Takes back two moves; the engine keeps its side.
    fn remove(&mut self, line: &[u8]) -> Result<(), ServeError> {
        if self.take_back(2, line)? && self.plays == Some(self.turn()) { self.think() } else { Ok(()) }
    }

    /// Returns whether the moves were taken back; if not, a running search goes on.
    fn take_back(&mut self, plies: usize, line: &[u8]) -> Result<bool, ServeError> {
        if self.console.engine.game().plies() < plies || self.position_unknown {
            self.console.send(&reply::error(&"command not legal now", line))?;
            return Ok(false);
        }
        self.fire_timer()?;
        self.abort()?;
        self.console.engine.undo(plies);
        self.expected = None;
        self.resume_analysis()?;
        Ok(true)
    }

    fn analyze(&mut self) -> Result<(), ServeError> {
        self.fire_timer()?;
        self.abort()?;
        self.analysing = true;
        self.plays = None;
        self.set_analyse_mode("true");
        self.resume_analysis()
    }

    fn exit(&mut self, line: &[u8]) -> Result<(), ServeError> {
        if !self.analysing {
            return self.console.send(&reply::error(&"command not legal now", line));
        }
        self.abort()?;
        self.end_analysis();
        Ok(())
    }

    fn end_analysis(&mut self) {
        if self.analysing {
            self.analysing = false;
            self.set_analyse_mode("false");
        }
    }

    fn set_analyse_mode(&mut self, value: &str) {
        if let Err(error) = self.console.set_option(name::ANALYSE_MODE, Some(value)) {
            log::error!("{error}");
        }
    }

    fn send_status(&mut self) -> Result<(), ServeError> {
        if !matches!(self.purpose, Some(Purpose::Analysis)) {
            return Ok(());
        }
        let legal = self.console.engine.game().legal_moves().len();
        self.console.send(&reply::status(self.last.as_ref(), self.began.elapsed().as_millis() / 10, legal))
    }

    /// Sets an option; a running search is started again with the new value.
    fn set_option(&mut self, option: &str, value: Option<&str>, line: &[u8]) -> Result<(), ServeError> {
        if option.eq_ignore_ascii_case(name::VARIANT) {
            return self.set_variant(value.unwrap_or_default(), line);
        }
        self.finish_due_move()?;
        let interrupted = self.halt()?;
        // XBoard sends 1 and 0 for check boxes; other types take those as numbers or refuse them.
        let mut done = self.console.set_option(option, value);
        if done.is_err()
            && let Some(word) =
                value.and_then(|value| [("0", "false"), ("1", "true")].iter().find(|(digit, _)| *digit == value))
            && let Ok(effect) = self.console.set_option(option, Some(word.1))
        {
            done = Ok(effect);
        }
        if let Err(error) = done {
            self.console.send(&reply::error(&error, line))?;
        }
        self.send_choice()?;
        self.resume(interrupted)
    }
}

/// The first two fields of a FEN.
fn board_and_turn(fen: &str) -> (&str, &str) {
    let mut words = fen.split(' ');
    let mut word = || words.next().unwrap_or_default();
    (word(), word())
}
