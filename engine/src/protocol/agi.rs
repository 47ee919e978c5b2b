//! The engine's side of AGI, without input and output. The games are gomoku and renju. The inputs are lines, reports of
//! the search and times. The outputs are actions ([`CoreAction`](super::CoreAction)): lines to send, and requests to
//! the caller.
//!
//! A command that AGI does not allow during a search takes effect after the search; a second `GO` is ignored. AGI has
//! no line for errors, so invalid input changes nothing and is not answered.

mod book;
mod current_search;

use std::{sync::Arc, time::Duration};

use super::{
    clock::Clock,
    protocol_core::{self, ProtocolCore, push_line},
    stepped_engine::{Stepped, SteppedEngine},
};
use crate::{
    games::gomoku::{Point, Position},
    search::{HashTable, SearchJob, SearchReport},
};
use current_search::{CurrentSearch, SearchKind};

type AgiAction = protocol_core::CoreAction<SearchJob<Position>>;

/// The time on the engine's clock if `GO` has neither `TIME` nor `INFINITE`.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

const HASH_MEGABYTES: usize = 16;

/// Starts an engine whose search runs in small steps.
pub fn new_stepped_engine() -> Box<dyn Stepped> {
    Box::new(SteppedEngine::<Engine>::new())
}

/// The engine's side of one AGI conversation.
#[derive(Debug)]
pub struct Engine {
    state: EngineState,
    rules: Rules,
    ponder_on: bool,
    own_book_on: bool,
    position: Position,
    search: Option<CurrentSearch>,
    hash_table: Arc<HashTable>,
    /// The number of searches so far, which is also the id of the last search.
    search_count: u64,
    /// True if the engine has already asked for a swap of the colors in this position.
    has_asked_for_swap: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EngineState {
    BeforeHandshake,
    Ready,
    HasQuit,
}

/// The rules of the last `SETRULE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    has_forbidden_moves: bool,
    /// A swap of the colors is possible when this number of stones is on the board.
    swap_stone_count: Option<usize>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            has_forbidden_moves: true,
            swap_stone_count: None,
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl ProtocolCore for Engine {
    type Job = SearchJob<Position>;

    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<AgiAction>) {
        let text = String::from_utf8_lossy(line).to_ascii_uppercase();
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if let [command, words @ ..] = words.as_slice() {
            self.execute(now, command, words, out);
        }
        self.send_result_if_due(now, out);
    }

    fn handle_report(
        &mut self,
        now: Duration,
        report: SearchReport<Point>,
        out: &mut Vec<AgiAction>,
    ) {
        if let Some(search) = self.search.as_mut().filter(|it| it.id == report.id) {
            search.handle_report(now, report, out);
        }
        self.send_result_if_due(now, out);
    }

    fn check_clock(&mut self, now: Duration, out: &mut Vec<AgiAction>) {
        self.send_result_if_due(now, out);
    }

    /// The AGI engine never requests a file.
    fn receive_file_content(&mut self, _name: &str, _content: Result<Vec<u8>, String>) {}

    fn next_wakeup(&self) -> Option<Duration> {
        self.search.as_ref().and_then(CurrentSearch::next_wakeup)
    }

    fn hash_table(&self) -> Option<&HashTable> {
        Some(&self.hash_table)
    }

    fn has_quit(&self) -> bool {
        self.state == EngineState::HasQuit
    }

    fn has_executable_queue(&self) -> bool {
        false
    }
}

impl Engine {
    /// Returns an engine that was just started.
    pub fn new() -> Engine {
        Engine {
            state: EngineState::BeforeHandshake,
            rules: Rules::default(),
            ponder_on: true,
            own_book_on: true,
            position: Position::default(),
            search: None,
            hash_table: Arc::new(HashTable::new(HASH_MEGABYTES)),
            search_count: 0,
            has_asked_for_swap: false,
        }
    }

    fn execute(&mut self, now: Duration, command: &str, words: &[&str], out: &mut Vec<AgiAction>) {
        match (self.state, command) {
            (EngineState::HasQuit, _) => (),
            (_, "AGI") => self.execute_agi(out),
            (_, "QUIT") => {
                self.search = None;
                out.push(AgiAction::StopSearch);
                push_line(out, "BYE");
                self.state = EngineState::HasQuit;
            }
            (EngineState::BeforeHandshake, _) => (),
            (_, "ISREADY") => {
                if self.search.is_none() {
                    self.hash_table.allocate();
                }
                push_line(out, "READYOK");
            }
            (_, "SETRULE") => self.rules = parse_rules(words),
            (_, "SETOPTION") => self.set_options(words, out),
            (_, "POSITION") => {
                self.end_pondering(out);
                if let Some(position) = parse_position(words) {
                    self.set_position(position);
                }
            }
            (_, "DOMOVE") => {
                self.end_pondering(out);
                let mut position = self.position.clone();
                if let [point] = words
                    && Point::parse(point.as_bytes()).is_some_and(|it| position.play(it))
                {
                    self.set_position(position);
                }
            }
            (_, "GO") => self.execute_go(now, words, out),
            (_, "STOP") => {
                self.end_pondering(out);
                self.send_result(now, out);
            }
            _ => (),
        }
    }

    fn execute_agi(&mut self, out: &mut Vec<AgiAction>) {
        let version = env!("CARGO_PKG_VERSION");
        push_line(out, &format!("ID NAME ponderhit reference {version}"));
        push_line(out, "ID AUTHOR the ponderhit authors");
        push_line(out, "OPTION OWNBOOK TRUE PONDER TRUE");
        push_line(out, "AGIOK");
        self.state = EngineState::Ready;
    }

    fn set_position(&mut self, position: Position) {
        self.position = position;
        self.has_asked_for_swap = false;
    }

    fn set_options(&mut self, words: &[&str], out: &mut Vec<AgiAction>) {
        for pair in words.chunks(2) {
            match pair {
                ["OWNBOOK", value @ ("ON" | "OFF")] => self.own_book_on = *value == "ON",
                ["PONDER", value @ ("ON" | "OFF")] => {
                    self.ponder_on = *value == "ON";
                    let by_itself = |it: &CurrentSearch| it.kind == SearchKind::PonderingByItself;
                    if !self.ponder_on && self.search.as_ref().is_some_and(by_itself) {
                        self.end_pondering(out);
                    }
                }
                _ => return,
            }
        }
    }

    fn is_thinking(&self) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|it| it.kind == SearchKind::Thinking)
    }

    fn end_pondering(&mut self, out: &mut Vec<AgiAction>) {
        if self.search.is_some() && !self.is_thinking() {
            self.search = None;
            out.push(AgiAction::StopSearch);
        }
    }

    fn execute_go(&mut self, now: Duration, words: &[&str], out: &mut Vec<AgiAction>) {
        if self.is_thinking() {
            return;
        }
        let Some(go) = GoCommand::parse(words) else {
            return;
        };
        self.end_pondering(out);
        self.position
            .set_forbidden_moves(self.rules.has_forbidden_moves);
        if go.is_ponder {
            self.start_search(now, SearchKind::Pondering, self.position.clone(), &go, out);
            return;
        }
        if go.points.is_none() && self.wants_color_swap() {
            self.has_asked_for_swap = true;
            push_line(out, "BESTMOVE CHANGE");
            return;
        }
        let is_free = go.points.is_none() && !go.is_infinite;
        let from_book = book::find_move(&self.position).filter(|_| self.own_book_on && is_free);
        if let Some((best, reply)) = from_book {
            push_line(out, &format!("BESTMOVE {best} PONDER {reply}"));
            return;
        }
        self.start_search(now, SearchKind::Thinking, self.position.clone(), &go, out);
    }

    /// True if the engine should ask for a swap of the colors, because a swap is possible and black's stones are
    /// better.
    fn wants_color_swap(&self) -> bool {
        let is_due = self.rules.swap_stone_count == Some(self.position.stone_count());
        is_due && !self.has_asked_for_swap && book::is_good_for_black(&self.position)
    }

    fn start_search(
        &mut self,
        now: Duration,
        kind: SearchKind,
        position: Position,
        go: &GoCommand,
        out: &mut Vec<AgiAction>,
    ) {
        self.search_count += 1;
        let clock = Clock {
            remaining: go.time.unwrap_or(DEFAULT_TIME),
            ..Clock::default()
        };
        let budget = (!go.is_infinite).then(|| clock.time_budget(self.ponder_on));
        let search = CurrentSearch::new(now, self.search_count, kind, position, go, budget);
        if search.needs_search() {
            out.push(AgiAction::StartSearch(Box::new(
                search.job(&self.hash_table),
            )));
        }
        search.send_first_info(out);
        self.search = Some(search);
    }

    fn send_result_if_due(&mut self, now: Duration, out: &mut Vec<AgiAction>) {
        if self.search.as_ref().is_some_and(|it| it.is_result_due(now)) {
            self.send_result(now, out);
        }
    }

    fn send_result(&mut self, now: Duration, out: &mut Vec<AgiAction>) {
        if !self.is_thinking() {
            return;
        }
        let Some(search) = self.search.take() else {
            return;
        };
        out.push(AgiAction::StopSearch);
        let (best, reply) = search.result();
        let reply_text = reply.map(|it| format!(" PONDER {it}"));
        push_line(
            out,
            &format!("BESTMOVE {best}{}", reply_text.unwrap_or_default()),
        );
        // If the option `PONDER` is on, the engine ponders after `BESTMOVE`: it searches the position after the best
        // move and the expected reply.
        let mut expected = search.position;
        if let Some(reply) = reply.filter(|_| self.ponder_on)
            && expected.play(best)
            && expected.play(reply)
            && !expected.is_decided()
        {
            let kind = SearchKind::PonderingByItself;
            self.start_search(now, kind, expected, &GoCommand::default(), out);
        }
    }
}

/// Parses the groups of `SETRULE`: an absent group gets its default. Unknown words are skipped.
fn parse_rules(words: &[&str]) -> Rules {
    let mut rules = Rules::default();
    for word in words {
        match *word {
            "FORBIDDEN" => rules.has_forbidden_moves = true,
            "UNFORBIDDEN" => rules.has_forbidden_moves = false,
            "FIRSTCHANGE" => rules.swap_stone_count = Some(1),
            "THIRDCHANGE" => rules.swap_stone_count = Some(3),
            // In the rule of several fifth moves, black offers several moves, and white chooses one. A word for this
            // rule changes nothing, because a result of the engine names only one move.
            _ => (),
        }
    }
    rules
}

/// Parses `[STATU points] [MOVES points]`. Returns `None` if the line is malformed or a point comes twice.
fn parse_position(words: &[&str]) -> Option<Position> {
    let (statu, moves) = match words {
        [] => ("", ""),
        ["STATU", statu] => (*statu, ""),
        ["MOVES", moves] => ("", *moves),
        ["STATU", statu, "MOVES", moves] => (*statu, *moves),
        _ => return None,
    };
    let mut position = Position::default();
    for digits in statu.as_bytes().chunks(2).chain(moves.as_bytes().chunks(2)) {
        if !position.play(Point::parse(digits)?) {
            return None;
        }
    }
    Some(position)
}

/// The parameters of `GO`.
#[derive(Clone, Debug, Default)]
struct GoCommand {
    points: Option<Vec<Point>>,
    is_ponder: bool,
    time: Option<Duration>,
    is_infinite: bool,
}

impl GoCommand {
    /// Parses `[SEARCH points] [PONDER] [TIME ms | INFINITE]`, in any order. Returns `None` if a part is malformed.
    fn parse(words: &[&str]) -> Option<GoCommand> {
        let mut go = GoCommand::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "SEARCH" => {
                    let list = words.next()?.as_bytes().chunks(2);
                    go.points = Some(list.map(Point::parse).collect::<Option<Vec<Point>>>()?);
                }
                "PONDER" => go.is_ponder = true,
                "INFINITE" => go.is_infinite = true,
                "TIME" => match *words.next()? {
                    "INFINITE" => go.is_infinite = true,
                    millis => go.time = Some(parse_time(millis)?),
                },
                _ => return None,
            }
        }
        Some(go)
    }
}

/// Parses a time in milliseconds. A number above `u32::MAX` is clamped.
fn parse_time(text: &str) -> Option<Duration> {
    let is_number = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let millis = u32::try_from(text.parse::<u64>().unwrap_or(u64::MAX)).unwrap_or(u32::MAX);
    is_number.then(|| Duration::from_millis(millis.into()))
}

#[cfg(test)]
mod tests;
