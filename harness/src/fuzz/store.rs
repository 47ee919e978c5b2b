//! Stores findings as scripts, and checks whether a later version of the engine still reproduces a stored finding.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    Finding,
    campaign::CampaignRequest,
    explore::session_violations,
    signature::ObservedViolation,
    triage::{self, make_finding},
};
use crate::{
    bounded_read,
    error::Error,
    message::{Message, message},
    protocol::Action,
    readable::truncate_text,
    scenarios::{self, Scenario},
    session::PlayedSession,
    transcript::{Captures, Script, Speaker, StepKind},
};

/// A directory of findings, with scripts such as `PROTOCOL/RULE/SHAPE-END.script`.
#[derive(Clone, Debug)]
pub struct FindingStore {
    directory: PathBuf,
}

/// A stored finding.
#[derive(Clone, Debug)]
pub struct StoredFinding {
    pub path: PathBuf,
    pub rule: String,
    pub scenario: Scenario,
    /// The options of the campaign that found it, such as `--setoption threads=4`; empty without options.
    pub options: String,
}

/// How the line of a script begins that names the options of the campaign.
const OPTIONS_PREFIX: &str = "# Options: ";

/// How the line of a script begins that says how the finding was seen. Only findings have it.
const SIGNATURE_PREFIX: &str = "# Signature: ";

/// How the line of a script begins that counts the lines that are sent, and the waits, so that a script whose end is missing is noticed.
const STEPS_PREFIX: &str = "# Steps: ";

/// The result of playing a stored finding again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingStatus {
    Fixed,
    StillFails,
    /// The number of tries that reproduced the finding, and the number of all tries.
    Flaky(usize, usize),
    /// The finding was not reproduced, and nothing showed that the engine keeps the rule: it may not answer at all.
    NotExercised,
}

/// A stored finding that was played again.
#[derive(Clone, Debug)]
pub struct ReplayedFinding {
    /// What the engine violates now, if anything.
    pub reproduced: Option<Finding>,
    /// Whether a session exercised the rule of the finding.
    pub is_exercised: bool,
}

impl FindingStore {
    pub fn new(directory: &Path) -> FindingStore {
        FindingStore {
            directory: directory.to_owned(),
        }
    }

    /// Creates the directory of findings before the campaign, so that a bad path fails at once.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created.
    pub fn create_directory(&self) -> Result<(), Error> {
        let shown = self.directory.display();
        fs::create_dir_all(&self.directory)
            .map_err(|err| Error::option_file_error("--findings", shown, err))
    }

    /// True if the directory of findings exists.
    pub fn directory_exists(&self) -> bool {
        self.directory.is_dir()
    }

    /// Writes the script of a finding and the transcript of its session to files in the directory of findings, with the
    /// engine's command and the options of the campaign. Returns the path of the script.
    ///
    /// # Errors
    /// Returns an error if the script or the transcript cannot be written.
    pub fn write_finding(
        &self,
        finding: &Finding,
        seed: u64,
        (engine, options): (&str, &str),
    ) -> Result<PathBuf, Error> {
        let path = self.directory.join(script_path(finding));
        let cannot = |err: io::Error| Error::file_error(path.display(), err);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(cannot)?;
        }
        let head = format!(
            "# {}: {}\n# Found with seed {seed} in: {}\n{SIGNATURE_PREFIX}{}; the engine: {}\n@rule {}\n",
            finding.rule,
            truncate_text(&finding.message, 600),
            truncate_text(engine, 600),
            finding.command_shape,
            finding.session_end,
            finding.rule,
        );
        let options = match options.is_empty() {
            true => String::new(),
            false => format!("{OPTIONS_PREFIX}{options}\n"),
        };
        let steps = scenarios::parse_scenario("", &finding.script);
        let steps = steps.map_or(String::new(), |it| {
            format!("{STEPS_PREFIX}{}\n", script_actions(&it.script).len())
        });
        let head = [head.as_bytes(), options.as_bytes(), steps.as_bytes()].concat();
        let text = [&head[..], &finding.script].concat();
        // Renaming is atomic: if the program is killed, the file has either its old content or its new content.
        let half = path.with_extension("half");
        fs::write(&half, text).map_err(cannot)?;
        fs::rename(&half, &path).map_err(cannot)?;
        fs::write(path.with_extension("transcript"), &finding.transcript).map_err(cannot)?;
        Ok(path)
    }

    /// Reads all scripts of a protocol in the directory of findings, sorted by path. Returns no scripts if the
    /// directory does not exist.
    ///
    /// # Errors
    /// Returns an error if a script cannot be read, or has no `@rule`.
    pub fn read_findings(&self, protocol: &str) -> Result<Vec<StoredFinding>, Error> {
        let mut paths = Vec::new();
        collect_script_paths(&self.directory, &mut paths)?;
        paths.sort();
        let mut all = Vec::new();
        for path in paths {
            let shown = path.display().to_string();
            let text =
                bounded_read::read_file(&path).map_err(|err| Error::file_error(&shown, err))?;
            let scenario = scenarios::parse_scenario(&shown, &text).map_err(|err| {
                let (line, column) = (err.line_number, err.column);
                Error::error_at_position(&shown, line, column, err.message)
            })?;
            if scenario.protocol().is_some_and(|it| it != protocol) {
                continue;
            }
            let Some(rule) = scenario.rules.first().cloned() else {
                let text = message!(
                    "finding_without_rule",
                    "`@rule` is missing, so the violated rule to reproduce is unknown"
                );
                return Err(Error::file_error(shown, text));
            };
            let text = String::from_utf8_lossy(&text);
            require_all_steps(&shown, &scenario.script, header_value(&text, STEPS_PREFIX))?;
            all.push(StoredFinding {
                path,
                rule,
                scenario,
                options: campaign_options(&text).to_owned(),
            });
        }
        Ok(all)
    }
}

/// The options of the campaign that found the finding of this script, or `None` if the script is no finding.
pub(crate) fn options_of_finding(script: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(script);
    header_value(&text, SIGNATURE_PREFIX)?;
    Some(campaign_options(&text).to_owned())
}

fn campaign_options(script: &str) -> &str {
    header_value(script, OPTIONS_PREFIX).unwrap_or("").trim()
}

fn header_value<'a>(script: &'a str, prefix: &str) -> Option<&'a str> {
    script.lines().find_map(|it| it.strip_prefix(prefix))
}

/// Returns an error if the script sends nothing, or if lines or waits are missing that it had when it was written: without
/// its last lines, a script does not reproduce its finding.
fn require_all_steps(path: &str, script: &Script, written: Option<&str>) -> Result<(), Error> {
    let sends = |it: &Action| matches!(it, Action::Line(_) | Action::Bytes(_));
    let actions = script_actions(script);
    let written = written.and_then(|it| it.trim().parse::<usize>().ok());
    let is_incomplete = match written {
        Some(written) => written != actions.len(),
        None => !actions.iter().any(sends),
    };
    if is_incomplete {
        let text = message!(
            "finding_incomplete",
            "the script of this finding is not complete: lines are missing"
        );
        return Err(Error::file_error(path, text));
    }
    Ok(())
}

impl FindingStore {
    /// The number of stored findings of other protocols.
    ///
    /// # Errors
    /// Returns an error if a directory cannot be read.
    pub fn count_findings_of_others(&self, protocol: &str) -> Result<usize, Error> {
        let mut paths = Vec::new();
        collect_script_paths(&self.directory, &mut paths)?;
        let is_of_other = |path: &&PathBuf| {
            let text = bounded_read::read_file(path).ok();
            let scenario = text.and_then(|it| scenarios::parse_scenario("", &it).ok());
            scenario.is_some_and(|it| it.protocol().is_some_and(|it| it != protocol))
        };
        Ok(paths.iter().filter(is_of_other).count())
    }
}

impl StoredFinding {
    /// Plays the finding again in a few fresh processes. If no process violates the rule of the finding, but every
    /// process violates the same other rule, returns a finding of that other rule, because the engine is not repaired.
    /// Returns `None` if no process reproduces the finding.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub fn reproduce_finding(
        &self,
        request: &CampaignRequest<'_>,
    ) -> Result<ReplayedFinding, Message> {
        let actions = script_actions(&self.scenario.script);
        let played = triage::sessions_in_fresh_processes(request, &actions)?;
        let is_exercised = played.iter().any(|it| self.is_exercised_in(request, it));
        let sessions = played.iter().map(|it| session_violations(request, it));
        let sessions: Vec<Vec<ObservedViolation>> = sessions.collect();
        Ok(ReplayedFinding {
            reproduced: self.reproduce_in(&sessions, request, actions)?,
            is_exercised,
        })
    }

    /// Whether a session showed that the engine keeps the rule of the finding, up to the end of the script or of the
    /// process.
    fn is_exercised_in(&self, request: &CampaignRequest<'_>, played: &PlayedSession) -> bool {
        let unmet = played.unmet_expectation.as_ref();
        if unmet.is_some_and(|it| it.timed_out) {
            return false;
        }
        let rules = request.protocol.rules();
        let findings = &played.judge_result.findings;
        let mut of_rule = findings.values_of(&rules).filter(|it| it.0.id == self.rule);
        of_rule.any(|it| it.1.witness.is_some())
    }

    /// What the engine violates in the sessions: the rule of the finding, or another one in every session.
    fn reproduce_in(
        &self,
        sessions: &[Vec<ObservedViolation>],
        request: &CampaignRequest<'_>,
        actions: Vec<Action>,
    ) -> Result<Option<Finding>, Message> {
        let same = |it: &&ObservedViolation| it.signature.rule == self.rule;
        let again: Vec<&ObservedViolation> = sessions
            .iter()
            .filter_map(|it| it.iter().find(same))
            .collect();
        if let Some(first) = again.first() {
            return Ok(Some(make_finding(request, first, actions, again.len())));
        }
        let others = violations_of_every_session(sessions);
        if others.is_empty() {
            // An engine that does not even complete its handshake has not been fixed.
            return triage::require_responsive_engine(request).map(|()| None);
        }
        // A rule that the engine violates even in a session with only a handshake says nothing about the finding.
        let handshakes = triage::play_in_fresh_processes(request, &[])?;
        let of_handshake = violations_of_every_session(&handshakes);
        let is_of_handshake = |it: &&ObservedViolation| {
            let mut rules = of_handshake.iter().map(|it| &it.signature.rule);
            rules.any(|rule| *rule == it.signature.rule)
        };
        let other = others.into_iter().find(|it| !is_of_handshake(it));
        let Some(other) = other else {
            return triage::require_responsive_engine(request).map(|()| None);
        };
        Ok(Some(make_finding(request, other, actions, sessions.len())))
    }
}

/// The violations in the first session, limited to the rules that are violated in every session.
fn violations_of_every_session(sessions: &[Vec<ObservedViolation>]) -> Vec<&ObservedViolation> {
    let Some((first, rest)) = sessions.split_first() else {
        return Vec::new();
    };
    let has_rule = |session: &[ObservedViolation], rule: &str| {
        session.iter().any(|it| it.signature.rule == rule)
    };
    let in_all = |it: &&ObservedViolation| {
        rest.iter()
            .all(|session| has_rule(session, &it.signature.rule))
    };
    first.iter().filter(in_all).collect()
}

impl FindingStatus {
    /// Computes the result of a replay.
    pub fn from_replay(replayed: &ReplayedFinding) -> FindingStatus {
        let counts = replayed.reproduced.as_ref();
        match counts.map(|it| it.reproduced_count_and_tries) {
            None if replayed.is_exercised => FindingStatus::Fixed,
            None => FindingStatus::NotExercised,
            Some((again, tries)) if again == tries => FindingStatus::StillFails,
            Some((again, tries)) => FindingStatus::Flaky(again, tries),
        }
    }
}

/// Returns the actions of a script, without its expectations. A directive `@idle` becomes the action
/// [`Action::WaitUntilIdle`].
pub fn script_actions(script: &Script) -> Vec<Action> {
    let actions = script.steps.iter().map(|step| step_action(&step.kind));
    actions.flatten().collect()
}

/// Returns the actions of a script. Each expected line is replaced by [`Action::WaitUntilIdle`], which waits for the
/// answers to earlier commands.
pub fn script_actions_with_waits(script: &Script) -> Vec<Action> {
    let actions = script.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Expect(_) | StepKind::Match(_) => Some(Action::WaitUntilIdle),
        kind => step_action(kind),
    });
    let mut actions: Vec<Action> = actions.collect();
    actions
        .dedup_by(|next, it| matches!((it, next), (Action::WaitUntilIdle, Action::WaitUntilIdle)));
    actions
}

fn step_action(step: &StepKind) -> Option<Action> {
    match step {
        StepKind::Send(template) => {
            let line = template.fill_placeholders(&Captures::default(), &|_| String::new());
            line.ok().map(Action::Line)
        }
        StepKind::Chunk(Speaker::Interface, bytes) => Some(Action::Bytes(bytes.clone())),
        StepKind::Directive { name, .. } if name == "idle" => Some(Action::WaitUntilIdle),
        StepKind::Directive { name, .. } if name == "measure" => Some(Action::MeasureUsage),
        _ => None,
    }
}

fn collect_script_paths(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let cannot = |err: io::Error| Error::file_error(directory.display(), err);
    let entries = match fs::read_dir(directory) {
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(cannot)?,
    };
    for entry in entries {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            collect_script_paths(&path, found)?;
        } else if path.extension().is_some_and(|it| it == "script") {
            found.push(path);
        } else {
            reject_renamed_finding(&path)?;
        }
    }
    Ok(())
}

/// Rejects a finding whose name does not end in `.script`, and a transcript without its finding: otherwise nothing would
/// play the finding, and the others could all be fixed. A copy beside the finding is no error.
fn reject_renamed_finding(path: &Path) -> Result<(), Error> {
    let name = path.file_name().map(OsStr::to_string_lossy);
    let name = name.unwrap_or_default();
    let shown = path.display();
    if let Some(stem) = name.strip_suffix(".transcript") {
        let script = path.with_file_name(format!("{stem}.script"));
        return match script.exists() {
            true => Ok(()),
            false => Err(Error::file_error(
                shown,
                message!(
                    "finding_missing",
                    "the finding of this conversation, {script}, is missing: delete this file, too, if the finding is not needed any more",
                    script = script.display().to_string()
                ),
            )),
        };
    }
    let original = name.find(".script").map(|it| &name[..it]);
    let has_original =
        original.is_some_and(|it| path.with_file_name(format!("{it}.script")).exists());
    if has_original {
        return Ok(());
    }
    let text = bounded_read::read_file(path).map_err(|err| Error::file_error(shown, err))?;
    match options_of_finding(&text) {
        None => Ok(()),
        Some(_) => Err(Error::file_error(
            path.display(),
            message!(
                "finding_renamed",
                "the file is a finding, but its name does not end in `.script`, so it would not be played"
            ),
        )),
    }
}

/// Returns the path of a finding in the directory of findings. Findings with equal signatures have equal paths.
fn script_path(finding: &Finding) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
    let shape: String = finding.command_shape.chars().map(plain).collect();
    let shape = if shape.is_empty() { "_" } else { &shape };
    format!("{}/{shape}-{}.script", finding.rule, finding.session_end)
}
