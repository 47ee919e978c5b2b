//! The grammar of fuzzer input that all protocols with searches share.

mod edge_cases;
mod fuzzed_game;
mod generated_line;
mod line_delivery;
mod line_parts;
mod random_games;
mod search_grammar;

pub(in crate::protocol) use self::{
    edge_cases::EdgeCases,
    fuzzed_game::FuzzedGame,
    generated_line::{
        DialectLine, FuzzVocabulary, GeneratedMoves, GeneratedPosition, position_with_moves,
    },
    random_games::GeneratedGames,
    search_grammar::SearchGrammar,
};
