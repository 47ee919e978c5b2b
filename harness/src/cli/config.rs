//! `ponderhit.toml`: the options of a project, and its engines.
//!
//! ```toml
//! engine = ["target/release/my-engine", "--ucci"]
//! protocol = "ucci"
//! known-failures = "known-failures.txt"
//! strict = true
//! setoption = ["hashsize=16", "usebook=false"]
//! ```
//!
//! The keys of `ponderhit.toml` are `engine` and the long options of `check`, `replay` and `judge`. In place of the key
//! `engine`, the file may have one `[[engine]]` table for each engine, with options of this engine. ponderhit looks for
//! `ponderhit.toml` in the current directory and its parents. Paths in `ponderhit.toml` are relative to the directory
//! of this file, and the engine is started in this directory. An option on the command line overrides the same option
//! in `ponderhit.toml`, and an option of an `[[engine]]` table overrides the same option of the file.

mod config_file;

use std::{ffi::OsString, io::Write as _};

use clap::{Arg, ArgMatches, Command, parser::ValueSource};

use super::argument_errors;
use crate::{
    error::Error,
    message::{Message, message},
};
use config_file::{
    CONFIG_FILE_NAME, CWD_KEY, ConfigFile, ENGINE_KEY, EngineTable, Entry, find_config_file,
    unrecognized_option,
};

/// The commands that read `ponderhit.toml`.
const COMMANDS_WITH_CONFIG: [&str; 3] = ["check", "replay", "judge"];

/// The ids and the names of the command-line options that choose engines of `ponderhit.toml`. `ponderhit.toml` itself
/// must not contain options that choose an engine.
const ENGINE_NAME_ID: &str = "engine_name";
const ENGINE_NAME_OPTION: &str = "--engine";
const ALL_ENGINES_ID: &str = "all_engines";
const ALL_ENGINES_OPTION: &str = "--all-engines";

const NO_ENGINE_AFTER_DASHES: Message = message!(
    "no_engine_after_dashes",
    "no ENGINE after `--`: is a shell variable empty?"
);

/// Adds the options in `ponderhit.toml` to the command line. Returns one command line; with `--all-engines`, one
/// command line for each engine.
pub(super) fn read_command_lines(
    args: Vec<OsString>,
    cli: &Command,
) -> Result<Vec<Vec<OsString>>, Error> {
    // If the arguments are wrong, `cli::run_cli` parses them again and reports the error.
    let Ok(matches) = cli.clone().try_get_matches_from(&args) else {
        return Ok(vec![args]);
    };
    let Some((command, given)) = matches.subcommand() else {
        return Ok(vec![args]);
    };
    // The id is looked up first, because a release build of clap returns `Ok(None)` for an unknown id, too.
    let takes_engine = cli
        .find_subcommand(command)
        .is_some_and(|it| it.get_arguments().any(|it| it.get_id() == "command"));
    let no_engine = takes_engine && matches!(given.try_get_raw("command"), Ok(None));
    if no_engine && args.last().is_some_and(|it| it == "--") {
        return Err(Error::usage_error(NO_ENGINE_AFTER_DASHES));
    }
    if command == FUZZ_COMMAND && no_engine {
        reject_engine_of_file()?;
    }
    if !COMMANDS_WITH_CONFIG.contains(&command) {
        return Ok(vec![args]);
    }
    let choice = EngineChoice::new(given, no_engine)?;
    let Some((directory, text)) = find_config_file()? else {
        choice.reject_choice_without_tables(CONFIG_FILE_NAME)?;
        return Ok(vec![args]);
    };
    let file = ConfigFile::parse(&directory, &text)?;
    let line = CommandLine {
        args,
        cli,
        command,
        given_arguments: given,
        file: &file,
    };
    line.reject_unrecognized_options()?;
    let lines = match choice.chosen_tables(&file)? {
        Some(tables) => tables
            .into_iter()
            .map(|it| line.with_engine_table(it))
            .collect::<Result<_, Error>>()?,
        None if no_engine => vec![line.with_engine(file.engine.as_ref(), None)?],
        None => vec![line.with_engine(None, None)?],
    };
    if file.is_in_parent_directory() {
        // Write errors are ignored, because the user may have closed standard error.
        let _ = writeln!(anstream::stderr().lock(), "using {}", file.display_path());
    }
    Ok(lines)
}

/// The command that starts an engine but does not read `ponderhit.toml`, because the options of the file are for runs of
/// scenarios.
const FUZZ_COMMAND: &str = "fuzz";

/// Rejects a `fuzz` without an ENGINE beside a `ponderhit.toml` that names one: it would test the built-in engine.
fn reject_engine_of_file() -> Result<(), Error> {
    let Some((directory, text)) = find_config_file()? else {
        return Ok(());
    };
    let file = ConfigFile::parse(&directory, &text)?;
    if file.engine.is_none() && file.engine_tables.is_empty() {
        return Ok(());
    }
    Err(Error::usage_error(message!(
        "fuzz_reads_no_config",
        "no ENGINE was given: `fuzz` does not read {file}; name the engine on the command line",
        file = file.display_path()
    )))
}

/// The engines of `ponderhit.toml` that the command line chooses.
enum EngineChoice {
    /// No engine of `ponderhit.toml`, because the command line names an ENGINE or the command starts no engine.
    NoneOfFile,
    /// The only engine of `ponderhit.toml`; several engines in the file are an error.
    OnlyOne,
    /// The engine that `--engine` names.
    Named(String),
    /// All engines of `ponderhit.toml`, because the command line has `--all-engines`.
    All,
}

impl EngineChoice {
    fn new(given: &ArgMatches, no_engine: bool) -> Result<EngineChoice, Error> {
        let name = given.try_get_one::<String>(ENGINE_NAME_ID).ok().flatten();
        let all = matches!(given.try_get_one::<bool>(ALL_ENGINES_ID), Ok(Some(true)));
        let (choice, option) = match (name, all) {
            (Some(_), true) => {
                return Err(Error::usage_error(message!(
                    "one_engine_or_all",
                    "--engine cannot be used with --all-engines"
                )));
            }
            (Some(name), false) => (EngineChoice::Named(name.clone()), ENGINE_NAME_OPTION),
            (None, true) => (EngineChoice::All, ALL_ENGINES_OPTION),
            // The option `--review` of `replay` starts no engine.
            (None, false) if matches!(given.try_get_raw("review"), Ok(Some(_))) => {
                return Ok(EngineChoice::NoneOfFile);
            }
            (None, false) if no_engine => return Ok(EngineChoice::OnlyOne),
            (None, false) => return Ok(EngineChoice::NoneOfFile),
        };
        if !no_engine {
            return Err(Error::usage_error(message!(
                "engine_chosen_twice",
                "{option} chooses an engine of ponderhit.toml, but the command line has an ENGINE, too",
                option
            )));
        }
        Ok(choice)
    }

    /// Rejects `--engine` and `--all-engines`, because the file has no `[[engine]]` tables.
    fn reject_choice_without_tables(&self, file: &str) -> Result<(), Error> {
        let option = match self {
            EngineChoice::NoneOfFile | EngineChoice::OnlyOne => return Ok(()),
            EngineChoice::Named(_) => ENGINE_NAME_OPTION,
            EngineChoice::All => ALL_ENGINES_OPTION,
        };
        Err(Error::usage_error(message!(
            "no_engine_tables",
            "{option}: there is no {file} with [[engine]] tables",
            option,
            file
        )))
    }

    /// The `[[engine]]` tables that were chosen, or `None` if the engine does not come from a table.
    fn chosen_tables<'a>(
        &self,
        file: &'a ConfigFile<'_>,
    ) -> Result<Option<Vec<&'a EngineTable>>, Error> {
        let tables = &file.engine_tables;
        let names: Vec<&str> = tables.iter().map(|it| it.name.as_str()).collect();
        if tables.is_empty() {
            self.reject_choice_without_tables(&file.display_path())?;
            return Ok(None);
        }
        match self {
            EngineChoice::NoneOfFile => Ok(None),
            EngineChoice::All => Ok(Some(tables.iter().collect())),
            EngineChoice::Named(name) => match tables.iter().find(|it| it.name == *name) {
                Some(table) => Ok(Some(vec![table])),
                None => Err(Error::usage_error(message!(
                    "engine_name_unrecognized",
                    "--engine: {file} has no engine `{name}`; expected one of {names}",
                    file = file.display_path(),
                    name,
                    names
                ))),
            },
            EngineChoice::OnlyOne if tables.len() == 1 => Ok(Some(tables.iter().collect())),
            EngineChoice::OnlyOne => Err(Error::usage_error(message!(
                "several_engines_in_config",
                "{file} has several engines: {names}; choose one with --engine NAME, or check all of them with `check --all-engines`",
                file = file.display_path(),
                names
            ))),
        }
    }
}

/// The command line to which the options of `ponderhit.toml` are added.
struct CommandLine<'a> {
    args: Vec<OsString>,
    cli: &'a Command,
    command: &'a str,
    given_arguments: &'a ArgMatches,
    file: &'a ConfigFile<'a>,
}

impl CommandLine<'_> {
    /// Rejects a key of the file that is no option of any command.
    fn reject_unrecognized_options(&self) -> Result<(), Error> {
        for entry in &self.file.options {
            let mut commands = COMMANDS_WITH_CONFIG.iter();
            if commands.all(|it| find_option(self.cli, it, &entry.key).is_none()) {
                let commands = COMMANDS_WITH_CONFIG.iter();
                let commands = commands.filter_map(|it| self.cli.find_subcommand(it));
                let options = commands.flat_map(|it| it.get_arguments());
                let options = options.filter(|it| is_config_option(it));
                let names = options.filter_map(Arg::get_long).chain([ENGINE_KEY]);
                let what = unrecognized_option(&entry.key, names);
                return Err(self.file.error_at(entry.text_offset, what));
            }
        }
        Ok(())
    }

    /// Adds the options of `ponderhit.toml`, and the options and the engine of one `[[engine]]` table.
    fn with_engine_table(&self, table: &EngineTable) -> Result<Vec<OsString>, Error> {
        self.with_engine(Some(&table.command), Some(table))
    }

    fn with_engine(
        &self,
        engine: Option<&Entry>,
        table: Option<&EngineTable>,
    ) -> Result<Vec<OsString>, Error> {
        let of_table = table.map_or(&[][..], |it| &it.options);
        let mut more = self.arguments(of_table, &[])?;
        more.extend(self.arguments(&self.file.options, of_table)?);
        if let Some(table) = table
            && !self.is_given(ENGINE_NAME_ID)
        {
            more.push(format!("{ENGINE_NAME_OPTION}={}", table.name).into());
        }
        let mut all = self.args.clone();
        let at = all.iter().position(|it| it == self.command);
        let at = at.unwrap_or_default() + 1;
        all.splice(at..at, more);
        let Some(engine) = engine else {
            return Ok(all);
        };
        let mut words = self.file.engine_command_words(engine)?;
        if self.file.is_in_parent_directory() {
            // The system looks up a program name without a path separator in PATH, so such a name
            // stays unchanged.
            if let Some(program) = words.first_mut().filter(|it| it.contains(['/', '\\'])) {
                // The engine starts in another directory, so a relative path of the engine's
                // program would be wrong.
                *program = self.file.absolute_path(program);
            }
            let mut options = self.file.options.iter().chain(of_table);
            if !options.any(|it| it.key == CWD_KEY) && !self.is_given(CWD_KEY) {
                let here = format!("--{CWD_KEY}={}", self.file.directory().display());
                all.insert(at, here.into());
            }
        }
        all.push("--".into());
        all.extend(words.into_iter().map(OsString::from));
        Ok(all)
    }

    /// Returns the arguments for the options in `entries`, except options that are set on the command line or in
    /// `overriding`.
    fn arguments(&self, entries: &[Entry], overriding: &[Entry]) -> Result<Vec<OsString>, Error> {
        let mut arguments = Vec::new();
        for entry in entries {
            let Some(option) = find_option(self.cli, self.command, &entry.key) else {
                continue;
            };
            let is_same = |other: &Entry| {
                let other = find_option(self.cli, self.command, &other.key);
                other.is_some_and(|it| it.get_id() == option.get_id())
            };
            if self.is_given(option.get_id().as_str()) || overriding.iter().any(is_same) {
                continue;
            }
            let own = self.file.option_arguments(entry, option)?;
            if let Some(why) = invalid_value_reason(self.cli, self.command, &own) {
                return Err(self.file.error_at(entry.text_offset, why));
            }
            arguments.extend(own);
        }
        Ok(arguments)
    }

    /// True if the command line sets this option.
    fn is_given(&self, id: &str) -> bool {
        self.given_arguments.value_source(id) == Some(ValueSource::CommandLine)
    }
}

/// Returns the reason why the value of an option is invalid. The reason names the option, but not the file with the
/// option.
fn invalid_value_reason(cli: &Command, command: &str, arguments: &[OsString]) -> Option<String> {
    let start = ["ponderhit", command].map(OsString::from);
    let all = start.into_iter().chain(arguments.iter().cloned());
    let err = cli.clone().try_get_matches_from(all).err()?;
    // A missing argument is no error here, because the arguments of one option are not a complete command line.
    if err.kind() == clap::error::ErrorKind::MissingRequiredArgument {
        return None;
    }
    let reason = argument_errors::error_reason(&err);
    Some(reason.map_or_else(|| err.to_string(), |it| it.to_string()))
}

/// Returns the option that has the name or alias `key` in this command.
fn find_option<'a>(cli: &'a Command, command: &str, key: &str) -> Option<&'a Arg> {
    let mut args = cli.find_subcommand(command)?.get_arguments();
    args.find(|it| {
        let mut aliases = it.get_all_aliases().into_iter().flatten();
        is_config_option(it) && (it.get_long() == Some(key) || aliases.any(|it| it == key))
    })
}

/// True if `ponderhit.toml` may set this option.
fn is_config_option(option: &Arg) -> bool {
    ![ENGINE_NAME_ID, ALL_ENGINES_ID].contains(&option.get_id().as_str())
}
