//! `ponderhit engine`: runs the reference engine on standard input and output.

use std::io::{self, BufReader};

use super::{CommandResult, options, output, target};
use crate::{error::Error, exit::Exit, message::message, protocol};

/// Run the built-in reference engine on standard input and output.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Speak this protocol; `auto` is the first protocol that has a built-in engine.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = options::protocol_name)]
    protocol: String,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let protocol = protocol::find(&args.protocol).or_else(target::with_reference);
    if protocol.is_none_or(|it| it.reference().is_none()) {
        return Err(Error::usage(message!(
            "no_engine_for",
            "there is no built-in engine for {name}",
            name = &args.protocol,
        )));
    }
    let served = ponderhit_engine::serve(BufReader::new(io::stdin()), io::stdout().lock());
    served.map_err(|err| Error::file(output::STDOUT, err))?;
    Ok(Exit::Fine.into())
}
