//! Tests that no text of an engine has an effect (as a command, an escape or markup) in any report format.

use std::collections::BTreeSet;

use proptest::{collection::vec, prelude::*, sample::select};
use quick_junit::TestCaseStatus;
use serde_json::{Value, json};

use super::{ALL_REPORTERS, Reporter, find_reporter, inert_text::without_ci_commands};
use crate::verdict::{Comparison, Report};

/// Parts of texts that have an effect, for example in a terminal, in a CI system or in HTML, if a report format does
/// not escape them.
const HOSTILE_PARTS: &[&str] = &[
    "::error file=a::b",
    "\n::set-output name=x::y",
    "\r::warning::",
    "##[error]x",
    "##vso[task.complete]",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\" onmouseover=\"x",
    "' onmouseover='x",
    "]]>",
    "<!--",
    "</pre></details>",
    "```",
    "````\n# heading",
    "`",
    "|",
    "[x](javascript:alert(1))",
    "@everyone",
    "\u{1b}]0;title\u{7}",
    "\u{1b}[2J",
    "\u{9b}2J",
    "\0",
    "\u{8}",
    "\u{fffe}",
    "\u{202e}",
    "\n...\n  ---",
    "\nBail out!",
    "\nok 1 - x",
    " # SKIP",
    "%0A::error::",
    "&amp;",
    "{x}",
    "\\",
    " ",
    "a",
    "象棋",
];

fn hostile_text() -> impl Strategy<Value = String> {
    vec(select(HOSTILE_PARTS), 1..12).prop_map(|it| it.concat())
}

/// A report in which every text that an engine, a log or a script can choose is `text`.
fn hostile_report(text: &str, exit: u8) -> Value {
    let message = json!({"message": text, "message_id": "x", "arguments": {"best": text, "inner": {"message": text, "message_id": "y", "arguments": {}}}});
    let violation = json!({
        "scenario": text, "line": 3, "message": text, "message_id": "x", "arguments": {"best": text},
        "help": message, "expected": text, "actual": text, "context": text,
        "board": text,
        "diagram": {"caption": [message], "rows": [{"label": text, "ascii": text, "unicode": text, "highlighted": [0]}]},
        "transcript": text, "culprit": {"line": 1, "from": 0, "to": 9}, "reproduce": text,
    });
    let mut with_diff = violation.clone();
    with_diff["diff"] = json!(text);
    with_diff["message"] = json!(format!("{text}2"));
    let verdict = |rule: &str, level: &str, outcome: &str, known: bool| {
        let violations = match outcome {
            "violates" => json!([violation, with_diff]),
            _ => json!([]),
        };
        json!({
            "rule": rule, "level": level, "since": "0.1.0", "topic": "go", "requirement": text, "title": text,
            "why": text, "outcome": outcome, "selected": true, "counts": level == "must", "known": known, "count": 9,
            "violated_scenarios": 1, "ended_early": 0, "messages": [], "exercised": 1,
            "witness": {"scenario": text, "line": 1}, "violations": violations,
            "reasons": [{"scenario": text, "why": text, "message_id": "x", "arguments": {}}],
        })
    };
    json!({
        "schema": "ponderhit-report/1", "tool": {"name": "ponderhit", "version": "0.2.0"}, "protocol": "p",
        "protocol_title": text, "command": "check", "profile": text,
        "engine": {"command": [text, text], "label": text, "name": text, "built_in": false}, "seed": null, "shard": null,
        "filtered": false, "problem": (exit == 5).then_some(text), "problem_messages": [message],
        "problem_help": [message], "notes": [text], "note_messages": [message], "stale": [text],
        "stale_messages": [message],
        "doubts": [{"scenario": text, "from": 1, "to": null, "reason": text, "message_id": "x", "arguments": {}}],
        "verdicts": [
            verdict("p/a", "must", "violates", false),
            verdict("p/b", "should", "violates", false),
            verdict("p/c", "must", "violates", true),
            verdict("p/d", "must", "inconclusive", false),
            verdict("p/e", "must", "conforms", false),
            verdict("p/f", "robust", "not_exercised", false),
        ],
        "fix_first": "p/a",
        "scenarios": [{"scenario": text, "end": "early", "passed": false, "line": 1, "expected": text, "why": text,
            "message_id": "x", "arguments": {}}],
        "summary": {"conforms": 1, "violates": 3, "inconclusive": 1, "not_applicable": 0, "not_exercised": 1},
        "run": {"seconds": 1.0, "cwd": text, "os": "linux", "interrupted": false, "date": text, "host": text,
            "engine_files": {text: text},
            "deadlines": {text: [{"from": 0.1, "due": 1e300}, {"from": -1.0, "due": 0.2}]},
            "coverage": [{"state": text, "command": text, "response": text, "count": 7}],
            "transcripts": {text: format!("0.1 > a\n0.2 < {}\n0.3 < b", text.replace('\n', " "))}},
        "exit": exit,
    })
}

fn parse_report(value: &Value) -> Report {
    Report::from_json(value.to_string().as_bytes()).unwrap()
}

/// The output of a reporter, as ponderhit writes it to standard output.
fn reporter_output(reporter: &dyn Reporter, report: &Report) -> String {
    let mut out = Vec::new();
    reporter.write_report(report, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    match reporter.writes_ci_commands() {
        true => text,
        false => without_ci_commands(&text),
    }
}

/// Checks the requirements that hold for every report format.
fn assert_is_inert(format: &str, text: &str) {
    let plain = anstream::adapter::strip_str(text).to_string();
    assert!(
        !text.contains("\u{1b}]") && !text.contains("\u{1b}[2J"),
        "{format}: {text:?}"
    );
    for char in plain.chars() {
        let allowed =
            char == '\n' || !(char.is_control() || ('\u{202a}'..='\u{202e}').contains(&char));
        assert!(allowed, "{format}: {char:?} in {plain:?}");
    }
    for line in plain.lines() {
        let visible = line.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
        let is_command = visible.starts_with("::");
        assert!(format == "github" || !is_command, "{format}: {line:?}");
        for (at, _) in line.match_indices("##") {
            let word = line[at + 2..].trim_start_matches(|it: char| it.is_ascii_alphanumeric());
            assert!(!word.starts_with('['), "{format}: {line:?}");
        }
    }
}

/// Checks the markup of a report in one format.
fn assert_is_well_formed(format: &str, text: &str) {
    match format {
        "json" | "sarif" | "gitlab" => drop(serde_json::from_str::<Value>(text).unwrap()),
        "junit" => {
            let read = quick_junit::Report::deserialize_from_str(text).unwrap();
            let cases = read
                .test_suites
                .iter()
                .map(|it| it.test_cases.len())
                .sum::<usize>();
            assert!(cases >= 6, "{text}");
            assert!(!text.contains('\u{fffe}'));
        }
        "tap" => {
            for line in text.lines() {
                let point = line.strip_prefix("not ").unwrap_or(line);
                let known = ["ok ", "TAP version 14", "1..", "  ", "Bail out! "];
                assert!(known.iter().any(|it| point.starts_with(it)), "{line:?}");
                if let Some(item) = line.strip_prefix("    - ") {
                    serde_json::from_str::<String>(item).unwrap();
                }
                let directives = line.replace("\\\\", "").replace("\\#", "");
                assert!(
                    !line.starts_with("ok") || directives.matches('#').count() <= 1,
                    "{line:?}"
                );
            }
            let points = text
                .lines()
                .filter(|it| it.starts_with("ok ") || it.starts_with("not ok "));
            assert_eq!(points.count(), 7, "{text}");
        }
        "github" => {
            for line in text.lines() {
                let command = ["::error", "::warning", "::notice"]
                    .iter()
                    .any(|it| line.starts_with(it));
                assert!(command, "{line:?}");
            }
        }
        "markdown" => assert_markdown_is_closed(text),
        "html" => assert_html_is_closed(text),
        _ => (),
    }
}

/// Checks that Markdown outside of fences and code spans has only the markup that ponderhit writes.
fn assert_markdown_is_closed(text: &str) {
    let mut fence: Option<usize> = None;
    for line in text.lines() {
        let ticks = line.chars().take_while(|it| *it == '`').count();
        match fence {
            Some(length) if ticks >= length && line.len() == ticks => fence = None,
            Some(_) => (),
            None if line.ends_with("text") && ticks >= 3 => fence = Some(ticks),
            None => {
                let outside = outside_of_code_spans(line);
                for part in ["<script", "<img", "](", "<!--", "@everyone", "</pre>"] {
                    assert!(!outside.contains(part), "{line:?}");
                }
            }
        }
    }
    assert_eq!(fence, None, "{text}");
}

fn outside_of_code_spans(line: &str) -> String {
    let (mut outside, mut rest) = (String::new(), line);
    while let Some(at) = rest.find('`') {
        outside.push_str(&rest[..at]);
        let after = &rest[at..];
        let length = after.chars().take_while(|it| *it == '`').count();
        let body = &after[length..];
        let runs = body.match_indices('`').filter(|it| {
            let at = it.0;
            !body[..at].ends_with('`')
                && body[at..].chars().take_while(|it| *it == '`').count() == length
        });
        match runs.map(|it| it.0).next() {
            Some(end) => rest = &body[end + length..],
            None => {
                outside.push_str(&after[..length]);
                rest = body;
            }
        }
    }
    outside + rest
}

/// Checks that the page has only tags that ponderhit writes, and that all elements are closed in the right order.
fn assert_html_is_closed(text: &str) {
    let body = text.split("</style>").nth(1).unwrap();
    let body = body.split("<script>").next().unwrap();
    let names = "head body main p label input strong span h1 h2 h3 br code a details summary ul li div table thead tbody tr th \
                 td article section pre mark figure figcaption svg rect text line title";
    let names: BTreeSet<&str> = names.split(' ').collect();
    let mut open = Vec::new();
    for part in body.split('<').skip(1) {
        let tag = part.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        assert!(names.contains(name), "<{tag}>");
        assert!(
            tag.matches('"').count() % 2 == 0 && !tag.contains("onmouseover=\""),
            "<{tag}>"
        );
        match tag.starts_with('/') {
            true if name == "head" => (),
            true => assert_eq!(open.pop(), Some(name), "{text}"),
            false if matches!(name, "input" | "br") => (),
            false => open.push(name),
        }
    }
    assert_eq!(open, ["body"], "the script and the ends of the page follow");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn engine_text_is_inert_in_every_format(text in hostile_text(), fails in any::<bool>()) {
        let report = parse_report(&hostile_report(&text, if fails { 5 } else { 1 }));
        for reporter in ALL_REPORTERS {
            let written = reporter_output(*reporter, &report);
            assert_is_inert(reporter.name(), &written);
            assert_is_well_formed(reporter.name(), &written);
        }
        let pair = || vec![report.clone(), report.clone()];
        for reporter in ALL_REPORTERS {
            let Some(comparing) = reporter.comparison_reporter() else { continue };
            let mut out = Vec::new();
            comparing.write_comparison(&Comparison::new(pair()), &mut out).unwrap();
            let written = without_ci_commands(&String::from_utf8(out).unwrap());
            assert_is_inert(reporter.name(), &written);
            assert_is_well_formed(reporter.name(), &written);
        }
    }
}

#[test]
fn a_stored_report_is_written_as_json_again_without_a_change() {
    let value = hostile_report("象 {x} `a` 3", 1);
    let report = parse_report(&value);
    let once = reporter_output(find_reporter("json").unwrap(), &report);
    let again = reporter_output(
        find_reporter("json").unwrap(),
        &Report::from_json(once.as_bytes()).unwrap(),
    );
    assert_eq!(once, again);
    let written: Value = serde_json::from_str(&once).unwrap();
    for field in ["verdicts", "summary", "note_messages", "doubts"] {
        let (old, new) = (&value[field], &written[field]);
        assert_eq!(
            old.as_array().map(Vec::len),
            new.as_array().map(Vec::len),
            "{field}"
        );
    }
    assert_eq!(
        written["verdicts"][0]["violations"][0]["diagram"],
        value["verdicts"][0]["violations"][0]["diagram"]
    );
}

#[test]
fn violations_are_failures_and_what_was_not_judged_is_skipped() {
    let report = parse_report(&hostile_report("text", 1));
    let xml = reporter_output(find_reporter("junit").unwrap(), &report);
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!(
        read.test_suites.iter().map(|it| it.errors).sum::<usize>(),
        0
    );
    assert_eq!(
        read.test_suites.iter().map(|it| it.failures).sum::<usize>(),
        2,
        "p/a and the stale entry: {xml}"
    );
    let cases = read.test_suites.iter().flat_map(|it| &it.test_cases);
    let skipped = cases.filter(|it| matches!(it.status, TestCaseStatus::Skipped { .. }));
    assert_eq!(skipped.count(), 4, "{xml}");
    let tap = reporter_output(find_reporter("tap").unwrap(), &report);
    for line in [
        "not ok 1 - p/a",
        "not ok 3 - p/c # TODO text",
        "ok 4 - p/d # SKIP inconclusive: text",
        "ok 5 - p/e",
    ] {
        assert!(tap.lines().any(|it| it == line), "{line}: {tap}");
    }
    let gitlab: Value =
        serde_json::from_str(&reporter_output(find_reporter("gitlab").unwrap(), &report)).unwrap();
    let severities: Vec<&str> = gitlab
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["severity"].as_str().unwrap())
        .collect();
    assert_eq!(
        severities,
        [
            "blocker", "critical", "critical", "minor", "minor", "info", "info"
        ]
    );
}

#[test]
fn a_failed_engine_start_is_not_reported_as_success() {
    let mut value = hostile_report("text", 5);
    value["verdicts"] = json!([]);
    let report = parse_report(&value);
    for reporter in ALL_REPORTERS {
        assert!(
            reporter_output(*reporter, &report).contains("text"),
            "{}",
            reporter.name()
        );
    }
    let xml = reporter_output(find_reporter("junit").unwrap(), &report);
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!(
        read.test_suites.iter().map(|it| it.errors).sum::<usize>(),
        1
    );
}

#[test]
fn an_inconclusive_run_is_not_reported_as_success() {
    let mut value = hostile_report("text", 3);
    // Without violations, only the exit code shows that the run is no success.
    let verdicts = value["verdicts"].as_array_mut().unwrap();
    verdicts.retain(|it| it["outcome"] != "violates");
    value["stale"] = json!([]);
    value["stale_messages"] = json!([]);
    let report = parse_report(&value);
    let tap = reporter_output(find_reporter("tap").unwrap(), &report);
    let failed: Vec<&str> = tap.lines().filter(|it| it.starts_with("not ok")).collect();
    assert!(
        matches!(failed[..], [line] if line.contains("? p/d")),
        "{tap}"
    );
    let gitlab = reporter_output(find_reporter("gitlab").unwrap(), &report);
    let entries: Value = serde_json::from_str(&gitlab).unwrap();
    assert_eq!(entries.as_array().unwrap().len(), 1, "{gitlab}");
    let xml = reporter_output(find_reporter("junit").unwrap(), &report);
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!(
        read.test_suites.iter().map(|it| it.errors).sum::<usize>(),
        1
    );
}

/// The schema of SARIF 2.1.0 by OASIS.
#[test]
fn sarif_fits_its_schema() {
    let schema: Value = serde_json::from_str(include_str!("tests/sarif-2.1.0.json")).unwrap();
    for (text, exit) in [("text", 1), ("a b: %|`\u{1b}", 5)] {
        let report = parse_report(&hostile_report(text, exit));
        let sarif: Value =
            serde_json::from_str(&reporter_output(find_reporter("sarif").unwrap(), &report))
                .unwrap();
        assert_fits_schema(&schema, &schema, &sarif, "sarif");
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 6);
        assert_eq!(results[4]["suppressions"][0]["kind"], "external");
    }
}

/// Checks a value against a schema, with only those keywords of JSON Schema that the SARIF schema uses; any other
/// keyword fails the test.
#[expect(clippy::too_many_lines, reason = "one arm for each keyword")]
fn assert_fits_schema(root: &Value, schema: &Value, value: &Value, place: &str) {
    for (keyword, wanted) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "$ref" => {
                let pointer = wanted.as_str().unwrap().trim_start_matches('#');
                assert_fits_schema(root, root.pointer(pointer).unwrap(), value, place);
            }
            "type" => {
                let fits = match wanted.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    other => panic!("type {other}"),
                };
                assert!(fits, "{place}: expected {wanted}, got {value}");
            }
            "enum" => assert!(
                wanted.as_array().unwrap().contains(value),
                "{place}: {value}"
            ),
            "required" => {
                for name in wanted.as_array().unwrap() {
                    assert!(
                        value.get(name.as_str().unwrap()).is_some(),
                        "{place}: no {name}"
                    );
                }
            }
            "properties" => {
                for (name, part) in value.as_object().unwrap() {
                    match wanted.get(name) {
                        Some(schema) => {
                            assert_fits_schema(root, schema, part, &format!("{place}.{name}"))
                        }
                        None => assert_ne!(
                            schema["additionalProperties"],
                            json!(false),
                            "{place}.{name}"
                        ),
                    }
                }
            }
            "items" => {
                for (index, part) in value.as_array().unwrap().iter().enumerate() {
                    assert_fits_schema(root, wanted, part, &format!("{place}[{index}]"));
                }
            }
            "minItems" => assert!(
                value.as_array().unwrap().len() as u64 >= wanted.as_u64().unwrap(),
                "{place}"
            ),
            "minimum" => assert!(
                value.as_i64().unwrap() >= wanted.as_i64().unwrap(),
                "{place}"
            ),
            "anyOf" => {
                let any =
                    wanted
                        .as_array()
                        .unwrap()
                        .iter()
                        .any(|it| match it["required"].as_array() {
                            Some(names) => names
                                .iter()
                                .all(|it| value.get(it.as_str().unwrap()).is_some()),
                            None => true,
                        });
                assert!(any, "{place}: {value}");
            }
            "uniqueItems" => {
                let texts: Vec<String> = value
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(Value::to_string)
                    .collect();
                let unique: BTreeSet<&String> = texts.iter().collect();
                assert_eq!(unique.len(), texts.len(), "{place}");
            }
            "format" if wanted == "uri" => {
                assert!(value.as_str().unwrap().contains(':'), "{place}")
            }
            "format" if wanted == "uri-reference" => {
                let text = value.as_str().unwrap();
                assert!(!text.contains([' ', '"', '<', '`', '|']), "{place}: {text}");
            }
            "$schema"
            | "title"
            | "id"
            | "$id"
            | "description"
            | "definitions"
            | "default"
            | "additionalProperties" => (),
            other => panic!("{place}: keyword {other}"),
        }
    }
}
