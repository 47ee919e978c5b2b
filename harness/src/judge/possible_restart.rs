//! Decides whether an engine was restarted during a search, because a log of another program has no line for the end of
//! a process.

use crate::{
    protocol::{Judge, Protocol},
    transcript::{Event, EventKind, Speaker},
};

/// The maximum number of events that wait for the decision. With more events, the engine counts as not restarted.
const MAX_WAITING_EVENTS: usize = 4096;

/// The events from a handshake during a search on, until it is known whether a new process answered the handshake.
///
/// If the result of the search still comes, the old process sent it. If the next search begins first, the process is a
/// new one: the old process ended before its result, for example because it crashed.
pub(super) struct PossibleRestart {
    pub(super) waiting_events: Vec<(usize, Event)>,
    /// Follows the lines of the engine as if the old process sent them.
    continued: Box<dyn Judge>,
    /// Follows the conversation as if the handshake began a new process.
    restarted: Box<dyn Judge>,
}

impl PossibleRestart {
    /// `judge` is the judge of the process that is searching.
    pub(super) fn new(protocol: &dyn Protocol, judge: &dyn Judge) -> PossibleRestart {
        PossibleRestart {
            waiting_events: Vec::new(),
            continued: judge.clone_judge(),
            restarted: protocol.new_judge(),
        }
    }

    /// Takes the next event. Returns whether the engine was restarted, if the event decides it.
    pub(super) fn observe_event(&mut self, line: usize, event: Event) -> Option<bool> {
        let by_engine = matches!(event.kind, EventKind::Line(Speaker::Engine, _));
        // Commands during a search can make its end ambiguous.
        if by_engine {
            self.continued.observe_event(&event);
        }
        self.restarted.observe_event(&event);
        self.waiting_events.push((line, event));
        if by_engine && !self.continued.is_busy() {
            Some(false)
        } else if self.restarted.is_busy() || self.restarted.is_quitting() {
            Some(true)
        } else {
            (self.waiting_events.len() >= MAX_WAITING_EVENTS).then_some(false)
        }
    }
}
