//! Rules, their findings, and the outcome of the findings.

mod per_rule;
pub mod script;
pub mod version;

use std::ops::Range;

pub use self::per_rule::{PerRule, RuleId};
use crate::{message::Message, transcript::At};

/// One requirement of a protocol, checked on a segment `V` of a conversation.
///
/// A rule does no I/O and uses no clock, engine or configuration, so the same rule judges a live engine, a script, a log
/// and a fuzz case.
pub struct Rule<V: 'static> {
    /// Protocol and file name, such as `ucci/quit_bye`. Never reused.
    pub id: &'static str,
    pub level: Level,
    /// The topic under which it is reported: `grammar`, `state`, `legality`, `time`, `process`, ...
    pub topic: &'static str,
    /// The requirements it covers, as `UCCI E1` or `UCCI E1, E4`.
    pub spec: &'static str,
    /// What the rule measures beside parsing lines; such a violation counts only if it is confirmed.
    pub measures: Measures,
    /// The version in which the rule became as strict as it is.
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
    pub measures: Measures,
    /// The version in which the rule became as strict as it is.
    pub since: &'static str,
    /// The rule's source file: its `//!` comment is its documentation.
    pub source: &'static str,
}

/// The topic of rules that bind the interface, not the engine.
pub const INTERFACE: &str = "interface";

/// The topic of rules that judge each line of the engine alone, without the lines before it.
pub const GRAMMAR: &str = "grammar";

impl RuleInfo {
    /// The id of the rule.
    pub fn rule_id(&self) -> RuleId {
        RuleId::new(self.id)
    }

    /// Whether the rule binds the interface. In `check` and `replay` ponderhit is the interface, so it does not count
    /// there.
    pub fn binds_interface(&self) -> bool {
        self.topic == INTERFACE
    }

    /// The `//!` comment, without the marks.
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

    /// The obligation: the first paragraph of the documentation, on one line, without a full stop.
    pub fn title(&self) -> String {
        self.paragraph(0).trim_end_matches('.').to_owned()
    }

    /// Why it matters to a GUI: the second paragraph.
    pub fn why(&self) -> String {
        self.paragraph(1)
    }

    fn paragraph(&self, n: usize) -> String {
        let doc = self.doc();
        let text = doc.split("\n\n").nth(n).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A rule and the source file that documents it.
pub struct Entry<V: 'static> {
    pub rule: &'static Rule<V>,
    pub source: &'static str,
}

impl<V> Entry<V> {
    /// The id of the rule.
    pub fn rule_id(&self) -> RuleId {
        RuleId::new(self.rule.id)
    }

    /// Its entry in the catalogue.
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

/// Checks one segment by every rule that counts, and adds their findings to `findings`, which has the same rules.
pub fn check<V>(
    rules: &[Entry<V>],
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
            entry.rule.measures != Measures::Nothing || !fresh.measures(),
            "{} measures something, and does not declare it",
            entry.rule.id
        );
        findings.merge(fresh);
    }
}

/// What a rule measures, beside parsing lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measures {
    Nothing,
    /// How long something took: without times the rule has no result.
    Time,
    /// That an answer or the end of the process was missing when its time had passed. An answer that came is proof
    /// without times, too.
    Absence,
    Memory,
    /// Processor time.
    Processor,
}

/// How strong a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The specification requires it, or states it as a fact.
    Must,
    /// The specification is silent, but no engine may crash, hang, lose later commands or grow
    /// without bound. Counts like `Must`.
    Robust,
    /// The specification recommends it.
    Should,
    /// Reported, never counted.
    May,
}

impl Level {
    /// The word used in reports.
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
    pub at: At,
    pub span: Option<Range<usize>>,
}

impl From<At> for Culprit {
    fn from(at: At) -> Culprit {
        Culprit { at, span: None }
    }
}

/// One place where a rule is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub culprit: Culprit,
    /// What is wrong here.
    pub message: Message,
    /// It depends on a measurement (of time, memory or processor use), so a busy host may be the cause.
    pub measured: bool,
}

/// One place that cannot be judged, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub at: At,
    pub why: Message,
    /// The host was too slow to decide it: another try, alone, may decide.
    pub host_was_late: bool,
}

/// A part of a conversation that can be read in more than one way, and so is not judged: nothing in it is a violation,
/// and nothing in it a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtRange {
    /// The line that began it.
    pub since: At,
    /// The event that ended it; `None` if it lasted to the end.
    pub until: Option<At>,
    /// What can be read in more than one way.
    pub reason: &'static Message,
}

/// How many ranges are kept for a rule.
const RANGES: usize = 5;

/// How many violations of a rule in one conversation are kept, and how many doubts.
const KEPT: usize = 1000;

/// The result of a rule for a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first event that proves that the rule was exercised and held.
    pub witness: Option<At>,
    /// How often the rule was exercised.
    pub exercised: usize,
    /// The first ones; a recording may have millions of them.
    pub violations: Vec<Violation>,
    /// How many more there are.
    pub more: usize,
    /// The first ones.
    pub doubts: Vec<Doubt>,
    /// The first ranges in which the rule applied, if it applied nowhere else.
    pub in_doubt: Vec<DoubtRange>,
    /// The capability that the engine does not announce.
    pub not_applicable: Option<Message>,
}

impl Findings {
    /// Checks one obligation. The rule is exercised, whether or not it holds.
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

    /// The rule was exercised here, and held.
    pub fn conforms(&mut self, at: At) {
        self.exercised += 1;
        self.witness.get_or_insert(at);
    }

    /// The rule was exercised here, and did not hold.
    pub fn violates(&mut self, culprit: impl Into<Culprit>, message: Message) {
        self.add(culprit.into(), message, false);
    }

    /// As [`Findings::violates`], but by a measurement: it counts only if it is confirmed.
    pub fn violates_by_measure(&mut self, culprit: impl Into<Culprit>, message: Message) {
        self.add(culprit.into(), message, true);
    }

    fn add(&mut self, culprit: Culprit, message: Message, measured: bool) {
        self.exercised += 1;
        self.keep(Violation {
            culprit,
            message,
            measured,
        });
    }

    /// Whether it is violated, and every violation depends on a measurement.
    pub fn is_measured_only(&self) -> bool {
        !self.violations.is_empty() && self.violations.iter().all(|it| it.measured)
    }

    /// Whether any violation or doubt depends on a measurement.
    fn measures(&self) -> bool {
        self.violations.iter().any(|it| it.measured)
            || self.doubts.iter().any(|it| it.host_was_late)
    }

    /// How often it was violated.
    pub fn count(&self) -> usize {
        self.violations.len() + self.more
    }

    fn keep(&mut self, violation: Violation) {
        if self.violations.len() < KEPT {
            self.violations.push(violation);
        } else {
            self.more += 1;
        }
    }

    /// The rule applies here, but the transcript does not show whether it holds.
    pub fn doubt(&mut self, at: At, why: Message) {
        self.doubts.push(Doubt {
            at,
            why,
            host_was_late: false,
        });
    }

    /// As [`Findings::doubt`], because the host may have missed the deadline itself.
    pub fn host_was_late(&mut self, at: At, why: Message) {
        self.doubts.push(Doubt {
            at,
            why,
            host_was_late: true,
        });
    }

    /// The engine does not announce what the rule needs.
    pub fn not_applicable(&mut self, why: Message) {
        self.not_applicable.get_or_insert(why);
    }

    /// Adds the findings of a later segment.
    pub fn merge(&mut self, later: Findings) {
        let Findings {
            witness,
            exercised,
            violations,
            more,
            doubts,
            in_doubt,
            not_applicable,
        } = later;
        self.witness = self.witness.or(witness);
        self.exercised += exercised;
        violations.into_iter().for_each(|it| self.keep(it));
        self.more += more;
        let room = KEPT.saturating_sub(self.doubts.len());
        self.doubts.extend(doubts.into_iter().take(room));
        in_doubt.into_iter().for_each(|it| self.note_in_doubt(it));
        self.not_applicable = self.not_applicable.take().or(not_applicable);
    }

    /// The rule applies in a range that is not judged.
    pub fn note_in_doubt(&mut self, range: DoubtRange) {
        if self.in_doubt.len() < RANGES && !self.in_doubt.contains(&range) {
            self.in_doubt.push(range);
        }
    }

    /// Whether the rule applied only in ranges that are not judged.
    pub fn is_only_in_doubt(&self) -> bool {
        let met = self.witness.is_some() || !self.doubts.is_empty();
        self.violations.is_empty() && !met && !self.in_doubt.is_empty()
    }

    /// The outcome: the worst of the findings.
    pub fn outcome(&self) -> Outcome {
        if !self.violations.is_empty() {
            Outcome::Violates
        } else if !self.doubts.is_empty() {
            Outcome::Inconclusive
        } else if self.witness.is_some() {
            Outcome::Conforms
        } else if !self.in_doubt.is_empty() {
            Outcome::Inconclusive
        } else if self.not_applicable.is_some() {
            Outcome::NotApplicable
        } else {
            Outcome::NotExercised
        }
    }
}

/// The outcome of one rule, the worst last, so that `max` merges several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The situation of the rule never occurred. This is not a pass.
    NotExercised,
    /// The engine does not announce the capability that the rule needs.
    NotApplicable,
    /// Exercised, and proven by a witness.
    Conforms,
    /// Exercised, but it is not certain whether it held.
    Inconclusive,
    Violates,
}

impl Outcome {
    /// The word used in reports.
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
