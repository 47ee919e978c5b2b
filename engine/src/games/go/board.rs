//! The stones of a Go board, grouped in chains, with captures and simple ko. A [`Board`] does not store earlier
//! positions.

use super::{
    neighbours::{Cell, Index, Layout},
    point::{Color, MAX_BOARD_SIZE, MIN_BOARD_SIZE, Point},
    random::mix_bits,
};

/// Stones on a board.
///
/// The stones of a chain form a linked ring. The liberty count of a chain is stored at the index of the chain's first
/// stone. An empty point that touches several stones of a chain is counted once for each of these stones. The liberty
/// count can therefore be too high, but the liberty count is 0 if and only if the chain has no liberty.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) layout: Layout,
    pub(super) cells: Vec<Cell>,
    first_stone_of_chain: Vec<u16>,
    next_stone_of_chain: Vec<u16>,
    pseudo_liberty_counts: Vec<u16>,
    /// All empty points, in any order.
    empty_points: Vec<u16>,
    /// For each empty point, its place in `empty_points`.
    index_in_empty_points: Vec<u16>,
    /// The point that simple ko forbids, and the color that may not play there.
    ko: Option<(Index, Color)>,
    hash: u64,
}

impl Board {
    /// An empty board; `None` if the size is not supported.
    pub fn new(size: u8) -> Option<Board> {
        if !(MIN_BOARD_SIZE..=MAX_BOARD_SIZE).contains(&size) {
            return None;
        }
        let layout = Layout { size };
        let count = layout.cell_count();
        let mut board = Board {
            layout,
            cells: vec![Cell::Border; count],
            first_stone_of_chain: vec![0; count],
            next_stone_of_chain: vec![0; count],
            pseudo_liberty_counts: vec![0; count],
            empty_points: Vec::new(),
            index_in_empty_points: vec![0; count],
            ko: None,
            hash: 0,
        };
        for point in Point::all(size) {
            let index = layout.index(point);
            board.clear_cell(index);
        }
        board.hash = mix_bits(u64::from(size));
        Some(board)
    }

    pub fn size(&self) -> u8 {
        self.layout.size
    }

    /// A hash of the board's size and of the stones; simple ko is not part of the hash.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The stone on a point; `None` if the point is empty or not on the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        if !point.is_on_board(self.size()) {
            return None;
        }
        self.stone_at(self.layout.index(point))
    }

    /// All stones, row by row from the lower left corner.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        Point::all(self.size()).filter_map(|it| Some((it, self.stone(it)?)))
    }

    pub fn is_empty(&self) -> bool {
        self.empty_points.len() == usize::from(self.size()).pow(2)
    }

    /// The point that simple ko forbids `color` to play.
    pub fn ko_point(&self, color: Color) -> Option<Point> {
        let (index, forbidden) = self.ko?;
        (forbidden == color).then(|| self.layout.point(index))
    }

    /// The chain on a point, beginning with this point; empty if the point is empty or not on the board.
    pub fn chain(&self, point: Point) -> Vec<Point> {
        if self.stone(point).is_none() {
            return Vec::new();
        }
        let stones = self.chain_at(self.layout.index(point));
        stones.map(|it| self.layout.point(it)).collect()
    }

    /// The liberties of the chain on a point, in ascending order.
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        let stones = self.chain(point).into_iter();
        let beside = stones.flat_map(|it| self.layout.neighbours(self.layout.index(it)));
        let free = beside.filter(|it| self.cells[*it] == Cell::Empty);
        let mut points: Vec<Point> = free.map(|it| self.layout.point(it)).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The neighbours of a point on the board, at most four.
    pub fn points_beside(&self, point: Point) -> impl Iterator<Item = Point> {
        super::score::points_beside(point, self.size())
    }

    /// True if a stone of `color` on the empty point would have no liberty, even after captures.
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        self.is_suicide_at(color, self.layout.index(point))
    }

    /// Puts a stone on an empty point, and removes captured chains. If the chain of the new stone has no liberty after
    /// the captures, this chain is removed, too. Returns the removed stones.
    pub fn put(&mut self, color: Color, point: Point) -> Vec<Point> {
        let mut removed = Vec::new();
        self.put_at(color, self.layout.index(point), &mut removed);
        removed.iter().map(|it| self.layout.point(*it)).collect()
    }

    /// Ends the effect of simple ko, as a pass does.
    pub fn clear_ko(&mut self) {
        self.ko = None;
    }

    /// Removes the stones on `points`, such as dead stones at the end of a game. The stones on all other points stay,
    /// even if they belong to the chain of a removed stone.
    pub fn remove_stones(&mut self, points: &[Point]) {
        let mut rest = Board::new(self.size()).expect("the size of a board is supported");
        for (point, color) in self.stones().filter(|(it, _)| !points.contains(it)) {
            rest.put(color, point);
        }
        *self = rest;
    }

    pub(super) fn stone_at(&self, index: Index) -> Option<Color> {
        match self.cells[index] {
            Cell::Stone(color) => Some(color),
            Cell::Empty | Cell::Border => None,
        }
    }

    /// All empty points, in an order that depends on the moves so far.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        let indexes = self.empty_points.iter();
        indexes.map(|it| self.layout.point(Index::from(*it)))
    }

    pub(super) fn empty_indexes(&self) -> &[u16] {
        &self.empty_points
    }

    pub(super) fn is_ko_at(&self, color: Color, index: Index) -> bool {
        self.ko == Some((index, color))
    }

    /// The stones of the chain that contains the stone at `start`.
    pub(super) fn chain_at(&self, start: Index) -> impl Iterator<Item = Index> + '_ {
        let mut next = Some(start);
        std::iter::from_fn(move || {
            let index = next?;
            let after = Index::from(self.next_stone_of_chain[index]);
            next = (after != start).then_some(after);
            Some(index)
        })
    }

    pub(super) fn is_suicide_at(&self, color: Color, index: Index) -> bool {
        let beside = self.layout.neighbours(index);
        for neighbour in beside {
            let Some(stone) = self.stone_at(neighbour) else {
                match self.cells[neighbour] {
                    Cell::Empty => return false,
                    _ => continue,
                }
            };
            let first = self.first_stone_of_chain[neighbour];
            let in_chain = |it: &&Index| {
                self.stone_at(**it).is_some() && self.first_stone_of_chain[**it] == first
            };
            let touches = beside.iter().filter(in_chain).count();
            let is_only_liberty =
                usize::from(self.pseudo_liberty_counts[usize::from(first)]) == touches;
            if is_only_liberty == (stone != color) {
                return false;
            }
        }
        true
    }

    pub(super) fn put_at(&mut self, color: Color, index: Index, removed: &mut Vec<Index>) {
        self.ko = None;
        self.fill_cell(index, color);
        let beside = self.layout.neighbours(index);
        let free = beside.iter().filter(|it| self.cells[**it] == Cell::Empty);
        let free = free.count() as u16;
        self.first_stone_of_chain[index] = index as u16;
        self.next_stone_of_chain[index] = index as u16;
        self.pseudo_liberty_counts[index] = free;
        for neighbour in beside {
            if self.stone_at(neighbour).is_some() {
                self.pseudo_liberty_counts[usize::from(self.first_stone_of_chain[neighbour])] -= 1;
            }
        }
        let mut is_alone = true;
        for neighbour in beside {
            if self.stone_at(neighbour) == Some(color) {
                is_alone = false;
                self.join_chains(index, neighbour);
            }
        }
        for neighbour in beside {
            if self.stone_at(neighbour) == Some(color.opponent()) && !self.has_liberty(neighbour) {
                self.remove_chain(neighbour, removed);
            }
        }
        if let ([captured], true, 0) = (removed.as_slice(), is_alone, free) {
            self.ko = Some((*captured, color.opponent()));
        }
        if !self.has_liberty(index) {
            self.remove_chain(index, removed);
        }
    }

    pub(super) fn is_same_chain(&self, one: Index, other: Index) -> bool {
        self.first_stone_of_chain[one] == self.first_stone_of_chain[other]
    }

    fn has_liberty(&self, index: Index) -> bool {
        self.pseudo_liberty_counts[usize::from(self.first_stone_of_chain[index])] > 0
    }

    fn join_chains(&mut self, index: Index, other: Index) {
        let (kept, joined) = (
            self.first_stone_of_chain[index],
            self.first_stone_of_chain[other],
        );
        if kept == joined {
            return;
        }
        let joined_stones: Vec<Index> = self.chain_at(usize::from(joined)).collect();
        for stone in joined_stones {
            self.first_stone_of_chain[stone] = kept;
        }
        self.next_stone_of_chain
            .swap(usize::from(kept), usize::from(joined));
        let added = self.pseudo_liberty_counts[usize::from(joined)];
        self.pseudo_liberty_counts[usize::from(kept)] += added;
    }

    fn remove_chain(&mut self, index: Index, removed: &mut Vec<Index>) {
        let from = removed.len();
        removed.extend(self.chain_at(index));
        for stone in &removed[from..] {
            if let Some(color) = self.stone_at(*stone) {
                self.hash ^= stone_key(*stone, color);
            }
            self.clear_cell(*stone);
        }
        for stone in &removed[from..] {
            for neighbour in self.layout.neighbours(*stone) {
                if self.stone_at(neighbour).is_some() {
                    self.pseudo_liberty_counts
                        [usize::from(self.first_stone_of_chain[neighbour])] += 1;
                }
            }
        }
    }

    fn fill_cell(&mut self, index: Index, color: Color) {
        self.cells[index] = Cell::Stone(color);
        self.hash ^= stone_key(index, color);
        let place = self.index_in_empty_points[index];
        self.empty_points.swap_remove(usize::from(place));
        if let Some(moved) = self.empty_points.get(usize::from(place)) {
            self.index_in_empty_points[usize::from(*moved)] = place;
        }
    }

    fn clear_cell(&mut self, index: Index) {
        self.cells[index] = Cell::Empty;
        self.index_in_empty_points[index] = self.empty_points.len() as u16;
        self.empty_points.push(index as u16);
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.cells == other.cells && self.ko == other.ko
    }
}

impl Eq for Board {}

/// The number that one stone contributes to the hash of a board (a Zobrist key).
fn stone_key(index: Index, color: Color) -> u64 {
    let color = match color {
        Color::Black => 1 << 20,
        Color::White => 1 << 21,
    };
    mix_bits(index as u64 ^ color)
}
