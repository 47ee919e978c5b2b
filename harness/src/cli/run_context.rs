//! Common code of `check`, `replay` and `judge`: the run, its report, and its exit code.

use std::{fs, path::PathBuf, time::Duration};

use super::{
    CommandResult, boards, dialogue,
    last_run::StateFile,
    options::{EngineOptions, JudgeOptions},
    output::{self, ReportOutputs},
    run_environment,
    run_observer::RunObserver,
    target::EngineTarget,
};
use crate::{
    check::{
        self, FailurePolicy, RunMode, RunRequest, StopPolicy,
        merge_shards::{self, ShardReport},
        repeat,
        select::{self, Selection},
        shard::ShardRequest,
    },
    error::Error,
    exit::Exit,
    judge::{self, streaming::ConversationRecord},
    launch::reproduce::ReproduceArgs,
    link::clock::Stopwatch,
    message::{Message, Problem},
    protocol::Protocol,
    report,
    rule::version,
    verdict::{DEFAULT_REPORT_WIDTH, Report, TextLayout},
};

/// The engine of a run, and the options of the run. `Playlist` has the scenarios of the run.
pub(super) struct RunContext {
    /// The time since the start of the command, including the detection of the protocol.
    pub(super) stopwatch: Stopwatch,
    pub(super) mode: RunMode,
    pub(super) engine_options: EngineOptions,
    pub(super) judge_options: JudgeOptions,
    /// The directory that `--transcripts` names.
    pub(super) transcript_dir: Option<PathBuf>,
    pub(super) target: EngineTarget,
    /// The name of the engine in `ponderhit.toml`.
    pub(super) engine_name: Option<String>,
    pub(super) reproduce_command: ReproduceArgs,
    pub(super) outputs: ReportOutputs,
    pub(super) time_limit: Option<Duration>,
    pub(super) repetition: Repetition,
    /// The shard of `--shard`.
    pub(super) shard: Option<ShardRequest>,
    /// True if the conversations are printed while they are played, one after the other.
    pub(super) shows_dialogue: bool,
}

/// The scenarios that a run plays.
pub(super) struct Playlist {
    pub(super) protocol: &'static dyn Protocol,
    pub(super) profile: Option<String>,
    pub(super) selection: Selection,
    pub(super) notes: Vec<Message>,
}

/// The values of the options `--repeat`, `--fail-fast`, `--failed` and `--state`.
#[derive(Default)]
pub(super) struct Repetition {
    /// How often the scenarios are played; 0 means once, too.
    pub(super) repeat_count: usize,
    pub(super) stop_policy: StopPolicy,
    pub(super) state_file: Option<StateFile>,
}

/// The judged records of logs.
pub(super) struct JudgedLogs {
    pub(super) protocol: &'static dyn Protocol,
    pub(super) selection: Selection,
    pub(super) records: Vec<ConversationRecord>,
    pub(super) notes: Vec<Message>,
    /// True if a part of a log could not be read.
    pub(super) is_partly_unreadable: bool,
    /// True if an engine in a log sent lines, but none of them is a response of the protocol.
    pub(super) lacks_responses: bool,
    /// True if lines are missing that may show a violation: a rule failed when a stored report was written, but a part
    /// of the transcripts is not in the report; or a log has no line of the engine.
    pub(super) lacks_evidence: bool,
}

/// Builds the report of a run. It is a trait object so that the code that writes reports is compiled once.
type ReportBuilder<'a> = Box<dyn FnOnce(RunRequest, &RunObserver) -> Report + 'a>;

impl RunContext {
    /// Writes the report on logs that were already judged.
    pub(super) fn report_on_logs(self, records: JudgedLogs) -> Result<CommandResult, Error> {
        let playlist = Playlist {
            protocol: records.protocol,
            profile: self.judge_options.profile.clone(),
            selection: records.selection,
            notes: records.notes,
        };
        let build_report = |request: RunRequest, observer: &RunObserver| {
            let mut report = judge::report_on_records(&request, records.records, observer);
            // A run in which only rules about the process were exercised has not passed.
            if records.lacks_responses && report.exit == Exit::Fine {
                report.exit = Exit::Nothing;
            }
            let may_be_inconclusive = request.failure_policy.allow_inconclusive;
            if records.lacks_evidence && !may_be_inconclusive && report.exit == Exit::Fine {
                report.exit = Exit::Inconclusive;
            }
            if records.is_partly_unreadable && report.exit > Exit::Usage {
                report.exit = Exit::Usage;
            }
            report
        };
        let report = self.run_and_report(playlist, Box::new(build_report))?;
        Ok(report.exit.into())
    }

    /// Writes the report that is merged from all shards of a run.
    pub(super) fn report_on_shards(
        self,
        playlist: Playlist,
        shards: &[ShardReport],
    ) -> Result<CommandResult, Error> {
        let build_report = |request: RunRequest, observer: &RunObserver| {
            merge_shards::merge_shards(&request, shards, observer)
        };
        let report = self.run_and_report(playlist, Box::new(build_report))?;
        Ok(report.exit.into())
    }

    /// Plays the scenarios, judges them, writes the report, and also returns it.
    pub(super) fn play_scenarios(mut self, playlist: Playlist) -> Result<Report, Error> {
        let repeats = self.repetition.repeat_count;
        let state_file = self.repetition.state_file.take();
        let mut stored = Ok(());
        let build_report = |request: RunRequest, observer: &RunObserver| {
            let report = repeat::run_repeatedly(request, repeats, observer);
            if let Some(file) = state_file {
                stored = file.store(&report);
            }
            report
        };
        let report = self.run_and_report(playlist, Box::new(build_report))?;
        stored.map(|()| report)
    }

    fn run_and_report(
        self,
        playlist: Playlist,
        build_report: ReportBuilder<'_>,
    ) -> Result<Report, Error> {
        self.check_transcript_directory()?;
        let known = self.judge_options.read_known_failures(playlist.protocol)?;
        let as_of = self.judge_options.rules_as_of;
        version::check_rules_as_of(&playlist.protocol.rules(), as_of)
            .map_err(|why| Error::option_error("--rules-as-of", why))?;
        let mut notes = playlist.notes;
        if self.mode == RunMode::Check {
            notes.extend(select::known_failure_warnings(playlist.protocol, &known)?);
        }
        let title = report::text::format_protocols(playlist.protocol.title(), &notes);
        notes.extend(self.engine_options.longer_deadlines_note());
        let has_text = self.outputs.has_text_on_stdout() && !self.judge_options.quiet;
        let head = has_text.then(|| (title, playlist.profile.clone()));
        let mut observer = RunObserver::new(head, self.transcript_dir.clone());
        observer.shows_dialogue = self.shows_dialogue;
        observer.engine_name.clone_from(&self.engine_name);
        let mut settings = self.engine_options.session_settings();
        settings.event_listener = self.shows_dialogue.then(dialogue::dialogue_printer);
        let request = RunRequest {
            shard: self.shard.clone(),
            mode: self.mode,
            protocol: playlist.protocol,
            engine_spec: self.target.engine_spec.clone(),
            engine_command: self.target.command.clone(),
            settings,
            selection: playlist.selection,
            profile: playlist.profile,
            jobs: match self.shows_dialogue {
                true => 1,
                false => usize::from(self.judge_options.jobs),
            },
            failure_policy: FailurePolicy {
                fails_on_should_violations: self.judge_options.strict,
                allow_inconclusive: self.judge_options.allow_inconclusive,
            },
            stop_policy: self.repetition.stop_policy.clone(),
            known_failures: known,
            reproduce: self.reproduce_command(),
            notes,
            keeps_transcripts: self.outputs.have_transcripts(),
            rules_as_of: self.judge_options.rules_as_of,
            stopwatch: self.stopwatch,
            time_limit: self.time_limit,
        };
        let mut report = build_report(request, &observer);
        report.run.seconds = self.stopwatch.elapsed().as_secs_f64();
        let command = &report.engine.command;
        run_environment::describe_run(&mut report.run, command, self.engine_options.cwd.as_deref());
        let directory = self.transcript_dir.as_ref();
        report.run.transcript_directory = directory.map(|it| it.display().to_string());
        let observed = observer.finish();
        self.judge_options.write_known_failures_file(&report)?;
        // If a transcript could not be written, the exit code changes only if it would be 0 otherwise.
        let failed = observed.err().filter(|_| report.exit == Exit::Fine);
        if let Some(err) = &failed {
            report.exit = err.exit_code();
        }
        let report = self.print_report(report, PrintedPart::Head)?;
        failed.map_or(Ok(report), Err)
    }

    /// Checks before the run that a file can be written to the directory of `--transcripts`.
    fn check_transcript_directory(&self) -> Result<(), Error> {
        let Some(directory) = &self.transcript_dir else {
            return Ok(());
        };
        let written = fs::create_dir_all(directory)
            .and_then(|()| tempfile::NamedTempFile::new_in(directory))
            .map(drop);
        written.map_err(|err| Error::option_file_error("--transcripts", directory.display(), err))
    }

    /// Returns the command line with which the user can reproduce a violation. The command line names the profile
    /// unless it is the default, because a profile changes the levels of rules.
    fn reproduce_command(&self) -> ReproduceArgs {
        let mut reproduce = self.reproduce_command.clone();
        let profile = self
            .judge_options
            .profile
            .iter()
            .filter(|it| *it != select::FULL_PROFILE);
        let words = profile.flat_map(|it| ["--profile".to_owned(), it.clone()]);
        reproduce.options.extend(words);
        reproduce
    }

    /// Reports that the protocol of the engine was not detected.
    pub(super) fn report_no_protocol(self, problem: Problem) -> Result<Report, Error> {
        let report = check::report_without_protocol(
            self.mode,
            self.target.command.clone(),
            problem,
            &self.stopwatch,
        );
        self.print_report(report, PrintedPart::Nothing)
    }

    /// True if the user has the files to which the line numbers in the report refer: the logs, or the files of
    /// `--transcripts`.
    fn has_line_numbers(&self) -> bool {
        self.mode == RunMode::Judge || self.transcript_dir.is_some()
    }

    /// Writes the report to the files of `--report`, and then to standard output, so that its last line has the exit
    /// code also if a file could not be written.
    fn print_report(mut self, report: Report, printed: PrintedPart) -> Result<Report, Error> {
        let stdout_layout = self
            .judge_options
            .report_layout
            .for_stdout(self.judge_options.board);
        let mut report = report;
        report.engine.label.clone_from(&self.engine_name);
        report.layout = TextLayout {
            width: DEFAULT_REPORT_WIDTH,
            board_style: boards::board_style_for_files(self.judge_options.board),
            has_line_numbers: self.has_line_numbers(),
            ..stdout_layout
        };
        let has_files = self.outputs.write_files(&mut report);
        report.layout = TextLayout {
            has_line_numbers: self.has_line_numbers(),
            ..stdout_layout
        };
        let text = self.outputs.has_text_on_stdout();
        match printed {
            _ if self.judge_options.quiet && text => {
                // Standard output is empty, but a run of another engine than the user's has to say so.
                if report.engine.built_in {
                    output::print_line_to_stderr(&report::text::BUILT_IN_ENGINE_REMARK.to_string());
                }
            }
            PrintedPart::Head if text => {
                output::print_to_stdout(|out| {
                    report::text::write_without_first_line(&report, out)
                })?;
            }
            _ => self.outputs.write_to_stdout(&report)?,
        }
        self.outputs.write_annotations(&report)?;
        has_files.map(|()| report)
    }
}

/// The part of the text report that was already printed during the run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrintedPart {
    Nothing,
    Head,
}
