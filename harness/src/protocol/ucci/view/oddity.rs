//! Lines of the interface that the text does not provide for, and whether the engine outlived them.
//!
//! The text is silent about most of what can be sent to an engine (`UCCI T4`, `P6`, `G10`, `O37`).
//! No engine may die of it, so every such line is kept with what makes it odd, up to the next proof
//! of life. A line counts as odd in one way only, the most telling one.

use std::time::Duration;

use super::{Ask, Asked, Deadline, EndKind, Ending, Entry, Phase, Tracker, View, board};
use crate::{
    protocol::{
        lines::Line,
        ucci::{
            vocabulary::OF_THE_SESSION,
            wire::{Command, Go, Mode, Posspec, hints},
        },
    },
    rule::Findings,
    transcript::End,
};

/// How soon `isready` is answered is not said; later than this is never.
const LIMIT: Duration = Duration::from_secs(10);

/// What is odd about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Oddity {
    /// A byte below the blank that is neither tab nor the line's end.
    Control,
    NonAscii,
    /// 4 KiB or more.
    Long,
    /// A value of more than 1,000 bytes.
    LongOption,
    /// A carriage return before the newline (`UCCI T6`).
    CrLf,
    Tab,
    /// Blanks at either end, or several in a row.
    Blanks,
    Empty,
    Unknown,
    /// Sent in pieces, or several lines at once.
    Chunks,
    /// A command that is invalid while thinking (`UCCI ST7`).
    WhileThinking,
    GoWhileThinking,
    /// `go` before any position.
    NoPosition,
    /// `go` without a mode that can be understood.
    GoWords,
    /// A limit of 0, or one beyond 32 bits.
    Number,
    BrokenFen,
    IllegalMoves,
    /// More than 300 of them.
    ManyMoves,
    SecondUcci,
    StrayPonderhit,
    /// An option that was announced gets a value that cannot be one, or none.
    OptionValue,
    /// No oddity: an option that was announced gets a value that it admits.
    OptionSet,
    /// `UCCI D1`
    UciFirst,
    /// `UCCI D2`
    NewGame,
    /// `UCCI D3`
    BarePosition,
    /// `UCCI D4`
    GoByUci,
    /// `UCCI D5`
    GoMixed,
    /// `UCCI D6`
    SetOptionByUci,
    /// `UCCI D7`
    EmptyMoves,
    /// `UCCI D8`
    GrownFen,
}

/// An odd line.
#[derive(Clone, Debug)]
pub(in super::super) struct Odd {
    pub(in super::super) what: Oddity,
    pub(in super::super) entry: usize,
    /// The response that proved that the engine had outlived it.
    pub(in super::super) outlived: Option<usize>,
}

impl View {
    /// The odd line that the engine died of, or fell silent after.
    pub(in super::super) fn last_straw(&self) -> Option<&Odd> {
        let ending = self.end.as_ref().filter(|_| self.excess.is_none())?;
        let odd = self.odd.last().filter(|it| it.outlived.is_none())?;
        let odd = match ending.kind {
            EndKind::Crashed | EndKind::LeftUnasked => Some(odd),
            EndKind::Hung(since) => (odd.entry <= since).then_some(odd),
            EndKind::Clean | EndKind::Unclear | EndKind::HostLate => None,
        };
        odd.filter(|it| self.is_alone(it))
    }

    /// Whether no other line since the last proof of life may be to blame as well: one that is odd in
    /// another way, or an option.
    fn is_alone(&self, odd: &Odd) -> bool {
        let others = self.odd.iter().rev();
        let mut others = others.take_while(|it| it.outlived.is_none());
        if others.any(|it| it.what != odd.what) {
            return false;
        }
        let proofs = self.asks.iter().filter(|it| it.kind == Asked::IsReady);
        let proven = proofs.filter(|it| it.answer.is_some()).map(|it| it.entry);
        let since = proven.filter(|it| *it < odd.entry).max().unwrap_or(0);
        let mut before = self.entries[since..odd.entry].iter();
        // Every session sets those first, and nothing is the matter with them.
        let usual = |name: &[u8]| OF_THE_SESSION.iter().any(|it| it.as_bytes() == name);
        let option = |it: &Entry| matches!(it.command(), Some(Command::SetOption { name, .. }) if !usual(name));
        is_option(odd) || !before.any(option)
    }

    /// The odd line after which a command was not answered any more, although the engine lives.
    pub(in super::super) fn deafened_by(&self, ask: &Ask) -> Option<&Odd> {
        let before = |it: &&Odd| it.entry < ask.entry && it.outlived.is_none();
        self.odd
            .iter()
            .rfind(before)
            .filter(|it| ask.answer.is_none() && self.is_alone(it))
    }

    /// Judges every line of one kind: the engine must go on after it.
    pub(in super::super) fn outlives(&self, out: &mut Findings, kinds: &[Oddity]) {
        for odd in self.odd.iter().filter(|it| kinds.contains(&it.what)) {
            if let Some(proof) = odd.outlived {
                out.conforms(self.entry(proof).at);
            }
        }
        let asked = |it: &&Ask| it.kind == Asked::IsReady && !it.unread;
        let lost = self.asks.iter().filter(asked);
        let lost = lost.filter_map(|it| Some((it, self.deafened_by(it)?)));
        if let Some((ask, odd)) = lost.take(1).find(|(_, odd)| kinds.contains(&odd.what)) {
            let deadline = Deadline {
                asked: self.entry(odd.entry),
                since: ask.since,
                answer: None,
                clock: Duration::ZERO,
                limit: LIMIT,
            };
            deadline.absence(self).judge(self, out, |fate| {
                format!("`readyok` to the `isready` after this line {fate}")
            });
        }
        let straw = self.last_straw().filter(|it| kinds.contains(&it.what));
        if let (Some(odd), Some(ending)) = (straw, &self.end) {
            let culprit = self.entry(odd.entry).culprit();
            match ending.kind {
                EndKind::Hung(_) => out.violates_by_measure(culprit, how_it_ended(ending)),
                _ => out.violates(culprit, how_it_ended(ending)),
            }
        }
    }
}

/// Whether an option is what is odd, so that options before it were meant.
fn is_option(odd: &Odd) -> bool {
    matches!(
        odd.what,
        Oddity::OptionValue | Oddity::OptionSet | Oddity::LongOption | Oddity::SetOptionByUci
    )
}

fn how_it_ended(ending: &Ending) -> String {
    match &ending.end {
        End::Signal(signal) => format!("after this line the process died of {signal}"),
        End::Exit(status) => format!("after this line the process ended (exit status {status})"),
        End::Eof => "after this line the engine closed its output".to_owned(),
        End::Killed | End::Cut => {
            "after this line the engine said nothing any more, and had to be killed".to_owned()
        }
    }
}

impl Tracker {
    /// Notes what is odd about a line, as things stand before the engine takes it.
    pub(super) fn notice(&mut self, index: usize, line: &Line, command: &Command) {
        let waits = self.settings.batch && self.phase == Phase::Thinking;
        let alien = self.phase == Phase::Alien && !self.shook_hands;
        if self.phase == Phase::Leaving || alien || waits {
            return;
        }
        // Of an option well set it can only be the one that dies at once.
        if *command != Command::IsReady
            && let Some(last) = self.view.odd.last()
            && last.what == Oddity::OptionSet
            && last.outlived.is_none()
        {
            self.view.odd.pop();
        }
        let what = match self.phase {
            Phase::Boot => uci_first(line),
            _ => of_bytes(line, command)
                .or_else(|| self.of_command(line, command))
                .or_else(|| line.chunked.then_some(Oddity::Chunks)),
        };
        self.view.odd.extend(what.map(|what| Odd {
            what,
            entry: index,
            outlived: None,
        }));
    }

    /// The engine answered, with entry `proof`, what was said at entry `asked`.
    pub(super) fn outlived(&mut self, asked: usize, proof: usize) {
        let odd = self.view.odd.iter_mut().rev();
        for odd in odd.take_while(|it| it.outlived.is_none()) {
            if odd.entry <= asked {
                odd.outlived = Some(proof);
            }
        }
    }

    fn of_command(&self, line: &Line, command: &Command) -> Option<Oddity> {
        let thinking = self.phase == Phase::Thinking;
        match command {
            Command::Blank => Some(Oddity::Empty),
            Command::Other => Some(of_foreign(&line.bytes)),
            Command::Ucci => Some(Oddity::SecondUcci),
            Command::PonderHit { .. } if self.phase == Phase::Idle => Some(Oddity::StrayPonderhit),
            Command::Go(_) if thinking => Some(Oddity::GoWhileThinking),
            Command::SetOption { .. } | Command::Position(_) | Command::BanMoves(_) if thinking => {
                Some(Oddity::WhileThinking)
            }
            Command::SetOption { name, value } => self.of_option(name, value),
            Command::Position(spec) => of_position(line, spec),
            Command::BanMoves(moves) => {
                let position = self.board.position.as_ref()?;
                let legal = moves.as_ref().is_some_and(|moves| {
                    !moves.is_empty() && moves.iter().all(|it| position.is_legal(*it))
                });
                (!legal).then_some(Oddity::IllegalMoves)
            }
            Command::Go(go) => {
                of_go(&line.bytes, go).or_else(|| self.told.is_none().then_some(Oddity::NoPosition))
            }
            _ => None,
        }
    }

    fn of_option(&self, name: &[u8], value: &[u8]) -> Option<Oddity> {
        let announced = |it: &String| it.as_bytes() == name;
        if !self.view.announced.iter().any(announced) {
            let foreign = name == b"name" || name.iter().any(u8::is_ascii_uppercase);
            return foreign.then_some(Oddity::SetOptionByUci);
        }
        let mut announced = self.options.iter();
        let option = announced.find(|it| it.name.as_bytes() == name)?;
        let kind = option.kind.as_ref().map_or("", |(kind, _)| kind.as_str());
        if kind == "check" && matches!(value, b"on" | b"off") {
            return Some(Oddity::SetOptionByUci);
        }
        let value = std::str::from_utf8(value).ok()?;
        let fits = match kind {
            "check" => matches!(value, "true" | "false"),
            "spin" => value.parse().is_ok_and(|it: i64| {
                option.min.is_none_or(|min| it >= min) && option.max.is_none_or(|max| it <= max)
            }),
            "combo" => option.vars.iter().any(|it| it == value),
            "button" => value.is_empty(),
            // It is no option (`UCCI O10`).
            "label" => false,
            _ => true,
        };
        match fits {
            // What an announcement means that is wrong itself is not certain.
            true => option.flaw.is_none().then_some(Oddity::OptionSet),
            false => Some(Oddity::OptionValue),
        }
    }
}

/// What shows without knowing what the line means.
fn of_bytes(line: &Line, command: &Command) -> Option<Oddity> {
    let bytes = &line.bytes;
    let (body, returns) = match bytes.strip_suffix(b"\r") {
        Some(body) => (body, true),
        None => (bytes.as_slice(), false),
    };
    let moves =
        matches!(command, Command::Position(Posspec { moves: Some(it), .. }) if !it.is_empty());
    let runs = body.windows(2).any(|it| it == b"  ");
    let ends = body.starts_with(b" ") || body.ends_with(b" ");
    let wide = runs || ends;
    if body.iter().any(|it| it.is_ascii_control() && *it != b'\t') {
        Some(Oddity::Control)
    } else if !body.is_ascii() {
        Some(Oddity::NonAscii)
    } else if matches!(command, Command::SetOption { value, .. } if value.len() > 1000) {
        Some(Oddity::LongOption)
    } else if body.len() >= 4096 && !moves {
        Some(Oddity::Long)
    } else if returns {
        Some(Oddity::CrLf)
    } else if body.contains(&b'\t') {
        Some(Oddity::Tab)
    } else if wide && *command != Command::Blank && grown(body).is_none() {
        Some(Oddity::Blanks)
    } else {
        None
    }
}

fn uci_first(line: &Line) -> Option<Oddity> {
    (line.bytes.trim_ascii() == b"uci").then_some(Oddity::UciFirst)
}

fn of_foreign(line: &[u8]) -> Oddity {
    let mut words = line.split(u8::is_ascii_whitespace);
    match words.next() {
        Some(b"uccinewgame" | b"newgame") => Oddity::NewGame,
        Some(b"fen" | b"startpos") => Oddity::BarePosition,
        _ => Oddity::Unknown,
    }
}

fn of_position(line: &Line, spec: &Posspec) -> Option<Oddity> {
    let line = line.bytes.trim_ascii_end();
    if grown(line).is_some() {
        return Some(Oddity::GrownFen);
    }
    if board::set_up(&spec.place).is_none() {
        return Some(Oddity::BrokenFen);
    }
    let moves = spec.moves.as_ref();
    if line.ends_with(b" moves") && moves.is_some_and(Vec::is_empty) {
        return Some(Oddity::EmptyMoves);
    }
    if board::resolve(spec).is_none() {
        return Some(Oddity::IllegalMoves);
    }
    moves
        .is_some_and(|it| it.len() > 300)
        .then_some(Oddity::ManyMoves)
}

/// A FEN whose third and fourth fields have grown together.
fn grown(line: &[u8]) -> Option<usize> {
    line.windows(4).position(|it| it == b" -- ")
}

fn of_go(line: &[u8], go: &Go) -> Option<Oddity> {
    let says = |words: &[&str]| {
        let all = line.split(u8::is_ascii_whitespace);
        all.filter(|it| words.iter().any(|word| *it == word.as_bytes()))
            .count()
    };
    let large = |n: u64| n == 0 || u32::try_from(n).is_err();
    match go.mode {
        Mode::Unclear => {}
        // `depth 0` has a meaning (`UCCI G5`).
        Mode::Depth(n) => return (n > u64::from(u32::MAX)).then_some(Oddity::Number),
        Mode::Nodes(n) => return large(n).then_some(Oddity::Number),
        Mode::Time(clock) => return large(clock.time).then_some(Oddity::Number),
        Mode::Infinite => return None,
    }
    let uci = [
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "searchmoves",
        "mate",
    ];
    let modes = says(&["depth", "nodes", "infinite", "time"]);
    if says(&uci) > 0 {
        Some(Oddity::GoByUci)
    } else if modes > 1 || (modes == 1 && says(&["opptime", "movestogo", "increment"]) > 0) {
        Some(Oddity::GoMixed)
    } else if hints(line).count() > 1 || line.iter().any(u8::is_ascii_digit) {
        Some(Oddity::Number)
    } else {
        Some(Oddity::GoWords)
    }
}
