//! Compares the dependencies between modules with a table of allowed dependencies. Every new dependency between modules
//! must be added to the table.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use super::{
    package_dir,
    source::{self, Module},
    source_files,
};

/// Every module of the library, with the modules that it may use. A module may use only modules that are lower in this
/// table.
const MODULES_MAY_USE: &[(&str, &str)] = &[
    (
        "cli",
        "bounded_read check error exit fuzz glob gui_check inject judge known_failures launch link logs message protocol readable record report \
         rule scenarios session snapshot source_error suggest text_encoding transcript verdict",
    ),
    (
        "suite",
        "check error exit known_failures launch link message protocol report rule scenarios snapshot transcript verdict",
    ),
    (
        "gui_check",
        "inject judge link message protocol record rule transcript verdict",
    ),
    (
        "report",
        "exit message protocol readable rule snapshot verdict",
    ),
    (
        "judge",
        "check logs message protocol rule session transcript verdict",
    ),
    (
        "check",
        "error exit glob known_failures launch link message protocol readable rule scenarios session snapshot suggest transcript verdict",
    ),
    (
        "fuzz",
        "bounded_read error link message protocol readable rule scenarios session transcript",
    ),
    (
        "record",
        "inject link message protocol rule transcript verdict",
    ),
    (
        "known_failures",
        "error glob message protocol rule source_error suggest text_encoding",
    ),
    (
        "launch",
        "error link message protocol readable scenarios session transcript",
    ),
    (
        "scenarios",
        "bounded_read error message protocol rule snapshot source_error suggest text_encoding transcript",
    ),
    (
        "verdict",
        "exit message protocol readable rule snapshot transcript",
    ),
    (
        "snapshot",
        "bounded_read error link message protocol readable session transcript",
    ),
    ("session", "link message protocol readable transcript"),
    ("inject", "link message protocol transcript"),
    (
        "logs",
        "message protocol readable rule text_encoding transcript",
    ),
    ("protocol", "link message readable rule transcript"),
    ("link", "message transcript"),
    ("rule", "message transcript"),
    ("transcript", "message suggest"),
    ("error", "exit message source_error"),
    ("exit", "message"),
    ("source_error", "message"),
    ("text_encoding", "message"),
    ("bounded_read", ""),
    ("glob", ""),
    ("message", ""),
    ("readable", ""),
    ("suggest", ""),
];

/// The folders of `protocol/`, each with the other folders that it may use. The files directly in `protocol/` are
/// shared code and use no folder of `protocol/`. Only `protocol.rs` lists all folders of `protocol/`.
const PROTOCOL_FOLDERS_MAY_USE: &[(&str, &str)] = &[
    ("agi", "search"),
    ("gtp", ""),
    ("ucci", "search"),
    ("uci", "search"),
    ("search", ""),
];

/// The folders whose files must not depend on each other in a cycle.
const ACYCLIC_FOLDERS: &[&str] = &["link", "transcript"];

type Dependencies = BTreeMap<(String, String), BTreeSet<String>>;

#[test]
fn a_module_uses_only_allowed_modules() {
    let mut wrong = Vec::new();
    for ((from, to), files) in module_dependencies(&library_modules(), 0) {
        if from != to && !may_module_use(MODULES_MAY_USE, &from, &to) {
            wrong.push(format!("{from} may not use {to}, but does in {files:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each dependency in the table must exist in the code, because an obsolete entry would allow a new dependency without
/// a review.
#[test]
fn the_module_table_has_no_unused_entry() {
    let edges = module_dependencies(&library_modules(), 0);
    let mut gone = Vec::new();
    for (from, uses) in MODULES_MAY_USE {
        for to in uses.split_whitespace() {
            if !edges.contains_key(&((*from).to_owned(), to.to_owned())) {
                gone.push(format!("{from} uses {to} no more"));
            }
        }
    }
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

#[test]
fn a_protocol_uses_no_other_protocol() {
    let modules = library_modules();
    let folders: BTreeSet<&str> = PROTOCOL_FOLDERS_MAY_USE.iter().map(|it| it.0).collect();
    let of_protocols = modules.iter().filter(|it| {
        it.module_path.first().is_some_and(|it| it == "protocol") && it.module_path.len() > 1
    });
    let of_protocols: Vec<Module> = of_protocols.cloned().collect();
    for module in &of_protocols {
        let (child, file) = (&module.module_path[1], &module.file);
        let folder = package_dir().join("src/protocol").join(child).is_dir();
        assert!(
            !folder || folders.contains(&**child),
            "{file}: `{child}` is not in the table"
        );
    }
    let mut wrong = Vec::new();
    for ((from, to), files) in module_dependencies(&of_protocols, 1) {
        if from != to
            && folders.contains(&*to)
            && !may_module_use(PROTOCOL_FOLDERS_MAY_USE, &from, &to)
        {
            wrong.push(format!("{from} may not use {to}, but does in {files:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_module_tables_have_no_cycle() {
    for table in [MODULES_MAY_USE, PROTOCOL_FOLDERS_MAY_USE] {
        for (place, (module, uses)) in table.iter().enumerate() {
            for used in uses.split_whitespace() {
                let below = table[place + 1..].iter().any(|it| it.0 == used);
                assert!(below, "{module} uses {used}, which does not stand below it");
            }
        }
    }
    let listed: BTreeSet<&str> = MODULES_MAY_USE.iter().map(|it| it.0).collect();
    let modules = library_modules();
    let there: BTreeSet<&str> = modules
        .iter()
        .filter_map(|it| it.module_path.first().map(String::as_str))
        .filter(|it| !["lib", "main"].contains(it))
        .collect();
    assert_eq!(listed, there);
}

#[test]
fn the_files_of_a_folder_have_no_dependency_cycle() {
    for folder in ACYCLIC_FOLDERS {
        let of_folder = library_modules().into_iter();
        let of_folder: Vec<Module> = of_folder
            .filter(|it| it.module_path.first().is_some_and(|it| it == folder))
            .filter(|it| it.module_path.len() > 1)
            .collect();
        let mut edges = module_dependencies(&of_folder, 1);
        edges.retain(|(from, to), _| {
            from != to && of_folder.iter().any(|it| it.module_path[1] == *to)
        });
        // Removes modules that are in no cycle: they use no remaining module, or no remaining module uses them.
        while !edges.is_empty() {
            let users: BTreeSet<String> = edges.keys().map(|it| it.0.clone()).collect();
            let used: BTreeSet<String> = edges.keys().map(|it| it.1.clone()).collect();
            let before = edges.len();
            edges.retain(|(from, to), _| users.contains(to) && used.contains(from));
            assert!(
                edges.len() < before,
                "{folder}: in circles: {:?}",
                edges.keys()
            );
        }
    }
}

fn may_module_use(table: &[(&str, &str)], from: &str, to: &str) -> bool {
    let uses = table.iter().find(|it| it.0 == from).map(|it| it.1);
    uses.is_some_and(|it| it.split_whitespace().any(|it| it == to))
}

/// All modules of the library except test modules.
fn library_modules() -> Vec<Module> {
    let files = source_files("src").into_iter().filter(|it| {
        let name = it.display().to_string();
        !name.ends_with("/tests.rs") && !name.contains("/tests/")
    });
    let modules = files.map(|it| {
        let text = fs::read_to_string(&it).unwrap();
        source::parse_module(it.strip_prefix(package_dir().join("src")).unwrap(), &text)
    });
    modules
        .filter(|it| !["lib", "main"].contains(&&*it.module_path[0]))
        .collect()
}

/// Returns the dependencies between modules, each with the files that cause it. `depth` is the index of the part of a
/// module path that is compared.
fn module_dependencies(modules: &[Module], depth: usize) -> Dependencies {
    let mut edges = Dependencies::new();
    for module in modules {
        let from = &module.module_path[depth];
        for used in &module.uses {
            let here = used.len() > depth && used[..depth] == module.module_path[..depth];
            // A name that begins with a capital letter is a type or a constant, not a module.
            if here && used[depth].starts_with(|it: char| it.is_ascii_lowercase()) {
                let edge = (from.clone(), used[depth].clone());
                edges.entry(edge).or_default().insert(module.file.clone());
            }
        }
    }
    edges
}
