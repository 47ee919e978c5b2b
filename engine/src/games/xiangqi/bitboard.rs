//! Sets of points as bits: one `u128` holds a whole board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of points; bit `n` is the point with index `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bitboard(pub(super) u128);

impl Bitboard {
    pub(super) const EMPTY: Bitboard = Bitboard(0);

    pub(super) const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn is_not_empty(self) -> bool {
        self.0 != 0
    }

    pub(super) fn contains(self, square: Square) -> bool {
        (self & Bitboard::from_square(square)).is_not_empty()
    }

    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn first_square(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.first_square()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    /// The result also contains the bits above the board, which belong to no point. The caller
    /// combines the result by `&` with a set of points, which clears the bits above the board.
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}
