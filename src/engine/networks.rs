//! Which evaluator the options choose: the hand-written one, the network that comes with the program, or one from a file. The choice is made
//! once for each job; from there on, everything is compiled for the evaluator.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use once_cell::sync::Lazy;

use super::options::{Options, name};
use crate::game::{Evaluator, Notation, Settings, Variant};
use crate::games::family::{Family, NetworkVisitor};
use crate::games::registry::{self, Visitor};
use crate::network::{FeatureSet, NetError, Network, NetworkEvaluator, net_file};

/// A net that has been read for a game. Its type depends on the game.
#[derive(Clone)]
pub struct LoadedNetwork {
    /// The first variant of the game.
    game: &'static str,
    name: String,
    net: Arc<dyn Any + Send + Sync>,
}

impl LoadedNetwork {
    /// None if no network evaluates this game.
    fn of<F: Family>(bytes: &[u8]) -> Option<Result<LoadedNetwork, NetError>> {
        F::visit_network(Parse(bytes))
    }

    /// Reads it for whatever game it was made for.
    fn of_any_game(bytes: &[u8]) -> Result<LoadedNetwork, NetError> {
        struct TryGame<'a>(&'a [u8]);
        impl Visitor for TryGame<'_> {
            type Output = Option<Result<LoadedNetwork, NetError>>;
            fn visit<F: Family>(self, _: &'static Variant) -> Self::Output {
                LoadedNetwork::of::<F>(self.0)
            }
        }
        let mut result = Err(NetError::Features);
        for game in registry::GAMES {
            match registry::visit(game.variants[0].name, TryGame(bytes)).flatten() {
                None | Some(Err(NetError::Features)) => (),
                Some(read) => result = read,
            }
        }
        result
    }

    /// What the net is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for LoadedNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.name, self.game)
    }
}

struct Parse<'a>(&'a [u8]);

impl<F: Family> NetworkVisitor<F> for Parse<'_> {
    type Output = Result<LoadedNetwork, NetError>;

    fn visit(self) -> Self::Output
    where
        F::Position: FeatureSet,
    {
        let net = net_file::parse::<F::Position>(self.0)?;
        Ok(LoadedNetwork { game: F::Position::VARIANTS[0].name, name: net.name.clone(), net: Arc::new(net) })
    }
}

/// The nets that come with the program.
static EMBEDDED: Lazy<Vec<LoadedNetwork>> = Lazy::new(|| {
    struct Embedded;
    impl Visitor for Embedded {
        type Output = Option<LoadedNetwork>;
        fn visit<F: Family>(self, _: &'static Variant) -> Self::Output {
            let read = LoadedNetwork::of::<F>(F::NETWORK?)?;
            // A test makes sure of it.
            read.inspect_err(|error| log::error!("the embedded net cannot be used: {error}")).ok()
        }
    }
    let games = registry::GAMES.iter();
    games.filter_map(|game| registry::visit(game.variants[0].name, Embedded).flatten()).collect()
});

/// Something to do with the evaluator that was chosen.
pub trait EvaluatorVisitor<F: Family> {
    /// What a visit gives back.
    type Output;
    /// Called once.
    fn visit<E: Evaluator<F::Position> + Sync>(self, evaluator: E) -> Self::Output;
}

/// What `Use NNUE` and `EvalFile` say.
#[derive(Clone, Debug)]
pub struct Networks {
    enabled: bool,
    /// Used for its own game; the others keep what comes with the program.
    from_file: Option<LoadedNetwork>,
}

impl Default for Networks {
    fn default() -> Networks {
        Networks { enabled: true, from_file: None }
    }
}

impl Networks {
    /// Reads the file that the options name, if they do.
    pub fn of_options(options: &Options) -> Result<Networks, NetError> {
        let mut networks = Networks { enabled: options.is_on(name::USE_NNUE), from_file: None };
        networks.load(options.text(name::EVAL_FILE))?;
        Ok(networks)
    }

    /// `Use NNUE`.
    pub fn enable(&mut self, enabled: bool) {
        self.enabled = enabled;
    }

    /// `EvalFile`; without a path, back to what comes with the program. On an error nothing changes.
    pub fn load(&mut self, path: &str) -> Result<(), NetError> {
        self.from_file = if path.is_empty() { None } else { Some(LoadedNetwork::of_any_game(&read(path)?)?) };
        Ok(())
    }

    /// The net that evaluates this game, if one does.
    pub fn of_game<F: Family>(&self) -> Option<&LoadedNetwork> {
        let fits = |net: &&LoadedNetwork| net.game == F::Position::VARIANTS[0].name;
        let chosen = self.from_file.as_ref().filter(fits).or_else(|| EMBEDDED.iter().find(fits));
        chosen.filter(|_| self.enabled)
    }

    /// Calls the visitor with the evaluator for a game.
    pub fn choose<F: Family, V: EvaluatorVisitor<F>>(&self, settings: &dyn Settings, visitor: V) -> V::Output {
        let hand_written = F::Evaluation::with_settings(settings);
        match self.of_game::<F>() {
            None => visitor.visit(hand_written),
            Some(network) => F::visit_network(UseNetwork { network, hand_written, visitor })
                .expect("a net was read only for a game that networks evaluate"),
        }
    }
}

#[cfg(feature = "native")]
fn read(path: &str) -> Result<Vec<u8>, NetError> {
    net_file::read(std::path::Path::new(path))
}

#[cfg(not(feature = "native"))]
fn read(path: &str) -> Result<Vec<u8>, NetError> {
    Err(NetError::Io { path: path.into(), error: std::io::ErrorKind::Unsupported.into() })
}

struct UseNetwork<'a, F: Family, V> {
    network: &'a LoadedNetwork,
    hand_written: F::Evaluation,
    visitor: V,
}

impl<F: Family, V: EvaluatorVisitor<F>> NetworkVisitor<F> for UseNetwork<'_, F, V> {
    type Output = V::Output;

    fn visit(self) -> Self::Output
    where
        F::Position: FeatureSet,
    {
        let net = self.network.net.clone().downcast::<Network<<F::Position as FeatureSet>::Layer>>();
        let net = net.expect("the net was read for this game");
        self.visitor.visit(NetworkEvaluator::<F::Position, F::Evaluation>::new(net, self.hand_written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nets_that_come_with_the_program_can_be_used() {
        struct HasNet;
        impl Visitor for HasNet {
            type Output = bool;
            fn visit<F: Family>(self, _: &'static Variant) -> bool {
                F::NETWORK.is_some()
            }
        }
        let names = registry::GAMES.iter().map(|game| game.variants[0].name);
        let with_net: Vec<&str> = names.filter(|name| registry::visit(name, HasNet) == Some(true)).collect();
        assert_eq!(EMBEDDED.iter().map(|net| net.game).collect::<Vec<_>>(), with_net);
    }
}
