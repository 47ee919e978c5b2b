//! Makes snapshots and refreshes them: plays a script, writes what came, and sees whether it comes again.

use std::fs;

use super::{Remade, Replayed, diff, open_fields, pending};
use crate::{
    error::Error,
    link::{self, Spec, StartError},
    protocol::Protocol,
    session::{Played, Settings},
    transcript::Script,
};

/// An engine that scripts are played to.
pub(crate) struct Stage<'a> {
    pub(crate) protocol: &'a dyn Protocol,
    pub(crate) spec: &'a Spec,
    pub(crate) settings: &'a Settings,
}

/// What became of a snapshot.
pub(crate) enum Kept {
    /// It is written, and came again.
    Written,
    /// It is written, but this was different when it was played again.
    Differs(diff::Diff),
    /// Nobody should take for a snapshot what came.
    Refused(&'static str),
    NoHandshake,
    Interrupted,
}

impl Stage<'_> {
    /// Plays a script that is no snapshot yet, and makes one of it that leaves these fields open beside the volatile
    /// ones.
    ///
    /// # Errors
    /// There is no such field. The inner error: the engine does not start.
    pub(crate) fn first(
        &self,
        script: &Script,
        open: &str,
    ) -> Result<Result<Replayed, StartError>, Error> {
        let more = open_fields(self.protocol, open).map_err(Error::usage)?;
        let fields = self.protocol.fields().iter().copied();
        let fields = fields
            .filter(|it| it.volatile || more.contains(it))
            .collect();
        let link = link::spawn(self.spec);
        Ok(link.map(|mut link| {
            super::first(self.protocol, link.as_mut(), script, self.settings, fields)
        }))
    }

    /// Plays a snapshot.
    ///
    /// # Errors
    /// The engine does not start.
    pub(crate) fn play(&self, script: &Script) -> Result<Replayed, StartError> {
        let mut link = link::spawn(self.spec)?;
        Ok(super::play(
            self.protocol,
            link.as_mut(),
            script,
            self.settings,
        ))
    }

    /// Writes a snapshot, and sees whether it holds.
    ///
    /// # Errors
    /// It cannot be written. The inner error: the engine does not start again.
    pub(crate) fn keep(
        &self,
        played: &Played,
        name: &str,
        remade: &Remade,
    ) -> Result<Result<Kept, StartError>, Error> {
        if played.interrupted || link::interrupted() {
            return Ok(Ok(Kept::Interrupted));
        }
        if !played.judged.handshake_done {
            return Ok(Ok(Kept::NoHandshake));
        }
        if let Some(flaw) = remade.flaw {
            return Ok(Ok(Kept::Refused(flaw)));
        }
        let text = &remade.text;
        let script = Script::parse(text).map_err(|err| {
            let (line, column) = (err.line, err.column);
            Error::Defect(format!("{name}:{line}:{column}: {}", err.message))
        })?;
        pending::forget(name);
        fs::write(name, text).map_err(|err| Error::usage(format!("{name}: {err}")))?;
        let again = self.play(&script);
        Ok(again.map(|again| match again.remade {
            None => Kept::Written,
            Some(other) => Kept::Differs(diff::diff(text, &other.text)),
        }))
    }
}
