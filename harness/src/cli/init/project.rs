//! Finds the engine of a directory: its program, the command that builds it, and the protocol that its source files
//! mention.

use std::{
    fs::{self, File},
    io::Read as _,
    path::Path,
};

use regex::bytes::Regex;
use toml::Table;

use crate::protocol::{self, Protocol};

/// The maximum size of a source file or build file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The maximum number of source files that are read.
const MAX_SOURCE_FILES: usize = 500;

/// The maximum depth of the directories that are searched for source files.
const MAX_DIRECTORY_DEPTH: usize = 4;

/// Directories with files that were generated, or that belong to other projects.
const SKIPPED_DIRECTORIES: [&str; 9] = [
    "build",
    "dist",
    "external",
    "node_modules",
    "target",
    "third_party",
    "vendor",
    "venv",
    "__pycache__",
];

const SOURCE_EXTENSIONS: [&str; 22] = [
    "c", "cc", "cpp", "cs", "cxx", "d", "go", "h", "hpp", "java", "js", "kt", "lua", "nim", "pas",
    "py", "rb", "rs", "scala", "swift", "ts", "zig",
];

/// The makefile variables that name the program.
const PROGRAM_VARIABLES: &str = "EXE|EXECUTABLE|TARGET|BIN|BINARY|PROG|PROGRAM|NAME|OUT|OUTPUT";

/// The first bytes of executable files on Linux, macOS (two kinds) and Windows.
const PROGRAM_MAGIC: [&[u8]; 4] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ"];

/// The engine that `init` has found in a project directory.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Project {
    /// The command line that starts the engine.
    pub(super) engine_command: Vec<String>,
    /// The command line that builds the engine.
    pub(super) build_command: Option<String>,
    /// The name of the file in which the engine was found.
    pub(super) found_in_file: String,
}

/// Finds the engine of a directory by its build files, its Python files, or the only executable file in it.
pub(super) fn find_project(directory: &Path) -> Option<Project> {
    let kinds = [
        cargo_project,
        go_project,
        cmake_project,
        meson_project,
        make_project,
        python_project,
        project_of_only_program,
    ];
    kinds.iter().find_map(|it| it(directory))
}

/// Finds the protocol whose first command stands in quotes in the source files; also returns the file with this
/// command. Returns `None` if the sources contain the first command of no protocol, or of several.
pub(super) fn protocol_in_sources(directory: &Path) -> Option<(&'static dyn Protocol, String)> {
    let mut files = Vec::new();
    collect_source_files(directory, "", 0, &mut files);
    let mut found: Option<(&'static dyn Protocol, String)> = None;
    for file in files {
        let Some(text) = read_bytes(&directory.join(&file)) else {
            continue;
        };
        for protocol in protocols_in(&text) {
            match &found {
                Some((other, _)) if other.name() != protocol.name() => return None,
                Some(_) => (),
                None => found = Some((protocol, file.clone())),
            }
        }
    }
    found
}

/// The protocols whose first command stands in quotes in a source text.
fn protocols_in(text: &[u8]) -> Vec<&'static dyn Protocol> {
    let all = protocol::ALL_PROTOCOLS.iter().copied();
    all.filter(|it| {
        let handshake = it.new_dialogue().handshake();
        let command = handshake.first().map(|it| it.command.clone());
        let command = command.unwrap_or_default();
        let word = String::from_utf8_lossy(&command);
        let pattern = format!("(?-u)[\"']{}(?:[\"'\\s]|\\\\n)", regex::escape(word.trim()));
        !word.trim().is_empty() && Regex::new(&pattern).is_ok_and(|it| it.is_match(text))
    })
    .collect()
}

/// Collects the paths of source files, sorted; the paths are relative to the directory in which the search began.
fn collect_source_files(directory: &Path, prefix: &str, depth: usize, files: &mut Vec<String>) {
    for (name, is_directory) in sorted_entries(directory) {
        if files.len() >= MAX_SOURCE_FILES {
            return;
        }
        let path = format!("{prefix}{name}");
        if is_directory {
            if depth < MAX_DIRECTORY_DEPTH
                && !name.starts_with('.')
                && !SKIPPED_DIRECTORIES.contains(&&*name)
            {
                collect_source_files(
                    &directory.join(&name),
                    &format!("{path}/"),
                    depth + 1,
                    files,
                );
            }
        } else if has_source_extension(&name) {
            files.push(path);
        }
    }
}

fn has_source_extension(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|it| it.1.to_lowercase());
    extension.is_some_and(|it| SOURCE_EXTENSIONS.contains(&&*it))
}

/// The names of the files and subdirectories in a directory, each with a flag that is true for a subdirectory. Links
/// are not followed.
fn sorted_entries(directory: &Path) -> Vec<(String, bool)> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type())
            && (kind.is_dir() || kind.is_file())
        {
            entries.push((name, kind.is_dir()));
        }
    }
    entries.sort();
    entries
}

/// Reads a file; returns `None` if the file is too large or cannot be read.
fn read_bytes(path: &Path) -> Option<Vec<u8>> {
    let file = File::open(path).ok().filter(|it| {
        it.metadata()
            .is_ok_and(|it| it.is_file() && it.len() <= MAX_FILE_BYTES)
    })?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn read_text(directory: &Path, name: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&read_bytes(&directory.join(name))?).into_owned())
}

/// Returns a project whose engine is started by a single word, the path of its program.
fn project_with_program(
    path: String,
    build: impl Into<String>,
    found_in: impl Into<String>,
) -> Option<Project> {
    Some(Project {
        engine_command: vec![path],
        build_command: Some(build.into()),
        found_in_file: found_in.into(),
    })
}

fn cargo_project(directory: &Path) -> Option<Project> {
    const CARGO_MANIFEST: &str = "Cargo.toml";
    let manifest: Table = toml::from_str(&read_text(directory, CARGO_MANIFEST)?).ok()?;
    let package = manifest.get("package")?.as_table()?;
    let named = |it: &Table, key: &str| Some(it.get(key)?.as_str()?.to_owned());
    let binaries = manifest.get("bin").and_then(|it| it.as_array());
    let first = binaries.and_then(|it| named(it.first()?.as_table()?, "name"));
    let name = match (named(package, "default-run"), first) {
        (Some(name), _) | (None, Some(name)) => name,
        // Without a `[[bin]]` table, Cargo builds programs only from `src/main.rs` and from the files in `src/bin`.
        _ if directory.join("src/main.rs").is_file() => named(package, "name")?,
        _ => {
            let mut files = sorted_entries(&directory.join("src/bin")).into_iter();
            files.find_map(|it| Some(it.0.strip_suffix(".rs")?.to_owned()))?
        }
    };
    project_with_program(
        format!("target/release/{name}"),
        "cargo build --release",
        CARGO_MANIFEST,
    )
}

fn go_project(directory: &Path) -> Option<Project> {
    const GO_MODULE_FILE: &str = "go.mod";
    let text = read_text(directory, GO_MODULE_FILE)?;
    let module = text.lines().find_map(|it| it.strip_prefix("module "))?;
    let name = module
        .trim()
        .rsplit('/')
        .next()
        .filter(|it| needs_no_quotes(it))?;
    project_with_program(
        format!("./{name}"),
        format!("go build -o {name} ."),
        GO_MODULE_FILE,
    )
}

fn cmake_project(directory: &Path) -> Option<Project> {
    const CMAKE_FILE: &str = "CMakeLists.txt";
    let text = read_text(directory, CMAKE_FILE)?;
    let name = first_captured_group(&text, r"(?i)add_executable\s*\(\s*([A-Za-z0-9_.-]+)")
        .or_else(|| first_captured_group(&text, r"(?i)project\s*\(\s*([A-Za-z0-9_.-]+)"))?;
    let build = "cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build";
    project_with_program(format!("build/{name}"), build, CMAKE_FILE)
}

fn meson_project(directory: &Path) -> Option<Project> {
    const MESON_FILE: &str = "meson.build";
    let text = read_text(directory, MESON_FILE)?;
    let name = first_captured_group(&text, r"executable\s*\(\s*'([A-Za-z0-9_.-]+)'")?;
    let build = "meson setup build --buildtype release && meson compile -C build";
    project_with_program(format!("build/{name}"), build, MESON_FILE)
}

/// Makefiles are in the directory itself, or in `src`.
fn make_project(directory: &Path) -> Option<Project> {
    for (folder, build) in [("", "make"), ("src/", "make -C src")] {
        for file in ["Makefile", "makefile", "GNUmakefile"] {
            let file = format!("{folder}{file}");
            let Some(text) = read_text(directory, &file) else {
                continue;
            };
            let variable =
                format!(r"(?m)^\s*(?:{PROGRAM_VARIABLES})\s*[:?]?=\s*([A-Za-z0-9_./-]+)\s*$");
            let name = first_captured_group(&text, &variable).or_else(|| {
                let name = directory.canonicalize().ok()?;
                let name = name.file_name()?.to_str()?.to_owned();
                Some(name).filter(|it| needs_no_quotes(it))
            })?;
            let name = name.trim_start_matches("./");
            return project_with_program(format!("./{folder}{name}"), build, file);
        }
    }
    None
}

fn python_project(directory: &Path) -> Option<Project> {
    let entries = sorted_entries(directory).into_iter();
    let files = entries.filter(|it| !it.1 && it.0.ends_with(".py"));
    let files: Vec<String> = files.map(|it| it.0).collect();
    let speaks = |it: &&String| {
        let text = read_bytes(&directory.join(it));
        !it.starts_with("test") && text.is_some_and(|it| !protocols_in(&it).is_empty())
    };
    let is_main = |it: &&String| ["engine.py", "main.py", "__main__.py"].contains(&it.as_str());
    let only = files.first().filter(|_| files.len() == 1);
    let file = files
        .iter()
        .find(speaks)
        .or(files.iter().find(is_main))
        .or(only)?;
    Some(Project {
        engine_command: vec!["python3".to_owned(), file.clone()],
        build_command: None,
        found_in_file: file.clone(),
    })
}

/// Returns the only executable file of a directory without build files.
fn project_of_only_program(directory: &Path) -> Option<Project> {
    let is_program = |name: &str| {
        let mut start = Vec::new();
        let file = File::open(directory.join(name)).ok();
        let read = file.and_then(|it| it.take(4).read_to_end(&mut start).ok());
        let is_library = [".so", ".dll", ".dylib", ".o", ".class"]
            .iter()
            .any(|it| name.ends_with(it));
        read.is_some() && !is_library && PROGRAM_MAGIC.iter().any(|it| start.starts_with(it))
    };
    let entries = sorted_entries(directory).into_iter();
    let mut programs = entries.filter(|it| !it.1 && is_program(&it.0));
    match (programs.next(), programs.next()) {
        (Some((name, _)), None) => Some(Project {
            engine_command: vec![format!("./{name}")],
            build_command: None,
            found_in_file: name,
        }),
        _ => None,
    }
}

/// Returns the command that builds a project in Java. The build file of such a project does not show how to start the
/// engine.
pub(super) fn java_build_command(directory: &Path) -> Option<String> {
    let commands = [
        ("pom.xml", "mvn -B package"),
        ("gradlew", "./gradlew build"),
        ("build.gradle", "gradle build"),
        ("build.gradle.kts", "gradle build"),
    ];
    let mut found = commands.iter().filter(|it| directory.join(it.0).is_file());
    found.next().map(|it| it.1.to_owned())
}

/// Returns the text of the first group in the first match of `pattern`.
fn first_captured_group(text: &str, pattern: &str) -> Option<String> {
    let pattern = regex::Regex::new(&format!("(?-u){pattern}")).ok()?;
    Some(pattern.captures(text)?.get(1)?.as_str().to_owned())
}

/// True if the name needs no quotes in a shell and in YAML.
fn needs_no_quotes(name: &str) -> bool {
    let is_plain_char = |it: char| it.is_ascii_alphanumeric() || "._-".contains(it);
    name.starts_with(|it: char| it.is_ascii_alphanumeric()) && name.chars().all(is_plain_char)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the command line of the engine in a directory with these files, and the command that builds it.
    fn engine_of(files: &[(&str, &str)]) -> (String, String) {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let project = find_project(dir.path());
        project.map_or_else(Default::default, |it| {
            (
                it.engine_command.join(" "),
                it.build_command.unwrap_or_default(),
            )
        })
    }

    #[test]
    fn the_engine_is_found_by_the_build_file() {
        let package = "[package]\nname = \"my-engine\"\n";
        for (files, engine, build) in [
            (
                &[("Cargo.toml", package), ("src/main.rs", "")][..],
                "target/release/my-engine",
                "cargo build --release",
            ),
            (
                &[("Cargo.toml", package), ("src/bin/uci.rs", "")],
                "target/release/uci",
                "cargo build --release",
            ),
            (
                &[(
                    "Cargo.toml",
                    "[package]\nname = \"a\"\n[[bin]]\nname = \"b\"\n",
                )],
                "target/release/b",
                "cargo build --release",
            ),
            (
                &[("Makefile", "CC = gcc\nEXE := bin/gnat\nall: $(EXE)\n")],
                "./bin/gnat",
                "make",
            ),
            (
                &[("src/Makefile", "EXE=fish\n")],
                "./src/fish",
                "make -C src",
            ),
            (
                &[(
                    "CMakeLists.txt",
                    "project(Games)\nadd_executable(rook main.cpp)\n",
                )],
                "build/rook",
                "cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build",
            ),
            (
                &[(
                    "meson.build",
                    "project('p', 'c')\nexecutable('rook', 'main.c')\n",
                )],
                "build/rook",
                "meson setup build --buildtype release && meson compile -C build",
            ),
        ] {
            assert_eq!(
                engine_of(files),
                (engine.to_owned(), build.to_owned()),
                "{files:?}"
            );
        }
    }

    #[test]
    fn the_engine_is_found_by_its_own_files() {
        for (files, engine, build) in [
            (
                &[("go.mod", "module example.com/a/gobot\n\ngo 1.22\n")][..],
                "./gobot",
                "go build -o gobot .",
            ),
            (
                &[
                    ("board.py", ""),
                    ("shell.py", "if word == 'uci':\n"),
                    ("test_all.py", "'uci'"),
                ],
                "python3 shell.py",
                "",
            ),
            (
                &[("engine.py", ""), ("other.py", "")],
                "python3 engine.py",
                "",
            ),
            (&[("notes.txt", ""), ("bot", "\u{7f}ELF...")], "./bot", ""),
        ] {
            assert_eq!(
                engine_of(files),
                (engine.to_owned(), build.to_owned()),
                "{files:?}"
            );
        }
    }

    #[test]
    fn no_engine_is_found_without_one_clear_candidate() {
        for files in [
            &[][..],
            &[("Cargo.toml", "[workspace]\nmembers = []\n")],
            &[
                ("Cargo.toml", "[package]\nname = \"library\"\n"),
                ("src/lib.rs", ""),
            ],
            &[("Cargo.toml", "[[[")],
            &[("go.mod", "module example.com/a/$(rm)\n")],
            &[("a.py", ""), ("b.py", "")],
            &[("a", "\u{7f}ELF"), ("b", "\u{7f}ELF")],
        ] {
            assert_eq!(
                engine_of(files),
                (String::new(), String::new()),
                "{files:?}"
            );
        }
    }

    #[test]
    fn the_protocol_is_that_of_the_first_command_in_quotes() {
        for (text, expected) in [
            (r#"if (line == "ucci")"#, &["ucci"][..]),
            (r#"strcmp(line, "uci\n")"#, &["uci"]),
            ("match word { b\"uci\" => ... }", &["uci"]),
            ("'protocol_version': 2", &["gtp"]),
            (r#""ucinewgame" and uci"#, &[]),
            (r#""ucci" or "uci""#, &["ucci", "uci"]),
        ] {
            let found = protocols_in(text.as_bytes());
            let found: Vec<&str> = found.iter().map(|it| it.name()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
