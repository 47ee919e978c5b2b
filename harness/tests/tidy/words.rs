//! Tests that the words of a protocol, such as `bestmove`, occur only in the folder of that protocol. Code outside of a
//! protocol's folder must get the words of the protocol from the protocol.

use std::{collections::BTreeSet, fs};

use super::{package_dir, source, source_files};

/// Words of protocols, which must not occur in code outside of the folders of the protocols.
const PROTOCOL_WORDS: &[&str] = &[
    "agi",
    "banmoves",
    "batch",
    "bestmove",
    "bye",
    "cp",
    "currmove",
    "genmove",
    "gtp",
    "hashfull",
    "hashsize",
    "infinite",
    "isready",
    "mate",
    "movestogo",
    "nobestmove",
    "nps",
    "pophash",
    "probe",
    "pv",
    "quit",
    "readyok",
    "seldepth",
    "startpos",
    "ucci",
    "ucciok",
    "uccinewgame",
    "uci",
    "uciok",
    "usemillisec",
    "usi",
];

/// Places where a word of a protocol may occur because it has another meaning there: the file, the word, and its
/// meaning.
const WORD_EXCEPTIONS: &[(&str, &str, &str)] = &[("cli/review.rs", "quit", "what a user answers")];

#[test]
fn protocol_words_are_only_in_the_protocols_folder() {
    let mut wrong = Vec::new();
    for path in source_files("src") {
        let file = path.strip_prefix(package_dir().join("src")).unwrap();
        let file = file.display().to_string();
        if file.starts_with("protocol/") || file.ends_with("tests.rs") || file.contains("/tests/") {
            continue;
        }
        for (text, line) in source::string_literals(&fs::read_to_string(&path).unwrap()) {
            let words = text.split(|it: char| !it.is_ascii_alphanumeric());
            let words: BTreeSet<&str> = words.filter(|it| PROTOCOL_WORDS.contains(it)).collect();
            let own = |word: &&&str| {
                !WORD_EXCEPTIONS
                    .iter()
                    .any(|it| it.0 == file && it.1 == **word)
            };
            for word in words.iter().filter(own) {
                wrong.push(format!("{file}:{line}: `{word}` in \"{text}\""));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
