//! Plays all games of a match, with one or more pairs of engine processes.

use std::{
    io,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
};

use ponderhit_engine::games::xiangqi::Move;

use crate::{
    args::Args, game, openings::Openings, player::Player, report::PlayedGame, report::Report,
};

/// Plays all games, prints each game, and returns the report.
pub(crate) fn run_match(args: &Args) -> io::Result<Report> {
    let plan = Openings::read_file(&args.openings_path, args.seed)?
        .openings_for_game_pairs(args.game_count.div_ceil(2));
    let names = args.players.clone().map(|it| {
        let options: String = it
            .options
            .iter()
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        format!("{:?} `{}`{options} {:?}", it.protocol, it.command, it.limit)
    });
    let mut report = Report::new(args.game_count, names);
    let next = AtomicUsize::new(0);
    let (sender, games) = channel();
    thread::scope(|scope| {
        for worker in 0..args.worker_count {
            let (sender, next, plan) = (sender.clone(), &next, &plan);
            scope.spawn(move || {
                if let Err(error) = run_worker(worker, args, plan, next, &sender) {
                    // After an error of one worker, no worker starts another game.
                    next.store(args.game_count, Ordering::Relaxed);
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        let mut failed = Ok(());
        for played in games {
            match played {
                Ok(played) => report.add_game(&played, &mut io::stdout().lock())?,
                Err(error) => failed = failed.and(Err(error)),
            }
        }
        failed
    })?;
    Ok(report)
}

fn run_worker(
    worker: usize,
    args: &Args,
    plan: &[Vec<Move>],
    next: &AtomicUsize,
    sender: &Sender<io::Result<PlayedGame>>,
) -> io::Result<()> {
    let [first, second] = &args.players;
    let mut players = [Player::start(first)?, Player::start(second)?];
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= args.game_count {
            break;
        }
        let red = number % 2;
        let outcome = game::play_game(
            &mut players,
            red,
            &plan[number / 2],
            args.accepts_resignation,
        )?;
        let played = PlayedGame {
            game_index: number,
            red_player: red,
            outcome,
            worker_index: worker,
            memory: [players[0].memory_usage(), players[1].memory_usage()],
        };
        // The receiver of the played games is gone, because printing a game failed.
        if sender.send(Ok(played)).is_err() {
            break;
        }
    }
    players.into_iter().for_each(Player::quit);
    Ok(())
}
