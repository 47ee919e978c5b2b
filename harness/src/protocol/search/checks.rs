//! The checks that all protocols with searches share. A rule file has only the rule's text, its examples and a call of
//! a check.

mod answers;
mod handshake;
mod legality;
mod process;
mod results;
mod usage;

use crate::message::{Message, message};

pub(in crate::protocol) use self::{
    answers::{
        bare_answer, readyok_only_asked, readyok_per_isready, readyok_prompt,
        readyok_while_thinking,
    },
    handshake::{greeted_in_time, greeted_once},
    legality::{
        bestmove_legal, board_fixed_while_thinking, board_kept, currmove_legal, ponder_legal,
        pv_legal,
    },
    process::{
        bye_before_end, ends_after_bye, eof_ends, newline_ends_line, no_crash, no_hang,
        output_bounded, quit_ends, quit_thinking_prompt,
    },
    results::{
        bestmove_heads_pv, info_counts_up, info_only_thinking, one_result_per_go,
        stop_ends_thinking, stop_prompt,
    },
    usage::{idle_waits, memory_steady},
};

/// The message for a rule that is not applicable because the engine never sent a line with this word.
fn never_sent_message(word: &str) -> Message {
    message!("never_sent", "the engine never sent `{word}`", word)
}
