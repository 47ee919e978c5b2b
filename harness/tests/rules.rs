//! Every rule file is its own test: the transcripts in its documentation are judged, and the rule's
//! violations must be exactly those marked by carets.

use std::{collections::BTreeSet, env, fmt::Write as _, fs, ops::Range, path::PathBuf};

use ponderhit::{
    protocol::{self, Binding, Protocol, RuleInfo},
    rule::{Findings, Level, Outcome, PerRule},
    transcript::{At, Captures, Template, Transcript},
};

#[test]
fn documented_examples_hold() {
    let mut wrong = String::new();
    for protocol in protocol::ALL {
        for rule in &protocol.rules() {
            for example in examples(&rule.doc()) {
                if let Err(why) = check(*protocol, rule, &example) {
                    let _ = writeln!(wrong, "{}: {why}\nin:\n{}", rule.id, example.text);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_rule_shows_both_sides() {
    for protocol in protocol::ALL {
        for rule in protocol.rules() {
            let examples = examples(&rule.doc());
            let count = |kind| examples.iter().filter(|it| it.kind == kind).count();
            let id = rule.id;
            assert!(count("conforms") >= 2, "{id}: one of them odd but allowed");
            assert!(count("violates") >= 1, "{id} convicts nothing");
            assert!(!rule.title().is_empty(), "{id} states no obligation");
            assert!(!rule.why().is_empty(), "{id} does not say why it matters");
        }
    }
}

#[test]
fn ids_are_file_names_and_unique() {
    let mut seen = BTreeSet::new();
    for protocol in protocol::ALL {
        let stems = stems(*protocol);
        let ids: Vec<&str> = protocol.rules().iter().map(|it| it.id).collect();
        let expected: Vec<String> = stems
            .iter()
            .map(|it| format!("{}/{it}", protocol.name()))
            .collect();
        assert_eq!(
            ids, expected,
            "the id of a rule is its protocol and file name"
        );
        assert!(ids.iter().all(|it| seen.insert(*it)));
    }
}

/// This test generates the lists of rules.
#[test]
fn rule_lists_are_fresh() {
    for protocol in protocol::ALL {
        let mods: String = stems(*protocol).iter().fold(String::new(), |mut all, it| {
            let _ = writeln!(all, "mod {it};");
            all
        });
        let list: String = stems(*protocol).iter().fold(String::new(), |mut all, it| {
            let _ = writeln!(
                all,
                "    Entry {{ rule: &{it}::RULE, source: include_str!(\"rules/{it}.rs\") }},"
            );
            all
        });
        let text = format!("{HEADER}\n{mods}\n{USES}\n{LIST}\n{list}];\n");
        refresh(rules_dir(*protocol).with_extension("rs"), &text);
    }
}

const HEADER: &str =
    "//! Generated from the files in the folder beside it by `cargo test`. Do not edit.\n";
const USES: &str = "use super::view::View;\nuse crate::rule::Entry;\n";
const LIST: &str = "#[rustfmt::skip]\npub(super) const ALL: &[Entry<View>] = &[";

/// docs/rules.md has these comments on one page.
#[test]
fn the_catalogue_is_fresh() {
    let mut page = String::from(
        "# The rules\n\nGenerated from the rule files by `cargo test`. Do not edit.\n",
    );
    for protocol in protocol::ALL {
        let _ = writeln!(page, "\n## {}\n", protocol.title());
        for rule in protocol.rules() {
            let level = rule.level.name();
            let _ = writeln!(page, "### {}\n", rule.id);
            let _ = writeln!(page, "{level} · {} · {}\n", rule.topic, rule.spec);
            page.push_str(rule.doc().trim_end());
            page.push_str("\n\n");
        }
    }
    let page = format!("{}\n", page.trim_end());
    refresh(root().join("../docs/rules.md"), &page);
}

/// The last column of docs/spec/*.md has the rules that cover each requirement.
#[test]
fn the_specification_pages_are_fresh() {
    for protocol in protocol::ALL {
        let file = root().join(format!("../docs/spec/{}.md", protocol.name()));
        let old = fs::read_to_string(&file).unwrap();
        let mut covered = BTreeSet::new();
        let mut page = String::new();
        for line in old.lines() {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            match cells.as_slice() {
                ["", ids, between @ .., judged_by, ""]
                    if ids.ends_with(|it: char| it.is_ascii_digit()) =>
                {
                    let rules = covering(*protocol, ids, &mut covered);
                    let judged_by = match (rules.is_empty(), judged_by.strip_prefix("excluded: ")) {
                        (true, Some(_)) => (*judged_by).to_owned(),
                        (false, None) => rules,
                        (true, None) => panic!("{ids} has neither a rule nor `excluded: REASON`"),
                        (false, Some(_)) => panic!("{ids} is excluded, and judged by {rules}"),
                    };
                    let between = between.join(" | ");
                    let _ = writeln!(page, "| {ids} | {between} | {judged_by} |");
                }
                _ => {
                    let _ = writeln!(page, "{line}");
                }
            }
        }
        for rule in protocol.rules() {
            assert!(
                covered.contains(rule.id),
                "no row of docs/spec/{}.md has a requirement of {} ({})",
                protocol.name(),
                rule.id,
                rule.spec
            );
        }
        refresh(file, &page);
    }
}

/// The number of requirements in each section of the UCCI specification: none may be missing.
const UCCI: [(&str, usize); 20] = [
    ("MV", 2),
    ("F", 6),
    ("ST", 10),
    ("T", 7),
    ("H", 7),
    ("O", 37),
    ("RD", 3),
    ("P", 10),
    ("B", 8),
    ("G", 21),
    ("I", 10),
    ("PH", 4),
    ("X", 9),
    ("R", 14),
    ("Q", 5),
    ("E", 5),
    ("L", 10),
    ("K", 9),
    ("D", 12),
    ("C", 14),
];

#[test]
fn no_requirement_of_ucci_is_left_out() {
    let page = fs::read_to_string(root().join("../docs/spec/ucci.md")).unwrap();
    let rows: Vec<&str> = page
        .lines()
        .filter_map(|it| it.strip_prefix("| ")?.split(" |").next())
        .filter(|it| it.ends_with(|it: char| it.is_ascii_digit()))
        .collect();
    let wanted: Vec<String> = UCCI
        .iter()
        .flat_map(|(passage, count)| (1..=*count).map(move |it| format!("{passage}{it}")))
        .collect();
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), rows.len(), "a row for each, no more");
    for id in &wanted {
        assert!(rows.contains(&id.as_str()), "{id} has no row");
    }
    assert_eq!(rows.len(), wanted.len());
}

/// The rules that name one of the requirements `ids`.
fn covering(protocol: &dyn Protocol, ids: &str, covered: &mut BTreeSet<&'static str>) -> String {
    let ids: Vec<&str> = ids.split(", ").collect();
    let mut names = Vec::new();
    for rule in protocol.rules() {
        let spec = rule.spec.split_once(' ').map_or("", |(_, spec)| spec);
        if spec.split(", ").any(|it| ids.contains(&it)) {
            covered.insert(rule.id);
            names.push(rule.id);
        }
    }
    names.join(", ")
}

/// Writes a generated file if it is stale; in CI that is an error instead.
fn refresh(file: PathBuf, text: &str) {
    if fs::read_to_string(&file).unwrap_or_default() == text {
        return;
    }
    assert!(
        env::var_os("CI").is_none(),
        "{} is stale: run `cargo test -p ponderhit --test rules` and commit it",
        file.display()
    );
    fs::write(&file, text).unwrap();
    panic!(
        "{} was stale and has been rewritten: run the tests again",
        file.display()
    );
}

fn check(protocol: &dyn Protocol, rule: &RuleInfo, example: &Example) -> Result<(), String> {
    let text = example.text.lines().map(filled_in).collect::<Vec<_>>();
    let text = [text.join(&b'\n'), b"\n".to_vec()].concat();
    let transcript = Transcript::parse(&text).map_err(|it| it.to_string())?;
    let judged = protocol::judge(protocol, &transcript);
    let findings = &judged.findings[rule.rule_id()];
    let actual: Vec<Mark> = marks(findings, example);
    let outcome = findings.outcome();
    let expected = match example.kind.as_str() {
        "conforms" => Outcome::Conforms,
        "violates" => Outcome::Violates,
        "inconclusive" => Outcome::Inconclusive,
        "unjudged" => Outcome::NotExercised,
        other => return Err(format!("no example is called `{other}`")),
    };
    if actual != example.marks {
        return Err(format!(
            "carets say {:?}, the rule says {actual:?}",
            example.marks
        ));
    }
    if outcome != expected {
        return Err(format!("the outcome is {outcome:?}"));
    }
    if expected == Outcome::Conforms {
        return innocent(protocol, rule, &judged.findings);
    }
    Ok(())
}

/// A conversation that conforms to one rule should not break another.
fn innocent(
    protocol: &dyn Protocol,
    rule: &RuleInfo,
    all: &PerRule<Findings>,
) -> Result<(), String> {
    let rules = protocol.rules();
    let guilty = all.of(&rules).find(|(other, findings)| {
        let counts = matches!(other.level, Level::Must | Level::Robust);
        let unbound = matches!(protocol.binding("full", other), Binding::NotApplicable(_));
        counts
            && !unbound
            && other.binds_interface() == rule.binds_interface()
            && other.id != rule.id
            && !findings.violations.is_empty()
    });
    match guilty {
        Some((other, findings)) => Err(format!("it breaks {}: {findings:?}", other.id)),
        None => Ok(()),
    }
}

/// A conversation in the documentation of a rule.
struct Example {
    kind: String,
    /// Without the lines of carets.
    text: String,
    marks: Vec<Mark>,
}

/// A line of carets: line of the text, columns, message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    line: usize,
    columns: (usize, usize),
    message: String,
}

fn marks(findings: &Findings, example: &Example) -> Vec<Mark> {
    let lines: Vec<&str> = example.text.lines().collect();
    let mut marks = Vec::new();
    for violation in &findings.violations {
        let At(line) = violation.culprit.at;
        let body = body(lines[line]);
        let span = violation.culprit.span.clone();
        let span = span.filter(|_| filled_in(lines[line]) == lines[line].as_bytes());
        let span = span.map_or(body.clone(), |it| {
            body.start + it.start..body.start + it.end
        });
        marks.push(Mark {
            line,
            columns: (span.start, span.end),
            message: violation.message.to_string(),
        });
    }
    marks.sort();
    marks
}

/// Where the content of a line begins, after the timestamp and the mark.
fn body(line: &str) -> Range<usize> {
    let stamped = line.starts_with(|it: char| it.is_ascii_digit());
    let start = if stamped {
        line.find(' ').unwrap() + 1
    } else {
        0
    };
    let chunk = line.as_bytes().get(start + 1) == Some(&b'|');
    start + 2 + usize::from(chunk)..line.len()
}

/// Long lines are written as in scripts: `> {5000*x}`.
fn filled_in(line: &str) -> Vec<u8> {
    let filled = line.strip_prefix("> ").and_then(|body| {
        let template = Template::parse(body.as_bytes()).ok()?;
        template.fill(&Captures::default(), &|_| String::new()).ok()
    });
    match filled {
        Some(body) => [b"> ".to_vec(), body].concat(),
        None => line.as_bytes().to_vec(),
    }
}

/// Finds the fenced blocks of a rule's documentation. Examples have one event per line.
fn examples(doc: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut open: Option<Example> = None;
    for line in doc.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(kind)) => {
                open = Some(Example {
                    kind: kind.to_owned(),
                    text: String::new(),
                    marks: Vec::new(),
                });
            }
            (Some(_), Some(_)) => {
                let mut example = open.take().unwrap();
                example.marks.sort();
                examples.push(example);
            }
            (Some(example), None) => match line.trim_start().strip_prefix('^') {
                Some(rest) => {
                    let start = line.len() - line.trim_start().len();
                    let end = line.rfind('^').unwrap() + 1;
                    example.marks.push(Mark {
                        line: example.text.lines().count() - 1,
                        columns: (start, end),
                        message: rest.trim_start_matches('^').trim().to_owned(),
                    });
                }
                None => {
                    example.text.push_str(line);
                    example.text.push('\n');
                }
            },
            (None, None) => (),
        }
    }
    examples
}

fn stems(protocol: &dyn Protocol) -> Vec<String> {
    let mut stems: Vec<String> = fs::read_dir(rules_dir(protocol))
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "rs"))
        .map(|it| it.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    stems.sort();
    stems
}

fn rules_dir(protocol: &dyn Protocol) -> PathBuf {
    root().join(format!("src/protocol/{}/rules", protocol.name()))
}

/// The repository at run time, so that a moved checkout does not read the old one.
fn root() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap())
}
