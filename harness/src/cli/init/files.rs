//! The files that `ponderhit init` writes, with their texts.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::Path,
};

use serde_json::Value;

use super::CiSystem;
use crate::{error::Error, protocol};

pub(super) const KNOWN_FAILURES_FILE: &str = "known-failures.txt";

/// The version tag of the GitHub action and of the GitLab template.
const VERSION_TAG: &str = concat!("v", env!("CARGO_PKG_VERSION"));

/// The address of ponderhit's repository, for links to its files.
const REPOSITORY_URL: &str = env!("CARGO_PKG_REPOSITORY");

/// Writes a file and creates its parent directories. Returns false if the file exists already.
pub(super) fn write_new_file(path: &Path, text: &str) -> Result<bool, Error> {
    let error = |err| Error::file_error(path.display(), err);
    if let Some(directory) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        fs::create_dir_all(directory).map_err(error)?;
    }
    match File::create_new(path) {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).map_err(error)?;
            Ok(true)
        }
        Err(err) if err.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(err) => Err(error(err)),
    }
}

/// The text of `ponderhit.toml`. `engine` is `None` if the user has to fill in the engine's command line.
pub(super) fn config_text(engine: Option<&[String]>, protocol: Option<&str>) -> String {
    let (comment, words) = match engine {
        Some(words) => (
            "# The command line that starts the engine; paths are relative to this file.",
            words.to_vec(),
        ),
        None => (
            "# CHANGE THIS LINE: the command line that starts the engine; paths are relative to this file.",
            vec!["./my-engine".to_owned()],
        ),
    };
    let words: Vec<String> = words
        .into_iter()
        .map(|it| Value::from(it).to_string())
        .collect();
    let engine = words.join(", ");
    let protocol = match protocol {
        Some(name) => format!("protocol = \"{name}\""),
        None => {
            let names: Vec<&str> = protocol::ALL_PROTOCOLS.iter().map(|it| it.name()).collect();
            let names = names.join(", ");
            format!(
                "# protocol = \"\" # one of {names}; without this line, it is detected in every run"
            )
        }
    };
    format!(
        "# The options of `ponderhit check`, `replay` and `judge` for this engine: each long option is a key.\n\
         # {REPOSITORY_URL}/blob/{VERSION_TAG}/docs/checking.md#ponderhittoml\n\
         \n\
         {comment}\n\
         engine = [{engine}]\n\
         {protocol}\n\
         \n\
         # Violations that are listed there do not fail the run.\n\
         known-failures = \"{KNOWN_FAILURES_FILE}\"\n\
         \n\
         # Options that every session sets:\n\
         # setoption = [\"NAME=VALUE\"]\n\
         \n\
         # Fail for violations of `should` rules, too:\n\
         # strict = true\n\
         \n\
         # Multiply every deadline, for a slow machine or a sanitizer:\n\
         # timeout-scale = 3\n"
    )
}

/// The text of an empty file of known failures.
pub(super) fn known_failures_text() -> String {
    format!(
        "# Violations that do not fail the run, one on each line: rule-glob [scenario-glob]  # reason\n\
         # `ponderhit check --update-known-failures` writes the violations of a run here.\n\
         # {REPOSITORY_URL}/blob/{VERSION_TAG}/docs/checking.md#known-failures\n"
    )
}

impl CiSystem {
    /// The name of the file that this CI system reads.
    pub(super) fn file(self) -> Option<&'static str> {
        match self {
            CiSystem::Github => Some(".github/workflows/protocol.yml"),
            CiSystem::Gitlab => Some(".gitlab-ci.yml"),
            CiSystem::None => None,
        }
    }

    /// The text of a CI file that builds the engine and checks it. The command line of the engine is in
    /// `ponderhit.toml`.
    pub(super) fn text(self, build: Option<&str>) -> String {
        match self {
            CiSystem::Github => {
                let build = match build {
                    Some(build) => format!("      - run: {build}\n"),
                    None => {
                        "      # - run: make # a step that builds the engine, if it needs one\n"
                            .to_owned()
                    }
                };
                format!(
                    "# Checks in every push and every pull request whether the engine speaks its protocol.\n\
                     name: protocol\n\
                     on: [push, pull_request]\n\
                     permissions:\n  \
                       contents: read\n\
                     jobs:\n  \
                       ponderhit:\n    \
                         runs-on: ubuntu-latest\n    \
                         steps:\n      \
                           - uses: actions/checkout@v4\n\
                     {}      \
                           - uses: ponderhit/ponderhit@{VERSION_TAG} # ponderhit.toml names the engine\n",
                    build
                )
            }
            CiSystem::Gitlab => {
                let build = match build {
                    Some(build) => format!("  before_script:\n    - {build}\n"),
                    None => "  # before_script: [make] # builds the engine, if it needs that\n"
                        .to_owned(),
                };
                let raw = REPOSITORY_URL
                    .replace("https://github.com", "https://raw.githubusercontent.com");
                format!(
                    "# Checks in every push whether the engine speaks its protocol; ponderhit.toml names the engine.\n\
                     include:\n  \
                       - remote: {raw}/{VERSION_TAG}/ci/gitlab.yml\n\
                     protocol:\n  \
                       extends: .ponderhit\n\
                     {}",
                    build
                )
            }
            CiSystem::None => String::new(),
        }
    }
}
