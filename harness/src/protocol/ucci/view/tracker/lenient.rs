//! Lines outside the grammar, read as an engine may read them: as a command, or not at all.
//!
//! The text is silent about blanks, case, stray words and carriage returns (`UCCI T4`, `T6`), so an
//! engine that acts on such a line is as innocent as one that skips it.

use super::{PerhapsQuit, Takes, Tracker, commands::SKIPPED_IN_BATCH, doubts::Touches};
use crate::protocol::ucci::{
    view::{Asked, Phase},
    wire::{Command, hints},
};

/// How a line departs from the grammar by its blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blanks {
    Plain,
    /// Blanks at the end only (`UCCI D8`).
    AtEnd,
    /// Tabs, runs of blanks, or a blank in front.
    Elsewhere,
}

impl Blanks {
    fn of(line: &[u8]) -> Blanks {
        let body = line.strip_suffix(b"\r").unwrap_or(line);
        let trimmed = body.trim_ascii_end();
        let runs = trimmed.windows(2).any(|it| it == b"  ");
        if trimmed.is_empty() {
            Blanks::Plain
        } else if body.contains(&b'\t') || runs || body.starts_with(b" ") {
            Blanks::Elsewhere
        } else if trimmed.len() < body.len() {
            Blanks::AtEnd
        } else {
            Blanks::Plain
        }
    }
}

/// Why a line is read in two ways, for the report.
const ODD_BLANKS: &str =
    "a line with a blank or a carriage return at its end, which an engine may skip";
const ODD_LINE: &str = "a line outside the grammar that an engine may take for a command";

impl Tracker {
    /// Takes a line of the interface, for certain or perhaps.
    pub(super) fn take(&mut self, index: usize, command: Command) {
        let line = &self.view.entries[index].line;
        let returns = line.ends_with(b"\r");
        let blanks = Blanks::of(line);
        // Who ends `ucci` by it ends all lines by it, and every engine should take it then (`UCCI T6`).
        let hands = matches!(self.phase, Phase::Boot | Phase::Alien) && !self.shook_hands;
        self.takes.returns |= returns && hands && command == Command::Ucci;
        let understood = !returns || hands || self.takes.returns;
        match blanks {
            Blanks::Plain if understood => self.command(index, command),
            Blanks::AtEnd if understood && self.takes.blanks => self.command(index, command),
            Blanks::Plain | Blanks::AtEnd => self.perhaps_command(index, command),
            Blanks::Elsewhere => self.command(index, Command::Other),
        }
    }

    /// The engine acted on such a line, so it takes others like it as well.
    pub(super) fn takes_like(&mut self, index: usize) {
        let line = &self.view.entries[index].line;
        self.takes.returns |= line.ends_with(b"\r");
        self.takes.blanks |= Blanks::of(line) == Blanks::AtEnd;
        // It takes the odd `position` as well, if that was odd in the same way.
        let (odd, takes) = (self.odd_position, self.takes);
        if (odd.returns && !takes.returns) || (odd.blanks && !takes.blanks) {
            return;
        }
        if self.board.alternative.take().is_some() {
            self.end_doubt(Touches::Board);
        }
        if let Some(search) = self.view.searches.last_mut() {
            search.board.alternative = None;
        }
    }

    fn perhaps_command(&mut self, index: usize, command: Command) {
        let waits = self.phase == Phase::Thinking && self.settings.batch;
        match (self.phase, command) {
            (Phase::Boot | Phase::Alien, Command::Ucci) => {
                self.boot(index, &Command::Ucci);
                // It may be skipped: then nothing is owed.
                if let Some(handshake) = &mut self.view.handshake {
                    handshake.after_alien = true;
                }
            }
            (Phase::Idle, Command::Go(go)) => self.go(index, go, true),
            (Phase::Idle, Command::Position(spec)) => {
                self.follow(index, &spec);
                // Several may have been skipped: then any of the boards before may stand.
                let here = self.board.position.clone();
                let sure = self.board.alternative.is_none();
                self.board.alternative = Some(here.filter(|_| sure));
                let line = &self.view.entries[index].line;
                self.odd_position = Takes {
                    returns: line.ends_with(b"\r"),
                    blanks: Blanks::of(line) == Blanks::AtEnd,
                };
                self.position(index, &spec, ODD_BLANKS);
            }
            (Phase::Idle | Phase::Thinking, Command::SetOption { name, value }) => {
                self.perhaps_set(index, &[name.as_slice(), b" ", &value].concat());
            }
            (Phase::Idle | Phase::Thinking, _) if !waits => self.perhaps(index, ODD_BLANKS),
            _ => self.command(index, Command::Other),
        }
    }

    /// The line may be read as the commands whose words it has.
    pub(super) fn perhaps_other(&mut self, index: usize) {
        // `UCCI H3`: an engine that speaks UCI as well may go on in it.
        let line = &self.view.entries[index].line;
        if line.trim_ascii() == b"uci" {
            self.uci.push_back(index);
        }
        if line.trim_ascii() == b"uci" && matches!(self.phase, Phase::Idle | Phase::Thinking) {
            self.leave_protocol(index);
            return;
        }
        self.perhaps(index, ODD_LINE);
    }

    /// Another protocol may be spoken from here on. What was asked before may be answered at any time, or never.
    fn leave_protocol(&mut self, index: usize) {
        let at = self.view.entries[index].at;
        let reason = "`uci` was sent: another protocol may be spoken up to the next `ucci`";
        for ask in &mut self.view.asks {
            if ask.answer.is_none() {
                (ask.doubtful, ask.skippable, ask.owed) = (true, true, false);
                self.doubts.begin(Touches::Answers, at, reason);
            }
        }
        if self.phase == Phase::Thinking {
            self.unsettle(index, 0, false, reason);
            if let Some(search) = self.view.searches.last_mut() {
                search.abandon(self.now);
            }
        }
        self.phase = Phase::Alien;
        self.doubts.begin(Touches::Everything, at, reason);
    }

    pub(super) fn perhaps(&mut self, index: usize, reason: &'static str) {
        let at = self.view.entries[index].at;
        let nth = self.nth(index);
        let line = self.view.entries[index].line.clone();
        for hint in hints(&line) {
            match hint {
                "ucci" if matches!(self.phase, Phase::Idle | Phase::Thinking) => {
                    self.second_ucci(index, reason);
                }
                "ucci" => self.greet(index, reason),
                "isready" | "probe" => {
                    let kind = match hint {
                        "isready" => Asked::IsReady,
                        _ => Asked::Probe,
                    };
                    self.fences.may_answer_more(kind, nth);
                    self.doubts.begin(Touches::Answers, at, reason);
                }
                "quit" => {
                    let entry = index;
                    self.perhaps_quit.get_or_insert(PerhapsQuit { nth, entry });
                    self.tamper();
                    self.doubts.begin(Touches::Quit, at, reason);
                }
                "stop" => {
                    self.stops.send(nth);
                    self.stops_before += 1;
                    self.tamper();
                }
                "ponderhit" => self.tamper(),
                "setoption" => self.perhaps_set(index, &line),
                "go" => {
                    if self.settings.batch {
                        self.doubts.begin(Touches::Batch, at, SKIPPED_IN_BATCH);
                    }
                    if matches!(self.phase, Phase::Idle | Phase::Thinking) {
                        self.unsettle(index, 1, true, reason);
                    } else {
                        self.before_handshake += 1;
                    }
                }
                "position" | "banmoves" => self.unsure_board(index, reason),
                _ => (),
            }
        }
    }

    /// The running search may have been stopped, or its clock started.
    fn tamper(&mut self) {
        if let Some(search) = self.view.searches.last_mut() {
            search.tampered |= search.result.is_none();
        }
    }

    /// A handshake beside the first may begin here.
    pub(super) fn greet(&mut self, index: usize, reason: &'static str) {
        self.greetings.open += 1;
        self.greetings.latest = self.nth(index);
        let at = self.view.entries[index].at;
        self.doubts.begin(Touches::Handshake, at, reason);
    }

    /// The line may have set an option.
    pub(super) fn perhaps_set(&mut self, index: usize, words: &[u8]) {
        let at = self.view.entries[index].at;
        let reason = "a `setoption` that an engine may take or skip";
        let says = |word: &str| {
            let mut all = words.split(|it| !it.is_ascii_alphanumeric());
            all.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
        };
        let announced = |word: &str| self.view.announced.iter().any(|it| it == word);
        if says("usemillisec") && (announced("usemillisec") || !self.shook_hands) {
            self.settings.usemillisec = false;
            self.doubts.begin(Touches::Unit, at, reason);
        }
        if says("batch") && (announced("batch") || !self.shook_hands) {
            self.settings.batch = false;
            self.doubts.begin(Touches::Batch, at, reason);
        }
        if says("debug") {
            self.settings.debug = true;
        }
        self.settings.random |= says("randomness");
        // Blindly set, too: by which rules the engine plays then is not known (`UCCI O37`).
        if says("promotion") && !says("false") {
            self.settings.promotion = true;
            self.intruder = None;
            let reason = "`promotion` may be on: how such moves are written is not said";
            self.doubts.begin(Touches::Promotion, at, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_told_apart_by_their_place() {
        for (line, blanks) in [
            ("go depth 1", Blanks::Plain),
            ("go depth 1\r", Blanks::Plain),
            ("", Blanks::Plain),
            ("go depth 1 ", Blanks::AtEnd),
            ("go depth 1  \r", Blanks::AtEnd),
            (" go depth 1", Blanks::Elsewhere),
            ("go  depth 1", Blanks::Elsewhere),
            ("go\tdepth 1", Blanks::Elsewhere),
        ] {
            assert_eq!(Blanks::of(line.as_bytes()), blanks, "{line:?}");
        }
    }
}
