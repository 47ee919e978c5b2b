//! A move as it is written in UCI: two points and an optional promotion piece. The game decides whether a point is on
//! the board.

use std::fmt;

/// A point of the board. The file of a point is a number counted from `a`, and the rank is the number as the move
/// writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardPoint {
    /// The file as a number: 0 is file `a`.
    pub(super) file: u8,
    pub(super) rank: u8,
}

/// A written move of chess or xiangqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UciMove {
    pub(super) from: BoardPoint,
    pub(super) to: BoardPoint,
    /// The letter of the promotion piece, which is `q`, `r`, `b` or `n`.
    pub(super) promotion: Option<char>,
}

impl UciMove {
    /// Parses a move of any supported game, with files a to i and ranks 0 to 10 (`UCI U42`, `Q1`).
    pub(super) fn parse(word: &[u8]) -> Option<UciMove> {
        let (from, rest) = parse_point(word)?;
        let (to, rest) = parse_point(rest)?;
        let promotion = match rest {
            [] => None,
            [it @ (b'q' | b'r' | b'b' | b'n')] => Some(char::from(*it)),
            _ => return None,
        };
        Some(UciMove {
            from,
            to,
            promotion,
        })
    }

    /// Parses a move and returns its two points, without the promotion piece.
    pub(super) fn parse_points(word: &[u8]) -> Option<[BoardPoint; 2]> {
        UciMove::parse(word).map(|it| [it.from, it.to])
    }
}

/// Parses a point at the beginning of a word. Returns the point and the rest of the word.
fn parse_point(word: &[u8]) -> Option<(BoardPoint, &[u8])> {
    let (file, rest) = word.split_first()?;
    let file = file.checked_sub(b'a').filter(|it| *it < 9)?;
    let (rank, rest) = match rest {
        [b'1', b'0', rest @ ..] => (10, rest),
        [digit @ b'0'..=b'9', rest @ ..] => (digit - b'0', rest),
        _ => return None,
    };
    Some((BoardPoint { file, rank }, rest))
}

/// True if a word is a move that chess does not have: a drop (`P@e4`), or a promotion to a piece that chess does not allow
/// (`e7e8k`).
pub(super) fn is_move_of_other_game(word: &[u8]) -> bool {
    let drop = match word {
        [piece, b'@', point @ ..] if piece.is_ascii_alphabetic() => Some(point),
        _ => None,
    };
    if let Some(point) = drop {
        return parse_point(point).is_some_and(|(_, rest)| rest.is_empty());
    }
    let points = parse_point(word).and_then(|(_, rest)| parse_point(rest));
    points.is_some_and(|(_, rest)| matches!(rest, [it] if it.is_ascii_alphabetic() || *it == b'+'))
}

/// True if a word is a move in another notation: with capitals, with a sign between the squares, or in algebraic
/// notation (`E2E4`, `e2-e4`, `e7e8=Q`, `Nf3`, `O-O`).
pub(super) fn is_move_in_other_notation(word: &[u8]) -> bool {
    let plain: Vec<u8> = word
        .iter()
        .filter(|it| !b"-x=+#!?:".contains(it))
        .map(u8::to_ascii_lowercase)
        .collect();
    let castles = matches!(&plain[..], b"oo" | b"ooo" | b"00" | b"000");
    let marked = plain.len() < word.len() || word.iter().any(u8::is_ascii_uppercase);
    if UciMove::parse(&plain).is_some() || castles {
        return marked;
    }
    is_algebraic_notation(word)
}

/// True if a word is a move in algebraic notation, such as `Nf3`, `Nbd7`, `exd5` or `e8=Q+`.
fn is_algebraic_notation(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"+").unwrap_or(word);
    let word = word.strip_suffix(b"#").unwrap_or(word);
    let (piece, word) = match word {
        [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..] => (true, rest),
        _ => (false, word),
    };
    let word = match word {
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => rest,
        _ => word,
    };
    match word {
        [before @ .., b'a'..=b'h', b'1'..=b'8'] => {
            let takes = before.ends_with(b"x");
            let from = before.strip_suffix(b"x").unwrap_or(before);
            let named = from
                .iter()
                .all(|it| matches!(it, b'a'..=b'h' | b'1'..=b'8'));
            named && from.len() <= 2 && (piece || takes)
        }
        _ => false,
    }
}

impl fmt::Display for BoardPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank)
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |it| write!(f, "{it}"))
    }
}

#[cfg(test)]
mod tests;
