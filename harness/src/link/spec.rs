//! What engine to start and how much of it we put up with, and why it could not be started.

use std::{ffi::OsString, io, path::PathBuf};

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// A path, or a name to be looked for as a shell would.
    pub program: OsString,
    pub args: Vec<OsString>,
    /// What its environment has besides ours.
    pub env: Vec<(OsString, OsString)>,
    /// Ours if there is none.
    pub cwd: Option<PathBuf>,
    pub caps: Caps,
    /// The only directory that it and what it starts may write in, where the kernel sees to that.
    pub confined_to: Option<PathBuf>,
}

/// How much we take from an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Bytes of one line.
    pub line: usize,
    /// Bytes of a session, both outputs together. A line counts for at least 128, because that is
    /// what it costs to keep.
    pub output: u64,
    /// Memory of everything the engine started, together.
    pub memory_kib: Option<u64>,
}

impl Caps {
    /// More than any sane engine needs, and what a small machine can bear.
    #[must_use]
    pub const fn usual() -> Caps {
        Caps {
            line: 4 << 20,
            output: 64 << 20,
            memory_kib: Some(2 << 20),
        }
    }
}

impl Spec {
    /// An engine without arguments, in our environment and directory, with the usual caps.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> Spec {
        Spec {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
            caps: Caps::usual(),
            confined_to: None,
        }
    }
}

/// The engine could not be started.
#[derive(Debug)]
pub struct StartError {
    pub program: OsString,
    /// What helps whoever reads it.
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
