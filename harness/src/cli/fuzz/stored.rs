//! What is stored already: tried again before a campaign, or instead of one.

use crate::{
    cli::{Done, output},
    error::Error,
    exit::Exit,
    fuzz::{
        Finding,
        campaign::Request,
        store::{Fate, Store},
    },
    known::Known as Accepted,
    launch::reproduce::Reproduce,
    link,
};

/// What the stored findings come to with this engine.
#[derive(Default)]
pub(super) struct Known {
    /// Those that are still there.
    pub(super) still: Vec<Finding>,
    /// The scripts of all of them, and of those that showed nothing.
    pub(super) still_paths: Vec<String>,
    pub(super) silent_paths: Vec<String>,
}

/// What a known failure calls all that a campaign says.
const SCENARIO: &str = "fuzz";

/// Whether the user lives with what breaks a rule.
pub(super) fn is_known(rule: &str, accepted: &Accepted) -> bool {
    accepted.covers(rule, SCENARIO)
}

/// Whether a finding accuses the engine of what its author does not live with.
fn accuses(finding: &Finding, accepted: &Accepted) -> bool {
    finding.is_certain() && !is_known(&finding.rule, accepted)
}

/// Tries each stored finding.
pub(super) fn known(request: &Request<'_>, store: &Store) -> Result<Known, Error> {
    let mut known = Known::default();
    for stored in store.read(request.protocol.name())? {
        if link::interrupted() {
            break;
        }
        let path = stored.path.display().to_string();
        match stored.shows(request) {
            Ok(Some(finding)) => {
                known.still.push(finding);
                known.still_paths.push(path);
            }
            Ok(None) => known.silent_paths.push(path),
            // The campaign says so itself.
            Err(_) => break,
        }
    }
    Ok(known)
}

/// `--replay`: tells of each stored finding whether it is fixed.
pub(super) fn tell(
    request: &Request<'_>,
    store: &Store,
    reproduce: &Reproduce,
    accepted: &Accepted,
) -> Result<Done, Error> {
    let all = store.read(request.protocol.name())?;
    let (mut fixed, mut still, mut flaky, mut certain) = (0, 0, 0, false);
    for stored in &all {
        let path = stored.path.display().to_string();
        let shown = match stored.shows(request) {
            _ if link::interrupted() => return Ok(Exit::Interrupted.into()),
            Ok(shown) => shown,
            Err(problem) => {
                output::print(|out| writeln!(out, "✗ {problem}"))?;
                return Ok(Exit::NoEngine.into());
            }
        };
        certain |= shown.as_ref().is_some_and(|it| accuses(it, accepted));
        let fate = Fate::of(shown.as_ref());
        let (word, counter) = match fate {
            Fate::Fixed => ("✓ FIXED      ".to_owned(), &mut fixed),
            Fate::StillFails if is_known(&stored.rule, accepted) => {
                ("~ STILL FAILS".to_owned(), &mut still)
            }
            Fate::StillFails => ("✗ STILL FAILS".to_owned(), &mut still),
            Fate::Flaky(some, of) => (format!("? FLAKY {some} of {of}"), &mut flaky),
        };
        *counter += 1;
        let again = reproduce.replay_file(&path);
        output::print(|out| match fate {
            Fate::Fixed => writeln!(out, "{word} {}  {path}", stored.rule),
            _ => writeln!(out, "{word} {}  {again}", stored.rule),
        })?;
    }
    output::print(|out| {
        writeln!(
            out,
            "{} stored findings: {fixed} fixed, {still} still failing, {flaky} flaky",
            all.len()
        )
    })?;
    let exit = match still + flaky {
        _ if all.is_empty() => Exit::Nothing,
        _ if certain => Exit::Violated,
        0 => Exit::Fine,
        _ if flaky == 0 => Exit::Fine,
        // Seen again less often than not: nobody is accused.
        _ => Exit::Inconclusive,
    };
    Ok(exit.into())
}
