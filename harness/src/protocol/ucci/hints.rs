//! The hints for violations of UCCI rules: habits of UCI, moves in another notation, units of time, and the engine's
//! process.

use super::vocabulary::find_standard_option;
use crate::{
    message::{Message, message},
    protocol::hints::{
        Hint, ViolationFacts, explain_blocking_search, explain_by_stderr, explain_carriage_return,
        explain_empty_line, explain_end_of_input, explain_exit_at_unknown_command,
        explain_glued_lines, explain_info_after_result, explain_late_stop, explain_lost_ponderhit,
        explain_lost_stop, explain_missing_newline, explain_result_after_isready,
        explain_result_after_stop, explain_second_result, explain_unplayed_moves, first_word,
        looks_like_move, shorten_line,
    },
};

/// The first words of lines that two threads may write at the same time.
const RESPONSE_WORDS: &[&str] = &[
    "info",
    "bestmove",
    "nobestmove",
    "readyok",
    "ucciok",
    "bye",
    "pophash",
];

/// The commands that every engine knows.
const USUAL_COMMANDS: &[&str] = &["ucci", "isready", "position", "go", "stop", "quit"];

/// The rules about moves of the engine.
const RULE_IDS_ABOUT_MOVES: &[&str] = &[
    "bestmove_grammar",
    "pv_legal",
    "currmove_legal",
    "ponder_legal",
];

/// The hints; the first one that fits is printed.
pub(super) const HINTS: &[Hint] = &[
    Hint {
        id: "help_glued_lines",
        rules: &[],
        explain: |it| explain_glued_lines(it, RESPONSE_WORDS),
    },
    Hint {
        id: "help_ucci_option_has_no_name",
        rules: &["option_grammar"],
        explain: explain_option_as_in_uci,
    },
    Hint {
        id: "help_ucci_option_name",
        rules: &["option_name"],
        explain: explain_option_name_of_uci,
    },
    Hint {
        id: "help_ucci_score_without_cp",
        rules: &["info_grammar"],
        explain: explain_score_as_in_uci,
    },
    Hint {
        id: "help_ucci_draw_and_resign",
        rules: &["bestmove_grammar"],
        explain: explain_draw_and_resign,
    },
    Hint {
        id: "help_ucci_nobestmove",
        rules: &["bestmove_grammar"],
        explain: explain_result_without_move,
    },
    Hint {
        id: "help_ucci_lower_case_move",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_upper_case_move,
    },
    Hint {
        id: "help_ucci_hyphen",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_move_with_hyphen,
    },
    Hint {
        id: "help_ucci_ranks_from_zero",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_rank_ten,
    },
    Hint {
        id: "help_ucci_written_move",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_move_in_chinese_notation,
    },
    Hint {
        id: "help_unplayed_moves",
        rules: &["bestmove_legal", "pv_legal"],
        explain: explain_unplayed_moves,
    },
    Hint {
        id: "help_ucci_perhaps_ranks_from_one",
        rules: &["bestmove_legal"],
        explain: explain_ranks_perhaps_from_one,
    },
    Hint {
        id: "help_ucci_ucciok",
        rules: &["ucciok_once"],
        explain: explain_uciok_for_ucciok,
    },
    Hint {
        id: "help_ucci_options_before_ucciok",
        rules: &["handshake_lines"],
        explain: explain_line_after_handshake,
    },
    Hint {
        id: "help_ucci_time_unit",
        rules: &["info_time_unit"],
        explain: explain_time_in_another_unit,
    },
    Hint {
        id: "help_lost_ponderhit",
        rules: &["clock_kept", "ponderhit_starts_clock"],
        explain: explain_lost_ponderhit,
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
        id: "help_ucci_increment",
        rules: &["clock_kept"],
        explain: explain_increment_beyond_clock,
    },
    Hint {
        id: "help_ucci_opponent_clock",
        rules: &["clock_kept"],
        explain: explain_clock_of_opponent,
    },
    Hint {
        id: "help_ucci_usemillisec",
        rules: &["clock_kept"],
        explain: explain_clock_in_milliseconds,
    },
    Hint {
        id: "help_ucci_score_side",
        rules: &["score_side"],
        explain: explain_score_of_red,
    },
    Hint {
        id: "help_ucci_go_time",
        rules: &["interface_words", "dialect_go_by_uci"],
        explain: explain_go_as_in_uci,
    },
    Hint {
        id: "help_ucci_bye",
        rules: &["bye_before_end"],
        explain: explain_exit_without_bye,
    },
    Hint {
        id: "help_ucci_silent_option",
        rules: &["unannounced_option_silent"],
        explain: explain_output_about_option,
    },
    Hint {
        id: "help_ucci_idle_stop",
        rules: &["stop_idle_nobestmove"],
        explain: explain_idle_stop,
    },
    Hint {
        id: "help_lost_stop",
        rules: &["stop_ends_thinking"],
        explain: explain_lost_stop,
    },
    Hint {
        id: "help_blocking_search",
        rules: &["readyok_while_thinking", "stop_ends_thinking", "no_hang"],
        explain: explain_blocking_search,
    },
    Hint {
        id: "help_late_stop",
        rules: &["stop_prompt", "stop_ends_thinking"],
        explain: explain_late_stop,
    },
    Hint {
        id: "help_second_result",
        rules: &["one_result_per_go"],
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

/// Explains an `option` line in the syntax of UCI, which has the word `name`: `option name hashsize type spin`.
fn explain_option_as_in_uci(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let kind = words.iter().position(|it| *it == "type")?;
    match words.as_slice() {
        ["option", "name", _, ..] if kind > 2 => Some(message!(
            "help_ucci_option_has_no_name",
            "the word `name` belongs to UCI; in UCCI the line begins with `option {name} type`",
            name = words.get(2..kind)?.join(""),
        )),
        _ => None,
    }
}

/// Explains an option that has its UCI name, such as `Hash`, or a UCCI name with capitals.
fn explain_option_name_of_uci(facts: &ViolationFacts<'_>) -> Option<Message> {
    const UCI_OPTION_NAMES: [(&str, &str); 4] = [
        ("hash", "hashsize"),
        ("ownbook", "usebook"),
        ("bookfile", "bookfiles"),
        ("nalimovpath", "egtbpaths"),
    ];
    let word = facts.accused_word()?;
    let lower = word.to_ascii_lowercase();
    let renamed = UCI_OPTION_NAMES
        .iter()
        .find(|it| it.0 == lower)
        .map(|it| it.1);
    let name = renamed.unwrap_or(&lower);
    find_standard_option(name)?;
    Some(message!(
        "help_ucci_option_name",
        "if `{word}` is the option that UCCI calls `{name}`, announce it by this name",
        word,
        name,
    ))
}

/// Explains a score in the syntax of UCI, such as `score cp 20`.
fn explain_score_as_in_uci(facts: &ViolationFacts<'_>) -> Option<Message> {
    let rest = facts.text_from_accused_part_on()?;
    let mut words = rest.split_whitespace();
    let (word, number) = (words.next()?, words.next()?);
    (word == "cp" && number.parse::<i64>().is_ok()).then(|| {
        message!(
            "help_ucci_score_without_cp",
            "the word `cp` belongs to UCI; in UCCI write `score {number}`",
            number
        )
    })
}

/// Explains a `bestmove` with both `draw` and `resign`.
fn explain_draw_and_resign(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    let has = |word: &str| line.split_whitespace().any(|it| it == word);
    (has("draw") && has("resign")).then(|| {
        message!(
            "help_ucci_draw_and_resign",
            "at most one of the words `draw` and `resign` may follow a move"
        )
    })
}

/// Explains a `bestmove` without a move, such as `bestmove (none)` or `bestmove 0000`.
fn explain_result_without_move(facts: &ViolationFacts<'_>) -> Option<Message> {
    const WORDS: [&str; 6] = ["(none)", "none", "null", "0000", "a0a0", "resign"];
    let word = facts.accused_word()?;
    WORDS
        .contains(&word.to_ascii_lowercase().as_str())
        .then(|| {
            message!(
                "help_ucci_nobestmove",
                "if `{word}` means that the engine has no move, send the line `nobestmove`",
                word
            )
        })
}

/// Explains a move in upper case, such as `H2E2`.
fn explain_upper_case_move(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let lower = word.to_ascii_lowercase();
    (lower != word && lower.len() == 4 && looks_like_move(&lower)).then(|| {
        message!(
            "help_ucci_lower_case_move",
            "a move has lower-case letters; write `{lower}`",
            lower
        )
    })
}

/// Explains a move with a hyphen, such as `h2-e2`.
fn explain_move_with_hyphen(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let plain = word.replace('-', "").to_ascii_lowercase();
    (word.contains('-') && plain.len() == 4 && looks_like_move(&plain)).then(|| {
        message!(
            "help_ucci_hyphen",
            "a move consists of two points without a hyphen; write `{plain}`",
            plain
        )
    })
}

/// The two points of a move whose ranks are written from 1 to 10, or `None` if the word has another form.
fn parse_move_with_ranks_from_one(word: &str) -> Option<[(char, u32); 2]> {
    let mut points = Vec::new();
    let mut rest = word;
    while let Some(file) = rest.chars().next().filter(|it| ('a'..='i').contains(it)) {
        let digits = rest.get(1..)?;
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let rank: u32 = digits.get(..length)?.parse().ok()?;
        points.push((file, rank.checked_sub(1).filter(|it| *it <= 9)?));
        rest = digits.get(length..)?;
    }
    match points.as_slice() {
        [from, to] if rest.is_empty() => Some([*from, *to]),
        _ => None,
    }
}

/// Explains a move with a rank 10, such as `h10g8`, which exists only if ranks begin with 1.
fn explain_rank_ten(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let points = parse_move_with_ranks_from_one(&word.to_ascii_lowercase())?;
    points.iter().any(|it| it.1 == 9).then(|| {
        let [from, to] = points;
        message!(
            "help_ucci_ranks_from_zero",
            "the ranks of UCCI are 0 to 9; if the ranks of the engine begin with 1, `{word}` is `{step}`",
            word,
            step = format!("{}{}{}{}", from.0, from.1, to.0, to.1),
        )
    })
}

/// Explains an illegal move in the initial position that would move a red piece if ranks began with 1.
fn explain_ranks_perhaps_from_one(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let [from, _] = parse_move_with_ranks_from_one(&word)?;
    let is_red = match from.1 {
        0 => true,
        2 => matches!(from.0, 'b' | 'h'),
        3 => matches!(from.0, 'a' | 'c' | 'e' | 'g' | 'i'),
        _ => false,
    };
    let position = facts.last_command("position")?;
    let is_initial = position.trim() == "position startpos";
    (is_red && is_initial && facts.reason()?.id == "no_piece").then(|| {
        message!(
            "help_ucci_perhaps_ranks_from_one",
            "do the ranks of the engine begin with 1? The ranks of UCCI are 0 to 9, from red's side"
        )
    })
}

/// Explains a move in a notation for people, such as `C2.5` or `炮二平五`.
fn explain_move_in_chinese_notation(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let is_chinese = word.chars().count() == 4 && !word.is_ascii();
    let is_western = matches!(word.as_bytes(), [piece, file, sign, to]
        if b"KABEHNRCP".contains(&piece.to_ascii_uppercase()) && file.is_ascii_digit()
            && b".+-=".contains(sign) && to.is_ascii_digit());
    (is_chinese || is_western).then(|| {
        message!(
            "help_ucci_written_move",
            "a move consists of the point where the piece stands and the point where it goes, such as `h2e2`"
        )
    })
}

/// Explains the mistake of an engine that answers `ucci` with `uciok`.
fn explain_uciok_for_ucciok(facts: &ViolationFacts<'_>) -> Option<Message> {
    facts.accused_interface_line()?;
    let mut responses = facts.responses_from_accused_event_on();
    responses.any(|it| first_word(&it) == "uciok").then(|| {
        message!(
            "help_ucci_ucciok",
            "the engine sent `uciok`, which belongs to UCI; the answer to `ucci` ends with `ucciok`"
        )
    })
}

/// Explains a line of the handshake, such as `option`, after `ucciok`.
fn explain_line_after_handshake(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    Some(message!(
        "help_ucci_options_before_ucciok",
        "send every `{word}` line between `ucci` and `ucciok`",
        word = first_word(&line),
    ))
}

/// Explains an `info` line whose time is not in milliseconds.
fn explain_time_in_another_unit(_: &ViolationFacts<'_>) -> Option<Message> {
    Some(message!(
        "help_ucci_time_unit",
        "is the number in seconds or in microseconds? `time` is in milliseconds"
    ))
}

/// How much longer the opponent's clock must be, so that a late result suggests that the engine used it.
const OPPONENT_CLOCK_FACTOR: u64 = 5;

/// Explains a late move if the opponent has a much longer clock.
fn explain_clock_of_opponent(facts: &ViolationFacts<'_>) -> Option<Message> {
    let own = facts.accused_interface_line().map(|it| it.into_owned());
    let go = own.or_else(|| facts.last_command("go").map(|it| it.into_owned()))?;
    let number = |word: &str| -> Option<u64> {
        let mut words = go.split_whitespace().skip_while(|it| *it != word);
        words.nth(1)?.parse().ok()
    };
    let (own, opponent) = (number("time")?, number("opptime")?);
    (own.saturating_mul(OPPONENT_CLOCK_FACTOR) <= opponent).then(|| {
        message!(
            "help_ucci_opponent_clock",
            "the opponent has much more time (`time {own}`, `opptime {opponent}`): does the engine use its own clock and increment?",
            own,
            opponent
        )
    })
}

/// Explains a late move if the increment is longer than the clock.
fn explain_increment_beyond_clock(facts: &ViolationFacts<'_>) -> Option<Message> {
    let own = facts.accused_interface_line().map(|it| it.into_owned());
    let own = own.filter(|it| it.trim_start().starts_with("go"));
    let go = own.or_else(|| facts.last_command("go").map(|it| it.into_owned()))?;
    let number = |word: &str| -> Option<u64> {
        let mut words = go.split_whitespace().skip_while(|it| *it != word);
        words.nth(1)?.parse().ok()
    };
    let (time, increment) = (number("time")?, number("increment")?);
    (increment > time).then(|| {
        message!(
            "help_ucci_increment",
            "`increment {increment}` is more than the clock: does the engine use an increment that it gets only after its move?",
            increment
        )
    })
}

/// Explains a late move: after `usemillisec true`, an engine may read the time of `go` as seconds.
fn explain_clock_in_milliseconds(facts: &ViolationFacts<'_>) -> Option<Message> {
    let is_set = facts
        .commands_before_accused()
        .any(|it| it.trim() == "setoption usemillisec true");
    let own = facts.accused_interface_line().map(|it| it.into_owned());
    let go = own.or_else(|| facts.last_command("go").map(|it| it.into_owned()))?;
    let mut words = go.split_whitespace().skip_while(|it| *it != "time");
    let number = words.nth(1).filter(|_| is_set)?;
    Some(message!(
        "help_ucci_usemillisec",
        "`usemillisec` is true, so `time {number}` is in milliseconds: does the engine read seconds?",
        number
    ))
}

/// Explains a score with the wrong sign.
fn explain_score_of_red(_: &ViolationFacts<'_>) -> Option<Message> {
    Some(message!(
        "help_ucci_score_side",
        "if the engine computes the score for red, negate it when black is to move"
    ))
}

/// Explains a `go` with parameters of UCI, such as `go movetime 500` or `go wtime 1000`.
fn explain_go_as_in_uci(facts: &ViolationFacts<'_>) -> Option<Message> {
    const WORDS: [&str; 7] = [
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "searchmoves",
        "mate",
    ];
    let line = facts.accused_interface_line()?;
    let mut words = line.split_whitespace();
    if words.next() != Some("go") {
        return None;
    }
    let word = words.find(|it| WORDS.contains(it))?.to_owned();
    Some(message!(
        "help_ucci_go_time",
        "`{word}` belongs to UCI; UCCI has `go time T increment I` and `go time T movestogo N`",
        word
    ))
}

/// Explains why a process exited after `quit` without `bye`.
fn explain_exit_without_bye(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_interface_line()?;
    (first_word(&line) == "quit").then(|| {
        message!(
            "help_ucci_bye",
            "answer `quit` with the line `bye`; if the engine does, does it flush its output before it exits?"
        )
    })
}

/// Explains text about an option that the engine does not know.
fn explain_output_about_option(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    Some(message!(
        "help_ucci_silent_option",
        "skip an unknown option without output; if a line such as `{line}` is for people, write it to standard error",
        line = shorten_line(&line),
    ))
}

/// Explains a `stop` without an answer, in a session without a search.
fn explain_idle_stop(facts: &ViolationFacts<'_>) -> Option<Message> {
    facts.accused_interface_line()?;
    Some(message!(
        "help_ucci_idle_stop",
        "if no search runs, answer `stop` with `nobestmove`"
    ))
}
