//! Escapes control characters in text, so that a terminal does not execute them.

use std::ops::Range;

use super::{DecodedCharacter, decode_characters, hex_escape};

/// The maximum number of bytes of a line that are shown, because an engine may write megabytes without a newline.
const MAX_LINE_BYTES: usize = 4096;

/// Splits a text into printable lines.
pub(crate) fn printable_lines(text: &[u8]) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = text.split(|it| *it == b'\n');
    lines.map(|it| printable_text(it, 0..0).0).collect()
}

/// Escapes control characters. Returns the escaped text, and the columns that the bytes `span` take in the escaped
/// text.
pub(crate) fn printable_text(bytes: &[u8], span: Range<usize>) -> (String, Range<usize>) {
    let cut = bytes.len() > MAX_LINE_BYTES;
    let bytes = &bytes[..bytes.len().min(MAX_LINE_BYTES)];
    let mut out = PrintableText::default();
    for (shown, length) in decode_characters(bytes) {
        match shown {
            DecodedCharacter::Char(it) => out.push_character(&span, length, &escape_character(it)),
            DecodedCharacter::Byte(it) => out.push_character(&span, length, &hex_escape(it)),
        }
    }
    let start = out.span_start.unwrap_or(out.column_count);
    let end = out.span_end.unwrap_or(out.column_count).max(start + 1);
    if cut {
        out.text.push('…');
    }
    (out.text, start..end)
}

/// Shows control characters, and blanks at the ends of a command or beside other blanks: they can be the cause of a
/// violation, and wrapped text loses them. The commands are separated by ` · `.
pub(crate) fn visible_blanks(commands: &str) -> String {
    let show = |command: &str| {
        let (text, _) = printable_text(command.as_bytes(), 0..0);
        let chars: Vec<char> = text.chars().collect();
        let is_blank =
            |at: Option<usize>| at.and_then(|it| chars.get(it)).is_none_or(|it| *it == ' ');
        let shown = chars.iter().enumerate().map(|(n, char)| {
            let is_unusual = is_blank(n.checked_sub(1)) || is_blank(Some(n + 1));
            if *char == ' ' && is_unusual {
                '␣'
            } else {
                *char
            }
        });
        shown.collect::<String>()
    };
    let shown: Vec<String> = commands.split(" · ").map(show).collect();
    shown.join(" · ")
}

#[derive(Default)]
struct PrintableText {
    text: String,
    byte_count: usize,
    column_count: usize,
    span_start: Option<usize>,
    span_end: Option<usize>,
}

impl PrintableText {
    fn push_character(&mut self, span: &Range<usize>, bytes: usize, text: &str) {
        if self.span_start.is_none() && self.byte_count + bytes > span.start {
            self.span_start = Some(self.column_count);
        }
        self.text.push_str(text);
        self.byte_count += bytes;
        self.column_count += text.chars().count();
        if self.span_end.is_none() && self.byte_count >= span.end {
            self.span_end = Some(self.column_count);
        }
    }
}

fn escape_character(char: char) -> String {
    match char {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\0' => "\\0".to_owned(),
        // Unicode direction marks could make a line look like another line.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char.escape_unicode().to_string()
        }
        it if it.is_control() && it.is_ascii() => format!("\\x{:02X}", u32::from(it)),
        it if it.is_control() => it.escape_unicode().to_string(),
        it => it.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{printable_text, visible_blanks};

    #[test]
    fn only_unusual_blanks_are_marked() {
        assert_eq!(visible_blanks("go depth 1"), "go depth 1");
        assert_eq!(
            visible_blanks(" isready · go  depth\t1 · stop "),
            "␣isready · go␣␣depth\\t1 · stop␣"
        );
    }

    #[test]
    fn a_span_of_chinese_bytes_becomes_the_columns_of_its_characters() {
        let line = b"option \xcf\xf3\xc6\xe5 type";
        let (text, columns) = printable_text(line, 7..11);
        assert_eq!((text.as_str(), columns), ("option 象棋 type", 7..9));
        let (text, columns) = printable_text(b"a\xffb", 1..2);
        assert_eq!((text.as_str(), columns), ("a\\xFFb", 1..5));
    }
}
