//! `ponderhit.toml`: the options of a project.
//!
//! ```toml
//! engine = ["target/release/my-engine", "--ucci"]
//! protocol = "ucci"
//! known-failures = "known-failures.txt"
//! strict = true
//! setoption = ["hashsize=16", "usebook=false"]
//! ```
//!
//! The keys of `ponderhit.toml` are `engine` and the long options of `check`, `replay` and `judge`.
//! ponderhit looks for `ponderhit.toml` in the current directory and its parents. Paths in
//! `ponderhit.toml` are relative to its directory, and the engine is started in its directory. An
//! option on the command line overrides the same option in `ponderhit.toml`.

use std::{
    env,
    ffi::OsString,
    fs,
    io::{self, ErrorKind, Write as _},
    path::{self, Path, PathBuf},
};

use clap::{Arg, ArgAction, Command, parser::ValueSource};
use toml::{Spanned, Table, Value};

use crate::{
    error::Error,
    message::{Argument, Message, message},
    source_error::SourceErrors,
    suggest,
    text_encoding::{self, FILE_IS_UTF16},
};

const CONFIG_FILE_NAME: &str = "ponderhit.toml";

/// The key in `ponderhit.toml` for the engine's command line.
const ENGINE_KEY: &str = "engine";

/// The commands that read `ponderhit.toml`.
const COMMANDS_WITH_CONFIG: [&str; 3] = ["check", "replay", "judge"];

const NO_ENGINE_AFTER_DASHES: Message = message!(
    "no_engine_after_dashes",
    "no ENGINE after `--`: is a shell variable empty?"
);

const ENGINE_COMMAND_EXPECTED: Message = message!(
    "config_engine_expected",
    "expected a list of texts, such as [\"python3\", \"engine.py\"]: the program, then its arguments"
);

fn unrecognized_option(cli: &Command, key: &str) -> Message {
    let commands = COMMANDS_WITH_CONFIG.iter();
    let commands = commands.filter_map(|it| cli.find_subcommand(it));
    let names = commands.flat_map(|it| it.get_arguments().filter_map(Arg::get_long));
    if let Some(nearest) = suggest::nearest_id(key, names.chain([ENGINE_KEY])) {
        return message!(
            "config_option_misspelt",
            "unrecognized option `{key}`; did you mean `{nearest}`?",
            key,
            nearest
        );
    }
    message!(
        "config_option_unrecognized",
        "unrecognized option `{key}`",
        key
    )
}

/// Adds the options in `ponderhit.toml` to the command line.
pub(super) fn add_config_options(
    args: Vec<OsString>,
    cli: &Command,
) -> Result<Vec<OsString>, Error> {
    // If the arguments are wrong, `cli::run_cli` parses them again and reports the error.
    let Ok(matches) = cli.clone().try_get_matches_from(&args) else {
        return Ok(args);
    };
    let Some((command, given)) = matches.subcommand() else {
        return Ok(args);
    };
    let no_engine = matches!(given.try_get_raw("command"), Ok(None));
    if no_engine && args.last().is_some_and(|it| it == "--") {
        return Err(Error::usage_error(NO_ENGINE_AFTER_DASHES));
    }
    if !COMMANDS_WITH_CONFIG.contains(&command) {
        return Ok(args);
    }
    let Some((directory, text)) = find_config_file()? else {
        return Ok(args);
    };
    let file = ConfigFile::parse(&directory, &text)?;
    let mut more = Vec::new();
    for (key, value, place) in file.entries.iter().filter(|it| it.0 != ENGINE_KEY) {
        if COMMANDS_WITH_CONFIG
            .iter()
            .all(|it| find_option(cli, it, key).is_none())
        {
            return Err(file.error_at(*place, unrecognized_option(cli, key)));
        }
        let Some(option) = find_option(cli, command, key) else {
            continue;
        };
        if given.value_source(option.get_id().as_str()) != Some(ValueSource::CommandLine) {
            let arguments = file.option_arguments(key, value, option, *place)?;
            if let Some(why) = invalid_value_reason(cli, command, &arguments) {
                return Err(file.error_at(*place, why));
            }
            more.extend(arguments);
        }
    }
    let mut all = args;
    let at = all.iter().position(|it| it == command).unwrap_or_default();
    all.splice(at + 1..at + 1, more);
    let own = file.entries.iter().find(|it| it.0 == ENGINE_KEY);
    if let (Some((_, value, place)), true) = (own, no_engine) {
        let words =
            values_as_strings(value).filter(|it| it.first().is_some_and(|it| !it.is_empty()));
        let mut words = words.ok_or_else(|| file.error_at(*place, ENGINE_COMMAND_EXPECTED))?;
        if file.is_in_parent_directory() {
            // The system looks up a program name without a path separator in PATH, so such a name
            // stays unchanged.
            if let Some(program) = words.first_mut().filter(|it| it.contains(['/', '\\'])) {
                // The engine starts in another directory, so a relative path of the engine's
                // program would be wrong.
                *program = file.absolute_path(program);
            }
            let cwd = file.entries.iter().any(|it| it.0 == CWD_KEY);
            if !cwd && given.value_source(CWD_KEY) != Some(ValueSource::CommandLine) {
                let here = format!("--{CWD_KEY}={}", file.directory.display());
                all.insert(at + 1, here.into());
            }
        }
        all.push("--".into());
        all.extend(words.into_iter().map(OsString::from));
    }
    if file.is_in_parent_directory() {
        // Write errors are ignored, because standard error may be closed.
        let _ = writeln!(anstream::stderr().lock(), "using {}", file.display_path());
    }
    Ok(all)
}

/// Returns the reason why the value of an option is invalid. The reason names the option, but no file.
fn invalid_value_reason(cli: &Command, command: &str, arguments: &[OsString]) -> Option<String> {
    let start = ["ponderhit", command].map(OsString::from);
    let all = start.into_iter().chain(arguments.iter().cloned());
    let err = cli.clone().try_get_matches_from(all).err()?;
    // The arguments of an option alone are not a complete command line.
    if err.kind() == clap::error::ErrorKind::MissingRequiredArgument {
        return None;
    }
    let text = err.to_string();
    let first = text.lines().next().unwrap_or_default();
    Some(first.trim_start_matches("error: ").to_owned())
}

/// Returns the directory of `ponderhit.toml`, relative to the current directory, and the text of the file.
fn find_config_file() -> Result<Option<(PathBuf, String)>, Error> {
    let here = env::current_dir().map_err(|err| Error::file_error(CONFIG_FILE_NAME, err))?;
    let mut directory = PathBuf::new();
    for _ in here.ancestors() {
        let path = directory.join(CONFIG_FILE_NAME);
        let text = fs::read(&path).and_then(|text| {
            if text_encoding::is_utf16(&text) {
                let why = FILE_IS_UTF16.to_string();
                return Err(io::Error::new(ErrorKind::InvalidData, why));
            }
            let text = text_encoding::without_byte_order_mark(&text).to_vec();
            String::from_utf8(text).map_err(|err| io::Error::new(ErrorKind::InvalidData, err))
        });
        match text {
            Ok(text) => return Ok(Some((directory, text))),
            Err(err) if err.kind() == ErrorKind::NotFound => directory.push(".."),
            Err(err) => return Err(Error::file_error(path.display(), err)),
        }
    }
    Ok(None)
}

/// Returns the option of a command whose name or alias is `key`.
fn find_option<'a>(cli: &'a Command, command: &str, key: &str) -> Option<&'a Arg> {
    let mut args = cli.find_subcommand(command)?.get_arguments();
    args.find(|it| {
        let mut aliases = it.get_all_aliases().into_iter().flatten();
        it.get_long() == Some(key) || aliases.any(|it| it == key)
    })
}

/// Returns the elements of a TOML list as strings. A single value counts as a list of one element.
fn values_as_strings(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(all) => all.iter().map(value_as_string).collect(),
        one => Some(vec![value_as_string(one)?]),
    }
}

fn value_as_string(value: &Value) -> Option<String> {
    match value {
        Value::String(it) => Some(it.clone()),
        Value::Integer(it) => Some(it.to_string()),
        Value::Float(it) => Some(it.to_string()),
        _ => None,
    }
}

/// The key for the directory in which the engine starts.
const CWD_KEY: &str = "cwd";

/// The keys whose values are paths.
const PATH_KEYS: [&str; 5] = [
    CWD_KEY,
    "state",
    "known-failures",
    "write-known-failures",
    "transcripts",
];

/// A parsed `ponderhit.toml`: its keys, their values, and the position of each key in the text.
struct ConfigFile<'a> {
    directory: &'a Path,
    text: &'a str,
    entries: Vec<(String, Value, usize)>,
}

impl<'a> ConfigFile<'a> {
    fn parse(directory: &'a Path, text: &'a str) -> Result<ConfigFile<'a>, Error> {
        let mut file = ConfigFile {
            directory,
            text,
            entries: Vec::new(),
        };
        let wrong = |err: &toml::de::Error| {
            let what = err.message().lines().next().unwrap_or_default();
            file.error_at(err.span().map_or(0, |it| it.start), what)
        };
        let table: Table = toml::from_str(text).map_err(|err| wrong(&err))?;
        let places: std::collections::BTreeMap<Spanned<String>, Value> =
            toml::from_str(text).map_err(|err| wrong(&err))?;
        let place = |key: &str| {
            let found = places.keys().find(|it| it.get_ref() == key);
            found.map_or(0, |it| it.span().start)
        };
        let entries: Vec<_> = table
            .into_iter()
            .map(|(key, value)| {
                let place = place(&key);
                (key, value, place)
            })
            .collect();
        file.entries = entries;
        Ok(file)
    }

    /// True if `ponderhit.toml` is in a parent of the current directory.
    fn is_in_parent_directory(&self) -> bool {
        !self.directory.as_os_str().is_empty()
    }

    fn display_path(&self) -> String {
        self.directory.join(CONFIG_FILE_NAME).display().to_string()
    }

    /// Converts a path in `ponderhit.toml` to a path relative to the current directory.
    fn relative_path(&self, path: &str) -> String {
        self.directory.join(path).display().to_string()
    }

    fn absolute_path(&self, path: &str) -> String {
        let joined = self.directory.join(path);
        let absolute = path::absolute(&joined).unwrap_or(joined);
        absolute.display().to_string()
    }

    /// Converts an option in `ponderhit.toml` to command-line arguments.
    fn option_arguments(
        &self,
        key: &str,
        value: &Value,
        option: &Arg,
        place: usize,
    ) -> Result<Vec<OsString>, Error> {
        // A key may be an alias of the option.
        let key = option.get_long().unwrap_or(key);
        let flag = format!("--{key}");
        let takes = matches!(option.get_action(), ArgAction::Set | ArgAction::Append);
        match (value, takes) {
            (Value::Boolean(true), false) => Ok(vec![flag.into()]),
            (Value::Boolean(false), false) => Ok(Vec::new()),
            (_, false) => {
                let what = message!("config_flag_expected", "expected true or false");
                Err(self.error_at(place, what))
            }
            (value, true) => {
                let words = values_as_strings(value).ok_or_else(|| {
                    let what = message!(
                        "config_value_expected",
                        "expected a string, a number, or a list of them"
                    );
                    self.error_at(place, what)
                })?;
                let resolve = |word: String| match word.split_once('=') {
                    _ if PATH_KEYS.contains(&key) => self.relative_path(&word),
                    Some((format, path)) if key == "report" => {
                        format!("{format}={}", self.relative_path(path))
                    }
                    _ => word,
                };
                let arguments = words
                    .into_iter()
                    .map(|it| format!("{flag}={}", resolve(it)).into());
                Ok(arguments.collect())
            }
        }
    }

    /// Returns an error with the line and column of byte `at` in `ponderhit.toml`.
    fn error_at(&self, at: usize, what: impl Into<Argument>) -> Error {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().len() + 1;
        let what: Argument = what.into();
        let message = match what {
            Argument::Message(message) => *message,
            what => message!("config_error", "{what}", what),
        };
        let error = (line, column, message);
        let errors = SourceErrors::new(self.display_path(), self.text.as_bytes(), [error]);
        Error::SourceErrors(errors)
    }
}
