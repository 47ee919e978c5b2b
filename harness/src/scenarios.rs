//! The conformance scenarios: scripts with an id, embedded in the binary or read from a file.

use std::{fs, path::Path};

use crate::{
    error::Error,
    protocol::{self, Protocol},
    snapshot, suggest,
    transcript::{ParseError, Script, Step, StepKind},
};

/// A script, and what its directives say about how to use it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its path without the suffix: `ucci/quit/idle`.
    pub id: String,
    pub script: Script,
    pub origin: Origin,
    /// The profiles of `check` that it belongs to (`@profile`), `full` if it does not say.
    pub profiles: Vec<String>,
    /// The rules that it is there to exercise (`@rule`).
    pub rules: Vec<String>,
    pub company: Company,
}

/// Where a scenario comes from, and so what `replay` calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Embedded,
    File,
}

/// Whether other sessions may run beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    Welcome,
    /// It measures time (`@alone`).
    Alone,
}

impl Scenario {
    /// Reads the directives of a script.
    pub fn new(id: &str, script: Script, origin: Origin) -> Scenario {
        let words = |name: &str| -> Vec<String> {
            let texts = script.directives(name);
            let words = texts.iter().flat_map(|it| it.split_whitespace());
            words.map(str::to_owned).collect()
        };
        let mut profiles = words("profile");
        if profiles.is_empty() {
            profiles.push("full".to_owned());
        }
        let company = match script.directive("alone") {
            Some(_) => Company::Alone,
            None => Company::Welcome,
        };
        Scenario {
            id: id.to_owned(),
            rules: words("rule"),
            script,
            origin,
            profiles,
            company,
        }
    }

    /// The name of the protocol it speaks, as far as it says: by `@protocol`, or by its id.
    pub fn protocol(&self) -> Option<&str> {
        let by_id = match self.origin {
            Origin::Embedded => self.id.split('/').next(),
            Origin::File => None,
        };
        self.script.directive("protocol").map(str::trim).or(by_id)
    }
}

/// The embedded scenarios of a protocol, sorted by id.
pub fn of(protocol: &str) -> Result<Vec<Scenario>, Error> {
    let own = |id: &str| id.split('/').next() == Some(protocol);
    let found = ponderhit_scripts::ALL.iter().filter(|(id, _)| own(id));
    found.map(|(id, text)| parse_embedded(id, text)).collect()
}

/// The embedded scenario of that id.
pub fn find(id: &str) -> Option<Result<Scenario, Error>> {
    let (id, text) = ponderhit_scripts::ALL.iter().find(|it| it.0 == id)?;
    Some(parse_embedded(id, text))
}

/// The ids of all embedded scenarios, sorted.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ponderhit_scripts::ALL.iter().map(|it| it.0)
}

/// A scenario from the text of a file.
pub fn parse(path: &str, text: &[u8]) -> Result<Scenario, ParseError> {
    let script = Script::parse(text)?;
    if script.directive(snapshot::DIRECTIVE).is_some() {
        snapshot::check(&script)?;
    }
    Ok(Scenario::new(path, script, Origin::File))
}

/// The scenario of that name: the id of an embedded one, or a file.
///
/// # Errors
///
/// There is neither, or it is no script: where, from 1, and what is wrong there.
pub fn read(name: &str) -> Result<Scenario, Error> {
    if let Some(embedded) = find(name) {
        return embedded;
    }
    let text = fs::read(name).map_err(|err| {
        let known = ids();
        let hint = suggest::nearest(name, known).map(|it| format!("; did you mean `{it}`?"));
        let is_id = !Path::new(name).exists();
        let reason = match is_id {
            true => "there is no such file, and no embedded script has that id".to_owned(),
            false => err.to_string(),
        };
        Error::usage(format!(
            "{name}: {reason}{}",
            hint.filter(|_| is_id).unwrap_or_default()
        ))
    })?;
    let scenario = parse(name, &text).map_err(|err| {
        let (line, column) = (err.line, err.column);
        Error::usage(format!("{name}:{line}:{column}: {}", err.message))
    })?;
    match scenario.script.steps.iter().any(does_something) {
        true => Ok(scenario),
        false => Err(Error::usage(format!(
            "{name}: the script is empty: it sends nothing and expects nothing"
        ))),
    }
}

/// Whether a step sends or expects something.
fn does_something(step: &Step) -> bool {
    match &step.kind {
        StepKind::Send(_)
        | StepKind::Chunk(..)
        | StepKind::Expect(_)
        | StepKind::Match(_)
        | StepKind::CloseInput
        | StepKind::End(_) => true,
        StepKind::Directive { name, .. } => {
            matches!(
                &**name,
                "ready" | "setoption" | "each-option" | "each-option-wrong"
            )
        }
        StepKind::Blank
        | StepKind::Comment
        | StepKind::Forbid(_)
        | StepKind::Skip
        | StepKind::Stderr(_)
        | StepKind::Pause(_)
        | StepKind::Fact(_) => false,
    }
}

/// The protocol that the scripts agree on, if they name one.
///
/// # Errors
///
/// They name different ones, or one that there is not.
pub fn said_protocol(scenarios: &[Scenario]) -> Result<Option<&'static dyn Protocol>, Error> {
    let mut said: Option<&'static dyn Protocol> = None;
    for scenario in scenarios {
        let Some(name) = scenario.protocol() else {
            continue;
        };
        let Some(protocol) = protocol::find(name) else {
            let id = &scenario.id;
            return Err(Error::usage(format!("{id}: there is no protocol `{name}`")));
        };
        if said.is_some_and(|it| it.name() != protocol.name()) {
            let text = "the scripts speak different protocols: play them one protocol at a time";
            return Err(Error::usage(text));
        }
        said = Some(protocol);
    }
    Ok(said)
}

fn parse_embedded(id: &str, text: &[u8]) -> Result<Scenario, Error> {
    let script = Script::parse(text).map_err(|err| {
        let (line, column) = (err.line, err.column);
        Error::Defect(format!(
            "scripts/{id}.script:{line}:{column}: {}",
            err.message
        ))
    })?;
    Ok(Scenario::new(id, script, Origin::Embedded))
}
