//! Data about the commands before a segment, for the rules about the interface and about opening books.

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{
    engine_clock::ClockUse,
    full_depths::FullDepths,
    node_counts::NodeCounts,
    searched_material::SearchedMaterial,
    searched_positions::SearchedPositions,
    time_counts::TimeCounts,
    unsent_clocks::UnsentClocks,
    wire::{Command, PositionSpec},
};
use crate::protocol::search::{
    InterfaceHabits, NarrowlyLateResults, SentSearches, position_after_moves,
};

/// Data that a segment has from the segments before it.
#[derive(Clone, Debug, Default)]
pub(super) struct UcciSegmentNotes {
    /// The options that the interface set before this segment.
    pub(super) sent_options: SentOptions,
    pub(super) ban_lists: Vec<BanList>,
    pub(super) lapsed_bans: Vec<UnusedBans>,
    /// The `go` commands whose position ended bans that were sent before any `position`.
    pub(super) early_ban_entries: Vec<usize>,
    /// The engine's clock in the game up to the last search.
    pub(super) clock_use: ClockUse,
    /// What the interface did again and again up to the last search.
    pub(super) interface_habits: InterfaceHabits,
    /// The values of `time` in the searches before this segment.
    pub(super) time_counts: TimeCounts,
    /// The searches before this segment that reached their depth.
    pub(super) full_depths: FullDepths,
    /// The counts of nodes in the searches before this segment.
    pub(super) node_counts: NodeCounts,
    /// The results before this segment that came just after the end of the clock.
    pub(super) narrowly_late: NarrowlyLateResults,
    /// The number of lists of moves that began at a wrong position before this segment.
    pub(super) wrong_start_count: usize,
    /// The pieces of the positions that the engine searched before this segment.
    pub(super) searched_material: SearchedMaterial,
    /// The positions that the engine searched before this segment.
    pub(super) searched_positions: SearchedPositions,
    /// The searches without a clock in the timed game up to the last search.
    pub(super) unsent_clocks: UnsentClocks,
    /// The kinds of the searches that the interface has sent before this segment.
    pub(super) sent_searches: SentSearches,
}

/// A list of bans and the position for which it was sent.
#[derive(Clone, Debug)]
pub(super) struct BanList {
    pub(super) entry_index: usize,
    pub(super) position: Option<Position>,
}

/// The options that the interface has set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SentOptions {
    /// `usemillisec` was last set to a value other than false.
    pub(super) uses_milliseconds: bool,
    /// `usemillisec` was set with the words of UCI, as `setoption name usemillisec value true` (`UCCI D6`).
    pub(super) sets_milliseconds_as_in_uci: bool,
    /// `promotion` was set to a value other than false at some time. The protocol does not specify how a promotion is
    /// written (`UCCI O26`).
    pub(super) promotion: bool,
}

impl SentOptions {
    /// Stores the value that `command` sets, if it is a `setoption` for `usemillisec` or `promotion`.
    pub(super) fn observe_command(&mut self, command: &Command) {
        let Command::SetOption { name, value } = command else {
            return;
        };
        let sets_as_in_uci = |it: &[u8]| name == b"name" && value.starts_with(it);
        if name == b"usemillisec" {
            self.uses_milliseconds = !value.ends_with(b"false");
        }
        self.sets_milliseconds_as_in_uci |= sets_as_in_uci(b"usemillisec");
        let sets_promotion = name == b"promotion" || sets_as_in_uci(b"promotion");
        self.promotion |= sets_promotion && !value.ends_with(b"false");
    }
}

/// The bans that a `position` ended before any `go` used them.
#[derive(Clone, Debug)]
pub(super) struct UnusedBans {
    /// The index of the next `go` among the entries of the segment.
    pub(super) entry_index: usize,
    pub(super) bans: SentBans,
    pub(super) new_position: PositionSpec,
}

/// Bans and the position for which they were sent.
#[derive(Clone, Debug)]
pub(super) struct SentBans {
    pub(super) moves: Vec<Move>,
    pub(super) position: Position,
    pub(super) last_position: PositionSpec,
    /// The engine's last best move before the bans.
    pub(super) best_move_before_bans: Option<Move>,
}

impl UnusedBans {
    /// Whether the bans were probably meant for the next position. Two conditions must be met: all bans are legal in
    /// the next position, and either a ban was illegal in the old position, or the game continued from the old position
    /// to the next one.
    pub(super) fn are_for_next_position(&self) -> bool {
        let (was, is) = (&self.bans.last_position, &self.new_position);
        let Some(next) = position_after_moves(is) else {
            return false;
        };
        let legal = |position: &Position| self.bans.moves.iter().all(|it| position.is_legal(*it));
        let answered = self.bans.best_move_before_bans;
        let goes_on = match (&was.moves, &is.moves, answered) {
            (Some(was), Some(is), Some(answer)) => {
                is.starts_with(was) && is.get(was.len()) == Some(&answer)
            }
            _ => false,
        };
        // If the bans include the engine's last best move, the interface wants another search of
        // the same position.
        let thinks_again = answered.is_some_and(|it| self.bans.moves.contains(&it));
        let goes_on = goes_on && was.base_position == is.base_position && !thinks_again;
        legal(&next) && (goes_on || !legal(&self.bans.position))
    }
}
