//! `ponderhit completions`: writes the completions of the command line for a shell, or its manual pages.

use std::{fs, path::PathBuf};

use clap::{CommandFactory as _, ValueEnum, builder::PossibleValue};
use clap_complete::Shell;

use super::{Cli, CommandResult, help, output};
use crate::{error::Error, exit::Exit};

const PROGRAM: &str = "ponderhit";

/// Write the completions of the command line for a shell, or its manual pages.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell; `man` writes manual pages in place of completions.
    #[arg(value_name = "SHELL", value_enum)]
    target: CompletionTarget,

    /// Write to this directory: the file that the shell loads, or a manual page for each command [default: the
    /// completions, or the page of ponderhit, to standard output].
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// The text that `completions` writes.
#[derive(Clone, Copy, Debug)]
enum CompletionTarget {
    Shell(Shell),
    ManualPages,
}

impl ValueEnum for CompletionTarget {
    fn value_variants<'a>() -> &'a [CompletionTarget] {
        &[
            CompletionTarget::Shell(Shell::Bash),
            CompletionTarget::Shell(Shell::Elvish),
            CompletionTarget::Shell(Shell::Fish),
            CompletionTarget::Shell(Shell::PowerShell),
            CompletionTarget::Shell(Shell::Zsh),
            CompletionTarget::ManualPages,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            CompletionTarget::Shell(shell) => shell.to_possible_value(),
            CompletionTarget::ManualPages => Some(PossibleValue::new("man")),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let mut cli = help::add_examples(Cli::command());
    let Some(directory) = &args.dir else {
        let mut text = Vec::new();
        match args.target {
            CompletionTarget::Shell(shell) => {
                clap_complete::generate(shell, &mut cli, PROGRAM, &mut text)
            }
            CompletionTarget::ManualPages => {
                let written = clap_mangen::Man::new(cli).render(&mut text);
                written.map_err(|err| Error::file_error(output::STDOUT_NAME, err))?;
            }
        }
        output::print_to_stdout(|out| out.write_all(&text))?;
        return Ok(Exit::Fine.into());
    };
    let written = fs::create_dir_all(directory).and_then(|()| match args.target {
        CompletionTarget::Shell(shell) => {
            clap_complete::generate_to(shell, &mut cli, PROGRAM, directory).map(|_| ())
        }
        CompletionTarget::ManualPages => clap_mangen::generate_to(cli, directory),
    });
    written.map_err(|err| Error::option_file_error("--dir", directory.display(), err))?;
    Ok(Exit::Fine.into())
}
