//! The status of stones at the end of a game, by random playouts.

use std::collections::BTreeSet;

use super::{
    board::Board,
    neighbours::{Cell, Index},
    point::{Color, Point},
    random::Random,
    score::points_beside,
};

/// The status of a stone at the end of a game (`GTP G-126`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalStatus {
    Alive,
    Seki,
    Dead,
}

/// The number of playouts that decide the status of stones.
const STATUS_PLAYOUTS: u32 = 200;

/// A chain is dead if the opponent owns its points in at least this share of the playouts.
const MIN_DEAD_PLAYOUT_SHARE: f64 = 0.75;

/// Plays random moves until every legal move of both colors would fill an own eye. Returns the final board, and adds
/// the moves to `moves` in order.
pub fn play_out(
    board: &Board,
    first: Color,
    random: &mut Random,
    moves: &mut Vec<(Color, Point)>,
) -> Board {
    let mut board = board.clone();
    let mut removed = Vec::new();
    let mut color = first;
    let mut passes = 0;
    // The number of moves is limited, because without superko a cycle of captures could go on for ever.
    let limit = board.cells.len() * 3;
    for _ in 0..limit {
        match random_move(&board, color, random) {
            Some(index) => {
                removed.clear();
                board.put_at(color, index, &mut removed);
                moves.push((color, board.layout.point(index)));
                passes = 0;
            }
            None if passes == 1 => break,
            None => {
                board.clear_ko();
                passes += 1;
            }
        }
        color = color.opponent();
    }
    board
}

/// A random legal move that does not fill an own eye; `None` if there is none.
fn random_move(board: &Board, color: Color, random: &mut Random) -> Option<Index> {
    let empty = board.empty_indexes();
    let start = random.below(empty.len());
    let (before, from) = empty.split_at(start);
    let mut candidates = from.iter().chain(before).map(|it| Index::from(*it));
    candidates.find(|it| {
        !board.is_eye_at(color, *it)
            && !board.is_ko_at(color, *it)
            && !board.is_suicide_at(color, *it)
    })
}

impl Board {
    /// True if the empty point is an eye of `color`: the opponent cannot live on this point, and `color` would only
    /// lose an eye by filling the point.
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        self.is_eye_at(color, self.layout.index(point))
    }

    fn is_eye_at(&self, color: Color, index: Index) -> bool {
        let own = Cell::Stone(color);
        let beside = self.layout.neighbours(index);
        if beside
            .iter()
            .any(|it| self.cells[*it] != own && self.cells[*it] != Cell::Border)
        {
            return false;
        }
        let opponent = Cell::Stone(color.opponent());
        let diagonals = self.layout.diagonals(index);
        let at_border = diagonals.iter().any(|it| self.cells[*it] == Cell::Border);
        let weak = diagonals
            .iter()
            .filter(|it| self.cells[**it] == opponent)
            .count();
        if weak + usize::from(at_border) < 2 {
            return true;
        }
        // The diagonal points do not matter if all stones around the eye are one chain.
        let mut stones = beside.iter().filter(|it| self.cells[**it] == own);
        let Some(first) = stones.next() else {
            return false;
        };
        stones.all(|it| self.is_same_chain(*first, *it))
    }
}

/// How often black owns each point at the end of random playouts, from -1 (always white) to 1 (always black), in the
/// order of [`Point::all`].
pub fn ownership_by_playouts(board: &Board, playouts: u32, random: &mut Random) -> Vec<f64> {
    let mut sums = vec![0.0; usize::from(board.size()).pow(2)];
    let mut moves = Vec::new();
    for number in 0..playouts {
        let first = if number % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        moves.clear();
        let end = play_out(board, first, random, &mut moves);
        add_ownership(&end, &mut sums);
    }
    for sum in &mut sums {
        *sum /= f64::from(playouts.max(1));
    }
    sums
}

/// For each point, adds 1 to the point's sum if black owns the point at the end of a playout, and subtracts 1 if white
/// owns it. Returns black's area minus white's area.
pub(crate) fn add_ownership(end: &Board, sums: &mut [f64]) -> f64 {
    let mut lead = 0.0;
    for (owner, sum) in super::area_owners(end, &[]).into_iter().zip(sums) {
        let value = match owner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        *sum += value;
        lead += value;
    }
    lead
}

/// All stones with their status, in the order of [`Board::stones`]. All stones of one chain have the same status. Equal
/// boards get equal statuses, because the hash of the board is the seed of the playouts.
pub fn stone_statuses(board: &Board) -> Vec<(Point, Color, FinalStatus)> {
    let mut random = Random::new(board.hash());
    let ownership = ownership_by_playouts(board, STATUS_PLAYOUTS, &mut random);
    let size = board.size();
    let owner = |it: &Point| {
        let place = usize::from(it.row) * usize::from(size) + usize::from(it.column);
        ownership.get(place).copied().unwrap_or_default()
    };
    let mut statuses = Vec::new();
    for (point, color) in board.stones() {
        let mut chain = board.chain(point);
        chain.sort_unstable();
        let sum: f64 = chain.iter().map(owner).sum();
        let own = match color {
            Color::Black => sum,
            Color::White => -sum,
        } / chain.len() as f64;
        let status = if is_in_seki(board, point) {
            FinalStatus::Seki
        } else if own <= 1.0 - 2.0 * MIN_DEAD_PLAYOUT_SHARE {
            FinalStatus::Dead
        } else {
            FinalStatus::Alive
        };
        statuses.push((point, color, status));
    }
    statuses
}

/// The length of the shortest chain that this module recognizes in a seki. A chain shorter than this length is usually
/// not in a seki, but is a dead shape inside an eye.
const MIN_SEKI_CHAIN: usize = 3;

/// True if the chain on `point` is part of a seki of the simplest form: two chains of different colors have the same
/// two liberties and no other liberty, and these liberties touch no other chain and no other empty point. In such a
/// seki, a color that plays on one of the two common liberties puts its own chain in atari.
fn is_in_seki(board: &Board, point: Point) -> bool {
    let liberties = board.liberties(point);
    let size = board.size();
    if liberties.len() != 2 {
        return false;
    }
    let mut chains: BTreeSet<Vec<Point>> = BTreeSet::new();
    for liberty in &liberties {
        for beside in points_beside(*liberty, size) {
            let mut chain = board.chain(beside);
            chain.sort_unstable();
            match chain.is_empty() {
                // If a third empty point is beside one of the two liberties, the liberties belong to a larger open
                // area, so the chains are not in a seki of the simplest form.
                true if !liberties.contains(&beside) => return false,
                true => (),
                false => _ = chains.insert(chain),
            }
        }
    }
    let stones: Vec<Point> = chains.iter().filter_map(|it| it.first().copied()).collect();
    let [one, other] = stones.as_slice() else {
        return false;
    };
    board.stone(*one) != board.stone(*other)
        && chains.iter().all(|it| it.len() >= MIN_SEKI_CHAIN)
        && stones.iter().all(|it| board.liberties(*it) == liberties)
}
