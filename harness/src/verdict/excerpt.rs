//! The lines of a transcript around a violation, without control characters.

use std::ops::Range;

use crate::{
    readable::printable_text,
    rule::Culprit,
    transcript::{Event, EventKind, Speaker, Transcript},
};

/// The number of events that are shown before and after the event that violates a rule.
const EVENTS_BEFORE_CULPRIT: usize = 3;
const EVENTS_AFTER_CULPRIT: usize = 2;

/// The number of lines before the first event of a transcript: there is only the line `@protocol`.
const HEADER_LINE_COUNT: usize = 1;

/// The lines around the event that violates a rule (the culprit).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Excerpt {
    pub lines: Vec<ExcerptLine>,
    /// The index of the culprit in `lines`.
    pub culprit_index: usize,
    /// The columns of the culprit line that are underlined.
    pub culprit_columns: Range<usize>,
}

/// A printable line of a transcript.
#[derive(Clone, Debug, PartialEq)]
pub struct ExcerptLine {
    /// Seconds since the start of the session.
    pub stamp: Option<f64>,
    /// The line with its mark and without control characters, such as `> quit`.
    pub text: String,
}

/// The last line of a truncated transcript.
pub(crate) const TRUNCATION_LINE: &str = "# ... and so on\n";

/// The first line of a transcript file, which names the protocol.
pub fn transcript_header(protocol: &str) -> Vec<u8> {
    format!("@protocol {protocol}\n").into_bytes()
}

/// The line number of an event in a transcript file, counted from 1.
pub fn transcript_line_number(event: usize) -> usize {
    event + 1 + HEADER_LINE_COUNT
}

/// Extracts the lines around the event that violates a rule.
pub fn extract_excerpt(transcript: &Transcript, culprit: &Culprit) -> Excerpt {
    let at = culprit.at.0;
    let is_visible = |it: &usize| !matches!(transcript.events[*it].kind, EventKind::Fact(_));
    let last = transcript.events.len();
    let before = events_before(transcript, (0..at.min(last)).rev().filter(is_visible));
    let after = events_after(transcript, (at.saturating_add(1)..last).filter(is_visible));
    let mut excerpt = Excerpt::default();
    let is_end = (transcript.events.get(at)).is_some_and(|it| matches!(it.kind, EventKind::End(_)));
    let earlier = match is_end && !before.iter().any(|it| is_response(transcript, *it)) {
        true => first_command_without_response(transcript, &before),
        false => last_command_before_excerpt(transcript, &before),
    };
    if let Some(command) = earlier {
        excerpt
            .lines
            .push(excerpt_line(&transcript.events[command]));
        let shown = before.first().copied().unwrap_or(command);
        if (command + 1..shown).any(|it| is_visible(&it)) {
            excerpt.lines.push(omission_line());
        }
    }
    excerpt.culprit_index = excerpt.lines.len() + before.len();
    for index in before
        .into_iter()
        .chain((at < last).then_some(at))
        .chain(after)
    {
        let event = &transcript.events[index];
        let span = culprit.span.clone().filter(|_| index == at);
        let (text, columns) = format_event(event, span);
        if index == at {
            excerpt.culprit_columns = columns;
        }
        let stamp = event.at.map(|it| it.as_secs_f64());
        excerpt.lines.push(ExcerptLine { stamp, text });
    }
    excerpt
}

/// The line `...`, which replaces the lines that the excerpt leaves out, as in a script.
fn omission_line() -> ExcerptLine {
    ExcerptLine {
        stamp: None,
        text: "...".to_owned(),
    }
}

fn excerpt_line(event: &Event) -> ExcerptLine {
    ExcerptLine {
        stamp: event.at.map(|it| it.as_secs_f64()),
        text: event_text(event),
    }
}

/// If none of the shown events is a command, returns the last command before the shown events. If an excerpt had only
/// the last lines of a search, its reader would not know which command the engine was executing.
fn last_command_before_excerpt(transcript: &Transcript, shown: &[usize]) -> Option<usize> {
    if shown.iter().any(|it| is_command(transcript, *it)) {
        return None;
    }
    (0..*shown.first()?)
        .rev()
        .find(|it| is_command(transcript, *it))
}

/// Returns the first command after the engine's last response, if this command is before the shown events. The excerpt
/// shows the first command without a response, because this command may have ended the engine even if more commands
/// followed.
fn first_command_without_response(transcript: &Transcript, shown: &[usize]) -> Option<usize> {
    let before = 0..*shown.first()?;
    let last_response = before.clone().rev().find(|it| is_response(transcript, *it));
    (last_response.map_or(0, |it| it + 1)..before.end).find(|it| is_command(transcript, *it))
}

fn is_command(transcript: &Transcript, index: usize) -> bool {
    matches!(
        transcript.events[index].kind,
        EventKind::Line(Speaker::Interface, _) | EventKind::Chunk(Speaker::Interface, _)
    )
}

fn is_response(transcript: &Transcript, index: usize) -> bool {
    matches!(
        transcript.events[index].kind,
        EventKind::Line(Speaker::Engine, _) | EventKind::Chunk(Speaker::Engine, _)
    )
}

fn is_blank_error_line(transcript: &Transcript, index: usize) -> bool {
    matches!(&transcript.events[index].kind, EventKind::Stderr(line) if line.trim_ascii().is_empty())
}

/// Returns the last events before the culprit, except most lines of standard error. At most one
/// line of standard error is included, because an engine may write many more of these lines than
/// responses.
fn events_before(transcript: &Transcript, backwards: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut kept = Vec::new();
    let (mut lines, mut errors) = (0, 0);
    for index in backwards {
        let count = match transcript.events[index].kind {
            // On standard error, the last line with text names the error, so blank lines are skipped.
            EventKind::Stderr(_) if is_blank_error_line(transcript, index) => continue,
            EventKind::Stderr(_) => &mut errors,
            _ => &mut lines,
        };
        *count += 1;
        if lines > EVENTS_BEFORE_CULPRIT {
            break;
        }
        if errors <= 1 || !matches!(transcript.events[index].kind, EventKind::Stderr(_)) {
            kept.push(index);
        }
    }
    kept.reverse();
    kept
}

/// Returns the first events after the culprit. Of consecutive lines of standard error only the last one is included,
/// because the last line of a stack trace names the error.
fn events_after(transcript: &Transcript, forwards: impl Iterator<Item = usize>) -> Vec<usize> {
    let is_error = |index: usize| matches!(&transcript.events[index].kind, EventKind::Stderr(_));
    let mut kept: Vec<usize> = Vec::new();
    for index in forwards {
        let follows_error = kept.last().is_some_and(|it| is_error(*it)) && is_error(index);
        if follows_error && is_blank_error_line(transcript, index) {
            continue;
        }
        if follows_error {
            kept.pop();
        }
        if kept.len() == EVENTS_AFTER_CULPRIT {
            break;
        }
        kept.push(index);
    }
    kept
}

/// Formats an event as printable text.
pub fn event_text(event: &Event) -> String {
    format_event(event, None).0
}

/// Formats an event as printable text. Returns the text, and the columns of the bytes `span` in the text. If `span` is
/// `None`, returns the columns of everything after the mark.
fn format_event(event: &Event, span: Option<Range<usize>>) -> (String, Range<usize>) {
    let (mark, bytes) = match &event.kind {
        EventKind::Line(Speaker::Interface, line) => ("> ", line.clone()),
        EventKind::Line(Speaker::Engine, line) => ("< ", line.clone()),
        EventKind::Chunk(Speaker::Interface, bytes) => (">| ", bytes.clone()),
        EventKind::Chunk(Speaker::Engine, bytes) => ("<| ", bytes.clone()),
        EventKind::Stderr(line) => ("% ", line.clone()),
        EventKind::Silence(_) | EventKind::InputClosed | EventKind::End(_) | EventKind::Fact(_) => {
            ("", event_bytes(event))
        }
    };
    let skipped = if mark.is_empty() { 2 } else { 0 };
    let span = span.unwrap_or(skipped..bytes.len());
    let (text, columns) = printable_text(&bytes, span);
    let shift = mark.chars().count();
    (
        format!("{mark}{text}"),
        columns.start + shift..columns.end + shift,
    )
}

fn event_bytes(event: &Event) -> Vec<u8> {
    if let EventKind::Silence(time) = event.kind {
        return format!("~ {:.3}s", time.as_secs_f64()).into_bytes();
    }
    let mut bytes = Vec::new();
    let event = Event {
        at: None,
        kind: event.kind.clone(),
    };
    event.write_to(&mut bytes);
    bytes.truncate(bytes.trim_ascii_end().len());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::EventIndex;

    /// Returns the lines of the excerpt around the last event of a transcript.
    fn lines_before_the_end(transcript: &str) -> Vec<String> {
        let text = format!("@protocol gtp\n{transcript}");
        let transcript = Transcript::parse(text.as_bytes()).unwrap();
        let end = EventIndex(transcript.events.len() - 1);
        let excerpt = extract_excerpt(&transcript, &Culprit::from(end));
        excerpt.lines.into_iter().map(|it| it.text).collect()
    }

    #[test]
    fn the_first_of_many_commands_before_a_crash_is_shown() {
        let lines = lines_before_the_end(
            "> name\n< = a\n<\n> 1 undo\n> 2 name\n> 3 name\n> 4 name\n> quit\n! exit 1\n",
        );
        assert_eq!(
            lines,
            [
                "> 1 undo", "...", "> 3 name", "> 4 name", "> quit", "! exit 1"
            ]
        );
    }

    #[test]
    fn the_last_command_before_many_responses_is_shown() {
        let lines = lines_before_the_end("> help\n< = a\n< b\n< c\n< d\n! exit 1\n");
        assert_eq!(lines, ["> help", "...", "< b", "< c", "< d", "! exit 1"]);
    }

    #[test]
    fn the_error_above_blank_lines_is_shown() {
        let lines = lines_before_the_end("> undo\n% Traceback\n% ValueError: undo\n%\n! exit 1\n");
        assert_eq!(lines, ["> undo", "% ValueError: undo", "! exit 1"]);
    }

    #[test]
    fn a_command_that_is_shown_anyway_is_shown_once() {
        let lines = lines_before_the_end("> name\n< = a\n<\n> undo\n> quit\n! exit 1\n");
        assert_eq!(lines, ["< ", "> undo", "> quit", "! exit 1"]);
    }
}
