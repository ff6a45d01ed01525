//! Networks that evaluate positions: an efficiently updatable neural network (NNUE), generic over games.
//!
//! A game lists its inputs in a [`FeatureSet`]. Each side has its view of the board, and both views go through the same first layer into
//! an accumulator each; squared clipped values (SCReLU) of both, the side to move first, go into one of several heads.
//!
//! | where | what |
//! |---|---|
//! | `features.rs` | what a game tells a network of its positions |
//! | `layer.rs` | a row of the first layer, an accumulator |
//! | `kernel.rs` | the arithmetic, compiled for several processors and chosen at run time |
//! | `net.rs` | weights of a net, quantised; what may not overflow |
//! | `net_file.rs` | the net as a file |
//! | `evaluator.rs` | the evaluator: accumulators that know which board they belong to |

pub mod evaluator;
pub mod features;
mod kernel;
pub mod layer;
pub mod net;
pub mod net_file;

pub use evaluator::NetworkEvaluator;
pub use features::{Changes, FeatureSet};
pub use kernel::Kernel;
pub use layer::{Layer, Neurons};
pub use net::Network;
pub use net_file::NetError;
