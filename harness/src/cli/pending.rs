//! `replay --review`: accepts or rejects the changes of snapshots.

use std::{
    fs,
    io::{self, BufRead as _, IsTerminal as _},
    path::Path,
};

use super::{Done, output};
use crate::{
    check::pending::path_of,
    error::Error,
    exit::Exit,
    report::diff::{self, Diff, Hunk},
    session::snapshot,
    transcript::Script,
};

/// What `--review` does with every change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Review {
    /// Ask, one by one.
    Ask,
    /// Show them, and change nothing.
    List,
    Accept,
    Reject,
}

/// Goes through the changes of these snapshots.
pub(super) fn review(snapshots: &[String], how: Review) -> Result<Done, Error> {
    if how == Review::Ask && !io::stdin().is_terminal() {
        let text = "--review asks at a terminal, and this is none: say --review=list, --review=accept or --review=reject";
        return Err(Error::usage(text));
    }
    let mut waiting = 0;
    for snapshot in snapshots {
        let pending = path_of(snapshot);
        let modified = |path: &Path| {
            let found = fs::metadata(path).and_then(|it| it.modified());
            found.map_err(|err| wrong(path, &err))
        };
        let written = modified(snapshot.as_ref())?;
        if pending.exists() && modified(&pending)? < written {
            return Err(Error::usage(format!(
                "{snapshot} was changed after {}: replay it again first",
                pending.display()
            )));
        }
        if pending.exists() && !pending.is_file() {
            let shown = pending.display();
            return Err(Error::usage(format!("{shown}: this is no file")));
        }
        if !pending.exists() {
            output::print(|out| writeln!(out, "{snapshot}: no changes"))?;
            continue;
        }
        let change = Change {
            old: read(Path::new(snapshot))?,
            new: read(&pending)?,
        };
        waiting += change.review(snapshot, &pending, how)?;
    }
    // What waits is not settled, whatever was asked for.
    Ok(match waiting {
        0 => Exit::Fine,
        _ => Exit::Violated,
    }
    .into())
}

/// A snapshot, and what it would be.
struct Change {
    old: Vec<u8>,
    new: Vec<u8>,
}

/// What becomes of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Accept,
    Reject,
    Wait,
}

impl Change {
    /// Decides about each of its hunks, and writes down what that comes to. How many are left waiting.
    fn review(&self, snapshot: &str, pending: &Path, how: Review) -> Result<usize, Error> {
        let Diff { hunks } = diff::diff(&self.old, &self.new);
        let (mut decisions, mut quit) = (Vec::new(), false);
        for (index, hunk) in hunks.iter().enumerate() {
            let shown = Diff {
                hunks: vec![hunk.clone()],
            };
            output::print(|out| {
                writeln!(out, "{snapshot}, change {} of {}", index + 1, hunks.len())?;
                write!(out, "{shown}")
            })?;
            decisions.push(match how {
                _ if quit => Decision::Wait,
                Review::List => Decision::Wait,
                Review::Accept => Decision::Accept,
                Review::Reject => Decision::Reject,
                Review::Ask => match ask()? {
                    Some(decision) => decision,
                    None => {
                        quit = true;
                        Decision::Wait
                    }
                },
            });
        }
        let count = |wanted| decisions.iter().filter(|it| **it == wanted).count();
        let counts = [Decision::Accept, Decision::Reject, Decision::Wait].map(count);
        let [accepted, rejected, waiting] = counts;
        let settled = self.with(&hunks, &decisions, |it| it == Decision::Accept);
        let open = self.with(&hunks, &decisions, |it| it != Decision::Reject);
        // Whoever wrote the change, it must not leave a script that nobody can read.
        if settled != self.old {
            let shown = pending.display();
            let script = Script::parse(&settled).map_err(|err| {
                let (line, column) = (err.line, err.column);
                Error::usage(format!("{shown}:{line}:{column}: {}", err.message))
            })?;
            if script.directive(snapshot::DIRECTIVE).is_none() {
                return Err(Error::usage(format!("{shown}: this is no snapshot")));
            }
        }
        write(snapshot.as_ref(), &self.old, &settled)?;
        match waiting {
            0 => fs::remove_file(pending).map_err(|err| wrong(pending, &err))?,
            _ => write(pending, &self.new, &open)?,
        }
        output::print(|out| {
            writeln!(
                out,
                "{snapshot}: {accepted} accepted, {rejected} rejected, {waiting} waiting"
            )
        })?;
        Ok(waiting)
    }

    /// The old text, with the new one in place of it where the decision is for it.
    fn with(
        &self,
        hunks: &[Hunk],
        decisions: &[Decision],
        wants: impl Fn(Decision) -> bool,
    ) -> Vec<u8> {
        let lines = |text: &'_ [u8]| -> Vec<Vec<u8>> {
            text.split_inclusive(|it| *it == b'\n')
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (old, new) = (lines(&self.old), lines(&self.new));
        let (mut out, mut next) = (Vec::new(), 0);
        for (hunk, decision) in hunks.iter().zip(decisions) {
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

/// What the user decides; nothing if he has had enough.
fn ask() -> Result<Option<Decision>, Error> {
    loop {
        output::print(|out| {
            write!(out, "[a]ccept, [r]eject, [s]kip, [q]uit? ")?;
            out.flush()
        })?;
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer);
        let read = read.map_err(|err| Error::usage(format!("standard input: {err}")))?;
        match (read, answer.trim()) {
            (0, _) | (_, "q" | "quit") => return Ok(None),
            (_, "a" | "accept") => return Ok(Some(Decision::Accept)),
            (_, "r" | "reject") => return Ok(Some(Decision::Reject)),
            (_, "s" | "skip") => return Ok(Some(Decision::Wait)),
            _ => (),
        }
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
    Error::usage(format!("{}: {err}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_decided_by_itself() {
        let change = Change {
            old: b"1\na\n2\n3\n4\n5\nb\n6\n".to_vec(),
            new: b"1\nA\n2\n3\n4\n5\nB\nC\n6\n".to_vec(),
        };
        let Diff { hunks } = diff::diff(&change.old, &change.new);
        let decisions = [Decision::Reject, Decision::Accept];
        let settled = change.with(&hunks, &decisions, |it| it == Decision::Accept);
        assert_eq!(settled, b"1\na\n2\n3\n4\n5\nB\nC\n6\n");
        let all = change.with(&hunks, &[Decision::Accept; 2], |it| it == Decision::Accept);
        assert_eq!(all, change.new);
        let none = change.with(&hunks, &[Decision::Wait; 2], |it| it == Decision::Accept);
        assert_eq!(none, change.old);
    }
}
