//! Parses the measured facts of a transcript (`= late 35ms`). Only this file contains the names of the facts.

use std::time::Duration;

use crate::transcript::{Fact, parse_duration};

/// The name of the fact that the engine's output is no longer read.
pub const UNHEARD: &str = "unheard";

/// A measured fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measured<'a> {
    /// The possible lateness of the host since the previous lateness fact, or `None` if the system does not report the
    /// lateness.
    Late(Option<Duration>),
    /// The factor for all limits that ponderhit sets.
    Scale(f64),
    /// The size limit that the output exceeded, as it was recorded.
    Truncated(&'a str),
    /// The memory of the engine's processes in KiB, or `None` if the system does not report the memory.
    Memory(Option<u64>),
    /// The processor time since the start of the engine.
    Cpu(Option<Duration>),
    /// The memory use for which the engine's processes were killed, as it was recorded.
    Rss(&'a str),
    /// The engine's output is no longer read.
    Unheard,
    /// A fact with an unrecognized name.
    Other,
}

impl Measured<'_> {
    pub(super) fn read(fact: &Fact) -> Measured<'_> {
        let value = fact.value.as_str();
        match fact.name.as_str() {
            "late" => Measured::Late(parse_duration(value)),
            "scale" => {
                let scale = value.parse().ok();
                let scale = scale.filter(|it| (1e-3..=1e6).contains(it));
                Measured::Scale(scale.unwrap_or(1.0))
            }
            "truncated" => Measured::Truncated(value),
            "memory" => {
                let kib = value.strip_suffix(" KiB");
                Measured::Memory(kib.and_then(|it| it.parse().ok()))
            }
            "cpu" => Measured::Cpu(parse_duration(value)),
            "rss" => Measured::Rss(value),
            UNHEARD => Measured::Unheard,
            _ => Measured::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str, expected: Measured<'_>) {
        let fact = Fact {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(Measured::read(&fact), expected, "{name} {value}");
    }

    #[test]
    fn an_unreadable_value_is_unknown() {
        read(
            "late",
            "35ms",
            Measured::Late(Some(Duration::from_millis(35))),
        );
        read("late", "unknown", Measured::Late(None));
        read("memory", "14200 KiB", Measured::Memory(Some(14200)));
        read("memory", "unknown", Measured::Memory(None));
        read("cpu", "much", Measured::Cpu(None));
        read("unheard", "", Measured::Unheard);
        read("color", "red", Measured::Other);
    }

    #[test]
    fn an_invalid_scale_is_one() {
        read("scale", "2", Measured::Scale(2.0));
        for value in ["0", "-1", "1e300", "nan", "inf", "1e-9", "", "2x"] {
            read("scale", value, Measured::Scale(1.0));
        }
    }
}
