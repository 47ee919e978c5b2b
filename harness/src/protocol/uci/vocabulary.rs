//! The words of the text: commands, standard options, and the words of `info` for snapshots.

use crate::protocol::{ResponseField, search::LenientCommand};

/// A standard option, and its type (`UCI U23`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
}

/// A standard option, by its name in any case.
pub(super) fn option(name: &str) -> Option<Standard> {
    let same = |it: &&Standard| it.name.eq_ignore_ascii_case(name);
    OPTIONS.iter().find(same).copied()
}

/// The words of commands, and the command that each may be read as.
pub(super) const COMMANDS: [(&str, LenientCommand); 9] = [
    ("uci", LenientCommand::Greet),
    ("isready", LenientCommand::IsReady),
    ("ucinewgame", LenientCommand::Board),
    ("stop", LenientCommand::Stop),
    ("quit", LenientCommand::Quit),
    ("ponderhit", LenientCommand::PonderHit),
    ("setoption", LenientCommand::SetOption),
    ("position", LenientCommand::Board),
    ("go", LenientCommand::Go),
];

/// The types of options (`UCI U20`).
pub(super) const TYPES: [&str; 5] = ["check", "spin", "combo", "button", "string"];

/// The words that stand for no move (`UCI U66`, `A2`).
pub(super) const NO_MOVE: [&[u8]; 4] = [b"(none)", b"0000", b"NULL", b"a1a1"];

/// Options about how to think or to print: setting one gives an engine nothing to load or to clear.
const FLAGS: [&str; 12] = [
    "Ponder",
    "OwnBook",
    "MultiPV",
    "UCI_ShowCurrLine",
    "UCI_ShowRefutations",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_AnalyseMode",
    "UCI_Opponent",
    "UCI_Chess960",
    "UCI_ShowWDL",
    "Move Overhead",
];

/// Whether an engine may load or clear something when this option is set.
pub(super) fn may_load(option: &[u8]) -> bool {
    let same = |it: &&str| option.eq_ignore_ascii_case(it.as_bytes());
    !FLAGS.iter().any(same)
}

/// Options beside the standard ones whose names begin with `UCI_` and that are in common use (`UCI U98`).
const IN_USE: [&str; 5] = [
    "UCI_ShowWDL",
    "UCI_Variant",
    "UCI_ShowMovesLeft",
    "UCI_RatingAdv",
    "UCI_Query",
];

/// Whether a name with `UCI_` is one of the protocol's, or in common use.
pub(super) fn is_reserved(name: &str) -> bool {
    let in_use = || IN_USE.iter().any(|it| it.eq_ignore_ascii_case(name));
    option(name).is_some() || in_use()
}

/// Options that do not change which move is the best one, beside [`FLAGS`].
const STRENGTH_KEPT: [&str; 9] = [
    "Hash",
    "Clear Hash",
    "Threads",
    "NalimovPath",
    "NalimovCache",
    "SyzygyPath",
    "UCI_EngineAbout",
    "UCI_ShredderbasesPath",
    "UCI_Variant",
];

/// Whether an engine plays its best move with any value of this option, or another setting tells.
pub(super) fn keeps_strength(option: &[u8]) -> bool {
    let same = |it: &&str| option.eq_ignore_ascii_case(it.as_bytes());
    let elo = option.eq_ignore_ascii_case(b"UCI_Elo");
    !elo && FLAGS.iter().chain(&STRENGTH_KEPT).any(same)
}

/// Whether a line in lower case names only an option that keeps the strength.
pub(super) fn mentions_no_strength(line: &[u8]) -> bool {
    let mut kept = FLAGS.iter().chain(&STRENGTH_KEPT);
    let text = String::from_utf8_lossy(line);
    kept.any(|it| text.contains(&it.to_ascii_lowercase()))
}

/// Words in the names of options about the strength of play.
const STRENGTH: [&str; 11] = [
    "skill",
    "strength",
    "level",
    "elo",
    "handicap",
    "random",
    "blunder",
    "weak",
    "noise",
    "temperature",
    "human",
];

/// Whether an option is about the strength of play, by its name.
pub(super) fn is_about_strength(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    STRENGTH.iter().any(|it| name.contains(it))
}

/// The values of the words of `info`. A value that depends on the machine is volatile.
pub(super) const FIELDS: [ResponseField; 13] = [
    field("time", "uint", true),
    field("nodes", "uint", true),
    field("nps", "uint", true),
    field("hashfull", "uint", true),
    field("cpuload", "uint", true),
    field("tbhits", "uint", true),
    field("depth", "uint", false),
    field("seldepth", "uint", false),
    field("multipv", "uint", false),
    field("currmovenumber", "uint", false),
    ResponseField {
        units: &["cp", "mate"],
        ..field("score", "int", false)
    },
    field("currmove", "move", false),
    field("pv", "moves", false),
];

const fn field(word: &'static str, hole: &'static str, volatile: bool) -> ResponseField {
    ResponseField {
        word,
        wildcard: hole,
        units: &[],
        volatile,
    }
}

const OPTIONS: [Standard; 16] = [
    standard("Hash", "spin"),
    standard("NalimovPath", "string"),
    standard("NalimovCache", "spin"),
    standard("Ponder", "check"),
    standard("OwnBook", "check"),
    standard("MultiPV", "spin"),
    standard("UCI_ShowCurrLine", "check"),
    standard("UCI_ShowRefutations", "check"),
    standard("UCI_LimitStrength", "check"),
    standard("UCI_Elo", "spin"),
    standard("UCI_AnalyseMode", "check"),
    standard("UCI_Opponent", "string"),
    standard("UCI_EngineAbout", "string"),
    standard("UCI_ShredderbasesPath", "string"),
    standard("UCI_SetPositionValue", "string"),
    standard("UCI_Chess960", "check"),
];

const fn standard(name: &'static str, kind: &'static str) -> Standard {
    Standard { name, kind }
}
