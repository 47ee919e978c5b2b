//! Writes a snapshot anew, from what came when it was played: line by line as the script has it where that is met.

use super::{
    DIRECTIVE,
    rehearse::{Exchange, Rehearsal, acts, wanted},
};
use crate::{
    protocol::{Field, Protocol},
    session::{
        Unmet,
        play::{Wanted, at, meets, shown, unmet},
        recorder::Unread,
    },
    transcript::{Event, EventKind, Pattern, Script, Speaker, Step, StepKind, is_move},
};

/// So many lines ahead it is looked for what comes again.
const AHEAD: usize = 500;

/// What a rehearsal comes to.
pub(super) struct Outcome {
    /// The snapshot as it would be now.
    pub(super) text: Vec<u8>,
    /// The first thing that is not as the script has it.
    pub(super) unmet: Option<Unmet>,
}

/// What a snapshot is made with.
pub(super) struct Maker<'a> {
    pub(super) protocol: &'a dyn Protocol,
    pub(super) open: Vec<Field>,
    /// The script is none yet: what it expects is not to be kept, as far as nothing refers to it.
    pub(super) first: bool,
}

impl Maker<'_> {
    /// Writes the script again, with what came in place of what did not.
    pub(super) fn remake(&self, script: &Script, rehearsal: &Rehearsal) -> Outcome {
        let mut outcome = Outcome {
            text: Vec::new(),
            unmet: None,
        };
        if self.first {
            self.head(script, &mut outcome.text);
        }
        let mut next = 0;
        for exchange in &rehearsal.exchanges {
            let acted = &script.steps[next..exchange.steps.start];
            acted
                .iter()
                .for_each(|it| self.copy(it, rehearsal, &mut outcome));
            next = exchange.steps.end;
            self.exchange(script, exchange, &mut outcome);
        }
        for step in &script.steps[next..] {
            self.copy(step, rehearsal, &mut outcome);
        }
        if outcome.unmet.is_none() {
            outcome.unmet.clone_from(&rehearsal.stopped);
        }
        if let (true, Some(end)) = (self.first && !ends(script), &rehearsal.end) {
            write(EventKind::End(end.clone()), &mut outcome.text);
        }
        // All lines of a script end alike.
        if script
            .steps
            .first()
            .is_some_and(|it| it.raw.ends_with(b"\r\n"))
        {
            outcome.text = with_returns(&outcome.text);
        }
        outcome
    }

    /// What a script has to say to be a snapshot.
    fn head(&self, script: &Script, out: &mut Vec<u8>) {
        if script.directive("protocol").is_none() {
            out.extend(format!("@protocol {}\n", self.protocol.name()).bytes());
        }
        out.extend(b"@");
        out.extend(DIRECTIVE.bytes());
        for field in &self.open {
            out.extend(format!(" {}", field.word).bytes());
        }
        out.push(b'\n');
    }

    /// A step that is not about what comes; but the end may be another.
    fn copy(&self, step: &Step, rehearsal: &Rehearsal, outcome: &mut Outcome) {
        match (&step.kind, &rehearsal.end) {
            (StepKind::Directive { name, .. }, _) if self.first && name == DIRECTIVE => (),
            (StepKind::End(wanted), Some(end)) if wanted != end => {
                write(EventKind::End(end.clone()), &mut outcome.text);
                let why = "the end was another";
                outcome.unmet.get_or_insert_with(|| unmet(step, why));
            }
            (StepKind::End(_), None) if rehearsal.stopped.is_none() => {
                raw(step, self.first, &mut outcome.text);
                outcome
                    .unmet
                    .get_or_insert_with(|| unmet(step, "the engine went on"));
            }
            // What a recording measured, and when, is no part of a snapshot.
            (StepKind::Fact(_) | StepKind::Stderr(_), _) if self.first => (),
            _ => raw(step, self.first, &mut outcome.text),
        }
    }

    fn exchange(&self, script: &Script, exchange: &Exchange, outcome: &mut Outcome) {
        let steps = &script.steps[exchange.steps.clone()];
        // What comes where nothing is expected stands behind what was done last.
        let done = script.steps[..exchange.steps.start].last();
        let difference = self.difference(steps, done, &exchange.heard);
        if difference.is_none() && !self.first {
            steps
                .iter()
                .for_each(|it| raw(it, false, &mut outcome.text));
            return;
        }
        self.lines(steps, &exchange.heard, &mut outcome.text);
        if outcome.unmet.is_none() {
            outcome.unmet = difference;
        }
    }

    /// What came, each line as the script has it if it has it; and whatever else stands there.
    fn lines(&self, steps: &[Step], heard: &[(usize, Unread)], out: &mut Vec<u8>) {
        // Each line that is waited for, with what stands before it.
        let groups: Vec<&[Step]> = steps
            .split_inclusive(|it| wanted(&it.kind).is_some())
            .collect();
        let meets = |group: &[Step], unread: &Unread| {
            let last = group.last().filter(|it| self.keeps(it));
            last.is_some_and(|it| self.meets(it, unread))
        };
        let mut next = 0;
        for (index, (_, unread)) in heard.iter().enumerate() {
            let mut ahead = groups[next..].iter().take(AHEAD);
            if let Some(found) = ahead.position(|it| meets(it, unread)) {
                let (gone, met) = (&groups[next..next + found], groups[next + found]);
                gone.iter().for_each(|it| self.remarks(it, out));
                let met = met.iter().filter(|it| !self.first || self.stays(it));
                met.for_each(|it| raw(it, self.first, out));
                next += found + 1;
                continue;
            }
            let group = groups.get(next).filter(|_| !self.first);
            let mut later = heard[index..].iter().take(AHEAD);
            let comes = group.is_some_and(|group| later.any(|it| meets(group, &it.1)));
            let skips = group.is_some_and(|it| it.iter().any(|it| it.kind == StepKind::Skip));
            if comes && skips {
                continue;
            }
            // It stands in the place of what does not come any more.
            if let Some(group) = group.filter(|it| !comes && !ends_in_remark(it)) {
                self.remarks(group, out);
                next += 1;
            }
            self.line(unread, out);
        }
        let rest = groups[next..].iter();
        rest.for_each(|it| self.remarks(it, out));
    }

    /// Comments and the like, whatever becomes of the lines that they stand among.
    fn remarks(&self, steps: &[Step], out: &mut Vec<u8>) {
        let remarks = steps
            .iter()
            .filter(|it| self.stays(it) && wanted(&it.kind).is_none());
        remarks.for_each(|it| raw(it, self.first, out));
    }

    /// Whether a step has its place in a snapshot, whatever comes.
    fn stays(&self, step: &Step) -> bool {
        let waits = matches!(step.kind, StepKind::Skip | StepKind::Forbid(_)) || is_within(step);
        let measured = matches!(step.kind, StepKind::Fact(_) | StepKind::Stderr(_));
        let head = step.directive().is_some_and(|it| it.0 == DIRECTIVE);
        !(waits || (self.first && (measured || head)))
    }

    fn keeps(&self, step: &Step) -> bool {
        match &step.kind {
            StepKind::Match(pattern) => !self.first || pattern.names().next().is_some(),
            _ => !self.first,
        }
    }

    fn meets(&self, step: &Step, unread: &Unread) -> bool {
        let wanted = wanted(&step.kind);
        wanted.is_some_and(|it| meets(self.protocol, &it, unread).is_some())
    }

    /// Where what came is not what was to come, if it is not.
    fn difference(
        &self,
        steps: &[Step],
        done: Option<&Step>,
        heard: &[(usize, Unread)],
    ) -> Option<Unmet> {
        let (mut skip, mut forbidden) = (false, Vec::new());
        let mut rest = heard.iter();
        for step in steps {
            match &step.kind {
                StepKind::Skip => skip = true,
                StepKind::Forbid(pattern) => forbidden.push(pattern),
                _ if wanted(&step.kind).is_none() => (),
                _ => loop {
                    let Some((event, unread)) = rest.next() else {
                        return Some(unmet(step, "nothing more came"));
                    };
                    let wrong = forbidden
                        .iter()
                        .any(|it| meets(self.protocol, &Wanted::Match(it), unread).is_some());
                    if wrong || (!skip && !self.meets(step, unread)) {
                        let why = format!("got `{}`", shown(unread));
                        return Some(at(unmet(step, why), *event));
                    }
                    if self.meets(step, unread) {
                        skip = false;
                        forbidden.clear();
                        break;
                    }
                },
            }
        }
        let (event, unread) = rest.next()?;
        let last = steps.iter().rfind(|it| wanted(&it.kind).is_some());
        let why = format!("`{}` came besides", shown(unread));
        Some(Unmet {
            line: last.or(steps.last()).or(done).map_or(1, |it| it.line),
            expected: "nothing more".to_owned(),
            why,
            timed_out: false,
            event: Some(*event),
        })
    }

    /// A line that came, with holes where its open fields are.
    fn line(&self, unread: &Unread, out: &mut Vec<u8>) {
        let kind = match unread {
            Unread::Line(line) => {
                if let Some(pattern) = self.pattern(line) {
                    out.extend(b"<* ");
                    out.extend(pattern);
                    return out.push(b'\n');
                }
                EventKind::Line(Speaker::Engine, line.clone())
            }
            Unread::Rest(bytes) => EventKind::Chunk(Speaker::Engine, bytes.clone()),
        };
        write(kind, out);
    }

    /// The pattern of a line that has something to leave open.
    fn pattern(&self, line: &[u8]) -> Option<Vec<u8>> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.iter().any(u8::is_ascii_control) {
            return None;
        }
        let words: Vec<&[u8]> = line
            .split(|it| *it == b' ')
            .filter(|it| !it.is_empty())
            .collect();
        let (mut out, mut holes, mut next) = (Vec::new(), 0, 0);
        while let Some(word) = words.get(next) {
            out.push(Pattern::escaped(word));
            next += 1;
            let field = self.open.iter().find(|it| it.word.as_bytes() == *word);
            if let (Some(field), [unit, number, ..]) = (field, &words[next..])
                && field.units.iter().any(|it| it.as_bytes() == *unit)
                && self.fills(field, &[*number]) > 0
            {
                out.push(Pattern::escaped(unit));
                next += 1;
            }
            let filled = field.map_or(0, |it| self.fills(it, &words[next..]));
            if let (Some(field), 1..) = (field, filled) {
                out.push(format!("{{{}}}", field.hole).into_bytes());
                holes += 1;
                next += filled;
            }
        }
        (holes > 0).then(|| out.join(&b' '))
    }

    /// How many words go into the hole of a field.
    fn fills(&self, field: &Field, words: &[&[u8]]) -> usize {
        let number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        let is_move = |word: &[u8]| is_move(word, self.protocol.move_syntax());
        let first = words.first().copied().unwrap_or_default();
        match field.hole {
            "uint" => usize::from(number(first)),
            "int" => {
                let sign = first.strip_prefix(b"-").or(first.strip_prefix(b"+"));
                usize::from(number(sign.unwrap_or(first)))
            }
            "move" => usize::from(is_move(first)),
            "moves" => words.iter().take_while(|it| is_move(it)).count(),
            _ => 0,
        }
    }
}

/// The same text with CR LF at the end of every line.
fn with_returns(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in text.split_inclusive(|it| *it == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(body) if !body.ends_with(b"\r") => {
                out.extend(body);
                out.extend(b"\r\n");
            }
            _ => out.extend(line),
        }
    }
    out
}

/// Whether nothing is waited for there.
fn ends_in_remark(group: &[Step]) -> bool {
    group.last().is_none_or(|it| wanted(&it.kind).is_none())
}

fn is_within(step: &Step) -> bool {
    step.directive().is_some_and(|(name, _)| name == "within")
}

fn ends(script: &Script) -> bool {
    let end = |it: &Step| acts(it) && matches!(it.kind, StepKind::End(_));
    script.steps.iter().any(end)
}

fn write(kind: EventKind, out: &mut Vec<u8>) {
    Event { at: None, kind }.write_to(out);
}

/// A step as it was written, perhaps without the time; a last line may have no end.
fn raw(step: &Step, timeless: bool, out: &mut Vec<u8>) {
    if out.last().is_some_and(|it| *it != b'\n') {
        out.push(b'\n');
    }
    let mut line = step.raw.as_slice();
    if timeless && step.stamp.is_some() {
        let mut parts = line.splitn(2, |it| *it == b' ');
        line = parts.nth(1).unwrap_or_default();
    }
    out.extend(line);
}
