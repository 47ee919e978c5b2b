//! The messages for the reasons why a move of xiangqi is illegal.

use ponderhit_engine::games::xiangqi::{IllegalReason, PieceKind, Side, Square};

use crate::message::{Message, message};

/// The message for a reason why a move is illegal.
pub(in crate::protocol) fn illegal_reason_message(it: IllegalReason) -> Message {
    illegal_reason_message_with_ranks_from(it, 0)
}

/// The message for a reason why a move is illegal. The ranks in the message are counted from `first_rank_number`.
pub(in crate::protocol) fn illegal_reason_message_with_ranks_from(
    it: IllegalReason,
    first_rank_number: i8,
) -> Message {
    let name = |point: Square| {
        let file = char::from(b'a'.saturating_add_signed(point.file()));
        format!("{file}{}", point.rank() + first_rank_number)
    };
    match it {
        IllegalReason::NoPiece { empty_square: on } => {
            message!("no_piece", "there is no piece on {on}", on = name(on))
        }
        IllegalReason::NotOwnPiece {
            from_square: on,
            side,
        } => not_own_piece_message(&name(on), side),
        IllegalReason::OwnPieceOn {
            target_square: on,
            side,
        } => own_piece_on_target_message(&name(on), side),
        IllegalReason::WrongMovement(kind) => wrong_movement_message(kind),
        IllegalReason::Blocked {
            kind,
            blocking_square: on,
        } => blocked_piece_message(kind, name(on)),
        IllegalReason::CrossesRiver => {
            message!("elephant_crosses", "an elephant may not cross the river")
        }
        IllegalReason::LeavesPalace(PieceKind::Advisor) => {
            message!("advisor_leaves", "the advisor may not leave the palace")
        }
        IllegalReason::LeavesPalace(_) => {
            message!("king_leaves", "the king may not leave the palace")
        }
        IllegalReason::PathBlocked { kind, to } => path_blocked_message(kind, name(to)),
        IllegalReason::FacingKings => {
            message!("kings_face", "the two kings would face each other")
        }
        IllegalReason::KingExposed { king } => message!(
            "king_exposed",
            "the move leaves the king on {king} in check",
            king = name(king)
        ),
    }
}

fn not_own_piece_message(on: &str, side: Side) -> Message {
    match side {
        Side::Red => message!("piece_not_red", "the piece on {on} is not red's", on),
        Side::Black => message!("piece_not_black", "the piece on {on} is not black's", on),
    }
}

fn own_piece_on_target_message(on: &str, side: Side) -> Message {
    match side {
        Side::Red => message!("own_piece_red", "a red piece is already on {on}", on),
        Side::Black => message!("own_piece_black", "a black piece is already on {on}", on),
    }
}

fn wrong_movement_message(kind: PieceKind) -> Message {
    match kind {
        PieceKind::King => message!("king_shape", "a king cannot move in this way"),
        PieceKind::Advisor => message!("advisor_shape", "an advisor cannot move in this way"),
        PieceKind::Bishop => message!("elephant_shape", "an elephant cannot move in this way"),
        PieceKind::Knight => message!("horse_shape", "a horse cannot move in this way"),
        PieceKind::Rook => message!("chariot_shape", "a chariot cannot move in this way"),
        PieceKind::Cannon => message!("cannon_shape", "a cannon cannot move in this way"),
        PieceKind::Pawn => message!("pawn_shape", "a pawn cannot move in this way"),
    }
}

fn blocked_piece_message(kind: PieceKind, on: String) -> Message {
    match kind {
        PieceKind::Bishop => message!("elephant_blocked", "the elephant is blocked on {on}", on),
        _ => message!("horse_blocked", "the horse is blocked on {on}", on),
    }
}

fn path_blocked_message(kind: PieceKind, to: String) -> Message {
    match kind {
        PieceKind::Cannon => message!(
            "cannon_way",
            "a cannon needs a free way to {to}, or one piece to jump over for a capture",
            to
        ),
        _ => message!("chariot_way", "the way to {to} is not free", to),
    }
}

#[cfg(test)]
mod tests {
    use ponderhit_engine::games::xiangqi::{Move, Position};

    use super::*;

    /// The reference engine has its own texts for the reasons why a move is illegal. The reference engine's texts must
    /// be equal to ponderhit's messages.
    #[test]
    fn reasons_equal_those_of_the_reference_engine() {
        for (fen, step) in [
            ("start", "e5e6"),
            ("start", "e6e5"),
            ("start", "a0a3"),
            ("start", "b0d1"),
            ("start", "b0b1"),
            ("start", "b2b8"),
            ("start", "a0a9"),
            ("start", "e0e2"),
            ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6"),
            ("3k5/9/9/9/9/9/4P4/9/9/4K4 w", "e3d3"),
            ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0"),
            ("3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0"),
            ("3k5/4r4/9/9/9/9/9/4R4/9/4K4 w", "e2d2"),
        ] {
            let position = match fen {
                "start" => Position::start(),
                _ => Position::from_fen(fen).unwrap(),
            };
            let step: Move = step.parse().unwrap();
            let why = position.why_illegal(step).unwrap();
            assert_eq!(
                illegal_reason_message(why).to_string(),
                why.to_string(),
                "{step}"
            );
        }
    }
}
