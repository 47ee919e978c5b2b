//! Schedules the test cases of a campaign: edge cases in a fixed order, random test cases, and mutations of the corpus.

use std::collections::{BTreeSet, HashMap, VecDeque};

use arbitrary::Unstructured;
use fastrand::Rng;

use super::{perform, store};
use crate::{
    protocol::{Action, FuzzGrammar, TestCase},
    scenarios,
};

/// The number of test cases in one session if all test cases are tidy, that is, if the state of the engine is known
/// after each of them.
const CASES_PER_SESSION_WITH_KNOWN_STATE: usize = 400;

/// The number of test cases in one session if a test case may leave the engine in an unknown state. While the state of
/// the engine is unknown, little can be judged.
const CASES_PER_SESSION_WITH_UNKNOWN_STATE: usize = 40;

/// The number of random bytes from which one test case is generated.
const RANDOM_BYTES_PER_CASE: usize = 512;

/// The maximal number of test cases in the corpus.
const MAX_CORPUS_CASES: usize = 512;

/// One in `MUTATION_SESSION_INTERVAL` sessions sends mutations of the corpus.
const MUTATION_SESSION_INTERVAL: u64 = 5;

/// Of the test cases that should be avoided, only about one in `AVOIDED_CASE_INTERVAL` is sent.
const AVOIDED_CASE_INTERVAL: u8 = 16;

/// A command counts as slow if at least `MIN_SLOW_CASES` test cases with this command timed out, and if at least a
/// third (one in `SLOW_SHARE_DIVISOR`) of all test cases with this command timed out. Test cases with a slow command
/// are avoided.
const MIN_SLOW_CASES: u32 = 4;
const SLOW_SHARE_DIVISOR: u32 = 3;

/// How many test cases with one command were sent, and how many of them ended in a timeout.
#[derive(Clone, Copy, Debug, Default)]
struct CommandTimeouts {
    sent_case_count: u32,
    timed_out_case_count: u32,
}

impl CommandTimeouts {
    fn is_slow(self) -> bool {
        self.timed_out_case_count >= MIN_SLOW_CASES
            && self.timed_out_case_count * SLOW_SHARE_DIVISOR >= self.sent_case_count
    }
}

/// The test cases of one session.
pub(super) struct SessionPlan {
    pub(super) cases: Vec<TestCase>,
    /// True if the test cases are edge cases. Every edge case must be judged, so the session ends
    /// if the state of the conversation becomes uncertain.
    pub(super) has_edge_cases: bool,
}

/// Generates the test cases of a campaign. Equal seeds generate equal test cases, except that mutations of the corpus
/// depend on the engine's answers.
pub(super) struct CaseScheduler<'a> {
    grammar: &'a dyn FuzzGrammar,
    seed: u64,
    /// The edge cases that were not sent yet.
    waiting_edge_cases: VecDeque<TestCase>,
    session_count: u64,
    case_count: u64,
    corpus: Vec<TestCase>,
    /// Edge cases that are sent seldom, because they probably make the engine crash or delay it.
    postponed_edge_cases: VecDeque<TestCase>,
    /// Each entry has the shapes (such as `position long`) of lines that together crash or delay
    /// the engine.
    avoided_shapes: Vec<Vec<String>>,
    /// The test cases and timeouts of each command (the first word of a line).
    command_timeouts: HashMap<String, CommandTimeouts>,
}

impl<'a> CaseScheduler<'a> {
    pub(super) fn new(
        protocol: &str,
        grammar: &'a dyn FuzzGrammar,
        seed: u64,
    ) -> CaseScheduler<'a> {
        CaseScheduler {
            grammar,
            seed,
            waiting_edge_cases: grammar.edge_cases().into(),
            session_count: 0,
            case_count: 0,
            corpus: cases_from_scripts(protocol, grammar),
            postponed_edge_cases: VecDeque::new(),
            avoided_shapes: Vec::new(),
            command_timeouts: HashMap::new(),
        }
    }

    /// Counts the test cases that a session sent. If the session timed out, its last test case counts as the reason.
    pub(super) fn count_timeouts(&mut self, sent_cases: &[TestCase], timed_out: bool) {
        for (index, case) in sent_cases.iter().enumerate() {
            let is_reason = timed_out && index + 1 == sent_cases.len();
            let words: BTreeSet<String> = (self.line_shapes(&case.actions).iter())
                .filter_map(|it| it.split(' ').next())
                .map(str::to_owned)
                .collect();
            for word in words {
                let timeouts = self.command_timeouts.entry(word).or_default();
                timeouts.sent_case_count += 1;
                timeouts.timed_out_case_count += u32::from(is_reason);
            }
        }
    }

    /// Returns the test cases of the next session.
    pub(super) fn plan_session(&mut self) -> SessionPlan {
        let edges = self.next_edge_cases();
        if !edges.is_empty() {
            return SessionPlan {
                cases: edges,
                has_edge_cases: true,
            };
        }
        self.session_count += 1;
        let (count, kind) = match self.session_count % MUTATION_SESSION_INTERVAL {
            0 => (CASES_PER_SESSION_WITH_UNKNOWN_STATE, CaseKind::MutatedCase),
            1 => (CASES_PER_SESSION_WITH_UNKNOWN_STATE, CaseKind::StateUnknown),
            _ => (CASES_PER_SESSION_WITH_KNOWN_STATE, CaseKind::StateKnown),
        };
        SessionPlan {
            cases: (0..count).map(|_| self.generate_case(kind)).collect(),
            has_edge_cases: false,
        }
    }

    /// Returns the next edge cases, if there are any. An edge case that should be avoided is sent alone in its session.
    fn next_edge_cases(&mut self) -> Vec<TestCase> {
        let mut edges = Vec::new();
        while edges.len() < CASES_PER_SESSION_WITH_UNKNOWN_STATE
            && let Some(case) = self.waiting_edge_cases.pop_front()
        {
            match self.has_avoided_shape(&case) {
                true => self.postponed_edge_cases.push_back(case),
                false => edges.push(case),
            }
        }
        if edges.is_empty()
            && self
                .session_count
                .is_multiple_of(AVOIDED_CASE_INTERVAL.into())
            && let Some(case) = self.postponed_edge_cases.pop_front()
        {
            self.session_count += 1;
            edges.push(case);
        }
        edges
    }

    /// Requeues the edge cases that a session did not send. Random test cases are not requeued.
    pub(super) fn requeue_edge_cases(&mut self, plan: &SessionPlan, sent: usize) {
        if plan.has_edge_cases {
            for case in plan.cases[sent..].iter().rev() {
                self.waiting_edge_cases.push_front(case.clone());
            }
        }
    }

    /// Adds a test case with new coverage to the corpus.
    pub(super) fn add_to_corpus(&mut self, case: TestCase) {
        if self.corpus.len() >= MAX_CORPUS_CASES {
            let place = self.case_count as usize % MAX_CORPUS_CASES;
            self.corpus.swap_remove(place);
        }
        self.corpus.push(case);
    }

    /// Makes test cases with lines of these shapes rare, because such lines make the engine crash or delay it.
    pub(super) fn avoid_line_shapes(&mut self, actions: &[Action]) {
        let shapes = self.line_shapes(actions);
        if !self.avoided_shapes.contains(&shapes) {
            self.avoided_shapes.push(shapes);
        }
    }

    fn generate_case(&mut self, kind: CaseKind) -> TestCase {
        loop {
            let index = self.case_count;
            self.case_count += 1;
            let mut random = Rng::with_seed(self.seed.wrapping_add(index.rotate_left(32)));
            let case = match kind {
                CaseKind::MutatedCase => self.mutated_case(&mut random),
                CaseKind::StateKnown | CaseKind::StateUnknown => {
                    self.random_case(&mut random, kind == CaseKind::StateKnown)
                }
            };
            if !self.has_avoided_shape(&case) || random.u8(..AVOIDED_CASE_INTERVAL) == 0 {
                return case;
            }
        }
    }

    fn random_case(&self, random: &mut Rng, tidy: bool) -> TestCase {
        let mut bytes = [0; RANDOM_BYTES_PER_CASE];
        random.fill(&mut bytes);
        let case = self
            .grammar
            .random_test_case(&mut Unstructured::new(&bytes), tidy);
        case.unwrap_or_default()
    }

    /// Returns a mutation of a test case in the corpus.
    fn mutated_case(&self, random: &mut Rng) -> TestCase {
        let Some(case) = random.choice(&self.corpus) else {
            return self.random_case(random, false);
        };
        let mut actions = case.actions.clone();
        for _ in 0..random.usize(1..=3) {
            mutate_actions(&mut actions, &self.corpus, random);
        }
        let mut case = TestCase { actions };
        // Without a newline at the end, the command that makes the engine idle would become a part of the last line.
        case.terminate_last_line();
        case
    }

    fn has_avoided_shape(&self, case: &TestCase) -> bool {
        let is_any_slow = self.command_timeouts.values().any(|it| it.is_slow());
        if self.avoided_shapes.is_empty() && !is_any_slow {
            return false;
        }
        let shapes = self.line_shapes(&case.actions);
        let is_slow = |shape: &String| {
            let word = shape.split(' ').next().unwrap_or_default();
            (self.command_timeouts.get(word)).is_some_and(|it| it.is_slow())
        };
        if is_any_slow && shapes.iter().any(is_slow) {
            return true;
        }
        self.avoided_shapes
            .iter()
            .any(|it| is_subsequence(it, &shapes))
    }

    /// True if a test case has lines of the same shapes as these actions, in the same order; other lines may come
    /// between them.
    pub(super) fn contains_line_shapes(&self, case: &TestCase, actions: &[Action]) -> bool {
        is_subsequence(&self.line_shapes(actions), &self.line_shapes(&case.actions))
    }

    /// Returns the shapes of the lines that these actions send, such as `position long`. The bytes of one line may come
    /// from several actions.
    fn line_shapes(&self, actions: &[Action]) -> Vec<String> {
        let lines = perform::sent_lines(actions);
        lines
            .iter()
            .map(|it| self.grammar.command_shape(it))
            .collect()
    }
}

/// True if all elements of `part` are in `whole`, in the same order.
fn is_subsequence(part: &[String], whole: &[String]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|it| whole.any(|shape| shape == it))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CaseKind {
    StateKnown,
    StateUnknown,
    MutatedCase,
}

/// Makes one small random change to a test case.
fn mutate_actions(actions: &mut Vec<Action>, corpus: &[TestCase], random: &mut Rng) {
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
            case.join_into_one_write();
            *actions = case.actions;
        }
        _ => {
            let mut bytes = actions[place].bytes_to_send().to_vec();
            if let Some(index) = (!bytes.is_empty()).then(|| random.usize(..bytes.len())) {
                bytes[index] = random.u8(..);
            }
            bytes.push(b'\n');
            actions[place] = Action::Bytes(bytes);
        }
    }
}

/// Makes test cases from the embedded scripts: each test case has at most 12 actions of one script.
fn cases_from_scripts(protocol: &str, grammar: &dyn FuzzGrammar) -> Vec<TestCase> {
    let scenarios = scenarios::embedded_scenarios(protocol).unwrap_or_default();
    let cases = scenarios.iter().map(|it| {
        let actions = store::script_actions(&it.script).into_iter();
        let farewell = |it: &Action| grammar.makes_engine_exit(it.bytes_to_send());
        let mut case = TestCase {
            actions: actions.filter(|it| !farewell(it)).take(12).collect(),
        };
        case.terminate_last_line();
        case
    });
    let defers = |it: &TestCase| {
        let mut lines = it.actions.iter().map(Action::bytes_to_send);
        lines.any(|it| grammar.may_defer_commands(it))
    };
    cases
        .filter(|it| !it.actions.is_empty() && !defers(it))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;

    fn ucci_scheduler(seed: u64) -> CaseScheduler<'static> {
        let grammar = protocol::find_protocol("ucci").and_then(|it| it.fuzz_grammar());
        CaseScheduler::new("ucci", grammar.unwrap(), seed)
    }

    #[test]
    fn equal_seeds_generate_equal_test_cases() {
        let [mut first, mut again, mut other] = [1, 1, 2].map(ucci_scheduler);
        let mut differs = false;
        for _ in 0..20 {
            let cases = first.plan_session().cases;
            assert_eq!(cases, again.plan_session().cases);
            differs |= cases != other.plan_session().cases;
        }
        assert!(differs);
    }

    #[test]
    fn commands_that_often_time_out_become_rare() {
        let mut scheduler = ucci_scheduler(1);
        let case = |line: &str| TestCase {
            actions: vec![Action::Line(line.into())],
        };
        let (slow, fast) = (case("go depth 1"), case("isready"));
        for _ in 0..3 {
            scheduler.count_timeouts(&[fast.clone(), slow.clone()], true);
        }
        assert!(!scheduler.has_avoided_shape(&slow));
        scheduler.count_timeouts(&[fast.clone(), slow.clone()], true);
        assert!(scheduler.has_avoided_shape(&slow));
        assert!(!scheduler.has_avoided_shape(&fast));
        // After these ten test cases without a timeout, the command no longer counts as slow.
        for _ in 0..10 {
            scheduler.count_timeouts(std::slice::from_ref(&slow), false);
        }
        assert!(!scheduler.has_avoided_shape(&slow));
    }

    #[test]
    fn avoided_test_cases_become_rare() {
        let count = |scheduler: &mut CaseScheduler<'_>| {
            scheduler.waiting_edge_cases.clear();
            let cases: Vec<TestCase> = (0..10)
                .flat_map(|_| scheduler.plan_session().cases)
                .collect();
            let shape = |it: &Action| scheduler.grammar.command_shape(it.bytes_to_send());
            let bad = |it: &&TestCase| it.actions.iter().any(|it| shape(it) == "probe");
            cases.iter().filter(bad).count()
        };
        let before = count(&mut ucci_scheduler(1));
        let mut warned = ucci_scheduler(1);
        warned.avoid_line_shapes(&[Action::Line(b"probe startpos".to_vec())]);
        let after = count(&mut warned);
        assert!(before > 50 && after * 2 < before, "{before}, then {after}");
    }
}
