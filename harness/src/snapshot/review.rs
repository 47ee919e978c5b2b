//! Accepts or rejects the pending changes of a snapshot, one by one, and writes the result.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    SNAPSHOT_DIRECTIVE,
    diff::{self, Diff, Hunk},
    pending_file::pending_file_path,
};
use crate::{bounded_read, error::Error, message::message, transcript::Script};

/// A snapshot and its pending changes.
pub(crate) struct PendingChange {
    snapshot_path: PathBuf,
    pending_file_path: PathBuf,
    old_text: Vec<u8>,
    new_text: Vec<u8>,
    hunks: Vec<Hunk>,
}

/// The user's decision about one hunk of the diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Accept,
    Reject,
    Postpone,
}

impl PendingChange {
    /// The pending changes of a snapshot, if there are any.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or if the snapshot was changed after the pending changes were stored.
    pub(crate) fn load_change(snapshot: &str) -> Result<Option<PendingChange>, Error> {
        let pending = pending_file_path(snapshot);
        let modified = |path: &Path| {
            let found = fs::metadata(path).and_then(|it| it.modified());
            found.map_err(|err| file_error(path, &err))
        };
        let written = modified(snapshot.as_ref())?;
        if pending.exists() && modified(&pending)? < written {
            return Err(Error::usage_error(message!(
                "snapshot_changed",
                "{snapshot} was changed after {pending}; replay the snapshot again first",
                snapshot,
                pending = pending.display().to_string(),
            )));
        }
        if pending.exists() && !pending.is_file() {
            return Err(Error::usage_error(message!(
                "not_a_regular_file",
                "{file}: not a regular file",
                file = pending.display().to_string(),
            )));
        }
        if !pending.exists() {
            return Ok(None);
        }
        let (old, new) = (read_file(Path::new(snapshot))?, read_file(&pending)?);
        let mut change = PendingChange::new(old, new);
        change.snapshot_path = snapshot.into();
        change.pending_file_path = pending;
        Ok(Some(change))
    }

    fn new(old: Vec<u8>, new: Vec<u8>) -> PendingChange {
        let Diff { hunks } = diff::diff_texts(&old, &new);
        PendingChange {
            snapshot_path: PathBuf::new(),
            pending_file_path: PathBuf::new(),
            old_text: old,
            new_text: new,
            hunks,
        }
    }

    /// The hunks that need a decision.
    pub(crate) fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// Applies the user's decisions, one for each hunk, and writes the files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or if the result is not a valid snapshot.
    pub(crate) fn apply_decisions(&self, decisions: &[Decision]) -> Result<(), Error> {
        let accepted = self.merge_hunks(decisions, |it| it == Decision::Accept);
        let undecided = self.merge_hunks(decisions, |it| it != Decision::Reject);
        // The user may have edited the pending file, so the accepted text is parsed again.
        if accepted != self.old_text {
            let shown = self.pending_file_path.display().to_string();
            let script = Script::parse(&accepted).map_err(|err| {
                let (line, column) = (err.line_number, err.column);
                Error::error_at_position(&shown, line, column, err.message)
            })?;
            if script.directive(SNAPSHOT_DIRECTIVE).is_none() {
                return Err(Error::usage_error(message!(
                    "not_a_snapshot",
                    "{file}: not a snapshot: `@snapshot` is missing",
                    file = shown,
                )));
            }
        }
        write_if_changed(&self.snapshot_path, &self.old_text, &accepted)?;
        match decisions.contains(&Decision::Postpone) {
            true => write_if_changed(&self.pending_file_path, &self.new_text, &undecided),
            false => fs::remove_file(&self.pending_file_path)
                .map_err(|err| file_error(&self.pending_file_path, &err)),
        }
    }

    /// Returns the old text, but with the new lines of each hunk whose decision satisfies `wants`.
    fn merge_hunks(&self, decisions: &[Decision], wants: impl Fn(Decision) -> bool) -> Vec<u8> {
        let lines = |text: &'_ [u8]| -> Vec<Vec<u8>> {
            text.split_inclusive(|it| *it == b'\n')
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (old, new) = (lines(&self.old_text), lines(&self.new_text));
        let (mut out, mut next) = (Vec::new(), 0);
        for (hunk, decision) in self.hunks.iter().zip(decisions) {
            out.extend(old[next..hunk.old_line_range.start].concat());
            out.extend(match wants(*decision) {
                true => new[hunk.new_line_range.clone()].concat(),
                false => old[hunk.old_line_range.clone()].concat(),
            });
            next = hunk.old_line_range.end;
        }
        out.extend(old[next..].concat());
        out
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    bounded_read::read_file(path).map_err(|err| file_error(path, &err))
}

fn write_if_changed(path: &Path, old: &[u8], new: &[u8]) -> Result<(), Error> {
    match old == new {
        true => Ok(()),
        false => fs::write(path, new).map_err(|err| file_error(path, &err)),
    }
}

fn file_error(path: &Path, err: &io::Error) -> Error {
    Error::file_error(path.display(), err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pending_change_has_its_own_decision() {
        let old = b"1\na\n2\n3\n4\n5\nb\n6\n".to_vec();
        let change = PendingChange::new(old, b"1\nA\n2\n3\n4\n5\nB\nC\n6\n".to_vec());
        let decisions = [Decision::Reject, Decision::Accept];
        let accepted = change.merge_hunks(&decisions, |it| it == Decision::Accept);
        assert_eq!(accepted, b"1\na\n2\n3\n4\n5\nB\nC\n6\n");
        let all = change.merge_hunks(&[Decision::Accept; 2], |it| it == Decision::Accept);
        assert_eq!(all, change.new_text);
        let none = change.merge_hunks(&[Decision::Postpone; 2], |it| it == Decision::Accept);
        assert_eq!(none, change.old_text);
    }
}
