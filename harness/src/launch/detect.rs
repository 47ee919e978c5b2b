//! Detects the protocol of an engine: tries each protocol in a fresh process, until one handshake is valid.

use std::{collections::VecDeque, time::Duration};

use crate::{
    link::{self, Link, ReceivedKind, StartError, clock::Stopwatch},
    message::{Message, Problem, message},
    protocol::{self, Dialogue, Exchange, Protocol},
    readable::{readable_text, truncate_text},
    transcript::SessionEnd,
};

/// The time limit for trying the handshakes of all protocols.
const DETECT_TIMEOUT: Duration = Duration::from_secs(13);

/// The delay from the start of the handshake attempt with one protocol to the start of the attempt with the next
/// protocol. Most engines complete a handshake within this time.
const ATTEMPT_INTERVAL: Duration = Duration::from_secs(1);

/// For this time, lines are read from one process before the next process has its turn.
const TIME_PER_POLL: Duration = Duration::from_millis(10);

/// The time limit for the handshakes of related protocols is the time that the detection of the first protocol took,
/// plus this constant.
const RELATED_PROTOCOL_TIMEOUT: Duration = Duration::from_millis(200);

/// The maximum number of lines that are read from one process in its turn. Without this maximum, a flooding process
/// would block the other processes.
const MAX_LINES_PER_POLL: usize = 64;

/// The time that an engine has to exit after it was asked to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The hint that the engine may not flush its output, which is a common mistake in new engines.
pub const UNFLUSHED_HINT: Message = message!(
    "unflushed",
    "The engine completed its handshake only after it was asked to end: does it flush its standard output after every line?"
);

/// The result of trying the handshakes of several protocols.
pub struct ProbeResult {
    /// The protocols with a valid handshake, in the order of the attempts.
    pub answered_protocols: Vec<&'static dyn Protocol>,
    /// A command of a handshake, and the unexpected line that the engine sent in place of the answer to this command.
    pub unexpected_answer: Option<(String, Vec<u8>)>,
    /// How the engine's first process ended, if it ended before it was asked to quit.
    pub process_end: Option<SessionEnd>,
    /// The line on standard error that names the error, or the last line.
    pub stderr_error: Option<String>,
    /// True if the engine completed a handshake only after it was asked to quit.
    pub handshake_after_quit: bool,
}

/// The detected protocol with notes for the user, or the reason why no protocol was detected.
pub enum Detection {
    Protocol(&'static dyn Protocol, Vec<Message>),
    /// The reason why no protocol was detected.
    NotDetected(Problem),
}

/// Detects the protocol of an engine.
///
/// `startup` is the time limit of the detection; `None` means the default.
pub fn detect_protocol(
    spec: &link::EngineSpec,
    startup: Option<Duration>,
    scale: f64,
) -> Detection {
    if let [only] = protocol::ALL_PROTOCOLS {
        return Detection::Protocol(*only, Vec::new());
    }
    let limit = startup.unwrap_or(DETECT_TIMEOUT).mul_f64(scale.max(1.0));
    match probe_protocols(spec, protocol::ALL_PROTOCOLS, limit) {
        Err(err) => Detection::NotDetected(err.problem()),
        Ok(probe) => detection_result(&probe),
    }
}

fn detection_result(probe: &ProbeResult) -> Detection {
    let title = |it: &&'static dyn Protocol| format!("{} (`--protocol {}`)", it.title(), it.name());
    if let Some((first, others)) = probe.answered_protocols.split_first() {
        let mut notes = Vec::new();
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(title).collect();
            notes.push(message!(
                "other_protocols",
                "judged as {protocol}; the engine also answers the handshake of {others}",
                protocol = first.title(),
                others
            ));
        }
        notes.push(message!(
            "protocol_detected",
            "detected {protocol}; `--protocol {name}` skips the detection",
            protocol = first.title(),
            name = first.name(),
        ));
        return Detection::Protocol(*first, notes);
    }
    let names: Vec<String> = protocol::ALL_PROTOCOLS.iter().map(title).collect();
    let mut sentences = vec![match (&probe.unexpected_answer, &probe.process_end) {
        (Some((command, line)), _) => {
            message!(
                "detection_other_answer",
                "The engine did not complete a handshake: it answered `{command}` with `{line}`",
                command,
                line = shorten_line(line),
            )
        }
        (None, Some(end)) => {
            let exited = || message!("it_exited", "the process exited");
            message!(
                "detection_ended",
                "The engine did not answer a handshake, and {end}",
                end = end.description().unwrap_or_else(exited),
            )
        }
        (None, None) => message!(
            "detection_without_answer",
            "The engine did not answer the handshake of any protocol"
        ),
    }];
    let help = match probe.handshake_after_quit {
        true => vec![UNFLUSHED_HINT],
        false => Vec::new(),
    };
    if let Some(line) = &probe.stderr_error {
        sentences.push(stderr_hint(line));
    }
    sentences.push(message!(
        "protocols_tried",
        "Tried {protocols}",
        protocols = names
    ));
    Detection::NotDetected(Problem { sentences, help })
}

fn shorten_line(line: &[u8]) -> String {
    truncate_text(&readable_text(&line[..line.len().min(400)]), 80)
}

/// A hint that shows the error that the engine wrote on standard error.
pub fn stderr_hint(line: &str) -> Message {
    message!(
        "last_line_on_stderr",
        "On standard error the engine wrote `{line}`",
        line = shorten_line(line.as_bytes()),
    )
}

/// Tries the handshakes of the protocols until one is valid or the time limit is reached.
pub fn probe_protocols(
    spec: &link::EngineSpec,
    protocols: &[&'static dyn Protocol],
    limit: Duration,
) -> Result<ProbeResult, StartError> {
    let watch = Stopwatch::start();
    let mut waiting: VecDeque<_> = protocols.iter().copied().collect();
    let mut attempts: Vec<HandshakeAttempt> = Vec::new();
    loop {
        let due = ATTEMPT_INTERVAL * u32::try_from(attempts.len()).unwrap_or(u32::MAX);
        let free = watch.elapsed() >= due || attempts.iter().all(|it| it.has_ended);
        if free && let Some(protocol) = waiting.pop_front() {
            attempts.push(HandshakeAttempt::start(protocol, spec)?);
        }
        for it in &mut attempts {
            it.poll();
        }
        let greeted = attempts.iter().any(|it| it.handshake_done());
        let all_over = waiting.is_empty() && attempts.iter().all(|it| it.has_ended);
        if greeted || all_over || watch.elapsed() >= limit || link::was_interrupted() {
            break;
        }
    }
    try_related_protocols(&mut attempts, waiting, spec, &watch)?;
    let answered = attempts
        .iter()
        .filter(|it| it.handshake_done())
        .map(|it| it.protocol)
        .collect();
    let unexpected = attempts.iter_mut().find_map(|it| {
        let command = it
            .exchanges
            .front()
            .map(|exchange| String::from_utf8_lossy(&exchange.command).into_owned());
        Some((command?, it.unexpected_line.take()?))
    });
    let end = attempts.first().and_then(|it| it.process_end.clone());
    let stderr = attempts
        .iter_mut()
        .find_map(|it| protocol::find_cause_in_lines(it.stderr_lines.make_contiguous()));
    for it in &mut attempts {
        it.quit_engine();
    }
    Ok(ProbeResult {
        answered_protocols: answered,
        unexpected_answer: unexpected,
        process_end: end,
        stderr_error: stderr.map(|it| it.error),
        handshake_after_quit: attempts.iter().any(|it| it.handshake_after_quit),
    })
}

/// Also tries the related protocols, that is, the protocols that engines of the detected protocol often speak, too. If
/// the engine answers related protocols, a note of the report lists them.
fn try_related_protocols(
    attempts: &mut Vec<HandshakeAttempt>,
    waiting: VecDeque<&'static dyn Protocol>,
    spec: &link::EngineSpec,
    watch: &Stopwatch,
) -> Result<(), StartError> {
    let first = attempts.iter().find(|it| it.handshake_done());
    let relatives = first.map_or(&[][..], |it| it.protocol.related_protocols());
    let waiting = waiting.into_iter();
    let tried = attempts.len();
    for protocol in waiting.filter(|it| relatives.contains(&it.name())) {
        attempts.push(HandshakeAttempt::start(protocol, spec)?);
    }
    let until = 2 * watch.elapsed() + RELATED_PROTOCOL_TIMEOUT;
    while watch.elapsed() < until && !link::was_interrupted() {
        let mut open = attempts[tried..].iter_mut();
        let Some(it) = open.find(|it| !it.handshake_done() && !it.has_ended) else {
            break;
        };
        it.poll();
    }
    Ok(())
}

/// The maximum number of lines of standard error that an attempt keeps.
const MAX_STDERR_LINES: usize = 50;

/// An attempt to complete the handshake of one protocol with one process.
struct HandshakeAttempt {
    protocol: &'static dyn Protocol,
    dialogue: Box<dyn Dialogue>,
    link: Box<dyn Link>,
    /// The remaining exchanges of the handshake; the command of the first remaining exchange has already been sent.
    exchanges: VecDeque<Exchange>,
    unexpected_line: Option<Vec<u8>>,
    /// The last lines that the engine sent on standard error.
    stderr_lines: VecDeque<String>,
    process_end: Option<SessionEnd>,
    /// True if the process has ended.
    has_ended: bool,
    /// True if the engine completed the handshake only after `quit`.
    handshake_after_quit: bool,
}

impl HandshakeAttempt {
    fn start(
        protocol: &'static dyn Protocol,
        spec: &link::EngineSpec,
    ) -> Result<HandshakeAttempt, StartError> {
        let mut it = HandshakeAttempt {
            protocol,
            dialogue: protocol.new_dialogue(),
            link: link::start_engine_link(spec)?,
            exchanges: protocol.new_dialogue().handshake().into(),
            unexpected_line: None,
            stderr_lines: VecDeque::new(),
            process_end: None,
            has_ended: false,
            handshake_after_quit: false,
        };
        it.send_next_command();
        Ok(it)
    }

    fn send_next_command(&mut self) {
        if let Some(exchange) = self.exchanges.front() {
            self.link.send(&[&exchange.command[..], b"\n"].concat());
        }
    }

    fn handshake_done(&self) -> bool {
        self.exchanges.is_empty()
    }

    fn poll(&mut self) {
        let until = self.link.now() + TIME_PER_POLL;
        for _ in 0..MAX_LINES_PER_POLL {
            if self.has_ended || self.handshake_done() {
                return;
            }
            match self.link.wait(until).kind {
                ReceivedKind::Line(line) => self.handle_line(&line),
                ReceivedKind::End(end) => {
                    self.has_ended = true;
                    self.process_end = Some(end);
                }
                ReceivedKind::Stderr(line) => {
                    let line = String::from_utf8_lossy(&line[..line.len().min(400)]);
                    if !line.trim().is_empty() {
                        self.stderr_lines.push_back(line.trim().to_owned());
                    }
                    if self.stderr_lines.len() > MAX_STDERR_LINES {
                        self.stderr_lines.pop_front();
                    }
                }
                ReceivedKind::Timeout => return,
                ReceivedKind::Unterminated(_) | ReceivedKind::Eof | ReceivedKind::Fact(_) => (),
            }
        }
    }

    fn handle_line(&mut self, line: &[u8]) {
        let Some(exchange) = self.exchanges.front() else {
            return;
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.dialogue.is_answer(exchange, line) {
            self.exchanges.pop_front();
            self.send_next_command();
        } else if self.unexpected_line.is_none() && !line.is_empty() {
            self.unexpected_line = Some(line[..line.len().min(400)].to_vec());
        }
    }

    /// Asks the engine to quit, and kills the engine after a timeout.
    fn quit_engine(&mut self) {
        if let Some(exchange) = self.protocol.new_dialogue().quit_exchange() {
            self.link.send(&[&exchange.command[..], b"\n"].concat());
        }
        self.link.close_input();
        for patience in [QUIT_TIMEOUT, 4 * QUIT_TIMEOUT] {
            let until = self.link.now() + patience;
            while !self.has_ended && self.link.now() < until {
                match self.link.wait(until).kind {
                    ReceivedKind::End(_) => self.has_ended = true,
                    ReceivedKind::Line(line) if !self.handshake_done() => {
                        self.handle_line(&line);
                        self.handshake_after_quit |= self.handshake_done();
                    }
                    _ => (),
                }
            }
            if self.has_ended {
                return;
            }
            self.link.kill();
        }
    }
}
