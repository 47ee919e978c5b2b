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

/// Makes a snapshot of what the engine says to a script.
pub(super) fn make(
    stage: &SnapshotRunner<'_>,
    script: &Script,
    open: &str,
    file: &Path,
) -> Result<Exit, Error> {
    let Replayed { played, updated } = match stage.create(script, open)? {
        Ok(replayed) => replayed,
        Err(err) => return no_engine(&err),
    };
    let name = file.display().to_string();
    match &updated {
        Some(updated) => tell(&name, stage.write(&played, &name, updated)?),
        None => Err(Error::Defect(format!("{name}: nothing was made"))),
    }
}

/// Plays a snapshot, and writes what came in place of what did not.
pub(super) fn bless(stage: &SnapshotRunner<'_>, scenario: &Scenario) -> Result<Exit, Error> {
    let name = &scenario.id;
    if scenario.script.directive(snapshot::DIRECTIVE).is_none() {
        return Err(Error::usage(format!(
            "{name} is no snapshot: it has no `@snapshot` (`record --script` makes one)"
        )));
    }
    let Replayed { played, updated } = match stage.play(&scenario.script) {
        Ok(replayed) => replayed,
        Err(err) => return no_engine(&err),
    };
    match &updated {
        Some(updated) => {
            show_changes(name, scenario, updated)?;
            tell(name, stage.write(&played, name, updated)?)
        }
        None => {
            pending::remove(name);
            output::print(|out| writeln!(out, "{name}: nothing has changed"))?;
            Ok(Exit::Fine)
        }
    }
}

fn show_changes(name: &str, scenario: &Scenario, updated: &UpdatedSnapshot) -> Result<(), Error> {
    let changes = diff::diff(&scenario.script.to_bytes(), &updated.text);
    output::print(|out| write!(out, "{name}\n{changes}"))
}

fn tell(name: &str, kept: Result<WriteOutcome, StartError>) -> Result<Exit, Error> {
    match kept {
        Err(err) => no_engine(&err),
        Ok(WriteOutcome::Interrupted) => Ok(Exit::Interrupted),
        Ok(WriteOutcome::NoHandshake) => {
            refused(name, "the engine did not get through its handshake")?;
            Ok(Exit::NoEngine)
        }
        Ok(WriteOutcome::Refused(flaw)) => {
            let why = format!("{flaw}, so nothing is written: see what `replay` says");
            refused(name, &why)?;
            Ok(Exit::Violated)
        }
        Ok(WriteOutcome::Written) => {
            output::print(|out| writeln!(out, "{name}: written, and it came again"))?;
            Ok(Exit::Fine)
        }
        Ok(WriteOutcome::Differs(changes)) => {
            output::print(|out| {
                writeln!(
                    out,
                    "? {name}: written, but this was different when it was played again; `--open` leaves fields open\n{changes}"
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
