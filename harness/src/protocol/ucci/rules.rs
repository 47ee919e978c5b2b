//! Generated from the files in the folder beside it by `cargo test`. Do not edit.

mod banmoves_adds;
mod bans_end;
mod bans_kept;
mod bare_answer;
mod batch_loses_nothing;
mod batch_waits;
mod bestmove_grammar;
mod bestmove_heads_pv;
mod bestmove_legal;
mod board_fixed_while_thinking;
mod board_kept;
mod bye_before_end;
mod bye_only_after_quit;
mod clock_kept;
mod command_while_thinking;
mod currmove_legal;
mod depth_ends;
mod dialect_bare_position;
mod dialect_empty_moves;
mod dialect_go_by_uci;
mod dialect_go_mixed;
mod dialect_grown_fen;
mod dialect_newgame;
mod dialect_setoption_by_uci;
mod dialect_uci_first;
mod draw_offer;
mod ends_after_bye;
mod eof_ends;
mod fen_broken;
mod go_numbers;
mod go_while_thinking;
mod go_without_position;
mod go_words;
mod handshake_lines;
mod id_kind;
mod idle_waits;
mod infinite_from_book;
mod infinite_lasts;
mod info_counts_up;
mod info_grammar;
mod info_only_thinking;
mod info_time_unit;
mod info_while_debugging;
mod interface_ban_legal;
mod interface_bans;
mod interface_check_values;
mod interface_clock_taken_off;
mod interface_commands;
mod interface_fen;
mod interface_fen_after_capture;
mod interface_milliseconds;
mod interface_moves_legal;
mod interface_newline;
mod interface_option_announced;
mod interface_ponder_draw;
mod interface_ponderhit;
mod interface_state;
mod interface_ucci_first;
mod interface_words;
mod league_readable;
mod line_blanks;
mod line_chunks;
mod line_control;
mod line_crlf;
mod line_empty;
mod line_long;
mod line_non_ascii;
mod line_tab;
mod memory_steady;
mod moves_illegal;
mod moves_many;
mod newline_ends_line;
mod no_crash;
mod no_hang;
mod nobestmove_only_dead;
mod nodes_ends;
mod one_result_per_go;
mod option_default;
mod option_grammar;
mod option_long;
mod option_name;
mod option_outdated;
mod option_set;
mod option_standard_default;
mod option_standard_type;
mod option_values;
mod output_bounded;
mod ponder_follows_pv;
mod ponder_legal;
mod ponder_needs_clock;
mod ponder_waits;
mod ponderhit_idle;
mod ponderhit_starts_clock;
mod pophash_grammar;
mod pophash_legal;
mod pophash_only_asked;
mod pophash_per_probe;
mod pophash_prompt;
mod probe_keeps_board;
mod pv_legal;
mod quit_in_boot;
mod quit_thinking_prompt;
mod readyok_only_asked;
mod readyok_per_isready;
mod readyok_prompt;
mod readyok_while_thinking;
mod score_side;
mod stop_ends_thinking;
mod stop_idle_nobestmove;
mod stop_prompt;
mod ucci_again;
mod ucciok_in_time;
mod ucciok_once;
mod unannounced_option_silent;
mod unknown_command;
mod usemillisec_announced;

use super::view::View;
use crate::rule::Entry;

#[rustfmt::skip]
pub(super) const ALL: &[Entry<View>] = &[
    Entry { rule: &banmoves_adds::RULE, source: include_str!("rules/banmoves_adds.rs") },
    Entry { rule: &bans_end::RULE, source: include_str!("rules/bans_end.rs") },
    Entry { rule: &bans_kept::RULE, source: include_str!("rules/bans_kept.rs") },
    Entry { rule: &bare_answer::RULE, source: include_str!("rules/bare_answer.rs") },
    Entry { rule: &batch_loses_nothing::RULE, source: include_str!("rules/batch_loses_nothing.rs") },
    Entry { rule: &batch_waits::RULE, source: include_str!("rules/batch_waits.rs") },
    Entry { rule: &bestmove_grammar::RULE, source: include_str!("rules/bestmove_grammar.rs") },
    Entry { rule: &bestmove_heads_pv::RULE, source: include_str!("rules/bestmove_heads_pv.rs") },
    Entry { rule: &bestmove_legal::RULE, source: include_str!("rules/bestmove_legal.rs") },
    Entry { rule: &board_fixed_while_thinking::RULE, source: include_str!("rules/board_fixed_while_thinking.rs") },
    Entry { rule: &board_kept::RULE, source: include_str!("rules/board_kept.rs") },
    Entry { rule: &bye_before_end::RULE, source: include_str!("rules/bye_before_end.rs") },
    Entry { rule: &bye_only_after_quit::RULE, source: include_str!("rules/bye_only_after_quit.rs") },
    Entry { rule: &clock_kept::RULE, source: include_str!("rules/clock_kept.rs") },
    Entry { rule: &command_while_thinking::RULE, source: include_str!("rules/command_while_thinking.rs") },
    Entry { rule: &currmove_legal::RULE, source: include_str!("rules/currmove_legal.rs") },
    Entry { rule: &depth_ends::RULE, source: include_str!("rules/depth_ends.rs") },
    Entry { rule: &dialect_bare_position::RULE, source: include_str!("rules/dialect_bare_position.rs") },
    Entry { rule: &dialect_empty_moves::RULE, source: include_str!("rules/dialect_empty_moves.rs") },
    Entry { rule: &dialect_go_by_uci::RULE, source: include_str!("rules/dialect_go_by_uci.rs") },
    Entry { rule: &dialect_go_mixed::RULE, source: include_str!("rules/dialect_go_mixed.rs") },
    Entry { rule: &dialect_grown_fen::RULE, source: include_str!("rules/dialect_grown_fen.rs") },
    Entry { rule: &dialect_newgame::RULE, source: include_str!("rules/dialect_newgame.rs") },
    Entry { rule: &dialect_setoption_by_uci::RULE, source: include_str!("rules/dialect_setoption_by_uci.rs") },
    Entry { rule: &dialect_uci_first::RULE, source: include_str!("rules/dialect_uci_first.rs") },
    Entry { rule: &draw_offer::RULE, source: include_str!("rules/draw_offer.rs") },
    Entry { rule: &ends_after_bye::RULE, source: include_str!("rules/ends_after_bye.rs") },
    Entry { rule: &eof_ends::RULE, source: include_str!("rules/eof_ends.rs") },
    Entry { rule: &fen_broken::RULE, source: include_str!("rules/fen_broken.rs") },
    Entry { rule: &go_numbers::RULE, source: include_str!("rules/go_numbers.rs") },
    Entry { rule: &go_while_thinking::RULE, source: include_str!("rules/go_while_thinking.rs") },
    Entry { rule: &go_without_position::RULE, source: include_str!("rules/go_without_position.rs") },
    Entry { rule: &go_words::RULE, source: include_str!("rules/go_words.rs") },
    Entry { rule: &handshake_lines::RULE, source: include_str!("rules/handshake_lines.rs") },
    Entry { rule: &id_kind::RULE, source: include_str!("rules/id_kind.rs") },
    Entry { rule: &idle_waits::RULE, source: include_str!("rules/idle_waits.rs") },
    Entry { rule: &infinite_from_book::RULE, source: include_str!("rules/infinite_from_book.rs") },
    Entry { rule: &infinite_lasts::RULE, source: include_str!("rules/infinite_lasts.rs") },
    Entry { rule: &info_counts_up::RULE, source: include_str!("rules/info_counts_up.rs") },
    Entry { rule: &info_grammar::RULE, source: include_str!("rules/info_grammar.rs") },
    Entry { rule: &info_only_thinking::RULE, source: include_str!("rules/info_only_thinking.rs") },
    Entry { rule: &info_time_unit::RULE, source: include_str!("rules/info_time_unit.rs") },
    Entry { rule: &info_while_debugging::RULE, source: include_str!("rules/info_while_debugging.rs") },
    Entry { rule: &interface_ban_legal::RULE, source: include_str!("rules/interface_ban_legal.rs") },
    Entry { rule: &interface_bans::RULE, source: include_str!("rules/interface_bans.rs") },
    Entry { rule: &interface_check_values::RULE, source: include_str!("rules/interface_check_values.rs") },
    Entry { rule: &interface_clock_taken_off::RULE, source: include_str!("rules/interface_clock_taken_off.rs") },
    Entry { rule: &interface_commands::RULE, source: include_str!("rules/interface_commands.rs") },
    Entry { rule: &interface_fen::RULE, source: include_str!("rules/interface_fen.rs") },
    Entry { rule: &interface_fen_after_capture::RULE, source: include_str!("rules/interface_fen_after_capture.rs") },
    Entry { rule: &interface_milliseconds::RULE, source: include_str!("rules/interface_milliseconds.rs") },
    Entry { rule: &interface_moves_legal::RULE, source: include_str!("rules/interface_moves_legal.rs") },
    Entry { rule: &interface_newline::RULE, source: include_str!("rules/interface_newline.rs") },
    Entry { rule: &interface_option_announced::RULE, source: include_str!("rules/interface_option_announced.rs") },
    Entry { rule: &interface_ponder_draw::RULE, source: include_str!("rules/interface_ponder_draw.rs") },
    Entry { rule: &interface_ponderhit::RULE, source: include_str!("rules/interface_ponderhit.rs") },
    Entry { rule: &interface_state::RULE, source: include_str!("rules/interface_state.rs") },
    Entry { rule: &interface_ucci_first::RULE, source: include_str!("rules/interface_ucci_first.rs") },
    Entry { rule: &interface_words::RULE, source: include_str!("rules/interface_words.rs") },
    Entry { rule: &league_readable::RULE, source: include_str!("rules/league_readable.rs") },
    Entry { rule: &line_blanks::RULE, source: include_str!("rules/line_blanks.rs") },
    Entry { rule: &line_chunks::RULE, source: include_str!("rules/line_chunks.rs") },
    Entry { rule: &line_control::RULE, source: include_str!("rules/line_control.rs") },
    Entry { rule: &line_crlf::RULE, source: include_str!("rules/line_crlf.rs") },
    Entry { rule: &line_empty::RULE, source: include_str!("rules/line_empty.rs") },
    Entry { rule: &line_long::RULE, source: include_str!("rules/line_long.rs") },
    Entry { rule: &line_non_ascii::RULE, source: include_str!("rules/line_non_ascii.rs") },
    Entry { rule: &line_tab::RULE, source: include_str!("rules/line_tab.rs") },
    Entry { rule: &memory_steady::RULE, source: include_str!("rules/memory_steady.rs") },
    Entry { rule: &moves_illegal::RULE, source: include_str!("rules/moves_illegal.rs") },
    Entry { rule: &moves_many::RULE, source: include_str!("rules/moves_many.rs") },
    Entry { rule: &newline_ends_line::RULE, source: include_str!("rules/newline_ends_line.rs") },
    Entry { rule: &no_crash::RULE, source: include_str!("rules/no_crash.rs") },
    Entry { rule: &no_hang::RULE, source: include_str!("rules/no_hang.rs") },
    Entry { rule: &nobestmove_only_dead::RULE, source: include_str!("rules/nobestmove_only_dead.rs") },
    Entry { rule: &nodes_ends::RULE, source: include_str!("rules/nodes_ends.rs") },
    Entry { rule: &one_result_per_go::RULE, source: include_str!("rules/one_result_per_go.rs") },
    Entry { rule: &option_default::RULE, source: include_str!("rules/option_default.rs") },
    Entry { rule: &option_grammar::RULE, source: include_str!("rules/option_grammar.rs") },
    Entry { rule: &option_long::RULE, source: include_str!("rules/option_long.rs") },
    Entry { rule: &option_name::RULE, source: include_str!("rules/option_name.rs") },
    Entry { rule: &option_outdated::RULE, source: include_str!("rules/option_outdated.rs") },
    Entry { rule: &option_set::RULE, source: include_str!("rules/option_set.rs") },
    Entry { rule: &option_standard_default::RULE, source: include_str!("rules/option_standard_default.rs") },
    Entry { rule: &option_standard_type::RULE, source: include_str!("rules/option_standard_type.rs") },
    Entry { rule: &option_values::RULE, source: include_str!("rules/option_values.rs") },
    Entry { rule: &output_bounded::RULE, source: include_str!("rules/output_bounded.rs") },
    Entry { rule: &ponder_follows_pv::RULE, source: include_str!("rules/ponder_follows_pv.rs") },
    Entry { rule: &ponder_legal::RULE, source: include_str!("rules/ponder_legal.rs") },
    Entry { rule: &ponder_needs_clock::RULE, source: include_str!("rules/ponder_needs_clock.rs") },
    Entry { rule: &ponder_waits::RULE, source: include_str!("rules/ponder_waits.rs") },
    Entry { rule: &ponderhit_idle::RULE, source: include_str!("rules/ponderhit_idle.rs") },
    Entry { rule: &ponderhit_starts_clock::RULE, source: include_str!("rules/ponderhit_starts_clock.rs") },
    Entry { rule: &pophash_grammar::RULE, source: include_str!("rules/pophash_grammar.rs") },
    Entry { rule: &pophash_legal::RULE, source: include_str!("rules/pophash_legal.rs") },
    Entry { rule: &pophash_only_asked::RULE, source: include_str!("rules/pophash_only_asked.rs") },
    Entry { rule: &pophash_per_probe::RULE, source: include_str!("rules/pophash_per_probe.rs") },
    Entry { rule: &pophash_prompt::RULE, source: include_str!("rules/pophash_prompt.rs") },
    Entry { rule: &probe_keeps_board::RULE, source: include_str!("rules/probe_keeps_board.rs") },
    Entry { rule: &pv_legal::RULE, source: include_str!("rules/pv_legal.rs") },
    Entry { rule: &quit_in_boot::RULE, source: include_str!("rules/quit_in_boot.rs") },
    Entry { rule: &quit_thinking_prompt::RULE, source: include_str!("rules/quit_thinking_prompt.rs") },
    Entry { rule: &readyok_only_asked::RULE, source: include_str!("rules/readyok_only_asked.rs") },
    Entry { rule: &readyok_per_isready::RULE, source: include_str!("rules/readyok_per_isready.rs") },
    Entry { rule: &readyok_prompt::RULE, source: include_str!("rules/readyok_prompt.rs") },
    Entry { rule: &readyok_while_thinking::RULE, source: include_str!("rules/readyok_while_thinking.rs") },
    Entry { rule: &score_side::RULE, source: include_str!("rules/score_side.rs") },
    Entry { rule: &stop_ends_thinking::RULE, source: include_str!("rules/stop_ends_thinking.rs") },
    Entry { rule: &stop_idle_nobestmove::RULE, source: include_str!("rules/stop_idle_nobestmove.rs") },
    Entry { rule: &stop_prompt::RULE, source: include_str!("rules/stop_prompt.rs") },
    Entry { rule: &ucci_again::RULE, source: include_str!("rules/ucci_again.rs") },
    Entry { rule: &ucciok_in_time::RULE, source: include_str!("rules/ucciok_in_time.rs") },
    Entry { rule: &ucciok_once::RULE, source: include_str!("rules/ucciok_once.rs") },
    Entry { rule: &unannounced_option_silent::RULE, source: include_str!("rules/unannounced_option_silent.rs") },
    Entry { rule: &unknown_command::RULE, source: include_str!("rules/unknown_command.rs") },
    Entry { rule: &usemillisec_announced::RULE, source: include_str!("rules/usemillisec_announced.rs") },
];
