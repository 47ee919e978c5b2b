//! The attacks of pawns, and the structure of pawns.

use cozy_chess::{BitBoard, Color, File, Rank, Square};

/// The squares that pawns attack, on their left and on their right.
pub(super) fn pawn_attacks(pawns: BitBoard, color: Color) -> [BitBoard; 2] {
    let left = (pawns & !File::A.bitboard()).0;
    let right = (pawns & !File::H.bitboard()).0;
    match color {
        Color::White => [BitBoard(left << 7), BitBoard(right << 9)],
        Color::Black => [BitBoard(left >> 9), BitBoard(right >> 7)],
    }
}

/// The squares one step ahead of the pawns.
pub(super) fn squares_one_step_ahead(pawns: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(pawns.0 << 8),
        Color::Black => BitBoard(pawns.0 >> 8),
    }
}

/// All squares on all ranks ahead of a square.
pub(super) fn squares_on_ranks_ahead(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    match color {
        Color::White => BitBoard((u64::MAX << 8).unbounded_shl(8 * rank)),
        Color::Black => BitBoard((1 << (8 * rank)) - 1),
    }
}

/// The king's file and its two neighbour files; for a king at the edge, the three files nearest to
/// the edge.
pub(super) fn files_near_king(file: File) -> [File; 3] {
    let middle = (file as usize).clamp(1, 6);
    [middle - 1, middle, middle + 1].map(File::index)
}

/// The number of ranks (at least 1) from the king to the nearest pawn of `pawns` on `file`. Pawns
/// behind the king do not count. The number is 0 if `pawns` has no pawn on `file` that counts.
pub(super) fn nearest_pawn_distance(
    king: Square,
    file: File,
    pawns: BitBoard,
    color: Color,
) -> usize {
    let ahead = squares_on_ranks_ahead(king, color) | king.rank().bitboard();
    let ranks = (pawns & file.bitboard() & ahead)
        .into_iter()
        .map(|it| (it.rank() as usize).abs_diff(king.rank() as usize).max(1));
    ranks.min().unwrap_or_default()
}

/// A pawn, together with all other pawns on the board.
pub(super) struct PawnContext {
    square: Square,
    color: Color,
    own_pawns: BitBoard,
    other_pawns: BitBoard,
}

impl PawnContext {
    pub(super) fn new(square: Square, color: Color, own: BitBoard, other: BitBoard) -> PawnContext {
        PawnContext {
            square,
            color,
            own_pawns: own,
            other_pawns: other,
        }
    }

    fn rank_squares_ahead(&self) -> BitBoard {
        squares_on_ranks_ahead(self.square, self.color)
    }

    fn file_squares(&self) -> BitBoard {
        self.square.file().bitboard()
    }

    fn neighbour_file_squares(&self) -> BitBoard {
        self.square.file().adjacent()
    }

    /// True if no opposing pawn ahead can stop or capture this pawn, and no own pawn is ahead of
    /// this pawn on its file.
    pub(super) fn is_passed(&self) -> bool {
        let way = self.rank_squares_ahead() & (self.file_squares() | self.neighbour_file_squares());
        (way & self.other_pawns).is_empty() && !self.is_doubled()
    }

    /// True if another own pawn is ahead of this pawn on the same file.
    pub(super) fn is_doubled(&self) -> bool {
        !(self.rank_squares_ahead() & self.file_squares() & self.own_pawns).is_empty()
    }

    pub(super) fn is_on_open_file(&self) -> bool {
        (self.rank_squares_ahead() & self.file_squares() & self.other_pawns).is_empty()
    }

    pub(super) fn is_isolated(&self) -> bool {
        (self.neighbour_file_squares() & self.own_pawns).is_empty()
    }

    /// True if no own pawn can defend this pawn, and an opposing pawn attacks the square ahead of
    /// this pawn.
    pub(super) fn is_backward(&self) -> bool {
        let guards = self.neighbour_file_squares() & !self.rank_squares_ahead() & self.own_pawns;
        let [left, right] = pawn_attacks(
            squares_one_step_ahead(self.square.bitboard(), self.color),
            self.color,
        );
        guards.is_empty() && !((left | right) & self.other_pawns).is_empty()
    }

    /// True if an own pawn defends this pawn.
    pub(super) fn is_supported(&self) -> bool {
        let [left, right] = pawn_attacks(self.square.bitboard(), !self.color);
        !((left | right) & self.own_pawns).is_empty()
    }

    /// True if an own pawn is next to this pawn on the same rank.
    pub(super) fn has_pawn_beside(&self) -> bool {
        let rank: Rank = self.square.rank();
        !(self.neighbour_file_squares() & rank.bitboard() & self.own_pawns).is_empty()
    }
}
