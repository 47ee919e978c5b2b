//! One thinking, from `go` to its result.

use std::time::Duration;

use super::{clock::Clock, options::Options, position::Board};
use crate::search::{Iteration, Limits, MATE, Search, Table, evaluate};

/// Nodes a slice: well under a millisecond.
const SLICE: u64 = 400;

/// What a bare or broken `go` is taken for (`UCCI G10` is silent).
const DEFAULT_DEPTH: u32 = 4;

/// From here on a draw is welcome.
const DRAWISH: i32 = 0;

/// A search, and what the interface said of it.
#[derive(Debug)]
pub(super) struct Thinking {
    search: Search,
    started: Duration,
    /// What the clock gives for the move, counted from `go` or from `ponderhit`.
    share: Option<Duration>,
    /// When the clock began to run; not while pondering.
    clock_from: Option<Duration>,
    /// Thinks until `stop`, or until it finds a mate.
    infinite: bool,
    draw_offered: bool,
    static_only: bool,
    static_score: i32,
    last: Option<Iteration>,
    debug: bool,
}

/// What the words after `go` say.
#[derive(Default)]
struct Order {
    ponder: bool,
    draw: bool,
    infinite: bool,
    limits: Limits,
    clock: Option<Clock>,
}

impl Thinking {
    pub(super) fn begin(
        now: Duration,
        words: &[&str],
        board: &Board,
        options: &Options,
        table: Table,
    ) -> Thinking {
        let order = read(words, options.usemillisec);
        let Board {
            position,
            history,
            bans,
        } = board.clone();
        let static_score = evaluate(&position);
        let search = Search::new(position, history, &bans, order.limits, table);
        // `ponder` means something with a clock only (`UCCI G3`).
        let ponder = order.ponder && order.clock.is_some();
        Thinking {
            search,
            started: now,
            share: order.clock.map(|it| it.share(options.ponder)),
            clock_from: (!ponder).then_some(now),
            infinite: order.infinite,
            draw_offered: order.draw,
            static_only: order.limits.depth == Some(0),
            static_score,
            last: None,
            debug: options.debug,
        }
    }

    /// `go depth 0` (`UCCI G5`).
    pub(super) fn is_static(&self) -> bool {
        self.static_only
    }

    pub(super) fn static_score(&self) -> i32 {
        self.static_score
    }

    pub(super) fn ponderhit(&mut self, now: Duration, draw: bool) {
        self.clock_from.get_or_insert(now);
        self.draw_offered |= draw;
    }

    pub(super) fn wants_step(&self) -> bool {
        !self.search.is_done()
    }

    /// When a thinking that has nothing left to search is due to end.
    pub(super) fn wake_at(&self) -> Option<Duration> {
        (self.search.is_done() && self.may_end()).then_some(Duration::ZERO)
    }

    /// Whether the result may be given before `stop`: not while pondering (`UCCI X5`), and not in
    /// an infinite search that has found no mate (`UCCI G4`).
    fn may_end(&self) -> bool {
        let mated = self
            .last
            .as_ref()
            .is_some_and(|it| it.score.abs() >= MATE - 100);
        let dead = self.search.best().is_none();
        self.clock_from.is_some() && (!self.infinite || mated || dead)
    }

    /// Whether a result will come although nothing more is said.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.clock_from.is_some() && !self.infinite
    }

    /// Whether the result is due.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        if self.search.is_done() && self.may_end() {
            return true;
        }
        let (Some(share), Some(from)) = (self.share, self.clock_from) else {
            return false;
        };
        now >= from + share
    }

    pub(super) fn step(&mut self, now: Duration, out: &mut Vec<String>) {
        let Some(iteration) = self.search.step(SLICE) else {
            return;
        };
        let pv: String = iteration.pv.iter().map(|it| format!(" {it}")).collect();
        let Iteration { depth, score, .. } = iteration;
        if !pv.is_empty() {
            out.push(format!("info depth {depth} score {score} pv{pv}"));
        }
        let time = now.saturating_sub(self.started).as_millis();
        let nodes = self.search.nodes();
        out.push(format!("info time {time} nodes {nodes}"));
        if self.debug {
            if let Some(first) = iteration.pv.first() {
                out.push(format!("info currmove {first}"));
            }
            out.push(format!("info message iteration {depth} is complete"));
        }
        self.last = Some(iteration);
    }

    /// The line that ends this thinking.
    pub(super) fn result(&self) -> String {
        let Some((best, reply)) = self.search.best() else {
            return "nobestmove".to_owned();
        };
        let mut line = format!("bestmove {best}");
        if let Some(reply) = reply {
            line.push_str(&format!(" ponder {reply}"));
        }
        let score = self.last.as_ref().map_or(self.static_score, |it| it.score);
        if self.draw_offered && score <= DRAWISH {
            line.push_str(" draw");
        }
        line
    }

    pub(super) fn table(&self) -> &Table {
        &self.search.table
    }

    /// The hash table, for the next thinking.
    pub(super) fn give_back(&mut self) -> Table {
        std::mem::take(&mut self.search.table)
    }
}

/// A number; one that is too large is as large as can be.
fn number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}

/// Reads the words after `go`; what makes no sense is passed over.
fn read(words: &[&str], milliseconds: bool) -> Order {
    let mut order = Order::default();
    let unit = match milliseconds {
        true => Duration::from_millis(1),
        false => Duration::from_secs(1),
    };
    // More than a century is for ever.
    let time = |n: u64| unit.saturating_mul(u32::try_from(n).unwrap_or(u32::MAX));
    let mut clock = Clock {
        left: Duration::ZERO,
        increment: Duration::ZERO,
        moves: None,
    };
    let mut timed = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "ponder" => order.ponder = true,
            "draw" => order.draw = true,
            "infinite" => order.infinite = true,
            _ => {
                let Some(n) = words.clone().next().and_then(|it| number(it)) else {
                    continue;
                };
                words.next();
                match *word {
                    "depth" => order.limits.depth = Some(u32::try_from(n).unwrap_or(u32::MAX)),
                    "nodes" => order.limits.nodes = Some(n.max(1)),
                    "time" => (timed, clock.left) = (true, time(n)),
                    "increment" => clock.increment = time(n),
                    "movestogo" => clock.moves = Some(n),
                    _ => (),
                }
            }
        }
    }
    order.clock = timed.then_some(clock);
    let limited = order.limits != Limits::default() || timed || order.infinite;
    if !limited {
        order.limits.depth = Some(DEFAULT_DEPTH);
    }
    order
}
