//! The opening book: a text file that lists moves for positions. The page `docs/book-format.md`
//! describes the format.

use std::{collections::HashMap, fmt, sync::LazyLock};

use crate::games::xiangqi::{Move, Position};

/// The largest number of moves in a line of a book.
const MAX_LINE_MOVES: usize = 400;

/// The largest size of a book, in bytes.
const MAX_BOOK_BYTES: usize = 16 << 20;

/// The opening book that is built into the program.
const BUILT_IN_BOOK: &[u8] = include_bytes!("book/openings.book");

/// An opening book: the moves for each position, with their weights.
#[derive(Clone, Debug, Default)]
pub struct Book {
    moves: HashMap<u64, Vec<(Move, u32)>>,
}

/// An error in a book, with its line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    /// The name of the book file.
    pub name: String,
    /// The line and the column of the error, counted from 1. The column is counted in bytes.
    pub line: usize,
    pub column: usize,
    /// The message, a phrase without a full stop.
    pub message: String,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookError {
            name,
            line,
            column,
            message,
        } = self;
        write!(f, "{name}:{line}:{column}: {message}")
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The opening book that is built into the program.
    pub fn built_in() -> Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            Book::parse("builtin", BUILT_IN_BOOK).unwrap_or_else(|error| unreachable!("{error}"))
        });
        BOOK.clone()
    }

    /// Parses a book. The comments in a book need not be UTF-8.
    ///
    /// # Errors
    /// Returns the line and the column of the first error. No line of an invalid book is used.
    pub fn parse(name: &str, text: &[u8]) -> Result<Book, BookError> {
        let fail = |line: usize, (column, message): (usize, String)| BookError {
            name: name.to_owned(),
            line,
            column,
            message,
        };
        if text.len() > MAX_BOOK_BYTES {
            return Err(fail(
                1,
                (
                    1,
                    format!("the book is too large; expected at most {MAX_BOOK_BYTES} bytes"),
                ),
            ));
        }
        let mut book = Book::default();
        for (n, line) in text.split(|it| *it == b'\n').enumerate() {
            book.add_line(line).map_err(|it| fail(n + 1, it))?;
        }
        Ok(book)
    }

    /// Adds the moves of another book. If both books have the same move for a position, the weight
    /// of the move is the sum of both weights.
    pub fn merge(&mut self, other: Book) {
        for (key, moves) in other.moves {
            for (step, weight) in moves {
                self.add_move(key, step, weight);
            }
        }
    }

    /// The legal book moves for a position, the largest weight first.
    pub fn book_moves(&self, position: &Position) -> Vec<(Move, u32)> {
        let mut moves = self
            .moves
            .get(&position.hash_key())
            .cloned()
            .unwrap_or_default();
        // Another position can have the same hash key, so illegal moves are removed.
        moves.retain(|(it, _)| position.is_legal(*it));
        moves.sort_by_key(|(it, weight)| (std::cmp::Reverse(*weight), *it));
        moves
    }

    fn add_move(&mut self, key: u64, step: Move, weight: u32) {
        let moves = self.moves.entry(key).or_default();
        match moves.iter_mut().find(|it| it.0 == step) {
            Some(known) => known.1 = known.1.saturating_add(weight),
            None => moves.push((step, weight)),
        }
    }

    /// Adds one line of a book. An error consists of the column and the message.
    fn add_line(&mut self, line: &[u8]) -> Result<(), (usize, String)> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut words = LineWords {
            line,
            next_index: 0,
        };
        let Some((column, first)) = words.next_word() else {
            return Ok(());
        };
        if first.starts_with(b"#") {
            return Ok(());
        }
        let mut weight = 1;
        words.next_index = column - 1;
        if let Some(number) = first.strip_suffix(b":") {
            let number = std::str::from_utf8(number)
                .ok()
                .and_then(|it| it.parse().ok());
            weight = number.ok_or_else(|| {
                (
                    column,
                    "expected a weight as a number and a colon".to_owned(),
                )
            })?;
            words.next_index = column - 1 + first.len();
        }
        let start = words.parse_position()?;
        let moves = words.parse_moves(&start)?;
        self.add_line_moves(&start, &moves, weight);
        // The mirror image of the book line is added, too, unless the line is its own mirror image.
        let image = mirror_position(&start);
        let reflected: Vec<Move> = moves.iter().map(|it| it.mirror_files()).collect();
        if image.hash_key() != start.hash_key() || reflected != moves {
            self.add_line_moves(&image, &reflected, weight);
        }
        Ok(())
    }

    fn add_line_moves(&mut self, start: &Position, moves: &[Move], weight: u32) {
        let mut position = start.clone();
        for step in moves {
            self.add_move(position.hash_key(), *step, weight);
            position.play_move(*step);
        }
    }
}

/// The mirror image of a position: file `a` becomes file `i`, and so on.
fn mirror_position(position: &Position) -> Position {
    let fen = position.to_fen();
    let (board, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
    let ranks = board
        .split('/')
        .map(|it| it.chars().rev().collect::<String>());
    let ranks: Vec<String> = ranks.collect();
    let image = format!("{} {rest}", ranks.join("/"));
    Position::from_fen(&image).unwrap_or_else(|error| unreachable!("{image}: {error}"))
}

/// Splits a line of a book into words with their columns.
struct LineWords<'a> {
    line: &'a [u8],
    next_index: usize,
}

impl<'a> LineWords<'a> {
    fn next_word(&mut self) -> Option<(usize, &'a [u8])> {
        let blank = |it: &u8| it.is_ascii_whitespace();
        let start = self.next_index
            + self.line[self.next_index..]
                .iter()
                .position(|it| !blank(it))?;
        let rest = &self.line[start..];
        let length = rest.iter().position(blank).unwrap_or(rest.len());
        self.next_index = start + length;
        Some((start + 1, &rest[..length]))
    }

    /// Parses the beginning of a book line, `fen ... moves`; returns the initial position if the
    /// line has no FEN.
    fn parse_position(&mut self) -> Result<Position, (usize, String)> {
        let before = self.next_index;
        let Some((column, b"fen")) = self.next_word() else {
            self.next_index = before;
            return Ok(Position::start());
        };
        let from = self.next_index;
        loop {
            let until = self.next_index;
            match self.next_word() {
                Some((_, b"moves")) => {
                    let fen = String::from_utf8_lossy(&self.line[from..until]);
                    let place = |error: crate::games::xiangqi::FenError| {
                        (from + error.column, error.message)
                    };
                    return Position::from_fen(&fen).map_err(place);
                }
                Some(_) => (),
                None => return Err((column, "expected `moves` after `fen`".to_owned())),
            }
        }
    }

    fn parse_moves(&mut self, start: &Position) -> Result<Vec<Move>, (usize, String)> {
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Some((column, word)) = self.next_word() {
            let text = String::from_utf8_lossy(word);
            if word.starts_with(b"#") {
                break;
            }
            let step = Move::from_bytes(word);
            let step =
                step.ok_or_else(|| (column, format!("expected a move, found `{text:.20}`")))?;
            if let Some(why) = position.why_illegal(step) {
                return Err((column, format!("{step} is illegal: {why}")));
            }
            if moves.len() == MAX_LINE_MOVES {
                return Err((
                    column,
                    format!("the line is too long; expected at most {MAX_LINE_MOVES} moves"),
                ));
            }
            position.play_move(step);
            moves.push(step);
        }
        Ok(moves)
    }
}

#[cfg(test)]
mod tests;
