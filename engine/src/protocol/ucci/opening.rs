//! Moves from the opening books.

use super::{UcciAction, board::Board, go::GoCommand, options::BUILT_IN_BOOK_NAME};
use crate::{book::Book, game::OptionLevel, games::xiangqi::Move};

/// The books in use, and the errors of books that could not be used.
#[derive(Debug)]
pub(super) struct OpeningBooks {
    book: Book,
    pending_errors: Vec<String>,
    /// The number of moves that were chosen at random so far.
    random_choice_count: u64,
}

impl Default for OpeningBooks {
    fn default() -> OpeningBooks {
        OpeningBooks {
            book: Book::built_in(),
            pending_errors: Vec::new(),
            random_choice_count: 0,
        }
    }
}

impl OpeningBooks {
    /// Replaces the books in use by the books in the option `bookfiles` (`UCCI O20`).
    pub(super) fn select_books(&mut self, names: &str, out: &mut Vec<UcciAction>) {
        self.book = Book::default();
        for name in names.split(';').map(str::trim).filter(|it| !it.is_empty()) {
            match name {
                BUILT_IN_BOOK_NAME => self.book.merge(Book::built_in()),
                _ => out.push(UcciAction::ReadFile(name.to_owned())),
            }
        }
    }

    /// Adds the book in a file, or stores the error if the file is unreadable or invalid.
    pub(super) fn add_book_file(&mut self, name: &str, content: Result<Vec<u8>, String>) {
        let book = content
            .map_err(|error| format!("{name}: {error}"))
            .and_then(|text| Book::parse(name, &text).map_err(|it| it.to_string()));
        match book {
            Ok(book) => self.book.merge(book),
            // UCCI allows `info` only while the engine thinks (`UCCI I1`), so the engine sends the
            // error after the next `go`.
            Err(error) => self.pending_errors.push(error),
        }
    }

    pub(super) fn take_pending_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.pending_errors)
    }

    /// The result line, if the book has a move that is not banned (`UCCI B3`). The book is used
    /// only if `go` has a clock and no `ponder`, as in games. A `go depth` always starts a search.
    pub(super) fn book_result_line(
        &mut self,
        go: &GoCommand,
        board: &Board,
        random: OptionLevel,
    ) -> Option<String> {
        if go.clock.is_none() || go.is_ponder {
            return None;
        }
        let mut moves = self.book.book_moves(&board.position);
        moves.retain(|(it, _)| !board.banned_moves.contains(it));
        let best = self.pick_move(&moves, random)?;
        let mut after = board.position.clone();
        after.play_move(best);
        let reply = self.book.book_moves(&after).first().copied();
        let reply = reply.map_or(String::new(), |(it, _)| format!(" ponder {it}"));
        Some(format!("bestmove {best}{reply}"))
    }

    /// If `random` is `None`, returns the move with the largest weight. Otherwise, returns a random move, and the
    /// probability of each move is in proportion to its weight.
    fn pick_move(&mut self, moves: &[(Move, u32)], random: OptionLevel) -> Option<Move> {
        let &(best, most) = moves.first()?;
        if random == OptionLevel::None {
            return Some(best);
        }
        self.random_choice_count += 1;
        let least = if random == OptionLevel::Large {
            1
        } else {
            most.div_ceil(4)
        };
        let moves: Vec<(Move, u32)> = moves
            .iter()
            .copied()
            .filter(|(_, it)| *it >= least)
            .collect();
        let sum: u64 = moves.iter().map(|(_, it)| u64::from(*it)).sum();
        let mut left = pseudo_random(self.random_choice_count) % sum.max(1);
        for (step, weight) in moves {
            match left.checked_sub(u64::from(weight)) {
                Some(less) => left = less,
                None => return Some(step),
            }
        }
        Some(best)
    }
}

/// A pseudo-random number that depends only on `n`.
fn pseudo_random(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 31)
}
