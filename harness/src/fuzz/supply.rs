//! Where the units of a campaign come from: edges in order, random ones, and what was new said again.

use std::collections::VecDeque;

use arbitrary::Unstructured;
use fastrand::Rng;

use super::{say, store};
use crate::{
    protocol::{Action, Grammar, TestCase},
    scenarios,
};

/// So many tidy units are said in one session: starting an engine costs more than a command.
const TIDY: usize = 400;

/// So many others. Where one of them leaves it open what the engine takes for said, the rest of the
/// session proves little more than that the engine lives.
const UNTIDY: usize = 40;

/// So many random bytes make up one unit.
const BYTES: usize = 512;

/// How much of what was new is kept.
const POOL: usize = 512;

/// One in so many sessions is told again what was new, changed a little.
const ECHO: u64 = 5;

/// One in so many units that are known to be deadly is said all the same.
const DEADLY: u8 = 16;

/// What to say in one session.
pub(super) struct Plan {
    pub(super) units: Vec<TestCase>,
    /// Each of them must be judged: the session ends where that is not certain any more.
    pub(super) edges: bool,
}

/// Makes up units. With the same seed it makes up the same ones; only what is said again because it
/// was new depends on what the engine said to it.
pub(super) struct Supply<'a> {
    grammar: &'a dyn Grammar,
    seed: u64,
    /// Edges, and what a session that ended early left unsaid.
    waiting: VecDeque<TestCase>,
    sessions: u64,
    units: u64,
    pool: Vec<TestCase>,
    /// The shapes of lines that together end the engine.
    deadly: Vec<Vec<String>>,
}

impl<'a> Supply<'a> {
    pub(super) fn new(protocol: &str, grammar: &'a dyn Grammar, seed: u64) -> Supply<'a> {
        Supply {
            grammar,
            seed,
            waiting: grammar.boundary().into(),
            sessions: 0,
            units: 0,
            pool: written(protocol, grammar),
            deadly: Vec::new(),
        }
    }

    /// What to say in the next session.
    pub(super) fn session(&mut self) -> Plan {
        if !self.waiting.is_empty() {
            let count = UNTIDY.min(self.waiting.len());
            return Plan {
                units: self.waiting.drain(..count).collect(),
                edges: true,
            };
        }
        self.sessions += 1;
        let (count, kind) = match self.sessions % ECHO {
            0 => (UNTIDY, Kind::Echo),
            1 => (UNTIDY, Kind::Untidy),
            _ => (TIDY, Kind::Tidy),
        };
        Plan {
            units: (0..count).map(|_| self.unit(kind)).collect(),
            edges: false,
        }
    }

    /// Takes back what could not be said, as far as it does not come again by itself.
    pub(super) fn unsaid(&mut self, plan: &Plan, said: usize) {
        if plan.edges {
            for unit in plan.units[said..].iter().rev() {
                self.waiting.push_front(unit.clone());
            }
        }
    }

    /// A unit that brought something new.
    pub(super) fn new_to_us(&mut self, unit: TestCase) {
        if self.pool.len() >= POOL {
            let place = self.units as usize % POOL;
            self.pool.swap_remove(place);
        }
        self.pool.push(unit);
    }

    /// What ends the engine is known now, and seldom needed again.
    pub(super) fn deadly(&mut self, actions: &[Action]) {
        self.deadly.push(self.shapes(actions));
    }

    fn unit(&mut self, kind: Kind) -> TestCase {
        loop {
            let index = self.units;
            self.units += 1;
            let mut random = Rng::with_seed(self.seed.wrapping_add(index.rotate_left(32)));
            let unit = match kind {
                Kind::Echo => self.echo(&mut random),
                Kind::Tidy | Kind::Untidy => self.random(&mut random, kind == Kind::Tidy),
            };
            if !self.is_deadly(&unit) || random.u8(..DEADLY) == 0 {
                return unit;
            }
        }
    }

    fn random(&self, random: &mut Rng, tidy: bool) -> TestCase {
        let mut bytes = [0; BYTES];
        random.fill(&mut bytes);
        let unit = self.grammar.random(&mut Unstructured::new(&bytes), tidy);
        unit.unwrap_or_default()
    }

    /// Something from the pool, changed a little.
    fn echo(&self, random: &mut Rng) -> TestCase {
        let Some(unit) = random.choice(&self.pool) else {
            return self.random(random, false);
        };
        let mut actions = unit.actions.clone();
        for _ in 0..random.usize(1..=3) {
            change(&mut actions, &self.pool, random);
        }
        let mut unit = TestCase { actions };
        // With half a line before it, what brings the engine to rest would be none of its commands.
        unit.end_line();
        unit
    }

    fn is_deadly(&self, unit: &TestCase) -> bool {
        if self.deadly.is_empty() {
            return false;
        }
        let shapes = self.shapes(&unit.actions);
        let within = |deadly: &Vec<String>| {
            let mut shapes = shapes.iter();
            deadly.iter().all(|it| shapes.any(|shape| shape == it))
        };
        self.deadly.iter().any(within)
    }

    /// What the lines look like, however they are sent.
    fn shapes(&self, actions: &[Action]) -> Vec<String> {
        let lines = say::lines(actions);
        lines.iter().map(|it| self.grammar.shape(it)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tidy,
    Untidy,
    Echo,
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
            let mut unit = TestCase {
                actions: std::mem::take(actions),
            };
            unit.at_once();
            *actions = unit.actions;
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
    let units = scenarios.iter().map(|it| {
        let actions = store::actions(&it.script).into_iter();
        let farewell = |it: &Action| grammar.is_quit(it.bytes());
        let mut unit = TestCase {
            actions: actions.filter(|it| !farewell(it)).take(12).collect(),
        };
        unit.end_line();
        unit
    });
    let defers = |it: &TestCase| {
        let mut lines = it.actions.iter().map(Action::bytes);
        lines.any(|it| grammar.defers(it))
    };
    units
        .filter(|it| !it.actions.is_empty() && !defers(it))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;

    fn supply(seed: u64) -> Supply<'static> {
        let grammar = protocol::find("ucci").and_then(|it| it.grammar());
        Supply::new("ucci", grammar.unwrap(), seed)
    }

    #[test]
    fn the_same_seed_makes_up_the_same() {
        let [mut first, mut again, mut other] = [1, 1, 2].map(supply);
        let mut differs = false;
        for _ in 0..20 {
            let units = first.session().units;
            assert_eq!(units, again.session().units);
            differs |= units != other.session().units;
        }
        assert!(differs);
    }

    #[test]
    fn what_is_known_to_be_deadly_becomes_rare() {
        let count = |supply: &mut Supply<'_>| {
            supply.waiting.clear();
            let units: Vec<TestCase> = (0..10).flat_map(|_| supply.session().units).collect();
            let bad = |it: &&TestCase| it.actions.iter().any(|it| it.bytes().starts_with(b"probe"));
            units.iter().filter(bad).count()
        };
        let before = count(&mut supply(1));
        let mut warned = supply(1);
        warned.deadly(&[Action::Line(b"probe startpos".to_vec())]);
        let after = count(&mut warned);
        assert!(before > 50 && after * 2 < before, "{before}, then {after}");
    }
}
