//! The tree of a Monte Carlo search.

use std::ops::Range;

use super::{
    candidates::{self, PASS_PRIOR},
    job::MoveStatistics,
};
use crate::games::go::{Board, Color, Vertex};

/// A node gets children when it has this many visits.
const VISITS_TO_EXPAND: u32 = 8;

/// The largest number of nodes in a tree.
const MAX_NODES: usize = 200_000;

/// The expected value of a new node counts as much as this number of playouts.
const PRIOR_VISITS: f32 = 8.0;

/// At this number of visits, the results of a node's own playouts and its RAVE results (playouts in which the same move
/// was played later) have the same weight in the node's value.
const RAVE_EQUAL_WEIGHT_VISITS: f32 = 400.0;

/// How much the search prefers moves that it has tried less often.
const EXPLORATION_WEIGHT: f32 = 0.15;

/// The longest variation in a report.
const MAX_PV_LENGTH: usize = 8;

/// A node of the tree, which stands for a move. A node counts the wins of the color that plays the node's move.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) vertex: Vertex,
    visits: u32,
    wins: f32,
    rave_visits: f32,
    rave_wins: f32,
    prior: f32,
    children: Range<u32>,
}

impl Node {
    fn new(vertex: Vertex, prior: f32) -> Node {
        Node {
            vertex,
            visits: 0,
            wins: 0.0,
            rave_visits: PRIOR_VISITS,
            rave_wins: PRIOR_VISITS * prior,
            prior,
            children: 0..0,
        }
    }

    fn winrate(&self) -> f32 {
        if self.visits == 0 {
            self.prior
        } else {
            self.wins / self.visits as f32
        }
    }

    /// The value by which the search chooses the next move: the search plays the child with the highest value.
    fn selection_value(&self, log_parent_visits: f32) -> f32 {
        let visits = self.visits as f32;
        let rave_share =
            (RAVE_EQUAL_WEIGHT_VISITS / (3.0 * visits + RAVE_EQUAL_WEIGHT_VISITS)).sqrt();
        let rave = self.rave_wins / self.rave_visits;
        let known = if self.visits == 0 {
            rave
        } else {
            self.winrate()
        };
        let explore = EXPLORATION_WEIGHT * (log_parent_visits / (visits + 1.0)).sqrt();
        known * (1.0 - rave_share) + rave * rave_share + explore
    }
}

/// All nodes of a search; the first one is the root.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree whose root has these moves as children.
    pub(super) fn new(board: &Board, color: Color, root_moves: &[Vertex]) -> Tree {
        let mut tree = Tree {
            nodes: vec![Node::new(Vertex::Pass, 0.5)],
        };
        tree.add_children(0, root_moves.iter().map(|it| new_child(board, color, *it)));
        tree
    }

    fn add_children(&mut self, parent: usize, children: impl Iterator<Item = Node>) {
        let first = self.nodes.len() as u32;
        self.nodes.extend(children);
        self.nodes[parent].children = first..self.nodes.len() as u32;
    }

    fn children(&self, node: usize) -> &[Node] {
        let Range { start, end } = self.nodes[node].children;
        &self.nodes[start as usize..end as usize]
    }

    /// Follows the best moves from the root to a leaf, plays them on `board`, and returns the visited nodes. If a leaf
    /// has enough visits, it gets children, and the path goes on to one of these children.
    pub(super) fn descend_to_leaf(&mut self, board: &mut Board, root_color: Color) -> Vec<usize> {
        let mut path = vec![0];
        let mut node = 0;
        let mut color = root_color;
        let mut passes = 0;
        loop {
            let is_leaf = self.nodes[node].children.is_empty();
            if is_leaf && (passes >= 2 || !self.add_children_if_visited_enough(node, board, color))
            {
                return path;
            }
            node = self.best_child(node);
            path.push(node);
            match self.nodes[node].vertex {
                Vertex::Pass => {
                    board.clear_ko();
                    passes += 1;
                }
                Vertex::Point(point) => {
                    board.put(color, point);
                    passes = 0;
                }
            }
            color = color.opponent();
        }
    }

    /// Adds the children of a node if it has enough visits. Returns true if the node got children.
    fn add_children_if_visited_enough(&mut self, node: usize, board: &Board, color: Color) -> bool {
        if self.nodes[node].visits < VISITS_TO_EXPAND || self.nodes.len() >= MAX_NODES {
            return false;
        }
        let points = board.empty_points();
        let points = points.filter(|it| candidates::is_candidate(board, color, *it));
        let mut moves: Vec<Vertex> = points.map(Vertex::Point).collect();
        moves.push(Vertex::Pass);
        self.add_children(
            node,
            moves.into_iter().map(|it| new_child(board, color, it)),
        );
        true
    }

    fn best_child(&self, node: usize) -> usize {
        let log_visits = (self.nodes[node].visits as f32 + 1.0).ln();
        let first = self.nodes[node].children.start as usize;
        let mut best = (first, f32::MIN);
        for (place, child) in self.children(node).iter().enumerate() {
            let value = child.selection_value(log_visits);
            if value > best.1 {
                best = (first + place, value);
            }
        }
        best.0
    }

    /// Adds the result of a playout to the nodes of `path`. For each point, `later_colors` has the color of the first
    /// stone that was played there after the moves of the path.
    pub(super) fn add_result(
        &mut self,
        path: &[usize],
        root_color: Color,
        black_wins: f32,
        later_colors: &mut [Option<Color>],
        size: u8,
    ) {
        let result_for = |color: Color| match color {
            Color::Black => black_wins,
            Color::White => 1.0 - black_wins,
        };
        for (depth, node) in path.iter().enumerate().rev() {
            // The color that is to move at this node; the other color played the move that leads to the node.
            let color = if depth % 2 == 0 {
                root_color
            } else {
                root_color.opponent()
            };
            let result = result_for(color);
            let Range { start, end } = self.nodes[*node].children;
            for child in &mut self.nodes[start as usize..end as usize] {
                let Vertex::Point(point) = child.vertex else {
                    continue;
                };
                let place = usize::from(point.row) * usize::from(size) + usize::from(point.column);
                if later_colors[place] == Some(color) {
                    child.rave_visits += 1.0;
                    child.rave_wins += result;
                }
            }
            let own = &mut self.nodes[*node];
            own.visits += 1;
            own.wins += 1.0 - result;
            if let Vertex::Point(point) = own.vertex
                && depth > 0
            {
                let place = usize::from(point.row) * usize::from(size) + usize::from(point.column);
                later_colors[place] = Some(color.opponent());
            }
        }
    }

    /// The best moves at the root, at most `limit`; the move with the most visits is the first.
    pub(super) fn best_moves(&self, limit: usize) -> Vec<MoveStatistics> {
        let mut children: Vec<&Node> = self.children(0).iter().collect();
        children.sort_by(|one, other| {
            let by_visits = other.visits.cmp(&one.visits);
            by_visits.then(other.winrate().total_cmp(&one.winrate()))
        });
        let is_known = |it: &&Node| it.visits > 0;
        let known = children.into_iter().filter(is_known).take(limit);
        known
            .map(|it| MoveStatistics {
                vertex: it.vertex,
                visits: u64::from(it.visits),
                winrate: f64::from(it.winrate()).clamp(0.0, 1.0),
                prior: f64::from(it.prior),
                pv: self.expected_variation(it),
            })
            .collect()
    }

    /// The move of a node and the moves that the search expects after it.
    fn expected_variation(&self, node: &Node) -> Vec<Vertex> {
        let mut moves = vec![node.vertex];
        let mut node = node;
        while moves.len() < MAX_PV_LENGTH {
            let Range { start, end } = node.children;
            let children = &self.nodes[start as usize..end as usize];
            let Some(next) = children.iter().max_by_key(|it| it.visits) else {
                break;
            };
            if next.visits == 0 {
                break;
            }
            moves.push(next.vertex);
            node = next;
        }
        moves
    }
}

fn new_child(board: &Board, color: Color, vertex: Vertex) -> Node {
    let prior = match vertex {
        Vertex::Pass => PASS_PRIOR,
        Vertex::Point(point) => candidates::move_prior(board, color, point),
    };
    Node::new(vertex, prior)
}
