//! Tests of chunks, and of lines that must be written as chunks.

use super::{Event, EventKind, Speaker, event_of_kind, line_event, parse_transcript, print_events};

fn chunk_event(bytes: &[u8]) -> Event {
    event_of_kind(EventKind::Chunk(Speaker::Engine, bytes.to_vec()))
}

/// Checks that the events are printed as `text`, and that `text` is parsed to the same events.
fn assert_round_trip(events: Vec<Event>, text: &str) {
    assert_eq!(print_events(events.clone()), text);
    assert_eq!(parse_transcript(text).events, events);
}

#[test]
fn a_line_with_invisible_characters_is_written_as_a_chunk() {
    assert_round_trip(vec![line_event(Speaker::Engine, "bye ")], "<| bye \\n\n");
    assert_round_trip(vec![line_event(Speaker::Engine, " bye")], "<|  bye\\n\n");
    assert_round_trip(vec![line_event(Speaker::Engine, "bye\r")], "<| bye\\r\\n\n");
    assert_round_trip(
        vec![line_event(Speaker::Interface, "go\tnow")],
        ">| go\\tnow\\n\n",
    );
    assert_round_trip(
        vec![line_event(Speaker::Interface, "{\0\\")],
        ">| {\\x00\\\\\\n\n",
    );
}

#[test]
fn a_chunk_is_parsed_as_a_chunk() {
    assert_round_trip(vec![chunk_event(b"")], "<|\n");
    assert_round_trip(vec![chunk_event(b"\n")], "<| \\n\n");
    assert_round_trip(vec![chunk_event(b"bye")], "<| bye\n");
    assert_round_trip(vec![chunk_event(b"bye\n")], "<| bye\\n\n");
    assert_round_trip(vec![chunk_event(b"a \nb\n")], "<| a \\nb\\n\n");
    assert_round_trip(vec![chunk_event(b" ")], "<| \\x20\n");
    assert_round_trip(vec![chunk_event(b"  a ")], "<|   a\\x20\n");
}

/// If a chunk is one line that needs escapes, its newline is not written as the escape `\n`,
/// because the parser would read the chunk as a line.
#[test]
fn a_chunk_that_looks_like_an_escaped_line_ends_in_hex() {
    assert_round_trip(vec![chunk_event(b"bye \n")], "<| bye \\x0a\n");
    assert_round_trip(vec![line_event(Speaker::Engine, "a\nb")], "<| a\\x0ab\\n\n");
}

#[test]
fn lines_of_standard_error_are_escaped_too() {
    let odd = EventKind::Stderr(b"\x1b[31mred\x1b[0m ".to_vec());
    assert_round_trip(vec![event_of_kind(odd)], "%| \\x1b[31mred\\x1b[0m \\n\n");
    let line = EventKind::Stderr(b"plain".to_vec());
    assert_eq!(
        parse_transcript("%| plain\\n\n").events,
        [event_of_kind(line)]
    );
}

#[test]
fn bytes_that_are_not_utf8_are_written_in_hex_in_a_chunk() {
    assert_round_trip(vec![chunk_event(b"\xcf\xf3")], "<| \\xcf\\xf3\n");
    assert_round_trip(vec![chunk_event("\u{8c61}".as_bytes())], "<| \u{8c61}\n");
}

#[test]
fn all_escapes_are_parsed() {
    let read = parse_transcript("<| \\n\\r\\t\\0\\xAf\\x0a\\\\x\n").events;
    assert_eq!(read, [chunk_event(b"\n\r\t\0\xaf\n\\x")]);
}
