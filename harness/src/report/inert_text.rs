//! Makes text inert: text of an engine has no effect as a command in a terminal, in a CI log, or in a file that another
//! program parses.
//!
//! CI systems read commands from the output of a step, and an engine can print such commands. A command begins with
//! `::` at the beginning of a line or with `##[` anywhere (GitHub), with `##vso[` (Azure), or with `##teamcity[`
//! (TeamCity).

use anstream::adapter::strip_str;

use crate::readable::printable_text;

/// Returns a text as one line without control characters, without characters that XML forbids, and without a command
/// for a CI system.
pub(crate) fn sanitize_line(text: &str) -> String {
    let (text, _) = printable_text(text.as_bytes(), 0..0);
    let mut line = String::with_capacity(text.len());
    for char in text.chars() {
        match is_noncharacter(char) {
            true => line.extend(char.escape_unicode()),
            false => line.push(char),
        }
    }
    without_ci_commands(&line)
}

/// Returns the inert lines of a text; terminal escapes of the report itself are removed.
pub(crate) fn sanitize_lines(text: &str) -> Vec<String> {
    let plain = strip_str(text).to_string();
    plain.lines().map(sanitize_line).collect()
}

/// True for a noncharacter: a code point that Unicode forbids in texts that programs exchange; XML forbids two of these
/// code points.
pub(super) fn is_noncharacter(char: char) -> bool {
    let code = u32::from(char);
    code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code)
}

/// Inserts a character into each command for a CI system in a text of several lines, so that no CI system executes the
/// command. All text outside of commands is unchanged.
pub(crate) fn without_ci_commands(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        let (indent, rest) = line.split_at(indent_length(line));
        safe.push_str(indent);
        let rest = match rest.strip_prefix("::") {
            Some(rest) => {
                safe.push_str(": :");
                rest
            }
            None => rest,
        };
        push_without_ci_commands(rest, &mut safe);
    }
    safe
}

/// The length of everything in front of the first visible character: blanks, and terminal escapes.
fn indent_length(line: &str) -> usize {
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start_matches(|it: char| it.is_whitespace() || is_invisible(it));
        let after = trimmed.strip_prefix("\u{1b}[").map_or(trimmed, |it| {
            let end = it.find(|it: char| ('@'..='~').contains(&it));
            end.and_then(|end| it.get(end + 1..)).unwrap_or_default()
        });
        if after.len() == rest.len() {
            return line.len() - rest.len();
        }
        rest = after;
    }
}

/// Characters without a width; a program that reads commands may skip such characters.
fn is_invisible(char: char) -> bool {
    matches!(char, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Copies a text, and inserts a blank into each `##[` and `##word[`.
fn push_without_ci_commands(text: &str, safe: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find("##") {
        let (before, after) = rest.split_at(at + 1);
        safe.push_str(before);
        let word = after[1..].trim_start_matches(|it: char| it.is_ascii_alphanumeric());
        if word.starts_with('[') {
            safe.push(' ');
        }
        rest = after;
    }
    safe.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::{sanitize_line, sanitize_lines, without_ci_commands};

    #[test]
    fn commands_of_ci_systems_are_separated() {
        for (text, safe) in [
            ("::error::x", ": :error::x"),
            (" \t::set-output name=a::b", " \t: :set-output name=a::b"),
            ("\u{feff}::stop", "\u{feff}: :stop"),
            (
                "\u{1b}[31m\u{1b}[1m::error::x",
                "\u{1b}[31m\u{1b}[1m: :error::x",
            ),
            ("a ##[error]x", "a # #[error]x"),
            ("###[error]", "## #[error]"),
            ("##vso[task.complete]", "# #vso[task.complete]"),
            ("a\n::error::x\r::warning::", "a\n: :error::x\r: :warning::"),
        ] {
            assert_eq!(without_ci_commands(text), safe);
            assert_eq!(without_ci_commands(safe), safe);
        }
    }

    #[test]
    fn other_text_is_unchanged() {
        for text in ["a::b", "## heading", "#[x]", "象棋 : :", "", "\n\n"] {
            assert_eq!(without_ci_commands(text), text);
        }
    }

    #[test]
    fn a_line_has_no_control_characters() {
        assert_eq!(sanitize_line("a\u{1b}[2Jb\u{7}\n"), r"a\x1B[2Jb\x07\n");
        assert_eq!(sanitize_line("a\u{fffe}b\u{fdd0}"), r"a\u{fffe}b\u{fdd0}");
        assert_eq!(sanitize_lines("\u{1b}[1ma\u{1b}[0m\n::b\n"), ["a", ": :b"]);
    }
}
