//! Parses the arguments of `go`.

use std::time::Duration;

use crate::{protocol::clock::Clock, search::SearchLimits};

/// The depth for a `go` without valid limits, which the specification does not define (`UCCI G10`).
const DEFAULT_DEPTH: u32 = 4;

/// The arguments of `go`.
#[derive(Clone, Debug, Default)]
pub(super) struct GoCommand {
    pub(super) is_ponder: bool,
    /// `UCCI G21`
    pub(super) offers_draw: bool,
    pub(super) is_infinite: bool,
    pub(super) limits: SearchLimits,
    pub(super) clock: Option<Clock>,
}

impl GoCommand {
    /// Parses the words after `go`; unrecognized words are ignored.
    pub(super) fn parse(words: &[&str], milliseconds: bool) -> GoCommand {
        let mut go = GoCommand::default();
        let unit = match milliseconds {
            true => Duration::from_millis(1),
            false => Duration::from_secs(1),
        };
        // A time above `u32::MAX` is clamped.
        let time = |n: u64| unit.saturating_mul(u32::try_from(n).unwrap_or(u32::MAX));
        let mut clock = Clock::default();
        let mut timed = false;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "ponder" => go.is_ponder = true,
                "draw" => go.offers_draw = true,
                "infinite" => go.is_infinite = true,
                _ => {
                    let Some(n) = words.clone().next().and_then(|it| parse_number(it)) else {
                        continue;
                    };
                    words.next();
                    match *word {
                        "depth" => go.limits.depth = Some(u32::try_from(n).unwrap_or(u32::MAX)),
                        "nodes" => go.limits.nodes = Some(n.max(1)),
                        "time" => (timed, clock.remaining) = (true, time(n)),
                        "increment" => clock.increment = time(n),
                        "movestogo" => clock.moves_to_go = Some(n),
                        "opptime" => clock.opponent_remaining = Some(time(n)),
                        _ => (),
                    }
                }
            }
        }
        go.clock = timed.then_some(clock);
        // The word `ponder` is ignored if `go` has no clock (`UCCI G3`).
        go.is_ponder &= timed;
        if go.limits == SearchLimits::default() && !timed && !go.is_infinite {
            go.limits.depth = Some(DEFAULT_DEPTH);
        }
        go
    }
}

/// Parses a number; a number that is too large is clamped.
fn parse_number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}
