//! Rewrites a snapshot with the actual output. Lines that meet an expectation are written as in the script.

use super::{
    DIRECTIVE,
    capture::{CaptureRun, Section, is_action, wanted},
};
use crate::{
    message::message,
    protocol::{Field, Protocol},
    session::{
        Unmet,
        play::{DID_NOT_EXIT, Wanted, at, got, meets, shown, unmet},
        recorder::Unread,
    },
    transcript::{Event, EventKind, Pattern, Script, Speaker, Step, StepKind, is_move},
};

/// The maximum number of lines to search ahead for a matching line.
const LOOKAHEAD: usize = 500;

/// A rewritten snapshot.
pub(super) struct Rewritten {
    /// The snapshot with the actual output.
    pub(super) text: Vec<u8>,
    /// The first difference from the script.
    pub(super) unmet: Option<Unmet>,
}

/// Writes snapshots.
pub(super) struct SnapshotWriter<'a> {
    pub(super) protocol: &'a dyn Protocol,
    pub(super) wildcards: Vec<Field>,
    /// The script is not a snapshot yet: expectations are dropped unless they capture a name.
    pub(super) creating: bool,
}

impl SnapshotWriter<'_> {
    /// Rewrites the script with the actual output.
    pub(super) fn rewrite(&self, script: &Script, run: &CaptureRun) -> Rewritten {
        let mut rewritten = Rewritten {
            text: Vec::new(),
            unmet: None,
        };
        if self.creating {
            self.head(script, &mut rewritten.text);
        }
        let mut next = 0;
        for section in &run.sections {
            let acted = &script.steps[next..section.steps.start];
            acted
                .iter()
                .for_each(|it| self.copy(it, run, &mut rewritten));
            next = section.steps.end;
            self.section(script, section, &mut rewritten);
        }
        for step in &script.steps[next..] {
            self.copy(step, run, &mut rewritten);
        }
        if rewritten.unmet.is_none() {
            rewritten.unmet.clone_from(&run.stopped);
        }
        if let (true, Some(end)) = (self.creating && !ends(script), &run.end) {
            write(EventKind::End(end.clone()), &mut rewritten.text);
        }
        // All lines of a script have the same line end.
        if script
            .steps
            .first()
            .is_some_and(|it| it.raw.ends_with(b"\r\n"))
        {
            rewritten.text = with_returns(&rewritten.text);
        }
        rewritten
    }

    /// Writes the directives of a snapshot.
    fn head(&self, script: &Script, out: &mut Vec<u8>) {
        if script.directive("protocol").is_none() {
            out.extend(format!("@protocol {}\n", self.protocol.name()).bytes());
        }
        out.extend(b"@");
        out.extend(DIRECTIVE.bytes());
        for field in &self.wildcards {
            out.extend(format!(" {}", field.word).bytes());
        }
        out.push(b'\n');
    }

    /// Copies a step that is not an expectation. If the engine ended in another way, the expected end is replaced.
    fn copy(&self, step: &Step, run: &CaptureRun, rewritten: &mut Rewritten) {
        match (&step.kind, &run.end) {
            (StepKind::Directive { name, .. }, _) if self.creating && name == DIRECTIVE => (),
            (StepKind::End(wanted), Some(end)) if wanted != end => {
                write(EventKind::End(end.clone()), &mut rewritten.text);
                let why = message!("ended_otherwise", "the engine ended in another way");
                rewritten.unmet.get_or_insert_with(|| unmet(step, why));
            }
            (StepKind::End(_), None) if run.stopped.is_none() => {
                raw(step, self.creating, &mut rewritten.text);
                rewritten
                    .unmet
                    .get_or_insert_with(|| unmet(step, DID_NOT_EXIT));
            }
            // Measurements and standard error of a recording are not part of a snapshot.
            (StepKind::Fact(_) | StepKind::Stderr(_), _) if self.creating => (),
            _ => raw(step, self.creating, &mut rewritten.text),
        }
    }

    fn section(&self, script: &Script, section: &Section, rewritten: &mut Rewritten) {
        let steps = &script.steps[section.steps.clone()];
        // Unexpected output is reported at the last executed step.
        let done = script.steps[..section.steps.start].last();
        let difference = self.difference(steps, done, &section.received);
        if difference.is_none() && !self.creating {
            steps
                .iter()
                .for_each(|it| raw(it, false, &mut rewritten.text));
            return;
        }
        self.lines(steps, &section.received, &mut rewritten.text);
        if rewritten.unmet.is_none() {
            rewritten.unmet = difference;
        }
    }

    /// Writes the received lines. A line that meets an expectation is written as in the script. Comments and directives
    /// are kept.
    fn lines(&self, steps: &[Step], received: &[(usize, Unread)], out: &mut Vec<u8>) {
        // Groups of steps: each expected line, with the steps before it.
        let groups: Vec<&[Step]> = steps
            .split_inclusive(|it| wanted(&it.kind).is_some())
            .collect();
        let meets = |group: &[Step], unread: &Unread| {
            let last = group.last().filter(|it| self.keeps(it));
            last.is_some_and(|it| self.meets(it, unread))
        };
        let mut next = 0;
        for (index, (_, unread)) in received.iter().enumerate() {
            let mut ahead = groups[next..].iter().take(LOOKAHEAD);
            if let Some(found) = ahead.position(|it| meets(it, unread)) {
                let (gone, met) = (&groups[next..next + found], groups[next + found]);
                gone.iter().for_each(|it| self.remarks(it, out));
                let met = met.iter().filter(|it| !self.creating || self.is_kept(it));
                met.for_each(|it| raw(it, self.creating, out));
                next += found + 1;
                continue;
            }
            let group = groups.get(next).filter(|_| !self.creating);
            let mut later = received[index..].iter().take(LOOKAHEAD);
            let comes = group.is_some_and(|group| later.any(|it| meets(group, &it.1)));
            let skips = group.is_some_and(|it| it.iter().any(|it| it.kind == StepKind::Skip));
            if comes && skips {
                continue;
            }
            // The received line replaces an expected line that was not received.
            if let Some(group) = group.filter(|it| !comes && !ends_in_remark(it)) {
                self.remarks(group, out);
                next += 1;
            }
            self.line(unread, out);
        }
        let rest = groups[next..].iter();
        rest.for_each(|it| self.remarks(it, out));
    }

    /// Writes comments and directives, which are kept even if the lines around them change.
    fn remarks(&self, steps: &[Step], out: &mut Vec<u8>) {
        let remarks = steps
            .iter()
            .filter(|it| self.is_kept(it) && wanted(&it.kind).is_none());
        remarks.for_each(|it| raw(it, self.creating, out));
    }

    /// Whether a step is kept even if the output differs.
    fn is_kept(&self, step: &Step) -> bool {
        let waits = matches!(step.kind, StepKind::Skip | StepKind::Forbid(_)) || is_within(step);
        let measured = matches!(step.kind, StepKind::Fact(_) | StepKind::Stderr(_));
        let head = step.directive().is_some_and(|it| it.0 == DIRECTIVE);
        !(waits || (self.creating && (measured || head)))
    }

    fn keeps(&self, step: &Step) -> bool {
        match &step.kind {
            StepKind::Match(pattern) => !self.creating || pattern.names().next().is_some(),
            _ => !self.creating,
        }
    }

    fn meets(&self, step: &Step, unread: &Unread) -> bool {
        let wanted = wanted(&step.kind);
        wanted.is_some_and(|it| meets(self.protocol, &it, unread).is_some())
    }

    /// The first difference between the expected and the received output.
    fn difference(
        &self,
        steps: &[Step],
        done: Option<&Step>,
        received: &[(usize, Unread)],
    ) -> Option<Unmet> {
        let (mut skip, mut forbidden) = (false, Vec::new());
        let mut rest = received.iter();
        for step in steps {
            match &step.kind {
                StepKind::Skip => skip = true,
                StepKind::Forbid(pattern) => forbidden.push(pattern),
                _ if wanted(&step.kind).is_none() => (),
                _ => loop {
                    let Some((event, unread)) = rest.next() else {
                        let why = message!("no_more_output", "no more output was received");
                        return Some(unmet(step, why));
                    };
                    let wrong = forbidden
                        .iter()
                        .any(|it| meets(self.protocol, &Wanted::Match(it), unread).is_some());
                    if wrong || (!skip && !self.meets(step, unread)) {
                        return Some(at(unmet(step, got(unread)), *event));
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
        let why = message!(
            "got_more",
            "got an additional line `{line}`",
            line = shown(unread)
        );
        Some(Unmet {
            line: last.or(steps.last()).or(done).map_or(1, |it| it.line),
            expected: "no more output".to_owned(),
            why,
            timed_out: false,
            event: Some(*event),
        })
    }

    /// Writes a received line, with wildcards for the wildcard fields.
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

    /// The pattern for a line with wildcard fields; `None` if the line has none.
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
            let field = self.wildcards.iter().find(|it| it.word.as_bytes() == *word);
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

    /// The number of words that the wildcard of a field replaces.
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

/// Ends every line of a text with CR LF.
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

/// Whether the last step of the group is not an expected line.
fn ends_in_remark(group: &[Step]) -> bool {
    group.last().is_none_or(|it| wanted(&it.kind).is_none())
}

fn is_within(step: &Step) -> bool {
    step.directive().is_some_and(|(name, _)| name == "within")
}

fn ends(script: &Script) -> bool {
    let end = |it: &Step| is_action(it) && matches!(it.kind, StepKind::End(_));
    script.steps.iter().any(end)
}

fn write(kind: EventKind, out: &mut Vec<u8>) {
    Event { at: None, kind }.write_to(out);
}

/// Writes a step as in the script, without its time stamp if `timeless`. The last line of a script may have no newline.
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
