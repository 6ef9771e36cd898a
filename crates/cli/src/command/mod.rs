//! The commands, a file each.

mod books;
mod check;
mod odds;
mod play;
mod replay;
pub(crate) mod rules;
mod schemas;
mod sim;
mod test;
mod watch;

use std::io::Write;

use crate::args::Command;
use crate::fault::Done;

/// Runs a command.
///
/// # Errors
/// When it cannot do what was asked.
pub(crate) fn run(command: &Command, out: &mut dyn Write) -> Done {
    match command {
        Command::Books => books::run(out),
        Command::Rules(args) => rules::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Watch(args) => watch::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Sim(args) => sim::run(args, out),
        Command::Odds(args) => odds::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Test(args) => test::run(args, out),
        Command::Schemas(args) => schemas::run(args, out),
    }
}
