//! `replay --review`: accepts or rejects pending changes of snapshots.

use std::io::{self, BufRead as _, IsTerminal as _};

use super::{CommandResult, output, target};
use crate::{
    error::Error,
    exit::Exit,
    message::message,
    snapshot::{
        diff::Diff,
        review::{Decision, PendingChange},
    },
};

/// The values of `--review`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ReviewMode {
    /// Ask for each change.
    Ask,
    /// Show the changes and leave them pending.
    List,
    Accept,
    Reject,
}

/// Reviews the undecided changes of these snapshots.
pub(super) fn review_snapshots(
    snapshots: &[String],
    how: ReviewMode,
) -> Result<CommandResult, Error> {
    target::reject_review_in_ci()?;
    if how == ReviewMode::Ask && !io::stdin().is_terminal() {
        return Err(Error::usage_error(message!(
            "review_without_terminal",
            "--review=ask needs a terminal as standard input; without one use --review=list, --review=accept or --review=reject"
        )));
    }
    let mut pending = 0;
    for snapshot in snapshots {
        match PendingChange::load_change(snapshot)? {
            Some(change) => pending += review_change(&change, snapshot, how)?,
            None => {
                let text = message!(
                    "review_no_changes",
                    "{snapshot}: no changes wait for a review; nothing was played",
                    snapshot
                );
                output::print_to_stdout(|out| writeln!(out, "{text}"))?;
            }
        }
    }
    // Undecided changes fail the run.
    Ok(match pending {
        0 => Exit::Fine,
        _ => Exit::Violated,
    }
    .into())
}

/// Accepts, rejects or skips each hunk (group of adjacent changed lines) of a changed snapshot. Returns the number of
/// hunks that are still undecided.
fn review_change(change: &PendingChange, snapshot: &str, how: ReviewMode) -> Result<usize, Error> {
    let hunks = change.hunks();
    let (mut decisions, mut quit) = (Vec::new(), false);
    for (index, hunk) in hunks.iter().enumerate() {
        let shown = Diff {
            hunks: vec![hunk.clone()],
        };
        output::print_to_stdout(|out| {
            let heading = message!(
                "review_change",
                "{snapshot}, change {number} of {count}",
                snapshot,
                number = index + 1,
                count = hunks.len(),
            );
            writeln!(out, "{heading}")?;
            write!(out, "{shown}")
        })?;
        decisions.push(match how {
            _ if quit => Decision::Postpone,
            ReviewMode::List => Decision::Postpone,
            ReviewMode::Accept => Decision::Accept,
            ReviewMode::Reject => Decision::Reject,
            ReviewMode::Ask => match ask_for_decision()? {
                Some(decision) => decision,
                None => {
                    quit = true;
                    Decision::Postpone
                }
            },
        });
    }
    change.apply_decisions(&decisions)?;
    let count = |wanted| decisions.iter().filter(|it| **it == wanted).count();
    let counts = [Decision::Accept, Decision::Reject, Decision::Postpone].map(count);
    let [accepted, rejected, pending] = counts;
    let text = message!(
        "review_counts",
        "{snapshot}: {accepted} accepted, {rejected} rejected, {pending} pending",
        snapshot,
        accepted,
        rejected,
        pending
    );
    output::print_to_stdout(|out| writeln!(out, "{text}"))?;
    Ok(pending)
}

/// Asks the user to accept, reject or skip a hunk. Returns `None` if the user ends the review.
fn ask_for_decision() -> Result<Option<Decision>, Error> {
    loop {
        output::print_to_stdout(|out| {
            let question = message!("review_question", "[a]ccept, [r]eject, [s]kip, [q]uit?");
            write!(out, "{question} ")?;
            out.flush()
        })?;
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer);
        let read = read
            .map_err(|err| Error::file_error(message!("standard_input", "standard input"), err))?;
        match (read, answer.trim()) {
            (0, _) | (_, "q" | "quit") => return Ok(None),
            (_, "a" | "accept") => return Ok(Some(Decision::Accept)),
            (_, "r" | "reject") => return Ok(Some(Decision::Reject)),
            (_, "s" | "skip") => return Ok(Some(Decision::Postpone)),
            _ => (),
        }
    }
}
