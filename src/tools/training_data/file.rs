//! A file of games: a header that says how they were played, and games behind it, each in a frame with its checksum.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use fs4::fs_std::FileExt;
use rustc_hash::FxHashSet;

use super::record::{FRAME, LONGEST, TrainingGame, frame};
use super::replay::ReplayError;
use crate::files::AppendFile;

/// What a file of games begins with, and the form of what follows.
const MAGIC: &[u8; 8] = b"JANGGAME";
const VERSION: u16 = 1;

/// Why a file of games cannot be used.
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

/// How the games of a file were played: names and values, none of them with a line break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header(pub Vec<(String, String)>);

impl Header {
    /// The value of that name; empty if there is none.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// As the file begins.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text: String = self.0.iter().map(|(key, value)| format!("{key} {value}\n")).collect();
        [MAGIC.as_slice(), &VERSION.to_le_bytes(), &frame(text.as_bytes())].concat()
    }

    fn from_body(body: &[u8]) -> Option<Header> {
        let pair = |line: &str| line.split_once(' ').map(|(key, value)| (key.to_owned(), value.to_owned()));
        std::str::from_utf8(body).ok()?.lines().map(pair).collect::<Option<_>>().map(Header)
    }

    /// What differs first: the name, the value here and the value there.
    fn difference<'a>(&'a self, other: &'a Header) -> Option<[&'a str; 3]> {
        let keys = self.0.iter().chain(&other.0).map(|(key, _)| key.as_str());
        let mut pairs = keys.map(|key| [key, self.get(key), other.get(key)]);
        pairs.find(|[_, one, another]| one != another)
    }
}

/// What became of an attempt to read a frame.
enum Frame {
    Whole(Vec<u8>),
    /// The file ends here, or so many bytes later in the middle of a frame.
    End(usize),
    Damaged,
}

/// As many bytes as there are, up to the length of the buffer.
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

/// Reads a file of games from its beginning. A last game that is not whole, because it is being written or because
/// something ended in the middle of it, is left out.
pub struct GameReader<R> {
    path: PathBuf,
    input: R,
    header: Header,
    /// Where the next game begins.
    at: u64,
    games: u64,
    torn: usize,
    over: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let fail = |error| DataError::Read { path: path.to_owned(), error };
        // A pipe would be waited for.
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

    /// How the games were played.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of a game that is not whole, once everything before it has been read.
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

/// A file to which games are added.
pub struct GameFile {
    path: PathBuf,
    file: AppendFile,
}

/// What was there when a file was opened to be written.
#[derive(Debug, Default)]
pub struct Resumed {
    /// The numbers of its games.
    pub numbers: FxHashSet<u64>,
    /// Bytes of a game that was not whole, and has been cut off.
    pub torn: usize,
    /// Where the whole damaged file has been copied to.
    pub copy: Option<PathBuf>,
}

impl GameFile {
    /// Begins a file, or goes on with one that was made with the same settings: a last game that is not whole is cut off.
    /// What is damaged stays as it is and is an error, unless `repair` allows to cut it off, with all that follows, after
    /// a copy has been made.
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
        if !file.try_lock_exclusive().map_err(fail)? {
            return Err(DataError::InUse(path.to_owned()));
        }
        let first = header.to_bytes();
        let mut resumed = Resumed::default();
        let mut start = vec![0; first.len()];
        let filled = fill(&mut file, &mut start).map_err(fail)?;
        let length = if filled < first.len() && first.starts_with(&start[..filled]) {
            // Nothing, or a header that was not written to its end.
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

    /// Adds a game, wholly or not at all.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), DataError> {
        self.file.add(game.to_bytes()).map_err(|error| DataError::Write { path: self.path.clone(), error })
    }
}

/// Copies a file to a name beside it that is free.
fn save_copy(path: &Path) -> Result<PathBuf, DataError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".damaged");
    let copy = PathBuf::from(name);
    let fail = |error| DataError::Copy { path: path.to_owned(), copy: copy.clone(), error };
    File::create_new(&copy).map_err(fail)?;
    fs::copy(path, &copy).map_err(|error| {
        // Half a copy is of no use to anybody.
        let _ = fs::remove_file(&copy);
        fail(error)
    })?;
    Ok(copy)
}
