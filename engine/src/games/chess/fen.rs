//! Parses FENs of chess. The two counters at the end of a FEN are optional, and castling rights may
//! name the files of the rooks (`UCI U41`, `U43`).

use std::fmt;

use cozy_chess::{Board, Color, File, Piece, Rank, Square};

use super::Variant;

/// The reason why a FEN is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    WrongFields,
    WrongBoard,
    WrongCastlingRights,
    WrongEnPassantSquare,
    WrongCounters,
}

impl std::error::Error for FenError {}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenError::WrongFields => "expected four to six fields",
            FenError::WrongBoard => "the board or the side to move is invalid",
            FenError::WrongCastlingRights => "the castling rights are invalid",
            FenError::WrongEnPassantSquare => "the en passant square is invalid",
            FenError::WrongCounters => "the counters are invalid",
        })
    }
}

/// Parses a FEN into a board.
pub(super) fn parse_fen(fen: &str, variant: Variant) -> Result<Board, FenError> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let (&[board, side, castling, en_passant], counters) =
        fields.split_first_chunk().ok_or(FenError::WrongFields)?;
    if counters.len() > 2 {
        return Err(FenError::WrongFields);
    }
    if !is_eight_by_eight_board(board) {
        return Err(FenError::WrongBoard);
    }
    let pieces = format!("{board} {side} - - 0 1");
    let pieces = Board::from_fen(&pieces, true).map_err(|_| FenError::WrongBoard)?;
    if !kings_are_not_adjacent(&pieces) {
        return Err(FenError::WrongBoard);
    }
    let castling = castling_rights_as_files(&pieces, castling, variant)
        .ok_or(FenError::WrongCastlingRights)?;
    let counter = |n: usize, least, most| match counters.get(n) {
        Some(text) => parse_counter(text, least, most).ok_or(FenError::WrongCounters),
        None => Ok(least),
    };
    let (halfmoves, number) = (counter(0, 0, 100)?, counter(1, 1, u16::MAX)?);
    let strict = format!("{board} {side} {castling} {en_passant} {halfmoves} {number}");
    Board::from_fen(&strict, true).map_err(|error| match error {
        cozy_chess::FenParseError::InvalidEnPassant => FenError::WrongEnPassantSquare,
        _ => FenError::WrongCastlingRights,
    })
}

/// True if the board has eight ranks of eight squares, and no digit 0 or 9.
fn is_eight_by_eight_board(board: &str) -> bool {
    let squares = |rank: &str| -> Option<u32> {
        let square = |it: char| match it.to_digit(10) {
            Some(empty) => (1..=8).contains(&empty).then_some(empty),
            None => Some(1),
        };
        rank.chars().map(square).sum()
    };
    board.split('/').count() == 8 && board.split('/').all(|it| squares(it) == Some(8))
}

/// True if the kings are not on adjacent squares, which the crate `cozy-chess` does not check.
fn kings_are_not_adjacent(board: &Board) -> bool {
    let [white, black] = [Color::White, Color::Black].map(|it| board.king(it));
    !cozy_chess::get_king_moves(white).has(black)
}

/// Converts castling rights such as `KQ` to the files of the rooks. The letters `K` and `Q` mean
/// the outermost rooks of a side.
fn castling_rights_as_files(board: &Board, castling: &str, variant: Variant) -> Option<String> {
    if castling == "-" {
        return Some(castling.to_owned());
    }
    let file = |it: char| {
        let color = match it.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        let king = board.king(color).file();
        let mut rooks = first_rank_rook_files(board, color);
        let file = match it.to_ascii_lowercase() {
            'k' => rooks.rfind(|it| *it > king)?,
            'q' => rooks.find(|it| *it < king)?,
            it => File::try_from(it).ok()?,
        };
        let standard = king == File::E && matches!(file, File::A | File::H);
        if variant == Variant::Standard && !standard {
            return None;
        }
        let file = char::from(file);
        Some(match color {
            Color::White => file.to_ascii_uppercase(),
            Color::Black => file,
        })
    };
    (1..=4)
        .contains(&castling.len())
        .then(|| castling.chars().map(file).collect())?
}

/// The files of the rooks on a side's first rank, from a to h.
fn first_rank_rook_files(board: &Board, color: Color) -> impl DoubleEndedIterator<Item = File> {
    let rooks = board.colored_pieces(color, Piece::Rook);
    let rank = Rank::First.relative_to(color);
    let files = File::ALL.into_iter();
    files.filter(move |it| rooks.has(Square::new(*it, rank)))
}

/// Parses a counter. A counter outside of the range from `least` to `most` is clamped.
fn parse_counter(text: &str, least: u16, most: u16) -> Option<u16> {
    let digits = text.bytes().all(|it| it.is_ascii_digit());
    let number = text.parse::<u64>().unwrap_or(u64::MAX);
    digits.then_some(number.clamp(u64::from(least), u64::from(most)) as u16)
}
