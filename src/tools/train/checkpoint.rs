//! The state of a training run as a file, from which an interrupted run goes on.

use std::path::{Path, PathBuf};

use super::optimiser::AdamW;
use super::{EpochLoss, TrainError};
use crate::files;

const MAGIC: &[u8; 8] = b"JANGGCKP";

/// All that the next epoch depends on.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Of arguments and data; a run goes on only with the same.
    pub fingerprint: u32,
    /// The parameters after the last epoch.
    pub parameters: Vec<f32>,
    /// Those with the lowest validation loss.
    pub best: Vec<f32>,
    pub optimiser: AdamW,
    /// One for each epoch that is done.
    pub losses: Vec<EpochLoss>,
}

/// Beside the net.
pub fn path_of(out: &Path) -> PathBuf {
    let mut path = out.as_os_str().to_owned();
    path.push(".checkpoint");
    path.into()
}

impl Checkpoint {
    fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend(self.fingerprint.to_le_bytes());
        body.extend((self.parameters.len() as u32).to_le_bytes());
        body.extend(self.optimiser.steps.to_le_bytes());
        body.extend((self.losses.len() as u32).to_le_bytes());
        for loss in &self.losses {
            [loss.training, loss.validation].iter().for_each(|loss| body.extend(loss.to_le_bytes()));
        }
        let [first, second] = &self.optimiser.moments;
        for list in [&self.parameters, &self.best, first, second] {
            list.iter().for_each(|value| body.extend(value.to_le_bytes()));
        }
        [MAGIC.as_slice(), &crc32fast::hash(&body).to_le_bytes(), &body].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Checkpoint> {
        let body = bytes.strip_prefix(MAGIC)?;
        let (checksum, mut body) = body.split_first_chunk::<4>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return None;
        }
        fn take<const N: usize>(body: &mut &[u8]) -> Option<[u8; N]> {
            let (first, rest) = body.split_first_chunk::<N>()?;
            *body = rest;
            Some(*first)
        }
        let fingerprint = u32::from_le_bytes(take(&mut body)?);
        let count = u32::from_le_bytes(take(&mut body)?);
        let steps = u64::from_le_bytes(take(&mut body)?);
        let epochs = u32::from_le_bytes(take(&mut body)?);
        let mut losses = Vec::new();
        for _ in 0..epochs {
            let [training, validation] = [take(&mut body)?, take(&mut body)?].map(f64::from_le_bytes);
            losses.push(EpochLoss { training, validation });
        }
        let mut list = || (0..count).map(|_| take(&mut body).map(f32::from_le_bytes)).collect::<Option<Vec<f32>>>();
        let (parameters, best, first, second) = (list()?, list()?, list()?, list()?);
        let optimiser = AdamW { moments: [first, second], steps };
        Some(Checkpoint { fingerprint, parameters, best, optimiser, losses })
    }

    /// Replaces the file; if that fails, the old one stays.
    pub fn write(&self, path: &Path) -> Result<(), TrainError> {
        files::replace(path, &self.to_bytes()).map_err(|error| TrainError::Write { path: path.to_owned(), error })
    }

    /// The state of an earlier run, if there is one.
    pub fn read(path: &Path, fingerprint: u32, parameters: usize) -> Result<Option<Checkpoint>, TrainError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TrainError::Read { path: path.to_owned(), error }),
        };
        let found = Checkpoint::from_bytes(&bytes).filter(|found| found.parameters.len() == parameters);
        match found {
            None => Err(TrainError::DamagedCheckpoint(path.to_owned())),
            Some(found) if found.fingerprint != fingerprint => Err(TrainError::OtherRun(path.to_owned())),
            found => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written_or_not_at_all() {
        let checkpoint = Checkpoint {
            fingerprint: 7,
            parameters: vec![1.0, -2.5],
            best: vec![0.0, 3.0],
            optimiser: AdamW { moments: [vec![0.1, 0.2], vec![0.3, 0.4]], steps: 9 },
            losses: vec![EpochLoss { training: 0.5, validation: 0.25 }],
        };
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Some(checkpoint));
        for cut in 0..bytes.len() {
            assert_eq!(Checkpoint::from_bytes(&bytes[..cut]), None);
            let mut damaged = bytes.clone();
            damaged[cut] ^= 1;
            assert_eq!(Checkpoint::from_bytes(&damaged), None);
        }
    }
}
