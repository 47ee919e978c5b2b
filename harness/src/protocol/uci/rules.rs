//! Generated from the files in the folder beside it by `cargo test`. Do not edit.

mod answers_without_moves;
mod bare_answer;
mod bestmove_grammar;
mod bestmove_heads_pv;
mod bestmove_legal;
mod board_fixed_while_thinking;
mod board_kept;
mod check_form;
mod clock_empty;
mod clock_kept;
mod command_while_thinking;
mod currmove_legal;
mod depth_ends;
mod depth_kept;
mod eof_ends;
mod fen_broken;
mod first_words;
mod go_numbers;
mod go_ponder;
mod go_while_thinking;
mod go_without_position;
mod go_words;
mod handshake_lines;
mod id_kind;
mod id_name_and_author;
mod idle_waits;
mod infinite_waits;
mod info_before_bestmove;
mod info_counts_up;
mod info_fields_once;
mod info_grammar;
mod info_only_searching;
mod info_ranges;
mod line_blanks;
mod line_chunks;
mod line_control;
mod line_crlf;
mod line_empty;
mod line_long;
mod line_non_ascii;
mod mate_pv_length;
mod memory_steady;
mod moves_illegal;
mod moves_many;
mod newline_ends_line;
mod no_crash;
mod no_hang;
mod no_move_only_without_moves;
mod nodes_ends;
mod one_bestmove_per_go;
mod option_default;
mod option_grammar;
mod option_long;
mod option_nameless;
mod option_names_differ;
mod option_set;
mod option_standard_type;
mod option_unknown;
mod option_values;
mod output_bounded;
mod ponder_legal;
mod ponder_waits;
mod ponderhit_idle;
mod pv_legal;
mod quit_ends;
mod quit_status;
mod quit_thinking_prompt;
mod readyok_only_asked;
mod readyok_per_isready;
mod readyok_prompt;
mod readyok_while_thinking;
mod search_needs_go;
mod searchmoves_kept;
mod second_uci;
mod seldepth_with_depth;
mod stop_ends_search;
mod stop_prompt;
mod uciok_in_time;
mod uciok_once;
mod unknown_command;

use super::view::View;
use crate::rule::Entry;

#[rustfmt::skip]
pub(super) const ALL: &[Entry<View>] = &[
    Entry { rule: &answers_without_moves::RULE, source: include_str!("rules/answers_without_moves.rs") },
    Entry { rule: &bare_answer::RULE, source: include_str!("rules/bare_answer.rs") },
    Entry { rule: &bestmove_grammar::RULE, source: include_str!("rules/bestmove_grammar.rs") },
    Entry { rule: &bestmove_heads_pv::RULE, source: include_str!("rules/bestmove_heads_pv.rs") },
    Entry { rule: &bestmove_legal::RULE, source: include_str!("rules/bestmove_legal.rs") },
    Entry { rule: &board_fixed_while_thinking::RULE, source: include_str!("rules/board_fixed_while_thinking.rs") },
    Entry { rule: &board_kept::RULE, source: include_str!("rules/board_kept.rs") },
    Entry { rule: &check_form::RULE, source: include_str!("rules/check_form.rs") },
    Entry { rule: &clock_empty::RULE, source: include_str!("rules/clock_empty.rs") },
    Entry { rule: &clock_kept::RULE, source: include_str!("rules/clock_kept.rs") },
    Entry { rule: &command_while_thinking::RULE, source: include_str!("rules/command_while_thinking.rs") },
    Entry { rule: &currmove_legal::RULE, source: include_str!("rules/currmove_legal.rs") },
    Entry { rule: &depth_ends::RULE, source: include_str!("rules/depth_ends.rs") },
    Entry { rule: &depth_kept::RULE, source: include_str!("rules/depth_kept.rs") },
    Entry { rule: &eof_ends::RULE, source: include_str!("rules/eof_ends.rs") },
    Entry { rule: &fen_broken::RULE, source: include_str!("rules/fen_broken.rs") },
    Entry { rule: &first_words::RULE, source: include_str!("rules/first_words.rs") },
    Entry { rule: &go_numbers::RULE, source: include_str!("rules/go_numbers.rs") },
    Entry { rule: &go_ponder::RULE, source: include_str!("rules/go_ponder.rs") },
    Entry { rule: &go_while_thinking::RULE, source: include_str!("rules/go_while_thinking.rs") },
    Entry { rule: &go_without_position::RULE, source: include_str!("rules/go_without_position.rs") },
    Entry { rule: &go_words::RULE, source: include_str!("rules/go_words.rs") },
    Entry { rule: &handshake_lines::RULE, source: include_str!("rules/handshake_lines.rs") },
    Entry { rule: &id_kind::RULE, source: include_str!("rules/id_kind.rs") },
    Entry { rule: &id_name_and_author::RULE, source: include_str!("rules/id_name_and_author.rs") },
    Entry { rule: &idle_waits::RULE, source: include_str!("rules/idle_waits.rs") },
    Entry { rule: &infinite_waits::RULE, source: include_str!("rules/infinite_waits.rs") },
    Entry { rule: &info_before_bestmove::RULE, source: include_str!("rules/info_before_bestmove.rs") },
    Entry { rule: &info_counts_up::RULE, source: include_str!("rules/info_counts_up.rs") },
    Entry { rule: &info_fields_once::RULE, source: include_str!("rules/info_fields_once.rs") },
    Entry { rule: &info_grammar::RULE, source: include_str!("rules/info_grammar.rs") },
    Entry { rule: &info_only_searching::RULE, source: include_str!("rules/info_only_searching.rs") },
    Entry { rule: &info_ranges::RULE, source: include_str!("rules/info_ranges.rs") },
    Entry { rule: &line_blanks::RULE, source: include_str!("rules/line_blanks.rs") },
    Entry { rule: &line_chunks::RULE, source: include_str!("rules/line_chunks.rs") },
    Entry { rule: &line_control::RULE, source: include_str!("rules/line_control.rs") },
    Entry { rule: &line_crlf::RULE, source: include_str!("rules/line_crlf.rs") },
    Entry { rule: &line_empty::RULE, source: include_str!("rules/line_empty.rs") },
    Entry { rule: &line_long::RULE, source: include_str!("rules/line_long.rs") },
    Entry { rule: &line_non_ascii::RULE, source: include_str!("rules/line_non_ascii.rs") },
    Entry { rule: &mate_pv_length::RULE, source: include_str!("rules/mate_pv_length.rs") },
    Entry { rule: &memory_steady::RULE, source: include_str!("rules/memory_steady.rs") },
    Entry { rule: &moves_illegal::RULE, source: include_str!("rules/moves_illegal.rs") },
    Entry { rule: &moves_many::RULE, source: include_str!("rules/moves_many.rs") },
    Entry { rule: &newline_ends_line::RULE, source: include_str!("rules/newline_ends_line.rs") },
    Entry { rule: &no_crash::RULE, source: include_str!("rules/no_crash.rs") },
    Entry { rule: &no_hang::RULE, source: include_str!("rules/no_hang.rs") },
    Entry { rule: &no_move_only_without_moves::RULE, source: include_str!("rules/no_move_only_without_moves.rs") },
    Entry { rule: &nodes_ends::RULE, source: include_str!("rules/nodes_ends.rs") },
    Entry { rule: &one_bestmove_per_go::RULE, source: include_str!("rules/one_bestmove_per_go.rs") },
    Entry { rule: &option_default::RULE, source: include_str!("rules/option_default.rs") },
    Entry { rule: &option_grammar::RULE, source: include_str!("rules/option_grammar.rs") },
    Entry { rule: &option_long::RULE, source: include_str!("rules/option_long.rs") },
    Entry { rule: &option_nameless::RULE, source: include_str!("rules/option_nameless.rs") },
    Entry { rule: &option_names_differ::RULE, source: include_str!("rules/option_names_differ.rs") },
    Entry { rule: &option_set::RULE, source: include_str!("rules/option_set.rs") },
    Entry { rule: &option_standard_type::RULE, source: include_str!("rules/option_standard_type.rs") },
    Entry { rule: &option_unknown::RULE, source: include_str!("rules/option_unknown.rs") },
    Entry { rule: &option_values::RULE, source: include_str!("rules/option_values.rs") },
    Entry { rule: &output_bounded::RULE, source: include_str!("rules/output_bounded.rs") },
    Entry { rule: &ponder_legal::RULE, source: include_str!("rules/ponder_legal.rs") },
    Entry { rule: &ponder_waits::RULE, source: include_str!("rules/ponder_waits.rs") },
    Entry { rule: &ponderhit_idle::RULE, source: include_str!("rules/ponderhit_idle.rs") },
    Entry { rule: &pv_legal::RULE, source: include_str!("rules/pv_legal.rs") },
    Entry { rule: &quit_ends::RULE, source: include_str!("rules/quit_ends.rs") },
    Entry { rule: &quit_status::RULE, source: include_str!("rules/quit_status.rs") },
    Entry { rule: &quit_thinking_prompt::RULE, source: include_str!("rules/quit_thinking_prompt.rs") },
    Entry { rule: &readyok_only_asked::RULE, source: include_str!("rules/readyok_only_asked.rs") },
    Entry { rule: &readyok_per_isready::RULE, source: include_str!("rules/readyok_per_isready.rs") },
    Entry { rule: &readyok_prompt::RULE, source: include_str!("rules/readyok_prompt.rs") },
    Entry { rule: &readyok_while_thinking::RULE, source: include_str!("rules/readyok_while_thinking.rs") },
    Entry { rule: &search_needs_go::RULE, source: include_str!("rules/search_needs_go.rs") },
    Entry { rule: &searchmoves_kept::RULE, source: include_str!("rules/searchmoves_kept.rs") },
    Entry { rule: &second_uci::RULE, source: include_str!("rules/second_uci.rs") },
    Entry { rule: &seldepth_with_depth::RULE, source: include_str!("rules/seldepth_with_depth.rs") },
    Entry { rule: &stop_ends_search::RULE, source: include_str!("rules/stop_ends_search.rs") },
    Entry { rule: &stop_prompt::RULE, source: include_str!("rules/stop_prompt.rs") },
    Entry { rule: &uciok_in_time::RULE, source: include_str!("rules/uciok_in_time.rs") },
    Entry { rule: &uciok_once::RULE, source: include_str!("rules/uciok_once.rs") },
    Entry { rule: &unknown_command::RULE, source: include_str!("rules/unknown_command.rs") },
];
