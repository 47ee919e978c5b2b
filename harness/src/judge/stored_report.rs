//! Stored reports: their transcripts can be judged again by the rules of this version.

use std::collections::BTreeMap;

use serde::{Deserialize, de::IgnoredAny};

use super::streaming::{ConversationRecord, StreamingJudge};
use crate::{
    check::RunMode,
    message::{Argument, Message, message},
    protocol::{self, Protocol, RuleInfo},
    rule::{Outcome, RuleId},
    transcript::LineReader,
    verdict::{self, TRUNCATION_LINE},
};

/// The fields of a stored report that `judge` reads.
#[derive(Debug, Deserialize)]
pub(crate) struct StoredReport {
    schema: String,
    /// The command that wrote the report.
    command: String,
    protocol: String,
    verdicts: Vec<StoredVerdict>,
    scenarios: Vec<IgnoredAny>,
    run: StoredRun,
    #[serde(default)]
    exit: u8,
    /// The shard, such as `1/3`.
    #[serde(default)]
    shard: Option<String>,
    /// `--only` or `--skip` selected the rules.
    #[serde(default)]
    filtered: bool,
}

#[derive(Debug, Deserialize)]
struct StoredVerdict {
    rule: String,
    outcome: String,
    #[serde(default)]
    known: bool,
}

#[derive(Debug, Deserialize)]
struct StoredRun {
    transcripts: BTreeMap<String, String>,
}

/// The result of comparing a stored report with its transcripts as this version judges them.
#[derive(Debug, Default)]
pub(crate) struct OutcomeChanges {
    /// Notes about rules that fail with this version but did not fail in the report, and about rules that failed only
    /// in the report.
    pub(crate) notes: Vec<Message>,
    /// The rules that failed in the report, but do not fail now.
    pub(crate) rules_that_fail_no_more: Vec<RuleId>,
}

impl StoredReport {
    /// Parses a report.
    ///
    /// # Errors
    /// Returns an error with line and column if the text is not a report or has an unsupported version.
    pub(crate) fn parse(file: &str, text: &[u8]) -> Result<StoredReport, Message> {
        let stored: StoredReport = serde_json::from_slice(text).map_err(|err| {
            message!(
                "stored_report_expected",
                "{file}:{line}:{column}: expected a report of `--report json`: {error}",
                file,
                line = err.line(),
                column = err.column(),
                error = err.to_string(),
            )
        })?;
        match stored.schema == verdict::REPORT_SCHEMA {
            true => Ok(stored),
            false => Err(message!(
                "stored_report_schema",
                "{file}:1:1: unsupported schema `{schema}`; expected `{expected}`",
                file,
                schema = stored.schema,
                expected = verdict::REPORT_SCHEMA,
            )),
        }
    }

    /// The protocol of the report.
    pub(crate) fn protocol(&self) -> Option<&'static dyn Protocol> {
        protocol::find_protocol(&self.protocol)
    }

    /// True if the rule is judged in this report. Rules about the interface are judged only in reports of `judge`; in
    /// other reports the interface is ponderhit itself.
    pub(crate) fn judges_rule(&self, rule: &RuleInfo) -> bool {
        self.has_independent_scenarios() || !rule.is_about_interface()
    }

    /// True if `judge` wrote the report, so that its scenarios are conversations of different runs or engines.
    pub(crate) fn has_independent_scenarios(&self) -> bool {
        self.command == RunMode::Judge.name()
    }

    /// The scenarios whose transcript was truncated when the report was written.
    pub(crate) fn truncated_transcripts(&self) -> Vec<&str> {
        let transcripts = self.run.transcripts.iter();
        let truncated = transcripts.filter(|it| it.1.ends_with(TRUNCATION_LINE));
        truncated.map(|it| it.0.as_str()).collect()
    }

    /// Whether the report is about one shard, or about a part of the rules.
    pub(crate) fn is_partial(&self) -> bool {
        self.filtered || self.shard.is_some()
    }

    /// The number of scenarios.
    pub(crate) fn scenario_count(&self) -> usize {
        self.scenarios.len()
    }

    /// The exit code of the report.
    pub(crate) fn exit(&self) -> u8 {
        self.exit
    }

    /// True if a rule is violated in the report, and only rules of the protocol are. A violation of a rule of the
    /// protocol is judged again; the transcripts do not show the other violations, such as a script that was not met.
    pub(crate) fn is_violated_only_by_protocol(&self, protocol: &dyn Protocol) -> bool {
        let rules = protocol.rules();
        let is_of_protocol = |it: &&StoredVerdict| rules.iter().any(|rule| rule.id == it.rule);
        let violated = |it: &&StoredVerdict| it.outcome == Outcome::Violates.name() && !it.known;
        let mut all = self.verdicts.iter().filter(violated).peekable();
        all.peek().is_some() && all.all(|it| is_of_protocol(&it))
    }

    /// Judges every transcript by the rules of this version. Returns the id of each scenario with
    /// its judged record.
    ///
    /// # Errors
    /// Returns an error with scenario, line and column if a transcript is malformed.
    pub(crate) fn judge_transcripts(
        &self,
        protocol: &dyn Protocol,
    ) -> Result<Vec<(String, ConversationRecord)>, Message> {
        let transcripts = self.run.transcripts.iter();
        let judged = transcripts.map(|(scenario, text)| {
            let (mut reader, mut judge) = (LineReader::default(), StreamingJudge::new(protocol));
            for (raw, line) in text
                .as_bytes()
                .split_inclusive(|it| *it == b'\n')
                .zip(1_usize..)
            {
                let event = reader.read_line(raw).map_err(|err| {
                    message!(
                        "error_at",
                        "{file}:{line}:{column}: {what}",
                        file = scenario,
                        line,
                        column = err.column,
                        what = err.message,
                    )
                })?;
                if let Some(event) = event {
                    judge.judge_event(line, event);
                }
            }
            if text.ends_with(TRUNCATION_LINE) {
                judge.mark_log_truncated();
            }
            Ok((scenario.clone(), judge.finish()))
        });
        judged.collect()
    }

    /// Compares the outcomes of the rules in the report with their outcomes now.
    pub(crate) fn outcome_changes(
        &self,
        protocol: &dyn Protocol,
        records: &[(String, ConversationRecord)],
    ) -> OutcomeChanges {
        let mut changes = OutcomeChanges::default();
        for rule in &protocol.rules() {
            if !self.judges_rule(rule) {
                continue;
            }
            let findings = records
                .iter()
                .filter_map(|it| it.1.judge_result.findings.get(rule.rule_id()));
            let now = findings.map(|it| it.outcome()).max();
            let fails = now == Some(Outcome::Violates);
            let then = self.verdicts.iter().find(|it| it.rule == rule.id);
            let then = then.map(|it| it.outcome.as_str());
            let failed = then == Some(Outcome::Violates.name());
            if failed && !fails {
                changes.rules_that_fail_no_more.push(rule.rule_id());
            }
            let note = match (failed, then) {
                (false, Some(outcome)) if fails => message!(
                    "fails_now",
                    "{rule} fails with this version, but its outcome in the report is: {outcome}",
                    rule = rule.id,
                    outcome = match Outcome::from_name(outcome) {
                        Some(it) => Argument::from(it.title()),
                        None => outcome.into(),
                    },
                ),
                (false, None) if fails => message!(
                    "new_rule_fails",
                    "{rule} fails with this version, but the report does not have the rule",
                    rule = rule.id
                ),
                (true, _) if !fails => message!(
                    "fails_no_more",
                    "{rule} failed in the report, but does not fail with this version",
                    rule = rule.id
                ),
                _ => continue,
            };
            changes.notes.push(note);
        }
        changes
    }
}
