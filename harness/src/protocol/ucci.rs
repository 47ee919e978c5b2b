//! Universal Chinese Chess Protocol, version 3.0.

mod bans;
mod clock_deadlines;
mod coverage;
mod dialect;
mod engine_clock;
mod full_depths;
mod game_over;
mod grammar;
mod hints;
mod illegal;
mod interface;
mod league;
mod list_start;
mod node_counts;
mod notes;
mod prelude;
mod rules;
mod samples;
mod searched_material;
mod searched_positions;
mod state;
#[cfg(test)]
mod tests;
mod time_counts;
mod unsent_clocks;
mod unspecified;
mod view;
mod vocabulary;
mod wire;

use ponderhit_engine::protocol::ucci;

use crate::{
    link::Actor,
    protocol::{
        Dialogue, FaultValueGenerator, FuzzGrammar, Judge, LevelInProfile, Protocol, ResponseField,
        RuleInfo, SampleLines, SelfPlayGame, hints::Hint, search, segments::SegmentJudge,
    },
    rule,
};

/// UCCI 3.0.
pub struct Ucci;

impl Protocol for Ucci {
    fn name(&self) -> &'static str {
        "ucci"
    }

    fn requirements_page(&self) -> &'static str {
        include_str!("ucci/requirements.md")
    }

    fn title(&self) -> &'static str {
        "UCCI 3.0"
    }

    fn related_protocols(&self) -> &'static [&'static str] {
        &["uci"]
    }

    fn rules(&self) -> Vec<RuleInfo> {
        rules::ALL.iter().map(rule::CatalogueEntry::info).collect()
    }

    /// If an engine crashes or hangs on ordinary input, its crashes on unspecified input may have
    /// the same cause.
    fn topics_with_same_cause(&self, rule: &str, died: bool) -> &'static [&'static str] {
        match rule {
            "ucci/no_crash" => &["robustness", "dialect"],
            "ucci/no_hang" | "ucci/readyok_per_isready" | "ucci/readyok_while_thinking"
                if !died =>
            {
                &["robustness", "dialect"]
            }
            _ => &[],
        }
    }

    fn reports_hang_or_crash(&self, rule: &str) -> bool {
        matches!(rule, "ucci/no_hang" | "ucci/no_crash")
    }

    fn level_in_profile(&self, profile: &str, rule: &RuleInfo) -> LevelInProfile {
        league::level_in_profile(profile, rule.id)
    }

    fn startup_test_script(&self, profile: &str) -> &'static [u8] {
        match profile {
            league::LEAGUE_NAME => league::START_SCRIPT,
            _ => b"@ready\n@idle\n",
        }
    }

    fn self_play_game(&self) -> Option<Box<dyn SelfPlayGame>> {
        Some(Box::new(league::LeagueGame::new()))
    }

    fn required_commands_table(&self) -> &'static str {
        include_str!("ucci/exercise.txt")
    }

    fn hints(&self) -> &'static [Hint] {
        hints::HINTS
    }

    fn new_judge(&self) -> Box<dyn Judge> {
        Box::new(SegmentJudge::new(view::Tracker::new(), rules::ALL))
    }

    fn new_dialogue(&self) -> Box<dyn Dialogue> {
        Box::new(SegmentJudge::for_session(view::Tracker::new(), rules::ALL))
    }

    fn move_syntax(&self) -> &'static str {
        "[a-i][0-9][a-i][0-9]"
    }

    fn wildcard_fields(&self) -> &'static [ResponseField] {
        &vocabulary::INFO_FIELDS
    }

    fn is_response(&self, line: &[u8]) -> bool {
        let response = wire::Response::parse(line);
        !matches!(response, wire::Response::Blank | wire::Response::Other)
    }

    fn fault_definitions(&self) -> &'static str {
        include_str!("ucci/faults.txt")
    }

    fn oddity_definitions(&self) -> &'static str {
        include_str!("ucci/oddities.txt")
    }

    fn search_commands(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn gui_fault_definitions(&self) -> &'static str {
        include_str!("ucci/gui_faults.txt")
    }

    fn new_value_generator(&self) -> Box<dyn FaultValueGenerator> {
        search::new_value_generator::<dialect::UcciDialect>(())
    }

    fn fuzz_grammar(&self) -> Option<&'static dyn FuzzGrammar> {
        Some(&grammar::UcciGrammar)
    }

    fn sample_lines(&self) -> SampleLines {
        samples::SAMPLES
    }

    fn reference_engine(&self) -> Option<Box<dyn Actor>> {
        Some(Box::new(super::reference_engine::ReferenceEngine::new(
            ucci::new_stepped_engine(),
        )))
    }
}
