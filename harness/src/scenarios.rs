//! The conformance scenarios: scripts with an id, embedded in the binary or read from a file.

use std::{path::Path, time::Duration};

use crate::{
    bounded_read,
    error::Error,
    message::{Message, message},
    protocol::{self, FOR_GAME_DIRECTIVE, Protocol},
    rule::mismatch::MISMATCH_RULE,
    snapshot,
    source_error::SourceErrors,
    suggest,
    text_encoding::{self, FILE_IS_UTF16},
    transcript::{ParseError, Script, Step, StepKind, parse_duration},
};

/// A script and its directives.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The path of the script without its suffix, such as `ucci/quit/idle`.
    pub id: String,
    pub script: Script,
    pub origin: ScenarioOrigin,
    /// The profiles of `check` that contain the scenario (`@profile`); `full` by default.
    pub profiles: Vec<String>,
    /// The games that the scenario is about (`@for-game`); the first game of the protocol by default.
    pub games: Vec<String>,
    /// The rules that the scenario tests (`@rule`).
    pub rules: Vec<String>,
    /// Whether no other session may run in parallel, because the scenario measures time (`@exclusive`).
    pub exclusive: bool,
    /// How long the scenario takes with a healthy engine, if the scenario mostly waits for a clock (`@takes`).
    /// Scenarios with `@takes` do not count against the maximum number of parallel sessions.
    pub clock_wait_duration: Option<Duration>,
    /// Whether `check` plays the scenario after all others (`@play-last`), because it tests rules of other scenarios in
    /// more situations. An engine that hangs often may use up the time of a run before these scenarios.
    pub plays_last: bool,
}

/// The origin of a scenario, which decides how the scenario is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScenarioOrigin {
    Embedded,
    File,
}

impl Scenario {
    /// Creates a scenario from a script and its directives.
    pub fn new(id: &str, script: Script, origin: ScenarioOrigin) -> Scenario {
        let words = |name: &str| -> Vec<String> {
            let texts = script.directives(name);
            let words = texts.iter().flat_map(|it| it.split_whitespace());
            words.map(str::to_owned).collect()
        };
        let mut profiles = words("profile");
        if profiles.is_empty() {
            profiles.push("full".to_owned());
        }
        // `@alone` is the older name of `@exclusive`.
        let exclusive = ["exclusive", "alone"]
            .iter()
            .any(|it| script.directive(it).is_some());
        let takes = script.directive("takes").and_then(parse_duration);
        let plays_last = script.directive("play-last").is_some();
        Scenario {
            id: id.to_owned(),
            games: words(FOR_GAME_DIRECTIVE),
            rules: words("rule"),
            script,
            origin,
            profiles,
            plays_last,
            exclusive,
            clock_wait_duration: takes,
        }
    }

    /// Whether the scenario is about the game of this protocol.
    pub fn applies_to_game_of(&self, protocol: &dyn Protocol) -> bool {
        let games = protocol.games();
        let game = protocol.game().or(games.first().copied());
        match (game, &self.games[..]) {
            (Some(game), []) => games.first() == Some(&game),
            (Some(game), named) => named.iter().any(|it| it == game),
            (None, named) => named.is_empty(),
        }
    }

    /// The name of the scenario's protocol, from `@protocol` or from the id.
    pub fn protocol(&self) -> Option<&str> {
        let by_id = match self.origin {
            ScenarioOrigin::Embedded => self.id.split('/').next(),
            ScenarioOrigin::File => None,
        };
        self.script.directive("protocol").map(str::trim).or(by_id)
    }
}

/// The embedded scenarios of a protocol, sorted by id.
pub fn embedded_scenarios(protocol: &str) -> Result<Vec<Scenario>, Error> {
    let own = |id: &str| id.split('/').next() == Some(protocol);
    let found = ponderhit_scripts::SCRIPTS.iter().filter(|(id, _)| own(id));
    found
        .map(|(id, text)| parse_embedded_scenario(id, text))
        .collect()
}

/// Finds the embedded scenario with this id.
pub fn find_embedded_scenario(id: &str) -> Option<Result<Scenario, Error>> {
    let (id, text) = ponderhit_scripts::SCRIPTS.iter().find(|it| it.0 == id)?;
    Some(parse_embedded_scenario(id, text))
}

/// The ids of all embedded scenarios, sorted.
pub fn embedded_scenario_ids() -> impl Iterator<Item = &'static str> + Clone {
    ponderhit_scripts::SCRIPTS.iter().map(|it| it.0)
}

/// Parses a scenario from the text of a file.
pub fn parse_scenario(path: &str, text: &[u8]) -> Result<Scenario, ParseError> {
    let script = Script::parse(text)?;
    if script.directive(snapshot::SNAPSHOT_DIRECTIVE).is_some() {
        snapshot::check_snapshot_directives(&script)?;
    }
    Ok(Scenario::new(path, script, ScenarioOrigin::File))
}

/// Reads the scenario with this name, which is the id of an embedded scenario or the path of a file.
///
/// # Errors
///
/// Returns an error if there is no such scenario, or if its script is not valid. The error contains the line and the
/// column, which count from 1.
pub fn read_scenario(name: &str) -> Result<Scenario, Error> {
    if let Some(embedded) = find_embedded_scenario(name) {
        return embedded;
    }
    let text = bounded_read::read_file(name).map_err(|err| {
        if Path::new(name).exists() {
            return Error::file_error(name, err);
        }
        Error::usage_error(match suggest::nearest_id(name, embedded_scenario_ids()) {
            Some(nearest) => message!(
                "script_misspelt",
                "{name}: no such file, and no embedded script has this id; did you mean `{nearest}`?",
                name,
                nearest
            ),
            None => message!(
                "script_unknown",
                "{name}: no such file, and no embedded script has this id",
                name
            ),
        })
    })?;
    if text_encoding::is_utf16(&text) {
        return Err(Error::file_error(name, FILE_IS_UTF16));
    }
    let text = text_encoding::without_byte_order_mark(&text);
    let scenario = parse_script_file(name, text)?;
    match scenario.script.steps.iter().any(sends_or_expects) {
        true => Ok(scenario),
        false => Err(Error::usage_error(message!(
            "script_empty",
            "{name}: the script is empty: it sends nothing and expects nothing",
            name
        ))),
    }
}

/// Parses a script. If the script has errors, returns all of them.
fn parse_script_file(name: &str, text: &[u8]) -> Result<Scenario, Error> {
    let wrong = |errors: Vec<ParseError>| {
        let errors = errors
            .into_iter()
            .map(|it| (it.line_number, it.column, it.message));
        Error::SourceErrors(SourceErrors::new(name, text, errors))
    };
    if let Err((first, more)) = Script::parse_with_all_errors(text) {
        return Err(wrong(std::iter::once(first).chain(more).collect()));
    }
    let scenario = parse_scenario(name, text).map_err(|err| wrong(vec![err]))?;
    let errors = unknown_name_errors(&scenario);
    match errors.is_empty() {
        true => Ok(scenario),
        false => Err(Error::SourceErrors(SourceErrors::new(name, text, errors))),
    }
}

/// Errors (with line and column) about directives of a script that name an unknown protocol or rule.
fn unknown_name_errors(scenario: &Scenario) -> Vec<(usize, usize, Message)> {
    let rules: Vec<&str> = protocol::ALL_PROTOCOLS
        .iter()
        .flat_map(|it| it.rules())
        .map(|it| it.id)
        .chain([MISMATCH_RULE.id])
        .collect();
    let mut errors = Vec::new();
    for step in &scenario.script.steps {
        match step.directive() {
            Some(("protocol", name)) if protocol::find_protocol(name).is_none() => {
                let column = "@protocol ".len() + 1;
                errors.push((step.line, column, unknown_protocol_message(name)));
            }
            Some(("rule", id)) if !rules.contains(&id) => {
                let nearest = suggest::nearest_id(id, rules.iter().copied());
                let message = unknown_rule_message(id, nearest);
                errors.push((step.line, "@rule ".len() + 1, message));
            }
            _ => (),
        }
    }
    errors
}

/// The error for a rule that does not exist.
pub(crate) fn unknown_rule_message(rule: &str, nearest: Option<&str>) -> Message {
    match nearest {
        Some(nearest) => message!(
            "rule_misspelt",
            "there is no rule `{rule}`; did you mean `{nearest}`?",
            rule,
            nearest
        ),
        None => message!(
            "rule_unknown",
            "there is no rule `{rule}`; `ponderhit rules` lists the rules",
            rule
        ),
    }
}

fn unknown_protocol_message(name: &str) -> Message {
    let known = || protocol::ALL_PROTOCOLS.iter().map(|it| it.name());
    message!(
        "script_protocol_unknown",
        "unknown protocol `{name}`; expected one of: {known}",
        name,
        known = known().collect::<Vec<_>>()
    )
}

/// Whether a step of a script sends or expects something.
fn sends_or_expects(step: &Step) -> bool {
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

/// Returns the one protocol that the scripts name, or `None` if no script names a protocol.
///
/// # Errors
///
/// Returns an error if the scripts name different protocols or an unknown protocol.
pub fn common_protocol(scenarios: &[Scenario]) -> Result<Option<&'static dyn Protocol>, Error> {
    let mut common: Option<&'static dyn Protocol> = None;
    for scenario in scenarios {
        let Some(name) = scenario.protocol() else {
            continue;
        };
        let Some(protocol) = protocol::find_protocol(name) else {
            return Err(Error::file_error(
                &scenario.id,
                unknown_protocol_message(name),
            ));
        };
        if common.is_some_and(|it| it.name() != protocol.name()) {
            return Err(Error::usage_error(message!(
                "scripts_of_two_protocols",
                "the scripts have different protocols; replay the scripts of each protocol separately"
            )));
        }
        common = Some(protocol);
    }
    Ok(common)
}

fn parse_embedded_scenario(id: &str, text: &[u8]) -> Result<Scenario, Error> {
    let script = Script::parse(text).map_err(|err| {
        let (line, column) = (err.line_number, err.column);
        let file = format!("scripts/{id}.script");
        Error::InternalError(Error::error_at_position(file, line, column, err.message).message())
    })?;
    Ok(Scenario::new(id, script, ScenarioOrigin::Embedded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alone_is_an_alias_of_exclusive() {
        let exclusive = |text: &str| parse_scenario("it", text.as_bytes()).map(|it| it.exclusive);
        assert_eq!(exclusive("@exclusive\n> ucci\n"), Ok(true));
        assert_eq!(exclusive("@alone\n> ucci\n"), Ok(true));
        assert_eq!(exclusive("> ucci\n"), Ok(false));
    }
}
