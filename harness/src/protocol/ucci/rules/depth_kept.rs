//! After `go depth N` no `info` line reports a depth above N.
//!
//! A user who compares engines at a fixed depth needs searches of the same depth.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < info depth 3 score 30 pv h2e2 h9g7 h0g2
//! < bestmove h2e2
//! ```
//!
//! The search may end before it reaches depth N:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1
//! > go depth 9
//! < info depth 2 score 29999 pv b0b8
//! < bestmove b0b8
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < info depth 4 score 30 pv h2e2 h9g7 h0g2 i9h9
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the engine reports depth 4 after `go depth 3`
//! < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/depth_kept",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI G11",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_depth_kept(view, is_depth_first, out);
}

/// Whether `depth` is the first item of the line. After a key that the specification does not have, `depth` may belong to
/// that key (`UCCI I10`).
fn is_depth_first(entry: &Entry) -> bool {
    let words = entry.line.split(|it| it.is_ascii_whitespace());
    words.filter(|it| !it.is_empty()).nth(1) == Some(b"depth")
}
