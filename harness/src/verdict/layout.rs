//! The layout of the text report: its width, its boards, and how much of the details it contains.

use super::BoardStyle;

/// The width of a report that is not written to a terminal, in columns.
pub const FILE_WIDTH: usize = 80;

/// The layout of the text report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLayout {
    /// The maximum number of columns of a line; only command lines may be longer.
    pub width: usize,
    pub boards: BoardStyle,
    /// The maximum number of examples for each violated rule. `None` means one example, and a report that fits on one
    /// screen: the details of the less important rules are left out.
    pub examples: Option<usize>,
    /// Whether the report has all details, beside the examples: each rule without a result with its reason, each
    /// scenario that ended early, all notes.
    pub is_verbose: bool,
    /// Whether a line number refers to a file: to a recording, a script of the user, or a file of `--transcripts`.
    pub has_line_numbers: bool,
}

impl Default for TextLayout {
    fn default() -> TextLayout {
        TextLayout {
            width: FILE_WIDTH,
            boards: BoardStyle::default(),
            examples: None,
            is_verbose: false,
            has_line_numbers: false,
        }
    }
}

impl TextLayout {
    /// Whether the report leaves out details to fit on one screen.
    pub fn is_short(&self) -> bool {
        self.examples.is_none() && !self.is_verbose
    }
}
