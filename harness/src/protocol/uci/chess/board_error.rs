//! Finds out why no legal game of chess has the board of a FEN.

use cozy_chess::Board;

use crate::message::{Message, message};

/// The maximum number of pawns of one side.
const MAX_PAWNS: usize = 8;

/// Why no position of chess has this FEN, whose fields have the form of FEN fields. Returns `None` if no reason is found.
pub(in super::super) fn board_error(fen: &str) -> Option<Message> {
    let mut fields = fen.split_ascii_whitespace();
    let (board, side) = (fields.next()?, fields.next()?);
    let passant = fields.nth(1).unwrap_or("-");
    let squares = expand_ranks(board);
    king_or_pawn_error(&squares)
        .or_else(|| passant_error(&squares, side, passant))
        .or_else(|| check_error(board, side))
}

/// The pieces of the 64 squares, from a8 to h1; a digit is an empty square.
fn expand_ranks(board: &str) -> Vec<char> {
    let pieces = board.chars().filter(|it| *it != '/');
    let runs = pieces.map(|it| vec![it; it.to_digit(10).unwrap_or(1) as usize]);
    runs.flatten().collect()
}

fn king_or_pawn_error(squares: &[char]) -> Option<Message> {
    let count = |piece: char| squares.iter().filter(|it| **it == piece).count();
    for piece in ['K', 'k'] {
        let found = count(piece);
        if found != 1 {
            return Some(message!(
                "fen_king_count",
                "expected one king `{piece}`, found {found}",
                piece = piece.to_string(),
                found
            ));
        }
    }
    for piece in ['P', 'p'] {
        let found = count(piece);
        if found > MAX_PAWNS {
            return Some(message!(
                "fen_pawn_count",
                "expected at most 8 pawns `{piece}`, found {found}",
                piece = piece.to_string(),
                found
            ));
        }
    }
    let square_of = |piece: char| squares.iter().position(|it| *it == piece);
    if let (Some(white), Some(black)) = (square_of('K'), square_of('k'))
        && (white / 8).abs_diff(black / 8) <= 1
        && (white % 8).abs_diff(black % 8) <= 1
    {
        return Some(message!(
            "fen_kings_adjacent",
            "the kings stand side by side"
        ));
    }
    let outer = squares.iter().take(8).chain(squares.iter().rev().take(8));
    outer
        .into_iter()
        .any(|it| matches!(it, 'P' | 'p'))
        .then(|| {
            message!(
                "fen_pawn_rank",
                "no pawn can be on the first or the last rank"
            )
        })
}

/// The pawn that can be captured en passant stands in front of the square, and the square behind it is empty, too.
fn passant_error(squares: &[char], side: &str, passant: &str) -> Option<Message> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *passant.as_bytes() else {
        return None;
    };
    let piece_on = |rank: u8| {
        let index = usize::from(b'8' - rank) * 8 + usize::from(file - b'a');
        squares.get(index).copied()
    };
    let is_empty = |rank: u8| piece_on(rank).is_some_and(|it| it.is_ascii_digit());
    let (pawn, in_front, behind) = match side {
        "w" => ('p', rank - 1, rank + 1),
        _ => ('P', rank + 1, rank - 1),
    };
    let is_possible = piece_on(in_front) == Some(pawn) && is_empty(rank) && is_empty(behind);
    (!is_possible).then(|| {
        message!(
            "fen_en_passant_pawn",
            "no pawn has just moved over {square}",
            square = passant
        )
    })
}

fn check_error(board: &str, side: &str) -> Option<Message> {
    let other = if side == "w" { 'b' } else { 'w' };
    let turned: Board = format!("{board} {other} - - 0 1").parse().ok()?;
    (!turned.checkers().is_empty()).then(|| {
        message!(
            "fen_other_side_in_check",
            "the side that is not to move is in check"
        )
    })
}
