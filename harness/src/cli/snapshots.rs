//! Makes snapshots and refreshes them: plays a script, writes what came, and sees whether it comes again.

use std::{fs, path::Path};

use super::output;
use crate::{
    check::pending,
    error::Error,
    exit::Exit,
    link::{self, Spec},
    protocol::Protocol,
    report::diff,
    scenarios::Scenario,
    session::{self, Played, Remade, Settings, snapshot},
    transcript::Script,
};

/// An engine that scripts are played to.
pub(super) struct Stage<'a> {
    pub(super) protocol: &'a dyn Protocol,
    pub(super) spec: &'a Spec,
    pub(super) settings: &'a Settings,
}

impl Stage<'_> {
    /// Makes a snapshot of what the engine says to a script.
    pub(super) fn make(&self, script: &Script, open: &str, file: &Path) -> Result<Exit, Error> {
        let more = snapshot::open_fields(self.protocol, open).map_err(Error::usage)?;
        let fields = self.protocol.fields().iter().copied();
        let fields = fields
            .filter(|it| it.volatile || more.contains(it))
            .collect();
        let Some(mut link) = self.start()? else {
            return Ok(Exit::NoEngine);
        };
        let (protocol, settings) = (self.protocol, self.settings);
        let played = session::first_snapshot(protocol, link.as_mut(), script, settings, fields);
        let name = file.display().to_string();
        match &played.remade {
            Some(remade) => self.keep(&played, &name, remade),
            None => Err(Error::Defect(format!("{name}: nothing was made"))),
        }
    }

    /// Plays a snapshot, and writes what came in place of what did not.
    pub(super) fn bless(&self, scenario: &Scenario) -> Result<Exit, Error> {
        let name = &scenario.id;
        if scenario.script.directive(snapshot::DIRECTIVE).is_none() {
            return Err(Error::usage(format!(
                "{name} is no snapshot: it has no `@snapshot` (`record --script` makes one)"
            )));
        }
        let Some(mut link) = self.start()? else {
            return Ok(Exit::NoEngine);
        };
        let played = session::play(
            self.protocol,
            link.as_mut(),
            &scenario.script,
            self.settings,
        );
        match &played.remade {
            Some(remade) => {
                let changes = diff::diff(&scenario.script.to_bytes(), &remade.text);
                output::print(|out| write!(out, "{name}\n{changes}"))?;
                self.keep(&played, name, remade)
            }
            None => {
                pending::forget(name);
                output::print(|out| writeln!(out, "{name}: nothing has changed"))?;
                Ok(Exit::Fine)
            }
        }
    }

    /// Writes a snapshot, and sees whether it holds.
    fn keep(&self, played: &Played, name: &str, remade: &Remade) -> Result<Exit, Error> {
        if played.interrupted || link::interrupted() {
            return Ok(Exit::Interrupted);
        }
        if !played.judged.shook_hands {
            refused(name, "the engine did not get through its handshake")?;
            return Ok(Exit::NoEngine);
        }
        if let Some(flaw) = remade.flaw {
            let why = format!("{flaw}, so nothing is written: see what `replay` says");
            refused(name, &why)?;
            return Ok(Exit::Violated);
        }
        let text = &remade.text;
        let script = Script::parse(text).map_err(|err| {
            let (line, column) = (err.line, err.column);
            Error::Defect(format!("{name}:{line}:{column}: {}", err.message))
        })?;
        pending::forget(name);
        fs::write(name, text).map_err(|err| Error::usage(format!("{name}: {err}")))?;
        let Some(mut link) = self.start()? else {
            return Ok(Exit::NoEngine);
        };
        let again = session::play(self.protocol, link.as_mut(), &script, self.settings);
        output::print(|out| match &again.remade {
            None => writeln!(out, "{name}: written, and it came again"),
            Some(other) => {
                let changes = diff::diff(text, &other.text);
                writeln!(
                    out,
                    "? {name}: written, but this was different when it was played again; `--open` leaves fields open\n{changes}"
                )
            }
        })?;
        Ok(match again.remade {
            None => Exit::Fine,
            Some(_) => Exit::Inconclusive,
        })
    }

    fn start(&self) -> Result<Option<Box<dyn link::Link>>, Error> {
        match link::spawn(self.spec) {
            Ok(link) => Ok(Some(link)),
            Err(err) => {
                output::print(|out| writeln!(out, "✗ {err}"))?;
                Ok(None)
            }
        }
    }
}

fn refused(name: &str, why: &str) -> Result<(), Error> {
    output::print(|out| writeln!(out, "✗ {name}: {why}"))
}
