//! The engine sends exactly one `bestmove` or `nobestmove` for each `go`, and none for other commands.
//!
//! A GUI reads a second result as the answer to its next `go`, and plays the move in the wrong position.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > go depth 0
//! < nobestmove
//! ```
//!
//! If a `stop` arrives after the result, the engine is idle, and may answer the `stop` with another `nobestmove`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 8
//! > stop
//! < bestmove h2e2
//! < nobestmove
//! > isready
//! < readyok
//! ```
//!
//! The engine may answer each `stop` that it received while idle, even after later commands:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop
//! > stop
//! > position startpos
//! > go depth 1
//! < nobestmove
//! < nobestmove
//! < bestmove h2e2
//! > go depth 1
//! > stop
//! < bestmove h2e2
//! > isready
//! > stop
//! < nobestmove
//! < readyok
//! < nobestmove
//! ```
//!
//! If different threads send the answers, `readyok` may come before the answer to an earlier `stop`. After one second
//! without output, the engine must not answer an earlier `stop` any more:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 8
//! > stop
//! < bestmove h2e2
//! > isready
//! < readyok
//! < nobestmove
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ a result, but no `go` is waiting for a result
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! > isready
//! < readyok
//! ~ 1s
//! < nobestmove
//!   ^^^^^^^^^^ a result, but no `go` is waiting for a result
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/one_result_per_go",
    level: Level::Must,
    topic: "state",
    spec: "UCCI R1, G1, P1, ST1, ST4, X8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_one_result_per_go,
};
