//! The one rule that is not a protocol's: in `replay`, what the script expects must come.

use super::{Level, Measures, RuleInfo};

/// What the script expects comes.
pub const MISMATCH: RuleInfo = RuleInfo {
    id: "script/mismatch",
    level: Level::Must,
    topic: "script",
    spec: "the script",
    measures: Measures::Nothing,
    since: "0.1.0",
    source: "\
//! Every line that the script expects comes.
//!
//! A script of your own says what this engine is meant to say; one of ours, what it needs to be said
//! to get on. Unless it is a snapshot, what stands behind the line was not played.
",
};
