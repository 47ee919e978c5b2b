//! A partial parser of Rust: the paths that a file uses, and its strings.

use std::path::Path;

/// A file of the library.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    /// Its path under `src`.
    pub(crate) file: String,
    /// Its path in the crate.
    pub(crate) path: Vec<String>,
    /// The paths that it uses, from the crate's root.
    pub(crate) uses: Vec<Vec<String>>,
}

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    /// The text between the quotes, and the line.
    Text(String, usize),
    Sign(char),
}

/// The modules that a file uses.
pub(crate) fn module(file: &Path, text: &str) -> Module {
    let mut path: Vec<String> = file
        .with_extension("")
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    if path.last().is_some_and(|it| it == "mod") {
        path.pop();
    }
    let tokens = without_tests(tokens(text));
    let mut uses = Vec::new();
    // The open braces, and the inline modules that they belong to.
    let (mut inner, mut open) = (Vec::new(), 0);
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('{') => {
                open += 1;
                if let [Token::Word(word), Token::Word(name)] =
                    &tokens[index.saturating_sub(2)..index]
                    && word == "mod"
                {
                    inner.push((open, name.clone()));
                }
            }
            Token::Sign('}') => {
                inner.retain(|it: &(i32, String)| it.0 != open);
                open -= 1;
            }
            Token::Word(word) if ["crate", "self", "super"].contains(&&**word) => {
                let begins = index == 0 || tokens[index - 1] != Token::Sign(':');
                if begins && is_path(&tokens[index..]) {
                    let mut here = path.clone();
                    here.extend(inner.iter().map(|it| it.1.clone()));
                    expand(&tokens[index..], &here, &Vec::new(), &mut uses);
                }
            }
            _ => (),
        }
    }
    Module {
        file: file.display().to_string(),
        path,
        uses,
    }
}

fn is_path(tokens: &[Token]) -> bool {
    matches!(tokens, [_, Token::Sign(':'), Token::Sign(':'), ..])
}

/// Takes the paths that begin here, resolved; returns their number of tokens.
fn expand(
    tokens: &[Token],
    here: &[String],
    so_far: &[String],
    uses: &mut Vec<Vec<String>>,
) -> usize {
    let mut path = so_far.to_vec();
    let mut next = 0;
    loop {
        match tokens.get(next) {
            Some(Token::Word(word)) => match &**word {
                "crate" => path.clear(),
                "self" if path.is_empty() && so_far.is_empty() => path = here.to_vec(),
                "self" => (),
                "super" if path.is_empty() => path = here[..here.len() - 1].to_vec(),
                "super" => drop(path.pop()),
                _ => path.push(word.clone()),
            },
            Some(Token::Sign('{')) => {
                next += 1;
                while !matches!(tokens.get(next), None | Some(Token::Sign('}'))) {
                    if tokens[next] == Token::Sign(',') {
                        next += 1;
                    } else {
                        next += expand(&tokens[next..], here, &path, uses).max(1);
                    }
                }
                return next + 1;
            }
            _ => break,
        }
        next += 1;
        if is_path(&tokens[next.saturating_sub(1)..]) {
            next += 2;
            continue;
        }
        // `as` renames the item.
        if tokens.get(next) == Some(&Token::Word("as".to_owned())) {
            next += 2;
        }
        break;
    }
    uses.push(path);
    next
}

/// The code without tests.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let word = |it: &str| Token::Word(it.to_owned());
    let mark = [
        Token::Sign('#'),
        Token::Sign('['),
        word("cfg"),
        Token::Sign('('),
        word("test"),
        Token::Sign(')'),
        Token::Sign(']'),
    ];
    let (mut kept, mut next) = (Vec::new(), 0);
    while next < tokens.len() {
        if !tokens[next..].starts_with(&mark) {
            kept.push(tokens[next].clone());
            next += 1;
            continue;
        }
        // Up to the end of the item: a semicolon, or its braces.
        let mut open = 0;
        while let Some(token) = tokens.get(next) {
            next += 1;
            match token {
                Token::Sign('{') => open += 1,
                Token::Sign('}') if open == 1 => break,
                Token::Sign('}') => open -= 1,
                Token::Sign(';') if open == 0 => break,
                _ => (),
            }
        }
    }
    kept
}

/// The strings of a file, each with its line, without those of its tests.
pub(crate) fn texts(text: &str) -> Vec<(String, usize)> {
    let tokens = code(text).into_iter();
    let texts = tokens.filter_map(|it| match it {
        Token::Text(text, line) => Some((text, line)),
        Token::Word(_) | Token::Sign(_) => None,
    });
    texts.collect()
}

/// The code of a file, without its tests.
pub(crate) fn code(text: &str) -> Vec<Token> {
    without_tests(tokens(text))
}

/// The code without comments.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |it| it + 2)
        } else if let Some(length) = raw_text(rest) {
            tokens.push(Token::Text(rest[..length].to_owned(), line));
            length
        } else if first == '"' {
            let length = plain_text(rest);
            tokens.push(Token::Text(rest[1..length - 1].to_owned(), line));
            length
        } else if first == '\'' {
            character(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let end = |it: char| !(it.is_alphanumeric() || it == '_');
            let length = rest.find(end).unwrap_or(rest.len());
            // The prefix of a byte or raw string is no word.
            if !["b", "c"].contains(&&rest[..length]) || !rest[length..].starts_with(['"', '\'']) {
                tokens.push(Token::Word(rest[..length].to_owned()));
            }
            length
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Sign(first));
            }
            first.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// The length of the raw string that begins here.
fn raw_text(rest: &str) -> Option<usize> {
    let begin = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r')?;
    let marks = begin.len() - begin.trim_start_matches('#').len();
    let text = begin[marks..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(marks));
    let length = text.find(&end).map_or(text.len(), |it| it + end.len());
    Some(rest.len() - text.len() + length)
}

/// The length of the string that begins here, with its quotes.
fn plain_text(rest: &str) -> usize {
    let mut escaped = false;
    for (place, char) in rest.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return place + 1,
            _ => (),
        }
    }
    rest.len()
}

/// The length of the character literal that begins here; the mark of a lifetime has length one.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((place, _))) => {
            let behind = place + 1;
            rest[behind..].find('\'').map_or(1, |it| behind + it + 1)
        }
        (Some(_), Some((place, '\''))) => place + 1,
        _ => 1,
    }
}

#[test]
fn paths_are_read_from_uses_and_from_code() {
    let text = "//! crate::comment\n\
        use std::io;\n\
        use super::super::{known, link::{self as l, proc::Life}};\n\
        use crate::{error::Error, session};\n\
        mod inner { use super::super::rule; }\n\
        fn f<'a>(it: &'a str) -> char { crate::report::g(\"crate::text\", b'\"'); '\\'' }\n\
        #[cfg(test)]\nmod tests { use crate::hidden; }\n";
    let found = module(Path::new("check/merge.rs"), text).uses;
    let found: Vec<String> = found.iter().map(|it| it.join("::")).collect();
    let wanted = [
        "known",
        "link",
        "link::proc::Life",
        "error::Error",
        "session",
        "check::rule",
        "report::g",
    ];
    assert_eq!(found, wanted);
}
