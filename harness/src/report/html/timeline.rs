//! Draws a session as a timeline: commands above the line, responses below it, and the lateness of the host.

use maud::{Markup, html};

use crate::{message::message, report::inert_text::inert_line};

/// The maximum number of events that a timeline shows.
const MAX_EVENTS: usize = 400;

const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 10.0;

/// An event of a stored transcript.
struct TimedLine<'a> {
    seconds: f64,
    text: &'a str,
}

/// Draws the transcript of a session; nothing if it has no times.
pub(super) fn draw_timeline(transcript: &str) -> Markup {
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
            svg role="img" aria-label=(title) viewBox="0 0 1000 120" width="1000" height="120" {
                line x1="10" y1="60" x2="990" y2="60" stroke="currentColor" {}
                @for event in &events { (draw_event(event, end)) }
            }
            pre tabindex="0" { @for event in &events { (format!("{:>9.3} ", event.seconds)) (inert_line(event.text)) "\n" } }
        }
    }
}

fn draw_event(event: &TimedLine<'_>, end: f64) -> Markup {
    let x = MARGIN + event.seconds / end * (WIDTH - 2.0 * MARGIN);
    let (from, to, color) = match event.text.as_bytes().first() {
        Some(b'>') => (20, 60, "#2a6fd6"),
        Some(b'<') => (60, 100, "#2f8f2f"),
        Some(b'~') => (55, 65, "#888888"),
        Some(b'=') => (100, 115, "#c07a00"),
        _ => (20, 100, "#d4003a"),
    };
    html! {
        line x1=(format!("{x:.1}")) x2=(format!("{x:.1}")) y1=(from) y2=(to) stroke=(color) stroke-width="2" {
            title { (format!("{:.3} ", event.seconds)) (inert_line(event.text)) }
        }
    }
}

/// Parses `1.204000 < text`.
fn parse_line(line: &str) -> Option<TimedLine<'_>> {
    let (stamp, text) = line.split_once(' ')?;
    let seconds: f64 = stamp.parse().ok()?;
    (seconds.is_finite() && seconds >= 0.0).then_some(TimedLine { seconds, text })
}
