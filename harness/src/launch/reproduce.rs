//! The command line that reproduces a violation.

use crate::scenarios::{Origin, Scenario};

/// The part of the user's command line that is needed to reproduce a violation.
#[derive(Clone, Debug, Default)]
pub struct Reproduce {
    /// The name in `--protocol NAME`, if the user gave this option.
    pub protocol: Option<String>,
    /// The other options, as separate words.
    pub options: Vec<String>,
    /// The engine's command; empty for the built-in engine.
    pub engine: Vec<String>,
}

impl Reproduce {
    /// The command line that replays this scenario.
    pub fn replay(&self, protocol: &str, scenario: &Scenario) -> String {
        let given = self.protocol.as_deref();
        let needed = scenario.origin == Origin::File && scenario.protocol().is_none();
        let protocol = given.or(needed.then_some(protocol));
        self.line("replay", &[&scenario.id], protocol)
    }

    /// The command line that replays this file; the file must name its protocol.
    pub fn replay_file(&self, file: &str) -> String {
        self.line("replay", &[file], None)
    }

    /// The command line that judges a recorded conversation again.
    pub fn judge(&self, file: &str) -> String {
        self.line("judge", &[file], self.protocol.as_deref())
    }

    /// The command line that checks the engine again.
    pub fn check(&self, protocol: &str) -> String {
        self.line("check", &[], Some(protocol))
    }

    fn line(&self, command: &str, words: &[&str], protocol: Option<&str>) -> String {
        let mut line = vec!["ponderhit".to_owned(), command.to_owned()];
        line.extend(words.iter().map(|it| quoted(it)));
        if let Some(protocol) = protocol {
            line.extend(["--protocol".to_owned(), protocol.to_owned()]);
        }
        line.extend(self.options.iter().map(|it| quoted(it)));
        if !self.engine.is_empty() {
            line.push("--".to_owned());
            line.extend(self.engine.iter().map(|it| quoted(it)));
        }
        line.join(" ")
    }
}

/// Quotes a word for a POSIX shell.
pub fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./=:,+@%^".contains(it);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quoted("ucci/quit/idle"), "ucci/quit/idle");
        assert_eq!(quoted("two words"), "'two words'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
