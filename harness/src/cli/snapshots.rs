//! Makes or updates snapshots, and prints the result for each of them.

use std::path::Path;

use super::output;
use crate::{
    check::select,
    error::Error,
    exit::Exit,
    link::StartError,
    message::{Message, message},
    protocol::LevelInProfile,
    rule::{Level, Outcome, RuleInfo},
    scenarios::Scenario,
    session::PlayedSession,
    snapshot::{
        self, ReplayResult, UpdatedSnapshot,
        create::{SnapshotRunner, WriteOutcome},
        diff, pending_file,
    },
    transcript::Script,
};

/// Makes a snapshot: a script whose expectations are the output of the engine.
pub(super) fn create_snapshot(
    stage: &SnapshotRunner<'_>,
    script: &Script,
    wildcard: &str,
    file: &Path,
) -> Result<Exit, Error> {
    let ReplayResult {
        played_session: played,
        updated_snapshot: updated,
    } = match stage.create_from_script(script, wildcard)? {
        Ok(replayed) => replayed,
        Err(err) => return print_start_error(&err),
    };
    let name = file.display().to_string();
    match &updated {
        Some(updated) => {
            let exit = print_result(&name, stage.write_snapshot(&played, &name, updated)?)?;
            report_violations(stage, &name, &played, exit)
        }
        None => Err(Error::InternalError(message!(
            "no_snapshot_made",
            "{file}: no snapshot was made",
            file = name
        ))),
    }
}

/// Plays a snapshot and replaces its expectations by the engine's actual output.
pub(super) fn update_snapshot(
    stage: &SnapshotRunner<'_>,
    scenario: &Scenario,
) -> Result<Exit, Error> {
    let name = &scenario.id;
    if scenario
        .script
        .directive(snapshot::SNAPSHOT_DIRECTIVE)
        .is_none()
    {
        return Err(Error::usage_error(message!(
            "bless_no_snapshot",
            "{script} is not a snapshot: `@snapshot` is missing; `record --script` makes a snapshot",
            script = name,
        )));
    }
    let ReplayResult {
        played_session: played,
        updated_snapshot: updated,
    } = match stage.play_snapshot(&scenario.script) {
        Ok(replayed) => replayed,
        Err(err) => return print_start_error(&err),
    };
    match &updated {
        Some(updated) => {
            show_changes(name, scenario, updated)?;
            let exit = print_result(name, stage.write_snapshot(&played, name, updated)?)?;
            report_violations(stage, name, &played, exit)
        }
        None => {
            pending_file::remove_pending_file(name);
            let text = message!("snapshot_unchanged", "{file}: unchanged", file = name);
            output::print_to_stdout(|out| writeln!(out, "{text}"))?;
            report_violations(stage, name, &played, Exit::Fine)
        }
    }
}

/// Names the rules of the profile `full` that the stored output certainly violates. `exit` is the exit code without them.
fn report_violations(
    stage: &SnapshotRunner<'_>,
    name: &str,
    played: &PlayedSession,
    exit: Exit,
) -> Result<Exit, Error> {
    if !matches!(exit, Exit::Fine | Exit::Inconclusive) {
        return Ok(exit);
    }
    let findings = &played.judge_result.findings;
    let is_violated = |it: &RuleInfo| {
        let level = match stage.protocol.level_in_profile(select::FULL_PROFILE, it) {
            LevelInProfile::OwnLevel => it.level,
            LevelInProfile::Level(level) => level,
            LevelInProfile::NotApplicable(_) => return false,
        };
        let of_rule = findings.get(it.rule_id());
        matches!(level, Level::Must | Level::Robust)
            && of_rule.is_some_and(|it| it.outcome() == Outcome::Violates && !it.is_measured_only())
    };
    let rules = stage.protocol.rules().into_iter().filter(is_violated);
    let rules: Vec<&str> = rules.map(|it| it.id).collect();
    if rules.is_empty() {
        return Ok(exit);
    }
    let text = message!(
        "snapshot_violates",
        "{file}: this output violates {rules}; `replay` shows where",
        file = name,
        rules
    );
    output::print_to_stdout(|out| writeln!(out, "✗ {text}"))?;
    Ok(Exit::Violated)
}

fn show_changes(name: &str, scenario: &Scenario, updated: &UpdatedSnapshot) -> Result<(), Error> {
    let changes = diff::diff_texts(&scenario.script.to_bytes(), &updated.text);
    output::print_to_stdout(|out| write!(out, "{name}\n{changes}"))
}

fn print_result(name: &str, kept: Result<WriteOutcome, StartError>) -> Result<Exit, Error> {
    match kept {
        Err(err) => print_start_error(&err),
        Ok(WriteOutcome::Interrupted) => Ok(Exit::Interrupted),
        Ok(WriteOutcome::NoHandshake) => {
            let why = message!(
                "handshake_not_completed",
                "the engine did not complete its handshake"
            );
            print_why_not_written(name, &why)?;
            Ok(Exit::NoEngine)
        }
        Ok(WriteOutcome::Rejected(flaw)) => {
            let why = message!(
                "snapshot_refused",
                "{why}; nothing was written, and `replay` shows why",
                why = flaw
            );
            print_why_not_written(name, &why)?;
            Ok(Exit::Violated)
        }
        Ok(WriteOutcome::Written) => {
            let text = message!(
                "snapshot_written",
                "{file}: written, and a second run gave the same output",
                file = name
            );
            output::print_to_stdout(|out| writeln!(out, "{text}"))?;
            Ok(Exit::Fine)
        }
        Ok(WriteOutcome::Differs(changes)) => {
            let text = message!(
                "snapshot_differs",
                "{file}: written, but a second run gave a different output; `--wildcard FIELDS` replaces the fields that differ",
                file = name
            );
            output::print_to_stdout(|out| writeln!(out, "? {text}\n{changes}"))?;
            Ok(Exit::Inconclusive)
        }
    }
}

fn print_start_error(err: &StartError) -> Result<Exit, Error> {
    let text = err.message_with_help();
    output::print_to_stdout(|out| writeln!(out, "✗ {text}"))?;
    Ok(Exit::NoEngine)
}

fn print_why_not_written(name: &str, why: &Message) -> Result<(), Error> {
    output::print_to_stdout(|out| writeln!(out, "✗ {name}: {why}"))
}
