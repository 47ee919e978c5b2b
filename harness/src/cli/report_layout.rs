//! `--verbose`, `--examples` and the width of the terminal: the layout of the text report.

use std::{
    env,
    io::{self, IsTerminal as _},
};

use super::boards::{self, BoardOption};
use crate::verdict::{DEFAULT_REPORT_WIDTH, TextLayout};

/// The minimum and maximum width of the text report on a terminal.
const MIN_WIDTH: usize = 60;
const MAX_WIDTH: usize = 200;

/// The options for the layout of the text report.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ReportLayoutOptions {
    /// Report all details, and print the conversations of `replay` while they are played. Details: each rule without a result and its reason, each scenario that ended early, all notes.
    #[arg(long, short)]
    verbose: bool,

    /// Report every violated rule with N examples [default: one example, and only the rules that fit on a screen].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    examples: Option<u16>,
}

impl ReportLayoutOptions {
    pub(super) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// The layout of the report on standard output.
    pub(super) fn for_stdout(&self, board: Option<BoardOption>) -> TextLayout {
        TextLayout {
            width: stdout_width(),
            board_style: boards::board_style_for_stdout(board),
            max_examples: self.examples.map(usize::from),
            is_verbose: self.verbose,
            has_line_numbers: false,
        }
    }
}

/// The width of standard output: the value of the variable COLUMNS, or else the width of the terminal.
fn stdout_width() -> usize {
    let named = env::var("COLUMNS").ok().and_then(|it| it.parse().ok());
    let width = named
        .or_else(terminal_width)
        .unwrap_or(DEFAULT_REPORT_WIDTH);
    width.clamp(MIN_WIDTH, MAX_WIDTH)
}

/// The width of the terminal to which standard output goes.
fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let (width, _) = terminal_size::terminal_size()?;
    Some(usize::from(width.0))
}
