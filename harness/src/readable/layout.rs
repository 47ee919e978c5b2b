//! Fitting text into columns.

/// The words of a text in lines of at most `width` columns.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(String::new());
            used = 0;
        }
        let Some(line) = lines.last_mut() else {
            continue;
        };
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    lines
}

/// The beginning of a text, on one line, with a mark if something is missing.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let clean: String = text
        .chars()
        .map(|it| if it.is_control() { ' ' } else { it })
        .collect();
    if clean.chars().count() <= width {
        return clean;
    }
    let mut kept: String = clean.chars().take(width.saturating_sub(1)).collect();
    kept.push('…');
    kept
}

/// The part of a line that shows the columns of interest, and where they are then.
pub(crate) fn window(
    text: &str,
    columns: std::ops::Range<usize>,
    width: usize,
) -> (String, std::ops::Range<usize>) {
    let length = text.chars().count();
    if length <= width {
        return (text.to_owned(), columns);
    }
    // Some of what stands before the place of interest is kept, to recognise the line by.
    let start = if columns.end < width {
        0
    } else {
        columns.start.saturating_sub(width / 3)
    };
    let mut out = String::new();
    let mut kept = width - 1;
    if start > 0 {
        out.push('…');
        kept -= 1;
    }
    out.extend(text.chars().skip(start).take(kept));
    let more = start + kept < length;
    if more {
        out.push('…');
    }
    let shift =
        |column: usize| (column.saturating_sub(start) + usize::from(start > 0)).min(width - 1);
    let begin = shift(columns.start);
    (out, begin..shift(columns.end).max(begin + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_the_place_of_interest() {
        let text = "0123456789abcdefghijklmnopqrstuvwxyz";
        assert_eq!(window(text, 2..4, 10), ("012345678…".to_owned(), 2..4));
        let (shown, columns) = window(text, 20..22, 12);
        assert_eq!(shown, "…ghijklmnop…");
        assert_eq!(&shown.chars().collect::<Vec<_>>()[columns], ['k', 'l']);
    }

    #[test]
    fn words_are_kept_whole() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    }
}
