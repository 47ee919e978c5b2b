//! Writes the violations so that the whole report fits on one screen. The rule to fix first is written with all
//! details. If space is short, each of the other violated rules is written briefly, with one line of the engine, and
//! the rules that do not fit are left out.

use std::io::{self, Write};

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr as _;

use super::{TextStyle, style_text, violation};
use crate::{
    message::message,
    readable::wrap_text,
    rule::Level,
    verdict::{Report, Verdict},
};

/// The number of lines that are assumed to fit on a screen.
const SCREEN_LINES: usize = 50;

/// The number of lines before the violations: the first line of the report, and an empty line.
const HEADER_LINE_COUNT: usize = 2;

/// Counts the rows that a text takes on a screen; a long line takes several rows.
pub(super) fn count_rows(text: &[u8], width: usize) -> usize {
    let text = String::from_utf8_lossy(text);
    let plain = strip_str(&text).to_string();
    let rows = plain.lines().map(|it| it.width().div_ceil(width).max(1));
    rows.sum()
}

/// The full and the brief form of the text about a violated rule.
struct RuleText {
    full_text: Vec<u8>,
    brief_text: Vec<u8>,
    full_row_count: usize,
    brief_row_count: usize,
    is_written_in_full: bool,
}

impl RuleText {
    fn new(verdict: &Verdict, report: &Report) -> io::Result<RuleText> {
        let (mut full, mut brief) = (Vec::new(), Vec::new());
        violation::write_brief_rule(verdict, report, &mut brief)?;
        // What a rule of level `may` reports is permitted, and needs no details on the screen.
        match verdict.level {
            Level::May => full.clone_from(&brief),
            _ => violation::write_violated_rule(verdict, report, &mut full)?,
        }
        let width = report.layout.width;
        Ok(RuleText {
            full_row_count: count_rows(&full, width),
            brief_row_count: count_rows(&brief, width),
            full_text: full,
            brief_text: brief,
            is_written_in_full: false,
        })
    }

    fn leave_out_boards(&mut self, verdict: &Verdict, report: &Report) -> io::Result<()> {
        if verdict.level == Level::May {
            return Ok(());
        }
        self.full_text.clear();
        violation::write_rule_without_boards(verdict, report, &mut self.full_text)?;
        self.full_row_count = count_rows(&self.full_text, report.layout.width);
        Ok(())
    }

    /// The full or the brief text.
    fn written_text(&self) -> &[u8] {
        if self.is_written_in_full {
            &self.full_text
        } else {
            &self.brief_text
        }
    }

    /// The number of rows that the rule takes in the report, where its text has the full or the brief form.
    fn written_row_count(&self) -> usize {
        if self.is_written_in_full {
            self.full_row_count
        } else {
            self.brief_row_count
        }
    }
}

/// The number of texts, from the beginning of the list, that fit in `room` rows; at least 1.
fn count_fitting(texts: &[RuleText], room: usize) -> usize {
    let mut used = 0;
    let fitting = texts.iter().take_while(|it| {
        used += it.written_row_count();
        used <= room
    });
    fitting.count().max(1)
}

/// Writes the violations; `end_rows` is the number of rows that the rest of the report needs after the violations.
pub(super) fn write_violations_on_screen(
    report: &Report,
    end_rows: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let violated = report.violated_rules();
    let mut texts = Vec::new();
    for verdict in &violated {
        texts.push(RuleText::new(verdict, report)?);
    }
    let Some(first) = texts.first_mut() else {
        return Ok(());
    };
    first.is_written_in_full = true;
    // Two lines are reserved for the note about the violated rules that do not fit on the screen.
    let room = SCREEN_LINES.saturating_sub(HEADER_LINE_COUNT + end_rows + 2);
    let mut shown = count_fitting(&texts, room);
    // The board of the first rule is left out if other rules fit in its place.
    if shown < texts.len() {
        let with_board = std::mem::take(&mut texts[0].full_text);
        let rows_with_board = texts[0].full_row_count;
        texts[0].leave_out_boards(violated[0], report)?;
        match count_fitting(&texts, room) {
            more if more > shown => shown = more,
            _ => {
                texts[0].full_text = with_board;
                texts[0].full_row_count = rows_with_board;
            }
        }
    }
    let mut used: usize = texts[..shown].iter().map(RuleText::written_row_count).sum();
    for text in &mut texts[1..shown] {
        let more = text.full_row_count.saturating_sub(text.brief_row_count);
        if used + more > room {
            break;
        }
        used += more;
        text.is_written_in_full = true;
    }
    for text in &texts[..shown] {
        out.write_all(text.written_text())?;
    }
    let hidden = texts.len() - shown;
    if hidden > 0 {
        let text = message!(
            "more_violated_rules",
            "and {count} more violated rules; `--examples 1` shows all rules with all details",
            count = hidden
        );
        for line in wrap_text(&text.to_string(), report.layout.width) {
            writeln!(out, "{}", style_text(TextStyle::Unimportant, &line))?;
        }
    }
    let ends_with_blank = hidden == 0 && texts[shown - 1].written_text().ends_with(b"\n\n");
    if ends_with_blank {
        Ok(())
    } else {
        writeln!(out)
    }
}
