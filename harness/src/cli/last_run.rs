//! The state file of `check`: the scenarios that failed or could not be judged in the last run of each engine.
//!
//! The default state file is `target/ponderhit/last-run.json` in a directory with a `target` folder, or else
//! `ponderhit/last-run.json` in the user's cache directory. Each entry of the file is for one combination of directory,
//! engine command, engine name in `ponderhit.toml`, and protocol. If the state file is deleted, only the next run with
//! `--failed` is affected.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{bounded_read, error::Error, message::message, verdict::Report};

/// The version of the state file's format.
const STATE_SCHEMA: &str = "ponderhit-last-run/1";

/// The maximum number of entries; the oldest are removed first.
const MAX_ENTRIES: usize = 200;

/// The size limit of the file, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// The contents of the state file of `check`.
#[derive(Debug, Default, Serialize, Deserialize)]
struct State {
    schema: String,
    runs: Vec<LastRun>,
}

/// The last run of one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LastRun {
    directory: String,
    command: Vec<String>,
    /// The engine's name in `ponderhit.toml`: two engines with the same command may have different options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    protocol: String,
    /// The ids of the scenarios that failed or could not be judged.
    failed: BTreeSet<String>,
}

impl LastRun {
    fn is_same_engine(&self, other: &LastRun) -> bool {
        (&self.directory, &self.command) == (&other.directory, &other.command)
            && (&self.engine, &self.protocol) == (&other.engine, &other.protocol)
    }
}

/// The state file of `check`, and the entry for the engine and protocol of this run.
pub(super) struct StateFile {
    /// `None` if no default path exists, for example without a home directory.
    path: Option<PathBuf>,
    /// True if the user named the file with `--state`.
    is_named_by_user: bool,
    key: LastRun,
}

impl StateFile {
    pub(super) fn new(
        named: Option<&Path>,
        command: &[String],
        engine: Option<&str>,
        protocol: &str,
    ) -> StateFile {
        let directory = env::current_dir().unwrap_or_default();
        StateFile {
            path: named.map(Path::to_owned).or_else(default_path),
            is_named_by_user: named.is_some(),
            key: LastRun {
                directory: directory.display().to_string(),
                command: command.to_vec(),
                engine: engine.map(str::to_owned),
                protocol: protocol.to_owned(),
                failed: BTreeSet::new(),
            },
        }
    }

    /// Returns the scenarios that failed or could not be judged in the last run, or `None` if there was no run.
    ///
    /// # Errors
    /// Returns an error if the file exists but cannot be read.
    pub(super) fn failed_scenarios(&self) -> Result<Option<BTreeSet<String>>, Error> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        let state = read_state(path)
            .map_err(|err| Error::option_file_error("--state", path.display(), err))?;
        let entry = state
            .runs
            .into_iter()
            .find(|it| it.is_same_engine(&self.key));
        Ok(entry.map(|it| it.failed))
    }

    /// Stores the result of a run. Scenarios that this run did not play keep the result of an earlier run.
    ///
    /// # Errors
    /// Returns an error if the user named a file that cannot be written. If the default state file cannot be written,
    /// there is no error, because the file is needed only for the next run with `--failed`.
    pub(super) fn store(mut self, report: &Report) -> Result<(), Error> {
        let Some(path) = self.path.take() else {
            return Ok(());
        };
        if report.scenarios.is_empty() {
            return Ok(());
        }
        let is_named = self.is_named_by_user;
        match self.update(&path, report) {
            Err(err) if is_named => Err(Error::option_file_error("--state", path.display(), err)),
            _ => Ok(()),
        }
    }

    fn update(self, path: &Path, report: &Report) -> io::Result<()> {
        let mut state = match read_state(path) {
            Ok(state) => state,
            // A damaged default file is replaced.
            Err(_) if !self.is_named_by_user => State::default(),
            Err(err) => return Err(err),
        };
        let mut entry = self.key;
        if let Some(at) = state.runs.iter().position(|it| it.is_same_engine(&entry)) {
            entry = state.runs.remove(at);
        }
        for scenario in &report.scenarios {
            match scenario.passed {
                Some(true) => drop(entry.failed.remove(&scenario.scenario)),
                Some(false) => drop(entry.failed.insert(scenario.scenario.clone())),
                None => (),
            }
        }
        state.runs.push(entry);
        let surplus = state.runs.len().saturating_sub(MAX_ENTRIES);
        state.runs.drain(..surplus);
        STATE_SCHEMA.clone_into(&mut state.schema);
        write_state(path, &state)
    }
}

fn read_state(path: &Path) -> io::Result<State> {
    let text = match fs::metadata(path) {
        Ok(it) if it.len() > MAX_FILE_BYTES => return Err(ErrorKind::FileTooLarge.into()),
        Ok(_) => bounded_read::read_file(path)?,
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(State::default()),
        Err(err) => return Err(err),
    };
    serde_json::from_slice(&text)
        .ok()
        .filter(|it: &State| it.schema == STATE_SCHEMA)
        .ok_or_else(|| {
            let message = message!(
                "not_a_state_file",
                "not a state file of this version of `check`; delete it, or name another file"
            );
            io::Error::new(ErrorKind::InvalidData, message.to_string())
        })
}

/// Replaces the file in one step, so that a parallel run never reads an incomplete file.
fn write_state(path: &Path, state: &State) -> io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, state)?;
    file.write_all(b"\n")?;
    file.persist(path)?;
    Ok(())
}

/// The default state file, for a run without `--state`.
fn default_path() -> Option<PathBuf> {
    let file = Path::new("ponderhit").join("last-run.json");
    let target = Path::new("target");
    if target.is_dir() {
        return Some(target.join(file));
    }
    let variable = |name: &str| {
        env::var_os(name)
            .filter(|it| !it.is_empty())
            .map(PathBuf::from)
    };
    let cache = match cfg!(windows) {
        true => variable("LOCALAPPDATA"),
        false => variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache"))),
    };
    Some(cache?.join(file))
}
