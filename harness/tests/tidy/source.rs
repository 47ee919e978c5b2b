//! A partial parser of Rust: it finds the paths that a file uses, and its string literals.

use std::path::Path;

/// A parsed source file of the library.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    /// The path of the file, relative to `src`.
    pub(crate) file: String,
    /// The module path of the file in the crate.
    pub(crate) module_path: Vec<String>,
    /// The paths that the file uses, beginning at the crate root.
    pub(crate) uses: Vec<Vec<String>>,
}

/// One token of Rust code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    /// The text of a string literal, and its line number.
    Text(String, usize),
    Punctuation(char),
}

/// Parses a file and returns the paths that it uses.
pub(crate) fn parse_module(file: &Path, text: &str) -> Module {
    let mut path: Vec<String> = file
        .with_extension("")
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    if path.last().is_some_and(|it| it == "mod") {
        path.pop();
    }
    let tokens = without_tests(tokenize(text));
    let mut uses = Vec::new();
    // The open inline modules, each with its nesting depth, and the current nesting depth of braces.
    let (mut inner, mut open) = (Vec::new(), 0);
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Punctuation('{') => {
                open += 1;
                if let [Token::Word(word), Token::Word(name)] =
                    &tokens[index.saturating_sub(2)..index]
                    && word == "mod"
                {
                    inner.push((open, name.clone()));
                }
            }
            Token::Punctuation('}') => {
                inner.retain(|it: &(i32, String)| it.0 != open);
                open -= 1;
            }
            Token::Word(word) if ["crate", "self", "super"].contains(&&**word) => {
                let begins = index == 0 || tokens[index - 1] != Token::Punctuation(':');
                if begins && is_path(&tokens[index..]) {
                    let mut here = path.clone();
                    here.extend(inner.iter().map(|it| it.1.clone()));
                    collect_paths(&tokens[index..], &here, &Vec::new(), &mut uses);
                }
            }
            _ => (),
        }
    }
    Module {
        file: file.display().to_string(),
        module_path: path,
        uses,
    }
}

fn is_path(tokens: &[Token]) -> bool {
    matches!(
        tokens,
        [_, Token::Punctuation(':'), Token::Punctuation(':'), ..]
    )
}

/// Adds to `uses` all paths that begin at the first token, and returns the number of tokens that the paths have.
fn collect_paths(
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
            Some(Token::Punctuation('{')) => {
                next += 1;
                while !matches!(tokens.get(next), None | Some(Token::Punctuation('}'))) {
                    if tokens[next] == Token::Punctuation(',') {
                        next += 1;
                    } else {
                        next += collect_paths(&tokens[next..], here, &path, uses).max(1);
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
        // In a `use` with `as`, the name after `as` is not part of the path.
        if tokens.get(next) == Some(&Token::Word("as".to_owned())) {
            next += 2;
        }
        break;
    }
    uses.push(path);
    next
}

/// Returns the tokens outside of test modules.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let word = |it: &str| Token::Word(it.to_owned());
    let mark = [
        Token::Punctuation('#'),
        Token::Punctuation('['),
        word("cfg"),
        Token::Punctuation('('),
        word("test"),
        Token::Punctuation(')'),
        Token::Punctuation(']'),
    ];
    let (mut kept, mut next) = (Vec::new(), 0);
    while next < tokens.len() {
        if !tokens[next..].starts_with(&mark) {
            kept.push(tokens[next].clone());
            next += 1;
            continue;
        }
        // The item after `#[cfg(test)]` ends at a semicolon or at its closing brace.
        let mut open = 0;
        while let Some(token) = tokens.get(next) {
            next += 1;
            match token {
                Token::Punctuation('{') => open += 1,
                Token::Punctuation('}') if open == 1 => break,
                Token::Punctuation('}') => open -= 1,
                Token::Punctuation(';') if open == 0 => break,
                _ => (),
            }
        }
    }
    kept
}

/// Returns the string literals of a file with their line numbers, but not the literals in the file's tests.
pub(crate) fn string_literals(text: &str) -> Vec<(String, usize)> {
    let tokens = code_tokens(text).into_iter();
    let texts = tokens.filter_map(|it| match it {
        Token::Text(text, line) => Some((text, line)),
        Token::Word(_) | Token::Punctuation(_) => None,
    });
    texts.collect()
}

/// Returns the tokens of a file, but not the tokens of its tests.
pub(crate) fn code_tokens(text: &str) -> Vec<Token> {
    without_tests(tokenize(text))
}

/// Splits Rust code into tokens, and leaves out comments.
fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |it| it + 2)
        } else if let Some(length) = raw_string_literal_length(rest) {
            tokens.push(Token::Text(rest[..length].to_owned(), line));
            length
        } else if first == '"' {
            let length = string_literal_length(rest);
            tokens.push(Token::Text(rest[1..length - 1].to_owned(), line));
            length
        } else if first == '\'' {
            char_literal_length(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let end = |it: char| !(it.is_alphanumeric() || it == '_');
            let length = rest.find(end).unwrap_or(rest.len());
            // The prefix of a byte string or C string, such as `b` in `b"x"`, is not a token.
            if !["b", "c"].contains(&&rest[..length]) || !rest[length..].starts_with(['"', '\'']) {
                tokens.push(Token::Word(rest[..length].to_owned()));
            }
            length
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Punctuation(first));
            }
            first.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the raw string at the beginning of `rest`.
fn raw_string_literal_length(rest: &str) -> Option<usize> {
    let begin = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r')?;
    let marks = begin.len() - begin.trim_start_matches('#').len();
    let text = begin[marks..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(marks));
    let length = text.find(&end).map_or(text.len(), |it| it + end.len());
    Some(rest.len() - text.len() + length)
}

/// Returns the length of the string at the beginning of `rest`, including its quotes.
fn string_literal_length(rest: &str) -> usize {
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

/// Returns the length of the character literal at the beginning of `rest`. If `rest` begins with a lifetime, returns
/// the length of its quote.
fn char_literal_length(rest: &str) -> usize {
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
    let found = parse_module(Path::new("check/merge.rs"), text).uses;
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
