//! An interface sends `ponderhit` only if the opponent played the guessed move.
//!
//! After a wrong `ponderhit` the engine searches a position that is not on the board.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 h9g7 h0g2 i9h9
//! > go time 50 increment 0
//! ```
//!
//! If the opponent plays another move, the interface sends `stop`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2
//! ```
//!
//! After a takeback or at the start of a new game, the next position does not show the opponent's move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > setoption newgame
//! > position startpos moves h2e2 h7e7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 h7e7 h0g2 h9g7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `ponderhit` confirms h9g7, but the opponent played b9c7
//! > go time 60 increment 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ponderhit",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI PH4",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for after in &view.positions_after_ponderhit {
        let (Some(was), Some(is)) = (&after.pondered_position.moves, &after.last_position.moves)
        else {
            continue;
        };
        // After a capture or in another game, the next `position` has another start position, so its move list does not
        // show the opponent's move.
        let same = after.pondered_position.base_position == after.last_position.base_position;
        let (Some((guess, before)), Some(answer)) =
            (was.split_last().filter(|_| same), after.last_best_move)
        else {
            continue;
        };
        let entry = view.entry(after.entry);
        let played = is.strip_prefix(before);
        // If the move list contains the engine's answer, the game continued without a takeback.
        match played {
            Some([reply, next, ..]) if *next == answer && !entry.may_be_other_protocol => {
                out.require(reply == guess, entry.culprit(), || {
                    message!(
                        "ponderhit_wrong",
                        "`ponderhit` confirms {guess}, but the opponent played {reply}",
                        guess = guess.to_string(),
                        reply = reply.to_string()
                    )
                });
            }
            _ => (),
        }
    }
}
