//! Counts the positions of each kind, because the test proves nothing about a kind that never
//! occurs.

use std::{collections::BTreeMap, io::Write as _};

use ponderhit_engine::games::xiangqi::{Move, Piece, PieceKind, Position, Square};

use crate::fairy_stockfish::FairyAnswer;

/// The kinds of positions, each with the least number of positions that the test requires. The test
/// compares about twice as many positions of each kind as the required number.
const REQUIRED_POSITION_COUNTS: [(&str, usize); 12] = [
    ("in check", 5000),
    ("in double check", 800),
    ("checked by a cannon", 600),
    ("checked by a horse", 500),
    ("mated", 500),
    ("stalemated", 40),
    ("one legal move", 2000),
    ("a piece is pinned", 1800),
    ("kings on one file, one piece between", 4000),
    ("an elephant is blocked", 1500),
    ("a pawn on the last rank", 4000),
    ("six pieces or fewer", 5000),
];

#[derive(Default)]
pub(crate) struct PositionCounts(BTreeMap<&'static str, usize>);

impl PositionCounts {
    pub(crate) fn count_position(&mut self, position: &Position, answer: &FairyAnswer) {
        let (check, moves) = (position.in_check(), answer.counts_by_move.len());
        let checker = |kind| check && answer.checker_count == 1 && is_checked_by(position, kind);
        let kinds = [
            check,
            answer.checker_count >= 2,
            checker(PieceKind::Cannon),
            checker(PieceKind::Knight),
            check && moves == 0,
            !check && moves == 0,
            moves == 1,
            !check && has_pin(position),
            piece_count_between_kings(position) == Some(1),
            has_blocked_elephant(position),
            has_pawn_on_last_rank(position),
            position.pieces().count() <= 6,
        ];
        for ((name, _), met) in REQUIRED_POSITION_COUNTS.into_iter().zip(kinds) {
            *self.0.entry(name).or_default() += usize::from(met);
        }
    }

    pub(crate) fn assert_required_counts(&self) {
        for (name, least) in REQUIRED_POSITION_COUNTS {
            let met = self.0.get(name).copied().unwrap_or_default();
            let _ = writeln!(std::io::stderr(), "{met:6} {name}");
            assert!(
                met >= least,
                "{name}: {met} positions, expected at least {least}"
            );
        }
    }
}

/// True if a piece of this kind gives check: the side to move is no longer in check if the enemy
/// pieces of this kind are removed.
fn is_checked_by(position: &Position, kind: PieceKind) -> bool {
    let side = position.side_to_move().opponent();
    let fen = position.to_fen();
    let (board, rest) = fen.split_once(' ').unwrap();
    let letter = Piece { side, kind }.letter();
    let without = format!("{} {rest}", board.replace(letter, "1"));
    Position::from_fen(&without).is_ok_and(|it| !it.in_check())
}

/// True if a piece other than the king has a move that is illegal because it exposes the king.
fn has_pin(position: &Position) -> bool {
    let moves = position.pseudo_legal_moves();
    let king = |it: &Move| position.piece_at(it.from).map(|it| it.kind) == Some(PieceKind::King);
    moves
        .iter()
        .any(|it| !king(it) && !position.is_king_safe_after(*it))
}

/// The number of pieces between the kings; `None` if the kings are on different files.
fn piece_count_between_kings(position: &Position) -> Option<usize> {
    let is_king = |(_, piece): &(Square, Piece)| piece.kind == PieceKind::King;
    let kings: Vec<Square> = position.pieces().filter(is_king).map(|it| it.0).collect();
    let [low, high] = kings[..] else { return None };
    let between = |it: Square| it.file() == low.file() && it > low && it < high;
    let count = position.pieces().filter(|it| between(it.0)).count();
    (low.file() == high.file()).then_some(count)
}

fn has_blocked_elephant(position: &Position) -> bool {
    let mut mine = position.pieces().filter(|(_, piece)| {
        piece.kind == PieceKind::Bishop && piece.side == position.side_to_move()
    });
    mine.any(|(square, _)| {
        let eyes = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let mut eyes = eyes
            .iter()
            .filter_map(|it| Square::new(square.file() + it.0, square.rank() + it.1));
        eyes.any(|it| position.piece_at(it).is_some())
    })
}

fn has_pawn_on_last_rank(position: &Position) -> bool {
    let mut pieces = position.pieces();
    pieces.any(|(square, piece)| piece.kind == PieceKind::Pawn && matches!(square.rank(), 0 | 9))
}
