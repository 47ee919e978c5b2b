//! The result of a run, in every form that a test may check.

use std::{collections::BTreeMap, io};

use anstream::StripStream;

use super::collector::TranscriptCollector;
use crate::{
    error::Error,
    exit::Exit,
    report::{self, Reporter},
    snapshot::RecordedSession,
    transcript::Transcript,
    verdict::Report,
};

/// The result of a run: the exit code and output of the command line, and the transcripts.
#[derive(Clone, Debug)]
pub struct Judgement {
    report: Result<Report, Error>,
    /// The transcripts by the ids of their scenarios.
    transcripts: BTreeMap<String, Transcript>,
}

impl From<Error> for Judgement {
    fn from(err: Error) -> Judgement {
        Judgement {
            report: Err(err),
            transcripts: BTreeMap::new(),
        }
    }
}

impl Judgement {
    pub(super) fn new(report: Report, collector: TranscriptCollector) -> Judgement {
        Judgement {
            report: Ok(report),
            transcripts: collector.into_transcripts(),
        }
    }

    /// Panics if the run failed; known failures do not fail a run.
    ///
    /// # Panics
    ///
    /// Panics with [`text`](Judgement::text) if the exit code is not 0.
    #[track_caller]
    pub fn assert_ok(self) -> Judgement {
        assert!(self.exit() == Exit::Fine, "{}", self.text());
        self
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match &self.report {
            Ok(report) => report.exit,
            Err(err) => err.exit_code(),
        }
    }

    /// The text that the command-line program prints, without colours: the report, or `error:` and
    /// the reason.
    pub fn text(&self) -> String {
        match &self.report {
            Ok(report) => format_report(&report::text::TextReporter, report),
            Err(err) => format!("error: {err}\n"),
        }
    }

    /// The output of `--report json`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no report: see [`report`](Judgement::report).
    pub fn json(&self) -> Result<String, &Error> {
        let report = self.report()?;
        Ok(format_report(&report::json::JsonReporter, report))
    }

    /// The report as data.
    ///
    /// # Errors
    ///
    /// Returns an error if a setting of the suite is not usable: an unknown profile, a missing script, an invalid file
    /// of known failures, ... Bad behaviour of an engine is reported as a violation, never as an error.
    pub fn report(&self) -> Result<&Report, &Error> {
        self.report.as_ref()
    }

    /// The transcripts, sorted by scenario. If a scenario was replayed to confirm a violation, only the transcript of
    /// its first session is included. The handshake at the beginning of a run also has a transcript (such as
    /// `ucci/start`).
    ///
    /// At most 64 MiB of transcripts are collected; a transcript beyond this limit is missing.
    pub fn transcripts(&self) -> impl Iterator<Item = RecordedSession<'_>> {
        let protocol = self.report.as_ref().map_or("", |it| &it.protocol);
        self.transcripts
            .iter()
            .map(move |(scenario, transcript)| RecordedSession::new(protocol, scenario, transcript))
    }

    /// The transcript of a scenario, given by the id of an embedded script or by the path of a file.
    pub fn transcript(&self, scenario: &str) -> Option<RecordedSession<'_>> {
        self.transcripts().find(|it| it.scenario() == scenario)
    }
}

/// Returns the report as this reporter formats it, without colours.
fn format_report(reporter: &dyn Reporter, report: &Report) -> String {
    let mut out = StripStream::new(Vec::new());
    let done: io::Result<()> = reporter.write_report(report, &mut out);
    let text = String::from_utf8_lossy(&out.into_inner()).into_owned();
    match done {
        Ok(()) => text,
        // Writing to memory does not fail. If the reporter itself fails, the text shows the error.
        Err(err) => format!("{text}\n{}: {err}\n", reporter.name()),
    }
}
