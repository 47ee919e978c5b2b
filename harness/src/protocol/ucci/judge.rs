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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        protocol::{Protocol as _, ucci::Ucci},
        rule::Findings,
        transcript::Transcript,
    };

    fn judged(transcript: &Transcript, segment: usize) -> Vec<Findings> {
        let mut judge = UcciJudge::new();
        judge.tracker = Tracker::with_segments(segment);
        for event in &transcript.events {
            judge.hear(event);
        }
        Box::new(judge).finish().findings
    }

    /// Where a conversation is cut must not matter to what is found in it.
    #[test]
    fn segments_find_what_the_whole_finds() {
        for rule in Ucci.rules() {
            let doc = rule.doc();
            for block in doc.split("```\n").filter(|it| it.contains("> ucci")) {
                let events = block.lines().filter(|it| !it.trim_start().starts_with('^'));
                let text: String = events.map(|it| format!("{it}\n")).collect();
                let start = text.find("> ucci").unwrap_or_default();
                let start = text[..start].rfind('\n').map_or(0, |it| it + 1);
                let Ok(transcript) = Transcript::parse(&text.as_bytes()[start..]) else {
                    continue;
                };
                let whole = judged(&transcript, usize::MAX);
                for segment in [1, 3] {
                    let cut = judged(&transcript, segment);
                    for (rule, (cut, whole)) in Ucci.rules().iter().zip(cut.iter().zip(&whole)) {
                        let id = rule.id;
                        assert_eq!(cut.violations, whole.violations, "{id} on\n{text}");
                        assert_eq!(cut.outcome(), whole.outcome(), "{id} on\n{text}");
                    }
                }
            }
        }
    }
}
