//! Snapshots: scripts with the recorded output of an engine as expected lines, and with wildcards
//! for the parts that vary.
//!
//! A snapshot is played to its end, even if lines differ (`capture`). After playback, the snapshot is rewritten with
//! the actual output (`rewrite`), and the old and the new version are compared (`diff`). The rewritten snapshot is
//! stored in a pending file (`pending_file`), which the user accepts or rejects (`review`). The module `create` creates
//! and updates snapshots. The module `redact` removes the parts of a transcript that vary even if two runs send the
//! same commands.

mod capture;
pub(crate) mod create;
pub(crate) mod diff;
pub(crate) mod pending_file;
mod redact;
pub(crate) mod review;
mod rewrite;

pub use redact::{RecordedSession, filters};
use rewrite::SnapshotWriter;

use crate::{
    link::Link,
    message::{Message, message},
    protocol::{Protocol, ResponseField},
    session::{self, PlayedSession, SessionSettings, recorder::Recorder, session_end},
    transcript::{ParseError, Script},
};

/// The directive that makes a script a snapshot and names its wildcard fields.
pub(crate) const SNAPSHOT_DIRECTIVE: &str = "snapshot";

/// Parses the names of the fields that a snapshot replaces by wildcards.
///
/// # Errors
/// Returns an error that names an unknown field and lists the known fields.
pub(crate) fn wildcard_fields(
    protocol: &dyn Protocol,
    names: &str,
) -> Result<Vec<ResponseField>, Message> {
    let fields = protocol.wildcard_fields();
    let find = |name: &str| {
        let found = fields.iter().find(|it| it.keyword == name).copied();
        found.ok_or_else(|| {
            let known: Vec<&str> = fields.iter().map(|it| it.keyword).collect();
            message!(
                "wildcard_field_unknown",
                "unknown wildcard field `{name}` of {protocol}; expected one of: {known}",
                name,
                protocol = protocol.title(),
                known,
            )
        })
    };
    let words = names.split(|it: char| it == ',' || it.is_whitespace());
    words.filter(|it| !it.is_empty()).map(find).collect()
}

/// Rejects directives that snapshot playback does not support.
///
/// # Errors
/// Returns an error that names the first unsupported directive and its line.
pub(crate) fn check_snapshot_directives(script: &Script) -> Result<(), ParseError> {
    let unsupported = script.steps.iter().find_map(|it| match it.directive() {
        Some((name @ ("repeat" | "within" | "needs"), _)) => Some((it.line, name)),
        _ => None,
    });
    match unsupported {
        None => Ok(()),
        Some((line, name)) => Err(ParseError {
            line_number: line,
            column: 1,
            message: message!(
                "directive_in_snapshot",
                "`@{name}` is not supported in a snapshot; remove it, or remove `@snapshot`",
                name
            ),
        }),
    }
}

/// The result of playing a script, which may be a snapshot.
#[derive(Clone, Debug)]
pub(crate) struct ReplayResult {
    pub(crate) played_session: PlayedSession,
    /// The snapshot with the actual output, if this output differs from the expected output.
    pub(crate) updated_snapshot: Option<UpdatedSnapshot>,
}

/// A snapshot that contains the engine's actual output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UpdatedSnapshot {
    pub(crate) text: Vec<u8>,
    /// The reason why the snapshot must not be accepted: the engine hung, crashed, or exited too early.
    pub(crate) rejection_reason: Option<Message>,
}

/// Plays a script. A snapshot is played to its end, and any other script is played up to the first
/// unmet expectation.
pub(crate) fn play_script(
    protocol: &dyn Protocol,
    link: &mut dyn Link,
    script: &Script,
    settings: &SessionSettings,
) -> ReplayResult {
    let Some(names) = script.directive(SNAPSHOT_DIRECTIVE) else {
        return ReplayResult {
            played_session: session::play_session(protocol, link, script, settings),
            updated_snapshot: None,
        };
    };
    // Unknown names of wildcard fields are ignored here, because `replay` has already rejected them.
    let wildcards = wildcard_fields(protocol, names).unwrap_or_default();
    let writer = SnapshotWriter {
        protocol,
        wildcards,
        is_new_snapshot: false,
    };
    play_snapshot(&writer, link, script, settings)
}

/// Plays a script and creates a snapshot in which these fields are wildcards. The created snapshot is in
/// [`ReplayResult::updated_snapshot`].
pub(crate) fn create_snapshot(
    protocol: &dyn Protocol,
    link: &mut dyn Link,
    script: &Script,
    settings: &SessionSettings,
    wildcards: Vec<ResponseField>,
) -> ReplayResult {
    let writer = SnapshotWriter {
        protocol,
        wildcards,
        is_new_snapshot: true,
    };
    play_snapshot(&writer, link, script, settings)
}

fn play_snapshot(
    writer: &SnapshotWriter<'_>,
    link: &mut dyn Link,
    script: &Script,
    settings: &SessionSettings,
) -> ReplayResult {
    let mut recorder = Recorder::new(writer.protocol, link, settings);
    let run = capture::run_actions(&mut recorder, script);
    let rewritten = writer.rewrite_snapshot(script, &run);
    let busy = recorder.is_searching();
    let stopped = run.failed_step.as_ref();
    let hung = session_end::end_session(&mut recorder, stopped);
    let flaw = run.rejection_reason.or_else(|| {
        hung.then(|| {
            message!(
                "hung_in_snapshot",
                "the engine sent nothing more and had to be killed"
            )
        })
    });
    let text = rewritten.text;
    ReplayResult {
        played_session: recorder.into_played_session(rewritten.unmet_expectation, hung, busy),
        updated_snapshot: (text != script.to_bytes()).then_some(UpdatedSnapshot {
            text,
            rejection_reason: flaw,
        }),
    }
}
