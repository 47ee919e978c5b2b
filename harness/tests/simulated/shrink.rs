//! Minimizes a conversation that shows a violation.

use crate::{interface::Talk, temper::Temper};

/// Returns the smallest conversation it finds for which `shows` returns true.
pub(crate) fn shrink(
    talk: &Talk,
    temper: &Temper,
    shows: impl Fn(&Talk, &Temper) -> bool,
) -> (Talk, Temper) {
    let (mut talk, mut temper) = (talk.clone(), temper.clone());
    loop {
        let before = size(&talk);
        for smaller in [drop_lines, drop_waits, drop_gaps] {
            smaller(&mut talk, &|it| shows(it, &temper));
        }
        let mut plainer = false;
        for other in temper.plainer() {
            // An earlier step may already have changed this choice.
            let changes = format!("{other:?}") != format!("{temper:?}");
            if changes && shows(&talk, &other) {
                temper = other;
                plainer = true;
                break;
            }
        }
        if !plainer && size(&talk) == before {
            return (talk, temper);
        }
    }
}

fn size(talk: &Talk) -> (usize, usize, u64) {
    let waits = talk.steps.iter().filter(|it| it.wait.is_some()).count();
    let gaps = talk.steps.iter().map(|it| it.gap).sum::<u64>();
    (talk.steps.len(), waits, gaps + talk.tail)
}

fn drop_lines(talk: &mut Talk, shows: &dyn Fn(&Talk) -> bool) {
    let mut length = talk.steps.len().max(1);
    while length > 0 {
        let mut at = 0;
        while at < talk.steps.len() {
            let mut smaller = talk.clone();
            let end = (at + length).min(smaller.steps.len());
            smaller.steps.drain(at..end);
            if shows(&smaller) {
                *talk = smaller;
            } else {
                at += length;
            }
        }
        length /= 2;
    }
}

fn drop_waits(talk: &mut Talk, shows: &dyn Fn(&Talk) -> bool) {
    for n in 0..talk.steps.len() {
        let mut smaller = talk.clone();
        if smaller.steps[n].wait.take().is_some() && shows(&smaller) {
            *talk = smaller;
        }
    }
}

fn drop_gaps(talk: &mut Talk, shows: &dyn Fn(&Talk) -> bool) {
    for n in 0..talk.steps.len() {
        let mut smaller = talk.clone();
        smaller.steps[n].gap = 0;
        if shows(&smaller) {
            *talk = smaller;
        }
    }
}
