//! Where and when a run took place, and with which engine: the date, the machine, and the hashes of the engine's files.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use crate::{link::clock, verdict::RunDetails};

/// The size in bytes above which a file is not hashed, because a word of the engine's command line may name a huge
/// tablebase.
const MAX_HASHED_BYTES: u64 = 1 << 30;

/// The size in bytes up to which a script is read for the names of the files that it starts.
const MAX_SCRIPT_BYTES: u64 = 1 << 16;

/// The number of words of a start script that may be names of files.
const MAX_SCRIPT_WORDS: usize = 4_096;

/// The number of files that start scripts name, and of folders that one of them names.
const MAX_NAMED_FILES: usize = 200;
const MAX_NAMED_FOLDERS: usize = 16;

/// How often a start script may change to another folder.
const MAX_FOLDER_CHANGES: usize = 2;

/// The number of sources beside a source that are hashed, too, and how deep their folders are.
const MAX_MODULES: usize = 500;
const MAX_PACKAGE_DEPTH: usize = 4;

/// The number of files and folders that are listed in the folders beside a source.
const MAX_LISTED_FILES: usize = 5_000;

/// Folders beside a source that have no sources of the engine.
const OTHER_FOLDERS: [&str; 5] = ["__pycache__", "build", "node_modules", "target", "venv"];

/// The option of Python before the name of a module.
const MODULE_OPTION: &str = "-m";

/// The extensions of sources that an interpreter runs.
const INTERPRETED_EXTENSIONS: [&str; 6] = ["js", "lua", "mjs", "pl", "py", "rb"];

/// The extensions of files that are programs, whether or not they may be executed.
const PROGRAM_EXTENSIONS: [&str; 12] = [
    "bat", "cmd", "dll", "exe", "jar", "js", "lua", "mjs", "pl", "py", "rb", "so",
];

/// Adds the date, the name of the machine, and the hashes of the files that the engine's command line names.
pub(super) fn describe_run(run: &mut RunDetails, command: &[String], cwd: Option<&Path>) {
    run.date = clock::utc_now();
    run.host = host_name();
    run.commit = find_commit(|it| env::var(it).ok());
    // In a report that is merged from shards, the machines of the shards have already hashed the files.
    if run.engine_files.is_empty() {
        let cwd = cwd.unwrap_or(Path::new(""));
        let hashes = hash_files(command, cwd).into_iter();
        // A later run finds the files without the option that named the engine's directory.
        let hashes = hashes.map(|(name, hash)| (cwd.join(name).display().to_string(), hash));
        run.engine_files = hashes.collect();
    }
}

/// The files of the engine that have changed since a run on this machine.
pub(super) fn changed_engine_files(run: &RunDetails) -> Vec<String> {
    if run.host.is_none() || run.host != host_name() {
        return Vec::new();
    }
    let has_changed = |name: &str, was: &str| {
        let now = hash_file(&Path::new(&run.cwd).join(name));
        now.is_ok_and(|now| now != was)
    };
    let files = run.engine_files.iter();
    files
        .filter(|(name, was)| has_changed(name, was))
        .map(|it| it.0.clone())
        .collect()
}

/// The commit that the CI system builds.
fn find_commit(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut values = ["GITHUB_SHA", "CI_COMMIT_SHA"].into_iter().map(variable);
    values.find_map(|it| it.filter(|value| !value.is_empty()))
}

/// The name of the machine.
fn host_name() -> Option<String> {
    let variable = |name: &str| env::var(name).ok();
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name
        .or_else(|| variable("HOSTNAME"))
        .or_else(|| variable("COMPUTERNAME"));
    let name = name?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Returns the hashes of the program and of all arguments that are files. For example, the command `python3 engine.py`
/// names two files. A start script names further files, for example the program that it starts: see [`program_files`].
fn hash_files(command: &[String], cwd: &Path) -> BTreeMap<String, String> {
    let mut hashes = BTreeMap::new();
    let mut add = |name: &str, path: &Path| {
        let metadata = path.metadata();
        let is_small = |it: &fs::Metadata| it.is_file() && it.len() <= MAX_HASHED_BYTES;
        if metadata.as_ref().is_ok_and(is_small)
            && let Ok(hash) = hash_file(path)
        {
            hashes.insert(name.to_owned(), hash);
        }
    };
    let mut sources = Vec::new();
    // A word with several words in it is the command line that a shell runs.
    for line in command.iter().filter(|it| it.contains(char::is_whitespace)) {
        sources.extend(program_files(files_named_by(line, cwd, cwd), cwd));
    }
    for file in &sources {
        add(&shown_path(file, cwd), file);
    }
    for (index, word) in command.iter().enumerate() {
        let path = match index {
            0 => find_program(word),
            _ => Some(cwd.join(word)),
        };
        let Some(path) = path else { continue };
        add(word, &path);
        let named = program_files(files_named_in(&path, cwd), cwd);
        for file in &named {
            add(&shown_path(file, cwd), file);
        }
        sources.extend(named);
        sources.push(path);
    }
    for pair in command.windows(2).filter(|it| it[0] == MODULE_OPTION) {
        if let Some(file) = module_file(&pair[1], &[cwd]) {
            add(&shown_path(&file, cwd), &file);
            sources.push(file);
        }
    }
    let modules = sources.iter().flat_map(|it| modules_beside(it));
    for module in modules.filter(|it| !sources.contains(it)) {
        add(&shown_path(&module, cwd), &module);
    }
    hashes
}

/// The name of a file in the report: relative to the working directory, if the file is below it.
fn shown_path(file: &Path, cwd: &Path) -> String {
    file.strip_prefix(cwd)
        .unwrap_or(file)
        .to_string_lossy()
        .into_owned()
}

/// The sources beside a source that an interpreter runs, and in the folders beside it, because it may import them. If the
/// folders have too many files, such as those of a home directory, only the sources beside the source count.
fn modules_beside(source: &Path) -> Vec<PathBuf> {
    let extension = source.extension().map(OsStr::to_ascii_lowercase);
    let extension = extension
        .as_ref()
        .and_then(|it| it.to_str())
        .filter(|it| INTERPRETED_EXTENSIONS.contains(it));
    let Some(extension) = extension else {
        return Vec::new();
    };
    let folder = source.parent().unwrap_or(Path::new(""));
    let (mut modules, packages) = modules_and_packages(folder, extension, &mut { usize::MAX });
    let mut files_left = MAX_LISTED_FILES;
    let beside = modules.clone();
    let mut waiting: Vec<(PathBuf, usize)> = packages.into_iter().map(|it| (it, 1)).collect();
    while let Some((package, depth)) = waiting.pop() {
        let (more, packages) = modules_and_packages(&package, extension, &mut files_left);
        modules.extend(more);
        if depth < MAX_PACKAGE_DEPTH {
            waiting.extend(packages.into_iter().map(|it| (it, depth + 1)));
        }
        if files_left == 0 || modules.len() > MAX_MODULES {
            modules = beside;
            break;
        }
    }
    modules.sort();
    modules.truncate(MAX_MODULES);
    modules
}

/// The sources with an extension in a folder, and the folders in it that may have sources, too.
fn modules_and_packages(
    folder: &Path,
    extension: &str,
    files_left: &mut usize,
) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let entries = match folder.as_os_str().is_empty() {
        true => fs::read_dir("."),
        false => fs::read_dir(folder),
    };
    let (mut modules, mut packages) = (Vec::new(), Vec::new());
    for entry in entries.into_iter().flatten().flatten() {
        *files_left = files_left.saturating_sub(1);
        if *files_left == 0 {
            break;
        }
        let (path, name) = (folder.join(entry.file_name()), entry.file_name());
        let name = name.to_str().unwrap_or(".");
        let is_module = |it: &OsStr| it.eq_ignore_ascii_case(extension);
        // Links to folders are not followed, because they may lead in a circle.
        if entry.file_type().is_ok_and(|it| it.is_dir()) {
            if !name.starts_with('.') && !OTHER_FOLDERS.contains(&name) {
                packages.push(path);
            }
        } else if path.extension().is_some_and(is_module) {
            modules.push(path);
        }
    }
    (modules, packages)
}

/// The programs and the sources that start scripts name, for example `./engine` in `exec ./engine "$@"`, and those that
/// the start scripts among them name. If they change, the script starts another engine, although the script is the same.
/// Other files that it names, such as a log, may change while the engine stays the same.
fn program_files(named: Vec<PathBuf>, cwd: &Path) -> Vec<PathBuf> {
    let (mut files, mut waiting) = (Vec::new(), named);
    while let Some(file) = waiting.pop() {
        if files.len() < MAX_NAMED_FILES && !files.contains(&file) {
            waiting.extend(files_named_in(&file, cwd));
            files.push(file);
        }
    }
    files
}

/// The programs and the sources that a start script names.
fn files_named_in(script: &Path, cwd: &Path) -> Vec<PathBuf> {
    let Some(text) = read_start_script(script) else {
        return Vec::new();
    };
    let commands: Vec<&str> = text.lines().filter(|it| !it.starts_with("#")).collect();
    let folder = script.parent().unwrap_or(Path::new(""));
    files_named_by(&commands.join("\n"), folder, cwd)
}

/// The programs and the sources that command lines name. A name may be relative to the working directory, to the folder
/// of the start script, or to a folder that the command lines name; all files count that exist at one of these places.
fn files_named_by(commands: &str, folder: &Path, cwd: &Path) -> Vec<PathBuf> {
    let is_of_path = |it: char| it.is_alphanumeric() || "._-+/\\~@:".contains(it);
    let words = commands.split(|letter| !is_of_path(letter));
    let words = words.filter(|it| it.len() > 1);
    let words: Vec<&str> = words.take(MAX_SCRIPT_WORDS).collect();
    // What is left of `$(dirname "$0")/engine`, `$FOLDER/engine` and `%~dp0engine.exe`.
    let rest_of = |word: &str| {
        let rest = word.trim_start_matches("~dp0");
        rest.trim_start_matches("./")
            .trim_start_matches(['/', '\\'])
            .to_owned()
    };
    let distinct_words: BTreeSet<&str> = words.iter().copied().collect();
    // The script may change to a folder that it names, and from there to another one.
    let mut named_folders: Vec<PathBuf> = Vec::new();
    for depth in 0..MAX_FOLDER_CHANGES {
        let from: Vec<PathBuf> = match depth {
            0 => vec![folder.to_owned(), cwd.to_owned()],
            _ => named_folders.clone(),
        };
        let pairs = from
            .iter()
            .flat_map(|from| distinct_words.iter().map(move |it| (from, it)));
        let places = pairs.flat_map(|(from, word)| [from.join(rest_of(word)), from.join(word)]);
        for place in places {
            let is_new = !named_folders.contains(&place) && named_folders.len() < MAX_NAMED_FOLDERS;
            if is_new && place != folder && place != cwd && place.is_dir() {
                named_folders.push(place);
            }
        }
    }
    let mut folders = vec![cwd, folder];
    folders.extend(named_folders.iter().map(PathBuf::as_path));
    let mut files: Vec<PathBuf> = Vec::new();
    for word in &distinct_words {
        let rest = rest_of(word);
        let below = rest.split_once('/').map_or(rest.as_str(), |it| it.1);
        let mut places = vec![cwd.join(word)];
        let rests = [rest.as_str(), below];
        let others = folders[1..].iter();
        places.extend(others.flat_map(|it| rests.map(|rest| it.join(rest))));
        for place in places {
            if is_program(&place) && !files.contains(&place) {
                files.push(place);
            }
        }
    }
    for pair in words.windows(2).filter(|it| it[0] == MODULE_OPTION) {
        files.extend(module_file(pair[1], &folders));
    }
    files
}

/// The source of a module of Python, such as `pkg.main` in `python3 -m pkg.main`.
fn module_file(name: &str, folders: &[&Path]) -> Option<PathBuf> {
    let path = name.replace('.', "/");
    let names = [format!("{path}.py"), format!("{path}/__main__.py")];
    let mut files = folders
        .iter()
        .flat_map(|folder| names.iter().map(move |it| folder.join(it)));
    files.find(|it| it.is_file())
}

/// Returns the text of a file that the shell interprets; a longer file is more than a start script.
fn read_start_script(path: &Path) -> Option<String> {
    let batch = path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("bat") || it.eq_ignore_ascii_case("cmd"));
    let metadata = path.metadata().ok()?;
    if !metadata.is_file() || metadata.len() > MAX_SCRIPT_BYTES {
        return None;
    }
    let text = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    (batch || text.starts_with("#!")).then_some(text)
}

/// Whether a file is a program: one that may be executed, or the source of one.
fn is_program(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let executable = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let executable = false;
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or("");
    let source = PROGRAM_EXTENSIONS.contains(&&*extension.to_ascii_lowercase());
    metadata.is_file() && (executable || source)
}

/// Finds a program as the operating system does: a name without a path separator is searched in the directories of
/// PATH.
pub(super) fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains(['/', '\\']) {
        return Some(PathBuf::from(name));
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|it| it.join(name))
        .find(|it| it.is_file())
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => hash.update(&buffer[..count]),
        }
    }
    Ok(hash
        .finalize()
        .iter()
        .map(|it| format!("{it:02x}"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::{files_named_in, find_commit, hash_files};

    #[test]
    fn an_empty_variable_names_no_commit() {
        let named = |it: &str| Some(if it == "CI_COMMIT_SHA" { "abc" } else { "" }.to_owned());
        assert_eq!(find_commit(named).as_deref(), Some("abc"));
        assert_eq!(find_commit(|_| None), None);
    }

    #[test]
    fn the_program_and_its_files_are_hashed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("engine.py"), "abc").unwrap();
        let command = ["no-such-program", "engine.py", "--flag"].map(str::to_owned);
        let hashes = hash_files(&command, folder.path());
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(
            hashes.into_iter().collect::<Vec<_>>(),
            [("engine.py".to_owned(), hash.to_owned())]
        );
    }

    /// A start script may start another one, which changes to a folder and starts a module of a package.
    #[cfg(unix)]
    #[test]
    fn the_engine_behind_several_scripts_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(&path, mode).unwrap();
        };
        write("two", "#!/bin/sh\nexec eng/start\n");
        write(
            "eng/start",
            "#!/bin/sh\ncd \"$(dirname \"$0\")\"\nexec ./bin/engine\n",
        );
        write("eng/bin/engine", "abc");
        write("three", "#!/bin/sh\ncd py && exec python3 -m pkg.core\n");
        write("py/pkg/core.py", "from . import deep");
        write("py/pkg/deep/__init__.py", "abc");
        write("py/pkg/__pycache__/core.py", "abc");
        let hashed = |command: &[&str]| -> Vec<String> {
            let command: Vec<String> = command.iter().map(|it| (*it).to_owned()).collect();
            hash_files(&command, folder.path()).into_keys().collect()
        };
        assert_eq!(
            hashed(&["no-such-program", "two"]),
            ["eng/bin/engine", "eng/start", "two"]
        );
        let modules = ["py/pkg/core.py", "py/pkg/deep/__init__.py"];
        assert_eq!(
            hashed(&["no-such-program", "three"]),
            [&modules[..], &["three"]].concat()
        );
        assert_eq!(hashed(&["no-such-program", "-m", "py.pkg.core"]), modules);
        // A program with the same name at another place may be the engine, too.
        write("eng/engine", "abc");
        write(
            "four",
            "#!/bin/sh\ncd \"$(dirname \"$0\")\"/eng && cd bin && ./engine\n",
        );
        let both = ["eng/bin/engine", "eng/engine"];
        assert_eq!(
            hashed(&["no-such-program", "four"]),
            [&both[..], &["four"]].concat()
        );
        assert_eq!(
            hashed(&["no-such-program", "-c", "cd eng/bin; exec ./engine -x"]),
            ["eng/bin/engine"]
        );
        write("main.py", "from py.pkg import core");
        assert_eq!(
            hashed(&["no-such-program", "main.py"]),
            [&["main.py"], &modules[..]].concat()
        );
        // A program in a large folder, such as a home directory, does not list all of it.
        std::fs::create_dir(folder.path().join("home")).unwrap();
        for number in 0..super::MAX_LISTED_FILES {
            let path = folder.path().join(format!("home/{number}"));
            std::fs::write(path, "").unwrap();
        }
        assert_eq!(hashed(&["no-such-program", "main.py"]), ["main.py"]);
    }

    #[test]
    fn a_start_script_names_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::create_dir(folder.path().join("bin")).unwrap();
        write("bin/main.py", "abc");
        write("bin/other.exe", "abc");
        write("bin/rules.py", "abc");
        write("games.log", "changes");
        let script = "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit\n\
            exec python3 bin/main.py --book=$HOME/bin/other.exe 2>>games.log\n";
        write("start.sh", script);
        let command = ["no-such-program", "start.sh"].map(str::to_owned);
        let named = hash_files(&command, folder.path()).into_keys();
        assert_eq!(
            named.collect::<Vec<_>>(),
            ["bin/main.py", "bin/other.exe", "bin/rules.py", "start.sh"]
        );
        write("start.bat", "@echo off\r\n\"%~dp0bin\\main.py\" %*\r\n");
        assert_eq!(
            files_named_in(&folder.path().join("start.bat"), folder.path()).len(),
            usize::from(cfg!(windows))
        );
    }
}
