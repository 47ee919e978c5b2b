//! What a position is worth without looking ahead.

use crate::games::xiangqi::{Kind, Piece, Position, Side, Square};

/// The value of a piece, in hundredths of a light piece (`UCCI I3`).
pub(super) fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 1000,
        Kind::Rook => 210,
        Kind::Cannon => 102,
        Kind::Knight => 98,
        Kind::Advisor | Kind::Bishop => 44,
        Kind::Pawn => 22,
    }
}

/// Material and squares, as the side to move sees them.
pub fn evaluate(position: &Position) -> i32 {
    let mover = position.side_to_move();
    let signed = |(square, piece): (Square, Piece)| {
        let value = worth(piece.kind) + place(square, piece);
        if piece.side == mover { value } else { -value }
    };
    position.pieces().map(signed).sum()
}

/// What a piece gains by standing where it does.
fn place(square: Square, piece: Piece) -> i32 {
    let file = i32::from(square.file());
    let rank = match piece.side {
        Side::Red => i32::from(square.rank()),
        Side::Black => 9 - i32::from(square.rank()),
    };
    let centre = 4 - (file - 4).abs();
    match piece.kind {
        // Across the river a pawn is worth twice as much, near the palace more, on the last rank nothing.
        Kind::Pawn => match rank {
            9 => 0,
            5..=8 => 14 + 3 * centre + 2 * (rank - 5),
            _ => centre,
        },
        Kind::Knight => 2 * centre + rank.min(7) + if rank == 0 { -8 } else { 0 },
        Kind::Cannon => centre + i32::from(file == 4) * 4,
        Kind::Rook => centre + rank.min(6) + if rank == 0 { -6 } else { 0 },
        Kind::King => -3 * rank,
        Kind::Advisor | Kind::Bishop => i32::from(file == 4) * 3,
    }
}
