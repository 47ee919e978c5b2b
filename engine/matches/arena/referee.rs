//! The referee: decides when a game ends, and with which result.
//!
//! The rules are those of the UCCI league (`UCCI K1` to `K4`): at the fourth occurrence of a
//! position, a side loses if it alone gives perpetual check or perpetual chase. Unlike in the
//! league, checks and replies to checks also count as moves without a capture, so that every game
//! ends.

use std::fmt;

use ponderhit_engine::games::xiangqi::{CycleResult, Move, PieceKind, Position, Side, judge_cycle};

/// A game is drawn after this many half-moves without a capture.
const NO_CAPTURE_LIMIT: u32 = 100;

/// A game is drawn after this many half-moves in all.
const MAX_PLIES: usize = 300;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EndReason {
    Mate,
    Stalemate,
    PerpetualCheckOrChase,
    Repetition,
    TooLongWithoutCapture,
    NoAttackers,
    GameTooLong,
    Resigned,
    Illegal(String),
    NoMove,
    /// The side to move exceeded its clock by this many milliseconds.
    TimeExceeded(f64),
    Crash(String),
}

impl EndReason {
    pub(crate) fn description(&self) -> &'static str {
        match self {
            EndReason::Mate => "mate",
            EndReason::Stalemate => "stalemate",
            EndReason::PerpetualCheckOrChase => "perpetual check or chase",
            EndReason::Repetition => "repetition",
            EndReason::TooLongWithoutCapture => "100 half-moves without a capture",
            EndReason::NoAttackers => "nothing left to attack with",
            EndReason::GameTooLong => "300 half-moves",
            EndReason::Resigned => "resigned",
            EndReason::Illegal(_) => "ILLEGAL MOVE",
            EndReason::NoMove => "NO MOVE although there are legal ones",
            EndReason::TimeExceeded(_) => "TIME overstepped",
            EndReason::Crash(_) => "CRASH",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())?;
        match self {
            EndReason::Illegal(step) => write!(f, " {step}"),
            EndReason::TimeExceeded(late) => write!(f, " by {late:.1} ms"),
            EndReason::Crash(how) => write!(f, ": {how}"),
            _ => Ok(()),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug)]
pub(crate) struct GameEnd {
    /// The losing side; `None` if the game is a draw.
    pub(crate) loser: Option<Side>,
    pub(crate) reason: EndReason,
}

impl GameEnd {
    pub(crate) fn loss(loser: Side, reason: EndReason) -> GameEnd {
        GameEnd {
            loser: Some(loser),
            reason,
        }
    }

    fn draw(reason: EndReason) -> GameEnd {
        GameEnd {
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
    /// The position after the last capture; the field `moves_since_capture` has the moves after this position.
    position_after_capture: Position,
    moves_since_capture: Vec<Move>,
    /// The boards since the last capture; the last one is the current board.
    boards_since_capture: Vec<String>,
}

impl Referee {
    pub(crate) fn new() -> Referee {
        let position = Position::start();
        Referee {
            boards_since_capture: vec![fen_without_counters(&position)],
            position_after_capture: position.clone(),
            position,
            plies: 0,
            moves_since_capture: Vec::new(),
        }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn ply_count(&self) -> usize {
        self.plies
    }

    /// The FEN and the moves for the command `position` (`UCCI P2`).
    pub(crate) fn fen_and_moves(&self) -> (String, &[Move]) {
        (
            self.position_after_capture.to_fen(),
            &self.moves_since_capture,
        )
    }

    /// Plays a move if it is legal; returns false for an illegal move.
    pub(crate) fn play_if_legal(&mut self, step: Move) -> bool {
        if !self.position.is_legal(step) {
            return false;
        }
        self.position.play_move(step);
        self.plies += 1;
        if self.position.halfmove_clock() == 0 {
            self.position_after_capture = self.position.clone();
            self.moves_since_capture.clear();
            self.boards_since_capture.clear();
        } else {
            self.moves_since_capture.push(step);
        }
        self.boards_since_capture
            .push(fen_without_counters(&self.position));
        true
    }

    /// Returns the result if the rules end the game in the current position; `None` if the game
    /// goes on.
    pub(crate) fn game_end(&self) -> Option<GameEnd> {
        let mover = self.position.side_to_move();
        if self.position.has_no_legal_move() {
            let check = self.position.in_check();
            let reason = if check {
                EndReason::Mate
            } else {
                EndReason::Stalemate
            };
            return Some(GameEnd::loss(mover, reason));
        }
        if let Some(end) = self.end_by_repetition() {
            return Some(end);
        }
        let attacks = |kind| {
            !matches!(
                kind,
                PieceKind::King | PieceKind::Advisor | PieceKind::Bishop
            )
        };
        if !self.position.pieces().any(|it| attacks(it.1.kind)) {
            return Some(GameEnd::draw(EndReason::NoAttackers));
        }
        if self.position.halfmove_clock() >= NO_CAPTURE_LIMIT {
            return Some(GameEnd::draw(EndReason::TooLongWithoutCapture));
        }
        (self.plies >= MAX_PLIES).then(|| GameEnd::draw(EndReason::GameTooLong))
    }

    fn end_by_repetition(&self) -> Option<GameEnd> {
        let now = self.boards_since_capture.last()?;
        let first = self.boards_since_capture.iter().position(|it| it == now)?;
        if self
            .boards_since_capture
            .iter()
            .filter(|it| *it == now)
            .count()
            < 4
        {
            return None;
        }
        let mut start = self.position_after_capture.clone();
        for step in &self.moves_since_capture[..first] {
            start.play_move(*step);
        }
        Some(
            match judge_cycle(&start, &self.moves_since_capture[first..]) {
                CycleResult::Loses(side) => GameEnd::loss(side, EndReason::PerpetualCheckOrChase),
                CycleResult::Draw => GameEnd::draw(EndReason::Repetition),
            },
        )
    }
}

/// The FEN of a position, without the two counters at its end.
fn fen_without_counters(position: &Position) -> String {
    let fen = position.to_fen();
    fen.split(" - ").next().unwrap_or_default().to_owned()
}
