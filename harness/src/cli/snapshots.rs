//! Tells what became of snapshots that are made or refreshed.

use std::path::Path;

use super::output;
use crate::{
    error::Error,
    exit::Exit,
    link::StartError,
    scenarios::Scenario,
    snapshot::{
        self, Replayed, UpdatedSnapshot,
        create::{SnapshotRunner, WriteOutcome},
        diff, pending,
    },
    transcript::Script,
};

/// Makes a snapshot: the script with the output of the engine.
pub(super) fn make(
    stage: &SnapshotRunner<'_>,
    script: &Script,
    wildcard: &str,
    file: &Path,
) -> Result<Exit, Error> {
    let Replayed { played, updated } = match stage.create(script, wildcard)? {
        Ok(replayed) => replayed,
        Err(err) => return no_engine(&err),
    };
    let name = file.display().to_string();
    match &updated {
        Some(updated) => print_result(&name, stage.write(&played, &name, updated)?),
        None => Err(Error::Defect(format!("{name}: no snapshot was made"))),
    }
}

/// Plays a snapshot and updates it with the actual output.
pub(super) fn bless(stage: &SnapshotRunner<'_>, scenario: &Scenario) -> Result<Exit, Error> {
    let name = &scenario.id;
    if scenario.script.directive(snapshot::DIRECTIVE).is_none() {
        return Err(Error::usage(format!(
            "{name} is no snapshot: it has no `@snapshot`; `record --script` makes one"
        )));
    }
    let Replayed { played, updated } = match stage.play(&scenario.script) {
        Ok(replayed) => replayed,
        Err(err) => return no_engine(&err),
    };
    match &updated {
        Some(updated) => {
            show_changes(name, scenario, updated)?;
            print_result(name, stage.write(&played, name, updated)?)
        }
        None => {
            pending::remove(name);
            output::print(|out| writeln!(out, "{name}: unchanged"))?;
            Ok(Exit::Fine)
        }
    }
}

fn show_changes(name: &str, scenario: &Scenario, updated: &UpdatedSnapshot) -> Result<(), Error> {
    let changes = diff::diff(&scenario.script.to_bytes(), &updated.text);
    output::print(|out| write!(out, "{name}\n{changes}"))
}

fn print_result(name: &str, kept: Result<WriteOutcome, StartError>) -> Result<Exit, Error> {
    match kept {
        Err(err) => no_engine(&err),
        Ok(WriteOutcome::Interrupted) => Ok(Exit::Interrupted),
        Ok(WriteOutcome::NoHandshake) => {
            refused(name, "the engine did not complete its handshake")?;
            Ok(Exit::NoEngine)
        }
        Ok(WriteOutcome::Refused(flaw)) => {
            let why = format!("{flaw}; nothing was written, and `replay` shows why");
            refused(name, &why)?;
            Ok(Exit::Violated)
        }
        Ok(WriteOutcome::Written) => {
            output::print(|out| {
                writeln!(
                    out,
                    "{name}: written, and a second run gave the same output"
                )
            })?;
            Ok(Exit::Fine)
        }
        Ok(WriteOutcome::Differs(changes)) => {
            output::print(|out| {
                writeln!(
                    out,
                    "? {name}: written, but a second run gave a different output; `--wildcard FIELDS` leaves fields out\n{changes}"
                )
            })?;
            Ok(Exit::Inconclusive)
        }
    }
}

fn no_engine(err: &StartError) -> Result<Exit, Error> {
    output::print(|out| writeln!(out, "✗ {err}"))?;
    Ok(Exit::NoEngine)
}

fn refused(name: &str, why: &str) -> Result<(), Error> {
    output::print(|out| writeln!(out, "✗ {name}: {why}"))
}
