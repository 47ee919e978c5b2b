//! Texts in faults: `\n`, `\r`, `\t`, `\0`, `\xNN`, `\\`, `\"`, and names in braces (`{{` is a brace).

use super::{
    FaultError,
    fault::{Piece, Text},
    lexer::column,
};

/// Reads what stood between quotes. `known` says which names mean something here.
pub(super) fn text(source: &str, known: &dyn Fn(&str) -> bool) -> Result<Text, FaultError> {
    let mut pieces = Vec::new();
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(next) = source[at..].chars().next() {
        let rest = &source[at..];
        at += match next {
            '\\' => {
                let (byte, length) = escape(rest).ok_or_else(|| {
                    let message = "unknown escape: use \\n \\r \\t \\0 \\xNN \\\\ or \\\"";
                    FaultError::new(column(source, at), message)
                })?;
                bytes.push(byte);
                length
            }
            '{' if rest.starts_with("{{") => {
                bytes.push(b'{');
                2
            }
            '{' => {
                let name = name(rest, known);
                let name = name.map_err(|why| FaultError::new(column(source, at), why))?;
                if !bytes.is_empty() {
                    pieces.push(Piece::Bytes(std::mem::take(&mut bytes)));
                }
                pieces.push(Piece::Name(name.to_owned()));
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
    if !bytes.is_empty() || pieces.is_empty() {
        pieces.push(Piece::Bytes(bytes));
    }
    Ok(Text { pieces })
}

/// The byte that an escape stands for, and the escape's length.
fn escape(source: &str) -> Option<(u8, usize)> {
    let byte = match source.as_bytes().get(1)? {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'0' => 0,
        b'\\' => b'\\',
        b'"' => b'"',
        b'x' => {
            let digits = source.get(2..4)?;
            return Some((u8::from_str_radix(digits, 16).ok()?, 4));
        }
        _ => return None,
    };
    Some((byte, 2))
}

/// The name in the braces that `source` begins with.
fn name<'a>(source: &'a str, known: &dyn Fn(&str) -> bool) -> Result<&'a str, String> {
    let Some(end) = source.find('}') else {
        return Err("this brace is never closed; write `{{` for a brace".to_owned());
    };
    let name = &source[1..end];
    if known(name) {
        Ok(name)
    } else {
        Err(format!(
            "`{{{name}}}` is neither bound by the pattern nor made by the protocol"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_braces_and_names_are_read() {
        let read = text(r#"a\x00\"{{b}} {best}\n"#, &|name| name == "best");
        let pieces = vec![
            Piece::Bytes(b"a\0\"{b} ".to_vec()),
            Piece::Name("best".to_owned()),
            Piece::Bytes(b"\n".to_vec()),
        ];
        assert_eq!(read, Ok(Text { pieces }));
    }

    #[test]
    fn errors_point_into_the_text() {
        let column = |source: &str| text(source, &|_| false).unwrap_err().column;
        assert_eq!(column(r"ab\q"), 3);
        assert_eq!(column("ab{best"), 3);
        assert_eq!(column("äb{best}"), 3);
    }
}
