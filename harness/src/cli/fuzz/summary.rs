//! The summary of a campaign, as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    coverage_table::{self, CoverageRow},
    end::{MIN_LEGAL_RESULT_SHARE, RunEnd},
    stored_findings::{StoredFindings, is_known_failure},
};
use crate::{
    error::Error,
    exit::Exit,
    fuzz::{
        Finding,
        campaign::CampaignRequest,
        campaign_result::{CampaignResult, WorkerTimes},
    },
    known_failures::KnownFailures,
    message::{Argument, Message, message},
    report::{self, text::SETTINGS_WITHOUT_EFFECT_REMARK},
    verdict::ToolInfo,
};

/// The summary of a campaign.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CampaignSummary {
    tool: ToolInfo,
    protocol: &'static str,
    engine: Option<String>,
    seed: u64,
    commands: u64,
    #[serde(rename = "units")]
    cases: u64,
    sessions: u64,
    pub(super) seconds: f64,
    findings: Vec<FindingEntry>,
    /// The scripts of stored findings that were reproduced.
    stored: Vec<String>,
    /// The scripts of stored findings that were not reproduced.
    stored_silent: Vec<String>,
    /// The rules that the engine violates in every session; they are reported once, and their violations are not
    /// minimized.
    #[serde(rename = "plain")]
    always_violated: Vec<String>,
    /// The rules in `always_violated` whose violations are known failures.
    #[serde(rename = "plain_known")]
    always_violated_known: Vec<String>,
    coverage: Vec<CoverageRow>,
    /// The number of searches that ended with any result.
    positions_asked: u64,
    /// The number of searches with a result that is possible in the position on the board: a legal move, or a reply
    /// that no move is possible.
    positions_answered: u64,
    /// The number of violations for which the time did not suffice: they were neither confirmed nor minimized.
    left: usize,
    /// The rules of these violations.
    left_rules: Vec<String>,
    /// The number of these violations in which the engine was only not idle in time, so it may hang or be slow.
    left_hangs: usize,
    /// The commands after which this happened.
    left_hang_commands: Vec<String>,
    /// The number of sessions in which the engine was not idle within two seconds but violated no rule.
    slow: usize,
    times: TimesEntry,
    /// The description of the sandbox in which the engine ran.
    #[serde(rename = "safety")]
    pub(super) sandbox: String,
    /// The hint that is printed if the engine did not start.
    #[serde(skip)]
    pub(super) hint: Option<Message>,
    problem: Option<String>,
    #[serde(rename = "exit", serialize_with = "serialize_exit_code")]
    pub(super) exit: Exit,
    /// Why the campaign has this exit code.
    #[serde(skip)]
    exit_reason: Message,
    /// The user's settings that probably have no effect.
    #[serde(skip)]
    settings_without_effect: Vec<Message>,
    /// What the last line says besides.
    #[serde(skip)]
    pub(super) remarks: Vec<Message>,
}

/// A finding in the JSON report.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FindingEntry {
    rule: String,
    level: &'static str,
    message: String,
    signature: String,
    end: &'static str,
    lines: usize,
    script: String,
    /// The number of tries that reproduced the finding.
    seen_again: usize,
    tries: usize,
    /// True if the finding was reproduced in more than half of the tries.
    certain: bool,
    /// True if the finding is a known failure.
    known: bool,
    replay: String,
}

/// The seconds that the worker threads spent on each activity.
#[derive(Clone, Copy, Debug, Serialize)]
struct TimesEntry {
    exploring: f64,
    triage: f64,
    starting: f64,
    timeouts: f64,
}

impl TimesEntry {
    fn new(times: &WorkerTimes) -> TimesEntry {
        TimesEntry {
            exploring: times.exploring_time.as_secs_f64(),
            triage: times.triage_time.as_secs_f64(),
            starting: times.starting_time.as_secs_f64(),
            timeouts: times.timeout_time.as_secs_f64(),
        }
    }

    /// Writes what share of the workers' time each activity took.
    fn write_time_shares(&self, out: &mut dyn Write) -> io::Result<()> {
        let all = self.exploring + self.triage + self.starting + self.timeouts;
        let percent = |part: f64| format!("{:.0}", 100.0 * part / all.max(f64::MIN_POSITIVE));
        let shares = message!(
            "fuzz_worker_times",
            "time of the workers: {exploring} % exploring, {triage} % confirming and minimizing, {starting} % starting engines, {timeouts} % waits that timed out",
            exploring = percent(self.exploring),
            triage = percent(self.triage),
            starting = percent(self.starting),
            timeouts = percent(self.timeouts),
        );
        writeln!(out, "{shares}")
    }
}

impl FindingEntry {
    pub(super) fn new(
        finding: &Finding,
        script: String,
        replay: String,
        known_failures: &KnownFailures,
    ) -> FindingEntry {
        FindingEntry {
            rule: finding.rule.clone(),
            level: finding.level.name(),
            message: finding.message.clone(),
            signature: finding.command_shape.clone(),
            end: finding.session_end,
            lines: finding.line_count(),
            script,
            seen_again: finding.reproduced_count_and_tries.0,
            tries: finding.reproduced_count_and_tries.1,
            certain: finding.is_mostly_reproduced(),
            known: is_known_failure(&finding.rule, known_failures),
            replay,
        }
    }
}

impl CampaignSummary {
    pub(super) fn new(
        request: &CampaignRequest<'_>,
        campaign: &CampaignResult,
        findings: Vec<FindingEntry>,
        stored: &StoredFindings,
        known_failures: &KnownFailures,
    ) -> CampaignSummary {
        let met = campaign.coverage.transitions.iter();
        let covered = met.map(|(met, times)| CoverageRow {
            state: met.state,
            command: met.command,
            heard: met.response,
            count: times.count,
            seconds: times.total_time.as_secs_f64(),
        });
        let end = RunEnd::of_campaign(campaign, stored, known_failures);
        CampaignSummary {
            tool: ToolInfo::CURRENT_TOOL,
            protocol: request.protocol.title(),
            engine: campaign.engine_name.clone(),
            seed: request.seed,
            commands: campaign.command_count,
            cases: campaign.case_count,
            sessions: campaign.session_count,
            seconds: 0.0,
            findings,
            stored: stored.reproduced_paths.clone(),
            stored_silent: stored.not_reproduced_paths.clone(),
            always_violated: campaign.always_violated_rules.clone(),
            always_violated_known: (campaign.always_violated_rules.iter())
                .filter(|it| is_known_failure(it, known_failures))
                .cloned()
                .collect(),
            coverage: covered.collect(),
            positions_asked: campaign.coverage.result_counts.result_count,
            positions_answered: campaign.coverage.result_counts.legal_result_count,
            left: campaign.untriaged_count,
            left_rules: campaign.untriaged_rules.iter().cloned().collect(),
            left_hangs: campaign.untriaged_hang_count,
            left_hang_commands: (campaign.commands_before_untriaged_hangs.iter())
                .cloned()
                .collect(),
            slow: campaign.slow_session_count,
            times: TimesEntry::new(&campaign.worker_times),
            sandbox: String::new(),
            hint: None,
            problem: campaign.campaign_error.as_ref().map(Message::to_string),
            exit: end.exit,
            exit_reason: end.reason,
            remarks: match campaign.settings_without_effect.is_empty() {
                true => Vec::new(),
                false => vec![SETTINGS_WITHOUT_EFFECT_REMARK],
            },
            settings_without_effect: campaign.settings_without_effect.clone(),
        }
    }

    /// Writes the JSON report.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> Result<(), Error> {
        let written = report::json::write_json(self, out);
        written.map_err(|err| Error::option_error("--report", err))
    }

    /// Writes how many violations were not triaged, and which rules they violate.
    fn write_untriaged(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.left > 0 {
            let left = message!(
                "fuzz_untriaged",
                "violations neither confirmed nor minimized when the time was up: {count} (use a longer --time)",
                count = self.left
            );
            writeln!(out, "{left}")?;
        }
        if !self.left_rules.is_empty() {
            let rules = self.left_rules.iter().map(Argument::from).collect();
            let rules = message!(
                "fuzz_untriaged_rules",
                "rules of these violations: {rules}",
                rules = Argument::List(rules)
            );
            writeln!(out, "  {rules}")?;
        }
        if self.left_hangs > 0 {
            let commands = self.left_hang_commands.iter().map(Argument::from).collect();
            let hangs = message!(
                "fuzz_untriaged_hangs",
                "suspected hangs among them: {count}: the engine was not idle within 2 s after {commands}; on a busy machine it may only have been slow",
                count = self.left_hangs,
                commands = Argument::List(commands)
            );
            writeln!(out, "  {hangs}")?;
        }
        Ok(())
    }

    /// Writes the text report.
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            writeln!(out, "✗ {problem}\n")?;
        }
        if let (Exit::NoEngine, Some(hint)) = (self.exit, &self.hint) {
            writeln!(out, "{hint}\n")?;
        }
        coverage_table::write_coverage_table(&self.coverage, out)?;
        writeln!(out, "{}", self.sandbox)?;
        if self.slow > 0 {
            let slow = message!(
                "fuzz_slow_sessions",
                "in {count} sessions the engine was not idle within 2 s; these sessions violated no rule, but slowed the campaign down",
                count = self.slow
            );
            writeln!(out, "{slow}")?;
        }
        for setting in &self.settings_without_effect {
            writeln!(out, "{setting}")?;
        }
        self.write_untriaged(out)?;
        if !self.always_violated.is_empty() {
            let rules = self.always_violated.iter().map(|it| {
                match self.always_violated_known.contains(it) {
                    true => message!("rule_known", "{rule} (known)", rule = it).into(),
                    false => Argument::from(it),
                }
            });
            let rules = Argument::List(rules.collect());
            let always = message!(
                "fuzz_always_violated",
                "violated in every session, so reported once (see `check`): {rules}",
                rules
            );
            writeln!(out, "{always}")?;
        }
        self.write_legal_result_share(out)?;
        self.times.write_time_shares(out)?;
        let known = self.findings.iter().filter(|it| it.known).count();
        let certain = self.findings.iter().filter(|it| it.certain && !it.known);
        let certain = certain.count();
        let counts = message!(
            "fuzz_counts",
            "{commands} commands in {cases} test cases and {sessions} sessions, seed {seed}; findings: {certain}, flaky: {flaky}, known failures: {known}, stored before: {stored}",
            commands = self.commands,
            cases = self.cases,
            sessions = self.sessions,
            seed = self.seed,
            certain,
            flaky = self.findings.len() - certain - known,
            known,
            stored = self.stored.len(),
        );
        let speed = self.commands as f64 / self.seconds.max(0.001);
        let end = message!(
            "fuzz_end",
            "{seconds} s · {speed} commands a second · {protocol} · exit {code}: {meaning}",
            seconds = format!("{:.1}", self.seconds),
            speed = format!("{speed:.0}"),
            protocol = self.protocol,
            code = u32::from(self.exit.code()),
            meaning = self.exit_reason.clone(),
        );
        let remarks = self.remarks.iter().map(|it| format!(" · {it}"));
        writeln!(out, "\n{counts}\n{end}{}", remarks.collect::<String>())
    }

    /// Writes the share of the searches whose result is possible in the position.
    fn write_legal_result_share(&self, out: &mut dyn Write) -> io::Result<()> {
        let share = self.positions_answered as f64 / (self.positions_asked as f64).max(1.0);
        let (count, percent) = (self.positions_asked, format!("{:.0}", 100.0 * share));
        let text = match share < MIN_LEGAL_RESULT_SHARE {
            true => message!(
                "fuzz_few_legal_results",
                "{count} searches, {percent} % of them answered by a legal move; the campaign tested little",
                count,
                percent
            ),
            false => message!(
                "fuzz_legal_results",
                "{count} searches, {percent} % of them answered by a legal move",
                count,
                percent
            ),
        };
        writeln!(out, "{text}")
    }
}

fn serialize_exit_code<S: serde::Serializer>(exit: &Exit, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u8(exit.code())
}
