//! Bytes of one direction to lines, so that nothing is lost: every byte comes out again, in order.

/// A line longer than this comes in pieces.
const LONGEST: usize = 1 << 20;

/// One direction of the conversation, put together to lines.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    partial: Vec<u8>,
    /// What comes up to the next newline is the rest of a line that is too long.
    overlong: bool,
}

/// What came of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// Bytes that are no whole line: a rest, or part of a line that is too long.
    Raw(Vec<u8>),
}

impl Pieces {
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Vec<Piece> {
        let pieces = bytes.split_inclusive(|byte| *byte == b'\n');
        pieces.filter_map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, piece: &[u8]) -> Option<Piece> {
        let body = piece.strip_suffix(b"\n");
        if self.overlong {
            self.overlong = body.is_none();
            return Some(Piece::Raw(piece.to_vec()));
        }
        self.partial.extend_from_slice(body.unwrap_or(piece));
        if body.is_some() {
            Some(Piece::Line(std::mem::take(&mut self.partial)))
        } else if self.partial.len() > LONGEST {
            self.overlong = true;
            Some(Piece::Raw(std::mem::take(&mut self.partial)))
        } else {
            None
        }
    }

    /// What no newline ended.
    pub(crate) fn rest(&mut self) -> Option<Piece> {
        let rest = std::mem::take(&mut self.partial);
        (!rest.is_empty()).then_some(Piece::Raw(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_put_together_and_rests_kept() {
        let mut lines = Pieces::default();
        assert_eq!(lines.take(b"uc"), []);
        let expected = [Piece::Line(b"ucci\r".to_vec()), Piece::Line(Vec::new())];
        assert_eq!(lines.take(b"ci\r\n\nis\0"), expected);
        assert_eq!(lines.rest(), Some(Piece::Raw(b"is\0".to_vec())));
        assert_eq!(lines.rest(), None);
    }

    #[test]
    fn a_line_without_end_is_passed_on_in_pieces() {
        let mut lines = Pieces::default();
        let endless = vec![b'x'; LONGEST + 1];
        assert_eq!(lines.take(&endless), [Piece::Raw(endless.clone())]);
        assert_eq!(lines.take(b"y"), [Piece::Raw(b"y".to_vec())]);
        let expected = [Piece::Raw(b"z\n".to_vec()), Piece::Line(b"bye".to_vec())];
        assert_eq!(lines.take(b"z\nbye\n"), expected);
    }
}
