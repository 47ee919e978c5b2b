//! Several reports side by side: the outcome of each rule for each engine, and what changed between two runs of one engine.

use super::{Report, Verdict};
use crate::rule::Outcome;

/// Several reports, and their rules.
pub(crate) struct Comparison {
    pub(crate) reports: Vec<Report>,
    /// The rules by topic; within a topic the rules whose outcome differs come first.
    pub(crate) rules: Vec<ComparedRule>,
    /// What changed from the first to the second report, if they are two reports on one engine.
    pub(crate) changes: Option<Vec<ChangedRule>>,
}

/// A rule of several reports.
pub(crate) struct ComparedRule {
    pub(crate) rule: String,
    pub(crate) topic: String,
    pub(crate) title: String,
    pub(crate) requirement: String,
    /// Whether the outcome is not the same in all reports that have the rule.
    pub(crate) differs: bool,
    /// The index of the rule in the verdicts of each report; `None` if the report does not have the rule.
    pub(crate) indices: Vec<Option<usize>>,
}

/// A rule whose outcome is not the same in two reports.
pub(crate) struct ChangedRule {
    pub(crate) rule: String,
    pub(crate) before: Option<Outcome>,
    pub(crate) after: Option<Outcome>,
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
        // The sort is stable, so that rules stay in the order of the catalogue.
        rules.sort_by(|a, b| (&a.topic, !a.differs).cmp(&(&b.topic, !b.differs)));
        let changes = match &reports[..] {
            [before, after] if is_same_engine(before, after) => {
                let changed = rules
                    .iter()
                    .filter(|it| it.differs || it.indices.contains(&None));
                Some(changed.map(|it| changed_rule(it, before, after)).collect())
            }
            _ => None,
        };
        Comparison {
            reports,
            rules,
            changes,
        }
    }

    /// The verdict of a report on a rule.
    pub(crate) fn verdict(&self, rule: &ComparedRule, report: usize) -> Option<&Verdict> {
        let index = rule.indices.get(report).copied().flatten()?;
        self.reports.get(report)?.verdicts.get(index)
    }

    /// Whether every report violates the rule.
    pub(crate) fn is_violated_by_all(&self, rule: &ComparedRule) -> bool {
        let mut verdicts = (0..self.reports.len()).map(|it| self.verdict(rule, it));
        verdicts.all(|it| it.is_some_and(|it| it.outcome == Outcome::Violates))
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
        differs: outcomes.clone().any(|it| it != verdict.outcome),
        indices,
    }
}

/// Whether two reports are about one engine: the same command, or the same name.
fn is_same_engine(before: &Report, after: &Report) -> bool {
    before.protocol == after.protocol
        && (before.engine.command == after.engine.command
            || (before.engine.name.is_some() && before.engine.name == after.engine.name))
}

fn changed_rule(rule: &ComparedRule, before: &Report, after: &Report) -> ChangedRule {
    let outcome = |report: &Report, index: usize| {
        let index = rule.indices.get(index).copied().flatten()?;
        report.verdicts.get(index).map(|it| it.outcome)
    };
    ChangedRule {
        rule: rule.rule.clone(),
        before: outcome(before, 0),
        after: outcome(after, 1),
    }
}
