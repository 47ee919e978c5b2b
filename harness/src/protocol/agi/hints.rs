//! The hints of AGI: points in another notation, habits of UCI and of the Gomocup protocol, pondering, and the process.

use crate::{
    message::{Message, message},
    protocol::hints::{
        Hint, ViolationFacts, explain_blocking_search, explain_by_stderr, explain_carriage_return,
        explain_empty_line, explain_end_of_input, explain_exit_at_unknown_command,
        explain_glued_lines, explain_info_after_result, explain_late_stop, explain_lost_stop,
        explain_missing_newline, explain_result_after_isready, explain_result_after_stop,
        explain_second_result, first_word, shorten_line,
    },
};

/// The first words of those engine lines that two threads of the engine may write at the same time.
const RESPONSE_FIRST_WORDS: &[&str] = &["INFO", "BESTMOVE", "READYOK", "AGIOK"];

/// The commands that every engine knows.
const USUAL_COMMANDS: &[&str] = &["AGI", "ISREADY", "POSITION", "DOMOVE", "GO", "STOP", "QUIT"];

/// The rules about points in the engine's lines.
const POINT_RULES: &[&str] = &["bestmove_grammar", "info_grammar"];

/// The hints of AGI; a report shows the first hint that fits the violation.
pub(super) const HINTS: &[Hint] = &[
    Hint {
        id: "help_glued_lines",
        rules: &[],
        explain: |it| explain_glued_lines(it, RESPONSE_FIRST_WORDS),
    },
    Hint {
        id: "help_agi_digits",
        rules: POINT_RULES,
        explain: explain_digit_outside_board,
    },
    Hint {
        id: "help_agi_letter_first",
        rules: POINT_RULES,
        explain: explain_letter_first_point,
    },
    Hint {
        id: "help_agi_comma",
        rules: POINT_RULES,
        explain: explain_point_with_comma,
    },
    Hint {
        id: "help_agi_option",
        rules: &["option_line", "first_words"],
        explain: explain_uci_option,
    },
    Hint {
        id: "help_agi_agiok",
        rules: &["agiok_once"],
        explain: explain_wrong_greeting_answer,
    },
    Hint {
        id: "help_agi_text_for_people",
        rules: &["first_words", "silent_before_agi"],
        explain: explain_human_readable_text,
    },
    Hint {
        id: "help_agi_pondering",
        rules: &["pondering_silent"],
        explain: explain_result_of_pondering,
    },
    Hint {
        id: "help_lost_stop",
        rules: &["stop_ends_search"],
        explain: explain_lost_stop,
    },
    Hint {
        id: "help_blocking_search",
        rules: &["readyok_while_thinking", "stop_ends_search", "no_hang"],
        explain: explain_blocking_search,
    },
    Hint {
        id: "help_result_after_stop",
        rules: &["clock_kept"],
        explain: explain_result_after_stop,
    },
    Hint {
        id: "help_result_after_isready",
        rules: &["clock_kept"],
        explain: explain_result_after_isready,
    },
    Hint {
        id: "help_late_stop",
        rules: &["stop_prompt", "stop_ends_search"],
        explain: explain_late_stop,
    },
    Hint {
        id: "help_second_result",
        rules: &["one_bestmove_per_go"],
        explain: explain_second_result,
    },
    Hint {
        id: "help_info_after_result",
        rules: &["info_only_thinking"],
        explain: explain_info_after_result,
    },
    Hint {
        id: "help_missing_newline",
        rules: &["newline_ends_line"],
        explain: explain_missing_newline,
    },
    Hint {
        id: "help_empty_line",
        rules: &["line_empty", "line_blanks"],
        explain: explain_empty_line,
    },
    Hint {
        id: "help_carriage_return",
        rules: &["line_crlf"],
        explain: explain_carriage_return,
    },
    Hint {
        id: "help_end_of_input",
        rules: &["eof_ends"],
        explain: explain_end_of_input,
    },
    Hint {
        id: "help_exit_at_unknown_command",
        rules: &["no_crash", "unknown_command"],
        explain: |it| explain_exit_at_unknown_command(it, USUAL_COMMANDS),
    },
    Hint {
        id: "help_stderr",
        rules: &[],
        explain: explain_by_stderr,
    },
];

/// The hint for a point such as `H8`: a letter for the column from the left, and a number for the row from below.
fn explain_letter_first_point(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let (letter, number) = word.split_at_checked(1)?;
    let column = letter.to_ascii_uppercase().bytes().next()?;
    let column = column
        .checked_sub(b'A')
        .filter(|it| (0..15).contains(it))?
        .checked_add(1)?;
    let from_below: u8 = number.parse().ok()?;
    let row = 15_u8.checked_sub(from_below).filter(|it| *it < 15)?;
    Some(message!(
        "help_agi_letter_first",
        "if `{word}` is a column from the left and a row from below, write `{point}`: first the row from above (0 to E), then the column (1 to F)",
        word,
        point = format!("{row:X}{column:X}")
    ))
}

/// The hint for a point such as `7,8`.
fn explain_point_with_comma(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let (one, other) = word.split_once([',', '-', '.', ':'])?;
    let is_number = |it: &str| it.parse::<u8>().is_ok_and(|it| it <= 15);
    (is_number(one) && is_number(other)).then(|| {
        message!(
            "help_agi_comma",
            "a point consists of two hexadecimal digits without other characters: the row from above (0 to E), then the column (1 to F)"
        )
    })
}

/// The hint for points such as `F7` and `70`: the digits of the row and the column are exchanged, or are counted from a
/// wrong first number.
fn explain_digit_outside_board(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let is_hexadecimal = word.len() == 2 && word.bytes().all(|it| it.is_ascii_hexdigit());
    is_hexadecimal.then(|| {
        message!(
            "help_agi_digits",
            "rows are counted from 0 to E, and columns from 1 to F: the upper left point is `01`, the lower right one `EF`"
        )
    })
}

/// The hint for an option in the syntax of UCI, such as `OPTION NAME Hash TYPE SPIN`.
fn explain_uci_option(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    let mut words = line.split_whitespace();
    let is_option = words.next()?.eq_ignore_ascii_case("option");
    (is_option && words.next()?.eq_ignore_ascii_case("name")).then(|| {
        message!(
            "help_agi_option",
            "AGI has only two options, and one line announces both, such as `OPTION OWNBOOK TRUE PONDER FALSE`"
        )
    })
}

/// The hint for a wrong answer to `AGI`, such as `UCIOK`.
fn explain_wrong_greeting_answer(facts: &ViolationFacts<'_>) -> Option<Message> {
    facts.accused_interface_line()?;
    let is_other = |it: &str| ["uciok", "ucciok", "ok"].contains(&it);
    let mut words = facts
        .responses_from_accused_event_on()
        .map(|it| first_word(&it).to_owned());
    let word = words.find(|it| is_other(&it.to_ascii_lowercase()))?;
    Some(message!(
        "help_agi_agiok",
        "the engine sent `{word}`; the answer to `AGI` ends with `AGIOK`",
        word
    ))
}

/// The hint for a line that is not a response of AGI.
fn explain_human_readable_text(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    Some(message!(
        "help_agi_text_for_people",
        "if `{line}` is for people, write it to standard error, because AGI has no line for texts",
        line = shorten_line(&line),
    ))
}

/// The hint for a `BESTMOVE` that the engine sent after a `GO PONDER`.
fn explain_result_of_pondering(facts: &ViolationFacts<'_>) -> Option<Message> {
    let go = facts.last_command("GO")?;
    let mut words = go.split_whitespace();
    words.any(|it| it.eq_ignore_ascii_case("ponder")).then(|| {
        message!(
            "help_agi_pondering",
            "pondering has no result: after `{go}` and `STOP` the engine sends nothing and waits for the next `GO`",
            go = shorten_line(&go)
        )
    })
}
