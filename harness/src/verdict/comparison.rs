//! Several reports side by side: the outcome of each rule for each engine, and the changes between two runs of one
//! engine.

use super::{Report, Verdict};
use crate::rule::Outcome;

/// Several reports, and their rules.
pub(crate) struct Comparison {
    pub(crate) reports: Vec<Report>,
    /// The rules of all reports. Rules that at least one report violates come first, then rules whose outcome differs
    /// between reports, then all other rules; each of these groups is sorted by topic.
    pub(crate) rules: Vec<ComparedRule>,
    /// The changes between successive reports on one engine: one entry for each report that has an earlier report on
    /// the same engine. The dates of the runs decide which report is earlier.
    pub(crate) changes: Vec<ReportChanges>,
    /// The engines that have no report, because their configuration has an error.
    pub(crate) failed_engines: Vec<FailedEngine>,
}

/// An engine that was not checked.
pub(crate) struct FailedEngine {
    /// The name of the engine in `ponderhit.toml`.
    pub(crate) name: String,
    pub(crate) error: String,
}

/// The rules whose outcome changed from one report on an engine to the next report on the same engine.
pub(crate) struct ReportChanges {
    /// The index of the earlier report; `later_report` is the index of the later report.
    pub(crate) earlier_report: usize,
    pub(crate) later_report: usize,
    /// Whether both runs had the same profile and the same selection. Otherwise a rule can have another result because
    /// other scenarios were played.
    pub(crate) is_same_selection: bool,
    pub(crate) rules: Vec<ChangedRule>,
}

/// A rule and its results in several reports.
pub(crate) struct ComparedRule {
    pub(crate) rule: String,
    pub(crate) topic: String,
    pub(crate) title: String,
    pub(crate) requirement: String,
    /// Whether a report violates the rule.
    pub(crate) is_violated: bool,
    /// Whether the outcome of the rule differs between the reports that have the rule.
    pub(crate) outcome_differs: bool,
    /// The index of the rule in the verdicts of each report; `None` if the report does not have the rule.
    pub(crate) verdict_indices: Vec<Option<usize>>,
}

/// A rule whose outcome differs between an earlier and a later report.
pub(crate) struct ChangedRule {
    pub(crate) rule: String,
    pub(crate) earlier_outcome: Option<Outcome>,
    pub(crate) later_outcome: Option<Outcome>,
}

impl Comparison {
    /// Compares the reports.
    pub(crate) fn new(reports: Vec<Report>) -> Comparison {
        let mut rules: Vec<ComparedRule> = Vec::new();
        for report in &reports {
            for verdict in report.verdicts.iter().filter(|it| it.selected) {
                if rules.iter().all(|it| it.rule != verdict.rule) {
                    rules.push(compare_rule(&reports, verdict));
                }
            }
        }
        // The sort is stable, so that rules of one group and topic stay in the order of the catalogue.
        rules.sort_by(|a, b| {
            (!a.is_violated, !a.outcome_differs, &a.topic).cmp(&(
                !b.is_violated,
                !b.outcome_differs,
                &b.topic,
            ))
        });
        let changes = (0..reports.len()).filter_map(|after| {
            let before = earlier_report(&reports, after)?;
            Some(ReportChanges {
                earlier_report: before,
                later_report: after,
                is_same_selection: is_same_selection(&reports[before], &reports[after]),
                rules: changed_rules(&reports, &rules, before, after),
            })
        });
        Comparison {
            failed_engines: Vec::new(),
            changes: changes.collect(),
            reports,
            rules,
        }
    }

    /// The verdict of a report on a rule.
    pub(crate) fn verdict(&self, rule: &ComparedRule, report: usize) -> Option<&Verdict> {
        let index = rule.verdict_indices.get(report).copied().flatten()?;
        self.reports.get(report)?.verdicts.get(index)
    }

    /// The last report on each engine.
    fn latest_reports(&self) -> impl Iterator<Item = usize> + Clone {
        let is_superseded =
            |report: usize| self.changes.iter().any(|it| it.earlier_report == report);
        (0..self.reports.len()).filter(move |it| !is_superseded(*it))
    }

    /// The number of different engines in the reports.
    pub(crate) fn engine_count(&self) -> usize {
        self.latest_reports().count()
    }

    /// The rules that more than half of the engines violate in their last report, each with the number of these
    /// engines. The rules that the most engines violate come first.
    pub(crate) fn rules_violated_by_most_engines(&self) -> Vec<(&ComparedRule, usize)> {
        let violates = |rule: &ComparedRule, report: usize| {
            let verdict = self.verdict(rule, report);
            verdict.is_some_and(|it| it.outcome == Outcome::Violates)
        };
        let count = |rule| {
            self.latest_reports()
                .filter(|it| violates(rule, *it))
                .count()
        };
        let counted = self.rules.iter().map(|it| (it, count(it)));
        let engines = self.engine_count();
        let mut most: Vec<_> = counted.filter(|it| 2 * it.1 > engines).collect();
        most.sort_by_key(|it| std::cmp::Reverse(it.1));
        most
    }
}

fn compare_rule(reports: &[Report], verdict: &Verdict) -> ComparedRule {
    let index = |report: &Report| {
        let mut verdicts = report.verdicts.iter();
        verdicts.position(|it| it.selected && it.rule == verdict.rule)
    };
    let indices: Vec<Option<usize>> = reports.iter().map(index).collect();
    let found = reports.iter().zip(&indices);
    let outcomes =
        found.filter_map(|(report, index)| Some(report.verdicts.get((*index)?)?.outcome));
    ComparedRule {
        rule: verdict.rule.clone(),
        topic: verdict.topic.clone(),
        title: verdict.translated_title().to_owned(),
        requirement: verdict.requirement.clone(),
        is_violated: outcomes.clone().any(|it| it == Outcome::Violates),
        outcome_differs: outcomes.clone().any(|it| it != verdict.outcome),
        verdict_indices: indices,
    }
}

/// The last report before `after` that is about the same engine.
fn earlier_report(reports: &[Report], after: usize) -> Option<usize> {
    let later = reports.get(after)?;
    // Two reports with the same engine name are about the same engine only if there are exactly two reports; among more
    // reports, different wrappers of one engine can have the same name.
    let is_name_enough = reports.len() == 2;
    let same_engine = reports.iter().enumerate().filter(|(index, it)| {
        is_earlier((*index, it), (after, later)) && is_same_engine(it, later, is_name_enough)
    });
    let last = same_engine.reduce(|last, it| if is_earlier(last, it) { it } else { last });
    last.map(|it| it.0)
}

/// Whether report `a` is earlier than report `b`, by the dates of their runs. If one of the two runs has no date, the
/// first report in the list of reports counts as earlier.
fn is_earlier(a: (usize, &Report), b: (usize, &Report)) -> bool {
    match a.1.run.date.as_ref().zip(b.1.run.date.as_ref()) {
        Some((date, other)) => (date, a.0) < (other, b.0),
        None => a.0 < b.0,
    }
}

/// Whether two reports are about the same engine: they have the same command or, if `is_name_enough`, the same engine
/// name. Engines with different names in `ponderhit.toml` are different engines.
fn is_same_engine(before: &Report, after: &Report, is_name_enough: bool) -> bool {
    let (engine, later) = (&before.engine, &after.engine);
    let labels = engine.label.as_ref().zip(later.label.as_ref());
    before.protocol == after.protocol
        && labels.is_none_or(|(label, later)| label == later)
        && (engine.command == later.command
            || (is_name_enough && engine.name.is_some() && engine.name == later.name))
}

/// Whether both runs selected the same scenarios and rules.
fn is_same_selection(a: &Report, b: &Report) -> bool {
    let options = |it: &Report| (it.profile.clone(), it.selection.clone(), it.shard.clone());
    options(a) == options(b)
}

/// The rules whose outcome changed. A rule that only one of the two runs selected has not changed. If the selections
/// differ, a rule has changed only if both runs judged it.
fn changed_rules(
    reports: &[Report],
    rules: &[ComparedRule],
    before: usize,
    after: usize,
) -> Vec<ChangedRule> {
    let outcome = |rule: &ComparedRule, report: usize| {
        let index = rule.verdict_indices.get(report).copied().flatten()?;
        Some(reports.get(report)?.verdicts.get(index)?.outcome)
    };
    let compared = rules.iter().map(|rule| ChangedRule {
        rule: rule.rule.clone(),
        earlier_outcome: outcome(rule, before),
        later_outcome: outcome(rule, after),
    });
    let lowest = match is_same_selection(&reports[before], &reports[after]) {
        true => Outcome::NotExercised,
        false => Outcome::Conforms,
    };
    let is_judged = |it: Option<Outcome>| it.is_some_and(|it| it >= lowest);
    compared
        .filter(|it| is_judged(it.earlier_outcome) && is_judged(it.later_outcome))
        .filter(|it| it.earlier_outcome != it.later_outcome)
        .collect()
}
