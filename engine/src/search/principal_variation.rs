//! Principal-variation search: the first move gets the full window, all other moves first get a
//! null window.

use super::{
    Bound, Entry, MATE_SCORE, MAX_EVALUATION, MAX_PLY, MIN_MATE_SCORE, REPETITION_WIN_SCORE,
    move_picker::{MovePicker, OrderingHints},
    node::{ChildMove, Node, NodeResult},
    pruning::NodeEval,
    worker::Worker,
};
use crate::game::{Game, GenType, MoveList, Repetition};

impl<G: Game> Worker<'_, G> {
    /// Searches `position`, which is the last position of `self.path`. Returns the value for the
    /// side to move.
    pub(super) fn search_position(&mut self, position: &G, mut node: Node) -> i32 {
        self.pv_table.clear_line(node.ply);
        let check = self.path.in_check();
        let wide = node.beta - node.alpha > 1;
        if node.ply > 0 {
            if let Some(value) = self.score_by_rules(position, node.ply) {
                return value;
            }
            // Mate distance pruning: a mate below this node cannot be better than a mate that was
            // already found.
            node.alpha = node.alpha.max(node.ply as i32 - MATE_SCORE);
            node.beta = node.beta.min(MATE_SCORE - node.ply as i32 - 1);
            if node.alpha >= node.beta {
                return node.alpha;
            }
        }
        node.depth += i32::from(check);
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return self.quiesce(position, node.alpha, node.beta, node.ply);
        }
        self.count_node(node.ply);
        let known = self.hash_table.get_at_ply(position.hash_key(), node.ply);
        if let Some(value) = known.filter(|_| !wide).and_then(|it| hash_cutoff(it, node)) {
            return value;
        }
        let eval = NodeEval {
            depth: node.depth,
            alpha: node.alpha,
            beta: node.beta,
            value: (!check).then(|| self.evaluate(position)),
        };
        if node.ply > 0
            && let Some(value) = self.prune_node(position, node, eval)
        {
            return value;
        }
        self.search_moves(position, node, eval, known)
    }

    /// The score of a position in which the rules end the game: by repetition, the move limit or
    /// insufficient material. Returns `None` if the rules do not end the game.
    fn score_by_rules(&self, position: &G, ply: usize) -> Option<i32> {
        let ply = ply as i32;
        match self.path.repetition_result() {
            Some(Repetition::Draw) => Some(self.draw_score(ply)),
            Some(Repetition::SideToMoveWins) => Some(REPETITION_WIN_SCORE - ply),
            Some(Repetition::SideToMoveLoses) => Some(ply - REPETITION_WIN_SCORE),
            None if position.has_insufficient_material() => Some(self.draw_score(ply)),
            // If the last move before the move limit mates, the game is not a draw.
            None => (self.path.is_at_draw_limit() && !self.is_mate(position))
                .then(|| self.draw_score(ply)),
        }
    }

    fn is_mate(&self, position: &G) -> bool {
        if !self.path.in_check() {
            return false;
        }
        let mut moves = MoveList::new();
        position.generate_moves(GenType::All, &mut moves);
        let info = position.check_info();
        !moves.iter().any(|it| position.is_legal_by_info(&info, *it))
    }

    /// Returns a score if the node can be pruned before its first move is searched.
    fn prune_node(&mut self, position: &G, node: Node, eval: NodeEval) -> Option<i32> {
        let pruning = self.params.pruning;
        if eval.is_above_beta(pruning) {
            return eval.value;
        }
        if self.path.last_move().is_none() || !position.allows_null_move() {
            return None;
        }
        let depth = eval.null_move_depth(pruning)?;
        let mut after = position.clone();
        after.play_null_move();
        self.path.push_null_move(&after);
        let beta = Node {
            alpha: node.beta - 1,
            ..node
        };
        let value = -self.search_position(&after, beta.null_window_child(depth));
        self.path.pop();
        // A mate score after a null move does not prove a mate, so the score is limited.
        (value >= node.beta && !self.is_stopped())
            .then_some(value.min(MIN_MATE_SCORE - 1).max(node.beta))
    }

    /// Searches the moves of a node in order.
    fn search_moves(
        &mut self,
        position: &G,
        node: Node,
        eval: NodeEval,
        known: Option<Entry>,
    ) -> i32 {
        let hash = known.and_then(|it| G::unpack_move(it.best_move));
        let hash = hash.filter(|it| position.is_pseudo_legal(*it));
        let before = self.path.last_move().map(|it| position.history_index(it));
        let hints = OrderingHints {
            hash_move: hash,
            ply: node.ply,
            previous_history_index: before,
        };
        let mut picker = MovePicker::new(position, GenType::All, &hints, &self.history);
        let info = position.check_info();
        let mut found = NodeResult::new(node);
        let mut quiet_moves: MoveList<usize> = MoveList::new();
        while let Some((step, bad)) = picker.next_move() {
            if !position.is_legal_by_info(&info, step)
                || (node.ply == 0 && !self.is_allowed_at_root(step))
            {
                continue;
            }
            let quiet = position.captured_value(step) == 0;
            let child = ChildMove {
                child_move: step,
                is_quiet: quiet,
                loses_material: bad,
                earlier_move_count: found.searched_move_count,
            };
            if self.is_pruned(eval, child, &found) {
                continue;
            }
            found.searched_move_count += 1;
            let value = self.search_move(position, found.node_with_raised_alpha(node), eval, child);
            if self.is_stopped() {
                return found.best_score;
            }
            if found.add_value(step, value) {
                self.pv_table.set_best_move(node.ply, step);
                self.report_better_variation(node, found.best_score);
            }
            if found.alpha >= node.beta {
                self.update_history(
                    position,
                    node,
                    child,
                    hints.previous_history_index,
                    &quiet_moves,
                );
                break;
            }
            if quiet {
                quiet_moves.push(position.history_index(step));
            }
        }
        if found.searched_move_count == 0 {
            return match self.path.in_check() || G::STALEMATE_LOSES {
                true => node.ply as i32 - MATE_SCORE,
                false => self.draw_score(node.ply as i32),
            };
        }
        self.store_result(position, node, &found);
        found.best_score
    }

    fn is_pruned(
        &self,
        eval: NodeEval,
        child: ChildMove<G::Move>,
        found: &NodeResult<G::Move>,
    ) -> bool {
        let pruning = self.params.pruning;
        let safe = found.best_score > -MIN_MATE_SCORE
            && !self.path.in_check()
            && child.earlier_move_count > 0;
        let late =
            child.is_quiet && child.earlier_move_count >= eval.moves_before_late_pruning(pruning);
        safe && (late || (child.is_quiet && eval.is_futile(pruning)))
    }

    /// Searches one move. All moves after the first move are initially searched with a reduced
    /// depth and a null window.
    fn search_move(
        &mut self,
        position: &G,
        node: Node,
        eval: NodeEval,
        child: ChildMove<G::Move>,
    ) -> i32 {
        let index = position.history_index(child.child_move);
        let mut after = position.clone();
        after.play_move(child.child_move);
        let check = after.in_check();
        let irreversible = position.is_irreversible(child.child_move);
        self.path
            .push(child.child_move, irreversible, &after, check);
        self.report_root_move(node, child);
        let depth = node.depth - 1;
        let reducible = (child.is_quiet || child.loses_material) && !check && eval.value.is_some();
        let reduction = match reducible {
            true => eval.late_move_reduction(
                child.earlier_move_count,
                self.history.history_score(index),
                self.params.pruning,
            ),
            false => 0,
        };
        let reduction = reduction.min(depth - 1).max(0);
        let mut value = i32::MIN;
        if child.earlier_move_count > 0 {
            value = -self.search_position(&after, node.null_window_child(depth - reduction));
            if value > node.alpha && reduction > 0 && !self.is_stopped() {
                value = -self.search_position(&after, node.null_window_child(depth));
            }
        }
        let better = value > node.alpha && value < node.beta && !eval.is_null_window();
        if child.earlier_move_count == 0 || (better && !self.is_stopped()) {
            value = -self.search_position(&after, node.child(depth));
        } else if value <= node.alpha {
            self.report_refutation(node, child.child_move);
        }
        self.path.pop();
        value
    }

    fn update_history(
        &mut self,
        position: &G,
        node: Node,
        child: ChildMove<G::Move>,
        before: Option<usize>,
        quiet_moves: &[usize],
    ) {
        if !child.is_quiet {
            return;
        }
        let bonus = node.depth * node.depth * 4 + 16 * node.depth;
        self.history.add_killer(child.child_move, node.ply, before);
        self.history
            .add_bonus(position.history_index(child.child_move), bonus);
        for index in quiet_moves {
            self.history.add_bonus(*index, -bonus);
        }
    }

    fn store_result(&self, position: &G, node: Node, found: &NodeResult<G::Move>) {
        // If moves are banned at the root, the value of the root is not stored, because the search
        // did not try the banned moves.
        if node.ply == 0 && self.has_banned_moves() {
            return;
        }
        let bound = match found.best_score {
            best if best >= node.beta => Bound::Lower,
            best if best <= node.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let entry = Entry {
            best_move: found.best_move.map_or(0, G::pack_move),
            score: found.best_score,
            depth: node.depth as u32,
            bound,
        };
        self.hash_table.store(position.hash_key(), node.ply, entry);
    }
}

/// The value of a node from the hash table, without a search. The principal variation is always
/// searched, so that all its moves can be reported.
fn hash_cutoff(entry: Entry, node: Node) -> Option<i32> {
    if node.ply == 0 || entry.depth < node.depth as u32 {
        return None;
    }
    // A search for a shorter mate ignores hash table entries without a mate score, because the searches that stored
    // them used pruning.
    let decided = |it: i32| it.abs() > MAX_EVALUATION;
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
