//! Watches a campaign: writes findings down as they come, and tells how it goes.

use std::{
    cell::RefCell,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use super::{
    stored::{Known, is_known},
    summary::{Found, Summary},
};
use crate::{
    cli::output,
    error::Error,
    fuzz::{
        Finding,
        campaign::{Campaign, Observer, Request},
        store::Store,
    },
    known::Known as Accepted,
    launch::reproduce::Reproduce,
    link::clock::Stopwatch,
    readable::cut,
};

/// So many lines of a script are shown; the file has them all.
const SHOWN: usize = 12;

pub(super) struct Keeper<'a> {
    request: &'a Request<'a>,
    store: &'a Store,
    reproduce: &'a Reproduce,
    /// What the user lives with.
    accepted: &'a Accepted,
    /// Whether standard output is for people.
    text: bool,
    watch: Stopwatch,
    paths: RefCell<Vec<PathBuf>>,
    failed: RefCell<Option<Error>>,
}

impl Observer for Keeper<'_> {
    fn progress(&self, campaign: &Campaign) {
        if !io::stderr().is_terminal() {
            return;
        }
        let seconds = self.watch.elapsed().as_secs_f64();
        // Standard error that is closed hinders nobody.
        let _ = write!(
            io::stderr().lock(),
            "\r\x1b[K{seconds:.0} s · {} commands · {:.0} a second · {} sessions · {} things met · {} findings",
            campaign.commands,
            campaign.commands as f64 / seconds.max(0.001),
            campaign.sessions,
            campaign.coverage.transitions.len(),
            campaign.findings.len()
        );
    }

    fn found(&self, finding: &Finding) {
        if let Err(err) = self.keep(finding) {
            self.failed.borrow_mut().get_or_insert(err);
        }
    }
}

impl<'a> Keeper<'a> {
    pub(super) fn new(
        request: &'a Request<'a>,
        store: &'a Store,
        reproduce: &'a Reproduce,
        accepted: &'a Accepted,
        text: bool,
    ) -> Keeper<'a> {
        Keeper {
            request,
            store,
            reproduce,
            accepted,
            text,
            watch: Stopwatch::start(),
            paths: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// What is stored, and whether it is still there.
    pub(super) fn tell_stored(&self, known: &Known) -> Result<(), Error> {
        if !self.text || known.still.len() + known.silent_paths.len() == 0 {
            return Ok(());
        }
        output::print(|out| {
            for (finding, path) in known.still.iter().zip(&known.still_paths) {
                let (level, rule) = (finding.level.name(), &finding.rule);
                let again = self.reproduce.replay_file(path);
                let mark = mark(finding, self.accepted);
                let (seen, tries) = finding.seen;
                writeln!(
                    out,
                    "{mark} {level:6} {rule}, as it is stored: seen again {seen} times of {tries}\n    {again}"
                )?;
            }
            for path in &known.silent_paths {
                writeln!(out, "✓ not seen any more (`--replay` tries harder): {path}")?;
            }
            writeln!(out)
        })
    }

    /// Writes the script, and says what was found.
    fn keep(&self, finding: &Finding) -> Result<(), Error> {
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
            let mark = mark(finding, self.accepted);
            writeln!(out, "{mark} {:6} {}", finding.level.name(), finding.rule)?;
            writeln!(out, "    {}", cut(&finding.message, 600))?;
            let script = String::from_utf8_lossy(&finding.script);
            for line in script.lines().skip(1).take(SHOWN) {
                writeln!(out, "      {}", cut(line, 72))?;
            }
            let more = script.lines().count().saturating_sub(1 + SHOWN);
            if more > 0 {
                writeln!(out, "      and {more} lines more")?;
            }
            writeln!(
                out,
                "    seen again {again} times of {tries}, in fresh processes"
            )?;
            writeln!(out, "    see it again:   {replay}\n")
        })
    }

    /// Tells what it all came to.
    pub(super) fn over(
        self,
        campaign: Campaign,
        known: &Known,
        safety: &'static str,
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
            Found::new(finding, path, again, self.accepted)
        });
        let mut summary = Summary::new(
            self.request,
            &campaign,
            found.collect(),
            known,
            self.accepted,
        );
        summary.seconds = seconds;
        summary.safety = safety;
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

/// How a finding is marked: the user lives with it, it is certain, or it is not.
fn mark(finding: &Finding, accepted: &Accepted) -> &'static str {
    match finding.is_certain() {
        _ if is_known(&finding.rule, accepted) => "~",
        true => "✗",
        false => "?",
    }
}
