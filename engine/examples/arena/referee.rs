//! Who has won: the rules of a game as far as an arena needs them.
//!
//! A simple version of the league's (`UCCI K1` to `K3`): at the fourth occurrence of a position the side
//! loses that alone gave check with every move since the first; whoever chases instead draws.

use std::fmt;

use ponderhit_engine::games::xiangqi::{Kind, Move, Position, Side};

/// Half-moves without a capture, and half-moves in all, that make a draw.
const NO_CAPTURE: u32 = 100;
const LONGEST: usize = 300;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reason {
    Mate,
    Stalemate,
    PerpetualCheck,
    Repetition,
    NoCapture,
    NoAttackers,
    TooLong,
    Resigned,
    Illegal(String),
    NoMove,
    /// By so many milliseconds.
    Time(f64),
    Crash(String),
}

impl Reason {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual check",
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
    /// `None` if it is a draw.
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

/// A game as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    position: Position,
    plies: usize,
    /// The position after the last capture, and the moves since.
    base: Position,
    moves: Vec<Move>,
    /// The boards since then, the present one last; whether the move to each gave check.
    boards: Vec<String>,
    checks: Vec<bool>,
}

impl Referee {
    pub(crate) fn new() -> Referee {
        let position = Position::start();
        Referee {
            boards: vec![board(&position)],
            checks: vec![false],
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

    /// What `position` is to say (`UCCI P2`).
    pub(crate) fn since_capture(&self) -> (String, &[Move]) {
        (self.base.to_fen(), &self.moves)
    }

    /// Plays a move, if it is legal.
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
            self.checks.clear();
        } else {
            self.moves.push(step);
        }
        self.boards.push(board(&self.position));
        self.checks.push(self.position.in_check());
        true
    }

    /// Whether the game has ended by itself.
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
        // The moves since; the last one is of the side that is not to move.
        let checks = &self.checks[first + 1..];
        let every = |from: usize| checks.iter().rev().skip(from).step_by(2).all(|it| *it);
        let mover = self.position.side_to_move();
        Some(match (every(0), every(1)) {
            (true, false) => End::lost(mover.other(), Reason::PerpetualCheck),
            (false, true) => End::lost(mover, Reason::PerpetualCheck),
            _ => End::draw(Reason::Repetition),
        })
    }
}

/// The FEN without its counters.
fn board(position: &Position) -> String {
    let fen = position.to_fen();
    fen.split(" - ").next().unwrap_or_default().to_owned()
}
