//! `ponderhit rules`: lists the rules.

use std::io::{self, Write};

use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::{CommandResult, options, output};
use crate::{
    error::Error,
    exit::Exit,
    protocol::{self, Protocol, RuleInfo},
    readable::wrap,
    report::text::{Paint, WIDTH, paint},
};

/// List the rules.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List the rules of this protocol; `auto` lists the rules of all protocols.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = options::protocol_name)]
    protocol: String,

    /// Write the list in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    report: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Serialize)]
struct Row {
    protocol: &'static str,
    rule: &'static str,
    level: &'static str,
    topic: &'static str,
    requirement: &'static str,
    since: &'static str,
    title: String,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let named = protocol::find(&args.protocol);
    let wanted = |it: &&'static dyn Protocol| named.is_none_or(|named| named.name() == it.name());
    let protocols: Vec<_> = protocol::ALL.iter().copied().filter(wanted).collect();
    output::print(|out| match args.report {
        Format::Text => protocols.iter().try_for_each(|it| table(*it, out)),
        Format::Json => json(&protocols, out),
    })?;
    Ok(Exit::Fine.into())
}

fn table(protocol: &dyn Protocol, out: &mut dyn Write) -> io::Result<()> {
    let rules = protocol.rules();
    let mut topics: Vec<&str> = rules.iter().map(|it| it.topic).collect();
    topics.sort_unstable();
    topics.dedup();
    let count = format!("{} · {} rules", protocol.title(), rules.len());
    writeln!(out, "{}", paint(Paint::Strong, &count))?;
    for topic in topics {
        writeln!(out, "\n{}", paint(Paint::Warn, topic))?;
        for rule in rules.iter().filter(|it| it.topic == topic) {
            row(rule, out)?;
        }
    }
    writeln!(out)
}

fn row(rule: &RuleInfo, out: &mut dyn Write) -> io::Result<()> {
    let used = 9 + rule.id.len();
    let spec = format!("{} · {}", rule.spec, rule.since);
    let gap = WIDTH.saturating_sub(used + spec.width()).max(2);
    writeln!(
        out,
        "  {:6} {}{:gap$}{}",
        rule.level.name(),
        paint(Paint::Strong, rule.id),
        "",
        paint(Paint::Dim, &spec)
    )?;
    for line in wrap(&rule.title(), WIDTH - 9) {
        writeln!(out, "         {line}")?;
    }
    Ok(())
}

fn json(protocols: &[&'static dyn Protocol], out: &mut dyn Write) -> io::Result<()> {
    let rows = protocols.iter().flat_map(|protocol| {
        let row = |it: RuleInfo| Row {
            protocol: protocol.name(),
            rule: it.id,
            level: it.level.name(),
            topic: it.topic,
            requirement: it.spec,
            since: it.since,
            title: it.title(),
        };
        protocol.rules().into_iter().map(row)
    });
    let rows: Vec<Row> = rows.collect();
    serde_json::to_writer_pretty(&mut *out, &rows)?;
    writeln!(out)
}
