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

/// The first words of UCI commands. Each word is followed by the command that a lenient parser may find if the word is
/// in a line outside the grammar.
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

/// Options that an engine can set without loading or clearing data.
const OPTIONS_THAT_LOAD_NO_DATA: [&str; 12] = [
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
pub(super) fn option_may_load_data(option: &[u8]) -> bool {
    let same = |it: &&str| option.eq_ignore_ascii_case(it.as_bytes());
    !OPTIONS_THAT_LOAD_NO_DATA.iter().any(same)
}

/// Common options whose names begin with `UCI_`, although the specification does not define these options (`UCI U98`).
const COMMON_UCI_OPTIONS: [&str; 5] = [
    "UCI_ShowWDL",
    "UCI_Variant",
    "UCI_ShowMovesLeft",
    "UCI_RatingAdv",
    "UCI_Query",
];

/// True if the specification or common practice defines an option with this name.
pub(super) fn is_standard_or_common_option(name: &str) -> bool {
    let in_use = || {
        COMMON_UCI_OPTIONS
            .iter()
            .any(|it| it.eq_ignore_ascii_case(name))
    };
    find_standard_option(name).is_some() || in_use()
}

/// Options, in addition to [`OPTIONS_THAT_LOAD_NO_DATA`], that do not change the strength of play.
const OPTIONS_WITHOUT_STRENGTH_EFFECT: [&str; 9] = [
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

/// True if no value of this option changes the strength of play, or if `KnownOptions` has a field for this option.
pub(super) fn option_keeps_strength(option: &[u8]) -> bool {
    let same = |it: &&str| option.eq_ignore_ascii_case(it.as_bytes());
    let elo = option.eq_ignore_ascii_case(b"UCI_Elo");
    !elo && OPTIONS_THAT_LOAD_NO_DATA
        .iter()
        .chain(&OPTIONS_WITHOUT_STRENGTH_EFFECT)
        .any(same)
}

/// True if this lower-case line contains the name of an option that does not change the strength of play.
pub(super) fn mentions_strength_keeping_option(line: &[u8]) -> bool {
    let mut kept = OPTIONS_THAT_LOAD_NO_DATA
        .iter()
        .chain(&OPTIONS_WITHOUT_STRENGTH_EFFECT);
    let text = String::from_utf8_lossy(line);
    kept.any(|it| text.contains(&it.to_ascii_lowercase()))
}

/// Words that occur in the names of options about the strength of play.
const STRENGTH_WORDS: [&str; 11] = [
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

/// True if the name of an option shows that the option is about the strength of play.
pub(super) fn is_strength_option_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    STRENGTH_WORDS.iter().any(|it| name.contains(it))
}

/// The types of the items of `info`. A value that depends on the speed or memory of the machine is volatile: a snapshot
/// does not compare it.
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
        words_before_value: &["cp", "mate"],
        ..info_field("score", "int", false)
    },
    info_field("currmove", "move", false),
    info_field("pv", "moves", false),
];

const fn info_field(word: &'static str, hole: &'static str, volatile: bool) -> ResponseField {
    ResponseField {
        keyword: word,
        wildcard: hole,
        words_before_value: &[],
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
