//! Creates and updates snapshots: plays a script, writes the output as a snapshot, and plays the snapshot again to
//! confirm it.

use std::fs;

use super::{ReplayResult, UpdatedSnapshot, diff, pending_file, wildcard_fields};
use crate::{
    error::Error,
    link::{self, EngineSpec, StartError},
    message::Message,
    protocol::Protocol,
    session::{PlayedSession, SessionSettings},
    transcript::{EventKind, Script, Speaker},
};

/// Plays scripts with one engine, and writes their snapshots.
pub(crate) struct SnapshotRunner<'a> {
    pub(crate) protocol: &'a dyn Protocol,
    pub(crate) spec: &'a EngineSpec,
    pub(crate) settings: &'a SessionSettings,
}

/// The result of writing a snapshot.
pub(crate) enum WriteOutcome {
    /// The snapshot was written, and a second run confirmed it.
    Written,
    /// The snapshot was written, but the output of a second run differed.
    Differs(diff::Diff),
    /// The snapshot was not written, because the engine hung, crashed or exited too early.
    Rejected(Message),
    NoHandshake,
    Interrupted,
}

impl SnapshotRunner<'_> {
    /// Plays a script that is not a snapshot yet, and creates a snapshot. The wildcards are the
    /// given fields and all volatile fields (fields that vary from run to run).
    ///
    /// # Errors
    /// Returns an error if a wildcard field is unknown. The inner `Result` is an error if the engine does not start.
    pub(crate) fn create_from_script(
        &self,
        script: &Script,
        wildcards: &str,
    ) -> Result<Result<ReplayResult, StartError>, Error> {
        let more = wildcard_fields(self.protocol, wildcards).map_err(Error::usage_error)?;
        let fields = self.protocol.wildcard_fields().iter().copied();
        let fields = fields
            .filter(|it| it.is_volatile || more.contains(it))
            .collect();
        let link = link::start_engine_link(self.spec);
        Ok(link.map(|mut link| {
            super::create_snapshot(self.protocol, link.as_mut(), script, self.settings, fields)
        }))
    }

    /// Plays a snapshot once, without writing a file.
    ///
    /// # Errors
    /// Returns an error if the engine does not start.
    pub(crate) fn play_snapshot(&self, script: &Script) -> Result<ReplayResult, StartError> {
        let mut link = link::start_engine_link(self.spec)?;
        Ok(super::play_script(
            self.protocol,
            link.as_mut(),
            script,
            self.settings,
        ))
    }

    /// True if the engine sent no line, or did not complete the handshake that the script began. A script for GTP, which
    /// has no handshake, may begin with any command.
    fn lacks_answers(&self, played: &PlayedSession) -> bool {
        let sent = |speaker: Speaker, line: Option<&[u8]>| {
            played.transcript.events.iter().any(|it| match &it.kind {
                EventKind::Line(by, text) => *by == speaker && line.is_none_or(|it| it == text),
                _ => false,
            })
        };
        let handshake = self.protocol.new_dialogue().handshake();
        let greeting = handshake.first().map(|it| it.command.as_slice());
        let greets = greeting.is_some_and(|it| sent(Speaker::Interface, Some(it)));
        !sent(Speaker::Engine, None) || (greets && !played.judge_result.is_handshake_done)
    }

    /// Writes a snapshot and confirms it by a second run.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The inner `Result` is an error if the engine does not start for
    /// the second run.
    pub(crate) fn write_snapshot(
        &self,
        played: &PlayedSession,
        name: &str,
        updated: &UpdatedSnapshot,
    ) -> Result<Result<WriteOutcome, StartError>, Error> {
        if played.was_interrupted || link::was_interrupted() {
            return Ok(Ok(WriteOutcome::Interrupted));
        }
        if self.lacks_answers(played) {
            return Ok(Ok(WriteOutcome::NoHandshake));
        }
        if let Some(flaw) = updated.rejection_reason.clone() {
            return Ok(Ok(WriteOutcome::Rejected(flaw)));
        }
        let text = &updated.text;
        let script = Script::parse(text).map_err(|err| {
            let (line, column) = (err.line_number, err.column);
            Error::InternalError(
                Error::error_at_position(name, line, column, err.message).message(),
            )
        })?;
        pending_file::remove_pending_file(name);
        fs::write(name, text).map_err(|err| Error::file_error(name, err))?;
        let again = self.play_snapshot(&script);
        Ok(again.map(|again| match again.updated_snapshot {
            None => WriteOutcome::Written,
            Some(other) => WriteOutcome::Differs(diff::diff_texts(text, &other.text)),
        }))
    }
}
