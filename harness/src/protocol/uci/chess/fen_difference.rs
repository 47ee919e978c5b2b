//! Finds out in which field a FEN differs from the position that the moves before it lead to.

use cozy_chess::{Color, Piece, Rank};

use super::ChessPosition;
use crate::message::{Message, message};

impl ChessPosition {
    /// The number of the move, from the last field of the FEN.
    pub(in super::super) fn move_number(&self) -> u16 {
        self.board.fullmove_number()
    }

    /// Whether both positions have the same pieces on the same squares, and the same side to move.
    pub(in super::super) fn has_same_board(&self, other: &ChessPosition) -> bool {
        let (a, b) = (&self.board, &other.board);
        let same_pieces = Piece::ALL.iter().all(|it| a.pieces(*it) == b.pieces(*it));
        let same_colors = Color::ALL.iter().all(|it| a.colors(*it) == b.colors(*it));
        same_pieces && same_colors && a.side_to_move() == b.side_to_move()
    }

    /// Why `sent`, which has the same board, is another position than this one. Returns `None` if it is the same.
    pub(in super::super) fn field_difference(&self, sent: &ChessPosition) -> Option<Message> {
        for color in Color::ALL {
            let rights = |it: &ChessPosition| {
                let rights = it.board.castle_rights(color);
                [rights.short, rights.long]
            };
            for (has, says) in rights(self).into_iter().zip(rights(sent)) {
                match (has, says) {
                    (None, Some(_)) => {
                        return Some(message!(
                            "fen_right_returned",
                            "the FEN has a castling right that was lost by an earlier move"
                        ));
                    }
                    (Some(_), None) => {
                        return Some(message!(
                            "fen_right_missing",
                            "the FEN lacks a castling right, although neither the king nor the rook has moved"
                        ));
                    }
                    _ => (),
                }
            }
        }
        let (has, says) = (self.board.en_passant(), sent.board.en_passant());
        if says.is_some() && says != has {
            return Some(message!(
                "fen_en_passant_stale",
                "the FEN has an en passant square, although the last move was no double step of this pawn"
            ));
        }
        (says.is_none() && has.is_some() && self.can_capture_en_passant()).then(|| {
            message!(
                "fen_en_passant_missing",
                "the FEN has no en passant square, so a legal capture is missing"
            )
        })
    }

    fn can_capture_en_passant(&self) -> bool {
        let Some(file) = self.board.en_passant() else {
            return false;
        };
        let mover = self.board.side_to_move();
        let target = cozy_chess::Square::new(file, Rank::Sixth.relative_to(mover));
        let pawns = self.board.colored_pieces(mover, Piece::Pawn);
        let mut captures = false;
        self.board.generate_moves_for(pawns, |moves| {
            captures |= moves.into_iter().any(|it| it.to == target);
            captures
        });
        captures
    }
}
