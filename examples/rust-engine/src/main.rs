//! A small UCCI engine that plays random legal moves. This crate shows how the repository of an
//! engine uses ponderhit to check it.

mod board;

use std::{
    collections::hash_map::RandomState,
    hash::BuildHasher as _,
    io::{self, BufRead as _, Write as _},
};

use board::{Board, Move, START};

struct Engine {
    board: Board,
    banned_moves: Vec<Move>,
    /// True while the engine waits for `stop` or `ponderhit` before it sends its move.
    is_thinking: bool,
}

fn main() -> io::Result<()> {
    let board = Board::parse(START).ok_or(io::ErrorKind::InvalidData)?;
    let mut engine = Engine {
        board,
        banned_moves: Vec::new(),
        is_thinking: false,
    };
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        for answer in engine.answers(&words) {
            writeln!(out, "{answer}")?;
        }
        out.flush()?;
        if words == ["quit"] {
            break;
        }
    }
    Ok(())
}

impl Engine {
    /// Returns the answers to one line of the interface.
    fn answers(&mut self, words: &[&str]) -> Vec<String> {
        let one = |it: &str| vec![it.to_owned()];
        match words {
            ["isready"] => one("readyok"),
            ["quit"] => one("bye"),
            ["probe", ..] => one("pophash"),
            ["stop"] if !self.is_thinking => one("nobestmove"),
            ["stop"] | ["ponderhit", ..] if self.is_thinking => vec![self.best_move()],
            _ if self.is_thinking => Vec::new(),
            ["ucci"] => vec!["id name Random Rust".to_owned(), "ucciok".to_owned()],
            ["position", place @ ..] => {
                if let Some(board) = parse_position(place) {
                    self.board = board;
                    self.banned_moves.clear();
                }
                Vec::new()
            }
            ["banmoves", moves @ ..] => {
                self.banned_moves
                    .extend(moves.iter().filter_map(|it| Move::parse(it)));
                Vec::new()
            }
            ["go", rest @ ..] => {
                // `go infinite` lasts until `stop`, and `go ponder` with a clock lasts until
                // `ponderhit` or `stop`.
                let has = |word| rest.contains(&word);
                self.is_thinking = has("infinite") || has("ponder") && has("time");
                if self.is_thinking {
                    Vec::new()
                } else {
                    vec![self.best_move()]
                }
            }
            _ => Vec::new(),
        }
    }

    fn best_move(&mut self) -> String {
        self.is_thinking = false;
        let mut moves = self.board.legal_moves();
        moves.retain(|it| !self.banned_moves.contains(it));
        // Each `RandomState` has different keys, so the hash of `()` is a random number.
        let random = RandomState::new().hash_one(()) as usize;
        match moves.get(random % moves.len().max(1)) {
            Some(it) => format!("bestmove {it}"),
            None => "nobestmove".to_owned(),
        }
    }
}

/// Parses the words after the command word `position`. Returns `None` if the base position is
/// malformed or a move is illegal.
fn parse_position(words: &[&str]) -> Option<Board> {
    let split = words
        .iter()
        .position(|it| *it == "moves")
        .unwrap_or(words.len());
    let (place, moves) = words.split_at(split);
    let mut board = match place {
        ["startpos"] => Board::parse(START)?,
        ["fen", fen @ ..] => Board::parse(&fen.join(" "))?,
        _ => return None,
    };
    let mut played = moves.iter().skip(1);
    played
        .all(|it| Move::parse(it).is_some_and(|it| board.play(it)))
        .then_some(board)
}
