//! How to start an engine, the caps on its output and memory, and why a start failed.

use std::{ffi::OsString, io, path::PathBuf};

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// A path, or a name that is searched on the PATH.
    pub program: OsString,
    pub args: Vec<OsString>,
    /// Environment variables in addition to the inherited ones.
    pub env: Vec<(OsString, OsString)>,
    /// The working directory; inherited if `None`.
    pub cwd: Option<PathBuf>,
    pub caps: Caps,
    /// The only directory in which it may write, where the kernel can enforce that.
    pub sandbox_dir: Option<PathBuf>,
}

/// Limits on an engine's output and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Bytes of one line.
    pub line: usize,
    /// Bytes of a session, both outputs together. A line counts for at least 128 bytes, which is
    /// what a queued line costs.
    pub output: u64,
    /// Memory of all processes of the engine, together.
    pub memory_kib: Option<u64>,
}

impl Caps {
    /// More than an engine needs, and acceptable on a small machine.
    #[must_use]
    pub const fn standard() -> Caps {
        Caps {
            line: 4 << 20,
            output: 64 << 20,
            memory_kib: Some(2 << 20),
        }
    }
}

impl Spec {
    /// An engine without arguments, with inherited environment and directory and the usual caps.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> Spec {
        Spec {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
            caps: Caps::standard(),
            sandbox_dir: None,
        }
    }
}

/// The engine could not be started.
#[derive(Debug)]
pub struct StartError {
    pub program: OsString,
    /// The reason and the remedy, for the user.
    pub why: String,
    pub source: io::Error,
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot start {}: {}", self.program.display(), self.why)
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl StartError {
    pub(super) fn new(spec: &Spec, source: io::Error) -> StartError {
        StartError {
            program: spec.program.clone(),
            why: why(spec, &source),
            source,
        }
    }
}

fn why(spec: &Spec, error: &io::Error) -> String {
    // ENOEXEC, which std has no stable kind for.
    const NOT_A_PROGRAM: i32 = 8;
    let path = std::path::Path::new(&spec.program);
    let has_folder = path.components().count() > 1 || path.is_absolute();
    if let Some(cwd) = spec.cwd.as_ref().filter(|it| !it.is_dir()) {
        return format!("the directory {} is not there", cwd.display());
    }
    match error.kind() {
        _ if has_folder && path.is_dir() => "it is a directory".to_owned(),
        io::ErrorKind::NotFound if has_folder && path.exists() => {
            "the file is there, but the interpreter or loader that it asks for is not".to_owned()
        }
        io::ErrorKind::NotFound if has_folder => "there is no such file".to_owned(),
        io::ErrorKind::NotFound if path.exists() => format!(
            "no such program on the PATH (to run the file in this directory, write ./{})",
            path.display()
        ),
        io::ErrorKind::NotFound => "no such program on the PATH".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be executed (chmod +x helps)".to_owned(),
        _ if cfg!(unix) && error.raw_os_error() == Some(NOT_A_PROGRAM) => {
            "it is neither a program for this machine nor a script that starts with #!".to_owned()
        }
        _ => error.to_string(),
    }
}
