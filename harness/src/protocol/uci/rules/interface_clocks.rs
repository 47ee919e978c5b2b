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
//! This rule does not judge whether a clock loses exactly the time that was used: an interface can measure the time in
//! another way, and an increment, a delay or the next time control can change a clock. Several successive moves together
//! can prove a wrong clock: see `uci/interface_clock_loss`.
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
//! The user may change the clocks, and a clock with a delay may count little of each move:
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
//! 10.003000 > go wtime 300000 btime 30000
//! 15.003000 < bestmove g1f3
//! 15.004000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 15.004000 > go wtime 300000 btime 29000
//! 15.103000 < bestmove f1b5
//! ```
//!
//! Clocks may be rounded to whole seconds:
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
//! 9.903000 < bestmove e2e4
//! 9.953000 > position startpos moves e2e4 e7e5
//! 9.953000 > go wtime 51000 btime 59000
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
//!
//! In a fast game, only the moves together show it:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 9999 btime 9999
//! 0.503000 < bestmove e2e4
//! 0.504000 > position startpos moves e2e4 e7e5
//! 0.504000 > go wtime 9998 btime 9499
//! 1.004000 < bestmove g1f3
//! 1.005000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 1.005000 > go wtime 9997 btime 8999
//!            ^^^^^^^^^^^^^^^^^^^^^^^^ White used 1.000 s and Black at most 2 ms, but `wtime` lost 2 ms and `btime` 1.000 s: are the clocks swapped?
//! 1.505000 < bestmove f1b5
//! ```
//!
//! A clock has one value:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 wtime 59000
//!                           ^^^^^^^^^^^ two values of `wtime`: is one of them the other side's clock?
//! 0.103000 < bestmove e2e4
//! ```

use std::ops::Range;

use super::super::{clock_sums::ClockSums, prelude::*};

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_clocks",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U48, U110",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        if let (Command::Go(_), Some((clock, span))) = (command, contradiction(&entry.line)) {
            let message = message!(
                "clock_has_two_values",
                "two values of `{clock}`: is one of them the other side's clock?",
                clock
            );
            out.violates(entry.culprit_of_part(span), message);
        }
    }
    let mut sums = view.dialect_notes.clock_sums;
    for after in &view.searches {
        let last = ClockSums::since_previous_search(view, after);
        sums = sums.with_next(last);
        let Some(last) = last else {
            continue;
        };
        // A move of the opponent may be so long that the sums show nothing any more, and a move of the engine so short
        // that only the sums show something.
        let judged = [last, sums].map(|it| it.are_swapped().map(|swapped| (it, swapped)));
        let mut judged = judged.into_iter().flatten();
        let Some(first) = judged.next() else {
            continue;
        };
        let (shown, swapped) = match first.1 {
            true => first,
            false => judged.find(|it| it.1).unwrap_or(first),
        };
        out.require(!swapped, view.entry(after.entry).culprit(), || {
            swapped_message(&shown)
        });
    }
}

/// A clock that a `go` sends twice with two values, and the place of the second value and its word.
fn contradiction(line: &[u8]) -> Option<(&'static str, Range<usize>)> {
    ["wtime", "btime"].into_iter().find_map(|clock| {
        let mut words = Words::new(line);
        let mut next_value = || {
            let key = words.find(|it| it.text == clock.as_bytes())?;
            let value = words.next()?;
            Some((value.text, key.span.start..value.span.end))
        };
        let (first, _) = next_value()?;
        let (second, span) = next_value()?;
        (first != second).then_some((clock, span))
    })
}

fn swapped_message(sums: &ClockSums) -> Message {
    let time = |millis: i64| Duration::from_millis(u64::try_from(millis).unwrap_or(0));
    let (used, other_used) = (time(sums.used), time(sums.other_used));
    let (lost, other_lost) = (time(sums.lost), time(sums.other_lost));
    if sums.is_white {
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
