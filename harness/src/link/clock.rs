//! A stopwatch, which measures durations by the real clock.

use std::time::{Duration, Instant};

/// Measures the time since the stopwatch was started.
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
