//! The rule `script/mismatch`: an expectation of the script was not met.

use crate::{
    message::message,
    rule::{Culprit, Findings},
    session::PlayedSession,
    transcript::{EventIndex, Script, StepKind},
};

/// The findings of `script/mismatch` for a played script.
pub(super) fn mismatch_findings(script: &Script, played: &PlayedSession) -> Findings {
    let mut findings = Findings::default();
    let last = EventIndex(played.transcript.events.len().saturating_sub(1));
    let expects = |kind: &StepKind| matches!(kind, StepKind::Expect(_) | StepKind::Match(_));
    if let Some(unmet) = &played.unmet_expectation {
        let culprit = Culprit::from(unmet.event_index.map_or(last, EventIndex));
        let message = message!(
            "script_mismatch",
            "line {line} of the script expects `{expected}`: {why}",
            line = unmet.line_number,
            expected = &unmet.expected,
            why = unmet.reason.clone(),
        );
        findings.violates(culprit, message);
    } else if !played.was_interrupted && script.steps.iter().any(|it| expects(&it.kind)) {
        findings.conforms(last);
    }
    findings
}
