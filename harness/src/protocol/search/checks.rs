//! The checks that all protocols with searches share. The file of a rule contains only the rule's
//! text, its examples and a call of a check.

mod answers;
mod clock_kept;
mod handshake;
mod info_flush;
mod interface;
mod interface_clocks;
mod legality;
mod process;
mod resource_usage;
mod results;

use crate::message::{Message, message};

pub(in crate::protocol) use self::{
    answers::{
        check_bare_answer, check_readyok_only_asked, check_readyok_per_isready,
        check_readyok_prompt, check_readyok_while_thinking,
    },
    clock_kept::check_clock_kept,
    handshake::{check_greeting_answered_once, check_greeting_in_time},
    info_flush::check_info_flushed,
    interface::{
        check_guesses_not_searched, check_missed_result_void, check_moves_to_go_fall,
        check_ponderhits_hit, check_ponderhits_pondering, check_positions_sent,
        check_void_results_not_repeated, has_other_reply_after_ponderhit, missed_guess,
    },
    interface_clocks::check_clock_losses,
    legality::{
        check_bestmove_legal, check_board_fixed_in_search, check_board_kept, check_currmove_legal,
        check_ponder_move_legal, check_pv_legal,
    },
    process::{
        check_bye_before_exit, check_eof_ends_process, check_exit_after_bye,
        check_interface_newline, check_newline_ends_line, check_no_crash, check_no_hang,
        check_quit_ends_process, check_quit_in_search_prompt, check_session_limits,
    },
    resource_usage::{check_idle_processor_use, check_memory_steady},
    results::{
        check_bestmove_heads_pv, check_depth_kept, check_info_counts_up, check_info_only_in_search,
        check_one_result_per_go, check_stop_ends_search, check_stop_prompt,
    },
};

/// The message for a rule that is not applicable because the engine never sent a line with this word.
fn never_sent_message(word: &str) -> Message {
    message!("never_sent", "the engine never sent `{word}`", word)
}
