//! An interface sends `ponderhit` only if the opponent played the move that was guessed.
//!
//! The engine goes on thinking about a position that is not there otherwise.
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
//! After a miss it says `stop`:
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
//! A takeback, or a new game, says nothing about the guess:
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
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `ponderhit` was for h9g7, and the opponent played b9c7
//! > go time 60 increment 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ponderhit",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI PH4",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for after in &view.after_hits {
        let (Some(was), Some(is)) = (&after.pondered.moves, &after.last_position.moves) else {
            continue;
        };
        // Another place to start from tells nothing: a capture, or another game.
        let same = after.pondered.place == after.last_position.place;
        let (Some((guess, before)), Some(answer)) =
            (was.split_last().filter(|_| same), after.answer)
        else {
            continue;
        };
        let entry = view.entry(after.entry);
        let played = is.strip_prefix(before);
        // Only the answer shows that this is the game in which it was given, and no takeback.
        match played {
            Some([reply, next, ..]) if *next == answer && !entry.foreign => {
                out.require(reply == guess, entry.culprit(), || {
                    format!("`ponderhit` was for {guess}, and the opponent played {reply}")
                });
            }
            _ => (),
        }
    }
}
