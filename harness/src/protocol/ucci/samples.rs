//! Sample lines of the interface and of the engine in UCCI. Tests build conversations from these
//! lines.

use crate::protocol::SampleLines;

pub(super) const SAMPLES: SampleLines = SampleLines {
    first_command: (
        "ucci",
        &[
            "option usemillisec type check default false",
            "option batch type check default false",
            "ucciok",
        ],
    ),
    log_example: ("isready", "readyok"),
    search_commands: &["position startpos", "go infinite"],
    commands: SAMPLE_COMMANDS,
    responses: SAMPLE_RESPONSES,
};

const SAMPLE_COMMANDS: &[&str] = &[
    "ucci",
    "isready",
    "stop",
    "quit",
    "ponderhit",
    "ponderhit draw",
    "probe startpos",
    "probe fen x",
    "setoption usemillisec true",
    "setoption batch true",
    "setoption promotion true",
    "setoption hashsize 16",
    "setoption batch",
    "position startpos",
    "position startpos moves h2e2 h9g7",
    "position startpos moves a0a9",
    "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    "position fen 9 w",
    "banmoves h2e2",
    "banmoves",
    "go depth 1",
    "go depth 99",
    "go nodes 100",
    "go infinite",
    "go time 1000 increment 0",
    "go time 18446744073709551615 increment 18446744073709551615",
    "go ponder time 3 movestogo 1",
    "go draw time 0",
    "go ponder depth 2",
    "go",
    "go depth",
    "uci",
    "uccinewgame",
    "stop now",
    " go depth 1",
    "isready\r",
    "",
];

const SAMPLE_RESPONSES: &[&str] = &[
    "ucciok",
    "id name toy",
    "option usemillisec type check default false",
    "option batch type check default false",
    "option hashsize type spin min 1 max 64 default 16",
    "readyok",
    "bestmove h2e2",
    "bestmove h2e2 ponder h9g7 draw",
    "bestmove a0a9",
    "nobestmove",
    "info depth 1 score 3 pv h2e2",
    "info time 18446744073709551615 nodes 0",
    "info score mate 1",
    "pophash",
    "pophash bestmove h2e2 lowerbound 3 depth 4",
    "bye",
    "",
];
