//! Parses GTP commands.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{Id, is_blank_byte, is_removed_byte};

/// A line of the controller that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Command {
    pub(in super::super) id: Id,
    /// The first word of the line, if it is an id but no plain number.
    odd_id: Option<Vec<u8>>,
    /// The command's name, or `None` if the line is only an id (`GTP G-24`).
    pub(in super::super) name: Option<Vec<u8>>,
    pub(in super::super) arguments: Vec<Vec<u8>>,
}

impl Command {
    /// Parses a line without its newline. Returns `None` for blank lines and comments, which are not commands.
    pub(in super::super) fn parse(line: &[u8]) -> Option<Command> {
        let line: Vec<u8> = line
            .iter()
            .copied()
            .filter(|it| !is_removed_byte(*it))
            .collect();
        let line = line.split(|it| *it == b'#').next().unwrap_or_default();
        let words = line
            .split(|it| is_blank_byte(*it))
            .filter(|it| !it.is_empty());
        let mut words = words.map(<[u8]>::to_vec).peekable();
        let first = words.peek()?;
        let id = parse_id(first);
        let odd_id = (id == Id::Unspecified).then(|| first.clone());
        // An engine may read the word `2name` as an id and a name, or as a name.
        if id != Id::None && !first.iter().any(|it| is_part_of_name(*it)) {
            words.next();
        }
        Some(Command {
            id,
            odd_id,
            name: words.next(),
            arguments: words.collect(),
        })
    }

    /// Whether the first word is an id, but no plain number.
    pub(in super::super) fn has_odd_id(&self) -> bool {
        self.odd_id.is_some()
    }

    /// Whether the command has an id that is not a plain number, but that an engine may read as the number `id`. An
    /// engine may stop at a character that is no digit, skip the character, drop the highest bits, or read the id as a
    /// fraction, an octal or a hexadecimal number.
    fn may_be_read_with_id(&self, id: u32) -> bool {
        let Some(word) = &self.odd_id else {
            return false;
        };
        let id = u64::from(id);
        let text = String::from_utf8_lossy(word);
        let runs = text.split(|it: char| !it.is_ascii_digit());
        let all: String = text.chars().filter(char::is_ascii_digit).collect();
        let numbers = runs.chain([all.as_str()]);
        // An engine may read a number of more than 64 bits as any number.
        let may_be_decimal =
            numbers
                .filter(|it| !it.is_empty())
                .any(|it| match it.parse::<u64>() {
                    Ok(number) => number == id || number & u64::from(u32::MAX) == id,
                    Err(_) => true,
                });
        let digits = text.trim_start_matches(['+', '-']);
        let is_radix = |digits: &str, radix| u64::from_str_radix(digits, radix) == Ok(id);
        let is_hexadecimal = digits.strip_prefix("0x").is_some_and(|it| is_radix(it, 16));
        let is_fraction = digits
            .parse::<f64>()
            .is_ok_and(|it| it.is_finite() && it.trunc() == id as f64);
        let is_capped = id == u64::from(super::MAX_ID) && all.len() >= 10;
        may_be_decimal || is_radix(digits, 8) || is_hexadecimal || is_fraction || is_capped
    }

    /// Whether a response with the id `id` may answer the command. An engine may ignore an id that is not a plain
    /// number, or read it as another id.
    pub(in super::super) fn may_be_answered_with_id(&self, id: Id) -> bool {
        let may_be_read = match id {
            Id::Number(number) => self.may_be_read_with_id(number),
            Id::None => self.has_odd_id(),
            Id::Unspecified => false,
        };
        self.id == id || may_be_read
    }

    /// Whether every engine can answer the command without a long calculation.
    pub(in super::super) fn is_quick_command(&self) -> bool {
        let name = self.name.as_deref().unwrap_or_default();
        QUICK_COMMANDS.iter().any(|it| it.as_bytes() == name)
    }

    pub(in super::super) fn has_name(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name.as_bytes())
    }

    pub(in super::super) fn has_any_name(&self, names: &[&str]) -> bool {
        names.iter().any(|it| self.has_name(it))
    }

    /// Whether the name differs from one of `names` only in upper and lower case, which an engine may accept
    /// (`GTP G-25`).
    pub(in super::super) fn is_in_other_case(&self, names: &[&str]) -> bool {
        let name = self.name.as_deref().unwrap_or_default();
        let same = |it: &&str| it.as_bytes().eq_ignore_ascii_case(name);
        !self.has_any_name(names) && names.iter().any(same)
    }

    /// Whether the engine answers with a move and plays it, as for `genmove` and its variants, but not for
    /// `reg_genmove`.
    pub(in super::super) fn is_genmove(&self) -> bool {
        self.has_any_name(&["genmove", "kgs-genmove_cleanup"]) || self.is_genmove_analyze()
    }

    /// Whether the answer is a stream of reports that ends with the move that the engine plays (`GTP A-3`).
    pub(in super::super) fn is_genmove_analyze(&self) -> bool {
        self.has_any_name(&[
            "genmove_analyze",
            "lz-genmove_analyze",
            "kata-genmove_analyze",
        ])
    }

    /// Whether the answer is a stream of reports that the next line of the controller ends (`GTP A-1`).
    pub(in super::super) fn is_analysis(&self) -> bool {
        self.has_any_name(&["analyze", "lz-analyze", "kata-analyze"])
    }

    /// Whether the command places handicap stones.
    pub(in super::super) fn is_handicap(&self) -> bool {
        self.has_any_name(&["fixed_handicap", "place_free_handicap", "set_free_handicap"])
    }

    /// Whether the command is one of the eleven that every engine must know (`GTP G-77`).
    pub(in super::super) fn is_required(&self) -> bool {
        self.has_any_name(REQUIRED_COMMANDS)
    }
}

/// The commands that every engine knows (`GTP G-77`).
pub(in super::super) const REQUIRED_COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// The quick commands, which need no search, no evaluation and no file. Slow commands may take any time.
const QUICK_COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "clear_board",
    "komi",
    "play",
    "undo",
    "time_settings",
    "time_left",
    "showboard",
];

/// Whether the byte cannot belong to a number: it is neither a digit nor one of `+`, `-` and `.`.
fn is_part_of_name(byte: u8) -> bool {
    !byte.is_ascii_digit() && !b"+-.".contains(&byte)
}

/// Parses a word as an id. An engine need not accept an id with leading zeros, a sign, a decimal point, or other
/// characters after the digits, and it may read such a word as another id. A command's name never begins like a number.
fn parse_id(word: &[u8]) -> Id {
    let begins_with_digit = |word: &[u8]| word.first().is_some_and(u8::is_ascii_digit);
    match word {
        [b'0', _, ..] => Id::Unspecified,
        _ if word.iter().all(u8::is_ascii_digit) => Id::from_digits(word),
        [b'+' | b'-' | b'.', rest @ ..] if begins_with_digit(rest) => Id::Unspecified,
        [b'+' | b'-', b'.', rest @ ..] if begins_with_digit(rest) => Id::Unspecified,
        _ if begins_with_digit(word) => Id::Unspecified,
        _ => Id::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format_parsed_command(line: &[u8]) -> Option<String> {
        let Command {
            id,
            name,
            arguments,
            odd_id: _,
        } = Command::parse(line)?;
        let words = name.into_iter().chain(arguments);
        let words: Vec<_> = words
            .map(|it| String::from_utf8_lossy(&it).into_owned())
            .collect();
        Some(format!("{id:?}: {}", words.join("|")))
    }

    #[test]
    fn control_bytes_comments_and_blanks_are_removed_first() {
        let line = b"\x0b\t 7 na\x01me \t x\r# who is it?";
        assert_eq!(
            format_parsed_command(line).as_deref(),
            Some("Number(7): name|x")
        );
        assert_eq!(
            format_parsed_command(b"name#x").as_deref(),
            Some("None: name")
        );
        for blank in [&b""[..], b" \t ", b"# 7 name", b"  #", b"\r", b"\x7f"] {
            assert_eq!(Command::parse(blank), None);
        }
    }

    #[test]
    fn ids_are_plain_decimal_numbers() {
        for (line, expected) in [
            ("0 name", "Number(0): name"),
            ("2147483647 name", "Number(2147483647): name"),
            ("2147483648 name", "Unspecified: name"),
            ("007 name", "Unspecified: name"),
            ("-3 name", "Unspecified: name"),
            ("1.5 name", "Unspecified: name"),
            ("12", "Number(12): "),
            ("4x name", "Unspecified: 4x|name"),
            ("1e3", "Unspecified: 1e3"),
            ("-.5 name", "Unspecified: name"),
            ("- name", "None: -|name"),
            (". name", "None: .|name"),
        ] {
            assert_eq!(
                format_parsed_command(line.as_bytes()).as_deref(),
                Some(expected),
                "{line}"
            );
        }
    }

    #[test]
    fn an_odd_id_may_be_read_as_several_numbers() {
        for (line, id, expected) in [
            ("007 name", 7, true),
            ("010 name", 8, true),
            ("0x1f name", 31, true),
            ("1e3 name", 1, true),
            ("1e3 name", 1000, true),
            ("1.5 name", 15, true),
            ("-3 name", 3, true),
            ("4294967299 name", 3, true),
            ("2147483648 name", 2_147_483_647, true),
            ("99999999999999999999999 name", 5, true),
            ("1e3 name", 9999, false),
            ("2147483648 name", 9999, false),
            ("7 name", 7, false),
            ("name", 0, false),
        ] {
            let command = Command::parse(line.as_bytes());
            let may_have_id = command.map(|it| it.may_be_read_with_id(id));
            assert_eq!(may_have_id, Some(expected), "{line} {id}");
        }
    }
}
