//! `ponderhit inject`: a proxy that makes an engine look faulty.

use std::ffi::OsString;

use super::{
    CommandResult,
    options::{parse_game_name, parse_protocol_name},
    output, target,
};
use crate::{
    error::Error,
    exit::Exit,
    inject::{self, Fault, FaultError, Injector},
    link::{EngineSpec, proxy},
    message::message,
    protocol::{self, Protocol},
};

/// Run an engine behind a proxy that injects a fault.
///
/// Use `inject` to see how a GUI handles a faulty engine, or whether the rules detect the fault.
#[derive(Debug, clap::Args)]
#[command(after_long_help = fault_grammar_help())]
pub(super) struct Args {
    /// Inject this fault: a name from --list, `none`, or a text in the grammar that --help shows; several faults are
    /// applied in order.
    #[arg(long, value_name = "SPEC", required_unless_present = "list")]
    fault: Vec<String>,

    /// List the named faults, and the named oddities: unusual behaviour that the protocol allows.
    #[arg(long)]
    list: bool,

    /// Speak this protocol; `auto` is the first protocol that has a built-in engine.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_name)]
    protocol: String,

    /// Play this game: chess, chess960 or xiangqi (UCI) [default: the game that options and positions show].
    #[arg(long, value_name = "NAME", value_parser = parse_game_name)]
    game: Option<String>,

    /// The program of the engine and its arguments.
    #[arg(
        value_name = "ENGINE",
        trailing_var_arg = true,
        required_unless_present = "list"
    )]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    let protocol =
        protocol::find_protocol(&args.protocol).or_else(target::protocol_with_built_in_engine);
    let protocol = protocol.ok_or_else(|| {
        Error::usage_error(message!(
            "no_protocol",
            "no protocol; name one with --protocol"
        ))
    })?;
    let game = args.game.as_deref();
    let protocol = game
        .and_then(|it| protocol.for_game(it))
        .unwrap_or(protocol);
    if args.list {
        return list_faults(protocol);
    }
    let mut faults = Vec::new();
    for spec in &args.fault {
        faults.extend(find_faults(protocol, spec)?);
    }
    let Some((program, words)) = args.command.split_first() else {
        return Err(Error::usage_error(message!(
            "no_engine",
            "no ENGINE was given"
        )));
    };
    let mut injector = Injector::new(protocol, faults);
    let mut spec = EngineSpec::new(program);
    spec.args = words.to_vec();
    let end = proxy::run_proxy(&spec, &mut injector).map_err(|err| {
        let program = program.to_string_lossy();
        Error::file_error(program, err)
    })?;
    Ok(CommandResult::EngineStatus(proxy::end_process_like(&end)))
}

fn fault_grammar_help() -> String {
    format!("Grammar of a fault: {}", inject::FAULT_SYNTAX)
}

fn list_faults(protocol: &dyn Protocol) -> Result<CommandResult, Error> {
    let named = inject::listed_faults(protocol).map_err(fault_list_error)?;
    let odd = inject::listed_oddities(protocol).map_err(fault_list_error)?;
    let faults = named.into_iter();
    let mut lines: Vec<(String, String)> = faults
        .map(|it| (it.name.unwrap_or_default(), it.source_text))
        .collect();
    lines.extend(odd.into_iter().map(|it| {
        let specs: Vec<&str> = it.faults.iter().map(|it| it.source_text.as_str()).collect();
        let allowed = message!(
            "oddity_allowed",
            "{faults} (allowed: {requirement})",
            faults = specs.join(" ; "),
            requirement = &it.requirements,
        );
        (it.name, allowed.to_string())
    }));
    let width = lines.iter().map(|it| it.0.len()).max().unwrap_or_default();
    output::print_to_stdout(|out| {
        for (name, what) in &lines {
            writeln!(out, "{name:width$}  {what}")?;
        }
        Ok(())
    })?;
    Ok(Exit::Fine.into())
}

/// Converts an error in the protocol's own list of faults to an internal error.
fn fault_list_error(err: FaultError) -> Error {
    Error::InternalError(err.message)
}

fn find_faults(protocol: &dyn Protocol, spec: &str) -> Result<Vec<Fault>, Error> {
    inject::find_faults(protocol, spec).map_err(|err| {
        let (column, what) = (err.column, err.message);
        // Errors in the protocol's own list of faults are ignored here, because a test checks that
        // list.
        let named = inject::listed_faults(protocol).unwrap_or_default();
        let odd = inject::listed_oddities(protocol).unwrap_or_default();
        let names = named.iter().filter_map(|it| it.name.as_deref());
        let names = names.chain(odd.iter().map(|it| it.name.as_str()));
        Error::usage_error(match crate::suggest::nearest_id(spec, names) {
            Some(nearest) => message!(
                "fault_misspelt",
                "--fault {fault}: column {column}: {what}; did you mean `{nearest}`?",
                fault = spec,
                column,
                what,
                nearest
            ),
            None => message!(
                "fault_error",
                "--fault {fault}: column {column}: {what}",
                fault = spec,
                column,
                what
            ),
        })
    })
}
