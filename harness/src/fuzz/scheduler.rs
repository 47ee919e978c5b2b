//! Where the cases of a campaign come from: edges in order, random ones, and what was new said again.

use std::collections::VecDeque;

use arbitrary::Unstructured;
use fastrand::Rng;

use super::{perform, store};
use crate::{
    protocol::{Action, Grammar, TestCase},
    scenarios,
};

/// So many tidy cases are said in one session: starting an engine costs more than a command.
const TIDY: usize = 400;

/// So many others. Where one of them leaves it open what the engine takes for said, the rest of the
/// session proves little more than that the engine lives.
const UNTIDY: usize = 40;

/// So many random bytes make up one case.
const BYTES: usize = 512;

/// How much of what was new is kept.
const CORPUS: usize = 512;

/// One in so many sessions is told again what was new, changed a little.
const MUTATE_EVERY: u64 = 5;

/// One in so many cases that are known to be deadly is said all the same.
const DEADLY: u8 = 16;

/// What to say in one session.
pub(super) struct Plan {
    pub(super) cases: Vec<TestCase>,
    /// Each of them must be judged: the session ends where that is not certain any more.
    pub(super) edges: bool,
}

/// Makes up cases. With the same seed it makes up the same ones; only what is said again because it
/// was new depends on what the engine said to it.
pub(super) struct Scheduler<'a> {
    grammar: &'a dyn Grammar,
    seed: u64,
    /// Edges, and what a session that ended early left requeue.
    waiting: VecDeque<TestCase>,
    sessions: u64,
    cases: u64,
    pool: Vec<TestCase>,
    /// The shapes of lines that together end the engine.
    deadly: Vec<Vec<String>>,
}

impl<'a> Scheduler<'a> {
    pub(super) fn new(protocol: &str, grammar: &'a dyn Grammar, seed: u64) -> Scheduler<'a> {
        Scheduler {
            grammar,
            seed,
            waiting: grammar.boundary().into(),
            sessions: 0,
            cases: 0,
            pool: written(protocol, grammar),
            deadly: Vec::new(),
        }
    }

    /// What to say in the next session.
    pub(super) fn session(&mut self) -> Plan {
        if !self.waiting.is_empty() {
            let count = UNTIDY.min(self.waiting.len());
            return Plan {
                cases: self.waiting.drain(..count).collect(),
                edges: true,
            };
        }
        self.sessions += 1;
        let (count, kind) = match self.sessions % MUTATE_EVERY {
            0 => (UNTIDY, Kind::Mutated),
            1 => (UNTIDY, Kind::Untidy),
            _ => (TIDY, Kind::Tidy),
        };
        Plan {
            cases: (0..count).map(|_| self.case(kind)).collect(),
            edges: false,
        }
    }

    /// Takes back what could not be said, as far as it does not come again by itself.
    pub(super) fn requeue(&mut self, plan: &Plan, said: usize) {
        if plan.edges {
            for case in plan.cases[said..].iter().rev() {
                self.waiting.push_front(case.clone());
            }
        }
    }

    /// A case that brought something new.
    pub(super) fn add_to_corpus(&mut self, case: TestCase) {
        if self.pool.len() >= CORPUS {
            let place = self.cases as usize % CORPUS;
            self.pool.swap_remove(place);
        }
        self.pool.push(case);
    }

    /// What ends the engine is known now, and seldom needed again.
    pub(super) fn deadly(&mut self, actions: &[Action]) {
        self.deadly.push(self.shapes(actions));
    }

    fn case(&mut self, kind: Kind) -> TestCase {
        loop {
            let index = self.cases;
            self.cases += 1;
            let mut random = Rng::with_seed(self.seed.wrapping_add(index.rotate_left(32)));
            let case = match kind {
                Kind::Mutated => self.mutated(&mut random),
                Kind::Tidy | Kind::Untidy => self.random(&mut random, kind == Kind::Tidy),
            };
            if !self.is_deadly(&case) || random.u8(..DEADLY) == 0 {
                return case;
            }
        }
    }

    fn random(&self, random: &mut Rng, tidy: bool) -> TestCase {
        let mut bytes = [0; BYTES];
        random.fill(&mut bytes);
        let case = self.grammar.random(&mut Unstructured::new(&bytes), tidy);
        case.unwrap_or_default()
    }

    /// Something from the pool, changed a little.
    fn mutated(&self, random: &mut Rng) -> TestCase {
        let Some(case) = random.choice(&self.pool) else {
            return self.random(random, false);
        };
        let mut actions = case.actions.clone();
        for _ in 0..random.usize(1..=3) {
            change(&mut actions, &self.pool, random);
        }
        let mut case = TestCase { actions };
        // With half a line before it, what brings the engine to rest would be none of its commands.
        case.end_line();
        case
    }

    fn is_deadly(&self, case: &TestCase) -> bool {
        if self.deadly.is_empty() {
            return false;
        }
        let shapes = self.shapes(&case.actions);
        let within = |deadly: &Vec<String>| {
            let mut shapes = shapes.iter();
            deadly.iter().all(|it| shapes.any(|shape| shape == it))
        };
        self.deadly.iter().any(within)
    }

    /// What the lines look like, however they are sent.
    fn shapes(&self, actions: &[Action]) -> Vec<String> {
        let lines = perform::lines(actions);
        lines.iter().map(|it| self.grammar.shape(it)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tidy,
    Untidy,
    Mutated,
}

/// One small change.
fn change(actions: &mut Vec<Action>, pool: &[TestCase], random: &mut Rng) {
    if actions.is_empty() {
        return;
    }
    let place = random.usize(..actions.len());
    match random.u8(..6) {
        0 => drop(actions.remove(place)),
        1 => actions.insert(place, actions[place].clone()),
        2 => actions.swap(place, 0),
        3 => actions.extend(
            random
                .choice(pool)
                .into_iter()
                .flat_map(|it| it.actions.clone()),
        ),
        4 => {
            let mut case = TestCase {
                actions: std::mem::take(actions),
            };
            case.at_once();
            *actions = case.actions;
        }
        _ => {
            let mut bytes = actions[place].bytes().to_vec();
            if let Some(index) = (!bytes.is_empty()).then(|| random.usize(..bytes.len())) {
                bytes[index] = random.u8(..);
            }
            bytes.push(b'\n');
            actions[place] = Action::Bytes(bytes);
        }
    }
}

/// The conversations that somebody wrote: what the embedded scripts say, as far as it is plain text.
fn written(protocol: &str, grammar: &dyn Grammar) -> Vec<TestCase> {
    let scenarios = scenarios::of(protocol).unwrap_or_default();
    let cases = scenarios.iter().map(|it| {
        let actions = store::actions(&it.script).into_iter();
        let farewell = |it: &Action| grammar.is_quit(it.bytes());
        let mut case = TestCase {
            actions: actions.filter(|it| !farewell(it)).take(12).collect(),
        };
        case.end_line();
        case
    });
    let defers = |it: &TestCase| {
        let mut lines = it.actions.iter().map(Action::bytes);
        lines.any(|it| grammar.defers(it))
    };
    cases
        .filter(|it| !it.actions.is_empty() && !defers(it))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;

    fn scheduler(seed: u64) -> Scheduler<'static> {
        let grammar = protocol::find("ucci").and_then(|it| it.grammar());
        Scheduler::new("ucci", grammar.unwrap(), seed)
    }

    #[test]
    fn the_same_seed_makes_up_the_same() {
        let [mut first, mut again, mut other] = [1, 1, 2].map(scheduler);
        let mut differs = false;
        for _ in 0..20 {
            let cases = first.session().cases;
            assert_eq!(cases, again.session().cases);
            differs |= cases != other.session().cases;
        }
        assert!(differs);
    }

    #[test]
    fn what_is_known_to_be_deadly_becomes_rare() {
        let count = |scheduler: &mut Scheduler<'_>| {
            scheduler.waiting.clear();
            let cases: Vec<TestCase> = (0..10).flat_map(|_| scheduler.session().cases).collect();
            let bad = |it: &&TestCase| it.actions.iter().any(|it| it.bytes().starts_with(b"probe"));
            cases.iter().filter(bad).count()
        };
        let before = count(&mut scheduler(1));
        let mut warned = scheduler(1);
        warned.deadly(&[Action::Line(b"probe startpos".to_vec())]);
        let after = count(&mut warned);
        assert!(before > 50 && after * 2 < before, "{before}, then {after}");
    }
}
