//! Judges a GTP conversation, segment by segment.

use super::{
    rules,
    view::{Tracker, View},
};
use crate::{
    protocol::{Judge, Judged},
    rule,
    transcript::Event,
};

/// Follows one conversation and keeps what the rules found in it.
#[derive(Default)]
pub(super) struct GtpJudge {
    tracker: Tracker,
    judged: Judged,
}

impl Judge for GtpJudge {
    fn hear(&mut self, event: &Event) {
        if let Some(view) = self.tracker.hear(event) {
            check(&view, &mut self.judged);
        }
    }

    fn finish(self: Box<Self>) -> Judged {
        let GtpJudge {
            tracker,
            mut judged,
        } = *self;
        judged.shook_hands = tracker.shook_hands;
        judged.engine_name = tracker.name.clone();
        check(&tracker.finish(), &mut judged);
        judged.contexts.sort();
        judged.contexts.dedup();
        judged
    }
}

fn check(view: &View, judged: &mut Judged) {
    let count = |it: &rule::Findings| it.violations.len();
    let known: Vec<usize> = judged.findings.iter().map(count).collect();
    rule::check(rules::ALL, view, &mut judged.findings);
    for (i, findings) in judged.findings.iter().enumerate() {
        let known = known.get(i).copied().unwrap_or_default();
        for violation in findings.violations.iter().skip(known) {
            let at = violation.culprit.at;
            judged.contexts.push((at.0, view.context(at)));
        }
    }
}
