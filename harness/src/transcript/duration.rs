//! Parses and writes durations such as `50ms`, `1.5s`, `10m` and `1h`. A duration is a whole number of microseconds and
//! is never rounded. Options, directives, faults, scripts and recorded measurements use the same syntax of durations.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use crate::message::{Message, message};
use std::{io::Write as _, time::Duration};

/// The number of microseconds in each unit; the largest unit is last.
const MICROS_PER_UNIT: &[(&str, u128)] = &[
    ("us", 1),
    ("ms", 1_000),
    ("s", 1_000_000),
    ("min", 60_000_000),
    ("m", 60_000_000),
    ("h", 3_600_000_000),
];

/// The maximum for a duration and for a time stamp, which is about thirty years. The maximum of each duration prevents
/// an overflow when durations are added.
pub const MAX_DURATION: Duration = Duration::from_secs(1_000_000_000);

/// The error message for a text that is not a duration.
pub(crate) const DURATION_EXPECTED: Message = message!(
    "duration_expected",
    "expected a duration such as 50ms, 1.5s, 10m or 1h"
);

/// Parses a duration such as `200us`, `50ms`, `1.5s`, `10m`, `10min` or `1h`. Returns `None` for a text in any other
/// form, for a fraction of a microsecond, and for a duration above [`MAX_DURATION`].
pub fn parse_duration(text: &str) -> Option<Duration> {
    let unit = text.find(|it: char| it.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at_checked(unit)?;
    let (_, micros) = MICROS_PER_UNIT.iter().find(|(name, _)| *name == unit)?;
    match number.split_once('.') {
        Some((_, "")) => None,
        Some((whole, part)) => duration_from_decimal(whole, part, *micros),
        None => duration_from_decimal(number, "", *micros),
    }
}

/// Computes `whole.part` times `micros` microseconds, where `whole` and `part` are decimal digits.
/// Returns `None` if the product is not a whole number or is too large.
pub(super) fn duration_from_decimal(whole: &str, part: &str, micros: u128) -> Option<Duration> {
    let part = part.trim_end_matches('0');
    let ten = 10_u128.checked_pow(u32::try_from(part.len()).ok()?)?;
    let scaled = parse_digits(part)?.checked_mul(micros)?;
    if whole.is_empty() || scaled % ten != 0 {
        return None;
    }
    let micros = parse_digits(whole)?
        .checked_mul(micros)?
        .checked_add(scaled / ten)?;
    let seconds = u64::try_from(micros / 1_000_000).ok()?;
    let rest = u32::try_from(micros % 1_000_000).ok()?;
    Some(Duration::new(seconds, rest * 1000)).filter(|it| *it <= MAX_DURATION)
}

/// Writes the duration in the largest unit (`s`, `ms` or `us`) that needs no decimals.
pub(super) fn write_duration(time: Duration, out: &mut Vec<u8>) {
    let micros = time.as_micros();
    let fitting = |(_, size): &&(&str, u128)| *size <= 1_000_000 && micros.is_multiple_of(*size);
    if let Some((unit, size)) = MICROS_PER_UNIT.iter().rev().find(fitting) {
        // Writing to a vector cannot fail.
        let _ = write!(out, "{}{unit}", micros / size);
    }
}

fn parse_digits(text: &str) -> Option<u128> {
    let value = |sum: u128, digit: char| {
        let digit = digit.to_digit(10)?;
        sum.checked_mul(10)?.checked_add(digit.into())
    };
    text.chars().try_fold(0, value)
}
