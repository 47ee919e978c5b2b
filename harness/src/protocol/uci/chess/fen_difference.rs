//! Finds out in which field a FEN differs from the position that the moves before it lead to.

use cozy_chess::{BitBoard, BoardBuilder, Color, File, Piece, Rank, Square};

use super::{ChessPosition, ChessVariant, UciMove, square_to_point};
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

    /// Why `sent` is the position after `best` and a reply, except that a piece is still on its old square: a pawn that
    /// was captured en passant, or the rook of a castling. Returns `None` if it is another position.
    pub(in super::super) fn leftover_piece(
        &self,
        best: UciMove,
        sent: &ChessPosition,
    ) -> Option<Message> {
        let known = self.to_cozy_chess_move(best)?;
        let mover = self.board.side_to_move();
        let piece = self.board.piece_on(known.from)?;
        let mut after = self.clone();
        if !after.play_if_legal(best) {
            return None;
        }
        let castles = piece == Piece::King && self.board.color_on(known.to) == Some(mover);
        let captures_en_passant = piece == Piece::Pawn
            && known.from.file() != known.to.file()
            && self.board.piece_on(known.to).is_none();
        let (owner, left, square, moved_to) = if castles {
            let rooks = |it: &ChessPosition| it.board.colored_pieces(mover, Piece::Rook);
            let moved_to = rooks(&after) - rooks(self);
            (mover, Piece::Rook, known.to, moved_to)
        } else if captures_en_passant {
            let square = Square::new(known.to.file(), known.from.rank());
            (!mover, Piece::Pawn, square, BitBoard::EMPTY)
        } else {
            return None;
        };
        let is_left = |right: &ChessPosition| {
            right.board.side_to_move() == sent.board.side_to_move()
                && Color::ALL.iter().all(|color| {
                    Piece::ALL.iter().all(|it| {
                        let pieces = right.board.colored_pieces(*color, *it);
                        let expected = match *color == owner && *it == left {
                            true => (pieces | square.bitboard()) - moved_to,
                            false => pieces,
                        };
                        sent.board.colored_pieces(*color, *it) == expected
                    })
                })
        };
        let is_explained = after.legal_moves().into_iter().any(|reply| {
            let mut right = after.clone();
            right.play_if_legal(reply) && is_left(&right)
        });
        is_explained.then(|| match castles {
            true => message!(
                "fen_rook_left",
                "the king has castled with {best}, but its rook is still on {square}",
                best = best.to_string(),
                square = square.to_string()
            ),
            false => message!(
                "fen_pawn_left",
                "the pawn that {best} captured en passant is still on {square}",
                best = best.to_string(),
                square = square.to_string()
            ),
        })
    }

    /// Whether `sent` is the position after a castling for which this position has no right, although the king and the
    /// rook are at home. Only castling moves two pieces, so the side had the right.
    pub(in super::super) fn has_castled_without_right(&self, sent: &ChessPosition) -> bool {
        let mover = self.board.side_to_move();
        let home = |file| Square::new(file, Rank::First.relative_to(mover));
        let is_home = |file, piece| self.board.colored_pieces(mover, piece).has(home(file));
        if !is_home(File::E, Piece::King) {
            return false;
        }
        [(File::H, File::G), (File::A, File::C)]
            .into_iter()
            .filter(|(rook, _)| is_home(*rook, Piece::Rook))
            .any(|(rook, king_target)| {
                let mut builder = BoardBuilder::from_board(&self.board);
                let rights = builder.castle_rights_mut(mover);
                let right = match rook {
                    File::H => &mut rights.short,
                    _ => &mut rights.long,
                };
                if right.replace(rook).is_some() {
                    return false;
                }
                let Ok(board) = builder.build() else {
                    return false;
                };
                let mut after = ChessPosition {
                    board,
                    variant: ChessVariant::Chess,
                };
                after.play_if_legal(UciMove {
                    from: square_to_point(home(File::E)),
                    to: square_to_point(home(king_target)),
                    promotion: None,
                }) && after.has_same_board(sent)
                    && sent.move_number() >= after.move_number()
            })
    }

    fn can_capture_en_passant(&self) -> bool {
        let Some(file) = self.board.en_passant() else {
            return false;
        };
        let mover = self.board.side_to_move();
        let target = Square::new(file, Rank::Sixth.relative_to(mover));
        let pawns = self.board.colored_pieces(mover, Piece::Pawn);
        let mut captures = false;
        self.board.generate_moves_for(pawns, |moves| {
            captures |= moves.into_iter().any(|it| it.to == target);
            captures
        });
        captures
    }
}
