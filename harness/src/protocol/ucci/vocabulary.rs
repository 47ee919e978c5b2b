//! The standard options of the text: their types, and the defaults that it fixes.

/// What the text says of an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard {
    name: &'static str,
    pub(super) kind: &'static str,
    /// `None` if the text leaves it open, or says "mostly".
    pub(super) default: Option<&'static str>,
}

/// A standard option, by its name.
pub(super) fn option(name: &str) -> Option<Standard> {
    OPTIONS.iter().find(|it| it.name == name).copied()
}

/// The options that a session itself hangs on: it sets them itself, or not at all.
pub(super) const OF_THE_SESSION: [&str; 3] = ["usemillisec", "batch", "promotion"];

/// What depends on the machine and on what else it does; of these the text itself has `time` and `nodes`.
pub(super) const VOLATILE_NUMBERS: [&str; 4] = ["time", "nodes", "nps", "hashfull"];

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
