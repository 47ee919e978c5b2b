//! The exit codes: a public contract. A run returns the first one that applies.

/// The result of a run, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    Interrupted,
    Defect,
    Usage,
    NoEngine,
    Nothing,
    Violated,
    Inconclusive,
    Fine,
}

impl Exit {
    /// All exit codes, the one with the highest precedence first.
    pub const ALL: [Exit; 8] = [
        Exit::Interrupted,
        Exit::Defect,
        Exit::Usage,
        Exit::NoEngine,
        Exit::Nothing,
        Exit::Violated,
        Exit::Inconclusive,
        Exit::Fine,
    ];

    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Interrupted => 130,
            Exit::Defect => 70,
            Exit::Usage => 2,
            Exit::NoEngine => 5,
            Exit::Nothing => 4,
            Exit::Violated => 1,
            Exit::Inconclusive => 3,
            Exit::Fine => 0,
        }
    }

    /// One sentence for `--help`.
    pub fn meaning(self) -> &'static str {
        match self {
            Exit::Interrupted => "interrupted (every engine process is gone before we are)",
            Exit::Defect => "a defect of ponderhit itself",
            Exit::Usage => "usage, configuration, or a file that cannot be read",
            Exit::NoEngine => {
                "the engine could not be started, or did not get through its handshake"
            }
            Exit::Nothing => "nothing was selected, or nothing at all was exercised",
            Exit::Violated => "a requirement is violated, or a known failure no longer fails",
            Exit::Inconclusive => "something could not be judged, nothing is violated",
            Exit::Fine => "every exercised requirement holds (known failures aside)",
        }
    }
}
