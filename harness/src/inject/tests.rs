//! Tests of the fault language and of every action, with a toy protocol.

mod errors;
mod identity;
mod primitives;

use std::time::Duration;

use super::{Acceptance, Injector, NamedFault, ProxyAction, parse};
use crate::{
    link::Actor,
    protocol::{self, Dialogue, FaultValueGenerator, Judge, Protocol, RuleInfo},
};

/// A toy protocol with `go` and `move WORD`; a move is a word of two letters.
pub(super) struct ToyProtocol;

pub(super) static TOY_PROTOCOL: ToyProtocol = ToyProtocol;

impl Protocol for ToyProtocol {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn title(&self) -> &'static str {
        "Toy 1"
    }

    fn rules(&self) -> Vec<RuleInfo> {
        Vec::new()
    }

    fn new_judge(&self) -> Box<dyn Judge> {
        unreachable!("no test judges")
    }

    fn new_dialogue(&self) -> Box<dyn Dialogue> {
        unreachable!("no test plays a session")
    }

    fn move_syntax(&self) -> &'static str {
        ".."
    }

    fn fault_definitions(&self) -> &'static str {
        "# the only one\n\nmute = drop response \"move [..]\" -> toy/moves may toy/hangs\n"
    }

    fn oddity_definitions(&self) -> &'static str {
        "slow_and_loud = drip response \"ok\" by 2ms ; linger 1s -> engine TOY 1, 2 accused toy/moves\n"
    }

    fn new_value_generator(&self) -> Box<dyn FaultValueGenerator> {
        Box::new(ToyGenerator {
            is_searching: false,
        })
    }

    fn reference_engine(&self) -> Option<Box<dyn Actor>> {
        None
    }
}

/// A value generator that tracks whether `go` was sent; the name `{bad}` has a value only after `go`.
struct ToyGenerator {
    is_searching: bool,
}

impl FaultValueGenerator for ToyGenerator {
    fn observe_command(&mut self, line: &[u8]) {
        self.is_searching |= line == b"go";
    }

    fn observe_response(&mut self, _line: &[u8]) {
        self.is_searching = false;
    }

    fn engine_state(&self) -> &'static str {
        if self.is_searching { "going" } else { "idle" }
    }

    fn all_engine_states(&self) -> &'static [&'static str] {
        &["idle", "going"]
    }

    fn can_generate(&self, name: &str) -> bool {
        ["bad", "long"].contains(&name)
    }

    fn generate_value(&mut self, name: &str) -> Option<Vec<u8>> {
        match name {
            "long" => Some(b"3s".to_vec()),
            _ => self.is_searching.then(|| b"zz".to_vec()),
        }
    }
}

/// Creates an injector with these faults; the output of the engine passes the first fault first.
fn injector_with_faults(faults: &[&str]) -> Injector {
    let faults = faults
        .iter()
        .map(|it| parse::parse_fault(&TOY_PROTOCOL, it).unwrap());
    Injector::new(&TOY_PROTOCOL, faults.collect())
}

fn millis(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Formats effects as text: commands as `> go`, responses as `< move ab`, and other effects as debug output.
fn format_effects(effects: &[ProxyAction]) -> Vec<String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).escape_default().to_string();
    let one = |effect: &ProxyAction| match effect {
        ProxyAction::Command(bytes) => format!("> {}", text(bytes).trim_end_matches("\\n")),
        ProxyAction::Response(bytes) => format!("< {}", text(bytes).trim_end_matches("\\n")),
        other => format!("{other:?}"),
    };
    effects.iter().map(one).collect()
}

/// `check-gui` plays the faults in the lists `gui_fault_definitions`, so a mistake in such a list would be an internal
/// error.
#[test]
fn the_lists_of_faults_for_guis_are_valid() {
    for protocol in protocol::ALL_PROTOCOLS {
        let faults = super::gui_faults(*protocol).unwrap();
        assert!(faults.len() >= 10, "{}", protocol.name());
        let names: std::collections::BTreeSet<&str> =
            faults.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names.len(), faults.len(), "{}", protocol.name());
        for fault in &faults {
            let found = super::find_faults(*protocol, &fault.name).unwrap();
            let texts: Vec<&str> = found.iter().map(|it| it.source_text.as_str()).collect();
            assert_eq!(texts.join(" ; "), fault.source_text());
        }
    }
}

#[test]
fn a_list_for_guis_requires_what_a_gui_must_accept() {
    let protocol = protocol::find_protocol("ucci").unwrap();
    let default = super::gui_faults(protocol).unwrap();
    let all = super::all_named_faults(protocol).unwrap();
    let acceptance = |faults: &[NamedFault], name: &str| {
        let found = faults.iter().find(|it| it.name == name);
        found.map(|it| it.acceptance.clone())
    };
    let unless_sent = Acceptance::RequiredUnlessSent("setoption".to_owned());
    assert_eq!(acceptance(&default, "crlf"), Some(Acceptance::Required));
    assert_eq!(acceptance(&default, "no_options"), Some(unless_sent));
    assert_eq!(
        acceptance(&default, "no_bestmove"),
        Some(Acceptance::NotRequired)
    );
    // `named accept`: not played by default.
    assert_eq!(acceptance(&default, "no_reply"), None);
    assert_eq!(acceptance(&all, "no_reply"), Some(Acceptance::Required));
    assert_eq!(acceptance(&all, "nameless"), Some(Acceptance::NotRequired));
}
