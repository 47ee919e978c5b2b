//! Finds out which protocol an engine speaks: each is tried in a fresh process, the first proper greeting wins.

use std::{collections::VecDeque, time::Duration};

use crate::{
    link::{self, Link, ReceivedKind, StartError, clock::Stopwatch},
    protocol::{self, Dialogue, Exchange, Protocol},
    readable::{cut, readable},
    transcript::End,
};

/// How long all protocols together may take.
const LIMIT: Duration = Duration::from_secs(13);

/// How much later than the one before each is started: most engines answer within that.
const STAGGER: Duration = Duration::from_secs(1);

/// How long one engine is listened to before the next one's turn.
const TURN: Duration = Duration::from_millis(10);

/// How many lines are taken in one turn: a flood must not keep the others from being heard.
const LINES_PER_TURN: usize = 64;

/// How long an engine may take to leave once it is asked to.
const LEAVE: Duration = Duration::from_millis(500);

/// What nearly every author of an engine runs into once.
pub const UNFLUSHED: &str = "Its greeting came only once it was told to end: is its standard output flushed after every line?";

/// What the engine answered to.
pub struct Probe {
    /// The protocols greeted properly, the first one first.
    pub answered: Vec<&'static dyn Protocol>,
    /// The first thing that it said instead, to which greeting.
    pub instead: Option<(String, Vec<u8>)>,
    /// How the first try ended by itself, before it was asked to.
    pub end: Option<End>,
    /// What it said last on its standard error.
    pub stderr: Option<Vec<u8>>,
    /// A proper greeting came once the engine was asked to leave.
    pub late: bool,
}

/// The protocol to speak, and what the user should know about how it was found.
pub enum Found {
    Protocol(&'static dyn Protocol, Vec<String>),
    /// No protocol; the sentence says why.
    Nothing(String),
}

/// Finds out which protocol an engine speaks, and says in words what came of it.
///
/// `startup` is how long it may take, if that is not the usual time.
pub fn find(spec: &link::Spec, startup: Option<Duration>, scale: f64) -> Found {
    if let [only] = protocol::ALL {
        return Found::Protocol(*only, Vec::new());
    }
    let limit = startup.unwrap_or(LIMIT).mul_f64(scale.max(1.0));
    match probe(spec, protocol::ALL, limit) {
        Err(err) => Found::Nothing(err.to_string()),
        Ok(probe) => found(&probe),
    }
}

fn found(probe: &Probe) -> Found {
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
        return Found::Protocol(*first, vec![note]);
    }
    let tried: Vec<String> = protocol::ALL.iter().map(title).collect();
    let tried = tried.join(", ");
    let mut sentences = vec![match (&probe.instead, &probe.end) {
        (Some((said, line)), _) => {
            let line = report_line(line);
            format!("The engine gave no proper greeting: to `{said}` it said `{line}`.")
        }
        (None, Some(end)) => {
            let end = how_it_ended(end).unwrap_or_else(|| "it ended".to_owned());
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
    sentences.push(format!("Tried {tried}."));
    Found::Nothing(sentences.join(" "))
}

fn report_line(line: &[u8]) -> String {
    cut(&readable(line), 80)
}

/// An end in words, if it is the engine's own.
pub fn how_it_ended(end: &End) -> Option<String> {
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
    let mut tried: Vec<Try> = Vec::new();
    loop {
        let due = STAGGER * u32::try_from(tried.len()).unwrap_or(u32::MAX);
        let free = watch.elapsed() >= due || tried.iter().all(|it| it.over);
        if free && let Some(protocol) = waiting.pop_front() {
            tried.push(Try::start(protocol, spec)?);
        }
        for it in &mut tried {
            it.turn();
        }
        let greeted = tried.iter().any(|it| it.greeted());
        let hopeless = waiting.is_empty() && tried.iter().all(|it| it.over);
        if greeted || hopeless || watch.elapsed() >= limit || link::interrupted() {
            break;
        }
    }
    let answered = tried
        .iter()
        .filter(|it| it.greeted())
        .map(|it| it.protocol)
        .collect();
    let instead = tried.iter_mut().find_map(|it| {
        let said = it
            .beats
            .front()
            .map(|beat| String::from_utf8_lossy(&beat.command).into_owned());
        Some((said?, it.instead.take()?))
    });
    let end = tried.first().and_then(|it| it.end.clone());
    let stderr = tried.iter_mut().find_map(|it| it.stderr.take());
    for it in &mut tried {
        it.leave();
    }
    Ok(Probe {
        answered,
        instead,
        end,
        stderr,
        late: tried.iter().any(|it| it.late),
    })
}

/// One protocol, tried on one process.
struct Try {
    protocol: &'static dyn Protocol,
    dialogue: Box<dyn Dialogue>,
    link: Box<dyn Link>,
    /// What is still to be said, the first being said already.
    beats: VecDeque<Exchange>,
    instead: Option<Vec<u8>>,
    stderr: Option<Vec<u8>>,
    end: Option<End>,
    /// There is nothing more to hear.
    over: bool,
    /// A greeting came when it was too late.
    late: bool,
}

impl Try {
    fn start(protocol: &'static dyn Protocol, spec: &link::Spec) -> Result<Try, StartError> {
        let mut it = Try {
            protocol,
            dialogue: protocol.dialogue(),
            link: link::spawn(spec)?,
            beats: protocol.dialogue().handshake().into(),
            instead: None,
            stderr: None,
            end: None,
            over: false,
            late: false,
        };
        it.say();
        Ok(it)
    }

    fn say(&mut self) {
        if let Some(beat) = self.beats.front() {
            self.link.send(&[&beat.command[..], b"\n"].concat());
        }
    }

    fn greeted(&self) -> bool {
        self.beats.is_empty()
    }

    fn turn(&mut self) {
        let until = self.link.now() + TURN;
        for _ in 0..LINES_PER_TURN {
            if self.over || self.greeted() {
                return;
            }
            match self.link.wait(until).kind {
                ReceivedKind::Line(line) => self.hear(&line),
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

    fn hear(&mut self, line: &[u8]) {
        let Some(beat) = self.beats.front() else {
            return;
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.dialogue.answers(beat, line) {
            self.beats.pop_front();
            self.say();
        } else if self.instead.is_none() && !line.is_empty() {
            self.instead = Some(line[..line.len().min(400)].to_vec());
        }
    }

    /// Asks the engine to leave, and sees to it that it does.
    fn leave(&mut self) {
        if let Some(beat) = self.protocol.dialogue().quit_exchange() {
            self.link.send(&[&beat.command[..], b"\n"].concat());
        }
        self.link.close_input();
        for patience in [LEAVE, 4 * LEAVE] {
            let until = self.link.now() + patience;
            while !self.over && self.link.now() < until {
                match self.link.wait(until).kind {
                    ReceivedKind::End(_) => self.over = true,
                    ReceivedKind::Line(line) if !self.greeted() => {
                        self.hear(&line);
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
