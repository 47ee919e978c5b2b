//! Makes up misbehaviour that needs to know the position, the bans or the clock.
//!
//! | name | stands for |
//! |---|---|
//! | `legal`, `other` | a legal move that is not banned; one that is not the best move said last |
//! | `banned` | a legal move that is banned |
//! | `illegal` | an illegal move |
//! | `illegal:horse-leg`, `illegal:elephant-eye` | one of a hobbled piece |
//! | `illegal:facing`, `illegal:exposed` | one that leaves the kings face to face, or the king to be taken |
//! | `illegal-reply` | a move that is illegal after the best move said last |
//! | `other-reply` | a legal reply to it, but not the one that was expected |
//! | `illegal-pv` | a legal move and an illegal reply |
//! | `reply-to-last` | a legal reply to the best move of the search before, from the same position |
//! | `legal-probed` | a legal move of another position that was probed |
//! | `clock`, `clock*1.5` | the time of the last `go time`, and a multiple of it |

use std::time::Duration;

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{
    dialect::UcciDialect,
    illegal,
    wire::{Command, Go, Mode, Response, UcciCommand},
};
use crate::protocol::{
    Generator,
    search::{Board, after, any_illegal},
};

/// A generator that follows the conversation from its first line.
pub(super) fn new() -> Box<dyn Generator> {
    Box::new(Follower {
        state: "boot",
        board: Board::default(),
        millis: false,
        clock: None,
        best: None,
        last: None,
        reply: None,
    })
}

/// What faults can wait for. While the engine ponders it is not `thinking`.
const STATES: &[&str] = &["boot", "idle", "thinking", "pondering", "leaving"];

const NAMES: &[&str] = &[
    "legal",
    "other",
    "banned",
    "illegal",
    "illegal-reply",
    "other-reply",
    "illegal-pv",
    "reply-to-last",
    "legal-probed",
];

/// Follows what a well-behaved interface says, and the real engine behind the faults.
struct Follower {
    state: &'static str,
    board: Board<UcciDialect>,
    millis: bool,
    clock: Option<Duration>,
    best: Option<Move>,
    /// The one of the search before, from the same position.
    last: Option<Move>,
    reply: Option<Move>,
}

impl Generator for Follower {
    fn command(&mut self, line: &[u8]) {
        let busy = ["thinking", "pondering"].contains(&self.state);
        match Command::parse(line) {
            Command::Quit => self.state = "leaving",
            Command::PonderHit { .. } if self.state == "pondering" => self.state = "thinking",
            Command::SetOption { name, value } if name == b"usemillisec" => {
                self.millis = value == b"true";
            }
            Command::Position(spec) if !busy => {
                self.board.set(&spec);
                (self.best, self.last) = (None, None);
            }
            Command::Own(own @ UcciCommand::Probe(_)) => self.board.obey(&own),
            Command::Own(own) if !busy => self.board.obey(&own),
            Command::Go(go) if !busy => self.go(&go),
            _ => (),
        }
    }

    fn response(&mut self, line: &[u8]) {
        match Response::parse(line) {
            Response::GreetOk if self.state == "boot" => self.state = "idle",
            Response::BestMove(it) => {
                self.last = self.best;
                self.best = it.best.map(|(best, _)| best);
                self.reply = it.ponder.map(|(reply, _)| reply);
                self.rest();
            }
            Response::NoBestMove => self.rest(),
            _ => (),
        }
    }

    fn state(&self) -> &'static str {
        self.state
    }

    fn states(&self) -> &'static [&'static str] {
        STATES
    }

    fn knows(&self, name: &str) -> bool {
        let reason = name.strip_prefix("illegal:");
        let reason = reason.is_some_and(|it| illegal::REASONS.contains(&it));
        reason || NAMES.contains(&name) || factor(name).is_some()
    }

    fn make(&mut self, name: &str) -> Option<Vec<u8>> {
        if let Some(factor) = factor(name) {
            let time = self.clock?.mul_f64(factor);
            return Some(format!("{}us", time.as_micros()).into_bytes());
        }
        let position = self.board.position.as_ref()?;
        let made = match name {
            "legal" => self.free(position, None)?.to_string(),
            "other" => self.free(position, self.best)?.to_string(),
            "banned" => self.banned(position)?.to_string(),
            "illegal" => any_illegal(position)?.to_string(),
            "illegal-reply" => any_illegal(&after(position, self.best?)?)?.to_string(),
            "other-reply" => {
                let replies = after(position, self.best?)?.legal_moves();
                let other = replies.iter().find(|it| Some(**it) != self.reply);
                other?.to_string()
            }
            "reply-to-last" => after(position, self.last?)?
                .legal_moves()
                .first()?
                .to_string(),
            "legal-probed" => {
                let probed = self.board.notes.probed.as_ref()?.legal_moves();
                let other = probed.iter().find(|it| !position.is_legal(**it));
                other?.to_string()
            }
            "illegal-pv" => {
                let first = *position.legal_moves().first()?;
                let reply = any_illegal(&after(position, first)?)?;
                format!("{first} {reply}")
            }
            _ => illegal::because(position, name.strip_prefix("illegal:")?)?.to_string(),
        };
        Some(made.into_bytes())
    }
}

impl Follower {
    fn go(&mut self, go: &Go) {
        self.state = if go.ponder { "pondering" } else { "thinking" };
        let unit = Duration::from_millis(if self.millis { 1 } else { 1000 });
        self.clock = match go.mode {
            Mode::Time(clock) => Some(clock.left(unit)),
            _ => None,
        };
    }

    fn rest(&mut self) {
        if self.state != "leaving" {
            self.state = "idle";
        }
    }

    /// A legal move that is neither banned nor `but`.
    fn free(&self, position: &Position, but: Option<Move>) -> Option<Move> {
        let bans = &self.board.notes.bans.all;
        let mut legal = position.legal_moves().into_iter();
        legal.find(|it| Some(*it) != but && !bans.contains(it))
    }

    fn banned(&self, position: &Position) -> Option<Move> {
        let mut bans = self.board.notes.bans.latest.iter().copied();
        bans.find(|it| position.is_legal(*it))
    }
}

/// The factor in `clock*1.5`.
fn factor(name: &str) -> Option<f64> {
    match name.strip_prefix("clock")? {
        "" => Some(1.0),
        rest => rest
            .strip_prefix('*')?
            .parse()
            .ok()
            .filter(|it| (0.0..1e3).contains(it)),
    }
}
