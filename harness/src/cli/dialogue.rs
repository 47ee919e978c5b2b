//! Prints the conversation of a session while it is played.

use std::io::Write as _;

use crate::{
    readable::readable_text,
    report::{
        inert_text::sanitize_line,
        text::{TextStyle, style_text},
    },
    session::EventListener,
    transcript::{Event, EventKind, Speaker},
};

/// The maximum width of a line that is printed.
const MAX_SHOWN_BYTES: usize = 4096;

/// Returns a listener that prints every event to standard output.
pub(super) fn dialogue_printer() -> EventListener {
    EventListener::new(print_event)
}

fn print_event(event: &Event) {
    let mut line = Vec::new();
    event.write_to(&mut line);
    line.truncate(MAX_SHOWN_BYTES);
    let text = sanitize_line(&readable_text(line.trim_ascii_end()));
    let text = match &event.kind {
        EventKind::Line(Speaker::Interface, _) | EventKind::Chunk(Speaker::Interface, _) => {
            style_text(TextStyle::Emphasis, &text)
        }
        EventKind::Line(Speaker::Engine, _) | EventKind::Chunk(Speaker::Engine, _) => text,
        _ => style_text(TextStyle::Unimportant, &text),
    };
    // Write errors are ignored, so that the session still ends the engine properly if standard output is closed.
    let mut out = anstream::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
