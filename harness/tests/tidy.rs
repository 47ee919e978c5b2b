//! Tests of the source files: allowed dependencies, file sizes, and generated lists and pages.

#[path = "tidy/files.rs"]
mod files;
#[path = "tidy/layers.rs"]
mod layers;
#[path = "tidy/messages.rs"]
mod messages;
#[path = "tidy/source.rs"]
mod source;
#[path = "tidy/words.rs"]
mod words;

use std::{collections::BTreeSet, env, fs, path::PathBuf};

use files::files_below;

use ponderhit::{protocol, transcript::Script};

/// A file that no module declares is not compiled, so nothing would show that it is out of date.
#[test]
fn every_source_file_is_a_declared_module() {
    for file in source_files("src") {
        let stem = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let folder = file.parent().unwrap();
        let is_root = ["lib", "main"].contains(&stem.as_str());
        let parents = [
            folder.join("lib.rs"),
            folder.join("main.rs"),
            folder.with_extension("rs"),
        ];
        let declared = parents.iter().any(|it| {
            let text = fs::read_to_string(it).unwrap_or_default();
            let is_declaration = |line: &str| {
                line.ends_with(&format!("mod {stem};"))
                    || line.starts_with("#[path") && line.contains(&format!("{stem}.rs"))
                    || line.starts_with("#[cfg_attr") && line.contains(&format!("{stem}.rs"))
            };
            text.lines().map(str::trim).any(is_declaration)
        });
        assert!(is_root || declared, "no module declares {}", file.display());
    }
}

/// The maximum number of lines of a source file.
const MAX_FILE_LINES: usize = 600;

#[test]
fn only_the_link_touches_processes_threads_and_clocks() {
    let forbidden = [
        "std::process::Child",
        "std::process::Command",
        "process::Command",
        "std::thread",
        "thread::",
        "Instant",
        "SystemTime",
        "TcpStream",
    ];
    for file in source_files("src") {
        let name = file
            .strip_prefix(package_dir())
            .unwrap()
            .display()
            .to_string();
        if name.starts_with("src/link") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for word in forbidden {
            let used = text
                .lines()
                .any(|line| line.contains(word) && !is_comment(line));
            assert!(!used, "{name} uses {word}: only link/ may");
        }
    }
}

/// Cargo.toml turns `autotests` off, so cargo does not find a new test file by itself.
#[test]
fn every_test_file_belongs_to_a_test_binary() {
    let manifest = fs::read_to_string(package_dir().join("Cargo.toml")).unwrap();
    let modules = fs::read_to_string(package_dir().join("tests/harness.rs")).unwrap();
    let folder = fs::read_dir(package_dir().join("tests")).unwrap();
    let paths = folder.map(|it| it.unwrap().path());
    let files = paths.filter(|it| it.extension().is_some_and(|it| it == "rs"));
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy();
        let is_binary = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
        let module = format!("mod {name};\n");
        let is_module = modules.contains(&module);
        assert!(is_binary || is_module, "tests/{name}.rs is not compiled");
    }
}

/// The packages of the unit tests compile the sources of another package.
#[test]
fn unit_tests_have_the_dependencies_of_their_package() {
    let dependencies = |manifest: &str, section: &str| {
        let manifest = package_dir().join("..").join(manifest).join("Cargo.toml");
        let text = fs::read_to_string(manifest).unwrap();
        let sections = text.split("\n[").filter_map(|it| it.split_once("]\n"));
        let of_section = sections.filter_map(|(name, lines)| {
            let target = name.strip_suffix(section)?.to_owned();
            let is_section = target.is_empty() || target.ends_with('.');
            let lines = lines.lines().filter(|it| it.ends_with(".workspace = true"));
            is_section.then(|| {
                lines
                    .map(move |it| format!("{target}{it}"))
                    .collect::<Vec<_>>()
            })
        });
        of_section.flatten().collect::<BTreeSet<_>>()
    };
    for package in ["engine", "harness"] {
        let needed = dependencies(package, "dependencies");
        let given = dependencies(&format!("{package}/unit-tests"), "dev-dependencies");
        let missing: Vec<_> = needed.difference(&given).collect();
        assert!(
            needed.len() > 1 && missing.is_empty(),
            "{package}: {missing:?}"
        );
    }
}

#[test]
fn rules_use_no_engine_and_no_file() {
    for file in source_files("src/protocol") {
        let text = fs::read_to_string(&file).unwrap();
        for word in ["std::fs", "std::io", "std::env", "link::spawn", "session::"] {
            let used = text
                .lines()
                .any(|line| line.contains(word) && !is_comment(line));
            assert!(!used, "{} uses {word}", file.display());
        }
    }
}

#[test]
fn code_outside_protocol_names_no_protocol_module() {
    for file in source_files("src") {
        let name = file
            .strip_prefix(package_dir())
            .unwrap()
            .display()
            .to_string();
        // `src/fuzz/targets.rs` may name protocols, because each libFuzzer target tests the reference engine of one
        // protocol.
        if name.starts_with("src/protocol") || name == "src/fuzz/targets.rs" {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in ["protocol::ucci", "protocol::uci", "protocol::gtp"] {
                assert!(!code.contains(word), "{name}:{}: {line}", n + 1);
            }
        }
    }
}

#[test]
fn every_file_has_a_description_and_a_maximum_size() {
    let all = [
        "src",
        "tests",
        "examples",
        "../engine/src",
        "../engine/matches/arena",
        "../engine/matches/chess_match",
        "../engine/tests",
        "../examples/rust-engine/src",
        "../fuzz/fuzz_targets",
        "../scripts",
    ];
    for file in all.iter().flat_map(|it| source_files(it)) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text.starts_with("//!"),
            "{} does not say what it is for",
            file.display()
        );
        // A rule's documentation and its tested examples end with the first block of `//!` lines.
        let is_rule = file.components().any(|it| it.as_os_str() == "rules");
        let mut after_header = text.lines().skip_while(|it| it.starts_with("//!"));
        assert!(
            !is_rule || !after_header.any(|it| it.starts_with("//!")),
            "{} has a second block of `//!` lines",
            file.display()
        );
        let lines = text.lines().count();
        assert!(
            lines <= MAX_FILE_LINES,
            "{} has {lines} lines",
            file.display()
        );
    }
}

/// The file of a module must be next to the folder of its submodules, and no file may be named `mod.rs`.
#[test]
fn the_file_of_a_module_has_its_name() {
    for file in ["src", "../engine/src"]
        .iter()
        .flat_map(|it| source_files(it))
    {
        let name = file
            .strip_prefix(package_dir())
            .unwrap_or(&file)
            .display()
            .to_string();
        assert!(
            !name.ends_with("/mod.rs"),
            "{name}: name it like its folder, and put it beside that"
        );
    }
}

#[test]
fn every_script_parses_and_names_rules_that_exist() {
    let rules: BTreeSet<&str> = protocol::ALL_PROTOCOLS
        .iter()
        .flat_map(|it| it.rules())
        .map(|it| it.id)
        .collect();
    for file in files_below(&package_dir().join("../scripts"), "script") {
        let script = Script::parse(&fs::read(&file).unwrap());
        let script = script.unwrap_or_else(|it| panic!("{}: {it}", file.display()));
        assert!(
            script.directive("title").is_some(),
            "{} has no title",
            file.display()
        );
        for rule in script.directives("rule") {
            assert!(rules.contains(rule), "{} names {rule}", file.display());
        }
    }
}

#[test]
fn code_shown_in_the_testing_page_is_tested() {
    let page = fs::read_to_string(package_dir().join("../docs/in-your-tests.md")).unwrap();
    let crate_of_it = package_dir().join("examples/engine-author/tests/protocol.rs");
    let run = fs::read_to_string(crate_of_it).unwrap();
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).collect();
    assert!(blocks.len() > 3);
    for block in blocks {
        let code = block.split("```").next().unwrap();
        assert!(run.contains(code), "nobody runs\n{code}");
    }
}

/// The package of the fuzz targets is outside the workspace, so `cargo test` does not compile it.
#[test]
fn every_fuzz_target_calls_an_existing_function() {
    let functions = fs::read_to_string(package_dir().join("src/fuzz/targets.rs")).unwrap();
    for file in source_files("../fuzz/fuzz_targets") {
        let text = fs::read_to_string(&file).unwrap();
        let (_, call) = text
            .rsplit_once("ponderhit::fuzz::targets::")
            .unwrap_or_else(|| panic!("{} calls no target", file.display()));
        let name = call.split('(').next().unwrap();
        assert!(
            functions.contains(&format!("pub fn {name}(")),
            "{} calls {name}, which does not exist",
            file.display()
        );
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn source_files(under: &str) -> Vec<PathBuf> {
    files_below(&package_dir().join(under), "rs")
}

fn package_dir() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap())
}
