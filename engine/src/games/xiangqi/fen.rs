//! Parses and formats FENs (`UCCI F1` to `F6`).

use std::fmt;

use super::{Piece, PieceKind, Position, Side, Square};

/// An error in a FEN, with its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The column of the error, counted in characters from 1.
    pub column: usize,
    /// The message, a phrase without a full stop.
    pub message: String,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for FenError {}

fn fen_error<T>(column: usize, message: impl Into<String>) -> Result<T, FenError> {
    Err(FenError {
        column,
        message: message.into(),
    })
}

impl Position {
    /// Parses a FEN. Missing fields after the side to move default to `- - 0 1`. The side `r` (red)
    /// means the same as `w`.
    ///
    /// # Errors
    /// Returns an error with a column if the FEN is malformed, or if its position cannot occur in a
    /// game.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Position::parse_fen_with_placement_rule(fen, Piece::may_stand_on)
    }

    /// Parses a FEN; `fits` decides which piece may stand on which point.
    pub(super) fn parse_fen_with_placement_rule(
        fen: &str,
        fits: impl Fn(Piece, Square) -> bool,
    ) -> Result<Position, FenError> {
        let mut fields = FenFields { fen, next_index: 0 };
        let Some((column, text)) = fields.next_field() else {
            return fen_error(1, "there is no board");
        };
        let board = parse_board(column, text, fits)?;
        check_piece_counts(column, &board)?;
        let side = parse_side(fields.next_field(), fen)?;
        for _ in 0..2 {
            if let Some((column, text)) = fields.next_field().filter(|(_, text)| *text != "-") {
                return fen_error(column, format!("this field is always `-`, not `{text}`"));
            }
        }
        let halfmoves = parse_counter(fields.next_field(), 0)?;
        let fullmoves = parse_counter(fields.next_field(), 1)?;
        if let Some((column, text)) = fields.next_field() {
            return fen_error(column, format!("unexpected `{text}` after the FEN"));
        }
        let pieces = Square::all().filter_map(|it| Some((it, board[it.index()]?)));
        let position = Position::from_pieces(pieces, side, [halfmoves, fullmoves]);
        if position.can_capture_king() {
            let (mover, other) = (side.name(), side.opponent().name());
            return fen_error(
                1,
                format!("it is {mover}'s move, and {other}'s king can be taken"),
            );
        }
        Ok(position)
    }

    /// Formats the position as a FEN.
    pub fn to_fen(&self) -> String {
        let mut fen = String::new();
        for rank in (0..10).rev() {
            let mut empty = 0;
            for file in 0..9 {
                match Square::new(file, rank).and_then(|it| self.piece_at(it)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            fen.push_str(&empty.to_string());
                        }
                        empty = 0;
                        fen.push(piece.letter());
                    }
                }
            }
            if empty > 0 {
                fen.push_str(&empty.to_string());
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        let side = match self.moving_side {
            Side::Red => 'w',
            Side::Black => 'b',
        };
        format!(
            "{fen} {side} - - {} {}",
            self.halfmoves_since_capture, self.fullmoves
        )
    }
}

/// Splits a FEN into words with their columns.
struct FenFields<'a> {
    fen: &'a str,
    next_index: usize,
}

impl<'a> FenFields<'a> {
    fn next_field(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.fen[self.next_index..];
        let start = self.next_index + (rest.len() - rest.trim_start().len());
        let text = self.fen[start..].split_whitespace().next()?;
        self.next_index = start + text.len();
        Some((self.fen[..start].chars().count() + 1, text))
    }
}

type Board = [Option<Piece>; 90];

fn parse_board(
    column: usize,
    text: &str,
    fits: impl Fn(Piece, Square) -> bool,
) -> Result<Board, FenError> {
    let mut board = [None; 90];
    let ranks = text.split('/').count();
    if ranks != 10 {
        return fen_error(column, format!("the board has {ranks} ranks, not 10"));
    }
    let (mut rank, mut file) = (9, 0);
    for (n, letter) in text.chars().enumerate() {
        let column = column + n;
        match letter {
            '/' if file != 9 => {
                return fen_error(column, format!("rank {rank} has {file} points, not 9"));
            }
            '/' => (rank, file) = (rank - 1, 0),
            '1'..='9' => file += letter as i8 - '0' as i8,
            _ => {
                let Some(piece) = Piece::from_letter(letter) else {
                    return fen_error(column, format!("`{letter}` is no piece"));
                };
                let Some(square) = Square::new(file, rank) else {
                    return fen_error(column, format!("rank {rank} has more than 9 points"));
                };
                if !fits(piece, square) {
                    let (side, kind) = (piece.side.name(), piece.kind.name());
                    return fen_error(column, format!("{side}'s {kind} cannot stand on {square}"));
                }
                board[square.index()] = Some(piece);
                file += 1;
            }
        }
        if file > 9 {
            return fen_error(column, format!("rank {rank} has more than 9 points"));
        }
    }
    if file != 9 {
        return fen_error(
            column + text.chars().count(),
            format!("rank {rank} has {file} points, not 9"),
        );
    }
    Ok(board)
}

/// Checks that each side has a king, and not too many pieces of a kind.
fn check_piece_counts(column: usize, board: &Board) -> Result<(), FenError> {
    let mut counts = [[0; PieceKind::ALL.len()]; 2];
    for piece in board.iter().flatten() {
        counts[piece.side as usize][piece.kind as usize] += 1;
    }
    for side in [Side::Red, Side::Black] {
        for kind in PieceKind::ALL {
            let count = counts[side as usize][kind as usize];
            let (side, name) = (side.name(), kind.name());
            if count > kind.initial_count() {
                let message = format!("{side} has {count} pieces of the kind {name}");
                return fen_error(column, message);
            }
            if kind == PieceKind::King && count == 0 {
                return fen_error(column, format!("{side} has no king"));
            }
        }
    }
    Ok(())
}

fn parse_side(field: Option<(usize, &str)>, fen: &str) -> Result<Side, FenError> {
    match field {
        Some((_, "w" | "r")) => Ok(Side::Red),
        Some((_, "b")) => Ok(Side::Black),
        Some((column, text)) => fen_error(column, format!("the side is `w` or `b`, not `{text}`")),
        None => fen_error(fen.chars().count() + 1, "the side to move is missing"),
    }
}

fn parse_counter(field: Option<(usize, &str)>, default: u32) -> Result<u32, FenError> {
    match field {
        None => Ok(default),
        Some((column, text)) => match text.parse() {
            Ok(number) if text.bytes().all(|it| it.is_ascii_digit()) => Ok(number),
            _ => fen_error(column, format!("`{text}` is no number of moves")),
        },
    }
}

#[cfg(test)]
mod tests;
