//! Chess moves, stored in two bytes.

use std::fmt;

use cozy_chess::{Piece, Square};

/// A chess move. In both variants, castling is stored as the king's move to its own rook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// The promotion pieces; a packed move stores the index of its promotion piece in this list.
const PROMOTION_PIECES: [Option<Piece>; 5] = [
    None,
    Some(Piece::Knight),
    Some(Piece::Bishop),
    Some(Piece::Rook),
    Some(Piece::Queen),
];

impl Move {
    /// Converts a move of the crate `cozy-chess`.
    pub(super) fn from_crate_move(it: cozy_chess::Move) -> Move {
        let promotion = PROMOTION_PIECES
            .iter()
            .position(|kind| *kind == it.promotion);
        let promotion = promotion.unwrap_or_default() as u16;
        Move(it.from as u16 | (it.to as u16) << 6 | promotion << 12)
    }

    /// Returns the move with this packed number, or `None` if no move has this number.
    pub(super) fn from_packed_number(number: u16) -> Option<Move> {
        let promotion = usize::from(number >> 12);
        (promotion < PROMOTION_PIECES.len()).then_some(Move(number))
    }

    /// Returns the packed number of the move.
    pub(super) fn packed_number(self) -> u16 {
        self.0
    }

    pub(super) fn from(self) -> Square {
        Square::index(usize::from(self.0 & 63))
    }

    pub(super) fn to(self) -> Square {
        Square::index(usize::from(self.0 >> 6 & 63))
    }

    pub(super) fn promotion(self) -> Option<Piece> {
        PROMOTION_PIECES[usize::from(self.0 >> 12)]
    }

    /// Converts the move to a move of the crate `cozy-chess`.
    pub(super) fn to_crate_move(self) -> cozy_chess::Move {
        cozy_chess::Move {
            from: self.from(),
            to: self.to(),
            promotion: self.promotion(),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_crate_move().fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
