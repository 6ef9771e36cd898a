//! What can be typed: the commands and their options.

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Where the table listens unless told otherwise.
const PORT: u16 = 7700;

/// The file that keeps the fights unless told otherwise.
const STORE: &str = "quintain.sqlite";

/// Referees tabletop fights by the full combat rules of five games.
#[derive(Debug, Parser)]
#[command(
    name = "quintain",
    version,
    after_help = "Without a command it opens the web table.\n\nExample: quintain play cyclops",
    disable_help_subcommand = true
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the web table: run live fights in the browser
    #[command(
        after_help = "Example: quintain serve --listen 0.0.0.0:7700\n\nCtrl-C ends it; every fight goes on where it was."
    )]
    Serve(Serve),
    /// List the rulebooks, their tactics and the ready-made encounters
    #[command(after_help = "Example: quintain books")]
    Books,
    /// List the rules of a rulebook, or explain one
    #[command(after_help = "Example: quintain rules thalassa attack.armor")]
    Rules(Rules),
    /// Check packs, encounters, scripts and records; folders are walked
    #[command(after_help = "Example: quintain check my-encounters\n\nExit code 2 when something is wrong.")]
    Check(Check),
    /// Watch one unattended fight, blow by blow, with reasons
    #[command(after_help = "Example: quintain watch cyclops --seed 7")]
    Watch(Watch),
    /// Play a fight in the terminal
    #[command(
        after_help = "Example: quintain play cyclops --record tonight.jsonl\n\nIn the fight, `help` lists what you can type."
    )]
    Play(Play),
    /// Play thousands of unattended fights and say who wins
    #[command(after_help = "Example: quintain sim cyclops -n 100000")]
    Sim(Sim),
    /// Play two encounters, or two variants of one, on common random numbers
    #[command(
        after_help = "Example: quintain compare cyclops --with Althea.armor=2\n\nA knob is NAME.VALUE, count(NAME), house.KEY or tactics.SIDE."
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
    /// Rank what moves the outcome: each number, each item, each house rule, changed by one step
    #[command(after_help = "Example: quintain matter cyclops -n 20000")]
    Matter(Matter),
    /// What decided a recorded fight: luck and choice, and the turning points
    #[command(after_help = "Example: quintain blame tonight.jsonl")]
    Blame(Blame),
    /// The odds of what follows from an answer, or of a dice expression
    #[command(
        after_help = "Example: quintain odds cyclops --seat Althea --answer \"attack Cyclops with xiphos\"\n         quintain odds 4d6kh3"
    )]
    Odds(Odds),
    /// Tell a recorded fight
    #[command(
        after_help = "Example: quintain replay tonight.jsonl\n\nExit code 1 when the record does not fit the rules."
    )]
    Replay(Replay),
    /// Run .fight scripts; folders are walked
    #[command(after_help = "Example: quintain test fights/thalassa\n\nExit code 1 when a case fails.")]
    Test(Test),
    /// Write the JSON Schemas of encounters and packs
    #[command(after_help = "Example: quintain schemas schemas")]
    Schemas(Schemas),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    /// Where to listen; other machines reach the table only if you say so
    #[arg(long, value_name = "ADDRESS", default_value_t = SocketAddr::from(([127, 0, 0, 1], PORT)))]
    pub(crate) listen: SocketAddr,
    /// The file that keeps every fight; it is made if there is none
    #[arg(long, value_name = "FILE", default_value = STORE)]
    pub(crate) store: PathBuf,
}

impl Serve {
    /// What a bare `quintain` does.
    pub(crate) fn usual() -> Serve {
        Serve { listen: SocketAddr::from(([127, 0, 0, 1], PORT)), store: PathBuf::from(STORE) }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Rules {
    /// The rulebook: its id or name
    pub(crate) book: String,
    /// One rule: `attack.armor`, with or without the rulebook in front
    pub(crate) id: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// List the rules that no example shows; exit code 1 if there are any
    #[arg(long, conflicts_with = "id")]
    pub(crate) uncovered: bool,
    /// Play each ready-made encounter N times and tell how often each rule fires
    #[arg(long, value_name = "N", conflicts_with_all = ["id", "uncovered"], value_parser = fights)]
    pub(crate) played: Option<NonZeroU64>,
    /// With `--played`: where a rule never fires, play at random and with each house rule at each of its values, too
    #[arg(long, requires = "played")]
    pub(crate) variants: bool,
    /// The folder with the examples
    #[arg(long, value_name = "DIR", default_value = "fights")]
    pub(crate) fights: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// Files, or folders to walk
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
}

/// What decides how an unattended fight goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Unattended {
    /// An encounter file, or the name of a ready-made one
    pub(crate) encounter: String,
    /// The seed of the dice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How a side plays (`heroes=random`), or all of them (`random`)
    #[arg(long, value_name = "[SIDE=]NAME")]
    pub(crate) tactics: Vec<String>,
    /// The round after which a fight counts as undecided
    #[arg(long, value_name = "N", default_value_t = quintain_engine::ROUND_LIMIT,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) round_limit: u32,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Watch {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    /// The number of the fight under that seed
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) fight: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dice {
    /// The computer throws
    Auto,
    /// You throw and type the faces in
    Physical,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Play {
    /// An encounter file, or the name of a ready-made one
    pub(crate) encounter: String,
    /// Who you answer for: names, `players`, `gm`, `all` [default: players]
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    pub(crate) seat: Vec<String>,
    /// Who throws the dice
    #[arg(long, value_enum, default_value_t = Dice::Auto)]
    pub(crate) dice: Dice,
    /// Keep the fight in this file, and go on with it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sim {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    /// How many fights
    #[arg(short = 'n', long = "fights", value_name = "N", default_value = "10000", value_parser = fights)]
    pub(crate) fights: NonZeroU64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a line of CSV for each fight
    #[arg(long, value_name = "FILE", conflicts_with = "precision")]
    pub(crate) csv: Option<PathBuf>,
    /// Also write a row for each fight and a row for each of its combatants into this folder, as `fights.parquet` and
    /// `combatants.parquet`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["precision", "csv"])]
    pub(crate) parquet: Option<PathBuf>,
    /// Also write a page with plots
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Only name the fight that went worst for each side, to be watched
    #[arg(long, conflicts_with = "json")]
    pub(crate) worst: bool,
    /// Only name the fight that went best for each side
    #[arg(long, conflicts_with = "json")]
    pub(crate) best: bool,
    /// Only name a fight that went as most of them do
    #[arg(long, conflicts_with = "json")]
    pub(crate) typical: bool,
    /// Hear no fight in full: damage by source, what was spent and telling rules are left out
    #[arg(long)]
    pub(crate) brief: bool,
    /// Play as many fights as it takes to know each side's share of victory to within this, such as `0.5%`
    #[arg(long, value_name = "SHARE", conflicts_with = "fights", value_parser = precision)]
    pub(crate) precision: Option<f64>,
}

fn precision(words: &str) -> Result<f64, String> {
    let share = words.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    let share = share.filter(|share| (0.01..=50.0).contains(share));
    share.map(|share| share / 100.0).ok_or_else(|| "a share from 0.01% to 50% is wanted".to_owned())
}

fn fights(words: &str) -> Result<NonZeroU64, String> {
    words.parse().map_err(|_| "a whole number from 1 up is wanted".to_owned())
}

/// The most threads that anyone may ask for.
const MOST_THREADS: usize = 1024;

fn threads(words: &str) -> Result<NonZeroUsize, String> {
    let number = words.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("a whole number from 1 to {MOST_THREADS} is wanted"))
}

/// How many fights, on how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct Runs {
    /// How many fights each
    #[arg(short = 'n', long = "fights", value_name = "N", default_value = "10000", value_parser = fights)]
    pub(crate) fights: NonZeroU64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    /// The other encounter; the same one if left out
    pub(crate) other: Option<String>,
    /// What is turned in the second: `Althea.armor=2`
    #[arg(long, value_name = "KNOB=VALUE")]
    pub(crate) with: Vec<String>,
    #[command(flatten)]
    pub(crate) runs: Runs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sweep {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    /// A knob with its values: `Althea.armor=0..3`, `count(Bandit)=2,4,8`; once or twice
    #[arg(long, value_name = "KNOB=VALUES", required = true)]
    pub(crate) vary: Vec<String>,
    #[command(flatten)]
    pub(crate) runs: Runs,
    /// Also write a line for each variant to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Also write a page with a plot
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Keep each variant in this file as soon as it is played; a later run takes from it what it has
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Tune {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    /// A knob with its range: `Cyclops.sta=2..20`; once or several times
    #[arg(long, value_name = "KNOB=VALUES", required = true)]
    pub(crate) vary: Vec<String>,
    /// What shall be how likely: `heroes lose 10%`, `someone of heroes dies 25%`, `Althea dies 5%`
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) runs: Runs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Ladder {
    /// Encounter files, or names of ready-made ones
    #[arg(required = true, value_name = "ENCOUNTER")]
    pub(crate) encounters: Vec<String>,
    /// Ways to play, the weakest first; each meets the one before it [default: random, the rulebook's best, search:40]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) rungs: Vec<String>,
    /// How many pairs of fights for each step
    #[arg(short = 'n', long, value_name = "N", default_value = "100", value_parser = fights)]
    pub(crate) pairs: NonZeroU64,
    /// The seed of the dice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Matter {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    #[command(flatten)]
    pub(crate) runs: Runs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Blame {
    /// The record
    pub(crate) file: String,
    /// How often the fight is played out after each die and decision
    #[arg(short = 'n', long, value_name = "N", default_value = "200", value_parser = play_outs)]
    pub(crate) play_outs: NonZeroU32,
    /// The seed of the play-outs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn play_outs(words: &str) -> Result<NonZeroU32, String> {
    words.parse().map_err(|_| "a whole number from 1 up is wanted".to_owned())
}

#[derive(Debug, clap::Args)]
pub(crate) struct Odds {
    /// An encounter file, the name of a ready-made one, or a dice expression such as `4d6kh3`
    pub(crate) encounter: String,
    /// Who answers
    #[arg(long, value_name = "NAME", requires = "answer")]
    pub(crate) seat: Option<String>,
    /// The answer, in the words of the options
    #[arg(long, value_name = "WORDS", requires = "seat")]
    pub(crate) answer: Option<String>,
    /// The seed of the dice that fall before the question, and of samples
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The most courses to walk; where there are more, the odds are sampled
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) courses: u64,
    /// How many samples to draw then
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) samples: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Replay {
    /// The record
    pub(crate) file: String,
    /// Print each event as a line of JSON, and the view last
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Test {
    /// Scripts, or folders to walk
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Say of each `expect illegal` why the answer is refused
    #[arg(long)]
    pub(crate) why: bool,
    /// Print each case as a line of JSON, and the counts last
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Schemas {
    /// The folder to write to; it is made if it is not there
    pub(crate) dir: PathBuf,
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
    fn every_command_gives_an_example() {
        for command in Args::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.starts_with(&format!("Example: quintain {}", command.get_name())), "{}", command.get_name());
        }
    }
}
