//! After `go time` the engine sends its move before the clock runs out.
//!
//! The game is lost when the clock runs out, even if the late move is good.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 3000 increment 0
//! 1.003000 < bestmove h2e2
//! ```
//!
//! Because the pipes take time, the result may come 50 ms after the end of the clock. With less than 10 ms on the clock, it
//! may come two seconds after it:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 3000 increment 0
//! 3.040000 < bestmove h2e2
//! ```
//!
//! If the engine does not announce `usemillisec`, the clock is in seconds:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 3 increment 0
//! 2.900000 < bestmove h2e2
//! ```
//!
//! A result that is late by a few milliseconds may have been delayed by the pipes. Three successive results that all
//! come after the end of the clock show that the engine uses all of it:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 1.000000 > go time 300 movestogo 1
//! 1.301000 < bestmove h2e2
//! 2.000000 > go time 300 movestogo 1
//! 2.304000 < bestmove h2e2
//! 3.000000 > go time 300 movestogo 1
//! 3.299000 < bestmove h2e2
//! 4.000000 > go time 300 movestogo 1
//! 4.302000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 1.000000 > go time 300 movestogo 1
//! 1.301000 < bestmove h2e2
//! 2.000000 > go time 300 movestogo 1
//! 2.304000 < bestmove h2e2
//! 3.000000 > go time 300 movestogo 1
//! 3.302000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ each of the last 3 results came after the end of the clock: this clock had 300 ms, and the result came after 302 ms
//! ```
//!
//! A delay of the host may explain it:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 1.000000 > go time 300 movestogo 1
//! 1.301000 < bestmove h2e2
//! 2.000000 > go time 300 movestogo 1
//! 2.304000 < bestmove h2e2
//! 3.000000 > go time 300 movestogo 1
//! 3.302000 < bestmove h2e2
//! 3.303000 = late 2ms
//! 4.000000 > isready
//! 4.001000 < readyok
//! ```
//!
//! If the unit of time is uncertain, a result is judged only if the verdict is the same for seconds and milliseconds:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 5000 increment 0
//! 0.010000 < bestmove h2e2
//! 1.003000 > go time 20 increment 0
//! 2.010000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 3000 increment 0
//! 3.503000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ the clock had 3.000 s, but the result came after 3.500 s
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 3 increment 0
//!            ^^^^^^^^^^^^^^^^^^^^^ the clock had 3.000 s, but the result was not received within 9.000 s
//! 9.003000 ~ 9s
//! ```
//!
//! During a search the engine ignores `setoption` (`UCCI ST7`), so the clock after the search is in milliseconds, as it
//! was before:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.003000 > setoption usemillisec false
//! 0.003000 > isready
//! 0.004000 < readyok
//! 1.000000 > stop
//! 1.001000 < bestmove h2e2
//! 2.000000 > go time 2000 increment 0
//! 4.100000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ the clock had 2.000 s, but the result came after 2.100 s
//! ```
//!
//! Without a `readyok` before the result, the result may have been on its way when the interface sent `setoption`, and
//! then the unit of time is uncertain:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 2000 increment 0
//! 1.000000 > setoption usemillisec false
//! 1.001000 < bestmove h2e2
//! 2.000000 > go time 2000 increment 0
//! 4.100000 < bestmove h2e2
//! ```
//!
//! A `stop` at the end of the clock does not excuse a late result. The league's emulator sends `stop` at the end of the
//! clock:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 2000 increment 0
//! 2.010000 > stop
//! 2.110000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ the clock had 2.000 s, but the result came after 2.107 s
//! ```
//!
//! A `stop` shortly before the end of the clock ends the search, so the time that the engine would have used is
//! unknown:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 2000 increment 0
//! 1.000000 < bestmove h2e2
//! 2.000000 > go time 2000 increment 0
//! 3.990000 > stop
//! 4.200000 < bestmove h2e2
//! ```
//!
//! After a `stop` the engine has at least one more second, but not longer:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 2000 increment 0
//! 1.990000 > stop
//! 5.003000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ the clock had 2.000 s, but the result came after 5.000 s
//! ```
//!
//! If a busy host may have delayed the engine, it is uncertain whether the clock ran out before the `stop`:
//!
//! ```inconclusive
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 2000 increment 0
//! 20.000000 = late 19s
//! 20.003000 > stop
//! 20.103000 < bestmove h2e2
//! ```
//!
//! The log of the league's emulator shows how much time was left at the `stop`, but no later times. So a result that
//! came after the clock had run out may have been in time for the emulator, and a result that never came is missing:
//!
//! ```inconclusive
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 3 increment 0
//! 3.003000 > stop
//! 3.003000 = clock 0ms
//! 3.003000 < bestmove h2e2
//! 3.003000 > quit
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 3 increment 0
//!            ^^^^^^^^^^^^^^^^^^^^^ the clock had 3.000 s, but the result was not received within 3.000 s
//! 3.003000 > stop
//! 3.003000 = clock 0ms
//! 3.003000 > quit
//! ```
//!
//! If the system does not report how late the host was, only a large overrun is a violation:
//!
//! ```inconclusive
//! 0.000000 = late unknown
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 3 increment 0
//! 4.003000 < bestmove h2e2
//! ```

use super::super::{clock_deadlines::deadline_of_clock, prelude::*};

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/clock_kept",
    level: Level::Must,
    topic: "time",
    spec: "UCCI G7, G12, G13, L1",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let before = view.dialect_notes.narrowly_late;
    checks::check_clock_kept(view, before, deadline_of_clock, out);
}
