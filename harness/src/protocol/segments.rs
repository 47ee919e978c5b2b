//! The judge of every protocol: splits a conversation into segments and runs the rules on each complete segment.

use std::ops::Deref;

use super::{Dialogue, Interface, Judge, JudgeResult, ViolationContext, coverage::Coverage};
use crate::{
    message::Message,
    rule::{self, CatalogueEntry, Culprit, DoubtRange, Findings, Outcome, Rule, RuleMap},
    transcript::Event,
};

/// Splits the events of a conversation into segments, which are judged one by one.
pub(super) trait SegmentTracker {
    /// A segment of a conversation, as the protocol's rules read it.
    type View: 'static;

    /// Takes the next event of the conversation. Returns a segment if the event completes one.
    fn observe_event(&mut self, event: &Event) -> Option<Self::View>;

    /// Returns the last segment of the conversation.
    fn take_last_segment(&mut self) -> Self::View;

    /// Makes the segments of the conversation as short as possible.
    fn shorten_segments(&mut self) {}

    /// Whether the engine completed its handshake.
    fn is_handshake_done(&self) -> bool;

    /// Whether the quit command was sent, or the engine's process has ended.
    fn is_quitting(&self) -> bool;

    /// Whether the engine is busy with a search.
    fn is_busy(&self) -> bool {
        false
    }

    /// The engine's name in its handshake.
    fn engine_name(&self) -> Option<String>;

    /// What limits the judged part: a game that neither the user nor an option named, or moves on an unknown board.
    fn unusual_scope(&self) -> Option<Message> {
        None
    }

    /// Returns the commands and the board that a report shows with a violation. The violation is at `culprit`, and its
    /// rule has the topic `topic`.
    fn violation_context(view: &Self::View, topic: &str, culprit: &Culprit) -> ViolationContext;

    /// The ranges of a segment that are ambiguous and not judged.
    fn doubt_ranges(_view: &Self::View) -> &[DoubtRange] {
        &[]
    }

    /// Returns a copy of the segment whose lines are the same, but in which no line counts as ambiguous. If a rule
    /// finds something to judge in the copy, but nothing in the segment itself, the rule is inconclusive.
    fn copy_without_doubts(view: &Self::View) -> Self::View;

    /// Adds the coverage of a segment to `_coverage`.
    fn add_coverage(_view: &Self::View, _coverage: &mut Coverage) {}
}

/// Judges the segments that its `tracker` builds.
pub(super) struct SegmentJudge<F: SegmentTracker> {
    tracker: F,
    rules: &'static [CatalogueEntry<F::View>],
    /// True if the rules about the interface are not run, because ponderhit itself is the interface.
    skips_interface_rules: bool,
    judge_result: JudgeResult,
    /// The number of events so far.
    event_count: usize,
    /// The number of events in segments that are already judged.
    judged_event_count: usize,
}

// `derive` would require that segments can be copied, too.
impl<F: SegmentTracker + Clone> Clone for SegmentJudge<F> {
    fn clone(&self) -> SegmentJudge<F> {
        SegmentJudge {
            tracker: self.tracker.clone(),
            judge_result: self.judge_result.clone(),
            ..*self
        }
    }
}

impl<F: SegmentTracker> SegmentJudge<F> {
    pub(super) fn new(follower: F, rules: &'static [CatalogueEntry<F::View>]) -> SegmentJudge<F> {
        SegmentJudge {
            tracker: follower,
            rules,
            skips_interface_rules: false,
            judge_result: JudgeResult {
                findings: RuleMap::new(rules.iter().map(CatalogueEntry::rule_id)),
                contexts: RuleMap::new(rules.iter().map(CatalogueEntry::rule_id)),
                ..JudgeResult::default()
            },
            event_count: 0,
            judged_event_count: 0,
        }
    }

    /// Creates the judge of a session in which ponderhit itself is the interface. The rules about
    /// the interface are not run.
    pub(super) fn for_session(
        follower: F,
        rules: &'static [CatalogueEntry<F::View>],
    ) -> SegmentJudge<F> {
        SegmentJudge {
            skips_interface_rules: true,
            ..SegmentJudge::new(follower, rules)
        }
    }

    fn check_segment(&mut self, view: &F::View) {
        let judged = &mut self.judge_result;
        let engine_only = self.skips_interface_rules;
        let counts = |it: &Rule<F::View>| !engine_only || it.topic != rule::INTERFACE_TOPIC;
        rule::check_segment(self.rules, view, &mut judged.findings, counts);
        F::add_coverage(view, &mut judged.coverage);
        let doubts = F::doubt_ranges(view);
        if !doubts.is_empty() {
            judged.doubt_ranges.add_ranges(doubts);
            set_doubt_range_ends(doubts, &mut judged.findings);
            if !engine_only {
                mark_rules_in_doubt::<F>(self.rules, view, &mut judged.findings);
            }
        }
        let found = judged.findings.iter().zip(judged.contexts.values_mut());
        for (entry, ((rule, findings), contexts)) in self.rules.iter().zip(found) {
            debug_assert_eq!(entry.rule_id(), rule);
            // A report shows only the first violations of each rule. To build the contexts (commands and boards) of a
            // million violations would take too much time.
            let first = findings.violations.iter().take(MAX_CONTEXTS_PER_RULE);
            let more = first.skip(contexts.len());
            let topic = entry.rule.topic;
            contexts.extend(more.map(|it| F::violation_context(view, topic, &it.culprit)));
        }
    }
}

impl<F: SegmentTracker + Clone + 'static> Judge for SegmentJudge<F> {
    fn observe_event(&mut self, event: &Event) {
        if let Some(view) = self.tracker.observe_event(event) {
            self.check_segment(&view);
            // The current event belongs to the next segment.
            self.judged_event_count = self.event_count;
        }
        self.event_count += 1;
    }

    fn shorten_segments(&mut self) {
        self.tracker.shorten_segments();
    }

    fn findings_so_far(&self) -> &JudgeResult {
        &self.judge_result
    }

    fn judged_event_count(&self) -> usize {
        self.judged_event_count
    }

    fn is_handshake_done(&self) -> bool {
        self.tracker.is_handshake_done()
    }

    fn is_quitting(&self) -> bool {
        self.tracker.is_quitting()
    }

    fn is_busy(&self) -> bool {
        self.tracker.is_busy()
    }

    fn clone_judge(&self) -> Box<dyn Judge> {
        Box::new(self.clone())
    }

    fn into_judge_result(self: Box<Self>) -> JudgeResult {
        let mut this = *self;
        this.judge_result.is_handshake_done = this.tracker.is_handshake_done();
        this.judge_result.engine_name = this.tracker.engine_name();
        this.judge_result.unusual_scope = this.tracker.unusual_scope();
        let last = this.tracker.take_last_segment();
        this.check_segment(&last);
        this.judge_result
    }
}

impl<F: SegmentTracker + Interface + 'static> Deref for SegmentJudge<F> {
    type Target = dyn Interface;

    fn deref(&self) -> &Self::Target {
        &self.tracker
    }
}

impl<F: SegmentTracker + Interface + Clone + Send + 'static> Dialogue for SegmentJudge<F> {}

/// Sets the ends of ambiguous ranges that began in an earlier segment.
fn set_doubt_range_ends(doubts: &[DoubtRange], findings: &mut RuleMap<Findings>) {
    let open = findings.values_mut().flat_map(|it| &mut it.doubt_ranges);
    for range in open.filter(|it| it.last_event.is_none()) {
        let same =
            |it: &&DoubtRange| it.first_event == range.first_event && it.reason == range.reason;
        if let Some(later) = doubts.iter().rev().find(same) {
            range.last_event = later.last_event;
        }
    }
}

/// Stores which rules found something to judge only in ambiguous ranges.
fn mark_rules_in_doubt<F: SegmentTracker>(
    rules: &[CatalogueEntry<F::View>],
    view: &F::View,
    findings: &mut RuleMap<Findings>,
) {
    let open = |it: &Findings| it.outcome() <= Outcome::NotApplicable;
    if !findings.values().any(open) {
        return;
    }
    let plain = F::copy_without_doubts(view);
    let found = rules.iter().zip(findings.values_mut());
    for (entry, findings) in found.filter(|it| open(it.1)) {
        let mut met = Findings::default();
        (entry.rule.check)(&plain, &mut met);
        let reported = met.violations.first().map(|it| it.culprit.at);
        let doubted = met.doubts.first().map(|it| it.at);
        let Some(at) = met.witness.or(reported).or(doubted) else {
            continue;
        };
        let holds = |it: &&DoubtRange| {
            it.first_event <= at && it.last_event.is_none_or(|until| at <= until)
        };
        // Of several ambiguous ranges, the range that began last has the most specific reason.
        if let Some(range) = F::doubt_ranges(view).iter().rev().find(holds) {
            findings.add_doubt_range(range.clone());
        }
    }
}

/// The context (commands and board) is stored for at most this number of violations of one rule.
const MAX_CONTEXTS_PER_RULE: usize = 50;
