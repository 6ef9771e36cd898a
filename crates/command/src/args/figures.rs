//! Arguments of the commands that count: simulations, what is made of them, and odds.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use super::values::{facts, fights, precision, rounds, threads, whole};

/// What decides how an unattended fight goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Unattended {
    /// An encounter or day file, or the name of a ready-made one; where there is --at, a record, too
    #[arg(value_name = "ENCOUNTER")]
    pub(crate) encounter: String,
    /// The seed of the dice
    #[arg(long, default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// How a side plays (`heroes=random`), or all of them (`random`)
    #[arg(long, value_name = "[SIDE=]NAME")]
    pub(crate) tactics: Vec<String>,
    /// After how many rounds a fight counts as undecided
    #[arg(long, value_name = "N", default_value_t = quintain_engine::ROUND_LIMIT,
        value_parser = rounds, allow_negative_numbers = true)]
    pub(crate) round_limit: u32,
}

/// What becomes of a run in which programs play a side.
#[derive(Debug, clap::Args)]
pub(crate) struct Bots {
    /// Exit with 0 although a program that plays a side fails
    #[arg(long)]
    pub(crate) bots_may_fail: bool,
}

/// From which moment of a record fights go on, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct FromMoment {
    /// Go on behind the first FACT facts of a record [default: all of them]
    #[arg(long, value_name = "FACT", value_parser = facts, allow_negative_numbers = true)]
    pub(crate) at: Option<usize>,
    /// What somebody had answered there instead: `Althea: retreat`. It takes the place of the answer that is due at the moment,
    /// or of the last one given; said again, the next question that takes it
    #[arg(long, value_name = "WHO: ANSWER")]
    pub(crate) had: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sim {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    /// A party's file: its heroes take the place of the encounter's
    #[arg(long, value_name = "FILE")]
    pub(crate) party: Option<String>,
    #[command(flatten)]
    pub(crate) bots: Bots,
    #[command(flatten)]
    pub(crate) from: FromMoment,
    /// How many fights
    #[arg(short = 'n', long = "fights", value_name = "N", default_value = "10000", value_parser = fights, allow_negative_numbers = true)]
    pub(crate) fights: NonZeroU64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a line of CSV for each fight; not beside --parquet or --precision
    #[arg(long, value_name = "FILE", conflicts_with = "precision")]
    pub(crate) csv: Option<PathBuf>,
    /// Also write every figure with its interval as a line of CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) figures: Option<PathBuf>,
    /// Also write a row for each fight and a row for each of its combatants into this folder, as `fights.parquet` and
    /// `combatants.parquet`, what was left as `left.parquet` and what was used as `uses.parquet`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["precision", "csv"])]
    pub(crate) parquet: Option<PathBuf>,
    /// Also write a page with plots
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write over files of other kinds, too
    #[arg(long)]
    pub(crate) force: bool,
    /// Only name the fight that went worst for each side, to be watched
    #[arg(long, conflicts_with = "json")]
    pub(crate) worst: bool,
    /// Only name the fight that went best for each side
    #[arg(long, conflicts_with = "json")]
    pub(crate) best: bool,
    /// Only name a fight that went as most of them do
    #[arg(long, conflicts_with = "json")]
    pub(crate) typical: bool,
    /// Hear no fight in full: damage by source, what was spent, left and used, and telling rules are left out
    #[arg(long)]
    pub(crate) brief: bool,
    /// Also tell how far each thing that somebody could do moves its side's victories, by about so many play-outs
    #[arg(long, value_name = "PLAY-OUTS", num_args = 0..=1, default_missing_value = "20000", conflicts_with = "brief",
        value_parser = fights, allow_negative_numbers = true)]
    pub(crate) moves: Option<NonZeroU64>,
    /// Play as many fights as it takes to know each side's share of victory to within this, such as `0.5%`
    #[arg(long, value_name = "SHARE", conflicts_with = "fights", value_parser = precision, allow_negative_numbers = true)]
    pub(crate) precision: Option<f64>,
}

/// How many fights, on how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct Runs {
    /// How many fights each
    #[arg(short = 'n', long = "fights", value_name = "N", default_value = "10000", value_parser = fights, allow_negative_numbers = true)]
    pub(crate) fights: NonZeroU64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    #[command(flatten)]
    pub(crate) bots: Bots,
    #[command(flatten)]
    pub(crate) from: FromMoment,
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
    #[command(flatten)]
    pub(crate) bots: Bots,
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
    /// Write over files of other kinds, too
    #[arg(long)]
    pub(crate) force: bool,
    /// Keep each variant in this file as soon as it is played; a later run takes from it what it has
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Tune {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    #[command(flatten)]
    pub(crate) bots: Bots,
    /// A knob with its range: `Cyclops.sta=2..20`; once or several times
    #[arg(long, value_name = "KNOB=VALUES", required = true)]
    pub(crate) vary: Vec<String>,
    /// What shall be how likely: `heroes win 60%`, `heroes lose 10%`, `someone of heroes dies 25%`, `Althea dies 5%`
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) runs: Runs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Ladder {
    #[command(flatten)]
    pub(crate) bots: Bots,
    /// Encounter files, or names of ready-made ones
    #[arg(required = true, value_name = "ENCOUNTER")]
    pub(crate) encounters: Vec<String>,
    /// Ways to play, the weakest first; each meets the one before it [default: random, novice, the rulebook's best, search:40]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) rungs: Vec<String>,
    /// How many pairs of fights for each step
    #[arg(short = 'n', long, value_name = "N", default_value = "100", value_parser = fights, allow_negative_numbers = true)]
    pub(crate) pairs: NonZeroU64,
    /// The seed of the dice
    #[arg(long, default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Audit {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    #[command(flatten)]
    pub(crate) from: FromMoment,
    /// About how many decisions to look at, evenly over all fights
    #[arg(long, value_name = "N", default_value = "400", value_parser = fights, allow_negative_numbers = true)]
    pub(crate) decisions: NonZeroU64,
    /// How many play-outs look for a better answer at each; half as many pairs of others judge it
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(20..=100_000))]
    pub(crate) play_outs: u32,
    #[command(flatten)]
    pub(crate) runs: AuditRuns,
}

/// How many fights are audited, on how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct AuditRuns {
    /// How many fights
    #[arg(short = 'n', long = "fights", value_name = "N", default_value = "200", value_parser = fights, allow_negative_numbers = true)]
    pub(crate) fights: NonZeroU64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = threads, allow_negative_numbers = true)]
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
    pub(crate) from: FromMoment,
    #[command(flatten)]
    pub(crate) runs: Runs,
}

/// How far odds look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Until {
    Act,
    Down,
    End,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Odds {
    /// An encounter file, the name of a ready-made one, a record, or a dice expression such as `4d6kh3`
    pub(crate) encounter: String,
    #[command(flatten)]
    pub(crate) from: FromMoment,
    /// Who answers
    #[arg(long, value_name = "NAME", requires = "answer")]
    pub(crate) seat: Option<String>,
    /// The answer, in the words of the options
    #[arg(long, value_name = "WORDS", requires = "seat")]
    pub(crate) answer: Option<String>,
    /// How far to look: until the act is over, until somebody is down (the answer is given again and again), or to the end
    /// of the fight
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Until::Act, requires = "answer")]
    pub(crate) until: Until,
    /// An answer to what comes up on the way (`"Althea: parry"`), wherever it fits; several of them, the first that fits.
    /// The rulebook's best tactics answer the rest
    #[arg(long, value_name = "NAME: WORDS", requires = "answer")]
    pub(crate) then: Vec<String>,
    /// The seed of the dice that fall before the question, and of samples
    #[arg(long, default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The most courses to walk; where there are more, the odds of an act are sampled, and others say what is left open
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) courses: u64,
    /// How many samples to draw then
    #[arg(long, value_name = "N", default_value = "20000", value_parser = fights, allow_negative_numbers = true)]
    pub(crate) samples: NonZeroU64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
