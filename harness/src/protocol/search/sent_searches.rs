//! Whether the engine ponders when an interface sends `ponderhit`.

use super::{Command, Dialect, EnginePhase, GoCommand as _, Search, View, ViewEntry};
use std::time::Duration;

/// What the interface has sent before a segment.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct SentSearches {
    /// Whether a line of the interface had the word `go`, in any place of the line.
    any_line_had_go: bool,
    /// Whether the last search was a ponder search, and the interface sent neither `ponderhit` nor `stop` during it.
    /// `None` means that no search has begun, or that the kind of the last search is uncertain.
    last_pondered: Option<bool>,
}

/// The state of the engine at a `ponderhit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum PonderhitState {
    /// The engine ponders, and has sent no result yet.
    Pondering,
    /// The last search was no ponder search, or the interface has ended its pondering.
    NotPondering,
    /// The interface has sent no `go`.
    NoSearch,
    /// The kind of the last search is uncertain, or the result of a ponder search may cross the `ponderhit`.
    Unknown,
}

impl SentSearches {
    pub(in crate::protocol) fn after_segment<D: Dialect>(self, view: &View<D>) -> SentSearches {
        SentSearches {
            any_line_had_go: self.had_go_before(view, view.entries.len()),
            last_pondered: match view.searches.last() {
                Some(search) => is_pondering_at(search, view.entries.len()),
                None => self.last_pondered,
            },
        }
    }

    fn had_go_before<D: Dialect>(self, view: &View<D>, index: usize) -> bool {
        let has_go = |line: &[u8]| {
            let mut words = line.split(|it| it.is_ascii_whitespace());
            words.any(|it| it.eq_ignore_ascii_case(b"go"))
        };
        let mut before = view.entries[..index].iter();
        self.any_line_had_go || before.any(|it| it.command().is_some() && has_go(&it.line))
    }

    /// Each `ponderhit` that is certainly for this engine, with the state of the engine.
    pub(in crate::protocol) fn ponderhits<D: Dialect>(
        self,
        view: &View<D>,
    ) -> impl Iterator<Item = (&ViewEntry<D>, PonderhitState)> {
        view.commands().filter_map(move |(index, command)| {
            let entry = view.entry(index);
            let is_judged = matches!(entry.phase, EnginePhase::Idle | EnginePhase::Thinking)
                && !entry.may_be_other_protocol
                && !entry.is_deferred;
            let is_ponderhit = matches!(command, Command::PonderHit { .. });
            (is_ponderhit && is_judged).then(|| (entry, self.state_at(view, index)))
        })
    }

    fn state_at<D: Dialect>(self, view: &View<D>, index: usize) -> PonderhitState {
        let search = view.searches.iter().rev().find(|it| it.entry < index);
        let pondered = match search {
            Some(search) => is_pondering_at(search, index),
            None => self.last_pondered,
        };
        let has_whole_conversation = view.greeted_before || view.is_handshake_done();
        match pondered {
            Some(true) if view.entry(index).phase == EnginePhase::Thinking => {
                PonderhitState::Pondering
            }
            Some(false) => PonderhitState::NotPondering,
            None if search.is_none()
                && has_whole_conversation
                && !self.had_go_before(view, index) =>
            {
                PonderhitState::NoSearch
            }
            _ => PonderhitState::Unknown,
        }
    }
}

/// Whether the search is a ponder search that no `ponderhit` and no `stop` before the line with this index has ended.
/// Returns `None` if the kind of the search is uncertain.
fn is_pondering_at<D: Dialect>(search: &Search<D>, index: usize) -> Option<bool> {
    let mut ends = search.ponderhit_entry.into_iter().chain(search.stop_entry);
    let has_ended = ends.any(|it| it < index);
    let is_unclear = search.go.limits(Duration::from_millis(1), None).is_unclear;
    let is_certain = !search.is_doubtful && !search.may_be_skipped && !search.outside_grammar;
    (is_certain && !is_unclear).then_some(search.go.is_ponder() && !has_ended)
}
