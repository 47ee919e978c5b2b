//! Makes a finding small: fewer lines, then fewer words, then shorter ones, as long as it stays the same.

use crate::protocol::Say;

/// How often a finding may be tried again while it is made smaller.
const TRIES: usize = 400;

/// The smallest conversation found that still `shows` it. `says` itself must show it.
pub(super) fn shrink(says: Vec<Say>, shows: &mut dyn FnMut(&[Say]) -> bool) -> Vec<Say> {
    let mut left = TRIES;
    let mut shows = |it: &[Say]| {
        let enough = left > 0;
        left = left.saturating_sub(1);
        enough && shows(it)
    };
    let mut says = fewer(says, &mut shows);
    for index in 0..says.len() {
        smaller(&mut says, index, &mut shows);
    }
    // Shorter lines may need fewer others.
    fewer(says, &mut shows)
}

/// Takes out runs of lines, long ones first, the last ones first within.
fn fewer(mut says: Vec<Say>, shows: &mut dyn FnMut(&[Say]) -> bool) -> Vec<Say> {
    let mut run = says.len() / 2;
    while run > 0 {
        let mut end = says.len();
        while end > 0 {
            let start = end.saturating_sub(run);
            let mut without = says.clone();
            without.drain(start..end);
            if !without.is_empty() && shows(&without) {
                says = without;
            }
            end = start.min(says.len());
        }
        run /= 2;
    }
    says
}

/// Makes one line simpler: said plainly, with fewer words, with shorter ones.
fn smaller(says: &mut [Say], index: usize, shows: &mut dyn FnMut(&[Say]) -> bool) {
    if matches!(says[index], Say::Rest | Say::Measure) {
        return;
    }
    let mut attempt = |says: &mut [Say], say: Say| {
        let before = std::mem::replace(&mut says[index], say);
        if says[index] == before {
            return false;
        }
        let still = shows(says);
        if !still {
            says[index] = before;
        }
        still
    };
    if let Say::Bytes(bytes) = &says[index]
        && let Some(line) = bytes.strip_suffix(b"\n")
        && !line.contains(&b'\n')
    {
        let line = line.to_vec();
        attempt(says, Say::Line(line));
    }
    for separator in [b' ', b'\n'] {
        let mut run = pieces(says[index].bytes(), separator).len() / 2;
        while run > 0 {
            let mut end = pieces(says[index].bytes(), separator).len();
            while end > 0 {
                let start = end.saturating_sub(run);
                let mut kept = pieces(says[index].bytes(), separator);
                kept.drain(start..end);
                let say = like(&says[index], kept.join(&separator));
                attempt(says, say);
                end = start;
            }
            run /= 2;
        }
    }
    halve(says, index, &mut attempt);
}

/// Takes out runs of bytes; what is one line stays one.
fn halve(says: &mut [Say], index: usize, attempt: &mut dyn FnMut(&mut [Say], Say) -> bool) {
    let mut run = says[index].bytes().len() / 2;
    while run > 0 {
        let mut start = 0;
        while start + run <= says[index].bytes().len() {
            let mut bytes = says[index].bytes().to_vec();
            bytes.drain(start..start + run);
            let say = like(&says[index], bytes);
            if !attempt(says, say) {
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
fn like(say: &Say, bytes: Vec<u8>) -> Say {
    match say {
        Say::Line(_) => Say::Line(bytes),
        Say::Bytes(before) if before.ends_with(b"\n") => {
            Say::Bytes([bytes, b"\n".to_vec()].concat())
        }
        Say::Bytes(_) => Say::Bytes(bytes),
        Say::Rest | Say::Measure => say.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Say> {
        text.lines().map(|it| Say::Line(it.into())).collect()
    }

    #[test]
    fn only_what_matters_is_left() {
        let says = lines("isready\nposition startpos\nsetoption x 1\ngo depth -123456 y\nstop");
        let mut tried = 0;
        let small = shrink(says, &mut |says| {
            tried += 1;
            let go = says.iter().position(|it| it.bytes().starts_with(b"go"));
            let position = says
                .iter()
                .position(|it| it.bytes().starts_with(b"position"));
            let minus = go.is_some_and(|it| says[it].bytes().windows(2).any(|it| it == b"-1"));
            minus && position < go && position.is_some()
        });
        assert_eq!(small, lines("position\ngo-1"));
        assert!(tried <= TRIES);
    }

    #[test]
    fn a_thousand_lines_that_all_count_take_no_more_than_the_tries() {
        let says = lines(&"isready\n".repeat(1000));
        let small = shrink(says.clone(), &mut |it| it.len() == 1000);
        assert_eq!(small, says);
    }
}
