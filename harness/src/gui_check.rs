//! Tests a GUI with a faulty engine: starts the GUI once for each fault, and finds out how the GUI behaves.
//!
//! The GUI starts a wrapper in place of the engine. The wrapper runs the engine behind a fault injector, and records
//! the conversation as the GUI sees it. The first run has no fault: it proves that the GUI works, and shows how long
//! the GUI needs.

mod acceptance;
mod evidence;
mod greeting;
mod gui_process;
mod outcome;
mod wrapper;

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    inject::NamedFault,
    link::{self, EngineSpec, pool},
    message::Message,
    protocol::Protocol,
    transcript::SessionEnd,
};
use gui_process::GuiProcess;
use wrapper::Wrapper;

pub(crate) use evidence::{Evidence, InterfaceViolation, violation_counts_as_nonsense};
pub(crate) use outcome::GuiOutcome;
pub(crate) use wrapper::{ENGINE_PLACEHOLDER, ENGINE_VARIABLE, split_engine_command};

/// The name of the run without a fault.
pub(crate) const HEALTHY_RUN_NAME: &str = "none";

/// The time limit of a run with a faulty engine is at least the time that the GUI needed with the healthy engine,
/// multiplied by this factor.
const HEALTHY_TIME_FACTOR: u32 = 4;

/// The run without a fault has at least this time limit, because it is not known yet how long the GUI needs.
const MIN_HEALTHY_TIME_LIMIT: Duration = Duration::from_secs(60);

/// If the host may have delayed a hung GUI by more than the GUI's time limit divided by this number, the GUI is run
/// again, alone.
const MAX_LATENESS_DIVISOR: u32 = 5;

/// The settings of `check-gui`.
pub(crate) struct GuiCheck {
    pub(crate) protocol: &'static dyn Protocol,
    /// The command of the GUI, whose words may contain the placeholder `{engine}`.
    pub(crate) gui: EngineSpec,
    /// The path of the program `ponderhit`.
    pub(crate) ponderhit_path: PathBuf,
    /// The command line of the engine.
    pub(crate) engine: Vec<OsString>,
    pub(crate) faults: Vec<NamedFault>,
    /// The rules about the interface whose violations `check-gui` ignores.
    pub(crate) skipped_rules: Vec<&'static str>,
    /// The directory for the wrappers and the recordings.
    pub(crate) directory: PathBuf,
    pub(crate) time_limit: Duration,
    pub(crate) job_count: usize,
}

/// One run of the GUI.
#[derive(Clone, Debug)]
pub(crate) struct FaultRun {
    /// The name of the fault, or [`HEALTHY_RUN_NAME`].
    pub(crate) fault: String,
    /// The text of the fault; empty for the run without a fault.
    pub(crate) fault_text: String,
    pub(crate) outcome: GuiOutcome,
    pub(crate) reason: Message,
    /// How the GUI ended, or `None` if it did not end in time.
    pub(crate) end: Option<SessionEnd>,
    pub(crate) run_duration: Duration,
    pub(crate) evidence: Evidence,
    pub(crate) stderr: Vec<u8>,
    host_was_late: bool,
    /// True if the outcome depends on the number of searches, which may differ from run to run.
    needs_confirmation: bool,
    /// True if the user interrupted the run, so that it shows nothing about the GUI.
    pub(crate) is_interrupted: bool,
}

/// All runs of the GUI in one `check-gui` command.
pub(crate) struct GuiRuns {
    pub(crate) healthy_run: FaultRun,
    /// One run for each fault, in the order of the faults; empty if the run without a fault failed.
    pub(crate) fault_runs: Vec<FaultRun>,
    pub(crate) is_interrupted: bool,
}

impl GuiRuns {
    /// Whether the GUI works with the healthy engine.
    pub(crate) fn is_healthy(&self) -> bool {
        self.healthy_run.shows_working_gui()
    }
}

impl FaultRun {
    /// For a run without a fault: whether the run shows that the GUI works.
    pub(crate) fn shows_working_gui(&self) -> bool {
        self.outcome.is_survived()
            && self.evidence.engine_answered
            && self.end == Some(SessionEnd::Exit(0))
    }
}

/// An error that ends `check-gui` before it has a result.
#[derive(Debug)]
pub(crate) enum GuiCheckError {
    /// The GUI could not be started.
    NotStarted(link::StartError),
    /// A file or directory could not be written or read.
    File(PathBuf, io::Error),
}

impl GuiCheck {
    /// Runs the GUI without a fault and then with each fault; `observe` is called with each complete run.
    ///
    /// # Errors
    /// Returns an error if the GUI cannot be started, or if a file cannot be written.
    pub(crate) fn run(&self, observe: impl Fn(&FaultRun) + Sync) -> Result<GuiRuns, GuiCheckError> {
        // All wrapper scripts are written before the first process starts. If a script were written while another
        // thread starts a process, this process might inherit the open file, and the system refuses to start a script
        // that is open for writing.
        let healthy_wrapper = self.create_wrapper(None)?;
        let faults = self.faults.iter().enumerate();
        let faults = faults.map(|(index, it)| Ok((it, self.create_wrapper(Some((index, it)))?)));
        let faults = faults.collect::<Result<Vec<_>, GuiCheckError>>()?;

        let limit = self.time_limit.max(MIN_HEALTHY_TIME_LIMIT);
        let mut healthy = self.run_gui(None, &healthy_wrapper, limit, None)?;
        // A busy machine may have delayed the GUI, so only a second run proves a violation of a rule about time.
        if healthy.evidence.violates_only_time() && !healthy.is_interrupted {
            healthy = self.run_gui(None, &healthy_wrapper, limit, None)?;
        }
        if !healthy.is_interrupted {
            observe(&healthy);
        }
        let mut runs = GuiRuns {
            is_interrupted: healthy.is_interrupted,
            healthy_run: healthy,
            fault_runs: Vec::new(),
        };
        if runs.is_healthy() && !runs.is_interrupted {
            let limit = self
                .time_limit
                .max(runs.healthy_run.run_duration * HEALTHY_TIME_FACTOR);
            let healthy = Some(&runs.healthy_run);
            let played = pool::run_in_parallel(self.job_count, faults, |(fault, wrapper)| {
                if link::was_interrupted() {
                    return None;
                }
                let run = self.run_gui(Some(fault), &wrapper, limit, healthy);
                if let Ok(run) = &run
                    && !needs_repetition(run)
                    && !run.is_interrupted
                {
                    observe(run);
                }
                Some((fault, wrapper, run))
            });
            for (fault, wrapper, run) in played.into_iter().flatten() {
                let mut run = run?;
                if needs_repetition(&run) && !link::was_interrupted() {
                    run = self.run_gui(Some(fault), &wrapper, limit, healthy)?;
                    if !run.is_interrupted {
                        observe(&run);
                    }
                }
                wrapper.remove_script();
                runs.fault_runs.push(run);
            }
        }
        healthy_wrapper.remove_script();
        runs.is_interrupted |= link::was_interrupted();
        runs.fault_runs.retain(|it| !it.is_interrupted);
        Ok(runs)
    }

    /// Writes the wrapper of one run.
    fn create_wrapper(
        &self,
        fault: Option<(usize, &NamedFault)>,
    ) -> Result<Wrapper, GuiCheckError> {
        let name = fault.map_or(HEALTHY_RUN_NAME, |it| &it.1.name);
        let directory = match fault {
            // A fault from the command line has its whole text as its name, and this text may contain characters that a
            // directory name must not have.
            Some((index, it)) if it.name.contains(char::is_whitespace) => {
                self.directory.join(format!("fault-{}", index + 1))
            }
            _ => self.directory.join(name),
        };
        let mut words: Vec<OsString> = vec!["inject".into(), "--protocol".into()];
        words.push(self.protocol.name().into());
        if let Some(game) = self.protocol.game() {
            words.extend(["--game".into(), game.into()]);
        }
        words.extend(["--fault".into(), name.into()]);
        Wrapper::create(&directory, &self.ponderhit_path, &words, &self.engine)
            .map_err(|err| GuiCheckError::File(directory, err))
    }

    /// Runs the GUI once, with the wrapper in place of the engine. `healthy` is the run without a fault, if it has
    /// ended.
    fn run_gui(
        &self,
        fault: Option<&NamedFault>,
        wrapper: &Wrapper,
        limit: Duration,
        healthy: Option<&FaultRun>,
    ) -> Result<FaultRun, GuiCheckError> {
        let directory = &wrapper.directory;
        let file_error = |err| GuiCheckError::File(directory.clone(), err);
        wrapper.remove_recordings().map_err(file_error)?;
        let gui = GuiProcess::run(self.gui_spec(&wrapper.script), limit, || {
            wrapper.recorded_bytes()
        })
        .map_err(GuiCheckError::NotStarted)?;
        let recordings = wrapper.recordings().map_err(file_error)?;
        let evidence = Evidence::read(
            self.protocol,
            recordings,
            &self.skipped_rules,
            fault.is_none(),
        )
        .map_err(file_error)?;
        write_output(directory, &gui).map_err(file_error)?;
        let quiet = healthy.is_some_and(|it| it.stderr.is_empty());
        let (mut outcome, mut reason) = outcome::judge_run(&gui, &evidence, fault.is_none(), quiet);
        let mut needs_confirmation = false;
        if let Some((healthy, fault)) = healthy.zip(fault)
            && acceptance::must_accept(&fault.acceptance, healthy)
            && outcome.is_survived()
        {
            if gui.end != Some(SessionEnd::Exit(0)) {
                outcome = GuiOutcome::RefusedIt;
            } else if let Some(quiet_failure) =
                acceptance::find_quiet_failure(&gui.stderr, &evidence, healthy)
            {
                (outcome, reason) = quiet_failure;
                needs_confirmation = true;
            }
        }
        Ok(FaultRun {
            fault: fault.map_or(HEALTHY_RUN_NAME, |it| &it.name).to_owned(),
            fault_text: fault.map(NamedFault::source_text).unwrap_or_default(),
            outcome,
            reason,
            needs_confirmation,
            host_was_late: gui
                .host_lateness
                .is_none_or(|it| it > limit / MAX_LATENESS_DIVISOR),
            end: gui.end,
            run_duration: gui.run_time,
            evidence,
            stderr: gui.stderr,
            is_interrupted: gui.is_interrupted,
        })
    }

    /// Returns the command of the GUI. The path of the wrapper replaces `{engine}` in the words of the command, and is
    /// also in the environment of the GUI.
    fn gui_spec(&self, script: &Path) -> EngineSpec {
        let mut spec = self.gui.clone();
        spec.args = wrapper::fill_in_engine(&spec.args, script);
        spec.env.push((ENGINE_VARIABLE.into(), script.into()));
        spec
    }
}

/// True if the GUI seems to hang, or to give up a correct engine, but the host may have delayed it, or if the GUI played
/// fewer searches than with the healthy engine, which may be a coincidence.
fn needs_repetition(run: &FaultRun) -> bool {
    let may_be_late = matches!(run.outcome, GuiOutcome::Hung | GuiOutcome::RefusedIt);
    (may_be_late && run.host_was_late || run.needs_confirmation) && !run.is_interrupted
}

/// Writes the standard output and standard error of the GUI to files beside the recordings.
fn write_output(directory: &Path, gui: &GuiProcess) -> io::Result<()> {
    for (name, bytes) in [("stdout.txt", &gui.stdout), ("stderr.txt", &gui.stderr)] {
        let file = directory.join(name);
        match bytes.is_empty() {
            false => fs::write(file, bytes)?,
            true if file.exists() => fs::remove_file(file)?,
            true => (),
        }
    }
    Ok(())
}
