//! Finds the scenarios of `check` that can exercise a rule (give it something to judge): the
//! scenarios that send all commands that the rule needs.
//!
//! A line of a protocol's table has the id of a rule, and the commands that the rule needs. A rule needs the commands
//! that are common to all scenarios in which the rule was exercised. To find the scenarios that exercise a rule, the
//! kill matrix test plays every scenario with the reference engine, without a fault and with each injected fault. The
//! kill matrix test also writes and checks the table of the commands that rules need. If a rule has no line in the
//! table, any scenario may exercise the rule.

use std::collections::{BTreeMap, BTreeSet};

use super::{Protocol, RuleInfo};
use crate::{
    rule::Measurement,
    transcript::{Script, Speaker, StepKind},
};

/// For each rule id, the commands that a scenario must send to exercise the rule.
pub type RequiredCommands = BTreeMap<String, BTreeSet<String>>;

/// Parses a protocol's table of the commands that its rules need.
pub fn parse_required_commands(protocol: &dyn Protocol) -> RequiredCommands {
    let lines = protocol.required_commands_table().lines();
    let lines = lines.filter(|it| !it.starts_with('#'));
    let rows = lines.filter_map(|line| {
        let mut words = line.split_whitespace().map(str::to_owned);
        Some((words.next()?, words.collect()))
    });
    rows.collect()
}

/// Whether any scenario may exercise the rule (give it something to judge), even if the table lists commands that the
/// rule needs. For example, the function returns true for rules about every line of the engine, about the engine's
/// process, and about the time of answers.
pub fn can_any_scenario_exercise(rule: &RuleInfo) -> bool {
    let anywhere = ["grammar", "process", "robustness", "dialect", "time"];
    let unasked = rule.id.contains("_only_");
    unasked || rule.measures != Measurement::Nothing || anywhere.contains(&rule.topic)
}

/// The names of the commands that a script sends.
pub fn commands_of_script(protocol: &dyn Protocol, script: &Script) -> BTreeSet<String> {
    let dialogue = protocol.new_dialogue();
    let sent = dialogue
        .handshake()
        .into_iter()
        .chain(dialogue.quit_exchange());
    // Every session has a handshake and ends with the quit command.
    let mut commands: BTreeSet<String> = sent
        .filter_map(|it| protocol.command_word(&it.command))
        .collect();
    for step in &script.steps {
        match &step.kind {
            StepKind::Send(_) => {
                let line = step.raw.trim_ascii_start();
                let line = line.strip_prefix(b">").unwrap_or(line);
                commands.extend(protocol.command_word(line));
            }
            StepKind::Chunk(Speaker::Interface, bytes) => {
                let lines = bytes.split(|it| *it == b'\n');
                commands.extend(lines.filter_map(|it| protocol.command_word(it)));
            }
            StepKind::Directive { name, .. }
                if name == "setoption"
                    || name == "handshake"
                    || name.starts_with("each-option") =>
            {
                commands.insert("setoption".to_owned());
            }
            StepKind::Directive { name, .. } if name == "game" => {
                let game = protocol
                    .self_play_game()
                    .map_or(&[][..], |it| it.command_words());
                commands.extend(game.iter().map(|it| (*it).to_owned()));
            }
            _ => (),
        }
    }
    commands
}

/// The first word of a line.
pub(super) fn first_word(line: &[u8]) -> Option<String> {
    let mut words = line.split(u8::is_ascii_whitespace);
    let word = words.find(|it| !it.is_empty())?;
    Some(String::from_utf8_lossy(word).into_owned())
}
