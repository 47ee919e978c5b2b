//! Go Text Protocol, version 2, with the extensions of the Go server KGS and the extensions for analysis.

mod board;
mod checks;
mod coverage;
mod dialogue;
mod generator;
mod grammar;
mod hints;
mod judge;
mod prelude;
mod profile;
mod regression;
mod rules;
mod samples;
mod sgf;
#[cfg(test)]
mod tests;
mod view;
mod wire;

use crate::{
    link::Actor,
    protocol::{
        Dialogue, FaultValueGenerator, FuzzGrammar, Judge, LevelInProfile, Protocol, RuleInfo,
        SampleLines, hints::Hint, reference_engine::ReferenceEngine, regression::ParseSuite,
        segments::SegmentJudge,
    },
    rule,
};

/// GTP 2.
pub struct Gtp;

impl Protocol for Gtp {
    fn name(&self) -> &'static str {
        "gtp"
    }

    /// A controller may begin with any command.
    fn begins_with_handshake(&self) -> bool {
        false
    }

    fn requirements_page(&self) -> &'static str {
        include_str!("gtp/requirements.md")
    }

    fn title(&self) -> &'static str {
        "GTP 2"
    }

    fn rules(&self) -> Vec<RuleInfo> {
        rules::ALL.iter().map(rule::CatalogueEntry::info).collect()
    }

    fn reports_hang_or_crash(&self, rule: &str) -> bool {
        matches!(rule, "gtp/no_hang" | "gtp/no_crash")
    }

    /// If an engine crashes or hangs on ordinary input, its crashes on unusual input may have the same cause.
    fn topics_with_same_cause(&self, rule: &str, died: bool) -> &'static [&'static str] {
        match rule {
            "gtp/no_crash" => &["robustness"],
            "gtp/no_hang" if !died => &["robustness"],
            _ => &[],
        }
    }

    fn level_in_profile(&self, profile: &str, rule: &RuleInfo) -> LevelInProfile {
        profile::level_in_profile(profile, rule)
    }

    fn required_commands_table(&self) -> &'static str {
        include_str!("gtp/exercise.txt")
    }

    /// A command may begin with an id (`GTP G-20`).
    fn command_word(&self, line: &[u8]) -> Option<String> {
        let name = wire::Command::parse(line.trim_ascii_end())?.name?;
        Some(String::from_utf8_lossy(&name).into_owned())
    }

    fn hints(&self) -> &'static [Hint] {
        hints::HINTS
    }

    fn new_judge(&self) -> Box<dyn Judge> {
        Box::new(SegmentJudge::new(view::Tracker::default(), rules::ALL))
    }

    fn new_dialogue(&self) -> Box<dyn Dialogue> {
        Box::new(SegmentJudge::for_session(
            view::Tracker::default(),
            rules::ALL,
        ))
    }

    fn move_syntax(&self) -> &'static str {
        wire::VERTEX_PATTERN
    }

    fn is_response(&self, line: &[u8]) -> bool {
        matches!(wire::LineContent::parse(line), wire::LineContent::Status(it) if it.form_error.is_none())
    }

    fn fault_definitions(&self) -> &'static str {
        include_str!("gtp/faults.txt")
    }

    fn oddity_definitions(&self) -> &'static str {
        include_str!("gtp/oddities.txt")
    }

    fn regression_format(&self) -> Option<(&'static str, ParseSuite)> {
        Some(("tst", regression::parse_suite))
    }

    fn search_commands(&self) -> &'static [&'static str] {
        coverage::SEARCH_COMMANDS
    }

    fn gui_fault_definitions(&self) -> &'static str {
        include_str!("gtp/gui_faults.txt")
    }

    fn new_value_generator(&self) -> Box<dyn FaultValueGenerator> {
        Box::<generator::VertexGenerator>::default()
    }

    fn fuzz_grammar(&self) -> Option<&'static dyn FuzzGrammar> {
        Some(&grammar::GtpGrammar)
    }

    fn sample_lines(&self) -> SampleLines {
        samples::SAMPLES
    }

    fn reference_engine(&self) -> Option<Box<dyn Actor>> {
        Some(Box::new(ReferenceEngine::new(
            ponderhit_engine::protocol::gtp::new_stepped_engine(),
        )))
    }
}
