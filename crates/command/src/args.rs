//! What can be typed: the commands, and in the files beside this one their options.

mod content;
mod fights;
mod figures;
mod kept;
mod party;
mod values;

use std::ffi::{OsStr, OsString};

use clap::{Parser, Subcommand};

pub(crate) use content::{Check, Packs, Rules, Schemas, Test};
pub(crate) use fights::{Blame, Bot, Dice, Manner, Play, Replay, Serve, Watch, Why};
pub(crate) use figures::{
    Audit, Bots, Compare, FromMoment, Ladder, Matter, Odds, Runs, Sim, Sweep, Tune, Unattended, Until,
};
pub(crate) use kept::{Backup, Restore};
pub(crate) use party::{Does as PartyDoes, Party};

/// Referees tabletop fights by the full combat rules of five games.
#[derive(Debug, Parser)]
#[command(
    name = "quintain",
    version,
    after_help = "Without a command it opens the web table.\n\nExample: quintain play cyclops"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    /// What was typed, or the end of the program where it cannot be read.
    pub(crate) fn typed() -> Args {
        Args::parse_from(dice_apart(std::env::args_os().collect()))
    }
}

/// The words with dice such as `-1d6+10` behind `--`, where they are not taken for an option: none of `odds` begins so.
fn dice_apart(mut words: Vec<OsString>) -> Vec<OsString> {
    if words.get(1).is_some_and(|verb| verb == "odds")
        && !words.iter().any(|word| word == "--")
        && let Some(place) = words.iter().position(|word| is_dice_below_0(word))
    {
        let dice = words.remove(place);
        words.extend([OsString::from("--"), dice]);
    }
    words
}

/// Whether a word is a dice expression with a minus in front. A plain number is none: it may belong to an option.
fn is_dice_below_0(word: &OsStr) -> bool {
    let dice = word.to_str().and_then(|word| word.strip_prefix('-')).filter(|rest| !rest.starts_with('-'));
    let Some(dice) = dice else { return false };
    let sides = dice.strip_prefix(['d', 'D']).unwrap_or(dice);
    let counts = |letter: char| letter.is_ascii_digit() || (sides.len() < dice.len() && "%Ff".contains(letter));
    (sides.starts_with(counts) || dice.contains('(')) && dice.parse::<f64>().is_err()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the web table: run live fights in the browser
    #[command(
        after_help = "Example: quintain serve --listen 0.0.0.0:7700\n\nCtrl-C ends it; every fight goes on where it was."
    )]
    Serve(Serve),
    /// List the rulebooks, their tactics, the ready-made encounters and days
    #[command(after_help = "Example: quintain books")]
    Books,
    /// List the rules of a rulebook, or explain one
    #[command(after_help = "Example: quintain rules thalassa attack.armor")]
    Rules(Rules),
    /// List what the packs of a rulebook hold, or show one entry
    #[command(
        after_help = "Example: quintain packs thalassa --kind creature\n         quintain packs thalassa cyclops"
    )]
    Packs(Packs),
    /// Check encounters, packs, parties, days, scripts and records; folders are walked for all but records
    #[command(after_help = "Example: quintain check my-encounters\n\nExit code 2 when something is wrong.")]
    Check(Check),
    /// Watch one unattended fight, blow by blow, with reasons
    #[command(
        after_help = "Example: quintain watch cyclops --seed 7\n         quintain watch tonight.jsonl --at 40 --had \"Althea: retreat\""
    )]
    Watch(Watch),
    /// Play a fight in the terminal
    #[command(
        after_help = "Example: quintain play cyclops --record tonight.jsonl\n\nIn the fight, `help` lists what you can type."
    )]
    Play(Play),
    /// Play thousands of unattended fights and say who wins
    #[command(
        after_help = "Example: quintain sim cyclops -n 100000\n         quintain sim tonight.jsonl --at 40 --had \"Althea: retreat\""
    )]
    Sim(Sim),
    /// Play two encounters, or two variants of one, on common random numbers
    #[command(
        after_help = "Example: quintain compare cyclops --with Althea.armor=2\n         quintain compare tonight.jsonl --at 40 --had \"Althea: retreat\"\n\nA knob is NAME.VALUE, count(NAME), house.KEY or tactics.SIDE."
    )]
    Compare(Compare),
    /// Vary one or two values of an encounter and show what comes of it
    #[command(after_help = "Example: quintain sweep cyclops --vary Althea.armor=0..3 --vary Althea.sta=4..8:2")]
    Sweep(Sweep),
    /// Find the value of a knob that meets a target
    #[command(after_help = "Example: quintain tune cyclops --vary Cyclops.sta=2..20 --target \"heroes win 60%\"")]
    Tune(Tune),
    /// Play tactics against each other on paired seeds with sides swapped: who is stronger, and how surely
    #[command(after_help = "Example: quintain ladder cyclops -n 200 --rungs random,sensible,search:40")]
    Ladder(Ladder),
    /// Find the decisions by which the rulebook's tactics lose victories, ranked, each with a moment to watch
    #[command(
        after_help = "Example: quintain audit cyclops --decisions 400 --play-outs 200\n         quintain audit tonight.jsonl --at 40"
    )]
    Audit(Audit),
    /// Check whether a program keeps to the protocol of bots
    #[command(
        after_help = "Example: quintain bot \"python3 bot.py\"\n         quintain bot --api \"python3 client.py\"\n\nExit code 1 when something of the protocol is broken."
    )]
    Bot(Bot),
    /// Rank what moves the outcome: each number, each item, each house rule, changed by one step; of a record each value and
    /// each answer that is due
    #[command(after_help = "Example: quintain matter cyclops -n 20000\n         quintain matter tonight.jsonl --at 40")]
    Matter(Matter),
    /// What decided a recorded fight: luck and choice, and the turning points
    #[command(after_help = "Example: quintain blame tonight.jsonl --at 40")]
    Blame(Blame),
    /// The odds of what follows from an answer, or of a dice expression
    #[command(
        after_help = "Example: quintain odds cyclops --seat Althea --answer \"attack Cyclops with xiphos\"\n         quintain odds tonight.jsonl --at 40 --seat Althea --answer retreat\n         quintain odds 4d6kh3"
    )]
    Odds(Odds),
    /// Why a value of a fight is what it is: its parts, their rules, and what would change it
    #[command(
        after_help = "Example: quintain why cyclops Althea.armor\n\nA record is asked about at its end, or behind so many of its facts with --at."
    )]
    Why(Why),
    /// Tell a recorded fight
    #[command(
        after_help = "Example: quintain replay tonight.jsonl\n         quintain replay tonight.jsonl --as html > tonight.html\n\nExit code 1 when the record does not fit the rules."
    )]
    Replay(Replay),
    /// Keep everything of a store in one file, while tables are in use
    #[command(after_help = "Example: quintain backup friday.backup --store tonight.sqlite")]
    Backup(Backup),
    /// Put a backup back as a store
    #[command(
        after_help = "Example: quintain restore friday.backup --store tonight.sqlite\n\nExit code 2 when the backup is damaged, or a store is there already and --force is not given."
    )]
    Restore(Restore),
    /// Run .fight scripts; folders are walked
    #[command(
        after_help = "Example: quintain test fights/thalassa\n\nExit code 1 when a case fails, 2 when a file holds no case."
    )]
    Test(Test),
    /// A party: show it, let it rest, hand something out, write into its file what a fight has left
    #[command(
        after_help = "Example: quintain party after tonight.jsonl --party party.toml\n         quintain party rest party.toml night"
    )]
    Party(Party),
    /// Write the JSON Schemas of encounters, parties, days and packs
    #[command(after_help = "Example: quintain schemas schemas")]
    Schemas(Schemas),
}

impl Command {
    /// Whether programs that play a side may fail; nothing where none plays.
    pub(crate) fn bots(&self) -> Option<&Bots> {
        match self {
            Command::Sim(args) => Some(&args.bots),
            Command::Compare(args) => Some(&args.bots),
            Command::Sweep(args) => Some(&args.bots),
            Command::Tune(args) => Some(&args.bots),
            Command::Ladder(args) => Some(&args.bots),
            Command::Watch(args) => Some(&args.bots),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_commands_are_declared_soundly() {
        Args::command().debug_assert();
    }

    #[test]
    fn dice_with_a_minus_in_front_are_no_options() {
        let read = |words: &[&str]| -> Result<(String, u64), clap::Error> {
            let words = ["quintain", "odds"].iter().chain(words).map(OsString::from).collect();
            match Args::try_parse_from(dice_apart(words))?.command {
                Some(Command::Odds(odds)) => Ok((odds.encounter, odds.seed)),
                other => panic!("{other:?}"),
            }
        };
        for dice in ["-1d6+10", "-d6+10", "-d%", "-(2d6)+20", "-max(d6, d8)", "-1d6>=-3"] {
            assert_eq!(read(&[dice]).unwrap(), (dice.to_owned(), 1));
            assert_eq!(read(&[dice, "--seed", "3"]).unwrap(), (dice.to_owned(), 3));
            assert_eq!(read(&["--seed", "3", "--", dice]).unwrap(), (dice.to_owned(), 3));
        }
        for words in [&["--sead", "3", "-1d6"][..], &["-j", "2d6"], &["-d", "2d6"], &["--seed", "-3", "2d6"], &["-5"]] {
            assert_eq!(read(words).unwrap_err().exit_code(), 2, "{words:?}");
        }
        let answered = ["quintain", "odds", "cyclops", "--answer=-(1d6)", "--seat=Althea"].map(OsString::from);
        assert_eq!(dice_apart(answered.to_vec()), answered, "an option is none");
    }

    #[test]
    fn every_command_gives_an_example() {
        for command in Args::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.starts_with(&format!("Example: quintain {}", command.get_name())), "{}", command.get_name());
        }
    }
}
