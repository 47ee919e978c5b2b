//! One thread's search: iterative deepening in aspiration windows.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use arrayvec::ArrayVec;

use super::{
    DEEPEST, Job, MATE, MOST, Manner, News, Report, Table, line::Line, memory::Memory, node::Node,
    pace::Pace,
};
use crate::game::{Amount, Game, Style};

/// Nodes between two looks at whether to stop.
const LOOK: u64 = 256;

/// Mates of more plies are not looked for by trying everything.
const LONGEST_HUNT: i32 = 5;

/// What the threads of one search share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) stop: AtomicBool,
    nodes: AtomicU64,
}

/// Where a worker tells its news; only the first does.
pub(super) type Teller<M> = Option<Box<dyn Fn(Report<M>) -> bool + Send>>;

/// One thread's part of a search.
pub(super) struct Worker<'a, G: Game> {
    job: &'a Job<G>,
    pub(super) manner: Manner,
    pub(super) table: &'a Table,
    pub(super) line: Line<G>,
    pub(super) memory: Memory<G>,
    pub(super) variation: Variation<G::Move>,
    shared: Arc<Shared>,
    teller: Teller<G::Move>,
    pace: Pace,
    /// Searched since the last look, and when to look again.
    nodes: u64,
    look: u64,
    stopped: bool,
    /// The depth of the present iteration.
    depth: u32,
}

impl<'a, G: Game> Worker<'a, G> {
    pub(super) fn new(
        job: &'a Job<G>,
        shared: Arc<Shared>,
        teller: Teller<G::Move>,
        pace: Pace,
    ) -> Worker<'a, G> {
        Worker {
            manner: job.manner,
            table: &job.table,
            line: Line::of(job),
            memory: Memory::new(),
            variation: Variation::default(),
            shared,
            teller,
            pace,
            nodes: 0,
            look: 0,
            stopped: false,
            depth: 0,
            job,
        }
    }

    /// Deeper and deeper, until a limit is reached or a mate is found. The other threads begin
    /// at various depths, so that they do not all do the same.
    pub(super) fn run(&mut self, first: u32) {
        let position = self.job.position();
        let limit = self.job.limits.depth.unwrap_or(DEEPEST as u32);
        let mut value = 0;
        if !self.stopped {
            self.look();
        }
        for depth in first..=limit.min(DEEPEST as u32) {
            self.depth = depth;
            value = self.aspire(&position, depth, value);
            if self.stopped {
                break;
            }
            if let Some(pv) = self.variation.root() {
                self.tell_news(News::Line {
                    depth,
                    score: value,
                    pv,
                    complete: true,
                });
            }
            // A mate within the horizon does not change any more.
            if value.abs() >= MATE - depth as i32 {
                if value > 0 {
                    self.shorten(&position, value);
                }
                break;
            }
        }
        self.publish();
        if self.teller.is_some() {
            self.shared.stop.store(true, Relaxed);
            self.tell_news(News::Done);
        }
    }

    /// Looks for a mate that is shorter than the one found. What was left out before could have
    /// hidden it; with so high an alpha nothing is left out.
    fn shorten(&mut self, position: &G, value: i32) {
        for plies in (1..MATE - value)
            .step_by(2)
            .take_while(|it| *it <= LONGEST_HUNT)
        {
            let node = Node {
                alpha: value,
                beta: MATE,
                depth: plies,
                ply: 0,
            };
            let score = self.search(position, node);
            if self.stopped {
                return;
            }
            if let Some(pv) = self.variation.root().filter(|_| score > value) {
                let depth = self.depth;
                self.tell_news(News::Line {
                    depth,
                    score,
                    pv,
                    complete: true,
                });
                return;
            }
        }
    }

    /// Searches in a narrow window round the last value, and wider if it was missed.
    fn aspire(&mut self, position: &G, depth: u32, guess: i32) -> i32 {
        let mut margin = if depth < 4 { 2 * MATE } else { 18 };
        let (mut alpha, mut beta) = (guess - margin, guess + margin);
        loop {
            let node = Node {
                alpha: alpha.max(-MATE),
                beta: beta.min(MATE),
                depth: depth as i32,
                ply: 0,
            };
            let value = self.search(position, node);
            if self.stopped || (value > node.alpha && value < node.beta) || margin > MOST {
                return value;
            }
            margin *= 3;
            if value <= node.alpha {
                alpha = value - margin;
            } else {
                beta = value + margin;
            }
        }
    }

    /// Counts a position.
    pub(super) fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.look {
            self.look();
        }
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Looks whether there is a reason to stop, or to wait.
    fn look(&mut self) {
        let spent = self.pace.spend(self.nodes);
        self.publish();
        let limit = self.job.limits.nodes.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.shared.nodes.load(Relaxed));
        self.stopped |= self.shared.stop.load(Relaxed) || left == 0;
        if spent && !self.stopped {
            self.stopped |= !self.tell_news(News::Paused) || !self.pace.wait();
        }
        self.look = LOOK.min(left).min(self.pace.nodes()).max(1);
    }

    fn publish(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Relaxed);
        self.nodes = 0;
    }

    /// The evaluation, blurred if it is to play moves that it thinks worse (`UCCI O29`).
    pub(super) fn judge(&self, position: &G) -> i32 {
        let value = position.evaluate(self.manner.eval_params);
        let blur = match self.manner.randomness {
            Amount::None => return value,
            Amount::Small => 8,
            Amount::Medium => 24,
            Amount::Large => 64,
        };
        // The same position is misjudged in the same way throughout a search, and in another by
        // the next.
        let noise = (position.key() ^ self.job.id.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        value + (noise >> 40) as i32 % (2 * blur + 1) - blur
    }

    /// What a draw is worth `ply` plies from the root: by the style, more or less than nothing.
    pub(super) fn draw(&self, ply: i32) -> i32 {
        let welcome = match self.manner.eval_params.style {
            Style::Solid => 10,
            Style::Normal => 0,
            Style::Risky => -30,
        };
        if ply % 2 == 0 { welcome } else { -welcome }
    }

    pub(super) fn has_bans(&self) -> bool {
        !self.job.bans.is_empty()
    }

    /// Whether a move may be played at the root.
    pub(super) fn is_wanted(&self, step: G::Move) -> bool {
        !self.job.bans.contains(&step)
    }

    /// Tells of a better line at the root before the iteration is complete.
    pub(super) fn tell_line(&self, node: Node, score: i32) {
        if node.ply > 0 || self.teller.is_none() || score >= node.beta {
            return;
        }
        if let Some(pv) = self.variation.root() {
            let depth = self.depth;
            self.tell_news(News::Line {
                depth,
                score,
                pv,
                complete: false,
            });
        }
    }

    pub(super) fn tell_root(&self, node: Node, step: G::Move) {
        if node.ply == 0 && self.manner.verbose {
            self.tell_news(News::Root(step));
        }
    }

    fn tell_news(&self, news: News<G::Move>) -> bool {
        let report = Report {
            id: self.job.id,
            nodes: self.shared.nodes.load(Relaxed) + self.nodes,
            news,
        };
        self.teller.as_ref().is_none_or(|tell| tell(report))
    }
}

/// The principal variation, from every ply that is being searched.
#[derive(Debug)]
pub(super) struct Variation<M> {
    lines: Vec<ArrayVec<M, { DEEPEST + 1 }>>,
}

impl<M: Copy> Default for Variation<M> {
    fn default() -> Variation<M> {
        Variation {
            lines: vec![ArrayVec::new(); DEEPEST + 2],
        }
    }
}

impl<M: Copy> Variation<M> {
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The best move at `ply` and the line that goes on from it.
    pub(super) fn put(&mut self, ply: usize, step: M) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(step);
        line.extend(below[0].iter().copied().take(DEEPEST));
    }

    fn root(&self) -> Option<Vec<M>> {
        let root = &self.lines[0];
        (!root.is_empty()).then(|| root.to_vec())
    }
}
