//! How an engine is started, and what every session with it begins with, however somebody asked for it.

use std::{
    ffi::OsString,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    detect::{self, Detection},
    reproduce::Reproduce,
};
use crate::{
    error::Error,
    link,
    protocol::{self, Protocol},
    session::Settings,
};

/// The word for a protocol that is to be found out.
pub const AUTO: &str = "auto";

/// How far deadlines can be stretched.
const SCALES: RangeInclusive<f64> = 0.01..=1000.0;

/// What the user says of the engine, beside its command.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineConfig {
    /// The protocol's name, or [`AUTO`].
    pub protocol: String,
    /// Options to set in every session.
    pub setoption: Vec<(String, String)>,
    /// Lines to say in every session, after the options.
    pub init: Vec<String>,
    /// What the engine's environment has besides ours.
    pub env: Vec<(String, String)>,
    /// Ours if there is none.
    pub cwd: Option<PathBuf>,
    /// How long the engine may take to shake hands, if that is not the usual time.
    pub startup_timeout: Option<Duration>,
    /// Stretches every deadline.
    pub timeout_scale: Option<f64>,
}

impl Default for EngineConfig {
    /// Nothing is said: the protocol is found out, everything else is usual.
    fn default() -> EngineConfig {
        EngineConfig {
            protocol: AUTO.to_owned(),
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
    /// Whether a run can begin like that.
    ///
    /// # Errors
    ///
    /// What is said of the engine makes no sense.
    pub fn validate(&self) -> Result<(), Error> {
        protocol_name(&self.protocol).map_err(|why| wrong("protocol", &why))?;
        if let Some(scale) = self.timeout_scale {
            check_scale(scale).map_err(|why| wrong("timeout-scale", &why))?;
        }
        for (name, pairs) in [("setoption", &self.setoption), ("env", &self.env)] {
            for (key, value) in pairs {
                if key.trim().is_empty() {
                    return Err(wrong(name, "it needs a name"));
                }
                one_line(key)
                    .and_then(|()| one_line(value))
                    .map_err(|why| wrong(name, &why))?;
            }
        }
        for line in &self.init {
            one_line(line).map_err(|why| wrong("init", &why))?;
        }
        check_directory(self.cwd.as_deref())
    }

    /// The protocol that was named; `None` is to be found out.
    pub fn named_protocol(&self) -> Option<&'static dyn Protocol> {
        protocol::find(&self.protocol)
    }

    /// How to start the engine.
    pub fn spec(&self, program: OsString, args: Vec<OsString>) -> link::Spec {
        let env = self.env.iter();
        link::Spec {
            program,
            args,
            env: env
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            cwd: self.cwd.clone(),
            caps: link::Caps::usual(),
            sandbox_dir: None,
        }
    }

    /// The protocol that was named, or the one that the engine answers to.
    pub fn find_protocol(&self, spec: &link::Spec) -> Detection {
        match self.named_protocol() {
            Some(protocol) => Detection::Protocol(protocol, Vec::new()),
            None => detect::find(
                spec,
                self.startup_timeout,
                self.timeout_scale.unwrap_or(1.0),
            ),
        }
    }

    /// What every session needs to know.
    pub fn settings(&self) -> Settings {
        let scale = self.timeout_scale.unwrap_or(1.0);
        let mut settings = Settings::scaled(scale);
        if let Some(startup) = self.startup_timeout {
            settings.startup_timeout = startup.mul_f64(scale);
        }
        settings.options.clone_from(&self.setoption);
        settings.init = self.init.iter().map(|it| it.clone().into_bytes()).collect();
        settings
    }

    /// What has to be said again to see a finding again.
    pub fn reproduce(&self, engine: Vec<String>) -> Reproduce {
        Reproduce {
            protocol: self.named_protocol().map(|it| it.name().to_owned()),
            options: self.words(),
            engine,
        }
    }

    /// The options of the command line that say the same.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut say = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        for (name, value) in &self.setoption {
            say("setoption", format!("{name}={value}"));
        }
        for line in &self.init {
            say("init", line.clone());
        }
        for (name, value) in &self.env {
            say("env", format!("{name}={value}"));
        }
        if let Some(cwd) = &self.cwd {
            say("cwd", cwd.display().to_string());
        }
        if let Some(startup) = self.startup_timeout {
            say("startup-timeout", format!("{}ms", startup.as_millis()));
        }
        if let Some(scale) = self.timeout_scale {
            say("timeout-scale", scale.to_string());
        }
        words
    }
}

fn wrong(option: &str, why: &str) -> Error {
    Error::usage(format!("--{option}: {why}"))
}

/// Whether this is a protocol's name, or [`AUTO`].
///
/// # Errors
///
/// Whether the directory to start in is there.
pub(crate) fn check_directory(cwd: Option<&Path>) -> Result<(), Error> {
    match cwd.filter(|it| !it.is_dir()) {
        None => Ok(()),
        Some(cwd) => {
            let why = format!("there is no directory `{}`", cwd.display());
            Err(wrong("cwd", &why))
        }
    }
}

/// The names that there are.
pub fn protocol_name(text: &str) -> Result<(), String> {
    if text == AUTO || protocol::find(text).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = protocol::ALL.iter().map(|it| it.name()).collect();
    Err(format!("there is: {AUTO}, {}", names.join(", ")))
}

/// Whether deadlines can be stretched so far.
///
/// # Errors
///
/// How far they can be.
pub fn check_scale(scale: f64) -> Result<f64, String> {
    match SCALES.contains(&scale) {
        true => Ok(scale),
        false => Err(format!(
            "it has to be a number between {} and {}",
            SCALES.start(),
            SCALES.end()
        )),
    }
}

/// Whether this can be said as one line.
///
/// # Errors
///
/// That it cannot.
pub fn one_line(text: &str) -> Result<(), String> {
    match text.contains(['\n', '\r', '\0']) {
        true => Err("it has to be one line".to_owned()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_said_before_a_run() {
        let wrong = |change: fn(&mut EngineConfig)| {
            let mut config = EngineConfig::default();
            change(&mut config);
            config.validate().map_err(|it| it.to_string())
        };
        let error = |text: &str| Err(text.to_owned());
        assert_eq!(wrong(|_| ()), Ok(()));
        assert_eq!(
            wrong(|it| it.protocol = "uccy".to_owned()),
            error("--protocol: there is: auto, ucci, gtp")
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
            error("--init: it has to be one line")
        );
        assert_eq!(
            wrong(|it| it.env.push((" ".to_owned(), String::new()))),
            error("--env: it needs a name")
        );
    }
}
