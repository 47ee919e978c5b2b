//! Expands the scripts that a user names: globs of ids, globs of files, and directories.

use std::{
    collections::BTreeSet,
    env,
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{output, regression};
use crate::{error::Error, glob, message::message, scenarios, suggest, transcript};

/// The file name extension of scripts.
const SCRIPT_SUFFIX: &str = "script";

/// The file name extension of transcripts, which are judged and not played.
const TRANSCRIPT_SUFFIX: &str = "transcript";

/// How a line with the expected answer of a regression suite begins.
const EXPECTED_ANSWER: &[u8] = b"#? [";

/// How many bytes of a file are read to decide whether it looks like a script.
const MAX_HEAD_BYTES: u64 = 4096;

/// The maximum depth of directories that are searched for script files.
const MAX_DIRECTORY_DEPTH: usize = 16;

/// The file name extension of Markdown, in which a line that begins with `>` is a quotation.
const MARKDOWN_SUFFIX: &str = "md";

/// The endings of files that are copies of a script: pending changes of snapshots, and what editors and git leave behind.
const ENDINGS_OF_COPIES: [&str; 6] = [".script.new", "~", ".orig", ".bak", ".rej", ".swp"];

/// The files that directories and globs of a command line stand for.
#[derive(Default)]
struct FoundFiles {
    /// Script files, and names that are neither directories nor globs.
    scripts: Vec<String>,
    /// Regression suites of other programs.
    suites: Vec<String>,
    /// Files that look like a script or a suite, but whose names do not end in .script or .tst.
    misnamed: Vec<String>,
}

impl FoundFiles {
    fn extend(&mut self, other: FoundFiles) {
        self.scripts.extend(other.scripts);
        self.suites.extend(other.suites);
        self.misnamed.extend(other.misnamed);
    }

    fn is_empty(&self) -> bool {
        self.scripts.is_empty() && self.suites.is_empty() && self.misnamed.is_empty()
    }
}

/// Replaces each directory by the script files in it, and each glob by the scenario ids or script files that it
/// matches. Names that are neither directories nor globs are returned unchanged. A note names the files that begin like
/// a script but do not end in .script, and the regression suites.
///
/// # Errors
/// Returns an error if a directory has no script file, or a glob matches nothing.
pub(super) fn expand_script_names(names: &[String]) -> Result<Vec<String>, Error> {
    reject_programs(names)?;
    let mut all = FoundFiles::default();
    for name in names {
        let found = files_of_name(name)?;
        let mut left_out = [found.misnamed.as_slice(), &found.suites].concat();
        left_out.sort();
        if !left_out.is_empty() {
            let warning = message!(
                "scripts_left_out",
                "not played, because in a directory only files that end in .script are played: {files}",
                files = left_out
            );
            output::print_line_to_stderr(&format!("ponderhit: {warning}"));
        }
        if found.scripts.is_empty() {
            return Err(no_file_error(name, false));
        }
        all.extend(found);
    }
    Ok(without_duplicates(all.scripts))
}

/// Replaces each directory by the script files and the regression suites in it, and each glob by the scenario ids or
/// files that it matches. Names that are neither directories nor globs are returned unchanged.
///
/// # Errors
/// Returns an error if a directory has neither scripts nor suites, if a glob matches nothing, or if a file begins like a
/// script but its name does not end in .script.
pub(super) fn expand_names_to_play(names: &[String]) -> Result<Vec<String>, Error> {
    reject_programs(names)?;
    let mut all = FoundFiles::default();
    for name in names {
        let found = files_of_name(name)?;
        if found.is_empty() {
            return Err(no_file_error(name, true));
        }
        all.extend(found);
    }
    let misnamed = without_duplicates(all.misnamed);
    match misnamed.as_slice() {
        [] => Ok(without_duplicates([all.scripts, all.suites].concat())),
        [file] => Err(Error::usage_error(message!(
            "script_misnamed",
            "{file} looks like a script or a regression suite, but its name does not end in `.script` or `.tst`: rename it, or move it out of the directory",
            file
        ))),
        files => Err(Error::usage_error(message!(
            "scripts_misnamed",
            "these files look like scripts or regression suites, but their names do not end in `.script` or `.tst`: {files}; rename them, or move them out of the directory",
            files = files.to_vec()
        ))),
    }
}

/// Rejects a program among the names, which the user meant as the engine.
///
/// # Errors
/// Returns an error if a name after the first one is a program.
fn reject_programs(names: &[String]) -> Result<(), Error> {
    match names.iter().skip(1).find(|it| is_program(it)) {
        None => Ok(()),
        Some(program) => Err(Error::usage_error(message!(
            "dashes_before_engine_missing",
            "{program} is a program, not a script; write `--` before the engine: -- {program}",
            program
        ))),
    }
}

/// Removes repeated names: several names of a command line may lead to the same file, for example its directory and its
/// own name.
fn without_duplicates(mut names: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.retain(|it| seen.insert(it.clone()));
    names
}

fn files_of_name(name: &str) -> Result<FoundFiles, Error> {
    let path = Path::new(name);
    if path.is_dir() {
        return files_in(path);
    }
    if name.contains(['*', '?']) && !path.exists() {
        return expand_glob(name);
    }
    Ok(FoundFiles {
        scripts: vec![complete_short_id(name)?],
        ..FoundFiles::default()
    })
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

/// Returns the scenario ids that the glob matches. If it matches no scenario id, it is a glob of files that the shell
/// did not expand.
fn expand_glob(name: &str) -> Result<FoundFiles, Error> {
    let matching = |it: &&str| glob::matches_glob(name, it);
    let ids: Vec<String> = scenarios::embedded_scenario_ids()
        .filter(matching)
        .map(str::to_owned)
        .collect();
    let fixed: PathBuf = Path::new(name)
        .components()
        .take_while(|it| !it.as_os_str().to_string_lossy().contains(['*', '?']))
        .collect();
    let root = match fixed.as_os_str().is_empty() {
        true => Path::new("."),
        false => &fixed,
    };
    if !ids.is_empty() || !root.is_dir() {
        return Ok(FoundFiles {
            scripts: ids,
            ..FoundFiles::default()
        });
    }
    let wanted = name.trim_start_matches("./").replace("**/", "*");
    let mut found = files_in(root)?;
    for files in [&mut found.scripts, &mut found.suites, &mut found.misnamed] {
        files.retain(|it| glob::matches_glob(&wanted, it.trim_start_matches("./")));
    }
    Ok(found)
}

/// The error for a directory without files to play, or for a glob that matches nothing.
fn no_file_error(name: &str, plays_suites: bool) -> Error {
    let nearest = suggest::nearest_glob(name, scenarios::embedded_scenario_ids());
    Error::usage_error(match (Path::new(name).is_dir(), plays_suites, nearest) {
        (true, false, _) => message!(
            "directory_without_scripts",
            "{directory}: this directory and its folders have no file that ends in .script",
            directory = name
        ),
        (true, true, _) => message!(
            "directory_without_scripts_and_suites",
            "{directory}: this directory and its folders have no file that ends in .script or .tst",
            directory = name
        ),
        (false, _, Some(nearest)) => message!(
            "script_glob_misspelt",
            "`{glob}` matches no file and no embedded script; did you mean `{nearest}`?",
            glob = name,
            nearest
        ),
        (false, _, None) => message!(
            "script_glob_unmatched",
            "`{glob}` matches no file and no embedded script; `ponderhit scenarios` lists the embedded scripts",
            glob = name
        ),
    })
}

/// Returns the files in a directory and its subdirectories, sorted. Links are followed, but each directory is read once.
fn files_in(directory: &Path) -> Result<FoundFiles, Error> {
    let mut found = FoundFiles::default();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![(directory.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        let wrong = |err| Error::file_error(folder.display(), err);
        if !seen.insert(folder.canonicalize().map_err(wrong)?) {
            continue;
        }
        for entry in fs::read_dir(&folder).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            let path = entry.path();
            let name = path.display().to_string();
            if path.is_dir() && depth < MAX_DIRECTORY_DEPTH {
                waiting.push((path, depth + 1));
            } else if has_script_suffix(&path) {
                found.scripts.push(name);
            } else if path.is_file() && regression::protocol_of_suite(&path).is_some() {
                found.suites.push(name);
            } else if path.is_file() && looks_like_script(&path) {
                found.misnamed.push(name);
            }
        }
    }
    found.scripts.sort();
    found.suites.sort();
    found.misnamed.sort();
    Ok(found)
}

fn has_script_suffix(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(SCRIPT_SUFFIX))
}

/// True if the name of a file does not end in .script, but its first line begins like the first line of a script, or a
/// line is the expected answer of a regression suite.
fn looks_like_script(path: &Path) -> bool {
    let other = [TRANSCRIPT_SUFFIX, MARKDOWN_SUFFIX];
    if path
        .extension()
        .is_some_and(|it| other.iter().any(|other| it == *other))
        || (ENDINGS_OF_COPIES.iter()).any(|it| path.to_string_lossy().ends_with(it))
    {
        return false;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|it| it.take(MAX_HEAD_BYTES).read_to_end(&mut head));
    let mut lines = head.split(|it| *it == b'\n');
    if lines.clone().any(|it| it.starts_with(EXPECTED_ANSWER)) {
        return true;
    }
    let first = lines.find(|it| !it.trim_ascii().is_empty() && !it.starts_with(b"#"));
    read.is_ok()
        && first.is_some_and(|it| match it.strip_prefix(b"@") {
            Some(directive) => transcript::begins_with_directive(directive),
            None => it.starts_with(b"> "),
        })
}

/// True if a name means a program and not a script: a name on the PATH, or an executable file without the extension of
/// scripts.
fn is_program(name: &str) -> bool {
    let path = Path::new(name);
    if has_script_suffix(path)
        || regression::protocol_of_suite(path).is_some()
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
