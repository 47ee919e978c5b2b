//! An interface sends only FENs of the standard form, and of positions that the game can have.
//!
//! If an engine parses a nonstandard FEN, it has a wrong position on its board, or no position.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! ```
//!
//! The two move counters of a FEN may be missing. If the engine may play Chess960, castling rights may be written as the
//! files of the rooks. The rule does not judge FENs of games other than chess and xiangqi:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha -
//! > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! > position fen knbrp/5/5/5/PRBNK w - - 0 1
//! ```
//!
//! After `UCI_Variant`, the option `UCI_Chess960` does not select chess again:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Variant type combo default chess var chess var horde
//! < option name UCI_Chess960 type check default false
//! < uciok
//! > setoption name UCI_Variant value horde
//! > setoption name UCI_Chess960 value false
//! > position fen rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1
//! > setoption name UCI_Variant value chess
//! > position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Chess960 type check default false
//! < uciok
//! > position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected castling rights such as `KQkq`, found `H`: files are for `UCI_Chess960`
//! > setoption name UCI_Chess960 value true
//! > position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 8 ranks, found 7
//! > position fen 4k3/8/8/8/8/8/8/4K2 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 8 squares in rank 4K2, found 7
//! > position fen 4k3/8/8/8/8/8/8/4K3 b - - 0
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 4 or 6 fields, found 5
//! > position fen
//!   ^^^^^^^^^^^^ expected 4 or 6 fields, found 0
//! > position fen r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the right `K` needs the king and a rook beside it on their first rank
//! > position fen 4k3/8/8/8/8/8/7R/R3K3 w KQ - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the right `K` needs the king and a rook beside it on their first rank
//! > position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the side `w` cannot capture on e3 en passant
//! ```
//!
//! In chess, the castling rights need kings and rooks on their squares of the initial position. In Chess960 they do not:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Chess960 type check default false
//! < uciok
//! > position fen rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBR1 w KQkq - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the right `K` needs the king on e and its rook in the corner, unless `UCI_Chess960` is true
//! > setoption name UCI_Chess960 value true
//! > position fen rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBR1 w KQkq - 0 1
//! ```
//!
//! No game has a board like these:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `"` stands for no piece and no number of squares
//! > position fen startpos
//!   ^^^^^^^^^^^^^^^^^^^^^ expected the ranks of a board, found `startpos`
//! > position fen rnbqkbnr/pppppppp/8/8/8/0/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `0` stands for no piece and no number of squares
//! > position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected 8 squares in rank 9, found 9
//! ```
//!
//! A FEN of chess must have a position of chess:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 4k3/8/8/8/8/8/8/8 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected one king `K`, found 0
//! > position fen 4k3/pppppppp/7p/8/8/8/8/4K3 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected at most 8 pawns `p`, found 9
//! > position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no pawn can be on the first or the last rank
//! > position fen 4k3/8/8/8/8/8/8/4K3 b - e3 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no pawn has just moved over e3
//! > position fen 4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the side that is not to move is in check
//! ```

use super::super::{
    chess::{ChessVariant, board_error},
    prelude::*,
    variant::rank_width,
};

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_fen",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U39, U45, D3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        let Command::Position(spec) = command else {
            continue;
        };
        let BasePosition::Fen(fen) = &spec.base_position else {
            continue;
        };
        if matches!(spec.variant(), GameVariant::Xiangqi { .. }) {
            // Interfaces of xiangqi write the FEN fields after the board in several ways.
            if position_before_moves(spec).is_some() {
                out.conforms(entry.at);
            }
            continue;
        }
        if let Some(flaw) = error_in_any_game(fen) {
            out.violates(entry.culprit(), flaw);
            continue;
        }
        let unknown = !spec.variant().has_known_rules() || is_of_other_game(fen);
        if unknown && !fen.is_empty() {
            continue;
        }
        let mut options = view.announced_options.iter();
        let is_standard = spec.variant() == GameVariant::Chess(ChessVariant::Chess)
            && options.any(|it| it.eq_ignore_ascii_case("UCI_Chess960"))
            && view.has_all_commands_since_uci();
        let flaw = fen_error(fen).or_else(|| board_error(fen));
        let standard_error = || standard_castling_error(fen).or_else(|| castling_files_error(fen));
        match flaw.or_else(|| standard_error().filter(|_| is_standard)) {
            None => out.conforms(entry.at),
            Some(flaw) => out.violates(entry.culprit(), flaw),
        }
    }
}

/// Why the FEN's board has the form of no game.
fn error_in_any_game(fen: &str) -> Option<Message> {
    let board = fen.split_whitespace().next()?;
    if !board.contains('/') {
        let found = board;
        return Some(message!(
            "fen_one_rank",
            "expected the ranks of a board, found `{found}`",
            found
        ));
    }
    let is_zero = |(index, it): &(usize, char)| {
        let before = board[..*index].chars().next_back();
        *it == '0' && !before.is_some_and(|it| it.is_ascii_digit())
    };
    let is_wrong = |it: &(usize, char)| "\"'`%\\.,;:=".contains(it.1) || is_zero(it);
    let (_, wrong) = board.char_indices().find(is_wrong)?;
    Some(message!(
        "fen_wrong_character",
        "`{wrong}` stands for no piece and no number of squares",
        wrong = wrong.to_string()
    ))
}

/// True if the FEN's board has pieces that chess does not have, or is a complete board of another size.
fn is_of_other_game(fen: &str) -> bool {
    let board = fen.split_whitespace().next().unwrap_or_default();
    let pieces = |it: char| "pnbrqkPNBRQK123456789/".contains(it);
    let ranks: Vec<u32> = board.split('/').map(rank_width).collect();
    let same = ranks.iter().all(|it| ranks.first() == Some(it));
    !board.chars().all(pieces) || same && ranks.first() != Some(&8)
}

/// The squares of the first rank of White or Black; a digit is an empty square.
fn first_rank(board: &str, white: bool) -> Vec<char> {
    let mut ranks = board.split('/');
    let rank = match white {
        true => ranks.next_back(),
        false => ranks.next(),
    };
    let mut squares = Vec::new();
    for it in rank.unwrap_or_default().chars() {
        let count = it.to_digit(10).unwrap_or(1) as usize;
        squares.resize(squares.len() + count, it);
    }
    squares
}

/// False if the castling right is impossible in chess and in Chess960: the king is not on its first rank, or there is no
/// rook on the named side or file of this rank.
fn has_king_and_rook(board: &str, right: char) -> bool {
    let white = right.is_ascii_uppercase();
    let (king, rook) = if white { ('K', 'R') } else { ('k', 'r') };
    let squares = first_rank(board, white);
    let king_at = squares.iter().position(|it| *it == king);
    let rook_at = match right.to_ascii_lowercase() {
        '-' => return true,
        'k' => squares.iter().rposition(|it| *it == rook),
        'q' => squares.iter().position(|it| *it == rook),
        file => Some(file as usize - 'a' as usize).filter(|it| squares.get(*it) == Some(&rook)),
    };
    let is_beside = |king: usize, rook: usize| match right.to_ascii_lowercase() {
        'k' => rook > king,
        'q' => rook < king,
        _ => true,
    };
    king_at
        .zip(rook_at)
        .is_some_and(|(king, rook)| is_beside(king, rook))
}

fn fen_error(fen: &str) -> Option<Message> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let (board, side, castling, passant, counters) = match fields.as_slice() {
        &[board, side, castling, passant] => (board, side, castling, passant, ["0", "1"]),
        &[board, side, castling, passant, half, full] => {
            (board, side, castling, passant, [half, full])
        }
        fields => {
            let found = fields.len();
            return Some(message!(
                "fen_fields_four_or_six",
                "expected 4 or 6 fields, found {found}",
                found
            ));
        }
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        let found = ranks.len();
        return Some(message!(
            "fen_ranks_eight",
            "expected 8 ranks, found {found}",
            found
        ));
    }
    if let Some(rank) = ranks.into_iter().find(|it| rank_width(it) != 8) {
        return Some(message!(
            "fen_rank_squares",
            "expected 8 squares in rank {rank}, found {found}",
            rank,
            found = rank_width(rank)
        ));
    }
    if !matches!(side, "w" | "b") {
        return Some(message!(
            "fen_side",
            "expected the side `w` or `b`, found `{side}`",
            side
        ));
    }
    if let Some(flaw) = castling_error(board, castling).or_else(|| passant_error(side, passant)) {
        return Some(flaw);
    }
    let number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    (!counters.into_iter().all(number))
        .then(|| message!("fen_numbers", "expected numbers in the last two fields"))
}

fn castling_error(board: &str, castling: &str) -> Option<Message> {
    let rights = castling.len() <= 4
        && castling
            .chars()
            .all(|it| "kqKQ".contains(it) || matches!(it, 'a'..='h' | 'A'..='H'));
    if castling != "-" && !rights {
        return Some(message!(
            "fen_castling",
            "expected castling rights or `-`, found `{found}`",
            found = castling
        ));
    }
    if let Some(letter) = castling.chars().find(|it| !has_king_and_rook(board, *it)) {
        return Some(message!(
            "fen_castling_without_rook",
            "the right `{letter}` needs the king and a rook beside it on their first rank",
            letter = letter.to_string()
        ));
    }
    None
}

/// Why the castling rights are impossible in chess, although they may be possible in Chess960.
fn standard_castling_error(fen: &str) -> Option<Message> {
    let mut fields = fen.split_whitespace();
    let (board, castling) = (fields.next()?, fields.nth(1)?);
    let is_at_home = |right: char| {
        let corner = match right.to_ascii_lowercase() {
            '-' => return true,
            'k' | 'h' => 7,
            'q' | 'a' => 0,
            _ => return false,
        };
        let squares = first_rank(board, right.is_ascii_uppercase());
        let has =
            |index: usize, piece| squares.get(index).map(char::to_ascii_lowercase) == Some(piece);
        has(4, 'k') && has(corner, 'r')
    };
    let right = castling.chars().find(|it| !is_at_home(*it))?;
    Some(message!(
        "fen_castling_not_at_home",
        "the right `{right}` needs the king on e and its rook in the corner, unless `UCI_Chess960` is true",
        right = right.to_string()
    ))
}

/// Why the castling rights have the letters of Chess960: files instead of sides.
fn castling_files_error(fen: &str) -> Option<Message> {
    let castling = fen.split_whitespace().nth(2)?;
    let file = castling
        .chars()
        .find(|it| matches!(it, 'a'..='h' | 'A'..='H'))?;
    Some(message!(
        "fen_castling_files",
        "expected castling rights such as `KQkq`, found `{file}`: files are for `UCI_Chess960`",
        file = file.to_string()
    ))
}

fn passant_error(side: &str, passant: &str) -> Option<Message> {
    if passant != "-" && !matches!(passant.as_bytes(), [b'a'..=b'h', b'1'..=b'8']) {
        return Some(message!(
            "fen_en_passant",
            "expected a square or `-`, found `{found}`",
            found = passant
        ));
    }
    let rank = if side == "w" { '6' } else { '3' };
    if passant != "-" && !passant.ends_with(rank) {
        return Some(message!(
            "fen_en_passant_rank",
            "the side `{side}` cannot capture on {square} en passant",
            side,
            square = passant
        ));
    }
    None
}
