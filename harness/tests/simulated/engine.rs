//! A simulated conformant engine: it follows every must and should of the specification, and chooses freely where the
//! specification allows it.
//!
//! One thread reads and executes lines, and another thread ends searches. If an engine has only one thread, lines wait
//! longer.

use std::collections::VecDeque;

use fastrand::Rng;
use ponderhit_engine::games::xiangqi::{Move, Position};

use crate::{
    reading::{Limit, read, read_go},
    temper::{Boot, IdleStop, MS, SecondUcci, Temper, Uci, Unclear, pick},
};

/// An action of the engine that no command triggers.
#[derive(Clone, Debug)]
enum Later {
    Say(String),
    /// The search ends and the engine sends its result.
    Result,
    Exit,
}

/// A running search.
struct Search {
    started: u64,
    ponders: bool,
    pondered: bool,
    /// The duration of a search without `stop`; for `go ponder` the duration after `ponderhit`.
    length: Option<u64>,
    /// The time at which the search has found its first move.
    computed: u64,
    result: String,
    /// True if the engine may send `nobestmove` before it has found a move.
    may_have_none: bool,
    stopped: bool,
}

pub(crate) struct Engine {
    temper: Temper,
    booted: bool,
    /// The engine executes no line before this time.
    free: u64,
    position: Option<Position>,
    /// True if a position was set, or if the engine assumes one.
    placed: bool,
    bans: Vec<Move>,
    millisec: bool,
    batch: bool,
    search: Option<Search>,
    /// The scheduled actions, sorted by time.
    later: VecDeque<(u64, Later)>,
    left: bool,
    /// True while the engine speaks UCI.
    elsewhere: bool,
    pub(crate) gone: bool,
}

impl Engine {
    pub(crate) fn new(temper: &Temper) -> Engine {
        Engine {
            temper: temper.clone(),
            booted: false,
            free: 0,
            position: Some(Position::start()),
            placed: false,
            bans: Vec::new(),
            millisec: false,
            batch: false,
            search: None,
            later: VecDeque::new(),
            left: false,
            elsewhere: false,
            gone: false,
        }
    }

    /// The time at which the engine executes a line that arrived at the time `arrival`. Returns `None` if another
    /// action must come first.
    pub(crate) fn takes_at(&self, arrival: u64, seed: u64) -> Option<u64> {
        let stopping = self.search.as_ref().is_some_and(|it| it.stopped);
        let deaf = self.search.is_some() && (self.batch || stopping && self.temper.joins);
        if deaf || self.left {
            return None;
        }
        let most = match self.search.is_some() {
            true => self.temper.poll,
            false => self.temper.wake,
        };
        // If the engine was busy when the line arrived, it executes the queued line within one millisecond.
        let most = if arrival < self.free {
            most.min(MS)
        } else {
            most
        };
        let lag = Rng::with_seed(seed ^ 0x1a9).u64(0..=most);
        Some(arrival.max(self.free) + lag)
    }

    /// The time of the next scheduled action.
    pub(crate) fn wakes_at(&self) -> Option<u64> {
        self.later.front().map(|it| it.0)
    }

    /// Performs the next scheduled action: it sends a line, ends a search, or exits.
    pub(crate) fn wake(&mut self, now: u64, out: &mut Vec<String>) {
        match self.later.pop_front().map(|it| it.1) {
            Some(Later::Say(line)) => out.push(line),
            Some(Later::Result) => self.end_search(now, out),
            Some(Later::Exit) => self.gone = true,
            None => (),
        }
    }

    fn later(&mut self, at: u64, what: Later) {
        let place = self.later.partition_point(|it| it.0 <= at);
        self.later.insert(place, (at, what));
    }

    fn end_search(&mut self, now: u64, out: &mut Vec<String>) {
        let Some(search) = self.search.take() else {
            return;
        };
        self.free = self.free.max(now);
        self.drop_later();
        let none = now < search.computed && search.may_have_none;
        out.push(match none {
            true => "nobestmove".to_owned(),
            false => search.result,
        });
    }

    /// Cancels the scheduled output of the search.
    fn drop_later(&mut self) {
        self.later.retain(|it| match &it.1 {
            Later::Say(line) => !line.starts_with("info"),
            Later::Result => false,
            Later::Exit => true,
        });
    }

    /// Handles the end of the engine's input.
    pub(crate) fn close(&mut self, now: u64) {
        if self.left {
            return;
        }
        let clock = self.search.as_ref().and_then(|it| {
            let ends = it.length.filter(|_| !it.ponders)?;
            Some(it.started + ends)
        });
        let end = clock.filter(|_| self.temper.waits_at_eof).unwrap_or(now);
        if clock.is_none() || !self.temper.waits_at_eof {
            self.drop_later();
            self.search = None;
        }
        if self.temper.bye_at_eof {
            self.later(end + MS, Later::Say("bye".to_owned()));
        }
        self.left = true;
        self.later(end + 2 * MS, Later::Exit);
    }

    /// Executes one line of the interface.
    pub(crate) fn take(&mut self, now: u64, line: &[u8], seed: u64, out: &mut Vec<String>) {
        let mut rng = Rng::with_seed(seed);
        self.free = now;
        if line == b"uci" && self.booted {
            self.uci(out);
            return;
        }
        let Some(words) = read(line, &self.temper.lenience) else {
            if self.temper.complains && !line.is_empty() {
                out.push("what is that?".to_owned());
            }
            return;
        };
        let command = words[0].as_str();
        if !self.booted && command != "ucci" {
            match self.temper.boot {
                Boot::Takes => (),
                Boot::Skips if command == "quit" => (),
                Boot::Skips => return,
                Boot::Leaves => {
                    self.left = true;
                    self.later(now + MS, Later::Exit);
                    return;
                }
            }
        }
        if self.elsewhere && !["ucci", "quit", "isready"].contains(&command) {
            return;
        }
        match command {
            "ucci" => self.greet(now, &mut rng, out),
            "isready" => out.push("readyok".to_owned()),
            "probe" => self.probe(&words, &mut rng, out),
            "quit" => self.quit(now, &mut rng, out),
            "stop" => self.stop(now, &mut rng, out),
            "ponderhit" => self.ponderhit(now, &mut rng, out),
            // Other commands are invalid during a search (`UCCI ST7`).
            _ if self.search.is_some() => (),
            "setoption" => self.setoption(&words, &mut rng),
            "position" => self.set_position(&words),
            "banmoves" => self.ban(&words),
            _ => self.go(now, &words, &mut rng),
        }
    }

    fn uci(&mut self, out: &mut Vec<String>) {
        if self.temper.uci == Uci::Skips || self.search.is_some() {
            return;
        }
        self.elsewhere = self.temper.uci == Uci::Switches;
        let lines = [
            "id name Simulated",
            "option name Hash type spin default 16 min 1 max 64",
            "uciok",
        ];
        out.extend(lines.map(str::to_owned));
    }

    fn greet(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let again = self.booted;
        let returns = std::mem::take(&mut self.elsewhere);
        if again && !returns && self.temper.second_ucci == SecondUcci::Skips {
            return;
        }
        if again && self.temper.second_ucci == SecondUcci::Resets && self.search.is_none() {
            (self.millisec, self.batch, self.placed) = (false, false, false);
            self.position = Some(Position::start());
            self.bans.clear();
        }
        self.booted = true;
        let mut lines = vec!["id name Simulated"];
        if self.temper.usemillisec {
            lines.push("option usemillisec type check default false");
        }
        if self.temper.batch {
            lines.push("option batch type check default false");
        }
        if self.temper.others {
            lines.push("option newgame type button");
            lines.push("option hashsize type spin min 0 max 1024 default 16");
            lines.push("option debug type check default false");
            lines.push("option randomness type combo var none var large default none");
        }
        lines.push("ucciok");
        let lines = lines.into_iter().map(str::to_owned);
        if again || self.temper.start_delay == 0 {
            out.extend(lines);
            return;
        }
        // The engine does not read its input before `ucciok` (`UCCI H5`).
        let ready = now + rng.u64(0..=self.temper.start_delay);
        for line in lines {
            self.later(ready, Later::Say(line));
        }
        self.free = ready;
    }

    fn probe(&mut self, words: &[String], rng: &mut Rng, out: &mut Vec<String>) {
        let Some(position) = resolve(&words[1..], false) else {
            if !self.temper.skips_odd_probe {
                out.push("pophash".to_owned());
            }
            return;
        };
        let moves = position.legal_moves();
        if self.temper.pophash_move && !moves.is_empty() {
            let best = pick(rng, &moves);
            out.push(format!("pophash bestmove {best} lowerbound 3 depth 2"));
        } else {
            out.push("pophash".to_owned());
        }
    }

    fn quit(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let thinking = self.search.is_some();
        if thinking && self.temper.result_at_quit {
            self.end_search(now, out);
        }
        self.search = None;
        self.drop_later();
        self.left = true;
        if !thinking && self.booted || self.temper.bye_at_quit {
            // `bye` comes after the scheduled output of the searching thread.
            let last = self.later.back().map_or(now, |it| it.0.max(now));
            self.later(last, Later::Say("bye".to_owned()));
        }
        let last = self.later.back().map_or(now, |it| it.0.max(now));
        self.later(last + rng.u64(0..=100 * MS), Later::Exit);
    }

    fn stop(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let delay = rng.u64(0..=self.temper.stop_delay);
        if let Some(search) = &mut self.search {
            let before = search.stopped;
            search.stopped = true;
            if !before {
                let mut ends = self.later.iter();
                let end = ends.find(|it| matches!(it.1, Later::Result)).map(|it| it.0);
                let end = end.map_or(now + delay, |it| it.min(now + delay));
                self.later.retain(|it| !matches!(it.1, Later::Result));
                self.later(end, Later::Result);
            }
            return;
        }
        match self.temper.idle_stop {
            IdleStop::Answered => out.push("nobestmove".to_owned()),
            IdleStop::AnsweredLate => {
                let late = now + rng.u64(0..=800 * MS);
                // One thread sends all answers, so the answers keep their order.
                let last = self.later.back().map_or(now, |it| it.0);
                self.later(late.max(last), Later::Say("nobestmove".to_owned()));
            }
            IdleStop::Silent => (),
        }
    }

    fn ponderhit(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        if !search.pondered && self.temper.stray_ponderhit_stops {
            self.stop(now, rng, out);
            return;
        }
        if search.ponders && !search.stopped {
            search.ponders = false;
            let end = search.length.map(|it| now + it);
            if let Some(end) = end {
                search.computed = search.computed.min(end);
                self.later(end, Later::Result);
            }
        }
    }

    fn setoption(&mut self, words: &[String], rng: &mut Rng) {
        let Some(name) = words.get(1) else {
            return;
        };
        let value = match words.get(2).map(String::as_str) {
            Some("true") => Some(true),
            Some("false") => Some(false),
            Some("on") if self.temper.on_is_true => Some(true),
            _ => None,
        };
        match (name.as_str(), value) {
            ("usemillisec", Some(on)) if self.temper.usemillisec => self.millisec = on,
            ("batch", Some(on)) if self.temper.batch => self.batch = on,
            // The engine needs time to clear its hash table.
            ("newgame", _) if self.temper.others => self.free += rng.u64(0..=20 * MS),
            _ => (),
        }
    }

    fn set_position(&mut self, words: &[String]) {
        let broken = set_up(&words[1..]).is_none();
        let position = resolve(&words[1..], false);
        let made = match (position, broken) {
            (Some(it), _) => Some(it),
            (None, true) => match self.temper.broken_position {
                Unclear::Skips => return,
                Unclear::Guesses => Some(Position::start()),
                Unclear::Nothing => None,
            },
            (None, false) => match self.temper.illegal_moves {
                Unclear::Skips => return,
                Unclear::Guesses => resolve(&words[1..], true),
                Unclear::Nothing => None,
            },
        };
        self.placed = made.is_some();
        self.position = made;
        self.bans.clear();
    }

    fn ban(&mut self, words: &[String]) {
        let moves = words[1..].iter().map(|it| Move::from_bytes(it.as_bytes()));
        let legal = |it: &Option<Move>| {
            let known = self.position.as_ref().zip(*it);
            known.is_some_and(|(position, it)| position.is_legal(it))
        };
        let moves: Vec<Option<Move>> = moves.collect();
        if !moves.iter().all(legal) && !self.temper.takes_some_bans {
            return;
        }
        if !self.temper.bans_add {
            self.bans.clear();
        }
        self.bans.extend(moves.into_iter().filter(legal).flatten());
    }

    fn go(&mut self, now: u64, words: &[String], rng: &mut Rng) {
        let (ponder, mut limit) = read_go(words);
        let unclear = match (self.placed, limit) {
            (false, _) => Some(self.temper.no_position),
            (true, Limit::Unclear) => Some(self.temper.unclear_go),
            _ => None,
        };
        match unclear {
            Some(Unclear::Skips) => return,
            Some(Unclear::Guesses) | None => (),
            Some(Unclear::Nothing) => {
                limit = Limit::Depth(0);
                self.start(now, ponder, limit, true, rng);
                return;
            }
        }
        if limit == Limit::Unclear {
            limit = Limit::Depth(2);
        }
        self.start(now, ponder, limit, false, rng);
    }

    fn start(&mut self, now: u64, ponder: bool, limit: Limit, none: bool, rng: &mut Rng) {
        let moves = self.position.as_ref().map(Position::legal_moves);
        let mut moves = moves.unwrap_or_default();
        moves.retain(|it| !self.bans.contains(it));
        let best = (!none && !moves.is_empty()).then(|| pick(rng, &moves));
        let length = self.length(limit, rng);
        // With a single legal move the search may end at once, too (`UCCI G4`).
        let dead = moves.len() <= 1 && self.temper.dead_at_once;
        let ponders = ponder && matches!(limit, Limit::Time(_));
        let length = if dead && !ponders { Some(0) } else { length };
        // The searching thread first sends its scheduled output.
        let started = self.later.back().map_or(now, |it| it.0.max(now));
        let computed = started + rng.u64(0..=40 * MS);
        let little = matches!(
            limit,
            Limit::Depth(0) | Limit::Nodes(0..=1) | Limit::Time(0)
        );
        let by_itself = length.map(|it| started + it).filter(|_| !ponders);
        self.search = Some(Search {
            started,
            ponders,
            pondered: ponders,
            length,
            computed: match (by_itself, little) {
                (Some(end), false) => computed.min(end),
                _ => computed,
            },
            result: self.result(best, rng),
            may_have_none: self.temper.early_nobestmove,
            stopped: false,
        });
        if let Some(best) = best.filter(|_| !little) {
            self.inform(started, computed, by_itself, best);
        }
        if let Some(end) = by_itself {
            self.later(end, Later::Result);
        }
    }

    fn length(&self, limit: Limit, rng: &mut Rng) -> Option<u64> {
        match limit {
            Limit::Depth(it) => Some(rng.u64(0..=it.min(6) * 60 * MS)),
            Limit::Nodes(it) => Some(rng.u64(0..=it.min(1000) * 100)),
            Limit::Time(it) => {
                let millisec = match self.temper.usemillisec {
                    true => self.millisec || self.temper.eager_millisec,
                    false => false,
                };
                let unit = if millisec { MS } else { 1000 * MS };
                Some(rng.u64(0..=(it * unit / 2).min(4_000 * MS)))
            }
            Limit::Infinite => None,
            Limit::Unclear => unreachable!("an unclear limit is made clear"),
        }
    }

    fn result(&self, best: Option<Move>, rng: &mut Rng) -> String {
        let Some((best, position)) = best.zip(self.position.as_ref()) else {
            return "nobestmove".to_owned();
        };
        let mut line = format!("bestmove {best}");
        let mut after = position.clone();
        after.play_move(best);
        let replies = after.legal_moves();
        if self.temper.names_reply && !replies.is_empty() {
            line += &format!(" ponder {}", pick(rng, &replies));
        }
        if self.temper.flags {
            line += pick(rng, &["", " draw", " resign"]);
        }
        line
    }

    fn inform(&mut self, started: u64, computed: u64, end: Option<u64>, best: Move) {
        for n in 0..u64::from(self.temper.infos) {
            let at = computed + n * 200 * MS;
            if end.is_some_and(|it| at > it) {
                return;
            }
            let (depth, time) = (n + 1, (at - started) / MS);
            let line = format!("info depth {depth} score 0 pv {best}");
            self.later(at, Later::Say(line));
            self.later(at, Later::Say(format!("info currmove {best}")));
            let line = format!("info time {time} nodes {}", time * 100 + depth);
            self.later(at, Later::Say(line));
        }
    }
}

/// Parses the words after `position`, without the moves.
fn set_up(words: &[String]) -> Option<Position> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let place = words.split(|it| *it == "moves").next()?;
    match place {
        ["startpos"] => Some(Position::start()),
        ["fen", fen @ ..] => Position::from_fen(&fen.join(" ")).ok(),
        _ => None,
    }
}

/// Parses the words after `position` and plays the moves. After an illegal move it returns the position before this
/// move if `part` is true, otherwise `None`.
fn resolve(words: &[String], part: bool) -> Option<Position> {
    let mut position = set_up(words)?;
    for word in words.iter().skip_while(|it| *it != "moves").skip(1) {
        let step = Move::from_bytes(word.as_bytes());
        match step.filter(|it| position.is_legal(*it)) {
            Some(step) => position.play_move(step),
            None if part => return Some(position),
            None => return None,
        }
    }
    Some(position)
}
