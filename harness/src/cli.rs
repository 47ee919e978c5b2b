//! Parses the arguments, runs one command, and turns its result into an exit code.

mod all_engines;
mod argument_errors;
mod boards;
mod check;
mod check_gui;
mod ci_reports;
mod completions;
mod config;
mod dialogue;
mod engine;
mod explain;
mod fuzz;
mod help;
mod init;
mod inject;
mod judge;
mod last_run;
mod merge;
mod options;
mod output;
mod record;
mod regression;
mod replay;
mod report;
mod report_layout;
mod review;
mod rules;
mod run_context;
mod run_environment;
mod run_observer;
mod scenarios;
mod script_files;
mod shard_option;
mod show;
mod shrink;
mod snapshots;
mod stale_reports;
mod target;

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
    panic,
    process::ExitCode,
};

use clap::{
    CommandFactory, FromArgMatches as _, Parser, Subcommand, ValueEnum as _, builder::Styles,
};

use crate::{
    error::Error,
    exit::Exit,
    launch::reproduce,
    link,
    message::{Language, language, message},
};
use output::Colors;

/// Check whether a board-game engine speaks its protocol correctly.
#[derive(Debug, Parser)]
#[command(name = "ponderhit", version, max_term_width = 100, styles = HELP_STYLES, after_help = exit_codes_help())]
struct Cli {
    /// Use colours in the output; `auto` decides by the terminal and the variables NO_COLOR and CI.
    #[arg(long, global = true, value_enum, default_value_t = Colors::Auto, value_name = "WHEN")]
    color: Colors,

    /// The language of reports and errors [default: by the system on a terminal, otherwise en]
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Init(init::Args),
    Check(check::Args),
    Replay(replay::Args),
    Record(record::Args),
    Judge(judge::Args),
    Report(report::Args),
    Merge(merge::Args),
    Fuzz(fuzz::Args),
    Shrink(shrink::Args),
    Inject(inject::Args),
    CheckGui(check_gui::Args),
    Engine(engine::Args),
    Scenarios(scenarios::Args),
    Show(show::Args),
    Rules(rules::Args),
    Explain(explain::Args),
    Completions(completions::Args),
}

const HELP_STYLES: Styles = Styles::styled()
    .header(anstyle::AnsiColor::Yellow.on_default())
    .usage(anstyle::AnsiColor::Yellow.on_default())
    .literal(anstyle::AnsiColor::Green.on_default());

/// The result of a subcommand of ponderhit.
enum CommandResult {
    Exit(Exit),
    /// The exit status of the engine, which the program `ponderhit` returns as its own exit status.
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
    let args: Vec<_> = std::env::args_os().collect();
    // The language is selected before the arguments are parsed, because help texts and errors in the arguments need it.
    language::select_language(named_language(&args), io::stdout().is_terminal());
    let command = help::add_examples(Cli::command());
    if let Some(program) = args.first() {
        reproduce::set_program_name(&program.to_string_lossy());
    }
    let command_lines = match config::read_command_lines(args.clone(), &command) {
        Ok(lines) => lines,
        Err(err) => {
            stale_reports::empty_report_files(&args);
            print_error(&err);
            return ExitCode::from(err.exit_code().code());
        }
    };
    let mut commands = Vec::new();
    for line in command_lines {
        let parsed = command.clone().try_get_matches_from(line);
        let cli = match parsed.and_then(|it| Cli::from_arg_matches(&it)) {
            Ok(cli) => cli,
            Err(err) => {
                argument_errors::print(&err);
                let failed = err.use_stderr();
                if failed {
                    stale_reports::empty_report_files(&args);
                }
                return ExitCode::from(if failed { Exit::Usage } else { Exit::Fine }.code());
            }
        };
        cli.color.apply_globally();
        language::select_language(cli.lang, io::stdout().is_terminal());
        commands.push(cli.command);
    }
    let result = panic::catch_unwind(|| run_each(commands));
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
            if err.exit_code() == Exit::Usage {
                stale_reports::empty_report_files(&args);
            }
            print_error(&err);
            ExitCode::from(err.exit_code().code())
        }
    }
}

/// The language of `--lang`, for texts that are made before the arguments are parsed.
fn named_language(args: &[OsString]) -> Option<Language> {
    let words: Vec<_> = args.iter().map(|it| it.to_string_lossy()).collect();
    let mut words = words.iter().skip(1).take_while(|it| *it != "--");
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--lang") {
            Some("") => words.next()?,
            Some(value) => value.strip_prefix('=').unwrap_or(value),
            None => continue,
        };
        return Language::from_str(value, true).ok();
    }
    None
}

fn print_error(error: &Error) {
    print_error_text(error.to_string());
}

/// Prints a text as an error message.
fn print_error_text(error: String) {
    let line = message!("error_line", "error: {error}", error);
    output::print_line_to_stderr(&line.to_string());
}

/// Runs the command, or `check` for each engine of `--all-engines`.
fn run_each(commands: Vec<Command>) -> Result<CommandResult, Error> {
    let mut checks = Vec::new();
    for command in commands {
        match command {
            Command::Check(args) if args.checks_all_engines() => checks.push(args),
            command => return run(command),
        }
    }
    all_engines::run(checks)
}

fn run(command: Command) -> Result<CommandResult, Error> {
    match command {
        Command::Init(args) => init::run(&args),
        Command::Check(args) => check::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Record(args) => record::run(args),
        Command::Judge(args) => judge::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Report(args) => report::run(&args),
        Command::Fuzz(args) => fuzz::run(args),
        Command::Shrink(args) => shrink::run(&args),
        Command::Inject(args) => inject::run(args),
        Command::CheckGui(args) => check_gui::run(args),
        Command::Engine(args) => engine::run(&args),
        Command::Scenarios(args) => scenarios::run(&args),
        Command::Show(args) => show::run(args),
        Command::Rules(args) => rules::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}

fn exit_codes_help() -> String {
    let heading = message!("exit_codes_heading", "Exit codes (the first that applies):");
    let mut text = format!("{heading}\n");
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
