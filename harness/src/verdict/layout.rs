//! The layout of the text report: its width, the form of its boards, and how many details it contains.

use super::BoardStyle;

/// The width of a report that is not written to a terminal, in columns.
pub const DEFAULT_REPORT_WIDTH: usize = 80;

/// The layout of the text report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLayout {
    /// The maximum number of columns of a line; only command lines may be longer.
    pub width: usize,
    pub board_style: BoardStyle,
    /// The maximum number of examples for each violated rule. `None` means one example for each rule, and that details
    /// of less important rules are left out so that the report fits on one screen.
    pub max_examples: Option<usize>,
    /// Whether the report shows all details (`-v`): the reason for each rule without a result, each scenario that ended
    /// early, and all notes. The number of examples does not depend on `is_verbose`.
    pub is_verbose: bool,
    /// Whether the line numbers of violations refer to a file that exists: to a recording, a script of the user, or a
    /// file that `--transcripts` wrote.
    pub has_line_numbers: bool,
}

impl Default for TextLayout {
    fn default() -> TextLayout {
        TextLayout {
            width: DEFAULT_REPORT_WIDTH,
            board_style: BoardStyle::default(),
            max_examples: None,
            is_verbose: false,
            has_line_numbers: false,
        }
    }
}

impl TextLayout {
    /// Whether the report leaves out details to fit on one screen.
    pub fn leaves_out_details(&self) -> bool {
        self.max_examples.is_none() && !self.is_verbose
    }
}
