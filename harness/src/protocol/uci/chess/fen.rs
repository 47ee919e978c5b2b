//! Parses a FEN. The two move counters are optional, and castling rights may be written as the files of the rooks.

use cozy_chess::{Board, Color, File, Piece, Rank};

/// Parses a FEN, with or without the two move counters (`UCI U41`, `U43`).
pub(super) fn parse_fen(fen: &str) -> Option<Board> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let (board, side, castling, passant, counters) = match fields[..] {
        [board, side, castling, passant] => (board, side, castling, passant, ("0", "1")),
        [board, side, castling, passant, half, full] => {
            (board, side, castling, passant, (half, full))
        }
        _ => return None,
    };
    // `cozy-chess` also accepts boards with fewer than eight ranks, so the number of ranks is checked here.
    if board.contains(['0', '9']) || board.matches('/').count() != 7 {
        return None;
    }
    let half: u64 = counters.0.parse().ok()?;
    let full: u64 = counters.1.parse().ok()?;
    // `cozy-chess` rejects very large move counters.
    let (half, full) = (half.min(100), full.clamp(1, 60_000));
    let bare = format!("{board} {side} - - 0 1").parse().ok()?;
    let castling = castling_rights_as_files(&bare, castling)?;
    let fen = format!("{board} {side} {castling} {passant} {half} {full}");
    Board::from_fen(&fen, true).ok()
}

/// Converts the castling rights of a FEN to the files of the rooks. The right `K` of a FEN belongs to the outermost
/// rook on the king's side.
fn castling_rights_as_files(bare: &Board, castling: &str) -> Option<String> {
    if castling == "-" {
        return Some(castling.to_owned());
    }
    let letters = castling.chars().map(|letter| {
        let color = match letter.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        let king = bare.king(color);
        let back = Rank::First.relative_to(color).bitboard();
        let rooks = bare.colored_pieces(color, Piece::Rook) & back;
        let mut files = rooks.into_iter().map(cozy_chess::Square::file);
        let file = match letter.to_ascii_lowercase() {
            'k' => files.filter(|it| *it > king.file()).last(),
            'q' => files.find(|it| *it < king.file()),
            file @ 'a'..='h' => File::try_from(file).ok(),
            _ => None,
        }?;
        let file = char::from(file);
        Some(match color {
            Color::White => file.to_ascii_uppercase(),
            Color::Black => file,
        })
    });
    letters.collect()
}

/// True if every right to castle belongs to a king on the e-file and a rook in the corner.
pub(super) fn has_standard_castling(board: &Board) -> bool {
    Color::ALL.iter().all(|color| {
        let rights = board.castle_rights(*color);
        let corners = rights.short.is_none_or(|it| it == File::H)
            && rights.long.is_none_or(|it| it == File::A);
        let none = rights.short.is_none() && rights.long.is_none();
        none || corners && board.king(*color).file() == File::E
    })
}

#[cfg(test)]
mod tests;
