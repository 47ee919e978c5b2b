//! Finds out which protocol an engine speaks: each is tried in a fresh process, the first proper greeting wins.

use std::{collections::VecDeque, time::Duration};

use crate::{
    link::{self, Link, ReceivedKind, StartError, clock::Stopwatch},
    protocol::{self, Dialogue, Exchange, Protocol},
    readable::{cut, readable},
    transcript::End,
};

/// How long all protocols together may take.
const DETECT_TIMEOUT: Duration = Duration::from_secs(13);

/// How much later than the one before each is started: most engines answer within that.
const STAGGER: Duration = Duration::from_secs(1);

/// How long one engine is listened to before the next one's turn.
const TURN: Duration = Duration::from_millis(10);

/// How many lines are taken in one turn: a flood must not keep the others from being heard.
const LINES_PER_TURN: usize = 64;

/// How long an engine may take to leave once it is asked to.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// What nearly every author of an engine runs into once.
pub const UNFLUSHED: &str = "Its greeting came only once it was told to end: is its standard output flushed after every line?";

/// What the engine answered to.
pub struct Probe {
    /// The protocols greeted properly, the first one first.
    pub answered: Vec<&'static dyn Protocol>,
    /// The first thing that it said instead, to which greeting.
    pub unexpected: Option<(String, Vec<u8>)>,
    /// How the first try ended by itself, before it was asked to.
    pub end: Option<End>,
    /// What it said last on its standard error.
    pub stderr: Option<Vec<u8>>,
    /// A proper greeting came once the engine was asked to leave.
    pub late: bool,
}

/// The protocol to speak, and what the user should know about how it was found.
pub enum Detection {
    Protocol(&'static dyn Protocol, Vec<String>),
    /// No protocol; the sentence says why.
    Failed(String),
}

/// Finds out which protocol an engine speaks, and says in words what came of it.
///
/// `startup` is how long it may take, if that is not the usual time.
pub fn find(spec: &link::Spec, startup: Option<Duration>, scale: f64) -> Detection {
    if let [only] = protocol::ALL {
        return Detection::Protocol(*only, Vec::new());
    }
    let limit = startup.unwrap_or(DETECT_TIMEOUT).mul_f64(scale.max(1.0));
    match probe(spec, protocol::ALL, limit) {
        Err(err) => Detection::Failed(err.to_string()),
        Ok(probe) => found(&probe),
    }
}

fn found(probe: &Probe) -> Detection {
    let title = |it: &&'static dyn Protocol| format!("{} (`--protocol {}`)", it.title(), it.name());
    if let Some((first, others)) = probe.answered.split_first() {
        let mut note = format!(
            "it answered like a {} engine; `--protocol {}` says so and saves the try",
            first.title(),
            first.name()
        );
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(title).collect();
            note.push_str(&format!("; it also answers to {}", others.join(", ")));
        }
        return Detection::Protocol(*first, vec![note]);
    }
    let attempts: Vec<String> = protocol::ALL.iter().map(title).collect();
    let attempts = attempts.join(", ");
    let mut sentences = vec![match (&probe.unexpected, &probe.end) {
        (Some((said, line)), _) => {
            let line = report_line(line);
            format!("The engine gave no proper greeting: to `{said}` it said `{line}`.")
        }
        (None, Some(end)) => {
            let end = describe_end(end).unwrap_or_else(|| "it ended".to_owned());
            format!("The engine gave no greeting: {end} without a word.")
        }
        (None, None) => "The engine printed nothing that is a greeting of any protocol.".to_owned(),
    }];
    if probe.late {
        sentences.push(UNFLUSHED.to_owned());
    }
    if let Some(line) = &probe.stderr {
        let line = report_line(line);
        sentences.push(format!("On its standard error it said `{line}`."));
    }
    sentences.push(format!("Tried {attempts}."));
    Detection::Failed(sentences.join(" "))
}

fn report_line(line: &[u8]) -> String {
    cut(&readable(line), 80)
}

/// An end in words, if it is the engine's own.
pub fn describe_end(end: &End) -> Option<String> {
    match end {
        End::Exit(status) => Some(format!("it ended (exit status {status})")),
        End::Signal(signal) => Some(format!("it died of {signal}")),
        End::Eof => Some("it closed its output".to_owned()),
        End::Killed | End::Cut => None,
    }
}

/// Tries the protocols until one of them is greeted properly, or time is up.
pub fn probe(
    spec: &link::Spec,
    protocols: &[&'static dyn Protocol],
    limit: Duration,
) -> Result<Probe, StartError> {
    let watch = Stopwatch::start();
    let mut waiting: VecDeque<_> = protocols.iter().copied().collect();
    let mut attempts: Vec<Attempt> = Vec::new();
    loop {
        let due = STAGGER * u32::try_from(attempts.len()).unwrap_or(u32::MAX);
        let free = watch.elapsed() >= due || attempts.iter().all(|it| it.over);
        if free && let Some(protocol) = waiting.pop_front() {
            attempts.push(Attempt::start(protocol, spec)?);
        }
        for it in &mut attempts {
            it.poll();
        }
        let greeted = attempts.iter().any(|it| it.greeted());
        let all_over = waiting.is_empty() && attempts.iter().all(|it| it.over);
        if greeted || all_over || watch.elapsed() >= limit || link::interrupted() {
            break;
        }
    }
    let answered = attempts
        .iter()
        .filter(|it| it.greeted())
        .map(|it| it.protocol)
        .collect();
    let unexpected = attempts.iter_mut().find_map(|it| {
        let said = it
            .exchanges
            .front()
            .map(|exchange| String::from_utf8_lossy(&exchange.command).into_owned());
        Some((said?, it.unexpected.take()?))
    });
    let end = attempts.first().and_then(|it| it.end.clone());
    let stderr = attempts.iter_mut().find_map(|it| it.stderr.take());
    for it in &mut attempts {
        it.quit();
    }
    Ok(Probe {
        answered,
        unexpected,
        end,
        stderr,
        late: attempts.iter().any(|it| it.late),
    })
}

/// One protocol, tried on one process.
struct Attempt {
    protocol: &'static dyn Protocol,
    dialogue: Box<dyn Dialogue>,
    link: Box<dyn Link>,
    /// What is still to be said, the first being said already.
    exchanges: VecDeque<Exchange>,
    unexpected: Option<Vec<u8>>,
    stderr: Option<Vec<u8>>,
    end: Option<End>,
    /// There is nothing more to hear.
    over: bool,
    /// A greeting came when it was too late.
    late: bool,
}

impl Attempt {
    fn start(protocol: &'static dyn Protocol, spec: &link::Spec) -> Result<Attempt, StartError> {
        let mut it = Attempt {
            protocol,
            dialogue: protocol.dialogue(),
            link: link::spawn(spec)?,
            exchanges: protocol.dialogue().handshake().into(),
            unexpected: None,
            stderr: None,
            end: None,
            over: false,
            late: false,
        };
        it.send_next();
        Ok(it)
    }

    fn send_next(&mut self) {
        if let Some(exchange) = self.exchanges.front() {
            self.link.send(&[&exchange.command[..], b"\n"].concat());
        }
    }

    fn greeted(&self) -> bool {
        self.exchanges.is_empty()
    }

    fn poll(&mut self) {
        let until = self.link.now() + TURN;
        for _ in 0..LINES_PER_TURN {
            if self.over || self.greeted() {
                return;
            }
            match self.link.wait(until).kind {
                ReceivedKind::Line(line) => self.handle_line(&line),
                ReceivedKind::End(end) => {
                    self.over = true;
                    self.end = Some(end);
                }
                ReceivedKind::Stderr(line) => {
                    if !line.trim_ascii().is_empty() {
                        self.stderr = Some(line[..line.len().min(400)].to_vec());
                    }
                }
                ReceivedKind::Nothing => return,
                ReceivedKind::Unterminated(_) | ReceivedKind::Eof | ReceivedKind::Fact(_) => (),
            }
        }
    }

    fn handle_line(&mut self, line: &[u8]) {
        let Some(exchange) = self.exchanges.front() else {
            return;
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.dialogue.answers(exchange, line) {
            self.exchanges.pop_front();
            self.send_next();
        } else if self.unexpected.is_none() && !line.is_empty() {
            self.unexpected = Some(line[..line.len().min(400)].to_vec());
        }
    }

    /// Asks the engine to leave, and sees to it that it does.
    fn quit(&mut self) {
        if let Some(exchange) = self.protocol.dialogue().quit_exchange() {
            self.link.send(&[&exchange.command[..], b"\n"].concat());
        }
        self.link.close_input();
        for patience in [QUIT_TIMEOUT, 4 * QUIT_TIMEOUT] {
            let until = self.link.now() + patience;
            while !self.over && self.link.now() < until {
                match self.link.wait(until).kind {
                    ReceivedKind::End(_) => self.over = true,
                    ReceivedKind::Line(line) if !self.greeted() => {
                        self.handle_line(&line);
                        self.late |= self.greeted();
                    }
                    _ => (),
                }
            }
            if self.over {
                return;
            }
            self.link.kill();
        }
    }
}
