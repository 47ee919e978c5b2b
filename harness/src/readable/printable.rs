//! Text that is safe to print anywhere: nothing in it is a command to a terminal.

use std::ops::Range;

use super::{Shown, characters, hex};

/// How many bytes of a line are looked at: an engine may write megabytes without a newline.
const LOOKED_AT: usize = 4096;

/// The lines of a text as people see them, safe to print anywhere.
pub(crate) fn lines_of(text: &[u8]) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = text.split(|it| *it == b'\n');
    lines.map(|it| printable(it, 0..0).0).collect()
}

/// Bytes without anything that a terminal would obey, and where `span` went.
pub(crate) fn printable(bytes: &[u8], span: Range<usize>) -> (String, Range<usize>) {
    let cut = bytes.len() > LOOKED_AT;
    let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
    let mut out = Printable::default();
    for (shown, length) in characters(bytes) {
        match shown {
            Shown::Char(it) => out.push(&span, length, &escape(it)),
            Shown::Byte(it) => out.push(&span, length, &hex(it)),
        }
    }
    let start = out.start.unwrap_or(out.columns);
    let end = out.end.unwrap_or(out.columns).max(start + 1);
    if cut {
        out.text.push('…');
    }
    (out.text, start..end)
}

#[derive(Default)]
struct Printable {
    text: String,
    bytes: usize,
    columns: usize,
    start: Option<usize>,
    end: Option<usize>,
}

impl Printable {
    fn push(&mut self, span: &Range<usize>, bytes: usize, text: &str) {
        if self.start.is_none() && self.bytes + bytes > span.start {
            self.start = Some(self.columns);
        }
        self.text.push_str(text);
        self.bytes += bytes;
        self.columns += text.chars().count();
        if self.end.is_none() && self.bytes >= span.end {
            self.end = Some(self.columns);
        }
    }
}

fn escape(char: char) -> String {
    match char {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\0' => "\\0".to_owned(),
        // Marks that turn the direction of writing could make a line read as another one.
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
    use super::printable;

    #[test]
    fn carets_stand_under_the_characters_that_chinese_bytes_mean() {
        let line = b"option \xcf\xf3\xc6\xe5 type";
        let (text, columns) = printable(line, 7..11);
        assert_eq!((text.as_str(), columns), ("option 象棋 type", 7..9));
        let (text, columns) = printable(b"a\xffb", 1..2);
        assert_eq!((text.as_str(), columns), ("a\\xFFb", 1..5));
    }
}
