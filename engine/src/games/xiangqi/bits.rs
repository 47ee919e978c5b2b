//! Sets of points as bits: one `u128` holds a whole board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of points; bit `n` is the point with index `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits(pub(super) u128);

impl Bits {
    pub(super) const NONE: Bits = Bits(0);

    pub(super) const fn of(square: Square) -> Bits {
        Bits(1 << square.index())
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    pub(super) fn has(self, square: Square) -> bool {
        (self & Bits::of(square)).any()
    }

    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }
}

impl Iterator for Bits {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl BitAnd for Bits {
    type Output = Bits;

    fn bitand(self, other: Bits) -> Bits {
        Bits(self.0 & other.0)
    }
}

impl BitOr for Bits {
    type Output = Bits;

    fn bitor(self, other: Bits) -> Bits {
        Bits(self.0 | other.0)
    }
}

impl BitXor for Bits {
    type Output = Bits;

    fn bitxor(self, other: Bits) -> Bits {
        Bits(self.0 ^ other.0)
    }
}

impl Not for Bits {
    type Output = Bits;

    /// The result also has the unused bits above the board set; the next `&` with a set of points clears
    /// them.
    fn not(self) -> Bits {
        Bits(!self.0)
    }
}

impl BitAndAssign for Bits {
    fn bitand_assign(&mut self, other: Bits) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits {
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bits {
    fn bitxor_assign(&mut self, other: Bits) {
        *self = *self ^ other;
    }
}
