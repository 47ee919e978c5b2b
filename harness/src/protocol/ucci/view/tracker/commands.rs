//! What the interface's commands do to the engine's state.

use std::time::Duration;

use ponderhit_engine::games::xiangqi::Move;

use super::{PerhapsQuit, Tracker, doubts::Touches, responses::UNDECIDED};
use crate::protocol::{
    deadline::Waited,
    ucci::{
        view::{
            AfterHit, Ask, Asked, BanList, Expected, Handshake, IdleStop, Intruder, LapsedBans,
            Phase, Quit, Search, interface::SentBans, resolve,
        },
        wire::{Command, Go, Mode, Posspec, hints},
    },
};

/// What takes longer than this never comes, times the scale.
const NEVER: Duration = Duration::from_secs(10);

const SECOND_UCCI: &str = "a second `ucci`";

/// Why it is not certain that a line waits, for the report.
pub(super) const SKIPPED_IN_BATCH: &str = "a `go` that the engine may have skipped, in batch mode";

impl Tracker {
    pub(super) fn command(&mut self, index: usize, command: Command) {
        if let Command::Probe(spec) = &command {
            self.board.probe(spec);
        }
        if let Command::Position(spec) = &command {
            self.follow(index, spec);
        }
        if command.begins_game(&self.view.entries[index].line) {
            (self.earlier, self.hit, self.bans, self.lapsed) = (None, None, None, None);
        }
        let waits = self.waits_in_batch() || self.phase == Phase::Shaking && self.is_kept(index);
        if command == Command::Other && self.phase != Phase::Leaving && !waits {
            self.perhaps_other(index);
        }
        match self.phase {
            Phase::Boot => self.boot(index, &command),
            Phase::Alien => {
                if command == Command::Ucci {
                    self.boot(index, &command);
                } else if command != Command::Other {
                    self.perhaps(
                        index,
                        "sent after `uci`: its answer may come after the next `ucci`",
                    );
                }
            }
            Phase::Shaking => self.later.push_back((index, command)),
            Phase::Idle => self.idle(index, command),
            Phase::Thinking if self.waits_in_batch() => {
                self.view.entries[index].waited = true;
                self.later.push_back((index, command));
            }
            Phase::Thinking => self.thinking(index, &command),
            Phase::Leaving => (),
        }
    }

    /// What the interface itself believes to be on the board.
    pub(super) fn follow(&mut self, index: usize, told: &Posspec) {
        if let Some(pondered) = self.hit.take() {
            self.view.after_hits.push(AfterHit {
                entry: index,
                told: told.clone(),
                pondered,
                answer: self.board.answered,
            });
        }
        self.lapsed = self.bans.take().map(|bans| (bans, told.clone()));
        self.told = Some(told.clone());
    }

    pub(super) fn boot(&mut self, index: usize, command: &Command) {
        // A record that begins with another command may begin in the middle of a conversation, and then
        // does not show what the lines before it answer.
        let first = matches!(command, Command::Ucci | Command::Quit | Command::Blank);
        let before = if self.shook_hands { 0 } else { index };
        for entry in &mut self.view.entries[..before] {
            entry.foreign = true;
            if !first {
                entry.expected = Expected::Unknown;
            }
        }
        self.phase = match command {
            Command::Ucci => {
                // What was left unanswered may be answered at any time, and then not what comes next.
                if !self.shook_hands || self.owes_nothing() {
                    self.end_doubt(Touches::Everything);
                }
                if self.shook_hands {
                    self.greet(index, SECOND_UCCI);
                }
                self.view.handshake = Some(Handshake {
                    entry: index,
                    ucciok: None,
                    after_alien: self.phase == Phase::Alien,
                    in_uci: self.greeted_in_uci,
                    again: self.shook_hands,
                });
                Phase::Shaking
            }
            Command::Quit => {
                self.quit(index);
                return;
            }
            Command::Blank => self.phase,
            _ => {
                let at = self.view.entries[index].at;
                let reason = "the first command was none of UCCI: another protocol may be spoken";
                self.doubts.begin(Touches::Everything, at, reason);
                if *command != Command::Other {
                    self.perhaps_other(index);
                }
                Phase::Alien
            }
        };
    }

    /// Whether nothing that was said may yet be answered.
    fn owes_nothing(&self) -> bool {
        let kinds = [Asked::IsReady, Asked::Probe];
        let asked = self.owes_answers() || kinds.iter().any(|it| self.fences.extra(*it) > 0);
        let searches = self.unsettled.is_some() || self.before_handshake > 0;
        let others = self.stops.count() + self.greetings.open;
        !asked && !searches && others == 0 && self.perhaps_quit.is_none()
    }

    fn idle(&mut self, index: usize, command: Command) {
        match command {
            Command::Ucci => self.second_ucci(index, SECOND_UCCI),
            Command::IsReady => self.ask(index, Asked::IsReady),
            Command::Probe(_) => self.ask(index, Asked::Probe),
            // Into a search that may be running it would come in vain.
            Command::SetOption { name, value } if self.unsettled.is_some() => {
                self.perhaps_set(index, &[name.as_slice(), b" ", &value].concat());
            }
            Command::SetOption { name, value } => self.setoption(index, &name, &value),
            Command::Position(spec) => {
                self.board.alternative = None;
                self.position(index, &spec, "a `position` that the text does not fix");
            }
            Command::BanMoves(moves) => {
                self.intruder = None;
                self.lapsed = None;
                self.keep_bans(moves.as_deref());
                self.view.ban_lists.push(BanList {
                    entry: index,
                    position: self.board.position.clone(),
                });
                self.board.ban(moves.as_deref());
                let legal = |it: &Move| {
                    let position = self.board.position.as_ref();
                    position.is_none_or(|position| position.is_legal(*it))
                };
                // A list with a move that is none here may be passed over whole (`UCCI P6`).
                if !moves.as_ref().is_some_and(|it| it.iter().all(legal)) {
                    self.board.bans.unclear = true;
                    let at = self.view.entries[index].at;
                    let reason = "`banmoves` with a move that is none here";
                    self.doubts.begin(Touches::Board, at, reason);
                }
            }
            Command::Go(go) => self.go(index, go, false),
            Command::Stop => {
                self.stops.send(self.nth(index));
                self.unsettled_stop(index);
                if self.unsettled.is_none() {
                    self.view.idle_stops.push(IdleStop {
                        nth: self.nth(index),
                        culprit: self.view.entries[index].culprit(),
                        answer: None,
                        settled: false,
                    });
                }
            }
            Command::Quit => self.quit(index),
            Command::PonderHit { .. } | Command::Blank | Command::Other => (),
        }
    }

    /// A `position` that the engine takes, or that it may skip for this `reason`.
    pub(super) fn position(&mut self, index: usize, spec: &Posspec, reason: &'static str) {
        let other = self.board.alternative.take();
        let banned = self.board.bans.unclear || !self.board.bans.all.is_empty();
        self.board.set(spec);
        self.intruder = None;
        self.end_doubt(Touches::Board);
        // A search that had to be taken for ended may go on, and then this is invalid; one that is
        // odd may be skipped, or not.
        let line = self.view.entries[index].line.trim_ascii_end();
        let odd = !spec.is_plain() || line.ends_with(b" moves");
        let unsettled = self.doubts.reason(Touches::Results);
        if unsettled.is_some() || odd || self.board.position.is_none() {
            self.unsure_board(index, unsettled.unwrap_or(reason));
        } else if let Some(None) = other {
            self.unsure_board(index, reason);
        } else if let Some(other) = other {
            // Skipped, it leaves the bans in force.
            let same = other == self.board.position;
            if same && banned {
                self.board.bans.unclear = true;
                self.board.former.clear();
            }
            self.board.alternative = (!same).then_some(other);
            if !same || banned {
                let at = self.view.entries[index].at;
                self.doubts.begin(Touches::Board, at, reason);
            }
        }
        self.stood |= self.board.position.is_some();
    }

    /// A second `ucci` may begin everything from the start, or nothing (`UCCI H7` is silent).
    pub(super) fn second_ucci(&mut self, index: usize, reason: &'static str) {
        let at = self.view.entries[index].at;
        self.greet(index, reason);
        if self.settings.usemillisec {
            self.settings.usemillisec = false;
            self.doubts.begin(Touches::Unit, at, reason);
        }
        if self.settings.batch {
            self.settings.batch = false;
            self.doubts.begin(Touches::Batch, at, reason);
        }
        self.unsure_board(index, reason);
        self.intruder = None;
    }

    /// Notes where the game stood when bans were sent.
    fn keep_bans(&mut self, moves: Option<&[Move]>) {
        let before = self.bans.take().map(|it| it.moves).unwrap_or_default();
        if let (Some(position), Some(told), Some(moves)) = (&self.board.position, &self.told, moves)
        {
            self.bans = Some(SentBans {
                moves: [&before, moves].concat(),
                position: position.clone(),
                told: told.clone(),
                answered: self.board.answered,
            });
        }
    }

    /// `UCCI ST6`: `stop`, `ponderhit`, `isready`, `probe` and `quit` are all that may come.
    fn thinking(&mut self, index: usize, command: &Command) {
        match command {
            Command::IsReady => self.ask(index, Asked::IsReady),
            Command::Probe(_) => self.ask(index, Asked::Probe),
            Command::Stop => {
                self.stops.send(self.nth(index));
                self.unsettled_stop(index);
                let waits = self.doubts.has(Touches::Batch);
                if let Some(search) = self.view.searches.last_mut() {
                    search.stop.get_or_insert(index);
                    search.tampered |= waits;
                }
            }
            Command::PonderHit { .. } => {
                let waits = self.doubts.has(Touches::Batch);
                if let Some(search) = self.view.searches.last_mut() {
                    search.tampered |= waits;
                    search.ponderhit.get_or_insert(index);
                    self.hit = search.told.clone().filter(|_| search.go.ponder);
                }
            }
            Command::Quit => self.quit(index),
            Command::Blank | Command::Other => (),
            // The interface takes the undecided `nobestmove` for the result, and so does this.
            _ if self.undecided.is_some() => {
                self.decide();
                self.unsettle(index, 1, false, UNDECIDED);
                self.view.entries[index].phase = self.phase;
                self.command(index, command.clone());
            }
            // The engine may have skipped its `go`, and be idle.
            _ if self.may_have_skipped_go() => {
                if !self.has_skipped_go() {
                    let reason = "a `go` that the engine may have skipped";
                    self.unsettle(index, 0, false, reason);
                }
                if let Some(search) = self.view.searches.last_mut() {
                    search.abandon(self.now);
                }
                self.phase = Phase::Idle;
                self.command(index, command.clone());
            }
            // Invalid here; but a result may be on its way, and then it is not.
            Command::Go(_) => {
                self.intruder = None;
                self.unsettle(index, 1, false, "a second `go` while thinking");
            }
            Command::Position(_) | Command::BanMoves(_) => {
                self.intrude(index, command);
                self.unsure_board(index, "a `position` or `banmoves` while thinking");
            }
            Command::Ucci => self.second_ucci(index, SECOND_UCCI),
            Command::SetOption { name, value } => {
                self.perhaps_set(index, &[name.as_slice(), b" ", value].concat());
            }
        }
    }

    fn may_have_skipped_go(&self) -> bool {
        let last = self.view.searches.last();
        last.is_some_and(|it| it.optional && it.result.is_none())
    }

    /// Whether nothing came of that `go`, long after its `stop`.
    fn has_skipped_go(&self) -> bool {
        let Some((search, stop)) = self
            .view
            .searches
            .last()
            .and_then(|it| Some((it, it.stop?)))
        else {
            return false;
        };
        let last = search.infos.last().copied().unwrap_or(stop).max(stop);
        let since = self.view.entries[last].time;
        let certain = self.unsettled.is_none() && !self.doubts.has(Touches::Batch);
        certain && self.view.timing.waited(since, self.now, NEVER) == Waited::Yes
    }

    /// Notes a command that the engine has to ignore.
    fn intrude(&mut self, index: usize, command: &Command) {
        // Only the latest such command is followed.
        self.intruder = None;
        let Some(search) = self.view.searches.last().filter(|it| !it.doubtful) else {
            return;
        };
        let mut obeyed = search.board.clone();
        match command {
            Command::Position(spec) => obeyed.set(spec),
            Command::BanMoves(moves) => obeyed.ban(moves.as_deref()),
            _ => return,
        }
        self.intruder = Some(Box::new(Intruder {
            command: command.clone(),
            board: search.board.clone(),
            obeyed,
            entry: index,
            proven: false,
        }));
    }

    fn ask(&mut self, index: usize, kind: Asked) {
        // A probe of a position that cannot be may be passed over (`UCCI P6`).
        let (clear, probed) = match self.view.entries[index].command() {
            Some(Command::Probe(spec)) => {
                let probed = resolve(spec);
                (spec.is_plain() && probed.is_some(), probed)
            }
            _ => (true, None),
        };
        let busy = self.phase == Phase::Thinking || self.unsettled.is_some();
        // Which answer is whose is not certain as long as one may be passed over.
        let mut open = self.view.asks.iter().filter(|it| it.answer.is_none());
        let behind = open.any(|it| it.kind == kind && it.skippable);
        if !clear {
            let at = self.view.entries[index].at;
            let reason = "a `probe` of a position that an engine may pass over";
            self.doubts.begin(Touches::Answers, at, reason);
        }
        // In batch mode it is answered after the search only, and there may be one.
        let waits = self.doubts.has(Touches::Batch)
            || self.doubts.has(Touches::Everything)
            || (self.unsettled.is_some() && self.phase != Phase::Thinking);
        self.view.asks.push(Ask {
            kind,
            nth: self.nth(index),
            entry: index,
            since: self.now,
            phase: self.phase,
            answer: None,
            doubtful: waits || self.fences.extra(kind) > 0 || behind || !clear,
            unread: self.doubts.has(Touches::Batch) && busy,
            skippable: !clear || behind,
            owed: !waits && clear && !behind,
            probed: probed.filter(|_| clear),
        });
    }

    /// The unit and the mode that a `setoption` leaves the engine with; of what is not certain
    /// (`UCCI O37`, `D6`, `D12`) the reading that accuses no engine.
    fn setoption(&mut self, index: usize, name: &[u8], value: &[u8]) {
        let announced = |it: &String| it.as_bytes() == name;
        let known = self.view.announced.iter().any(announced);
        let on = match value {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        };
        match (name, on.filter(|_| known)) {
            (b"usemillisec", Some(on)) => {
                self.settings.usemillisec = on;
                if on {
                    self.end_doubt(Touches::Unit);
                }
            }
            (b"batch", Some(on)) => {
                self.settings.batch = on;
                self.end_doubt(Touches::Batch);
            }
            (b"debug", Some(on)) => self.settings.debug = on,
            (b"usebook", Some(on)) => self.settings.usebook = on,
            (b"randomness", _) => self.settings.random = value != b"none",
            (b"promotion", Some(false)) => {
                self.settings.promotion = false;
                self.end_doubt(Touches::Promotion);
            }
            (b"promotion", None) if value == b"false" => {
                self.settings.promotion = false;
                self.end_doubt(Touches::Promotion);
            }
            _ => self.perhaps_set(index, &[name, b" ", value].concat()),
        }
    }

    /// A search begins, or `perhaps` only: the engine may skip the line.
    pub(super) fn go(&mut self, index: usize, go: Go, perhaps: bool) {
        let at = self.view.entries[index].at;
        if !self.stood {
            self.doubts
                .begin(Touches::Board, at, "a `go` before any `position`");
        }
        let announced = self.view.announced.iter().any(|it| it == "usemillisec");
        if matches!(go.mode, Mode::Time(_)) && announced && !self.settings.usemillisec {
            let reason = "`usemillisec` is announced and not known to be on: the unit of time is not certain";
            self.doubts.begin(Touches::Unit, at, reason);
        }
        // Without a position that it must take, or a mode that it must know, an engine may have nothing
        // to think about (`UCCI P6`, `G10`).
        // By other rules a position may be good that is none by ours.
        let promotes =
            self.settings.promotion && self.view.announced.iter().any(|it| it == "promotion");
        let known = self.stood && (self.board.position.is_some() || promotes);
        let optional = perhaps || !known || go.mode == Mode::Unclear;
        if optional && self.settings.batch {
            // Whether it takes what comes next at once is not certain either.
            self.doubts.begin(Touches::Batch, at, SKIPPED_IN_BATCH);
        }
        let mut board = self.board.clone();
        if self.settings.promotion {
            board.position = None;
        }
        self.bans = None;
        if let Some((bans, told)) = self.lapsed.take() {
            self.view.lapsed_bans.push(LapsedBans {
                entry: index,
                bans,
                told,
            });
        }
        self.stops_before = self.stops.count();
        let doubtful = self.unsettled.is_some() || self.doubts.has(Touches::Everything);
        self.view.searches.push(Search {
            entry: index,
            started: self.now,
            go,
            board,
            told: self.told.clone(),
            earlier: self.earlier.take(),
            intruder: self.intruder.clone().filter(|it| it.proven),
            unit: self.unit(),
            unit_known: !self.doubts.has(Touches::Unit),
            usebook: self.settings.usebook,
            random: self.settings.random,
            ponderhit: None,
            stop: None,
            infos: Vec::new(),
            result: None,
            doubtful,
            doubtful_from: None,
            optional,
            perhaps,
            tampered: false,
            abandoned: None,
        });
        if doubtful {
            self.unsettle(index, 1, true, "");
        }
        self.phase = Phase::Thinking;
    }

    /// The unit of `go time`: milliseconds only if the engine announced and was told so; of what
    /// is not certain (`UCCI O37`) the longer one, so that nobody is accused wrongly.
    pub(in super::super::super) fn unit(&self) -> Duration {
        if self.settings.usemillisec {
            Duration::from_millis(1)
        } else {
            Duration::from_secs(1)
        }
    }

    fn quit(&mut self, index: usize) {
        // In batch mode a search that may be running keeps the engine from reading it.
        let unread = self.doubts.has(Touches::Batch) && self.phase == Phase::Thinking;
        let skipped = self.phase == Phase::Thinking && self.may_have_skipped_go();
        // Whether it thinks is not certain, and so not what `quit` asks of it.
        let unclear = self.unsettled.is_some() || self.undecided.is_some() || unread || skipped;
        self.leave(index, if unclear { Phase::Alien } else { self.phase });
    }

    /// The engine took a line for `quit` that may be none: from there on it owes nothing.
    pub(super) fn left_perhaps(&mut self) {
        let perhaps = self.perhaps_quit.filter(|_| self.view.quit.is_none());
        let Some(PerhapsQuit { nth, entry: index }) = perhaps else {
            return;
        };
        self.later.clear();
        self.view.asks.retain(|it| it.entry < index);
        self.view.idle_stops.retain(|it| it.nth < nth);
        let time = self.view.entries[index].time;
        for search in &mut self.view.searches {
            search.abandon(time);
            if search.result.is_some_and(|it| it > index) {
                search.abandoned.get_or_insert(time);
            }
        }
        self.leave(index, Phase::Alien);
    }

    fn leave(&mut self, index: usize, phase: Phase) {
        self.view.quit = Some(Quit {
            entry: index,
            since: self.now,
            phase,
            bye: None,
        });
        if self.phase == Phase::Thinking {
            self.decide();
            if let Some(search) = self.view.searches.last_mut() {
                search.abandon(self.view.entries[index].time);
            }
        }
        self.phase = Phase::Leaving;
    }

    /// Takes what had to wait until the engine was idle.
    pub(super) fn take_later(&mut self) {
        while let Some((index, command)) = self.take_next() {
            self.view.entries[index].phase = self.phase;
            if command == Command::Other && (self.view.entries[index].waited || self.is_kept(index))
            {
                self.perhaps_other(index);
            }
            self.view.entries[index].waited = self.settings.batch;
            if self.phase == Phase::Thinking {
                self.thinking(index, &command);
            } else {
                self.idle(index, command);
            }
        }
    }

    /// The next of them, if it need not wait any more: without batch mode nothing waits for the end of a search.
    fn take_next(&mut self) -> Option<(usize, Command)> {
        match self.phase {
            Phase::Idle => self.later.pop_front(),
            Phase::Thinking if !self.waits_in_batch() => self.later.pop_front(),
            _ => None,
        }
    }

    /// Whether a line outside the grammar is taken after the handshake, if at all: another protocol, and the end, may come
    /// before.
    fn is_kept(&self, index: usize) -> bool {
        let line = &self.view.entries[index].line;
        line.trim_ascii() != b"uci" && hints(line).all(|it| it != "quit")
    }

    /// Whether the engine reads nothing before its search has ended.
    fn waits_in_batch(&self) -> bool {
        let thinking = self.phase == Phase::Thinking && self.settings.batch;
        thinking && !self.may_have_skipped_go()
    }
}
