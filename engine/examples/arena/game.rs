//! Plays one game between two players.

use std::{io, time::Duration};

use ponderhit_engine::games::xiangqi::{Move, Side};

use crate::{
    player::{Player, Reply},
    referee::{End, Reason, Referee},
};

/// A player's use of time in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timing {
    pub(crate) slowest: Duration,
    /// The least remaining time right after a move, before the increment is added.
    pub(crate) least_left: Option<Duration>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) end: End,
    pub(crate) plies: usize,
    /// The use of time by the first and the second player.
    pub(crate) timing: [Timing; 2],
    /// The last `position` command, shown after a fault.
    pub(crate) last: String,
}

/// Plays a game from an opening; `red` is the index of the player with the red pieces.
pub(crate) fn play(
    players: &mut [Player; 2],
    red: usize,
    opening: &[Move],
    heed_resign: bool,
) -> io::Result<Outcome> {
    let mut game = Referee::new();
    for it in opening {
        game.play(*it);
    }
    for player in players.iter_mut() {
        player.new_game()?;
    }
    let mut clocks = [players[0].setup.clock(), players[1].setup.clock()];
    let mut timing = [Timing::default(); 2];
    let end = loop {
        if let Some(end) = game.end() {
            break end;
        }
        let side = game.position().side_to_move();
        let mover = if side == Side::Red { red } else { 1 - red };
        let (own, other) = (clocks[mover], clocks[1 - mover]);
        let (reply, used) = players[mover].ask(&game, own, other);
        timing[mover].note(used, own.left);
        let late = clocks[mover].spend(used).err();
        if let Some(reason) = judge(&mut game, reply, late, heed_resign) {
            break End::lost(side, reason);
        }
    };
    let (fen, moves) = game.since_capture();
    let moves: String = moves.iter().map(|it| format!(" {it}")).collect();
    Ok(Outcome {
        end,
        plies: game.plies(),
        timing,
        last: format!("position fen {fen} moves{moves}"),
    })
}

/// Plays the move of a reply; returns the reason if the side to move has lost.
fn judge(
    game: &mut Referee,
    reply: Reply,
    late: Option<Duration>,
    heed_resign: bool,
) -> Option<Reason> {
    let late = late.map(|it| Reason::Time(it.as_secs_f64() * 1000.0));
    match reply {
        Reply::Crashed(how) => Some(Reason::Crash(how)),
        // An invalid or illegal move is checked before a late reply, because it is the worse fault.
        Reply::NotAMove(text) => Some(Reason::Illegal(text)),
        Reply::Move { step, .. } if !game.position().is_legal(step) => {
            Some(Reason::Illegal(step.to_string()))
        }
        Reply::NoMove => Some(Reason::NoMove),
        Reply::Timeout => late,
        Reply::Move { .. } if late.is_some() => late,
        Reply::Move { resigns: true, .. } if heed_resign => Some(Reason::Resigned),
        Reply::Move { step, .. } => {
            game.play(step);
            None
        }
    }
}

impl Timing {
    fn note(&mut self, used: Duration, left: Option<Duration>) {
        self.slowest = self.slowest.max(used);
        let left = left.map(|it| it.saturating_sub(used));
        self.least_left = least(self.least_left, left);
    }

    pub(crate) fn merge(&mut self, other: Timing) {
        self.slowest = self.slowest.max(other.slowest);
        self.least_left = least(self.least_left, other.least_left);
    }
}

fn least(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}
