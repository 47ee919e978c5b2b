//! Rules, the findings of rules, and their outcomes.

mod per_rule;
pub mod script;
pub mod version;

use std::ops::Range;

pub use self::per_rule::{PerRule, RuleId};
use crate::{message::Message, transcript::EventIndex};

/// One requirement of a protocol, checked on a segment `V` of a conversation.
///
/// A rule does no I/O and uses no clock, engine or configuration. So a rule can judge a live engine, a script, a log or
/// a fuzz case in the same way.
pub struct Rule<V: 'static> {
    /// The id: the protocol and the file name, such as `ucci/quit_bye`. An id is never reused.
    pub id: &'static str,
    pub level: Level,
    /// The topic of the rule in reports: `grammar`, `state`, `legality`, `time`, `process`, ...
    pub topic: &'static str,
    /// The requirements that the rule covers, such as `UCCI E1` or `UCCI E1, E4`.
    pub spec: &'static str,
    /// The quantity that the rule measures in addition to parsing lines. A measured violation counts only if it is
    /// confirmed.
    pub measures: Measurement,
    /// The version in which the rule reached its present strictness.
    pub since: &'static str,
    pub check: fn(&V, &mut Findings),
}

/// The entry of a rule in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    pub id: &'static str,
    pub level: Level,
    pub topic: &'static str,
    pub spec: &'static str,
    pub measures: Measurement,
    /// The version in which the rule reached its present strictness.
    pub since: &'static str,
    /// The text of the rule's source file, whose `//!` comment is the documentation of the rule.
    pub source: &'static str,
}

/// The topic of rules about the interface, not about the engine.
pub const INTERFACE_TOPIC: &str = "interface";

/// The topic of rules that judge each line of the engine alone, without the lines before it.
pub const GRAMMAR_TOPIC: &str = "grammar";

impl RuleInfo {
    /// The id of the rule.
    pub fn rule_id(&self) -> RuleId {
        RuleId::new(self.id)
    }

    /// Whether the rule is about the interface. In `check` and `replay` the interface is ponderhit itself, so rules
    /// about the interface do not count.
    pub fn binds_interface(&self) -> bool {
        self.topic == INTERFACE_TOPIC
    }

    /// The documentation of the rule: the text of the `//!` comment.
    pub fn doc(&self) -> String {
        let lines = self
            .source
            .lines()
            .map_while(|line| line.strip_prefix("//!"));
        lines.fold(String::new(), |mut doc, line| {
            doc.push_str(line.strip_prefix(' ').unwrap_or(line));
            doc.push('\n');
            doc
        })
    }

    /// The obligation of the rule: the first paragraph of the documentation, on one line, without a full stop.
    pub fn title(&self) -> String {
        self.doc_paragraph(0).trim_end_matches('.').to_owned()
    }

    /// The second paragraph of the documentation, which explains why the rule matters to a GUI.
    pub fn rationale(&self) -> String {
        self.doc_paragraph(1)
    }

    fn doc_paragraph(&self, n: usize) -> String {
        let doc = self.doc();
        let text = doc.split("\n\n").nth(n).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A rule and the source file that documents it.
pub struct CatalogueEntry<V: 'static> {
    pub rule: &'static Rule<V>,
    pub source: &'static str,
}

impl<V> CatalogueEntry<V> {
    /// The id of the rule.
    pub fn rule_id(&self) -> RuleId {
        RuleId::new(self.rule.id)
    }

    /// The entry of the rule in the catalogue.
    pub fn info(&self) -> RuleInfo {
        let Rule {
            id,
            level,
            topic,
            spec,
            measures,
            since,
            check: _,
        } = *self.rule;
        RuleInfo {
            id,
            level,
            topic,
            spec,
            measures,
            since,
            source: self.source,
        }
    }
}

/// Checks one segment by every rule that `counts` selects, and adds the results to `findings`. The rules and `findings`
/// have the same order.
pub fn check_segment<V>(
    rules: &[CatalogueEntry<V>],
    segment: &V,
    findings: &mut PerRule<Findings>,
    counts: impl Fn(&Rule<V>) -> bool,
) {
    let pairs = rules.iter().zip(findings.iter_mut());
    for (entry, (rule, findings)) in pairs.filter(|(entry, _)| counts(entry.rule)) {
        debug_assert_eq!(entry.rule_id(), rule);
        let mut fresh = Findings::default();
        (entry.rule.check)(segment, &mut fresh);
        debug_assert!(
            entry.rule.measures != Measurement::Nothing || !fresh.has_measured(),
            "{} measures something, and does not declare it",
            entry.rule.id
        );
        findings.merge(fresh);
    }
}

/// The quantity that a rule measures in addition to parsing lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measurement {
    Nothing,
    /// A duration: without times in the transcript, the rule has no result.
    Time,
    /// A missing answer, or a missing end of the process, after the deadline. A received answer proves conformance even
    /// without times.
    Absence,
    Memory,
    /// Processor time.
    Processor,
}

/// The strength of a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The specification demands the behaviour, or states it as a fact.
    Must,
    /// The specification does not define the case, but no engine may crash, hang, skip later commands or grow without
    /// bound. A violation of `Robust` counts like a violation of `Must`.
    Robust,
    /// The specification recommends the behaviour.
    Should,
    /// A violation is reported but never fails a run.
    May,
}

impl Level {
    /// The name of the level in reports.
    pub fn name(self) -> &'static str {
        match self {
            Level::Must => "must",
            Level::Robust => "robust",
            Level::Should => "should",
            Level::May => "may",
        }
    }
}

/// The place of a violation: an event, and the bytes of its line (`None`: the whole line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    pub at: EventIndex,
    pub span: Option<Range<usize>>,
}

impl From<EventIndex> for Culprit {
    fn from(at: EventIndex) -> Culprit {
        Culprit { at, span: None }
    }
}

/// One place where a rule is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleViolation {
    pub culprit: Culprit,
    /// The description of the violation.
    pub message: Message,
    /// Whether the violation depends on a measurement of time, memory or processor use, so that a busy host may be the
    /// cause.
    pub is_measured: bool,
}

/// One place that cannot be judged, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDoubt {
    pub at: EventIndex,
    pub reason: Message,
    /// The host was too slow to judge the rule; a replay without parallel sessions may decide.
    pub host_was_late: bool,
}

/// A range of a conversation that is ambiguous and therefore not judged: it contains no violation and no witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtRange {
    /// The line that began the ambiguous range.
    pub first_event: EventIndex,
    /// The event that ended the range; `None` if the range lasts to the end of the conversation.
    pub last_event: Option<EventIndex>,
    /// The reason why the range is ambiguous.
    pub reason: &'static Message,
}

/// The maximum number of kept ranges per rule.
const MAX_DOUBT_RANGES: usize = 5;

/// The maximum number of violations, and of doubts, that are kept per rule in one conversation.
const MAX_KEPT_FINDINGS: usize = 1000;

/// The result of a rule for a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first event that proves that the rule was exercised and conformed.
    pub witness: Option<EventIndex>,
    /// How often the rule was exercised.
    pub exercised_count: usize,
    /// The first violations; a recording may have millions of violations.
    pub violations: Vec<RuleViolation>,
    /// The number of further violations.
    pub further_violations: usize,
    /// The first places that cannot be judged.
    pub doubts: Vec<RuleDoubt>,
    /// The first ranges of doubt in which the rule applied.
    pub doubt_ranges: Vec<DoubtRange>,
    /// The reason if the engine does not announce the capability that the rule needs.
    pub not_applicable: Option<Message>,
}

impl Findings {
    /// Records one check of the rule: a witness if `holds` is true, or else a violation.
    pub fn require(
        &mut self,
        holds: bool,
        culprit: impl Into<Culprit>,
        message: impl FnOnce() -> Message,
    ) {
        if holds {
            self.conforms(culprit.into().at);
        } else {
            self.violates(culprit, message());
        }
    }

    /// Records a place where the rule was exercised and conformed.
    pub fn conforms(&mut self, at: EventIndex) {
        self.exercised_count += 1;
        self.witness.get_or_insert(at);
    }

    /// Records a place where the rule was exercised and violated.
    pub fn violates(&mut self, culprit: impl Into<Culprit>, message: Message) {
        self.add_violation(culprit.into(), message, false);
    }

    /// Records a violation that depends on a measurement; it counts only if it is confirmed.
    pub fn record_measured_violation(&mut self, culprit: impl Into<Culprit>, message: Message) {
        self.add_violation(culprit.into(), message, true);
    }

    fn add_violation(&mut self, culprit: Culprit, message: Message, measured: bool) {
        self.exercised_count += 1;
        self.keep_violation(RuleViolation {
            culprit,
            message,
            is_measured: measured,
        });
    }

    /// Whether the rule is violated and every violation depends on a measurement.
    pub fn is_measured_only(&self) -> bool {
        !self.violations.is_empty() && self.violations.iter().all(|it| it.is_measured)
    }

    /// Whether any violation or doubt depends on a measurement.
    fn has_measured(&self) -> bool {
        self.violations.iter().any(|it| it.is_measured)
            || self.doubts.iter().any(|it| it.host_was_late)
    }

    /// The number of violations of the rule.
    pub fn violation_count(&self) -> usize {
        self.violations.len() + self.further_violations
    }

    fn keep_violation(&mut self, violation: RuleViolation) {
        if self.violations.len() < MAX_KEPT_FINDINGS {
            self.violations.push(violation);
        } else {
            self.further_violations += 1;
        }
    }

    /// Records a place where the rule applies but the transcript does not show whether the rule holds.
    pub fn add_doubt(&mut self, at: EventIndex, why: Message) {
        self.doubts.push(RuleDoubt {
            at,
            reason: why,
            host_was_late: false,
        });
    }

    /// Records a doubt because the host was late and may have missed the deadline itself.
    pub fn add_late_host_doubt(&mut self, at: EventIndex, why: Message) {
        self.doubts.push(RuleDoubt {
            at,
            reason: why,
            host_was_late: true,
        });
    }

    /// Records that the engine does not announce the capability that the rule needs.
    pub fn not_applicable(&mut self, why: Message) {
        self.not_applicable.get_or_insert(why);
    }

    /// Adds the findings of a later segment.
    pub fn merge(&mut self, later: Findings) {
        let Findings {
            witness,
            exercised_count: exercised,
            violations,
            further_violations: more,
            doubts,
            doubt_ranges: in_doubt,
            not_applicable,
        } = later;
        self.witness = self.witness.or(witness);
        self.exercised_count += exercised;
        violations
            .into_iter()
            .for_each(|it| self.keep_violation(it));
        self.further_violations += more;
        let room = MAX_KEPT_FINDINGS.saturating_sub(self.doubts.len());
        self.doubts.extend(doubts.into_iter().take(room));
        in_doubt.into_iter().for_each(|it| self.add_doubt_range(it));
        self.not_applicable = self.not_applicable.take().or(not_applicable);
    }

    /// Records that the rule applies in a range of doubt.
    pub fn add_doubt_range(&mut self, range: DoubtRange) {
        if self.doubt_ranges.len() < MAX_DOUBT_RANGES && !self.doubt_ranges.contains(&range) {
            self.doubt_ranges.push(range);
        }
    }

    /// Whether the rule applied only in ranges of doubt.
    pub fn is_only_in_doubt(&self) -> bool {
        let met = self.witness.is_some() || !self.doubts.is_empty();
        self.violations.is_empty() && !met && !self.doubt_ranges.is_empty()
    }

    /// The outcome of the rule, computed from all findings.
    pub fn outcome(&self) -> Outcome {
        if !self.violations.is_empty() {
            Outcome::Violates
        } else if !self.doubts.is_empty() {
            Outcome::Inconclusive
        } else if self.witness.is_some() {
            Outcome::Conforms
        } else if !self.doubt_ranges.is_empty() {
            Outcome::Inconclusive
        } else if self.not_applicable.is_some() {
            Outcome::NotApplicable
        } else {
            Outcome::NotExercised
        }
    }
}

/// The outcome of one rule. The worst outcome is the last variant, so that `max` merges several outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The situation of the rule never occurred, so the rule did not pass.
    NotExercised,
    /// The engine does not announce the capability that the rule needs.
    NotApplicable,
    /// The rule was exercised, and a witness proves that the engine conforms.
    Conforms,
    /// The rule was exercised, but its result is not certain.
    Inconclusive,
    Violates,
}

impl Outcome {
    /// The name of the outcome in reports.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::NotExercised => "not_exercised",
            Outcome::NotApplicable => "not_applicable",
            Outcome::Conforms => "conforms",
            Outcome::Inconclusive => "inconclusive",
            Outcome::Violates => "violates",
        }
    }
}
