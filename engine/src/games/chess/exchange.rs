//! Static exchange evaluation: how much material a series of captures on one square wins.

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::{Move, Position};

/// The values of the pieces in exchanges, in hundredths of a pawn.
pub(super) const fn exchange_piece_value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 325,
        Piece::Bishop => 335,
        Piece::Rook => 500,
        Piece::Queen => 975,
        Piece::King => 10_000,
    }
}

impl Position {
    /// The value of the captured piece, plus the gain of a promotion to a queen.
    pub(super) fn captured_value(&self, it: Move) -> i32 {
        let enemies = self.board.colors(!self.board.side_to_move());
        let captured = if enemies.has(it.to()) {
            self.board.piece_on(it.to()).map_or(0, exchange_piece_value)
        } else if self.is_en_passant(it) {
            exchange_piece_value(Piece::Pawn)
        } else {
            0
        };
        match it.promotion() {
            Some(Piece::Queen) => {
                captured + exchange_piece_value(Piece::Queen) - exchange_piece_value(Piece::Pawn)
            }
            _ => captured,
        }
    }

    fn is_en_passant(&self, it: Move) -> bool {
        self.en_passant_square() == Some(it.to())
            && self.board.pieces(Piece::Pawn).has(it.from())
            && it.from().file() != it.to().file()
    }

    /// True if the captures on the target square win at least `least` hundredths of a pawn. The
    /// function ignores pins, so a pinned piece also captures.
    pub(super) fn gains_at_least(&self, it: Move, least: i32) -> bool {
        let board = &self.board;
        let mut side = board.side_to_move();
        if board.colors(side).has(it.to()) {
            return least <= 0;
        }
        // The material balance of the side that captured last, if that side also loses its
        // capturing piece.
        let mut balance = self.captured_value(it) - least;
        if balance < 0 {
            return false;
        }
        let moved = it.promotion().or_else(|| board.piece_on(it.from()));
        balance -= moved.map_or(0, exchange_piece_value);
        if balance >= 0 {
            return true;
        }
        let mut occupied = (board.occupied() ^ it.from().bitboard()) | it.to().bitboard();
        if self.is_en_passant(it) {
            let captured = Square::new(it.to().file(), it.from().rank());
            occupied ^= captured.bitboard();
        }
        loop {
            side = !side;
            let attackers = self.attackers_of_square(it.to(), occupied) & occupied;
            let Some((from, piece)) = self.cheapest_attacker(attackers, side) else {
                break;
            };
            let defended = !(attackers & board.colors(!side)).is_empty();
            if piece == Piece::King && defended {
                break;
            }
            occupied ^= from.bitboard();
            balance = -balance - 1 - exchange_piece_value(piece);
            if balance >= 0 {
                side = !side;
                break;
            }
        }
        // `side` has no good capture left, so it has lost the exchange.
        side != board.side_to_move()
    }

    fn attackers_of_square(&self, to: Square, occupied: BitBoard) -> BitBoard {
        let board = &self.board;
        let pawns = [Color::White, Color::Black]
            .into_iter()
            .map(|color| get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn));
        let pawns = pawns.fold(BitBoard::EMPTY, |all, it| all | it);
        let queens = board.pieces(Piece::Queen);
        pawns
            | get_knight_moves(to) & board.pieces(Piece::Knight)
            | get_king_moves(to) & board.pieces(Piece::King)
            | get_bishop_moves(to, occupied) & (board.pieces(Piece::Bishop) | queens)
            | get_rook_moves(to, occupied) & (board.pieces(Piece::Rook) | queens)
    }

    /// The square and the kind of the attacker with the lowest value.
    fn cheapest_attacker(&self, attackers: BitBoard, side: Color) -> Option<(Square, Piece)> {
        let own = attackers & self.board.colors(side);
        Piece::ALL.into_iter().find_map(|piece| {
            let square = (own & self.board.pieces(piece)).next_square()?;
            Some((square, piece))
        })
    }
}
