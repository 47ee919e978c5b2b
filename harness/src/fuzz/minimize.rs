//! Makes a finding small: fewer lines, then fewer words, then shorter ones, as long as it stays the same.

use crate::protocol::Action;

/// How often a finding may be tried again while it is made smaller.
const TRIES: usize = 400;

/// The smallest conversation found that still `shows` it. `says` itself must show it.
pub(super) fn minimize(
    actions: Vec<Action>,
    shows: &mut dyn FnMut(&[Action]) -> bool,
) -> Vec<Action> {
    let mut left = TRIES;
    let mut shows = |it: &[Action]| {
        let enough = left > 0;
        left = left.saturating_sub(1);
        enough && shows(it)
    };
    let mut actions = fewer(actions, &mut shows);
    for index in 0..actions.len() {
        smaller(&mut actions, index, &mut shows);
    }
    // Shorter lines may need fewer others.
    fewer(actions, &mut shows)
}

/// Takes out runs of lines, long ones first, the last ones first within.
fn fewer(mut actions: Vec<Action>, shows: &mut dyn FnMut(&[Action]) -> bool) -> Vec<Action> {
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

/// Makes one line simpler: said plainly, with fewer words, with shorter ones.
fn smaller(actions: &mut [Action], index: usize, shows: &mut dyn FnMut(&[Action]) -> bool) {
    if matches!(actions[index], Action::Rest | Action::Measure) {
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
    for separator in [b' ', b'\n'] {
        let mut run = pieces(actions[index].bytes(), separator).len() / 2;
        while run > 0 {
            let mut end = pieces(actions[index].bytes(), separator).len();
            while end > 0 {
                let start = end.saturating_sub(run);
                let mut kept = pieces(actions[index].bytes(), separator);
                kept.drain(start..end);
                let action = like(&actions[index], kept.join(&separator));
                attempt(actions, action);
                end = start;
            }
            run /= 2;
        }
    }
    halve(actions, index, &mut attempt);
}

/// Takes out runs of bytes; what is one line stays one.
fn halve(
    actions: &mut [Action],
    index: usize,
    attempt: &mut dyn FnMut(&mut [Action], Action) -> bool,
) {
    let mut run = actions[index].bytes().len() / 2;
    while run > 0 {
        let mut start = 0;
        while start + run <= actions[index].bytes().len() {
            let mut bytes = actions[index].bytes().to_vec();
            bytes.drain(start..start + run);
            let action = like(&actions[index], bytes);
            if !attempt(actions, action) {
                start += run;
            }
        }
        run /= 2;
    }
}

fn pieces(bytes: &[u8], separator: u8) -> Vec<Vec<u8>> {
    let pieces = bytes.split(|it| *it == separator);
    pieces.map(<[u8]>::to_vec).collect()
}

/// The same way of saying, other bytes.
fn like(action: &Action, bytes: Vec<u8>) -> Action {
    match action {
        Action::Line(_) => Action::Line(bytes),
        Action::Bytes(before) if before.ends_with(b"\n") => {
            Action::Bytes([bytes, b"\n".to_vec()].concat())
        }
        Action::Bytes(_) => Action::Bytes(bytes),
        Action::Rest | Action::Measure => action.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Action> {
        text.lines().map(|it| Action::Line(it.into())).collect()
    }

    #[test]
    fn only_what_matters_is_left() {
        let actions = lines("isready\nposition startpos\nsetoption x 1\ngo depth -123456 y\nstop");
        let mut tried = 0;
        let small = minimize(actions, &mut |actions| {
            tried += 1;
            let go = actions.iter().position(|it| it.bytes().starts_with(b"go"));
            let position = actions
                .iter()
                .position(|it| it.bytes().starts_with(b"position"));
            let minus = go.is_some_and(|it| actions[it].bytes().windows(2).any(|it| it == b"-1"));
            minus && position < go && position.is_some()
        });
        assert_eq!(small, lines("position\ngo-1"));
        assert!(tried <= TRIES);
    }

    #[test]
    fn a_thousand_lines_that_all_count_take_no_more_than_the_tries() {
        let actions = lines(&"isready\n".repeat(1000));
        let small = minimize(actions.clone(), &mut |it| it.len() == 1000);
        assert_eq!(small, actions);
    }
}
