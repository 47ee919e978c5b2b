//! The wrapper: a small script that a GUI starts in place of the engine. The wrapper starts
//! `ponderhit inject --record`.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

/// The environment variable with the path of the wrapper, for a GUI that reads its engine from the environment.
pub(crate) const ENGINE_VARIABLE: &str = "PONDERHIT_ENGINE";

/// The word of the GUI's command line that is replaced by the path of the wrapper.
pub(crate) const ENGINE_PLACEHOLDER: &str = "{engine}";

const SCRIPT_NAME: &str = if cfg!(windows) {
    "engine.bat"
} else {
    "engine"
};

/// The name of the first recording; a second start of the engine writes `session-2.txt`.
const RECORDING_NAME: &str = "session.txt";

/// The directory of one run: the wrapper, and the recordings that it writes.
pub(super) struct Wrapper {
    pub(super) directory: PathBuf,
    pub(super) script: PathBuf,
}

impl Wrapper {
    /// Writes the wrapper script. The script starts `program` with `words`, the option for the recording, and the words
    /// of the engine.
    pub(super) fn create(
        directory: &Path,
        program: &Path,
        words: &[OsString],
        engine: &[OsString],
    ) -> io::Result<Wrapper> {
        fs::create_dir_all(directory)?;
        let wrapper = Wrapper {
            directory: directory.to_owned(),
            script: directory.join(SCRIPT_NAME),
        };
        wrapper.remove_recordings()?;
        let mut command = vec![program.as_os_str().to_owned()];
        command.extend_from_slice(words);
        command.push("--record".into());
        command.push(directory.join(RECORDING_NAME).into());
        command.push("--".into());
        command.extend_from_slice(engine);
        write_script(&wrapper.script, &command)?;
        Ok(wrapper)
    }

    /// Returns the recordings, one for each start of the engine, in the order of the starts.
    pub(super) fn recordings(&self) -> io::Result<Vec<PathBuf>> {
        let mut numbered = Vec::new();
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let number = match stem.strip_prefix("session") {
                Some("") => Some(1),
                Some(rest) => rest.strip_prefix('-').and_then(|it| it.parse::<u32>().ok()),
                None => None,
            };
            if let Some(number) = number {
                numbered.push((number, path));
            }
        }
        numbered.sort();
        Ok(numbered.into_iter().map(|it| it.1).collect())
    }

    /// The size of all recordings together, in bytes. A file that cannot be read counts as empty.
    pub(super) fn recorded_bytes(&self) -> u64 {
        let files = self.recordings().unwrap_or_default();
        let size = |it: &PathBuf| fs::metadata(it).map_or(0, |it| it.len());
        files.iter().map(size).sum()
    }

    pub(super) fn remove_recordings(&self) -> io::Result<()> {
        self.recordings()?.iter().try_for_each(fs::remove_file)
    }

    pub(super) fn remove_script(&self) {
        // An error is ignored, because it does no harm if the script stays in the directory of transcripts.
        let _ = fs::remove_file(&self.script);
    }
}

/// Replaces `{engine}` in the words of a command.
pub(super) fn fill_in_engine(words: &[OsString], script: &Path) -> Vec<OsString> {
    let fill = |word: &OsString| match word.to_str() {
        Some(text) if text.contains(ENGINE_PLACEHOLDER) => text
            .replace(ENGINE_PLACEHOLDER, &script.to_string_lossy())
            .into(),
        _ => word.clone(),
    };
    words.iter().map(fill).collect()
}

#[cfg(unix)]
fn write_script(path: &Path, command: &[OsString]) -> io::Result<()> {
    use std::os::unix::{ffi::OsStrExt as _, fs::PermissionsExt as _};

    let mut text = b"#!/bin/sh\nexec".to_vec();
    for word in command {
        text.push(b' ');
        text.extend(quote_for_shell(word.as_bytes()));
    }
    text.push(b'\n');
    fs::write(path, text)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// Quotes a word for `sh`.
#[cfg(unix)]
fn quote_for_shell(word: &[u8]) -> Vec<u8> {
    let mut quoted = b"'".to_vec();
    for byte in word {
        match byte {
            b'\'' => quoted.extend(br"'\''"),
            _ => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    quoted
}

#[cfg(not(unix))]
fn write_script(path: &Path, command: &[OsString]) -> io::Result<()> {
    let words: Vec<String> = command.iter().map(|it| quote_for_batch(it)).collect();
    fs::write(path, format!("@{}\r\n", words.join(" ")))
}

/// Quotes a word for a batch file.
#[cfg(not(unix))]
fn quote_for_batch(word: &std::ffi::OsStr) -> String {
    let text = word.to_string_lossy();
    format!("\"{}\"", text.replace('"', "\\\"").replace('%', "%%"))
}

/// Splits the command line of an engine into words: an existing file is one word, and any other text is split at
/// blanks.
pub(crate) fn split_engine_command(text: &str) -> Vec<OsString> {
    match Path::new(text).is_file() {
        true => vec![text.into()],
        false => text.split_whitespace().map(OsString::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_placeholder_may_be_a_part_of_a_word() {
        let words = ["gui".into(), "--engine={engine}".into(), "{other}".into()];
        let filled = fill_in_engine(&words, Path::new("/a/engine"));
        assert_eq!(filled, ["gui", "--engine=/a/engine", "{other}"]);
    }

    #[cfg(unix)]
    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quote_for_shell(b"it's $HOME"), br"'it'\''s $HOME'");
    }

    #[test]
    fn recordings_are_sorted_by_their_number() {
        let folder = tempfile::tempdir().unwrap();
        let wrapper = Wrapper::create(folder.path(), Path::new("ponderhit"), &[], &[]).unwrap();
        for name in [
            "session-10.txt",
            "session-2.txt",
            "session.txt",
            "output.txt",
        ] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = wrapper.recordings().unwrap();
        let names = found
            .iter()
            .map(|it| it.file_name().unwrap().to_str().unwrap());
        let names: Vec<&str> = names.collect();
        assert_eq!(names, ["session.txt", "session-2.txt", "session-10.txt"]);
    }
}
