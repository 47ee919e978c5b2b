//! Minimizes a finding: removes lines, words and bytes as long as the engine still shows the same
//! violation.
//!
//! Every try starts a process and is slow, so the biggest cuts are tried first.

use crate::protocol::Action;

/// The maximal number of conversations that are tried to minimize one finding.
const MAX_TRIES: usize = 120;

/// The pieces that are removed from a word are never shorter than the length of the word divided by this number.
/// Removing shorter pieces would make a script only a little shorter.
const SMALLEST_CUT_DIVISOR: usize = 4;

/// Words of at most this length are not shortened.
const SHORT_WORD_LENGTH: usize = 3;

/// Returns the smallest of the tried conversations that still show the violation (`shows` is true). `shows` must be
/// true for the given `actions`.
pub(super) fn minimize(
    actions: Vec<Action>,
    shows: &mut dyn FnMut(&[Action]) -> bool,
) -> Vec<Action> {
    let mut left = MAX_TRIES;
    let mut shows = |it: &[Action]| {
        let enough = left > 0;
        left = left.saturating_sub(1);
        enough && shows(it)
    };
    let actions = keep_last_actions(actions, &mut shows);
    let mut small = remove_actions(actions, &mut shows);
    let before = small.clone();
    for index in 0..small.len() {
        simplify_action(&mut small, index, &mut shows);
    }
    // Shorter lines may make other lines unnecessary.
    match small.len() > 1 && small != before {
        true => remove_actions(small, &mut shows),
        false => small,
    }
}

/// Returns the last action or the last two actions if they alone show the violation; otherwise returns all actions.
fn keep_last_actions(
    actions: Vec<Action>,
    shows: &mut dyn FnMut(&[Action]) -> bool,
) -> Vec<Action> {
    for count in [1, 2] {
        let last = actions.len().saturating_sub(count);
        if last > 0 && shows(&actions[last..]) {
            return actions[last..].to_vec();
        }
    }
    actions
}

/// Removes groups of consecutive actions: longer groups first, and among groups of equal length the later groups first.
fn remove_actions(
    mut actions: Vec<Action>,
    shows: &mut dyn FnMut(&[Action]) -> bool,
) -> Vec<Action> {
    let mut run = actions.len() / 2;
    while run > 0 {
        let mut end = actions.len();
        while end > 0 {
            let start = end.saturating_sub(run);
            let mut without = actions.clone();
            without.drain(start..end);
            if !without.is_empty() && shows(&without) {
                actions = without;
            }
            end = start.min(actions.len());
        }
        run /= 2;
    }
    actions
}

/// Simplifies one action: it becomes a plain line if possible, with fewer words and shorter words.
fn simplify_action(actions: &mut [Action], index: usize, shows: &mut dyn FnMut(&[Action]) -> bool) {
    if matches!(actions[index], Action::WaitUntilIdle | Action::MeasureUsage) {
        return;
    }
    let mut attempt = |actions: &mut [Action], action: Action| {
        let before = std::mem::replace(&mut actions[index], action);
        if actions[index] == before {
            return false;
        }
        let still = shows(actions);
        if !still {
            actions[index] = before;
        }
        still
    };
    if let Action::Bytes(bytes) = &actions[index]
        && let Some(line) = bytes.strip_suffix(b"\n")
        && !line.contains(&b'\n')
    {
        let line = line.to_vec();
        attempt(actions, Action::Line(line));
    }
    for separator in [b'\n', b' '] {
        remove_lines_or_words(actions, index, separator, &mut attempt);
    }
    let mut word = split_bytes(actions[index].bytes_to_send(), b' ').len();
    while word > 0 {
        word -= 1;
        shorten_word(actions, index, word, &mut attempt);
    }
}

/// Replaces an action by another. If the engine no longer shows the violation with the new action, restores the old
/// action and returns false.
type ReplaceAction<'a> = dyn FnMut(&mut [Action], Action) -> bool + 'a;

/// Tries to keep only the first one or two lines (or words) of an action, and then removes groups of lines (or words).
fn remove_lines_or_words(
    actions: &mut [Action],
    index: usize,
    separator: u8,
    attempt: &mut ReplaceAction<'_>,
) {
    let kept = split_bytes(actions[index].bytes_to_send(), separator);
    for count in [1, 2] {
        if kept.len() > count {
            let first = replace_bytes(&actions[index], kept[..count].join(&separator));
            if attempt(actions, first) {
                break;
            }
        }
    }
    let mut run = split_bytes(actions[index].bytes_to_send(), separator).len() / 2;
    while run > 0 {
        let mut end = split_bytes(actions[index].bytes_to_send(), separator).len();
        while end > 0 {
            let start = end.saturating_sub(run);
            let mut kept = split_bytes(actions[index].bytes_to_send(), separator);
            kept.drain(start..end);
            let action = replace_bytes(&actions[index], kept.join(&separator));
            attempt(actions, action);
            end = start;
        }
        run /= 2;
    }
}

/// Shortens a word: first bisects its length, and then removes pieces from its middle.
fn shorten_word(
    actions: &mut [Action],
    index: usize,
    word: usize,
    attempt: &mut ReplaceAction<'_>,
) {
    let with = |actions: &[Action], text: Vec<u8>| {
        let mut words = split_bytes(actions[index].bytes_to_send(), b' ');
        words[word] = text;
        replace_bytes(&actions[index], words.join(&b' '))
    };
    let text =
        |actions: &[Action]| split_bytes(actions[index].bytes_to_send(), b' ').swap_remove(word);
    if text(actions).len() <= SHORT_WORD_LENGTH {
        return;
    }
    // If the word is cut to its first `low` bytes, the engine does not show the violation.
    let mut low = 0;
    while low + 1 < text(actions).len() {
        let middle = usize::midpoint(low, text(actions).len());
        let beginning = text(actions)[..middle].to_vec();
        let action = with(actions, beginning);
        if !attempt(actions, action) {
            low = middle;
        }
    }
    let mut run = text(actions).len() / 2;
    let smallest = (text(actions).len() / SMALLEST_CUT_DIVISOR).max(1);
    while run >= smallest {
        let mut start = 0;
        while start + run <= text(actions).len() && text(actions).len() > run {
            let mut bytes = text(actions);
            bytes.drain(start..start + run);
            let action = with(actions, bytes);
            if !attempt(actions, action) {
                start += run;
            }
        }
        run /= 2;
    }
}

fn split_bytes(bytes: &[u8], separator: u8) -> Vec<Vec<u8>> {
    let pieces = bytes.split(|it| *it == separator);
    pieces.map(<[u8]>::to_vec).collect()
}

/// Returns an action of the same kind with other bytes.
fn replace_bytes(action: &Action, bytes: Vec<u8>) -> Action {
    match action {
        Action::Line(_) => Action::Line(bytes),
        Action::Bytes(before) if before.ends_with(b"\n") => {
            Action::Bytes([bytes, b"\n".to_vec()].concat())
        }
        Action::Bytes(_) => Action::Bytes(bytes),
        Action::WaitUntilIdle | Action::MeasureUsage => action.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_actions(text: &str) -> Vec<Action> {
        text.lines().map(|it| Action::Line(it.into())).collect()
    }

    /// Returns the minimized lines and the number of tries.
    fn minimize_text(text: &str, shows: impl Fn(&[Action]) -> bool) -> (Vec<Action>, usize) {
        let mut tried = 0;
        let small = minimize(line_actions(text), &mut |actions| {
            tried += 1;
            shows(actions)
        });
        (small, tried)
    }

    fn contains_bytes(action: &Action, part: &[u8]) -> bool {
        action
            .bytes_to_send()
            .windows(part.len())
            .any(|it| it == part)
    }

    #[test]
    fn only_the_necessary_lines_are_left() {
        let text = "isready\nposition startpos\nsetoption x 1\ngo depth -123456 y\nstop";
        let (small, tried) = minimize_text(text, |actions| {
            let go = actions
                .iter()
                .position(|it| it.bytes_to_send().starts_with(b"go"));
            let position =
                (actions.iter()).position(|it| it.bytes_to_send().starts_with(b"position"));
            let minus = go.is_some_and(|it| contains_bytes(&actions[it], b"-1"));
            minus && position < go && position.is_some()
        });
        assert_eq!(small, line_actions("position\ngo -1"));
        assert!(tried <= MAX_TRIES);
    }

    #[test]
    fn one_line_among_many_is_found_in_few_tries() {
        let text = format!(
            "{}go depth 99999999999999999999 nodes 3",
            "isready\n".repeat(30)
        );
        let (small, tried) = minimize_text(&text, |actions| {
            actions
                .iter()
                .any(|it| contains_bytes(it, b"9999999999") && contains_bytes(it, b"go"))
        });
        assert_eq!(small, line_actions("go 9999999999"));
        assert!(tried <= 25, "{tried}");
    }

    #[test]
    fn the_length_of_a_word_is_bisected() {
        let text = format!("setoption threads {}", "x".repeat(60_000));
        let (small, tried) = minimize_text(&text, |actions| {
            actions[0].bytes_to_send().starts_with(b"setoption threads")
                && actions[0].bytes_to_send().len() > 5_000
        });
        let length = small[0].bytes_to_send().len();
        assert!((5_001..5_020).contains(&length), "{length}");
        assert!(tried <= 60, "{tried}");
    }

    #[test]
    fn minimizing_stops_after_the_maximum_number_of_tries() {
        let text = "isready\n".repeat(1000);
        let (small, tried) = minimize_text(&text, |it| it.len() == 1000);
        assert_eq!((small, tried), (line_actions(&text), MAX_TRIES));
    }
}
