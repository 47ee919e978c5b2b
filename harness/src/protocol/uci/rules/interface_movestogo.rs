//! An interface sends `movestogo` only with a value above 0, and counts it down from move to move.
//!
//! An engine divides its remaining time by the number after `movestogo`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go wtime 60000 btime 60000 movestogo 1
//! < bestmove e2e4
//! ```
//!
//! An interface may omit `movestogo` if the clock is for the rest of the game:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go wtime 60000 btime 60000 movestogo 40
//! < bestmove e2e4
//! > go wtime 60000 btime 60000
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go wtime 60000 btime 60000 movestogo 0
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `movestogo` is 0; expected 1 or more
//! < bestmove e2e4
//! ```
//!
//! A number that stays while the clock falls is not the number of moves to the next time control:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go wtime 60000 btime 60000 movestogo 40
//! < bestmove e2e4
//! > position startpos moves e2e4 e7e5
//! > go wtime 59000 btime 59000 movestogo 40
//! < bestmove g1f3
//! > position startpos moves e2e4 e7e5 g1f3 b8c6
//! > go wtime 58000 btime 58000 movestogo 40
//! < bestmove f1b5
//! > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! > go wtime 57000 btime 57000 movestogo 40
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after 3 successive moves within one time control `movestogo` did not fall by 1
//! < bestmove b5c6
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_movestogo",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U109",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_moves_to_go_fall(view, view.dialect_notes.interface_habits, out);
    for (entry, command) in view.commands_of_this_protocol() {
        let Command::Go(go) = command else {
            continue;
        };
        if let Some(number) = go.movestogo.filter(|_| !go.are_searchmoves_ambiguous) {
            out.require(number > 0, entry.culprit(), || {
                message!(
                    "movestogo_from_one",
                    "`movestogo` is {number}; expected 1 or more",
                    number = number.to_string()
                )
            });
        }
    }
}
