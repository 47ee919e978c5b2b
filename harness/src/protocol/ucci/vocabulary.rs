//! The standard options of the protocol's text: their types, and the defaults that the protocol specifies.

use crate::protocol::{
    ResponseField,
    search::{LenientCommand, Word},
};

/// A standard option of the protocol's text.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandardOption {
    name: &'static str,
    pub(super) option_type: &'static str,
    /// The default, or `None` if the protocol's text specifies no default, or only says what it "mostly" is.
    pub(super) default: Option<&'static str>,
}

/// Finds a standard option by its name.
pub(super) fn find_standard_option(name: &str) -> Option<StandardOption> {
    STANDARD_OPTIONS.iter().find(|it| it.name == name).copied()
}

/// The first words of commands, each with the command that a lenient parser may find in a line with this word.
pub(super) const COMMAND_WORDS: [(&str, LenientCommand); 10] = [
    ("ucci", LenientCommand::Greet),
    ("isready", LenientCommand::IsReady),
    ("stop", LenientCommand::Stop),
    ("quit", LenientCommand::Quit),
    ("ponderhit", LenientCommand::PonderHit),
    ("setoption", LenientCommand::SetOption),
    ("position", LenientCommand::BoardCommand),
    ("probe", LenientCommand::DialectQuestion),
    ("banmoves", LenientCommand::BoardCommand),
    ("go", LenientCommand::Go),
];

/// Whether a word is a parameter of `go`: a number or a word of the protocol's text.
pub(super) fn is_go_parameter(word: &Word<'_>) -> bool {
    const GO_PARAMETER_WORDS: [&[u8]; 11] = [
        b"ponder",
        b"draw",
        b"depth",
        b"infinite",
        b"nodes",
        b"time",
        b"movestogo",
        b"increment",
        b"opptime",
        b"oppmovestogo",
        b"oppincrement",
    ];
    word.parse_int().is_some() || GO_PARAMETER_WORDS.contains(&word.text)
}

/// The types of options in the protocol's text (`UCCI O1`).
pub(super) const OPTION_TYPES: [&str; 6] = ["label", "button", "check", "combo", "spin", "string"];

/// Options that only affect the search or the output. An engine has nothing to load or clear when
/// one of these options is set.
const OPTIONS_THAT_LOAD_NO_DATA: [&str; 10] = [
    "usemillisec",
    "batch",
    "debug",
    "ponder",
    "idle",
    "promotion",
    "pruning",
    "knowledge",
    "randomness",
    "style",
];

/// Whether an engine may load or clear something when this option is set (`UCCI O6`, `O19` to `O24`).
pub(super) fn option_may_load_data(option: &[u8]) -> bool {
    !OPTIONS_THAT_LOAD_NO_DATA
        .iter()
        .any(|it| it.as_bytes() == option)
}

/// The options whose values ponderhit needs during a session, so tests of options leave them
/// unchanged.
pub(super) const SESSION_OPTIONS: [&str; 3] = ["usemillisec", "batch", "promotion"];

/// The words of `info` and the types of their values. Engines also send `nps`, `hashfull` and
/// `seldepth`, as in UCI. The last argument of `info_field` is true if the value depends on the
/// machine.
pub(super) const INFO_FIELDS: [ResponseField; 9] = [
    info_field("time", "uint", true),
    info_field("nodes", "uint", true),
    info_field("nps", "uint", true),
    info_field("hashfull", "uint", true),
    info_field("depth", "uint", false),
    info_field("seldepth", "uint", false),
    ResponseField {
        // Engines also write `score cp 12`, as in UCI.
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

/// The standard options (`UCCI O2`, `O6`, `O8`, `O18` to `O32`).
const STANDARD_OPTIONS: [StandardOption; 18] = [
    new_standard_option("usemillisec", "check", None),
    new_standard_option("batch", "check", Some("false")),
    new_standard_option("debug", "check", Some("false")),
    new_standard_option("ponder", "check", Some("false")),
    new_standard_option("usebook", "check", Some("true")),
    new_standard_option("useegtb", "check", Some("true")),
    new_standard_option("bookfiles", "string", None),
    new_standard_option("egtbpaths", "string", None),
    new_standard_option("evalapi", "string", None),
    new_standard_option("hashsize", "spin", None),
    new_standard_option("threads", "spin", None),
    new_standard_option("idle", "combo", Some("none")),
    new_standard_option("promotion", "check", Some("false")),
    new_standard_option("pruning", "combo", None),
    new_standard_option("knowledge", "combo", None),
    new_standard_option("randomness", "combo", None),
    new_standard_option("style", "combo", None),
    new_standard_option("newgame", "button", None),
];

const fn new_standard_option(
    name: &'static str,
    kind: &'static str,
    default: Option<&'static str>,
) -> StandardOption {
    StandardOption {
        name,
        option_type: kind,
        default,
    }
}
