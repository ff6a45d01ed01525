//! A network as a file.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `JANGGNET` |
//! | 4 | version of this format |
//! | 4 | CRC-32 of everything behind it |
//! | 4 | CRC-32 of the description of the features, which names the game |
//! | 4 each | inputs, width of the first layer, heads, centipawns of an output of 1.0 |
//! | 2 each | weights of the first layer, input by input; its biases |
//! | | for each head: the weights for the side to move and for its opponent (2 bytes each), the bias (4 bytes) |
//!
//! Numbers are little-endian.

#[cfg(feature = "native")]
use std::path::Path;
use std::path::PathBuf;

use super::features::FeatureSet;
use super::layer::Layer;
use super::net::{Head, Network};

const MAGIC: &[u8; 8] = b"JANGGNET";
const VERSION: u32 = 1;
/// What the checksum does not cover.
const PREFIX: usize = 16;
const HEADER: usize = PREFIX + 20;
/// A larger file is no net of any game here.
#[cfg(feature = "native")]
const LARGEST: u64 = 64 << 20;

/// Why a net cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NetError {
    #[error("cannot read the network '{path}': {error}; give EvalFile the path of a network, or nothing for the one that comes with the program", path = .path.display())]
    Io { path: PathBuf, error: std::io::Error },
    #[error("'{path}' is not a network of Janggun; make one with 'janggun train'", path = .0.display())]
    Foreign(PathBuf),
    #[error("the network has format {found}, this version reads {VERSION}; train it anew with 'janggun train'")]
    Version { found: u32 },
    #[error("the network is damaged or incomplete; get it again")]
    Damaged,
    #[error(
        "the network is for another game, or for other features than this version's; train one with 'janggun train'"
    )]
    Features,
    #[error("the weights of the network could overflow; train it anew with 'janggun train'")]
    Overflow,
}

/// Reads numbers from the front of a slice.
struct Unread<'a>(&'a [u8]);

impl<'a> Unread<'a> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], NetError> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(NetError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    fn u32(&mut self) -> Result<u32, NetError> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn layer<L: Layer>(&mut self) -> Result<L, NetError> {
        let mut layer = L::default();
        for value in layer.values_mut() {
            *value = i16::from_le_bytes(self.bytes()?);
        }
        Ok(layer)
    }
}

fn put<L: Layer>(bytes: &mut Vec<u8>, layer: &L) {
    layer.values().iter().for_each(|value| bytes.extend(value.to_le_bytes()));
}

/// The name of a net with this checksum.
fn name_of(checksum: u32) -> String {
    format!("{checksum:08x}")
}

fn sizes<G: FeatureSet>() -> [u32; 4] {
    let description = crc32fast::hash(G::DESCRIPTION.as_bytes());
    [description, G::INPUTS as u32, G::Layer::WIDTH as u32, G::HEADS as u32]
}

/// Reads a net for this game.
pub fn parse<G: FeatureSet>(bytes: &[u8]) -> Result<Network<G::Layer>, NetError> {
    let mut unread = Unread(bytes);
    if &unread.bytes::<8>()? != MAGIC {
        return Err(NetError::Damaged);
    }
    let found = unread.u32()?;
    if found != VERSION {
        return Err(NetError::Version { found });
    }
    let checksum = unread.u32()?;
    if crc32fast::hash(unread.0) != checksum {
        return Err(NetError::Damaged);
    }
    for expected in sizes::<G>() {
        if unread.u32()? != expected {
            return Err(NetError::Features);
        }
    }
    let spread = i32::try_from(unread.u32()?).ok().filter(|spread| (1..=10_000).contains(spread));
    let spread = spread.ok_or(NetError::Overflow)?;
    let rows = (0..G::INPUTS).map(|_| unread.layer()).collect::<Result<_, _>>()?;
    let biases = unread.layer()?;
    let heads = (0..G::HEADS).map(|_| {
        let (own, opponent) = (unread.layer()?, unread.layer()?);
        Ok(Head { own, opponent, bias: i32::from_le_bytes(unread.bytes()?) })
    });
    let heads = heads.collect::<Result<_, NetError>>()?;
    if !unread.0.is_empty() {
        return Err(NetError::Damaged);
    }
    let network = Network { name: name_of(checksum), spread, rows, biases, heads };
    network.check_bounds(G::MOST_ACTIVE)?;
    Ok(network)
}

/// The net as bytes, and the name that these give it.
pub fn to_bytes<G: FeatureSet>(network: &Network<G::Layer>) -> (Vec<u8>, String) {
    let mut bytes = Vec::with_capacity(HEADER + 2 * G::Layer::WIDTH * (G::INPUTS + 1 + 2 * G::HEADS));
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 4]);
    sizes::<G>().iter().for_each(|size| bytes.extend(size.to_le_bytes()));
    bytes.extend((network.spread as u32).to_le_bytes());
    network.rows.iter().for_each(|row| put(&mut bytes, row));
    put(&mut bytes, &network.biases);
    for head in &network.heads {
        put(&mut bytes, &head.own);
        put(&mut bytes, &head.opponent);
        bytes.extend(head.bias.to_le_bytes());
    }
    let checksum = crc32fast::hash(&bytes[PREFIX..]);
    bytes[PREFIX - 4..PREFIX].copy_from_slice(&checksum.to_le_bytes());
    (bytes, name_of(checksum))
}

/// Reads a file; what it holds is looked at when a game wants it.
#[cfg(feature = "native")]
pub fn read(path: &Path) -> Result<Vec<u8>, NetError> {
    let fail = |error| NetError::Io { path: path.to_owned(), error };
    // Looked at before it is opened: opening a pipe waits for somebody who writes to it.
    let metadata = std::fs::metadata(path).map_err(fail)?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err(NetError::Foreign(path.to_owned()));
    }
    let bytes = std::fs::read(path).map_err(fail)?;
    if bytes.starts_with(MAGIC) { Ok(bytes) } else { Err(NetError::Foreign(path.to_owned())) }
}
