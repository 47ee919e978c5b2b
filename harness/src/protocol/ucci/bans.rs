//! The effect of `banmoves` on the engine's state.

use ponderhit_engine::games::xiangqi::Move;

use super::{
    interface::{BanList, SentBans, UnusedBans},
    view::Tracker,
    wire::{PositionSpec, UcciCommand},
};
use crate::{
    message::{Message, message},
    protocol::search::{DoubtKind, position_after_moves},
};

/// The reason why lines are not judged while the bans are uncertain.
const ILLEGAL_BAN_REASON: &Message =
    &message!("doubt_ban", "`banmoves` with a move that is not legal here");

impl Tracker {
    /// Updates the state when the engine executes a `banmoves`.
    pub(super) fn handle_banmoves(&mut self, index: usize, moves: Option<Vec<Move>>) {
        self.forget_command_during_search();
        self.dialect_state.lapsed_bans = None;
        self.dialect_state.has_lapsed_early_bans = false;
        self.store_bans(moves.as_deref());
        self.view.dialect_notes.ban_lists.push(BanList {
            entry_index: index,
            position: self.board.position.clone(),
        });
        self.board
            .apply_command(&UcciCommand::BanMoves(moves.clone()));
        let legal = |it: &Move| {
            let position = self.board.position.as_ref();
            position.is_none_or(|position| position.is_legal(*it))
        };
        // If one move of a `banmoves` is illegal in the position, an engine may ignore the whole `banmoves`
        // (`UCCI P6`).
        if !moves.as_ref().is_some_and(|it| it.iter().all(legal)) {
            self.board.notes.bans.is_uncertain = true;
            self.begin_doubt(DoubtKind::Board, index, ILLEGAL_BAN_REASON);
        }
    }

    /// Stores the bans that no `go` has used, and the position for which they were sent.
    fn store_bans(&mut self, moves: Option<&[Move]>) {
        if !self.has_position() {
            let early = moves.unwrap_or_default();
            self.dialect_state.early_bans.extend_from_slice(early);
        }
        let before = self
            .dialect_state
            .bans
            .take()
            .map(|it| it.moves)
            .unwrap_or_default();
        if let (Some(position), Some(spec), Some(moves)) =
            (&self.board.position, &self.last_position, moves)
        {
            self.dialect_state.bans = Some(SentBans {
                moves: [&before, moves].concat(),
                position: position.clone(),
                last_position: spec.clone(),
                best_move_before_bans: self.board.last_best_move,
            });
        }
    }

    /// Transfers the unused bans to `lapsed_bans`, because a `position` ends all bans.
    pub(super) fn end_bans(&mut self, spec: &PositionSpec) {
        self.dialect_state.lapsed_bans = self
            .dialect_state
            .bans
            .take()
            .map(|bans| (bans, spec.clone()));
        let early = std::mem::take(&mut self.dialect_state.early_bans);
        let position = position_after_moves(spec).filter(|_| !early.is_empty());
        self.dialect_state.has_lapsed_early_bans =
            position.is_some_and(|position| early.iter().all(|it| position.is_legal(*it)));
    }

    /// Forgets the bans that were unused until now, because this `go` uses them. If a `position` ended bans before any
    /// `go` used them, these bans are stored for the rule `interface_bans`.
    pub(super) fn handle_bans_at_go(&mut self, index: usize) {
        self.dialect_state.bans = None;
        self.dialect_state.early_bans.clear();
        if std::mem::take(&mut self.dialect_state.has_lapsed_early_bans) {
            self.view.dialect_notes.early_ban_entries.push(index);
        }
        if let Some((bans, spec)) = self.dialect_state.lapsed_bans.take() {
            self.view.dialect_notes.lapsed_bans.push(UnusedBans {
                entry_index: index,
                bans,
                new_position: spec,
            });
        }
    }
}
