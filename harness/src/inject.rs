//! Fault injection: a proxy without I/O that rewrites the conversation between interface and engine.
//!
//! A fault is one line of text ([`FAULT_SYNTAX`]). Each protocol has a list of faults (`faults.txt`), whose lines have
//! this form:
//!
//! ```text
//! NAME = ACTION [CONDITION ...] [; ACTION ...] -> BREAKS
//!
//! BREAKS     nothing | RULE ... [may RULE ...]           rules that must be violated [rules that may be]
//! ```
//!
//! Each protocol also has a list of behaviour that is unusual but allowed (`oddities.txt`). An entry of `oddities.txt`
//! names the side that shows the behaviour and the requirements that allow the behaviour; it has this form:
//!
//! ```text
//! NAME = ACTION [CONDITION ...] [; ACTION ...] -> (engine | interface) REQUIREMENTS [accused RULE ...]
//! ```
//!
//! Patterns have the same syntax as in scripts. In the text of a fault, `{line}` is the matched line, and a name such
//! as `{best}` may be a capture of the pattern. If a name in a text is neither `line` nor a capture, it stands for a
//! value from the protocol's generator, which follows the conversation. A fault is not applied if a name in its text
//! has no value. `{65536*x}` in a text repeats `x` 65536 times. Several faults form a chain: the first fault is next to
//! the engine.
//!
//! A third list (`gui_faults.txt`) has the faults that `check-gui` plays. Each line of `gui_faults.txt` is the name of
//! a fault in another list, or `NAME = ACTION ...`. If the line begins with `accept`, the protocol allows the behaviour,
//! and a GUI must accept it. If the line begins with `accept unless COMMAND`, a GUI that sends this command to the
//! healthy engine may refuse the behaviour. If the line begins with `named accept`, the behaviour is not played by
//! default, but a GUI must accept it if `--fault` names it.

mod fault;
mod fault_stage;
mod fault_text;
mod faulty_engine;
mod injector;
mod lexer;
mod parse;
mod queue;
#[cfg(test)]
mod tests;

use std::{error::Error, fmt};

pub use fault::{Acceptance, BrokenRules, Fault, NamedFault, Oddity};
pub use faulty_engine::FaultyEngine;
pub use injector::Injector;

pub use crate::link::proxy::ProxyAction;
use fault::GuiFault;

use crate::{message::Message, protocol::Protocol, transcript::Speaker};

/// The syntax of a fault, as the help of `inject` shows it.
pub const FAULT_SYNTAX: &str = "\
ACTION [CONDITION ...] [; ACTION [CONDITION ...] ...]

ACTION     drop KIND \"pattern\"                         do not pass the line on
           replace KIND \"pattern\" by \"text\"           in a text, {65536*x} repeats x
           duplicate KIND \"pattern\"
           cut KIND \"pattern\"                          send the line without its newline
           delay KIND \"pattern\" by 50ms                later lines may overtake it; or by {generator}
           hold KIND \"pattern\" until KIND \"pattern\"    wait until the second line has passed
           insert KIND \"text\" WHERE                   also: insert stderr \"text\" WHERE
           drip KIND \"pattern\" by 1ms                 send a byte per interval; no line overtakes it
           linger 200ms                                the process exits 200 ms later
           crash SIGSEGV WHERE                         also: exit 3, close (the output),
           flood \"bytes\" [16MiB] WHERE                 stall (no more output, no more input read)
           leak 1MiB WHERE                             burn 2s WHERE (processor time)
WHERE      before KIND \"pattern\" | after KIND \"pattern\" | at start | at eof
KIND       command | response
CONDITION  nth 2 | from 2 | once | while idle|thinking | answering \"pattern of the last command\" (GTP: of the
           answered command)
           following \"pattern of the command before it\"
           together                                    the line was read in one chunk with the line before it
           like \"regular expression over the raw bytes of the line\"
";

/// An error in a fault's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultError {
    /// The line number in the list of faults, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    pub message: Message,
}

impl FaultError {
    pub(crate) fn new(column: usize, message: Message) -> FaultError {
        FaultError {
            line: 1,
            column,
            message,
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

/// The faults in a protocol's list.
pub fn listed_faults(protocol: &dyn Protocol) -> Result<Vec<Fault>, FaultError> {
    parse::parse_faults(protocol, protocol.fault_definitions())
}

/// The oddities in a protocol's list: behaviour that is unusual but allowed.
pub fn listed_oddities(protocol: &dyn Protocol) -> Result<Vec<Oddity>, FaultError> {
    parse::parse_oddities(protocol, protocol.oddity_definitions())
}

/// The faults that `check-gui` plays, in the order of the protocol's list.
pub fn gui_faults(protocol: &dyn Protocol) -> Result<Vec<NamedFault>, FaultError> {
    let listed = listed_gui_faults(protocol)?.into_iter();
    Ok(listed
        .filter(|it| it.is_default)
        .map(|it| it.fault)
        .collect())
}

fn listed_gui_faults(protocol: &dyn Protocol) -> Result<Vec<GuiFault>, FaultError> {
    let known = named_faults(protocol)?;
    parse::parse_gui_faults(protocol, protocol.gui_fault_definitions(), &known)
}

/// All faults with a name: the faults in the protocol's list, the oddities of the engine, and the faults that
/// `check-gui` plays.
pub fn all_named_faults(protocol: &dyn Protocol) -> Result<Vec<NamedFault>, FaultError> {
    let mut all = named_faults(protocol)?;
    for GuiFault { fault, .. } in listed_gui_faults(protocol)? {
        match all.iter_mut().find(|it| it.name == fault.name) {
            Some(known) => known.acceptance = fault.acceptance,
            None => all.push(fault),
        }
    }
    Ok(all)
}

/// The faults in the protocol's list, and the oddities that the engine shows.
fn named_faults(protocol: &dyn Protocol) -> Result<Vec<NamedFault>, FaultError> {
    let faults = listed_faults(protocol)?.into_iter();
    let mut all: Vec<NamedFault> = faults
        .map(|it| NamedFault {
            name: it.name.clone().unwrap_or_default(),
            faults: vec![it],
            acceptance: Acceptance::NotRequired,
        })
        .collect();
    let oddities = listed_oddities(protocol)?.into_iter();
    all.extend(
        oddities
            .filter(|it| it.acting_side == Speaker::Engine)
            .map(|it| NamedFault {
                name: it.name,
                faults: it.faults,
                acceptance: Acceptance::NotRequired,
            }),
    );
    Ok(all)
}

/// Parses the value of `--fault`: a name in one of the protocol's lists, `none`, or the text of a
/// fault. An oddity (unusual but allowed behaviour) may be a chain of several faults.
pub fn find_faults(protocol: &dyn Protocol, spec: &str) -> Result<Vec<Fault>, FaultError> {
    let spec = spec.trim();
    if spec == "none" {
        return Ok(Vec::new());
    }
    if spec.contains(char::is_whitespace) {
        return parse::parse_fault(protocol, spec).map(|it| vec![it]);
    }
    let mut named = listed_faults(protocol)?.into_iter();
    if let Some(fault) = named.find(|it| it.name.as_deref() == Some(spec)) {
        return Ok(vec![fault]);
    }
    let mut odd = listed_oddities(protocol)?.into_iter();
    let found = odd.find(|it| it.name == spec).map(|it| it.faults);
    let mut of_guis = gui_faults(protocol)?.into_iter();
    let found = found.or_else(|| of_guis.find(|it| it.name == spec).map(|it| it.faults));
    found.ok_or_else(|| FaultError::new(1, parse::unknown_fault_message(protocol, spec)))
}
