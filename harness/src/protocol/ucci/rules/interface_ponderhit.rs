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
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `ponderhit` was for h9g7, and the game went on otherwise
//! > go time 60 increment 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ponderhit",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI PH4",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for after in &view.after_hits {
        let (Some(was), Some(is)) = (&after.pondered.moves, &after.told.moves) else {
            continue;
        };
        // Another place to start from tells nothing: a capture, or another game.
        let Some(guess) = was
            .last()
            .filter(|_| after.pondered.place == after.told.place)
        else {
            continue;
        };
        if is.len() < was.len() || !is.starts_with(&was[..was.len() - 1]) {
            continue;
        }
        let entry = view.entry(after.entry);
        out.require(is.starts_with(was), entry.culprit(), || {
            format!("`ponderhit` was for {guess}, and the game went on otherwise")
        });
    }
}
