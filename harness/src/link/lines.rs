//! Bytes to lines, with a cap on how much of a line is kept. Shared by all links.

/// The part of a stream that no newline has ended yet.
#[derive(Debug)]
pub(super) struct Lines {
    cap: usize,
    partial: Vec<u8>,
    /// Whether what comes up to the next newline is the rest of a line that was too long.
    dropping: bool,
}

/// What came of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// The first bytes of a line that is too long. The rest of it is dropped.
    Overlong(Vec<u8>),
}

impl Lines {
    pub(super) fn new(cap: usize) -> Lines {
        Lines {
            cap,
            partial: Vec::new(),
            dropping: false,
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8], mut told: impl FnMut(Piece)) {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|it| *it == b'\n') {
            let (body, after) = (&rest[..end], &rest[end + 1..]);
            rest = after;
            if !std::mem::take(&mut self.dropping) {
                let whole = self.partial.len() + body.len() <= self.cap;
                let line = self.with(body);
                told(if whole {
                    Piece::Line(line)
                } else {
                    Piece::Overlong(line)
                });
            }
        }
        if self.dropping || rest.is_empty() {
            return;
        }
        if self.partial.len() + rest.len() > self.cap {
            self.dropping = true;
            told(Piece::Overlong(self.with(rest)));
        } else {
            self.partial.extend_from_slice(rest);
        }
    }

    /// What no newline ended, if anything.
    pub(super) fn rest(&mut self) -> Option<Vec<u8>> {
        self.dropping = false;
        let rest = std::mem::take(&mut self.partial);
        (!rest.is_empty()).then_some(rest)
    }

    /// What was kept so far and `body`, up to the cap.
    fn with(&mut self, body: &[u8]) -> Vec<u8> {
        let body = &body[..body.len().min(self.cap - self.partial.len())];
        if self.partial.is_empty() {
            return body.to_vec();
        }
        self.partial.extend_from_slice(body);
        std::mem::take(&mut self.partial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(lines: &mut Lines, bytes: &[u8]) -> Vec<Piece> {
        let mut found = Vec::new();
        lines.push(bytes, |it| found.push(it));
        found
    }

    fn line(text: &str) -> Piece {
        Piece::Line(text.into())
    }

    #[test]
    fn lines_are_put_together_from_pieces() {
        let mut lines = Lines::new(100);
        assert_eq!(pieces(&mut lines, b"uc"), []);
        assert_eq!(
            pieces(&mut lines, b"ci\r\n\nis\0"),
            [line("ucci\r"), line("")]
        );
        assert_eq!(lines.rest(), Some(b"is\0".to_vec()));
        assert_eq!(lines.rest(), None);
    }

    #[test]
    fn a_line_as_long_as_the_cap_is_whole() {
        let mut lines = Lines::new(4);
        assert_eq!(pieces(&mut lines, b"abcd"), []);
        assert_eq!(
            pieces(&mut lines, b"\nabcd\n"),
            [line("abcd"), line("abcd")]
        );
    }

    #[test]
    fn the_rest_of_a_line_that_is_too_long_is_dropped() {
        let overlong = |text: &str| Piece::Overlong(text.into());
        let mut lines = Lines::new(4);
        assert_eq!(pieces(&mut lines, b"abcde"), [overlong("abcd")]);
        assert_eq!(pieces(&mut lines, b"fgh"), []);
        assert_eq!(pieces(&mut lines, b"i\nbye\n"), [line("bye")]);
        assert_eq!(pieces(&mut lines, b"ab"), []);
        assert_eq!(
            pieces(&mut lines, b"cde\nx\n"),
            [overlong("abcd"), line("x")]
        );
        assert_eq!(pieces(&mut lines, b"abcdef"), [overlong("abcd")]);
        assert_eq!(lines.rest(), None);
    }

    #[test]
    fn however_it_is_cut_the_lines_are_the_same() {
        let text = b"one\n\ntwo three\r\n\xff\0four\nno end";
        let mut whole = Lines::new(9);
        let expected = pieces(&mut whole, text);
        for size in 1..text.len() {
            let mut lines = Lines::new(9);
            let parts = text.chunks(size);
            let found: Vec<Piece> = parts.flat_map(|it| pieces(&mut lines, it)).collect();
            assert_eq!(found, expected, "in pieces of {size}");
            assert_eq!(lines.rest(), Some(b"no end".to_vec()));
        }
    }
}
