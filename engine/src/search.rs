//! Alpha-beta that works in slices: it can be left and resumed at any node.
//!
//! The stack is explicit, so that a caller without threads can give it a bounded amount of work at
//! a time and listen in between. Iterative deepening, quiescence over captures, a hash table for
//! move ordering and for `probe`; deterministic.

mod evaluate;
mod frame;
mod table;

use crate::games::xiangqi::{Move, Position};

pub use evaluate::evaluate;
use frame::Frame;
pub use table::{Bound, Entry, Table};

/// The score of being mated here; nearer mates are worse.
pub const MATE: i32 = 30_000;

/// No line is searched deeper.
const DEEPEST: u32 = 64;

/// What ends a search by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// In plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// An iteration that was completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// In plies.
    pub depth: u32,
    /// In hundredths of a light piece, as the side to move sees it.
    pub score: i32,
    pub pv: Vec<Move>,
}

/// A search that is going on.
#[derive(Debug)]
pub struct Search {
    root: Position,
    moves: Vec<Move>,
    /// Sorted, so that a long game does not slow the search down.
    history: Vec<u64>,
    limits: Limits,
    stack: Vec<Frame>,
    depth: u32,
    nodes: u64,
    best: Vec<Move>,
    done: bool,
    /// Kept from search to search.
    pub table: Table,
}

impl Search {
    /// Prepares a search of `root`, which came about through positions with the keys in `history`.
    /// The moves in `bans` are not played at the root.
    pub fn new(
        root: Position,
        mut history: Vec<u64>,
        bans: &[Move],
        limits: Limits,
        table: Table,
    ) -> Search {
        let mut moves = root.legal_moves();
        moves.retain(|it| !bans.contains(it));
        history.sort_unstable();
        frame::order(
            &root,
            &mut moves,
            table.get(root.key()).and_then(|it| it.best),
        );
        let mut search = Search {
            done: moves.is_empty(),
            best: moves.first().copied().into_iter().collect(),
            root,
            moves,
            history,
            limits,
            stack: Vec::new(),
            depth: 0,
            nodes: 0,
            table,
        };
        search.deepen();
        search
    }

    /// Whether there is nothing more to search.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best move known and the reply expected; no move only in a dead or wholly banned position.
    pub fn best(&self) -> Option<(Move, Option<Move>)> {
        let best = *self.best.first()?;
        Some((best, self.best.get(1).copied()))
    }

    /// Searches at most `budget` nodes. Returns as soon as an iteration is complete.
    pub fn step(&mut self, budget: u64) -> Option<Iteration> {
        let until = self.nodes + budget;
        while !self.done && self.nodes < until {
            if self.limits.nodes.is_some_and(|it| self.nodes >= it) {
                self.done = true;
                return None;
            }
            if let Some(iteration) = self.advance() {
                return Some(iteration);
            }
        }
        None
    }

    /// Starts the next iteration.
    fn deepen(&mut self) {
        let limit = self.limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
        if self.done || self.depth >= limit {
            self.done = true;
            return;
        }
        self.depth += 1;
        // The best line so far comes first.
        if let Some(best) = self.best.first() {
            let place = self.moves.iter().position(|it| it == best).unwrap_or(0);
            self.moves[..=place].rotate_right(1);
        }
        let depth = self.depth as i32;
        self.stack.clear();
        self.stack
            .push(Frame::root(self.root.clone(), self.moves.clone(), depth));
    }

    /// One step of the search: into the next move of the deepest frame, or back out of it.
    fn advance(&mut self) -> Option<Iteration> {
        let frame = self.stack.last_mut()?;
        if let Some(step) = frame.take_move() {
            self.nodes += 1;
            self.enter(step);
            return None;
        }
        let done = self.stack.pop()?;
        let value = done.value();
        self.table.store(&done);
        match self.stack.last_mut() {
            Some(parent) => {
                parent.learn(-value, done.pv);
                None
            }
            None => Some(self.complete(value, done.pv)),
        }
    }

    fn enter(&mut self, step: Move) {
        let ply = self.stack.len() as i32;
        let Some(parent) = self.stack.last() else {
            return;
        };
        let mut position = parent.position.clone();
        position.play(step);
        if self.repeats(position.key()) || ply >= DEEPEST as i32 {
            if let Some(parent) = self.stack.last_mut() {
                parent.learn(0, Vec::new());
            }
            return;
        }
        let hash = self.table.get(position.key()).and_then(|it| it.best);
        let child = Frame::child(parent, position, hash, ply);
        self.stack.push(child);
    }

    /// A position that came about before is taken for a draw.
    fn repeats(&self, key: u64) -> bool {
        let above = self.stack.iter().any(|it| it.position.key() == key);
        above || self.history.binary_search(&key).is_ok()
    }

    fn complete(&mut self, score: i32, pv: Vec<Move>) -> Iteration {
        let iteration = Iteration {
            depth: self.depth,
            score,
            pv: pv.clone(),
        };
        if !pv.is_empty() {
            self.best = pv;
        }
        // A forced mate within the horizon does not change any more.
        if score.abs() >= MATE - self.depth as i32 {
            self.done = true;
        }
        self.deepen();
        iteration
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(fen: &str, bans: &[&str], limits: Limits) -> Search {
        let position = Position::from_fen(fen).unwrap();
        let bans: Vec<Move> = bans.iter().map(|it| it.parse().unwrap()).collect();
        let mut search = Search::new(position, Vec::new(), &bans, limits, Table::new(1));
        while !search.is_done() {
            search.step(1000);
        }
        search
    }

    const DEPTH_3: Limits = Limits {
        depth: Some(3),
        nodes: None,
    };

    #[test]
    fn it_mates_in_one() {
        let search = run("3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1", &[], DEPTH_3);
        let mut position = search.root.clone();
        position.play(search.best().unwrap().0);
        assert!(position.is_dead());
    }

    #[test]
    fn it_takes_what_hangs() {
        let search = run("4k4/9/9/9/4r4/9/9/4R4/9/4K4 w - - 0 1", &[], DEPTH_3);
        assert_eq!(search.best().unwrap().0.to_string(), "e2e5");
    }

    #[test]
    fn bans_bind_and_may_leave_nothing() {
        let fen = "4k4/9/9/9/9/9/p8/9/9/3K5 b - - 0 1";
        let search = run(fen, &["e9e8", "e9f9", "a3b3"], DEPTH_3);
        assert_eq!(search.best().unwrap().0.to_string(), "a3a2");
        let search = run(fen, &["e9e8", "e9f9", "a3b3", "a3a2"], DEPTH_3);
        assert_eq!(search.best(), None);
    }

    #[test]
    fn nodes_are_limited_and_slices_do_not_matter() {
        let limits = Limits {
            depth: None,
            nodes: Some(5000),
        };
        let whole = run(crate::games::xiangqi::START, &[], limits);
        assert_eq!(whole.nodes(), 5000);
        let position = Position::start();
        let mut sliced = Search::new(position, Vec::new(), &[], limits, Table::new(1));
        while !sliced.is_done() {
            sliced.step(7);
        }
        assert_eq!(sliced.best(), whole.best());
    }
}
