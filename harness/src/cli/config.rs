//! `ponderhit.toml`: what a project would otherwise write on every command line.
//!
//! ```toml
//! engine = ["target/release/my-engine", "--ucci"]
//! protocol = "ucci"
//! known = "known-failures.txt"
//! strict = true
//! setoption = ["hashsize=16", "usebook=false"]
//! ```
//!
//! The keys are the long options of `check`, `replay` and `judge`, and `engine`. The file is looked
//! for in the current directory. An option on the command line takes the place of the file's.

use std::{ffi::OsString, fs, io::ErrorKind};

use clap::{Arg, ArgAction, Command, parser::ValueSource};
use toml::{Spanned, Table, Value};

use crate::error::Error;

const FILE: &str = "ponderhit.toml";

/// The key of the engine's command.
const ENGINE: &str = "engine";

/// The commands that it is for.
const COMMANDS: [&str; 3] = ["check", "replay", "judge"];

/// The command line, with what the file adds to it.
pub(super) fn complete(args: Vec<OsString>, cli: &Command) -> Result<Vec<OsString>, Error> {
    // What clap does not understand it says itself, later.
    let Ok(matches) = cli.clone().try_get_matches_from(&args) else {
        return Ok(args);
    };
    let Some((command, said)) = matches.subcommand().filter(|it| COMMANDS.contains(&it.0)) else {
        return Ok(args);
    };
    let text = match fs::read_to_string(FILE) {
        Ok(text) => text,
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(args),
        Err(err) => return Err(Error::usage(format!("{FILE}: {err}"))),
    };
    let file = File::read(&text)?;
    let mut more = Vec::new();
    for (key, value, place) in file.entries.iter().filter(|it| it.0 != ENGINE) {
        if COMMANDS.iter().all(|it| find(cli, it, key).is_none()) {
            return Err(file.wrong(*place, &format!("there is no option `{key}`")));
        }
        let Some(option) = find(cli, command, key) else {
            continue;
        };
        if said.value_source(option.get_id().as_str()) != Some(ValueSource::CommandLine) {
            more.extend(file.words(key, value, option, *place)?);
        }
    }
    let mut all = args;
    let at = all.iter().position(|it| it == command).unwrap_or_default();
    all.splice(at + 1..at + 1, more);
    let own = file.entries.iter().find(|it| it.0 == ENGINE);
    let named = said.try_get_raw("command").ok().flatten().is_some();
    if let (Some((_, value, place)), false, true) = (own, named, command != "judge") {
        let words = strings(value).filter(|it| !it.is_empty());
        let words = words.ok_or_else(|| file.wrong(*place, "`engine` is a list of words"))?;
        all.push("--".into());
        all.extend(words.into_iter().map(OsString::from));
    }
    Ok(all)
}

/// The option of a command, if it has one of that name.
fn find<'a>(cli: &'a Command, command: &str, key: &str) -> Option<&'a Arg> {
    let mut args = cli.find_subcommand(command)?.get_arguments();
    args.find(|it| it.get_long() == Some(key))
}

/// A list of words, or one.
fn strings(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(all) => all.iter().map(word).collect(),
        one => Some(vec![word(one)?]),
    }
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(it) => Some(it.clone()),
        Value::Integer(it) => Some(it.to_string()),
        Value::Float(it) => Some(it.to_string()),
        _ => None,
    }
}

/// The file, read: keys, values, and where in the text they are.
struct File<'a> {
    text: &'a str,
    entries: Vec<(String, Value, usize)>,
}

impl<'a> File<'a> {
    fn read(text: &'a str) -> Result<File<'a>, Error> {
        let mut file = File {
            text,
            entries: Vec::new(),
        };
        let wrong =
            |err: &toml::de::Error| file.wrong(err.span().map_or(0, |it| it.start), err.message());
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

    /// The option and its value, as they would be said.
    fn words(
        &self,
        key: &str,
        value: &Value,
        option: &Arg,
        place: usize,
    ) -> Result<Vec<OsString>, Error> {
        let flag = format!("--{key}");
        let takes = matches!(option.get_action(), ArgAction::Set | ArgAction::Append);
        match (value, takes) {
            (Value::Boolean(true), false) => Ok(vec![flag.into()]),
            (Value::Boolean(false), false) => Ok(Vec::new()),
            (_, false) => Err(self.wrong(place, "this is true or false")),
            (value, true) => {
                let words = strings(value).ok_or_else(|| {
                    self.wrong(place, "this is a text, a number, or a list of them")
                })?;
                let said = words.into_iter().map(|it| format!("{flag}={it}").into());
                Ok(said.collect())
            }
        }
    }

    /// An error at a byte of the text.
    fn wrong(&self, at: usize, message: &str) -> Error {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        let message = message.lines().next().unwrap_or_default();
        Error::usage(format!("{FILE}:{line}:{column}: {message}"))
    }
}
