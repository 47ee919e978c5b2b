//! The hints for GTP violations: hints about the form of a response, about lines of other protocols, and about the
//! engine's process.

use crate::{
    message::{Message, message},
    protocol::hints::{Hint, ViolationFacts, explain_by_stderr, first_word, shorten_line},
};

/// The commands that every engine knows.
const USUAL_COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// The hints; the first one that fits is printed.
pub(super) const HINTS: &[Hint] = &[
    Hint {
        id: "help_gtp_two_newlines",
        rules: &["response_form"],
        explain: explain_response_without_end,
    },
    Hint {
        id: "help_gtp_blank",
        rules: &["response_form"],
        explain: explain_text_without_blank,
    },
    Hint {
        id: "help_gtp_uci_engine",
        rules: &["nothing_else_on_stdout", "one_response_per_command"],
        explain: explain_line_of_uci,
    },
    Hint {
        id: "help_gtp_text_for_people",
        rules: &["nothing_else_on_stdout"],
        explain: explain_human_readable_text,
    },
    Hint {
        id: "help_gtp_echo_id",
        rules: &["id_echoed"],
        explain: explain_response_without_id,
    },
    Hint {
        id: "help_gtp_no_id",
        rules: &["no_id_unless_sent"],
        explain: explain_response_with_unsent_id,
    },
    Hint {
        id: "help_gtp_empty_line_inside",
        rules: &["no_empty_line_inside"],
        explain: explain_empty_line_in_response,
    },
    Hint {
        id: "help_gtp_answer_quit",
        rules: &["one_response_per_command"],
        explain: explain_no_answer_to_quit,
    },
    Hint {
        id: "help_gtp_answer_errors",
        rules: &["one_response_per_command"],
        explain: explain_no_answer_to_unusual_command,
    },
    Hint {
        id: "help_gtp_unknown_command",
        rules: &["no_crash"],
        explain: explain_exit_at_unknown_command,
    },
    Hint {
        id: "help_stderr",
        rules: &[],
        explain: explain_by_stderr,
    },
];

/// The name of the command in a line, without the command's id.
fn command_word(line: &str) -> &str {
    let mut words = line.split_whitespace();
    let is_id = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    words.find(|it| !is_id(it)).unwrap_or_default()
}

/// Explains a response without an empty line at its end.
fn explain_response_without_end(facts: &ViolationFacts<'_>) -> Option<Message> {
    const MISSING_END_MESSAGE_IDS: [&str; 3] = [
        "gtp_next_response",
        "gtp_no_empty_line_before_end",
        "gtp_empty_line_timed_out",
    ];
    MISSING_END_MESSAGE_IDS
        .contains(&facts.violation.message.id)
        .then(|| {
            message!(
                "help_gtp_two_newlines",
                "write two newlines (`\\n\\n`) at the end of each response, and flush the output"
            )
        })
}

/// Explains a response without a space before its text, such as `=1toy`.
fn explain_text_without_blank(facts: &ViolationFacts<'_>) -> Option<Message> {
    (facts.violation.message.id == "gtp_no_space").then(|| {
        message!(
            "help_gtp_blank",
            "write a blank between the id (or `=`) and the text"
        )
    })
}

/// Explains a line of UCI or UCCI in a GTP session, such as `info` or `bestmove`.
fn explain_line_of_uci(facts: &ViolationFacts<'_>) -> Option<Message> {
    const UCI_RESPONSE_WORDS: [&str; 5] = ["info", "bestmove", "readyok", "uciok", "ucciok"];
    let is_of_uci = |it: &str| UCI_RESPONSE_WORDS.contains(&first_word(it));
    let line = match facts.accused_engine_line() {
        Some(line) => Some(line).filter(|it| is_of_uci(it)),
        None => facts
            .responses_from_accused_event_on()
            .find(|it| is_of_uci(it)),
    }?;
    Some(message!(
        "help_gtp_uci_engine",
        "`{line}` is a line of UCI or UCCI: is the engine in GTP mode?",
        line = shorten_line(&line),
    ))
}

/// Explains text on standard output that is not a response.
fn explain_human_readable_text(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    Some(message!(
        "help_gtp_text_for_people",
        "if `{line}` is for people, write it to standard error",
        line = shorten_line(&line),
    ))
}

/// Explains a response without the id of its command, such as `= 2` as the response to `7 protocol_version`.
fn explain_response_without_id(facts: &ViolationFacts<'_>) -> Option<Message> {
    let command = facts.commands_before_accused().next()?;
    let id = first_word(&command);
    id.bytes().all(|it| it.is_ascii_digit()).then(|| {
        message!(
            "help_gtp_echo_id",
            "repeat the number of the command directly after `=` or `?`, as in `={id}`",
            id
        )
    })
}

/// Explains a response with an id although its command has none, such as `=1 toy` as the response to `name`.
fn explain_response_with_unsent_id(_: &ViolationFacts<'_>) -> Option<Message> {
    Some(message!(
        "help_gtp_no_id",
        "if a command has no number, write `=` or `?` without a number; do not number the responses yourself"
    ))
}

/// Explains an empty line inside the text of a response.
fn explain_empty_line_in_response(_: &ViolationFacts<'_>) -> Option<Message> {
    Some(message!(
        "help_gtp_empty_line_inside",
        "leave out empty lines inside a response, because an empty line ends it"
    ))
}

/// Explains a missing response to `quit`.
fn explain_no_answer_to_quit(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_interface_line()?;
    (command_word(&line) == "quit").then(|| {
        message!(
            "help_gtp_answer_quit",
            "answer `quit` with `=` and an empty line, flush the output, and exit then"
        )
    })
}

/// Explains a missing response to a command that few engines know.
fn explain_no_answer_to_unusual_command(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_interface_line()?;
    let word = command_word(&line);
    (!word.is_empty() && !USUAL_COMMANDS.contains(&word)).then(|| {
        message!(
            "help_gtp_answer_errors",
            "if the engine does not know `{word}`, the response is `? unknown command` and an empty line",
            word
        )
    })
}

/// Explains why the process exited at a command that few engines know.
fn explain_exit_at_unknown_command(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.commands_before_accused().next()?;
    let word = command_word(&line);
    (!word.is_empty() && !USUAL_COMMANDS.contains(&word)).then(|| {
        message!(
            "help_gtp_unknown_command",
            "does the engine exit at every command that it does not know? The response to `{word}` may be `? unknown command`",
            word
        )
    })
}
