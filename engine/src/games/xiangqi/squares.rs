//! Piece values and piece-square tables.

use super::{Kind, Piece, Side, Square};

/// The value of a piece, in hundredths of a light piece (`UCCI I3`).
pub(super) const fn piece_value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 1000,
        Kind::Rook => 210,
        Kind::Cannon => 104,
        Kind::Knight => 100,
        Kind::Advisor | Kind::Bishop => 44,
        Kind::Pawn => 24,
    }
}

/// The value of a piece on a point.
pub(super) fn piece_square(piece: Piece, square: Square) -> i32 {
    PLACED[piece.side as usize][piece.kind as usize][square.index()]
}

static PLACED: [[[i32; 90]; 7]; 2] = {
    let mut table = [[[0; 90]; 7]; 2];
    let mut n = 0;
    while n < 7 * 90 {
        let (kind, square) = (Kind::ALL[n / 90], n % 90);
        let (file, rank) = (square % 9, square / 9);
        let column = if file > 4 { 8 - file } else { file };
        let value = piece_value(kind) + squares(kind)[rank][column] as i32;
        table[Side::Red as usize][n / 90][square] = value;
        table[Side::Black as usize][n / 90][(9 - rank) * 9 + file] = value;
        n += 1;
    }
    table
};

/// The ten ranks, from the side's own edge, and the files `a` to `e`; files `f` to `i` are mirrored.
type Half = [[i8; 5]; 10];

const fn squares(kind: Kind) -> &'static Half {
    match kind {
        Kind::King => &KING,
        Kind::Advisor => &ADVISOR,
        Kind::Bishop => &BISHOP,
        Kind::Knight => &KNIGHT,
        Kind::Rook => &ROOK,
        Kind::Cannon => &CANNON,
        Kind::Pawn => &PAWN,
    }
}

/// The king is safest on its initial point.
const KING: Half = [
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
const ADVISOR: Half = [
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

const BISHOP: Half = [
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

/// A horse is strong on the enemy's half and weak at the edge. On `c8` a horse attacks both the palace and a
/// chariot in its corner.
const KNIGHT: Half = [
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
const ROOK: Half = [
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

/// A cannon is strong on the central file and in the enemy's corners, and weak near the enemy's palace, where
/// it has no screens.
const CANNON: Half = [
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

/// A pawn is worth twice as much beyond the river, more near the palace, and little on the last rank.
const PAWN: Half = [
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
