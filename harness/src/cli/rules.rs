//! `ponderhit rules`: lists the rules.

use std::io::{self, Write};

use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::{
    CommandResult, options,
    output::{self, ListFormat},
};
use crate::{
    error::Error,
    exit::Exit,
    message::Language,
    protocol::{self, Protocol, RuleInfo},
    readable::wrap_text,
    report::text::{LINE_WIDTH, TextStyle, style_rule_id, style_text},
};

/// List the rules.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List the rules of this protocol; for `auto`, list the rules of all protocols.
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = options::parse_protocol_name)]
    protocol: String,

    /// Write the list in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    report: ListFormat,
}

#[derive(Serialize)]
struct RuleRow {
    protocol: &'static str,
    rule: &'static str,
    level: &'static str,
    topic: &'static str,
    requirement: &'static str,
    since: &'static str,
    title: String,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let named = protocol::find_protocol(&args.protocol);
    let wanted = |it: &&'static dyn Protocol| named.is_none_or(|named| named.name() == it.name());
    let protocols: Vec<_> = protocol::ALL_PROTOCOLS
        .iter()
        .copied()
        .filter(wanted)
        .collect();
    output::print_to_stdout(|out| match args.report {
        ListFormat::Text => protocols.iter().try_for_each(|it| write_table(*it, out)),
        ListFormat::Json => write_json(&protocols, out),
    })?;
    Ok(Exit::Fine.into())
}

fn write_table(protocol: &dyn Protocol, out: &mut dyn Write) -> io::Result<()> {
    let rules = protocol.rules();
    let mut topics: Vec<&str> = rules.iter().map(|it| it.topic).collect();
    topics.sort_unstable();
    topics.dedup();
    let count = format!("{} · {} rules", protocol.title(), rules.len());
    writeln!(out, "{}", style_text(TextStyle::Emphasis, &count))?;
    for topic in topics {
        writeln!(out, "\n{}", style_text(TextStyle::Warning, topic))?;
        for rule in rules.iter().filter(|it| it.topic == topic) {
            write_rule_row(rule, out)?;
        }
    }
    writeln!(out)
}

fn write_rule_row(rule: &RuleInfo, out: &mut dyn Write) -> io::Result<()> {
    let used = 9 + rule.id.len();
    let spec = format!("{} · {}", rule.spec, rule.since);
    let gap = LINE_WIDTH.saturating_sub(used + spec.width()).max(2);
    writeln!(
        out,
        "  {:6} {}{:gap$}{}",
        rule.level.name(),
        style_rule_id(rule.id),
        "",
        style_text(TextStyle::Unimportant, &spec)
    )?;
    for line in wrap_text(
        &rule.title_in(Language::selected_for_texts()),
        LINE_WIDTH - 9,
    ) {
        writeln!(out, "         {line}")?;
    }
    Ok(())
}

fn write_json(protocols: &[&'static dyn Protocol], out: &mut dyn Write) -> io::Result<()> {
    let rows = protocols.iter().flat_map(|protocol| {
        let row = |it: RuleInfo| RuleRow {
            protocol: protocol.name(),
            rule: it.id,
            level: it.level.name(),
            topic: it.topic,
            requirement: it.spec,
            since: it.since,
            title: it.title_in(Language::selected_for_json()),
        };
        protocol.rules().into_iter().map(row)
    });
    let rows: Vec<RuleRow> = rows.collect();
    serde_json::to_writer_pretty(&mut *out, &rows)?;
    writeln!(out)
}
