//! Tests of the table of messages: every id has one sentence, and `languages/en.toml` contains all ids, and the title
//! and the reason of every rule.

use std::{collections::BTreeMap, env, fmt::Write as _, fs};

use ponderhit::protocol;

use super::{
    package_dir,
    source::{self, Token},
    source_files,
};

const TABLE_HEADER: &str = "# Every message of reports and errors, by its id; then the title and the reason of every rule. Generated from the sources by `cargo test`; do not edit.\n\
                      # A translation has the same ids and the same {arguments}.\n\n";

/// Returns the messages in the sources: for each id, the English text and the first file that uses it.
fn collect_messages() -> BTreeMap<String, (String, String)> {
    let mut all: BTreeMap<String, (String, String)> = BTreeMap::new();
    for file in source_files("src") {
        let name = file
            .strip_prefix(package_dir())
            .unwrap()
            .display()
            .to_string();
        if name == "src/message.rs" {
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

/// Returns the text of a string literal without its escapes.
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
    for rule in protocol::ALL_PROTOCOLS.iter().flat_map(|it| it.rules()) {
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
