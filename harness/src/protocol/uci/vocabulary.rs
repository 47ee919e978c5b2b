//! The words of the text: commands, standard options, and the words of `info` for snapshots.

use crate::protocol::{ResponseField, search::LenientCommand};

/// A standard option, and its type (`UCI U23`).
#[derive(Clone, Copy, Debug)]
pub(super) struct StandardOption {
    pub(super) name: &'static str,
    pub(super) option_type: &'static str,
}

/// A standard option, by its name in any case.
pub(super) fn find_standard_option(name: &str) -> Option<StandardOption> {
    let same = |it: &&StandardOption| it.name.eq_ignore_ascii_case(name);
    STANDARD_OPTIONS.iter().find(same).copied()
}

/// The words of commands, and the command that each may be read as.
pub(super) const COMMAND_WORDS: [(&str, LenientCommand); 9] = [
    ("uci", LenientCommand::Greet),
    ("isready", LenientCommand::IsReady),
    ("ucinewgame", LenientCommand::BoardCommand),
    ("stop", LenientCommand::Stop),
    ("quit", LenientCommand::Quit),
    ("ponderhit", LenientCommand::PonderHit),
    ("setoption", LenientCommand::SetOption),
    ("position", LenientCommand::BoardCommand),
    ("go", LenientCommand::Go),
];

/// The types of options (`UCI U20`).
pub(super) const OPTION_TYPES: [&str; 5] = ["check", "spin", "combo", "button", "string"];

/// The words that stand for no move (`UCI U66`, `A2`).
pub(super) const NO_MOVE_WORDS: [&[u8]; 4] = [b"(none)", b"0000", b"NULL", b"a1a1"];

/// Options about how to think or to print: setting one gives an engine nothing to load or to clear.
const OPTIONS_WITHOUT_LOADING: [&str; 12] = [
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
pub(super) fn option_may_load(option: &[u8]) -> bool {
    let same = |it: &&str| option.eq_ignore_ascii_case(it.as_bytes());
    !OPTIONS_WITHOUT_LOADING.iter().any(same)
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
    find_standard_option(name).is_some() || in_use()
}

/// Options that do not change which move is the best one, beside [`OPTIONS_WITHOUT_LOADING`].
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
    !elo && OPTIONS_WITHOUT_LOADING
        .iter()
        .chain(&STRENGTH_KEPT)
        .any(same)
}

/// Whether a line in lower case names only an option that keeps the strength.
pub(super) fn mentions_no_strength(line: &[u8]) -> bool {
    let mut kept = OPTIONS_WITHOUT_LOADING.iter().chain(&STRENGTH_KEPT);
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
pub(super) const INFO_FIELDS: [ResponseField; 13] = [
    info_field("time", "uint", true),
    info_field("nodes", "uint", true),
    info_field("nps", "uint", true),
    info_field("hashfull", "uint", true),
    info_field("cpuload", "uint", true),
    info_field("tbhits", "uint", true),
    info_field("depth", "uint", false),
    info_field("seldepth", "uint", false),
    info_field("multipv", "uint", false),
    info_field("currmovenumber", "uint", false),
    ResponseField {
        units: &["cp", "mate"],
        ..info_field("score", "int", false)
    },
    info_field("currmove", "move", false),
    info_field("pv", "moves", false),
];

const fn info_field(word: &'static str, hole: &'static str, volatile: bool) -> ResponseField {
    ResponseField {
        word,
        wildcard: hole,
        units: &[],
        is_volatile: volatile,
    }
}

const STANDARD_OPTIONS: [StandardOption; 16] = [
    new_standard_option("Hash", "spin"),
    new_standard_option("NalimovPath", "string"),
    new_standard_option("NalimovCache", "spin"),
    new_standard_option("Ponder", "check"),
    new_standard_option("OwnBook", "check"),
    new_standard_option("MultiPV", "spin"),
    new_standard_option("UCI_ShowCurrLine", "check"),
    new_standard_option("UCI_ShowRefutations", "check"),
    new_standard_option("UCI_LimitStrength", "check"),
    new_standard_option("UCI_Elo", "spin"),
    new_standard_option("UCI_AnalyseMode", "check"),
    new_standard_option("UCI_Opponent", "string"),
    new_standard_option("UCI_EngineAbout", "string"),
    new_standard_option("UCI_ShredderbasesPath", "string"),
    new_standard_option("UCI_SetPositionValue", "string"),
    new_standard_option("UCI_Chess960", "check"),
];

const fn new_standard_option(name: &'static str, kind: &'static str) -> StandardOption {
    StandardOption {
        name,
        option_type: kind,
    }
}
