//! `ponderhit inject`: a proxy that makes the engine behind it look faulty.

use std::ffi::OsString;

use super::{Done, options::protocol_name, output, target};
use crate::{
    error::Error,
    exit::Exit,
    inject::{self, Fault, Injector},
    link::{Spec, proxy},
    protocol::{self, Protocol},
};

/// Be an engine with a fault: stands in front of any engine and rewrites the conversation.
///
/// For authors of GUIs, who want to see how theirs takes it, and for proving the rules.
#[derive(Debug, clap::Args)]
#[command(after_long_help = help())]
pub(super) struct Args {
    /// The name of a fault or of an allowed oddity, `none`, or a fault spelled out; several stand in a row.
    #[arg(long, value_name = "SPEC", required_unless_present = "list")]
    fault: Vec<String>,

    /// List the faults and the allowed oddities that have names.
    #[arg(long)]
    list: bool,

    /// The protocol that the engine speaks.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = protocol_name)]
    protocol: String,

    /// The engine's program and its arguments.
    #[arg(
        value_name = "ENGINE",
        trailing_var_arg = true,
        required_unless_present = "list"
    )]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    let protocol = protocol::find(&args.protocol).or_else(target::with_reference);
    let protocol = protocol.ok_or_else(|| Error::usage("name a protocol with --protocol"))?;
    if args.list {
        return list(protocol);
    }
    let mut faults = Vec::new();
    for spec in &args.fault {
        faults.extend(find(protocol, spec)?);
    }
    let Some((program, words)) = args.command.split_first() else {
        return Err(Error::usage("there is no ENGINE to stand in front of"));
    };
    let mut injector = Injector::new(protocol, faults);
    let mut spec = Spec::new(program);
    spec.args = words.to_vec();
    let end = proxy::run(&spec, &mut injector).map_err(|err| {
        let program = program.to_string_lossy();
        Error::usage(format!("{program}: {err}"))
    })?;
    Ok(Done::Status(proxy::end_like(&end)))
}

fn help() -> String {
    format!("A fault spelled out: {}", inject::GRAMMAR)
}

fn list(protocol: &dyn Protocol) -> Result<Done, Error> {
    let named = inject::named(protocol).map_err(|err| Error::Defect(err.message))?;
    let odd = inject::oddities(protocol).map_err(|err| Error::Defect(err.message))?;
    let faults = named.into_iter();
    let mut lines: Vec<(String, String)> = faults
        .map(|it| (it.name.unwrap_or_default(), it.spec))
        .collect();
    lines.extend(odd.into_iter().map(|it| {
        let specs: Vec<&str> = it.faults.iter().map(|it| it.spec.as_str()).collect();
        (
            it.name,
            format!("{} (allowed: {})", specs.join(" ; "), it.spec),
        )
    }));
    let width = lines.iter().map(|it| it.0.len()).max().unwrap_or_default();
    output::print(|out| {
        for (name, what) in &lines {
            writeln!(out, "{name:width$}  {what}")?;
        }
        Ok(())
    })?;
    Ok(Exit::Fine.into())
}

fn find(protocol: &dyn Protocol, spec: &str) -> Result<Vec<Fault>, Error> {
    inject::find(protocol, spec).map_err(|err| {
        let mut text = format!("--fault {spec}: column {}: {}", err.column, err.message);
        // The protocol's own list is checked by a test; here a name may only be misspelt.
        let named = inject::named(protocol).unwrap_or_default();
        let odd = inject::oddities(protocol).unwrap_or_default();
        let names = named.iter().filter_map(|it| it.name.as_deref());
        let names = names.chain(odd.iter().map(|it| it.name.as_str()));
        if let Some(name) = crate::suggest::nearest(spec, names) {
            text.push_str(&format!("; did you mean `{name}`?"));
        }
        Error::usage(text)
    })
}
