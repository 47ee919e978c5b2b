//! The arguments and the report lines of the analysis commands (section 4 of the specification).

use std::time::Duration;

use super::arguments::{join_items, parse_int};
use crate::{
    games::go::{Color, Point, Vertex},
    monte_carlo::{MoveStatistics, SearchStatistics},
};

/// The form of an analysis command (such as `lz-analyze`) and of its reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnalysisForm {
    /// The command `analyze`, whose color and interval are required (`GTP A-9`).
    Sabaki,
    LeelaZero,
    KataGo,
}

/// What an analysis reports, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AnalysisSettings {
    form: AnalysisForm,
    pub(super) interval: Duration,
    max_moves: usize,
    reports_ownership: bool,
}

/// The arguments of an analysis command.
#[derive(Clone, Debug)]
pub(super) struct AnalysisArguments {
    pub(super) color: Option<Color>,
    pub(super) settings: AnalysisSettings,
    avoided_moves: Vec<(Color, Vertex)>,
    allowed_moves: Vec<(Color, Vertex)>,
}

/// The time between two reports if the command has no interval.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(1);

/// The shortest time between two reports, so that an interval of 0 does not flood the controller.
const MIN_INTERVAL: Duration = Duration::from_millis(10);

impl AnalysisArguments {
    /// Parses the arguments; `None` if they are malformed.
    pub(super) fn parse(arguments: &[&str], form: AnalysisForm) -> Option<AnalysisArguments> {
        let mut rest = arguments;
        let color = rest.first().and_then(|it| Color::parse(it));
        rest = &rest[usize::from(color.is_some())..];
        let interval = rest.first().and_then(|it| parse_int(it));
        rest = &rest[usize::from(interval.is_some())..];
        if form == AnalysisForm::Sabaki && (color.is_none() || interval.is_none()) {
            return None;
        }
        let mut parsed = AnalysisArguments {
            color,
            settings: AnalysisSettings {
                form,
                interval: DEFAULT_INTERVAL,
                max_moves: usize::MAX,
                reports_ownership: false,
            },
            avoided_moves: Vec::new(),
            allowed_moves: Vec::new(),
        };
        if let Some(hundredths) = interval {
            parsed.set_interval(hundredths);
        }
        while let Some((key, values)) = rest.split_first() {
            rest = parsed.parse_key(key, values)?;
        }
        Some(parsed)
    }

    /// Parses the values of a key, and returns the arguments after these values. An unknown key is
    /// skipped, together with the one value after it.
    fn parse_key<'a, 'b>(&mut self, key: &str, values: &'a [&'b str]) -> Option<&'a [&'b str]> {
        match (key, values) {
            ("interval", [hundredths, rest @ ..]) => {
                self.set_interval(parse_int(hundredths)?);
                Some(rest)
            }
            ("minmoves", [number, rest @ ..]) => {
                parse_int(number)?;
                Some(rest)
            }
            ("maxmoves", [number, rest @ ..]) => {
                self.settings.max_moves = parse_int(number)? as usize;
                Some(rest)
            }
            ("avoid" | "allow", [color, vertices, depth, rest @ ..]) => {
                let color = Color::parse(color)?;
                parse_int(depth)?;
                let vertices: Option<Vec<Vertex>> =
                    vertices.split(',').map(Vertex::parse).collect();
                let moves = vertices?.into_iter().map(|it| (color, it));
                match key {
                    "avoid" => self.avoided_moves.extend(moves),
                    _ => self.allowed_moves.extend(moves),
                }
                Some(rest)
            }
            ("avoid" | "allow", _) => None,
            ("ownership", [value @ ("true" | "false"), rest @ ..]) => {
                self.settings.reports_ownership = *value == "true";
                Some(rest)
            }
            // A key begins with a letter, so a number in the place of a key is an error.
            (key, _) if !key.starts_with(|it: char| it.is_ascii_alphabetic()) => None,
            (_, [_, rest @ ..]) => Some(rest),
            (_, []) => None,
        }
    }

    fn set_interval(&mut self, hundredths: u32) {
        let interval = Duration::from_millis(u64::from(hundredths) * 10);
        self.settings.interval = interval.max(MIN_INTERVAL);
    }

    /// True if the arguments `avoid` and `allow` permit this first move.
    pub(super) fn may_play(&self, color: Color, point: Point) -> bool {
        let step = (color, Vertex::Point(point));
        let mut allowed = self
            .allowed_moves
            .iter()
            .filter(|it| it.0 == color)
            .peekable();
        !self.avoided_moves.contains(&step)
            && (allowed.peek().is_none() || allowed.any(|it| *it == step))
    }
}

/// Formats a report line of an analysis. The numbers in the report line are from the point of view
/// of `color` (`GTP A-10`).
pub(super) fn format_report_line(
    settings: AnalysisSettings,
    statistics: &SearchStatistics,
    color: Color,
) -> String {
    let lead = match color {
        Color::Black => statistics.black_lead,
        Color::White => -statistics.black_lead,
    };
    let moves = statistics.moves.iter().take(settings.max_moves.max(1));
    let mut blocks: Vec<String> = moves
        .enumerate()
        .map(|(order, it)| match settings.form {
            AnalysisForm::KataGo => format_kata_move(order, it, lead),
            AnalysisForm::Sabaki | AnalysisForm::LeelaZero => format_lz_move(order, it),
        })
        .collect();
    if settings.reports_ownership && settings.form == AnalysisForm::KataGo {
        blocks.push(format_ownership(statistics, color));
    }
    blocks.join(" ")
}

fn format_lz_move(order: usize, it: &MoveStatistics) -> String {
    let per_10_000 = |share: f64| (share * 10_000.0).round() as u32;
    let (vertex, visits, pv) = (it.vertex, it.visits, join_items(&it.pv));
    let (winrate, prior) = (per_10_000(it.winrate), per_10_000(it.prior));
    let lcb = per_10_000(it.lower_confidence_bound());
    format!(
        "info move {vertex} visits {visits} winrate {winrate} prior {prior} lcb {lcb} order {order} pv {pv}"
    )
}

fn format_kata_move(order: usize, it: &MoveStatistics, lead: f64) -> String {
    let (vertex, visits, pv) = (it.vertex, it.visits, join_items(&it.pv));
    let (winrate, prior, lcb) = (it.winrate, it.prior, it.lower_confidence_bound());
    format!(
        "info move {vertex} visits {visits} winrate {winrate:.6} scoreLead {lead:.3} prior {prior:.6} \
         lcb {lcb:.6} order {order} pv {pv}"
    )
}

/// Formats the ownership of all points, row by row from the top left (section 4 of the
/// specification).
fn format_ownership(statistics: &SearchStatistics, color: Color) -> String {
    let sign = match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    let size = statistics.ownership.len().isqrt().max(1);
    let rows = statistics.ownership.chunks(size).rev();
    let values = rows.flatten().map(|it| format!("{:.3}", it * sign));
    format!("ownership {}", join_items(values))
}
