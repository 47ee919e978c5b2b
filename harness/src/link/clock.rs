//! The real clock, to measure durations.

use std::time::{Duration, Instant};

/// Measures the time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the link owns the clock")]
    pub fn start() -> Stopwatch {
        Stopwatch {
            started: Instant::now(),
        }
    }

    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
