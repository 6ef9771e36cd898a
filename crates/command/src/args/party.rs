//! Arguments of the commands about parties.

use std::path::PathBuf;

use clap::Subcommand;

use super::values::whole;

#[derive(Debug, clap::Args)]
pub(crate) struct Party {
    #[command(subcommand)]
    pub(crate) does: Does,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Does {
    /// Show who belongs to a party, what they carry, and what befell them
    Show {
        /// The party's file
        file: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write into a party's file what a recorded fight has left of its heroes
    After {
        /// The record
        record: PathBuf,
        /// The party's file
        #[arg(long, value_name = "FILE")]
        party: String,
        #[command(flatten)]
        write: Write,
    },
    /// Let a party rest by the rules of its book
    Rest {
        /// The party's file
        file: String,
        /// The kind of rest; `show` lists those that the book knows
        kind: String,
        /// The seed of the dice [default: the system's dice]
        #[arg(long, value_parser = whole, allow_negative_numbers = true)]
        seed: Option<u64>,
        /// Throw the dice yourself and type their faces
        #[arg(long, conflicts_with = "seed")]
        by_hand: bool,
        /// Be asked for every choice, also where no terminal is; on a terminal one is asked unless --yes is given
        #[arg(long)]
        ask: bool,
        #[command(flatten)]
        write: Write,
    },
    /// Hand something out: edicts of the game master, such as "set Althea.sta 5"
    Hand {
        /// The party's file
        file: String,
        /// The edicts, in order
        #[arg(required = true)]
        edicts: Vec<String>,
        #[command(flatten)]
        write: Write,
    },
}

/// Whether the file is written without a question.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Write {
    /// Write the file without asking
    #[arg(long)]
    pub(crate) yes: bool,
}
