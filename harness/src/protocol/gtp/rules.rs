//! Generated from the files in the folder beside it by `cargo test`. Do not edit.

mod id_echoed;
mod no_crash;
mod no_empty_line_inside;
mod no_hang;
mod no_id_unless_sent;
mod nothing_else_on_stdout;
mod one_response_per_command;
mod response_form;

use super::view::View;
use crate::rule::Entry;

#[rustfmt::skip]
pub(super) const ALL: &[Entry<View>] = &[
    Entry { rule: &id_echoed::RULE, source: include_str!("rules/id_echoed.rs") },
    Entry { rule: &no_crash::RULE, source: include_str!("rules/no_crash.rs") },
    Entry { rule: &no_empty_line_inside::RULE, source: include_str!("rules/no_empty_line_inside.rs") },
    Entry { rule: &no_hang::RULE, source: include_str!("rules/no_hang.rs") },
    Entry { rule: &no_id_unless_sent::RULE, source: include_str!("rules/no_id_unless_sent.rs") },
    Entry { rule: &nothing_else_on_stdout::RULE, source: include_str!("rules/nothing_else_on_stdout.rs") },
    Entry { rule: &one_response_per_command::RULE, source: include_str!("rules/one_response_per_command.rs") },
    Entry { rule: &response_form::RULE, source: include_str!("rules/response_form.rs") },
];
