//! The search limit of a player, and its clock.

use std::time::Duration;

/// The limit of a player: a clock for the game, or a limit for each move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    /// The time for the whole game, and the increment for every move.
    Clock {
        base: Duration,
        increment: Duration,
    },
    /// The time for every move.
    MoveTime(Duration),
    Nodes(u64),
    Depth(u64),
}

impl Limit {
    /// Parses `2000+20`, `movetime=50`, `nodes=5000` or `depth=4`; times are in milliseconds.
    pub(crate) fn parse(text: &str) -> Option<Limit> {
        let time = |it: &str| it.parse().ok().map(Duration::from_millis);
        if let Some((base, increment)) = text.split_once('+') {
            let (base, increment) = (time(base)?, time(increment)?);
            return Some(Limit::Clock { base, increment });
        }
        let (kind, n) = text.split_once('=')?;
        match kind {
            "movetime" => time(n).map(Limit::MoveTime),
            "nodes" => n.parse().ok().map(Limit::Nodes),
            "depth" => n.parse().ok().map(Limit::Depth),
            _ => None,
        }
    }
}

/// A player's clock during one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) limit: Limit,
    /// The time left for the game or for the move; `None` without a time limit.
    pub(crate) remaining: Option<Duration>,
}

impl Clock {
    pub(crate) fn new(limit: Limit) -> Clock {
        let left = match limit {
            Limit::Clock { base, .. } => Some(base),
            Limit::MoveTime(time) => Some(time),
            Limit::Nodes(_) | Limit::Depth(_) => None,
        };
        Clock {
            limit,
            remaining: left,
        }
    }

    /// Subtracts the time of a move from the clock, and adds the increment.
    ///
    /// # Errors
    /// Returns the time by which the move exceeded the clock; there is no tolerance.
    pub(crate) fn subtract_move_time(&mut self, used: Duration) -> Result<(), Duration> {
        let Some(left) = &mut self.remaining else {
            return Ok(());
        };
        if used > *left {
            return Err(used - *left);
        }
        if let Limit::Clock { increment, .. } = self.limit {
            *left = *left - used + increment;
        }
        Ok(())
    }
}
