//! Stores findings as scripts, and checks whether a later version of the engine still reproduces a stored finding.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    Finding,
    campaign::Request,
    signature::Observed,
    triage::{self, finding_of},
};
use crate::{
    error::Error,
    protocol::Action,
    readable::cut,
    scenarios::{self, Scenario},
    transcript::{Captures, Script, Speaker, StepKind},
};

/// A directory of findings, with scripts such as `PROTOCOL/RULE/SHAPE-END.script`.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

/// A stored finding.
#[derive(Clone, Debug)]
pub struct Stored {
    pub path: PathBuf,
    pub rule: String,
    pub scenario: Scenario,
}

/// The result of playing a stored finding again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Fixed,
    StillFails,
    /// The number of tries that reproduced the finding, and the number of all tries.
    Flaky(usize, usize),
}

impl Store {
    pub fn new(directory: &Path) -> Store {
        Store {
            directory: directory.to_owned(),
        }
    }

    /// Creates the directory of findings before the campaign, so that a bad path fails at once.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created.
    pub fn prepare(&self) -> Result<(), Error> {
        let shown = self.directory.display();
        fs::create_dir_all(&self.directory)
            .map_err(|err| Error::option_file("--findings", shown, err))
    }

    /// True if the directory of findings exists.
    pub fn exists(&self) -> bool {
        self.directory.is_dir()
    }

    /// Writes the script of a finding, and the transcript of its session to the same directory. Returns the path of the
    /// script.
    ///
    /// # Errors
    /// Returns an error if the script or the transcript cannot be written.
    pub fn keep(&self, finding: &Finding, seed: u64, engine: &str) -> Result<PathBuf, Error> {
        let path = self.directory.join(name(finding));
        let cannot = |err: io::Error| Error::file(path.display(), err);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(cannot)?;
        }
        let head = format!(
            "# {}: {}\n# Found with seed {seed} in: {}\n# Signature: {}; the engine: {}\n@rule {}\n",
            finding.rule,
            cut(&finding.message, 600),
            cut(engine, 600),
            finding.shape,
            finding.end,
            finding.rule,
        );
        let text = [head.as_bytes(), &finding.script].concat();
        // Renaming is atomic: if the program is killed, the file is the old one or the new one.
        let half = path.with_extension("half");
        fs::write(&half, text).map_err(cannot)?;
        fs::rename(&half, &path).map_err(cannot)?;
        fs::write(path.with_extension("transcript"), &finding.transcript).map_err(cannot)?;
        Ok(path)
    }

    /// Reads all scripts of a protocol in the directory of findings, sorted by path. Returns no script if there is no
    /// directory.
    ///
    /// # Errors
    /// Returns an error if a script cannot be read, or has no `@rule`.
    pub fn read(&self, protocol: &str) -> Result<Vec<Stored>, Error> {
        let mut paths = Vec::new();
        collect(&self.directory, &mut paths)?;
        paths.sort();
        let mut all = Vec::new();
        for path in paths {
            let shown = path.display().to_string();
            let text = fs::read(&path).map_err(|err| Error::file(&shown, err))?;
            let scenario = scenarios::parse(&shown, &text).map_err(|err| {
                let (line, column) = (err.line, err.column);
                Error::at(&shown, line, column, err.message)
            })?;
            if scenario.protocol().is_some_and(|it| it != protocol) {
                continue;
            }
            let Some(rule) = scenario.rules.first().cloned() else {
                let text = "`@rule` is missing, so it is not known what to reproduce";
                return Err(Error::file(shown, text));
            };
            all.push(Stored {
                path,
                rule,
                scenario,
            });
        }
        Ok(all)
    }
}

impl Stored {
    /// Plays the finding again in a few fresh processes. Returns `None` if no process reproduces the finding.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub fn shows(&self, request: &Request<'_>) -> Result<Option<Finding>, String> {
        let actions = actions(&self.scenario.script);
        let sessions = triage::confirm(request, &actions)?;
        let same = |it: &&Observed| it.signature.rule == self.rule;
        let again: Vec<&Observed> = sessions
            .iter()
            .filter_map(|it| it.iter().find(same))
            .collect();
        let first = again.first();
        Ok(first.map(|it| finding_of(request, it, actions, again.len())))
    }
}

impl Fate {
    /// Computes the result from the finding that was reproduced, or from `None` if no finding was reproduced.
    pub fn of(shown: Option<&Finding>) -> Fate {
        match shown.map(|it| it.seen) {
            None => Fate::Fixed,
            Some((again, tries)) if again == tries => Fate::StillFails,
            Some((again, tries)) => Fate::Flaky(again, tries),
        }
    }
}

/// Returns the actions of a script, without its expectations. An `@idle` becomes [`Action::Rest`].
pub fn actions(script: &Script) -> Vec<Action> {
    let actions = script.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Send(template) => {
            let line = template.fill(&Captures::default(), &|_| String::new());
            line.ok().map(Action::Line)
        }
        StepKind::Chunk(Speaker::Interface, bytes) => Some(Action::Bytes(bytes.clone())),
        StepKind::Directive { name, .. } if name == "idle" => Some(Action::Rest),
        StepKind::Directive { name, .. } if name == "measure" => Some(Action::Measure),
        _ => None,
    });
    actions.collect()
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let cannot = |err: io::Error| Error::file(directory.display(), err);
    let entries = match fs::read_dir(directory) {
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(cannot)?,
    };
    for entry in entries {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|it| it == "script") {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns the path of a finding in the directory of findings. Findings with equal signatures have equal paths.
fn name(finding: &Finding) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
    let shape: String = finding.shape.chars().map(plain).collect();
    let shape = if shape.is_empty() { "_" } else { &shape };
    format!("{}/{shape}-{}.script", finding.rule, finding.end)
}
