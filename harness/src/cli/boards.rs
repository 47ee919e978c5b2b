//! `--board`: whether a report draws the position of a violation, and whether in Unicode or ASCII.

use std::{
    env,
    io::{self, IsTerminal},
};

use crate::verdict::BoardStyle;

/// The values of `--board`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum BoardOption {
    Unicode,
    Ascii,
    None,
}

/// Returns the style for standard output, which by default is Unicode on a UTF-8 terminal and ASCII elsewhere.
pub(super) fn board_style_for_stdout(option: Option<BoardOption>) -> BoardStyle {
    let unicode = io::stdout().is_terminal() && is_utf8_locale(|it| env::var(it).ok());
    option.map_or(
        if unicode {
            BoardStyle::Unicode
        } else {
            BoardStyle::Ascii
        },
        board_style,
    )
}

/// Returns the style for report files, which is ASCII by default.
pub(super) fn board_style_for_files(option: Option<BoardOption>) -> BoardStyle {
    option.map_or(BoardStyle::Ascii, board_style)
}

fn board_style(option: BoardOption) -> BoardStyle {
    match option {
        BoardOption::Unicode => BoardStyle::Unicode,
        BoardOption::Ascii => BoardStyle::Ascii,
        BoardOption::None => BoardStyle::NoBoard,
    }
}

/// True if the locale is UTF-8. The locale is the first of LC_ALL, LC_CTYPE and LANG that is not empty.
fn is_utf8_locale(value: impl Fn(&str) -> Option<String>) -> bool {
    let mut values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(value);
    let locale = values.find(|it| !it.is_empty()).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_not_empty_names_the_locale() {
        let with = |set: &[(&str, &str)]| {
            is_utf8_locale(|name| {
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
