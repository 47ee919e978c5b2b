//! `ponderhit fuzz`: makes up conversations until time is up, and keeps what it finds.

use std::{
    cell::RefCell,
    ffi::OsString,
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::value_parser;

use super::{
    Done,
    options::{EngineOptions, duration},
    output, target,
    target::{Found, Target},
};
use crate::{
    check::reproduce::Reproduce,
    error::Error,
    exit::Exit,
    fuzz::campaign::{self, Campaign, Finding, Observer, Request},
    link::{self, clock::Stopwatch},
    protocol::Protocol,
    report::text::cut,
};

/// Make up conversations, and look for what the engine dies of, hangs at or gets wrong.
///
/// Edges that are known come first and in order, random ones after them. What is found is tried again in
/// fresh processes and made small: a script of a few lines that `replay` convicts.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How long to go on [default: 60s, unless --commands is given].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// How many commands to say, about.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    commands: Option<u64>,

    /// The same number makes up the same conversations.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Where the scripts of findings are kept.
    #[arg(long, value_name = "DIR", default_value = "ponderhit-findings")]
    corpus: PathBuf,

    #[command(flatten)]
    engine: EngineOptions,

    /// The engine's program and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    let target = Target::new(&args.command, &args.engine)?;
    let protocol = match target.protocol(&args.engine) {
        Found::Protocol(protocol, _) => protocol,
        Found::Nothing(problem) => {
            output::print(|out| writeln!(out, "✗ {problem}"))?;
            return Ok(Exit::NoEngine.into());
        }
    };
    let Some(grammar) = protocol.grammar() else {
        let title = protocol.title();
        return Err(Error::usage(format!("{title} cannot be fuzzed yet")));
    };
    let start = || link::spawn(&target.spec).map_err(|err| err.to_string());
    let minute = Duration::from_secs(60);
    let keeper = Keeper {
        protocol,
        corpus: &args.corpus,
        reproduce: target::reproduce(&args.command, &args.engine),
        seed: args.seed,
        watch: Stopwatch::start(),
        failed: RefCell::default(),
    };
    let request = Request {
        protocol,
        grammar,
        start: &start,
        settings: args.engine.settings(),
        seed: args.seed,
        time: args.time.or(args.commands.is_none().then_some(minute)),
        commands: args.commands,
    };
    let campaign = campaign::run(&request, &keeper);
    keeper.over(&campaign)
}

/// Writes findings down as they come, and tells how it goes.
struct Keeper<'a> {
    protocol: &'a dyn Protocol,
    corpus: &'a Path,
    reproduce: Reproduce,
    seed: u64,
    watch: Stopwatch,
    failed: RefCell<Option<Error>>,
}

impl Observer for Keeper<'_> {
    fn progress(&self, campaign: &Campaign) {
        if io::stderr().is_terminal() {
            let seconds = self.watch.elapsed().as_secs_f64();
            // Standard error that is closed hinders nobody.
            let _ = write!(
                io::stderr().lock(),
                "\r\x1b[K{:.0} s · {} commands · {} sessions · {} findings",
                seconds,
                campaign.commands,
                campaign.sessions,
                campaign.findings.len()
            );
        }
    }

    fn found(&self, finding: &Finding) {
        if let Err(err) = self.keep(finding) {
            self.failed.borrow_mut().get_or_insert(err);
        }
    }
}

impl Keeper<'_> {
    /// Writes the script, and says what was found.
    fn keep(&self, finding: &Finding) -> Result<(), Error> {
        let path = self.corpus.join(name(finding));
        let shown = path.display().to_string();
        let cannot = |err: io::Error| Error::usage(format!("{shown}: {err}"));
        fs::create_dir_all(self.corpus).map_err(cannot)?;
        let head = format!(
            "# {}: {}\n# seed {}, engine {}\n",
            finding.rule,
            cut(&finding.message, 600),
            self.seed,
            cut(&self.reproduce.engine.join(" "), 600)
        );
        let text = [head.as_bytes(), &finding.script].concat();
        fs::write(&path, text).map_err(cannot)?;
        fs::write(path.with_extension("transcript"), &finding.transcript).map_err(cannot)?;
        let (again, tries) = finding.seen;
        let replay = self.reproduce.replay_file(&shown);
        output::print(|out| {
            let mark = if finding.is_certain() { "✗" } else { "?" };
            writeln!(out, "{mark} {:6} {}", finding.level.name(), finding.rule)?;
            writeln!(out, "    {}", cut(&finding.message, 600))?;
            for line in String::from_utf8_lossy(&finding.script).lines().skip(1) {
                writeln!(out, "      {}", cut(line, 72))?;
            }
            writeln!(
                out,
                "    seen again {again} times of {tries}, in fresh processes"
            )?;
            writeln!(out, "    see it again:   {replay}\n")
        })
    }

    fn over(self, campaign: &Campaign) -> Result<Done, Error> {
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
        if let Some(err) = self.failed.into_inner() {
            return Err(err);
        }
        let seconds = self.watch.elapsed().as_secs_f64();
        let certain = campaign
            .findings
            .iter()
            .filter(|it| it.is_certain())
            .count();
        output::print(|out| {
            if let Some(problem) = &campaign.problem {
                writeln!(out, "✗ {problem}\n")?;
            }
            if !campaign.plain.is_empty() {
                let plain = campaign.plain.join(", ");
                writeln!(
                    out,
                    "not looked for, because it is broken anyway (see `check`): {plain}\n"
                )?;
            }
            writeln!(
                out,
                "{} commands in {} units and {} sessions, {} shapes, seed {}: {} findings, {} not seen again",
                campaign.commands,
                campaign.units,
                campaign.sessions,
                campaign.shapes.len(),
                self.seed,
                certain,
                campaign.findings.len() - certain
            )?;
            writeln!(out, "{seconds:.1} s · {}", self.protocol.title())
        })?;
        let exit = match campaign {
            _ if link::interrupted() => Exit::Interrupted,
            it if it.problem.is_some() => Exit::NoEngine,
            it if it.findings.is_empty() => Exit::Fine,
            _ if certain == 0 => Exit::Inconclusive,
            _ => Exit::Violated,
        };
        Ok(exit.into())
    }
}

/// A name that is the same for the same kind of finding.
fn name(finding: &Finding) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
    let rule = finding.rule.rsplit('/').next().unwrap_or_default();
    let shape: String = finding.shape.chars().map(plain).collect();
    format!("{rule}-{shape}.script")
}
