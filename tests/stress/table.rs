//! What the engine should have before it, according to the library: the variant, the options and the game.

use janggun::engine::{GameSession, Options, open_session};
use std::rc::Rc;

/// A game as it was told to the engine.
pub struct Root {
    pub variant: String,
    options: Options,
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

impl Root {
    /// The game with more moves at its end.
    pub fn after(&self, moves: &[String]) -> Result<Box<dyn GameSession>, String> {
        let mut session = open_session(&self.variant, &self.options).expect("a known variant");
        let all = [&self.moves[..], moves].concat();
        session.set_position(&self.options, self.fen.as_deref(), &all).map_err(|error| error.to_string())?;
        Ok(session)
    }
}

pub struct Table {
    options: Options,
    pub session: Box<dyn GameSession>,
    pub root: Rc<Root>,
}

impl Table {
    pub fn new() -> Table {
        let options = Options::default();
        let session = open_session("janggi", &options).expect("a known variant");
        let root = Rc::new(start(&*session, &options));
        Table { options, session, root }
    }

    /// Sets an option to a value that fits.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) {
        self.options.set(name, value).expect("a value that fits");
        if name == "UCI_Variant" {
            self.session = open_session(value.expect("a variant"), &self.options).expect("a known variant");
            self.root = Rc::new(start(&*self.session, &self.options));
        } else {
            self.session.options_changed(&self.options);
            if self.root.fen.is_none() && self.root.moves.is_empty() {
                self.root = Rc::new(start(&*self.session, &self.options));
            }
        }
    }

    /// Sets up a game, all of it or, if something is wrong with it, nothing; tells which.
    pub fn set_position(&mut self, fen: Option<String>, moves: Vec<String>) -> bool {
        let set = self.session.set_position(&self.options, fen.as_deref(), &moves).is_ok();
        if set {
            let (variant, options) = (self.root.variant.clone(), self.options.clone());
            self.root = Rc::new(Root { variant, options, fen, moves });
        }
        set
    }

    /// The game at the start of the variant, for others to be made of it.
    pub fn fresh(&self) -> Box<dyn GameSession> {
        open_session(&self.root.variant, &self.options).expect("a known variant")
    }

    pub fn options(&self) -> &Options {
        &self.options
    }
}

fn start(session: &dyn GameSession, options: &Options) -> Root {
    Root { variant: session.variant().name.to_owned(), options: options.clone(), fen: None, moves: Vec::new() }
}
