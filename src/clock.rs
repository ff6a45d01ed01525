//! The one clock. A browser's page has none that the standard library knows, so everybody takes it from here.

pub use std::time::Duration;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use web_time::Instant;
