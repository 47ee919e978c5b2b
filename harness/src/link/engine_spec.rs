//! The command that starts an engine, the caps on its output and memory, and the error of a failed start.

use std::{ffi::OsString, io, path::PathBuf};

use crate::message::{Message, message};

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
    /// The maximum output of a session in bytes, standard output and standard error together. Each line counts for at
    /// least 128 bytes, the memory that a queued line uses.
    pub max_output_bytes: u64,
    /// The maximum memory of all processes of the engine together; `None` means no limit.
    pub memory_kib: Option<u64>,
}

impl SessionCaps {
    /// Returns the default caps: more than an engine needs, but acceptable on a small machine.
    #[must_use]
    pub const fn default_caps() -> SessionCaps {
        SessionCaps {
            max_line_bytes: 4 << 20,
            max_output_bytes: 64 << 20,
            memory_kib: Some(2 << 20),
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
    /// The reason of the failure and a way to fix it.
    pub reason: Message,
    pub source: io::Error,
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
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

    pub(super) fn new(spec: &EngineSpec, source: io::Error) -> StartError {
        StartError {
            program: spec.program.clone(),
            reason: start_error_reason(spec, &source),
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
        _ if has_folder && path.is_dir() => message!("start_directory", "it is a directory"),
        io::ErrorKind::NotFound if has_folder && path.exists() => {
            message!(
                "start_no_interpreter",
                "the file exists, but the interpreter or loader that the file needs does not"
            )
        }
        io::ErrorKind::NotFound if spec.program.to_string_lossy().contains(' ') => message!(
            "start_command_quoted",
            "no such program: the name has a space; write the program and its arguments as separate words, without quotes around them"
        ),
        io::ErrorKind::NotFound if has_folder => message!("start_no_file", "there is no such file"),
        io::ErrorKind::NotFound if path.exists() => message!(
            "start_not_on_path_but_here",
            "no such program on the PATH (to run the file in this directory, write ./{file})",
            file = path.display().to_string()
        ),
        io::ErrorKind::NotFound => message!("start_not_on_path", "no such program on the PATH"),
        io::ErrorKind::PermissionDenied => message!(
            "start_not_executable",
            "the file is not executable (try chmod +x)"
        ),
        _ if cfg!(unix) && error.raw_os_error() == Some(ENOEXEC) => {
            message!(
                "start_no_program",
                "it is neither a program for this machine nor a script that starts with #!"
            )
        }
        _ => message!("system_error", "{error}", error),
    }
}
