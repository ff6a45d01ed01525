//! Why there is no game, in English and in Korean.

use std::fmt;
use std::io;

use super::particles;
use super::saved::LoadError;
use crate::engine::EngineError;
use crate::game::MoveError;
use crate::games::{Language, registry};
use crate::records::RecordFormat;

/// Why there is no game, in English.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlayError {
    #[error("there is no side '{asked}'; choose {known}, first, second, random or both")]
    Side { asked: String, known: String, korean: String },
    #[error("there is no level '{0}'; choose a number from 0 to 20, or low, middle, high or full")]
    Level(String),
    #[error("'{0}' is no clock; write minutes, above 0, and seconds for each move, as in 10+5, or none")]
    Clock(String),
    #[error("'{0}' is no time to think; expected seconds from 0.001 to 86400")]
    Think(String),
    #[error("this game has no set-up to choose; leave --setup out")]
    NoSetup,
    #[error("there is no set-up '{asked}'; it takes {known}")]
    Setup { asked: String, known: String, korean: String },
    #[error("cannot load the game: {0}")]
    Load(#[from] LoadError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the engine found no move; begin again with the game as it was saved")]
    NoMove,
    #[error("the engine's own move was refused: {0}")]
    Move(MoveError),
    #[error("cannot read the terminal: {0}")]
    Terminal(String),
    #[error("cannot read or write: {0}")]
    Io(#[from] io::Error),
}

impl PlayError {
    pub(super) fn terminal(error: impl fmt::Display) -> PlayError {
        PlayError::Terminal(error.to_string())
    }

    /// In a language.
    pub(super) fn told(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => self.in_korean(),
        }
    }

    /// In Korean. What the engine says of a position or an option stays English, as the protocol has it.
    fn in_korean(&self) -> String {
        match self {
            PlayError::Side { asked, korean, .. } => {
                format!("'{asked}'(이)라는 편은 없습니다. {korean}, 선, 후, 무작위, 둘이서 중에서 고르세요")
            }
            PlayError::Level(asked) => {
                format!("'{asked}'(이)라는 실력은 없습니다. 0부터 20까지의 수나 하, 중, 상, 최강 중에서 고르세요")
            }
            PlayError::Clock(asked) => {
                format!("'{asked}'은(는) 시계가 아닙니다. 10+5처럼 0보다 큰 분과 한 수당 초를 쓰거나 없음이라고 쓰세요")
            }
            PlayError::Think(asked) => {
                format!("'{asked}'은(는) 생각할 시간이 아닙니다. 0.001부터 86400까지의 초를 쓰세요")
            }
            PlayError::NoSetup => "이 게임에는 고를 상차림이 없습니다. --setup을 빼세요".to_owned(),
            PlayError::Setup { asked, korean, .. } => {
                format!("'{asked}'(이)라는 상차림은 없습니다. {korean} 중에서 고르세요")
            }
            PlayError::Load(error) => format!("대국을 불러올 수 없습니다: {}", error.told(Language::Korean)),
            PlayError::Engine(EngineError::Variant { name }) => {
                let title = |game: &registry::Description, name: &str| {
                    format!("{name} ({})", Language::Korean.title(game, name).replace(" (", ", ").replace(')', ""))
                };
                let games = registry::GAMES.iter();
                let known: Vec<String> =
                    games.flat_map(|game| game.variants.iter().map(|variant| title(game, variant.name))).collect();
                format!("'{name}'(이)라는 게임은 없습니다. 다음 중에서 고르세요: {}", known.join("; "))
            }
            PlayError::Engine(error) => format!("엔진이 거절했습니다: {error}"),
            PlayError::NoMove => "엔진이 둘 수를 찾지 못했습니다. 저장한 대국으로 다시 시작하세요".to_owned(),
            PlayError::Move(error) => format!("엔진이 둔 수가 거절되었습니다: {error}"),
            PlayError::Terminal(error) => format!("터미널을 읽을 수 없습니다: {error}"),
            PlayError::Io(error) => format!("읽거나 쓸 수 없습니다: {}", io_error(error, Language::Korean)),
        }
    }
}

impl LoadError {
    /// In a language. What a line says wrongly stays English in part, as the protocol has it.
    pub fn told(&self, language: Language) -> String {
        if language == Language::English {
            return self.to_string();
        }
        match self {
            LoadError::Io(error) => io_error(error, language),
            LoadError::Record => {
                let forms = RecordFormat::names().join(", ");
                format!(
                    "기보 파일({forms})입니다. '저장'으로 만든 파일만 이어서 둘 수 있습니다. 기보는 `janggun review`로 살펴보고 `janggun convert`로 다른 형식으로 바꿉니다"
                )
            }
            LoadError::NotText => "UTF-8로 된 글이 아닙니다".to_owned(),
            LoadError::Line { line, error } => format!("{line}번째 줄이 잘못되었습니다: {error}"),
            LoadError::Foreign { line } => format!("{line}번째 줄은 'setoption'도 'position'도 아닙니다"),
            LoadError::NoPosition => "'position'으로 시작하는 줄이 없습니다".to_owned(),
            LoadError::Setting { line, key, expected } => {
                format!("{line}번째 줄을 알 수 없습니다. 바른 꼴: '{}'", LoadError::setting_form(key, expected))
            }
            LoadError::Clock { line } => {
                format!("{line}번째 줄은 시계가 아닙니다. 바른 꼴: {}", LoadError::clock_forms(" 또는 "))
            }
            LoadError::Refused(error) => format!("엔진이 거절했습니다: {error}"),
        }
    }
}

/// What the system says of a file; in Korean for what happens often.
pub fn io_error(error: &io::Error, language: Language) -> String {
    use io::ErrorKind::{
        AlreadyExists, IsADirectory, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem, StorageFull,
    };
    let korean = match error.kind() {
        NotFound => "그런 파일이나 폴더가 없습니다",
        PermissionDenied => "권한이 없습니다",
        IsADirectory => "파일이 아니라 폴더입니다",
        NotADirectory => "경로에 폴더가 아닌 것이 있습니다",
        AlreadyExists => "저장한 대국이 아닌 파일이 이미 있습니다. 다른 이름을 쓰세요",
        StorageFull => "디스크에 자리가 없습니다",
        ReadOnlyFilesystem => "쓸 수 없는 디스크입니다",
        _ => return error.to_string(),
    };
    language.pick(error.to_string(), korean.to_owned())
}

/// Why there is no game, in the language of whoever wanted one.
#[derive(Debug)]
pub struct PlayFailure {
    /// Why.
    pub error: PlayError,
    /// In which language it is told.
    pub language: Language,
}

impl fmt::Display for PlayFailure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&particles::settle(&self.error.told(self.language)))
    }
}

impl std::error::Error for PlayFailure {}
