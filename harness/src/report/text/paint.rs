//! Colours text by its meaning. The output stream removes the colours if the user turned them off.

use anstyle::{AnsiColor, Style};

/// The meaning of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Good,
    Bad,
    Warn,
    Dim,
    Strong,
}

/// Colours a text by its meaning.
pub(crate) fn paint(kind: Paint, text: &str) -> String {
    let style = match kind {
        Paint::Good => AnsiColor::Green.on_default(),
        Paint::Bad => AnsiColor::Red.on_default().bold(),
        Paint::Warn => AnsiColor::Yellow.on_default(),
        Paint::Dim => Style::new().dimmed(),
        Paint::Strong => Style::new().bold(),
    };
    format!("{style}{text}{style:#}")
}
