//! Expands the scripts that a user names: globs of ids, globs of files, and directories.

use std::{
    collections::BTreeSet,
    env,
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{output, regression};
use crate::{error::Error, glob, message::message, scenarios, suggest};

/// The file name extension of scripts.
const SCRIPT_SUFFIX: &str = "script";

/// The file name extension of transcripts, which are judged and not played.
const TRANSCRIPT_SUFFIX: &str = "transcript";

/// How many bytes of a file are read to decide whether it looks like a script.
const MAX_HEAD_BYTES: u64 = 4096;

/// The maximum depth of directories that are searched for script files.
const MAX_DIRECTORY_DEPTH: usize = 16;

/// Replaces each directory by the script files in it, and each glob by the scenario ids or script files that it
/// matches. Names that are neither directories nor globs are returned unchanged.
///
/// # Errors
/// Returns an error if a directory has no script file, or a glob matches nothing.
pub(super) fn expand_script_names(names: &[String]) -> Result<Vec<String>, Error> {
    if let Some(program) = names.iter().skip(1).find(|it| is_program(it)) {
        return Err(Error::usage_error(message!(
            "dashes_before_engine_missing",
            "{program} is a program, not a script; write `--` before the engine: -- {program}",
            program
        )));
    }
    let mut all = Vec::new();
    for name in names {
        let path = Path::new(name);
        if path.is_dir() {
            let found = script_files_in(path)?;
            if found.is_empty() {
                return Err(Error::usage_error(message!(
                    "directory_without_scripts",
                    "{directory}: this directory and its folders have no file that ends in .script",
                    directory = name
                )));
            }
            all.extend(found);
        } else if name.contains(['*', '?']) && !path.exists() {
            all.extend(expand_glob(name)?);
        } else {
            all.push(complete_short_id(name)?);
        }
    }
    // The names may lead to the same file twice, for example by its directory and by its own name.
    let mut seen = BTreeSet::new();
    all.retain(|it| seen.insert(it.clone()));
    Ok(all)
}

/// Completes a scenario id without a protocol, such as `go/depth`, if only one protocol has this scenario.
fn complete_short_id(name: &str) -> Result<String, Error> {
    let is_known = |name: &str| scenarios::embedded_scenario_ids().any(|it| it == name);
    if Path::new(name).exists() || is_known(name) {
        return Ok(name.to_owned());
    }
    let long: Vec<&str> = scenarios::embedded_scenario_ids()
        .filter(|it| it.split_once('/').is_some_and(|it| it.1 == name))
        .collect();
    match long[..] {
        [] => Ok(name.to_owned()),
        [only] => Ok(only.to_owned()),
        _ => Err(Error::usage_error(message!(
            "scenario_ambiguous",
            "`{name}` is ambiguous; expected one of {scenarios}",
            name,
            scenarios = long
        ))),
    }
}

fn expand_glob(name: &str) -> Result<Vec<String>, Error> {
    let matching = |it: &&str| glob::matches_glob(name, it);
    let ids: Vec<String> = scenarios::embedded_scenario_ids()
        .filter(matching)
        .map(str::to_owned)
        .collect();
    if !ids.is_empty() {
        return Ok(ids);
    }
    // The glob matches no scenario id, so it is a glob of files that the shell did not expand.
    let fixed: PathBuf = Path::new(name)
        .components()
        .take_while(|it| !it.as_os_str().to_string_lossy().contains(['*', '?']))
        .collect();
    let root = match fixed.as_os_str().is_empty() {
        true => Path::new("."),
        false => &fixed,
    };
    let files = match root.is_dir() {
        true => script_files_in(root)?,
        false => Vec::new(),
    };
    let wanted = name.trim_start_matches("./").replace("**/", "*");
    let files: Vec<String> = files
        .into_iter()
        .filter(|it| glob::matches_glob(&wanted, it.trim_start_matches("./")))
        .collect();
    if !files.is_empty() {
        return Ok(files);
    }
    let nearest = suggest::nearest_glob(name, scenarios::embedded_scenario_ids());
    Err(Error::usage_error(match nearest {
        Some(nearest) => message!(
            "script_glob_misspelt",
            "`{glob}` matches no file and no embedded script; did you mean `{nearest}`?",
            glob = name,
            nearest
        ),
        None => message!(
            "script_glob_unmatched",
            "`{glob}` matches no file and no embedded script; `ponderhit scenarios` lists the embedded scripts",
            glob = name
        ),
    }))
}

/// Returns the script files in a directory and its subdirectories, sorted. Links to directories are not followed.
fn script_files_in(directory: &Path) -> Result<Vec<String>, Error> {
    let (mut files, mut left_out) = (Vec::new(), Vec::new());
    let mut waiting = vec![(directory.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        let wrong = |err| Error::file_error(folder.display(), err);
        for entry in fs::read_dir(&folder).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            let path = entry.path();
            let kind = entry.file_type().map_err(wrong)?;
            if kind.is_dir() && depth < MAX_DIRECTORY_DEPTH {
                waiting.push((path, depth + 1));
            } else if path.extension().is_some_and(|it| it == SCRIPT_SUFFIX) {
                files.push(path.display().to_string());
            } else if kind.is_file()
                && (looks_like_script(&path) || regression::protocol_of_suite(&path).is_some())
            {
                left_out.push(path.display().to_string());
            }
        }
    }
    files.sort();
    left_out.sort();
    if !left_out.is_empty() {
        let warning = message!(
            "scripts_left_out",
            "not played, because in a directory only files that end in .script are played: {files}",
            files = left_out
        );
        output::print_line_to_stderr(&format!("ponderhit: {warning}"));
    }
    Ok(files)
}

/// True if the name of a file does not end in .script, but its first line begins like the first line of a script.
fn looks_like_script(path: &Path) -> bool {
    if path.extension().is_some_and(|it| it == TRANSCRIPT_SUFFIX) {
        return false;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|it| it.take(MAX_HEAD_BYTES).read_to_end(&mut head));
    let mut lines = head.split(|it| *it == b'\n');
    let first = lines.find(|it| !it.trim_ascii().is_empty() && !it.starts_with(b"#"));
    read.is_ok() && first.is_some_and(|it| it.starts_with(b"> ") || it.starts_with(b"@"))
}

/// True if a name means a program and not a script: a name on the PATH, or an executable file without the extension of
/// scripts.
fn is_program(name: &str) -> bool {
    let path = Path::new(name);
    if path.extension().is_some_and(|it| it == SCRIPT_SUFFIX)
        || scenarios::embedded_scenario_ids().any(|it| it == name)
    {
        return false;
    }
    if path.components().count() > 1 || path.is_file() {
        return is_executable(path);
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|it| is_executable(&it.join(name)))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("exe"))
        && path.is_file()
}
