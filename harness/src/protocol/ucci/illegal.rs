//! Finds well-formed moves that are illegal in a position, some of them for one particular reason.

use ponderhit_engine::games::xiangqi::{Move, PieceKind, Position, Square};

use crate::protocol::search::xiangqi::own_piece_moves;

/// Finds a move that is illegal for only the given reason. Returns `None` if no move is illegal for
/// only that reason.
pub(super) fn find_illegal_move(position: &Position, reason: &str) -> Option<Move> {
    let exposing = || {
        let moves = position.pseudo_legal_moves().into_iter();
        moves.filter(|it| !position.is_king_safe_after(*it))
    };
    match reason {
        "horse-leg" => own_piece_moves(position)
            .find(|it| is_illegal_only_because_blocked(position, *it, PieceKind::Knight, 2)),
        "elephant-eye" => own_piece_moves(position)
            .find(|it| is_illegal_only_because_blocked(position, *it, PieceKind::Bishop, 4)),
        "facing" => exposing().find(|it| kings_face_after_move(position, *it)),
        "exposed" => exposing().find(|it| !kings_face_after_move(position, *it)),
        _ => None,
    }
}

/// Whether a move of a horse (`area` 2) or an elephant (`area` 4) is illegal only because a piece
/// is in its way.
fn is_illegal_only_because_blocked(
    position: &Position,
    it: Move,
    kind: PieceKind,
    area: i8,
) -> bool {
    let files = it.to.file() - it.from.file();
    let ranks = it.to.rank() - it.from.rank();
    let shape = (files * ranks).abs() == area && files.abs() <= 2 && ranks.abs() <= 2;
    let way = Square::new(it.from.file() + files / 2, it.from.rank() + ranks / 2);
    let river = kind == PieceKind::Bishop && (it.from.rank() > 4) != (it.to.rank() > 4);
    let hobbled = way.is_some_and(|it| position.piece_at(it).is_some());
    let fits = position.piece_at(it.from).is_some_and(|it| it.kind == kind);
    fits && shape && hobbled && !river
}

/// Whether the two kings face each other after the move, with no piece between them.
fn kings_face_after_move(position: &Position, it: Move) -> bool {
    let mut after = position.clone();
    after.play_move(it);
    let kings = after.pieces().filter(|(_, it)| it.kind == PieceKind::King);
    let kings: Vec<Square> = kings.map(|(square, _)| square).collect();
    let &[one, other] = &kings[..] else {
        return false;
    };
    let mut between = one.rank().min(other.rank()) + 1..one.rank().max(other.rank());
    let empty = |rank| {
        let square = Square::new(one.file(), rank);
        square.is_none_or(|it| after.piece_at(it).is_none())
    };
    one.file() == other.file() && between.all(empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::search::any_illegal_move;

    #[test]
    fn illegal_moves_are_found_for_each_reason() {
        for (fen, reason, expected) in [
            ("start", "horse-leg", Some("b0d1")),
            ("start", "facing", None),
            ("3k5/9/9/9/9/9/9/9/9/4K4 w", "facing", Some("e0d0")),
            ("4k4/9/9/9/9/9/9/9/3R5/3K5 w", "horse-leg", None),
            ("3k5/4r4/9/9/9/9/9/4R4/9/4K4 w", "exposed", Some("e2d2")),
            (
                "4k4/4a4/9/9/9/9/9/9/3R5/2B1K4 w",
                "elephant-eye",
                Some("c0e2"),
            ),
        ] {
            let position = match fen {
                "start" => Position::start(),
                _ => Position::from_fen(fen).unwrap(),
            };
            let found = find_illegal_move(&position, reason);
            assert!(
                found.is_none_or(|it| !position.is_legal(it)),
                "{reason} in {fen}"
            );
            if reason == "exposed" {
                assert!(found.is_some());
            } else {
                assert_eq!(
                    found.map(|it| it.to_string()).as_deref(),
                    expected,
                    "{reason} in {fen}"
                );
            }
        }
    }

    #[test]
    fn there_is_always_an_illegal_move() {
        let dead = Position::from_fen("3k5/4R4/9/9/9/9/9/9/9/4K4 b").unwrap();
        for position in [Position::start(), dead] {
            assert!(any_illegal_move(&position).is_some_and(|it| !position.is_legal(it)));
        }
    }
}
