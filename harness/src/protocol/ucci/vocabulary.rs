//! The standard options of the protocol's text: their types, and the defaults that the protocol specifies.

use crate::protocol::{
    Field,
    search::{Hint, Word},
};

/// A standard option of the protocol's text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard {
    name: &'static str,
    pub(super) kind: &'static str,
    /// The default, or `None` if the protocol's text does not specify a default or says "mostly".
    pub(super) default: Option<&'static str>,
}

/// Finds a standard option by its name.
pub(super) fn option(name: &str) -> Option<Standard> {
    OPTIONS.iter().find(|it| it.name == name).copied()
}

/// The words of commands, and the command that a lenient parser may read for each word.
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

/// Whether a word is a parameter of `go`: a number or a word of the protocol's text.
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

/// The types of options in the protocol's text (`UCCI O1`).
pub(super) const TYPES: [&str; 6] = ["label", "button", "check", "combo", "spin", "string"];

/// Options that only affect the search or the output. An engine has nothing to load or clear when such an option is
/// set.
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

/// The options that only the session may set.
pub(super) const SESSION_OPTIONS: [&str; 3] = ["usemillisec", "batch", "promotion"];

/// The words of `info` and the types of their values. Engines took `nps`, `hashfull` and `seldepth` from UCI. The last
/// argument is true if the value depends on the machine.
pub(super) const FIELDS: [Field; 9] = [
    field("time", "uint", true),
    field("nodes", "uint", true),
    field("nps", "uint", true),
    field("hashfull", "uint", true),
    field("depth", "uint", false),
    field("seldepth", "uint", false),
    Field {
        // Engines also write `score cp 12`, as in UCI.
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

/// The standard options (`UCCI O2`, `O6`, `O8`, `O18` to `O32`).
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
