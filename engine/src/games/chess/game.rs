//! The implementation of the trait `Game` for chess.

use cozy_chess::{BitBoard, Piece, Rank};

use super::{Move, Position};
use crate::game::{EvalParams, Game, GenType, MoveList, Repetition};

impl Game for Position {
    type Move = Move;

    /// True if the side to move is in check. The search needs no other data about checks and pins,
    /// because the move generator returns only legal moves.
    type CheckInfo = bool;

    const NO_CAPTURE_LIMIT: u32 = 100;

    const CHECKS_COUNT_FOR_DRAW_LIMIT: bool = true;

    const REPETITION_IS_DRAW: bool = true;

    const STALEMATE_LOSES: bool = false;

    const HISTORY_SIZE: usize = 2 * 6 * 64;

    fn hash_key(&self) -> u64 {
        self.hash_key
    }

    fn generate_moves(&self, gen_type: GenType, out: &mut MoveList<Move>) {
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let enemies = self.board.colors(!self.board.side_to_move());
        let en_passant = self
            .en_passant_square()
            .map_or(BitBoard::EMPTY, |it| it.bitboard());
        self.board.generate_moves(|mut moves| {
            if gen_type == GenType::Captures {
                moves.to &= match moves.piece {
                    Piece::Pawn => enemies | en_passant | last_ranks,
                    _ => enemies,
                };
            }
            let moves = moves.into_iter().map(Move::from_crate_move);
            let wanted = moves.filter(|it| match gen_type {
                GenType::All => true,
                GenType::Captures => self.captured_value(*it) > 0,
                GenType::Quiet => self.captured_value(*it) == 0,
            });
            // A side with fifteen queens can have more moves than the list can store; the moves
            // that do not fit are dropped.
            let free = out.remaining_capacity();
            out.extend(wanted.take(free));
            false
        });
    }

    fn check_info(&self) -> bool {
        self.in_check()
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn is_in_check_by_info(info: &bool) -> bool {
        *info
    }

    fn is_legal_by_info(&self, _info: &bool, _it: Move) -> bool {
        true
    }

    fn is_pseudo_legal(&self, it: Move) -> bool {
        self.is_legal(it)
    }

    fn play_move(&mut self, it: Move) {
        self.play_move(it);
    }

    fn play_null_move(&mut self) {
        if let Some(board) = self.board.null_move() {
            self.hash_key = board.hash();
            self.board = board;
        }
    }

    fn allows_null_move(&self) -> bool {
        let board = &self.board;
        let without_moves = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        !(board.colors(board.side_to_move()) & !without_moves).is_empty()
    }

    fn captured_value(&self, it: Move) -> i32 {
        self.captured_value(it)
    }

    fn is_irreversible(&self, it: Move) -> bool {
        self.board.pieces(Piece::Pawn).has(it.from())
            || self.board.colors(!self.board.side_to_move()).has(it.to())
    }

    fn has_insufficient_material(&self) -> bool {
        self.has_insufficient_material()
    }

    fn see_ge(&self, it: Move, least: i32) -> bool {
        self.gains_at_least(it, least)
    }

    /// Ignores the parameters, because the options `style` and `knowledge` exist only in xiangqi.
    fn evaluate(&self, _eval_params: EvalParams) -> i32 {
        self.static_evaluation()
    }

    fn halfmove_clock(&self) -> u32 {
        u32::from(self.board.halfmove_clock())
    }

    fn judge_repetition(_start: &Position, _moves: &[Move]) -> Repetition {
        Repetition::Draw
    }

    fn history_index(&self, it: Move) -> usize {
        let piece = self.board.piece_on(it.from()).map_or(0, |it| it as usize);
        let side = self.board.side_to_move() as usize;
        (side * 6 + piece) * 64 + it.to() as usize
    }

    fn pack_move(it: Move) -> u16 {
        it.packed_number() + 1
    }

    fn unpack_move(packed: u16) -> Option<Move> {
        packed.checked_sub(1).and_then(Move::from_packed_number)
    }
}
