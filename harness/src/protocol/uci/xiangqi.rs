//! Xiangqi over UCI: a position whose ranks are numbered from 0 or from 1 (`UCI Q1`).

use ponderhit_engine::games::xiangqi::{Move, Position, Side, Square};

use super::uci_move::{BoardPoint, UciMove};
use crate::message::{Message, message};
use crate::protocol::{
    DiagramRow,
    search::{
        BoardGame as _, join_moves,
        xiangqi::{draw_rows, illegal_reason_message_with_ranks_from, side_to_move_caption},
    },
};

/// The numbers that an engine may give to the first rank of the board.
pub(super) const FIRST_RANK_NUMBERS: [u8; 2] = [0, 1];

/// A position of xiangqi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct XiangqiPosition {
    position: Position,
    first_rank_number: u8,
}

impl XiangqiPosition {
    pub(super) fn start_position(first_rank_number: u8) -> XiangqiPosition {
        XiangqiPosition {
            position: Position::start(),
            first_rank_number,
        }
    }

    pub(super) fn parse_position(text: &str, first_rank_number: u8) -> Option<XiangqiPosition> {
        let position = Position::from_fen(text).ok()?;
        Some(XiangqiPosition {
            position,
            first_rank_number,
        })
    }

    pub(super) fn first_rank_number(&self) -> u8 {
        self.first_rank_number
    }

    pub(super) fn is_first_player_to_move(&self) -> bool {
        self.position.side_to_move() == Side::Red
    }

    pub(super) fn has_point(&self, point: BoardPoint) -> bool {
        self.point_to_square(point).is_some()
    }

    pub(super) fn is_legal(&self, step: UciMove) -> bool {
        self.to_engine_move(step)
            .is_some_and(|it| self.position.is_legal(it))
    }

    pub(super) fn why_illegal(&self, step: UciMove) -> Option<Message> {
        if step.promotion.is_some() {
            return Some(message!(
                "xiangqi_promotion",
                "xiangqi has no promotion to another piece"
            ));
        }
        match self.to_engine_move(step) {
            Some(known) => {
                let first = self.first_rank_number.cast_signed();
                let why = self.position.why_illegal(known);
                why.map(|it| illegal_reason_message_with_ranks_from(it, first))
            }
            None => {
                let outside = [step.from, step.to]
                    .into_iter()
                    .find(|it| !self.has_point(*it))?;
                let on = outside.to_string();
                Some(message!(
                    "point_off_board",
                    "the board has no point {on}",
                    on
                ))
            }
        }
    }

    /// Plays a move. An illegal move does not change the position.
    pub(super) fn play(&mut self, step: UciMove) {
        self.play_if_legal(step);
    }

    pub(super) fn play_if_legal(&mut self, step: UciMove) -> bool {
        let known = self.to_engine_move(step);
        let legal = known.filter(|it| self.position.is_legal(*it));
        if let Some(step) = legal {
            self.position.play_move(step);
        }
        legal.is_some()
    }

    pub(super) fn legal_moves(&self) -> Vec<UciMove> {
        let moves = self.position.legal_moves().into_iter();
        moves.map(|it| self.to_uci_move(it)).collect()
    }

    pub(super) fn hash_key(&self) -> u64 {
        self.position.hash_key()
    }

    pub(super) fn side_to_move_caption(&self, after: &[UciMove]) -> Message {
        let side = self.position.side_to_move();
        side_to_move_caption(side, &join_moves(after), after.len())
    }

    /// Returns every pair of points of the board as a move, whether the move is legal or not. Moves with a piece of the
    /// side to move come before all other moves.
    pub(super) fn legal_and_illegal_moves(&self) -> impl Iterator<Item = UciMove> + '_ {
        self.position
            .legal_and_illegal_moves()
            .map(|it| self.to_uci_move(it))
    }

    pub(super) fn draw_rows(&self, marked: &[BoardPoint]) -> Vec<DiagramRow> {
        let squares: Vec<Square> = marked
            .iter()
            .filter_map(|it| self.point_to_square(*it))
            .collect();
        draw_rows(
            &self.position,
            &squares,
            self.first_rank_number.cast_signed(),
        )
    }

    /// True if the side to move has no legal move and so has lost the game, whether it is in check or not.
    pub(super) fn is_mate(&self) -> bool {
        self.position.has_no_legal_move()
    }

    /// Converts a move to the move type of the xiangqi crate. Returns `None` if a point is outside of the board, or if
    /// the move has a promotion piece.
    fn to_engine_move(&self, step: UciMove) -> Option<Move> {
        let (from, to) = (
            self.point_to_square(step.from)?,
            self.point_to_square(step.to)?,
        );
        step.promotion.is_none().then_some(Move { from, to })
    }

    fn point_to_square(&self, point: BoardPoint) -> Option<Square> {
        let rank = point.rank.checked_sub(self.first_rank_number)?;
        Square::new(point.file.cast_signed(), rank.cast_signed())
    }

    fn to_uci_move(&self, step: Move) -> UciMove {
        let point = |square: Square| BoardPoint {
            file: square.file().unsigned_abs(),
            rank: square.rank().unsigned_abs() + self.first_rank_number,
        };
        UciMove {
            from: point(step.from),
            to: point(step.to),
            promotion: None,
        }
    }
}
