//! A file of games: a header with the settings they were played with, then games, each in a frame with its checksum.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::record::{FRAME, LONGEST, TrainingGame, frame};
use super::replay::ReplayError;
use crate::files::{self, AppendFile};

/// Magic number and format version.
const MAGIC: &[u8; 8] = b"JANGGAME";
const VERSION: u16 = 1;

/// Why a file of games cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DataError {
    #[error("cannot read '{path}': {error}")]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write '{path}': {error}")]
    Write { path: PathBuf, error: io::Error },
    #[error("'{0}' is not a file of games, or its beginning is damaged; 'janggun selfplay' makes such files")]
    NotGames(PathBuf),
    #[error("'{path}' has version {found} of the form of games; this program reads version {VERSION}")]
    Version { path: PathBuf, found: u16 },
    #[error(
        "'{path}' is damaged at byte {at}, behind {games} whole games; repeat the command that made it, with --repair, \
         to keep these and play the others again"
    )]
    Damaged { path: PathBuf, at: u64, games: u64 },
    #[error("'{path}', game {number}: {error}")]
    Game { path: PathBuf, number: u64, error: ReplayError },
    #[error(
        "'{path}' holds games with '{key} {old}', not with '{new}'; repeat that to go on with it, or choose another file"
    )]
    Settings { path: PathBuf, key: String, old: String, new: String },
    #[error("'{0}' is being written by another process; choose another file")]
    InUse(PathBuf),
    #[error("'{path}' is damaged, but what is there cannot be saved to '{copy}': {error}")]
    Copy { path: PathBuf, copy: PathBuf, error: io::Error },
}

/// The settings that the games were played with, as keys and values without line breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header(pub Vec<(String, String)>);

impl Header {
    /// The value of a key; empty if there is none.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// The first bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text: String = self.0.iter().map(|(key, value)| format!("{key} {value}\n")).collect();
        [MAGIC.as_slice(), &VERSION.to_le_bytes(), &frame(text.as_bytes())].concat()
    }

    fn from_body(body: &[u8]) -> Option<Header> {
        let pair = |line: &str| line.split_once(' ').map(|(key, value)| (key.to_owned(), value.to_owned()));
        std::str::from_utf8(body).ok()?.lines().map(pair).collect::<Option<_>>().map(Header)
    }

    /// The first key whose values differ, with both values.
    fn difference<'a>(&'a self, other: &'a Header) -> Option<[&'a str; 3]> {
        let keys = self.0.iter().chain(&other.0).map(|(key, _)| key.as_str());
        let mut pairs = keys.map(|key| [key, self.get(key), other.get(key)]);
        pairs.find(|[_, one, another]| one != another)
    }
}

/// The result of reading a frame.
enum Frame {
    Whole(Vec<u8>),
    /// End of the file, or a partial frame of this many bytes.
    End(usize),
    Damaged,
}

/// Reads until the buffer is full or the input ends.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn read_frame(input: &mut impl Read) -> io::Result<Frame> {
    let mut front = [0; FRAME];
    let filled = fill(input, &mut front)?;
    if filled < FRAME {
        return Ok(Frame::End(filled));
    }
    let [length, checksum, own_checksum] = [0, 4, 8].map(|at| {
        let bytes = [front[at], front[at + 1], front[at + 2], front[at + 3]];
        u32::from_le_bytes(bytes)
    });
    let length = length as usize;
    if crc32fast::hash(&front[..8]) != own_checksum || length > LONGEST {
        return Ok(Frame::Damaged);
    }
    let mut body = vec![0; length];
    let filled = fill(input, &mut body)?;
    Ok(match filled {
        filled if filled < length => Frame::End(FRAME + filled),
        _ if crc32fast::hash(&body) == checksum => Frame::Whole(body),
        _ => Frame::Damaged,
    })
}

/// Iterates over the games of a file. A partial last game, which may still be being written, is left out.
pub struct GameReader<R> {
    path: PathBuf,
    input: R,
    header: Header,
    /// Offset of the next frame.
    at: u64,
    games: u64,
    torn: usize,
    over: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let fail = |error| DataError::Read { path: path.to_owned(), error };
        // Opening a named pipe would block.
        if !fs::metadata(path).map_err(fail)?.is_file() {
            return Err(DataError::NotGames(path.to_owned()));
        }
        GameReader::new(path, BufReader::new(File::open(path).map_err(fail)?))
    }
}

impl<R: Read> GameReader<R> {
    fn new(path: &Path, mut input: R) -> Result<Self, DataError> {
        let fail = |error| DataError::Read { path: path.to_owned(), error };
        let not_games = || DataError::NotGames(path.to_owned());
        let mut magic = [0; 10];
        if fill(&mut input, &mut magic).map_err(fail)? < magic.len() || !magic.starts_with(MAGIC) {
            return Err(not_games());
        }
        let found = u16::from_le_bytes([magic[8], magic[9]]);
        if found != VERSION {
            return Err(DataError::Version { path: path.to_owned(), found });
        }
        let Frame::Whole(body) = read_frame(&mut input).map_err(fail)? else { return Err(not_games()) };
        let header = Header::from_body(&body).ok_or_else(not_games)?;
        let at = (magic.len() + FRAME + body.len()) as u64;
        Ok(GameReader { path: path.to_owned(), input, header, at, games: 0, torn: 0, over: false })
    }

    /// The settings that the games were played with.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of a partial game at the end, once everything before has been read.
    pub fn torn(&self) -> usize {
        self.torn
    }

    fn advance(&mut self) -> Result<Option<TrainingGame>, DataError> {
        let frame = read_frame(&mut self.input);
        let body = match frame.map_err(|error| DataError::Read { path: self.path.clone(), error })? {
            Frame::Whole(body) => Some(body),
            Frame::End(torn) => {
                self.torn = torn;
                return Ok(None);
            }
            Frame::Damaged => None,
        };
        let game = body.as_deref().and_then(TrainingGame::from_body);
        let (Some(body), Some(game)) = (body, game) else {
            return Err(DataError::Damaged { path: self.path.clone(), at: self.at, games: self.games });
        };
        self.at += (FRAME + body.len()) as u64;
        self.games += 1;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<TrainingGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let next = self.advance().transpose();
        self.over = !matches!(next, Some(Ok(_)));
        next
    }
}

/// A file to which games are appended.
pub struct GameFile {
    path: PathBuf,
    file: AppendFile,
}

/// What a file held when it was opened for appending.
#[derive(Debug, Default)]
pub struct Resumed {
    /// Numbers of its games.
    pub numbers: FxHashSet<u64>,
    /// Bytes of a partial game, which has been truncated.
    pub torn: usize,
    /// The copy of a damaged file that was made before the repair.
    pub copy: Option<PathBuf>,
}

impl GameFile {
    /// Creates a file, or opens one that was made with the same settings and truncates a partial last game. Damage is
    /// an error, unless `repair` is set: then the file is copied and truncated where the damage begins.
    pub fn open(
        path: &Path,
        header: &Header,
        repair: bool,
        mut see: impl FnMut(&TrainingGame),
    ) -> Result<(GameFile, Resumed), DataError> {
        let fail = |error| DataError::Write { path: path.to_owned(), error };
        if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
            return Err(fail(io::Error::other("it is not a file; name one")));
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(fail)?;
        if !files::lock_while_open(&file).map_err(fail)? {
            return Err(DataError::InUse(path.to_owned()));
        }
        let first = header.to_bytes();
        let mut resumed = Resumed::default();
        let mut start = vec![0; first.len()];
        let filled = fill(&mut file, &mut start).map_err(fail)?;
        let length = if filled < first.len() && first.starts_with(&start[..filled]) {
            // Empty, or only part of a header has been written.
            0
        } else {
            file.rewind().map_err(fail)?;
            let mut reader = GameReader::new(path, BufReader::new(&file))?;
            if let Some([key, old, new]) = reader.header().difference(header) {
                let [key, old, new] = [key, old, new].map(str::to_owned);
                return Err(DataError::Settings { path: path.to_owned(), key, old, new });
            }
            for game in reader.by_ref() {
                match game {
                    Ok(game) => {
                        resumed.numbers.insert(game.number);
                        see(&game);
                    }
                    Err(DataError::Damaged { .. }) if repair => resumed.copy = Some(save_copy(path)?),
                    Err(error) => return Err(error),
                }
            }
            resumed.torn = reader.torn();
            reader.at
        };
        let mut file = AppendFile::after(length, file).map_err(fail)?;
        if length == 0 {
            file.add(&first).map_err(fail)?;
        }
        Ok((GameFile { path: path.to_owned(), file }, resumed))
    }

    /// Appends a game, wholly or not at all.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), DataError> {
        self.file.add(game.to_bytes()).map_err(|error| DataError::Write { path: self.path.clone(), error })
    }
}

/// Copies a damaged file to a new file beside it, `.damaged`.
fn save_copy(path: &Path) -> Result<PathBuf, DataError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".damaged");
    let copy = PathBuf::from(name);
    let fail = |error| DataError::Copy { path: path.to_owned(), copy: copy.clone(), error };
    File::create_new(&copy).map_err(fail)?;
    fs::copy(path, &copy).map_err(|error| {
        // A partial copy would only be in the way.
        let _ = fs::remove_file(&copy);
        fail(error)
    })?;
    Ok(copy)
}
