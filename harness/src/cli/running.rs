//! What `check` and `replay` have in common: run, report, exit.

use std::time::Duration;

use super::{
    Done, boards,
    options::{EngineOptions, JudgeOptions},
    output::{self, Outputs},
    target::Target,
    watch::Watch,
};
use crate::{
    check::{
        self, Mode, Policy, Request,
        select::{self, Selection},
    },
    error::Error,
    exit::Exit,
    judge::{self, sift::Record},
    launch::reproduce::Reproduce,
    link::clock::Stopwatch,
    protocol::Protocol,
    report,
    verdict::Report,
};

/// Everything but what to play.
pub(super) struct Running {
    /// When the command began, looking for the protocol included.
    pub(super) began: Stopwatch,
    pub(super) mode: Mode,
    pub(super) engine: EngineOptions,
    pub(super) judge: JudgeOptions,
    pub(super) target: Target,
    pub(super) reproduce: Reproduce,
    pub(super) outputs: Outputs,
    pub(super) time_limit: Option<Duration>,
}

/// What to play.
pub(super) struct Play {
    pub(super) protocol: &'static dyn Protocol,
    pub(super) profile: Option<String>,
    pub(super) selection: Selection,
    pub(super) notes: Vec<String>,
}

/// What was judged without being played.
pub(super) struct Records {
    pub(super) protocol: &'static dyn Protocol,
    pub(super) selection: Selection,
    pub(super) records: Vec<Record>,
    pub(super) notes: Vec<String>,
    /// Some of it could not be read.
    pub(super) damaged: bool,
}

impl Running {
    /// Judges records, reports.
    pub(super) fn judge(self, records: Records) -> Result<Done, Error> {
        let play = Play {
            protocol: records.protocol,
            profile: self.judge.profile.clone(),
            selection: records.selection,
            notes: records.notes,
        };
        self.carry_out(play, |request, watch| {
            let mut report = judge::run(request, records.records, watch);
            if records.damaged && report.exit > Exit::Usage {
                report.exit = Exit::Usage;
            }
            report
        })
    }

    /// Plays, judges, reports.
    pub(super) fn run(self, play: Play) -> Result<Done, Error> {
        self.carry_out(play, |request, watch| check::run(request, watch))
    }

    fn carry_out(
        self,
        play: Play,
        work: impl FnOnce(&Request, &Watch) -> Report,
    ) -> Result<Done, Error> {
        let title = play.protocol.title().to_owned();
        let known = self.judge.known(play.protocol)?;
        let mut notes = play.notes;
        if self.mode == Mode::Check {
            notes.extend(select::misspelt(play.protocol, &known)?);
        }
        let head = self
            .outputs
            .text_on_stdout()
            .then(|| (title, play.profile.clone()));
        let watch = Watch::new(head, self.judge.transcripts.clone());
        let request = Request {
            mode: self.mode,
            protocol: play.protocol,
            spec: self.target.spec.clone(),
            command: self.target.command.clone(),
            settings: self.engine.settings(),
            selection: play.selection,
            profile: play.profile,
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
        let mut report = work(&request, &watch);
        report.run.seconds = self.began.elapsed().as_secs_f64();
        let watched = watch.finish();
        self.judge.write_known(&report)?;
        // A transcript that could not be written does not hide what was found.
        let failed = watched.err().filter(|_| report.exit == Exit::Fine);
        if let Some(err) = &failed {
            report.exit = err.exit();
        }
        let done = self.tell(report, Printed::Head)?;
        failed.map_or(Ok(done), Err)
    }

    /// What shows a finding again: also the profile, if rules bind by it otherwise than usually.
    fn reproduce(&self) -> Reproduce {
        let mut reproduce = self.reproduce.clone();
        let profile = self.judge.profile.iter().filter(|it| *it != select::FULL);
        let words = profile.flat_map(|it| ["--profile".to_owned(), it.clone()]);
        reproduce.options.extend(words);
        reproduce
    }

    /// Reports that no protocol could be found.
    pub(super) fn give_up(self, problem: String) -> Result<Done, Error> {
        let report =
            check::without_protocol(self.mode, self.target.command.clone(), problem, &self.began);
        self.tell(report, Printed::Nothing)
    }

    fn tell(self, mut report: Report, printed: Printed) -> Result<Done, Error> {
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

/// How much of the text is on standard output already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    Nothing,
    Head,
}
