//! `ponderhit shrink`: the smallest script that still shows the same violation.

use std::{ffi::OsString, fs, io::Write, path::PathBuf};

use super::{
    Done,
    options::EngineOptions,
    output,
    target::{self, Detection, Target},
};
use crate::{
    error::Error,
    exit::Exit,
    fuzz::{self, Finding, campaign::Request, store},
    link,
    protocol::{Protocol, Say},
    readable::cut,
    scenarios,
};

/// Make a script small: fewer lines, fewer words, shorter ones, as long as the engine still breaks the same
/// rule in the same way.
///
/// Only what a script says counts, not what it expects; a transcript is a script, too.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A script or a transcript.
    #[arg(value_name = "SCRIPT")]
    script: String,

    /// The rule whose violation is to stay [default: the first that is violated].
    #[arg(long, value_name = "ID")]
    rule: Option<String>,

    /// Where to write it, instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    engine: EngineOptions,

    /// The engine's program and its arguments.
    #[arg(value_name = "ENGINE", last = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<Done, Error> {
    let scenario = scenarios::read(&args.script)?;
    let mut engine = args.engine.clone();
    let said = scenarios::common_protocol(std::slice::from_ref(&scenario))?;
    if let (None, Some(said)) = (engine.named_protocol(), said) {
        said.name().clone_into(&mut engine.protocol);
    }
    target::named(
        &args.command,
        "shrink needs the engine that shows the violation",
    )?;
    let target = Target::new(&args.command, &engine)?;
    let protocol = match target.protocol(&engine) {
        Detection::Protocol(protocol, _) => protocol,
        Detection::Failed(problem) => {
            tell(&format!("✗ {problem}"));
            return Ok(Exit::NoEngine.into());
        }
    };
    let rule = args.rule.as_deref();
    let rule = rule.or(scenario.rules.first().map(String::as_str));
    if let Some(rule) = rule
        && !protocol.rules().iter().any(|it| it.id == rule)
    {
        return Err(Error::usage(format!("there is no rule `{rule}`")));
    }
    let says = store::says(&scenario.script);
    let before = says.len();
    match smallest(&target, protocol, &engine, says, rule)? {
        _ if link::interrupted() => Ok(Exit::Interrupted.into()),
        Err(problem) => {
            tell(&format!("✗ {problem}"));
            Ok(Exit::NoEngine.into())
        }
        Ok(None) => {
            let what = rule.unwrap_or("any rule");
            tell(&format!(
                "✗ it shows no violation of {what}: there is nothing to shrink"
            ));
            Ok(Exit::Nothing.into())
        }
        Ok(Some(finding)) => over(args, &finding, before),
    }
}

/// Makes it small; the inner error is the engine's.
fn smallest(
    target: &Target,
    protocol: &'static dyn Protocol,
    engine: &EngineOptions,
    says: Vec<Say>,
    rule: Option<&str>,
) -> Result<Result<Option<Finding>, String>, Error> {
    let Some(grammar) = protocol.grammar() else {
        let title = protocol.title();
        return Err(Error::usage(format!("{title} cannot be shrunk yet")));
    };
    let start = || link::spawn(&target.spec).map_err(|err| err.to_string());
    let request = Request {
        protocol,
        grammar,
        start: &start,
        settings: engine.settings(),
        seed: 0,
        time: None,
        commands: None,
        jobs: 1,
        rules_as_of: None,
    };
    Ok(fuzz::smallest(&request, says, rule))
}

fn over(args: &Args, finding: &Finding, before: usize) -> Result<Done, Error> {
    write(args, finding)?;
    let (again, tries) = finding.seen;
    tell(&format!(
        "{}: {}\n{before} lines before, {} now; seen again {again} times of {tries}, in fresh processes",
        finding.rule,
        finding.message,
        finding.lines()
    ));
    let exit = match finding.is_certain() {
        true => Exit::Fine,
        false => Exit::Inconclusive,
    };
    Ok(exit.into())
}

fn write(args: &Args, finding: &Finding) -> Result<(), Error> {
    let text = [
        format!("@rule {}\n", finding.rule).as_bytes(),
        &finding.script,
    ]
    .concat();
    match &args.output {
        None => output::print(|out| out.write_all(&text)),
        Some(path) => fs::write(path, text)
            .map_err(|err| Error::usage(format!("--output: {}: {err}", path.display()))),
    }
}

/// Beside the script, which may go to standard output.
fn tell(text: &str) {
    for line in text.lines() {
        // Standard error that is closed hinders nobody.
        let _ = writeln!(anstream::stderr().lock(), "{}", cut(line, 600));
    }
}
