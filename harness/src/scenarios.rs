//! The conformance scenarios: scripts with an id, embedded in the binary or read from a file.

use crate::{
    error::Error,
    transcript::{ParseError, Script},
};

/// `(id, text)` of every file under `scripts/`, sorted; written by `build.rs`.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

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
    let found = EMBEDDED.iter().filter(|(id, _)| own(id));
    found.map(|(id, text)| parse_embedded(id, text)).collect()
}

/// The embedded scenario of that id.
pub fn find(id: &str) -> Option<Result<Scenario, Error>> {
    let (id, text) = EMBEDDED.iter().find(|it| it.0 == id)?;
    Some(parse_embedded(id, text))
}

/// The ids of all embedded scenarios, sorted.
pub fn ids() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|it| it.0)
}

/// A scenario from the text of a file.
pub fn parse(path: &str, text: &[u8]) -> Result<Scenario, ParseError> {
    let script = Script::parse(text)?;
    Ok(Scenario::new(path, script, Origin::File))
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
