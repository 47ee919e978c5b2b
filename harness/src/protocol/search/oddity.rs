//! Lines of the interface that the text does not provide for, and whether the engine outlived them.
//!
//! The text is silent about most of what can be sent to an engine (`UCCI T4`, `P6`, `G10`, `O37`).
//! No engine may die of it, so every such line is kept with what makes it odd, up to the next proof
//! of life. A line counts as odd in one way only, the most telling one.

use std::time::Duration;

use super::{
    Ask, Asked, Command, Deadline, Dialect, EndKind, Ending, Entry, Names, Phase, Posspec, Tracker,
    View, resolve, set_up,
};
use crate::{protocol::lines::Line, rule::Findings, transcript::End};

/// How soon `isready` is answered is not said; later than this is never.
const LIMIT: Duration = Duration::from_secs(10);

/// What is odd about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Oddity<D: Dialect> {
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
    SecondGreeting,
    StrayPonderhit,
    /// An option that was announced gets a value that cannot be one, or none.
    OptionValue,
    /// No oddity: an option that was announced gets a value that it admits.
    OptionSet,
    /// What only this protocol knows of: a habit of its dialects.
    Own(D::Oddity),
}

/// An odd line.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Odd<D: Dialect> {
    pub(in crate::protocol) what: Oddity<D>,
    pub(in crate::protocol) entry: usize,
    /// The response that proved that the engine had outlived it.
    pub(in crate::protocol) outlived: Option<usize>,
}

impl<D: Dialect> View<D> {
    /// The odd line that the engine died of, or fell silent after.
    pub(in crate::protocol) fn last_straw(&self) -> Option<&Odd<D>> {
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
    fn is_alone(&self, odd: &Odd<D>) -> bool {
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
        let usual = |name: &[u8]| D::OF_THE_SESSION.iter().any(|it| it.as_bytes() == name);
        let option = |it: &Entry<D>| matches!(it.command(), Some(Command::SetOption { name, .. }) if !usual(name));
        is_option(odd.what) || !before.any(option)
    }

    /// The odd line after which a command was not answered any more, although the engine lives.
    pub(in crate::protocol) fn deafened_by(&self, ask: &Ask<D>) -> Option<&Odd<D>> {
        let before = |it: &&Odd<D>| it.entry < ask.entry && it.outlived.is_none();
        self.odd
            .iter()
            .rfind(before)
            .filter(|it| ask.answer.is_none() && self.is_alone(it))
    }

    /// Judges every line of one kind: the engine must go on after it.
    pub(in crate::protocol) fn outlives(&self, out: &mut Findings, kinds: &[Oddity<D>]) {
        for odd in self.odd.iter().filter(|it| kinds.contains(&it.what)) {
            if let Some(proof) = odd.outlived {
                out.conforms(self.entry(proof).at);
            }
        }
        let asked = |it: &&Ask<D>| it.kind == Asked::IsReady && !it.unread;
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
                let Names {
                    is_ready, ready_ok, ..
                } = D::NAMES;
                format!("`{ready_ok}` to the `{is_ready}` after this line {fate}")
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
fn is_option<D: Dialect>(what: Oddity<D>) -> bool {
    match what {
        Oddity::OptionValue | Oddity::OptionSet | Oddity::LongOption => true,
        Oddity::Own(own) => D::is_option_oddity(own),
        _ => false,
    }
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

impl<D: Dialect> Tracker<D> {
    /// Notes what is odd about a line, as things stand before the engine takes it.
    pub(in crate::protocol) fn notice(&mut self, index: usize, line: &Line, command: &Command<D>) {
        let waits = D::defers(&self.own) && self.phase == Phase::Thinking;
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
            Phase::Boot => D::odd_first(&line.bytes).map(Oddity::Own),
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
    pub(in crate::protocol) fn outlived(&mut self, asked: usize, proof: usize) {
        let odd = self.view.odd.iter_mut().rev();
        for odd in odd.take_while(|it| it.outlived.is_none()) {
            if odd.entry <= asked {
                odd.outlived = Some(proof);
            }
        }
    }

    fn of_command(&self, line: &Line, command: &Command<D>) -> Option<Oddity<D>> {
        let thinking = self.phase == Phase::Thinking;
        match command {
            Command::Blank => Some(Oddity::Empty),
            Command::Other => {
                Some(D::odd_foreign(&line.bytes).map_or(Oddity::Unknown, Oddity::Own))
            }
            Command::Greet => Some(Oddity::SecondGreeting),
            Command::PonderHit { .. } if self.phase == Phase::Idle => Some(Oddity::StrayPonderhit),
            Command::Go(_) if thinking => Some(Oddity::GoWhileThinking),
            Command::SetOption { .. } | Command::Position(_) if thinking => {
                Some(Oddity::WhileThinking)
            }
            Command::Own(own) if thinking && !D::may_interrupt(own) => Some(Oddity::WhileThinking),
            Command::SetOption { name, value } => self.of_option(name, value),
            Command::Position(spec) => of_position(line, spec),
            Command::Own(own) => D::odd_own(self, own),
            Command::Go(go) => D::odd_go(&line.bytes, go)
                .or_else(|| self.told.is_none().then_some(Oddity::NoPosition)),
            _ => None,
        }
    }

    fn of_option(&self, name: &[u8], value: &[u8]) -> Option<Oddity<D>> {
        let known = self.view.announced.iter().any(|it| D::is_option(it, name));
        let mut announced = self.options.iter();
        let option = announced
            .find(|it| D::is_option(&it.name, name))
            .filter(|_| known);
        let kind = option.and_then(|it| it.kind.as_ref());
        let kind = kind.map_or("", |(kind, _)| kind.as_str());
        if let Some(own) = D::odd_option(known, kind, name, value) {
            return Some(Oddity::Own(own));
        }
        let option = option?;
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
fn of_bytes<D: Dialect>(line: &Line, command: &Command<D>) -> Option<Oddity<D>> {
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
    } else if wide && *command != Command::Blank && !D::outweighs_blanks(body) {
        Some(Oddity::Blanks)
    } else {
        None
    }
}

fn of_position<D: Dialect>(line: &Line, spec: &Posspec<D>) -> Option<Oddity<D>> {
    if let Some(own) = D::odd_position(line.bytes.trim_ascii_end(), spec) {
        return Some(Oddity::Own(own));
    }
    if set_up::<D::Game>(&spec.place).is_none() {
        return Some(Oddity::BrokenFen);
    }
    if resolve(spec).is_none() {
        return Some(Oddity::IllegalMoves);
    }
    let moves = spec.moves.as_ref();
    moves
        .is_some_and(|it| it.len() > MANY)
        .then_some(Oddity::ManyMoves)
}

/// So many moves are many.
const MANY: usize = 300;
