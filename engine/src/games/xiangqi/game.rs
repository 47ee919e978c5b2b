//! The implementation of the trait `Game` for xiangqi.

use super::{CheckInfo, Move, PieceKind, Position, Square, repetition::judge_repetition};
use crate::game::{EvalParams, Game, GenType, MoveList, Repetition};

impl Game for Position {
    type Move = Move;
    type CheckInfo = CheckInfo;

    /// The limit is fifty moves of each side (`UCCI K2`, `C12`).
    const NO_CAPTURE_LIMIT: u32 = 100;

    const CHECKS_COUNT_FOR_DRAW_LIMIT: bool = false;

    const REPETITION_IS_DRAW: bool = false;

    const STALEMATE_LOSES: bool = true;

    const HISTORY_SIZE: usize = 2 * PieceKind::ALL.len() * 90;

    fn hash_key(&self) -> u64 {
        self.hash_key
    }

    fn generate_moves(&self, gen_type: GenType, out: &mut MoveList<Move>) {
        self.add_moves(gen_type, out);
    }

    fn check_info(&self) -> CheckInfo {
        self.check_info()
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn is_in_check_by_info(info: &CheckInfo) -> bool {
        info.in_check()
    }

    fn is_legal_by_info(&self, info: &CheckInfo, it: Move) -> bool {
        self.is_legal_by_info(info, it)
    }

    fn is_pseudo_legal(&self, it: Move) -> bool {
        self.is_pseudo_legal(it)
    }

    fn play_move(&mut self, it: Move) {
        self.play_move(it);
    }

    fn play_null_move(&mut self) {
        self.play_null_move();
    }

    fn allows_null_move(&self) -> bool {
        self.has_chariot_cannon_or_horse()
    }

    fn captured_value(&self, it: Move) -> i32 {
        if it.from == it.to {
            0
        } else {
            self.piece_value_on(it.to)
        }
    }

    fn see_ge(&self, it: Move, least: i32) -> bool {
        self.exchange_gains_at_least(it, least)
    }

    fn evaluate(&self, eval_params: EvalParams) -> i32 {
        self.evaluate_with_params(eval_params)
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmoves_since_capture
    }

    fn judge_repetition(start: &Position, moves: &[Move]) -> Repetition {
        judge_repetition(start, moves)
    }

    fn history_index(&self, it: Move) -> usize {
        let piece = self.piece_at(it.from).map_or(0, |it| {
            it.side as usize * PieceKind::ALL.len() + it.kind as usize
        });
        piece * 90 + it.to.index()
    }

    fn pack_move(it: Move) -> u16 {
        (it.from.index() * 90 + it.to.index() + 1) as u16
    }

    fn unpack_move(packed: u16) -> Option<Move> {
        let number = usize::from(packed).checked_sub(1)?;
        Some(Move {
            from: Square::from_index(number / 90)?,
            to: Square::from_index(number % 90)?,
        })
    }
}

impl Position {
    /// Unpacks a move from the hash table; `None` if the move is not legal in this position.
    pub(crate) fn unpack_legal_move(&self, packed: u16) -> Option<Move> {
        Position::unpack_move(packed).filter(|it| self.is_legal(*it))
    }
}
