//! Positions, moves and legality of chess for the rules about UCI, computed with the crate `cozy-chess`.

mod board_error;
mod fen;
mod fen_difference;
mod illegal;

use cozy_chess::{Board, Color, File, Piece, Rank, Square};

pub(super) use board_error::board_error;

use super::uci_move::{BoardPoint, UciMove};
use crate::message::{Message, message};
use crate::protocol::{
    DiagramCell, DiagramRow,
    search::{MAX_CAPTION_MOVES, join_moves},
};

/// The two notations of castling in UCI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ChessVariant {
    /// Castling is written as a move of the king by two squares (`UCI U42`).
    #[default]
    Chess,
    /// Castling is written as a move of the king to the square of its own rook (`UCI U43`).
    Chess960,
}

/// A position of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChessPosition {
    board: Board,
    variant: ChessVariant,
}

impl ChessPosition {
    pub(super) fn start_position(variant: ChessVariant) -> ChessPosition {
        let board = Board::startpos();
        ChessPosition { board, variant }
    }

    pub(super) fn parse_position(text: &str, variant: ChessVariant) -> Option<ChessPosition> {
        let board = match variant {
            ChessVariant::Chess => fen::parse_fen(text).filter(fen::has_standard_castling)?,
            ChessVariant::Chess960 => fen::parse_fen(text)?,
        };
        Some(ChessPosition { board, variant })
    }

    pub(super) fn variant(&self) -> ChessVariant {
        self.variant
    }

    pub(super) fn is_first_player_to_move(&self) -> bool {
        self.board.side_to_move() == Color::White
    }

    pub(super) fn is_legal(&self, step: UciMove) -> bool {
        let known = self.to_cozy_chess_move(step);
        known.is_some_and(|it| self.board.is_legal(it))
    }

    pub(super) fn why_illegal(&self, step: UciMove) -> Option<Message> {
        illegal::illegal_reason(self, step)
    }

    pub(super) fn play(&mut self, step: UciMove) {
        if let Some(known) = self.to_cozy_chess_move(step) {
            // An illegal move does not change the board.
            let _ = self.board.try_play(known);
        }
    }

    pub(super) fn play_if_legal(&mut self, step: UciMove) -> bool {
        let known = self.to_cozy_chess_move(step);
        known.is_some_and(|it| self.board.try_play(it).is_ok())
    }

    pub(super) fn legal_moves(&self) -> Vec<UciMove> {
        let mut moves = Vec::new();
        self.board.generate_moves(|some| {
            moves.extend(some.into_iter().map(|it| self.cozy_chess_move_to_uci(it)));
            false
        });
        moves
    }

    pub(super) fn hash_key(&self) -> u64 {
        self.board.hash()
    }

    pub(super) fn side_to_move_caption(&self, after: &[UciMove]) -> Message {
        let (white, count) = (self.is_first_player_to_move(), after.len());
        let moves = join_moves(after);
        match (white, count) {
            (true, 0) => message!("white_to_move", "white to move"),
            (false, 0) => message!("black_to_move", "black to move"),
            (true, 1..=MAX_CAPTION_MOVES) => {
                message!("white_to_move_after", "white to move after {moves}", moves)
            }
            (false, 1..=MAX_CAPTION_MOVES) => {
                message!("black_to_move_after", "black to move after {moves}", moves)
            }
            (true, _) => message!(
                "white_to_move_after_many",
                "white to move after {count} moves",
                count
            ),
            (false, _) => message!(
                "black_to_move_after_many",
                "black to move after {count} moves",
                count
            ),
        }
    }

    /// Every pair of squares as a move, legal or not. First come the moves with pieces of the player whose turn it is.
    pub(super) fn legal_and_illegal_moves(&self) -> impl Iterator<Item = UciMove> + '_ {
        let own = self.board.colors(self.board.side_to_move());
        let others = (!own).into_iter();
        let origins = own.into_iter().chain(others);
        let pairs = origins.flat_map(|from| {
            let others = Square::ALL.into_iter().filter(move |to| *to != from);
            others.map(move |to| (from, to))
        });
        let promotion = None;
        pairs.map(move |(from, to)| UciMove {
            from: square_to_point(from),
            to: square_to_point(to),
            promotion,
        })
    }

    pub(super) fn draw_rows(&self, marked: &[BoardPoint]) -> Vec<DiagramRow> {
        let mut rows = Vec::new();
        for rank in Rank::ALL.into_iter().rev() {
            let squares = File::ALL.into_iter().map(|file| Square::new(file, rank));
            let cells = squares.map(|it| DiagramCell {
                is_highlighted: marked.contains(&square_to_point(it)),
                ..self.diagram_cell(it)
            });
            rows.push(DiagramRow {
                label: rank.to_string(),
                cells: cells.collect(),
            });
        }
        let files = ('a'..='h').map(|it| DiagramCell::new(it, it));
        rows.push(DiagramRow::new_without_label(files.collect()));
        rows
    }

    /// Converts a move to the type of `cozy-chess`, which writes castling as the king's move to its
    /// own rook. Returns `None` if a square is not on the board or the promotion piece does not
    /// exist.
    fn to_cozy_chess_move(&self, step: UciMove) -> Option<cozy_chess::Move> {
        let (from, mut to) = (point_to_square(step.from)?, point_to_square(step.to)?);
        let own = self.board.color_on(to) == Some(self.board.side_to_move());
        if self.variant == ChessVariant::Chess {
            if own {
                return None;
            }
            to = self.castling_rook_square(from, to).unwrap_or(to);
        }
        let promotion = match step.promotion {
            None => None,
            Some(letter) => Some(Piece::try_from(letter).ok()?),
        };
        Some(cozy_chess::Move {
            from,
            to,
            promotion,
        })
    }

    /// If the king moves two squares from its file e and may castle in this direction, returns the square of the rook.
    fn castling_rook_square(&self, from: Square, to: Square) -> Option<Square> {
        let side = self.board.side_to_move();
        let rights = self.board.castle_rights(side);
        let king = self.board.king(side) == from && from.file() == File::E;
        let rook = match to.file() {
            File::G => rights.short,
            File::C => rights.long,
            _ => None,
        };
        let aside = king && from.rank() == to.rank();
        rook.filter(|_| aside)
            .map(|file| Square::new(file, from.rank()))
    }

    /// Converts a move of `cozy-chess` to the notation of UCI.
    fn cozy_chess_move_to_uci(&self, known: cozy_chess::Move) -> UciMove {
        let mut to = known.to;
        let castles = self.board.color_on(to) == Some(self.board.side_to_move());
        if castles && self.variant == ChessVariant::Chess {
            let short = known.from.file() < to.file();
            to = Square::new(if short { File::G } else { File::C }, to.rank());
        }
        UciMove {
            from: square_to_point(known.from),
            to: square_to_point(to),
            promotion: known.promotion.map(char::from),
        }
    }

    fn diagram_cell(&self, square: Square) -> DiagramCell {
        let Some((piece, color)) = self.board.piece_on(square).zip(self.board.color_on(square))
        else {
            return DiagramCell::new('.', '·');
        };
        let (white, black) = match piece {
            Piece::King => ('♔', '♚'),
            Piece::Queen => ('♕', '♛'),
            Piece::Rook => ('♖', '♜'),
            Piece::Bishop => ('♗', '♝'),
            Piece::Knight => ('♘', '♞'),
            Piece::Pawn => ('♙', '♟'),
        };
        let letter = char::from(piece);
        match color {
            Color::White => DiagramCell::new(letter.to_ascii_uppercase(), white),
            Color::Black => DiagramCell::new(letter, black),
        }
    }

    pub(super) fn has_point(&self, point: BoardPoint) -> bool {
        point_to_square(point).is_some()
    }

    /// True if the side to move is mated.
    pub(super) fn is_mate(&self) -> bool {
        self.in_check() && self.legal_moves().is_empty()
    }

    /// The side that has a queen against a king alone.
    fn side_with_queen_against_king(&self) -> Option<Color> {
        let alone = |side: Color| self.board.colors(side).len() == 1;
        let has_queen = |side: Color| !self.board.colored_pieces(side, Piece::Queen).is_empty();
        let sides = [Color::White, Color::Black];
        sides.into_iter().find(|it| has_queen(*it) && alone(!*it))
    }

    /// True if one side has a queen against a king alone, and this side is the side to move. `None` if no side has a
    /// queen against a king alone.
    pub(super) fn mover_has_queen_against_king(&self) -> Option<bool> {
        let strong = self.side_with_queen_against_king();
        strong.map(|it| it == self.board.side_to_move())
    }

    /// True if the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }
}

/// Converts a point to a square of the chess board. Returns `None` if the point is not on a chess
/// board.
fn point_to_square(point: BoardPoint) -> Option<Square> {
    let rank = Rank::try_index(usize::from(point.rank.checked_sub(1)?))?;
    Some(Square::new(File::try_index(usize::from(point.file))?, rank))
}

fn square_to_point(square: Square) -> BoardPoint {
    BoardPoint {
        file: square.file() as u8,
        rank: square.rank() as u8 + 1,
    }
}

#[cfg(test)]
mod tests;
