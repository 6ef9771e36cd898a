//! Arguments of the commands that show one fight: at the table, at the terminal, from a record.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::ValueEnum;

use super::figures::{Bots, FromMoment, Unattended};
use super::values::{facts, play_outs, whole};

/// Where the table listens unless told otherwise.
const PORT: u16 = 7700;

/// The file that keeps the fights unless told otherwise.
pub(super) const STORE: &str = "quintain.sqlite";

#[derive(Debug, clap::Args)]
pub(crate) struct Bot {
    /// How the program is started: its words parted by blanks, no shell is involved; `program+many+slim:COMMAND` asks it as `--tactics` would
    #[arg(value_name = "COMMAND")]
    pub(crate) command: String,
    /// Check a client of the JSON interface of the table instead: the address of its chair is added as the last word
    #[arg(long)]
    pub(crate) api: bool,
    /// Let it play this encounter (a file, or the name of a ready-made one) instead of the smallest of each rulebook; may be repeated
    #[arg(long = "in", value_name = "ENCOUNTER")]
    pub(crate) within: Vec<String>,
    /// How many seconds an answer may take
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub(crate) seconds: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
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
pub(crate) struct Watch {
    #[command(flatten)]
    pub(crate) unattended: Unattended,
    #[command(flatten)]
    pub(crate) bots: Bots,
    #[command(flatten)]
    pub(crate) from: FromMoment,
    /// The number of the fight under that seed
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    pub(crate) fight: u64,
    /// Watch with the eyes of these: names, `players` [default: see everything]
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    pub(crate) seat: Vec<String>,
    /// Keep the fight in this new file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
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
    /// A party's file: its heroes take the place of the encounter's
    #[arg(long, value_name = "FILE")]
    pub(crate) party: Option<String>,
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
pub(crate) struct Why {
    /// An encounter file, the name of a ready-made one, or a record
    #[arg(value_name = "ENCOUNTER or RECORD")]
    pub(crate) fight: String,
    /// The value: `Althea.armor`, `Althea.sta.max`, `round`
    pub(crate) value: String,
    /// Ask behind the first FACT facts of the record; of an encounter, of the fight that plays itself
    #[arg(long, value_name = "FACT", value_parser = facts, allow_negative_numbers = true)]
    pub(crate) at: Option<usize>,
    /// The seed of the dice of an encounter
    #[arg(long, default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Replay {
    /// The record
    pub(crate) file: String,
    /// Print each event as a line of JSON, and the view last
    #[arg(long, conflicts_with_all = ["manner", "seat"])]
    pub(crate) json: bool,
    /// Write it to be kept: as a transcript, or as one page that plays it
    #[arg(long = "as", value_name = "KIND", value_enum)]
    pub(crate) manner: Option<Manner>,
    /// Write it as these know it: names, `players` [default: all of it]
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',', requires = "manner")]
    pub(crate) seat: Vec<String>,
}

/// How a fight is written to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Manner {
    /// A transcript in Markdown
    Markdown,
    /// A transcript in plain text
    Text,
    /// One page that plays the fight and needs nothing else
    Html,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Blame {
    /// The record
    pub(crate) file: String,
    /// Weigh only what came behind the first FACT facts
    #[arg(long, value_name = "FACT", default_value_t = 0, value_parser = facts, allow_negative_numbers = true)]
    pub(crate) at: usize,
    /// How often the fight is played out after each die and decision
    #[arg(short = 'n', long, value_name = "N", default_value = "200", value_parser = play_outs, allow_negative_numbers = true)]
    pub(crate) play_outs: NonZeroU32,
    /// The seed of the play-outs
    #[arg(long, default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
