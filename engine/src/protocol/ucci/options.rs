//! The options of the engine: announces them and sets their values.

use crate::{
    game::{EvalParams, OptionLevel, Style},
    search::SearchParams,
};

/// The largest hash table, in megabytes.
const MAX_HASH_MEGABYTES: usize = 1024;

/// The size of the hash table for `hashsize 0`, in megabytes.
const DEFAULT_HASH_MEGABYTES: usize = 16;

const MAX_THREADS: usize = 64;

/// The name of the built-in book in the option `bookfiles`.
pub(super) const BUILT_IN_BOOK_NAME: &str = "builtin";

/// The current values of the options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// True if the unit of the clock is a millisecond, and false if it is a second (`UCCI O2`).
    pub(super) usemillisec: bool,
    /// `UCCI O32`
    pub(super) batch: bool,
    /// True if the engine sends more `info` lines (`UCCI O8`).
    pub(super) debug: bool,
    /// True if the engine may ponder, so that a move may use more of the engine's own time
    /// (`UCCI O31`).
    pub(super) ponder: bool,
    /// `UCCI O18`
    pub(super) usebook: bool,
    /// `UCCI O26`
    pub(super) promotion: bool,
    /// `UCCI O29`
    pub(super) randomness: OptionLevel,
    hashsize: usize,
    threads: usize,
    idle_time_share: OptionLevel,
    pruning: OptionLevel,
    knowledge: OptionLevel,
    style: Style,
}

/// The work that the engine must do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionEffect {
    Nothing,
    /// Replace the hash table by a new one.
    NewTable,
    /// Read the books that the option `bookfiles` names.
    ReadBooks,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            usemillisec: false,
            batch: false,
            debug: false,
            ponder: false,
            usebook: true,
            promotion: false,
            randomness: OptionLevel::None,
            hashsize: 0,
            threads: 1,
            idle_time_share: OptionLevel::None,
            pruning: OptionLevel::Large,
            knowledge: OptionLevel::Large,
            style: Style::Normal,
        }
    }
}

impl Options {
    /// The option lines of the handshake.
    pub(super) fn option_lines() -> Vec<String> {
        let check =
            |name: &str, default: bool| format!("option {name} type check default {default}");
        let spin = |name: &str, max: usize, default: usize| {
            format!("option {name} type spin min 0 max {max} default {default}")
        };
        let amount = |name: &str, default: &str| {
            let vars = "var none var small var medium var large";
            format!("option {name} type combo {vars} default {default}")
        };
        vec![
            check("usemillisec", false),
            check("batch", false),
            check("debug", false),
            check("ponder", false),
            check("usebook", true),
            format!("option bookfiles type string default {BUILT_IN_BOOK_NAME}"),
            spin("hashsize", MAX_HASH_MEGABYTES, 0),
            spin("threads", MAX_THREADS, 1),
            amount("idle", "none"),
            check("promotion", false),
            amount("pruning", "large"),
            amount("knowledge", "large"),
            amount("randomness", "none"),
            "option style type combo var solid var normal var risky default normal".to_owned(),
            "option newgame type button".to_owned(),
        ]
    }

    /// Sets an option; unknown names and values change nothing (`UCCI O4`).
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> OptionEffect {
        match name {
            "newgame" => return OptionEffect::NewTable,
            "bookfiles" => return OptionEffect::ReadBooks,
            "hashsize" => {
                let changed = set_spin_option(&mut self.hashsize, value, MAX_HASH_MEGABYTES);
                return if changed {
                    OptionEffect::NewTable
                } else {
                    OptionEffect::Nothing
                };
            }
            "threads" => {
                set_spin_option(&mut self.threads, value, MAX_THREADS);
            }
            "usemillisec" => set_check_option(&mut self.usemillisec, value),
            "batch" => set_check_option(&mut self.batch, value),
            "debug" => set_check_option(&mut self.debug, value),
            "ponder" => set_check_option(&mut self.ponder, value),
            "promotion" => set_check_option(&mut self.promotion, value),
            "usebook" => set_check_option(&mut self.usebook, value),
            "idle" => set_level_option(&mut self.idle_time_share, value),
            "pruning" => set_level_option(&mut self.pruning, value),
            "knowledge" => set_level_option(&mut self.knowledge, value),
            "randomness" => set_level_option(&mut self.randomness, value),
            "style" => set_style_option(&mut self.style, value),
            _ => (),
        }
        OptionEffect::Nothing
    }

    pub(super) fn hash_megabytes(&self) -> usize {
        match self.hashsize {
            0 => DEFAULT_HASH_MEGABYTES,
            size => size,
        }
    }

    /// The parameters of a search with these options.
    pub(super) fn search_params(&self) -> SearchParams {
        SearchParams {
            eval_params: EvalParams {
                knowledge: self.knowledge,
                style: self.style,
            },
            pruning: self.pruning,
            randomness: self.randomness,
            idle_time_share: self.idle_time_share,
            threads: self.threads,
            reports_root_moves: self.debug,
            multipv_line_count: 1,
            reports_refutations: false,
        }
    }
}

fn set_check_option(target: &mut bool, value: &str) {
    match value {
        "true" => *target = true,
        "false" => *target = false,
        _ => (),
    }
}

fn set_spin_option(target: &mut usize, value: &str, max: usize) -> bool {
    let number = value.parse().ok().filter(|it| *it <= max);
    *target = number.unwrap_or(*target);
    number.is_some()
}

fn set_level_option(target: &mut OptionLevel, value: &str) {
    *target = match value {
        "none" => OptionLevel::None,
        "small" => OptionLevel::Small,
        "medium" => OptionLevel::Medium,
        "large" => OptionLevel::Large,
        _ => return,
    };
}

fn set_style_option(target: &mut Style, value: &str) {
    *target = match value {
        "solid" => Style::Solid,
        "normal" => Style::Normal,
        "risky" => Style::Risky,
        _ => return,
    };
}
