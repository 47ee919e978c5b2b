//! Observes a campaign: stores and prints each finding, and shows progress.

use std::{
    cell::RefCell,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use super::{
    stored_findings::{StoredFindings, is_known_failure},
    summary::{CampaignSummary, FindingEntry},
};
use crate::{
    cli::output,
    error::Error,
    fuzz::{
        Finding,
        campaign::{CampaignObserver, CampaignRequest},
        campaign_result::CampaignResult,
        store::FindingStore,
    },
    known_failures::KnownFailures,
    launch::reproduce::ReproduceArgs,
    link::clock::Stopwatch,
    message::{Language, Message, message},
    readable::truncate_text,
    report::text::BUILT_IN_ENGINE_REMARK,
};

/// The maximal number of script lines that are printed for a finding. The stored script of a finding has all lines.
const MAX_PRINTED_SCRIPT_LINES: usize = 12;

pub(super) struct FindingPrinter<'a> {
    request: &'a CampaignRequest<'a>,
    store: &'a FindingStore,
    reproduce: &'a ReproduceArgs,
    known_failures: &'a KnownFailures,
    /// True if the text report is printed to standard output.
    prints_text: bool,
    stopwatch: Stopwatch,
    script_paths: RefCell<Vec<PathBuf>>,
    first_error: RefCell<Option<Error>>,
}

impl CampaignObserver for FindingPrinter<'_> {
    fn on_progress(&self, campaign: &CampaignResult) {
        if !io::stderr().is_terminal() {
            return;
        }
        let seconds = self.stopwatch.elapsed().as_secs_f64();
        let commands = campaign.command_count;
        let progress = message!(
            "fuzz_progress",
            "{seconds} s · {commands} commands · {speed} a second · {sessions} sessions · {transitions} transitions covered · {findings} findings",
            seconds = format!("{seconds:.0}"),
            commands,
            speed = format!("{:.0}", commands as f64 / seconds.max(0.001)),
            sessions = campaign.session_count,
            transitions = campaign.coverage.transitions.len(),
            findings = campaign.findings.len(),
        );
        // Write errors are ignored, because standard error may be closed.
        let _ = write!(io::stderr().lock(), "\r\x1b[K{progress}");
    }

    fn on_finding(&self, finding: &Finding) {
        if let Err(err) = self.store_and_print_finding(finding) {
            self.first_error.borrow_mut().get_or_insert(err);
        }
    }
}

impl<'a> FindingPrinter<'a> {
    pub(super) fn new(
        request: &'a CampaignRequest<'a>,
        store: &'a FindingStore,
        reproduce: &'a ReproduceArgs,
        known_failures: &'a KnownFailures,
        text: bool,
    ) -> FindingPrinter<'a> {
        FindingPrinter {
            request,
            store,
            reproduce,
            known_failures,
            prints_text: text,
            stopwatch: Stopwatch::start(),
            script_paths: RefCell::default(),
            first_error: RefCell::default(),
        }
    }

    /// Prints each stored finding, and whether it was reproduced.
    pub(super) fn print_stored_findings(&self, stored: &StoredFindings) -> Result<(), Error> {
        if !self.prints_text
            || stored.reproduced_findings.len() + stored.not_reproduced_paths.len() == 0
        {
            return Ok(());
        }
        output::print_to_stdout(|out| {
            for (finding, path) in stored
                .reproduced_findings
                .iter()
                .zip(&stored.reproduced_paths)
            {
                let (level, rule) = (finding.level.name(), &finding.rule);
                let again = self.reproduce.replay_file_command(path);
                let mark = finding_mark(finding, self.known_failures);
                let (seen, tries) = finding.reproduced_count_and_tries;
                let reproduced = message!(
                    "finding_stored_before",
                    "{rule}, stored before: reproduced {seen} of {tries} times",
                    rule,
                    seen,
                    tries
                );
                writeln!(out, "{mark} {level:6} {reproduced}\n    {again}")?;
            }
            for path in &stored.not_reproduced_paths {
                let fixed = message!("finding_not_reproduced", "not reproduced: {path}", path);
                writeln!(out, "✓ {fixed}")?;
            }
            writeln!(out)
        })
    }

    /// Stores the script of a finding and prints the finding.
    fn store_and_print_finding(&self, finding: &Finding) -> Result<(), Error> {
        self.clear_progress_line();
        let engine = self.reproduce.engine.join(" ");
        let options = self.reproduce.engine_options();
        let path = (self.store).write_finding(finding, self.request.seed, (&engine, &options))?;
        let replay = self
            .reproduce
            .replay_file_command(&path.display().to_string());
        self.script_paths.borrow_mut().push(path);
        let (again, tries) = finding.reproduced_count_and_tries;
        if !self.prints_text {
            return Ok(());
        }
        output::print_to_stdout(|out| {
            let mark = finding_mark(finding, self.known_failures);
            writeln!(out, "{mark} {:6} {}", finding.level.name(), finding.rule)?;
            writeln!(out, "    {}", truncate_text(&finding.message, 600))?;
            let script = String::from_utf8_lossy(&finding.script);
            for line in script.lines().skip(1).take(MAX_PRINTED_SCRIPT_LINES) {
                writeln!(out, "      {}", truncate_text(line, 72))?;
            }
            let more = script
                .lines()
                .count()
                .saturating_sub(1 + MAX_PRINTED_SCRIPT_LINES);
            if more > 0 {
                let more = message!("more_script_lines", "and {count} more lines", count = more);
                writeln!(out, "      {more}")?;
            }
            let reproduced = message!(
                "finding_reproduced",
                "reproduced {again} of {tries} times in fresh processes",
                again,
                tries
            );
            let see_again = message!("see_it_again", "see it again");
            let colon = Language::selected_for_texts().colon();
            writeln!(out, "    {reproduced}\n    {see_again}{colon}{replay}\n")
        })
    }

    /// Builds and prints the summary of the campaign.
    pub(super) fn print_summary(
        self,
        campaign: CampaignResult,
        stored: &StoredFindings,
        sandbox: Message,
        hint: Option<Message>,
        is_built_in: bool,
    ) -> Result<CampaignSummary, Error> {
        self.clear_progress_line();
        if let Some(err) = self.first_error.into_inner() {
            return Err(err);
        }
        let seconds = self.stopwatch.elapsed().as_secs_f64();
        let found = campaign.findings.iter().zip(self.script_paths.into_inner());
        let found = found.map(|(finding, path)| {
            let path = path.display().to_string();
            let again = self.reproduce.replay_file_command(&path);
            FindingEntry::new(finding, path, again, self.known_failures)
        });
        let mut summary = CampaignSummary::new(
            self.request,
            &campaign,
            found.collect(),
            stored,
            self.known_failures,
        );
        summary.seconds = seconds;
        summary.sandbox = sandbox.to_string();
        summary.hint = hint;
        if is_built_in {
            summary.remarks.push(BUILT_IN_ENGINE_REMARK);
        }
        if self.prints_text {
            output::print_to_stdout(|out| summary.write_text(out))?;
        }
        Ok(summary)
    }

    fn clear_progress_line(&self) {
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }
}

/// Returns the mark of a finding in the text report, such as `~` for a known failure, `✗` for a certain finding or `?`
/// for an uncertain one.
fn finding_mark(finding: &Finding, known_failures: &KnownFailures) -> &'static str {
    match finding.is_mostly_reproduced() {
        _ if is_known_failure(&finding.rule, known_failures) => "~",
        true => "✗",
        false => "?",
    }
}
