//! `ponderhit init`: writes `ponderhit.toml`, a file of known failures, and the CI file for the engine of a directory.

mod files;
mod project;

use std::{ffi::OsString, fs, path::Path};

use super::{
    CommandResult,
    options::{EngineOptions, parse_protocol_name},
    output,
    target::{Detection, EngineTarget},
};
use crate::{
    error::Error,
    exit::Exit,
    message::{Message, message},
    report::inert_text::sanitize_line,
};
use files::KNOWN_FAILURES_FILE;
use project::Project;

const CONFIG_FILE: &str = "ponderhit.toml";

/// Write ponderhit.toml, a known-failures file and a CI file for the engine in this directory.
///
/// Without ENGINE, the build files and the source files of the directory show the engine, its protocol, and the command
/// that builds it. If ENGINE is given, it is started to detect its protocol. Existing files are not changed.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The protocol of the engine; `auto` detects it.
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_name)]
    protocol: String,

    /// Write the file of this CI system [default: the system that the repository uses].
    #[arg(long, value_enum, value_name = "SYSTEM")]
    ci: Option<CiSystem>,

    /// The command line of the engine.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ENGINE"
    )]
    command: Vec<OsString>,
}

/// A CI system for which `ponderhit init` can write a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CiSystem {
    Github,
    Gitlab,
    None,
}

/// What the files of a directory show about its engine.
#[derive(Default)]
struct EngineFacts {
    /// The command line that starts the engine.
    engine_command: Option<Vec<String>>,
    /// The command line that builds the engine.
    build_command: Option<String>,
    /// The name of the protocol.
    protocol: Option<String>,
    /// Lines for the user that say where the engine, its build command and its protocol were found.
    origin_lines: Vec<Message>,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let directory = Path::new(".");
    let mut facts = EngineFacts {
        protocol: Some(args.protocol.clone()).filter(|it| it != "auto"),
        ..EngineFacts::default()
    };
    match args.command.is_empty() {
        true => facts.inspect_directory(directory),
        false => facts.start_engine(&args.command, directory)?,
    }
    let EngineFacts {
        engine_command: engine,
        build_command: build,
        protocol,
        origin_lines: mut lines,
    } = facts;

    let ci = args.ci.unwrap_or_else(|| ci_system_of(directory));
    let config = files::config_text(engine.as_deref(), protocol.as_deref());
    let mut texts = vec![
        (CONFIG_FILE, config),
        (KNOWN_FAILURES_FILE, files::known_failures_text()),
    ];
    texts.extend(ci.file().map(|it| (it, ci.text(build.as_deref()))));
    for (file, text) in &texts {
        lines.push(match files::write_new_file(&directory.join(file), text)? {
            true => message!("init_wrote", "wrote {file}", file = *file),
            false => message!(
                "init_left_alone",
                "left {file} as it is, because it exists",
                file = *file
            ),
        });
    }
    if ci == CiSystem::None && args.ci.is_none() {
        lines.push(message!(
            "init_without_ci",
            "wrote no file for CI; `ponderhit init --ci github` or `--ci gitlab` writes such a file"
        ));
    }
    lines.push(match (engine, build) {
        (None, _) => message!(
            "init_next_without_engine",
            "next: change the line `engine` in {file}, then `ponderhit check`",
            file = CONFIG_FILE
        ),
        (Some(_), Some(build)) => message!(
            "init_next_with_build",
            "next: `{build}`, then `ponderhit check`",
            build
        ),
        (Some(_), None) => message!("init_next", "next: `ponderhit check`"),
    });
    output::print_to_stdout(|out| lines.iter().try_for_each(|it| writeln!(out, "{it}")))?;
    Ok(Exit::Fine.into())
}

impl EngineFacts {
    /// Finds the engine and the protocol in the files of a directory.
    fn inspect_directory(&mut self, directory: &Path) {
        if let Some(project) = project::find_project(directory) {
            self.origin_lines.push(project_message(&project));
            self.engine_command = Some(project.engine_command);
            self.build_command = project.build_command;
        } else {
            self.origin_lines.push(message!(
                "init_found_no_engine",
                "found no engine here: change the line `engine` in {file}",
                file = CONFIG_FILE,
            ));
            self.build_command = project::java_build_command(directory);
        }
        if self.protocol.is_some() {
            return;
        }
        if let Some((found, file)) = project::protocol_in_sources(directory) {
            self.origin_lines.push(message!(
                "init_found_protocol",
                "found {protocol} in {file}",
                protocol = found.title(),
                file = sanitize_line(&file),
            ));
            self.protocol = Some(found.name().to_owned());
        }
    }

    /// Starts the engine of the command line, to detect its protocol.
    fn start_engine(&mut self, engine: &[OsString], directory: &Path) -> Result<(), Error> {
        let words = engine.iter().map(|it| it.to_string_lossy().into_owned());
        self.engine_command = Some(words.collect());
        self.build_command = project::find_project(directory)
            .and_then(|it| it.build_command)
            .or_else(|| project::java_build_command(directory));
        if self.protocol.is_none() {
            let (detected, line) = detect_protocol(engine)?;
            self.protocol = detected;
            self.origin_lines.push(line);
        }
        Ok(())
    }
}

fn project_message(project: &Project) -> Message {
    message!(
        "init_found_engine",
        "detected the engine `{engine}` from {file}",
        engine = sanitize_line(&project.engine_command.join(" ")),
        file = sanitize_line(&project.found_in_file),
    )
}

/// Starts the engine, and returns the name of the engine's protocol and a line for the user about the detection.
fn detect_protocol(engine: &[OsString]) -> Result<(Option<String>, Message), Error> {
    let options = EngineOptions::for_protocol("auto");
    let target = EngineTarget::new(engine, &options)?;
    Ok(match target.detect_protocol(&options) {
        Detection::Protocol(protocol, _) => (
            Some(protocol.name().to_owned()),
            message!(
                "init_detected",
                "the engine speaks {protocol}",
                protocol = protocol.title()
            ),
        ),
        Detection::NotDetected(problem) => (
            None,
            message!(
                "init_not_detected",
                "the protocol was not detected: {problem}",
                problem = problem.to_string(),
            ),
        ),
    })
}

/// The CI system that the repository in a directory uses.
fn ci_system_of(directory: &Path) -> CiSystem {
    let remotes = fs::read_to_string(directory.join(".git/config")).unwrap_or_default();
    if directory.join(".gitlab-ci.yml").exists() {
        CiSystem::Gitlab
    } else if directory.join(".github").is_dir() || remotes.contains("github.com") {
        CiSystem::Github
    } else if remotes.contains("gitlab") {
        CiSystem::Gitlab
    } else {
        CiSystem::None
    }
}
