//! What a command means for the board: the move of `play`, the handicaps that are allowed, and the commands that leave the
//! board unchanged.

use crate::protocol::gtp::{
    board,
    wire::{ArgumentKind, Color, Command, Point, Vertex, parse_int},
};

/// Nonstandard commands that leave the board unchanged.
const NONSTANDARD_COMMANDS_KEEPING_BOARD: &[&str] = &[
    "kgs-chat",
    "kgs-game_over",
    "kgs-rules",
    "kgs-time_settings",
    "kata-get-rules",
    "kata-set-rules",
    "kata-get-param",
    "kata-set-param",
    "kata-list-params",
    "kata-get-models",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-title",
    "cputime",
    "help",
];

/// Standard commands that leave the board unchanged.
const STANDARD_COMMANDS_KEEPING_BOARD: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "komi",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "showboard",
    "reg_genmove",
];

impl Command {
    /// Whether the command is known to leave the position as it is.
    pub(super) fn keeps_board_unchanged(&self) -> bool {
        let mut names = STANDARD_COMMANDS_KEEPING_BOARD
            .iter()
            .chain(NONSTANDARD_COMMANDS_KEEPING_BOARD);
        names.any(|it| self.has_name(it)) || self.is_in_other_case(STANDARD_COMMANDS_KEEPING_BOARD)
    }

    /// The color and vertex of `play`, if the arguments are valid.
    pub(in super::super) fn played_move(&self) -> Option<(Color, Vertex)> {
        if !self.has_name("play") || self.argument_kind() != ArgumentKind::Valid {
            return None;
        }
        Some((
            self.color_argument()?,
            Vertex::parse(self.arguments.get(1)?)?,
        ))
    }

    /// The first argument as a color.
    pub(in super::super) fn color_argument(&self) -> Option<Color> {
        Color::parse(self.arguments.first()?)
    }

    /// Whether a handicap with this number of stones, or with these vertices, is allowed on an empty board of this
    /// size.
    pub(in super::super) fn is_allowed_handicap(&self, size: u8) -> bool {
        let number = self.arguments.first().and_then(|it| parse_int(it));
        if self.has_name("fixed_handicap") {
            return number.is_some_and(|it| board::fixed_handicap_points(size, it).is_some());
        }
        if self.has_name("set_free_handicap") {
            return self.is_valid_free_handicap(size);
        }
        // The specification does not say how many stones `place_free_handicap` must accept; two to nine are usual.
        number.is_some_and(|it| size >= 9 && (2..=9).contains(&it))
    }

    /// Whether the vertices of `set_free_handicap` are 2 to (points - 1) different points of the board (`GTP G-115`).
    pub(in super::super) fn is_valid_free_handicap(&self, size: u8) -> bool {
        let points: Option<Vec<Point>> = self
            .arguments
            .iter()
            .map(|it| Vertex::parse(it)?.point().filter(|it| it.is_on_board(size)))
            .collect();
        points.is_some_and(|mut points| {
            let count = points.len();
            points.sort_unstable();
            points.dedup();
            let most = usize::from(size) * usize::from(size) - 1;
            points.len() == count && (2..=most).contains(&count)
        })
    }
}
