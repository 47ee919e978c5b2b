//! Finds a `ponderhit` of an interface to an engine that does not ponder.

use super::{
    view::{EnginePhase, Search, View},
    wire::Command,
};
use crate::{message::message, rule::Findings};

/// What the interface has sent before a segment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SentSearches {
    /// Whether a line of the interface had the word `go`, in any place of the line.
    any_line_had_go: bool,
    /// Whether the last search was a ponder search, and the interface sent neither `ponderhit` nor `stop` during it.
    /// `None` means that no search has begun, or that the kind of the last search is uncertain.
    last_pondered: Option<bool>,
}

impl SentSearches {
    pub(super) fn after_segment(self, view: &View) -> SentSearches {
        SentSearches {
            any_line_had_go: self.had_go_before(view, view.entries.len()),
            last_pondered: match view.searches.last() {
                Some(search) => is_pondering_at(search, view.entries.len()),
                None => self.last_pondered,
            },
        }
    }

    fn had_go_before(self, view: &View, index: usize) -> bool {
        let has_go = |line: &[u8]| {
            let mut words = line.split(|it| it.is_ascii_whitespace());
            words.any(|it| it.eq_ignore_ascii_case(b"go"))
        };
        let mut before = view.entries[..index].iter();
        self.any_line_had_go || before.any(|it| it.command().is_some() && has_go(&it.line))
    }

    /// Checks each `ponderhit`. The result of a ponder search may cross a `ponderhit`, so a `ponderhit` right after such a
    /// result is permitted.
    pub(super) fn check_ponderhits(self, view: &View, out: &mut Findings) {
        for (index, command) in view.commands() {
            let entry = view.entry(index);
            let is_judged = matches!(entry.phase, EnginePhase::Idle | EnginePhase::Thinking)
                && !entry.may_be_other_protocol
                && !entry.is_deferred;
            if !matches!(command, Command::PonderHit { .. }) || !is_judged {
                continue;
            }
            let search = view.searches.iter().rev().find(|it| it.entry < index);
            let pondered = match search {
                Some(search) => is_pondering_at(search, index),
                None => self.last_pondered,
            };
            let has_whole_conversation = view.greeted_before || view.is_handshake_done();
            match pondered {
                Some(false) => {
                    let why = message!("engine_not_pondering", "the engine does not ponder");
                    out.violates(entry.culprit(), why);
                }
                None if search.is_none()
                    && has_whole_conversation
                    && !self.had_go_before(view, index) =>
                {
                    let why = message!("no_go_before_ponderhit", "the interface has sent no `go`");
                    out.violates(entry.culprit(), why);
                }
                _ => (),
            }
        }
    }
}

/// Whether the search is a ponder search that no `ponderhit` and no `stop` before the line with this index has ended.
fn is_pondering_at(search: &Search, index: usize) -> Option<bool> {
    let mut ends = search.ponderhit_entry.into_iter().chain(search.stop_entry);
    let has_ended = ends.any(|it| it < index);
    let is_certain = !search.is_doubtful && !search.may_be_skipped;
    is_certain.then_some(search.go.is_ponder && !has_ended)
}
