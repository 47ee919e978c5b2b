//! The search limit and the clock of a player.

use std::time::Duration;

/// A player's search limit: a clock for the whole game, or a limit for each move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PlayerLimit {
    /// A clock with the time for the whole game, and the increment after every move.
    Clock {
        base: Duration,
        increment: Duration,
    },
    /// A time limit for every move.
    MoveTime(Duration),
    Nodes(u64),
    Depth(u64),
}

impl PlayerLimit {
    /// Parses `2000+20`, `movetime=50`, `nodes=5000` or `depth=4`; times are in milliseconds.
    pub(crate) fn parse(text: &str) -> Option<PlayerLimit> {
        let time = |it: &str| it.parse().ok().map(Duration::from_millis);
        if let Some((base, increment)) = text.split_once('+') {
            let (base, increment) = (time(base)?, time(increment)?);
            return Some(PlayerLimit::Clock { base, increment });
        }
        let (kind, n) = text.split_once('=')?;
        match kind {
            "movetime" => time(n).map(PlayerLimit::MoveTime),
            "nodes" => n.parse().ok().map(PlayerLimit::Nodes),
            "depth" => n.parse().ok().map(PlayerLimit::Depth),
            _ => None,
        }
    }
}

/// A player's clock during one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) limit: PlayerLimit,
    /// The time left for the game or for the move; `None` if the player has no time limit.
    pub(crate) remaining: Option<Duration>,
}

impl Clock {
    pub(crate) fn new(limit: PlayerLimit) -> Clock {
        let left = match limit {
            PlayerLimit::Clock { base, .. } => Some(base),
            PlayerLimit::MoveTime(time) => Some(time),
            PlayerLimit::Nodes(_) | PlayerLimit::Depth(_) => None,
        };
        Clock {
            limit,
            remaining: left,
        }
    }

    /// Subtracts the time that a move took from the clock, and adds the increment.
    ///
    /// # Errors
    /// If the move took longer than the remaining time, returns the excess time, however small it
    /// is.
    pub(crate) fn subtract_move_time(&mut self, used: Duration) -> Result<(), Duration> {
        let Some(left) = &mut self.remaining else {
            return Ok(());
        };
        if used > *left {
            return Err(used - *left);
        }
        if let PlayerLimit::Clock { increment, .. } = self.limit {
            *left = *left - used + increment;
        }
        Ok(())
    }
}
