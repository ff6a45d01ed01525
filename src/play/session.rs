//! A game between people and the engine.

use std::path::Path;

use super::ask::Players;
use super::command::{COMMANDS, PlayCommand, word};
use super::console::Console;
use super::ending::Conclusion;
use super::error::{PlayError, io_error};
use super::explain;
use super::opponent::Opponent;
use super::paint::Paint;
use super::saved::{self, LoadError, SavedGame, SavedSettings};
use super::strength::Strength;
use super::timer::{ChessClock, ClockSetting, StoppedClock};
use super::verdict;
use crate::engine::{Agreement, Outlook};
use crate::game::{MoveError, Side, View};
use crate::games::AnyGame;
use crate::games::Language;
use crate::protocol::one_line;

/// The move that moves nothing, as all variants that have it read it and name it in words.
const PASS: &str = "pass";

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// A game in progress and those who sit at it.
pub struct PlaySession {
    console: Console,
    opponent: Opponent,
    language: Language,
    paint: Paint,
    players: Players,
    flipped: bool,
    control: Option<ClockSetting>,
    clock: Option<ChessClock>,
    /// How the game has ended.
    ended: Option<Conclusion>,
    /// Whether the board has changed since it was shown.
    changed: bool,
    /// By which the engine answers the offer of a draw.
    outlook: Outlook,
}

impl PlaySession {
    /// A game that has not begun. The person's pieces are below.
    pub fn new(
        console: Console,
        opponent: Opponent,
        (language, paint): (Language, Paint),
        players: Players,
        control: Option<ClockSetting>,
    ) -> PlaySession {
        PlaySession {
            console,
            opponent,
            language,
            paint,
            players,
            flipped: is_seen_from_above(players),
            control,
            clock: None,
            ended: None,
            changed: true,
            outlook: Outlook::default(),
        }
    }

    fn game(&self) -> &dyn AnyGame {
        self.opponent.engine.game()
    }

    fn say(&mut self, english: &str, korean: &str) -> Result<(), PlayError> {
        self.console.say(self.language.pick(english, korean))
    }

    fn side_name(&self, side: Side) -> String {
        self.language.of_game(self.game(), self.game().side_name(side))
    }

    /// Plays until somebody leaves; goes on with clocks that were saved, if there are any, and with the end of a game that was.
    pub fn run(mut self, clock: Option<StoppedClock>, end: Option<Conclusion>) -> Result<(), PlayError> {
        self.say(
            "Type a move, or `help`; `moves` lists the legal moves in words.",
            "수를 입력하세요. '도움말'은 명령을, '수'는 둘 수 있는 수를 보여 줍니다.",
        )?;
        if let Players::Person(_) = self.players {
            let told = self.who_plays();
            self.console.say(&told)?;
        }
        self.begin();
        self.go_on_with(clock, end);
        loop {
            self.conclude();
            if self.ended.is_none() && self.players == Players::Person(self.game().side_to_move().other()) {
                self.let_engine_move()?;
                continue;
            }
            if self.changed {
                self.draw_board()?;
                self.tell_end()?;
            }
            self.changed = false;
            let Some(line) = self.prompt()? else { return Ok(()) };
            let (mover, plies) = (self.game().side_to_move(), self.game().plies());
            let command = PlayCommand::parse(&line);
            let is_late = self.is_over_by_time(mover)? && command.needs_open_game();
            if !line.is_empty() && !is_late && self.execute(command)? == Flow::Quit {
                return Ok(());
            }
            if self.players == Players::Both && self.game().plies() > plies && self.is_secret() {
                self.hand_over(mover)?;
            } else {
                self.console.remember(&line)?;
            }
        }
    }

    fn begin(&mut self) {
        self.clock = self.control.map(ChessClock::start);
        self.ended = None;
        self.changed = true;
        self.outlook = Outlook::default();
    }

    /// Clocks from a file run on, unless the game was over. Whoever had no time left then has lost.
    fn go_on_with(&mut self, clock: Option<StoppedClock>, end: Option<Conclusion>) {
        if let Some(clock) = clock {
            self.clock = Some(clock.start());
        }
        self.conclude();
        match end {
            Some(end) if self.ended.is_none() => self.finish(end),
            Some(_) => (),
            None if clock.is_some() => self.check_clock(self.game().side_to_move()),
            None => (),
        }
    }

    /// Who plays, and how strongly the engine.
    fn who_plays(&self) -> String {
        let (level, language) = (self.opponent.strength(), self.language);
        let level = if level == Strength::FULL {
            language.pick("at full strength", "최강으로").to_owned()
        } else {
            let told = level.told(language);
            language.pick(format!("at level {told}"), format!("실력 {told}(으)로"))
        };
        match self.players {
            Players::Both => language.pick("Two people play.", "두 사람이 둡니다.").to_owned(),
            Players::Person(side) => {
                let (own, other) = (self.side_name(side), self.side_name(side.other()));
                language.pick(
                    format!("You play {own}; I play {other} {level}."),
                    format!("당신은 {own}, 저는 {other}입니다. 저는 {level} 둡니다."),
                )
            }
        }
    }

    /// The result, with the reason.
    fn tell_end(&mut self) -> Result<(), PlayError> {
        let Some(end) = self.ended else { return Ok(()) };
        self.console.say(&self.paint.bold(&end.told(self.game(), self.language)))?;
        self.say(
            "`new` begins another game, `undo` takes back, `quit` leaves.",
            "'새판'은 새 대국을 시작하고, '무르기'는 되돌리고, '끝'은 나갑니다.",
        )
    }

    /// Whether a side that was asked for something has answered after its time; the result is then told before anything else, and
    /// the board is not shown again.
    fn is_over_by_time(&mut self, side: Side) -> Result<bool, PlayError> {
        if self.ended.is_some() {
            return Ok(false);
        }
        self.check_clock(side);
        let is_over = self.ended.is_some();
        if is_over {
            self.changed = false;
            self.tell_end()?;
        }
        Ok(is_over)
    }

    /// Whether the side to move may not see the last move.
    fn is_secret(&self) -> bool {
        self.game().fen_known_to_mover().is_some()
    }

    /// Two people at one terminal: nothing of what the first has chosen is left for the second to see.
    fn hand_over(&mut self, mover: Side) -> Result<(), PlayError> {
        self.console.wipe()?;
        let (name, other) = (self.side_name(mover), self.side_name(mover.other()));
        self.console.say(&self.language.pick(
            format!("{name} has chosen; it stays secret until {other} has chosen too."),
            format!("{name}: 비밀리에 골랐습니다. {other}도 고른 뒤에 공개됩니다."),
        ))
    }

    /// Notices that the rules have ended the game.
    fn conclude(&mut self) {
        if self.ended.is_none()
            && let Some(outcome) = self.game().outcome()
        {
            self.finish(Conclusion::Rules(outcome));
        }
    }

    fn prompt(&mut self) -> Result<Option<String>, PlayError> {
        let side = self.game().side_to_move();
        let mut words: Vec<String> = COMMANDS.iter().map(|row| word(row, self.language).to_owned()).collect();
        words.extend(self.game().legal_moves());
        self.console.set_words(words);
        let prompt = match (&self.ended, &self.clock) {
            (Some(_), _) => "> ".to_owned(),
            (None, Some(clock)) => {
                let [own, other] = clock.faces(side);
                format!("{} {own}, {} {other}> ", self.side_name(side), self.side_name(side.other()))
            }
            (None, None) => format!("{}> ", self.side_name(side)),
        };
        self.console.ask_privately(&prompt)
    }

    /// Ends the game if the clock of a side has run out.
    fn check_clock(&mut self, side: Side) {
        if self.ended.is_none() && self.clock.as_ref().is_some_and(|clock| clock.left(side).is_none()) {
            self.finish(Conclusion::Time { loser: side });
        }
    }

    /// Ends the game; the clocks stand still.
    fn finish(&mut self, end: Conclusion) {
        let side = self.game().side_to_move();
        if let Some(clock) = &mut self.clock {
            clock.pause(side);
        }
        self.ended = Some(end);
        self.changed = true;
    }

    fn draw_board(&mut self) -> Result<(), PlayError> {
        let game = self.game();
        // A move that is a secret is not shown either.
        let marked = if self.is_secret() { Vec::new() } else { game.last_points() };
        let drawing = game.drawing(&View { flipped: self.flipped, marked });
        let lines = self.paint.lines(&drawing, |text| self.language.of_game(self.game(), text));
        self.console.say("")?;
        lines.iter().try_for_each(|line| self.console.say(line))
    }

    fn let_engine_move(&mut self) -> Result<(), PlayError> {
        let side = self.game().side_to_move();
        let thought = self.opponent.think(self.clock.as_ref())?;
        let Some(best) = thought.best.clone() else { return Err(PlayError::NoMove) };
        self.outlook.note(thought.report.as_ref().map(|report| report.score));
        self.check_clock(side);
        if self.ended.is_some() {
            return Ok(());
        }
        let told = self.in_words(&best);
        self.carry_out(&best).map_err(PlayError::Move)?;
        let name = self.side_name(side);
        if self.is_secret() {
            return match self.language {
                Language::English => {
                    self.console.say(&format!("{name} has chosen; it stays secret until you have chosen too."))
                }
                Language::Korean => {
                    self.console.say(&format!("{name}: 비밀리에 골랐습니다. 당신이 고른 뒤에 공개됩니다."))
                }
            };
        }
        self.console.say(&format!("{name}: {} ({told})", self.paint.bold(&best)))
    }

    /// A legal move in words.
    fn in_words(&self, mv: &str) -> String {
        let all = self.game().moves_in_words();
        let words = all.iter().find(|known| known.text == mv).map_or(mv, |known| &known.words);
        self.language.of_game(self.game(), words)
    }

    fn carry_out(&mut self, text: &str) -> Result<(), MoveError> {
        let side = self.game().side_to_move();
        self.opponent.engine.play(text)?;
        if let Some(clock) = &mut self.clock {
            clock.press(side);
        }
        self.changed = true;
        Ok(())
    }

    fn execute(&mut self, command: PlayCommand) -> Result<Flow, PlayError> {
        match command {
            PlayCommand::Quit => return Ok(Flow::Quit),
            PlayCommand::Help => self.help()?,
            PlayCommand::Board => self.changed = true,
            PlayCommand::Flip => {
                self.flipped = !self.flipped;
                self.changed = true;
            }
            PlayCommand::Moves(filter) => {
                let lines = explain::moves(self.game(), filter.as_deref(), self.language);
                lines.iter().try_for_each(|line| self.console.say(line))?;
            }
            PlayCommand::New => {
                self.opponent.engine.new_game();
                self.opponent.engine.set_position(None, &[])?;
                self.begin();
            }
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Save(path) => self.save(path.as_deref())?,
            PlayCommand::Load(path) => self.load(path.as_deref())?,
            command if self.ended.is_some() && command.needs_open_game() => {
                self.say("The game is over; `new` begins another.", "끝난 대국입니다. '새판'으로 다시 시작합니다.")?;
            }
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Eval => self.evaluate()?,
            PlayCommand::Resign => self.resign(),
            PlayCommand::Draw => self.offer_draw()?,
            PlayCommand::Pass => self.make_move(PASS)?,
            PlayCommand::Move(text) => self.make_move(&text)?,
        }
        Ok(Flow::Continue)
    }

    fn help(&mut self) -> Result<(), PlayError> {
        self.say(
            "A move is written as `moves` shows it; other notations of the game are read too. Commands:",
            "수는 '수' 명령이 보여 주는 대로 씁니다. 다른 기보법도 읽습니다. 명령:",
        )?;
        for (english, korean, about, about_korean) in COMMANDS {
            let (form, about) = self.language.pick((english, about), (korean, about_korean));
            // Hangul takes two columns.
            let columns: usize = form.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum();
            self.console.say(&format!("  {form}{}{about}", " ".repeat(16_usize.saturating_sub(columns))))?;
        }
        Ok(())
    }

    fn make_move(&mut self, text: &str) -> Result<(), PlayError> {
        let text = self.in_lower_case(text);
        if !self.confirm_loss(&text)? {
            return Ok(());
        }
        match self.carry_out(&text) {
            Ok(()) => Ok(()),
            Err(MoveError::Unreadable { .. }) if text == PASS => {
                let there_is_none = self.language.pick("Nobody passes in this game.", "이 게임에는 한수쉼이 없습니다.");
                self.console.say(there_is_none)
            }
            Err(error) => {
                let refusal = self.refusal(&error);
                self.console.say(&refusal)
            }
        }
    }

    /// `H1G3` is `h1g3`, be it legal or not; what is a move with its capitals stays as it is, as `A@h7` in CheDuk.
    fn in_lower_case(&self, text: &str) -> String {
        let lower = text.to_lowercase();
        if !self.game().reads(text) && self.game().reads(&lower) { lower } else { text.to_owned() }
    }

    /// A move by which its own side loses at once, or at the opponent's answer by a rule, as a pass may where points decide, is asked
    /// about; only where somebody can answer.
    fn confirm_loss(&mut self, text: &str) -> Result<bool, PlayError> {
        let (game, language) = (self.game(), self.language);
        let Ok(text) = game.canonical(text) else { return Ok(true) };
        let all = game.moves_in_words();
        let Some(meant) = all.iter().find(|known| known.text == text) else { return Ok(true) };
        let lost = meant.outcome.filter(|outcome| outcome.winner == Some(game.side_to_move().other()));
        let told = match lost.map(|outcome| language.result(game, &outcome)) {
            Some(result) => {
                language.pick(format!("This ends the game: {result}"), format!("이 수로 대국이 끝납니다: {result}"))
            }
            None => match explain::losing_answer(game, &all, meant, language) {
                Some(told) => told,
                None => return Ok(true),
            },
        };
        let question =
            language.pick(format!("{told} Play it? yes or no [no]: "), format!("{told} 둘까요? 네/아니오 [아니오]: "));
        self.confirm(&question)
    }

    /// Asks for yes or no; where nobody can be asked, it is yes.
    fn confirm(&mut self, question: &str) -> Result<bool, PlayError> {
        if !self.console.is_terminal() {
            return Ok(true);
        }
        let mover = self.game().side_to_move();
        let answer = self.console.ask(question)?.unwrap_or_default().to_lowercase();
        if self.is_over_by_time(mover)? {
            return Ok(false);
        }
        Ok(["y", "yes", "네", "예"].contains(&answer.as_str()))
    }

    /// Why a move was refused.
    fn refusal(&self, error: &MoveError) -> String {
        if self.language == Language::English {
            let help = if matches!(error, MoveError::Unreadable { .. }) { ". `help` lists the commands" } else { "" };
            return format!("{}{help}.", one_line(error));
        }
        let text = match error {
            MoveError::Unreadable { text, .. } => {
                format!("'{text}'은(는) 수도 명령도 아닙니다. '도움말'은 명령을, '수'는 둘 수 있는 수를 보여 줍니다.")
            }
            MoveError::Illegal { text, why } => {
                let why = why.to_string();
                format!("'{text}'은(는) 둘 수 없습니다: {}.", self.game().korean(&why).unwrap_or(why))
            }
            MoveError::Ambiguous { text, candidates } => {
                format!("'{text}'은(는) 여러 가지로 읽힙니다: {}.", candidates.join(" 또는 "))
            }
        };
        one_line(&text)
    }

    /// Takes back to where the last own move was made; between people, the last move. An end that is not on the board,
    /// such as a resignation, is taken back alone.
    fn undo(&mut self) -> Result<(), PlayError> {
        if self.ended.is_some() && self.game().outcome().is_none() {
            return self.take_back_end();
        }
        let (fen, moves) = (self.game().start_fen(), self.game().moves());
        let mover = self.game().side_to_move();
        let mut taken_back = false;
        while !taken_back && self.opponent.engine.undo(1) {
            taken_back = match self.players {
                Players::Both => true,
                Players::Person(side) => self.game().side_to_move() == side,
            };
        }
        if !taken_back {
            self.opponent.engine.set_position(Some(&fen), &moves)?;
            return self.say("There is no move of yours to take back.", "무를 수가 없습니다.");
        }
        // The time until now was that of whoever was to move.
        if let Some(clock) = &mut self.clock {
            clock.pause(mover);
            clock.resume();
        }
        self.ended = None;
        self.changed = true;
        Ok(())
    }

    fn take_back_end(&mut self) -> Result<(), PlayError> {
        self.ended = None;
        self.changed = true;
        let side = self.game().side_to_move();
        let Some(clock) = &mut self.clock else { return Ok(()) };
        clock.resume();
        if clock.left(side).is_some_and(|left| !left.is_zero()) {
            return Ok(());
        }
        self.clock = None;
        self.say("Time was over: the game goes on without a clock.", "시간이 다 되었으므로 시계 없이 이어서 둡니다.")
    }

    fn save(&mut self, path: Option<&str>) -> Result<(), PlayError> {
        let Some(path) = path else {
            return self.say("Say where to, as in `save game.txt`.", "파일 이름을 쓰세요. 예: '저장 game.txt'");
        };
        let settings = SavedSettings {
            clock: Some(self.clock.as_ref().map(|clock| clock.stopped(self.game().side_to_move()))),
            players: Some(self.players),
            strength: Some(self.opponent.strength()),
            think: Some(self.opponent.think),
            end: self.ended,
        };
        let said = match saved::save(&self.opponent.engine, &settings, Path::new(path)) {
            Ok(()) => self.language.pick(
                format!("Saved to {path}; `load {path}` goes on with it."),
                format!("{path}에 저장했습니다. '불러오기 {path}'로 이어서 둡니다."),
            ),
            Err(error) => {
                let error = io_error(&error, self.language);
                self.language
                    .pick(format!("Cannot write {path}: {error}."), format!("{path}에 쓸 수 없습니다: {error}."))
            }
        };
        self.console.say(&said)
    }

    fn load(&mut self, path: Option<&str>) -> Result<(), PlayError> {
        let Some(path) = path else {
            return self.say("Say what, as in `load game.txt`.", "파일 이름을 쓰세요. 예: '불러오기 game.txt'");
        };
        match self.load_file(Path::new(path)) {
            Ok(()) => {
                let told = self.who_plays();
                self.console.say(&told)
            }
            Err(error) => {
                let error = one_line(&error.told(self.language));
                let said = self.language.pick(
                    format!("Cannot load {path}: {error}."),
                    format!("{path}을(를) 불러올 수 없습니다: {error}."),
                );
                self.console.say(&said)
            }
        }
    }

    /// The game, who plays it, its clock and its end. Where the file says nothing, all stays as it is, and the clock begins anew.
    fn load_file(&mut self, path: &Path) -> Result<(), LoadError> {
        let saved = SavedGame::read(path)?;
        saved.set_up(&mut self.opponent.engine)?;
        let settings = saved.settings;
        if let Some(strength) = settings.strength {
            self.opponent.set_strength(strength)?;
        }
        if let Some(players) = settings.players {
            self.players = players;
            self.flipped = is_seen_from_above(players);
        }
        self.opponent.think = settings.think.unwrap_or(self.opponent.think);
        if let Some(clock) = settings.clock {
            self.control = clock.map(|clock| clock.control());
        }
        self.begin();
        self.go_on_with(settings.clock.flatten(), settings.end);
        Ok(())
    }

    fn resign(&mut self) {
        let loser = match self.players {
            Players::Person(side) => side,
            Players::Both => self.game().side_to_move(),
        };
        self.finish(Conclusion::Resignation { loser });
    }

    fn offer_draw(&mut self) -> Result<(), PlayError> {
        let agreed = match self.players {
            Players::Both => Some(Agreement::in_game(self.game())),
            Players::Person(side) => self.outlook.answer(self.game(), side.other()),
        };
        let end = match agreed {
            None => return self.say("I decline; I like my chances.", "거절합니다. 아직 승산이 있습니다."),
            Some(Agreement::Draw) => Conclusion::Draw,
            // There are no draws where points decide: the offer is a call for them.
            Some(Agreement::Points(winner)) => {
                if !self.confirm_points(&self.side_name(winner))? {
                    return Ok(());
                }
                Conclusion::Points { winner }
            }
        };
        self.finish(end);
        Ok(())
    }

    /// Whoever offers a draw may not know that there are none; asked only where somebody can answer.
    fn confirm_points(&mut self, winner: &str) -> Result<bool, PlayError> {
        let question = self.language.pick(
            format!("There are no draws here: the points decide, and {winner} would win. Agree? yes or no [no]: "),
            format!("여기서는 무승부가 없습니다. 점수로 가리면 {winner} 승입니다. 동의합니까? 네/아니오 [아니오]: "),
        );
        self.confirm(&question)
    }

    fn hint(&mut self) -> Result<(), PlayError> {
        match self.opponent.consult()?.best {
            None => self.say("There is no move.", "둘 수 있는 수가 없습니다."),
            Some(best) => {
                let told = self.in_words(&best);
                let best = self.paint.bold(&best);
                let said =
                    self.language.pick(format!("I would play {best}: {told}."), format!("저라면 {best}: {told}."));
                self.console.say(&said)
            }
        }
    }

    fn evaluate(&mut self) -> Result<(), PlayError> {
        let thought = self.opponent.consult()?;
        let said = verdict::told(self.game(), &thought, self.language);
        self.console.say(&said)
    }
}

/// Whether the board is turned round, so that the person's pieces are below.
fn is_seen_from_above(players: Players) -> bool {
    players == Players::Person(Side::Lower)
}
