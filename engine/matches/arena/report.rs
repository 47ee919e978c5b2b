//! The report of a match: a line for each game, and the totals at the end.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    time::Duration,
};

use ponderhit_engine::games::xiangqi::Side;

use crate::{
    elo::Score,
    game::{GameOutcome, TimeUsage},
    process::MemoryUsage,
    referee::EndReason,
};

/// A finished game of the match.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    /// The index of the game, from 0.
    pub(crate) game_index: usize,
    pub(crate) red_player: usize,
    pub(crate) outcome: GameOutcome,
    /// The index of the pair of processes that played the game.
    pub(crate) worker_index: usize,
    pub(crate) memory: [Option<MemoryUsage>; 2],
}

/// The number of faults of each kind that a player had.
#[derive(Clone, Copy, Debug, Default)]
struct FaultCounts {
    illegal_move_count: u32,
    missing_move_count: u32,
    time_loss_count: u32,
    crash_count: u32,
    longest_clock_overrun_ms: f64,
}

#[derive(Debug)]
pub(crate) struct Report {
    game_count: usize,
    engine_names: [String; 2],
    score: Score,
    score_as_red: Score,
    end_reason_counts: BTreeMap<&'static str, u32>,
    fault_counts_by_player: [FaultCounts; 2],
    time_usage: [TimeUsage; 2],
    /// For each worker, the memory of its two engine processes after the worker's last game. A
    /// worker plays games with one pair of processes.
    memory_by_worker: BTreeMap<usize, [Option<MemoryUsage>; 2]>,
    memory_by_tournament_quarter: Vec<(usize, [MemoryUsage; 2])>,
}

const PLAYER_NAMES: [&str; 2] = ["first", "second"];

impl Report {
    pub(crate) fn new(games: usize, names: [String; 2]) -> Report {
        Report {
            game_count: games,
            engine_names: names,
            score: Score::default(),
            score_as_red: Score::default(),
            end_reason_counts: BTreeMap::new(),
            fault_counts_by_player: <[FaultCounts; 2]>::default(),
            time_usage: <[TimeUsage; 2]>::default(),
            memory_by_worker: BTreeMap::new(),
            memory_by_tournament_quarter: Vec::new(),
        }
    }

    /// Adds a game to the report, and prints the line of the game.
    pub(crate) fn add_game(&mut self, played: &PlayedGame, out: &mut impl Write) -> io::Result<()> {
        let outcome = &played.outcome;
        let loser = outcome.end.loser.map(|side| match side {
            Side::Red => played.red_player,
            Side::Black => 1 - played.red_player,
        });
        self.score.count_result(loser);
        if played.red_player == 0 {
            self.score_as_red.count_result(loser);
        }
        let reason = &outcome.end.reason;
        let fault = loser.is_some_and(|it| self.fault_counts_by_player[it].count_fault(reason));
        *self
            .end_reason_counts
            .entry(reason.description())
            .or_default() += 1;
        for (sum, timing) in self.time_usage.iter_mut().zip(outcome.time_usage) {
            sum.merge_time_usage(timing);
        }
        self.memory_by_worker
            .insert(played.worker_index, played.memory);
        self.record_memory_if_due();
        self.print_game(played, loser, fault, out)
    }

    fn print_game(
        &self,
        played: &PlayedGame,
        loser: Option<usize>,
        fault: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let (number, plies) = (played.game_index + 1, played.outcome.ply_count);
        let colour = if played.red_player == 0 {
            "red  "
        } else {
            "black"
        };
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
            writeln!(out, "       {}", played.outcome.last_position)?;
        }
        out.flush()
    }

    fn record_memory_if_due(&mut self) {
        let done = self.score.game_count() as usize;
        let due = (1..=4).any(|n| (self.game_count * n).div_ceil(4) == done);
        if !due {
            return;
        }
        let most = |n: usize| {
            let all = self.memory_by_worker.values().filter_map(|it| it[n]);
            all.fold(MemoryUsage::default(), |sum, it| MemoryUsage {
                peak_rss: sum.peak_rss.max(it.peak_rss),
                current_rss: sum.current_rss.max(it.current_rss),
            })
        };
        self.memory_by_tournament_quarter
            .push((done, [most(0), most(1)]));
    }

    /// Whether the first player had a fault.
    pub(crate) fn first_player_has_faults(&self) -> bool {
        self.fault_counts_by_player[0].has_faults()
    }

    pub(crate) fn print_totals(&self, out: &mut impl Write) -> io::Result<()> {
        let Score {
            wins,
            draws,
            losses,
        } = self.score;
        let [elo, low, high] = self.score.elo_interval();
        let percent = 100.0 * self.score.points_per_game();
        let games = self.score.game_count();
        writeln!(
            out,
            "\nfirst:  {}\nsecond: {}",
            self.engine_names[0], self.engine_names[1]
        )?;
        writeln!(
            out,
            "{games} games: {wins} wins, {draws} draws, {losses} losses for the first"
        )?;
        writeln!(
            out,
            "score {percent:.1}%, Elo {elo:+.0} (95%: {low:+.0} to {high:+.0})"
        )?;
        let red = 100.0 * self.score_as_red.points_per_game();
        writeln!(out, "as red the first scores {red:.1}%")?;
        for (reason, count) in &self.end_reason_counts {
            writeln!(out, "{count:6}  {reason}")?;
        }
        for n in [0, 1] {
            self.fault_counts_by_player[n].print_faults(PLAYER_NAMES[n], out)?;
            let TimeUsage {
                longest_move: slowest,
                least_remaining: least_left,
            } = self.time_usage[n];
            write!(out, "        slowest move {} ms", to_millis(slowest))?;
            if let Some(left) = least_left {
                write!(out, ", least left on its clock {} ms", to_millis(left))?;
            }
            writeln!(out)?;
        }
        for (done, memory) in &self.memory_by_tournament_quarter {
            write!(out, "memory after {done} games:")?;
            for (
                name,
                MemoryUsage {
                    peak_rss: peak,
                    current_rss: now,
                },
            ) in PLAYER_NAMES.iter().zip(memory)
            {
                write!(out, "  {name} {now} kB, peak {peak} kB")?;
            }
            writeln!(out)?;
        }
        out.flush()
    }
}

impl Score {
    fn count_result(&mut self, loser: Option<usize>) {
        match loser {
            None => self.draws += 1,
            Some(0) => self.losses += 1,
            Some(_) => self.wins += 1,
        }
    }
}

impl FaultCounts {
    /// Counts a loss by a player's fault. Returns false if the player lost without a fault, for
    /// example by mate.
    fn count_fault(&mut self, reason: &EndReason) -> bool {
        match reason {
            EndReason::Illegal(_) => self.illegal_move_count += 1,
            EndReason::NoMove => self.missing_move_count += 1,
            EndReason::Crash(_) => self.crash_count += 1,
            EndReason::TimeExceeded(late) => {
                self.time_loss_count += 1;
                self.longest_clock_overrun_ms = self.longest_clock_overrun_ms.max(*late);
            }
            _ => return false,
        }
        true
    }

    fn has_faults(&self) -> bool {
        self.illegal_move_count + self.missing_move_count + self.time_loss_count + self.crash_count
            > 0
    }

    fn print_faults(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let FaultCounts {
            illegal_move_count: illegal,
            missing_move_count: no_move,
            time_loss_count: late,
            crash_count: crashes,
            longest_clock_overrun_ms: latest,
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

fn to_millis(time: Duration) -> u128 {
    time.as_millis()
}
