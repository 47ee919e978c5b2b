//! Tests of the documentation pages: line length, valid links, a short front page, and an index of all pages. Other
//! tests check that a cargo package contains every script and every licence, and no file that the build does not need.
#![expect(
    clippy::disallowed_methods,
    reason = "asks cargo what it would pack; no engine is involved"
)]

#[path = "tidy/files.rs"]
mod files;

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use files::files_below;
use regex::Regex;

/// The maximum number of columns of a line of prose.
const MAX_LINE_WIDTH: usize = 120;

/// The maximum number of lines of README.md.
const MAX_README_LINES: usize = 120;

#[test]
fn prose_is_wrapped() {
    let mut long = Vec::new();
    for page in documentation_pages() {
        for (n, line) in prose_lines(&read_page(&page)) {
            // A row of a table cannot be split into two lines.
            if line.chars().count() > MAX_LINE_WIDTH && !line.starts_with('|') {
                long.push(format!("{}:{n}", display_path(&page)));
            }
        }
    }
    assert!(
        long.is_empty(),
        "wrap these lines at {MAX_LINE_WIDTH}: {long:#?}"
    );
}

#[test]
fn every_link_leads_to_a_file() {
    let mut broken = Vec::new();
    for page in documentation_pages() {
        let folder = page.parent().unwrap();
        for (n, line) in prose_lines(&read_page(&page)) {
            for rest in line.split("](").skip(1) {
                let link = rest.split(')').next().unwrap_or_default();
                let (file, heading) = link.split_once('#').unwrap_or((link, ""));
                let target = match file {
                    _ if link.contains("://") => continue,
                    "" => page.clone(),
                    _ => folder.join(file),
                };
                if !target.exists() || !heading.is_empty() && !has_heading(&target, heading) {
                    broken.push(format!("{}:{n}: {link}", display_path(&page)));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The Chinese pages show sample reports. Every sentence of a sample report on a Chinese page must be a text that the
/// program can write.
#[test]
fn the_samples_on_chinese_pages_are_texts_of_the_program() {
    let texts = chinese_texts();
    let mut wrong = Vec::new();
    for page in ["README.zh.md", "docs/zh/reading-a-report.md"] {
        let text = read_page(&repository_dir().join(page));
        let samples = text.split("```text\n").skip(1);
        let samples = samples.filter_map(|it| it.split_once("```")).map(|it| it.0);
        for sample in samples.filter(|it| it.contains("✗ must")) {
            wrong.extend(unknown_sentences(sample, &texts).map(|it| format!("{page}: {it}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Patterns for all Chinese messages, and for the Chinese titles and reasons of rules.
fn chinese_texts() -> Vec<Regex> {
    let file = repository_dir().join("harness/languages/zh.toml");
    let table: toml::Table = read_page(&file).parse().unwrap();
    let rules = table["rules"].as_table().unwrap().values();
    let messages = table.values().filter_map(|it| it.as_str());
    let all = rules.flat_map(|it| ["title", "why"].map(|key| it[key].as_str().unwrap()));
    let argument = Regex::new(r"\\\{\w+\\\}").unwrap();
    let patterns = messages.chain(all).map(|it| {
        let pattern = regex::escape(it);
        let pattern = argument.replace_all(&pattern, ".+");
        Regex::new(&format!("^{pattern}。?$")).unwrap()
    });
    // The pattern of a message that consists only of an argument would match every sentence.
    patterns.filter(|it| it.as_str().len() > 10).collect()
}

/// Returns the sentences of a sample report that match no text of the program. A wrapped line belongs to the line
/// before it.
fn unknown_sentences<'a>(
    sample: &'a str,
    texts: &'a [Regex],
) -> impl Iterator<Item = String> + use<'a> {
    let is_chinese = |it: char| it.len_utf8() == 3 && !"✗✓–…".contains(it);
    let place = Regex::new(r"^([✗!] \w+ +\S+ +|[ ^]+|\d+\.\d s · )").unwrap();
    let mut sentences: Vec<String> = Vec::new();
    for line in sample.lines().filter(|it| it.contains(is_chinese)) {
        let line = place.replace(line, "").into_owned();
        let is_known = |it: &str| {
            let labelled = it.split_once('：').is_some_and(|(label, text)| {
                let matches = |it: &str| texts.iter().any(|text| text.is_match(it));
                matches(label) && (matches(text) || text.starts_with("ponderhit "))
            });
            let is_text = |it: &str| texts.iter().any(|text| text.is_match(it));
            let parts_are_known = |between: &str| {
                let mut parts = it.split(between);
                parts.all(|it| is_text(it) || !it.contains(is_chinese))
            };
            labelled || parts_are_known(" · ") || parts_are_known("；")
        };
        match sentences.last_mut() {
            Some(open) if !is_known(open) => open.push_str(&line),
            _ => sentences.push(line),
        }
        sentences.retain(|it| !is_known(it));
    }
    sentences.into_iter()
}

#[test]
fn the_readme_is_short() {
    let lines = read_page(&repository_dir().join("README.md"))
        .lines()
        .count();
    assert!(
        lines <= MAX_README_LINES,
        "README.md has {lines} lines: move details to docs/"
    );
}

/// SUMMARY.md is the table of contents of the site; mdBook leaves out every page that it does not list.
#[test]
fn the_index_and_the_site_link_every_page() {
    let docs = repository_dir().join("docs");
    let (index, site) = (docs.join("README.md"), docs.join("SUMMARY.md"));
    for list in [&index, &site] {
        let links = read_page(list);
        let pages = files_below(&docs, "md");
        for page in pages.iter().filter(|it| *it != list && **it != site) {
            let link = format!("]({})", page.strip_prefix(&docs).unwrap().display());
            assert!(links.contains(&link), "{} lacks {link}", display_path(list));
        }
    }
}

#[test]
fn each_package_holds_its_licences_and_its_data() {
    let scripts = packaged_files("ponderhit-scripts");
    for file in files_below(&repository_dir().join("scripts"), "script") {
        let name = file.strip_prefix(repository_dir().join("scripts")).unwrap();
        let name = name.display().to_string();
        assert!(scripts.contains(&name), "{name} is not packed");
    }
    let harness = packaged_files("ponderhit");
    let strange = harness.iter().find(|it| it.starts_with("tests/"));
    assert_eq!(strange, None, "the tests need the whole repository");
    for (folder, package) in [
        ("engine", packaged_files("ponderhit-engine")),
        ("scripts", scripts),
        ("harness", harness),
    ] {
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(package.contains(file), "{folder} does not pack {file}");
        }
        for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let (copy, own) = (
                repository_dir().join(folder).join(file),
                repository_dir().join(file),
            );
            assert_eq!(
                read_page(&copy),
                read_page(&own),
                "{folder}/{file} is not a copy of {file}"
            );
        }
    }
}

/// The files of a cargo package, as paths in the package.
fn packaged_files(package: &str) -> BTreeSet<String> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["package", "--list", "--allow-dirty", "--quiet", "--offline"]);
    let output = cargo
        .args(["-p", package])
        .current_dir(repository_dir())
        .output();
    let output = output.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let list = String::from_utf8(output.stdout).unwrap();
    list.lines().map(|it| it.replace('\\', "/")).collect()
}

/// The lines of a page outside of its code blocks, with line numbers from 1.
fn prose_lines(page: &str) -> Vec<(usize, &str)> {
    let mut code = false;
    let mut found = Vec::new();
    for (line, n) in page.lines().zip(1..) {
        let fence = line.trim_start().strip_prefix("```");
        if fence.is_some_and(|it| !it.contains('`')) {
            code = !code;
        } else if !code {
            found.push((n, line));
        }
    }
    found
}

/// Returns true if the page has a heading whose link target is `anchor`.
fn has_heading(page: &Path, anchor: &str) -> bool {
    let text = read_page(page);
    prose_lines(&text).iter().any(|(_, line)| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading
            .chars()
            .filter(|it| it.is_alphanumeric() || " -_".contains(*it));
        line.starts_with('#') && kept.collect::<String>().replace(' ', "-") == anchor
    })
}

fn documentation_pages() -> Vec<PathBuf> {
    let mut found = files_below(&repository_dir().join("docs"), "md");
    for folder in [
        "",
        "engine",
        "scripts",
        "examples/python-engine",
        "examples/rust-engine",
    ] {
        let entries = fs::read_dir(repository_dir().join(folder)).unwrap();
        let entries = entries.map(|it| it.unwrap().path());
        found.extend(entries.filter(|it| it.extension().is_some_and(|it| it == "md")));
    }
    found
}

fn read_page(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|it| panic!("{}: {it}", file.display()))
}

fn display_path(page: &Path) -> String {
    page.strip_prefix(repository_dir())
        .unwrap()
        .display()
        .to_string()
}

/// Returns the directory of the repository at run time, because the checkout may have moved since the build.
fn repository_dir() -> PathBuf {
    let harness = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    harness.parent().unwrap().to_owned()
}
