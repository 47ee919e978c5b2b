//! Colours text by its meaning. The output stream removes the colours if the user turned them off.

use anstyle::{AnsiColor, Style};

/// The meaning of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextStyle {
    Good,
    Bad,
    Warn,
    Dim,
    Strong,
}

/// Colours a text by its meaning.
pub(crate) fn style_text(kind: TextStyle, text: &str) -> String {
    let style = match kind {
        TextStyle::Good => AnsiColor::Green.on_default(),
        TextStyle::Bad => AnsiColor::Red.on_default().bold(),
        TextStyle::Warn => AnsiColor::Yellow.on_default(),
        TextStyle::Dim => Style::new().dimmed(),
        TextStyle::Strong => Style::new().bold(),
    };
    format!("{style}{text}{style:#}")
}
