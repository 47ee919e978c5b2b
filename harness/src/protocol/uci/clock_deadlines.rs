//! When the result of a search with a clock is due.

use std::time::Duration;

use super::view::{Deadline, Search, View};
use crate::protocol::search::{BoardGame, clock_tolerance};

/// The deadline of the result of a search with a clock (`UCI U48`), without the result. Returns `None` if the search may
/// be longer than its clock, or if its clock has not begun to run.
pub(super) fn deadline_of_clock<'a>(view: &'a View, search: &Search) -> Option<Deadline<'a>> {
    let is_first = search.position().map(BoardGame::is_first_player_to_move)?;
    let left = search.go.time_left(if is_first { 0 } else { 1 })?;
    // A `go` with `mate` may search until `stop` (`UCI U53`).
    let endless = search.go.is_infinite || search.go.mate.is_some();
    let is_unclear = endless || search.go.are_searchmoves_ambiguous || search.may_be_skipped;
    if left.is_zero() || is_unclear {
        return None;
    }
    // If `movetime` is longer than the clock, the engine may search for all of `movetime` (`UCI U52`).
    let movetime = search.go.movetime.and_then(|it| u64::try_from(it).ok());
    let since = match search.go.is_ponder {
        true => search.ponderhit_entry?,
        false => search.entry,
    };
    let asked = view.entry(since);
    let clock = left.max(Duration::from_millis(movetime.unwrap_or(0)));
    Some(Deadline {
        command_entry: asked,
        starts_at: asked.time.max(search.started),
        answer: None,
        clock_time: clock,
        limit: clock_tolerance(clock),
    })
}
