//! A position (the board and the side to move), and functions that play moves.

use std::{fmt, sync::LazyLock};

use super::{
    Move, Piece, PieceKind, START_FEN, Side, Square, attack::Occupancy, bitboard::Bitboard,
    piece_square_tables::piece_square_value,
};

/// A position of xiangqi.
#[derive(Clone)]
pub struct Position {
    /// The piece on each point. The fields `points_by_side`, `points_by_kind` and `occupancy` store
    /// the same pieces as sets of points.
    board: [Option<Piece>; 90],
    pub(super) points_by_side: [Bitboard; 2],
    pub(super) points_by_kind: [Bitboard; 7],
    pub(super) occupancy: Occupancy,
    pub(super) king_points: [Square; 2],
    /// The sum of each side's piece-square values.
    pub(super) piece_square_sums: [i32; 2],
    pub(super) moving_side: Side,
    pub(super) hash_key: u64,
    pub(super) halfmoves_since_capture: u32,
    pub(super) fullmoves: u32,
    /// Whether advisors and elephants can be promoted to pawns (`UCCI O26`).
    pub(super) allows_promotion: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && self.moving_side == other.moving_side
            && self.halfmoves_since_capture == other.halfmoves_since_capture
            && self.fullmoves == other.fullmoves
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl Position {
    /// The initial position (`UCCI P3`).
    pub fn start() -> Position {
        static START_POSITION: LazyLock<Position> = LazyLock::new(|| {
            Position::from_fen(START_FEN).unwrap_or_else(|error| unreachable!("{error}"))
        });
        START_POSITION.clone()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.moving_side
    }

    /// The piece on a point.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// All pieces with their points.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupancy
            .occupied_points
            .filter_map(|it| Some((it, self.piece_at(it)?)))
    }

    /// A hash of the board and the side to move.
    pub fn hash_key(&self) -> u64 {
        self.hash_key
    }

    /// Half-moves since the last capture (`UCCI F5`).
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmoves_since_capture
    }

    /// Whether the side to move can capture the other king: a position in which this is possible is
    /// invalid.
    pub(super) fn can_capture_king(&self) -> bool {
        self.is_king_attacked(self.moving_side.opponent())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_king_attacked(self.moving_side)
    }

    /// Whether the side to move has lost by mate or stalemate: it has no legal move (`UCCI K1`).
    pub fn has_no_legal_move(&self) -> bool {
        self.count_legal_moves() == 0
    }

    /// Plays a move. The caller must check legality; this function does not.
    pub fn play_move(&mut self, it: Move) {
        let moved = self.remove_piece(it.from);
        let taken = self.remove_piece(it.to);
        if let Some(piece) = moved {
            self.put_piece(
                it.to,
                if it.from == it.to {
                    piece.promoted_to_pawn()
                } else {
                    piece
                },
            );
        }
        self.halfmoves_since_capture = match taken {
            Some(_) => 0,
            None => self.halfmoves_since_capture.saturating_add(1),
        };
        if self.moving_side == Side::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.play_null_move();
    }

    /// Gives the other side the move, without moving a piece (a null move).
    pub(crate) fn play_null_move(&mut self) {
        self.hash_key ^= SIDE_KEY;
        self.moving_side = self.moving_side.opponent();
    }

    /// A position with these pieces. The caller must check that each piece may stand on its point,
    /// and that each side has a king.
    pub(super) fn from_pieces(
        pieces: impl Iterator<Item = (Square, Piece)>,
        side: Side,
        [halfmoves, fullmoves]: [u32; 2],
    ) -> Position {
        let mut position = Position {
            board: [None; 90],
            points_by_side: [Bitboard::EMPTY; 2],
            points_by_kind: [Bitboard::EMPTY; 7],
            occupancy: Occupancy::default(),
            king_points: [Square::default(); 2],
            piece_square_sums: [0; 2],
            moving_side: Side::Red,
            hash_key: 0,
            halfmoves_since_capture: halfmoves,
            fullmoves,
            allows_promotion: false,
        };
        for (square, piece) in pieces {
            position.put_piece(square, piece);
        }
        if side == Side::Black {
            position.play_null_move();
        }
        position
    }

    /// Puts a piece on an empty point.
    fn put_piece(&mut self, square: Square, piece: Piece) {
        self.toggle_piece_bits(square, piece);
        self.board[square.index()] = Some(piece);
        self.piece_square_sums[piece.side as usize] += piece_square_value(piece, square);
        if piece.kind == PieceKind::King {
            self.king_points[piece.side as usize] = square;
        }
    }

    /// Removes and returns the piece on a point.
    fn remove_piece(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board[square.index()].take()?;
        self.toggle_piece_bits(square, piece);
        self.piece_square_sums[piece.side as usize] -= piece_square_value(piece, square);
        Some(piece)
    }

    fn toggle_piece_bits(&mut self, square: Square, piece: Piece) {
        self.points_by_side[piece.side as usize] ^= Bitboard::from_square(square);
        self.points_by_kind[piece.kind as usize] ^= Bitboard::from_square(square);
        self.occupancy.toggle_point(square);
        self.hash_key ^= zobrist_key(square, piece);
    }
}
const SIDE_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a pseudo-random number that depends only on `n` (the mixing function of SplitMix64).
const fn mix_bits(n: u64) -> u64 {
    let mut z = n
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(0x1234_5678_9abc_def1);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const ZOBRIST_KEYS: [[u64; 90]; 14] = {
    let mut table = [[0; 90]; 14];
    let mut n = 0;
    while n < 14 * 90 {
        table[n / 90][n % 90] = mix_bits(n as u64 + 1);
        n += 1;
    }
    table
};

fn zobrist_key(square: Square, piece: Piece) -> u64 {
    ZOBRIST_KEYS[piece.side as usize * 7 + piece.kind as usize][square.index()]
}
