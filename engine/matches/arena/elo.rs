//! The score of a match, and the Elo difference that the score implies.

/// The score of the first player: wins, draws and losses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

impl Score {
    pub(crate) fn game_count(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The average points per game, from 0 to 1.
    pub(crate) fn points_per_game(self) -> f64 {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        points / f64::from(self.game_count().max(1))
    }

    /// The Elo difference, and the lower and upper end of its 95% confidence interval. The Elo difference is infinite
    /// if the first player won all games or lost all games. An end of the interval is infinite if it stands for a score
    /// of at most 0, or at least 1 point per game. The interval is computed as if the games were independent, although
    /// each opening is played twice.
    pub(crate) fn elo_interval(self) -> [f64; 3] {
        let (mean, games) = (self.points_per_game(), f64::from(self.game_count().max(1)));
        let square = |points: f64, count: u32| (points - mean).powi(2) * f64::from(count);
        let squares = square(1.0, self.wins) + square(0.5, self.draws) + square(0.0, self.losses);
        let error = 1.96 * (squares / games / games).sqrt();
        [mean, mean - error, mean + error].map(elo_difference)
    }
}

fn elo_difference(score: f64) -> f64 {
    match score {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => -400.0 * (1.0 / score - 1.0).log10(),
    }
}
