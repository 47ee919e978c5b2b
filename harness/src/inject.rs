//! Faults put in front of an engine: a proxy without I/O that rewrites the conversation.
//!
//! A fault is one line of text ([`GRAMMAR`]); a protocol keeps a list of them (`faults.txt`):
//!
//! ```text
//! NAME = ACTION [CONDITION ...] [; ACTION ...] -> BREAKS
//!
//! BREAKS     nothing | RULE ... [may RULE ...]           must convict it [and these may too]
//! ```
//!
//! A second list (`oddities.txt`) holds what is odd but allowed, each with the side that is odd and the
//! requirement that allows it:
//!
//! ```text
//! NAME = ACTION [CONDITION ...] [; ACTION ...] -> (engine | interface) REQUIREMENTS [accused RULE ...]
//! ```
//!
//! Patterns are those of scripts. In a text `{best}` uses a capture of the pattern, `{line}` is the
//! line struck at, and other names are made up by the protocol's generator, which follows the
//! conversation; where it has nothing fitting, the fault does not strike. Several faults stand in a
//! row: the first is next to the engine.

mod fault;
mod faulty;
mod injector;
mod lexer;
mod parse;
mod queue;
mod stage;
#[cfg(test)]
mod tests;
mod text;

use std::{error::Error, fmt};

pub use fault::{Breaks, Fault, Oddity};
pub use faulty::Faulty;
pub use injector::Injector;

pub use crate::link::proxy::Effect;
use crate::protocol::Protocol;

/// How a fault is spelled out, for people.
pub const GRAMMAR: &str = "\
ACTION [CONDITION ...] [; ACTION [CONDITION ...] ...]

ACTION     drop WHO \"pattern\"                          swallow a command, lose a response
           replace WHO \"pattern\" by \"text\"
           duplicate WHO \"pattern\"
           cut WHO \"pattern\"                           say it without its newline
           delay WHO \"pattern\" by 50ms                 others may overtake it; or by {generator}
           hold WHO \"pattern\" until WHO \"pattern\"      kept back until that has passed
           insert WHO \"text\" WHERE                    also: insert stderr \"text\" WHERE
           drip WHO \"pattern\" by 1ms                  a byte each so often; nothing overtakes it
           linger 200ms                                the process ends so much later
           crash SIGSEGV WHERE                         also: exit 3, close (the output),
           flood \"bytes\" [16MiB] WHERE                 stall (says and reads nothing more)
           leak 1MiB WHERE                             burn 2s WHERE (of a processor)
WHERE      before WHO \"pattern\" | after WHO \"pattern\" | at start | at eof
WHO        command | response
CONDITION  nth 2 | from 2 | once | while idle|thinking | answering \"pattern of the last command\"
           following \"pattern of the command before it\"
           together                                    the line was read together with the one before it
           like \"regular expression over the raw bytes of the line\"
";

/// What is wrong with a fault's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultError {
    /// The line of a list, from 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub message: String,
}

impl FaultError {
    pub(crate) fn new(column: usize, message: impl Into<String>) -> FaultError {
        FaultError {
            line: 1,
            column,
            message: message.into(),
        }
    }
}

impl fmt::Display for FaultError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            to,
            "line {}, column {}: {}",
            self.line, self.column, self.message
        )
    }
}

impl Error for FaultError {}

/// The faults that a protocol lists.
pub fn named(protocol: &dyn Protocol) -> Result<Vec<Fault>, FaultError> {
    parse::list(protocol, protocol.faults())
}

/// What is odd but allowed, as a protocol lists it.
pub fn oddities(protocol: &dyn Protocol) -> Result<Vec<Oddity>, FaultError> {
    parse::oddities(protocol, protocol.oddities())
}

/// What `--fault` means: a name of one of the protocol's lists, `none`, or a fault spelled out. An oddity may
/// take several faults in a row.
pub fn find(protocol: &dyn Protocol, spec: &str) -> Result<Vec<Fault>, FaultError> {
    let spec = spec.trim();
    if spec == "none" {
        return Ok(Vec::new());
    }
    if spec.contains(char::is_whitespace) {
        return parse::fault(protocol, spec).map(|it| vec![it]);
    }
    let mut named = named(protocol)?.into_iter();
    if let Some(fault) = named.find(|it| it.name.as_deref() == Some(spec)) {
        return Ok(vec![fault]);
    }
    let mut odd = oddities(protocol)?.into_iter();
    let found = odd.find(|it| it.name == spec).map(|it| it.faults);
    found.ok_or_else(|| {
        let message = format!("there is no fault `{spec}` for {}", protocol.title());
        FaultError::new(1, message)
    })
}
