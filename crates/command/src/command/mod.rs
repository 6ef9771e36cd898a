//! The commands, a file each.

mod audit;
mod backup;
mod blame;
mod books;
mod bot;
mod check;
mod compare;
mod day;
mod dice;
mod ladder;
mod matter;
mod odds;
mod packs;
mod party;
mod play;
mod played;
mod replay;
pub(crate) mod rules;
mod schemas;
mod serve;
mod sim;
mod sweep;
mod tell;
mod test;
mod tune;
mod variant;
mod watch;
mod why;

pub(crate) use variant::plain;

use std::io::Write;

use crate::args::{Args, Command};
use crate::conduct::all_programs_played;
use crate::fault::Done;

/// Runs what was typed; without a command the web table is opened.
///
/// # Errors
/// When it cannot do what was asked.
pub(crate) fn run_typed(out: &mut dyn Write) -> Done {
    let args = Args::typed();
    let command = args.command.unwrap_or_else(|| Command::Serve(crate::args::Serve::usual()));
    run(&command, out)?;
    match command.bots() {
        Some(bots) if !bots.bots_may_fail => all_programs_played(),
        _ => Ok(()),
    }
}

fn run(command: &Command, out: &mut dyn Write) -> Done {
    match command {
        Command::Serve(args) => serve::run(args, out),
        Command::Books => books::run(out),
        Command::Packs(args) => packs::run(args, out),
        Command::Rules(args) => rules::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Watch(args) => watch::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Sim(args) => sim::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Audit(args) => audit::run(args, out),
        Command::Sweep(args) => sweep::run(args, out),
        Command::Tune(args) => tune::run(args, out),
        Command::Ladder(args) => ladder::run(args, out),
        Command::Bot(args) => bot::run(args, out),
        Command::Matter(args) => matter::run(args, out),
        Command::Blame(args) => blame::run(args, out),
        Command::Odds(args) => odds::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Backup(args) => backup::keep(args, out),
        Command::Restore(args) => backup::put_back(args, out),
        Command::Test(args) => test::run(args, out),
        Command::Why(args) => why::run(args, out),
        Command::Party(args) => party::run(args, out),
        Command::Schemas(args) => schemas::run(args, out),
    }
}
