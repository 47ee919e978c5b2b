//! Parses texts of faults, with the escapes `\n`, `\r`, `\t`, `\0`, `\xNN`, `\\` and `\"`, with names in braces
//! (`{{` is a brace), and with repeated texts (`{65536*x}`).

use super::{
    FaultError,
    fault::{TemplatePart, TextTemplate},
    lexer::column_at,
};
use crate::{
    message::{Message, message},
    transcript::parse_escape,
};

/// Parses the text between quotes; `known` is true for the names that the text may use.
pub(super) fn parse_text_template(
    source: &str,
    known: &dyn Fn(&str) -> bool,
) -> Result<TextTemplate, FaultError> {
    let mut parts = Vec::new();
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(next) = source[at..].chars().next() {
        let rest = &source[at..];
        at += match next {
            '\\' => {
                let (byte, length) = parse_escape_or_quote(rest.as_bytes()).ok_or_else(|| {
                    let message = message!(
                        "fault_escape_unrecognized",
                        "unrecognized escape; expected one of \\n \\r \\t \\0 \\xNN \\\\ \\\""
                    );
                    FaultError::new(column_at(source, at), message)
                })?;
                bytes.push(byte);
                length
            }
            '{' if rest.starts_with("{{") => {
                bytes.push(b'{');
                2
            }
            '{' if parse_repetition(rest).is_some() => {
                let (repeated, length) = parse_repetition(rest).unwrap_or_default();
                bytes.extend(repeated);
                length
            }
            '{' => {
                let name = parse_name_in_braces(rest, known);
                let name = name.map_err(|why| FaultError::new(column_at(source, at), why))?;
                if !bytes.is_empty() {
                    parts.push(TemplatePart::Bytes(std::mem::take(&mut bytes)));
                }
                parts.push(TemplatePart::Name(name.to_owned()));
                name.len() + 2
            }
            '}' if rest.starts_with("}}") => {
                bytes.push(b'}');
                2
            }
            _ => {
                bytes.extend_from_slice(&rest.as_bytes()[..next.len_utf8()]);
                next.len_utf8()
            }
        };
    }
    if !bytes.is_empty() || parts.is_empty() {
        parts.push(TemplatePart::Bytes(bytes));
    }
    Ok(TextTemplate { parts })
}

/// Decodes an escape. Returns the byte and the length of the escape. A quote in a text needs an escape, because a quote
/// without an escape ends the text.
fn parse_escape_or_quote(source: &[u8]) -> Option<(u8, usize)> {
    match source {
        [b'\\', b'"', ..] => Some((b'"', 2)),
        _ => parse_escape(source),
    }
}

/// The maximum length of a repeated text, in bytes.
const MAX_REPETITION_BYTES: usize = 16 << 20;

/// Parses a repeated text such as `{65536*x}` at the beginning of `source`. Returns the repeated bytes, and the length
/// of their source text with the braces.
fn parse_repetition(source: &str) -> Option<(Vec<u8>, usize)> {
    let inner = source.strip_prefix('{')?.split_once('}')?.0;
    let (times, text) = inner.split_once('*')?;
    let times: usize = times.parse().ok()?;
    let length = times.checked_mul(text.len())?;
    (length <= MAX_REPETITION_BYTES).then(|| (text.repeat(times).into_bytes(), inner.len() + 2))
}

/// Returns the name in braces at the beginning of `source`.
fn parse_name_in_braces<'a>(
    source: &'a str,
    known: &dyn Fn(&str) -> bool,
) -> Result<&'a str, Message> {
    let Some(end) = source.find('}') else {
        return Err(message!(
            "closing_brace_expected",
            "expected a closing `}}`; write `{{{{` for a brace"
        ));
    };
    let name = &source[1..end];
    if known(name) {
        Ok(name)
    } else {
        Err(message!(
            "fault_name_unrecognized",
            "unrecognized name `{{{name}}}`: the pattern does not capture it, and the protocol has no generator of this name",
            name
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_braces_and_names_are_parsed() {
        let read = parse_text_template(r#"a\x00\"{{b}} {best}\n"#, &|name| name == "best");
        let parts = vec![
            TemplatePart::Bytes(b"a\0\"{b} ".to_vec()),
            TemplatePart::Name("best".to_owned()),
            TemplatePart::Bytes(b"\n".to_vec()),
        ];
        assert_eq!(read, Ok(TextTemplate { parts }));
    }

    #[test]
    fn a_text_is_repeated() {
        let read = parse_text_template("a{3*xy}b", &|_| false);
        let parts = vec![TemplatePart::Bytes(b"axyxyxyb".to_vec())];
        assert_eq!(read, Ok(TextTemplate { parts }));
        assert!(parse_text_template("{99999999999*x}", &|_| false).is_err());
    }

    #[test]
    fn errors_point_into_the_text() {
        let column = |source: &str| parse_text_template(source, &|_| false).unwrap_err().column;
        assert_eq!(column(r"ab\q"), 3);
        assert_eq!(column(r"ab\x+f"), 3);
        assert_eq!(column("ab{best"), 3);
        assert_eq!(column("äb{best}"), 3);
    }
}
