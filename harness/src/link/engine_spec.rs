//! The command that starts an engine, the caps on its output and memory, and the error of a failed start.

use std::{ffi::OsString, io, path::PathBuf};

use crate::message::{Message, Problem, message};

/// The command that starts an engine, with its environment, its directories and its caps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The path of the program, or a name that is searched on the PATH.
    pub program: OsString,
    pub args: Vec<OsString>,
    /// Environment variables in addition to the inherited ones.
    pub env: Vec<(OsString, OsString)>,
    /// The working directory, or `None` for the working directory of the harness.
    pub cwd: Option<PathBuf>,
    pub caps: SessionCaps,
    /// The only directory in which the engine may write, if the kernel can enforce this restriction.
    pub sandbox_dir: Option<PathBuf>,
}

/// Limits on an engine's output and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionCaps {
    /// The maximum length of a line, in bytes.
    pub max_line_bytes: usize,
    /// The maximum output of a session in bytes, standard output and standard error together. A line shorter than 128
    /// bytes counts as 128 bytes, which is the memory that a queued line uses.
    pub max_output_bytes: u64,
    /// The maximum memory of all processes of the engine together; `None` means no limit.
    pub max_memory_kib: Option<u64>,
}

impl SessionCaps {
    /// Returns the default caps: more than an engine needs, but acceptable on a small machine.
    #[must_use]
    pub const fn default_caps() -> SessionCaps {
        SessionCaps {
            max_line_bytes: 4 << 20,
            max_output_bytes: 64 << 20,
            max_memory_kib: Some(2 << 20),
        }
    }
}

impl EngineSpec {
    /// Describes an engine without arguments, with the inherited environment and working directory and the default
    /// caps.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> EngineSpec {
        EngineSpec {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
            caps: SessionCaps::default_caps(),
            sandbox_dir: None,
        }
    }
}

/// The error of an engine that could not be started.
#[derive(Debug)]
pub struct StartError {
    pub program: OsString,
    /// The reason why the engine could not be started.
    pub reason: Message,
    /// A hint how to mend the failed start.
    pub help: Option<Box<Message>>,
    pub source: io::Error,
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message_with_help())
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl StartError {
    /// The message that the engine cannot be started.
    pub fn message(&self) -> Message {
        message!(
            "cannot_start",
            "cannot start {program}: {why}",
            program = self.program.display().to_string(),
            why = self.reason.clone(),
        )
    }

    /// Returns the error for an engine that cannot be started, with a hint about what to do if one is known.
    pub fn message_with_help(&self) -> Message {
        match &self.help {
            None => self.message(),
            Some(help) => message!(
                "cannot_start_help",
                "cannot start {program}: {why}; help: {help}",
                program = self.program.display().to_string(),
                why = self.reason.clone(),
                help = Message::clone(help),
            ),
        }
    }

    /// The message that the engine cannot be started, and the hint how to mend the problem, if there is one.
    pub fn problem(&self) -> Problem {
        Problem {
            sentences: vec![self.message()],
            help: self.help.iter().map(|it| Message::clone(it)).collect(),
        }
    }

    pub(super) fn new(spec: &EngineSpec, source: io::Error) -> StartError {
        StartError {
            program: spec.program.clone(),
            reason: start_error_reason(spec, &source),
            help: start_error_help(spec, &source).map(Box::new),
            source,
        }
    }
}

fn start_error_reason(spec: &EngineSpec, error: &io::Error) -> Message {
    // The error code ENOEXEC, for which `std` has no stable error kind.
    const ENOEXEC: i32 = 8;
    let path = std::path::Path::new(&spec.program);
    let has_folder = path.components().count() > 1 || path.is_absolute();
    if let Some(cwd) = spec.cwd.as_ref().filter(|it| !it.is_dir()) {
        return message!(
            "start_no_directory",
            "the directory {directory} does not exist",
            directory = cwd.display().to_string()
        );
    }
    match error.kind() {
        _ if has_folder && path.is_dir() => message!("start_directory", "this path is a directory"),
        io::ErrorKind::NotFound if has_folder && path.exists() => {
            message!(
                "start_no_interpreter",
                "the file exists, but the interpreter or loader that the file needs does not"
            )
        }
        io::ErrorKind::NotFound if spec.program.to_string_lossy().contains(' ') => message!(
            "start_command_quoted",
            "no such program; the name has a space"
        ),
        io::ErrorKind::NotFound if has_folder => message!("start_no_file", "there is no such file"),
        io::ErrorKind::NotFound => message!("start_not_on_path", "no such program on the PATH"),
        io::ErrorKind::PermissionDenied => {
            message!("start_not_executable", "the file is not executable")
        }
        _ if cfg!(unix) && error.raw_os_error() == Some(ENOEXEC) => {
            message!(
                "start_no_program",
                "the file is neither a program for this machine nor a script that starts with #!"
            )
        }
        _ => message!("system_error", "{error}", error),
    }
}

/// A hint how to mend a failed start of an engine. Returns `None` if the reason of the failure needs no hint.
fn start_error_help(spec: &EngineSpec, error: &io::Error) -> Option<Message> {
    let path = std::path::Path::new(&spec.program);
    let file = || path.display().to_string();
    let has_folder = path.components().count() > 1 || path.is_absolute();
    match error.kind() {
        _ if path.is_dir() || spec.cwd.as_ref().is_some_and(|it| !it.is_dir()) => None,
        io::ErrorKind::NotFound if has_folder && path.exists() => None,
        io::ErrorKind::NotFound if spec.program.to_string_lossy().contains(' ') => Some(message!(
            "help_start_without_quotes",
            "write the program and its arguments as separate words, without quotes around them"
        )),
        io::ErrorKind::NotFound if !has_folder && path.is_file() => Some(message!(
            "help_start_file_here",
            "to start the file in this directory, write ./{file}",
            file = file()
        )),
        io::ErrorKind::NotFound if !has_folder => {
            let found = PROGRAM_FOLDERS
                .iter()
                .map(|it| std::path::Path::new(it).join(path));
            let found = found.into_iter().find(|it| it.is_file())?;
            Some(message!(
                "help_start_other_folder",
                "write the whole path: {file}",
                file = found.display().to_string()
            ))
        }
        io::ErrorKind::PermissionDenied => Some(message!(
            "help_start_executable",
            "make the file executable: chmod +x {file}",
            file = file()
        )),
        _ => None,
    }
}

/// Folders that contain programs but are often not on the PATH; Debian installs engines in the first folder.
const PROGRAM_FOLDERS: [&str; 3] = ["/usr/games", "/usr/local/games", "/usr/local/bin"];
