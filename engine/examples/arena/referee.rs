//! The referee: decides when a game ends, and with which result.
//!
//! The rules are the league's (`UCCI K1` to `K4`): at the fourth occurrence of a position, a side that alone
//! gives perpetual check or chase loses. Unlike in the league, checks and replies to checks also count
//! towards the limit of moves without a capture, so that every game ends.

use std::fmt;

use ponderhit_engine::games::xiangqi::{Kind, Move, Position, Recurrence, Side, judge_cycle};

/// The limits for a draw: half-moves without a capture, and half-moves in the whole game.
const NO_CAPTURE: u32 = 100;
const LONGEST: usize = 300;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reason {
    Mate,
    Stalemate,
    Perpetual,
    Repetition,
    NoCapture,
    NoAttackers,
    TooLong,
    Resigned,
    Illegal(String),
    NoMove,
    /// The clock was exceeded by this many milliseconds.
    Time(f64),
    Crash(String),
}

impl Reason {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::Perpetual => "perpetual check or chase",
            Reason::Repetition => "repetition",
            Reason::NoCapture => "100 half-moves without a capture",
            Reason::NoAttackers => "nothing left to attack with",
            Reason::TooLong => "300 half-moves",
            Reason::Resigned => "resigned",
            Reason::Illegal(_) => "ILLEGAL MOVE",
            Reason::NoMove => "NO MOVE although there are legal ones",
            Reason::Time(_) => "TIME overstepped",
            Reason::Crash(_) => "CRASH",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Reason::Illegal(step) => write!(f, " {step}"),
            Reason::Time(late) => write!(f, " by {late:.1} ms"),
            Reason::Crash(how) => write!(f, ": {how}"),
            _ => Ok(()),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug)]
pub(crate) struct End {
    /// The losing side; `None` if the game is a draw.
    pub(crate) loser: Option<Side>,
    pub(crate) reason: Reason,
}

impl End {
    pub(crate) fn lost(loser: Side, reason: Reason) -> End {
        End {
            loser: Some(loser),
            reason,
        }
    }

    fn draw(reason: Reason) -> End {
        End {
            loser: None,
            reason,
        }
    }
}

/// The state of a game.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    position: Position,
    plies: usize,
    /// The position after the last capture; `moves` are the moves since then.
    base: Position,
    moves: Vec<Move>,
    /// The boards since the last capture; the current board is the last.
    boards: Vec<String>,
}

impl Referee {
    pub(crate) fn new() -> Referee {
        let position = Position::start();
        Referee {
            boards: vec![board(&position)],
            base: position.clone(),
            position,
            plies: 0,
            moves: Vec::new(),
        }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn plies(&self) -> usize {
        self.plies
    }

    /// The FEN and the moves for the command `position` (`UCCI P2`).
    pub(crate) fn since_capture(&self) -> (String, &[Move]) {
        (self.base.to_fen(), &self.moves)
    }

    /// Plays a move if it is legal; returns whether it is.
    pub(crate) fn play(&mut self, step: Move) -> bool {
        if !self.position.is_legal(step) {
            return false;
        }
        self.position.play(step);
        self.plies += 1;
        if self.position.halfmoves() == 0 {
            self.base = self.position.clone();
            self.moves.clear();
            self.boards.clear();
        } else {
            self.moves.push(step);
        }
        self.boards.push(board(&self.position));
        true
    }

    /// Returns the result if the rules end the game in this position.
    pub(crate) fn end(&self) -> Option<End> {
        let mover = self.position.side_to_move();
        if self.position.is_dead() {
            let check = self.position.in_check();
            let reason = if check {
                Reason::Mate
            } else {
                Reason::Stalemate
            };
            return Some(End::lost(mover, reason));
        }
        if let Some(end) = self.repeated() {
            return Some(end);
        }
        let attacks = |kind| !matches!(kind, Kind::King | Kind::Advisor | Kind::Bishop);
        if !self.position.pieces().any(|it| attacks(it.1.kind)) {
            return Some(End::draw(Reason::NoAttackers));
        }
        if self.position.halfmoves() >= NO_CAPTURE {
            return Some(End::draw(Reason::NoCapture));
        }
        (self.plies >= LONGEST).then(|| End::draw(Reason::TooLong))
    }

    fn repeated(&self) -> Option<End> {
        let now = self.boards.last()?;
        let first = self.boards.iter().position(|it| it == now)?;
        if self.boards.iter().filter(|it| *it == now).count() < 4 {
            return None;
        }
        let mut start = self.base.clone();
        for step in &self.moves[..first] {
            start.play(*step);
        }
        Some(match judge_cycle(&start, &self.moves[first..]) {
            Recurrence::Loses(side) => End::lost(side, Reason::Perpetual),
            Recurrence::Draw => End::draw(Reason::Repetition),
        })
    }
}

/// The FEN without its counters.
fn board(position: &Position) -> String {
    let fen = position.to_fen();
    fen.split(" - ").next().unwrap_or_default().to_owned()
}
