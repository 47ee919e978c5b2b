//! The hints for violations of UCI rules: lines of UCCI, moves in another notation, castling, mates, units of time, and
//! the process.

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

/// The first words of lines that two threads of the engine may write at the same time, so that the lines are mixed.
const FIRST_WORDS: &[&str] = &["info", "bestmove", "readyok", "uciok"];

/// The commands that every engine knows.
const USUAL_COMMANDS: &[&str] = &["uci", "isready", "position", "go", "stop", "quit"];

/// The rules about the engine's moves.
const RULE_IDS_ABOUT_MOVES: &[&str] = &[
    "bestmove_grammar",
    "pv_legal",
    "currmove_legal",
    "ponder_legal",
];

/// The hints of UCI; a report prints the first hint that fits the violation.
pub(super) const HINTS: &[Hint] = &[
    Hint {
        id: "help_glued_lines",
        rules: &[],
        explain: |it| explain_glued_lines(it, FIRST_WORDS),
    },
    Hint {
        id: "help_uci_score_cp",
        rules: &["info_grammar"],
        explain: explain_score_as_in_ucci,
    },
    Hint {
        id: "help_uci_option_name",
        rules: &["option_grammar"],
        explain: explain_option_as_in_ucci,
    },
    Hint {
        id: "help_uci_uciok",
        rules: &["uciok_once"],
        explain: explain_ucciok_for_uciok,
    },
    Hint {
        id: "help_uci_nobestmove",
        rules: &[
            "first_words",
            "one_bestmove_per_go",
            "answers_without_moves",
            "depth_ends",
            "nodes_ends",
            "stop_ends_search",
        ],
        explain: explain_nobestmove,
    },
    Hint {
        id: "help_uci_bye",
        rules: &["first_words"],
        explain: explain_bye,
    },
    Hint {
        id: "help_uci_castling_word",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_castling_as_word,
    },
    Hint {
        id: "help_uci_lower_case_move",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_upper_case_move,
    },
    Hint {
        id: "help_uci_hyphen",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_move_with_hyphen,
    },
    Hint {
        id: "help_uci_short_notation",
        rules: RULE_IDS_ABOUT_MOVES,
        explain: explain_algebraic_notation,
    },
    Hint {
        id: "help_uci_promotion_letter",
        rules: &["bestmove_legal", "pv_legal", "ponder_legal"],
        explain: explain_promotion_without_letter,
    },
    Hint {
        id: "help_uci_castling_king_takes_rook",
        rules: &["bestmove_legal", "pv_legal", "ponder_legal"],
        explain: explain_castling_takes_rook,
    },
    Hint {
        id: "help_unplayed_moves",
        rules: &["bestmove_legal", "pv_legal"],
        explain: explain_unplayed_moves,
    },
    Hint {
        id: "help_uci_mate_in_moves",
        rules: &["mate_pv_length"],
        explain: explain_mate_in_plies,
    },
    Hint {
        id: "help_lost_ponderhit",
        rules: &["clock_kept"],
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
        id: "help_two_engines_in_log",
        rules: &["interface_state"],
        explain: explain_two_handshakes,
    },
    Hint {
        id: "help_uci_other_clock",
        rules: &["clock_kept"],
        explain: explain_clock_of_other_side,
    },
    Hint {
        id: "help_uci_increment",
        rules: &["clock_kept"],
        explain: explain_increment_beyond_clock,
    },
    Hint {
        id: "help_uci_seconds",
        rules: &["movetime_kept", "clock_kept"],
        explain: explain_seconds_for_milliseconds,
    },
    Hint {
        id: "help_uci_time_unit",
        rules: &["info_time_real"],
        explain: explain_time_in_another_unit,
    },
    Hint {
        id: "help_uci_per_mille",
        rules: &["info_ranges"],
        explain: explain_hash_use_in_another_unit,
    },
    Hint {
        id: "help_uci_text_for_people",
        rules: &["first_words", "silent_before_uci"],
        explain: explain_human_readable_text,
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
        rules: &["info_only_searching", "info_before_bestmove"],
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

/// Explains `score 30`, the score of UCCI, which has no word `cp`.
fn explain_score_as_in_ucci(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    let word = facts.accused_word()?;
    let mut words = line.split_whitespace().skip_while(|it| *it != "score");
    let number = words.nth(1)?;
    (number == word && number.parse::<i64>().is_ok()).then(|| {
        message!(
            "help_uci_score_cp",
            "if {number} is in hundredths of a pawn, write `score cp {number}`",
            number
        )
    })
}

/// Explains `option Hash type spin`, where the word `name` is missing.
fn explain_option_as_in_ucci(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["option", name, "type", ..] if *name != "name" => Some(message!(
            "help_uci_option_name",
            "in UCI the line begins with `option name {name} type`",
            name = *name,
        )),
        _ => None,
    }
}

/// Explains the mistake of an engine that answers `uci` with `ucciok`.
fn explain_ucciok_for_uciok(facts: &ViolationFacts<'_>) -> Option<Message> {
    facts.accused_interface_line()?;
    let mut responses = facts.responses_from_accused_event_on();
    responses.any(|it| first_word(&it) == "ucciok").then(|| {
        message!(
            "help_uci_uciok",
            "the engine sent `ucciok`, which belongs to UCCI; the answer to `uci` ends with `uciok`"
        )
    })
}

/// Explains the mistake of an engine that sends `nobestmove`, either as the line of the violation or in place of
/// `bestmove`.
fn explain_nobestmove(facts: &ViolationFacts<'_>) -> Option<Message> {
    let is_nobestmove = |it: &str| first_word(it) == "nobestmove";
    let found = match facts.accused_engine_line() {
        Some(line) => is_nobestmove(&line),
        None => facts
            .responses_from_accused_event_on()
            .any(|it| is_nobestmove(&it)),
    };
    found.then(|| {
        message!(
            "help_uci_nobestmove",
            "`nobestmove` belongs to UCCI; a UCI engine without a legal move sends `bestmove 0000`"
        )
    })
}

/// Explains the mistake of an engine that answers `quit` with `bye`.
fn explain_bye(facts: &ViolationFacts<'_>) -> Option<Message> {
    (facts.accused_engine_line()?.trim() == "bye").then(|| {
        message!(
            "help_uci_bye",
            "`bye` belongs to UCCI; a UCI engine exits after `quit` without an answer"
        )
    })
}

/// Explains castling that is written as `O-O`.
fn explain_castling_as_word(facts: &ViolationFacts<'_>) -> Option<Message> {
    const CASTLING_WORDS: [&str; 4] = ["O-O", "O-O-O", "0-0", "0-0-0"];
    let word = facts.accused_word()?;
    CASTLING_WORDS.contains(&word.as_str()).then(|| {
        message!(
            "help_uci_castling_word",
            "castling is the move of the king: write `e1g1` (or `e1c1`, `e8g8`, `e8c8`), not `{word}`",
            word
        )
    })
}

/// Whether a text is a chess move: two squares, and optionally the letter of a promotion piece.
fn is_move(text: &str) -> bool {
    let letter = text.get(4..).unwrap_or_default();
    text.len() >= 4 && looks_like_move(text) && (letter.is_empty() || "qrbn".contains(letter))
}

/// Explains a move with upper-case letters, such as `E2E4` or `e7e8Q`.
fn explain_upper_case_move(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let lower = word.to_ascii_lowercase();
    (lower != word && is_move(&lower)).then(|| {
        message!(
            "help_uci_lower_case_move",
            "a move has lower-case letters; write `{lower}`",
            lower
        )
    })
}

/// Explains a move with signs between its squares, such as `e2-e4` or `e7-e8=Q`.
fn explain_move_with_hyphen(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let plain = word.replace(['-', '=', 'x'], "").to_ascii_lowercase();
    (plain.len() < word.len() && is_move(&plain)).then(|| {
        message!(
            "help_uci_hyphen",
            "a move consists of two squares without other characters; write `{plain}`",
            plain
        )
    })
}

/// Explains a move in algebraic notation, such as `Nf3` or `exd5`.
fn explain_algebraic_notation(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    let plain = word.trim_end_matches(['+', '#']);
    let target = plain.len().checked_sub(2).and_then(|it| plain.get(it..))?;
    let has_target = matches!(target.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let before = plain.get(..plain.len() - 2)?;
    let is_piece = before.starts_with(['K', 'Q', 'R', 'B', 'N']);
    let is_pawn = before.is_empty() || before.ends_with('x');
    (has_target && plain.len() <= 6 && (is_piece || is_pawn)).then(|| {
        message!(
            "help_uci_short_notation",
            "`{word}` is in the notation of chess books (SAN); in UCI a move consists of the two squares, such as `g1f3`",
            word
        )
    })
}

/// Explains a promotion without the letter of the new piece, such as `a7a8`.
fn explain_promotion_without_letter(facts: &ViolationFacts<'_>) -> Option<Message> {
    let word = facts.accused_word()?;
    (facts.reason()?.id == "promotion_missing").then(|| {
        message!(
            "help_uci_promotion_letter",
            "add the letter of the new piece, such as `{word}q` for a queen",
            word
        )
    })
}

/// Explains castling that is written as `e1h1` although `UCI_Chess960` is not set.
fn explain_castling_takes_rook(facts: &ViolationFacts<'_>) -> Option<Message> {
    const CASTLING_MOVES: [(&str, &str); 4] = [
        ("e1h1", "e1g1"),
        ("e1a1", "e1c1"),
        ("e8h8", "e8g8"),
        ("e8a8", "e8c8"),
    ];
    let word = facts.accused_word()?;
    let (_, right) = CASTLING_MOVES.iter().find(|it| it.0 == word)?;
    let is_chess960 = facts
        .commands_before_accused()
        .any(|it| it.contains("UCI_Chess960 value true"));
    (!is_chess960).then(|| {
        message!(
            "help_uci_castling_king_takes_rook",
            "if `{word}` is castling, write `{right}`: the king takes its rook only if `UCI_Chess960` is true",
            word,
            right = *right
        )
    })
}

/// Explains a mate score that counts plies: `score mate 3` with a `pv` of three plies.
fn explain_mate_in_plies(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.windows(2).position(|it| it == ["score", "mate"])?;
    let count: i64 = words.get(at + 2)?.parse().ok()?;
    let from = words.iter().position(|it| *it == "pv")?;
    let plies = words
        .iter()
        .skip(from + 1)
        .take_while(|it| is_move(it))
        .count();
    let moves = count.abs().checked_add(1)? / 2;
    (count.unsigned_abs() > 1 && count.unsigned_abs() == plies as u64).then(|| {
        message!(
            "help_uci_mate_in_moves",
            "`mate` counts moves, not plies: for a mate in {plies} plies write `mate {moves}`",
            plies,
            moves = (count.signum() * moves).to_string()
        )
    })
}

/// How much longer the clock of the other side must be, so that a late result suggests that the engine used it.
const OTHER_CLOCK_FACTOR: u64 = 5;

/// Explains a late `bestmove` if one side has a much longer clock than the other.
fn explain_clock_of_other_side(facts: &ViolationFacts<'_>) -> Option<Message> {
    let go = late_go(facts)?;
    let (white, black) = (go_number(&go, "wtime")?, go_number(&go, "btime")?);
    let (short, long) = (white.min(black), white.max(black));
    (short.saturating_mul(OTHER_CLOCK_FACTOR) <= long).then(|| {
        message!(
            "help_uci_other_clock",
            "the clocks differ (`wtime {white}`, `btime {black}`): does the engine use the clock of the side to move?",
            white,
            black
        )
    })
}

/// Explains commands in the wrong state if the log has two handshakes without the end of a process between them.
fn explain_two_handshakes(facts: &ViolationFacts<'_>) -> Option<Message> {
    let answered = facts
        .responses_before_accused()
        .filter(|it| it.trim() == "uciok");
    (answered.count() > 1).then(|| {
        message!(
            "help_two_engines_in_log",
            "the log has two handshakes: if it has the lines of two engines, write a log for each of them"
        )
    })
}

/// Explains a late `bestmove` if the increment is longer than the clock.
fn explain_increment_beyond_clock(facts: &ViolationFacts<'_>) -> Option<Message> {
    let go = late_go(facts)?;
    let sides = [("wtime", "winc"), ("btime", "binc")];
    let longer =
        |(time, increment): &(&str, &str)| go_number(&go, increment) > go_number(&go, time);
    let (_, increment) = sides.into_iter().find(longer)?;
    Some(message!(
        "help_uci_increment",
        "`{increment} {number}` is more than the clock: does the engine wait for an increment that it gets only after its move?",
        increment,
        number = go_number(&go, increment)?
    ))
}

/// The `go` whose result was late.
fn late_go(facts: &ViolationFacts<'_>) -> Option<String> {
    let own = facts.accused_interface_line().map(|it| it.into_owned());
    let own = own.filter(|it| it.trim_start().starts_with("go"));
    own.or_else(|| facts.last_command("go").map(|it| it.into_owned()))
}

/// The number after a word of a `go`.
fn go_number(go: &str, word: &str) -> Option<u64> {
    let mut words = go.split_whitespace().skip_while(|it| *it != word);
    words.nth(1)?.parse().ok()
}

/// Explains a `bestmove` that came much later than the clock or `movetime` allows.
fn explain_seconds_for_milliseconds(facts: &ViolationFacts<'_>) -> Option<Message> {
    const TIME_PARAMETERS: [&str; 3] = ["movetime", "wtime", "btime"];
    let go = late_go(facts)?;
    let words: Vec<&str> = go.split_whitespace().collect();
    let at = words.iter().position(|it| TIME_PARAMETERS.contains(it))?;
    Some(message!(
        "help_uci_seconds",
        "`{word} {number}` is in milliseconds: does the engine read seconds, or does it look at its clock too rarely?",
        word = *words.get(at)?,
        number = *words.get(at + 1)?
    ))
}

/// Explains a `time` in an `info` line that is not in milliseconds.
fn explain_time_in_another_unit(_: &ViolationFacts<'_>) -> Option<Message> {
    Some(message!(
        "help_uci_time_unit",
        "is the number in seconds or in microseconds? `time` is in milliseconds"
    ))
}

/// Explains a `hashfull` above 1000.
fn explain_hash_use_in_another_unit(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    let word = facts.accused_word()?;
    let mut words = line.split_whitespace().skip_while(|it| *it != "hashfull");
    (words.nth(1)? == word).then(|| {
        message!(
            "help_uci_per_mille",
            "`hashfull` is in thousandths: a full hash table is 1000"
        )
    })
}

/// Explains an engine's line that is not a message of the protocol.
fn explain_human_readable_text(facts: &ViolationFacts<'_>) -> Option<Message> {
    let line = facts.accused_engine_line()?;
    Some(message!(
        "help_uci_text_for_people",
        "if `{line}` is for people, write it to standard error, or after `uci` as `info string`",
        line = shorten_line(&line),
    ))
}
