//! The two protocols that the arena speaks with engines, which are UCCI, and UCI in the form that
//! fairy-stockfish uses for xiangqi.

use ponderhit_engine::games::xiangqi::{Move, Side, Square};

use crate::clock::{Clock, PlayerLimit};

/// A protocol that the arena speaks with an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EngineProtocol {
    Ucci,
    /// UCI for xiangqi: ranks are 1 to 10, and red is called white.
    Uci,
}

impl EngineProtocol {
    /// The command that begins the handshake (such as `uci`), and the line that ends the engine's
    /// answer (such as `uciok`).
    pub(crate) fn handshake_words(self) -> (&'static str, &'static str) {
        match self {
            EngineProtocol::Ucci => ("ucci", "ucciok"),
            EngineProtocol::Uci => ("uci", "uciok"),
        }
    }

    /// The command that every engine of the protocol receives after the handshake.
    pub(crate) fn initial_setoption(self) -> &'static str {
        match self {
            EngineProtocol::Ucci => "setoption usemillisec true",
            EngineProtocol::Uci => "setoption name UCI_Variant value xiangqi",
        }
    }

    pub(crate) fn setoption_command(self, name: &str, value: &str) -> String {
        match self {
            EngineProtocol::Ucci => format!("setoption {name} {value}"),
            EngineProtocol::Uci => format!("setoption name {name} value {value}"),
        }
    }

    /// The command that the arena sends before a new game. A UCCI engine that did not announce the
    /// option `newgame` ignores `setoption newgame` (`UCCI O4`).
    pub(crate) fn new_game_command(self) -> &'static str {
        match self {
            EngineProtocol::Ucci => "setoption newgame",
            EngineProtocol::Uci => "ucinewgame",
        }
    }

    /// The `position` command with a FEN and the moves after it.
    pub(crate) fn position_command(self, fen: &str, moves: &[Move]) -> String {
        let mut line = format!("position fen {fen}");
        if !moves.is_empty() {
            line.push_str(" moves");
        }
        for it in moves {
            line.push(' ');
            line.push_str(&self.format_move(*it));
        }
        line
    }

    /// The `go` command; `own` is the clock of the side to move.
    pub(crate) fn go_command(self, side: Side, own: Clock, other: Clock) -> String {
        match (self, own.limit) {
            (_, PlayerLimit::Nodes(n)) => format!("go nodes {n}"),
            (_, PlayerLimit::Depth(n)) => format!("go depth {n}"),
            (EngineProtocol::Uci, PlayerLimit::MoveTime(time)) => {
                format!("go movetime {}", time.as_millis())
            }
            // UCCI has no `movetime`, so the engine gets a clock for exactly one move.
            (EngineProtocol::Ucci, PlayerLimit::MoveTime(time)) => {
                format!("go time {} movestogo 1", time.as_millis())
            }
            (EngineProtocol::Ucci, PlayerLimit::Clock { .. }) => {
                let (time, increment) = remaining_and_increment_millis(own).unwrap_or_default();
                let mut line = format!("go time {time} increment {increment}");
                if let Some((time, increment)) = remaining_and_increment_millis(other) {
                    line.push_str(&format!(" opptime {time} oppincrement {increment}"));
                }
                line
            }
            (EngineProtocol::Uci, PlayerLimit::Clock { .. }) => {
                let mine = remaining_and_increment_millis(own).unwrap_or_default();
                let theirs = remaining_and_increment_millis(other).unwrap_or(mine);
                let (white, black) = match side {
                    Side::Red => (mine, theirs),
                    Side::Black => (theirs, mine),
                };
                format!(
                    "go wtime {} btime {} winc {} binc {}",
                    white.0, black.0, white.1, black.1
                )
            }
        }
    }

    fn format_move(self, it: Move) -> String {
        match self {
            EngineProtocol::Ucci => it.to_string(),
            EngineProtocol::Uci => {
                let square = |it: Square| {
                    let file = char::from(b'a' + it.file() as u8);
                    format!("{file}{}", it.rank() + 1)
                };
                format!("{}{}", square(it.from), square(it.to))
            }
        }
    }

    /// Parses a move in the notation of this protocol.
    pub(crate) fn parse_move(self, text: &str) -> Option<Move> {
        match self {
            EngineProtocol::Ucci => text.parse().ok(),
            EngineProtocol::Uci => {
                let mut letters = text.char_indices().skip(1);
                let (second, _) = letters.find(|(_, it)| it.is_ascii_lowercase())?;
                let square = |text: &str| {
                    let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
                    let rank: i8 = text.get(1..)?.parse().ok()?;
                    Square::new((file - b'a') as i8, rank.checked_sub(1)?)
                };
                let (from, to) = (square(&text[..second])?, square(&text[second..])?);
                Some(Move { from, to })
            }
        }
    }
}

/// The remaining time and the increment in milliseconds; `None` if the limit is not a clock for the
/// whole game.
fn remaining_and_increment_millis(clock: Clock) -> Option<(u128, u128)> {
    match clock.limit {
        PlayerLimit::Clock { increment, .. } => {
            let left = clock.remaining.unwrap_or_default();
            Some((left.as_millis(), increment.as_millis()))
        }
        _ => None,
    }
}
