//! The moves from the game's last capture to the node that is being searched.

use super::Job;
use crate::game::{Game, Repetition};

/// A way through the game and on through the tree.
#[derive(Clone, Debug)]
pub(super) struct Line<G: Game> {
    start: G,
    /// `None` is a null move.
    moves: Vec<Option<G::Move>>,
    /// The positions; one more than there are moves.
    places: Vec<Place>,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
struct Place {
    key: u64,
    check: bool,
    /// Half-moves without progress. Checks and answers to checks do not count (`UCCI K2`).
    idle: u32,
    /// Positions since the last capture or null move: only among these can it come back.
    since: usize,
}

impl<G: Game> Line<G> {
    pub(super) fn of(job: &Job<G>) -> Line<G> {
        let mut position = job.start.clone();
        let mut line = Line {
            places: vec![Place {
                key: position.key(),
                check: position.in_check(),
                idle: position.halfmove_clock(),
                since: 0,
            }],
            moves: Vec::new(),
            start: job.start.clone(),
        };
        for step in &job.moves {
            let capture = position.captured_value(*step) > 0;
            position.play(*step);
            line.enter(*step, capture, &position, position.in_check());
        }
        line
    }

    fn last(&self) -> Place {
        self.places[self.places.len() - 1]
    }

    /// Whether the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        self.last().check
    }

    pub(super) fn enter(&mut self, step: G::Move, capture: bool, to: &G, check: bool) {
        let last = self.last();
        let counts = !check && !last.check;
        let place = Place {
            key: to.key(),
            check,
            idle: if capture {
                0
            } else {
                last.idle + u32::from(counts)
            },
            since: if capture { 0 } else { last.since + 1 },
        };
        self.moves.push(Some(step));
        self.places.push(place);
    }

    /// A null move: nothing before it can come back after it.
    pub(super) fn null_move(&mut self, to: &G) {
        let place = Place {
            key: to.key(),
            check: false,
            since: 0,
            ..self.last()
        };
        self.moves.push(None);
        self.places.push(place);
    }

    pub(super) fn leave(&mut self) {
        self.moves.pop();
        self.places.pop();
    }

    /// The last move, if it was one.
    pub(super) fn last_move(&self) -> Option<G::Move> {
        self.moves.last().copied().flatten()
    }

    /// What the rules say if the position was here before.
    pub(super) fn repetition(&self) -> Option<Repetition> {
        let now = self.places.len() - 1;
        let place = self.places[now];
        // The same side is to move every second time, and nothing comes back sooner than after four.
        let before = (now - place.since..now)
            .rev()
            .skip(3)
            .step_by(2)
            .find(|it| self.places[*it].key == place.key)?;
        let mut start = self.start.clone();
        for step in &self.moves[..before] {
            match step {
                Some(step) => start.play(*step),
                None => start.null_move(),
            }
        }
        let cycle: Vec<G::Move> = self.moves[before..].iter().flatten().copied().collect();
        Some(G::repetition(&start, &cycle))
    }

    /// Whether the game is drawn for want of progress.
    pub(super) fn is_at_limit(&self) -> bool {
        self.last().idle >= G::DRAW_AFTER
    }
}
