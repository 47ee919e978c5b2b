//! The one rule that is not a protocol's: in `replay`, what the script expects must come.

use crate::{
    protocol::RuleInfo,
    rule::{Culprit, Findings, Level, Measures},
    session::Played,
    transcript::{At, Script, StepKind},
};

/// Its place in the catalogue.
pub const RULE: RuleInfo = RuleInfo {
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

/// What the rule finds in a script that was played.
pub(super) fn findings(script: &Script, played: &Played) -> Findings {
    let mut findings = Findings::default();
    let last = At(played.transcript.events.len().saturating_sub(1));
    let expects = |kind: &StepKind| matches!(kind, StepKind::Expect(_) | StepKind::Match(_));
    if let Some(unmet) = &played.unmet {
        let culprit = Culprit::from(unmet.event.map_or(last, At));
        let (line, expected, why) = (unmet.line, &unmet.expected, &unmet.why);
        let message = format!("line {line} of the script expects `{expected}`: {why}");
        findings.violates(culprit, message);
    } else if !played.interrupted && script.steps.iter().any(|it| expects(&it.kind)) {
        findings.conforms(last);
    }
    findings
}
