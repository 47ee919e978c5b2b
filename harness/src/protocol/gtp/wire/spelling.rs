//! The unusual ways in which a command can be written, which an engine has to understand or to survive.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{Command, Id, is_blank_byte, is_removed_byte};

/// The way in which the line of a command is unusual. If a line is unusual in several ways, the first variant in this
/// order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Spelling {
    Plain,
    /// Control bytes stand in the line (`GTP G-1`).
    ControlBytes,
    /// Bytes from 0x80 up (`GTP G-12`).
    HighBytes,
    /// The line has more than 127 bytes (`GTP G-10`).
    Long,
    /// An id that is no plain number (`GTP G-28`).
    OddId,
    /// A comment follows the command (`GTP G-2`).
    Comment,
    /// A tab stands between words (`GTP G-3`).
    Tab,
    /// Runs of blanks, or blanks at the ends (`GTP G-9`).
    Blanks,
}

/// Lines that are longer than this are unusual: a `set_free_handicap` of 25 stones is shorter, and the shortest line
/// buffers of engines are of 128 bytes.
const MAX_PLAIN_LINE_BYTES: usize = 127;

impl Spelling {
    pub(in super::super) fn is_plain(self) -> bool {
        self == Spelling::Plain
    }

    /// Whether an engine may read the line as a command with another name.
    pub(in super::super) fn may_hide_command(self) -> bool {
        match self {
            Spelling::ControlBytes | Spelling::HighBytes | Spelling::Long | Spelling::OddId => true,
            Spelling::Plain | Spelling::Comment | Spelling::Tab | Spelling::Blanks => false,
        }
    }

    /// Returns whether an engine with a short buffer may read the line as several lines.
    pub(in super::super) fn is_long_line(line: &[u8]) -> bool {
        line.len() > MAX_PLAIN_LINE_BYTES
    }

    /// Whether the command has runs of blanks, or blanks at its ends, after control bytes and the comment are removed.
    pub(in super::super) fn has_extra_blanks(line: &[u8]) -> bool {
        let code = line.split(|it| *it == b'#').next().unwrap_or_default();
        let kept = code.iter().filter(|it| !is_removed_byte(**it));
        let kept: Vec<u8> = kept.copied().collect();
        let is_blank = |it: Option<&u8>| it.is_some_and(|it| is_blank_byte(*it));
        let has_run = kept
            .windows(2)
            .any(|it| it.iter().all(|it| is_blank_byte(*it)));
        is_blank(kept.first()) || is_blank(kept.last()) || has_run
    }

    /// Returns what is unusual about a line that is a command.
    pub(in super::super) fn of_line(line: &[u8], command: &Command) -> Spelling {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let (code, comment) = match line.iter().position(|it| *it == b'#') {
            Some(at) => line.split_at_checked(at).unwrap_or_default(),
            None => (line, &b""[..]),
        };
        if code.iter().any(|it| is_removed_byte(*it)) {
            Spelling::ControlBytes
        } else if code.iter().any(|it| *it >= 0x80) {
            Spelling::HighBytes
        } else if Spelling::is_long_line(line) {
            Spelling::Long
        } else if command.id == Id::Unspecified {
            Spelling::OddId
        } else if !comment.is_empty() {
            Spelling::Comment
        } else if code.contains(&b'\t') {
            Spelling::Tab
        } else if Spelling::has_extra_blanks(code) {
            Spelling::Blanks
        } else {
            Spelling::Plain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unusual_spelling_is_recognized() {
        let spelling = |line: &[u8]| Command::parse(line).map(|it| Spelling::of_line(line, &it));
        for (line, expected) in [
            (&b"1 name"[..], Spelling::Plain),
            (b"name\r", Spelling::Plain),
            (b"na\x01me", Spelling::ControlBytes),
            (b"name \xe5\x90\x8d", Spelling::HighBytes),
            (b"007 name", Spelling::OddId),
            (b"name # \xe5\x90\x8d", Spelling::Comment),
            (b"komi\t6.5", Spelling::Tab),
            (b" name", Spelling::Blanks),
            (b"name ", Spelling::Blanks),
            (b"komi  6.5", Spelling::Blanks),
        ] {
            assert_eq!(
                spelling(line),
                Some(expected),
                "{}",
                String::from_utf8_lossy(line)
            );
        }
        let long = [&b"name "[..], &[b'x'; 2000]].concat();
        assert_eq!(spelling(&long), Some(Spelling::Long));
    }
}
