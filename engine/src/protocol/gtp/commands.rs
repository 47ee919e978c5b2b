//! The table of all commands, and the commands about the session itself, such as `quit`.

use super::{
    Engine, board_commands, final_commands, search_commands, search_commands::SearchRequest, sgf,
    time_commands,
};

/// The outcome of a command: a response, or a request that must be fulfilled before the response.
#[derive(Debug)]
pub(super) enum Reply {
    Success(String),
    Failure(String),
    /// The engine responds after a search.
    Search(SearchRequest),
    /// The engine responds after a file has been read.
    Load(sgf::LoadRequest),
    Quit,
}

impl Reply {
    pub(super) fn empty() -> Reply {
        Reply::Success(String::new())
    }

    pub(super) fn text(text: impl Into<String>) -> Reply {
        Reply::Success(text.into())
    }

    pub(super) fn failure(text: &str) -> Reply {
        Reply::Failure(text.to_owned())
    }
}

/// Executes a command with its arguments.
type CommandFunction = fn(&mut Engine, &[&str]) -> Reply;

/// All commands, in the order of `list_commands`.
const COMMANDS: &[(&str, CommandFunction)] = &[
    ("protocol_version", |_, _| Reply::text("2")),
    ("name", |_, _| Reply::text("ponderhit reference")),
    ("version", |_, _| Reply::text(env!("CARGO_PKG_VERSION"))),
    ("known_command", |_, arguments| known_command(arguments)),
    ("list_commands", |_, _| list_commands()),
    ("quit", |_, _| Reply::Quit),
    ("boardsize", board_commands::boardsize),
    ("clear_board", |engine, _| {
        board_commands::clear_board(engine)
    }),
    ("komi", board_commands::komi),
    ("fixed_handicap", board_commands::fixed_handicap),
    ("place_free_handicap", board_commands::place_free_handicap),
    ("set_free_handicap", board_commands::set_free_handicap),
    ("play", board_commands::play),
    ("undo", |engine, _| board_commands::undo(engine)),
    ("showboard", |engine, _| board_commands::showboard(engine)),
    ("loadsgf", |_, arguments| sgf::load_sgf(arguments)),
    ("genmove", search_commands::genmove),
    ("reg_genmove", search_commands::reg_genmove),
    ("time_settings", time_commands::time_settings),
    ("time_left", time_commands::time_left),
    ("final_score", |engine, _| {
        final_commands::final_score(engine)
    }),
    ("final_status_list", final_commands::final_status_list),
    ("kgs-genmove_cleanup", search_commands::kgs_genmove_cleanup),
    ("kgs-time_settings", time_commands::kgs_time_settings),
    ("kgs-rules", board_commands::kgs_rules),
    ("kgs-game_over", |_, _| Reply::empty()),
    ("kgs-chat", |_, arguments| kgs_chat(arguments)),
    ("analyze", search_commands::analyze),
    ("genmove_analyze", search_commands::genmove_analyze),
    ("lz-analyze", search_commands::lz_analyze),
    ("lz-genmove_analyze", search_commands::lz_genmove_analyze),
    ("kata-analyze", search_commands::kata_analyze),
    (
        "kata-genmove_analyze",
        search_commands::kata_genmove_analyze,
    ),
    ("gogui-analyze_commands", |_, _| Reply::text(GOGUI_COMMANDS)),
];

/// The commands that GoGui offers in its window, with the type of each command's answer.
const GOGUI_COMMANDS: &str = "\
string/Final Score/final_score
plist/Dead Stones/final_status_list dead
plist/Alive Stones/final_status_list alive
plist/Stones In Seki/final_status_list seki
plist/Territory Of Black/final_status_list black_territory
plist/Territory Of White/final_status_list white_territory
hstring/Board/showboard";

pub(super) fn find_command(name: &str) -> Option<CommandFunction> {
    let mut commands = COMMANDS.iter();
    commands.find(|(known, _)| *known == name).map(|it| it.1)
}

/// `known_command` never fails (`GTP G-103`), so without an argument it answers `false`.
fn known_command(arguments: &[&str]) -> Reply {
    let is_known = arguments
        .first()
        .is_some_and(|it| find_command(it).is_some());
    Reply::text(if is_known { "true" } else { "false" })
}

fn list_commands() -> Reply {
    let names: Vec<&str> = COMMANDS.iter().map(|it| it.0).collect();
    Reply::Success(names.join("\n"))
}

/// Answers a chat message of another player (`GTP K-4`).
fn kgs_chat(arguments: &[&str]) -> Reply {
    match arguments {
        ["game" | "private", _, _, ..] => Reply::text("This is a program that tests itself."),
        _ => super::arguments::syntax_error(),
    }
}
