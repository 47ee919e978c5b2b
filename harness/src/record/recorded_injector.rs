//! Records a conversation as an interface sees it: the faults of an injector are part of the recording.

use std::{io, io::Write, time::Duration};

use super::Recording;
use crate::{
    inject::Injector,
    link::proxy::{ProxyAction, ProxyHandler, ProxyInput},
};

/// The name of the fact that marks an injected fault in a recording. The line `= fault no_bye` marks the place where
/// the fault `no_bye` was applied for the first time.
pub const FAULT_FACT: &str = "fault";

/// An injector whose conversation with the interface is recorded.
///
/// The recording contains the commands as the interface sent them, and the responses as the faults changed them.
pub struct RecordedInjector<W> {
    injector: Injector,
    recording: Recording<W>,
    /// The name of the fault in the recording.
    fault_name: String,
    fault_is_recorded: bool,
}

impl<W: Write> RecordedInjector<W> {
    pub fn new(
        injector: Injector,
        recording: Recording<W>,
        fault_name: String,
    ) -> RecordedInjector<W> {
        RecordedInjector {
            injector,
            recording,
            fault_name,
            fault_is_recorded: false,
        }
    }

    /// Ends the recording. Returns the injector, and the write error that made the recording incomplete.
    pub fn finish(self, now: Duration) -> (Injector, io::Result<()>) {
        (self.injector, self.recording.finish(now))
    }

    fn record_fault(&mut self, now: Duration) {
        if !self.fault_is_recorded && self.injector.was_applied() {
            self.fault_is_recorded = true;
            let name = self.fault_name.clone();
            self.recording.record_measurement(now, FAULT_FACT, name);
        }
    }

    fn record_action(&mut self, now: Duration, action: &ProxyAction) {
        let input = match action {
            ProxyAction::Response(bytes) => ProxyInput::Engine(bytes),
            ProxyAction::CloseOutput => ProxyInput::EngineClosed,
            ProxyAction::End(end) => ProxyInput::EngineEnded(end.clone()),
            ProxyAction::Command(_)
            | ProxyAction::Stderr(_)
            | ProxyAction::CloseInput
            | ProxyAction::Stall
            | ProxyAction::Waste(_) => return,
        };
        self.recording.handle_input(now, input);
    }
}

impl<W: Write> ProxyHandler for RecordedInjector<W> {
    fn handle_input(&mut self, now: Duration, input: ProxyInput<'_>) -> Vec<ProxyAction> {
        match input {
            ProxyInput::Interface(_)
            | ProxyInput::InterfaceClosed
            | ProxyInput::HostLate(_)
            | ProxyInput::InterfaceStoppedReading => {
                self.recording.handle_input(now, input.clone());
            }
            // The injector decides which output of the engine reaches the interface.
            ProxyInput::Engine(_)
            | ProxyInput::EngineClosed
            | ProxyInput::EngineEnded(_)
            | ProxyInput::Wake => (),
        }
        let actions = self.injector.handle_input(now, input);
        self.record_fault(now);
        for action in &actions {
            self.record_action(now, action);
        }
        actions
    }

    fn next_wake_time(&self) -> Option<Duration> {
        self.injector.next_wake_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{inject, protocol};

    /// Records these inputs, one per millisecond, while a fault of UCCI is injected. Returns the text of the recording.
    fn record_inputs(fault: &str, inputs: Vec<ProxyInput<'_>>) -> String {
        let protocol = protocol::find_protocol("ucci").unwrap();
        let faults = inject::find_faults(protocol, fault).unwrap();
        let mut file = Vec::new();
        let recording = Recording::new(&mut file, None, None);
        let injector = Injector::new(protocol, faults);
        let mut recorded = RecordedInjector::new(injector, recording, fault.to_owned());
        for (millis, input) in (1..).zip(inputs) {
            recorded.handle_input(Duration::from_millis(millis), input);
        }
        recorded.finish(Duration::from_millis(9)).1.unwrap();
        String::from_utf8(file).unwrap()
    }

    #[test]
    fn the_recording_has_the_responses_with_the_fault() {
        let text = record_inputs(
            "two_readyok",
            vec![
                ProxyInput::Interface(b"isready\n"),
                ProxyInput::Engine(b"readyok\n"),
                ProxyInput::Engine(b"readyok\n"),
            ],
        );
        insta::assert_snapshot!(text, @r"
        0.001000 > isready
        0.002000 = fault two_readyok
        0.002000 < readyok
        0.002000 < readyok
        0.003000 < readyok
        0.003000 < readyok
        0.009000 ! cut
        ");
    }

    #[test]
    fn an_injected_crash_ends_the_recording() {
        let text = record_inputs(
            "crashes_on_go",
            vec![ProxyInput::Interface(b"go depth 1\n")],
        );
        insta::assert_snapshot!(text, @r"
        0.001000 > go depth 1
        0.001000 = fault crashes_on_go
        0.001000 ! signal SIGSEGV
        ");
    }

    #[test]
    fn a_fault_that_was_not_applied_is_not_recorded() {
        let text = record_inputs("no_bye", vec![ProxyInput::Interface(b"ucci\n")]);
        insta::assert_snapshot!(text, @r"
        0.001000 > ucci
        0.009000 ! cut
        ");
    }
}
