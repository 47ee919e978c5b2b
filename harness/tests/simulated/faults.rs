//! A fault that is injected into a conversation of a conformant engine, and the rules that may detect it.

use fastrand::Rng;
use ponderhit::transcript::{Event, EventKind, Speaker, Transcript};

/// The change to one line of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Drop,
    Repeat,
    Replace(&'static str),
    /// Inserts another line after the matching line.
    Add(&'static str),
}

/// A fault in the lines of the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// The prefix of the lines to which the fault applies.
    line: &'static str,
    act: Act,
    pub(crate) rules: &'static [&'static str],
}

pub(crate) const FAULTS: [Fault; 12] = [
    fault("bestmove", Act::Repeat, &["ucci/one_result_per_go"]),
    fault(
        "bestmove",
        Act::Replace("bestmove a0b9"),
        &["ucci/bestmove_legal"],
    ),
    fault(
        "bestmove",
        Act::Replace("bestmove h2-e2"),
        &["ucci/bestmove_grammar"],
    ),
    fault(
        "bestmove",
        Act::Add("info depth 1 score 0"),
        &["ucci/info_only_thinking"],
    ),
    fault(
        "readyok",
        Act::Drop,
        &[
            "ucci/readyok_per_isready",
            "ucci/readyok_while_thinking",
            "ucci/readyok_prompt",
        ],
    ),
    fault("readyok", Act::Repeat, &["ucci/readyok_only_asked"]),
    fault(
        "readyok",
        Act::Replace("readyok now"),
        &["ucci/bare_answer"],
    ),
    fault("readyok", Act::Add("bye"), &["ucci/bye_only_after_quit"]),
    fault("readyok", Act::Add("pophash"), &["ucci/pophash_only_asked"]),
    fault(
        "readyok",
        Act::Add("ucciok"),
        &["ucci/handshake_lines", "ucci/ucciok_once"],
    ),
    fault("ucciok", Act::Repeat, &["ucci/ucciok_once"]),
    fault("bye", Act::Drop, &["ucci/bye_before_end"]),
];

const fn fault(line: &'static str, act: Act, rules: &'static [&'static str]) -> Fault {
    Fault { line, act, rules }
}

impl Fault {
    /// Copies the conversation and injects the fault at a random place. Returns `None` if no line fits.
    pub(crate) fn put_into(&self, talk: &Transcript, rng: &mut Rng) -> Option<Transcript> {
        let fits = |it: &Event| match &it.kind {
            EventKind::Line(Speaker::Engine, line) => line.starts_with(self.line.as_bytes()),
            _ => false,
        };
        let places: Vec<usize> = (0..talk.events.len())
            .filter(|it| fits(&talk.events[*it]))
            .collect();
        if places.is_empty() {
            return None;
        }
        let place = places[rng.usize(..places.len())];
        let mut events = talk.events.clone();
        let line = |text: &str| Event {
            kind: EventKind::Line(Speaker::Engine, text.as_bytes().to_vec()),
            ..talk.events[place].clone()
        };
        match self.act {
            Act::Drop => drop(events.remove(place)),
            Act::Repeat => events.insert(place, talk.events[place].clone()),
            Act::Replace(text) => events[place] = line(text),
            Act::Add(text) => events.insert(place + 1, line(text)),
        }
        Some(Transcript { events })
    }
}
