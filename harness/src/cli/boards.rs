//! `--board`: whether a report shows the position of a violation, and in which characters.

use std::{
    env,
    io::{self, IsTerminal},
};

use crate::verdict::Boards;

/// What `--board` can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Board {
    Unicode,
    Ascii,
    None,
}

/// For standard output: in Unicode where somebody looks who can see it.
pub(super) fn on_stdout(said: Option<Board>) -> Boards {
    let seen = io::stdout().is_terminal() && is_utf8(|it| env::var(it).ok());
    said.map_or(if seen { Boards::Unicode } else { Boards::Ascii }, form)
}

/// For files, which are the same wherever they were written.
pub(super) fn in_files(said: Option<Board>) -> Boards {
    said.map_or(Boards::Ascii, form)
}

fn form(said: Board) -> Boards {
    match said {
        Board::Unicode => Boards::Unicode,
        Board::Ascii => Boards::Ascii,
        Board::None => Boards::None,
    }
}

/// Whether the locale is one of UTF-8. The first of these that says anything counts.
fn is_utf8(value: impl Fn(&str) -> Option<String>) -> bool {
    let mut said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(value);
    let locale = said.find(|it| !it.is_empty()).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_anything_names_the_locale() {
        let with = |set: &[(&str, &str)]| {
            is_utf8(|name| {
                let found = set.iter().find(|it| it.0 == name);
                found.map(|it| it.1.to_owned())
            })
        };
        assert!(with(&[("LANG", "zh_CN.UTF-8")]));
        assert!(with(&[("LC_ALL", ""), ("LANG", "C.utf8")]));
        assert!(!with(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert!(!with(&[("LANG", "zh_CN.GB18030")]));
        assert!(!with(&[]));
    }
}
