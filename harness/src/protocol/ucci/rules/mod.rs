//! Generated from the files in this folder by `cargo test`. Do not edit.

mod bans_kept;
mod bestmove_grammar;
mod bestmove_heads_pv;
mod bestmove_legal;
mod bye_before_end;
mod bye_only_after_quit;
mod clock_kept;
mod currmove_legal;
mod depth_ends;
mod ends_after_bye;
mod handshake_lines;
mod id_kind;
mod info_counts_up;
mod info_grammar;
mod info_only_thinking;
mod no_crash;
mod no_hang;
mod nobestmove_only_dead;
mod nodes_ends;
mod one_result_per_go;
mod option_default;
mod option_grammar;
mod option_name;
mod option_outdated;
mod option_standard_default;
mod option_standard_type;
mod output_bounded;
mod ponder_follows_pv;
mod ponder_legal;
mod ponder_waits;
mod ponderhit_starts_clock;
mod pophash_grammar;
mod pophash_only_asked;
mod pophash_per_probe;
mod pv_legal;
mod readyok_only_asked;
mod readyok_per_isready;
mod readyok_prompt;
mod readyok_while_thinking;
mod stop_ends_thinking;
mod stop_idle_nobestmove;
mod stop_prompt;
mod ucciok_in_time;
mod ucciok_once;
mod usemillisec_announced;

use super::view::View;
use crate::rule::Entry;

#[rustfmt::skip]
pub(super) const ALL: &[Entry<View>] = &[
    Entry { rule: &bans_kept::RULE, source: include_str!("bans_kept.rs") },
    Entry { rule: &bestmove_grammar::RULE, source: include_str!("bestmove_grammar.rs") },
    Entry { rule: &bestmove_heads_pv::RULE, source: include_str!("bestmove_heads_pv.rs") },
    Entry { rule: &bestmove_legal::RULE, source: include_str!("bestmove_legal.rs") },
    Entry { rule: &bye_before_end::RULE, source: include_str!("bye_before_end.rs") },
    Entry { rule: &bye_only_after_quit::RULE, source: include_str!("bye_only_after_quit.rs") },
    Entry { rule: &clock_kept::RULE, source: include_str!("clock_kept.rs") },
    Entry { rule: &currmove_legal::RULE, source: include_str!("currmove_legal.rs") },
    Entry { rule: &depth_ends::RULE, source: include_str!("depth_ends.rs") },
    Entry { rule: &ends_after_bye::RULE, source: include_str!("ends_after_bye.rs") },
    Entry { rule: &handshake_lines::RULE, source: include_str!("handshake_lines.rs") },
    Entry { rule: &id_kind::RULE, source: include_str!("id_kind.rs") },
    Entry { rule: &info_counts_up::RULE, source: include_str!("info_counts_up.rs") },
    Entry { rule: &info_grammar::RULE, source: include_str!("info_grammar.rs") },
    Entry { rule: &info_only_thinking::RULE, source: include_str!("info_only_thinking.rs") },
    Entry { rule: &no_crash::RULE, source: include_str!("no_crash.rs") },
    Entry { rule: &no_hang::RULE, source: include_str!("no_hang.rs") },
    Entry { rule: &nobestmove_only_dead::RULE, source: include_str!("nobestmove_only_dead.rs") },
    Entry { rule: &nodes_ends::RULE, source: include_str!("nodes_ends.rs") },
    Entry { rule: &one_result_per_go::RULE, source: include_str!("one_result_per_go.rs") },
    Entry { rule: &option_default::RULE, source: include_str!("option_default.rs") },
    Entry { rule: &option_grammar::RULE, source: include_str!("option_grammar.rs") },
    Entry { rule: &option_name::RULE, source: include_str!("option_name.rs") },
    Entry { rule: &option_outdated::RULE, source: include_str!("option_outdated.rs") },
    Entry { rule: &option_standard_default::RULE, source: include_str!("option_standard_default.rs") },
    Entry { rule: &option_standard_type::RULE, source: include_str!("option_standard_type.rs") },
    Entry { rule: &output_bounded::RULE, source: include_str!("output_bounded.rs") },
    Entry { rule: &ponder_follows_pv::RULE, source: include_str!("ponder_follows_pv.rs") },
    Entry { rule: &ponder_legal::RULE, source: include_str!("ponder_legal.rs") },
    Entry { rule: &ponder_waits::RULE, source: include_str!("ponder_waits.rs") },
    Entry { rule: &ponderhit_starts_clock::RULE, source: include_str!("ponderhit_starts_clock.rs") },
    Entry { rule: &pophash_grammar::RULE, source: include_str!("pophash_grammar.rs") },
    Entry { rule: &pophash_only_asked::RULE, source: include_str!("pophash_only_asked.rs") },
    Entry { rule: &pophash_per_probe::RULE, source: include_str!("pophash_per_probe.rs") },
    Entry { rule: &pv_legal::RULE, source: include_str!("pv_legal.rs") },
    Entry { rule: &readyok_only_asked::RULE, source: include_str!("readyok_only_asked.rs") },
    Entry { rule: &readyok_per_isready::RULE, source: include_str!("readyok_per_isready.rs") },
    Entry { rule: &readyok_prompt::RULE, source: include_str!("readyok_prompt.rs") },
    Entry { rule: &readyok_while_thinking::RULE, source: include_str!("readyok_while_thinking.rs") },
    Entry { rule: &stop_ends_thinking::RULE, source: include_str!("stop_ends_thinking.rs") },
    Entry { rule: &stop_idle_nobestmove::RULE, source: include_str!("stop_idle_nobestmove.rs") },
    Entry { rule: &stop_prompt::RULE, source: include_str!("stop_prompt.rs") },
    Entry { rule: &ucciok_in_time::RULE, source: include_str!("ucciok_in_time.rs") },
    Entry { rule: &ucciok_once::RULE, source: include_str!("ucciok_once.rs") },
    Entry { rule: &usemillisec_announced::RULE, source: include_str!("usemillisec_announced.rs") },
];
