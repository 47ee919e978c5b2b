//! A tiny engine that conforms to UCCI: it plays the first legal move that `banmoves` does not
//! forbid.

use std::{
    io::{self, BufRead as _, Write as _},
    time::Instant,
};

use ponderhit_engine::games::xiangqi::{Move, Position};

const HANDSHAKE_LINES: &str = "id name First Legal\n\
    option usemillisec type check default true\n\
    ucciok\n";

/// Answers every line on standard input until `quit`.
pub fn serve(mut answer: impl FnMut(&str) -> String) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        out.write_all(answer(line).as_bytes())?;
        out.flush()?;
        if line == "quit" {
            break;
        }
    }
    Ok(())
}

#[derive(Default)]
pub struct Engine {
    position: Option<Position>,
    banned_moves: Vec<Move>,
    /// True while the engine waits for `stop` or `ponderhit` before it sends its move.
    is_thinking: bool,
}

impl Engine {
    /// Returns the engine's answer to one line of the interface.
    pub fn answer_line(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["isready"] => "readyok\n".to_owned(),
            ["quit"] => "bye\n".to_owned(),
            ["probe", ..] => "pophash\n".to_owned(),
            ["stop"] if !self.is_thinking => "nobestmove\n".to_owned(),
            ["stop"] | ["ponderhit", ..] if self.is_thinking => self.bestmove_lines(),
            _ if self.is_thinking => String::new(),
            ["ucci"] => HANDSHAKE_LINES.to_owned(),
            ["position", ref place @ ..] => {
                if let Some(position) = parse_position(place) {
                    self.position = Some(position);
                    self.banned_moves.clear();
                }
                String::new()
            }
            ["banmoves", ref moves @ ..] => {
                let moves = moves
                    .iter()
                    .filter_map(|it| Move::from_bytes(it.as_bytes()));
                self.banned_moves.extend(moves);
                String::new()
            }
            ["go", ref how @ ..] => {
                let ponders = how.contains(&"ponder") && how.contains(&"time");
                self.is_thinking = ponders || how.contains(&"infinite");
                match self.is_thinking {
                    true => String::new(),
                    false => self.bestmove_lines(),
                }
            }
            _ => String::new(),
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "an engine has a clock of its own"
    )]
    fn bestmove_lines(&mut self) -> String {
        let began = Instant::now();
        self.is_thinking = false;
        let position = self.position.clone().unwrap_or_else(Position::start);
        let moves = position.legal_moves();
        let Some(best) = moves.iter().find(|it| !self.banned_moves.contains(it)) else {
            return "nobestmove\n".to_owned();
        };
        let (time, nodes) = (began.elapsed().as_millis(), moves.len());
        format!("info depth 1 time {time} nodes {nodes} score 0 pv {best}\nbestmove {best}\n")
    }
}

/// Parses the words after `position`. Returns `None` if the words are not a legal position.
fn parse_position(words: &[&str]) -> Option<Position> {
    let mut parts = words.splitn(2, |it| *it == "moves");
    let mut position = match parts.next()? {
        ["startpos"] => Position::start(),
        ["fen", fen @ ..] => Position::from_fen(&fen.join(" ")).ok()?,
        _ => return None,
    };
    for word in parts.next().unwrap_or_default() {
        let step = Move::from_bytes(word.as_bytes()).filter(|it| position.is_legal(*it))?;
        position.play_move(step);
    }
    Some(position)
}
