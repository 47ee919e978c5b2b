//! Time stamps of logs, and the clock of a log.

use std::time::Duration;

use super::LineProblem;
use crate::message::message;

const SECOND: u64 = 1_000_000;
const DAY: u64 = 24 * 60 * 60 * SECOND;

/// A time stamp at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    origin: Since,
    micros: u64,
    /// Whether the resolution is a millisecond or better; coarser time stamps are ignored.
    fine: bool,
}

/// The moment from which a time stamp counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    /// The start of the program or of the log.
    StartOfLog,
    Midnight,
    /// A date long ago.
    Epoch,
}

/// Parses the time stamp at the beginning of a log line. Returns the time stamp and its length. The
/// forms are `12:00:01.123`, optionally after a date, `0.123` for seconds, and `1234` for
/// milliseconds, each optionally in brackets. Returns `None` for any other text, and a problem if
/// the time is out of range.
pub(super) fn leading(line: &[u8]) -> Result<Option<(Stamp, usize)>, LineProblem> {
    let mut text = Text { line, at: 0 };
    let bracket = text.take(b"[");
    let Some(stamp) = text.stamp()? else {
        return Ok(None);
    };
    if bracket && !text.take(b"]") {
        return Ok(None);
    }
    Ok(Some((stamp, text.at)))
}

/// A line of a log, and the position of the parser in the line.
struct Text<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Text<'a> {
    fn stamp(&mut self) -> Result<Option<Stamp>, LineProblem> {
        let digits = self.digits();
        match (digits.len(), self.rest()) {
            (4, [b'-', b'0'..=b'9', ..]) => self.date(digits),
            (1..=2, [b':', b'0'..=b'9', ..]) => self.clock(digits),
            (1.., _) => self.number(digits).map(Some),
            _ => Ok(None),
        }
    }

    /// `1234` or `1.234`
    fn number(&mut self, digits: &[u8]) -> Result<Stamp, LineProblem> {
        let start = self.at - digits.len();
        let wrong = || {
            LineProblem::new(
                start,
                message!("log_time_too_large", "the number is too large for a time"),
            )
        };
        let whole = number(digits).ok_or_else(wrong)?;
        let (unit, part, fine) = match self.fraction() {
            None => (1000, 0, true),
            Some((part, digits)) => (SECOND, part, digits >= 3),
        };
        let micros = whole.checked_mul(unit).ok_or_else(wrong)?;
        Ok(Stamp {
            origin: Since::StartOfLog,
            micros: micros.saturating_add(part),
            fine,
        })
    }

    /// `12:00:01.123`
    fn clock(&mut self, hours: &[u8]) -> Result<Option<Stamp>, LineProblem> {
        let start = self.at - hours.len();
        self.take(b":");
        let (minutes, colon, seconds) = (self.digits(), self.take(b":"), self.digits());
        if !colon || minutes.len() != 2 || seconds.len() != 2 {
            return Ok(None);
        }
        let (part, digits) = self.fraction().unwrap_or_default();
        let [hours, minutes, seconds] =
            [hours, minutes, seconds].map(|it| number(it).unwrap_or(99));
        // A leap second has the number 60.
        if hours > 23 || minutes > 59 || seconds > 60 {
            return Err(LineProblem::new(
                start,
                message!("log_time_of_day", "invalid time of day"),
            ));
        }
        Ok(Some(Stamp {
            origin: Since::Midnight,
            micros: ((hours * 60 + minutes) * 60 + seconds) * SECOND + part,
            fine: digits >= 3,
        }))
    }

    /// Parses a date and time such as `2024-11-30 12:00:01.123`. A `T` may replace the space, and a time zone may
    /// follow.
    fn date(&mut self, year: &[u8]) -> Result<Option<Stamp>, LineProblem> {
        let start = self.at - year.len();
        self.take(b"-");
        let (month, hyphen, day) = (self.digits(), self.take(b"-"), self.digits());
        let between = self.take(b"T") || self.take(b" ");
        let hours = self.digits();
        let dated = hyphen && month.len() == 2 && day.len() == 2;
        if !dated || !between || !(1..=2).contains(&hours.len()) {
            return Ok(None);
        }
        let [year, month, day] = [year, month, day].map(|it| number(it).unwrap_or(0));
        let days = days(year, month, day);
        let days =
            days.ok_or_else(|| LineProblem::new(start, message!("log_date", "invalid date")))?;
        let clock = self.clock(hours)?;
        self.zone();
        Ok(clock.map(|it| Stamp {
            origin: Since::Epoch,
            micros: days * DAY + it.micros,
            ..it
        }))
    }

    /// Skips a time zone such as `Z`, `+08:00` or `+0800`, which is the same on every line.
    fn zone(&mut self) {
        if !self.take(b"Z") && matches!(self.rest(), [b'+' | b'-', b'0'..=b'9', ..]) {
            self.at += 1;
            self.digits();
            self.take(b":");
            self.digits();
        }
    }

    /// Parses `.123` or `,123`. Returns the microseconds, and the number of digits.
    fn fraction(&mut self) -> Option<(u64, usize)> {
        if !matches!(self.rest(), [b'.' | b',', b'0'..=b'9', ..]) {
            return None;
        }
        self.at += 1;
        let digits = self.digits();
        let padded = digits.iter().copied().chain(std::iter::repeat(b'0'));
        let micros = padded.take(6).fold(0, |sum, digit| sum * 10 + value(digit));
        Some((micros, digits.len()))
    }

    fn digits(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn take(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn rest(&self) -> &'a [u8] {
        self.line.get(self.at..).unwrap_or_default()
    }
}

fn value(digit: u8) -> u64 {
    u64::from(digit.saturating_sub(b'0'))
}

/// Parses a decimal number of at most 13 digits, so that sums do not overflow.
pub(super) fn number(digits: &[u8]) -> Option<u64> {
    let fits = (1..=13).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    fits.then(|| digits.iter().fold(0, |sum, it| sum * 10 + value(*it)))
}

/// The number of days from 1 March of the year 0 to a date of the Gregorian calendar.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || year == 0 {
        return None;
    }
    // If the year starts in March, the leap day is its last day.
    let (year, month) = match month {
        3.. => (year, month - 3),
        _ => (year - 1, month + 9),
    };
    let leap = year / 4 - year / 100 + year / 400;
    Some(year * 365 + leap + (month * 306 + 5) / 10 + day - 1)
}

/// The clock of a log, which counts time stamps from the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    origin: Option<Since>,
    first_micros: u64,
    last_micros: u64,
    /// The number of midnights that have passed since the first time stamp.
    midnights_passed: u64,
}

impl Clock {
    /// Returns the time of a time stamp, which never decreases; `None` if the resolution is too
    /// coarse.
    pub(super) fn advance_to_stamp(
        &mut self,
        stamp: Stamp,
    ) -> Result<Option<Duration>, LineProblem> {
        let begun = self.origin.is_some();
        if *self.origin.get_or_insert(stamp.origin) != stamp.origin {
            let message = message!(
                "log_time_format_differs",
                "the time has another format than the earlier times"
            );
            return Err(LineProblem::new(0, message));
        }
        let mut now = stamp
            .micros
            .saturating_add(self.midnights_passed.saturating_mul(DAY));
        // A smaller step back in time is not midnight: the logger wrote the lines in another order.
        if stamp.origin == Since::Midnight && now.saturating_add(DAY / 2) < self.last_micros {
            self.midnights_passed += 1;
            now = now.saturating_add(DAY);
        }
        if !begun {
            self.first_micros = now;
        }
        self.last_micros = self.last_micros.max(now);
        let passed = Duration::from_micros(self.last_micros - self.first_micros);
        Ok(stamp.fine.then_some(passed))
    }
}
