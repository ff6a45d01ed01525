//! A PGN file that several runs may write at the same time, such as the shards of one tournament.
//!
//! The file is never replaced, because another run may have it open. A writer holds a lock for the duration of one
//! append (on Windows, a lock also keeps others from reading) and appends after the last complete game. A run that is
//! killed while it writes leaves an incomplete game, and the operating system releases its lock; the next writer
//! truncates the file to the last complete game. No game is lost by that: each was written to the record first, and a
//! resumed run appends the games of its record that the file lacks.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::pgn::{event, game_text};
use super::record::{GameRecord, RecordHeader};
use crate::files::FileLock;
use crate::lines::{read_line, without_mark};

#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PgnError {
    #[error("cannot write '{path}': {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("'{0}' holds something else than games of this tournament; move it away, or choose another file for --pgn")]
    Other(PathBuf),
    #[error(
        "'{path}' already holds game {game}, which this run plays as well; move the file away, or give each run a \
         --shard of its own and the --record that it began with"
    )]
    Played { path: PathBuf, game: u64 },
}

pub struct PgnFile {
    path: PathBuf,
    header: RecordHeader,
    file: Arc<File>,
    /// None for a pipe or a device, which is write-only.
    known: Option<KnownGames>,
}

/// What the file held when it was last read.
#[derive(Default)]
struct KnownGames {
    /// The numbers of this tournament's games.
    games: HashSet<u64>,
    /// Where the last complete game ends.
    end: u64,
}

impl PgnFile {
    /// Opens the file and appends the recorded games that it lacks. `is_due` tells which games this run will play.
    pub fn open<'a>(
        path: &Path,
        header: &RecordHeader,
        recorded: impl Iterator<Item = &'a GameRecord>,
        is_due: impl Fn(u64) -> bool,
    ) -> Result<PgnFile, PgnError> {
        let io = |error| PgnError::Io { path: path.to_owned(), error };
        let is_file = path.metadata().map_or(true, |old| old.is_file());
        let mut options = OpenOptions::new();
        let file = options.read(is_file).write(true).create(is_file).truncate(false).open(path).map_err(io)?;
        let known = is_file.then(KnownGames::default);
        let mut pgn = PgnFile { path: path.to_owned(), header: header.clone(), file: Arc::new(file), known };
        if !is_file {
            pgn.append(&(mark(header) + "\n\n"))?;
        }
        pgn.exclusively(|pgn| {
            if let Some(&game) = pgn.known.iter().flat_map(|known| &known.games).find(|&&game| is_due(game)) {
                return Err(PgnError::Played { path: path.to_owned(), game });
            }
            for game in recorded {
                if !pgn.holds(game.game) {
                    pgn.append_game(game)?;
                }
            }
            Ok(())
        })?;
        Ok(pgn)
    }

    pub fn add(&mut self, game: &GameRecord) -> Result<(), PgnError> {
        self.exclusively(|pgn| {
            if pgn.holds(game.game) {
                return Err(PgnError::Played { path: pgn.path.clone(), game: game.game });
            }
            pgn.append_game(game)
        })
    }

    fn holds(&self, game: u64) -> bool {
        self.known.as_ref().is_some_and(|known| known.games.contains(&game))
    }

    /// Runs `work` with the lock held and the file read up to its end.
    fn exclusively(&mut self, work: impl FnOnce(&mut PgnFile) -> Result<(), PgnError>) -> Result<(), PgnError> {
        if self.known.is_none() {
            return work(self);
        }
        let path = self.path.clone();
        let io = |error| PgnError::Io { path: path.clone(), error };
        let file = self.file.clone();
        let _lock = FileLock::acquire(&file).map_err(io)?;
        self.catch_up()?;
        work(self)
    }

    /// Reads what other runs have appended, and truncates an incomplete game at the end.
    fn catch_up(&mut self) -> Result<(), PgnError> {
        let io = |error| PgnError::Io { path: self.path.clone(), error };
        let Some(known) = &mut self.known else { return Ok(()) };
        let length = self.file.metadata().map_err(io)?.len();
        if length < known.end {
            // Somebody has truncated the file.
            *known = KnownGames::default();
        }
        let mark = mark(&self.header) + "\n\n";
        if known.end == 0 {
            if !begins_with(&self.file, &mark, length).map_err(io)? {
                return Err(PgnError::Other(self.path.clone()));
            }
            if length < mark.len() as u64 {
                self.file.set_len(0).map_err(io)?;
                return self.append(&mark);
            }
        }
        known.read_on(&self.file).map_err(io)?;
        if known.end < length {
            let mut rest = vec![0; (length - known.end).min(1 << 10) as usize];
            let mut file = &*self.file;
            file.seek(SeekFrom::Start(known.end)).and_then(|_| file.read_exact(&mut rest)).map_err(io)?;
            let game = format!("[Event \"{}\"]\n", event(&self.header));
            if !rest.starts_with(game.as_bytes()) && !game.as_bytes().starts_with(&rest) {
                return Err(PgnError::Other(self.path.clone()));
            }
            self.file.set_len(known.end).map_err(io)?;
        }
        Ok(())
    }

    fn append_game(&mut self, game: &GameRecord) -> Result<(), PgnError> {
        self.append(&game_text(&self.header, game))?;
        if let Some(known) = &mut self.known {
            known.games.insert(game.game);
        }
        Ok(())
    }

    /// Appends after the last complete game, completely or not at all.
    fn append(&mut self, text: &str) -> Result<(), PgnError> {
        let mut file = &*self.file;
        let written = match &mut self.known {
            None => file.write_all(text.as_bytes()),
            Some(known) => {
                let written = file
                    .seek(SeekFrom::Start(known.end))
                    .and_then(|_| file.write_all(text.as_bytes()))
                    .inspect_err(|_| {
                        // If this fails too, the next writer truncates.
                        let _ = file.set_len(known.end);
                    });
                known.end += if written.is_ok() { text.len() as u64 } else { 0 };
                written
            }
        };
        written.map_err(|error| PgnError::Io { path: self.path.clone(), error })
    }
}

/// The first line. PGN readers skip lines that begin with `%`.
fn mark(header: &RecordHeader) -> String {
    format!("% {}", event(header))
}

/// Whether the file begins with the line `mark`, or is a part of it that a killed run has left.
fn begins_with(mut file: &File, mark: &str, length: u64) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    if length < mark.len() as u64 {
        let mut text = Vec::new();
        file.take(length).read_to_end(&mut text)?;
        return Ok(mark.as_bytes().starts_with(&text));
    }
    let first = read_line(&mut BufReader::new(file))?;
    Ok(first.is_some_and(|line| line.is_ok_and(|line| line == mark.trim_end().as_bytes())))
}

fn tag<'a>(line: &'a [u8], name: &str) -> Option<&'a str> {
    let line = str::from_utf8(line).ok()?;
    line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"")?.strip_suffix("\"]")
}

impl KnownGames {
    /// Reads on after the last complete game. A game is a section of tags and a section of moves that ends with the
    /// result, each followed by an empty line; lines that begin with `%` may stand between games.
    fn read_on(&mut self, mut file: &File) -> io::Result<()> {
        file.seek(SeekFrom::Start(self.end))?;
        let mut reader = BufReader::new(file);
        let (mut number, mut result, mut last) = (None, None, Vec::new());
        while let Some(line) = read_line(&mut reader)? {
            // Too long for a line of ours, but not empty.
            let line = line.unwrap_or_else(|_| b"?".to_vec());
            if !line.is_empty() {
                number = tag(&line, "GameNumber").and_then(|number| number.parse::<u64>().ok()).or(number);
                result = tag(&line, "Result").map(str::to_owned).or(result);
                last = line;
                continue;
            }
            let is_tag = last.starts_with(b"[");
            let last_word = last.rsplit(u8::is_ascii_whitespace).next();
            let is_end = !is_tag && result.as_ref().is_some_and(|result| last_word == Some(result.as_bytes()));
            let is_between = result.is_none() && (last.is_empty() || without_mark(&last).starts_with(b"%"));
            if is_end || is_between {
                self.end = reader.stream_position()?;
                self.games.extend(number.take());
                (result, last) = (None, Vec::new());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::game::GameResult;
    use crate::tournament::end_reason::EndReason;
    use crate::tournament::record::MoveRecord;
    use crate::tournament::schedule::{OpeningOrder, TournamentFormat};
    use crate::tournament::settings::{MatchSettings, OpeningBook};

    fn header() -> RecordHeader {
        RecordHeader::new(&MatchSettings {
            variant: "janggi".to_owned(),
            rules: Vec::new(),
            engines: Vec::new(),
            format: TournamentFormat::Gauntlet,
            openings: OpeningBook::new(Vec::new(), OpeningOrder::Sequential, 0, 1).1,
            resign: None,
            draw: None,
            max_plies: 100,
            margin: 0,
        })
    }

    fn game(number: u64) -> GameRecord {
        let mv = MoveRecord { text: "a1a2".to_owned(), score: None, depth: None, seldepth: None, nodes: None, time: 1 };
        GameRecord {
            game: number,
            round: 1,
            first: "A \"1-0\"\n\n1-0".to_owned(),
            second: "B".to_owned(),
            first_side: 'w',
            fen: "9/9 w".to_owned(),
            opening: Vec::new(),
            options: Default::default(),
            moves: vec![mv; number as usize % 4],
            result: if number.is_multiple_of(3) { GameResult::Draw } else { GameResult::FirstWins },
            reason: EndReason::Crash,
            detail: number.is_multiple_of(5).then(|| "ended\r\n\n1-0\n\n{instead}".to_owned()),
            ended: 0,
        }
    }

    /// Removed on drop.
    struct TempFile(PathBuf);

    impl TempFile {
        fn new(name: &str) -> TempFile {
            let path = std::env::temp_dir().join(format!("janggun-{name}-{}.pgn", std::process::id()));
            let _ = std::fs::remove_file(&path);
            TempFile(path)
        }

        fn open(&self, recorded: &[GameRecord], due: &[u64]) -> Result<PgnFile, PgnError> {
            PgnFile::open(&self.0, &header(), recorded.iter(), |game| due.contains(&game))
        }

        fn text(&self) -> String {
            std::fs::read_to_string(&self.0).expect("a file")
        }

        fn write(&self, text: &str) {
            std::fs::write(&self.0, text).expect("a file");
        }
    }

    impl Drop for TempFile {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn whole(numbers: impl IntoIterator<Item = u64>) -> String {
        let games = numbers.into_iter().map(|number| game_text(&header(), &game(number)));
        mark(&header()) + "\n\n" + &games.collect::<String>()
    }

    #[test]
    fn several_may_write_at_once() {
        const WRITERS: u64 = 4;
        const GAMES: u64 = 50;
        let file = TempFile::new("several");
        thread::scope(|scope| {
            for writer in 0..WRITERS {
                let file = &file;
                scope.spawn(move || {
                    let mine = || (0..GAMES).map(|number| number * WRITERS + writer + 1);
                    let mut pgn = file.open(&[], &mine().collect::<Vec<_>>()).expect("a file");
                    mine().for_each(|number| pgn.add(&game(number)).expect("room on the disk"));
                });
            }
        });
        let pgn = file.open(&[], &[]).expect("a file");
        let known = pgn.known.expect("a file");
        assert_eq!(known.games, (1..=WRITERS * GAMES).collect());
        assert_eq!((known.end, file.text().len()), (file.text().len() as u64, whole(1..=WRITERS * GAMES).len()));
    }

    #[test]
    fn a_game_that_was_cut_short_is_cut_off_by_whoever_writes_next() {
        let file = TempFile::new("torn");
        let mut other = file.open(&[], &[2]).expect("a file");
        let torn = game_text(&header(), &game(5));
        for cut in 1..torn.len() {
            file.write(&(whole([1]) + &torn[..cut]));
            other.add(&game(2)).expect("room on the disk");
            assert_eq!(file.text(), whole([1, 2]), "{cut}");
            other.known = Some(KnownGames::default());
        }
        // As after a kill: recorded games are appended, the games of others stay.
        file.write(&(whole([1, 2]) + &torn[..100]));
        file.open(&[game(1), game(5)], &[7]).expect("a file");
        assert_eq!(file.text(), whole([1, 2, 5]));
        for cut in 0..whole([]).len() {
            file.write(&whole([])[..cut]);
            file.open(&[game(1)], &[]).expect("a file");
            assert_eq!(file.text(), whole([1]), "{cut}");
        }
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let file = TempFile::new("other");
        for text in ["[Event \"x\"]\n", "% janggun match 0123456789abcdef\n\n", &(whole([1]) + "my notes")] {
            file.write(text);
            assert!(matches!(file.open(&[], &[2]), Err(PgnError::Other(_))), "{text}");
            assert_eq!(file.text(), text);
        }
        // Games that somebody has added by hand stay.
        let foreign = whole([1]) + "[Event \"x\"]\n[Result \"*\"]\n\n1. a1a2 *\n\n";
        file.write(&foreign);
        file.open(&[], &[2]).expect("a file").add(&game(2)).expect("room on the disk");
        assert_eq!(file.text(), foreign + &game_text(&header(), &game(2)));
    }

    #[test]
    fn no_game_is_written_twice() {
        let file = TempFile::new("twice");
        file.write(&whole([1, 2]));
        assert!(matches!(file.open(&[game(1)], &[2, 3]), Err(PgnError::Played { game: 2, .. })));
        let mut pgn = file.open(&[], &[3]).expect("a file");
        file.write(&whole([1, 2, 3]));
        assert!(matches!(pgn.add(&game(3)), Err(PgnError::Played { game: 3, .. })));
        assert_eq!(file.text(), whole([1, 2, 3]));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_only_written_to() {
        let mut file = PgnFile::open(Path::new("/dev/null"), &header(), [game(1)].iter(), |_| true).expect("a device");
        file.add(&game(1)).and_then(|()| file.add(&game(1))).expect("it takes everything");
    }
}
