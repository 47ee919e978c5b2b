//! The command line that reproduces a violation.

use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

use crate::scenarios::{Scenario, ScenarioOrigin};

/// The name by which the user started the program.
static PROGRAM_NAME: OnceLock<String> = OnceLock::new();

/// Sets the program name with which all command lines in reports begin. If no name is set, command lines begin with
/// `ponderhit`.
pub(crate) fn set_program_name(name: &str) {
    if !name.is_empty() {
        // Only the first call has an effect.
        let _ = PROGRAM_NAME.set(name.to_owned());
    }
}

fn program_name() -> &'static str {
    PROGRAM_NAME.get().map_or("ponderhit", String::as_str)
}

/// The part of the user's command line that is needed to reproduce a violation.
#[derive(Clone, Debug, Default)]
pub struct ReproduceArgs {
    /// The name in `--protocol NAME`, if the user gave this option.
    pub protocol: Option<String>,
    /// The other options of the user's command line, as separate words.
    pub options: Vec<String>,
    /// The engine's command; empty for the built-in engine.
    pub engine: Vec<String>,
}

impl ReproduceArgs {
    /// The command line that replays this scenario.
    pub fn replay_command(&self, protocol: &str, scenario: &Scenario) -> String {
        let given = self.protocol.as_deref();
        let needed = scenario.origin == ScenarioOrigin::File && scenario.protocol().is_none();
        let protocol = given.or(needed.then_some(protocol));
        self.command_line("replay", &[&scenario.id], protocol)
    }

    /// The command line that replays this script file. The script file must name its protocol, because the command line
    /// does not name it.
    pub fn replay_file_command(&self, file: &str) -> String {
        self.command_line("replay", &[file], None)
    }

    /// The command line that judges a recorded conversation again.
    pub fn judge_command(&self, file: &str) -> String {
        self.command_line("judge", &[file], self.protocol.as_deref())
    }

    /// The command line that checks the engine again.
    pub fn check_command(&self, protocol: &str) -> String {
        self.command_line("check", &[], Some(protocol))
    }

    /// The command line that plays one fault with the GUI again; here `engine` is the command of the GUI.
    pub(crate) fn check_gui_command(&self, protocol: &str, fault: &str) -> String {
        self.command_line("check-gui", &["--fault", fault], Some(protocol))
    }

    /// The options that change what the engine plays or how it plays, as one line for a file. The file is committed, so
    /// it has not the values of environment variables, which may be secret, but only a few digits of their hashes.
    pub(crate) fn engine_options(&self) -> String {
        let mut pairs = self.options.chunks(2);
        let mut kept = Vec::new();
        while let Some([name, value]) = pairs.next() {
            match name.as_str() {
                "--setoption" | "--init" | "--game" => {
                    kept.push(format!("{name} {}", quote_word(value)));
                }
                "--env" => {
                    let (variable, value) = value.split_once('=').unwrap_or((value, ""));
                    kept.push(format!("{name} {variable}={}", shown_secret(value)));
                }
                _ => (),
            }
        }
        kept.join(" ")
    }

    fn command_line(&self, command: &str, words: &[&str], protocol: Option<&str>) -> String {
        let mut line = vec![quote_word(program_name()), command.to_owned()];
        line.extend(words.iter().map(|it| quote_word(it)));
        if let Some(protocol) = protocol {
            line.extend(["--protocol".to_owned(), protocol.to_owned()]);
        }
        line.extend(self.options.iter().map(|it| quote_word(it)));
        if !self.engine.is_empty() {
            line.push("--".to_owned());
            line.extend(self.engine.iter().map(|it| quote_word(it)));
        }
        line.join(" ")
    }
}

/// Shows only whether a value is the same as another one: the first digits of its hash, or nothing for an empty value.
fn shown_secret(value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    let hash = Sha256::digest(value.as_bytes());
    format!("[{:02x}{:02x}]", hash[0], hash[1])
}

/// Quotes a word for a POSIX shell; on Windows for cmd.exe and PowerShell.
pub fn quote_word(word: &str) -> String {
    match cfg!(windows) {
        true => quote_word_for_windows(word),
        false => quote_word_for_posix(word),
    }
}

/// Quotes a word so that cmd.exe and PowerShell read the same word. If a word contains `%`, `$`, a backtick or a
/// quotation mark, the quoted word has a different meaning in one of the two shells.
fn quote_word_for_windows(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./=:+\\".contains(it);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    // Backslashes at the end of the word are doubled, because before the closing quotation mark they would be read as
    // an escape.
    let trailing = word.chars().rev().take_while(|it| *it == '\\').count();
    format!("\"{}{}\"", word.replace('"', "\\\""), "\\".repeat(trailing))
}

fn quote_word_for_posix(word: &str) -> String {
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
    fn the_options_in_a_file_have_no_values_of_variables() {
        let words = [
            "--setoption",
            "threads=4",
            "--env",
            "TOKEN=secret",
            "--env",
            "MODE=",
            "--cwd",
            "x",
            "--init",
            "debug on",
        ];
        let reproduce = ReproduceArgs {
            options: words.map(str::to_owned).to_vec(),
            ..ReproduceArgs::default()
        };
        assert_eq!(
            reproduce.engine_options(),
            "--setoption threads=4 --env TOKEN=[2bb8] --env MODE= --init 'debug on'"
        );
    }

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quote_word_for_posix("ucci/quit/idle"), "ucci/quit/idle");
        assert_eq!(quote_word_for_posix("two words"), "'two words'");
        assert_eq!(quote_word_for_posix("it's"), r"'it'\''s'");
        assert_eq!(quote_word_for_posix(""), "''");
    }

    #[test]
    fn words_are_quoted_for_windows() {
        let quoted = quote_word_for_windows;
        assert_eq!(quoted(r"C:\chess\engine.exe"), r"C:\chess\engine.exe");
        assert_eq!(
            quoted(r"C:\my engines\象棋.exe"),
            r#""C:\my engines\象棋.exe""#
        );
        assert_eq!(quoted(r"C:\my engines\"), r#""C:\my engines\\""#);
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted(""), "\"\"");
    }
}
