//! Sample lines of the controller and of the engine in GTP, for the fuzz targets.

use crate::protocol::SampleLines;

pub(super) const SAMPLES: SampleLines = SampleLines {
    first_command_and_responses: ("", &[]),
    log_command_and_response: ("name", "= toy"),
    search_commands: &[],
    commands: SAMPLE_COMMANDS,
    responses: SAMPLE_RESPONSES,
};

const SAMPLE_COMMANDS: &[&str] = &[
    "name",
    "1 protocol_version",
    "2 list_commands",
    "3 genmove b",
    "play b D4",
    "7",
    "# comment",
];

const SAMPLE_RESPONSES: &[&str] = &[
    "= toy",
    "=1 2",
    "?2 unknown command",
    "=",
    "=18446744073709551615",
    "text",
];
