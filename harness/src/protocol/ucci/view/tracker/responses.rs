//! What the engine's responses mean, and whether anything asked for them.

use super::{Tracker, doubts::Touches};
use crate::protocol::ucci::{
    view::{Asked, Earlier, Expected, Phase, Quit, Search},
    wire::{Command, OptionLine, Response},
};

/// Why it is not certain which `go` is answered, for the report.
pub(super) const UNDECIDED: &str =
    "a `nobestmove` that may be the result, or the answer to an earlier `stop`";

impl Tracker {
    pub(super) fn response(&mut self, index: usize, response: &Response) {
        let greets = matches!(
            response,
            Response::Id(_) | Response::Option(_) | Response::UcciOk
        );
        if greets && self.undecided.is_some() && self.later.iter().any(|it| it.1 == Command::Ucci) {
            // A greeting that waits for the result shows that there was one.
            self.decide();
        }
        match response {
            Response::Id(id) => {
                if id.kind == "name" {
                    self.name.get_or_insert_with(|| id.text.clone());
                }
                self.only_shaking(index);
            }
            Response::Option(option) => {
                if self.greetings.open > 0 && !self.view.announced_again.contains(&option.name) {
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

    fn expect(&mut self, index: usize, expected: Expected) {
        let certain = !self.doubts.has(Touches::Everything);
        self.view.entries[index].expected = if certain { expected } else { Expected::Unknown };
    }

    /// `uciok` shows that all since `uci` was that protocol's greeting.
    fn greeted(&mut self, index: usize) {
        let said = self.view.entries[index].line.trim_ascii() == b"uciok";
        let mut since = if said { self.uci.pop_front() } else { None };
        if said && !self.addressed {
            // In a log of the engine's output alone it began at the earliest after `ucciok`.
            let mut entries = self.view.entries.iter();
            let ucciok = entries.rposition(|it| it.response() == Some(&Response::UcciOk));
            since = Some(ucciok.map_or(0, |it| it + 1));
        }
        let Some(since) = since else {
            return;
        };
        self.greeted_in_uci = true;
        if let Some(handshake) = &mut self.view.handshake {
            handshake.in_uci = true;
        }
        for entry in &mut self.view.entries[since..index] {
            entry.foreign = true;
            entry.expected = Expected::Unknown;
        }
    }

    fn only_shaking(&mut self, index: usize) {
        // A `quit` that was read early does not end a handshake that is under way.
        let open = self
            .view
            .handshake
            .as_ref()
            .is_some_and(|it| it.ucciok.is_none());
        self.expect(
            index,
            match open {
                true => Expected::Yes,
                false if self.phase == Phase::Alien || self.greetings.open > 0 => Expected::Unknown,
                false => Expected::No,
            },
        );
    }

    fn ucciok(&mut self, index: usize) {
        self.only_shaking(index);
        let greets = self.greetings.open > 0 && self.phase != Phase::Shaking;
        if greets {
            // It may be another process, or one that goes on thinking (`UCCI H7`).
            if self.phase == Phase::Thinking {
                // A `nobestmove` before it may be the result, or else that is still to come.
                let more = usize::from(self.undecided.is_some());
                self.decide();
                self.unsettle(
                    index,
                    more,
                    true,
                    "a `ucci` while thinking that was answered",
                );
                if let Some(search) = self.view.searches.last_mut() {
                    search.abandon(self.now);
                }
                self.phase = Phase::Idle;
            }
            self.outlived(index, index);
            self.greetings.open -= 1;
            if self.greetings.open == 0 {
                self.end_doubt(Touches::Handshake);
            }
        } else if let Some(handshake) = &self.view.handshake {
            self.outlived(handshake.entry, index);
        }
        if let Some(handshake) = &mut self.view.handshake {
            handshake.ucciok.get_or_insert(index);
        }
        if self.phase != Phase::Shaking {
            self.take_later();
            return;
        }
        self.shook_hands = true;
        let lenient = self.view.handshake.as_ref().map(|it| it.entry);
        if let Some(entry) = lenient {
            self.takes_like(entry);
        }
        self.phase = Phase::Idle;
        let random = |it: &OptionLine| {
            let default = it.default.as_ref();
            it.name == "randomness" && default.is_some_and(|it| it.0 != "none")
        };
        self.settings.random |= self.options.iter().any(random);
        self.searches_before_handshake(index);
        self.take_later();
    }

    /// What was sent before `ucci` may have started searches, and they may go on.
    fn searches_before_handshake(&mut self, index: usize) {
        let more = std::mem::take(&mut self.before_handshake);
        if more > 0 {
            self.unsettle(index, more, true, "a `go` before `ucci`");
        }
    }

    /// A second handshake is not answered, and commands after it are: the engine skipped it, or it answers late.
    fn skip_handshake(&mut self) {
        if self.phase == Phase::Shaking && self.shook_hands {
            self.greetings.open += 1;
            self.phase = Phase::Idle;
            self.take_later();
        }
    }

    /// `ucciok` has not come, and a `go` behind `ucci` is answered: the engine takes commands all the same. That the
    /// handshake is open is another rule's affair.
    fn answers_before_ucciok(&mut self) {
        let goes = |it: &(usize, Command)| matches!(it.1, Command::Go(_));
        if self.phase == Phase::Shaking && self.later.iter().any(goes) {
            self.phase = Phase::Idle;
            self.take_later();
        }
    }

    fn answer(&mut self, index: usize, kind: Asked) {
        // What was asked before a second handshake does not show that the engine skipped it.
        let mut earlier = self.view.asks.iter();
        let open = earlier.any(|it| it.kind == kind && it.answer.is_none());
        if self.phase == Phase::Alien && !open {
            self.fences.take_extra(kind);
            return;
        }
        if !open && self.fences.extra(kind) == 0 {
            self.skip_handshake();
        }
        // What waits for `ucciok` or for the end of a batch may be answered early all the same.
        let early = self.later.iter().position(|it| asks(&it.1, kind));
        if early.is_some() && !open && self.undecided.is_some() {
            // An answer that waits for the result shows that there was one.
            self.decide();
            return self.answer(index, kind);
        }
        // Answers go to the first question that is open, so the open ones of a kind are the last of it.
        let same = self.view.asks.iter_mut().rev().filter(|it| it.kind == kind);
        let Some(ask) = same.take_while(|it| it.answer.is_none()).last() else {
            if let Some(early) = early.filter(|_| self.fences.extra(kind) == 0) {
                self.later.remove(early);
                self.view.entries[index].early =
                    self.settings.batch && self.phase == Phase::Thinking;
                self.expect(index, Expected::Yes);
            } else if self.fences.take_extra(kind) {
                self.expect(index, Expected::Unknown);
            } else if self.phase != Phase::Leaving {
                self.expect(index, Expected::No);
                // Which one answers what is not certain from here on.
                self.fences.may_answer_more(kind, self.nth(index));
                let at = self.view.entries[index].at;
                let reason = "an answer that no question was open for";
                self.doubts.begin(Touches::Answers, at, reason);
            } else {
                self.expect(index, Expected::No);
            }
            return;
        };
        ask.answer = Some(index);
        let (asked, nth) = (ask.entry, ask.nth);
        let (phase, doubtful) = (ask.phase, ask.doubtful);
        let expected = if doubtful {
            Expected::Unknown
        } else {
            Expected::Yes
        };
        self.expect(index, expected);
        if kind == Asked::IsReady {
            self.outlived(asked, index);
            self.prove_intruder(asked);
            self.prove_search(nth);
            self.fence(nth, phase);
        }
    }

    /// The engine answered, with no result before the answer, what came after the intruder.
    fn prove_intruder(&mut self, asked: usize) {
        let search = self.view.searches.last_mut();
        let certain = self.fences.extra(Asked::IsReady) == 0;
        let thinking = self.phase == Phase::Thinking && certain;
        let search = search.filter(|it| thinking && it.result.is_none() && it.stop.is_none());
        if let (Some(intruder), Some(search)) = (&mut self.intruder, search) {
            // It came into this search and no earlier one, whose result may have been on its way.
            let same = search.entry < intruder.entry;
            intruder.proven |= same && asked > intruder.entry;
            search.intruder = self.intruder.clone().filter(|it| it.proven);
        }
    }

    fn info(&mut self, index: usize) {
        if self.later.iter().any(|it| matches!(it.1, Command::Go(_))) {
            self.skip_handshake();
        }
        let expected = match self.phase {
            Phase::Thinking => {
                let search = self.view.searches.last_mut();
                let doubtful = search.as_ref().is_none_or(|it| it.doubtful || it.optional);
                if let Some(search) = search {
                    search.infos.push(index);
                }
                if doubtful {
                    Expected::Unknown
                } else {
                    Expected::Yes
                }
            }
            Phase::Alien => Expected::Unknown,
            // Of what was sent before `ucci`.
            Phase::Shaking if self.before_handshake > 0 => Expected::Unknown,
            // A search that had to be taken for ended may go on.
            _ if self.unsettled.is_some() => Expected::Unknown,
            Phase::Leaving if !self.left_idle() => Expected::Unknown,
            _ => Expected::No,
        };
        self.expect(index, expected);
        self.view.entries[index].debug = self.settings.debug;
    }

    /// Whether `quit` came to an engine that was certainly idle.
    fn left_idle(&self) -> bool {
        let quit = self.view.quit.as_ref();
        quit.is_some_and(|it| it.phase == Phase::Idle)
    }

    fn result(&mut self, index: usize, none: bool) {
        let searches = self.unsettled.is_some() || self.before_handshake > 0;
        let may_be_earlier = searches || none && self.stops.count() > 0;
        if self.phase == Phase::Shaking && may_be_earlier {
            self.earlier_result(index, none);
            return;
        }
        self.skip_handshake();
        self.answers_before_ucciok();
        let expected = match self.phase {
            Phase::Thinking => {
                self.ends_search(index, none);
                return;
            }
            Phase::Leaving => self.last_result(index, none),
            Phase::Alien => {
                if none && self.stops.count() > 0 {
                    self.answer_stop(index);
                }
                Expected::Unknown
            }
            // While this may be the answer to a `stop`, a late result may still be to come.
            Phase::Idle if none && self.stops.count() > 0 => {
                self.answer_stop(index);
                Expected::Unknown
            }
            Phase::Idle if self.unsettled.is_some() => {
                self.unsettled_result(index);
                Expected::Unknown
            }
            // Late, which another rule convicts.
            Phase::Idle if none && self.stops.take_late() => Expected::Unknown,
            _ => Expected::No,
        };
        self.expect(index, expected);
    }

    /// A result that came between `ucci` and `ucciok`, and may be one of a search before that.
    fn earlier_result(&mut self, index: usize, none: bool) {
        if none && self.stops.count() > 0 {
            self.answer_stop(index);
        } else {
            self.unsettled_result(index);
        }
        self.expect(index, Expected::Unknown);
    }

    /// A `nobestmove` answers a `stop` that the engine read while it was idle.
    fn answer_stop(&mut self, index: usize) {
        self.stops.answer();
        self.stops_before = self.stops_before.min(self.stops.count());
        let at = self.view.entries[index].at;
        let mut open = self.view.idle_stops.iter_mut();
        if let Some(stop) = open.find(|it| it.answer.is_none()) {
            stop.answer = Some(at);
        }
    }

    fn ends_search(&mut self, index: usize, none: bool) {
        if let Some(earlier) = self.undecided
            && self.later.iter().any(|it| matches!(it.1, Command::Go(_)))
        {
            // Both may be results, of two searches in a row.
            self.unsettle(earlier, 1, false, UNDECIDED);
            self.decide();
            return self.result(index, none);
        }
        if let Some(earlier) = self.undecided.take() {
            // Two results for one `go`: the first was the answer to an earlier `stop`.
            self.stops_before = self.stops_before.saturating_sub(1);
            self.answer_stop(earlier);
            self.view.entries[earlier].phase = Phase::Idle;
            // Or the first was the result, and this answers a `stop` that came after it.
            if let Some(search) = self.view.searches.last_mut() {
                search.doubtful |= none && search.stop.is_some();
            }
        }
        if none && self.stops_before > 0 {
            self.undecided = Some(index);
            return;
        }
        self.conclude(index);
    }

    fn conclude(&mut self, index: usize) {
        let none = self.view.entries[index].response() == Some(&Response::NoBestMove);
        let best = match self.view.entries[index].response() {
            Some(Response::BestMove(it)) => it.best.as_ref().map(|it| it.0),
            _ => None,
        };
        let mut expected = Expected::Unknown;
        let mut perhaps = None;
        if let Some(search) = self.view.searches.last_mut() {
            search.result = Some(index);
            if !search.doubtful {
                expected = Expected::Yes;
                // A `bestmove` shows that the engine took the line that it may skip.
                perhaps = (search.perhaps && !none).then_some(search.entry);
                search.perhaps = false;
            }
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
        self.meter.search_ended();
        self.expect(index, expected);
        // A result answers its `go` for certain, unless it may answer an earlier `stop`.
        if expected == Expected::Yes
            && (!none || self.stops_before == 0)
            && let Some(go) = self.view.searches.last().map(|it| it.entry)
        {
            self.outlived(go, index);
        }
        if let Some(entry) = perhaps {
            self.takes_like(entry);
        }
        self.unsettled_result(index);
        self.end_skipped_in_batch();
        if self.phase == Phase::Thinking {
            self.phase = Phase::Idle;
        }
        self.take_later();
    }

    /// Takes an undecided `nobestmove` for the result.
    pub(super) fn decide(&mut self) {
        if let Some(index) = self.undecided.take() {
            // Then it is no result, and the search goes on.
            if let Some(search) = self.view.searches.last_mut() {
                search.doubtful = true;
            }
            // It may have been the answer to an earlier `stop` as well.
            let (nth, at) = (self.nth(index), self.view.entries[index].at);
            for stop in &mut self.view.idle_stops {
                if stop.nth < nth {
                    stop.answer.get_or_insert(at);
                }
            }
            self.conclude(index);
            self.expect(index, Expected::Unknown);
            let mut searches = self.view.searches.iter_mut();
            if let Some(search) = searches.rfind(|it| it.result == Some(index)) {
                search.doubtful = true;
            }
        }
    }

    /// A result that came although `quit` had been sent (`UCCI E5`: accept it, if a search ran).
    fn last_result(&mut self, index: usize, none: bool) -> Expected {
        let quit = self.view.quit.as_ref().map(|it| it.entry);
        let stopped = none && self.stops.count() > 0;
        if none && stopped {
            self.answer_stop(index);
        }
        let idle = self.left_idle();
        let certain = !stopped && self.unsettled.is_none();
        match self.view.searches.last_mut() {
            Some(search) if search.result.is_none() && !stopped => {
                search.doubtful |= !certain;
                search.result = Some(index);
                Expected::Unknown
            }
            // What `quit` interrupts has one result at most.
            Some(search) if certain && !search.doubtful && search.result > quit => Expected::No,
            _ if certain && idle => Expected::No,
            _ => Expected::Unknown,
        }
    }

    fn early_bye(&mut self, index: usize) {
        let place = self.later.iter().position(|(_, it)| *it == Command::Quit);
        if let Some((entry, _)) = place.and_then(|it| self.later.get(it)) {
            self.view.quit = Some(Quit {
                entry: *entry,
                since: self.now,
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
        if self.undecided.is_some() && self.later.iter().any(|it| it.1 == Command::Quit) {
            // As any answer that waits for the result.
            self.decide();
        }
        match &mut self.view.quit {
            Some(quit) if quit.bye.is_none() => {
                quit.bye = Some(index);
                self.expect(index, Expected::Yes);
            }
            _ if self.phase == Phase::Alien => (),
            // It takes its leave of an interface that has gone (`UCCI E5`).
            _ if self.input_closed => (),
            // The `quit` was waiting for `ucciok` or for the end of a batch: it was read early.
            _ if self.later.iter().any(|(_, it)| *it == Command::Quit) => self.early_bye(index),
            _ => self.expect(index, Expected::No),
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
