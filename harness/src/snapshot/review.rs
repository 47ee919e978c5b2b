//! Accepts or rejects the changes of a snapshot, one by one, and writes the result.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    DIRECTIVE,
    diff::{self, Diff, Hunk},
    pending::path_of,
};
use crate::{error::Error, message::message, transcript::Script};

/// A snapshot and its pending changes.
pub(crate) struct Change {
    snapshot: PathBuf,
    pending: PathBuf,
    old: Vec<u8>,
    new: Vec<u8>,
    hunks: Vec<Hunk>,
}

/// The decision about a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Accept,
    Reject,
    Wait,
}

impl Change {
    /// The pending changes of a snapshot, if there are any.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or if the snapshot is newer than the pending changes.
    pub(crate) fn of(snapshot: &str) -> Result<Option<Change>, Error> {
        let pending = path_of(snapshot);
        let modified = |path: &Path| {
            let found = fs::metadata(path).and_then(|it| it.modified());
            found.map_err(|err| wrong(path, &err))
        };
        let written = modified(snapshot.as_ref())?;
        if pending.exists() && modified(&pending)? < written {
            return Err(Error::usage(message!(
                "snapshot_changed",
                "{snapshot} was changed after {pending}; replay the snapshot again first",
                snapshot,
                pending = pending.display().to_string(),
            )));
        }
        if pending.exists() && !pending.is_file() {
            return Err(Error::usage(message!(
                "not_a_regular_file",
                "{file}: not a regular file",
                file = pending.display().to_string(),
            )));
        }
        if !pending.exists() {
            return Ok(None);
        }
        let (old, new) = (read(Path::new(snapshot))?, read(&pending)?);
        let mut change = Change::new(old, new);
        change.snapshot = snapshot.into();
        change.pending = pending;
        Ok(Some(change))
    }

    fn new(old: Vec<u8>, new: Vec<u8>) -> Change {
        let Diff { hunks } = diff::diff(&old, &new);
        Change {
            snapshot: PathBuf::new(),
            pending: PathBuf::new(),
            old,
            new,
            hunks,
        }
    }

    /// The changes that need a decision.
    pub(crate) fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// Applies the decisions about all hunks.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or if the result is not a valid snapshot.
    pub(crate) fn apply(&self, decisions: &[Decision]) -> Result<(), Error> {
        let accepted = self.with(decisions, |it| it == Decision::Accept);
        let undecided = self.with(decisions, |it| it != Decision::Reject);
        // The user may have edited the pending file, so the result is parsed again.
        if accepted != self.old {
            let shown = self.pending.display().to_string();
            let script = Script::parse(&accepted).map_err(|err| {
                let (line, column) = (err.line, err.column);
                Error::at(&shown, line, column, err.message)
            })?;
            if script.directive(DIRECTIVE).is_none() {
                return Err(Error::usage(message!(
                    "not_a_snapshot",
                    "{file}: not a snapshot: `@snapshot` is missing",
                    file = shown,
                )));
            }
        }
        write(&self.snapshot, &self.old, &accepted)?;
        match decisions.contains(&Decision::Wait) {
            true => write(&self.pending, &self.new, &undecided),
            false => fs::remove_file(&self.pending).map_err(|err| wrong(&self.pending, &err)),
        }
    }

    /// The old text, with the new text in the hunks whose decision satisfies `wants`.
    fn with(&self, decisions: &[Decision], wants: impl Fn(Decision) -> bool) -> Vec<u8> {
        let lines = |text: &'_ [u8]| -> Vec<Vec<u8>> {
            text.split_inclusive(|it| *it == b'\n')
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (old, new) = (lines(&self.old), lines(&self.new));
        let (mut out, mut next) = (Vec::new(), 0);
        for (hunk, decision) in self.hunks.iter().zip(decisions) {
            out.extend(old[next..hunk.old.start].concat());
            out.extend(match wants(*decision) {
                true => new[hunk.new.clone()].concat(),
                false => old[hunk.old.clone()].concat(),
            });
            next = hunk.old.end;
        }
        out.extend(old[next..].concat());
        out
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|err| wrong(path, &err))
}

fn write(path: &Path, old: &[u8], new: &[u8]) -> Result<(), Error> {
    match old == new {
        true => Ok(()),
        false => fs::write(path, new).map_err(|err| wrong(path, &err)),
    }
}

fn wrong(path: &Path, err: &io::Error) -> Error {
    Error::file(path.display(), err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_decided_by_itself() {
        let old = b"1\na\n2\n3\n4\n5\nb\n6\n".to_vec();
        let change = Change::new(old, b"1\nA\n2\n3\n4\n5\nB\nC\n6\n".to_vec());
        let decisions = [Decision::Reject, Decision::Accept];
        let accepted = change.with(&decisions, |it| it == Decision::Accept);
        assert_eq!(accepted, b"1\na\n2\n3\n4\n5\nB\nC\n6\n");
        let all = change.with(&[Decision::Accept; 2], |it| it == Decision::Accept);
        assert_eq!(all, change.new);
        let none = change.with(&[Decision::Wait; 2], |it| it == Decision::Accept);
        assert_eq!(none, change.old);
    }
}
