//! Selects the violations of a rule that the text report shows as examples, and summarizes the others.

use std::io::{self, Write};

use super::{TextStyle, write_with_hanging_indent};
use crate::{
    message::{Language, message},
    readable::truncate_text,
    verdict::{MessageCount, TextLayout, Verdict, Violation},
};

/// The maximum number of scenarios that are named in the remark about further violations of a rule.
const MAX_NAMED_SCENARIOS: usize = 3;

/// The maximum number of further messages that the short report lists, and the maximum for the long report.
const MAX_MESSAGES_IN_SHORT_REPORT: usize = 3;
const MAX_MESSAGES_IN_LONG_REPORT: usize = 30;

/// The maximum width, in characters, of a list of values. The short report and the long report have different maximum
/// widths for a list of values.
const MAX_VALUES_WIDTH_IN_SHORT_REPORT: usize = 100;
const MAX_VALUES_WIDTH_IN_LONG_REPORT: usize = 600;

/// Selects the first violations, at most one for each different message.
pub(crate) fn distinct_violations(violations: &[Violation], limit: usize) -> Vec<&Violation> {
    let mut shown: Vec<&Violation> = Vec::new();
    for violation in violations {
        if shown.len() < limit && shown.iter().all(|it| it.message != violation.message) {
            shown.push(violation);
        }
    }
    shown
}

/// Selects up to `limit` violations: first one for each different message, and then the first of all others.
pub(super) fn select_examples(violations: &[Violation], limit: usize) -> Vec<&Violation> {
    let mut shown = distinct_violations(violations, limit);
    for violation in violations {
        if shown.len() < limit && !shown.iter().any(|it| std::ptr::eq(*it, violation)) {
            shown.push(violation);
        }
    }
    shown
}

/// Writes the number of violations that are not shown, and their messages.
pub(super) fn write_other_violations(
    verdict: &Verdict,
    shown: &[&Violation],
    layout: &TextLayout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let hidden = verdict.count.saturating_sub(shown.len());
    if hidden == 0 {
        return Ok(());
    }
    let mut scenarios: Vec<&str> = Vec::new();
    for violation in &verdict.violations {
        if !scenarios.contains(&violation.scenario.as_str()) {
            scenarios.push(&violation.scenario);
        }
    }
    let (first, others) = scenarios.split_at(scenarios.len().min(MAX_NAMED_SCENARIOS));
    let scenarios = first.join(Language::selected_for_texts().list_separator());
    let text = match others {
        [] => message!(
            "more_violations",
            "and {count} more violations of this rule in {scenarios}",
            count = hidden,
            scenarios
        ),
        _ => message!(
            "more_violations_in_many",
            "and {count} more violations of this rule in {scenarios}, …",
            count = hidden,
            scenarios
        ),
    };
    let dim = TextStyle::Unimportant;
    write_with_hanging_indent("    ", &text.to_string(), layout.width, dim, out)?;
    let is_other = |it: &&MessageCount| shown.iter().all(|shown| shown.message != it.message);
    let others: Vec<&MessageCount> = verdict.messages.iter().filter(is_other).collect();
    if others.is_empty() {
        return Ok(());
    }
    if let Some(values) = differing_values(&verdict.messages) {
        let limit = match layout.leaves_out_details() {
            true => MAX_VALUES_WIDTH_IN_SHORT_REPORT,
            false => MAX_VALUES_WIDTH_IN_LONG_REPORT,
        };
        let text = message!(
            "different_values",
            "{count} different values: {values}",
            count = values.len(),
            values = truncate_text(
                &values.join(Language::selected_for_texts().list_separator()),
                limit
            ),
        );
        return write_with_hanging_indent("    ", &text.to_string(), layout.width, dim, out);
    }
    let limit = match layout.leaves_out_details() {
        true => MAX_MESSAGES_IN_SHORT_REPORT,
        false => MAX_MESSAGES_IN_LONG_REPORT,
    };
    for it in others.iter().take(limit) {
        let label = format!("    {:>5} × ", it.count);
        let text = truncate_text(&it.message.to_string(), 2 * layout.width);
        write_with_hanging_indent(&label, &text, layout.width, dim, out)?;
    }
    match others.len().saturating_sub(limit) {
        0 => Ok(()),
        more => {
            let text = message!(
                "more_messages",
                "and {count} more different messages",
                count = more
            );
            write_with_hanging_indent("    ", &text.to_string(), layout.width, dim, out)
        }
    }
}

/// If the messages differ only in the value of one argument, returns the different values of this argument.
fn differing_values(messages: &[MessageCount]) -> Option<Vec<String>> {
    let first = &messages.first()?.message;
    let mut differing: Option<&'static str> = None;
    for it in messages {
        if it.message.id != first.id {
            return None;
        }
        let pairs = it.message.arguments.iter().zip(&first.arguments);
        for ((name, value), (_, first_value)) in pairs {
            if value == first_value {
                continue;
            }
            if differing.is_some_and(|known| known != *name) {
                return None;
            }
            differing = Some(name);
        }
    }
    let name = differing?;
    let value = |it: &MessageCount| {
        let found = it.message.arguments.iter().find(|it| it.0 == name);
        found.map(|it| it.1.to_string())
    };
    Some(messages.iter().filter_map(value).collect())
}
