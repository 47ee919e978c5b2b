//! The options: announcing and setting them.

use crate::{games::chess::Variant, protocol::uci::strength};

/// A value range: the default, the least and the largest value.
type Range = [usize; 3];

/// Megabytes of the hash table.
const HASH: Range = [16, 1, 1024];

const THREADS: Range = [1, 1, 64];

/// No list of moves is longer.
const MULTI_PV: Range = [1, 1, 256];

/// The current values.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    /// The engine can ponder, so it may use more time of its own.
    pub(super) ponder: bool,
    pub(super) variant: Variant,
    /// Set by the GUI: no game is played, so the strength is not limited.
    pub(super) analyse: bool,
    pub(super) limit_strength: bool,
    pub(super) elo: usize,
    pub(super) show_current_line: bool,
    pub(super) show_refutations: bool,
    pub(super) show_wdl: bool,
}

/// What the engine must do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    /// Replace the hash table by a new one.
    Table,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: HASH[0],
            threads: THREADS[0],
            multi_pv: MULTI_PV[0],
            ponder: false,
            variant: Variant::Standard,
            analyse: false,
            limit_strength: false,
            elo: strength::ELO[0],
            show_current_line: false,
            show_refutations: false,
            show_wdl: false,
        }
    }
}

impl Options {
    /// The option lines of the handshake.
    pub(super) fn lines() -> Vec<String> {
        let spin = |name: &str, [default, min, max]: Range| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        };
        let check = |name: &str| format!("option name {name} type check default false");
        vec![
            spin("Hash", HASH),
            "option name Clear Hash type button".to_owned(),
            spin("Threads", THREADS),
            check("Ponder"),
            spin("MultiPV", MULTI_PV),
            check("UCI_Chess960"),
            check("UCI_AnalyseMode"),
            check("UCI_LimitStrength"),
            spin("UCI_Elo", strength::ELO),
            check("UCI_ShowCurrLine"),
            check("UCI_ShowRefutations"),
            check("UCI_ShowWDL"),
        ]
    }

    /// Sets an option from the words after `setoption`: `name`, a name of any case, and perhaps `value`
    /// and a value (`UCI U32`, `A27`).
    ///
    /// # Errors
    /// What is wrong with the name or the value; nothing has changed then (`UCI U34`).
    pub(super) fn set(&mut self, words: &[&str]) -> Result<Effect, String> {
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
                self.hash = number(value, HASH)?;
                return Ok(Effect::Table);
            }
            "clear hash" => return Ok(Effect::Table),
            "threads" => self.threads = number(value, THREADS)?,
            "multipv" => self.multi_pv = number(value, MULTI_PV)?,
            "uci_elo" => self.elo = number(value, strength::ELO)?,
            "ponder" => self.ponder = check(value)?,
            "uci_chess960" => {
                self.variant = match check(value)? {
                    true => Variant::Chess960,
                    false => Variant::Standard,
                }
            }
            "uci_analysemode" => self.analyse = check(value)?,
            "uci_limitstrength" => self.limit_strength = check(value)?,
            "uci_showcurrline" => self.show_current_line = check(value)?,
            "uci_showrefutations" => self.show_refutations = check(value)?,
            "uci_showwdl" => self.show_wdl = check(value)?,
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(Effect::Nothing)
    }
}

fn check(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected `true` or `false`, not `{value}`")),
    }
}

fn number(value: &str, [_, min, max]: Range) -> Result<usize, String> {
    let number = value.parse().ok().filter(|it| (min..=max).contains(it));
    number.ok_or_else(|| format!("expected a number from {min} to {max}, not `{value}`"))
}
