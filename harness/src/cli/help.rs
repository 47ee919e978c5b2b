//! Adds examples and the legend of reports to the help of the commands.

use clap::Command;

/// The examples for all commands; a heading in brackets names the command.
const EXAMPLES: &str = include_str!("help/examples.txt");

const LEGEND: &str = include_str!("help/legend.txt");

/// The commands that write a report with verdicts on rules.
const COMMANDS_WITH_LEGEND: [&str; 3] = ["check", "replay", "judge"];

/// Adds examples to the help of every command. The text of `--help` also shows the legend.
pub(super) fn add_examples(cli: Command) -> Command {
    let names: Vec<String> = cli
        .get_subcommands()
        .map(|it| it.get_name().to_owned())
        .collect();
    names.iter().fold(cli, |cli, name| {
        cli.mut_subcommand(name, |command| {
            let Some(examples) = examples_of(name) else {
                return command;
            };
            let mut long = examples.clone();
            if COMMANDS_WITH_LEGEND.contains(&name.as_str()) {
                long = format!("{long}\n{LEGEND}");
            }
            if let Some(own) = command.get_after_long_help() {
                long = format!("{long}\n{own}");
            }
            command.after_help(examples).after_long_help(long)
        })
    })
}

/// Returns the examples of a command, with a heading.
fn examples_of(name: &str) -> Option<String> {
    let heading = format!("[{name}]");
    let mut lines = EXAMPLES.lines().skip_while(|it| *it != heading);
    lines.next()?;
    let lines = lines.take_while(|it| !it.is_empty());
    let lines: String = lines.map(|it| format!("  {it}\n")).collect();
    Some(format!("Examples:\n{lines}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::{cli::Cli, inject, protocol};

    #[test]
    fn every_command_has_examples() {
        for command in Cli::command().get_subcommands() {
            assert!(
                examples_of(command.get_name()).is_some(),
                "{}",
                command.get_name()
            );
        }
    }

    /// Every example must be accepted by the command line, because a wrong example would mislead.
    #[test]
    fn every_example_is_accepted() {
        for line in EXAMPLES.lines().filter(|it| it.contains("ponderhit ")) {
            let line = line.rsplit_once("| ").map_or(line, |it| it.1);
            let command = line.split("  ").next().unwrap_or_default();
            let words = command.split_whitespace().map(|it| it.trim_matches('\''));
            let parsed = Cli::command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{command}: {}", parsed.unwrap_err());
        }
    }

    #[test]
    fn every_fault_in_an_example_of_inject_exists() {
        let examples = EXAMPLES.lines();
        for line in examples.filter(|it| it.starts_with("ponderhit inject --protocol")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [
                "ponderhit",
                "inject",
                "--protocol",
                name,
                "--fault",
                fault,
                ..,
            ] = words[..]
            else {
                panic!("{line}");
            };
            let protocol = protocol::find_protocol(name).unwrap();
            assert!(inject::find_faults(protocol, fault).is_ok(), "{line}");
        }
        assert!(!EXAMPLES.contains("ponderhit inject --fault"));
    }
}
