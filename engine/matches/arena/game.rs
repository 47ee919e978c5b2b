//! Plays one game between two players.

use std::{io, time::Duration};

use ponderhit_engine::games::xiangqi::{Move, Side};

use crate::{
    player::{GoReply, Player},
    referee::{EndReason, GameEnd, Referee},
};

/// A player's use of time in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimeUsage {
    pub(crate) longest_move: Duration,
    /// The least remaining time right after a move, before the increment is added.
    pub(crate) least_remaining: Option<Duration>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct GameOutcome {
    pub(crate) end: GameEnd,
    pub(crate) ply_count: usize,
    /// How the first and the second player used their time.
    pub(crate) time_usage: [TimeUsage; 2],
    /// The last `position` command, which the report shows after a player's fault.
    pub(crate) last_position: String,
}

/// Plays a game from an opening; `red` is the index of the player with the red pieces.
pub(crate) fn play_game(
    players: &mut [Player; 2],
    red: usize,
    opening: &[Move],
    heed_resign: bool,
) -> io::Result<GameOutcome> {
    let mut game = Referee::new();
    for it in opening {
        game.play_if_legal(*it);
    }
    for player in players.iter_mut() {
        player.new_game()?;
    }
    let mut clocks = [players[0].config.new_clock(), players[1].config.new_clock()];
    let mut timing = [TimeUsage::default(); 2];
    let end = loop {
        if let Some(end) = game.game_end() {
            break end;
        }
        let side = game.position().side_to_move();
        let mover = if side == Side::Red { red } else { 1 - red };
        let (own, other) = (clocks[mover], clocks[1 - mover]);
        let (reply, used) = players[mover].request_move(&game, own, other);
        timing[mover].record_move_time(used, own.remaining);
        let late = clocks[mover].subtract_move_time(used).err();
        if let Some(reason) = apply_reply(&mut game, reply, late, heed_resign) {
            break GameEnd::loss(side, reason);
        }
    };
    let (fen, moves) = game.fen_and_moves();
    let moves: String = moves.iter().map(|it| format!(" {it}")).collect();
    Ok(GameOutcome {
        end,
        ply_count: game.ply_count(),
        time_usage: timing,
        last_position: format!("position fen {fen} moves{moves}"),
    })
}

/// Plays the move in the engine's reply. Returns the reason of the loss if the reply loses the
/// game.
fn apply_reply(
    game: &mut Referee,
    reply: GoReply,
    late: Option<Duration>,
    heed_resign: bool,
) -> Option<EndReason> {
    let late = late.map(|it| EndReason::TimeExceeded(it.as_secs_f64() * 1000.0));
    match reply {
        GoReply::Crashed(how) => Some(EndReason::Crash(how)),
        // An illegal move is reported even if the reply is late, because an illegal move is the
        // worse fault.
        GoReply::NotAMove(text) => Some(EndReason::Illegal(text)),
        GoReply::Move { step, .. } if !game.position().is_legal(step) => {
            Some(EndReason::Illegal(step.to_string()))
        }
        GoReply::NoMove => Some(EndReason::NoMove),
        GoReply::Timeout => late,
        GoReply::Move { .. } if late.is_some() => late,
        GoReply::Move { resigns: true, .. } if heed_resign => Some(EndReason::Resigned),
        GoReply::Move { step, .. } => {
            game.play_if_legal(step);
            None
        }
    }
}

impl TimeUsage {
    fn record_move_time(&mut self, used: Duration, left: Option<Duration>) {
        self.longest_move = self.longest_move.max(used);
        let left = left.map(|it| it.saturating_sub(used));
        self.least_remaining = min_duration(self.least_remaining, left);
    }

    pub(crate) fn merge_time_usage(&mut self, other: TimeUsage) {
        self.longest_move = self.longest_move.max(other.longest_move);
        self.least_remaining = min_duration(self.least_remaining, other.least_remaining);
    }
}

fn min_duration(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}
