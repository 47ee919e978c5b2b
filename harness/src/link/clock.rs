//! A stopwatch, which measures durations by the real clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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

/// The date and time in UTC, such as `2026-01-31T23:59:00Z`; `None` if the machine's clock shows a time before 1970.
pub(crate) fn utc_now() -> Option<String> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(format_utc(since.as_secs()))
}

/// Formats the seconds since 1970 as a date and time in UTC.
fn format_utc(seconds: u64) -> String {
    let (mut days, time) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let days_in = |year: u64| if is_leap(year) { 366 } else { 365 };
    while days >= days_in(year) {
        days -= days_in(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hours, minutes, seconds) = (time / 3600, time / 60 % 60, time % 60);
    format!(
        "{year:04}-{month:02}-{:02}T{hours:02}:{minutes:02}:{seconds:02}Z",
        days + 1
    )
}

#[cfg(test)]
mod tests {
    use super::format_utc;

    #[test]
    fn a_time_is_formatted_as_a_date() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
        ] {
            assert_eq!(format_utc(seconds), date);
        }
    }
}
