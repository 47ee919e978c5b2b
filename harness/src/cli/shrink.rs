//! `ponderhit shrink`: minimizes a script that shows a violation.

use std::{ffi::OsString, fs, path::PathBuf};

use super::{
    CommandResult,
    options::EngineOptions,
    output,
    target::{self, Detection, EngineTarget},
};
use crate::{
    error::Error,
    exit::Exit,
    fuzz::{self, Finding, campaign::CampaignRequest, store},
    link,
    message::{Message, message},
    protocol::{Action, Protocol},
    readable::truncate_text,
    scenarios,
};

/// Minimize a script: remove lines, words and bytes as long as the engine violates the same rule in the same way.
///
/// The minimized script has only lines to send, no expectations. A transcript is a script, too.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A script, a transcript, or the id of an embedded script.
    #[arg(value_name = "SCRIPT")]
    script: String,

    /// Keep a violation of this rule [default: the first `@rule` of the script, else the first violated rule].
    #[arg(long, value_name = "ID")]
    rule: Option<String>,

    /// Write the script to this file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    engine: EngineOptions,

    /// The program of the engine and its arguments, after `--`.
    #[arg(value_name = "ENGINE", last = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let scenario = scenarios::read_scenario(&args.script)?;
    let mut engine = args.engine.clone();
    let named = scenarios::common_protocol(std::slice::from_ref(&scenario))?;
    if let (None, Some(named)) = (engine.named_protocol(), named) {
        named.name().clone_into(&mut engine.protocol);
    }
    target::require_engine(
        &args.command,
        message!(
            "shrink_needs_engine",
            "no ENGINE was given: shrink needs the engine that shows the violation"
        ),
    )?;
    let target = EngineTarget::new(&args.command, &engine)?;
    let protocol = match target.detect_protocol(&engine) {
        Detection::Protocol(protocol, _) => protocol,
        Detection::NotDetected(problem) => {
            print_status(&format!("✗ {problem}"));
            return Ok(Exit::NoEngine.into());
        }
    };
    let rule = args.rule.as_deref();
    let rule = rule.or(scenario.rules.first().map(String::as_str));
    if let Some(rule) = rule
        && !protocol.rules().iter().any(|it| it.id == rule)
    {
        return Err(Error::usage_error(message!(
            "shrink_rule_unknown",
            "--rule: there is no rule `{rule}`; `ponderhit rules` lists the rules",
            rule
        )));
    }
    let actions = store::script_actions(&scenario.script);
    let before = actions.len();
    let mut minimized = minimize_script(&target, protocol, &engine, actions, rule)?;
    // The violation may need the waits of the script, for example a wait for the result of a search before `quit`.
    if matches!(minimized, Ok(None)) && !link::was_interrupted() {
        let actions = store::script_actions_with_waits(&scenario.script);
        minimized = minimize_script(&target, protocol, &engine, actions, rule)?;
    }
    match minimized {
        _ if link::was_interrupted() => Ok(Exit::Interrupted.into()),
        Err(problem) => {
            print_status(&format!("✗ {problem}"));
            Ok(Exit::NoEngine.into())
        }
        Ok(None) => {
            let problem = match rule {
                Some(rule) => message!(
                    "shrink_rule_not_violated",
                    "the script shows no violation of {rule}; nothing to shrink",
                    rule
                ),
                None => message!(
                    "shrink_no_violation",
                    "the script shows no violation of any rule; nothing to shrink"
                ),
            };
            print_status(&format!("✗ {problem}"));
            Ok(Exit::Nothing.into())
        }
        Ok(Some(finding)) => report_minimized_script(args, &finding, before),
    }
}

/// Minimizes the script. The inner `Result` is an error if the engine cannot be started; the error contains the reason.
fn minimize_script(
    target: &EngineTarget,
    protocol: &'static dyn Protocol,
    engine: &EngineOptions,
    actions: Vec<Action>,
    rule: Option<&str>,
) -> Result<Result<Option<Finding>, Message>, Error> {
    let Some(grammar) = protocol.fuzz_grammar() else {
        return Err(Error::usage_error(message!(
            "shrink_unsupported",
            "shrink does not support {protocol} yet",
            protocol = protocol.title(),
        )));
    };
    let start =
        || link::start_engine_link(&target.engine_spec).map_err(|err| err.message_with_help());
    let request = CampaignRequest {
        protocol,
        grammar,
        start_engine: &start,
        starts_engines_ahead: true,
        settings: engine.session_settings(),
        seed: 0,
        time_limit: None,
        max_commands: None,
        worker_count: 1,
        rules_as_of: None,
    };
    Ok(fuzz::minimize_violation(&request, actions, rule))
}

fn report_minimized_script(
    args: &Args,
    finding: &Finding,
    before: usize,
) -> Result<CommandResult, Error> {
    write_minimized_script(args, finding)?;
    let (again, tries) = finding.reproduced_count_and_tries;
    let counts = message!(
        "shrink_counts",
        "{before} lines before, {now} now; reproduced {again} of {tries} times in fresh processes",
        before,
        now = finding.line_count(),
        again,
        tries
    );
    print_status(&format!("{}: {}\n{counts}", finding.rule, finding.message));
    let exit = match finding.is_mostly_reproduced() {
        true => Exit::Fine,
        false => Exit::Inconclusive,
    };
    Ok(exit.into())
}

fn write_minimized_script(args: &Args, finding: &Finding) -> Result<(), Error> {
    let text = [
        format!("@rule {}\n", finding.rule).as_bytes(),
        &finding.script,
    ]
    .concat();
    match &args.output {
        None => output::print_to_stdout(|out| out.write_all(&text)),
        Some(path) => fs::write(path, text)
            .map_err(|err| Error::option_file_error("--output", path.display(), err)),
    }
}

/// Messages go to standard error, because the minimized script may go to standard output.
fn print_status(text: &str) {
    for line in text.lines() {
        // Write errors are ignored, because the user may have closed standard error.
        output::print_line_to_stderr(&truncate_text(line, 600));
    }
}
