//! Observes a campaign: stores and prints each finding, and shows progress.

use std::{
    cell::RefCell,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use super::{
    stored::{StoredFindings, is_known},
    summary::{FindingEntry, Summary},
};
use crate::{
    cli::output,
    error::Error,
    fuzz::{
        Finding,
        campaign::{Campaign, Observer, Request},
        store::Store,
    },
    known::KnownFailures,
    launch::reproduce::Reproduce,
    link::clock::Stopwatch,
    readable::cut,
};

/// The maximal number of script lines that are printed for a finding. The file of the script has all lines.
const SHOWN: usize = 12;

pub(super) struct FindingPrinter<'a> {
    request: &'a Request<'a>,
    store: &'a Store,
    reproduce: &'a Reproduce,
    known_failures: &'a KnownFailures,
    /// True if standard output gets the text report.
    text: bool,
    watch: Stopwatch,
    paths: RefCell<Vec<PathBuf>>,
    failed: RefCell<Option<Error>>,
}

impl Observer for FindingPrinter<'_> {
    fn progress(&self, campaign: &Campaign) {
        if !io::stderr().is_terminal() {
            return;
        }
        let seconds = self.watch.elapsed().as_secs_f64();
        // Write errors are ignored, because standard error may be closed.
        let _ = write!(
            io::stderr().lock(),
            "\r\x1b[K{seconds:.0} s · {} commands · {:.0} a second · {} sessions · {} transitions covered · {} findings",
            campaign.commands,
            campaign.commands as f64 / seconds.max(0.001),
            campaign.sessions,
            campaign.coverage.transitions.len(),
            campaign.findings.len()
        );
    }

    fn found(&self, finding: &Finding) {
        if let Err(err) = self.store_and_print(finding) {
            self.failed.borrow_mut().get_or_insert(err);
        }
    }
}

impl<'a> FindingPrinter<'a> {
    pub(super) fn new(
        request: &'a Request<'a>,
        store: &'a Store,
        reproduce: &'a Reproduce,
        known_failures: &'a KnownFailures,
        text: bool,
    ) -> FindingPrinter<'a> {
        FindingPrinter {
            request,
            store,
            reproduce,
            known_failures,
            text,
            watch: Stopwatch::start(),
            paths: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// Prints the stored findings and whether they were reproduced.
    pub(super) fn print_stored(&self, stored: &StoredFindings) -> Result<(), Error> {
        if !self.text || stored.reproduced.len() + stored.not_reproduced_paths.len() == 0 {
            return Ok(());
        }
        output::print(|out| {
            for (finding, path) in stored.reproduced.iter().zip(&stored.reproduced_paths) {
                let (level, rule) = (finding.level.name(), &finding.rule);
                let again = self.reproduce.replay_file(path);
                let mark = mark(finding, self.known_failures);
                let (seen, tries) = finding.seen;
                writeln!(
                    out,
                    "{mark} {level:6} {rule}, stored before: reproduced {seen} of {tries} times\n    {again}"
                )?;
            }
            for path in &stored.not_reproduced_paths {
                writeln!(out, "✓ not reproduced: {path}")?;
            }
            writeln!(out)
        })
    }

    /// Stores the script of a finding and prints the finding.
    fn store_and_print(&self, finding: &Finding) -> Result<(), Error> {
        self.clear_line();
        let engine = self.reproduce.engine.join(" ");
        let path = self.store.keep(finding, self.request.seed, &engine)?;
        let replay = self.reproduce.replay_file(&path.display().to_string());
        self.paths.borrow_mut().push(path);
        let (again, tries) = finding.seen;
        if !self.text {
            return Ok(());
        }
        output::print(|out| {
            let mark = mark(finding, self.known_failures);
            writeln!(out, "{mark} {:6} {}", finding.level.name(), finding.rule)?;
            writeln!(out, "    {}", cut(&finding.message, 600))?;
            let script = String::from_utf8_lossy(&finding.script);
            for line in script.lines().skip(1).take(SHOWN) {
                writeln!(out, "      {}", cut(line, 72))?;
            }
            let more = script.lines().count().saturating_sub(1 + SHOWN);
            if more > 0 {
                writeln!(out, "      and {more} more lines")?;
            }
            writeln!(
                out,
                "    reproduced {again} of {tries} times in fresh processes"
            )?;
            writeln!(out, "    see it again:   {replay}\n")
        })
    }

    /// Builds and prints the summary of the campaign.
    pub(super) fn finish(
        self,
        campaign: Campaign,
        stored: &StoredFindings,
        sandbox: &'static str,
        hint: Option<&'static str>,
    ) -> Result<Summary, Error> {
        self.clear_line();
        if let Some(err) = self.failed.into_inner() {
            return Err(err);
        }
        let seconds = self.watch.elapsed().as_secs_f64();
        let found = campaign.findings.iter().zip(self.paths.into_inner());
        let found = found.map(|(finding, path)| {
            let path = path.display().to_string();
            let again = self.reproduce.replay_file(&path);
            FindingEntry::new(finding, path, again, self.known_failures)
        });
        let mut summary = Summary::new(
            self.request,
            &campaign,
            found.collect(),
            stored,
            self.known_failures,
        );
        summary.seconds = seconds;
        summary.sandbox = sandbox;
        summary.hint = hint;
        if self.text {
            output::print(|out| summary.write_text(out))?;
        }
        Ok(summary)
    }

    fn clear_line(&self) {
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }
}

/// Returns the mark of a finding: `~` for a known failure, `✗` for a certain finding, `?` for an uncertain one.
fn mark(finding: &Finding, known_failures: &KnownFailures) -> &'static str {
    match finding.is_certain() {
        _ if is_known(&finding.rule, known_failures) => "~",
        true => "✗",
        false => "?",
    }
}
