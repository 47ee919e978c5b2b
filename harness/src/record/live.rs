//! Judges a conversation while it goes on, and says at once what is wrong in it.

use std::{collections::VecDeque, io::Write};

use crate::{
    protocol::{Judge, Judged, Protocol},
    rule::{Level, PerRule, RuleInfo, Violation},
    transcript::Event,
    verdict,
};

/// So many events are remembered to show the one that a violation is about.
const REMEMBERED: usize = 1000;

/// So many events are held that no rule could judge yet, such as those of a search without end.
const OPEN: usize = 200_000;

/// So many violations of a rule are told one by one.
const TOLD: usize = 20;

/// A judge, and where it speaks.
pub struct Live {
    out: Box<dyn Write>,
    /// One for each protocol that it may be, until a handshake tells which.
    judges: Vec<Seat>,
    /// The name of the recording, and the line that its first event stands in.
    file: String,
    first_line: usize,
    recent: VecDeque<Event>,
    events: usize,
}

struct Seat {
    rules: Vec<RuleInfo>,
    title: &'static str,
    judge: Box<dyn Judge>,
    /// How many violations of each rule were told.
    told: PerRule<usize>,
}

impl Live {
    /// Judges what `file` holds, by one of these protocols, and tells `out`.
    pub fn new(
        out: Box<dyn Write>,
        protocols: &[&'static dyn Protocol],
        file: String,
        first_line: usize,
    ) -> Live {
        let judges = protocols.iter().map(|it| {
            let mut judge = it.judge();
            judge.shorten_segments();
            Seat {
                rules: it.rules(),
                title: it.title(),
                judge,
                told: PerRule::new(it.rules().iter().map(RuleInfo::rule_id)),
            }
        });
        Live {
            out,
            judges: judges.collect(),
            file,
            first_line,
            recent: VecDeque::new(),
            events: 0,
        }
    }

    pub(super) fn hear(&mut self, event: Event) {
        if self.judges.is_empty() {
            return;
        }
        for seat in &mut self.judges {
            seat.judge.observe(&event);
        }
        self.events += 1;
        self.recent.push_back(event);
        if self.recent.len() > REMEMBERED {
            self.recent.pop_front();
        }
        if self.judges.len() > 1
            && let Some(place) = self.judges.iter().position(|it| it.judge.handshake_done())
        {
            self.judges = vec![self.judges.swap_remove(place)];
        }
        let open = |it: &Seat| self.events - it.judge.judged_events().min(self.events);
        if self.judges.iter().all(|it| open(it) > OPEN) && !self.judges.is_empty() {
            self.judges.clear();
            self.recent.clear();
            self.say("too much was said at once to be judged meanwhile; the recording goes on");
        }
        if let [seat] = &mut self.judges[..] {
            let fresh = fresh(&seat.rules, &mut seat.told, seat.judge.so_far());
            self.tell(&fresh);
        }
    }

    /// Says what it all came to.
    pub(super) fn finish(mut self) {
        let mut judges = std::mem::take(&mut self.judges);
        if judges.is_empty() {
            let text = format!("not judged to its end: ponderhit judge {}", self.file);
            return self.say(&text);
        }
        let (Some(seat), true) = (judges.pop(), judges.is_empty()) else {
            return self.say("no handshake of any protocol was heard: nothing is judged");
        };
        let (title, mut told) = (seat.title, seat.told);
        let judged = seat.judge.finish();
        self.tell(&fresh(&seat.rules, &mut told, &judged));
        let findings = judged.findings.values();
        let exercised = findings.clone().filter(|it| it.exercised > 0).count();
        let violated = findings.filter(|it| !it.violations.is_empty()).count();
        let (events, file) = (self.events, &self.file);
        let text = format!(
            "{title}: {events} events; {exercised} rules exercised, {violated} violated; all of it: ponderhit judge {file}"
        );
        self.say(&text);
    }

    fn tell(&mut self, fresh: &[Fresh]) {
        for it in fresh {
            let at = it.violation.culprit.at.0;
            let line = self.first_line + at;
            let mut text = format!(
                "{} {:6} {}  {}:{line}: {}",
                if it.level <= Level::Robust {
                    "✗"
                } else {
                    "!"
                },
                it.level.name(),
                it.rule,
                self.file,
                it.violation.message
            );
            let begin = self.events - self.recent.len();
            if let Some(event) = at.checked_sub(begin).and_then(|it| self.recent.get(it)) {
                text.push_str(&format!("\n    {}", verdict::event_text(event)));
            }
            self.say(&text);
        }
    }

    fn say(&mut self, text: &str) {
        // Whoever reads it may have gone; the recording goes on.
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
    }
}

/// Something that was not told yet.
struct Fresh {
    rule: &'static str,
    level: Level,
    violation: Violation,
}

/// What is violated and was not told, as far as it is worth telling one by one.
fn fresh(rules: &[RuleInfo], told: &mut PerRule<usize>, judged: &Judged) -> Vec<Fresh> {
    let mut fresh = Vec::new();
    let found = judged.findings.iter();
    for (id, findings) in found.filter(|it| !it.1.violations.is_empty()) {
        let rule = rules.iter().find(|it| it.rule_id() == id);
        let (Some(rule), Some(told)) = (rule, told.get_mut(id)) else {
            continue;
        };
        let new = findings.violations.iter().take(TOLD).skip(*told);
        fresh.extend(new.map(|it| Fresh {
            rule: rule.id,
            level: rule.level,
            violation: it.clone(),
        }));
        *told = findings.violations.len();
    }
    fresh.sort_by_key(|it| it.violation.culprit.at);
    fresh
}
