//! The rule `script/mismatch`, which belongs to no protocol: in `replay`, every expectation of the script must be met.

use super::{Level, Measurement, RuleInfo};

/// The rule that every expectation of a script must be met.
pub const MISMATCH_RULE: RuleInfo = RuleInfo {
    id: "script/mismatch",
    level: Level::Must,
    topic: "script",
    spec: "the script",
    measures: Measurement::Nothing,
    since: "0.1.0",
    source: "\
//! The engine sends every line that the script expects.
//!
//! The engine's output differs from the script. The playback of a script stops at the first difference, unless the script is a snapshot.
",
};
