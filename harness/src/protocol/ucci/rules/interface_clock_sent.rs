//! In a timed game, an interface sends the clock with every `go`.
//!
//! The engine forgets its clock at the end of each search. Without a clock it may think too long, and lose on time.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//! < bestmove h2e2 ponder h9g7
//! > position startpos moves h2e2 h9g7
//! > go ponder time 58 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go time 58 increment 0
//! < bestmove h0g2
//! ```
//!
//! The user may ask for hints without a clock:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//! < bestmove h2e2
//! > position startpos moves h2e2
//! > go depth 8
//! < bestmove h9g7
//! > position startpos moves h2e2 h9g7
//! > go time 58 increment 0
//! < bestmove h0g2
//! > position startpos moves h2e2 h9g7 h0g2 i9h9
//! > go time 56 increment 0
//! < bestmove i0h0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//! < bestmove h2e2 ponder h9g7
//! > position startpos moves h2e2 h9g7
//! > go ponder depth 8
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go time 58 increment 0
//! < bestmove i0i1 ponder h9g7
//! > position startpos moves h2e2 b9c7 i0i1 h9g7
//! > go ponder depth 8
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 i0i1 a9a8
//! > go time 56 increment 0
//! < bestmove a0a1 ponder h9g7
//! > position startpos moves h2e2 b9c7 i0i1 a9a8 a0a1 h9g7
//! > go ponder depth 8
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 i0i1 a9a8 a0a1 c6c5
//! > go time 54 increment 0
//!   ^^^^^^^^^^^^^^^^^^^^^^ before and after each of 3 searches of the game `go` had a clock, but the interface sent none for them
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_clock_sent",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI G9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut clocks = view.dialect_notes.unsent_clocks;
    for after in &view.searches {
        clocks = clocks.with_next(view, after);
        let culprit = view.entry(after.entry).culprit();
        if let Some(count) = clocks.proven_count(view, after) {
            let message = message!(
                "clocks_not_sent",
                "before and after each of {count} searches of the game `go` had a clock, but the interface sent none for them",
                count
            );
            out.violates(culprit, message);
        } else if clocks.follows_search_with_clock(view, after) {
            out.conforms(culprit.at);
        }
    }
}
