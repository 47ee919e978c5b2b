//! Schedules the test cases of a campaign: edge cases in a fixed order, random test cases, and mutations of the corpus.

use std::collections::VecDeque;

use arbitrary::Unstructured;
use fastrand::Rng;

use super::{perform, store};
use crate::{
    protocol::{Action, Grammar, TestCase},
    scenarios,
};

/// The number of tidy test cases in one session. A tidy test case leaves no doubt about the state of the conversation.
const TIDY: usize = 400;

/// The number of other test cases in one session. After an ambiguous test case, little of the session can be judged.
const UNTIDY: usize = 40;

/// The number of random bytes from which one test case is generated.
const BYTES: usize = 512;

/// The maximal number of test cases in the corpus.
const CORPUS: usize = 512;

/// Of this number of sessions, one sends mutations of the corpus.
const MUTATE_EVERY: u64 = 5;

/// Of this number of test cases that should be avoided, about one is sent.
const AVOIDED: u8 = 16;

/// The test cases of one session.
pub(super) struct Plan {
    pub(super) cases: Vec<TestCase>,
    /// True if the test cases are edge cases. Every edge case must be judged, so the session ends if the conversation
    /// becomes ambiguous.
    pub(super) edges: bool,
}

/// Generates the test cases of a campaign. Equal seeds generate equal test cases, except that mutations of the corpus
/// depend on the engine's answers.
pub(super) struct Scheduler<'a> {
    grammar: &'a dyn Grammar,
    seed: u64,
    /// Edge cases that were not sent yet.
    waiting: VecDeque<TestCase>,
    sessions: u64,
    cases: u64,
    corpus: Vec<TestCase>,
    /// Edge cases that should be avoided, and are sent seldom because they slow the campaign down.
    postponed: VecDeque<TestCase>,
    /// Each entry has the shapes of the lines that together crash or delay the engine.
    avoided: Vec<Vec<String>>,
}

impl<'a> Scheduler<'a> {
    pub(super) fn new(protocol: &str, grammar: &'a dyn Grammar, seed: u64) -> Scheduler<'a> {
        Scheduler {
            grammar,
            seed,
            waiting: grammar.boundary().into(),
            sessions: 0,
            cases: 0,
            corpus: written(protocol, grammar),
            postponed: VecDeque::new(),
            avoided: Vec::new(),
        }
    }

    /// Returns the test cases of the next session.
    pub(super) fn session(&mut self) -> Plan {
        let edges = self.edges();
        if !edges.is_empty() {
            return Plan {
                cases: edges,
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

    /// Returns the next edge cases, if there are any. An edge case that should be avoided has a session for itself.
    fn edges(&mut self) -> Vec<TestCase> {
        let mut edges = Vec::new();
        while edges.len() < UNTIDY
            && let Some(case) = self.waiting.pop_front()
        {
            match self.is_avoided(&case) {
                true => self.postponed.push_back(case),
                false => edges.push(case),
            }
        }
        if edges.is_empty()
            && self.sessions.is_multiple_of(AVOIDED.into())
            && let Some(case) = self.postponed.pop_front()
        {
            self.sessions += 1;
            edges.push(case);
        }
        edges
    }

    /// Puts back the edge cases that a session did not send. Random test cases are not put back.
    pub(super) fn requeue(&mut self, plan: &Plan, sent: usize) {
        if plan.edges {
            for case in plan.cases[sent..].iter().rev() {
                self.waiting.push_front(case.clone());
            }
        }
    }

    /// Adds a test case with new coverage to the corpus.
    pub(super) fn add_to_corpus(&mut self, case: TestCase) {
        if self.corpus.len() >= CORPUS {
            let place = self.cases as usize % CORPUS;
            self.corpus.swap_remove(place);
        }
        self.corpus.push(case);
    }

    /// Makes the test cases rare that contain lines of these shapes, because they crash or delay the engine.
    pub(super) fn avoid(&mut self, actions: &[Action]) {
        let shapes = self.shapes(actions);
        if !self.avoided.contains(&shapes) {
            self.avoided.push(shapes);
        }
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
            if !self.is_avoided(&case) || random.u8(..AVOIDED) == 0 {
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

    /// Returns a mutation of a test case in the corpus.
    fn mutated(&self, random: &mut Rng) -> TestCase {
        let Some(case) = random.choice(&self.corpus) else {
            return self.random(random, false);
        };
        let mut actions = case.actions.clone();
        for _ in 0..random.usize(1..=3) {
            change(&mut actions, &self.corpus, random);
        }
        let mut case = TestCase { actions };
        // After an unterminated line, the command that makes the engine idle would be part of that line.
        case.end_line();
        case
    }

    fn is_avoided(&self, case: &TestCase) -> bool {
        if self.avoided.is_empty() {
            return false;
        }
        let shapes = self.shapes(&case.actions);
        self.avoided.iter().any(|it| is_within(it, &shapes))
    }

    /// True if a test case has lines of the same shapes as these actions, in the same order.
    pub(super) fn contains(&self, case: &TestCase, actions: &[Action]) -> bool {
        is_within(&self.shapes(actions), &self.shapes(&case.actions))
    }

    /// Returns the shapes of the lines that actions send. A line may be sent in several writes.
    fn shapes(&self, actions: &[Action]) -> Vec<String> {
        let lines = perform::lines(actions);
        lines.iter().map(|it| self.grammar.shape(it)).collect()
    }
}

/// True if all elements of `part` are in `whole`, in the same order.
fn is_within(part: &[String], whole: &[String]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|it| whole.any(|shape| shape == it))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tidy,
    Untidy,
    Mutated,
}

/// Makes one small random change to a test case.
fn change(actions: &mut Vec<Action>, corpus: &[TestCase], random: &mut Rng) {
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
                .choice(corpus)
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

/// Returns test cases from the embedded scripts, with at most 12 actions of each.
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
    fn equal_seeds_generate_equal_test_cases() {
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
    fn avoided_test_cases_become_rare() {
        let count = |scheduler: &mut Scheduler<'_>| {
            scheduler.waiting.clear();
            let cases: Vec<TestCase> = (0..10).flat_map(|_| scheduler.session().cases).collect();
            let bad = |it: &&TestCase| it.actions.iter().any(|it| it.bytes().starts_with(b"probe"));
            cases.iter().filter(bad).count()
        };
        let before = count(&mut scheduler(1));
        let mut warned = scheduler(1);
        warned.avoid(&[Action::Line(b"probe startpos".to_vec())]);
        let after = count(&mut warned);
        assert!(before > 50 && after * 2 < before, "{before}, then {after}");
    }
}
