//! The common code of `check`, `replay` and `judge` for the run, the report and the exit code.

use std::time::Duration;

use super::{
    CommandResult, boards,
    options::{EngineOptions, JudgeOptions},
    output::{self, Outputs},
    run_observer::RunObserver,
    target::Target,
};
use crate::{
    check::{
        self, Mode, Policy, Request,
        select::{self, Selection},
    },
    error::Error,
    exit::Exit,
    judge::{self, streaming::Record},
    launch::reproduce::Reproduce,
    link::clock::Stopwatch,
    message::{Message, Paragraph},
    protocol::Protocol,
    report,
    verdict::Report,
};

/// The options and the engine of a run; the scenarios are in `Playlist`.
pub(super) struct RunContext {
    /// The time since the start of the command, including the detection of the protocol.
    pub(super) began: Stopwatch,
    pub(super) mode: Mode,
    pub(super) engine: EngineOptions,
    pub(super) judge: JudgeOptions,
    pub(super) target: Target,
    pub(super) reproduce: Reproduce,
    pub(super) outputs: Outputs,
    pub(super) time_limit: Option<Duration>,
}

/// The scenarios to play.
pub(super) struct Playlist {
    pub(super) protocol: &'static dyn Protocol,
    pub(super) profile: Option<String>,
    pub(super) selection: Selection,
    pub(super) notes: Vec<Message>,
}

/// The records of logs that are judged already.
pub(super) struct Records {
    pub(super) protocol: &'static dyn Protocol,
    pub(super) selection: Selection,
    pub(super) records: Vec<Record>,
    pub(super) notes: Vec<Message>,
    /// True if a part of the logs could not be read.
    pub(super) damaged: bool,
}

impl RunContext {
    /// Writes the report on logs that are judged already.
    pub(super) fn judge(self, records: Records) -> Result<CommandResult, Error> {
        let playlist = Playlist {
            protocol: records.protocol,
            profile: self.judge.profile.clone(),
            selection: records.selection,
            notes: records.notes,
        };
        self.execute(playlist, |request, observer| {
            let mut report = judge::run(request, records.records, observer);
            if records.damaged && report.exit > Exit::Usage {
                report.exit = Exit::Usage;
            }
            report
        })
    }

    /// Plays the scenarios, judges them, and writes the report.
    pub(super) fn check(self, playlist: Playlist) -> Result<CommandResult, Error> {
        self.execute(playlist, |request, observer| check::run(request, observer))
    }

    fn execute(
        self,
        playlist: Playlist,
        build_report: impl FnOnce(&Request, &RunObserver) -> Report,
    ) -> Result<CommandResult, Error> {
        let known = self.judge.known(playlist.protocol)?;
        let mut notes = playlist.notes;
        if self.mode == Mode::Check {
            notes.extend(select::misspelt(playlist.protocol, &known)?);
        }
        let title = report::text::protocol_part(playlist.protocol.title(), &notes);
        let head = self
            .outputs
            .text_on_stdout()
            .then(|| (title, playlist.profile.clone()));
        let observer = RunObserver::new(head, self.judge.transcripts.clone());
        let request = Request {
            mode: self.mode,
            protocol: playlist.protocol,
            spec: self.target.spec.clone(),
            command: self.target.command.clone(),
            settings: self.engine.settings(),
            selection: playlist.selection,
            profile: playlist.profile,
            jobs: usize::from(self.judge.jobs),
            policy: Policy {
                strict: self.judge.strict,
                allow_inconclusive: self.judge.allow_inconclusive,
            },
            known,
            reproduce: self.reproduce(),
            notes,
            rules_as_of: self.judge.rules_as_of,
            began: self.began,
            time_limit: self.time_limit,
        };
        let mut report = build_report(&request, &observer);
        report.run.seconds = self.began.elapsed().as_secs_f64();
        let observed = observer.finish();
        self.judge.write_known_failures_file(&report)?;
        // A failure to write a transcript changes the exit code only if the code would be 0.
        let failed = observed.err().filter(|_| report.exit == Exit::Fine);
        if let Some(err) = &failed {
            report.exit = err.exit();
        }
        let result = self.print_report(report, Printed::Head)?;
        failed.map_or(Ok(result), Err)
    }

    /// Returns the command line that reproduces a violation. A profile other than the default is part of the command
    /// line, because it changes the levels of rules.
    fn reproduce(&self) -> Reproduce {
        let mut reproduce = self.reproduce.clone();
        let profile = self.judge.profile.iter().filter(|it| *it != select::FULL);
        let words = profile.flat_map(|it| ["--profile".to_owned(), it.clone()]);
        reproduce.options.extend(words);
        reproduce
    }

    /// Reports that the protocol of the engine was not detected.
    pub(super) fn report_no_protocol(self, problem: Paragraph) -> Result<CommandResult, Error> {
        let report =
            check::without_protocol(self.mode, self.target.command.clone(), problem, &self.began);
        self.print_report(report, Printed::Nothing)
    }

    fn print_report(self, mut report: Report, printed: Printed) -> Result<CommandResult, Error> {
        report.boards = boards::on_stdout(self.judge.board);
        let text = self.outputs.text_on_stdout();
        output::print(|out| match printed {
            Printed::Head if text => report::text::body(&report, out),
            _ => self.outputs.stdout.write(&report, out),
        })?;
        report.boards = boards::in_files(self.judge.board);
        self.outputs.write_files(&report)?;
        Ok(report.exit.into())
    }
}

/// The part of the text report that is already on standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    Nothing,
    Head,
}
