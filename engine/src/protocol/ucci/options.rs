//! The options: what is announced, and what is set.

/// The largest hash table, in megabytes.
const HASH_MAX: usize = 1024;

/// What `hashsize 0` means.
const HASH_AUTOMATIC: usize = 8;

/// The values in force.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// `UCCI O2`: the unit of the clock is a millisecond, not a second.
    pub(super) usemillisec: bool,
    /// `UCCI O32`
    pub(super) batch: bool,
    /// `UCCI O8`: more `info` lines.
    pub(super) debug: bool,
    /// `UCCI O31`: thinking on the opponent's time lets it use more of its own.
    pub(super) ponder: bool,
    hashsize: usize,
}

impl Options {
    /// The option lines of the handshake.
    pub(super) fn lines() -> Vec<String> {
        vec![
            "option usemillisec type check default false".to_owned(),
            "option batch type check default false".to_owned(),
            "option debug type check default false".to_owned(),
            "option ponder type check default false".to_owned(),
            format!("option hashsize type spin min 0 max {HASH_MAX} default 0"),
            "option newgame type button".to_owned(),
        ]
    }

    /// Sets an option; unknown names and values change nothing (`UCCI O4`). True if the hash table
    /// is to be made anew.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        let check = match value {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        let target = match name {
            "newgame" => return true,
            "hashsize" => return self.set_hashsize(value),
            "usemillisec" => &mut self.usemillisec,
            "batch" => &mut self.batch,
            "debug" => &mut self.debug,
            "ponder" => &mut self.ponder,
            _ => return false,
        };
        *target = check.unwrap_or(*target);
        false
    }

    fn set_hashsize(&mut self, value: &str) -> bool {
        let Some(size) = value.parse().ok().filter(|it| *it <= HASH_MAX) else {
            return false;
        };
        self.hashsize = size;
        true
    }

    pub(super) fn hash_megabytes(&self) -> usize {
        match self.hashsize {
            0 => HASH_AUTOMATIC,
            size => size,
        }
    }
}
