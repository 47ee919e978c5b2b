//! The judge that every protocol has: follows a conversation, and lets the rules judge each segment
//! of it as soon as it is whole.

use super::{Judge, Judged, coverage::Coverage};
use crate::{
    rule::{self, Entry},
    transcript::{At, Event},
};

/// Turns events into segments.
pub(super) trait Follow {
    /// A segment, as the protocol's rules read it.
    type View: 'static;

    /// Takes the next event. A segment that is whole is returned.
    fn hear(&mut self, event: &Event) -> Option<Self::View>;

    /// The last segment.
    fn finish(self) -> Self::View;

    /// Whether the engine got through its handshake.
    fn shook_hands(&self) -> bool;

    /// The name that the engine gave itself.
    fn engine_name(&self) -> Option<String>;

    /// What stood around an event of a segment, in words.
    fn context(view: &Self::View, at: At) -> String;

    /// Adds what came up in a segment.
    fn cover(_view: &Self::View, _coverage: &mut Coverage) {}
}

/// Judges what a follower makes of a conversation.
pub(super) struct Segments<F: Follow> {
    follower: F,
    rules: &'static [Entry<F::View>],
    judged: Judged,
}

impl<F: Follow> Segments<F> {
    pub(super) fn new(follower: F, rules: &'static [Entry<F::View>]) -> Segments<F> {
        Segments {
            follower,
            rules,
            judged: Judged::default(),
        }
    }

    /// What follows the conversation.
    pub(super) fn follower(&self) -> &F {
        &self.follower
    }
}

impl<F: Follow> Judge for Segments<F> {
    fn hear(&mut self, event: &Event) {
        if let Some(view) = self.follower.hear(event) {
            check::<F>(self.rules, &view, &mut self.judged);
        }
    }

    fn finish(self: Box<Self>) -> Judged {
        let Segments {
            follower,
            rules,
            mut judged,
        } = *self;
        judged.shook_hands = follower.shook_hands();
        judged.engine_name = follower.engine_name();
        check::<F>(rules, &follower.finish(), &mut judged);
        judged.contexts.sort();
        judged.contexts.dedup();
        judged
    }
}

/// Of how many violations of a rule it is told what stood around them.
const CONTEXTS: usize = 50;

fn check<F: Follow>(rules: &[Entry<F::View>], view: &F::View, judged: &mut Judged) {
    let count = |it: &rule::Findings| it.violations.len();
    let known: Vec<usize> = judged.findings.iter().map(count).collect();
    rule::check(rules, view, &mut judged.findings);
    F::cover(view, &mut judged.coverage);
    for (i, findings) in judged.findings.iter().enumerate() {
        let known = known.get(i).copied().unwrap_or_default();
        // A report shows the first few; to tell where all of a million stood would take for ever.
        for violation in findings.violations.iter().take(CONTEXTS).skip(known) {
            let at = violation.culprit.at;
            judged.contexts.push((at.0, F::context(view, at)));
        }
    }
}
