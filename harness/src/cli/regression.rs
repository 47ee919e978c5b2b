//! `ponderhit replay SUITE.tst`: plays regression suites in the formats of other programs, and compares the answers.

use std::{env, ffi::OsString, path::Path};

use super::{CommandResult, options::EngineOptions, output, target::EngineTarget};
use crate::{
    bounded_read,
    error::Error,
    exit::Exit,
    link,
    message::{Message, message},
    protocol::{
        ALL_PROTOCOLS, Protocol,
        regression::{
            ParseSuite, RegressionAnswer, RegressionOutcome, RegressionSuite, RegressionTest,
            SetupCommand,
        },
    },
    report::text::BUILT_IN_ENGINE_REMARK,
    session::{self, SessionSettings},
    transcript::Script,
};

/// A protocol, and the parser of its regression suites.
pub(super) type SuiteFormat = (&'static dyn Protocol, ParseSuite);

/// The options of `replay` that judge scripts or write reports about them, or send lines of their own. The answers of a
/// regression suite are only compared, and a suite sends only its own commands, so these options would have no effect.
const OPTIONS_FOR_SCRIPTS: [&str; 16] = [
    "--init",
    "--setoption",
    "--only",
    "--skip",
    "--profile",
    "--rules-as-of",
    "--strict",
    "--known-failures",
    "--known",
    "--write-known-failures",
    "--update-known-failures",
    "--allow-inconclusive",
    "--report",
    "--transcripts",
    "--repeat",
    "--fail-fast",
];

/// How many setup commands that failed are printed.
const MAX_PRINTED_SETUP_FAILURES: usize = 3;

/// Returns the protocol whose regression suites have this file name suffix.
pub(super) fn protocol_of_suite(name: impl AsRef<Path>) -> Option<SuiteFormat> {
    let suffix = name.as_ref().extension()?.to_str()?;
    ALL_PROTOCOLS.iter().find_map(|protocol| {
        let (name, parse) = protocol.regression_format()?;
        name.eq_ignore_ascii_case(suffix)
            .then_some((*protocol, parse))
    })
}

/// Returns the protocol whose regression suites `names` are; returns `None` if the names are scripts.
///
/// # Errors
/// Returns an error if some names are suites and others are scripts, or if the command line has an option that does
/// not apply to suites.
pub(super) fn protocol_of_suites(names: &[String]) -> Result<Option<SuiteFormat>, Error> {
    let Some(format) = names.iter().find_map(protocol_of_suite) else {
        return Ok(None);
    };
    if let Some(script) = names.iter().find(|it| protocol_of_suite(it).is_none()) {
        return Err(Error::usage_error(message!(
            "suites_and_scripts",
            "`{script}` is no regression suite: play suites and scripts in separate runs",
            script
        )));
    }
    let words = env::args_os().take_while(|it| it != "--");
    let given = words.filter_map(|it| Some(it.to_str()?.split('=').next()?.to_owned()));
    let mut ineffective = given.filter(|it| OPTIONS_FOR_SCRIPTS.contains(&it.as_str()));
    match ineffective.next() {
        Some(option) => Err(Error::usage_error(message!(
            "option_not_for_suites",
            "{option} has no effect on a regression suite: only its own commands are sent, and the answers are only compared; the result is the exit code and standard output",
            option
        ))),
        None => Ok(Some(format)),
    }
}

/// Plays the suites, each with a fresh process of the engine.
///
/// # Errors
/// Returns an error if a suite cannot be read.
pub(super) fn run_suites(
    (protocol, parse): SuiteFormat,
    names: &[String],
    engine: &[OsString],
    options: &EngineOptions,
) -> Result<CommandResult, Error> {
    let target = EngineTarget::new(engine, options)?;
    let settings = SessionSettings {
        initial_lines: Vec::new(),
        options: Vec::new(),
        ..options.session_settings()
    };
    let suites = read_suites(parse, names)?;
    if let Some((_, suite)) = suites.iter().find(|(_, it)| !it.tests.is_empty())
        && let Some(exit) = reject_engine_without_answers(protocol, suite, &target, &settings)?
    {
        return Ok(exit.into());
    }
    let mut any_without_tests = false;
    let mut results = SuiteResults::default();
    for (name, suite) in &suites {
        if suite.tests.is_empty() {
            any_without_tests = true;
            let text = message!(
                "suite_without_tests",
                "{suite}: the suite has no test",
                suite = name.as_str()
            );
            print_marked('✗', &text)?;
            continue;
        }
        let mut link = match link::start_engine_link(&target.engine_spec) {
            Ok(link) => link,
            Err(err) => {
                print_marked('✗', &err.message_with_help())?;
                return Ok(Exit::NoEngine.into());
            }
        };
        let played = session::play_session(protocol, link.as_mut(), &suite.script, &settings);
        if played.was_interrupted || link::was_interrupted() {
            return Ok(Exit::Interrupted.into());
        }
        let answers = (suite.read_answers)(&played.transcript);
        results.add_answers(name, suite, &answers)?;
    }
    if results.setup_failures > 0 {
        let text = message!(
            "regression_setup_failures",
            "setup commands that failed: {count}; the results of the tests after them prove nothing",
            count = results.setup_failures
        );
        print_marked('?', &text)?;
    }
    let remarks: Vec<Message> = untested_remark(&suites)
        .into_iter()
        .chain(failed_commands_remark(&results.other_failures))
        .collect();
    print_summary(&results.totals, remarks, engine.is_empty())?;
    Ok(match results.totals.exit() {
        Exit::Fine if any_without_tests => Exit::Nothing.into(),
        Exit::Fine if results.setup_failures > 0 => Exit::Inconclusive.into(),
        exit => exit.into(),
    })
}

/// The results of all suites.
#[derive(Debug, Default)]
struct SuiteResults {
    totals: OutcomeCounts,
    /// The number of setup commands that failed.
    setup_failures: usize,
    /// The files and lines of the other commands without an expected answer that failed.
    other_failures: Vec<String>,
}

impl SuiteResults {
    /// Judges the answers of a suite, and prints what is unusual.
    fn add_answers(
        &mut self,
        name: &str,
        suite: &RegressionSuite,
        answers: &[Option<RegressionAnswer>],
    ) -> Result<(), Error> {
        let answer_to = |index: usize| answers.get(index).and_then(Option::as_ref);
        for (command, answer) in suite.failed_setup_commands(answers) {
            self.setup_failures += 1;
            if self.setup_failures <= MAX_PRINTED_SETUP_FAILURES {
                print_marked('?', &describe_setup_failure(name, command, answer))?;
            }
        }
        let failed = suite
            .other_commands
            .iter()
            .filter(|it| answer_to(it.command_index).is_some_and(|it| !it.is_success));
        self.other_failures
            .extend(failed.map(|it| format!("{name}:{}", it.line_number)));
        for test in &suite.tests {
            let answer = answer_to(test.command_index);
            let outcome = test.judge(answer);
            self.totals.add(outcome);
            if let Some(text) = describe_unusual_outcome(name, test, answer, outcome) {
                output::print_to_stdout(|out| writeln!(out, "{text}"))?;
            }
        }
        Ok(())
    }
}

fn read_suites(
    parse: ParseSuite,
    names: &[String],
) -> Result<Vec<(&String, RegressionSuite)>, Error> {
    let read = |name| {
        let text = bounded_read::read_file(name).map_err(|err| Error::file_error(name, err))?;
        let suite = parse(&text).map_err(|err| {
            Error::error_at_position(name, err.line_number, err.column, err.message)
        })?;
        Ok((name, suite))
    };
    names.iter().map(read).collect()
}

/// Starts the engine once and sends the handshake. Returns an exit code if the engine does not start or does not answer.
///
/// A command of a suite may take an hour, so an engine of another protocol would waste this time before it failed.
fn reject_engine_without_answers(
    protocol: &dyn Protocol,
    suite: &RegressionSuite,
    target: &EngineTarget,
    settings: &SessionSettings,
) -> Result<Option<Exit>, Error> {
    let problem = match link::start_engine_link(&target.engine_spec) {
        Err(err) => err.message_with_help(),
        Ok(mut link) => {
            let handshake = Script::parse(b"@ready\n").unwrap_or_default();
            let played = session::play_session(protocol, link.as_mut(), &handshake, settings);
            let answers = (suite.read_answers)(&played.transcript);
            if played.was_interrupted || link::was_interrupted() {
                return Ok(Some(Exit::Interrupted));
            }
            // An engine that answers with a failure answers the commands of the suite, too.
            if played.unmet_expectation.is_none() || answers.iter().any(Option::is_some) {
                return Ok(None);
            }
            message!(
                "suite_engine_silent",
                "the engine did not complete the handshake of {protocol}, so the tests were not played",
                protocol = protocol.title()
            )
        }
    };
    print_marked('✗', &problem)?;
    Ok(Some(Exit::NoEngine))
}

/// What the last line says if the engine answered with a failure to a command that neither is a test nor sets up a
/// position, because the command may be misspelled. `places` are the files and lines of these commands.
fn failed_commands_remark(places: &[String]) -> Option<Message> {
    let first = places.first()?;
    Some(message!(
        "regression_commands_failed",
        "other commands that failed: {count}, the first in {first}",
        count = places.len(),
        first
    ))
}

/// What the last line says if a command has a number, but no expected answer.
fn untested_remark(suites: &[(&String, RegressionSuite)]) -> Option<Message> {
    let lines = suites
        .iter()
        .flat_map(|(name, suite)| suite.untested_lines.iter().map(move |it| (*name, *it)));
    let lines: Vec<(&String, usize)> = lines.collect();
    let (name, line) = lines.first()?;
    Some(message!(
        "regression_untested",
        "numbered commands without an expected answer: {count}, the first in {name}:{line}",
        count = lines.len(),
        name = name.as_str(),
        line = *line
    ))
}

fn print_summary(
    totals: &OutcomeCounts,
    remarks: Vec<Message>,
    is_built_in: bool,
) -> Result<(), Error> {
    let remarks = remarks
        .into_iter()
        .chain(is_built_in.then_some(BUILT_IN_ENGINE_REMARK));
    let parts: Vec<String> = std::iter::once(totals.summary())
        .chain(remarks)
        .map(|it| it.to_string())
        .collect();
    output::print_to_stdout(|out| writeln!(out, "{}", parts.join(" · ")))
}

fn print_marked(mark: char, text: &Message) -> Result<(), Error> {
    output::print_to_stdout(|out| writeln!(out, "{mark} {text}"))
}

/// The number of tests for each outcome.
#[derive(Debug, Default)]
struct OutcomeCounts {
    passed: usize,
    passed_unexpectedly: usize,
    failed: usize,
    failed_as_known: usize,
    ignored: usize,
}

impl OutcomeCounts {
    fn add(&mut self, outcome: RegressionOutcome) {
        *match outcome {
            RegressionOutcome::Passed => &mut self.passed,
            RegressionOutcome::PassedUnexpectedly => &mut self.passed_unexpectedly,
            RegressionOutcome::Failed => &mut self.failed,
            RegressionOutcome::FailedAsKnown => &mut self.failed_as_known,
            RegressionOutcome::Ignored => &mut self.ignored,
        } += 1;
    }

    fn summary(&self) -> Message {
        message!(
            "regression_summary",
            "{passed} passed, {unexpectedly} passed unexpectedly, {failed} FAILED, {known} failed as known, {ignored} ignored",
            passed = self.passed,
            unexpectedly = self.passed_unexpectedly,
            failed = self.failed,
            known = self.failed_as_known,
            ignored = self.ignored
        )
    }

    /// A test that passes although it was expected to fail does not fail the run. If no answer of any suite was
    /// compared with an expected one, the run proves nothing.
    fn exit(&self) -> Exit {
        let compared = self.passed + self.passed_unexpectedly + self.failed + self.failed_as_known;
        match (self.failed, compared) {
            (0, 0) => Exit::Nothing,
            (0, _) => Exit::Fine,
            _ => Exit::Violated,
        }
    }
}

fn describe_setup_failure(
    name: &str,
    command: &SetupCommand,
    answer: &RegressionAnswer,
) -> Message {
    message!(
        "regression_setup_failed",
        "{name}:{line}: `{command}` failed: the engine answered `? {text}`; the tests after it are about another position",
        name,
        line = command.line_number,
        command = command.command.clone(),
        text = answer.text.clone()
    )
}

/// Returns the line to print about a test, or `None` if the test passed or was ignored.
fn describe_unusual_outcome(
    name: &str,
    test: &RegressionTest,
    answer: Option<&RegressionAnswer>,
    outcome: RegressionOutcome,
) -> Option<Message> {
    let RegressionTest {
        line_number: line,
        command,
        expected,
        ..
    } = test;
    let sent = match answer {
        Some(it) if it.is_success => it.text.clone(),
        Some(it) => format!("? {}", it.text),
        None => String::new(),
    };
    match (outcome, answer) {
        (RegressionOutcome::Passed | RegressionOutcome::Ignored, _) => None,
        (RegressionOutcome::PassedUnexpectedly, _) => Some(message!(
            "regression_passed_unexpectedly",
            "{name}:{line}: PASSED unexpectedly: {command}: the engine answered `{sent}`, which {expected} accepts",
            name,
            line = *line,
            command,
            sent,
            expected
        )),
        (RegressionOutcome::FailedAsKnown, _) => Some(message!(
            "regression_failed_as_known",
            "{name}:{line}: failed as known: {command}: expected {expected}, the engine answered `{sent}`",
            name,
            line = *line,
            command,
            expected,
            sent
        )),
        (RegressionOutcome::Failed, Some(_)) => Some(message!(
            "regression_failed",
            "{name}:{line}: FAILED: {command}: expected {expected}, the engine answered `{sent}`",
            name,
            line = *line,
            command,
            expected,
            sent
        )),
        (RegressionOutcome::Failed, None) => Some(message!(
            "regression_answer_missing",
            "{name}:{line}: FAILED: {command}: expected {expected}, but the engine sent no complete answer",
            name,
            line = *line,
            command,
            expected
        )),
    }
}
