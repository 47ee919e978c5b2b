//! Colours text by its meaning. The output stream removes the colours if the user turned colours
//! off.

use anstyle::{AnsiColor, Style};

/// The meaning of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextStyle {
    Success,
    Failure,
    Warning,
    Unimportant,
    Emphasis,
    Help,
}

/// Colours a text by its meaning.
pub(crate) fn style_text(kind: TextStyle, text: &str) -> String {
    let style = match kind {
        TextStyle::Success => AnsiColor::Green.on_default(),
        TextStyle::Failure => AnsiColor::Red.on_default().bold(),
        TextStyle::Warning => AnsiColor::Yellow.on_default(),
        TextStyle::Unimportant => Style::new().dimmed(),
        TextStyle::Emphasis => Style::new().bold(),
        TextStyle::Help => AnsiColor::Cyan.on_default(),
    };
    format!("{style}{text}{style:#}")
}
