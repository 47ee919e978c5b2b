//! Tests of the table of messages: every id has one sentence, and `languages/en.toml` contains all ids, and the title
//! and the reason of every rule.

use std::{collections::BTreeMap, env, fmt::Write as _, fs};

use ponderhit::{protocol, rule::mismatch::MISMATCH_RULE};

use super::{
    package_dir,
    source::{self, Token},
    source_files,
};

const TABLE_HEADER: &str = "# Every message of reports and errors, by its id; then the title and the reason of every rule. Generated from the sources by `cargo test`; do not edit.\n\
                      # A translation has the same ids and the same {arguments}.\n\n";

/// Returns the messages in the sources: for each id, the English text and the first file that contains the message.
fn collect_messages() -> BTreeMap<String, (String, String)> {
    let mut all: BTreeMap<String, (String, String)> = BTreeMap::new();
    for file in source_files("src") {
        let name = file
            .strip_prefix(package_dir())
            .unwrap()
            .display()
            .to_string();
        if name == "src/message.rs" || is_test_file(&name) {
            continue;
        }
        for (id, english) in find_messages(&fs::read_to_string(&file).unwrap()) {
            let known = all
                .entry(id.clone())
                .or_insert((english.clone(), name.clone()));
            assert_eq!(
                known.0, english,
                "`{id}` is one message in {} and another in {name}",
                known.1
            );
        }
    }
    all
}

/// Whether a source file contains only tests, whose messages no user sees.
fn is_test_file(name: &str) -> bool {
    name.ends_with("/tests.rs") || name.contains("/tests/")
}

/// Returns the ids and English texts in all calls of `message!` outside of tests.
fn find_messages(text: &str) -> Vec<(String, String)> {
    let tokens = source::code_tokens(text);
    let calls = tokens.windows(6).filter_map(|it| match it {
        [
            Token::Word(name),
            Token::Punctuation('!'),
            Token::Punctuation('('),
            Token::Text(id, _),
            Token::Punctuation(','),
            Token::Text(english, _),
        ] if name == "message" => Some((id.clone(), unescape(english))),
        _ => None,
    });
    calls.collect()
}

/// Returns the text that a string literal stands for, with its escapes resolved.
fn unescape(literal: &str) -> String {
    let (mut text, mut rest) = (String::new(), literal);
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        rest = match after.strip_prefix('\n') {
            Some(after) => after.trim_start(),
            None => {
                let escaped = after.chars().next().unwrap();
                assert!(['"', '\\'].contains(&escaped), "{literal}: not a sentence");
                text.push(escaped);
                &after[1..]
            }
        };
    }
    text + rest
}

#[test]
fn the_table_of_messages_is_up_to_date() {
    let mut page = TABLE_HEADER.to_owned();
    for (id, (english, _)) in collect_messages() {
        let _ = writeln!(page, "{id} = {}", serde_json::json!(english));
    }
    let rules = protocol::ALL_PROTOCOLS.iter().flat_map(|it| it.rules());
    for rule in rules.chain([MISMATCH_RULE]) {
        let (title, why) = (rule.title(), rule.rationale());
        assert!(!title.is_empty() && !why.is_empty(), "{}", rule.id);
        let _ = writeln!(page, "\n[rules.{}]", serde_json::json!(rule.id));
        let _ = writeln!(page, "title = {}", serde_json::json!(title));
        let _ = writeln!(page, "why = {}", serde_json::json!(why));
    }
    let file = package_dir().join("languages/en.toml");
    let old = fs::read_to_string(&file).unwrap_or_default();
    if old != page {
        assert!(
            env::var_os("CI").is_none(),
            "{} is stale: run the tests and commit it",
            file.display()
        );
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &page).unwrap();
        panic!("{} was not fresh, and is now", file.display());
    }
}

/// The placeholders of a template, sorted.
fn placeholders(template: &str) -> Vec<String> {
    let plain = template.replace("{{", "").replace("}}", "");
    let parts = plain.split('{').skip(1);
    let mut names: Vec<String> = parts
        .map(|it| it.split('}').next().unwrap().to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Reads a table of messages in `languages/`.
fn read_table(name: &str) -> toml::Table {
    let file = package_dir().join("languages").join(name);
    fs::read_to_string(file).unwrap().parse().unwrap()
}

/// The singular text of a message may leave out the number, but it may not have an argument that the message itself
/// lacks.
#[test]
fn a_singular_text_belongs_to_a_message_with_a_count() {
    let (english, singular) = (read_table("en.toml"), read_table("en-singular.toml"));
    assert!(!singular.is_empty());
    for (id, text) in singular {
        let message = english.get(&id).and_then(|it| it.as_str());
        let mut expected = placeholders(message.unwrap_or_else(|| panic!("`{id}` is no message")));
        let (all, text) = (expected.len(), text.as_str().unwrap());
        expected.retain(|it| it != "count");
        assert!(expected.len() < all, "`{id}` has no argument `count`");
        let mut found = placeholders(text);
        found.retain(|it| it != "count");
        assert_eq!(found, expected, "`{id}` has other arguments: {text}");
        assert_ne!(message, Some(text), "`{id}` has no plural");
    }
}

#[test]
fn a_translation_has_every_message_and_every_rule() {
    let (english, chinese) = (read_table("en.toml"), read_table("zh.toml"));
    let mut wrong = Vec::new();
    for (id, text) in english.iter().filter(|it| it.0 != "rules") {
        match chinese.get(id).and_then(|it| it.as_str()) {
            None => wrong.push(format!("`{id}` is not translated: {text:?}")),
            Some(it) if placeholders(it) != placeholders(text.as_str().unwrap()) => {
                wrong.push(format!("`{id}` has other arguments: {it}"));
            }
            Some(_) => {}
        }
    }
    for (rule, _) in english["rules"].as_table().unwrap() {
        let texts = chinese["rules"].get(rule);
        for key in ["title", "why"] {
            let text = texts.and_then(|it| it.get(key)).and_then(|it| it.as_str());
            if text.is_none_or(str::is_empty) {
                wrong.push(format!("the {key} of `{rule}` is not translated"));
            }
        }
    }
    let known = |id: &str| english.contains_key(id);
    wrong.extend(
        chinese
            .keys()
            .filter(|it| !known(it))
            .map(|it| format!("`{it}` is no message")),
    );
    assert!(wrong.is_empty(), "languages/zh.toml:\n{}", wrong.join("\n"));
}

#[test]
fn a_message_is_one_sentence_with_a_plain_id() {
    for (id, (english, file)) in collect_messages() {
        let plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
        assert!(id.chars().all(plain), "{file}: `{id}`");
        assert!(
            !english.ends_with('.'),
            "{file}: `{id}` ends with a full stop"
        );
        assert!(!english.trim().is_empty(), "{file}: `{id}` says nothing");
    }
}

#[test]
fn messages_are_found_in_code_and_not_in_tests() {
    let text = "fn f() { message!(\n\"late\", \"{it} was \\\n   \\\"late\\\"\", it = 3) }\n\
                #[cfg(test)]\nmod tests { fn g() { message!(\"a\", \"b\") } }\n";
    let late = ("late".to_owned(), "{it} was \"late\"".to_owned());
    assert_eq!(find_messages(text), [late]);
}
