//! Judges a conversation event by event, and keeps of it only what a report can show: a record may be
//! longer than there is room for.

use std::collections::{BTreeSet, VecDeque};

use crate::{
    protocol::{Judge, Judged, Protocol},
    rule::Findings,
    transcript::{At, Event, Transcript},
};

/// So many events are kept whatever they are: rules point back to what came shortly before.
const MARGIN: usize = 4096;

/// So many violations of each rule are kept with what stands around them.
const SHOWN: usize = 8;

/// How much stands around one: more than an excerpt shows.
const BEFORE: usize = 16;
const AFTER: usize = 8;

/// A conversation, judged, and what is left of it.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub transcript: Transcript,
    /// The line of each event in its file.
    pub lines: Vec<usize>,
    /// What the rules say, in terms of the events that are left.
    pub judged: Judged,
    /// Whether nothing was left out.
    pub whole: bool,
}

/// A conversation that is being read.
pub struct Sift {
    judge: Box<dyn Judge>,
    /// The last events, each with its line, and the number of the first of them.
    window: VecDeque<(usize, Event)>,
    begin: usize,
    /// Events before the window: their numbers, lines and what they are.
    kept: Vec<(usize, usize, Event)>,
}

impl Sift {
    pub fn new(protocol: &dyn Protocol) -> Sift {
        Sift {
            judge: protocol.judge(),
            window: VecDeque::new(),
            begin: 0,
            kept: Vec::new(),
        }
    }

    /// Takes the next event, which stands in that line.
    pub fn hear(&mut self, line: usize, event: Event) {
        self.judge.hear(&event);
        self.window.push_back((line, event));
        if self.window.len() >= 2 * MARGIN {
            self.forget();
        }
    }

    /// Whether the engine has got through its handshake.
    pub fn shook_hands(&self) -> bool {
        self.judge.shook_hands()
    }

    /// Lets go of what no rule will point to any more.
    fn forget(&mut self) {
        let latest = self.begin + self.window.len() - MARGIN;
        let until = self.judge.settled().min(latest);
        if until < self.begin + MARGIN {
            return;
        }
        let wanted = wanted(self.judge.so_far(), self.begin..until);
        for (number, (line, event)) in
            (self.begin..until).zip(self.window.drain(..until - self.begin))
        {
            if wanted.contains(&number) {
                self.kept.push((number, line, event));
            }
        }
        self.begin = until;
    }

    /// Judges what is left.
    pub fn finish(mut self) -> Record {
        let mut judged = self.judge.finish();
        let whole = self.begin == self.kept.len();
        let numbered = (self.begin..).zip(self.window.drain(..));
        let rest = numbered.map(|(number, (line, event))| (number, line, event));
        self.kept.extend(rest);
        let numbers: Vec<usize> = self.kept.iter().map(|it| it.0).collect();
        if !whole {
            renumber(&mut judged, &numbers);
        }
        let (mut lines, mut transcript) = (Vec::new(), Transcript::default());
        for (_, line, event) in self.kept {
            lines.push(line);
            transcript.events.push(event);
        }
        Record {
            transcript,
            lines,
            judged,
            whole,
        }
    }
}

/// Which of these events a report may show.
fn wanted(judged: &Judged, among: std::ops::Range<usize>) -> BTreeSet<usize> {
    let mut wanted = BTreeSet::new();
    for findings in &judged.findings {
        let violations = findings.violations.iter().take(SHOWN);
        for at in violations.map(|it| it.culprit.at.0) {
            let around = at.saturating_sub(BEFORE)..=at.saturating_add(AFTER);
            wanted.extend(around.filter(|it| among.contains(it)));
        }
        wanted.extend(
            findings
                .witness
                .map(|it| it.0)
                .filter(|it| among.contains(it)),
        );
    }
    wanted
}

/// Says everything in terms of the events with these numbers.
fn renumber(judged: &mut Judged, numbers: &[usize]) {
    let last = numbers.len().saturating_sub(1);
    // What is not there any more is past by the next one that is.
    let place = |number: usize| numbers.partition_point(|it| *it < number).min(last);
    let move_to = |at: &mut At| at.0 = place(at.0);
    for findings in &mut judged.findings {
        let Findings {
            witness,
            violations,
            doubts,
            exercised: _,
            more: _,
            not_applicable: _,
        } = findings;
        witness.iter_mut().for_each(move_to);
        violations
            .iter_mut()
            .for_each(|it| move_to(&mut it.culprit.at));
        doubts.iter_mut().for_each(|it| move_to(&mut it.at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{protocol, transcript::LineReader};

    /// A session of so many searches, of which the one before the last is answered wrongly.
    fn session(searches: usize) -> Vec<String> {
        let mut lines: Vec<String> = ["> ucci", "< ucciok"].map(str::to_owned).into();
        for number in 0..searches {
            let best = if number + 2 == searches {
                "a0a9"
            } else {
                "h2e2"
            };
            let all = ["> position startpos", "> go depth 1", "< info depth 1"];
            lines.extend(all.map(str::to_owned));
            lines.push(format!("< bestmove {best}"));
        }
        lines.extend(["> quit", "< bye", "! exit 0"].map(str::to_owned));
        lines
    }

    fn sifted(lines: &[String]) -> (Record, usize) {
        let mut sift = Sift::new(protocol::find("ucci").unwrap());
        let mut reader = LineReader::default();
        let mut most = 0;
        for (line, number) in lines.iter().zip(1..) {
            let event = reader.line(line.as_bytes()).unwrap().unwrap();
            sift.hear(number, event);
            most = most.max(sift.window.len() + sift.kept.len());
        }
        (sift.finish(), most)
    }

    #[test]
    fn a_long_record_is_judged_like_a_short_one_and_never_held() {
        let (short, long) = (session(10), session(100_000));
        let (few, _) = sifted(&short);
        let (many, most) = sifted(&long);
        assert!(few.whole && !many.whole);
        assert!(most < 3 * MARGIN, "{most} events at once");
        for (few, many) in few.judged.findings.iter().zip(&many.judged.findings) {
            assert_eq!(few.count(), many.count());
            assert_eq!(few.witness.is_some(), many.witness.is_some());
        }
        let wrong = many.judged.findings.iter().find(|it| it.count() == 1);
        let at = wrong.unwrap().violations[0].culprit.at.0;
        assert_eq!(many.lines[at], long.len() - 3 - 4);
        let expected = LineReader::default().line(b"< bestmove a0a9").unwrap();
        assert_eq!(Some(many.transcript.events[at].clone()), expected);
    }

    #[test]
    fn what_is_wrong_early_is_shown_with_what_stands_around_it() {
        let mut lines = session(50_000);
        lines[5] = "< bestmove a0a9".to_owned();
        let (record, _) = sifted(&lines);
        let wrong = record.judged.findings.iter().find(|it| it.count() == 2);
        let at = wrong.unwrap().violations[0].culprit.at.0;
        assert_eq!(record.lines[at], 6);
        assert_eq!(record.lines[at - 3..=at], [3, 4, 5, 6]);
    }
}
