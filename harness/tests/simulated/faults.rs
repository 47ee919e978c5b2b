//! Faults that are injected into transcripts of a conformant engine, each with a list of rules; at least one of these
//! rules must detect the fault.

use fastrand::Rng;
use ponderhit::transcript::{Event, EventKind, Speaker, Transcript};

/// The change to one line of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineChange {
    Drop,
    Repeat,
    Replace(&'static str),
    /// Inserts this line after the line to which the fault applies.
    InsertAfter(&'static str),
}

/// A fault that changes one line of the engine in a transcript.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// The prefix of the engine's lines to which the fault can be applied.
    line_prefix: &'static str,
    line_change: LineChange,
    pub(crate) violated_rules: &'static [&'static str],
}

pub(crate) const FAULTS: [Fault; 12] = [
    simulated_fault("bestmove", LineChange::Repeat, &["ucci/one_result_per_go"]),
    simulated_fault(
        "bestmove",
        LineChange::Replace("bestmove a0b9"),
        &["ucci/bestmove_legal"],
    ),
    simulated_fault(
        "bestmove",
        LineChange::Replace("bestmove h2-e2"),
        &["ucci/bestmove_grammar"],
    ),
    simulated_fault(
        "bestmove",
        LineChange::InsertAfter("info depth 1 score 0"),
        &["ucci/info_only_thinking"],
    ),
    simulated_fault(
        "readyok",
        LineChange::Drop,
        &[
            "ucci/readyok_per_isready",
            "ucci/readyok_while_thinking",
            "ucci/readyok_prompt",
        ],
    ),
    simulated_fault("readyok", LineChange::Repeat, &["ucci/readyok_only_asked"]),
    simulated_fault(
        "readyok",
        LineChange::Replace("readyok now"),
        &["ucci/bare_answer"],
    ),
    simulated_fault(
        "readyok",
        LineChange::InsertAfter("bye"),
        &["ucci/bye_only_after_quit"],
    ),
    simulated_fault(
        "readyok",
        LineChange::InsertAfter("pophash"),
        &["ucci/pophash_only_asked"],
    ),
    simulated_fault(
        "readyok",
        LineChange::InsertAfter("ucciok"),
        &["ucci/handshake_lines", "ucci/ucciok_once"],
    ),
    simulated_fault("ucciok", LineChange::Repeat, &["ucci/ucciok_once"]),
    simulated_fault("bye", LineChange::Drop, &["ucci/bye_before_end"]),
];

const fn simulated_fault(
    line: &'static str,
    act: LineChange,
    rules: &'static [&'static str],
) -> Fault {
    Fault {
        line_prefix: line,
        line_change: act,
        violated_rules: rules,
    }
}

impl Fault {
    /// Copies the transcript and injects the fault at a random line with the prefix. Returns `None` if no line has the
    /// prefix.
    pub(crate) fn inject_into(&self, talk: &Transcript, rng: &mut Rng) -> Option<Transcript> {
        let fits = |it: &Event| match &it.kind {
            EventKind::Line(Speaker::Engine, line) => line.starts_with(self.line_prefix.as_bytes()),
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
        match self.line_change {
            LineChange::Drop => drop(events.remove(place)),
            LineChange::Repeat => events.insert(place, talk.events[place].clone()),
            LineChange::Replace(text) => events[place] = line(text),
            LineChange::InsertAfter(text) => events.insert(place + 1, line(text)),
        }
        Some(Transcript { events })
    }
}
