//! The report of a match: a line for each game, and the totals at the end.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    time::Duration,
};

use ponderhit_engine::games::xiangqi::Side;

use crate::{
    elo::Score,
    game::{Outcome, Timing},
    process::Memory,
    referee::Reason,
};

/// A finished game of the match.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The index of the game, from 0.
    pub(crate) number: usize,
    pub(crate) red: usize,
    pub(crate) outcome: Outcome,
    /// The index of the pair of processes that played the game.
    pub(crate) worker: usize,
    pub(crate) memory: [Option<Memory>; 2],
}

/// A player's faults.
#[derive(Clone, Copy, Debug, Default)]
struct Faults {
    illegal: u32,
    no_move: u32,
    late: u32,
    crashes: u32,
    latest: f64,
}

#[derive(Debug)]
pub(crate) struct Report {
    games: usize,
    names: [String; 2],
    score: Score,
    as_red: Score,
    reasons: BTreeMap<&'static str, u32>,
    faults: [Faults; 2],
    timing: [Timing; 2],
    /// The memory of each worker's processes after their last game.
    memory: BTreeMap<usize, [Option<Memory>; 2]>,
    quarters: Vec<(usize, [Memory; 2])>,
}

const ORDINALS: [&str; 2] = ["first", "second"];

impl Report {
    pub(crate) fn new(games: usize, names: [String; 2]) -> Report {
        Report {
            games,
            names,
            score: Score::default(),
            as_red: Score::default(),
            reasons: BTreeMap::new(),
            faults: <[Faults; 2]>::default(),
            timing: <[Timing; 2]>::default(),
            memory: BTreeMap::new(),
            quarters: Vec::new(),
        }
    }

    /// Adds a game and prints its line.
    pub(crate) fn add(&mut self, played: &Played, out: &mut impl Write) -> io::Result<()> {
        let outcome = &played.outcome;
        let loser = outcome.end.loser.map(|side| match side {
            Side::Red => played.red,
            Side::Black => 1 - played.red,
        });
        self.score.count(loser);
        if played.red == 0 {
            self.as_red.count(loser);
        }
        let reason = &outcome.end.reason;
        let fault = loser.is_some_and(|it| self.faults[it].count(reason));
        *self.reasons.entry(reason.kind()).or_default() += 1;
        for (sum, timing) in self.timing.iter_mut().zip(outcome.timing) {
            sum.merge(timing);
        }
        self.memory.insert(played.worker, played.memory);
        self.record_quarter();
        self.print(played, loser, fault, out)
    }

    fn print(
        &self,
        played: &Played,
        loser: Option<usize>,
        fault: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let (number, plies) = (played.number + 1, played.outcome.plies);
        let colour = if played.red == 0 { "red  " } else { "black" };
        let result = match loser {
            None => "draw",
            Some(0) => "loss",
            Some(_) => "win ",
        };
        let reason = &played.outcome.end.reason;
        writeln!(
            out,
            "{number:5}  {colour}  {result}  {plies:3} plies  {reason}"
        )?;
        if fault {
            writeln!(out, "       {}", played.outcome.last)?;
        }
        out.flush()
    }

    fn record_quarter(&mut self) {
        let done = self.score.games() as usize;
        let due = (1..=4).any(|n| (self.games * n).div_ceil(4) == done);
        if !due {
            return;
        }
        let most = |n: usize| {
            let all = self.memory.values().filter_map(|it| it[n]);
            all.fold(Memory::default(), |sum, it| Memory {
                peak: sum.peak.max(it.peak),
                now: sum.now.max(it.now),
            })
        };
        self.quarters.push((done, [most(0), most(1)]));
    }

    /// Whether the first player had a fault.
    pub(crate) fn first_is_at_fault(&self) -> bool {
        self.faults[0].any()
    }

    pub(crate) fn print_totals(&self, out: &mut impl Write) -> io::Result<()> {
        let Score {
            wins,
            draws,
            losses,
        } = self.score;
        let [elo, low, high] = self.score.elo();
        let percent = 100.0 * self.score.mean();
        let games = self.score.games();
        writeln!(
            out,
            "\nfirst:  {}\nsecond: {}",
            self.names[0], self.names[1]
        )?;
        writeln!(
            out,
            "{games} games: {wins} wins, {draws} draws, {losses} losses for the first"
        )?;
        writeln!(
            out,
            "score {percent:.1}%, Elo {elo:+.0} (95%: {low:+.0} to {high:+.0})"
        )?;
        let red = 100.0 * self.as_red.mean();
        writeln!(out, "as red the first scores {red:.1}%")?;
        for (reason, count) in &self.reasons {
            writeln!(out, "{count:6}  {reason}")?;
        }
        for n in [0, 1] {
            self.faults[n].print(ORDINALS[n], out)?;
            let Timing {
                slowest,
                least_left,
            } = self.timing[n];
            write!(out, "        slowest move {} ms", ms(slowest))?;
            if let Some(left) = least_left {
                write!(out, ", least left on its clock {} ms", ms(left))?;
            }
            writeln!(out)?;
        }
        for (done, memory) in &self.quarters {
            write!(out, "memory after {done} games:")?;
            for (name, Memory { peak, now }) in ORDINALS.iter().zip(memory) {
                write!(out, "  {name} {now} kB, peak {peak} kB")?;
            }
            writeln!(out)?;
        }
        out.flush()
    }
}

impl Score {
    fn count(&mut self, loser: Option<usize>) {
        match loser {
            None => self.draws += 1,
            Some(0) => self.losses += 1,
            Some(_) => self.wins += 1,
        }
    }
}

impl Faults {
    /// Counts the reason of a loss if it is a fault; returns whether it is one.
    fn count(&mut self, reason: &Reason) -> bool {
        match reason {
            Reason::Illegal(_) => self.illegal += 1,
            Reason::NoMove => self.no_move += 1,
            Reason::Crash(_) => self.crashes += 1,
            Reason::Time(late) => {
                self.late += 1;
                self.latest = self.latest.max(*late);
            }
            _ => return false,
        }
        true
    }

    fn any(&self) -> bool {
        self.illegal + self.no_move + self.late + self.crashes > 0
    }

    fn print(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let Faults {
            illegal,
            no_move,
            late,
            crashes,
            latest,
        } = self;
        write!(
            out,
            "{name}: {illegal} illegal moves, {no_move} without a move, "
        )?;
        write!(out, "{late} time losses")?;
        if *late > 0 {
            write!(out, " (by up to {latest:.1} ms)")?;
        }
        writeln!(out, ", {crashes} crashes")
    }
}

fn ms(time: Duration) -> u128 {
    time.as_millis()
}
