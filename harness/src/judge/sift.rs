//! Judges a conversation event by event, and keeps of it only what a report can show: a record may be
//! longer than there is room for.

use std::collections::{BTreeSet, VecDeque};

use crate::{
    protocol::{Judge, Judged, Protocol},
    rule::Findings,
    transcript::{At, End, Event, EventKind, Transcript},
};

/// So many events are kept whatever they are: rules point back to what came shortly before.
const MARGIN: usize = 4096;

/// So many violations of each rule are kept with what stands around them.
const SHOWN: usize = 8;

/// So many stretches that were not followed are kept with their lines.
const RANGES: usize = 100;

/// How much stands around one: more than an excerpt shows.
const BEFORE: usize = 16;
const AFTER: usize = 8;

/// A conversation, judged, and what is left of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    pub transcript: Transcript,
    /// The line of each event in its file.
    pub lines: Vec<usize>,
    /// What the rules say, in terms of the events that are left.
    pub judged: Judged,
    /// Whether nothing was left out.
    pub whole: bool,
}

/// A conversation that is being read: with one engine, however often that is started anew.
pub(crate) struct Sift<'a> {
    protocol: &'a dyn Protocol,
    part: Part,
    /// What was said before the engine was started last.
    before: Option<Record>,
}

impl<'a> Sift<'a> {
    pub(crate) fn new(protocol: &'a dyn Protocol) -> Sift<'a> {
        Sift {
            protocol,
            part: Part::new(protocol),
            before: None,
        }
    }

    /// Takes the next event, which stands in that line.
    pub(crate) fn hear(&mut self, line: usize, event: Event) {
        self.part.hear(line, event);
    }

    /// Whether the engine was told to leave: what is said from then on may be to another one.
    pub(crate) fn is_quitting(&self) -> bool {
        self.part.judge.is_quitting()
    }

    /// Whether the engine has got through its handshake.
    pub(crate) fn handshake_done(&self) -> bool {
        self.part.judge.handshake_done()
    }

    /// Whether the engine is at work.
    pub(crate) fn is_busy(&self) -> bool {
        self.part.judge.is_busy()
    }

    /// The engine is started anew.
    pub(crate) fn restart(&mut self) {
        let part = std::mem::replace(&mut self.part, Part::new(self.protocol));
        let part = part.finish(Keep::Shown(self.before.as_ref()));
        self.before = Some(match self.before.take() {
            Some(before) => before.and(part),
            None => part,
        });
    }

    /// The log ends here, and nobody can say what came then.
    pub(crate) fn cut(&mut self) {
        if let Some((line, last)) = self.part.past.window.back()
            && !matches!(last.kind, EventKind::End(_))
        {
            let (line, at) = (*line, last.at);
            let kind = EventKind::End(End::Cut);
            self.part.hear(line, Event { at, kind });
        }
    }

    /// Judges what is left.
    pub(crate) fn finish(self) -> Record {
        match self.before {
            Some(before) => {
                let part = self.part.finish(Keep::Shown(Some(&before)));
                before.and(part)
            }
            None => self.part.finish(Keep::All),
        }
    }
}

impl Record {
    /// This one and a later one of the same engine.
    fn and(mut self, later: Record) -> Record {
        let shift = self.transcript.events.len();
        let Record {
            transcript,
            lines,
            mut judged,
            whole,
        } = later;
        place_all(&mut judged, |it| it + shift);
        self.transcript.events.extend(transcript.events);
        self.lines.extend(lines);
        self.whole &= whole;
        let ours = &mut self.judged;
        let mut later = judged.contexts;
        for (rule, more) in judged.findings {
            let found = ours.findings.get_mut(rule).zip(ours.contexts.get_mut(rule));
            let (Some((findings, contexts)), Some(further)) = (found, later.get_mut(rule)) else {
                continue;
            };
            // They go side by side, as far as both are kept.
            if contexts.len() == findings.violations.len() {
                contexts.append(further);
            }
            findings.merge(more);
        }
        ours.doubts.ranges.extend(judged.doubts.ranges);
        ours.doubts.more += judged.doubts.more;
        ours.handshake_done |= judged.handshake_done;
        ours.engine_name = ours.engine_name.take().or(judged.engine_name);
        self
    }
}

/// What is said to an engine between its start and its end.
struct Part {
    judge: Box<dyn Judge>,
    past: Past,
}

/// The events, as far as they are kept.
#[derive(Default)]
struct Past {
    /// The last events, each with its line, and the number of the first of them.
    window: VecDeque<(usize, Event)>,
    begin: usize,
    /// Events before the window: their numbers, lines and what they are.
    kept: Vec<(usize, usize, Event)>,
}

impl Past {
    /// Keeps of what comes before number `until` only what is wanted.
    fn keep(&mut self, until: usize, wanted: &BTreeSet<usize>) {
        let past = self.window.drain(..until - self.begin);
        for (number, (line, event)) in (self.begin..until).zip(past) {
            if wanted.contains(&number) {
                self.kept.push((number, line, event));
            }
        }
        self.begin = until;
    }
}

impl Part {
    fn new(protocol: &dyn Protocol) -> Part {
        Part {
            judge: protocol.judge(),
            past: Past::default(),
        }
    }

    fn hear(&mut self, line: usize, event: Event) {
        self.judge.observe(&event);
        self.past.window.push_back((line, event));
        if self.past.window.len() >= 2 * MARGIN {
            self.forget();
        }
    }

    /// Lets go of what no rule will point to any more.
    fn forget(&mut self) {
        let past = &mut self.past;
        let latest = past.begin + past.window.len() - MARGIN;
        let until = self.judge.judged_events().min(latest);
        if until >= past.begin + MARGIN {
            let wanted = wanted(self.judge.so_far(), None, past.begin..until);
            past.keep(until, &wanted);
        }
    }

    /// Judges what is left, and keeps as much of it as that.
    fn finish(self, keep: Keep<'_>) -> Record {
        let mut judged = self.judge.finish();
        let mut past = self.past;
        let end = past.begin + past.window.len();
        if let Keep::Shown(before) = keep {
            let wanted = wanted(&judged, before, 0..end);
            past.kept.retain(|it| wanted.contains(&it.0));
            past.keep(end, &wanted);
        }
        let numbered = (past.begin..).zip(past.window.drain(..));
        let rest = numbered.map(|(number, (line, event))| (number, line, event));
        past.kept.extend(rest);
        let whole = past.kept.len() == end;
        if !whole {
            let numbers: Vec<usize> = past.kept.iter().map(|it| it.0).collect();
            let last = numbers.len().saturating_sub(1);
            // What is not there any more is past by the next one that is.
            place_all(&mut judged, |number| {
                numbers.partition_point(|it| *it < number).min(last)
            });
        }
        let (mut lines, mut transcript) = (Vec::new(), Transcript::default());
        for (_, line, event) in past.kept {
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

/// How much of a conversation is kept once it is judged.
#[derive(Clone, Copy)]
enum Keep<'a> {
    All,
    /// What a report may show that has this record already.
    Shown(Option<&'a Record>),
}

/// Which of these events a report may show that shows what came `before`, too.
fn wanted(
    judged: &Judged,
    before: Option<&Record>,
    among: std::ops::Range<usize>,
) -> BTreeSet<usize> {
    let mut wanted = BTreeSet::new();
    for range in judged.doubts.ranges.iter().take(RANGES) {
        let ends = std::iter::once(range.since).chain(range.until);
        wanted.extend(ends.map(|it| it.0).filter(|it| among.contains(it)));
    }
    for (rule, findings) in judged.findings.iter() {
        let shown = before.and_then(|it| it.judged.findings.get(rule));
        let room = SHOWN.saturating_sub(shown.map_or(0, |it| it.violations.len()));
        let violations = findings.violations.iter().take(room);
        for at in violations.map(|it| it.culprit.at.0) {
            let around = at.saturating_sub(BEFORE)..=at.saturating_add(AFTER);
            wanted.extend(around.filter(|it| among.contains(it)));
        }
        let witness = findings
            .witness
            .filter(|_| shown.is_none_or(|it| it.witness.is_none()));
        wanted.extend(witness.map(|it| it.0).filter(|it| among.contains(it)));
    }
    wanted
}

/// Says everything in terms of other numbers of events.
fn place_all(judged: &mut Judged, place: impl Fn(usize) -> usize) {
    let move_to = |at: &mut At| at.0 = place(at.0);
    for range in &mut judged.doubts.ranges {
        move_to(&mut range.since);
        range.until.iter_mut().for_each(move_to);
    }
    for findings in judged.findings.values_mut() {
        let Findings {
            witness,
            violations,
            doubts,
            in_doubt,
            exercised: _,
            more: _,
            not_applicable: _,
        } = findings;
        witness.iter_mut().for_each(move_to);
        violations
            .iter_mut()
            .for_each(|it| move_to(&mut it.culprit.at));
        doubts.iter_mut().for_each(|it| move_to(&mut it.at));
        for stretch in in_doubt {
            move_to(&mut stretch.since);
            stretch.until.iter_mut().for_each(move_to);
        }
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
            most = most.max(sift.part.past.window.len() + sift.part.past.kept.len());
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
        for (rule, few) in few.judged.findings.iter() {
            let many = &many.judged.findings[rule];
            assert_eq!(few.count(), many.count());
            assert_eq!(few.witness.is_some(), many.witness.is_some());
        }
        let wrong = many.judged.findings.values().find(|it| it.count() == 1);
        let at = wrong.unwrap().violations[0].culprit.at.0;
        assert_eq!(many.lines[at], long.len() - 3 - 4);
        let expected = LineReader::default().line(b"< bestmove a0a9").unwrap();
        assert_eq!(Some(many.transcript.events[at].clone()), expected);
    }

    #[test]
    fn an_engine_that_is_started_often_is_not_held_either() {
        let protocol = protocol::find("ucci").unwrap();
        let lines = session(4);
        let kept = |starts: usize| {
            let mut sift = Sift::new(protocol);
            for _ in 0..starts {
                let mut reader = LineReader::default();
                for (line, number) in lines.iter().zip(1..) {
                    let event = reader.line(line.as_bytes()).unwrap().unwrap();
                    sift.hear(number, event);
                }
                sift.restart();
            }
            let record = sift.finish();
            let wrong = record
                .judged
                .findings
                .values()
                .filter(|it| it.count() == starts);
            assert!(wrong.count() >= 1);
            record.transcript.events.len()
        };
        assert_eq!(kept(30), kept(300));
    }

    #[test]
    fn what_is_wrong_early_is_shown_with_what_stands_around_it() {
        let mut lines = session(50_000);
        lines[5] = "< bestmove a0a9".to_owned();
        let (record, _) = sifted(&lines);
        let wrong = record.judged.findings.values().find(|it| it.count() == 2);
        let at = wrong.unwrap().violations[0].culprit.at.0;
        assert_eq!(record.lines[at], 6);
        assert_eq!(record.lines[at - 3..=at], [3, 4, 5, 6]);
    }
}
