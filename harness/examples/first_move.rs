//! The smallest engine that conforms to UCCI: it plays the first legal move that `banmoves` does
//! not forbid. Benchmarks use this engine because it needs almost no processor time.
use std::io::{self, BufRead as _, Write as _};

use ponderhit_engine::games::xiangqi::{Move, Position};

#[derive(Default)]
struct Engine {
    position: Option<Position>,
    banned_moves: Vec<Move>,
    /// True while the engine waits for `stop` or `ponderhit` before it sends its move.
    is_thinking: bool,
}

fn main() -> io::Result<()> {
    let mut engine = Engine::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let answer = engine.answer_line(&words);
        out.write_all(answer.as_bytes())?;
        out.flush()?;
        if words == ["quit"] {
            break;
        }
    }
    Ok(())
}

impl Engine {
    /// Returns the engine's answer to one line of the interface; every line of the answer ends with a newline.
    fn answer_line(&mut self, words: &[&str]) -> String {
        match words {
            ["isready"] => "readyok\n".to_owned(),
            ["quit"] => "bye\n".to_owned(),
            ["probe", ..] => "pophash\n".to_owned(),
            ["stop"] if !self.is_thinking => "nobestmove\n".to_owned(),
            ["stop"] | ["ponderhit", ..] if self.is_thinking => self.bestmove_lines(),
            _ if self.is_thinking => String::new(),
            ["ucci"] => "id name First Move\nid author ponderhit\noption usemillisec type check default true\nucciok\n".to_owned(),
            ["position", place @ ..] => {
                if let Some(position) = parse_position(place) {
                    self.position = Some(position);
                    self.banned_moves.clear();
                }
                String::new()
            }
            ["banmoves", moves @ ..] => {
                let moves = moves.iter().filter_map(|it| Move::from_bytes(it.as_bytes()));
                self.banned_moves.extend(moves);
                String::new()
            }
            ["go", rest @ ..] => {
                let said = |word: &str| rest.contains(&word);
                self.is_thinking = said("infinite") || (said("ponder") && said("time"));
                match self.is_thinking {
                    true => String::new(),
                    false => self.bestmove_lines(),
                }
            }
            _ => String::new(),
        }
    }

    fn bestmove_lines(&mut self) -> String {
        self.is_thinking = false;
        let position = self.position.clone().unwrap_or_else(Position::start);
        let moves = position.legal_moves();
        match moves.iter().find(|it| !self.banned_moves.contains(it)) {
            Some(it) => format!("bestmove {it}\n"),
            None => "nobestmove\n".to_owned(),
        }
    }
}

/// Parses the words after `position`. Returns `None` if the words are not a legal position.
fn parse_position(words: &[&str]) -> Option<Position> {
    let moves = words.iter().position(|it| *it == "moves");
    let (place, moves) = match moves {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let mut position = match place {
        ["startpos"] => Position::start(),
        ["fen", fen @ ..] => Position::from_fen(&fen.join(" ")).ok()?,
        _ => return None,
    };
    for step in moves {
        let step = Move::from_bytes(step.as_bytes())?;
        if !position.is_legal(step) {
            return None;
        }
        position.play_move(step);
    }
    Some(position)
}
