//! Positions of chess.

use std::fmt;

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::{FenError, Move, Variant, fen};
use crate::game::{Game as _, MoveList};

/// A chess position. A position is always legal: the side that is not to move is not in check.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) hash_key: u64,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl Position {
    /// The initial position.
    pub fn start() -> Position {
        Position::from_board(Board::startpos())
    }

    /// Parses a FEN, with or without counters. In [`Variant::Standard`] a castling right requires
    /// that the king and the rook are on their initial squares.
    ///
    /// # Errors
    ///
    /// Returns an error if the FEN is malformed or the position is impossible.
    pub fn from_fen(text: &str, variant: Variant) -> Result<Position, FenError> {
        fen::parse_fen(text, variant).map(Position::from_board)
    }

    /// Formats the position as a FEN. Castling rights that are impossible in standard chess are
    /// written as the files of the rooks.
    pub fn to_fen(&self) -> String {
        match self.has_standard_castling() {
            true => format!("{}", self.board),
            false => format!("{:#}", self.board),
        }
    }

    fn from_board(board: Board) -> Position {
        let mut position = Position { board, hash_key: 0 };
        position.hash_key = position.compute_hash_key();
        position
    }

    /// True if all castling rights are possible in standard chess.
    fn has_standard_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rights = self.board.castle_rights(color);
            let at_home = self.board.king(color).file() == File::E;
            let any = rights.short.is_some() || rights.long.is_some();
            let short = rights.short.is_none_or(|it| it == File::H);
            short && rights.long.is_none_or(|it| it == File::A) && (at_home || !any)
        })
    }

    /// Computes the hash of the position. The en passant square is part of the hash only if a pawn
    /// can capture there, so that equal positions have equal hashes.
    fn compute_hash_key(&self) -> u64 {
        match self.can_capture_en_passant() {
            true => self.board.hash(),
            false => self.board.hash_without_ep(),
        }
    }

    fn can_capture_en_passant(&self) -> bool {
        let Some(to) = self.en_passant_square() else {
            return false;
        };
        let side = self.board.side_to_move();
        let capturers =
            cozy_chess::get_pawn_attacks(to, !side) & self.board.colored_pieces(side, Piece::Pawn);
        capturers.into_iter().any(|from| {
            self.board.is_legal(cozy_chess::Move {
                from,
                to,
                promotion: None,
            })
        })
    }

    /// The square behind a pawn that has just made a double step.
    pub(super) fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        self.board.en_passant().map(|it| Square::new(it, rank))
    }

    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.generate_moves(crate::game::GenType::All, &mut moves);
        moves
    }

    /// Plays a legal move.
    pub fn play_move(&mut self, it: Move) {
        self.board.play_unchecked(it.to_crate_move());
        self.hash_key = self.compute_hash_key();
    }

    pub fn is_legal(&self, it: Move) -> bool {
        self.board.is_legal(it.to_crate_move())
    }

    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// True if the side to move has no legal move.
    pub fn has_no_legal_move(&self) -> bool {
        !self.board.generate_moves(|_| true)
    }

    /// True if black is to move.
    pub fn is_black_to_move(&self) -> bool {
        self.board.side_to_move() == Color::Black
    }

    /// The evaluation for the side to move, in hundredths of a pawn.
    pub fn static_evaluation(&self) -> i32 {
        super::evaluate::evaluate(&self.board)
    }

    /// Parses a legal move. The variant decides how castling is written (`UCI U42`, `U43`).
    pub fn parse_move(&self, text: &str, variant: Variant) -> Option<Move> {
        let mut it: cozy_chess::Move = text.parse().ok()?;
        // The parser of the crate `cozy-chess` ignores text after the move, so the whole text must
        // equal the parsed move.
        if it.to_string() != text {
            return None;
        }
        if variant == Variant::Standard {
            if self.king_file_after_castling(it).is_some() {
                return None;
            }
            it.to = self.castling_rook_square(it).unwrap_or(it.to);
        }
        self.board.is_legal(it).then(|| Move::from_crate_move(it))
    }

    /// Formats a legal move. The variant decides how castling is written.
    pub fn format_move(&self, it: Move, variant: Variant) -> String {
        let mut step = it.to_crate_move();
        if variant == Variant::Standard
            && let Some(file) = self.king_file_after_castling(step)
        {
            step.to = Square::new(file, step.from.rank());
        }
        step.to_string()
    }

    /// The king's file after castling, if this move is the king's move to its own rook.
    fn king_file_after_castling(&self, it: cozy_chess::Move) -> Option<File> {
        let side = self.board.side_to_move();
        let own = self.board.colors(side).has(it.to);
        let castles = own && it.from == self.board.king(side);
        castles.then_some(match it.from.file() < it.to.file() {
            true => File::G,
            false => File::C,
        })
    }

    /// The rook's square, if this move is castling written as the king's move of two squares.
    fn castling_rook_square(&self, it: cozy_chess::Move) -> Option<Square> {
        let side = self.board.side_to_move();
        let rights = self.board.castle_rights(side);
        if it.from != self.board.king(side) || it.from.file() != File::E {
            return None;
        }
        let home = Rank::First.relative_to(side);
        let file = match it.to.file() {
            _ if it.to.rank() != home || it.from.rank() != home => None,
            File::G => rights.short,
            File::C => rights.long,
            _ => None,
        };
        file.map(|it| Square::new(it, home))
    }

    /// True if neither side can mate: besides the kings, the board has at most one knight or
    /// bishop, or only bishops on squares of one colour.
    pub(super) fn has_insufficient_material(&self) -> bool {
        let board = &self.board;
        let heavy =
            board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !heavy.is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        let light = BitBoard::LIGHT_SQUARES;
        let one_colour = (bishops & light).is_empty() || (bishops & !light).is_empty();
        (knights | bishops).len() <= 1 || (knights.is_empty() && one_colour)
    }
}
