//! Reads `ponderhit.toml`: its options, its `[[engine]]` tables, and the position of each key for error messages.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    io::{self, ErrorKind},
    path::{self, Path, PathBuf},
};

use clap::{Arg, ArgAction};
use toml::{Table, Value, de::DeTable};

use crate::{
    bounded_read,
    error::Error,
    message::{Argument, Message, message},
    source_error::SourceErrors,
    suggest,
    text_encoding::{self, FILE_IS_UTF16},
};

pub(super) const CONFIG_FILE_NAME: &str = "ponderhit.toml";

/// The key in `ponderhit.toml` for the engine's command line, or for the tables of several engines.
pub(super) const ENGINE_KEY: &str = "engine";

/// The key for the directory in which the engine is started.
pub(super) const CWD_KEY: &str = "cwd";

/// The keys of an `[[engine]]` table that are not names of options.
const NAME_KEY: &str = "name";
const COMMAND_KEY: &str = "command";

/// The options that an `[[engine]]` table may set for its engine. Options that are not in this list apply to the whole
/// run, so only the top level of `ponderhit.toml` may set them.
const ENGINE_TABLE_OPTIONS: [&str; 18] = [
    "allow-inconclusive",
    CWD_KEY,
    "env",
    "game",
    "init",
    "jobs",
    "known",
    "known-failures",
    "only",
    "profile",
    "protocol",
    "rules-as-of",
    "setoption",
    "skip",
    "startup-timeout",
    "strict",
    "time-limit",
    "timeout-scale",
];

/// The options that change only how a run is reported or how long it may take, and not what is played. Two engines that
/// differ in nothing else are one engine, of which one table was copied.
const VERDICT_KEYS: [&str; 7] = [
    "allow-inconclusive",
    "jobs",
    "known",
    "known-failures",
    "startup-timeout",
    "strict",
    "time-limit",
];

/// The keys whose values are paths.
const PATH_KEYS: [&str; 5] = [
    CWD_KEY,
    "state",
    "known-failures",
    "write-known-failures",
    "transcripts",
];

const ENGINE_COMMAND_EXPECTED: Message = message!(
    "config_engine_expected",
    "expected a list of texts, such as [\"python3\", \"engine.py\"]: the program, then its arguments"
);

/// Returns the directory of `ponderhit.toml`, relative to the current directory, and the text of the file.
pub(super) fn find_config_file() -> Result<Option<(PathBuf, String)>, Error> {
    let here = env::current_dir().map_err(|err| Error::file_error(CONFIG_FILE_NAME, err))?;
    let mut directory = PathBuf::new();
    for _ in here.ancestors() {
        let path = directory.join(CONFIG_FILE_NAME);
        let text = bounded_read::read_file(&path).and_then(|text| {
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

/// A key of `ponderhit.toml` with its value, and its position in the text.
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: Value,
    pub(super) text_offset: usize,
}

/// An `[[engine]]` table.
pub(super) struct EngineTable {
    pub(super) name: String,
    pub(super) command: Entry,
    /// The options that this table sets for its engine.
    pub(super) options: Vec<Entry>,
}

/// A parsed `ponderhit.toml`.
pub(super) struct ConfigFile<'a> {
    directory: &'a Path,
    text: &'a str,
    /// The options that the file sets for all engines.
    pub(super) options: Vec<Entry>,
    /// The value of the key `engine`: a command line.
    pub(super) engine: Option<Entry>,
    pub(super) engine_tables: Vec<EngineTable>,
}

impl<'a> ConfigFile<'a> {
    pub(super) fn parse(directory: &'a Path, text: &'a str) -> Result<ConfigFile<'a>, Error> {
        let mut file = ConfigFile {
            directory,
            text,
            options: Vec::new(),
            engine: None,
            engine_tables: Vec::new(),
        };
        let wrong = |err: &toml::de::Error| {
            let what = err.message().lines().next().unwrap_or_default();
            file.error_at(err.span().map_or(0, |it| it.start), what)
        };
        let table: Table = toml::from_str(text).map_err(|err| wrong(&err))?;
        let places = DeTable::parse(text).map_err(|err| wrong(&err))?;
        let mut entries = entries_of(table, places.get_ref());
        if let Some(at) = entries.iter().position(|it| it.key == ENGINE_KEY) {
            let engine = entries.remove(at);
            if engine.value.is_table() {
                let what = message!(
                    "config_engine_brackets",
                    "expected two brackets on each side, as in [[engine]]"
                );
                return Err(file.error_at(engine.text_offset, what));
            }
            match tables_of(&engine.value) {
                None => file.engine = Some(engine),
                Some(tables) => {
                    file.engine_tables = file.parse_engine_tables(tables, places.get_ref())?
                }
            }
        }
        file.options = entries;
        Ok(file)
    }

    fn parse_engine_tables(
        &self,
        tables: Vec<Table>,
        places: &DeTable<'_>,
    ) -> Result<Vec<EngineTable>, Error> {
        let places = places.iter().find(|it| it.0.get_ref() == ENGINE_KEY);
        let places = places.and_then(|it| it.1.get_ref().as_array());
        let no_keys = DeTable::new();
        let mut names = BTreeSet::new();
        let mut engines = Vec::new();
        for (index, table) in tables.into_iter().enumerate() {
            let place = places.and_then(|it| it.get(index));
            let keys = place.and_then(|it| it.get_ref().as_table());
            let entries = entries_of(table, keys.unwrap_or(&no_keys));
            let place = place.map_or(0, |it| it.span().start);
            let (name_place, engine) = self.parse_engine_table(entries, place)?;
            // The names of engines become parts of file names, and some file systems ignore the case, so names that
            // differ only in case are equal.
            if !names.insert(engine.name.to_lowercase()) {
                let what = message!(
                    "config_engine_named_twice",
                    "two engines have the name `{name}`",
                    name = &engine.name,
                );
                return Err(self.error_at(name_place, what));
            }
            let settings = |it: &EngineTable| {
                let options = it
                    .options
                    .iter()
                    .filter(|it| !VERDICT_KEYS.contains(&it.key.as_str()))
                    .map(|it| (it.key.clone(), it.value.clone()));
                (it.command.value.clone(), options.collect::<Vec<_>>())
            };
            if let Some(twin) = engines.iter().find(|it| settings(it) == settings(&engine)) {
                let what = message!(
                    "config_engines_equal",
                    "`{first}` and `{other}` are the same engine: their tables differ in nothing that changes what is played",
                    first = &twin.name,
                    other = &engine.name,
                );
                return Err(self.error_at(name_place, what));
            }
            engines.push(engine);
        }
        Ok(engines)
    }

    /// Parses an `[[engine]]` table; also returns the position of its name in the text.
    fn parse_engine_table(
        &self,
        entries: Vec<Entry>,
        place: usize,
    ) -> Result<(usize, EngineTable), Error> {
        let (mut name, mut command, mut options) = (None, None, Vec::new());
        for entry in entries {
            match entry.key.as_str() {
                NAME_KEY => name = Some(entry),
                COMMAND_KEY => command = Some(entry),
                key if ENGINE_TABLE_OPTIONS.contains(&key) => options.push(entry),
                key => {
                    let known = ENGINE_TABLE_OPTIONS
                        .into_iter()
                        .chain([NAME_KEY, COMMAND_KEY]);
                    let what = unrecognized_option(key, known);
                    return Err(self.error_at(entry.text_offset, what));
                }
            }
        }
        let missing = |key: &str| {
            let what = message!(
                "config_engine_key_missing",
                "an [[engine]] table needs the key `{key}`",
                key
            );
            self.error_at(place, what)
        };
        let name = name.ok_or_else(|| missing(NAME_KEY))?;
        let command = command.ok_or_else(|| missing(COMMAND_KEY))?;
        self.engine_command_words(&command)?;
        let text = name.value.as_str().filter(|it| is_engine_name(it));
        let text = text.ok_or_else(|| {
            let what = message!(
                "config_engine_name_expected",
                "expected a name of letters, digits, `-`, `_` and `.` that begins with a letter or a digit"
            );
            self.error_at(name.text_offset, what)
        })?;
        let table = EngineTable {
            name: text.to_owned(),
            command,
            options,
        };
        Ok((name.text_offset, table))
    }

    /// Returns the words of an engine's command line.
    pub(super) fn engine_command_words(&self, command: &Entry) -> Result<Vec<String>, Error> {
        let words = values_as_strings(&command.value);
        let words = words.filter(|it| it.first().is_some_and(|it| !it.is_empty()));
        words.ok_or_else(|| self.error_at(command.text_offset, ENGINE_COMMAND_EXPECTED))
    }

    /// The directory of `ponderhit.toml`, relative to the current directory.
    pub(super) fn directory(&self) -> &Path {
        self.directory
    }

    /// True if `ponderhit.toml` is in a parent of the current directory.
    pub(super) fn is_in_parent_directory(&self) -> bool {
        !self.directory.as_os_str().is_empty()
    }

    pub(super) fn display_path(&self) -> String {
        self.directory.join(CONFIG_FILE_NAME).display().to_string()
    }

    /// Converts a path in `ponderhit.toml` to a path relative to the current directory.
    fn relative_path(&self, path: &str) -> String {
        self.directory.join(path).display().to_string()
    }

    pub(super) fn absolute_path(&self, path: &str) -> String {
        let joined = self.directory.join(path);
        let absolute = path::absolute(&joined).unwrap_or(joined);
        absolute.display().to_string()
    }

    /// Converts an option in `ponderhit.toml` to command-line arguments.
    pub(super) fn option_arguments(
        &self,
        entry: &Entry,
        option: &Arg,
    ) -> Result<Vec<OsString>, Error> {
        // The key in the file may be an alias of the option's name.
        let key = option.get_long().unwrap_or(&entry.key);
        let flag = format!("--{key}");
        let takes = matches!(option.get_action(), ArgAction::Set | ArgAction::Append);
        match (&entry.value, takes) {
            (Value::Boolean(true), false) => Ok(vec![flag.into()]),
            (Value::Boolean(false), false) => Ok(Vec::new()),
            (_, false) => {
                let what = message!("config_flag_expected", "expected true or false");
                Err(self.error_at(entry.text_offset, what))
            }
            (value, true) => {
                let words = values_as_strings(value).ok_or_else(|| {
                    let what = message!(
                        "config_value_expected",
                        "expected a string, a number, or a list of them"
                    );
                    self.error_at(entry.text_offset, what)
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
    pub(super) fn error_at(&self, at: usize, what: impl Into<Argument>) -> Error {
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

/// The message about a key that is no option; the message suggests the most similar known key.
pub(super) fn unrecognized_option<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Message {
    if let Some(nearest) = suggest::nearest_id(key, known) {
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

/// The entries of a table, with their positions in the text.
fn entries_of(table: Table, places: &DeTable<'_>) -> Vec<Entry> {
    let place = |key: &str| {
        let found = places.iter().find(|it| it.0.get_ref() == key);
        found.map_or(0, |it| it.0.span().start)
    };
    let entries = table.into_iter().map(|(key, value)| Entry {
        text_offset: place(&key),
        key,
        value,
    });
    entries.collect()
}

/// Returns the tables of a list in which every element is a table.
fn tables_of(value: &Value) -> Option<Vec<Table>> {
    let values = value.as_array().filter(|it| !it.is_empty())?;
    values.iter().map(|it| it.as_table().cloned()).collect()
}

/// True if the name can be a part of a file name on every system.
fn is_engine_name(name: &str) -> bool {
    name.starts_with(char::is_alphanumeric)
        && !name.ends_with('.')
        && name
            .chars()
            .all(|it| it.is_alphanumeric() || matches!(it, '-' | '_' | '.'))
}

/// Returns the elements of a TOML list as strings. A single value is treated as a list of one element.
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
