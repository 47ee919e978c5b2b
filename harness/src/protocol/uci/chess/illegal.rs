//! The reason why a chess move is illegal, as a message.

use cozy_chess::{
    BitBoard, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_rays,
};

use super::{ChessPosition, ChessVariant, point_to_square, square_to_point};
use crate::{
    message::{Message, message},
    protocol::uci::uci_move::{BoardPoint, UciMove},
};

/// Returns the reason why `step` is illegal, or `None` if `step` is legal.
pub(super) fn illegal_reason(it: &ChessPosition, step: UciMove) -> Option<Message> {
    if it.is_legal(step) {
        return None;
    }
    let (from, to) = match (point_to_square(step.from), point_to_square(step.to)) {
        (Some(from), Some(to)) => (from, to),
        (None, _) => return Some(off_board_message(step.from)),
        (_, None) => return Some(off_board_message(step.to)),
    };
    let side = it.board.side_to_move();
    let on = from.to_string();
    let piece = match (it.board.piece_on(from), it.board.color_on(from)) {
        (Some(piece), Some(color)) if color == side => piece,
        (None, _) | (_, None) => {
            return Some(message!("no_piece", "there is no piece on {on}", on));
        }
        _ => return Some(not_own_piece_message(&on, side)),
    };
    if piece == Piece::King
        && let Some(why) = illegal_castling_message(it, from, to)
    {
        return Some(why);
    }
    let own = it.board.color_on(to) == Some(side);
    let why = if own {
        own_piece_on_target_message(&to.to_string(), side)
    } else if piece == Piece::Pawn {
        illegal_pawn_move_message(it, from, to, step)
    } else if step.promotion.is_some() {
        message!("only_pawns_promote", "only a pawn promotes")
    } else {
        illegal_piece_move_message(it, piece, from, to)
    };
    Some(why)
}

fn off_board_message(point: BoardPoint) -> Message {
    let on = point.to_string();
    message!("square_off_board", "the board has no square {on}", on)
}

fn not_own_piece_message(on: &str, side: Color) -> Message {
    match side {
        Color::White => message!("piece_not_white", "the piece on {on} is not white's", on),
        Color::Black => message!("piece_not_black", "the piece on {on} is not black's", on),
    }
}

fn own_piece_on_target_message(on: &str, side: Color) -> Message {
    match side {
        Color::White => message!("own_piece_white", "a white piece is already on {on}", on),
        Color::Black => message!("own_piece_black", "a black piece is already on {on}", on),
    }
}

/// Returns the reason why this castling is illegal, or `None` if the king's move is not an attempt to castle.
fn illegal_castling_message(it: &ChessPosition, from: Square, to: Square) -> Option<Message> {
    let side = it.board.side_to_move();
    let rook = it.board.color_on(to) == Some(side) && it.board.piece_on(to) == Some(Piece::Rook);
    let home = from.rank() == Rank::First.relative_to(side) && from.rank() == to.rank();
    let far = from.file() == File::E && matches!(to.file(), File::G | File::C);
    let (short, spelt) = match it.variant {
        _ if !home => return None,
        ChessVariant::Chess => (from < to, far),
        _ => (from < to, rook),
    };
    if !rook && !far {
        return None;
    }
    let file = if short { File::G } else { File::C };
    let king_to = Square::new(file, from.rank());
    let rights = it.board.castle_rights(side);
    let rook_on = if short { rights.short } else { rights.long };
    let Some(rook_on) = rook_on else {
        let why = message!(
            "castling_no_right",
            "the king has no right to castle to this side"
        );
        // In standard chess, a king's move to the square of its rook is not castling if the king has no right to
        // castle.
        return (far || it.variant == ChessVariant::Chess960).then_some(why);
    };
    let rook_on = Square::new(rook_on, from.rank());
    if !spelt {
        return Some(match it.variant {
            ChessVariant::Chess => message!(
                "castling_two_squares",
                "castling is written {step} unless `UCI_Chess960` is true",
                step = format!("{from}{king_to}")
            ),
            _ => message!(
                "castling_takes_rook",
                "castling is written {step} while `UCI_Chess960` is true",
                step = format!("{from}{rook_on}")
            ),
        });
    }
    let rook_to = Square::new(if short { File::F } else { File::D }, from.rank());
    let ways = path_squares(from, king_to) | path_squares(rook_on, rook_to);
    let blocked = ways & it.board.occupied() & !from.bitboard() & !rook_on.bitboard();
    Some(if it.in_check() {
        message!("castling_in_check", "a king in check may not castle")
    } else if let Some(on) = blocked.next_square() {
        message!(
            "castling_blocked",
            "the piece on {on} is in the way of castling",
            on = on.to_string()
        )
    } else {
        message!(
            "castling_attacked",
            "castling moves the king across or onto an attacked square"
        )
    })
}

/// The squares between `from` and `to`, and `to` itself.
fn path_squares(from: Square, to: Square) -> BitBoard {
    get_between_rays(from, to) | to.bitboard()
}

fn illegal_pawn_move_message(
    it: &ChessPosition,
    from: Square,
    to: Square,
    step: UciMove,
) -> Message {
    let side = it.board.side_to_move();
    let aside = get_pawn_attacks(from, side).has(to);
    let ahead = get_pawn_quiets(from, side, BitBoard::EMPTY).has(to);
    let taken = it.board.color_on(to).is_some();
    let passant =
        it.board.en_passant() == Some(to.file()) && to.rank() == Rank::Third.relative_to(!side);
    let last = to.rank() == Rank::Eighth.relative_to(side);
    let fits = aside || ahead;
    if fits && last && step.promotion.is_none() {
        message!(
            "promotion_missing",
            "a pawn on the last rank must be promoted"
        )
    } else if fits && !last && step.promotion.is_some() {
        message!(
            "promotion_too_early",
            "a pawn is promoted on the last rank only"
        )
    } else if ahead && !get_pawn_quiets(from, side, it.board.occupied()).has(to) {
        path_blocked_message(to)
    } else if aside && !taken && !passant {
        message!(
            "nothing_to_take",
            "there is no piece to capture on {on}",
            on = to.to_string()
        )
    } else if fits {
        unsafe_king_message(it)
    } else {
        message!("pawn_shape", "a pawn cannot move in this way")
    }
}

fn illegal_piece_move_message(
    it: &ChessPosition,
    piece: Piece,
    from: Square,
    to: Square,
) -> Message {
    let reach = match piece {
        Piece::King => get_king_moves(from),
        Piece::Knight => get_knight_moves(from),
        Piece::Rook => get_rook_rays(from),
        Piece::Bishop => get_bishop_rays(from),
        Piece::Queen | Piece::Pawn => get_rook_rays(from) | get_bishop_rays(from),
    };
    if !reach.has(to) {
        return match piece {
            Piece::King => message!("king_shape", "a king cannot move in this way"),
            Piece::Knight => message!("knight_shape", "a knight cannot move in this way"),
            Piece::Rook => message!("rook_shape", "a rook cannot move in this way"),
            Piece::Bishop => message!("bishop_shape", "a bishop cannot move in this way"),
            Piece::Queen | Piece::Pawn => {
                message!("queen_shape", "a queen cannot move in this way")
            }
        };
    }
    let between = get_between_rays(from, to) & it.board.occupied();
    if piece != Piece::King && !between.is_empty() {
        return path_blocked_message(to);
    }
    if piece == Piece::King {
        return message!(
            "king_into_attack",
            "{on} is attacked",
            on = square_to_point(to).to_string()
        );
    }
    unsafe_king_message(it)
}

fn path_blocked_message(to: Square) -> Message {
    let to = to.to_string();
    message!("way_not_free", "the way to {to} is not free", to)
}

fn unsafe_king_message(it: &ChessPosition) -> Message {
    let king = it.board.king(it.board.side_to_move()).to_string();
    match it.in_check() {
        true => message!(
            "king_stays_in_check",
            "the move leaves the king on {king} in check",
            king
        ),
        false => message!(
            "king_comes_into_check",
            "the move exposes the king on {king} to check",
            king
        ),
    }
}

#[cfg(test)]
mod tests;
