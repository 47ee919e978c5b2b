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
//!   ^^^^^^^^^ the engine pondered on h9g7, and the game went on otherwise
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go time 60 increment 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ponderhit",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI PH4",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let hit = search.ponderhit.filter(|_| search.go.ponder && !search.doubtful);
        let Some(hit) = hit else {
            continue;
        };
        let pondered = view.position_before(search.entry);
        let next = view.position_after(hit);
        let (Some(pondered), Some(next)) = (pondered, next) else {
            continue;
        };
        let (Some(was), Some(is)) = (&pondered.moves, &next.moves) else {
            continue;
        };
        // Another place to start from tells nothing: a capture, or another game.
        let Some(guess) = was.last().filter(|_| pondered.place == next.place) else {
            continue;
        };
        let other_game = is.len() + 1 < was.len() || !is.starts_with(&was[..was.len() - 1]);
        if other_game || is.len() < was.len() {
            continue;
        }
        let entry = view.entry(hit);
        out.require(is.starts_with(was), entry.culprit(), || {
            format!("the engine pondered on {guess}, and the game went on otherwise")
        });
    }
}
