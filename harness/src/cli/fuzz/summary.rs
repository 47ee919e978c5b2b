//! What a campaign came to, for people and for programs.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use super::stored::{Known, is_known};
use crate::{
    error::Error,
    exit::Exit,
    fuzz::{
        Finding,
        campaign::{Campaign, Request},
    },
    known::Known as Accepted,
    link,
    verdict::Tool,
};

/// Below this share of positions that the engine played in, little was tested.
const ENOUGH: f64 = 0.3;

/// What it comes to for a script that called us.
fn exit(campaign: &Campaign, known: &Known, accepted: &Accepted) -> Exit {
    let new = |rule: &str| !is_known(rule, accepted);
    let findings = campaign.findings.iter().chain(&known.still);
    let findings: Vec<&Finding> = findings.filter(|it| new(&it.rule)).collect();
    let plain = campaign.plain.iter().any(|it| new(it));
    let positions = campaign.coverage.positions;
    let little = positions.answered as f64 <= ENOUGH * positions.asked as f64;
    match campaign {
        _ if link::interrupted() => Exit::Interrupted,
        it if it.problem.is_some() && it.plain.is_empty() => Exit::NoEngine,
        it if it.problem.is_some() => Exit::Violated,
        _ if plain || findings.iter().any(|it| it.is_certain()) => Exit::Violated,
        it if it.left == 0 && !little && findings.is_empty() => Exit::Fine,
        _ => Exit::Inconclusive,
    }
}

/// The whole of it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Summary {
    tool: Tool,
    protocol: &'static str,
    engine: Option<String>,
    seed: u64,
    commands: u64,
    #[serde(rename = "units")]
    cases: u64,
    sessions: u64,
    pub(super) seconds: f64,
    findings: Vec<Found>,
    /// Scripts of findings that were stored before, and are still there, or not seen any more.
    stored: Vec<String>,
    stored_silent: Vec<String>,
    /// Rules that are broken anyway, and so were not looked for.
    plain: Vec<String>,
    /// Those of them that the user lives with.
    plain_known: Vec<String>,
    coverage: Vec<Covered>,
    /// Searches that had a result, and those whose result fits a position that the engine must take.
    positions_asked: u64,
    positions_answered: u64,
    /// What was seen when time was up already, and not looked into.
    left: usize,
    /// How often the engine did not come to rest in time, and broke no rule.
    slow: usize,
    /// What kept the engine from doing harm.
    pub(super) safety: &'static str,
    /// What to try if it could not even begin.
    #[serde(skip)]
    pub(super) hint: Option<&'static str>,
    problem: Option<String>,
    #[serde(rename = "exit", serialize_with = "code")]
    pub(super) exit: Exit,
}

/// A finding, as a program reads it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Found {
    rule: String,
    level: &'static str,
    message: String,
    signature: String,
    end: &'static str,
    lines: usize,
    script: String,
    /// How often it came again, and of how many tries.
    seen_again: usize,
    tries: usize,
    /// Whether that is often enough to accuse the engine.
    certain: bool,
    /// Whether the user lives with it.
    known: bool,
    replay: String,
}

/// One thing that came up.
#[derive(Clone, Debug, Serialize)]
struct Covered {
    state: &'static str,
    command: &'static str,
    heard: &'static str,
    count: u64,
}

impl Found {
    pub(super) fn new(
        finding: &Finding,
        script: String,
        replay: String,
        accepted: &Accepted,
    ) -> Found {
        Found {
            rule: finding.rule.clone(),
            level: finding.level.name(),
            message: finding.message.clone(),
            signature: finding.shape.clone(),
            end: finding.end,
            lines: finding.lines(),
            script,
            seen_again: finding.seen.0,
            tries: finding.seen.1,
            certain: finding.is_certain(),
            known: is_known(&finding.rule, accepted),
            replay,
        }
    }
}

impl Summary {
    pub(super) fn new(
        request: &Request<'_>,
        campaign: &Campaign,
        findings: Vec<Found>,
        known: &Known,
        accepted: &Accepted,
    ) -> Summary {
        let met = campaign.coverage.transitions.iter();
        let covered = met.map(|(met, times)| Covered {
            state: met.state,
            command: met.command,
            heard: met.response,
            count: times.count,
        });
        Summary {
            tool: Tool::THIS,
            protocol: request.protocol.title(),
            engine: campaign.engine_name.clone(),
            seed: request.seed,
            commands: campaign.commands,
            cases: campaign.cases,
            sessions: campaign.sessions,
            seconds: 0.0,
            findings,
            stored: known.still_paths.clone(),
            stored_silent: known.silent_paths.clone(),
            plain: campaign.plain.clone(),
            plain_known: (campaign.plain.iter())
                .filter(|it| is_known(it, accepted))
                .cloned()
                .collect(),
            coverage: covered.collect(),
            positions_asked: campaign.coverage.positions.asked,
            positions_answered: campaign.coverage.positions.answered,
            left: campaign.left,
            slow: campaign.slow,
            safety: "",
            hint: None,
            problem: campaign.problem.clone(),
            exit: exit(campaign, known, accepted),
        }
    }

    /// Writes it as JSON.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> Result<(), Error> {
        let written = serde_json::to_writer_pretty(&mut *out, self).map_err(io::Error::from);
        let written = written.and_then(|()| writeln!(out));
        written.map_err(|err| Error::usage(format!("--report: {err}")))
    }

    /// Writes it for people.
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            writeln!(out, "✗ {problem}\n")?;
        }
        if let (Exit::NoEngine, Some(hint)) = (self.exit, self.hint) {
            writeln!(out, "{hint}\n")?;
        }
        self.write_table(out)?;
        writeln!(out, "{}", self.safety)?;
        if self.slow > 0 {
            writeln!(
                out,
                "in {} sessions the engine did not come to rest within two seconds, but broke no rule: that held the campaign up",
                self.slow
            )?;
        }
        if self.left > 0 {
            writeln!(
                out,
                "seen when time was up, and not looked into: {} (give it more --time)",
                self.left
            )?;
        }
        if !self.plain.is_empty() {
            let plain = self
                .plain
                .iter()
                .map(|it| match self.plain_known.contains(it) {
                    true => format!("{it} (known)"),
                    false => it.clone(),
                });
            let plain = plain.collect::<Vec<_>>().join(", ");
            writeln!(
                out,
                "broken whatever is said, and so not looked for (see `check`): {plain}"
            )?;
        }
        self.write_share(out)?;
        let known = self.findings.iter().filter(|it| it.known).count();
        let certain = self.findings.iter().filter(|it| it.certain && !it.known);
        let certain = certain.count();
        writeln!(
            out,
            "\n{} commands in {} test cases and {} sessions, seed {}: {certain} findings, {} not seen again, {known} known, {} stored before",
            self.commands,
            self.cases,
            self.sessions,
            self.seed,
            self.findings.len() - certain - known,
            self.stored.len()
        )?;
        let speed = self.commands as f64 / self.seconds.max(0.001);
        writeln!(
            out,
            "{:.1} s · {speed:.0} commands a second · {} · exit {}: {}",
            self.seconds,
            self.protocol,
            self.exit.code(),
            self.exit.meaning()
        )
    }

    /// How much of it the engine could take for a game.
    fn write_share(&self, out: &mut dyn Write) -> io::Result<()> {
        let share = self.positions_answered as f64 / (self.positions_asked as f64).max(1.0);
        writeln!(
            out,
            "{} searches, {:.0} % of them answered with a move that fits the position told{}",
            self.positions_asked,
            100.0 * share,
            if share < ENOUGH {
                ": little was tested"
            } else {
                ""
            }
        )
    }

    /// Which command was said in which state, how often, and what was heard next.
    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows: BTreeMap<(&str, &str), (u64, Vec<&str>)> = BTreeMap::new();
        for it in &self.coverage {
            let row = rows.entry((it.command, it.state)).or_default();
            row.0 += it.count;
            row.1.push(it.heard);
        }
        if rows.is_empty() {
            return Ok(());
        }
        let head = ("command", "state", "times", "heard next");
        writeln!(
            out,
            "{:12} {:14} {:>10}  {}",
            head.0, head.1, head.2, head.3
        )?;
        for ((command, state), (count, heard)) in rows {
            let heard = heard.join(", ");
            writeln!(out, "{command:12} {state:14} {count:>10}  {heard}")?;
        }
        writeln!(out)
    }
}

fn code<S: serde::Serializer>(exit: &Exit, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u8(exit.code())
}
