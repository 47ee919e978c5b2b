//! Pieces and sides.

use super::Square;

/// The two sides; red moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    Red,
    Black,
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    King,
    Advisor,
    Bishop,
    Knight,
    Rook,
    Cannon,
    Pawn,
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    pub side: Side,
    pub kind: PieceKind,
}

impl Side {
    /// The opponent.
    pub fn opponent(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }

    /// The name of the side in messages.
    pub fn name(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Black => "black",
        }
    }

    /// The rank of `square`, counted from this side's edge of the board.
    pub(super) fn rank_from_own_edge(self, square: Square) -> i8 {
        match self {
            Side::Red => square.rank(),
            Side::Black => 9 - square.rank(),
        }
    }

    pub(super) fn is_in_palace(self, square: Square) -> bool {
        (3..=5).contains(&square.file()) && self.rank_from_own_edge(square) <= 2
    }
}

impl PieceKind {
    pub(super) const ALL: [PieceKind; 7] = [
        PieceKind::King,
        PieceKind::Advisor,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// The name of the kind in messages.
    pub fn name(self) -> &'static str {
        match self {
            PieceKind::King => "king",
            PieceKind::Advisor => "advisor",
            PieceKind::Bishop => "elephant",
            PieceKind::Knight => "horse",
            PieceKind::Rook => "chariot",
            PieceKind::Cannon => "cannon",
            PieceKind::Pawn => "pawn",
        }
    }

    /// The number of pieces of this kind that a side has at the start.
    pub(super) fn initial_count(self) -> usize {
        match self {
            PieceKind::King => 1,
            PieceKind::Pawn => 5,
            _ => 2,
        }
    }
}

impl Piece {
    /// Parses the letter of a piece in a FEN (`UCCI F1`, `F2`); upper case is red. The letters `E`
    /// (elephant) and `H` (horse) are accepted, too.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let side = match letter.is_ascii_uppercase() {
            true => Side::Red,
            false => Side::Black,
        };
        let kind = match letter.to_ascii_lowercase() {
            'k' => PieceKind::King,
            'a' => PieceKind::Advisor,
            'b' | 'e' => PieceKind::Bishop,
            'n' | 'h' => PieceKind::Knight,
            'r' => PieceKind::Rook,
            'c' => PieceKind::Cannon,
            'p' => PieceKind::Pawn,
            _ => return None,
        };
        Some(Piece { side, kind })
    }

    /// The letter of the piece in a FEN.
    pub fn letter(self) -> char {
        let letter = match self.kind {
            PieceKind::King => 'k',
            PieceKind::Advisor => 'a',
            PieceKind::Bishop => 'b',
            PieceKind::Knight => 'n',
            PieceKind::Rook => 'r',
            PieceKind::Cannon => 'c',
            PieceKind::Pawn => 'p',
        };
        match self.side {
            Side::Red => letter.to_ascii_uppercase(),
            Side::Black => letter,
        }
    }

    /// The piece that an advisor or elephant is promoted to (`UCCI O26`).
    pub(super) fn promoted_to_pawn(self) -> Piece {
        Piece {
            kind: PieceKind::Pawn,
            ..self
        }
    }

    /// Whether this piece can stand on `square` in a game without promotions.
    pub(super) fn may_stand_on(self, square: Square) -> bool {
        let (file, rank) = (square.file(), self.side.rank_from_own_edge(square));
        match self.kind {
            PieceKind::King => self.side.is_in_palace(square),
            PieceKind::Advisor => self.side.is_in_palace(square) && (file + rank) % 2 == 1,
            PieceKind::Bishop => {
                let on = matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2));
                on && rank <= 4
            }
            PieceKind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
            _ => true,
        }
    }
}
