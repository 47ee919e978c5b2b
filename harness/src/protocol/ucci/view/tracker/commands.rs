//! What the interface's commands do to the engine's state.

use std::time::Duration;

use ponderhit_engine::games::xiangqi::Move;

use super::Tracker;
use crate::protocol::ucci::{
    view::{
        AfterHit, Ask, Asked, BanList, Handshake, IdleStop, Intruder, LapsedBans, Phase, Quit,
        Search, interface::SentBans, resolve,
    },
    wire::{Command, Go, Posspec, hints},
};

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
        match command {
            Command::Other => self.perhaps(index),
            Command::Ucci => self.foreign = false,
            _ => (),
        }
        match self.phase {
            Phase::Boot => self.boot(index, &command),
            Phase::Alien => {
                if command == Command::Ucci && !self.estranged {
                    self.boot(index, &command);
                } else {
                    self.estrange(index);
                }
            }
            Phase::Shaking => self.later.push_back((index, command)),
            Phase::Idle => self.idle(index, command),
            Phase::Thinking if self.settings.batch => {
                self.view.entries[index].waited = true;
                self.later.push_back((index, command));
            }
            Phase::Thinking => self.thinking(index, &command),
            Phase::Leaving => (),
        }
    }

    /// What the interface itself believes to be on the board.
    fn follow(&mut self, index: usize, told: &Posspec) {
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

    fn boot(&mut self, index: usize, command: &Command) {
        // A record that begins with another command may begin in the middle of a conversation, and then
        // does not show what the lines before it answer.
        let first = matches!(command, Command::Ucci | Command::Quit | Command::Blank);
        for entry in &mut self.view.entries[..index] {
            entry.foreign = true;
            entry.unasked &= first;
        }
        self.phase = match command {
            Command::Ucci => {
                self.view.handshake = Some(Handshake {
                    entry: index,
                    ucciok: None,
                    after_alien: self.phase == Phase::Alien,
                });
                Phase::Shaking
            }
            Command::Quit => {
                self.quit(index);
                return;
            }
            Command::Blank => self.phase,
            _ => {
                self.estrange(index);
                Phase::Alien
            }
        };
    }

    /// What the engine took for a command before `ucci` may still be at work after it.
    fn estrange(&mut self, index: usize) {
        let mut hints = hints(&self.view.entries[index].line);
        self.estranged |= hints.any(|it| it != "ucci");
    }

    fn idle(&mut self, index: usize, command: Command) {
        match command {
            Command::Ucci => {
                self.again = true;
                // It may begin from the start (`UCCI H7` is silent).
                self.settings.usemillisec = false;
                self.perhaps.batch |= self.settings.batch;
                self.settings.batch = false;
                self.board.position = None;
                self.intruder = None;
            }
            Command::IsReady => self.ask(index, Asked::IsReady),
            Command::Probe(_) => self.ask(index, Asked::Probe),
            Command::SetOption { name, value } => self.setoption(&name, &value),
            Command::Position(spec) => {
                self.board.set(&spec);
                self.intruder = None;
                // A search that had to be taken for ended may go on, and then this is invalid;
                // what is odd may be passed over, or not.
                let line = self.view.entries[index].line.trim_ascii_end();
                let odd = !spec.is_plain() || line.ends_with(b" moves");
                if self.late_results > 0 || odd {
                    self.board.position = None;
                }
                self.stood |= self.board.position.is_some();
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
                }
            }
            Command::Go(go) => self.go(index, go),
            Command::Stop => {
                self.stray_stop(index);
                if !self.lost {
                    self.view.idle_stops.push(IdleStop {
                        entry: index,
                        answer: None,
                        fenced: false,
                    });
                }
            }
            Command::Quit => self.quit(index),
            Command::PonderHit { .. } | Command::Blank => (),
            Command::Other => self.other(index),
        }
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
                self.stray_stop(index);
                if let Some(search) = self.view.searches.last_mut() {
                    search.stop.get_or_insert(index);
                }
            }
            Command::PonderHit { .. } => {
                if let Some(search) = self.view.searches.last_mut() {
                    search.ponderhit.get_or_insert(index);
                    self.hit = search.told.clone().filter(|_| search.go.ponder);
                }
            }
            Command::Quit => self.quit(index),
            Command::Blank => (),
            Command::Other => self.other(index),
            // The interface takes the undecided `nobestmove` for the result, and so do we.
            _ if self.undecided.is_some() => {
                self.decide();
                self.late_results += 1;
                self.doubt();
                self.view.entries[index].phase = self.phase;
                self.command(index, command.clone());
            }
            // Invalid here; but a result may be on its way, and then it is not.
            _ => {
                self.intrude(index, command);
                self.again |= *command == Command::Ucci;
                if let Command::SetOption { name, value } = command {
                    self.perhaps_set(&[name.as_slice(), b" ", value].concat());
                }
                self.lose();
            }
        }
    }

    /// A `stop` that may find the engine idle, and then is answered by a `nobestmove` of its own.
    fn stray_stop(&mut self, index: usize) {
        self.stray_stops += 1;
        self.stops.push(index);
    }

    /// Notes what the engine is to pass over.
    fn intrude(&mut self, index: usize, command: &Command) {
        // Whatever came before has an heir.
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

    /// Forgives the engine what it does because it took the line for a command.
    fn perhaps(&mut self, index: usize) {
        let line = &self.view.entries[index].line;
        // An engine that speaks UCI as well may greet in it, and stay in it (`UCCI H3`).
        if line.trim_ascii() == b"uci" {
            self.again = true;
            self.greeting = Some(index);
            self.foreign |= matches!(self.phase, Phase::Idle | Phase::Thinking);
        }
        let hints: Vec<_> = hints(line).collect();
        for hint in hints {
            match hint {
                "ucci" => self.again = true,
                "isready" => self.perhaps.isready = true,
                "probe" => self.perhaps.probe = true,
                "quit" => {
                    self.perhaps.quit.get_or_insert(index);
                }
                "stop" => {
                    self.stray_stop(index);
                    self.strays_before += 1;
                    self.doubt();
                }
                "ponderhit" => self.doubt(),
                // In what units it counts, and when it takes what, is unknown from here on.
                "setoption" => {
                    self.phase = Phase::Alien;
                    self.estranged = true;
                }
                "go" => self.lose(),
                _ => (),
            }
        }
    }

    /// What is on the board is not certain any more.
    fn other(&mut self, index: usize) {
        let mut hints = hints(&self.view.entries[index].line);
        if hints.any(|it| matches!(it, "position" | "banmoves" | "go")) {
            self.board.position = None;
            self.board.bans.unclear = true;
            self.intruder = None;
        }
    }

    /// From here on it is not certain which response belongs where.
    fn lose(&mut self) {
        self.lost = true;
        self.board.position = None;
        self.doubt();
    }

    fn ask(&mut self, index: usize, kind: Asked) {
        // A probe of a position that cannot be may be passed over (`UCCI P6`).
        let clear = match self.view.entries[index].command() {
            Some(Command::Probe(spec)) => spec.is_plain() && resolve(spec).is_some(),
            _ => true,
        };
        self.view.asks.push(Ask {
            kind,
            entry: index,
            since: self.now,
            phase: self.phase,
            answer: None,
            // In batch mode it is answered after the search only; and there may be one.
            doubtful: self.perhaps.batch
                || (self.lost && self.phase != Phase::Thinking)
                || !clear
                || self.foreign,
        });
    }

    /// The unit and the mode that a `setoption` leaves the engine with; of what is not certain
    /// (`UCCI O37`, `D6`, `D12`) the reading that accuses nobody.
    fn setoption(&mut self, name: &[u8], value: &[u8]) {
        self.intruder = None;
        let announced = |it: &String| it.as_bytes() == name;
        let known = self.view.announced.iter().any(announced);
        let on = match value {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        };
        match (name, on.filter(|_| known)) {
            (b"usemillisec", Some(on)) => self.settings.usemillisec = on,
            (b"batch", Some(on)) => self.settings.batch = on,
            (b"promotion", Some(on)) => self.settings.promotion = on,
            _ => self.perhaps_set(&[name, b" ", value].concat()),
        }
    }

    /// Somebody may have taken this for the setting of an option.
    fn perhaps_set(&mut self, words: &[u8]) {
        let says = |word: &str| {
            let mut all = words.split(|it| !it.is_ascii_alphanumeric());
            all.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
        };
        let announced = |word: &str| self.view.announced.iter().any(|it| it == word);
        if says("usemillisec") && announced("usemillisec") {
            self.settings.usemillisec = false;
        }
        if says("batch") && announced("batch") {
            self.perhaps.batch = true;
        }
        if says("promotion") && announced("promotion") {
            self.settings.promotion = true;
        }
    }

    fn go(&mut self, index: usize, go: Go) {
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
        self.strays_before = self.stray_stops;
        self.view.searches.push(Search {
            entry: index,
            started: self.now,
            go,
            board,
            told: self.told.clone(),
            earlier: self.earlier.take(),
            intruder: self.intruder.clone().filter(|it| it.proven),
            unit: self.unit(),
            ponderhit: None,
            stop: None,
            infos: Vec::new(),
            result: None,
            // Without any position an engine may have nothing to think about (`UCCI P6`).
            doubtful: self.lost
                || self.late_results > 0
                || self.perhaps.batch
                || !self.stood
                || self.foreign,
            abandoned: None,
        });
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
        let unread = self.perhaps.batch && (self.lost || self.phase == Phase::Thinking)
            || self.foreign && self.phase != Phase::Boot;
        self.leave(index, if unread { Phase::Alien } else { self.phase });
    }

    /// The engine took a line for `quit` that may be none: from there on it owes nothing.
    pub(super) fn left_perhaps(&mut self) {
        let Some(index) = self.perhaps.quit.filter(|_| self.view.quit.is_none()) else {
            return;
        };
        self.later.clear();
        self.view.asks.retain(|it| it.entry < index);
        self.view.idle_stops.retain(|it| it.entry < index);
        let time = self.view.entries[index].time;
        for search in &mut self.view.searches {
            search.abandon(time);
        }
        self.leave(index, Phase::Alien);
    }

    fn leave(&mut self, index: usize, phase: Phase) {
        self.view.quit = Some(Quit {
            entry: index,
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
        while self.phase == Phase::Idle {
            let Some((index, command)) = self.later.pop_front() else {
                return;
            };
            self.view.entries[index].phase = Phase::Idle;
            self.view.entries[index].waited = self.settings.batch;
            self.idle(index, command);
        }
        // Without batch mode nothing waits for the end of a search.
        if self.phase == Phase::Thinking && !self.settings.batch {
            while let Some((index, command)) = self.later.pop_front() {
                self.view.entries[index].phase = Phase::Thinking;
                self.thinking(index, &command);
            }
        }
    }

    /// What is said from here on cannot be given to a search for certain.
    pub(super) fn doubt(&mut self) {
        if let Some(search) = self.view.searches.last_mut() {
            search.doubtful = true;
        }
    }
}
