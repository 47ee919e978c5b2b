//! Generates transcripts from random bytes: lines and partial lines of both sides, timestamps,
//! silences, measurements, and ends of the process.

use std::time::Duration;

use arbitrary::{Result, Unstructured};

use crate::{
    protocol,
    transcript::{Event, EventKind, Fact, MAX_DURATION, SessionEnd, Speaker, Transcript},
};

/// The maximal number of events in a generated transcript.
const MAX_EVENTS: usize = 400;

/// Durations and numbers at and beyond the limits of the transcript format.
const FACT_VALUES: &[&str] = &[
    "0s",
    "1us",
    "900ms",
    "10s",
    "1000000000s",
    "1000000001s",
    "99999999999999999999s",
    "18446744073709551615s",
    "307445734561825860min",
    "1e308s",
    "unknown",
    "",
    "2",
    "1e6",
    "1e300",
    "1e-300",
    "nan",
    "inf",
    "-1",
    "0",
    "14200 KiB",
    "18446744073709551615 KiB",
    "99999999999999999999 KiB",
    "16 MiB",
];

const FACT_NAMES: &[&str] = &[
    "late",
    "scale",
    "memory",
    "cpu",
    "rss",
    "truncated",
    "stderr_truncated",
    "unheard",
    "unread",
    "other",
];

/// Generates a transcript, with or without timestamps. Timestamps never decrease, because the
/// parser rejects transcripts with decreasing timestamps.
pub(super) fn generate_transcript(u: &mut Unstructured<'_>) -> Result<Transcript> {
    let stamped = u.ratio(3, 4)?;
    // Most of the generated transcripts begin with a handshake, because rules judge little without a handshake.
    let mut transcript = Transcript::default();
    let mut now = Duration::ZERO;
    if u.ratio(3, 4)? {
        let at = stamped.then_some(now);
        let mut openings = protocol::ALL_PROTOCOLS
            .iter()
            .map(|it| it.sample_lines().first_command_and_responses);
        if let Some((command, responses)) = openings.find(|it| !it.0.is_empty()) {
            transcript.push(at, line_event(Speaker::Interface, command));
            for response in responses {
                transcript.push(at, line_event(Speaker::Engine, response));
            }
        }
    }
    while transcript.events.len() < MAX_EVENTS && !u.is_empty() {
        now = now.saturating_add(generate_time_step(u)?).min(MAX_DURATION);
        let kind = generate_event_kind(u)?;
        let ends = matches!(kind, EventKind::End(_));
        let at = (stamped && u.ratio(9, 10)?).then_some(now);
        // Some events are repeated, so that the transcripts also test the judge with long
        // repetitions.
        let times = if u.ratio(1, 16)? {
            u.int_in_range(1..=60)?
        } else {
            1
        };
        let times = if ends { 1 } else { times };
        for _ in 0..times {
            transcript.events.push(Event {
                at,
                kind: kind.clone(),
            });
        }
        if ends {
            break;
        }
    }
    Ok(transcript)
}

/// Generates the time between two events.
fn generate_time_step(u: &mut Unstructured<'_>) -> Result<Duration> {
    Ok(match u.int_in_range(0..=9)? {
        0..=4 => Duration::from_micros(u.int_in_range(0..=2000)?),
        5..=6 => Duration::from_millis(u.int_in_range(0..=3000)?),
        7..=8 => Duration::from_secs(u.int_in_range(0..=100)?),
        _ => Duration::from_secs(u.int_in_range(0..=u64::MAX)?),
    })
}

fn generate_event_kind(u: &mut Unstructured<'_>) -> Result<EventKind> {
    let speaker = match u.arbitrary()? {
        true => Speaker::Interface,
        false => Speaker::Engine,
    };
    let text = generate_line(u, speaker)?;
    Ok(match u.int_in_range(0..=31)? {
        0..=19 => EventKind::Line(speaker, text),
        20..=21 => EventKind::Chunk(speaker, text),
        22..=23 => EventKind::Chunk(speaker, [text, b"\n".to_vec()].concat()),
        24 => EventKind::Stderr(text),
        25..=26 => EventKind::Silence(generate_time_step(u)?.min(MAX_DURATION)),
        27..=29 => EventKind::Fact(Fact {
            name: (*u.choose(FACT_NAMES)?).to_owned(),
            value: (*u.choose(FACT_VALUES)?).to_owned(),
        }),
        30 => EventKind::InputClosed,
        _ => EventKind::End(match u.int_in_range(0..=7)? {
            0 => SessionEnd::Exit(0),
            1 => SessionEnd::Exit(i32::MIN),
            2 => SessionEnd::Signal("SIGSEGV".to_owned()),
            3 => SessionEnd::Signal("SIGPIPE".to_owned()),
            4 => SessionEnd::Eof,
            5..=6 => SessionEnd::Killed,
            _ => SessionEnd::Cut,
        }),
    })
}

/// Generates a sample line of a protocol, or a mutation of a sample line.
fn generate_line(u: &mut Unstructured<'_>, speaker: Speaker) -> Result<Vec<u8>> {
    let samples = protocol::ALL_PROTOCOLS.iter().map(|it| it.sample_lines());
    let known: Vec<&str> = match speaker {
        Speaker::Interface => samples.flat_map(|it| it.commands).copied().collect(),
        Speaker::Engine => samples.flat_map(|it| it.responses).copied().collect(),
    };
    let mut text = u.choose(&known)?.as_bytes().to_vec();
    match u.int_in_range(0..=15)? {
        0 => text.truncate(u.choose_index(text.len() + 1)?),
        1 => {
            let at = u.choose_index(text.len() + 1)?;
            text.insert(at, u.arbitrary::<u8>()?);
        }
        2 => {
            let other = u.choose(&known)?.as_bytes();
            text.extend_from_slice(b" ");
            text.extend_from_slice(other);
        }
        3 => text.clear(),
        _ => (),
    }
    Ok(text)
}

fn line_event(speaker: Speaker, text: &str) -> EventKind {
    EventKind::Line(speaker, text.as_bytes().to_vec())
}
