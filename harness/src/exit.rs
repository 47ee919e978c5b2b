//! The exit codes of ponderhit, which are a public contract. If several exit codes apply, ponderhit exits with the one
//! that has the highest precedence.

use crate::message::{Message, message};

/// The result of a run; a result with higher precedence comes first.
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

    /// The exit status of the process.
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

    /// The meaning of an exit code in one sentence, for `--help`.
    pub fn meaning(self) -> Message {
        match self {
            Exit::Interrupted => message!(
                "exit_interrupted",
                "interrupted (all engine processes were ended first)"
            ),
            Exit::Defect => message!("exit_defect", "a defect of ponderhit itself"),
            Exit::Usage => message!(
                "exit_usage",
                "wrong usage or configuration, or a file that cannot be read or written"
            ),
            Exit::NoEngine => message!(
                "exit_no_engine",
                "the engine could not be started, or did not complete its handshake"
            ),
            Exit::Nothing => message!(
                "exit_nothing",
                "no rule or scenario was selected, or none was exercised"
            ),
            Exit::Violated => message!(
                "exit_violated",
                "a requirement is violated, or a known failure no longer fails"
            ),
            Exit::Inconclusive => message!(
                "exit_inconclusive",
                "something could not be judged, but no requirement is violated"
            ),
            Exit::Fine => message!(
                "exit_fine",
                "every exercised requirement holds, except for known failures"
            ),
        }
    }
}
