//! Fits text into columns; a Chinese character takes two columns.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Wraps a text at `width` columns. A line break can be between two words, or between two Chinese characters.
pub(crate) fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let mut blank = if used > 0 { " " } else { "" };
        for part in split_at_break_opportunities(word) {
            let length = part.width();
            if used > 0 && used + blank.len() + length > width {
                lines.push(String::new());
                used = 0;
                blank = "";
            }
            let Some(line) = lines.last_mut() else {
                continue;
            };
            line.push_str(blank);
            line.push_str(part);
            used += blank.len() + length;
            blank = "";
        }
    }
    lines
}

/// Splits a text without blanks into parts between which a line break is allowed.
fn split_at_break_opportunities(text: &str) -> Vec<&str> {
    const FORBIDDEN_AT_LINE_START: &str = "，。：；、？！）》”’";
    const FORBIDDEN_AT_LINE_END: &str = "（《“‘";
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (index, char) in text.char_indices() {
        let is_wide = |it: char| it.width() == Some(2);
        let may_end = before.is_some_and(|it| {
            (is_wide(it) || is_wide(char))
                && !FORBIDDEN_AT_LINE_END.contains(it)
                && !FORBIDDEN_AT_LINE_START.contains(char)
        });
        if may_end {
            parts.push(&text[start..index]);
            start = index;
        }
        before = Some(char);
    }
    parts.push(&text[start..]);
    parts
}

/// Truncates a text to one line of `width` columns; `…` marks missing text.
pub(crate) fn truncate_text(text: &str, width: usize) -> String {
    let clean: String = text
        .chars()
        .map(|it| if it.is_control() { ' ' } else { it })
        .collect();
    if clean.width() <= width {
        return clean;
    }
    let kept = count_fitting_characters(clean.chars(), width.saturating_sub(1));
    clean.chars().take(kept).chain(['…']).collect()
}

/// Counts the characters that fit into `columns`.
fn count_fitting_characters(chars: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut used = 0;
    chars
        .take_while(|it| {
            used += it.width().unwrap_or_default();
            used <= columns
        })
        .count()
}

/// Truncates a line to `width` columns, so that the characters at `chars` remain visible. Returns the truncated line,
/// and the range of the characters at `chars` in the truncated line.
pub(crate) fn truncate_around_characters(
    text: &str,
    chars: std::ops::Range<usize>,
    width: usize,
) -> (String, std::ops::Range<usize>) {
    if text.width() <= width {
        return (text.to_owned(), chars);
    }
    // If the beginning of the line must be cut off, about a third of the visible width shows text before the characters
    // at `chars`.
    let before = |end: usize| {
        text.chars()
            .take(end)
            .map(|it| it.width().unwrap_or_default())
    };
    let start = if before(chars.end).sum::<usize>() < width {
        0
    } else {
        let skipped = before(chars.start).sum::<usize>().saturating_sub(width / 3);
        count_fitting_characters(text.chars(), skipped)
    };
    let mut out = String::new();
    let mut room = width - 1;
    if start > 0 {
        out.push('…');
        room -= 1;
    }
    let kept = count_fitting_characters(text.chars().skip(start), room);
    out.extend(text.chars().skip(start).take(kept));
    let more = text.chars().nth(start + kept).is_some();
    if more {
        out.push('…');
    }
    let last = usize::from(start > 0) + kept;
    let shift = |char: usize| (char.saturating_sub(start) + usize::from(start > 0)).min(last);
    let begin = shift(chars.start);
    (out, begin..shift(chars.end).max(begin + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_truncated_around_the_characters() {
        let text = "0123456789abcdefghijklmnopqrstuvwxyz";
        assert_eq!(
            truncate_around_characters(text, 2..4, 10),
            ("012345678…".to_owned(), 2..4)
        );
        let (shown, columns) = truncate_around_characters(text, 20..22, 12);
        assert_eq!(shown, "…ghijklmnop…");
        assert_eq!(&shown.chars().collect::<Vec<_>>()[columns], ['k', 'l']);
    }

    #[test]
    fn chinese_characters_take_two_columns() {
        assert_eq!(wrap_text("象棋 巫师 elo", 9), ["象棋 巫师", "elo"]);
        assert_eq!(wrap_text("象棋 巫师 elo", 8), ["象棋 巫", "师 elo"]);
        assert_eq!(
            wrap_text("引擎已退出，状态为（1）。", 10),
            ["引擎已退", "出，状态为", "（1）。"]
        );
        assert_eq!(truncate_text("象棋巫师", 8), "象棋巫师");
        assert_eq!(truncate_text("象棋巫师", 7), "象棋巫…");
        assert_eq!(truncate_text("象棋巫师", 6), "象棋…");
        let text = "象棋巫师 0123456789";
        assert_eq!(
            truncate_around_characters(text, 0..2, 8),
            ("象棋巫…".to_owned(), 0..2)
        );
        let (shown, chars) = truncate_around_characters(text, 8..9, 9);
        assert_eq!(shown, "…0123456…");
        assert_eq!(&shown.chars().collect::<Vec<_>>()[chars], ['3']);
    }

    #[test]
    fn wrapping_splits_no_word() {
        assert_eq!(wrap_text("one two three", 7), ["one two", "three"]);
    }
}
