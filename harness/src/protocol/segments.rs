//! The judge that every protocol has: follows a conversation, and lets the rules judge each segment
//! of it as soon as it is whole.

use std::ops::Deref;

use super::{Context, Dialogue, Interface, Judge, Judged, coverage::Coverage};
use crate::{
    rule::{self, Culprit, DoubtRange, Entry, Findings, Outcome, PerRule, Rule},
    transcript::Event,
};

/// Turns events into segments.
pub(super) trait Follow {
    /// A segment, as the protocol's rules read it.
    type View: 'static;

    /// Takes the next event. A segment that is whole is returned.
    fn observe(&mut self, event: &Event) -> Option<Self::View>;

    /// The last segment.
    fn finish(&mut self) -> Self::View;

    /// Makes segments as short as they can be.
    fn shorten_segments(&mut self) {}

    /// Whether the engine got through its handshake.
    fn handshake_done(&self) -> bool;

    /// Whether the engine was told to leave, or has ended.
    fn is_quitting(&self) -> bool;

    /// Whether the engine is at work, as far as it was told to.
    fn is_busy(&self) -> bool {
        false
    }

    /// The name that the engine gave itself.
    fn engine_name(&self) -> Option<String>;

    /// What stood around what a rule of the family `topic` accuses in a segment.
    fn context(view: &Self::View, topic: &str, culprit: &Culprit) -> Context;

    /// The stretches of a segment that were not followed.
    fn doubts(_view: &Self::View) -> &[DoubtRange] {
        &[]
    }

    /// The segment in the plain reading of what was not followed: which rules are met there.
    fn plain_reading(view: &Self::View) -> Self::View;

    /// Adds what came up in a segment.
    fn cover(_view: &Self::View, _coverage: &mut Coverage) {}
}

/// Judges what a follower makes of a conversation.
pub(super) struct Segments<F: Follow> {
    follower: F,
    rules: &'static [Entry<F::View>],
    /// We are the interface ourselves, and nobody judges that.
    engine_only: bool,
    judged: Judged,
    /// How many events there were, and how many of them are judged for good.
    events: usize,
    judged_events: usize,
}

impl<F: Follow> Segments<F> {
    pub(super) fn new(follower: F, rules: &'static [Entry<F::View>]) -> Segments<F> {
        Segments {
            follower,
            rules,
            engine_only: false,
            judged: Judged {
                findings: PerRule::new(rules.iter().map(Entry::rule_id)),
                contexts: PerRule::new(rules.iter().map(Entry::rule_id)),
                ..Judged::default()
            },
            events: 0,
            judged_events: 0,
        }
    }

    /// The same for a session of our own: without the rules that bind the interface.
    pub(super) fn of_session(follower: F, rules: &'static [Entry<F::View>]) -> Segments<F> {
        Segments {
            engine_only: true,
            ..Segments::new(follower, rules)
        }
    }

    fn check(&mut self, view: &F::View) {
        let judged = &mut self.judged;
        let engine_only = self.engine_only;
        let counts = |it: &Rule<F::View>| !engine_only || it.topic != rule::INTERFACE;
        rule::check(self.rules, view, &mut judged.findings, counts);
        F::cover(view, &mut judged.coverage);
        let doubts = F::doubts(view);
        if !doubts.is_empty() {
            judged.doubts.add(doubts);
            note_ends(doubts, &mut judged.findings);
            if !engine_only {
                note_unfollowed::<F>(self.rules, view, &mut judged.findings);
            }
        }
        let found = judged.findings.iter().zip(judged.contexts.values_mut());
        for (entry, ((rule, findings), contexts)) in self.rules.iter().zip(found) {
            debug_assert_eq!(entry.rule_id(), rule);
            // A report shows the first few; to tell where all of a million stood would take for ever.
            let first = findings.violations.iter().take(CONTEXTS);
            let more = first.skip(contexts.len());
            let topic = entry.rule.topic;
            contexts.extend(more.map(|it| F::context(view, topic, &it.culprit)));
        }
    }
}

impl<F: Follow> Judge for Segments<F> {
    fn observe(&mut self, event: &Event) {
        if let Some(view) = self.follower.observe(event) {
            self.check(&view);
            // This one may begin the next segment.
            self.judged_events = self.events;
        }
        self.events += 1;
    }

    fn shorten_segments(&mut self) {
        self.follower.shorten_segments();
    }

    fn so_far(&self) -> &Judged {
        &self.judged
    }

    fn judged_events(&self) -> usize {
        self.judged_events
    }

    fn handshake_done(&self) -> bool {
        self.follower.handshake_done()
    }

    fn is_quitting(&self) -> bool {
        self.follower.is_quitting()
    }

    fn is_busy(&self) -> bool {
        self.follower.is_busy()
    }

    fn finish(self: Box<Self>) -> Judged {
        let mut this = *self;
        this.judged.handshake_done = this.follower.handshake_done();
        this.judged.engine_name = this.follower.engine_name();
        let last = this.follower.finish();
        this.check(&last);
        this.judged
    }
}

impl<F: Follow + Interface + 'static> Deref for Segments<F> {
    type Target = dyn Interface;

    fn deref(&self) -> &Self::Target {
        &self.follower
    }
}

impl<F: Follow + Interface + Send + 'static> Dialogue for Segments<F> {}

/// Notes where stretches ended that were still open at the end of the segment before.
fn note_ends(doubts: &[DoubtRange], findings: &mut PerRule<Findings>) {
    let open = findings.values_mut().flat_map(|it| &mut it.in_doubt);
    for range in open.filter(|it| it.until.is_none()) {
        let same = |it: &&DoubtRange| it.since == range.since && it.reason == range.reason;
        if let Some(later) = doubts.iter().rev().find(same) {
            range.until = later.until;
        }
    }
}

/// Notes which rules were met in no other place than in what was not followed.
fn note_unfollowed<F: Follow>(
    rules: &[Entry<F::View>],
    view: &F::View,
    findings: &mut PerRule<Findings>,
) {
    let open = |it: &Findings| it.outcome() <= Outcome::NotApplicable;
    if !findings.values().any(open) {
        return;
    }
    let plain = F::plain_reading(view);
    let found = rules.iter().zip(findings.values_mut());
    for (entry, findings) in found.filter(|it| open(it.1)) {
        let mut met = Findings::default();
        (entry.rule.check)(&plain, &mut met);
        let accused = met.violations.first().map(|it| it.culprit.at);
        let doubted = met.doubts.first().map(|it| it.at);
        let Some(at) = met.witness.or(accused).or(doubted) else {
            continue;
        };
        let holds = |it: &&DoubtRange| it.since <= at && it.until.is_none_or(|until| at <= until);
        // The range that began last says most.
        if let Some(range) = F::doubts(view).iter().rev().find(holds) {
            findings.note_in_doubt(range.clone());
        }
    }
}

/// Of how many violations of a rule it is told what stood around them.
const CONTEXTS: usize = 50;
