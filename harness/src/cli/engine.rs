//! `ponderhit engine`: runs the reference engine on standard input and output.

use std::io::{self, BufReader};

use ponderhit_engine::Protocol;

use super::{CommandResult, options, output};
use crate::{error::Error, exit::Exit, message::message};

/// Run the built-in reference engine on standard input and output.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Speak `ucci` (xiangqi), `uci` (chess), `gtp` (Go) or `agi` (gomoku); `auto` is the first of these protocols.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_option)]
    protocol: String,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let protocol = match args.protocol.as_str() {
        "auto" => Protocol::ALL.first().copied(),
        name => Protocol::from_name(name),
    };
    let Some(protocol) = protocol else {
        return Err(Error::usage_error(message!(
            "no_engine_for",
            "there is no built-in engine for {name}",
            name = &args.protocol,
        )));
    };
    let (input, output) = (BufReader::new(io::stdin()), io::stdout().lock());
    let served = ponderhit_engine::serve(protocol, input, output);
    served.map_err(|err| Error::file_error(output::STDOUT_NAME, err))?;
    Ok(Exit::Fine.into())
}

/// Checks the value of `--protocol`: a protocol of the reference engine, or any protocol that
/// ponderhit tests.
fn parse_protocol_option(text: &str) -> Result<String, String> {
    match Protocol::from_name(text) {
        Some(_) => Ok(text.to_owned()),
        None => options::parse_protocol_name(text),
    }
}
