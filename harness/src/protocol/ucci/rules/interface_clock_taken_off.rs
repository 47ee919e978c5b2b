//! An interface subtracts from the engine's clock the time that the engine used.
//!
//! An engine that receives a wrong clock loses on time.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 55 increment 0
//! ```
//!
//! With an increment the clock can be higher than before the move:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 10
//! 3.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 67 increment 10
//! ```
//!
//! If `go` has a time without an increment, it is the time for each move, so the interface subtracts nothing. The clock
//! is not judged in another game, after a takeback, or if the interface plays another move:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 10
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 10
//! 14.000000 < bestmove h0g2
//! 20.000000 > setoption newgame
//! 20.000000 > position startpos
//! 20.000000 > go time 60 increment 0
//! 35.000000 < bestmove h2e2
//! 40.000000 > position startpos moves c3c4 h9g7
//! 40.000000 > go time 60 increment 0
//! 50.000000 < bestmove b0c2
//! 51.000000 > uccinewgame
//! 52.000000 > position startpos moves c3c4 h9g7 b0c2 i9h9
//! 52.000000 > go time 60 increment 0
//! 55.000000 < bestmove g3g4
//! 56.000000 > position startpos moves c3c4 h9g7 b0c2 i9h9 g3g4 h9h8
//! 56.000000 > go time 57 increment 0
//! ```
//!
//! The user may give the engine more time:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 657 increment 0
//! ```
//!
//! After `ponderhit` the interface subtracts only the time since `ponderhit`:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos moves h2e2 h9g7
//! 0.002000 > go ponder time 60 increment 0
//! 40.002000 > ponderhit
//! 43.002000 < bestmove h0g2
//! 49.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 49.000000 > go time 57 increment 0
//! ```
//!
//! With `increment 0` the time is a clock, even if it is always the same (`UCCI G14`):
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 60 increment 0
//!               ^^^^^^^^^^^^^^^^^^^ expected a clock of 60.000 s - 5.000 s used + 0 ms added, found 60.000 s
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 6.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 54 increment 0
//! 14.000000 < bestmove h0g2
//! 19.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 19.000000 > go time 54 increment 0
//!                ^^^^^^^^^^^^^^^^^^^ expected a clock of 54.000 s - 5.000 s used + 0 ms added, found 54.000 s
//! ```
//!
//! The time before `ponderhit` runs on the opponent's clock, and after a wrong guess the whole time of pondering does
//! so:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos moves h2e2 h9g7
//! 0.002000 > go ponder time 60 increment 0
//! 40.002000 > ponderhit
//! 43.002000 < bestmove h0g2
//! 49.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 49.000000 > go ponder time 17 increment 0
//!                       ^^^^^^^^^^^^^^^^^^^ expected a clock of 60.000 s - 3.000 s used + 0 ms added, found 17.000 s
//! 59.000000 > stop
//! 59.000000 < bestmove b0c2
//! 59.000000 > position startpos moves h2e2 h9g7 h0g2 b7e7
//! 59.000000 > go time 7 increment 0
//!                ^^^^^^^^^^^^^^^^^^ expected a clock of 17.000 s - 0 ms used + 0 ms added, found 7.000 s
//! ```
//!
//! An arbiter may take some seconds off a clock:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos moves h2e2 h9g7
//! 0.003000 > go ponder time 192938 increment 1000
//! 3.703000 > stop
//! 3.704000 < bestmove h0g2
//! 3.705000 > position startpos moves h2e2 b9c7
//! 3.705000 > go time 162938 increment 1000
//! ```
//!
//! `go ponder` uses the same clock as `go`, and a capture does not reset this clock:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 3.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 57 increment 0
//! 24.000000 < bestmove h0g2 ponder i9h9
//! 24.001000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 24.002000 > go ponder time 57 increment 0
//!                       ^^^^^^^^^^^^^^^^^^^ expected a clock of 57.000 s - 15.000 s used + 0 ms added, found 57.000 s
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0
//! 3.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 57 increment 0
//! 19.000000 < bestmove e2e6
//! 30.000000 > position fen rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2 moves i9h9
//! 30.000000 > go time 57 increment 0
//!                ^^^^^^^^^^^^^^^^^^^ expected a clock of 57.000 s - 10.000 s used + 0 ms added, found 57.000 s
//! ```
//!
//! A clock that never falls shows only after some moves, if the engine plays fast:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0 opptime 60 oppincrement 0
//! 1.202000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 60 increment 0 opptime 53 oppincrement 0
//! 10.200000 < bestmove h0g2
//! 19.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 19.000000 > go time 60 increment 0 opptime 46 oppincrement 0
//! 20.200000 < bestmove i0h0
//! 29.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 29.000000 > go time 60 increment 0 opptime 39 oppincrement 0
//!                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the engine used 3.600 s in this game, but its clock lost only 0 ms
//! ```
//!
//! If the engine plays fast, it shows only after some moves that the time before `ponderhit` was subtracted, too:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos moves h2e2 h9g7
//! 0.003000 > go ponder time 60000 increment 0
//! 0.503000 > ponderhit
//! 0.603000 < bestmove h0g2
//! 2.003000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 2.003000 > go ponder time 59400 increment 0
//! 2.503000 > ponderhit
//! 2.603000 < bestmove i0h0
//! 4.003000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 4.003000 > go ponder time 58800 increment 0
//! 4.503000 > ponderhit
//! 4.603000 < bestmove b0c2
//! 6.003000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 6.003000 > go ponder time 58200 increment 0
//! 6.503000 > ponderhit
//! 6.603000 < bestmove g3g4
//! 8.003000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5 g3g4 h9h5
//! 8.003000 > go ponder time 57600 increment 0
//!                      ^^^^^^^^^^^^^^^^^^^^^^ in each of the last moves the clock also lost the time before `ponderhit`, together 2.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_clock_taken_off",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI G18, G19",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sums = view.dialect_notes.clock_use;
    for after in &view.searches {
        let step;
        (sums, step) = sums.with_search(view, after);
        let Some(step) = step else {
            continue;
        };
        let culprit = view.entry(after.entry);
        let culprit = culprit.culprit_of_part(after.go.span.clone());
        if step.fits() && sums.is_never_reduced() {
            let message = message!(
                "clock_never_reduced",
                "the engine used {used} in this game, but its clock lost only {lost}",
                used = sums.used,
                lost = sums.lost
            );
            out.violates(culprit, message);
        } else if step.fits() && sums.subtracts_pondering() {
            let message = message!(
                "clock_lost_pondering",
                "in each of the last moves the clock also lost the time before `ponderhit`, together {subtracted}",
                subtracted = sums.subtracted
            );
            out.violates(culprit, message);
        } else if !step.fits() {
            let message = message!(
                "clock_not_reduced",
                "expected a clock of {had} - {used} used + {added} added, found {has}",
                had = step.had,
                used = step.used,
                added = step.added,
                has = step.has
            );
            out.violates(culprit, message);
        } else if step.is_long() || sums.is_long() {
            out.conforms(culprit.at);
        }
    }
}
