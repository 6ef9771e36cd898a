//! Sides that are played by more than tactics: by search, by a program.

use std::time::Duration;

use quintain_content::Problem;
use quintain_sim::{Driver, Manner, Program};

/// How many play-outs search gives each question unless told otherwise.
const PLAY_OUTS: u32 = 100;

/// How long a program may take over an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether the words name something else than tactics.
pub(crate) fn is_driver(words: &str) -> bool {
    let kind = words.split(':').next().unwrap_or_default();
    kind == "search" || Manner::read(kind).is_some()
}

/// What plays a side: `search`, `search:50`, `program:python3 bot.py`.
///
/// # Errors
/// Says what of it cannot be read, or why the program cannot be started.
pub(super) fn driver(words: &str) -> Result<Driver, Problem> {
    let (kind, rest) = words.split_once(':').unwrap_or((words, ""));
    if let Some(manner) = Manner::read(kind) {
        let manner = manner.map_err(|why| Problem::general(format!("`{words}`: {why}")))?;
        let program = Program::new(rest, PATIENCE).map_err(|fault| Problem::general(fault.to_string()))?;
        return Ok(Driver::Program(program.in_manner(manner)));
    }
    if rest.is_empty() {
        return Ok(Driver::Search { play_outs: PLAY_OUTS });
    }
    match rest.parse::<u32>() {
        Ok(play_outs) if (2..=1_000_000).contains(&play_outs) => Ok(Driver::Search { play_outs }),
        _ => Err(Problem::general(format!("`{words}`: after `search:` stands a number of play-outs, 2 to 1000000"))),
    }
}
