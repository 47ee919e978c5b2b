//! Parses the measured facts of a transcript (`= late 35ms`). Only this file contains the names of the facts.

use std::time::Duration;

use crate::transcript::{Fact, parse_duration};

/// The name of the fact `= unheard`: from this line of a transcript on, the engine's output is no longer read.
pub const OUTPUT_UNREAD_FACT: &str = "unheard";

/// The name of the fact `= clock 0ms`: the time that is left on the engine's clock. A log has this fact if its times end
/// with the clock, so that later times are unknown.
pub(crate) const CLOCK_LEFT_FACT: &str = "clock";

/// The name of the fact `= file PATH TEXT`: a file that the harness wrote for the engine.
pub(crate) const WRITTEN_FILE_FACT: &str = "file";

/// A measured fact of a transcript (`= NAME VALUE`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MeasuredFact<'a> {
    /// The possible lateness of the host since the previous `= late`, or `None` if the system does
    /// not report the lateness.
    HostLateness(Option<Duration>),
    /// The factor for all time limits that ponderhit sets.
    TimeoutScale(f64),
    /// The size limit that the engine's output exceeded, as the transcript writes it.
    ExceededLimit(&'a str),
    /// The memory of the engine's processes in KiB, or `None` if the system does not report the memory.
    Memory(Option<u64>),
    /// The processor time since the start of the engine.
    Cpu(Option<Duration>),
    /// The engine's processes used too much memory and were killed. The value is the memory use as the transcript
    /// writes it.
    ResidentMemory(&'a str),
    /// A file that the harness wrote for the engine: its path and its text, which is one line.
    WrittenFile(&'a str, &'a str),
    /// The time that is left on the engine's clock when the interface sends a `stop`.
    ClockLeft(Duration),
    /// The engine's output is no longer read.
    OutputUnread,
    /// The transcript contains no later lines of the engine's standard error.
    StderrTruncated,
    /// A fact with an unrecognized name.
    UnknownFact,
}

impl MeasuredFact<'_> {
    pub(super) fn from_fact(fact: &Fact) -> MeasuredFact<'_> {
        let value = fact.value.as_str();
        match fact.name.as_str() {
            "late" => MeasuredFact::HostLateness(parse_duration(value)),
            "scale" => {
                let scale = value.parse().ok();
                let scale = scale.filter(|it| (1e-3..=1e6).contains(it));
                MeasuredFact::TimeoutScale(scale.unwrap_or(1.0))
            }
            "truncated" => MeasuredFact::ExceededLimit(value),
            "memory" => {
                let kib = value.strip_suffix(" KiB");
                MeasuredFact::Memory(kib.and_then(|it| it.parse().ok()))
            }
            "cpu" => MeasuredFact::Cpu(parse_duration(value)),
            CLOCK_LEFT_FACT => {
                parse_duration(value).map_or(MeasuredFact::UnknownFact, MeasuredFact::ClockLeft)
            }
            WRITTEN_FILE_FACT => value
                .split_once(' ')
                .map_or(MeasuredFact::UnknownFact, |(path, text)| {
                    MeasuredFact::WrittenFile(path, text)
                }),
            "rss" => MeasuredFact::ResidentMemory(value),
            OUTPUT_UNREAD_FACT => MeasuredFact::OutputUnread,
            "stderr_truncated" => MeasuredFact::StderrTruncated,
            _ => MeasuredFact::UnknownFact,
        }
    }
}

/// Returns whether the fact says that the host was late, or that its lateness is unknown.
pub(crate) fn is_lateness(fact: &Fact) -> bool {
    matches!(MeasuredFact::from_fact(fact), MeasuredFact::HostLateness(_))
}

/// If the fact says that the engine's output exceeded a size limit, returns this limit.
pub(crate) fn exceeded_limit(fact: &Fact) -> Option<&str> {
    match MeasuredFact::from_fact(fact) {
        MeasuredFact::ExceededLimit(size) => Some(size),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_parsed(name: &str, value: &str, expected: MeasuredFact<'_>) {
        let fact = Fact {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(MeasuredFact::from_fact(&fact), expected, "{name} {value}");
    }

    #[test]
    fn an_unreadable_value_is_parsed_as_unknown() {
        assert_parsed(
            "late",
            "35ms",
            MeasuredFact::HostLateness(Some(Duration::from_millis(35))),
        );
        assert_parsed("late", "unknown", MeasuredFact::HostLateness(None));
        assert_parsed("memory", "14200 KiB", MeasuredFact::Memory(Some(14200)));
        assert_parsed("memory", "unknown", MeasuredFact::Memory(None));
        assert_parsed("cpu", "much", MeasuredFact::Cpu(None));
        assert_parsed("clock", "0ms", MeasuredFact::ClockLeft(Duration::ZERO));
        assert_parsed(
            "file",
            "/tmp/a (;SZ[9] )",
            MeasuredFact::WrittenFile("/tmp/a", "(;SZ[9] )"),
        );
        assert_parsed("file", "/tmp/a", MeasuredFact::UnknownFact);
        assert_parsed("clock", "late", MeasuredFact::UnknownFact);
        assert_parsed("unheard", "", MeasuredFact::OutputUnread);
        assert_parsed("color", "red", MeasuredFact::UnknownFact);
    }

    #[test]
    fn an_invalid_timeout_scale_is_parsed_as_1() {
        assert_parsed("scale", "2", MeasuredFact::TimeoutScale(2.0));
        for value in ["0", "-1", "1e300", "nan", "inf", "1e-9", "", "2x"] {
            assert_parsed("scale", value, MeasuredFact::TimeoutScale(1.0));
        }
    }
}
