//! Colours by meaning. Whoever writes to something without colours strips them.

use anstyle::{AnsiColor, Style};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Good,
    Bad,
    Warn,
    Dim,
    Strong,
}

/// Text in the colour of its meaning.
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
