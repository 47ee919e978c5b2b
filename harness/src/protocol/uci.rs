//! The Universal Chess Interface (UCI), after its specification of April 2006.

mod chess;
mod coverage;
mod dialect;
mod grammar;
mod notes;
mod prelude;
mod rules;
mod samples;
mod state;
mod uci_move;
mod unspecified;
mod view;
mod vocabulary;
mod wire;

use ponderhit_engine::protocol::uci;

use crate::{
    link::Actor,
    protocol::{
        Dialogue, FaultValueGenerator, FuzzGrammar, Judge, Protocol, ResponseField, RuleInfo,
        SampleLines, search, segments::SegmentJudge,
    },
    rule,
};

/// UCI.
pub struct Uci;

impl Protocol for Uci {
    fn name(&self) -> &'static str {
        "uci"
    }

    fn title(&self) -> &'static str {
        "UCI"
    }

    fn rules(&self) -> Vec<RuleInfo> {
        rules::ALL.iter().map(rule::CatalogueEntry::info).collect()
    }

    /// If an engine crashes or hangs on ordinary input, its crashes on unspecified input may have
    /// the same cause.
    fn masked_topics(&self, rule: &str, died: bool) -> &'static [&'static str] {
        match rule {
            "uci/no_crash" => &["robustness"],
            "uci/no_hang" | "uci/readyok_per_isready" | "uci/readyok_while_thinking" if !died => {
                &["robustness"]
            }
            _ => &[],
        }
    }

    fn reports_hang_or_crash(&self, rule: &str) -> bool {
        matches!(rule, "uci/no_hang" | "uci/no_crash")
    }

    fn required_commands_table(&self) -> &'static str {
        include_str!("uci/exercise.txt")
    }

    fn new_judge(&self) -> Box<dyn Judge> {
        Box::new(SegmentJudge::new(view::Tracker::new(), rules::ALL))
    }

    fn new_dialogue(&self) -> Box<dyn Dialogue> {
        Box::new(SegmentJudge::for_session(view::Tracker::new(), rules::ALL))
    }

    fn move_syntax(&self) -> &'static str {
        "[a-i](10|[0-9])[a-i](10|[0-9])[qrbn]?"
    }

    fn wildcard_fields(&self) -> &'static [ResponseField] {
        &vocabulary::INFO_FIELDS
    }

    fn is_response(&self, line: &[u8]) -> bool {
        let response = wire::Response::parse(line);
        !matches!(response, wire::Response::Blank | wire::Response::Other)
    }

    fn fault_definitions(&self) -> &'static str {
        include_str!("uci/faults.txt")
    }

    fn oddity_definitions(&self) -> &'static str {
        include_str!("uci/oddities.txt")
    }

    fn new_value_generator(&self) -> Box<dyn FaultValueGenerator> {
        search::new_value_generator::<dialect::UciDialect>()
    }

    fn fuzz_grammar(&self) -> Option<&'static dyn FuzzGrammar> {
        Some(&grammar::UciGrammar)
    }

    fn sample_lines(&self) -> SampleLines {
        samples::SAMPLES
    }

    fn reference_engine(&self) -> Option<Box<dyn Actor>> {
        Some(Box::new(search::ReferenceEngine::new(
            uci::new_stepped_engine(),
        )))
    }
}
