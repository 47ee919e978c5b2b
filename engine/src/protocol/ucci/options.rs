//! The options of the engine: announces them and sets their values.

use crate::{
    game::{Amount, EvalParams, Style},
    search::SearchParams,
};

/// The largest hash table, in megabytes.
const HASH_MAX: usize = 1024;

/// The size of the hash table for `hashsize 0`, in megabytes.
const HASH_AUTOMATIC: usize = 16;

const THREADS_MAX: usize = 64;

/// The name of the built-in book in the option `bookfiles`.
pub(super) const BUILT_IN: &str = "builtin";

/// The current values of the options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// `UCCI O2`: the unit of the clock is a millisecond, not a second.
    pub(super) usemillisec: bool,
    /// `UCCI O32`
    pub(super) batch: bool,
    /// `UCCI O8`: more `info` lines.
    pub(super) debug: bool,
    /// `UCCI O31`: an engine that ponders may use more of its own time.
    pub(super) ponder: bool,
    /// `UCCI O18`
    pub(super) usebook: bool,
    /// `UCCI O26`
    pub(super) promotion: bool,
    /// `UCCI O29`
    pub(super) randomness: Amount,
    hashsize: usize,
    threads: usize,
    idle: Amount,
    pruning: Amount,
    knowledge: Amount,
    style: Style,
}

/// The action that is necessary after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    /// Replace the hash table by a new one.
    Table,
    /// Read the books that the option names.
    Books,
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
            randomness: Amount::None,
            hashsize: 0,
            threads: 1,
            idle: Amount::None,
            pruning: Amount::Large,
            knowledge: Amount::Large,
            style: Style::Normal,
        }
    }
}

impl Options {
    /// The option lines of the handshake.
    pub(super) fn lines() -> Vec<String> {
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
            format!("option bookfiles type string default {BUILT_IN}"),
            spin("hashsize", HASH_MAX, 0),
            spin("threads", THREADS_MAX, 1),
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
    pub(super) fn set(&mut self, name: &str, value: &str) -> Effect {
        match name {
            "newgame" => return Effect::Table,
            "bookfiles" => return Effect::Books,
            "hashsize" => {
                let changed = number(&mut self.hashsize, value, HASH_MAX);
                return if changed {
                    Effect::Table
                } else {
                    Effect::Nothing
                };
            }
            "threads" => {
                number(&mut self.threads, value, THREADS_MAX);
            }
            "usemillisec" => check(&mut self.usemillisec, value),
            "batch" => check(&mut self.batch, value),
            "debug" => check(&mut self.debug, value),
            "ponder" => check(&mut self.ponder, value),
            "promotion" => check(&mut self.promotion, value),
            "usebook" => check(&mut self.usebook, value),
            "idle" => amount(&mut self.idle, value),
            "pruning" => amount(&mut self.pruning, value),
            "knowledge" => amount(&mut self.knowledge, value),
            "randomness" => amount(&mut self.randomness, value),
            "style" => style(&mut self.style, value),
            _ => (),
        }
        Effect::Nothing
    }

    pub(super) fn hash_megabytes(&self) -> usize {
        match self.hashsize {
            0 => HASH_AUTOMATIC,
            size => size,
        }
    }

    /// The parameters of a search with these options.
    pub(super) fn params(&self) -> SearchParams {
        SearchParams {
            eval_params: EvalParams {
                knowledge: self.knowledge,
                style: self.style,
            },
            pruning: self.pruning,
            randomness: self.randomness,
            idle: self.idle,
            threads: self.threads,
            verbose: self.debug,
            lines: 1,
            refutations: false,
        }
    }
}

fn check(target: &mut bool, value: &str) {
    match value {
        "true" => *target = true,
        "false" => *target = false,
        _ => (),
    }
}

fn number(target: &mut usize, value: &str, max: usize) -> bool {
    let number = value.parse().ok().filter(|it| *it <= max);
    *target = number.unwrap_or(*target);
    number.is_some()
}

fn amount(target: &mut Amount, value: &str) {
    *target = match value {
        "none" => Amount::None,
        "small" => Amount::Small,
        "medium" => Amount::Medium,
        "large" => Amount::Large,
        _ => return,
    };
}

fn style(target: &mut Style, value: &str) {
    *target = match value {
        "solid" => Style::Solid,
        "normal" => Style::Normal,
        "risky" => Style::Risky,
        _ => return,
    };
}
