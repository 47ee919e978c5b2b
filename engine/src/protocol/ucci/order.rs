//! What the words after `go` say.

use std::time::Duration;

use super::clock::Clock;
use crate::search::Limits;

/// What a bare or broken `go` is taken for (`UCCI G10` is silent).
const DEFAULT_DEPTH: u32 = 4;

/// How long to think, and what the interface said along with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    pub(super) ponder: bool,
    /// `UCCI G21`
    pub(super) draw: bool,
    pub(super) infinite: bool,
    pub(super) limits: Limits,
    pub(super) clock: Option<Clock>,
}

impl Order {
    /// What makes no sense is passed over.
    pub(super) fn read(words: &[&str], milliseconds: bool) -> Order {
        let mut order = Order::default();
        let unit = match milliseconds {
            true => Duration::from_millis(1),
            false => Duration::from_secs(1),
        };
        // More than a century is for ever.
        let time = |n: u64| unit.saturating_mul(u32::try_from(n).unwrap_or(u32::MAX));
        let mut clock = Clock::default();
        let mut timed = false;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "ponder" => order.ponder = true,
                "draw" => order.draw = true,
                "infinite" => order.infinite = true,
                _ => {
                    let Some(n) = words.clone().next().and_then(|it| number(it)) else {
                        continue;
                    };
                    words.next();
                    match *word {
                        "depth" => order.limits.depth = Some(u32::try_from(n).unwrap_or(u32::MAX)),
                        "nodes" => order.limits.nodes = Some(n.max(1)),
                        "time" => (timed, clock.left) = (true, time(n)),
                        "increment" => clock.increment = time(n),
                        "movestogo" => clock.moves = Some(n),
                        "opptime" => clock.opponent = Some(time(n)),
                        _ => (),
                    }
                }
            }
        }
        order.clock = timed.then_some(clock);
        // `ponder` means something with a clock only (`UCCI G3`).
        order.ponder &= timed;
        if order.limits == Limits::default() && !timed && !order.infinite {
            order.limits.depth = Some(DEFAULT_DEPTH);
        }
        order
    }
}

/// A number; one that is too large is as large as can be.
fn number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}
