//! What the engine's responses mean, and whether anything asked for them.

use super::Tracker;
use crate::protocol::ucci::{
    view::{Ask, Asked, Earlier, Phase, Quit, Search},
    wire::{Command, Response},
};

impl Tracker {
    pub(super) fn response(&mut self, index: usize, response: &Response) {
        match response {
            Response::Id(id) => {
                if id.kind == "name" {
                    self.name.get_or_insert_with(|| id.text.clone());
                }
                self.only_shaking(index);
            }
            Response::Option(option) => {
                if self.again && !self.view.announced_again.contains(&option.name) {
                    self.view.announced_again.push(option.name.clone());
                }
                if self.phase == Phase::Shaking {
                    self.options.push(option.clone());
                    self.view.announced.push(option.name.clone());
                    let check = option.kind.as_ref().is_some_and(|(it, _)| it == "check");
                    self.view.checks.retain(|it| *it != option.name);
                    self.view.checks.extend(check.then(|| option.name.clone()));
                }
                self.only_shaking(index);
            }
            Response::UcciOk => self.ucciok(index),
            Response::ReadyOk => self.answer(index, Asked::IsReady),
            Response::Pophash(_) => self.answer(index, Asked::Probe),
            Response::Info(_) => self.info(index),
            Response::BestMove(_) => self.result(index, false),
            Response::NoBestMove => self.result(index, true),
            Response::Bye => self.bye(index),
            Response::Other => self.greeted(index),
            Response::Blank => (),
        }
    }

    fn unasked(&mut self, index: usize) {
        // What another protocol asks for is not known.
        let entry = &mut self.view.entries[index];
        entry.unasked = !entry.foreign || self.phase == Phase::Boot;
    }

    /// `uciok` shows that all since `uci` was that protocol's greeting.
    fn greeted(&mut self, index: usize) {
        let said = self.view.entries[index].line.trim_ascii() == b"uciok";
        let mut since = self.greeting.take_if(|_| said);
        if said && !self.addressed {
            // In a log of the engine's output alone it began at the earliest after `ucciok`.
            let mut entries = self.view.entries.iter();
            let ucciok = entries.rposition(|it| it.response() == Some(&Response::UcciOk));
            since = Some(ucciok.map_or(0, |it| it + 1));
        }
        let Some(since) = since else {
            return;
        };
        for entry in &mut self.view.entries[since..index] {
            entry.foreign = true;
            entry.unasked = false;
        }
    }

    fn only_shaking(&mut self, index: usize) {
        // A `quit` that was read early does not end a handshake that is under way.
        let open = self
            .view
            .handshake
            .as_ref()
            .is_some_and(|it| it.ucciok.is_none());
        if !open && self.phase != Phase::Alien && !self.again {
            self.unasked(index);
        }
    }

    fn ucciok(&mut self, index: usize) {
        self.only_shaking(index);
        if self.again {
            self.outlived(index, index);
        } else if let Some(handshake) = &self.view.handshake {
            self.outlived(handshake.entry, index);
        }
        if let Some(handshake) = &mut self.view.handshake {
            handshake.ucciok.get_or_insert(index);
        }
        if self.phase != Phase::Shaking {
            return;
        }
        self.shook_hands = true;
        self.phase = Phase::Idle;
        self.take_later();
    }

    fn answer(&mut self, index: usize, kind: Asked) {
        if self.phase == Phase::Alien {
            return;
        }
        // What waits for `ucciok` or for the end of a batch may be answered early all the same.
        let early = self.later.iter().any(|(_, command)| asks(command, kind));
        let open = |it: &&mut Ask| it.kind == kind && it.answer.is_none();
        let Some(ask) = self.view.asks.iter_mut().find(open) else {
            if early {
                self.later.retain(|(_, command)| !asks(command, kind));
                self.view.entries[index].early =
                    self.settings.batch && self.phase == Phase::Thinking;
            } else if !self.perhaps.asked(kind) {
                self.unasked(index);
                // Which one answers what is not certain from here on.
                self.perhaps.isready |= kind == Asked::IsReady;
            }
            return;
        };
        ask.answer = Some(index);
        let (proof, asked) = (kind == Asked::IsReady, ask.entry);
        let certain = !self.perhaps.isready;
        let fence = kind == Asked::IsReady && ask.phase == Phase::Idle && certain;
        let sent = ask.entry;
        if proof {
            self.outlived(asked, index);
            self.prove_intruder(asked);
        }
        if fence && self.phase == Phase::Idle {
            self.fence(sent);
        }
    }

    /// The engine answered, with no result before the answer, what came after the intruder.
    fn prove_intruder(&mut self, asked: usize) {
        let search = self.view.searches.last_mut();
        let thinking = self.phase == Phase::Thinking && !self.perhaps.isready;
        let search = search.filter(|it| thinking && it.result.is_none() && it.stop.is_none());
        if let (Some(intruder), Some(search)) = (&mut self.intruder, search) {
            intruder.proven |= asked > intruder.entry;
            search.intruder = self.intruder.clone().filter(|it| it.proven);
        }
    }

    /// The engine has read everything sent before entry `sent`.
    fn fence(&mut self, sent: usize) {
        for stop in &mut self.view.idle_stops {
            stop.fenced |= stop.entry < sent;
        }
        // Which `nobestmove` belongs to which `stop` is a guess; that later ones may still be
        // answered is not.
        self.stops.retain(|it| *it >= sent);
        self.stray_stops = self.stops.len();
    }

    fn info(&mut self, index: usize) {
        match self.phase {
            Phase::Thinking => {
                if let Some(search) = self.view.searches.last_mut() {
                    search.infos.push(index);
                }
            }
            Phase::Leaving | Phase::Alien => (),
            // A search that had to be taken for ended may go on.
            _ if self.lost || self.late_results > 0 => (),
            _ => self.unasked(index),
        }
    }

    fn result(&mut self, index: usize, none: bool) {
        match self.phase {
            Phase::Thinking => self.ends_search(index, none),
            Phase::Leaving => self.last_result(index),
            Phase::Alien => (),
            _ if self.lost => (),
            // While a `nobestmove` may still be one of these, the late result may be still to come.
            Phase::Idle if none && self.stray_stops > 0 => {
                self.stray_stops -= 1;
                let open = self
                    .view
                    .idle_stops
                    .iter_mut()
                    .find(|it| it.answer.is_none());
                if let Some(stop) = open {
                    stop.answer = Some(index);
                }
            }
            Phase::Idle if self.late_results > 0 => self.late_results -= 1,
            _ => self.unasked(index),
        }
    }

    fn ends_search(&mut self, index: usize, none: bool) {
        if let Some(earlier) = self.undecided.take() {
            // Two results for one `go`: the first was the answer to a stray `stop`.
            self.stray_stops = self.stray_stops.saturating_sub(1);
            self.strays_before = self.strays_before.saturating_sub(1);
            self.view.entries[earlier].phase = Phase::Idle;
            let mut open = self.view.idle_stops.iter_mut();
            if let Some(stop) = open.find(|it| it.answer.is_none()) {
                stop.answer = Some(earlier);
            }
        }
        if none && self.strays_before > 0 {
            self.undecided = Some(index);
            return;
        }
        self.conclude(index);
    }

    fn conclude(&mut self, index: usize) {
        let best = match self.view.entries[index].response() {
            Some(Response::BestMove(it)) => it.best.as_ref().map(|it| it.0),
            _ => None,
        };
        if let Some(search) = self.view.searches.last_mut() {
            search.result = Some(index);
            let hit = search.ponderhit.map(|it| self.view.entries[it].time);
            self.earlier = Some(Box::new(Earlier {
                best,
                hit,
                search: Search {
                    earlier: None,
                    ..search.clone()
                },
                ended: self.now,
            }));
        }
        self.board.answer(best);
        // It may be that meanwhile nobody knows any more where the engine is.
        if self.phase == Phase::Thinking {
            self.phase = Phase::Idle;
            self.take_later();
        }
    }

    /// Takes an undecided `nobestmove` for the result.
    pub(super) fn decide(&mut self) {
        if let Some(index) = self.undecided.take() {
            // It may have been the answer to a stray `stop`, and nobody can tell.
            for stop in &mut self.view.idle_stops {
                if stop.entry < index {
                    stop.answer.get_or_insert(index);
                }
            }
            self.conclude(index);
        }
    }

    /// A result that came although `quit` had been sent (`UCCI E5`: accept it).
    fn last_result(&mut self, index: usize) {
        let last = self.view.searches.last_mut();
        if let Some(search) = last.filter(|it| it.result.is_none()) {
            search.result = Some(index);
        }
    }

    fn early_bye(&mut self, index: usize) {
        let place = self.later.iter().position(|(_, it)| *it == Command::Quit);
        if let Some((entry, _)) = place.and_then(|it| self.later.get(it)) {
            self.view.quit = Some(Quit {
                entry: *entry,
                phase: self.phase,
                bye: Some(index),
            });
            self.later.clear();
            self.phase = Phase::Leaving;
        }
    }

    fn bye(&mut self, index: usize) {
        if let Some(quit) = &self.view.quit {
            self.outlived(quit.entry, index);
        }
        if !self.later.iter().any(|(_, it)| *it == Command::Quit) {
            self.left_perhaps();
        }
        match &mut self.view.quit {
            Some(quit) if quit.bye.is_none() => quit.bye = Some(index),
            _ if self.phase == Phase::Alien => (),
            // The `quit` was waiting for `ucciok` or for the end of a batch: it was read early.
            _ if self.later.iter().any(|(_, it)| *it == Command::Quit) => self.early_bye(index),
            _ => self.unasked(index),
        }
    }
}

/// Whether `command` is owed an answer of this kind.
fn asks(command: &Command, kind: Asked) -> bool {
    match kind {
        Asked::IsReady => *command == Command::IsReady,
        Asked::Probe => matches!(command, Command::Probe(_)),
    }
}
