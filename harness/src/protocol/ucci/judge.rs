//! Judges a UCCI conversation, segment by segment.

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
pub(super) struct UcciJudge {
    tracker: Tracker,
    judged: Judged,
}

impl UcciJudge {
    pub(super) fn new() -> UcciJudge {
        UcciJudge {
            tracker: Tracker::new(),
            judged: Judged::default(),
        }
    }
}

impl Judge for UcciJudge {
    fn hear(&mut self, event: &Event) {
        if let Some(view) = self.tracker.hear(event) {
            check(&view, &mut self.judged);
        }
    }

    fn finish(self: Box<Self>) -> Judged {
        let UcciJudge {
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
    let known: Vec<usize> = judged
        .findings
        .iter()
        .map(|it| it.violations.len())
        .collect();
    rule::check(rules::ALL, view, &mut judged.findings);
    for (i, findings) in judged.findings.iter().enumerate() {
        let known = known.get(i).copied().unwrap_or_default();
        for violation in findings.violations.iter().skip(known) {
            let at = violation.culprit.at;
            judged.contexts.push((at.0, view.context(at)));
        }
    }
}
