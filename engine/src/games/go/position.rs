//! A game so far: the board, the moves, and the rules that decide which moves are legal.

use std::fmt;

use super::{
    board::Board,
    point::{Color, Point, Vertex},
};

/// The rules that differ between rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub allows_suicide: bool,
    pub ko: KoRule,
}

/// The rule that forbids a move because it repeats an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoRule {
    /// Simple ko: if a stone captures a single stone, the opponent may not recapture that stone with the next move.
    Simple,
    /// Positional superko: no move may result in a board that is equal to an earlier board of the game.
    PositionalSuperko,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            allows_suicide: false,
            ko: KoRule::Simple,
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalReason {
    OffBoard,
    Occupied,
    Suicide,
    Ko,
    Superko,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalReason::OffBoard => "the point is not on the board",
            IllegalReason::Occupied => "the point is occupied",
            IllegalReason::Suicide => "the stone would have no liberty",
            IllegalReason::Ko => "the move takes back a ko",
            IllegalReason::Superko => "the move repeats an earlier position",
        })
    }
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    pub color: Color,
    pub vertex: Vertex,
}

/// A game of Go so far. Either color can play at any time (`GTP G-133`).
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    rules: Rules,
    /// The board before the first move: empty, or with handicap stones.
    first_board: Board,
    moves: Vec<PlayedMove>,
    /// The hashes of all boards so far, the present one included.
    board_hashes: Vec<u64>,
    /// The number of stones that each color has captured: first by black, then by white.
    captured_stone_counts: [u32; 2],
}

impl Position {
    /// An empty board under the usual rules; `None` if the size is not supported.
    pub fn new(size: u8) -> Option<Position> {
        let board = Board::new(size)?;
        Some(Position::from_board(board))
    }

    /// A game that begins with this board.
    pub fn from_board(board: Board) -> Position {
        Position {
            first_board: board.clone(),
            board_hashes: vec![board.hash()],
            board,
            rules: Rules::default(),
            moves: Vec::new(),
            captured_stone_counts: [0, 0],
        }
    }

    /// Sets the rules for the next moves.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn size(&self) -> u8 {
        self.board.size()
    }

    pub fn stone(&self, point: Point) -> Option<Color> {
        self.board.stone(point)
    }

    pub fn hash(&self) -> u64 {
        self.board.hash()
    }

    /// The moves so far; handicap stones are not moves (`GTP G-113`).
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// The number of stones that `color` has captured.
    pub fn captures(&self, color: Color) -> u32 {
        self.captured_stone_counts[color as usize]
    }

    /// Why a move is illegal; `None` if it is legal.
    pub fn illegal_reason(&self, color: Color, vertex: Vertex) -> Option<IllegalReason> {
        self.illegal_reason_with_rules(self.rules, color, vertex)
    }

    /// Why a move is illegal under the given rules.
    pub fn illegal_reason_with_rules(
        &self,
        rules: Rules,
        color: Color,
        vertex: Vertex,
    ) -> Option<IllegalReason> {
        let point = vertex.point()?;
        if !point.is_on_board(self.size()) {
            return Some(IllegalReason::OffBoard);
        }
        if self.board.stone(point).is_some() {
            return Some(IllegalReason::Occupied);
        }
        if !rules.allows_suicide && self.board.is_suicide(color, point) {
            return Some(IllegalReason::Suicide);
        }
        if self.board.ko_point(color) == Some(point) {
            return Some(IllegalReason::Ko);
        }
        if rules.ko == KoRule::PositionalSuperko {
            let mut after = self.board.clone();
            after.put(color, point);
            if self.board_hashes.contains(&after.hash()) {
                return Some(IllegalReason::Superko);
            }
        }
        None
    }

    pub fn is_legal(&self, color: Color, vertex: Vertex) -> bool {
        self.illegal_reason(color, vertex).is_none()
    }

    /// Plays a move, and returns the stones that it removes from the board.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal; the position is then unchanged.
    pub fn play(&mut self, color: Color, vertex: Vertex) -> Result<Vec<Point>, IllegalReason> {
        match self.illegal_reason(color, vertex) {
            Some(reason) => Err(reason),
            None => Ok(self.play_unchecked(color, vertex)),
        }
    }

    /// Plays a move on an empty point or passes, even if the rules of ko or suicide forbid the move.
    fn play_unchecked(&mut self, color: Color, vertex: Vertex) -> Vec<Point> {
        self.moves.push(PlayedMove { color, vertex });
        let Some(point) = vertex.point() else {
            self.board.clear_ko();
            return Vec::new();
        };
        let removed = self.board.put(color, point);
        let is_suicide = self.board.stone(point).is_none();
        let capturer = if is_suicide { color.opponent() } else { color };
        self.captured_stone_counts[capturer as usize] += removed.len() as u32;
        self.board_hashes.push(self.board.hash());
        removed
    }

    /// Takes the last move back and returns it; `None` if there is no move.
    pub fn undo(&mut self) -> Option<PlayedMove> {
        let last = self.moves.pop()?;
        let moves = std::mem::take(&mut self.moves);
        let mut before = Position::from_board(self.first_board.clone());
        before.rules = self.rules;
        for it in moves {
            before.play_unchecked(it.color, it.vertex);
        }
        *self = before;
        Some(last)
    }

    /// Puts handicap stones on the empty board. Handicap stones are not moves, so [`Position::undo`] does not remove
    /// handicap stones.
    pub fn set_handicap(&mut self, points: &[Point]) {
        let mut board = self.first_board.clone();
        for point in points {
            board.put(Color::Black, *point);
        }
        *self = Position {
            rules: self.rules,
            ..Position::from_board(board)
        };
    }

    /// True if no stone is on the board and no move was played.
    pub fn is_at_start(&self) -> bool {
        self.board.is_empty() && self.moves.is_empty()
    }
}
