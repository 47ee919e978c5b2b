//! Piece values and piece-square tables.

use super::{Piece, PieceKind, Side, Square};

/// The value of a piece, in hundredths of a horse (`UCCI I3`).
pub(super) const fn piece_value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::King => 1000,
        PieceKind::Rook => 210,
        PieceKind::Cannon => 104,
        PieceKind::Knight => 100,
        PieceKind::Advisor | PieceKind::Bishop => 44,
        PieceKind::Pawn => 24,
    }
}

/// The value of a piece on a point.
pub(super) fn piece_square_value(piece: Piece, square: Square) -> i32 {
    PIECE_SQUARE_VALUES[piece.side as usize][piece.kind as usize][square.index()]
}

static PIECE_SQUARE_VALUES: [[[i32; 90]; 7]; 2] = {
    let mut table = [[[0; 90]; 7]; 2];
    let mut n = 0;
    while n < 7 * 90 {
        let (kind, square) = (PieceKind::ALL[n / 90], n % 90);
        let (file, rank) = (square % 9, square / 9);
        let column = if file > 4 { 8 - file } else { file };
        let value = piece_value(kind) + half_board_table(kind)[rank][column] as i32;
        table[Side::Red as usize][n / 90][square] = value;
        table[Side::Black as usize][n / 90][(9 - rank) * 9 + file] = value;
        n += 1;
    }
    table
};

/// The values for the ten ranks, counted from the side's own edge, and for the files `a` to `e`.
/// Files `f` to `i` have the values of their mirror images.
type HalfBoardTable = [[i8; 5]; 10];

const fn half_board_table(kind: PieceKind) -> &'static HalfBoardTable {
    match kind {
        PieceKind::King => &KING_TABLE,
        PieceKind::Advisor => &ADVISOR_TABLE,
        PieceKind::Bishop => &ELEPHANT_TABLE,
        PieceKind::Knight => &HORSE_TABLE,
        PieceKind::Rook => &CHARIOT_TABLE,
        PieceKind::Cannon => &CANNON_TABLE,
        PieceKind::Pawn => &PAWN_TABLE,
    }
}

/// The king is safest on its initial point.
const KING_TABLE: HalfBoardTable = [
    [0, 0, 0, 0, 6],
    [0, 0, 0, -12, -10],
    [0, 0, 0, -20, -20],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
];

/// Advisors protect each other from the centre of the palace.
const ADVISOR_TABLE: HalfBoardTable = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 4],
    [0, 0, 0, -4, 0],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
];

const ELEPHANT_TABLE: HalfBoardTable = [
    [0, 0, 0, 0, 0],
    [0; 5],
    [-6, 0, 0, 0, 6],
    [0; 5],
    [0, 0, -2, 0, 0],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
];

/// A horse is strong on the enemy's half and weak at the edge. From `c8` a horse attacks both the
/// enemy's palace and an enemy chariot in its initial corner.
const HORSE_TABLE: HalfBoardTable = [
    [-12, -8, -4, -6, -16],
    [-6, -2, 2, 2, -20],
    [-2, 2, 8, 6, 2],
    [2, 4, 8, 10, 10],
    [2, 10, 10, 14, 14],
    [4, 14, 16, 18, 18],
    [6, 16, 20, 20, 18],
    [4, 12, 18, 20, 16],
    [4, 10, 22, 14, 4],
    [-2, 2, 6, 4, 2],
];

/// A chariot is strong on open files, and weakest in its initial corner.
const CHARIOT_TABLE: HalfBoardTable = [
    [-8, 4, 2, 8, 0],
    [0, 6, 4, 8, 0],
    [-2, 6, 4, 8, 4],
    [4, 8, 6, 10, 10],
    [8, 10, 8, 12, 12],
    [8, 10, 8, 12, 14],
    [8, 12, 10, 14, 14],
    [6, 10, 8, 14, 14],
    [10, 14, 12, 16, 18],
    [6, 8, 8, 12, 14],
];

/// A cannon is strong on the central file and in the enemy's corners, and weak near the enemy's
/// palace, where it has no screens.
const CANNON_TABLE: HalfBoardTable = [
    [0, 0, 2, 4, 2],
    [0, 2, 2, 4, 6],
    [0, 4, 2, 4, 10],
    [0, 0, 4, 2, 6],
    [0, 0, 0, 2, 6],
    [0, 2, 2, 2, 6],
    [0, 2, 2, 0, 6],
    [0, 2, -2, -4, 2],
    [2, 2, -2, -6, -4],
    [6, 6, 0, -6, -6],
];

/// A pawn that has crossed the river is worth twice as much as before; it is worth even more near
/// the enemy's palace, and little on the last rank.
const PAWN_TABLE: HalfBoardTable = [
    [0; 5],
    [0; 5],
    [0; 5],
    [-4, 0, 0, 0, 4],
    [0, 0, 6, 0, 8],
    [16, 20, 26, 30, 32],
    [20, 28, 38, 46, 48],
    [20, 34, 46, 58, 60],
    [18, 32, 44, 58, 60],
    [-8, -4, 0, 4, 4],
];
