//! Explains in the user's language what is wrong with the arguments of the command line.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::output;
use crate::message::{Language, Message, message};

/// Prints an error of clap. Clap also returns the texts of `--help` and `--version` as errors. An error while printing
/// is ignored.
pub(super) fn print(error: &Error) {
    let Some(reason) = error_reason(error) else {
        let _ = error.print();
        return;
    };
    super::print_error_text(reason.to_string());
    let tips = tips(error);
    if !tips.is_empty() {
        output::print_line_to_stderr("");
    }
    for tip in tips {
        output::print_line_to_stderr(&message!("tip_line", "  tip: {tip}", tip).to_string());
    }
    let usage = error_context_text(error, ContextKind::Usage);
    if let Some(usage) = usage.as_deref().and_then(|it| it.strip_prefix("Usage: ")) {
        let usage = message!("usage_line", "Usage: {usage}", usage);
        output::print_line_to_stderr(&format!("\n{usage}"));
    }
    let more = message!(
        "more_in_help",
        "For more information, try '{help}'",
        help = "--help"
    );
    let more = Language::selected_for_texts().end_sentence(&more.to_string());
    output::print_line_to_stderr(&format!("\n{more}"));
}

/// Returns the reason of an error as one line, or `None` if clap found no error in the arguments but returns a help
/// text.
pub(super) fn error_reason(error: &Error) -> Option<Message> {
    let argument = error_context_text(error, ContextKind::InvalidArg);
    let value = error_context_text(error, ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => {
            message!(
                "argument_unexpected",
                "unexpected argument '{argument}' found",
                argument = argument?
            )
        }
        ErrorKind::InvalidSubcommand => message!(
            "subcommand_unrecognized",
            "unrecognized subcommand '{command}'",
            command = error_context_text(error, ContextKind::InvalidSubcommand)?,
        ),
        ErrorKind::InvalidValue if value.as_ref().is_some_and(|it| it.is_empty()) => message!(
            "value_not_given",
            "a value is required for '{argument}' but none was supplied",
            argument = argument?,
        ),
        ErrorKind::InvalidValue => message!(
            "value_not_possible",
            "invalid value '{value}' for '{argument}' [possible values: {values}]",
            value = value?,
            argument = argument?,
            values = error_context_text(error, ContextKind::ValidValue)?,
        ),
        ErrorKind::ValueValidation => message!(
            "value_invalid",
            "invalid value '{value}' for '{argument}': {why}",
            value = value?,
            argument = argument?,
            why = error.source()?.to_string(),
        ),
        ErrorKind::TooManyValues => message!(
            "value_unexpected",
            "unexpected value '{value}' for '{argument}' found; no more were expected",
            value = value?,
            argument = argument?,
        ),
        ErrorKind::NoEquals => message!(
            "equal_sign_missing",
            "equal sign is needed when assigning values to '{argument}'",
            argument = argument?,
        ),
        ErrorKind::ArgumentConflict => conflict_message(
            &argument?,
            &error_context_text(error, ContextKind::PriorArg)?,
        ),
        ErrorKind::MissingRequiredArgument => message!(
            "arguments_missing",
            "the following required arguments were not provided: {arguments}",
            arguments = argument?,
        ),
        _ => return None,
    })
}

fn conflict_message(argument: &str, others: &str) -> Message {
    match argument == others {
        true => message!(
            "argument_repeated",
            "the argument '{argument}' cannot be used multiple times",
            argument,
        ),
        false => message!(
            "arguments_conflict",
            "the argument '{argument}' cannot be used with: {others}",
            argument,
            others,
        ),
    }
}

/// Suggestions of what the user may have meant.
fn tips(error: &Error) -> Vec<Message> {
    let mut tips = Vec::new();
    if let Some(name) = error_context_text(error, ContextKind::SuggestedArg) {
        tips.push(message!(
            "similar_argument",
            "a similar argument exists: '{name}'",
            name
        ));
    }
    if let Some(names) = error_context_text(error, ContextKind::SuggestedSubcommand) {
        tips.push(message!(
            "similar_subcommands",
            "similar subcommands: {names}",
            names
        ));
    }
    if let Some(value) = error_context_text(error, ContextKind::SuggestedValue) {
        tips.push(message!(
            "similar_value",
            "a similar value exists: '{value}'",
            value
        ));
    }
    // Clap may suggest to pass an argument as a value, but only in an English sentence, so this code searches the text
    // of the sentence.
    let as_value = error_context_text(error, ContextKind::Suggested)
        .is_some_and(|it| it.contains(" as a value"));
    if let Some(argument) = error_context_text(error, ContextKind::InvalidArg).filter(|_| as_value)
    {
        let tip = message!(
            "argument_as_value",
            "to pass '{argument}' as a value, use '-- {argument}'",
            argument,
        );
        tips.push(tip);
    }
    tips
}

/// Returns one fact about an error as a text without colours, or `None` if the error lacks this fact.
fn error_context_text(error: &Error, kind: ContextKind) -> Option<String> {
    let separator = Language::selected_for_texts().list_separator();
    match error.get(kind)? {
        ContextValue::Strings(texts) => Some(texts.join(separator)),
        ContextValue::StyledStrs(texts) => {
            let texts: Vec<_> = texts.iter().map(ToString::to_string).collect();
            Some(texts.join(separator))
        }
        ContextValue::None => None,
        other => Some(other.to_string()),
    }
}
