//! Rules, the findings of rules, and their outcomes.

pub mod mismatch;
mod rule_map;
pub mod version;

use std::{ops::Range, time::Duration};

pub use self::rule_map::{RuleId, RuleMap};
use crate::{
    message::{Language, Message, message},
    transcript::EventIndex,
};

/// One requirement of a protocol, checked on segments of a conversation; `V` is the type of a
/// segment.
///
/// A rule does no I/O and uses no clock, engine or configuration. A rule depends only on the conversation, so the same
/// rule can judge the transcript of a live engine, of a script, of a log and of a fuzz case.
pub struct Rule<V: 'static> {
    /// The id: the protocol and the file name, such as `ucci/quit_bye`. An id is never reused.
    pub id: &'static str,
    pub level: Level,
    /// The topic of the rule in reports, such as `grammar`, `state`, `legality`, `time` or `process`.
    pub topic: &'static str,
    /// The requirements that the rule covers, such as `UCCI E1` or `UCCI E1, E4`.
    pub spec: &'static str,
    /// The quantity (such as a duration) that the rule measures. A violation that depends on a
    /// measurement counts only if it is confirmed.
    pub measures: Measurement,
    /// The version of ponderhit in which the rule became as strict as it is now.
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
    /// The version of ponderhit in which the rule became as strict as it is now.
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
    pub fn is_about_interface(&self) -> bool {
        self.topic == INTERFACE_TOPIC
    }

    /// The documentation of the rule: the text of the `//!` comment.
    pub fn documentation(&self) -> String {
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

    /// The requirement that the rule checks: the first paragraph of the documentation, on one line,
    /// without a full stop.
    pub fn title(&self) -> String {
        self.doc_paragraph(0).trim_end_matches('.').to_owned()
    }

    /// The second paragraph of the documentation, which explains why the rule matters to a GUI.
    pub fn rationale(&self) -> String {
        self.doc_paragraph(1)
    }

    /// The title of the rule, in the given language.
    pub(crate) fn title_in(&self, language: Language) -> String {
        let texts = language.rule_texts(self.id);
        texts.map_or_else(|| self.title(), |it| it.title.clone())
    }

    /// The second paragraph of the documentation, in the given language.
    pub(crate) fn rationale_in(&self, language: Language) -> String {
        let texts = language.rule_texts(self.id);
        texts.map_or_else(|| self.rationale(), |it| it.why.clone())
    }

    /// The documentation, with its first two paragraphs (the title and the rationale) in the given language.
    pub(crate) fn documentation_in(&self, language: Language) -> String {
        let text = self.documentation();
        let Some(texts) = language.rule_texts(self.id) else {
            return text;
        };
        let examples = text.splitn(3, "\n\n").nth(2).unwrap_or_default();
        let title = language.end_sentence(&texts.title);
        format!("{title}\n\n{}\n\n{examples}", texts.why)
    }

    fn doc_paragraph(&self, n: usize) -> String {
        let doc = self.documentation();
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

/// Checks one segment of a conversation by every rule that `counts` selects, and adds the results
/// to `findings`. `rules` and `findings` have the same order.
pub fn check_segment<V>(
    rules: &[CatalogueEntry<V>],
    segment: &V,
    findings: &mut RuleMap<Findings>,
    counts: impl Fn(&Rule<V>) -> bool,
) {
    let pairs = rules.iter().zip(findings.iter_mut());
    for (entry, (rule, findings)) in pairs.filter(|(entry, _)| counts(entry.rule)) {
        debug_assert_eq!(entry.rule_id(), rule);
        let mut fresh = Findings::default();
        (entry.rule.check)(segment, &mut fresh);
        debug_assert!(
            entry.rule.measures != Measurement::Nothing || !fresh.depends_on_measurement(),
            "{} measures something, and does not declare it",
            entry.rule.id
        );
        findings.merge(fresh);
    }
}

/// The quantity that a rule measures, if it measures anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measurement {
    Nothing,
    /// The rule measures a duration. If a transcript has no times, a rule that measures a duration has no result for
    /// this transcript.
    Time,
    /// The rule measures whether an answer, or the exit of the process, is missing after the deadline. Even in a
    /// transcript without times, a received answer proves that the engine conforms.
    Absence,
    Memory,
    /// The rule measures processor time.
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
    /// A violation of a rule of level `May` is reported, but never fails a run.
    May,
}

impl Level {
    /// All levels of rules, the strongest level first.
    pub const ALL: [Level; 4] = [Level::Must, Level::Robust, Level::Should, Level::May];

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
    /// Whether the measured delay of the host is too short to be the cause, as in a hang. Such a violation stays in
    /// doubt, although the engine conforms in a replay.
    pub exceeds_host_delay: bool,
}

/// One place where it is not certain whether the engine conforms, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDoubt {
    pub at: EventIndex,
    pub reason: Message,
    /// The host was too slow to judge the rule; a replay without parallel sessions may give a
    /// result.
    pub host_was_late: bool,
}

/// A range of a conversation that is ambiguous and therefore not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtRange {
    /// The event that began the ambiguous range.
    pub first_event: EventIndex,
    /// The event that ended the ambiguous range; `None` if the range lasts to the end of the
    /// conversation.
    pub last_event: Option<EventIndex>,
    /// The reason why the range is ambiguous.
    pub reason: &'static Message,
}

/// The maximum number of ambiguous ranges that are kept per rule.
const MAX_DOUBT_RANGES: usize = 5;

/// The maximum number of violations, and of uncertain places, that are kept per rule in one
/// conversation.
const MAX_KEPT_FINDINGS: usize = 1000;

/// The maximum number of deadlines that are kept per rule in one conversation.
const MAX_KEPT_DEADLINES: usize = 100;

/// The range of time in which an answer had to come; its start and its end count from the beginning of the
/// conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedDeadline {
    pub from: Duration,
    pub due: Duration,
}

/// The result of a rule for a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first event that proves that the engine conforms to the rule.
    pub witness: Option<EventIndex>,
    /// How often the situation of the rule occurred.
    pub exercised_count: usize,
    /// The first violations; a recording may have millions of violations.
    pub violations: Vec<RuleViolation>,
    /// The number of further violations that are counted but not stored in `violations`.
    pub omitted_violation_count: usize,
    /// The first places where it is not certain whether the engine conforms.
    pub doubts: Vec<RuleDoubt>,
    /// The first ambiguous ranges in which the rule applied.
    pub doubt_ranges: Vec<DoubtRange>,
    /// The reason why the rule does not apply, if the engine does not announce the capability that
    /// the rule needs.
    pub not_applicable: Option<Message>,
    /// The line whose violation this rule leaves to another rule, because one cause must count as only one violation.
    pub line_left_to_other_rule: Option<EventIndex>,
    /// The first deadlines that the rule judged.
    pub deadlines: Vec<JudgedDeadline>,
}

impl Findings {
    /// Records one check of the rule. If `holds` is true, the engine conforms; otherwise, the engine violates the rule.
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

    /// Records a place where the engine conforms to the rule.
    pub fn conforms(&mut self, at: EventIndex) {
        self.exercised_count += 1;
        self.witness.get_or_insert(at);
    }

    /// Records a deadline that the rule judges. The HTML report draws the deadlines in the timeline of the session.
    pub fn add_deadline(&mut self, from: Duration, due: Duration) {
        if self.deadlines.len() < MAX_KEPT_DEADLINES {
            self.deadlines.push(JudgedDeadline { from, due });
        }
    }

    /// Records a place where the engine violates the rule.
    pub fn violates(&mut self, culprit: impl Into<Culprit>, message: Message) {
        self.add_violation(RuleViolation {
            culprit: culprit.into(),
            message,
            is_measured: false,
            exceeds_host_delay: false,
        });
    }

    /// Records a violation that depends on a measurement; it counts only if it is confirmed.
    pub fn record_measured_violation(&mut self, culprit: impl Into<Culprit>, message: Message) {
        self.add_violation(RuleViolation {
            culprit: culprit.into(),
            message,
            is_measured: true,
            exceeds_host_delay: false,
        });
    }

    /// Records a measured violation that no measured delay of the host explains, such as a hang. The violation counts
    /// only if it is confirmed, but without confirmation the rule stays inconclusive.
    pub fn record_violation_beyond_host_delay(
        &mut self,
        culprit: impl Into<Culprit>,
        message: Message,
    ) {
        self.add_violation(RuleViolation {
            culprit: culprit.into(),
            message,
            is_measured: true,
            exceeds_host_delay: true,
        });
    }

    fn add_violation(&mut self, violation: RuleViolation) {
        self.exercised_count += 1;
        self.keep_violation(violation);
    }

    /// Whether the rule is violated and every violation depends on a measurement.
    pub fn is_measured_only(&self) -> bool {
        !self.violations.is_empty() && self.violations.iter().all(|it| it.is_measured)
    }

    /// Whether any violation or uncertain place depends on a measurement.
    fn depends_on_measurement(&self) -> bool {
        self.violations.iter().any(|it| it.is_measured)
            || self.doubts.iter().any(|it| it.host_was_late)
    }

    /// The number of violations of the rule.
    pub fn violation_count(&self) -> usize {
        self.violations.len() + self.omitted_violation_count
    }

    fn keep_violation(&mut self, violation: RuleViolation) {
        if self.violations.len() < MAX_KEPT_FINDINGS {
            self.violations.push(violation);
        } else {
            self.omitted_violation_count += 1;
        }
    }

    /// Records a place where the rule applies, but the transcript does not show whether the engine
    /// conforms.
    pub fn add_doubt(&mut self, at: EventIndex, why: Message) {
        self.doubts.push(RuleDoubt {
            at,
            reason: why,
            host_was_late: false,
        });
    }

    /// Records a place that is uncertain, because the busy host may be the reason of a missed
    /// deadline.
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

    /// Adds the findings of a later segment of the conversation.
    pub fn merge(&mut self, later: Findings) {
        let Findings {
            witness,
            exercised_count: exercised,
            violations,
            omitted_violation_count: more,
            doubts,
            doubt_ranges: in_doubt,
            not_applicable,
            line_left_to_other_rule: left_to_rule_about,
            deadlines,
        } = later;
        for it in deadlines {
            self.add_deadline(it.from, it.due);
        }
        self.witness = self.witness.or(witness);
        self.exercised_count += exercised;
        violations
            .into_iter()
            .for_each(|it| self.keep_violation(it));
        self.omitted_violation_count += more;
        let room = MAX_KEPT_FINDINGS.saturating_sub(self.doubts.len());
        self.doubts.extend(doubts.into_iter().take(room));
        in_doubt.into_iter().for_each(|it| self.add_doubt_range(it));
        self.not_applicable = self.not_applicable.take().or(not_applicable);
        self.line_left_to_other_rule = self.line_left_to_other_rule.or(left_to_rule_about);
    }

    /// Records that the rule applies in an ambiguous range.
    pub fn add_doubt_range(&mut self, range: DoubtRange) {
        if self.doubt_ranges.len() < MAX_DOUBT_RANGES && !self.doubt_ranges.contains(&range) {
            self.doubt_ranges.push(range);
        }
    }

    /// Whether the rule applied only in ambiguous ranges.
    pub fn applied_only_in_doubt(&self) -> bool {
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

/// The outcome of one rule. A later variant of this enum prevails over an earlier variant, so `max` merges the outcomes
/// of several conversations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The situation of the rule never occurred, so the rule does not count as passed.
    NotExercised,
    /// The engine does not announce the capability that the rule needs.
    NotApplicable,
    /// The situation of the rule occurred, and a recorded event proves that the engine conforms.
    Conforms,
    /// The situation of the rule occurred, but it is not certain whether the engine conforms.
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

    /// The outcome with this name.
    pub(crate) fn from_name(name: &str) -> Option<Outcome> {
        let all = [
            Outcome::NotExercised,
            Outcome::NotApplicable,
            Outcome::Conforms,
            Outcome::Inconclusive,
            Outcome::Violates,
        ];
        all.into_iter().find(|it| it.name() == name)
    }

    /// The name of the outcome as a report writes it in a sentence, such as `not exercised`.
    pub(crate) fn title(self) -> Message {
        match self {
            Outcome::NotExercised => message!("outcome_not_exercised", "not exercised"),
            Outcome::NotApplicable => message!("outcome_not_applicable", "not applicable"),
            Outcome::Conforms => message!("outcome_conforms", "conforms"),
            Outcome::Inconclusive => message!("inconclusive", "inconclusive"),
            Outcome::Violates => message!("outcome_violates", "violated"),
        }
    }
}
