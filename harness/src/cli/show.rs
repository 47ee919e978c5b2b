//! `ponderhit show`: prints a script; with an engine, plays the script and prints the conversation.

use std::ffi::OsString;

use super::{
    CommandResult,
    dialogue::dialogue_printer,
    options::EngineOptions,
    output,
    script_files::expand_script_names,
    target::{self, Detection, EngineTarget},
};
use crate::{
    error::Error,
    exit::Exit,
    link,
    message::message,
    report::text::{TextStyle, style_text},
    scenarios::{self, Scenario},
    snapshot,
};

/// Print a script; with an ENGINE, play it and print the conversation, without a judgement.
///
/// `ponderhit replay ID -- ENGINE` plays and judges a script.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of a scenario such as `ucci/quit/idle`, a glob, or a script file.
    #[arg(value_name = "SCRIPT", required = true)]
    scripts: Vec<String>,

    #[command(flatten)]
    engine: EngineOptions,

    /// The program of the engine and its arguments, after `--`.
    #[arg(value_name = "ENGINE", last = true)]
    command: Vec<OsString>,
}

pub(super) fn run(mut args: Args) -> Result<CommandResult, Error> {
    let names = expand_script_names(&args.scripts)?;
    let scripts = names.iter().map(|it| scenarios::read_scenario(it));
    let scripts = scripts.collect::<Result<Vec<Scenario>, Error>>()?;
    let option = args.engine.option_that_needs_engine();
    target::require_engine_for_options(&args.command, &args.engine, option)?;
    if args.command.is_empty() {
        for script in &scripts {
            output::print_to_stdout(|out| {
                if scripts.len() > 1 {
                    writeln!(out, "{}", style_text(TextStyle::Emphasis, &script.id))?;
                }
                out.write_all(&script.script.to_bytes())
            })?;
        }
        return Ok(Exit::Fine.into());
    }
    if let (None, Some(named)) = (
        args.engine.named_protocol(),
        scenarios::common_protocol(&scripts)?,
    ) {
        named.name().clone_into(&mut args.engine.protocol);
    }
    let target = EngineTarget::new(&args.command, &args.engine)?;
    let protocol = match target.detect_protocol(&args.engine) {
        Detection::Protocol(protocol, _) => protocol,
        Detection::NotDetected(problem) => {
            return Ok(print_engine_failure(&problem));
        }
    };
    let mut settings = args.engine.session_settings();
    settings.event_listener = Some(dialogue_printer());
    for script in &scripts {
        if link::was_interrupted() {
            return Ok(Exit::Interrupted.into());
        }
        let head = style_text(TextStyle::Emphasis, &script.id);
        output::print_to_stdout(|out| writeln!(out, "{head}"))?;
        let mut link = match link::start_engine_link(&target.engine_spec) {
            Ok(link) => link,
            Err(err) => return Ok(print_engine_failure(&err.message_with_help())),
        };
        let played = snapshot::play_script(protocol, link.as_mut(), &script.script, &settings);
        if let Some(unmet) = played.played_session.unmet_expectation {
            let note = message!(
                "script_ended_early",
                "line {line} of the script, `{expected}`, was not met: {why}",
                line = unmet.line_number,
                expected = unmet.expected,
                why = unmet.reason,
            );
            output::print_to_stdout(|out| {
                writeln!(out, "{}", style_text(TextStyle::Warning, &note.to_string()))
            })?;
        }
        output::print_to_stdout(|out| writeln!(out))?;
    }
    Ok(Exit::Fine.into())
}

/// Prints that the engine did not start, or that its protocol was not detected.
fn print_engine_failure(problem: &dyn std::fmt::Display) -> CommandResult {
    // A write error is ignored: if standard error is closed, only the exit code shows the problem.
    output::print_line_to_stderr(&format!("error: {problem}"));
    Exit::NoEngine.into()
}
