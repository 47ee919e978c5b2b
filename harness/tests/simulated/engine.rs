//! A simulated engine that conforms to UCCI. The simulated engine follows every requirement and recommendation of the
//! specification, and makes random choices where the specification allows several behaviours.
//!
//! The simulated engine has two threads: one reads and executes lines, and the other searches. In an engine with only
//! one thread, lines would wait longer.

use std::collections::VecDeque;

use fastrand::Rng;
use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{
    choices::{
        BeforeUcciReaction, EngineChoices, IdleStopReaction, MICROS_PER_MILLI, SecondUcciReaction,
        UciReaction, UnclearInputReaction, pick_random,
    },
    line_parsing::{SearchLimit, parse_go, parse_line},
};

/// An action that the engine performs at a scheduled time, and not directly when it reads a command.
#[derive(Clone, Debug)]
enum ScheduledAction {
    Send(String),
    /// The search ends and the engine sends its result.
    EndSearch,
    Exit,
}

/// A running search of the simulated engine.
struct Search {
    started_at: u64,
    is_pondering: bool,
    was_pondering: bool,
    /// The duration of the search if no `stop` comes. For `go ponder`, the duration of the search after `ponderhit`.
    duration: Option<u64>,
    /// The time at which the search has found its first move.
    first_move_micros: u64,
    result: String,
    /// True if the engine may send `nobestmove` before it has found a move.
    may_have_no_result: bool,
    is_stopped: bool,
}

pub(crate) struct Engine {
    engine_choices: EngineChoices,
    handshake_done: bool,
    /// The time until which the engine is busy and executes no line.
    busy_until_micros: u64,
    position: Option<Position>,
    /// True if a `position` command was executed, or if the engine assumes a position.
    has_position: bool,
    banned_moves: Vec<Move>,
    /// The hash keys of the searched positions.
    searched_keys: Vec<u64>,
    uses_milliseconds: bool,
    batch_mode: bool,
    search: Option<Search>,
    /// The scheduled actions, sorted by time.
    scheduled_actions: VecDeque<(u64, ScheduledAction)>,
    is_exiting: bool,
    /// True while the engine speaks UCI instead of UCCI.
    speaks_uci: bool,
    pub(crate) has_exited: bool,
}

impl Engine {
    pub(crate) fn new(temper: &EngineChoices) -> Engine {
        Engine {
            engine_choices: temper.clone(),
            handshake_done: false,
            busy_until_micros: 0,
            position: Some(Position::start()),
            has_position: false,
            banned_moves: Vec::new(),
            searched_keys: Vec::new(),
            uses_milliseconds: false,
            batch_mode: false,
            search: None,
            scheduled_actions: VecDeque::new(),
            is_exiting: false,
            speaks_uci: false,
            has_exited: false,
        }
    }

    /// The time at which the engine executes a line that arrived at the time `arrival`. Returns `None` if the end of
    /// the search must come before the line is read, or if the engine is exiting.
    pub(crate) fn execution_time_of_line(&self, arrival: u64, seed: u64) -> Option<u64> {
        let stopping = self.search.as_ref().is_some_and(|it| it.is_stopped);
        let deaf = self.search.is_some()
            && (self.batch_mode
                || stopping && self.engine_choices.reads_no_input_between_stop_and_result);
        if deaf || self.is_exiting {
            return None;
        }
        let most = match self.search.is_some() {
            true => self.engine_choices.read_delay_searching_micros,
            false => self.engine_choices.read_delay_idle_micros,
        };
        // If the engine was busy when the line arrived, the engine executes the line within one millisecond after it is
        // free.
        let most = if arrival < self.busy_until_micros {
            most.min(MICROS_PER_MILLI)
        } else {
            most
        };
        let lag = Rng::with_seed(seed ^ 0x1a9).u64(0..=most);
        Some(arrival.max(self.busy_until_micros) + lag)
    }

    /// The time of the next scheduled action.
    pub(crate) fn next_action_at(&self) -> Option<u64> {
        self.scheduled_actions.front().map(|it| it.0)
    }

    /// Performs the next scheduled action: sends a line, ends the search, or exits.
    pub(crate) fn perform_action(&mut self, now: u64, out: &mut Vec<String>) {
        match self.scheduled_actions.pop_front().map(|it| it.1) {
            Some(ScheduledAction::Send(line)) => out.push(line),
            Some(ScheduledAction::EndSearch) => self.end_search(now, out),
            Some(ScheduledAction::Exit) => self.has_exited = true,
            None => (),
        }
    }

    fn schedule_action(&mut self, at: u64, what: ScheduledAction) {
        let place = self.scheduled_actions.partition_point(|it| it.0 <= at);
        self.scheduled_actions.insert(place, (at, what));
    }

    fn end_search(&mut self, now: u64, out: &mut Vec<String>) {
        let Some(search) = self.search.take() else {
            return;
        };
        self.busy_until_micros = self.busy_until_micros.max(now);
        self.cancel_search_output();
        let none = now < search.first_move_micros && search.may_have_no_result;
        out.push(match none {
            true => "nobestmove".to_owned(),
            false => search.result,
        });
    }

    /// Cancels the scheduled `info` lines and the scheduled end of the search.
    fn cancel_search_output(&mut self) {
        self.scheduled_actions.retain(|it| match &it.1 {
            ScheduledAction::Send(line) => !line.starts_with("info"),
            ScheduledAction::EndSearch => false,
            ScheduledAction::Exit => true,
        });
    }

    /// Called when the interface has closed the engine's input.
    pub(crate) fn close_input(&mut self, now: u64) {
        if self.is_exiting {
            return;
        }
        let clock = self.search.as_ref().and_then(|it| {
            let ends = it.duration.filter(|_| !it.is_pondering)?;
            Some(it.started_at + ends)
        });
        let end = clock
            .filter(|_| self.engine_choices.finishes_search_at_eof)
            .unwrap_or(now);
        if clock.is_none() || !self.engine_choices.finishes_search_at_eof {
            self.cancel_search_output();
            self.search = None;
        }
        if self.engine_choices.sends_bye_at_eof {
            self.schedule_action(
                end + MICROS_PER_MILLI,
                ScheduledAction::Send("bye".to_owned()),
            );
        }
        self.is_exiting = true;
        self.schedule_action(end + 2 * MICROS_PER_MILLI, ScheduledAction::Exit);
    }

    /// Executes one line of the interface.
    pub(crate) fn execute_line(&mut self, now: u64, line: &[u8], seed: u64, out: &mut Vec<String>) {
        let mut rng = Rng::with_seed(seed);
        self.busy_until_micros = now;
        if line == b"uci" && self.handshake_done {
            self.answer_uci(out);
            return;
        }
        let Some(words) = parse_line(line, &self.engine_choices.lenience) else {
            if self.engine_choices.reports_unrecognized_commands && !line.is_empty() {
                out.push("what is that?".to_owned());
            }
            return;
        };
        let command = words[0].as_str();
        if !self.handshake_done && command != "ucci" {
            match self.engine_choices.before_ucci_reaction {
                BeforeUcciReaction::Executes => (),
                BeforeUcciReaction::Skips if command == "quit" => (),
                BeforeUcciReaction::Skips => return,
                BeforeUcciReaction::Exits => {
                    self.is_exiting = true;
                    self.schedule_action(now + MICROS_PER_MILLI, ScheduledAction::Exit);
                    return;
                }
            }
        }
        if self.speaks_uci && !["ucci", "quit", "isready"].contains(&command) {
            return;
        }
        match command {
            "ucci" => self.answer_ucci(now, &mut rng, out),
            "isready" => out.push("readyok".to_owned()),
            "probe" => self.answer_probe(&words, &mut rng, out),
            "quit" => self.execute_quit(now, &mut rng, out),
            "stop" => self.execute_stop(now, &mut rng, out),
            "ponderhit" => self.execute_ponderhit(now, &mut rng, out),
            // During a search, every command that no match arm above handles is invalid (`UCCI ST7`), so the engine
            // skips it.
            _ if self.search.is_some() => (),
            "setoption" => self.execute_setoption(&words, &mut rng),
            "position" => self.execute_position(&words),
            "banmoves" => self.execute_banmoves(&words),
            _ => self.execute_go(now, &words, &mut rng),
        }
    }

    fn answer_uci(&mut self, out: &mut Vec<String>) {
        if self.engine_choices.uci_reaction == UciReaction::Skips || self.search.is_some() {
            return;
        }
        self.speaks_uci = self.engine_choices.uci_reaction == UciReaction::Switches;
        let lines = [
            "id name Simulated",
            "option name Hash type spin default 16 min 1 max 64",
            "uciok",
        ];
        out.extend(lines.map(str::to_owned));
    }

    fn answer_ucci(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let again = self.handshake_done;
        let returns = std::mem::take(&mut self.speaks_uci);
        if again
            && !returns
            && self.engine_choices.second_ucci_reaction == SecondUcciReaction::Skips
        {
            return;
        }
        if again
            && self.engine_choices.second_ucci_reaction == SecondUcciReaction::Resets
            && self.search.is_none()
        {
            (self.uses_milliseconds, self.batch_mode, self.has_position) = (false, false, false);
            self.position = Some(Position::start());
            self.banned_moves.clear();
        }
        self.handshake_done = true;
        let mut lines = vec!["id name Simulated"];
        if self.engine_choices.announces_usemillisec_option {
            lines.push("option usemillisec type check default false");
        }
        if self.engine_choices.announces_batch_option {
            lines.push("option batch type check default false");
        }
        if self.engine_choices.announces_other_options {
            lines.push("option newgame type button");
            lines.push("option hashsize type spin min 0 max 1024 default 16");
            lines.push("option debug type check default false");
            lines.push("option randomness type combo var none var large default none");
        }
        lines.push("ucciok");
        let lines = lines.into_iter().map(str::to_owned);
        if again || self.engine_choices.start_delay_micros == 0 {
            out.extend(lines);
            return;
        }
        // The engine sends `ucciok` after a delay, and does not read its input before that (`UCCI H5`).
        let ready = now + rng.u64(0..=self.engine_choices.start_delay_micros);
        for line in lines {
            self.schedule_action(ready, ScheduledAction::Send(line));
        }
        self.busy_until_micros = ready;
    }

    fn answer_probe(&mut self, words: &[String], rng: &mut Rng, out: &mut Vec<String>) {
        let Some(position) = parse_position_with_moves(&words[1..], false) else {
            if !self.engine_choices.skips_impossible_probe {
                out.push("pophash".to_owned());
            }
            return;
        };
        let moves = position.legal_moves();
        let is_known = self.searched_keys.contains(&position.hash_key());
        if self.engine_choices.pophash_has_move && is_known && !moves.is_empty() {
            let best = pick_random(rng, &moves);
            out.push(format!("pophash bestmove {best} lowerbound 3 depth 2"));
        } else {
            out.push("pophash".to_owned());
        }
    }

    fn execute_quit(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let thinking = self.search.is_some();
        if thinking && self.engine_choices.sends_result_at_quit {
            self.end_search(now, out);
        }
        self.search = None;
        self.cancel_search_output();
        self.is_exiting = true;
        if !thinking && self.handshake_done || self.engine_choices.sends_bye_at_quit {
            // The engine sends `bye` after the scheduled output of the searching thread.
            let last = self
                .scheduled_actions
                .back()
                .map_or(now, |it| it.0.max(now));
            self.schedule_action(last, ScheduledAction::Send("bye".to_owned()));
        }
        let last = self
            .scheduled_actions
            .back()
            .map_or(now, |it| it.0.max(now));
        self.schedule_action(
            last + rng.u64(0..=100 * MICROS_PER_MILLI),
            ScheduledAction::Exit,
        );
    }

    fn execute_stop(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let delay = rng.u64(0..=self.engine_choices.stop_delay_micros);
        if let Some(search) = &mut self.search {
            let before = search.is_stopped;
            search.is_stopped = true;
            if !before {
                let mut ends = self.scheduled_actions.iter();
                let end = ends
                    .find(|it| matches!(it.1, ScheduledAction::EndSearch))
                    .map(|it| it.0);
                let end = end.map_or(now + delay, |it| it.min(now + delay));
                self.scheduled_actions
                    .retain(|it| !matches!(it.1, ScheduledAction::EndSearch));
                self.schedule_action(end, ScheduledAction::EndSearch);
            }
            return;
        }
        match self.engine_choices.idle_stop_reaction {
            IdleStopReaction::Answered => out.push("nobestmove".to_owned()),
            IdleStopReaction::AnsweredByThread => {
                let late = now + rng.u64(0..=800 * MICROS_PER_MILLI);
                // The searching thread sends the answers to `stop`, so `nobestmove` comes after its earlier scheduled
                // output.
                let last = self.scheduled_actions.back().map_or(now, |it| it.0);
                self.schedule_action(
                    late.max(last),
                    ScheduledAction::Send("nobestmove".to_owned()),
                );
            }
            IdleStopReaction::NotAnswered => (),
        }
    }

    fn execute_ponderhit(&mut self, now: u64, rng: &mut Rng, out: &mut Vec<String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        if !search.was_pondering && self.engine_choices.any_ponderhit_ends_search {
            self.execute_stop(now, rng, out);
            return;
        }
        if search.is_pondering && !search.is_stopped {
            search.is_pondering = false;
            let end = search.duration.map(|it| now + it);
            if let Some(end) = end {
                search.first_move_micros = search.first_move_micros.min(end);
                self.schedule_action(end, ScheduledAction::EndSearch);
            }
        }
    }

    fn execute_setoption(&mut self, words: &[String], rng: &mut Rng) {
        let Some(name) = words.get(1) else {
            return;
        };
        let value = match words.get(2).map(String::as_str) {
            Some("true") => Some(true),
            Some("false") => Some(false),
            Some("on") if self.engine_choices.accepts_on_as_true => Some(true),
            _ => None,
        };
        match (name.as_str(), value) {
            ("usemillisec", Some(on)) if self.engine_choices.announces_usemillisec_option => {
                self.uses_milliseconds = on
            }
            ("batch", Some(on)) if self.engine_choices.announces_batch_option => {
                self.batch_mode = on
            }
            // After the option `newgame`, the engine needs time to clear its hash table.
            ("newgame", _) if self.engine_choices.announces_other_options => {
                self.busy_until_micros += rng.u64(0..=20 * MICROS_PER_MILLI)
            }
            _ => (),
        }
    }

    fn execute_position(&mut self, words: &[String]) {
        let broken = parse_position(&words[1..]).is_none();
        let position = parse_position_with_moves(&words[1..], false);
        let made = match (position, broken) {
            (Some(it), _) => Some(it),
            (None, true) => match self.engine_choices.broken_position_reaction {
                UnclearInputReaction::Skips => return,
                UnclearInputReaction::UsesDefault => Some(Position::start()),
                UnclearInputReaction::NoResult => None,
            },
            (None, false) => match self.engine_choices.illegal_moves_reaction {
                UnclearInputReaction::Skips => return,
                UnclearInputReaction::UsesDefault => parse_position_with_moves(&words[1..], true),
                UnclearInputReaction::NoResult => None,
            },
        };
        self.has_position = made.is_some();
        self.position = made;
        self.banned_moves.clear();
    }

    fn execute_banmoves(&mut self, words: &[String]) {
        let moves = words[1..].iter().map(|it| Move::from_bytes(it.as_bytes()));
        let legal = |it: &Option<Move>| {
            let known = self.position.as_ref().zip(*it);
            known.is_some_and(|(position, it)| position.is_legal(it))
        };
        let moves: Vec<Option<Move>> = moves.collect();
        if !moves.iter().all(legal) && !self.engine_choices.accepts_partial_bans {
            return;
        }
        if !self.engine_choices.second_banmoves_adds_to_first {
            self.banned_moves.clear();
        }
        self.banned_moves
            .extend(moves.into_iter().filter(legal).flatten());
    }

    fn execute_go(&mut self, now: u64, words: &[String], rng: &mut Rng) {
        let (ponder, mut limit) = parse_go(words);
        let unclear = match (self.has_position, limit) {
            (false, _) => Some(self.engine_choices.no_position_reaction),
            (true, SearchLimit::Unrecognized) => Some(self.engine_choices.unclear_go_reaction),
            _ => None,
        };
        match unclear {
            Some(UnclearInputReaction::Skips) => return,
            Some(UnclearInputReaction::UsesDefault) | None => (),
            Some(UnclearInputReaction::NoResult) => {
                limit = SearchLimit::Depth(0);
                self.start_search(now, ponder, limit, true, rng);
                return;
            }
        }
        if limit == SearchLimit::Unrecognized {
            limit = SearchLimit::Depth(2);
        }
        self.start_search(now, ponder, limit, false, rng);
    }

    fn start_search(
        &mut self,
        now: u64,
        ponder: bool,
        limit: SearchLimit,
        none: bool,
        rng: &mut Rng,
    ) {
        let key = self.position.as_ref().map(Position::hash_key);
        self.searched_keys.extend(key);
        let moves = self.position.as_ref().map(Position::legal_moves);
        let mut moves = moves.unwrap_or_default();
        moves.retain(|it| !self.banned_moves.contains(it));
        let best = (!none && !moves.is_empty()).then(|| pick_random(rng, &moves));
        let length = self.search_duration(limit, rng);
        // A search in a position with at most one legal move may end at once (`UCCI G4`).
        let dead = moves.len() <= 1
            && self
                .engine_choices
                .infinite_search_ends_with_at_most_one_move;
        let ponders = ponder && matches!(limit, SearchLimit::Time(_));
        let length = if dead && !ponders { Some(0) } else { length };
        // The searching thread sends its earlier scheduled output before it begins this search.
        let started = self
            .scheduled_actions
            .back()
            .map_or(now, |it| it.0.max(now));
        let computed = started + rng.u64(0..=40 * MICROS_PER_MILLI);
        let little = matches!(
            limit,
            SearchLimit::Depth(0) | SearchLimit::Nodes(0..=1) | SearchLimit::Time(0)
        );
        let by_itself = length.map(|it| started + it).filter(|_| !ponders);
        self.search = Some(Search {
            started_at: started,
            is_pondering: ponders,
            was_pondering: ponders,
            duration: length,
            first_move_micros: match (by_itself, little) {
                (Some(end), false) => computed.min(end),
                _ => computed,
            },
            result: self.result_line(best, rng),
            may_have_no_result: self.engine_choices.sends_early_nobestmove,
            is_stopped: false,
        });
        if let Some(best) = best.filter(|_| !little) {
            self.schedule_infos(started, computed, by_itself, best);
        }
        if let Some(end) = by_itself {
            self.schedule_action(end, ScheduledAction::EndSearch);
        }
    }

    fn search_duration(&self, limit: SearchLimit, rng: &mut Rng) -> Option<u64> {
        match limit {
            SearchLimit::Depth(it) => Some(rng.u64(0..=it.min(6) * 60 * MICROS_PER_MILLI)),
            SearchLimit::Nodes(it) => Some(rng.u64(0..=it.min(1000) * 100)),
            SearchLimit::Time(it) => {
                let millisec = match self.engine_choices.announces_usemillisec_option {
                    true => self.uses_milliseconds || self.engine_choices.assumes_milliseconds,
                    false => false,
                };
                let unit = if millisec {
                    MICROS_PER_MILLI
                } else {
                    1000 * MICROS_PER_MILLI
                };
                Some(rng.u64(0..=(it * unit / 2).min(4_000 * MICROS_PER_MILLI)))
            }
            SearchLimit::Infinite => None,
            SearchLimit::Unrecognized => unreachable!("an unclear limit is made clear"),
        }
    }

    fn result_line(&self, best: Option<Move>, rng: &mut Rng) -> String {
        let Some((best, position)) = best.zip(self.position.as_ref()) else {
            return "nobestmove".to_owned();
        };
        let mut line = format!("bestmove {best}");
        let mut after = position.clone();
        after.play_move(best);
        let replies = after.legal_moves();
        if self.engine_choices.sends_ponder_move && !replies.is_empty() {
            line += &format!(" ponder {}", pick_random(rng, &replies));
        }
        if self.engine_choices.sends_draw_or_resign {
            line += pick_random(rng, &["", " draw", " resign"]);
        }
        line
    }

    fn schedule_infos(&mut self, started: u64, computed: u64, end: Option<u64>, best: Move) {
        for n in 0..u64::from(self.engine_choices.info_count) {
            let at = computed + n * 200 * MICROS_PER_MILLI;
            if end.is_some_and(|it| at > it) {
                return;
            }
            let (depth, time) = (n + 1, (at - started) / MICROS_PER_MILLI);
            let line = format!("info depth {depth} score 0 pv {best}");
            self.schedule_action(at, ScheduledAction::Send(line));
            self.schedule_action(at, ScheduledAction::Send(format!("info currmove {best}")));
            let line = format!("info time {time} nodes {}", time * 100 + depth);
            self.schedule_action(at, ScheduledAction::Send(line));
        }
    }
}

/// Parses the words after `position`, without the moves.
fn parse_position(words: &[String]) -> Option<Position> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let place = words.split(|it| *it == "moves").next()?;
    match place {
        ["startpos"] => Some(Position::start()),
        ["fen", fen @ ..] => Position::from_fen(&fen.join(" ")).ok(),
        _ => None,
    }
}

/// Parses the words after `position` and plays the moves. If a move is illegal and `part` is true, returns the position
/// before this move. If a move is illegal and `part` is false, returns `None`.
fn parse_position_with_moves(words: &[String], part: bool) -> Option<Position> {
    let mut position = parse_position(words)?;
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
