//! The coverage table of a campaign: how often each command was sent in each state of the engine, and the next outputs.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use crate::{message::message, protocol::coverage::translate_coverage_word};

/// One row of the coverage: a command, the engine's state before the command, the engine's next output, and how often
/// they occurred together.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoverageRow {
    pub(super) state: &'static str,
    pub(super) command: &'static str,
    pub(super) heard: &'static str,
    pub(super) count: u64,
    /// For all commands that this row counts, the total time until the interface's next command.
    pub(super) seconds: f64,
}

/// The number of columns of the table.
const COLUMN_COUNT: usize = 5;

/// The columns that contain numbers and are aligned at the right.
const NUMBER_COLUMNS: [usize; 2] = [2, 3];

/// Writes, for each command and state: how often the command was sent, the time until the next command, and the
/// engine's next outputs.
pub(super) fn write_coverage_table(
    coverage: &[CoverageRow],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut counts: BTreeMap<(&str, &str), (u64, f64, Vec<String>)> = BTreeMap::new();
    for it in coverage {
        let entry = counts.entry((it.command, it.state)).or_default();
        entry.0 += it.count;
        entry.1 += it.seconds;
        entry.2.push(translate_coverage_word(it.heard));
    }
    if counts.is_empty() {
        return Ok(());
    }
    let heading = [
        message!("coverage_command", "command"),
        message!("coverage_state", "state"),
        message!("coverage_times", "times"),
        message!("coverage_seconds", "seconds"),
        message!("coverage_next_output", "next output"),
    ];
    let mut rows = vec![heading.map(|it| it.to_string())];
    rows.extend(
        counts
            .into_iter()
            .map(|((command, state), (count, seconds, outputs))| {
                [
                    translate_coverage_word(command),
                    translate_coverage_word(state),
                    count.to_string(),
                    format!("{seconds:.1}"),
                    outputs.join(", "),
                ]
            }),
    );
    let width = |column: usize| rows.iter().map(|it| it[column].width()).max();
    let widths: [usize; COLUMN_COUNT] =
        std::array::from_fn(|column| width(column).unwrap_or_default());
    for row in &rows {
        let cells = row.iter().zip(widths).enumerate();
        let cells = cells.map(|(column, (text, width))| {
            let gap = " ".repeat(width - text.width());
            match NUMBER_COLUMNS.contains(&column) {
                true => format!("{gap}{text}"),
                false => format!("{text}{gap}"),
            }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_longest_cell() {
        let row = |command, state, heard| CoverageRow {
            state,
            command,
            heard,
            count: 12,
            seconds: 0.25,
        };
        let rows = [
            row("place_free_handicap", "empty board", "failure"),
            row("place_free_handicap", "empty board", "success"),
            row("undo", "game", "nothing"),
        ];
        let mut out = Vec::new();
        write_coverage_table(&rows, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "command              state        times  seconds  next output\n\
             place_free_handicap  empty board     24      0.5  failure, success\n\
             undo                 game            12      0.2  nothing\n\n"
        );
    }
}
