//! The user's settings for starting an engine and its sessions, from the command line or from `suite`.

use std::{
    ffi::OsString,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    detect::{self, Detection},
    reproduce::ReproduceArgs,
};
use crate::{
    error::Error,
    link,
    message::{Message, message},
    protocol::{self, Protocol},
    session::SessionSettings,
};

/// The protocol name that requests the detection of the protocol.
pub const AUTO_PROTOCOL: &str = "auto";

/// The allowed range of the factor for deadlines.
const TIMEOUT_SCALE_RANGE: RangeInclusive<f64> = 0.01..=1000.0;

/// The user's settings for the engine, without the engine's command.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineConfig {
    /// The protocol's name, or [`AUTO_PROTOCOL`].
    pub protocol: String,
    /// The game of every session; `None` means that options and positions show the game.
    pub game: Option<String>,
    /// The engine options to set in every session.
    pub setoption: Vec<(String, String)>,
    /// Lines to send in every session, after the options.
    pub init: Vec<String>,
    /// Environment variables in addition to the inherited ones.
    pub env: Vec<(String, String)>,
    /// The working directory of the engine; `None` means the working directory of ponderhit.
    pub cwd: Option<PathBuf>,
    /// The time that the engine may take for the handshake; `None` means the default.
    pub startup_timeout: Option<Duration>,
    /// The factor for every deadline.
    pub timeout_scale: Option<f64>,
}

impl Default for EngineConfig {
    /// Returns settings that request the detection of the protocol, with defaults for everything
    /// else.
    fn default() -> EngineConfig {
        EngineConfig {
            protocol: AUTO_PROTOCOL.to_owned(),
            game: None,
            setoption: Vec::new(),
            init: Vec::new(),
            env: Vec::new(),
            cwd: None,
            startup_timeout: None,
            timeout_scale: None,
        }
    }
}

impl EngineConfig {
    /// Checks the settings before a run.
    ///
    /// # Errors
    ///
    /// Returns an error if a setting is not valid.
    pub fn validate(&self) -> Result<(), Error> {
        check_protocol_name(&self.protocol)
            .map_err(|why| Error::option_error("--protocol", why))?;
        if let (Some(game), Some(protocol)) = (&self.game, protocol::find_protocol(&self.protocol))
        {
            check_game(game, &[protocol]).map_err(|why| Error::option_error("--game", why))?;
        }
        if let Some(scale) = self.timeout_scale {
            check_timeout_scale(scale)
                .map_err(|why| Error::option_error("--timeout-scale", why))?;
        }
        for (name, pairs) in [("--setoption", &self.setoption), ("--env", &self.env)] {
            for (key, value) in pairs {
                if key.trim().is_empty() {
                    let why = message!(
                        "option_without_name",
                        "the name is missing; expected NAME=VALUE"
                    );
                    return Err(Error::option_error(name, why));
                }
                check_one_line(key)
                    .and_then(|()| check_one_line(value))
                    .map_err(|why| Error::option_error(name, why))?;
            }
        }
        for line in &self.init {
            check_one_line(line).map_err(|why| Error::option_error("--init", why))?;
        }
        check_working_directory(self.cwd.as_deref())
    }

    /// The protocol that the user named; `None` if the protocol has to be detected.
    pub fn named_protocol(&self) -> Option<&'static dyn Protocol> {
        protocol::find_protocol(&self.protocol).map(|it| self.restrict_to_named_game(it))
    }

    /// Returns the protocol for the game that the user named, or the unchanged protocol if it does not have this game.
    pub fn restrict_to_named_game(&self, protocol: &'static dyn Protocol) -> &'static dyn Protocol {
        let game = self.game.as_deref();
        game.and_then(|it| protocol.restricted_to_game(it))
            .unwrap_or(protocol)
    }

    /// The specification of how to start the engine.
    pub fn engine_spec(&self, program: OsString, args: Vec<OsString>) -> link::EngineSpec {
        let env = self.env.iter();
        link::EngineSpec {
            program,
            args,
            env: env
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            cwd: self.cwd.clone(),
            caps: link::SessionCaps::default_caps(),
            sandbox_dir: None,
        }
    }

    /// The protocol that the user named, or else the detected protocol.
    pub fn named_or_detected_protocol(&self, spec: &link::EngineSpec) -> Detection {
        match self.named_protocol() {
            Some(protocol) => Detection::Protocol(protocol, Vec::new()),
            None => self.detection_for_named_game(detect::detect_protocol(
                spec,
                self.startup_timeout,
                self.timeout_scale.unwrap_or(1.0),
            )),
        }
    }

    /// Adapts the detected protocol to the game that the user named; if the protocol does not have this game, nothing
    /// is detected.
    pub(crate) fn detection_for_named_game(&self, found: Detection) -> Detection {
        let (protocol, notes) = match found {
            Detection::Protocol(protocol, notes) => (protocol, notes),
            not_detected @ Detection::NotDetected(_) => return not_detected,
        };
        let game = self.game.as_deref();
        match game.map(|it| check_game(it, &[protocol])) {
            Some(Err(why)) => Detection::NotDetected(why.into()),
            Some(Ok(())) | None => {
                Detection::Protocol(self.restrict_to_named_game(protocol), notes)
            }
        }
    }

    /// The settings of every session.
    pub fn session_settings(&self) -> SessionSettings {
        let scale = self.timeout_scale.unwrap_or(1.0);
        let mut settings = SessionSettings::with_timeout_scale(scale);
        if let Some(startup) = self.startup_timeout {
            settings.startup_timeout = startup.mul_f64(scale);
        }
        settings.options.clone_from(&self.setoption);
        settings.initial_lines = self.init.iter().map(|it| it.clone().into_bytes()).collect();
        settings
    }

    /// The part of the command line that is needed to reproduce a finding.
    pub fn reproduce_command(&self, engine: Vec<String>) -> ReproduceArgs {
        ReproduceArgs {
            protocol: self.named_protocol().map(|it| it.name().to_owned()),
            options: self.option_words(),
            engine,
        }
    }

    /// Returns the settings as words of the command line.
    fn option_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        if let Some(game) = &self.game {
            add("game", game.clone());
        }
        for (name, value) in &self.setoption {
            add("setoption", format!("{name}={value}"));
        }
        for line in &self.init {
            add("init", line.clone());
        }
        for (name, value) in &self.env {
            add("env", format!("{name}={value}"));
        }
        if let Some(cwd) = &self.cwd {
            add("cwd", cwd.display().to_string());
        }
        if let Some(startup) = self.startup_timeout {
            add("startup-timeout", format!("{}ms", startup.as_millis()));
        }
        if let Some(scale) = self.timeout_scale {
            add("timeout-scale", scale.to_string());
        }
        words
    }
}

/// Checks that the working directory exists.
///
/// # Errors
///
/// Returns an error if the path does not exist or is not a directory.
pub(crate) fn check_working_directory(cwd: Option<&Path>) -> Result<(), Error> {
    match cwd.filter(|it| !it.is_dir()) {
        None => Ok(()),
        Some(cwd) => {
            let why = message!(
                "no_such_directory",
                "the directory `{directory}` does not exist",
                directory = cwd.display().to_string(),
            );
            Err(Error::option_error("--cwd", why))
        }
    }
}

/// Checks that the text is a protocol's name or [`AUTO_PROTOCOL`].
///
/// # Errors
///
/// Returns an error that lists the valid names if the name is not valid.
pub fn check_protocol_name(text: &str) -> Result<(), Message> {
    if text == AUTO_PROTOCOL || protocol::find_protocol(text).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = protocol::ALL_PROTOCOLS.iter().map(|it| it.name()).collect();
    Err(message!(
        "protocol_unknown",
        "unknown protocol `{name}`; expected one of: {auto}, {known}",
        name = text,
        auto = AUTO_PROTOCOL,
        known = names,
    ))
}

/// Checks that one of the protocols has a game of this name.
///
/// # Errors
///
/// Returns an error that lists the valid names if the name is not valid.
pub fn check_game(game: &str, protocols: &[&dyn Protocol]) -> Result<(), Message> {
    let games: Vec<&str> = protocols.iter().flat_map(|it| it.games()).collect();
    if games.contains(&game) {
        return Ok(());
    }
    Err(match (protocols, games.is_empty()) {
        ([only], true) => message!(
            "game_not_selectable",
            "{protocol} has only one game",
            protocol = only.title()
        ),
        _ => message!(
            "game_unknown",
            "unknown game `{name}`; expected one of: {known}",
            name = game,
            known = games
        ),
    })
}

/// Checks the factor for deadlines.
///
/// # Errors
///
/// Returns an error if the factor is out of range.
pub fn check_timeout_scale(scale: f64) -> Result<f64, Message> {
    match TIMEOUT_SCALE_RANGE.contains(&scale) {
        true => Ok(scale),
        false => Err(message!(
            "scale_expected",
            "expected a number between {least} and {most}",
            least = TIMEOUT_SCALE_RANGE.start().to_string(),
            most = TIMEOUT_SCALE_RANGE.end().to_string(),
        )),
    }
}

/// Checks that the text is a single line.
///
/// # Errors
///
/// Returns an error if the text contains a line end or a null character.
pub fn check_one_line(text: &str) -> Result<(), Message> {
    match text.contains(['\n', '\r', '\0']) {
        true => Err(message!(
            "one_line_expected",
            "expected one line, without line breaks and NUL characters"
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_settings_are_rejected_before_a_run() {
        let wrong = |change: fn(&mut EngineConfig)| {
            let mut config = EngineConfig::default();
            change(&mut config);
            config.validate().map_err(|it| it.to_string())
        };
        let error = |text: &str| Err(text.to_owned());
        assert_eq!(wrong(|_| ()), Ok(()));
        assert_eq!(
            wrong(|it| it.protocol = "uccy".to_owned()),
            error(
                "--protocol: unknown protocol `uccy`; expected one of: auto, ucci, uci, gtp, agi"
            )
        );
        for scale in [0.0, f64::NAN, 1e9] {
            let config = EngineConfig {
                timeout_scale: Some(scale),
                ..EngineConfig::default()
            };
            assert!(config.validate().is_err(), "{scale}");
        }
        assert_eq!(
            wrong(|it| it.init.push("one\ntwo".to_owned())),
            error("--init: expected one line, without line breaks and NUL characters")
        );
        assert_eq!(
            wrong(|it| it.env.push((" ".to_owned(), String::new()))),
            error("--env: the name is missing; expected NAME=VALUE")
        );
    }
}
