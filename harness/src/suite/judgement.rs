//! The result of a run, in every form that a test may check.

use std::{collections::BTreeMap, io};

use anstream::StripStream;

use super::collector::TranscriptCollector;
use crate::{
    error::Error,
    exit::Exit,
    report::{self, Reporter},
    snapshot::Recorded,
    transcript::Transcript,
    verdict::Report,
};

/// The result of a run: the exit code and output of the command line, and the transcripts.
#[derive(Clone, Debug)]
pub struct Judgement {
    report: Result<Report, Error>,
    /// By scenario.
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

    /// Panics unless every exercised requirement holds, known failures aside.
    ///
    /// # Panics
    ///
    /// If the exit code is not 0, with [`text`](Judgement::text).
    #[track_caller]
    pub fn assert_ok(self) -> Judgement {
        assert!(self.exit() == Exit::Fine, "{}", self.text());
        self
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match &self.report {
            Ok(report) => report.exit,
            Err(err) => err.exit(),
        }
    }

    /// The output of the command line, without colours: the report, or `error:` and the reason.
    pub fn text(&self) -> String {
        match &self.report {
            Ok(report) => written(&report::text::Text, report),
            Err(err) => format!("error: {err}\n"),
        }
    }

    /// The output of `--report json`.
    ///
    /// # Errors
    ///
    /// There is no report: see [`report`](Judgement::report).
    pub fn json(&self) -> Result<String, &Error> {
        let report = self.report()?;
        Ok(written(&report::json::Json, report))
    }

    /// The report as data.
    ///
    /// # Errors
    ///
    /// There was no run because a setting of the suite is not usable: an unknown profile, a missing
    /// script, an invalid file of known failures, ... What an engine does is never an error.
    pub fn report(&self) -> Result<&Report, &Error> {
        self.report.as_ref()
    }

    /// The transcripts, sorted by scenario. If a scenario was repeated to confirm a violation, it is the first one.
    /// The first handshake of every run is one of them (`ucci/start`).
    ///
    /// At most 64 MiB are collected; transcripts beyond that are missing.
    pub fn transcripts(&self) -> impl Iterator<Item = Recorded<'_>> {
        let protocol = self.report.as_ref().map_or("", |it| &it.protocol);
        self.transcripts
            .iter()
            .map(move |(scenario, transcript)| Recorded::new(protocol, scenario, transcript))
    }

    /// The transcript of a scenario: the id of an embedded one, or the path of a file as it was given.
    pub fn transcript(&self, scenario: &str) -> Option<Recorded<'_>> {
        self.transcripts().find(|it| it.scenario() == scenario)
    }
}

/// The output of a reporter, without colours.
fn written(reporter: &dyn Reporter, report: &Report) -> String {
    let mut out = StripStream::new(Vec::new());
    let done: io::Result<()> = reporter.write(report, &mut out);
    let text = String::from_utf8_lossy(&out.into_inner()).into_owned();
    match done {
        Ok(()) => text,
        // Writing to memory does not fail; if it ever does, the text shows it.
        Err(err) => format!("{text}\n{}: {err}\n", reporter.name()),
    }
}
