//! The standard options of the text: their types, and the defaults that it specifies.

use crate::protocol::{
    Field,
    search::{Hint, Word},
};

/// A standard option in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard {
    name: &'static str,
    pub(super) kind: &'static str,
    /// `None` if the text does not specify it, or says "mostly".
    pub(super) default: Option<&'static str>,
}

/// A standard option, by its name.
pub(super) fn option(name: &str) -> Option<Standard> {
    OPTIONS.iter().find(|it| it.name == name).copied()
}

/// The words of commands, and the command that each may be read as.
pub(super) const COMMANDS: [(&str, Hint); 10] = [
    ("ucci", Hint::Greet),
    ("isready", Hint::IsReady),
    ("stop", Hint::Stop),
    ("quit", Hint::Quit),
    ("ponderhit", Hint::PonderHit),
    ("setoption", Hint::SetOption),
    ("position", Hint::Board),
    ("probe", Hint::Ask),
    ("banmoves", Hint::Board),
    ("go", Hint::Go),
];

/// Whether a word may follow `go`: numbers, and the words of the text.
pub(super) fn is_of_go(word: &Word<'_>) -> bool {
    const WORDS: [&[u8]; 11] = [
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
    word.int().is_some() || WORDS.contains(&word.text)
}

/// The types of options (`UCCI O1`).
pub(super) const TYPES: [&str; 6] = ["label", "button", "check", "combo", "spin", "string"];

/// Options about how to think or to print: setting one gives an engine nothing to load or to clear.
const FLAGS: [&str; 10] = [
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
pub(super) fn may_load(option: &[u8]) -> bool {
    !FLAGS.iter().any(|it| it.as_bytes() == option)
}

/// The options that the session itself sets, or that must not be set.
pub(super) const SESSION_OPTIONS: [&str; 3] = ["usemillisec", "batch", "promotion"];

/// The values of the words of `info`; engines took `nps`, `hashfull` and `seldepth` from UCI. A value that depends on
/// the machine is volatile.
pub(super) const FIELDS: [Field; 9] = [
    field("time", "uint", true),
    field("nodes", "uint", true),
    field("nps", "uint", true),
    field("hashfull", "uint", true),
    field("depth", "uint", false),
    field("seldepth", "uint", false),
    Field {
        // As in UCI: `score cp 12`.
        units: &["cp", "mate"],
        ..field("score", "int", false)
    },
    field("currmove", "move", false),
    field("pv", "moves", false),
];

const fn field(word: &'static str, hole: &'static str, volatile: bool) -> Field {
    Field {
        word,
        hole,
        units: &[],
        volatile,
    }
}

/// `UCCI O2`, `O6`, `O8`, `O18` to `O32`.
const OPTIONS: [Standard; 18] = [
    standard("usemillisec", "check", None),
    standard("batch", "check", Some("false")),
    standard("debug", "check", Some("false")),
    standard("ponder", "check", Some("false")),
    standard("usebook", "check", Some("true")),
    standard("useegtb", "check", Some("true")),
    standard("bookfiles", "string", None),
    standard("egtbpaths", "string", None),
    standard("evalapi", "string", None),
    standard("hashsize", "spin", None),
    standard("threads", "spin", None),
    standard("idle", "combo", Some("none")),
    standard("promotion", "check", Some("false")),
    standard("pruning", "combo", None),
    standard("knowledge", "combo", None),
    standard("randomness", "combo", None),
    standard("style", "combo", None),
    standard("newgame", "button", None),
];

const fn standard(
    name: &'static str,
    kind: &'static str,
    default: Option<&'static str>,
) -> Standard {
    Standard {
        name,
        kind,
        default,
    }
}
