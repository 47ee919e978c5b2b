//! An interface does not offer a draw together with `ponder`.
//!
//! During `go ponder` the opponent is to move. The interface must send the draw offer with `ponderhit`, not with `go
//! ponder`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go ponder time 60 increment 0
//! > ponderhit draw
//! ```
//!
//! A `go` without `ponder` may contain the draw offer:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go draw time 60 increment 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go ponder draw time 60 increment 0
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `ponder` and `draw` in one `go`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ponder_draw",
    level: Level::Should,
    topic: "interface",
    spec: "UCCI G2, G10",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        match command {
            Command::Go(_) => {
                let has = |word: &[u8]| {
                    let mut words = entry.line.split(u8::is_ascii_whitespace);
                    words.any(|it| it == word)
                };
                let (ponder, draw) = (has(b"ponder"), has(b"draw"));
                if ponder || draw {
                    out.require(!(ponder && draw), entry.culprit(), || {
                        message!("ponder_with_draw", "`ponder` and `draw` in one `go`")
                    });
                }
            }
            Command::PonderHit { offers_draw: true } => out.conforms(entry.at),
            _ => (),
        }
    }
}
