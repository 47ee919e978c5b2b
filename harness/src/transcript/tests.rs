//! Tests of the text format, one file for each of its parts.

mod chunks;
mod errors;
mod lines;
mod matching;
mod patterns;
mod scripts;
mod specification_dialogues;
mod templates;

use super::{Captures, Event, EventKind, Pattern, Script, Speaker, Transcript};

fn parse_transcript(text: &str) -> Transcript {
    Transcript::parse(text.as_bytes()).unwrap()
}

fn parse_script(text: &str) -> Script {
    Script::parse(text.as_bytes()).unwrap()
}

fn event_of_kind(kind: EventKind) -> Event {
    Event { at: None, kind }
}

fn line_event(speaker: Speaker, text: &str) -> Event {
    event_of_kind(EventKind::Line(speaker, text.as_bytes().to_vec()))
}

fn print_events(events: Vec<Event>) -> String {
    String::from_utf8(Transcript { events }.to_bytes()).unwrap()
}

/// Returns the captures of the pattern in the line, with a move syntax for moves such as `b0c2`.
fn match_captures(pattern: &str, line: &str) -> Option<Captures> {
    let pattern = Pattern::parse(pattern.as_bytes()).unwrap();
    pattern.matches(line.as_bytes(), "[a-z][0-9][a-z][0-9]")
}

fn pattern_matches(pattern: &str, line: &str) -> bool {
    match_captures(pattern, line).is_some()
}

fn printed_captures(pattern: &str, line: &str) -> String {
    let captures = match_captures(pattern, line).unwrap();
    let pairs = captures
        .iter()
        .map(|(name, bytes)| format!("{name}={}", String::from_utf8_lossy(bytes)));
    pairs.collect::<Vec<_>>().join(", ")
}
