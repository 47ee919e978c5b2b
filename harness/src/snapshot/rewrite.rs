//! Rewrites a snapshot with the actual output. If a received line meets an expectation of the script, the expectation
//! is written unchanged in place of the received line.

use super::{
    SNAPSHOT_DIRECTIVE,
    capture::{OutputSection, PlaybackOutput, expected_output, has_end_step},
};
use crate::{
    message::{Message, message},
    protocol::{Protocol, ResponseField},
    session::{
        UnmetExpectation,
        recorder::UnreadOutput,
        script_player::{
            ENGINE_DID_NOT_EXIT, ExpectedOutput, match_output, printable_output,
            received_instead_message, unmet_expectation_of_step, with_event_index,
        },
    },
    transcript::{Event, EventKind, Pattern, Script, SessionEnd, Speaker, Step, StepKind, is_move},
};

/// The maximum number of lines to search ahead for a matching line.
const MAX_LOOKAHEAD: usize = 500;

/// A snapshot that was rewritten with the actual output, and the first difference.
pub(super) struct RewrittenSnapshot {
    /// The snapshot with the actual output.
    pub(super) text: Vec<u8>,
    /// The first difference between the expected and the actual output.
    pub(super) unmet_expectation: Option<UnmetExpectation>,
}

impl RewrittenSnapshot {
    /// Adds a difference at a step, unless there is an earlier one.
    fn add_difference(&mut self, step: &Step, why: Message) {
        self.unmet_expectation
            .get_or_insert_with(|| unmet_expectation_of_step(step, why));
    }
}

/// Writes a snapshot from a script and the actual output.
pub(super) struct SnapshotWriter<'a> {
    pub(super) protocol: &'a dyn Protocol,
    pub(super) wildcards: Vec<ResponseField>,
    /// True if the script is not a snapshot yet; then only the expectations that capture a name are kept.
    pub(super) is_new_snapshot: bool,
}

impl SnapshotWriter<'_> {
    /// Rewrites the script, so that the expected lines are the actual output.
    pub(super) fn rewrite_snapshot(
        &self,
        script: &Script,
        run: &PlaybackOutput,
    ) -> RewrittenSnapshot {
        let mut rewritten = RewrittenSnapshot {
            text: Vec::new(),
            unmet_expectation: None,
        };
        if self.is_new_snapshot {
            self.write_header_directives(script, &mut rewritten.text);
        }
        let mut next = 0;
        for section in &run.sections {
            let acted = &script.steps[next..section.steps.start];
            acted
                .iter()
                .for_each(|it| self.copy_step(it, run, &mut rewritten));
            next = section.steps.end;
            self.write_section(script, section, &mut rewritten);
        }
        for step in &script.steps[next..] {
            self.copy_step(step, run, &mut rewritten);
        }
        if rewritten.unmet_expectation.is_none() {
            rewritten.unmet_expectation.clone_from(&run.failed_step);
        }
        if !has_end_step(script) && run.failed_step.is_none() {
            self.write_end(script, run, &mut rewritten);
        }
        // All lines of a script must have the same line end.
        if script
            .steps
            .first()
            .is_some_and(|it| it.raw.ends_with(b"\r\n"))
        {
            rewritten.text = with_crlf(&rewritten.text);
        }
        rewritten
    }

    /// Writes the directives at the beginning of a new snapshot.
    fn write_header_directives(&self, script: &Script, out: &mut Vec<u8>) {
        if script.directive("protocol").is_none() {
            out.extend(format!("@protocol {}\n", self.protocol.name()).bytes());
        }
        out.extend(b"@");
        out.extend(SNAPSHOT_DIRECTIVE.bytes());
        for field in &self.wildcards {
            out.extend(format!(" {}", field.keyword).bytes());
        }
        out.push(b'\n');
    }

    /// Writes the end that the snapshot lacks. Every snapshot says how its session ends, so a snapshot that lost its last
    /// lines cannot pass.
    fn write_end(&self, script: &Script, run: &PlaybackOutput, rewritten: &mut RewrittenSnapshot) {
        let end = run.end.clone().unwrap_or(SessionEnd::Cut);
        end_last_line(&mut rewritten.text);
        write_event(EventKind::End(end), &mut rewritten.text);
        if let (false, Some(last)) = (self.is_new_snapshot, script.steps.last()) {
            let why = message!(
                "snapshot_without_end",
                "the snapshot does not end with a line `! exit 0` or `! cut`: its last lines may be missing"
            );
            rewritten.add_difference(last, why);
        }
    }

    /// Copies a step that is not an expectation. If the step is the expected end of the engine and the engine ended in
    /// another way, writes the actual end.
    fn copy_step(&self, step: &Step, run: &PlaybackOutput, rewritten: &mut RewrittenSnapshot) {
        match (&step.kind, &run.end) {
            (StepKind::Directive { name, .. }, _)
                if self.is_new_snapshot && name == SNAPSHOT_DIRECTIVE => {}
            (StepKind::End(SessionEnd::Cut), _) => {
                write_step(step, self.is_new_snapshot, &mut rewritten.text);
            }
            (StepKind::End(wanted), Some(end)) if wanted != end => {
                write_event(EventKind::End(end.clone()), &mut rewritten.text);
                let why = message!(
                    "ended_otherwise",
                    "the engine ended in another way than the script expects"
                );
                rewritten.add_difference(step, why);
            }
            (StepKind::End(_), None) if run.failed_step.is_none() => {
                write_step(step, self.is_new_snapshot, &mut rewritten.text);
                rewritten.add_difference(step, ENGINE_DID_NOT_EXIT);
            }
            // Measurements and standard error of a recording are not part of a snapshot.
            (StepKind::Fact(_) | StepKind::Stderr(_), _) if self.is_new_snapshot => (),
            _ => write_step(step, self.is_new_snapshot, &mut rewritten.text),
        }
    }

    fn write_section(
        &self,
        script: &Script,
        section: &OutputSection,
        rewritten: &mut RewrittenSnapshot,
    ) {
        let steps = &script.steps[section.steps.clone()];
        // If the section has no expected lines, additional output is reported at the last step before the section.
        let done = script.steps[..section.steps.start].last();
        let difference = self.first_difference(steps, done, &section.received_output);
        if difference.is_none() && !self.is_new_snapshot {
            steps
                .iter()
                .for_each(|it| write_step(it, false, &mut rewritten.text));
            return;
        }
        self.write_lines(steps, &section.received_output, &mut rewritten.text);
        if rewritten.unmet_expectation.is_none() {
            rewritten.unmet_expectation = difference;
        }
    }

    /// Writes the received lines. If a received line meets an expectation of the script, the expectation is written
    /// unchanged in place of the received line. Comments and directives are kept.
    fn write_lines(&self, steps: &[Step], received: &[(usize, UnreadOutput)], out: &mut Vec<u8>) {
        // Each group of steps consists of an expected line and the steps before this line that are not expected lines.
        let groups: Vec<&[Step]> = steps
            .split_inclusive(|it| expected_output(&it.kind).is_some())
            .collect();
        let meets = |group: &[Step], unread: &UnreadOutput| {
            let last = group.last().filter(|it| self.keeps_expectation(it));
            last.is_some_and(|it| self.meets_expectation(it, unread))
        };
        let mut next = 0;
        for (index, (_, unread)) in received.iter().enumerate() {
            let mut ahead = groups[next..].iter().take(MAX_LOOKAHEAD);
            if let Some(found) = ahead.position(|it| meets(it, unread)) {
                let (gone, met) = (&groups[next..next + found], groups[next + found]);
                gone.iter()
                    .for_each(|it| self.write_comments_and_directives(it, out));
                let met = met
                    .iter()
                    .filter(|it| !self.is_new_snapshot || self.is_always_kept(it));
                met.for_each(|it| write_step(it, self.is_new_snapshot, out));
                next += found + 1;
                continue;
            }
            let group = groups.get(next).filter(|_| !self.is_new_snapshot);
            let mut later = received[index..].iter().take(MAX_LOOKAHEAD);
            let comes = group.is_some_and(|group| later.any(|it| meets(group, &it.1)));
            let skips = group.is_some_and(|it| it.iter().any(|it| it.kind == StepKind::Skip));
            if comes && skips {
                continue;
            }
            // If the expected line does not come later in the output, the received line replaces the expected line.
            if let Some(group) = group.filter(|it| !comes && !ends_without_expectation(it)) {
                self.write_comments_and_directives(group, out);
                next += 1;
            }
            self.write_line(unread, out);
        }
        let rest = groups[next..].iter();
        rest.for_each(|it| self.write_comments_and_directives(it, out));
    }

    /// Writes comments and directives, which are kept even if the lines around them change.
    fn write_comments_and_directives(&self, steps: &[Step], out: &mut Vec<u8>) {
        let remarks = steps
            .iter()
            .filter(|it| self.is_always_kept(it) && expected_output(&it.kind).is_none());
        remarks.for_each(|it| write_step(it, self.is_new_snapshot, out));
    }

    /// Whether a step that is not an expected line is kept in the rewritten snapshot.
    fn is_always_kept(&self, step: &Step) -> bool {
        let waits = matches!(step.kind, StepKind::Skip | StepKind::Forbid(_))
            || is_directive_named_within(step);
        let measured = matches!(step.kind, StepKind::Fact(_) | StepKind::Stderr(_));
        let head = step
            .directive()
            .is_some_and(|it| it.0 == SNAPSHOT_DIRECTIVE);
        !(waits || (self.is_new_snapshot && (measured || head)))
    }

    fn keeps_expectation(&self, step: &Step) -> bool {
        match &step.kind {
            StepKind::Match(pattern) => {
                !self.is_new_snapshot || pattern.capture_names().next().is_some()
            }
            _ => !self.is_new_snapshot,
        }
    }

    fn meets_expectation(&self, step: &Step, unread: &UnreadOutput) -> bool {
        let wanted = expected_output(&step.kind);
        wanted.is_some_and(|it| match_output(self.protocol, &it, unread).is_some())
    }

    /// Returns the first difference between the expected and the received output.
    fn first_difference(
        &self,
        steps: &[Step],
        done: Option<&Step>,
        received: &[(usize, UnreadOutput)],
    ) -> Option<UnmetExpectation> {
        let (mut skip, mut forbidden) = (false, Vec::new());
        let mut rest = received.iter();
        for step in steps {
            match &step.kind {
                StepKind::Skip => skip = true,
                StepKind::Forbid(pattern) => forbidden.push(pattern),
                _ if expected_output(&step.kind).is_none() => (),
                _ => loop {
                    let Some((event, unread)) = rest.next() else {
                        let why = message!("no_more_output", "no more output was received");
                        return Some(unmet_expectation_of_step(step, why));
                    };
                    let wrong = forbidden.iter().any(|it| {
                        match_output(self.protocol, &ExpectedOutput::Match(it), unread).is_some()
                    });
                    if wrong || (!skip && !self.meets_expectation(step, unread)) {
                        return Some(with_event_index(
                            unmet_expectation_of_step(step, received_instead_message(unread)),
                            *event,
                        ));
                    }
                    if self.meets_expectation(step, unread) {
                        skip = false;
                        forbidden.clear();
                        break;
                    }
                },
            }
        }
        let (event, unread) = rest.next()?;
        let last = steps.iter().rfind(|it| expected_output(&it.kind).is_some());
        let why = message!(
            "got_more",
            "got an additional line `{line}`",
            line = printable_output(unread)
        );
        Some(UnmetExpectation {
            line_number: last.or(steps.last()).or(done).map_or(1, |it| it.line),
            expected: "no more output".to_owned(),
            reason: why,
            timed_out: false,
            event_index: Some(*event),
        })
    }

    /// Writes a received line, with wildcards for the wildcard fields.
    fn write_line(&self, unread: &UnreadOutput, out: &mut Vec<u8>) {
        let kind = match unread {
            UnreadOutput::Line(line) => {
                if let Some(pattern) = self.wildcard_pattern(line) {
                    out.extend(b"<* ");
                    out.extend(pattern);
                    return out.push(b'\n');
                }
                EventKind::Line(Speaker::Engine, line.clone())
            }
            UnreadOutput::Unterminated(bytes) => EventKind::Chunk(Speaker::Engine, bytes.clone()),
        };
        write_event(kind, out);
    }

    /// Returns the pattern for a line with wildcard fields, or `None` for a line without wildcard
    /// fields.
    fn wildcard_pattern(&self, line: &[u8]) -> Option<Vec<u8>> {
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
            out.push(Pattern::escape_literal(word));
            next += 1;
            let field = self
                .wildcards
                .iter()
                .find(|it| it.keyword.as_bytes() == *word);
            if let (Some(field), [unit, number, ..]) = (field, &words[next..])
                && field
                    .words_before_value
                    .iter()
                    .any(|it| it.as_bytes() == *unit)
                && self.wildcard_word_count(field, &[*number]) > 0
            {
                out.push(Pattern::escape_literal(unit));
                next += 1;
            }
            let filled = field.map_or(0, |it| self.wildcard_word_count(it, &words[next..]));
            if let (Some(field), 1..) = (field, filled) {
                out.push(format!("{{{}}}", field.wildcard).into_bytes());
                holes += 1;
                next += filled;
            }
        }
        (holes > 0).then(|| out.join(&b' '))
    }

    /// Returns how many words the wildcard of a field replaces.
    fn wildcard_word_count(&self, field: &ResponseField, words: &[&[u8]]) -> usize {
        let number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        let is_move = |word: &[u8]| is_move(word, self.protocol.move_syntax());
        let first = words.first().copied().unwrap_or_default();
        match field.wildcard {
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
fn with_crlf(text: &[u8]) -> Vec<u8> {
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

/// Whether a group of steps does not end with an expected line.
fn ends_without_expectation(group: &[Step]) -> bool {
    group
        .last()
        .is_none_or(|it| expected_output(&it.kind).is_none())
}

fn is_directive_named_within(step: &Step) -> bool {
    step.directive().is_some_and(|(name, _)| name == "within")
}

fn write_event(kind: EventKind, out: &mut Vec<u8>) {
    Event { at: None, kind }.write_to(out);
}

fn end_last_line(out: &mut Vec<u8>) {
    if out.last().is_some_and(|it| *it != b'\n') {
        out.push(b'\n');
    }
}

/// Writes a step as in the script, without its time stamp if `timeless`. The last line of a script may have no newline.
fn write_step(step: &Step, timeless: bool, out: &mut Vec<u8>) {
    end_last_line(out);
    let mut line = step.raw.as_slice();
    if timeless && step.stamp.is_some() {
        let mut parts = line.splitn(2, |it| *it == b' ');
        line = parts.nth(1).unwrap_or_default();
    }
    out.extend(line);
}
