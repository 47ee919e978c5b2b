//! Draws a session as a timeline: commands above the line, responses below it, the lateness of the host, and the time
//! that was allowed for answers.

use maud::{Markup, html};

use crate::{message::message, report::inert_text::sanitize_line, verdict::Deadline};

/// The maximum number of events that a timeline shows.
const MAX_EVENTS: usize = 400;

const DRAWING_WIDTH: f64 = 1000.0;
const DRAWING_MARGIN: f64 = 10.0;

/// An event of a stored transcript.
struct TimedLine<'a> {
    seconds: f64,
    text: &'a str,
}

/// The number of rows for the bars of deadlines. Successive deadlines use different rows, so that bars rarely cover
/// each other.
const DEADLINE_ROWS: usize = 4;

/// Draws the timeline of a session from its transcript. Draws nothing if the transcript has no times.
pub(super) fn draw_timeline(transcript: &str, deadlines: &[Deadline]) -> Markup {
    let events: Vec<TimedLine<'_>> = transcript
        .lines()
        .filter_map(parse_line)
        .take(MAX_EVENTS)
        .collect();
    let end = events.iter().map(|it| it.seconds).fold(0.0, f64::max);
    if events.len() < 2 || end <= 0.0 {
        return html! {};
    }
    let title = message!(
        "timeline_title",
        "timeline of the session: {seconds} s",
        seconds = format!("{end:.3}")
    );
    html! {
        details {
            summary { (title) }
            svg role="img" aria-label=(title) viewBox="0 0 1000 150" width="1000" height="150" {
                line x1="10" y1="60" x2="990" y2="60" stroke="currentColor" {}
                @for (index, it) in deadlines.iter().enumerate() { (draw_deadline(it, index % DEADLINE_ROWS, end)) }
                @for event in &events { (draw_event(event, end)) }
            }
            pre tabindex="0" { @for event in &events { (format!("{:>9.3} ", event.seconds)) (sanitize_line(event.text)) "\n" } }
        }
    }
}

/// Draws the time that was allowed for an answer as a bar. A bar that ends at the right edge may stand for a deadline
/// after the end of the session.
fn draw_deadline(deadline: &Deadline, row: usize, end: f64) -> Markup {
    let (from, to) = (
        horizontal_position(deadline.from, end),
        horizontal_position(deadline.due, end),
    );
    let title = message!(
        "deadline_bar",
        "the engine had from {from} s to {due} s to send an answer",
        from = format!("{:.3}", deadline.from),
        due = format!("{:.3}", deadline.due)
    );
    html! {
        rect x=(format!("{from:.1}")) y=(120 + 7 * row) width=(format!("{:.1}", (to - from).max(1.0))) height="5" fill="#8a63c7" {
            title { (title) }
        }
    }
}

/// The horizontal position of a time in the drawing. Times after the end of the session are at the right edge.
fn horizontal_position(seconds: f64, end: f64) -> f64 {
    let share = (seconds / end).clamp(0.0, 1.0);
    DRAWING_MARGIN + share * (DRAWING_WIDTH - 2.0 * DRAWING_MARGIN)
}

fn draw_event(event: &TimedLine<'_>, end: f64) -> Markup {
    let x = horizontal_position(event.seconds, end);
    let (from, to, color) = match event.text.as_bytes().first() {
        Some(b'>') => (20, 60, "#2a6fd6"),
        Some(b'<') => (60, 100, "#2f8f2f"),
        Some(b'~') => (55, 65, "#888888"),
        Some(b'=') => (100, 115, "#c07a00"),
        _ => (20, 100, "#d4003a"),
    };
    html! {
        line x1=(format!("{x:.1}")) x2=(format!("{x:.1}")) y1=(from) y2=(to) stroke=(color) stroke-width="2" {
            title { (format!("{:.3} ", event.seconds)) (sanitize_line(event.text)) }
        }
    }
}

/// Parses a line of a stored transcript, such as `1.204000 < text`.
fn parse_line(line: &str) -> Option<TimedLine<'_>> {
    let (stamp, text) = line.split_once(' ')?;
    let seconds: f64 = stamp.parse().ok()?;
    (seconds.is_finite() && seconds >= 0.0).then_some(TimedLine { seconds, text })
}
