//! Tests of the greetings: a process that is not greeted, and interfaces that only look as if they did not greet it.

use super::*;
use crate::{protocol::find_protocol, transcript::Transcript};

/// The first command of the process that is not greeted, if a run with these recordings has such a process.
fn missing_greeting(recordings: &[&str]) -> Option<String> {
    let mut greetings = Greetings::new(find_protocol("uci").unwrap());
    for (index, text) in recordings.iter().enumerate() {
        let events = Transcript::parse(text.as_bytes()).unwrap().events;
        let events: Vec<(usize, Event)> = (1..).zip(events).collect();
        greetings.add_recording(index, sent_lines(&events));
    }
    let found = greetings.find_missing_greeting();
    found.map(|(_, line)| String::from_utf8_lossy(&line.text).into_owned())
}

const GREETED: &str =
    "> uci\n< uciok\n> isready\n< readyok\n> ucinewgame\n> position startpos\n> go depth 1\n";

#[test]
fn a_process_that_is_started_again_must_be_greeted() {
    let again = "> ucinewgame\n> isready\n";
    assert_eq!(
        missing_greeting(&[GREETED, again]).as_deref(),
        Some("ucinewgame")
    );
    assert_eq!(
        missing_greeting(&[GREETED, "> UCI\n< uciok\n> isready\n"]),
        None
    );
}

#[test]
fn a_greeting_may_come_in_pieces_or_with_other_lines() {
    let pieces = ">| uc\n>| i\\r\\n\n< uciok\n> isready\n";
    let together = ">| uci\\nisready\\n\n< uciok\n";
    assert_eq!(missing_greeting(&[GREETED, pieces, together]), None);
    let pieces = ">| is\n>| ready\\n\n< readyok\n";
    assert_eq!(
        missing_greeting(&[GREETED, pieces]).as_deref(),
        Some("isready")
    );
}

#[test]
fn an_interface_may_try_another_protocol_or_only_end_the_process() {
    assert_eq!(
        missing_greeting(&[GREETED, "> xboard\n> protover 2\n"]),
        None
    );
    assert_eq!(missing_greeting(&[GREETED, "> ucci\n< ucciok\n"]), None);
    assert_eq!(missing_greeting(&[GREETED, "> quit\n"]), None);
    // If no process is greeted, the interface may speak another protocol.
    assert_eq!(missing_greeting(&["> isready\n", "> isready\n"]), None);
}
