//! Time stamps of logs, and the clock of a log.

use std::time::Duration;

use super::LineProblem;
use crate::message::message;

const MICROS_PER_SECOND: u64 = 1_000_000;
const MICROS_PER_DAY: u64 = 24 * 60 * 60 * MICROS_PER_SECOND;

/// A time stamp at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeStamp {
    origin: TimeStampOrigin,
    micros: u64,
    /// The number of decimals of the seconds.
    decimals: usize,
}

/// The moment from which a time stamp counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimeStampOrigin {
    /// The start of the logging program, or the beginning of the log.
    StartOfLog,
    Midnight,
    /// The time stamp contains a date, and counts from 1 March of the year 0.
    Epoch,
}

/// Parses the time stamp at the beginning of a log line. Returns the time stamp and its length. The time stamp has the
/// form `12:00:01.123`, optionally after a date, or `0.123` for seconds, or `1234` for milliseconds. A time stamp of
/// any form may be in brackets. Returns `None` if the line begins with other text, and an error if the time is out of
/// range.
pub(super) fn parse_leading_time_stamp(
    line: &[u8],
) -> Result<Option<(TimeStamp, usize)>, LineProblem> {
    let mut text = TimeStampParser { line, position: 0 };
    let bracket = text.skip_if_next(b"[");
    let Some(stamp) = text.parse_time_stamp()? else {
        return Ok(None);
    };
    if bracket && !text.skip_if_next(b"]") {
        return Ok(None);
    }
    Ok(Some((stamp, text.position)))
}

/// A line of a log, and the position of the parser in the line.
struct TimeStampParser<'a> {
    line: &'a [u8],
    position: usize,
}

impl<'a> TimeStampParser<'a> {
    fn parse_time_stamp(&mut self) -> Result<Option<TimeStamp>, LineProblem> {
        let digits = self.take_digits();
        match (digits.len(), self.remaining_line()) {
            (4, [b'-', b'0'..=b'9', ..]) => self.parse_date_and_time(digits),
            (1..=2, [b':', b'0'..=b'9', ..]) => self.parse_time_of_day(digits),
            (1.., _) => self.parse_seconds_or_millis(digits).map(Some),
            _ => Ok(None),
        }
    }

    /// Parses milliseconds such as `1234`, or seconds such as `1.234`.
    fn parse_seconds_or_millis(&mut self, digits: &[u8]) -> Result<TimeStamp, LineProblem> {
        let start = self.position - digits.len();
        let wrong = || {
            LineProblem::new(
                start,
                message!("log_time_too_large", "the number is too large for a time"),
            )
        };
        let whole = parse_number(digits).ok_or_else(wrong)?;
        let (unit, part, decimals) = match self.parse_fraction() {
            None => (1000, 0, 3),
            Some((part, digits)) => (MICROS_PER_SECOND, part, digits),
        };
        let micros = whole.checked_mul(unit).ok_or_else(wrong)?;
        Ok(TimeStamp {
            origin: TimeStampOrigin::StartOfLog,
            micros: micros.saturating_add(part),
            decimals,
        })
    }

    /// `12:00:01.123`
    fn parse_time_of_day(&mut self, hours: &[u8]) -> Result<Option<TimeStamp>, LineProblem> {
        let start = self.position - hours.len();
        self.skip_if_next(b":");
        let (minutes, colon, seconds) = (
            self.take_digits(),
            self.skip_if_next(b":"),
            self.take_digits(),
        );
        if !colon || minutes.len() != 2 || seconds.len() != 2 {
            return Ok(None);
        }
        let (part, digits) = self.parse_fraction().unwrap_or_default();
        let [hours, minutes, seconds] =
            [hours, minutes, seconds].map(|it| parse_number(it).unwrap_or(99));
        // The seconds of a time of day can be 60, because of leap seconds.
        if hours > 23 || minutes > 59 || seconds > 60 {
            return Err(LineProblem::new(
                start,
                message!("log_time_of_day", "invalid time of day"),
            ));
        }
        Ok(Some(TimeStamp {
            origin: TimeStampOrigin::Midnight,
            micros: ((hours * 60 + minutes) * 60 + seconds) * MICROS_PER_SECOND + part,
            decimals: digits,
        }))
    }

    /// Parses a date and time such as `2024-11-30 12:00:01.123`. Between date and time there may be a `T` instead of
    /// the space; a time zone may follow the time.
    fn parse_date_and_time(&mut self, year: &[u8]) -> Result<Option<TimeStamp>, LineProblem> {
        let start = self.position - year.len();
        self.skip_if_next(b"-");
        let (month, hyphen, day) = (
            self.take_digits(),
            self.skip_if_next(b"-"),
            self.take_digits(),
        );
        let between = self.skip_if_next(b"T") || self.skip_if_next(b" ");
        let hours = self.take_digits();
        let dated = hyphen && month.len() == 2 && day.len() == 2;
        if !dated || !between || !(1..=2).contains(&hours.len()) {
            return Ok(None);
        }
        let [year, month, day] = [year, month, day].map(|it| parse_number(it).unwrap_or(0));
        let days = days_since_march_of_year_0(year, month, day);
        let days =
            days.ok_or_else(|| LineProblem::new(start, message!("log_date", "invalid date")))?;
        let clock = self.parse_time_of_day(hours)?;
        self.skip_time_zone();
        Ok(clock.map(|it| TimeStamp {
            origin: TimeStampOrigin::Epoch,
            micros: days * MICROS_PER_DAY + it.micros,
            ..it
        }))
    }

    /// Skips a time zone such as `Z`, `+08:00` or `+0800`, which is the same on every line.
    fn skip_time_zone(&mut self) {
        if !self.skip_if_next(b"Z")
            && matches!(self.remaining_line(), [b'+' | b'-', b'0'..=b'9', ..])
        {
            self.position += 1;
            self.take_digits();
            self.skip_if_next(b":");
            self.take_digits();
        }
    }

    /// Parses the fraction of a second, such as `.123` or `,123`. Returns the fraction in microseconds, and its number
    /// of digits.
    fn parse_fraction(&mut self) -> Option<(u64, usize)> {
        if !matches!(self.remaining_line(), [b'.' | b',', b'0'..=b'9', ..]) {
            return None;
        }
        self.position += 1;
        let digits = self.take_digits();
        let padded = digits.iter().copied().chain(std::iter::repeat(b'0'));
        let micros = padded
            .take(6)
            .fold(0, |sum, digit| sum * 10 + digit_value(digit));
        Some((micros, digits.len()))
    }

    fn take_digits(&mut self) -> &'a [u8] {
        let rest = self.remaining_line();
        let length = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        self.position += length;
        rest.get(..length).unwrap_or_default()
    }

    fn skip_if_next(&mut self, text: &[u8]) -> bool {
        let found = self.remaining_line().starts_with(text);
        if found {
            self.position += text.len();
        }
        found
    }

    fn remaining_line(&self) -> &'a [u8] {
        self.line.get(self.position..).unwrap_or_default()
    }
}

fn digit_value(digit: u8) -> u64 {
    u64::from(digit.saturating_sub(b'0'))
}

/// Parses a decimal number of at most 13 digits, so that sums do not overflow.
pub(super) fn parse_number(digits: &[u8]) -> Option<u64> {
    let fits = (1..=13).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    fits.then(|| digits.iter().fold(0, |sum, it| sum * 10 + digit_value(*it)))
}

/// The number of days from 1 March of the year 0 to a date of the Gregorian calendar.
fn days_since_march_of_year_0(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || year == 0 {
        return None;
    }
    // The year is counted from March, so that the leap day is its last day.
    let (year, month) = match month {
        3.. => (year, month - 3),
        _ => (year - 1, month + 9),
    };
    let leap = year / 4 - year / 100 + year / 400;
    Some(year * 365 + leap + (month * 306 + 5) / 10 + day - 1)
}

/// The clock of a log, which counts time stamps from the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct LogClock {
    origin: Option<TimeStampOrigin>,
    first_micros: u64,
    last_micros: u64,
    /// The number of midnights that have passed since the first time stamp.
    midnights_passed: u64,
    /// True if a time stamp had at least [`MIN_DECIMALS`] decimals. Some programs do not write zeros at the end of a
    /// number, so a later time stamp may have fewer decimals.
    is_fine_grained: bool,
}

/// The minimum number of decimals of the seconds in a log whose times are judged. Time stamps with fewer decimals are
/// too coarse to judge a deadline.
const MIN_DECIMALS: usize = 2;

impl LogClock {
    /// True if the time stamps so far are too coarse to judge a deadline.
    pub(super) fn is_coarse(&self) -> bool {
        self.origin.is_some() && !self.is_fine_grained
    }

    /// Returns the time on the log's clock for a time stamp, or `None` if the resolution is too coarse. The returned
    /// times never decrease.
    pub(super) fn advance_to_stamp(
        &mut self,
        stamp: TimeStamp,
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
            .saturating_add(self.midnights_passed.saturating_mul(MICROS_PER_DAY));
        // If a time of day is earlier than the last one by more than half a day, midnight has passed; if it is earlier
        // by less, the logger wrote the lines out of order.
        if stamp.origin == TimeStampOrigin::Midnight
            && now.saturating_add(MICROS_PER_DAY / 2) < self.last_micros
        {
            self.midnights_passed += 1;
            now = now.saturating_add(MICROS_PER_DAY);
        }
        if !begun {
            self.first_micros = now;
        }
        self.last_micros = self.last_micros.max(now);
        let passed = Duration::from_micros(self.last_micros - self.first_micros);
        self.is_fine_grained |= stamp.decimals >= MIN_DECIMALS;
        // The first time stamp is the origin of the clock, so its own decimals do not matter.
        Ok((self.is_fine_grained || passed.is_zero()).then_some(passed))
    }
}
