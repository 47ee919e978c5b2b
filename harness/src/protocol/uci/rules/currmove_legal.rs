//! The move after `currmove` is legal in the position of the search.
//!
//! A GUI shows the move after `currmove` as the root move that the engine is searching.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info currmove e2e4 currmovenumber 1
//! < bestmove e2e4
//! ```
//!
//! The engine may search without sending `currmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < bestmove e2e4
//! > go depth 2
//! < info depth 2 currmove d2d4
//! < bestmove d2d4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info currmove e7e5 currmovenumber 1
//!                 ^^^^ e7e5 is illegal here: the piece on e7 is not white's
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/currmove_legal",
    level: Level::Should,
    topic: "legality",
    spec: "UCI U73",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_currmove_legal(view, "e2e4", out);
}
