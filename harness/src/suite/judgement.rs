//! What a run came to, in every form that a test may want to assert something about.

use std::{collections::BTreeMap, io};

use anstream::StripStream;

use super::keeper::Keeper;
use crate::{
    error::Error,
    exit::Exit,
    report::{self, Reporter},
    snapshot::Recorded,
    transcript::Transcript,
    verdict::Report,
};

/// What the command line would have come to: an exit code and what it prints; and the transcripts.
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
    pub(super) fn new(report: Report, keeper: Keeper) -> Judgement {
        Judgement {
            report: Ok(report),
            transcripts: keeper.into_transcripts(),
        }
    }

    /// Sees to it that a test fails unless every exercised requirement holds, known failures aside.
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

    /// What the command line prints, without colours: the report, or `error:` and why there is none.
    pub fn text(&self) -> String {
        match &self.report {
            Ok(report) => written(&report::text::Text, report),
            Err(err) => format!("error: {err}\n"),
        }
    }

    /// What `--report json` prints.
    ///
    /// # Errors
    ///
    /// There is no report: see [`report`](Judgement::report).
    pub fn json(&self) -> Result<String, &Error> {
        let report = self.report()?;
        Ok(written(&report::json::Json, report))
    }

    /// Everything that was found, as data.
    ///
    /// # Errors
    ///
    /// There was no run, because something that the suite was told is not usable: there is no such profile or
    /// script, a list of known failures is none, ... What an engine does is never an error.
    pub fn report(&self) -> Result<&Report, &Error> {
        self.report.as_ref()
    }

    /// The transcripts, sorted by scenario. Of a scenario that was played again to be certain it is the first one.
    /// The handshake that every run begins with is one of them (`ucci/start`).
    ///
    /// They are there as far as 64 MiB hold them: an engine that says more than that is not kept whole.
    pub fn transcripts(&self) -> impl Iterator<Item = Recorded<'_>> {
        let protocol = self.report.as_ref().map_or("", |it| &it.protocol);
        self.transcripts
            .iter()
            .map(move |(scenario, transcript)| Recorded::new(protocol, scenario, transcript))
    }

    /// The transcript of a scenario: of the id of an embedded one, or of the path of a file as it was given.
    pub fn transcript(&self, scenario: &str) -> Option<Recorded<'_>> {
        self.transcripts().find(|it| it.scenario() == scenario)
    }
}

/// What a reporter writes, without colours.
fn written(reporter: &dyn Reporter, report: &Report) -> String {
    let mut out = StripStream::new(Vec::new());
    let done: io::Result<()> = reporter.write(report, &mut out);
    let text = String::from_utf8_lossy(&out.into_inner()).into_owned();
    match done {
        Ok(()) => text,
        // Memory takes everything; if it ever does not, nobody should miss it.
        Err(err) => format!("{text}\n{}: {err}\n", reporter.name()),
    }
}
