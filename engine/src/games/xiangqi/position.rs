//! A position: what stands where, who is to move, and how moves change it.

use std::fmt;

use super::{Kind, Move, Piece, START, Side, Square, generate};

/// A position of xiangqi.
#[derive(Clone)]
pub struct Position {
    pub(super) board: [Option<Piece>; 90],
    pub(super) kings: [Square; 2],
    pub(super) side: Side,
    pub(super) key: u64,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.halfmoves == other.halfmoves
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
        Position::from_fen(START).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Who is to move.
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// What stands on a point.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// All pieces and where they stand.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|it| Some((it, self.piece_at(it)?)))
    }

    /// A hash of board and side to move.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Half-moves since the last capture (`UCCI F5`).
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// All legal moves, in no particular order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|it| self.keeps_king(*it));
        moves
    }

    /// All moves that leave the king out of account.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        generate::all(self, &mut moves);
        moves
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, it: Move) -> bool {
        let own = self
            .piece_at(it.from)
            .filter(|piece| piece.side == self.side);
        let Some(piece) = own else { return false };
        let mut moves = Vec::with_capacity(20);
        generate::of(self, it.from, piece, &mut moves);
        moves.contains(&it) && self.keeps_king(it)
    }

    /// Whether a pseudo-legal move leaves the mover's king safe.
    pub fn keeps_king(&self, it: Move) -> bool {
        let mut after = self.clone();
        after.play(it);
        !after.can_take_king()
    }

    /// Whether the side to move could take the other king: then the position is no position.
    pub(super) fn can_take_king(&self) -> bool {
        let king = self.kings[self.side.other() as usize];
        self.attacked(king, self.side)
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        let king = self.kings[self.side as usize];
        self.attacked(king, self.side.other())
    }

    /// Whether the side to move has no legal move: mated or stalemated, it has lost (`UCCI K1`).
    pub fn is_dead(&self) -> bool {
        !self
            .pseudo_legal_moves()
            .iter()
            .any(|it| self.keeps_king(*it))
    }

    /// Plays a move. Legality is the caller's affair; nothing is checked.
    pub fn play(&mut self, it: Move) {
        let piece = self.board[it.from.index()];
        let taken = self.board[it.to.index()];
        for (square, what) in [(it.from, piece), (it.to, taken)] {
            if let Some(what) = what {
                self.key ^= zobrist(square, what);
            }
        }
        self.board[it.from.index()] = None;
        self.board[it.to.index()] = piece;
        if let Some(piece) = piece {
            self.key ^= zobrist(it.to, piece);
            if piece.kind == Kind::King {
                self.kings[piece.side as usize] = it.to;
            }
        }
        self.halfmoves = match taken {
            Some(_) => 0,
            None => self.halfmoves.saturating_add(1),
        };
        if self.side == Side::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.key ^= SIDE_KEY;
        self.side = self.side.other();
    }

    /// The hash, computed afresh.
    pub(super) fn whole_key(&self) -> u64 {
        let side = match self.side {
            Side::Red => 0,
            Side::Black => SIDE_KEY,
        };
        self.pieces()
            .fold(side, |key, (square, piece)| key ^ zobrist(square, piece))
    }
}

const SIDE_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// A fixed pseudo-random number for a piece on a point (the mixing function of SplitMix64).
const fn mix(n: u64) -> u64 {
    let mut z = n
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(0x1234_5678_9abc_def1);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const ZOBRIST: [[u64; 90]; 14] = {
    let mut table = [[0; 90]; 14];
    let mut n = 0;
    while n < 14 * 90 {
        table[n / 90][n % 90] = mix(n as u64 + 1);
        n += 1;
    }
    table
};

fn zobrist(square: Square, piece: Piece) -> u64 {
    ZOBRIST[piece.side as usize * 7 + piece.kind as usize][square.index()]
}
