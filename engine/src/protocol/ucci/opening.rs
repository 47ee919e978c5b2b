//! What the engine plays from its books.

use super::{Act, board::Board, options::BUILT_IN, order::Order};
use crate::{book::Book, game::Amount, games::xiangqi::Move};

/// The books in use, and what was wrong with others.
#[derive(Debug)]
pub(super) struct Opening {
    book: Book,
    complaints: Vec<String>,
    /// How often it has played from the book.
    played: u64,
}

impl Default for Opening {
    fn default() -> Opening {
        Opening {
            book: Book::built_in(),
            complaints: Vec::new(),
            played: 0,
        }
    }
}

impl Opening {
    /// Takes the books named in the option `bookfiles` (`UCCI O20`) in place of those in use.
    pub(super) fn choose(&mut self, names: &str, out: &mut Vec<Act>) {
        self.book = Book::default();
        for name in names.split(';').map(str::trim).filter(|it| !it.is_empty()) {
            match name {
                BUILT_IN => self.book.merge(Book::built_in()),
                _ => out.push(Act::Read(name.to_owned())),
            }
        }
    }

    /// Takes what is in a file, or why it cannot be read.
    pub(super) fn file(&mut self, name: &str, content: Result<Vec<u8>, String>) {
        let book = content
            .map_err(|error| format!("{name}: {error}"))
            .and_then(|text| Book::parse(name, &text).map_err(|it| it.to_string()));
        match book {
            Ok(book) => self.book.merge(book),
            // UCCI has no words for it in idle: it is told with the next thinking (`UCCI I1`).
            Err(error) => self.complaints.push(error),
        }
    }

    pub(super) fn take_complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    /// The result, if the book has a move. Bans bind it too (`UCCI B3`). It is asked in games,
    /// that is, when there is a clock; who asks for a depth wants to see a search.
    pub(super) fn play(&mut self, order: &Order, board: &Board, random: Amount) -> Option<String> {
        if order.clock.is_none() || order.ponder {
            return None;
        }
        let mut moves = self.book.moves(&board.position);
        moves.retain(|(it, _)| !board.bans.contains(it));
        let best = self.pick(&moves, random)?;
        let mut after = board.position.clone();
        after.play(best);
        let reply = self.book.moves(&after).first().copied();
        let reply = reply.map_or(String::new(), |(it, _)| format!(" ponder {it}"));
        Some(format!("bestmove {best}{reply}"))
    }

    /// The heaviest move, or by chance one of the others, in proportion to their weights.
    fn pick(&mut self, moves: &[(Move, u32)], random: Amount) -> Option<Move> {
        let &(best, most) = moves.first()?;
        if random == Amount::None {
            return Some(best);
        }
        self.played += 1;
        let least = if random == Amount::Large {
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
        let mut left = mix(self.played) % sum.max(1);
        for (step, weight) in moves {
            match left.checked_sub(u64::from(weight)) {
                Some(less) => left = less,
                None => return Some(step),
            }
        }
        Some(best)
    }
}

/// A number that looks like chance.
fn mix(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 31)
}
