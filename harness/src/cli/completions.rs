//! `ponderhit completions`: writes the completions of the command line for a shell.

use clap::CommandFactory as _;

use super::{Cli, CommandResult, output};
use crate::{error::Error, exit::Exit};

/// Write the completions of the command line for a shell to standard output.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "SHELL")]
    shell: clap_complete::Shell,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ponderhit", &mut script);
    output::print_to_stdout(|out| out.write_all(&script))?;
    Ok(Exit::Fine.into())
}
