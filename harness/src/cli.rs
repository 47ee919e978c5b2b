//! From arguments to one of the commands, and from what it came to, to an exit code.

mod boards;
mod check;
mod config;
mod engine;
mod explain;
mod fuzz;
mod inject;
mod judge;
mod options;
mod output;
mod record;
mod replay;
mod review;
mod rules;
mod running;
mod shrink;
mod snapshots;
mod target;
mod watch;

use std::{io::Write, panic, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand, builder::Styles};

use crate::{error::Error, exit::Exit, link};
use output::Colors;

/// Tells whether a board-game engine speaks its protocol correctly.
#[derive(Debug, Parser)]
#[command(name = "ponderhit", version, max_term_width = 100, styles = STYLES, after_help = exit_codes())]
struct Cli {
    /// When to use colours; NO_COLOR and CI are honoured.
    #[arg(long, global = true, value_enum, default_value_t = Colors::Auto, value_name = "WHEN")]
    color: Colors,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Replay(replay::Args),
    Record(record::Args),
    Judge(judge::Args),
    Fuzz(fuzz::Args),
    Shrink(shrink::Args),
    Inject(inject::Args),
    Engine(engine::Args),
    Rules(rules::Args),
    Explain(explain::Args),
}

const STYLES: Styles = Styles::styled()
    .header(anstyle::AnsiColor::Yellow.on_default())
    .usage(anstyle::AnsiColor::Yellow.on_default())
    .literal(anstyle::AnsiColor::Green.on_default());

/// What a command came to.
enum Done {
    Exit(Exit),
    /// The status of somebody else's program.
    Status(u8),
}

impl From<Exit> for Done {
    fn from(exit: Exit) -> Done {
        Done::Exit(exit)
    }
}

/// The whole program.
pub fn main() -> ExitCode {
    if let Some(exit) = link::watchdog::main_if_asked() {
        return exit;
    }
    let exit = obey();
    link::stop_watchdog();
    exit
}

fn obey() -> ExitCode {
    let args = match config::complete(std::env::args_os().collect(), &Cli::command()) {
        Ok(args) => args,
        Err(err) => {
            let _ = writeln!(anstream::stderr().lock(), "error: {err}");
            return ExitCode::from(err.exit().code());
        }
    };
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(err) => {
            // Asking for help is no error, and nobody need read it to its end.
            let _ = err.print();
            let wrong = err.use_stderr();
            return ExitCode::from(if wrong { Exit::Usage } else { Exit::Fine }.code());
        }
    };
    cli.color.apply();
    let done = panic::catch_unwind(|| run(cli.command));
    let done = done.unwrap_or_else(|_| {
        let text = "it panicked; please report the lines above";
        Err(Error::Defect(text.to_owned()))
    });
    match done {
        Ok(Done::Exit(exit)) => ExitCode::from(exit.code()),
        Ok(Done::Status(status)) => ExitCode::from(status),
        Err(err) => {
            // If even standard error is closed, the exit code has to do.
            let _ = writeln!(anstream::stderr().lock(), "error: {err}");
            ExitCode::from(err.exit().code())
        }
    }
}

fn run(command: Command) -> Result<Done, Error> {
    match command {
        Command::Check(args) => check::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Record(args) => record::run(args),
        Command::Judge(args) => judge::run(args),
        Command::Fuzz(args) => fuzz::run(args),
        Command::Shrink(args) => shrink::run(&args),
        Command::Inject(args) => inject::run(args),
        Command::Engine(args) => engine::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Explain(args) => explain::run(&args),
    }
}

fn exit_codes() -> String {
    let mut text = String::from("Exit codes (the first that applies):\n");
    for exit in Exit::ALL {
        let (code, meaning) = (exit.code(), exit.meaning());
        text.push_str(&format!("  {code:>3}  {meaning}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
