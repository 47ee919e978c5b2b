//! The engine sends `readyok` only in answer to `isready`.
//!
//! A GUI reads an additional `readyok` as the answer to its next `isready`, and continues too early.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! ```
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! > isready
//! < readyok
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! < readyok
//!   ^^^^^^^ `readyok`, but no `isready` is waiting for an answer
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_only_asked",
    level: Level::Must,
    topic: "state",
    spec: "UCCI RD3",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check: checks::check_readyok_only_asked,
};
