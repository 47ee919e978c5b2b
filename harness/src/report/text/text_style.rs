//! Colours text by its meaning, and links rules to their documentation. If the user turned colours off, the output
//! stream removes the colours and the links.

use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};

use crate::report::rule_page::rule_page_address;

/// Whether the terminal shows hyperlinks.
static SHOWS_HYPERLINKS: AtomicBool = AtomicBool::new(false);

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

/// Selects, for the rest of the process, whether the ids of rules are links to their documentation.
pub(crate) fn set_hyperlinks_enabled(shown: bool) {
    SHOWS_HYPERLINKS.store(shown, Ordering::Relaxed);
}

/// Formats the id of a rule. If the terminal supports hyperlinks, the id is a link to the rule's documentation.
pub(crate) fn style_rule_id(rule: &str) -> String {
    style_rule_id_for(rule, SHOWS_HYPERLINKS.load(Ordering::Relaxed))
}

fn style_rule_id_for(rule: &str, shows_hyperlinks: bool) -> String {
    let text = style_text(TextStyle::Emphasis, rule);
    match rule_page_address(rule).filter(|_| shows_hyperlinks) {
        // Formats a hyperlink as an escape sequence for terminals (OSC 8).
        Some(page) => format!("\u{1b}]8;;{page}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;

    #[test]
    fn only_rules_are_linked_and_a_stream_without_colours_has_no_link() {
        let rule = "ucci/bye_before_end";
        let linked = style_rule_id_for(rule, true);
        assert!(
            linked.contains("docs/rules.md#uccibye_before_end\u{1b}\\"),
            "{linked:?}"
        );
        assert_eq!(strip_str(&linked).to_string(), rule);
        assert_eq!(
            style_rule_id_for(rule, false),
            style_text(TextStyle::Emphasis, rule)
        );
        let other = style_rule_id_for("no/rule", true);
        assert_eq!(other, style_text(TextStyle::Emphasis, "no/rule"));
    }
}
