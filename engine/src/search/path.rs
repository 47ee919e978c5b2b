//! The moves from the game's last capture to the current node.

use super::SearchJob;
use crate::game::{Game, Repetition};

/// The moves and positions from the last capture of the game to the current node.
#[derive(Clone, Debug)]
pub(super) struct SearchPath<G: Game> {
    start_position: G,
    /// The moves on the path; `None` is a null move.
    moves: Vec<Option<G::Move>>,
    /// The positions on the path; there is one position more than there are moves.
    entries: Vec<PathEntry>,
    /// The number of moves on the path that lead to the root of the search.
    root_move_count: usize,
}

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct PathEntry {
    key: u64,
    in_check: bool,
    /// The number of half-moves since the last irreversible move. In xiangqi, checks and replies to
    /// checks do not count as half-moves here (`UCCI K2`).
    halfmove_clock: u32,
    /// The number of positions since the last capture or null move; only these positions can be
    /// repeated.
    repeatable_position_count: usize,
}

impl<G: Game> SearchPath<G> {
    pub(super) fn from_job(job: &SearchJob<G>) -> SearchPath<G> {
        let mut position = job.start_position.clone();
        let mut path = SearchPath {
            entries: vec![PathEntry {
                key: position.hash_key(),
                in_check: position.in_check(),
                halfmove_clock: position.halfmove_clock(),
                repeatable_position_count: 0,
            }],
            moves: Vec::new(),
            start_position: job.start_position.clone(),
            root_move_count: job.moves.len(),
        };
        for step in &job.moves {
            let irreversible = position.is_irreversible(*step);
            position.play_move(*step);
            path.push(*step, irreversible, &position, position.in_check());
        }
        path
    }

    fn last_entry(&self) -> PathEntry {
        self.entries[self.entries.len() - 1]
    }

    /// True if the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        self.last_entry().in_check
    }

    pub(super) fn push(&mut self, step: G::Move, irreversible: bool, to: &G, check: bool) {
        let last = self.last_entry();
        let counts = G::CHECKS_COUNT_FOR_DRAW_LIMIT || (!check && !last.in_check);
        let place = PathEntry {
            key: to.hash_key(),
            in_check: check,
            halfmove_clock: if irreversible {
                0
            } else {
                last.halfmove_clock + u32::from(counts)
            },
            repeatable_position_count: if irreversible {
                0
            } else {
                last.repeatable_position_count + 1
            },
        };
        self.moves.push(Some(step));
        self.entries.push(place);
    }

    /// Adds a null move; the positions before a null move cannot be repeated after it.
    pub(super) fn push_null_move(&mut self, to: &G) {
        let place = PathEntry {
            key: to.hash_key(),
            in_check: false,
            repeatable_position_count: 0,
            ..self.last_entry()
        };
        self.moves.push(None);
        self.entries.push(place);
    }

    pub(super) fn pop(&mut self) {
        self.moves.pop();
        self.entries.pop();
    }

    /// The moves from the root of the search to the current node, up to the first null move.
    pub(super) fn line_from_root(&self) -> Vec<G::Move> {
        self.moves[self.root_move_count..]
            .iter()
            .map_while(|it| *it)
            .collect()
    }

    /// The last move; `None` after a null move.
    pub(super) fn last_move(&self) -> Option<G::Move> {
        self.moves.last().copied().flatten()
    }

    /// The result by the rules of repetition; `None` if the position is not repeated.
    pub(super) fn repetition_result(&self) -> Option<Repetition> {
        let now = self.entries.len() - 1;
        let place = self.entries[now];
        // A position from more half-moves ago than the limit of moves without a capture is ignored,
        // because the game is drawn before this position can be repeated.
        let since = match G::REPETITION_IS_DRAW {
            true => place
                .repeatable_position_count
                .min(G::NO_CAPTURE_LIMIT as usize),
            false => place.repeatable_position_count,
        };
        // A repeated position has the same side to move, and a repetition takes at least four
        // plies.
        let before = (now - since..now)
            .rev()
            .skip(3)
            .step_by(2)
            .find(|it| self.entries[*it].key == place.key)?;
        if G::REPETITION_IS_DRAW {
            return Some(Repetition::Draw);
        }
        let mut start = self.start_position.clone();
        for step in &self.moves[..before] {
            match step {
                Some(step) => start.play_move(*step),
                None => start.play_null_move(),
            }
        }
        let cycle: Vec<G::Move> = self.moves[before..].iter().flatten().copied().collect();
        Some(G::judge_repetition(&start, &cycle))
    }

    /// True if the game is drawn by the limit of moves without a capture.
    pub(super) fn is_at_draw_limit(&self) -> bool {
        self.last_entry().halfmove_clock >= G::NO_CAPTURE_LIMIT
    }
}
