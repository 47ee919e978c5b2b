//! Announces and sets the UCI options of the reference engine.

use crate::{games::chess::Variant, protocol::uci::strength};

/// A range of values: the default, the minimum and the maximum.
type OptionRange = [usize; 3];

/// The range of the hash table's size, in megabytes.
const HASH_RANGE: OptionRange = [16, 1, 1024];

const THREADS_RANGE: OptionRange = [1, 1, 64];

/// The range of the option `MultiPV`. A move list has room for 256 moves, so more than 256
/// variations are impossible.
const MULTI_PV_RANGE: OptionRange = [1, 1, 256];

/// The current values of the options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) hash_megabytes: usize,
    pub(super) thread_count: usize,
    pub(super) multipv_line_count: usize,
    /// True if the engine may ponder, so that a move may use more of the engine's own time.
    pub(super) ponder_on: bool,
    pub(super) variant: Variant,
    /// True if the game is xiangqi, and false if the game is chess.
    pub(super) plays_xiangqi: bool,
    /// True if the GUI analyses a position instead of playing a game. During an analysis the
    /// strength is not limited.
    pub(super) analyse_mode: bool,
    pub(super) limit_strength: bool,
    pub(super) elo: usize,
    pub(super) show_current_line: bool,
    pub(super) show_refutations: bool,
    pub(super) show_wdl: bool,
}

/// The work that the engine must do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionEffect {
    Nothing,
    /// Replace the hash table by a new one.
    NewTable,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_megabytes: HASH_RANGE[0],
            thread_count: THREADS_RANGE[0],
            multipv_line_count: MULTI_PV_RANGE[0],
            ponder_on: false,
            variant: Variant::Standard,
            plays_xiangqi: false,
            analyse_mode: false,
            limit_strength: false,
            elo: strength::ELO_RANGE[0],
            show_current_line: false,
            show_refutations: false,
            show_wdl: false,
        }
    }
}

impl Options {
    /// The option lines of the handshake.
    pub(super) fn option_lines() -> Vec<String> {
        let spin = |name: &str, [default, min, max]: OptionRange| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        };
        let check = |name: &str| format!("option name {name} type check default false");
        vec![
            spin("Hash", HASH_RANGE),
            "option name Clear Hash type button".to_owned(),
            spin("Threads", THREADS_RANGE),
            check("Ponder"),
            spin("MultiPV", MULTI_PV_RANGE),
            check("UCI_Chess960"),
            "option name UCI_Variant type combo default chess var chess var xiangqi".to_owned(),
            check("UCI_AnalyseMode"),
            check("UCI_LimitStrength"),
            spin("UCI_Elo", strength::ELO_RANGE),
            check("UCI_ShowCurrLine"),
            check("UCI_ShowRefutations"),
            check("UCI_ShowWDL"),
        ]
    }

    /// Sets an option. The words after `setoption` are `name`, the name of an option in upper or
    /// lower case, and optionally `value` and a value (`UCI U32`, `A27`).
    ///
    /// # Errors
    ///
    /// Returns the reason why the name or the value is invalid. An invalid line changes no option
    /// (`UCI U34`).
    pub(super) fn set_option(&mut self, words: &[&str]) -> Result<OptionEffect, String> {
        let Some((&"name", words)) = words.split_first() else {
            return Err("expected `name`".to_owned());
        };
        let split = words
            .iter()
            .position(|it| *it == "value")
            .unwrap_or(words.len());
        let (name, value) = words.split_at(split);
        let name = name.join(" ");
        let value = value.get(1..).unwrap_or_default().join(" ");
        let value = value.as_str();
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash_megabytes = parse_spin_value(value, HASH_RANGE)?;
                return Ok(OptionEffect::NewTable);
            }
            "clear hash" => return Ok(OptionEffect::NewTable),
            "threads" => self.thread_count = parse_spin_value(value, THREADS_RANGE)?,
            "multipv" => self.multipv_line_count = parse_spin_value(value, MULTI_PV_RANGE)?,
            "uci_elo" => self.elo = parse_spin_value(value, strength::ELO_RANGE)?,
            "ponder" => self.ponder_on = parse_check_value(value)?,
            "uci_chess960" => {
                self.variant = match parse_check_value(value)? {
                    true => Variant::Chess960,
                    false => Variant::Standard,
                }
            }
            "uci_variant" => {
                self.plays_xiangqi = match value.to_ascii_lowercase().as_str() {
                    "chess" => false,
                    "xiangqi" => true,
                    _ => return Err(format!("expected `chess` or `xiangqi`, not `{value}`")),
                }
            }
            "uci_analysemode" => self.analyse_mode = parse_check_value(value)?,
            "uci_limitstrength" => self.limit_strength = parse_check_value(value)?,
            "uci_showcurrline" => self.show_current_line = parse_check_value(value)?,
            "uci_showrefutations" => self.show_refutations = parse_check_value(value)?,
            "uci_showwdl" => self.show_wdl = parse_check_value(value)?,
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(OptionEffect::Nothing)
    }
}

fn parse_check_value(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected `true` or `false`, not `{value}`")),
    }
}

fn parse_spin_value(value: &str, [_, min, max]: OptionRange) -> Result<usize, String> {
    let number = value.parse().ok().filter(|it| (min..=max).contains(it));
    number.ok_or_else(|| format!("expected a number from {min} to {max}, not `{value}`"))
}
