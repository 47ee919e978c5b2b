//! The words of the UCI specification: commands, standard options, and the items of `info`.

use crate::protocol::{ResponseField, search::LenientCommand};

/// A standard option and its type (`UCI U23`).
#[derive(Clone, Copy, Debug)]
pub(super) struct StandardOption {
    pub(super) name: &'static str,
    pub(super) option_type: &'static str,
}

/// Finds a standard option by its name, without regard to case.
pub(super) fn find_standard_option(name: &str) -> Option<StandardOption> {
    let same = |it: &&StandardOption| it.name.eq_ignore_ascii_case(name);
    STANDARD_OPTIONS.iter().find(same).copied()
}

/// The words of commands, each with the command that a lenient parser may accept.
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

/// The words that engines send when there is no legal move (`UCI U66`, `A2`).
pub(super) const NO_MOVE_WORDS: [&[u8]; 4] = [b"(none)", b"0000", b"NULL", b"a1a1"];

/// Options for which the engine need not load or clear data.
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

/// True if an engine may load or clear data when this option is set.
pub(super) fn option_may_load(option: &[u8]) -> bool {
    let same = |it: &&str| option.eq_ignore_ascii_case(it.as_bytes());
    !OPTIONS_WITHOUT_LOADING.iter().any(same)
}

/// The types of the items of `info`. A value is volatile if it depends on the machine.
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
