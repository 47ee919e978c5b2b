//! `ponderhit engine`: the reference engine on standard input and output.

use std::io::{self, BufReader};

use super::{Done, options, target};
use crate::{error::Error, exit::Exit, protocol};

/// Be an engine: the built-in reference engine, on standard input and output.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The protocol to speak.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = options::protocol_name)]
    protocol: String,
}

pub(super) fn run(args: &Args) -> Result<Done, Error> {
    let protocol = protocol::find(&args.protocol).or_else(target::with_reference);
    if protocol.is_none_or(|it| it.reference().is_none()) {
        let name = &args.protocol;
        return Err(Error::usage(format!(
            "there is no built-in {name} engine yet"
        )));
    }
    let served = ponderhit_engine::serve(BufReader::new(io::stdin()), io::stdout().lock());
    served.map_err(|err| Error::usage(format!("standard output: {err}")))?;
    Ok(Exit::Fine.into())
}
