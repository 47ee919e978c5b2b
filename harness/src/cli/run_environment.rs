//! Where and when a run took place, and with which engine: the date, the machine, and the hashes of the engine's files.

use std::{
    collections::BTreeMap,
    env,
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use crate::{link::clock, verdict::RunDetails};

/// The size in bytes above which a file is not hashed, because a word of the engine's command line may name a huge
/// tablebase.
const MAX_HASHED_BYTES: u64 = 1 << 30;

/// Adds the date, the name of the machine, and the hashes of the files that the engine's command line names.
pub(super) fn describe_run(run: &mut RunDetails, command: &[String], cwd: Option<&Path>) {
    run.date = clock::utc_now();
    run.host = host_name();
    run.commit = find_commit(|it| env::var(it).ok());
    // In a report that is merged from shards, the machines of the shards have already hashed the files.
    if run.engine_files.is_empty() {
        run.engine_files = hash_files(command, cwd.unwrap_or(Path::new("")));
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
/// names two files.
fn hash_files(command: &[String], cwd: &Path) -> BTreeMap<String, String> {
    let mut hashes = BTreeMap::new();
    for (index, word) in command.iter().enumerate() {
        let path = match index {
            0 => find_program(word),
            _ => Some(cwd.join(word)),
        };
        let path = path.filter(|it| {
            it.metadata()
                .is_ok_and(|it| it.is_file() && it.len() <= MAX_HASHED_BYTES)
        });
        if let Some(Ok(hash)) = path.map(|it| hash_file(&it)) {
            hashes.insert(word.clone(), hash);
        }
    }
    hashes
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
    use super::{find_commit, hash_files};

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
}
