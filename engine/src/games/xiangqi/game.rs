//! Xiangqi as the search sees it.

use super::{Care, Kind, Move, Position, Square, repetition::returns};
use crate::game::{Game, Moves, Return, Taste, Which};

impl Game for Position {
    type Move = Move;
    type Care = Care;

    /// Fifty rounds (`UCCI K2`, `C12`).
    const LIMIT: u32 = 100;

    const LANES: usize = 2 * Kind::ALL.len() * 90;

    fn key(&self) -> u64 {
        self.key
    }

    fn generate(&self, which: Which, out: &mut Moves<Move>) {
        self.add_moves(which, out);
    }

    fn care(&self) -> Care {
        self.care()
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn is_in_check(care: &Care) -> bool {
        care.in_check()
    }

    fn is_safe(&self, care: &Care, it: Move) -> bool {
        self.is_safe(care, it)
    }

    fn is_pseudo_legal(&self, it: Move) -> bool {
        self.is_pseudo_legal(it)
    }

    fn play(&mut self, it: Move) {
        self.play(it);
    }

    fn pass(&mut self) {
        self.pass();
    }

    fn may_pass(&self) -> bool {
        self.has_attackers()
    }

    fn gain(&self, it: Move) -> i32 {
        if it.from == it.to {
            0
        } else {
            self.worth_on(it.to)
        }
    }

    fn wins(&self, it: Move, least: i32) -> bool {
        self.exchange_wins(it, least)
    }

    fn evaluate(&self, taste: Taste) -> i32 {
        self.value(taste)
    }

    fn idle_moves(&self) -> u32 {
        self.halfmoves
    }

    fn returns(start: &Position, moves: &[Move]) -> Return {
        returns(start, moves)
    }

    fn lane(&self, it: Move) -> usize {
        let piece = self.piece_at(it.from).map_or(0, |it| {
            it.side as usize * Kind::ALL.len() + it.kind as usize
        });
        piece * 90 + it.to.index()
    }

    fn pack(it: Move) -> u16 {
        (it.from.index() * 90 + it.to.index() + 1) as u16
    }

    fn unpack(packed: u16) -> Option<Move> {
        let number = usize::from(packed).checked_sub(1)?;
        Some(Move {
            from: Square::from_index(number / 90)?,
            to: Square::from_index(number % 90)?,
        })
    }
}

impl Position {
    /// The legal move with this number in the hash table.
    pub(crate) fn move_numbered(&self, packed: u16) -> Option<Move> {
        Position::unpack(packed).filter(|it| self.is_legal(*it))
    }
}
