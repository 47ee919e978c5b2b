//! The interface's side of a live UCCI session.

use std::time::Duration;

use super::{
    league, rules,
    view::{Asked, Phase, Tracker},
    vocabulary,
    wire::{Command, Mode, OptionLine, Response},
};
use crate::{
    protocol::{Beat, Dialogue, Judge, Judged, Opening, segments::Segments},
    transcript::{Event, Pattern},
};

/// Follows the conversation with the tracker that judges it.
pub(super) struct UcciDialogue {
    judge: Segments<Tracker>,
}

impl UcciDialogue {
    pub(super) fn new() -> UcciDialogue {
        UcciDialogue {
            judge: Segments::of_session(Tracker::new(), rules::ALL),
        }
    }

    fn tracker(&self) -> &Tracker {
        self.judge.follower()
    }

    fn announced(&self, name: &str) -> bool {
        self.tracker().view.announced.iter().any(|it| it == name)
    }
}

impl Judge for UcciDialogue {
    fn hear(&mut self, event: &Event) {
        self.judge.hear(event);
    }

    fn so_far(&self) -> &Judged {
        self.judge.so_far()
    }

    fn settled(&self) -> usize {
        self.judge.settled()
    }

    fn shook_hands(&self) -> bool {
        self.judge.shook_hands()
    }

    fn has_left(&self) -> bool {
        self.judge.has_left()
    }

    fn finish(self: Box<Self>) -> Judged {
        Box::new(self.judge).finish()
    }
}

impl Dialogue for UcciDialogue {
    fn handshake(&self) -> Vec<Beat> {
        vec![beat("ucci", "ucciok")]
    }

    fn answers(&self, beat: &Beat, line: &[u8]) -> bool {
        let response = Response::parse(line);
        match Command::parse(&beat.command) {
            Command::Greet => response == Response::GreetOk,
            Command::IsReady => response == Response::ReadyOk,
            Command::Quit => response == Response::Bye,
            Command::Stop => matches!(response, Response::BestMove(_) | Response::NoBestMove),
            _ => false,
        }
    }

    /// `UCCI T7`: a word after such an answer is judged by `bare_answer`.
    fn stands_for(&self, wanted: &[u8], line: &[u8]) -> bool {
        let bare = [&b"ucciok"[..], b"readyok", b"nobestmove", b"bye"].contains(&wanted);
        bare && Response::parse(line) == Response::parse(wanted)
    }

    fn opening(&self, name: &str) -> Option<Opening> {
        (name == league::NAME).then_some(league::OPENING)
    }

    fn opened(&self, name: &str) -> Vec<Vec<u8>> {
        if name != league::NAME {
            return Vec::new();
        }
        let blind = league::BLIND.iter().map(|it| it.as_bytes().to_vec());
        blind.chain(self.settle()).collect()
    }

    /// `UCCI O3`: an interface that counts in milliseconds says so.
    fn settle(&self) -> Vec<Vec<u8>> {
        let line = self.setoption("usemillisec", "true", true);
        line.into_iter().collect()
    }

    fn setoption(&self, name: &str, value: &str, if_announced: bool) -> Option<Vec<u8>> {
        if if_announced && !self.announced(name) {
            return None;
        }
        let line = format!("setoption {name} {value}");
        Some(line.trim_end().as_bytes().to_vec())
    }

    fn offers(&self, name: &str) -> bool {
        self.announced(name)
    }

    fn options_to_try(&self, wrong: bool) -> Vec<Vec<u8>> {
        let values = if wrong { wrong_values } else { values_to_try };
        let mut lines = Vec::new();
        for option in &self.tracker().options {
            for value in values(option) {
                let line = format!("setoption {} {value}", option.name);
                lines.push(line.trim_end().as_bytes().to_vec());
            }
        }
        lines
    }

    fn clock(&self, time: Duration) -> String {
        let unit = self.tracker().own.settings.unit().as_micros();
        (time.as_micros() / unit).to_string()
    }

    fn proof_of_life(&self) -> Option<Beat> {
        let asked = matches!(self.tracker().phase, Phase::Idle | Phase::Thinking);
        asked.then(|| beat("isready", "readyok"))
    }

    fn owes(&self) -> bool {
        let mut asks = self.tracker().view.asks.iter();
        asks.any(|it| it.kind == Asked::IsReady && it.answer.is_none())
    }

    fn farewell(&self) -> Option<Beat> {
        (self.tracker().phase != Phase::Leaving).then(|| beat("quit", "bye"))
    }

    fn is_certain(&self) -> bool {
        self.tracker().is_certain()
    }

    fn interrupt(&self) -> Option<Beat> {
        let thinking = self.tracker().phase == Phase::Thinking;
        thinking.then(|| beat("stop", "(bestmove|nobestmove) [..]"))
    }

    fn expects(&self) -> bool {
        let tracker = self.tracker();
        let asked = tracker.view.asks.iter().any(|it| it.answer.is_none());
        asked
            || match tracker.phase {
                Phase::Boot | Phase::Alien | Phase::Idle => false,
                Phase::Shaking | Phase::Leaving => true,
                Phase::Thinking => tracker.view.searches.last().is_none_or(|it| {
                    let limited = match &it.go.mode {
                        Mode::Depth(_) | Mode::Nodes(_) | Mode::Time(_) => !it.go.ponder,
                        Mode::Infinite | Mode::Unclear => false,
                    };
                    limited || it.stop.is_some() || it.ponderhit.is_some()
                }),
            }
    }

    fn ends_soon(&self) -> bool {
        let open = self.tracker().view.searches.last();
        open.is_some_and(|it| {
            let small = matches!(it.go.mode, Mode::Depth(..=1) | Mode::Nodes(..=100));
            self.tracker().phase == Phase::Thinking
                && small
                && it.result.is_none()
                && it.stop.is_none()
                && !it.doubtful
        })
    }

    fn is_result(&self, pattern: &[u8]) -> bool {
        let first = pattern.split(u8::is_ascii_whitespace).next();
        first.is_some_and(|it| it.ends_with(b"bestmove") || it == b"(bestmove|nobestmove)")
    }
}

/// What a machine may not have enough of is not asked for to the utmost: names hold these words.
const SCARCE: [&str; 6] = ["hash", "thread", "cpu", "core", "mem", "cache"];

/// Nor is a number beyond this, whatever it is for.
const LARGE: i64 = 100_000;

/// Every value that an announced option must take; the default, if there is one, comes last.
fn values_to_try(option: &OptionLine) -> Vec<String> {
    let kind = option.kind.as_ref().map_or("", |(kind, _)| kind.as_str());
    if vocabulary::OF_THE_SESSION.contains(&option.name.as_str()) || option.flaw.is_some() {
        return Vec::new();
    }
    let mut values = match kind {
        "button" => return vec![String::new()],
        "check" => vec!["true".to_owned(), "false".to_owned()],
        "combo" => option.vars.clone(),
        "spin" => {
            let name = option.name.to_ascii_lowercase();
            let scarce = SCARCE.iter().any(|it| name.contains(it));
            let most = option.max.filter(|it| !scarce && *it <= LARGE);
            let edges = option.min.into_iter().chain(most);
            edges.map(|it| it.to_string()).collect()
        }
        _ => Vec::new(),
    };
    values.extend(option.default.as_ref().map(|(text, _)| text.clone()));
    values
}

/// Values that an announced option cannot have, the edges of all numbers among them.
fn wrong_values(option: &OptionLine) -> Vec<String> {
    let kind = option.kind.as_ref().map_or("", |(kind, _)| kind.as_str());
    if vocabulary::OF_THE_SESSION.contains(&option.name.as_str()) {
        return Vec::new();
    }
    let below = option.min.and_then(|it| it.checked_sub(1));
    let above = option.max.and_then(|it| it.checked_add(1));
    let beyond = below.into_iter().chain(above).map(|it| it.to_string());
    let words: &[&str] = match kind {
        "button" => &["now"],
        "check" => &["", "maybe", "1"],
        "combo" => &["", "nonesuch"],
        "spin" => &["", "much", "0x", "99999999999999999999"],
        _ => &[],
    };
    words
        .iter()
        .map(|it| (*it).to_owned())
        .chain(beyond)
        .collect()
}

fn beat(command: &str, answer: &str) -> Beat {
    let answer = Pattern::parse(answer.as_bytes());
    Beat {
        command: command.as_bytes().to_vec(),
        answer: answer.unwrap_or_else(|_| Pattern::literal_words(command)),
    }
}
