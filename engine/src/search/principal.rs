//! Principal-variation search: the first move with a full window, the others to prove that they
//! are worse.

use super::{
    Bound, DEEPEST, Entry, MATE, MATE_FOUND, MOST, RULED,
    node::{Child, Found, Node},
    picker::{Hints, Picker},
    selective::Outlook,
    worker::Worker,
};
use crate::game::{Game, GenType, Moves, Repetition};

impl<G: Game> Worker<'_, G> {
    /// The value of `position` for the side to move. The last move on the line led to it.
    pub(super) fn search(&mut self, position: &G, mut node: Node) -> i32 {
        self.variation.clear(node.ply);
        let check = self.line.in_check();
        if node.ply > 0 {
            if let Some(value) = self.ruled(node.ply) {
                return value;
            }
            // Not even a mate here could change what is known already.
            node.alpha = node.alpha.max(node.ply as i32 - MATE);
            node.beta = node.beta.min(MATE - node.ply as i32 - 1);
            if node.alpha >= node.beta {
                return node.alpha;
            }
        }
        node.depth += i32::from(check);
        if node.depth <= 0 || node.ply >= DEEPEST {
            return self.quiesce(position, node.alpha, node.beta, node.ply);
        }
        self.visit();
        let known = self.table.get_at(position.key(), node.ply);
        if let Some(value) = known.and_then(|it| cut(it, node)) {
            return value;
        }
        let outlook = Outlook {
            depth: node.depth,
            alpha: node.alpha,
            beta: node.beta,
            value: (!check).then(|| self.judge(position)),
        };
        if node.ply > 0
            && let Some(value) = self.prune(position, node, outlook)
        {
            return value;
        }
        self.moves(position, node, outlook, known)
    }

    /// What the rules make of the line that led here.
    fn ruled(&self, ply: usize) -> Option<i32> {
        let ply = ply as i32;
        match self.line.repetition() {
            Some(Repetition::Draw) => Some(self.draw(ply)),
            Some(Repetition::Wins) => Some(RULED - ply),
            Some(Repetition::Loses) => Some(ply - RULED),
            None => self.line.is_at_limit().then(|| self.draw(ply)),
        }
    }

    /// Leaves a node before any of its moves was tried.
    fn prune(&mut self, position: &G, node: Node, outlook: Outlook) -> Option<i32> {
        let pruning = self.manner.pruning;
        if outlook.is_far_ahead(pruning) {
            return outlook.value;
        }
        if self.line.last_move().is_none() || !position.may_null_move() {
            return None;
        }
        let depth = outlook.null_move(pruning)?;
        let mut after = position.clone();
        after.null_move();
        self.line.null_move(&after);
        let beta = Node {
            alpha: node.beta - 1,
            ..node
        };
        let value = -self.search(&after, beta.scout(depth));
        self.line.leave();
        // A mate after a null move is no proof.
        (value >= node.beta && !self.stopped()).then_some(value.min(MATE_FOUND - 1).max(node.beta))
    }

    /// Tries one move after the other.
    fn moves(&mut self, position: &G, node: Node, outlook: Outlook, known: Option<Entry>) -> i32 {
        let hash = known.and_then(|it| G::unpack(it.best));
        let hash = hash.filter(|it| position.is_pseudo_legal(*it));
        let before = self.line.last_move().map(|it| position.history_index(it));
        let hints = Hints {
            hash,
            ply: node.ply,
            before,
        };
        let mut picker = Picker::new(position, GenType::All, &hints, &self.memory);
        let info = position.check_info();
        let mut found = Found::nothing(node);
        let mut quiet: Moves<usize> = Moves::new();
        while let Some((step, bad)) = picker.next() {
            if !position.is_legal_given(&info, step) || (node.ply == 0 && !self.is_wanted(step)) {
                continue;
            }
            let calm = position.captured_value(step) == 0;
            let child = Child {
                step,
                calm,
                bad,
                late: found.tried,
            };
            if self.is_left_out(outlook, child, &found) {
                continue;
            }
            found.tried += 1;
            let value = self.value_of(position, found.window(node), outlook, child);
            if self.stopped() {
                return found.best;
            }
            if found.learn(step, value) {
                self.variation.put(node.ply, step);
                self.tell_line(node, found.best);
            }
            if found.alpha >= node.beta {
                self.learn_cut(position, node, child, hints.before, &quiet);
                break;
            }
            if calm {
                quiet.push(position.history_index(step));
            }
        }
        if found.tried == 0 {
            // Mated or stalemated, which is the same.
            return node.ply as i32 - MATE;
        }
        self.remember(position, node, &found);
        found.best
    }

    fn is_left_out(&self, outlook: Outlook, child: Child<G::Move>, found: &Found<G::Move>) -> bool {
        let pruning = self.manner.pruning;
        let safe = found.best > -MATE_FOUND && !self.line.in_check() && child.late > 0;
        let late = child.calm && child.late >= outlook.patience(pruning);
        safe && (late || (child.calm && outlook.is_futile(pruning)))
    }

    /// Searches one move, at first less deeply and with an empty window unless it is the first.
    fn value_of(
        &mut self,
        position: &G,
        node: Node,
        outlook: Outlook,
        child: Child<G::Move>,
    ) -> i32 {
        let index = position.history_index(child.step);
        let mut after = position.clone();
        after.play(child.step);
        let check = after.in_check();
        self.line.enter(child.step, !child.calm, &after, check);
        self.tell_root(node, child.step);
        let depth = node.depth - 1;
        let dull = (child.calm || child.bad) && !check && outlook.value.is_some();
        let less = match dull {
            true => outlook.reduction(child.late, self.memory.history(index), self.manner.pruning),
            false => 0,
        };
        let less = less.min(depth - 1).max(0);
        let mut value = i32::MIN;
        if child.late > 0 {
            value = -self.search(&after, node.scout(depth - less));
            if value > node.alpha && less > 0 && !self.stopped() {
                value = -self.search(&after, node.scout(depth));
            }
        }
        let better = value > node.alpha && value < node.beta && !outlook.is_null_window();
        if child.late == 0 || (better && !self.stopped()) {
            value = -self.search(&after, node.child(depth));
        }
        self.line.leave();
        value
    }

    fn learn_cut(
        &mut self,
        position: &G,
        node: Node,
        child: Child<G::Move>,
        before: Option<usize>,
        quiet: &[usize],
    ) {
        if !child.calm {
            return;
        }
        let bonus = node.depth * node.depth * 4 + 16 * node.depth;
        self.memory.reward(child.step, node.ply, before);
        self.memory.learn(position.history_index(child.step), bonus);
        for index in quiet {
            self.memory.learn(*index, -bonus);
        }
    }

    fn remember(&self, position: &G, node: Node, found: &Found<G::Move>) {
        // With some moves forbidden the value is not that of the position.
        if node.ply == 0 && self.has_bans() {
            return;
        }
        let bound = match found.best {
            best if best >= node.beta => Bound::Lower,
            best if best <= node.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let entry = Entry {
            best: found.step.map_or(0, G::pack),
            score: found.best,
            depth: node.depth as u32,
            bound,
        };
        self.table.store(position.key(), node.ply, entry);
    }
}

/// What the hash table says of a node without a search. The principal variation is always
/// searched, so that it can be told whole.
fn cut(entry: Entry, node: Node) -> Option<i32> {
    if node.ply == 0 || node.beta - node.alpha > 1 || entry.depth < node.depth as u32 {
        return None;
    }
    // Where everything is to be tried, what was found by leaving moves out does not count.
    let decided = |it: i32| it.abs() > MOST;
    if decided(node.alpha) && decided(node.beta) && !decided(entry.score) {
        return None;
    }
    let cut = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= node.beta,
        Bound::Upper => entry.score <= node.alpha,
    };
    cut.then_some(entry.score)
}
