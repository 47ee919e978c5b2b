//! Parses the arguments, runs one command, and turns its result into an exit code.

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
mod run_context;
mod run_observer;
mod shrink;
mod snapshots;
mod target;

use std::{io::Write, panic, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand, builder::Styles};

use crate::{error::Error, exit::Exit, link, message::message};
use output::Colors;

/// Check whether a board-game engine speaks its protocol correctly.
#[derive(Debug, Parser)]
#[command(name = "ponderhit", version, max_term_width = 100, styles = HELP_STYLES, after_help = exit_codes_help())]
struct Cli {
    /// Use colours in the output; `auto` decides by the terminal and the variables NO_COLOR and CI.
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

const HELP_STYLES: Styles = Styles::styled()
    .header(anstyle::AnsiColor::Yellow.on_default())
    .usage(anstyle::AnsiColor::Yellow.on_default())
    .literal(anstyle::AnsiColor::Green.on_default());

/// The result of a command.
enum CommandResult {
    Exit(Exit),
    /// The exit status of the engine, which ponderhit returns as its own.
    EngineStatus(u8),
}

impl From<Exit> for CommandResult {
    fn from(exit: Exit) -> CommandResult {
        CommandResult::Exit(exit)
    }
}

/// The entry point of the program.
pub fn main() -> ExitCode {
    if let Some(exit) = link::watchdog::run_if_watchdog() {
        return exit;
    }
    let exit = run_cli();
    link::stop_watchdog();
    exit
}

fn run_cli() -> ExitCode {
    let args = match config::add_config_options(std::env::args_os().collect(), &Cli::command()) {
        Ok(args) => args,
        Err(err) => {
            let _ = writeln!(anstream::stderr().lock(), "error: {err}");
            return ExitCode::from(err.exit_code().code());
        }
    };
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(err) => {
            // Clap returns the text of `--help` as an error, too. A failure to print the help is ignored.
            let _ = err.print();
            let failed = err.use_stderr();
            return ExitCode::from(if failed { Exit::Usage } else { Exit::Fine }.code());
        }
    };
    cli.color.apply_globally();
    let result = panic::catch_unwind(|| run(cli.command));
    let result = result.unwrap_or_else(|_| {
        Err(Error::InternalError(message!(
            "panicked",
            "ponderhit panicked; please report the lines above"
        )))
    });
    match result {
        Ok(CommandResult::Exit(exit)) => ExitCode::from(exit.code()),
        Ok(CommandResult::EngineStatus(status)) => ExitCode::from(status),
        Err(err) => {
            // If standard error is closed, only the exit code reports the error.
            let _ = writeln!(anstream::stderr().lock(), "error: {err}");
            ExitCode::from(err.exit_code().code())
        }
    }
}

fn run(command: Command) -> Result<CommandResult, Error> {
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

fn exit_codes_help() -> String {
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
