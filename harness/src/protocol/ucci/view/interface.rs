//! What the interface sent, as far as only the rules about the interface need it.

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::resolve;
use crate::{
    protocol::ucci::wire::{Command, Posspec},
    rule::Culprit,
};

/// Options that the interface has set.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Sent {
    /// `usemillisec`, to anything but false.
    pub(in super::super) milliseconds: bool,
    /// `promotion`, at any time: how a promotion is written is not said (`UCCI O26`).
    pub(in super::super) promotion: bool,
}

impl Sent {
    /// Takes the next command.
    pub(in super::super) fn take(&mut self, command: &Command) {
        let Command::SetOption { name, value } = command else {
            return;
        };
        // A dialect has `setoption name usemillisec value true` (`UCCI D6`).
        let sets = |it: &[u8]| name == it || name == b"name" && value.starts_with(it);
        if sets(b"usemillisec") {
            self.milliseconds = !value.ends_with(b"false");
        }
        self.promotion |= sets(b"promotion") && !value.ends_with(b"false");
    }
}

/// The first `position` after a `ponderhit`.
#[derive(Clone, Debug)]
pub(in super::super) struct AfterHit {
    pub(in super::super) entry: usize,
    pub(in super::super) told: Posspec,
    /// What the engine pondered about.
    pub(in super::super) pondered: Posspec,
    /// What it answered.
    pub(in super::super) answer: Option<Move>,
}

/// Bans that a `position` ended before any `go`.
#[derive(Clone, Debug)]
pub(in super::super) struct LapsedBans {
    /// The `go` that came next, with no bans in between.
    pub(in super::super) entry: usize,
    pub(in super::super) bans: SentBans,
    pub(in super::super) told: Posspec,
}

/// Bans, and where the game stood when they were sent.
#[derive(Clone, Debug)]
pub(in super::super) struct SentBans {
    pub(in super::super) moves: Vec<Move>,
    pub(in super::super) position: Position,
    pub(in super::super) told: Posspec,
    /// What the engine had answered there.
    pub(in super::super) answered: Option<Move>,
}

impl LapsedBans {
    /// Whether they belong to the position that came after them: all are legal there, and either not
    /// all were where they were sent, or the game had gone on from there.
    pub(in super::super) fn came_too_early(&self) -> bool {
        let (was, is) = (&self.bans.told, &self.told);
        let Some(next) = resolve(is) else {
            return false;
        };
        let legal = |position: &Position| self.bans.moves.iter().all(|it| position.is_legal(*it));
        let answered = self.bans.answered;
        let goes_on = match (&was.moves, &is.moves, answered) {
            (Some(was), Some(is), Some(answer)) => {
                is.starts_with(was) && is.get(was.len()) == Some(&answer)
            }
            _ => false,
        };
        // To forbid the answer, and think again, was a plan that another position came into.
        let thinks_again = answered.is_some_and(|it| self.bans.moves.contains(&it));
        let goes_on = goes_on && was.place == is.place && !thinks_again;
        legal(&next) && (goes_on || !legal(&self.bans.position))
    }
}

/// Where a line stands that has no newline.
#[derive(Clone, Debug)]
pub(in super::super) struct HalfLine {
    pub(in super::super) culprit: Culprit,
    pub(in super::super) line: Vec<u8>,
}
