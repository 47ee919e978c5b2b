//! Records a conversation between an interface and an engine, and forwards every byte unchanged.

mod live;
mod recorded_injector;

use std::{io, io::Write, time::Duration};

use crate::{
    link::proxy::{ProxyAction, ProxyHandler, ProxyInput},
    protocol::{OUTPUT_UNREAD_FACT, Protocol},
    transcript::{
        Event, EventKind, Fact, SessionEnd, Speaker,
        lines::{LineSplitter, MAX_LINE_LENGTH, StreamPart},
    },
};

pub use live::LiveReporter;
pub use recorded_injector::{FAULT_FACT, RecordedInjector};

/// A running recording, which handles the input of the proxy.
///
/// Each event is written to the recording before the other side can read its bytes. One system call
/// writes the event, so the event is not lost if this process is killed. A write error, such as a
/// full disk, ends the recording but not the conversation.
pub struct Recording<W> {
    file: Option<W>,
    /// The write error that ended the recording.
    write_error: Option<io::Error>,
    command_splitter: LineSplitter,
    response_splitter: LineSplitter,
    last_event_time: Duration,
    has_ended: bool,
    live_reporter: Option<LiveReporter>,
    /// The recorded events that the live judge has not judged yet. The live judge runs later, so that the conversation
    /// is not delayed.
    unjudged_events: Vec<Event>,
}

impl<W: Write> Recording<W> {
    /// Begins a recording. If there is a `live` judge, it judges the events during the recording.
    pub fn new(
        file: W,
        protocol: Option<&dyn Protocol>,
        live: Option<LiveReporter>,
    ) -> Recording<W> {
        let mut recording = Recording {
            file: Some(file),
            write_error: None,
            command_splitter: LineSplitter::new(MAX_LINE_LENGTH),
            response_splitter: LineSplitter::new(MAX_LINE_LENGTH),
            last_event_time: Duration::ZERO,
            has_ended: false,
            live_reporter: live,
            unjudged_events: Vec::new(),
        };
        if let Some(protocol) = protocol {
            recording.write_text(format!("@protocol {}\n", protocol.name()).as_bytes());
        }
        recording
    }

    /// Ends the recording. If the engine has not ended, the recording ends with `cut`, so that missing answers are not
    /// judged.
    ///
    /// # Errors
    /// Returns an error if a write error made the recording incomplete.
    pub fn finish(mut self, now: Duration) -> io::Result<()> {
        if !self.has_ended {
            let rest = [
                self.partial_line(Speaker::Interface),
                self.partial_line(Speaker::Engine),
                Some(EventKind::End(SessionEnd::Cut)),
            ];
            self.record_events(now, rest.into_iter().flatten().collect());
        }
        self.judge_unjudged_events();
        if let Some(live) = self.live_reporter.take() {
            live.finish();
        }
        self.write_error.map_or(Ok(()), Err)
    }

    fn record_bytes(&mut self, now: Duration, speaker: Speaker, bytes: &[u8]) {
        let mut kinds = Vec::new();
        self.line_splitter(speaker).push(bytes, |piece| {
            kinds.push(match piece {
                StreamPart::WholeLine(line) => EventKind::Line(speaker, line.to_vec()),
                StreamPart::FirstPart(bytes) | StreamPart::LaterPart(bytes) => {
                    EventKind::Chunk(speaker, bytes.to_vec())
                }
            });
        });
        self.record_events(now, kinds);
    }

    /// Returns the bytes after the last newline as a chunk.
    fn partial_line(&mut self, speaker: Speaker) -> Option<EventKind> {
        let rest = self.line_splitter(speaker).take_partial_line()?;
        Some(EventKind::Chunk(speaker, rest))
    }

    fn line_splitter(&mut self, speaker: Speaker) -> &mut LineSplitter {
        match speaker {
            Speaker::Interface => &mut self.command_splitter,
            Speaker::Engine => &mut self.response_splitter,
        }
    }

    fn record_events(&mut self, now: Duration, kinds: Vec<EventKind>) {
        self.last_event_time = self.last_event_time.max(truncate_to_micros(now));
        let mut text = Vec::new();
        for kind in kinds {
            let event = Event {
                at: Some(self.last_event_time),
                kind,
            };
            event.write_to(&mut text);
            if self.live_reporter.is_some() {
                self.unjudged_events.push(event);
            }
        }
        self.write_text(&text);
    }

    fn record_measurement(&mut self, now: Duration, name: &str, value: String) {
        let name = name.to_owned();
        self.record_events(now, vec![EventKind::Fact(Fact { name, value })]);
    }

    fn write_text(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let written = self.file.as_mut().map(|it| it.write_all(text));
        if let Some(Err(error)) = written {
            self.write_error.get_or_insert(error);
            self.file = None;
        }
    }

    fn judge_unjudged_events(&mut self) {
        if let Some(live) = &mut self.live_reporter {
            for event in self.unjudged_events.drain(..) {
                live.judge_event(event);
            }
        }
    }
}

impl<W: Write> ProxyHandler for Recording<W> {
    fn handle_input(&mut self, now: Duration, input: ProxyInput<'_>) -> Vec<ProxyAction> {
        match input {
            ProxyInput::Interface(bytes) => {
                self.record_bytes(now, Speaker::Interface, bytes);
                vec![ProxyAction::Command(bytes.to_vec())]
            }
            ProxyInput::Engine(bytes) => {
                self.record_bytes(now, Speaker::Engine, bytes);
                vec![ProxyAction::Response(bytes.to_vec())]
            }
            ProxyInput::InterfaceClosed => {
                let rest = self.partial_line(Speaker::Interface);
                let kinds = rest.into_iter().chain([EventKind::InputClosed]);
                self.record_events(now, kinds.collect());
                vec![ProxyAction::CloseInput]
            }
            ProxyInput::EngineClosed => {
                let rest = self.partial_line(Speaker::Engine);
                self.record_events(now, rest.into_iter().collect());
                vec![ProxyAction::CloseOutput]
            }
            ProxyInput::EngineEnded(end) => {
                let rest = self.partial_line(Speaker::Engine);
                let kinds = rest.into_iter().chain([EventKind::End(end.clone())]);
                self.record_events(now, kinds.collect());
                self.has_ended = true;
                vec![ProxyAction::End(end)]
            }
            ProxyInput::HostLate(late) => {
                let value = late.map(|it| format!("{}us", it.as_micros()));
                self.record_measurement(now, "late", value.unwrap_or_else(|| "unknown".to_owned()));
                Vec::new()
            }
            ProxyInput::InterfaceStoppedReading => {
                self.record_measurement(now, OUTPUT_UNREAD_FACT, String::new());
                Vec::new()
            }
            ProxyInput::Wake => {
                self.judge_unjudged_events();
                Vec::new()
            }
        }
    }

    fn next_wake_time(&self) -> Option<Duration> {
        (!self.unjudged_events.is_empty()).then_some(Duration::ZERO)
    }
}

/// Rounds a time down to microseconds, the resolution of the text format.
fn truncate_to_micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Transcript;

    /// Records the given inputs of the proxy. Returns the text of the recording, the bytes forwarded to the engine, and
    /// the bytes forwarded to the interface.
    fn record_inputs(inputs: Vec<ProxyInput<'_>>) -> (String, Vec<u8>, Vec<u8>) {
        let (mut file, mut to_engine, mut to_interface) = (Vec::new(), Vec::new(), Vec::new());
        let mut recording = Recording::new(&mut file, None, None);
        for (millis, input) in (1..).zip(inputs) {
            for effect in recording.handle_input(Duration::from_millis(millis), input) {
                match effect {
                    ProxyAction::Command(bytes) => to_engine.extend(bytes),
                    ProxyAction::Response(bytes) => to_interface.extend(bytes),
                    _ => (),
                }
            }
        }
        recording.finish(Duration::from_millis(9)).unwrap();
        assert!(Transcript::parse(&file).is_ok());
        let text = String::from_utf8_lossy(&file).into_owned();
        (text, to_engine, to_interface)
    }

    #[test]
    fn every_byte_is_passed_on_and_lines_are_recorded() {
        let (text, to_engine, to_interface) = record_inputs(vec![
            ProxyInput::Interface(b"uc"),
            ProxyInput::Interface(b"ci\r\n"),
            ProxyInput::Engine(b"ucciok\n\xbd\xab\n"),
            ProxyInput::EngineEnded(SessionEnd::Exit(3)),
        ]);
        assert_eq!(to_engine, b"ucci\r\n");
        assert_eq!(to_interface, b"ucciok\n\xbd\xab\n");
        insta::assert_snapshot!(text, @r"
        0.002000 >| ucci\r\n
        0.003000 < ucciok
        0.003000 < ��
        0.004000 ! exit 3
        ");
    }

    #[test]
    fn a_recording_without_an_engine_exit_ends_with_cut() {
        let (text, ..) = record_inputs(vec![
            ProxyInput::Interface(b"ucci\nisr"),
            ProxyInput::Engine(b"id n"),
        ]);
        insta::assert_snapshot!(text, @r"
        0.001000 > ucci
        0.009000 >| isr
        0.009000 <| id n
        0.009000 ! cut
        ");
    }

    #[test]
    fn the_lateness_of_the_host_is_recorded() {
        let late = Duration::from_micros(35_000);
        let (text, to_engine, to_interface) = record_inputs(vec![
            ProxyInput::HostLate(None),
            ProxyInput::Interface(b"ucci\n"),
            ProxyInput::HostLate(Some(late)),
            ProxyInput::InterfaceStoppedReading,
            ProxyInput::EngineEnded(SessionEnd::Signal("SIGPIPE".to_owned())),
        ]);
        assert_eq!((to_engine, to_interface), (b"ucci\n".to_vec(), Vec::new()));
        insta::assert_snapshot!(text, @r"
        0.001000 = late unknown
        0.002000 > ucci
        0.003000 = late 35000us
        0.004000 = unheard
        0.005000 ! signal SIGPIPE
        ");
    }

    #[test]
    fn a_full_disk_ends_the_recording_and_not_the_conversation() {
        struct FullDisk;
        impl Write for FullDisk {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut recording = Recording::new(FullDisk, None, None);
        for _ in 0..2 {
            let effects = recording.handle_input(Duration::ZERO, ProxyInput::Interface(b"ucci\n"));
            assert_eq!(effects, [ProxyAction::Command(b"ucci\n".to_vec())]);
        }
        assert!(recording.finish(Duration::ZERO).is_err());
    }
}
