//! The command-line arguments of the arena, which plays matches between engines.

use crate::{clock::PlayerLimit, engine_protocol::EngineProtocol, player::PlayerConfig};

pub(crate) const USAGE: &str = "\
usage: arena --first ENGINE --second ENGINE [OPTION VALUE]...
  ENGINE  ucci:COMMAND or uci:COMMAND (fairy-stockfish)
  --first-limit, --second-limit LIMIT
          2000+20 (milliseconds and increment, the default), movetime=MS, nodes=N, depth=N
  --option-first, --option-second NAME=VALUE   can be repeated
  --games N (24)   --openings FILE (engine/matches/arena/openings.txt)
  --jobs N (1)     --seed N (0: openings in the order of the file)
  --resign         a bestmove flagged `resign` ends the game";

#[derive(Clone, Debug)]
pub(crate) struct Args {
    pub(crate) players: [PlayerConfig; 2],
    pub(crate) game_count: usize,
    pub(crate) openings_path: String,
    pub(crate) worker_count: usize,
    pub(crate) seed: u64,
    pub(crate) accepts_resignation: bool,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
        let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/arena/openings.txt");
        let mut args = Args {
            players: [default_config(), default_config()],
            game_count: 24,
            openings_path: openings.to_owned(),
            worker_count: 1,
            seed: 0,
            accepts_resignation: false,
        };
        while let Some(word) = words.next() {
            if word == "--resign" {
                args.accepts_resignation = true;
                continue;
            }
            let value = words.next().ok_or(format!("{word}: expected a value"))?;
            let taken = args.set_option(&word, &value);
            taken.ok_or_else(|| format!("unrecognized option or value: {word} {value}"))?;
        }
        match args.players.iter().any(|it| it.command.is_empty()) {
            true => Err("expected `--first` and `--second`".to_owned()),
            false => Ok(args),
        }
    }

    fn set_option(&mut self, word: &str, value: &str) -> Option<()> {
        let [first, second] = &mut self.players;
        match word {
            "--first" => parse_engine(first, value)?,
            "--second" => parse_engine(second, value)?,
            "--first-limit" => first.limit = PlayerLimit::parse(value)?,
            "--second-limit" => second.limit = PlayerLimit::parse(value)?,
            "--option-first" => first.options.push(parse_engine_option(value)?),
            "--option-second" => second.options.push(parse_engine_option(value)?),
            "--games" => self.game_count = value.parse().ok()?,
            "--openings" => self.openings_path = value.to_owned(),
            "--jobs" => self.worker_count = value.parse().ok().filter(|it| *it > 0)?,
            "--seed" => self.seed = value.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

fn default_config() -> PlayerConfig {
    PlayerConfig {
        protocol: EngineProtocol::Ucci,
        command: String::new(),
        limit: PlayerLimit::Clock {
            base: std::time::Duration::from_millis(2000),
            increment: std::time::Duration::from_millis(20),
        },
        options: Vec::new(),
    }
}

fn parse_engine(setup: &mut PlayerConfig, value: &str) -> Option<()> {
    let (dialect, command) = value.split_once(':')?;
    setup.protocol = match dialect {
        "ucci" => EngineProtocol::Ucci,
        "uci" => EngineProtocol::Uci,
        _ => return None,
    };
    setup.command = command.to_owned();
    Some(())
}

fn parse_engine_option(value: &str) -> Option<(String, String)> {
    let (name, value) = value.split_once('=')?;
    Some((name.to_owned(), value.to_owned()))
}
