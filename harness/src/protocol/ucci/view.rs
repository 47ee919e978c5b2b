//! A segment of a conversation, as the rules of UCCI read it.

use std::time::Duration;

use ponderhit_engine::games::xiangqi::Position;

use super::{
    dialect::UcciDialect,
    searched_positions::SearchedPositions,
    wire::{GoMode, Item, PositionSpec, Response},
};
use crate::protocol::search;

pub(super) use search::{EnginePhase, OverdueAnswer, QuestionKind};

/// The position of a `position` or `probe` before its moves are played. Returns `None` if the FEN is broken.
pub(super) fn position_before_moves(spec: &PositionSpec) -> Option<Position> {
    search::position_before_moves(spec)
}

pub(super) type View = search::View<UcciDialect>;
pub(super) type Entry = search::ViewEntry<UcciDialect>;
pub(super) type Search = search::Search<UcciDialect>;
pub(super) type AskedQuestion = search::AskedQuestion<UcciDialect>;
pub(super) type Tracker = search::Tracker<UcciDialect>;
pub(super) type UnspecifiedInput = search::UnspecifiedInput<UcciDialect>;
pub(super) type Deadline<'a> = search::Deadline<'a, UcciDialect>;

impl View {
    /// Whether the engine reported a mate with the word `mate`, which the protocol does not have (`UCCI I10`).
    pub(super) fn reports_mate(&self, search: &Search) -> bool {
        let mut entries = search.info_entries.iter().map(|it| self.entry(*it));
        entries.any(|it| {
            let mut words = it.line.split(u8::is_ascii_whitespace);
            words.any(|it| it.to_ascii_lowercase().starts_with(b"mate"))
        })
    }

    /// The last score, or, if there are several scores for the last depth, the score furthest from 0. Returns `None` if
    /// there is no score, or if a mate was reported with the word `mate`.
    pub(super) fn last_score(&self, search: &Search) -> Option<i64> {
        if self.reports_mate(search) {
            return None;
        }
        let mut last: Option<(Option<u64>, i64)> = None;
        for entry in search.info_entries.iter().map(|it| self.entry(*it)) {
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            let depth = info.items.iter().find_map(|it| match it {
                Item::Depth(depth) => Some(*depth),
                _ => None,
            });
            for item in &info.items {
                if let Item::Score(score) = item {
                    let beside = last.filter(|it| depth.is_some() && it.0 == depth);
                    let further = beside.filter(|it| it.1.unsigned_abs() > score.unsigned_abs());
                    last = Some((depth, further.map_or(*score, |it| it.1)));
                }
            }
        }
        last.map(|it| it.1)
    }
}

/// The smallest score that may mean a mate, on any scale.
pub(super) const MIN_MATE_SCORE: u64 = 900;

/// Why a `go infinite` had a result without a `stop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InfiniteEndReason {
    /// The result without a `stop` is allowed: the engine found a mate, the game may be over, or the move may be from
    /// an opening book. Another rule judges book moves.
    AllowedEnd,
    /// The search ended without a `stop` or a mate. The value is the last score of the search.
    WithoutMate(i64),
    /// There is no score, so it is not certain whether the engine found a mate.
    WithoutScore,
}

impl View {
    /// Finds out why a `go infinite` had this `result` without a `stop` (`UCCI G4`).
    pub(super) fn infinite_end_reason(&self, search: &Search, result: &Entry) -> InfiniteEndReason {
        let book = search.search_notes.usebook && !self.has_search_info(search);
        if book || search.may_need_no_search(result) {
            return InfiniteEndReason::AllowedEnd;
        }
        match self.last_score(search) {
            Some(score) if score.unsigned_abs() < MIN_MATE_SCORE => {
                InfiniteEndReason::WithoutMate(score)
            }
            // The engine found a mate, or reported one with the word `mate`.
            Some(_) => InfiniteEndReason::AllowedEnd,
            None if self.reports_mate(search) => InfiniteEndReason::AllowedEnd,
            None => InfiniteEndReason::WithoutScore,
        }
    }
}

impl View {
    /// True if the engine certainly answered a `go infinite` without a search, and not from an opening book.
    pub(super) fn did_not_search(&self, search: &Search, searched: &SearchedPositions) -> bool {
        let Some(result) = self.result_entry(search) else {
            return false;
        };
        let announced = self.announced_options.iter().any(|it| it == "usebook");
        let may_use_book = announced && search.search_notes.usebook;
        search.info_entries.is_empty()
            && matches!(result.response(), Some(Response::BestMove(_)))
            && !may_use_book
            && !search.may_need_no_search(result)
            && searched.exclude_book_move(search, result)
    }
}

/// A limit of this many nodes or milliseconds may be too small to find a move.
const MAX_TINY_LIMIT: u64 = 100;

impl Search {
    /// Whether the engine must find a move unless the game is over: the search was not interrupted,
    /// and its limit is large enough.
    pub(super) fn must_find_move(&self) -> bool {
        // The limit of the search may be too small to find a move (`UCCI R4`).
        let none = match self.go.mode {
            GoMode::Depth(0) | GoMode::Nodes(..=MAX_TINY_LIMIT) | GoMode::UnclearMode => true,
            GoMode::Time(clock) => {
                let least = Duration::from_millis(1);
                let unit = if self.is_time_unit_known {
                    self.time_unit
                } else {
                    least
                };
                clock.remaining_time(unit) <= Duration::from_millis(MAX_TINY_LIMIT)
            }
            GoMode::Depth(_) | GoMode::Nodes(_) | GoMode::Infinite => false,
        };
        // The protocol does not specify a `ponderhit` without pondering (`UCCI G10`).
        let hit = self.ponderhit_entry.is_some() && !self.is_pondering();
        let left = self.stop_entry.is_some()
            || self.result_excused_since.is_some()
            || self.may_have_been_stopped
            || hit;
        !left && !self.board.notes.bans.is_uncertain && !none
    }

    /// Whether the search waits for `ponderhit` (`UCCI G3`).
    pub(super) fn is_pondering(&self) -> bool {
        self.go.is_ponder && matches!(self.go.mode, GoMode::Time(_))
    }

    /// Whether the engine may have no reason to search: the game may be over, there is only one move, or the best move
    /// ends the game.
    fn may_need_no_search(&self, result: &Entry) -> bool {
        let best = match result.response() {
            Some(Response::BestMove(it)) => it.best_move.as_ref().map(|it| it.0),
            _ => None,
        };
        let left = self.board.allowed_moves().map_or(0, |it| it.len());
        left <= 1 || self.game_may_be_over() || best.is_some_and(|it| self.move_ends_game(it))
    }
}

/// The items of all `info` lines of a search, with the times of their lines.
pub(super) fn info_items<'a>(
    view: &'a View,
    search: &'a Search,
) -> impl DoubleEndedIterator<Item = (Duration, &'a Item)> {
    let lines = search.info_entries.iter().map(|it| view.entry(*it));
    let lines = lines.filter_map(|it| match it.response() {
        Some(Response::Info(info)) => Some((it.time, &info.items)),
        _ => None,
    });
    lines.flat_map(|(time, items)| items.iter().map(move |it| (time, it)))
}
