//! Splits a stream of bytes into lines, with a maximum line length.

/// The maximum length of a line in a record, in bytes; a longer line is split into parts.
pub(crate) const MAX_LINE_LENGTH: usize = 1 << 20;

/// Splits a stream into lines, and keeps the bytes after the last newline until the line is
/// complete.
#[derive(Debug)]
pub(crate) struct LineSplitter {
    max_line_length: usize,
    partial_line: Vec<u8>,
    /// Whether the next bytes, up to a newline, are the rest of an overlong line.
    is_in_overlong_line: bool,
}

/// A part of a stream. The parts contain all bytes of the stream in order, except the newline that ends a
/// [`StreamPart::WholeLine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamPart<'a> {
    /// A line, without its newline.
    WholeLine(&'a [u8]),
    /// The beginning of an overlong line, up to the maximum length.
    FirstPart(&'a [u8]),
    /// Later bytes of an overlong line. The last part of an overlong line includes the newline.
    LaterPart(&'a [u8]),
}

impl LineSplitter {
    pub(crate) fn new(limit: usize) -> LineSplitter {
        LineSplitter {
            max_line_length: limit,
            partial_line: Vec::new(),
            is_in_overlong_line: false,
        }
    }

    /// Adds bytes to the stream, and calls `found` for each part that is complete.
    pub(crate) fn push(&mut self, bytes: &[u8], mut found: impl FnMut(StreamPart<'_>)) {
        for part in bytes.split_inclusive(|it| *it == b'\n') {
            let body = part.strip_suffix(b"\n");
            if self.is_in_overlong_line {
                self.is_in_overlong_line = body.is_none();
                found(StreamPart::LaterPart(part));
                continue;
            }
            let text = body.unwrap_or(part);
            let room = self.max_line_length - self.partial_line.len();
            if let Some((begin, _)) = text.split_at_checked(room).filter(|it| !it.1.is_empty()) {
                self.is_in_overlong_line = body.is_none();
                found(StreamPart::FirstPart(self.join_partial_line(begin)));
                found(StreamPart::LaterPart(part.get(room..).unwrap_or_default()));
            } else if body.is_some() {
                found(StreamPart::WholeLine(self.join_partial_line(text)));
            } else {
                self.partial_line.extend_from_slice(text);
                continue;
            }
            self.partial_line.clear();
        }
    }

    /// Removes the bytes after the last newline and returns them. After this call, the next bytes that are pushed begin
    /// a new line.
    pub(crate) fn take_partial_line(&mut self) -> Option<Vec<u8>> {
        self.is_in_overlong_line = false;
        let rest = std::mem::take(&mut self.partial_line);
        (!rest.is_empty()).then_some(rest)
    }

    /// Returns a whole line: its beginning, which was stored earlier, and its end `last`. A line that arrived in one
    /// part (as most lines do) is not copied.
    fn join_partial_line<'a>(&'a mut self, last: &'a [u8]) -> &'a [u8] {
        if self.partial_line.is_empty() {
            return last;
        }
        self.partial_line.extend_from_slice(last);
        &self.partial_line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prints each part of a stream after a mark. The mark is `=` for a line, `^` for the beginning of an overlong
    /// line, and `+` for the rest of an overlong line.
    fn push_and_print(lines: &mut LineSplitter, bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        lines.push(bytes, |it| {
            let (mark, bytes) = match it {
                StreamPart::WholeLine(bytes) => ('=', bytes),
                StreamPart::FirstPart(bytes) => ('^', bytes),
                StreamPart::LaterPart(bytes) => ('+', bytes),
            };
            found.push(format!("{mark}{}", bytes.escape_ascii()));
        });
        found
    }

    #[test]
    fn lines_are_joined_from_parts() {
        let mut lines = LineSplitter::new(100);
        assert!(push_and_print(&mut lines, b"uc").is_empty());
        assert_eq!(
            push_and_print(&mut lines, b"ci\r\n\nis\0"),
            [r"=ucci\r", "="]
        );
        assert_eq!(lines.take_partial_line(), Some(b"is\0".to_vec()));
        assert_eq!(lines.take_partial_line(), None);
    }

    #[test]
    fn a_line_as_long_as_the_limit_is_whole() {
        let mut lines = LineSplitter::new(4);
        assert!(push_and_print(&mut lines, b"abcd").is_empty());
        assert_eq!(push_and_print(&mut lines, b"\nabcd\n"), ["=abcd", "=abcd"]);
    }

    #[test]
    fn an_overlong_line_is_split_into_parts() {
        let mut lines = LineSplitter::new(4);
        assert_eq!(push_and_print(&mut lines, b"abcde"), ["^abcd", "+e"]);
        assert_eq!(push_and_print(&mut lines, b"fgh"), ["+fgh"]);
        assert_eq!(push_and_print(&mut lines, b"i\nbye\n"), [r"+i\n", "=bye"]);
        assert!(push_and_print(&mut lines, b"ab").is_empty());
        let expected = ["^abcd", r"+e\n", "=x"];
        assert_eq!(push_and_print(&mut lines, b"cde\nx\n"), expected);
        assert_eq!(push_and_print(&mut lines, b"abcdef"), ["^abcd", "+ef"]);
        assert_eq!(lines.take_partial_line(), None);
    }

    #[test]
    fn the_lines_do_not_depend_on_where_the_stream_is_cut() {
        let text = b"one\n\ntwo three\r\n\xff\0four\nno end";
        let mut whole = LineSplitter::new(9);
        let short = |it: &String| !it.starts_with('+');
        let expected = push_and_print(&mut whole, text);
        let expected: Vec<&String> = expected.iter().filter(|it| short(it)).collect();
        for size in 1..text.len() {
            let mut lines = LineSplitter::new(9);
            let parts = text.chunks(size);
            let found: Vec<String> = parts
                .flat_map(|it| push_and_print(&mut lines, it))
                .collect();
            let found: Vec<&String> = found.iter().filter(|it| short(it)).collect();
            assert_eq!(found, expected, "in parts of {size}");
            assert_eq!(lines.take_partial_line(), Some(b"no end".to_vec()));
        }
    }
}
