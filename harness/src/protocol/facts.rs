//! Measured facts of a transcript (`= late 35ms`), as a type: what each name means is known here only.

use std::time::Duration;

use crate::transcript::{Fact, parse_duration};

/// The fact that says that nothing reads the engine's output any more.
pub const UNHEARD: &str = "unheard";

/// A measured fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measured<'a> {
    /// How late the host may have been since the note before; `None` where the system does not tell.
    Late(Option<Duration>),
    /// What stretches every bound of our own.
    Scale(f64),
    /// The output went beyond all bounds: as it was noted.
    Truncated(&'a str),
    /// What the engine's processes hold, in KiB; `None` where the system does not tell.
    Memory(Option<u64>),
    /// The processor time used since the start.
    Cpu(Option<Duration>),
    /// What the engine's processes held just before they were ended for it: as it was noted.
    Rss(&'a str),
    /// Nothing reads the engine's output any more.
    Unheard,
    /// A name that no judge knows.
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
    fn what_cannot_be_read_says_that_nothing_is_known() {
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
    fn a_scale_that_is_none_stretches_nothing() {
        read("scale", "2", Measured::Scale(2.0));
        for odd in ["0", "-1", "1e300", "nan", "inf", "1e-9", "", "2x"] {
            read("scale", odd, Measured::Scale(1.0));
        }
    }
}
