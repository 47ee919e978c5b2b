//! An interface counts `movestogo` down from move to move.
//!
//! An engine divides its remaining time by the number after `movestogo`.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 movestogo 2
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 55 movestogo 1
//! 14.000000 < bestmove h0g2
//! 20.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 20.000000 > go time 110 movestogo 2
//! ```
//!
//! A clock in seconds may fall less than the engine used:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 movestogo 40
//! 1.702000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 59 movestogo 39
//! ```
//!
//! If the clock starts anew for each move, the number stays, and the moves prove nothing:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 10 movestogo 1
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 10 movestogo 1
//! 14.000000 < bestmove h0g2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 movestogo 4
//! 5.002000 < bestmove h2e2
//! 9.000000 > position startpos moves h2e2 h9g7
//! 9.000000 > go time 55 movestogo 4
//! 14.000000 < bestmove h0g2
//! 20.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 20.000000 > go time 50 movestogo 4
//! 25.000000 < bestmove i0h0
//! 30.000000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 30.000000 > go time 45 movestogo 4
//!             ^^^^^^^^^^^^^^^^^^^^^^ after 3 successive moves within one time control `movestogo` did not fall by 1
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 movestogo 0
//!   ^^^^^^^^^^^^^^^^^^^^^^ `movestogo` is 0; expected 1 or more
//! < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_movestogo",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI G8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_moves_to_go_fall(view, view.dialect_notes.interface_habits, out);
    for (entry, command) in view.commands_of_this_protocol() {
        if let Command::Go(go) = command
            && let GoMode::Time(clock) = go.mode
            && clock.moves_to_go == Some(0)
        {
            let message = message!(
                "movestogo_from_one",
                "`movestogo` is {number}; expected 1 or more",
                number = "0"
            );
            out.violates(entry.culprit(), message);
        }
    }
}
