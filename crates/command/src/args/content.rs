//! Arguments of the commands about rules and files.

use std::num::NonZeroU64;
use std::path::PathBuf;

use super::values::fights;

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
    /// List the rules that examples only ever cite beside another: never as the rule of an event, of a part of a number, of
    /// a question or of a refusal
    #[arg(long, conflicts_with_all = ["id", "uncovered"])]
    pub(crate) beside: bool,
    /// List every decision that the rules put to somebody, as a table in Markdown
    #[arg(long, conflicts_with_all = ["id", "uncovered"])]
    pub(crate) decisions: bool,
    /// List the verbs of options, the values and the conditions, with what they mean
    #[arg(long, conflicts_with_all = ["id", "uncovered", "decisions"])]
    pub(crate) glossary: bool,
    /// Play each ready-made encounter N times and tell how often each rule fires
    #[arg(long, value_name = "N", conflicts_with_all = ["id", "uncovered"], value_parser = fights, allow_negative_numbers = true)]
    pub(crate) played: Option<NonZeroU64>,
    /// With `--played`: play this encounter (a file, or the name of a ready-made one) instead of all; may be repeated
    #[arg(long = "in", value_name = "ENCOUNTER", requires = "played")]
    pub(crate) within: Vec<String>,
    /// With `--played`: where a rule never fires, play at random and with each house rule at each of its values, too
    #[arg(long, requires = "played")]
    pub(crate) variants: bool,
    /// The folder with the examples
    #[arg(long, value_name = "DIR", default_value = "fights")]
    pub(crate) fights: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Packs {
    /// The rulebook: its id or name
    pub(crate) book: String,
    /// One entry, by its id: shown as it stands in its pack, to be copied and changed
    pub(crate) id: Option<String>,
    /// Only entries of this kind: `creature`, `weapon`
    #[arg(long, value_name = "KIND", conflicts_with = "id")]
    pub(crate) kind: Option<String>,
    /// Only entries in whose name, id or description this stands
    #[arg(long, value_name = "WORD", conflicts_with = "id")]
    pub(crate) with: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// Files, or folders to walk for .toml and .fight files
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
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
    /// Write over files of other kinds, too
    #[arg(long)]
    pub(crate) force: bool,
}
