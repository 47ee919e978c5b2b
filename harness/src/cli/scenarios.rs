//! `ponderhit scenarios`: lists the embedded scenarios with their profiles and rules.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    CommandResult, options,
    output::{self, ListFormat},
};
use crate::{
    error::Error,
    exit::Exit,
    glob,
    message::message,
    protocol,
    readable::wrap_text,
    report::text::{LINE_WIDTH, TextStyle, style_text},
    scenarios::{self, Scenario},
    suggest,
};

/// List the embedded scenarios: their profiles, their games, and the rules that they test.
///
/// `ponderhit show ID` prints the script of a scenario.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List only the scenarios whose id matches this glob.
    #[arg(value_name = "GLOB")]
    globs: Vec<String>,

    /// List only the scenarios of this protocol; `auto` lists those of all protocols.
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = options::parse_protocol_name)]
    protocol: String,

    /// List only the scenarios of this profile.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    /// Write the list in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    report: ListFormat,
}

#[derive(Serialize)]
struct ScenarioRow<'a> {
    scenario: &'a str,
    title: Option<&'a str>,
    profiles: &'a [String],
    games: &'a [String],
    rules: &'a [String],
    exclusive: bool,
    /// The duration with a healthy engine, in seconds, if the scenario mostly waits until a given time has passed.
    seconds: Option<f64>,
}

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let mut all = Vec::new();
    for protocol in protocol::ALL_PROTOCOLS {
        if args.protocol == "auto" || args.protocol == protocol.name() {
            all.extend(scenarios::embedded_scenarios(protocol.name())?);
        }
    }
    for glob in &args.globs {
        let ids = || all.iter().map(|it| it.id.as_str());
        if ids().any(|it| matches_id(glob, it)) {
            continue;
        }
        return Err(Error::usage_error(
            match suggest::nearest_glob(glob, ids()) {
                Some(nearest) => message!(
                    "no_scenario_near",
                    "`{glob}` matches no scenario; did you mean `{nearest}`?",
                    glob,
                    nearest
                ),
                None => message!("no_scenario", "`{glob}` matches no scenario", glob),
            },
        ));
    }
    let is_wanted = |it: &&Scenario| {
        let in_profile = |wanted: &String| it.profiles.contains(wanted);
        args.profile.as_ref().is_none_or(in_profile)
            && (args.globs.is_empty() || args.globs.iter().any(|glob| matches_id(glob, &it.id)))
    };
    let wanted: Vec<&Scenario> = all.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(Error::usage_error(message!(
            "no_scenario_in_profile",
            "no scenario was selected: `ponderhit scenarios` without options lists all scenarios and their profiles"
        )));
    }
    output::print_to_stdout(|out| match args.report {
        ListFormat::Text => wanted.iter().try_for_each(|it| write_scenario(it, out)),
        ListFormat::Json => write_json(&wanted, out),
    })?;
    Ok(Exit::Fine.into())
}

/// True if the glob matches the id of a scenario, with or without the name of the protocol.
fn matches_id(glob: &str, id: &str) -> bool {
    let short = id.split_once('/').map_or(id, |it| it.1);
    glob::matches_glob(glob, id) || glob::matches_glob(glob, short)
}

fn scenario_row(scenario: &Scenario) -> ScenarioRow<'_> {
    ScenarioRow {
        scenario: &scenario.id,
        title: scenario.script.directive("title"),
        profiles: &scenario.profiles,
        games: &scenario.games,
        rules: &scenario.rules,
        exclusive: scenario.exclusive,
        seconds: scenario.clock_wait_duration.map(|it| it.as_secs_f64()),
    }
}

fn write_scenario(scenario: &Scenario, out: &mut dyn Write) -> io::Result<()> {
    let row = scenario_row(scenario);
    let mut tags = row.profiles.to_vec();
    tags.extend(row.games.iter().cloned());
    if row.exclusive {
        tags.push(message!("scenario_exclusive", "runs alone").to_string());
    }
    if let Some(seconds) = row.seconds {
        tags.push(format!("{seconds} s"));
    }
    let tags = tags.join(" · ");
    let gap = LINE_WIDTH
        .saturating_sub(row.scenario.len() + tags.chars().count())
        .max(2);
    let id = style_text(TextStyle::Emphasis, row.scenario);
    writeln!(
        out,
        "{id}{:gap$}{}",
        "",
        style_text(TextStyle::Unimportant, &tags)
    )?;
    for line in wrap_text(row.title.unwrap_or_default(), LINE_WIDTH - 4) {
        writeln!(out, "    {line}")?;
    }
    for line in wrap_text(&row.rules.join(", "), LINE_WIDTH - 4) {
        writeln!(out, "    {}", style_text(TextStyle::Unimportant, &line))?;
    }
    Ok(())
}

fn write_json(scenarios: &[&Scenario], out: &mut dyn Write) -> io::Result<()> {
    let rows: Vec<ScenarioRow<'_>> = scenarios.iter().map(|it| scenario_row(it)).collect();
    serde_json::to_writer_pretty(&mut *out, &rows)?;
    writeln!(out)
}
