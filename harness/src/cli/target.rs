//! The engine of a run: the ENGINE of the command line, or the built-in reference engine.

use std::{
    borrow::Cow,
    env,
    ffi::{OsStr, OsString},
    fs,
    io::{self, Read as _, Write},
    path::{self, Path, PathBuf},
};

use clap::CommandFactory as _;

use super::{ci_reports::JUNIT_CI_SYSTEM_VARIABLES, options::EngineOptions, run_environment};
pub(super) use crate::launch::detect::Detection;
use crate::{
    error::Error,
    launch::reproduce::ReproduceArgs,
    link,
    message::{Message, message},
    protocol::{self, Protocol},
};

/// The command that starts the engine, and the names of the engine in reports.
pub(super) struct EngineTarget {
    pub(super) engine_spec: link::EngineSpec,
    /// The command line of the engine, as reports show it.
    pub(super) command: Vec<String>,
    /// The ENGINE of the user's command line; empty for the built-in engine.
    user_command: Vec<String>,
}

impl EngineTarget {
    /// Returns a target for the command `judge`, which needs no engine.
    pub(super) fn without_engine(files: Vec<String>) -> EngineTarget {
        EngineTarget {
            engine_spec: link::EngineSpec::new(""),
            command: files,
            user_command: Vec::new(),
        }
    }

    /// Returns the ENGINE of the command line, or the built-in engine if no ENGINE is given.
    pub(super) fn new(engine: &[OsString], options: &EngineOptions) -> Result<EngineTarget, Error> {
        if engine.first().is_some_and(|it| it.is_empty()) {
            return Err(Error::usage_error(ENGINE_IS_EMPTY));
        }
        let config = options.to_engine_config();
        config.validate()?;
        // On an interrupt, ponderhit must end the started engine before it exits.
        link::interrupt::install_signal_handlers()
            .map_err(|err| signals_not_handled_error(&err))?;
        check_options_after_engine(engine)?;
        if let Some(program) = engine.first() {
            reject_ambiguous_program(program, options.cwd.as_deref())?;
        }
        reject_several_programs(engine)?;
        let (program, args, command) = match engine.split_first() {
            Some((program, args)) => (program.clone(), args.to_vec(), to_lossy_strings(engine)),
            None => {
                reject_built_in_engine_in_ci()?;
                built_in_engine_command(options)?
            }
        };
        let spec = config.engine_spec(program, args);
        Ok(EngineTarget {
            engine_spec: spec,
            command,
            user_command: to_lossy_strings(engine),
        })
    }

    /// Lets the engine write files in one directory only, or anywhere with `no_sandbox`. Returns a description of the
    /// sandbox.
    pub(super) fn restrict_to_sandbox(&mut self, scratch: &Path, no_sandbox: bool) -> Message {
        if no_sandbox {
            return message!(
                "sandbox_switched_off",
                "no sandbox: the engine can write files anywhere (--no-sandbox)"
            );
        }
        let spec = &mut self.engine_spec;
        // The engine starts in another directory, so arguments that name files become absolute.
        for arg in &mut spec.args {
            if Path::new(arg).is_file()
                && let Ok(absolute) = path::absolute(&*arg)
            {
                *arg = absolute.into();
            }
        }
        let directory = spec.cwd.get_or_insert_with(|| scratch.to_owned());
        spec.sandbox_dir = Some(directory.clone());
        spec.env.push(("TMPDIR".into(), directory.clone().into()));
        link::sandbox::sandbox_description()
    }

    /// Returns the protocol of `--protocol`. Without the option `--protocol`, returns the protocol of the built-in
    /// engine, or detects the protocol of the user's engine.
    pub(super) fn detect_protocol(&self, options: &EngineOptions) -> Detection {
        if let Some(protocol) = options.named_protocol() {
            return Detection::Protocol(protocol, Vec::new());
        }
        if self.user_command.is_empty() {
            return match protocol_with_built_in_engine() {
                Some(protocol) => options
                    .to_engine_config()
                    .detection_for_named_game(Detection::Protocol(protocol, Vec::new())),
                None => Detection::NotDetected(NO_BUILT_IN_ENGINE.into()),
            };
        }
        options
            .to_engine_config()
            .named_or_detected_protocol(&self.engine_spec)
    }
}

pub(super) const ENGINE_IS_EMPTY: Message = message!(
    "engine_empty",
    "the argument ENGINE is empty: is a shell variable empty?"
);

/// Returns the error for a system on which signals cannot be handled.
pub(super) fn signals_not_handled_error(err: &io::Error) -> Error {
    Error::InternalError(message!(
        "signals_not_handled",
        "cannot handle signals: {error}",
        error = err,
    ))
}

const NO_BUILT_IN_ENGINE: Message = message!(
    "no_built_in_engine",
    "there is no built-in engine; name an ENGINE"
);

/// Returns an error with this message if the command line has no ENGINE.
pub(super) fn require_engine(engine: &[OsString], message: Message) -> Result<(), Error> {
    match engine.is_empty() {
        false => Ok(()),
        true => Err(Error::usage_error(message)),
    }
}

/// Rejects a command line without an ENGINE if one of its options needs an ENGINE.
pub(super) fn require_engine_for_options(
    engine: &[OsString],
    options: &EngineOptions,
    other: Option<&str>,
) -> Result<(), Error> {
    match options.option_that_needs_engine().or(other) {
        None => Ok(()),
        Some(option) => require_engine(
            engine,
            message!(
                "option_needs_engine",
                "no ENGINE was given: {option} needs an engine",
                option
            ),
        ),
    }
}

/// Returns the parts of the command line that are needed to reproduce a violation.
pub(super) fn reproduce_command(engine: &[OsString], options: &EngineOptions) -> ReproduceArgs {
    options
        .to_engine_config()
        .reproduce_command(to_lossy_strings(engine))
}

/// The options that decide what is judged. An engine that gets such an option in place of ponderhit may pass, although
/// the run did not judge what was asked.
const DECIDING_OPTIONS: [&str; 7] = [
    "known-failures",
    "only",
    "profile",
    "rules-as-of",
    "shard",
    "skip",
    "timeout-scale",
];

/// Rejects options after the ENGINE that decide what is judged, if ponderhit does not get them, too. Warns of other options
/// of ponderhit there, because they are passed to the engine; in CI, where nobody reads a warning, they are an error.
/// With `--`, these belong to the engine. Nothing is reported if the engine comes from `ponderhit.toml`.
fn check_options_after_engine(engine: &[OsString]) -> Result<(), Error> {
    let words: Vec<OsString> = env::args_os().collect();
    let Some(before) = words.strip_suffix(engine) else {
        return Ok(());
    };
    let program = super::Cli::command();
    let subcommand = words.get(1).and_then(|it| program.find_subcommand(it));
    let options: Vec<&str> = subcommand
        .into_iter()
        .flat_map(|it| it.get_arguments())
        .flat_map(|it| it.get_long_and_visible_aliases().unwrap_or_default())
        .collect();
    let given: Vec<String> = before.iter().filter_map(|it| option_name(it)).collect();
    let after_engine = engine.iter().skip(1);
    let named = after_engine.filter_map(|word| Some((word.to_string_lossy(), option_name(word)?)));
    let (deciding, other): (Vec<_>, Vec<_>) = named
        .filter(|(_, name)| options.contains(&name.as_str()))
        .partition(|(_, name)| DECIDING_OPTIONS.contains(&name.as_str()) && !given.contains(name));
    let quoted = |it: &[(Cow<'_, str>, String)]| -> Vec<String> {
        it.iter().map(|(word, _)| format!("`{word}`")).collect()
    };
    if !deciding.is_empty() {
        return Err(Error::usage_error(message!(
            "deciding_options_after_engine",
            "after the ENGINE, these words would be passed to it: {words}; put options of ponderhit before the ENGINE; if the engine has an option of this name, give the option to ponderhit, too",
            words = quoted(&deciding)
        )));
    }
    if other.is_empty() || words.iter().any(|it| it == "--") {
        return Ok(());
    }
    let words = quoted(&other);
    reject_in_ci(message!(
        "options_after_engine_in_ci",
        "after the ENGINE, these words would be passed to it: {words}; put options of ponderhit before the ENGINE, and write `--` before the ENGINE",
        words = words.clone()
    ))?;
    let warning = message!(
        "options_after_engine",
        "warning: {words}: words after the ENGINE are passed to it; put options of ponderhit before the ENGINE, or write `--` before it to hide this warning",
        words
    );
    // Write errors are ignored, because the user may have closed standard error.
    let _ = writeln!(anstream::stderr().lock(), "{warning}");
    Ok(())
}

/// The name of the long option in a word such as `--profile` or `--profile=league`.
fn option_name(word: &OsStr) -> Option<String> {
    let word = word.to_string_lossy();
    let name = word.strip_prefix("--")?.split('=').next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Rejects the name of a program that is in a directory of PATH, if another program with the same name is in the current
/// directory: the user may have meant the program that was built here.
fn reject_ambiguous_program(name: &OsStr, cwd: Option<&Path>) -> Result<(), Error> {
    let Some(name) = name.to_str().filter(|it| !it.contains(['/', '\\'])) else {
        return Ok(());
    };
    let here = cwd.unwrap_or(Path::new(".")).join(name);
    let Some(found) = run_environment::find_program(name).filter(|_| is_executable(&here)) else {
        return Ok(());
    };
    if fs::canonicalize(&here).ok() == fs::canonicalize(&found).ok() {
        return Ok(());
    }
    Err(Error::usage_error(message!(
        "engine_name_ambiguous",
        "the engine `{name}` may be {found} or {here}: write its path",
        name,
        found = found.display().to_string(),
        here = here.display().to_string()
    )))
}

/// Rejects an ENGINE whose arguments are programs beside it, as the shell makes them of `engines/*`: only the first of them
/// would be judged. A wrapper may get one program, and a wrapper is mostly a script.
fn reject_several_programs(engine: &[OsString]) -> Result<(), Error> {
    let Some((program, [other, further @ ..])) = engine.split_first() else {
        return Ok(());
    };
    let parent = Path::new(program).parent();
    let is_beside = |it: &OsString| {
        let path = Path::new(it);
        path.parent() == parent && is_executable(path)
    };
    if !engine.iter().all(is_beside) || further.is_empty() && is_script(program) {
        return Ok(());
    }
    Err(Error::usage_error(message!(
        "several_programs",
        "the words after the ENGINE `{program}` are programs of the same directory, such as `{other}`: name one ENGINE in each run, or write an [[engine]] table for each in ponderhit.toml; a wrapper may get the absolute path of its engine",
        program = program.to_string_lossy(),
        other = other.to_string_lossy()
    )))
}

/// Whether a file begins like a script.
fn is_script(program: &OsStr) -> bool {
    let mut start = [0; 2];
    let read = fs::File::open(program).and_then(|mut it| it.read_exact(&mut start));
    read.is_ok() && start == *b"#!"
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata()
        .is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

/// On other systems, the extension of a file decides whether it is executable.
#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    false
}

/// Whether this program runs in CI. `cargo run` and `cargo test` of this repository behave as outside of CI.
fn is_in_ci() -> bool {
    let is_set = |name: &&str| {
        env::var_os(name).is_some_and(|it| !it.is_empty() && it != "false" && it != "0")
    };
    let is_ci = is_set(&"CI") || JUNIT_CI_SYSTEM_VARIABLES.iter().any(is_set);
    let runs_in_our_repository = env::var_os("CARGO_PKG_NAME")
        .is_some_and(|it| it.to_string_lossy().starts_with(env!("CARGO_PKG_NAME")));
    is_ci && !runs_in_our_repository
}

/// Returns an error with this message in CI.
fn reject_in_ci(message: Message) -> Result<(), Error> {
    match is_in_ci() {
        true => Err(Error::usage_error(message)),
        false => Ok(()),
    }
}

/// Rejects `--bless` in CI, where it would accept the output of every engine.
pub(super) fn reject_bless_in_ci() -> Result<(), Error> {
    reject_in_ci(message!(
        "bless_in_ci",
        "--bless stores whatever the engine sends, so it is an error in CI (a variable such as CI or JENKINS_URL is set); store snapshots on your own machine, and commit them"
    ))
}

/// Rejects `--update-known-failures` in CI, where the same run passes when it is started again.
pub(super) fn reject_update_in_ci() -> Result<(), Error> {
    reject_in_ci(message!(
        "update_in_ci",
        "--update-known-failures is an error in CI (a variable such as CI or JENKINS_URL is set), because a second run would pass; update known failures on your own machine, and commit them"
    ))
}

/// Rejects `--review` in CI: it plays nothing, and finds no changes, because in CI no replay stores them.
pub(super) fn reject_review_in_ci() -> Result<(), Error> {
    reject_in_ci(message!(
        "review_in_ci",
        "--review plays no snapshot, and in CI (a variable such as CI or JENKINS_URL is set) no changes are stored; leave --review out to play the snapshots"
    ))
}

/// Rejects a command line without an ENGINE in CI, where an unset shell variable in place of the ENGINE would otherwise
/// pass with the built-in engine.
fn reject_built_in_engine_in_ci() -> Result<(), Error> {
    reject_in_ci(message!(
        "no_engine_in_ci",
        "no ENGINE was given: is a shell variable empty? In CI (a variable such as CI or JENKINS_URL is set) the built-in engine is used only if it is named: -- ponderhit engine"
    ))
}

/// Returns the command line of the built-in engine: this program with the command `engine`.
fn built_in_engine_command(
    options: &EngineOptions,
) -> Result<(OsString, Vec<OsString>, Vec<String>), Error> {
    let protocol = options
        .named_protocol()
        .or_else(protocol_with_built_in_engine);
    let Some(protocol) = protocol.filter(|it| it.reference_engine().is_some()) else {
        return Err(Error::usage_error(message!(
            "no_built_in_engine_for",
            "there is no built-in engine for {name}; name an ENGINE",
            name = &options.protocol,
        )));
    };
    let program = ponderhit_path()?;
    let words = ["engine", "--protocol", protocol.name()];
    let mut command = vec!["ponderhit".to_owned()];
    command.extend(words.map(str::to_owned));
    Ok((program.into(), words.map(OsString::from).to_vec(), command))
}

/// Returns the path of this program.
pub(super) fn ponderhit_path() -> Result<PathBuf, Error> {
    env::current_exe().map_err(|err| {
        Error::InternalError(message!(
            "own_path_unknown",
            "cannot find the path of ponderhit: {error}",
            error = err,
        ))
    })
}

/// Returns the path of this program, and the command line of the built-in engine of a protocol.
pub(super) fn built_in_engine_path_and_command(
    protocol: &dyn Protocol,
) -> Result<(PathBuf, Vec<OsString>), Error> {
    if protocol.reference_engine().is_none() {
        return Err(Error::usage_error(message!(
            "no_built_in_engine_for_gui",
            "there is no built-in engine for {protocol}; name one with --engine",
            protocol = protocol.title(),
        )));
    }
    let program = ponderhit_path()?;
    let words = ["engine", "--protocol", protocol.name()].map(OsString::from);
    let command = std::iter::once(program.clone().into()).chain(words);
    Ok((program, command.collect()))
}

/// Returns the protocol with this name. For `auto`, returns the first protocol that has a built-in engine.
pub(super) fn named_or_built_in_protocol(
    name: &str,
    game: Option<&str>,
) -> Result<&'static dyn Protocol, Error> {
    let protocol = protocol::find_protocol(name).or_else(protocol_with_built_in_engine);
    let protocol = protocol.ok_or_else(|| {
        Error::usage_error(message!(
            "no_protocol",
            "no protocol; name one with --protocol"
        ))
    })?;
    Ok(game
        .and_then(|it| protocol.restricted_to_game(it))
        .unwrap_or(protocol))
}

/// Returns the first protocol that has a built-in engine.
pub(super) fn protocol_with_built_in_engine() -> Option<&'static dyn Protocol> {
    protocol::ALL_PROTOCOLS
        .iter()
        .copied()
        .find(|it| it.reference_engine().is_some())
}

fn to_lossy_strings(words: &[OsString]) -> Vec<String> {
    words
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect()
}
