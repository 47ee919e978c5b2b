//! Promotion of advisors and elephants to pawns, a rule of some leagues (`UCCI O26`).
//!
//! The specification does not define when a promotion is allowed, nor how it is written. In this
//! engine, a side with fewer than five pawns may turn an advisor or elephant into a pawn on the
//! same point instead of moving a piece. A promotion is written as a move from the point to itself,
//! such as `c4c4`.

use super::{FenError, PieceKind, Position, bitboard::Bitboard};

impl Position {
    /// Parses a FEN of a game in which advisors and elephants can be promoted to pawns, so a pawn
    /// may stand on any point.
    ///
    /// # Errors
    /// Returns the same errors as [`Position::from_fen`].
    pub fn from_fen_with_promotion(fen: &str) -> Result<Position, FenError> {
        let mut position = Position::parse_fen_with_placement_rule(fen, |piece, square| {
            piece.kind == PieceKind::Pawn || piece.may_stand_on(square)
        })?;
        position.allows_promotion = true;
        Ok(position)
    }

    /// The pieces that the side to move can promote.
    pub(super) fn promotable_pieces(&self) -> Bitboard {
        if !self.allows_promotion {
            return Bitboard::EMPTY;
        }
        let own = self.points_by_side[self.moving_side as usize];
        let of = |kind: PieceKind| self.points_by_kind[kind as usize] & own;
        match of(PieceKind::Pawn).count() as usize >= PieceKind::Pawn.initial_count() {
            true => Bitboard::EMPTY,
            false => of(PieceKind::Advisor) | of(PieceKind::Bishop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::{Move, START_FEN, perft, perft_playing_all_moves};

    fn legal_move_names(position: &Position) -> Vec<String> {
        position.legal_moves().iter().map(Move::to_string).collect()
    }

    #[test]
    fn promotion_is_generated_only_if_allowed() {
        let fen = "3k5/9/9/9/9/2B6/9/9/9/4K4 w";
        let plain = Position::from_fen(fen).unwrap();
        let free = Position::from_fen_with_promotion(fen).unwrap();
        let step: Move = "c4c4".parse().unwrap();
        assert!(!plain.is_legal(step));
        assert!(free.is_legal(step));
        assert_eq!(free.legal_moves().len(), plain.legal_moves().len() + 1);
    }

    #[test]
    fn the_piece_becomes_a_pawn() {
        let fen = "3k5/9/9/9/9/2B6/9/9/9/4K4 w";
        let mut position = Position::from_fen_with_promotion(fen).unwrap();
        position.play_move("c4c4".parse().unwrap());
        assert_eq!(position.to_fen(), "3k5/9/9/9/9/2P6/9/9/9/4K4 b - - 1 1");
        let read = Position::from_fen_with_promotion(&position.to_fen()).unwrap();
        assert_eq!(read.hash_key(), position.hash_key());
    }

    #[test]
    fn with_five_pawns_there_is_no_promotion() {
        let start = Position::from_fen_with_promotion(START_FEN).unwrap();
        assert_eq!(start.legal_moves().len(), 44);
        let fen = START_FEN.replace("P1P1P1P1P", "P1P1P1P2");
        let fewer = Position::from_fen_with_promotion(&fen).unwrap();
        assert!(legal_move_names(&fewer).contains(&"d0d0".to_owned()));
    }

    #[test]
    fn a_promotion_in_check_is_illegal_and_perft_counts_agree() {
        let fen = "3k5/9/9/9/4r4/9/9/9/9/3AK4 w";
        let position = Position::from_fen_with_promotion(fen).unwrap();
        assert!(position.in_check());
        assert!(!legal_move_names(&position).contains(&"d0d0".to_owned()));
        let fen = "2bk5/4a4/9/9/9/9/9/4B4/4A4/4K4 w";
        let position = Position::from_fen_with_promotion(fen).unwrap();
        assert_eq!(perft(&position, 3), perft_playing_all_moves(&position, 3));
    }
}
