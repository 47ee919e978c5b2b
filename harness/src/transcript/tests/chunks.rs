//! Tests of chunks, and of lines that must be written as chunks.

use super::{Event, EventKind, Speaker, event, line, printed, transcript};

fn chunk(bytes: &[u8]) -> Event {
    event(EventKind::Chunk(Speaker::Engine, bytes.to_vec()))
}

/// Checks that the events are printed as `text`, and that `text` is parsed to the same events.
fn assert_round_trip(events: Vec<Event>, text: &str) {
    assert_eq!(printed(events.clone()), text);
    assert_eq!(transcript(text).events, events);
}

#[test]
fn a_line_with_invisible_characters_is_written_as_a_chunk() {
    assert_round_trip(vec![line(Speaker::Engine, "bye ")], "<| bye \\n\n");
    assert_round_trip(vec![line(Speaker::Engine, " bye")], "<|  bye\\n\n");
    assert_round_trip(vec![line(Speaker::Engine, "bye\r")], "<| bye\\r\\n\n");
    assert_round_trip(
        vec![line(Speaker::Interface, "go\tnow")],
        ">| go\\tnow\\n\n",
    );
    assert_round_trip(
        vec![line(Speaker::Interface, "{\0\\")],
        ">| {\\x00\\\\\\n\n",
    );
}

#[test]
fn a_chunk_stays_a_chunk() {
    assert_round_trip(vec![chunk(b"")], "<|\n");
    assert_round_trip(vec![chunk(b"\n")], "<| \\n\n");
    assert_round_trip(vec![chunk(b"bye")], "<| bye\n");
    assert_round_trip(vec![chunk(b"bye\n")], "<| bye\\n\n");
    assert_round_trip(vec![chunk(b"a \nb\n")], "<| a \\nb\\n\n");
    assert_round_trip(vec![chunk(b" ")], "<| \\x20\n");
    assert_round_trip(vec![chunk(b"  a ")], "<|   a\\x20\n");
}

/// If the chunk ended in `\n`, it would be parsed as a line.
#[test]
fn a_chunk_that_looks_like_an_odd_line_ends_in_hex() {
    assert_round_trip(vec![chunk(b"bye \n")], "<| bye \\x0a\n");
    assert_round_trip(vec![line(Speaker::Engine, "a\nb")], "<| a\\x0ab\\n\n");
}

#[test]
fn standard_error_has_odd_lines_too() {
    let odd = EventKind::Stderr(b"\x1b[31mred\x1b[0m ".to_vec());
    assert_round_trip(vec![event(odd)], "%| \\x1b[31mred\\x1b[0m \\n\n");
    let line = EventKind::Stderr(b"plain".to_vec());
    assert_eq!(transcript("%| plain\\n\n").events, [event(line)]);
}

#[test]
fn bytes_that_are_not_utf8_are_written_in_hex_in_a_chunk() {
    assert_round_trip(vec![chunk(b"\xcf\xf3")], "<| \\xcf\\xf3\n");
    assert_round_trip(vec![chunk("\u{8c61}".as_bytes())], "<| \u{8c61}\n");
}

#[test]
fn all_escapes_are_read() {
    let read = transcript("<| \\n\\r\\t\\0\\xAf\\x0a\\\\x\n").events;
    assert_eq!(read, [chunk(b"\n\r\t\0\xaf\n\\x")]);
}
