//! Stored reports: the transcripts in them can be judged again, by the rules of today.

use std::collections::BTreeMap;

use serde::{Deserialize, de::IgnoredAny};

use super::sift::{Record, Sift};
use crate::{
    check::Mode,
    protocol::{self, Protocol, RuleInfo},
    rule::Outcome,
    transcript::LineReader,
    verdict,
};

/// What is read of a report.
#[derive(Debug, Deserialize)]
pub(crate) struct Stored {
    schema: String,
    /// The command that made it.
    command: String,
    protocol: String,
    verdicts: Vec<Verdict>,
    scenarios: Vec<IgnoredAny>,
    run: Run,
}

#[derive(Debug, Deserialize)]
struct Verdict {
    rule: String,
    outcome: String,
}

#[derive(Debug, Deserialize)]
struct Run {
    transcripts: BTreeMap<String, String>,
}

impl Stored {
    /// Reads a report.
    ///
    /// # Errors
    /// If it is none, with line and column, or of a version that we do not know.
    pub(crate) fn parse(text: &[u8]) -> Result<Stored, String> {
        let stored: Stored = serde_json::from_slice(text).map_err(|err| {
            let (line, column) = (err.line(), err.column());
            format!("{line}:{column}: this is no report of ours: {err}")
        })?;
        match stored.schema == verdict::SCHEMA {
            true => Ok(stored),
            false => Err(format!(
                "1:1: this is `{}`, and we read `{}`",
                stored.schema,
                verdict::SCHEMA
            )),
        }
    }

    /// The protocol that was spoken.
    pub(crate) fn protocol(&self) -> Option<&'static dyn Protocol> {
        protocol::find(&self.protocol)
    }

    /// Whether a rule counts: where the interface was ourselves, it is not judged.
    pub(crate) fn counts(&self, rule: &RuleInfo) -> bool {
        self.command == Mode::Judge.name() || !rule.binds_interface()
    }

    /// How many scenarios there were.
    pub(crate) fn scenarios(&self) -> usize {
        self.scenarios.len()
    }

    /// Judges every transcript by the rules of today: the scenario, and what it says.
    ///
    /// # Errors
    /// If one of them is no transcript, with its scenario, line and column.
    pub(crate) fn judge(&self, protocol: &dyn Protocol) -> Result<Vec<(String, Record)>, String> {
        let transcripts = self.run.transcripts.iter();
        let judged = transcripts.map(|(scenario, text)| {
            let (mut reader, mut sift) = (LineReader::default(), Sift::new(protocol));
            for (raw, line) in text.as_bytes().split_inclusive(|it| *it == b'\n').zip(1..) {
                let event = reader
                    .line(raw)
                    .map_err(|err| format!("{scenario}:{line}:{}: {}", err.column, err.message))?;
                if let Some(event) = event {
                    sift.hear(line, event);
                }
            }
            Ok((scenario.clone(), sift.finish()))
        });
        judged.collect()
    }

    /// What today's rules say otherwise than those of then did, in words.
    pub(crate) fn otherwise(
        &self,
        protocol: &dyn Protocol,
        records: &[(String, Record)],
    ) -> Vec<String> {
        let mut remarks = Vec::new();
        for rule in &protocol.rules() {
            if !self.counts(rule) {
                continue;
            }
            let findings = records
                .iter()
                .filter_map(|it| it.1.judged.findings.get(rule.rule_id()));
            let now = findings.map(|it| it.outcome()).max();
            let fails = now == Some(Outcome::Violates);
            let then = self.verdicts.iter().find(|it| it.rule == rule.id);
            let then = then.map_or("there was no such rule", |it| &it.outcome);
            let failed = then == Outcome::Violates.name();
            match (failed, fails) {
                (false, true) => {
                    remarks.push(format!("{} would fail today; then: {then}", rule.id))
                }
                (true, false) => {
                    remarks.push(format!("{} failed then, and would not today", rule.id))
                }
                _ => (),
            }
        }
        remarks
    }
}
