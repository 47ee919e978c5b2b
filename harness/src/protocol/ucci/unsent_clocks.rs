//! Searches of a timed game for which the interface sends no clock.

use super::{
    view::{Search, View},
    wire::GoMode,
};

/// From this number of searches without a clock on, it is no coincidence that the game had a clock before and after each
/// of them.
const MIN_UNSENT_CLOCKS: usize = 3;

/// The number of searches in the game without a clock, if the `go` before and after them have the clock of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnsentClocks {
    count: usize,
}

impl UnsentClocks {
    /// The same after the search `after` has begun.
    pub(super) fn with_next(self, view: &View, after: &Search) -> UnsentClocks {
        if after.previous_search.is_none() {
            return UnsentClocks::default();
        }
        let count = self.count + usize::from(follows_search_without_clock(view, after));
        UnsentClocks { count }
    }

    /// Whether both this search and the one before it in the game have a clock.
    pub(super) fn follows_search_with_clock(self, view: &View, after: &Search) -> bool {
        let before = view.certain_previous_search(after);
        self.count == 0
            && game_clock(after).is_some()
            && before.is_some_and(|it| game_clock(&it.search).is_some())
    }

    /// The number of searches without a clock, if their number proves that the game has a clock all the time.
    pub(super) fn proven_count(self, view: &View, after: &Search) -> Option<usize> {
        let is_proven = self.count >= MIN_UNSENT_CLOCKS;
        (is_proven && follows_search_without_clock(view, after)).then_some(self.count)
    }
}

/// Whether `after` has a clock, the search before it has none, and the `go` before both has another time on the same
/// clock. All three searches must be for the engine's moves in one game: the user may ask for a hint without a clock.
fn follows_search_without_clock(view: &View, after: &Search) -> bool {
    let found = || {
        let between = view.certain_previous_search(after)?;
        let first = between.search.previous_search.as_deref()?;
        let (had, has) = (game_clock(&first.search)?, game_clock(after)?);
        let is_one_game = match between.search.go.is_ponder {
            true => {
                between.ponderhit_time.is_none()
                    && (between.was_ponder_move_wrong(after)
                        || is_same_position(&between.search, after))
            }
            false => between.is_continued_by(after),
        };
        let is_certain = !first.search.is_doubtful && first.is_continued_by(&between.search);
        Some(is_certain && is_one_game && had != has && lacks_clock(&between.search))
    };
    found().unwrap_or(false)
}

/// Whether both searches are for one position.
fn is_same_position(first: &Search, second: &Search) -> bool {
    let positions = first
        .last_position
        .as_ref()
        .zip(second.last_position.as_ref());
    positions.is_some_and(|(first, second)| {
        first.base_position == second.base_position && first.moves == second.moves
    })
}

/// The time of a `go`, if it is certainly the rest of a clock: `time` alone may be the time for one move.
fn game_clock(search: &Search) -> Option<u64> {
    match search.go.mode {
        GoMode::Time(it) => (it.has_increment || it.moves_to_go.is_some()).then_some(it.time),
        _ => None,
    }
}

/// Whether the `go` has no words about time. An analysis (`infinite`) is no search of the game.
fn lacks_clock(search: &Search) -> bool {
    match search.go.mode {
        GoMode::Depth(_) | GoMode::Nodes(_) => true,
        GoMode::UnclearMode => search.go.span.is_empty(),
        GoMode::Time(_) | GoMode::Infinite => false,
    }
}
