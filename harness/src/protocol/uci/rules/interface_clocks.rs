//! An interface sends White's clock as `wtime`, and Black's clock as `btime`.
//!
//! An engine that receives the clocks of the wrong sides uses the time of its opponent, and loses on time.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000
//! 9.003000 < bestmove e2e4
//! 10.003000 > position startpos moves e2e4 e7e5
//! 10.003000 > go wtime 51000 btime 59000
//! 10.103000 < bestmove g1f3
//! ```
//!
//! Whether a clock loses exactly the time that was used is not judged: an interface can measure the time in another way,
//! and an increment, a delay or the next time control can change a clock:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000 winc 2000 binc 2000
//! 9.003000 < bestmove e2e4
//! 10.003000 > position startpos moves e2e4 e7e5
//! 10.003000 > go wtime 60000 btime 60000 winc 2000 binc 2000
//! 10.103000 < bestmove g1f3
//! ```
//!
//! The clocks are swapped if the engine's clock lost much less than the engine used, and the other clock lost more than
//! the opponent can have used:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000
//! 9.003000 < bestmove e2e4
//! 10.003000 > position startpos moves e2e4 e7e5
//! 10.003000 > go wtime 59000 btime 51000
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^ White used 9.000 s and Black at most 1.000 s, but `wtime` lost 1.000 s and `btime` 9.000 s: are the clocks swapped?
//! 10.103000 < bestmove g1f3
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_clocks",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U48, U110",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The tolerance is for rounded clocks. It can be short, because no other way to measure takes time from the opponent
/// that the opponent did not have.
const CLOCK_TOLERANCE: Duration = Duration::from_millis(300);

fn check(view: &View, out: &mut Findings) {
    for after in &view.searches {
        let Some(earlier) = &after.previous_search else {
            continue;
        };
        let (before, entry) = (&earlier.search, view.entry(after.entry));
        let is_unclear = before.is_doubtful || entry.is_deferred || entry.may_be_other_protocol;
        if is_unclear || !earlier.is_continued_by(after) {
            continue;
        }
        let (Some(used), Some(clocks)) = (
            earlier.clock_time_used(),
            ChangedClocks::between(before, after),
        ) else {
            continue;
        };
        // This is the longest time that the opponent can have used.
        let other_used = after
            .started
            .saturating_sub(before.started)
            .saturating_sub(used);
        // The clocks show whether they are swapped only if the engine used much more time than its opponent.
        let most = other_used.saturating_add(CLOCK_TOLERANCE);
        if used <= most.saturating_add(clocks.increment + CLOCK_TOLERANCE) {
            continue;
        }
        let swapped =
            clocks.lost.saturating_add(CLOCK_TOLERANCE) < used && clocks.other_lost > most;
        out.require(!swapped, entry.culprit(), || {
            clocks.swapped_message(used, other_used)
        });
    }
}

/// What the clocks of two searches in one game lost from the first search to the second.
struct ChangedClocks {
    is_white: bool,
    /// The increment of the engine's clock.
    increment: Duration,
    /// What the engine's clock lost, without its increment.
    lost: Duration,
    /// What the opponent's clock lost. The opponent may or may not have got its increment already.
    other_lost: Duration,
}

impl ChangedClocks {
    /// Returns `None` if the side of the engine is unknown, or if a clock is missing.
    fn between(before: &Search, after: &Search) -> Option<Self> {
        let is_white = before.position()?.is_first_player_to_move();
        let (own, other) = if is_white { (0, 1) } else { (1, 0) };
        let clock = |search: &Search, side| {
            search
                .go
                .flaw
                .is_none()
                .then(|| search.go.time_left(side))?
        };
        let added = before.go.increment_millis[own].unwrap_or(0);
        let increment = Duration::from_millis(u64::try_from(added).unwrap_or(0));
        let had = clock(before, own)?.saturating_add(increment);
        Some(Self {
            is_white,
            increment,
            lost: had.saturating_sub(clock(after, own)?),
            other_lost: clock(before, other)?.saturating_sub(clock(after, other)?),
        })
    }

    fn swapped_message(&self, used: Duration, other_used: Duration) -> Message {
        let (lost, other_lost) = (self.lost, self.other_lost);
        if self.is_white {
            message!(
                "white_clock_swapped",
                "White used {used} and Black at most {other_used}, but `wtime` lost {lost} and `btime` {other_lost}: are the clocks swapped?",
                used,
                other_used,
                lost,
                other_lost
            )
        } else {
            message!(
                "black_clock_swapped",
                "Black used {used} and White at most {other_used}, but `btime` lost {lost} and `wtime` {other_lost}: are the clocks swapped?",
                used,
                other_used,
                lost,
                other_lost
            )
        }
    }
}
