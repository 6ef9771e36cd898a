//! Arguments of the commands that keep a store and put it back.

use std::path::PathBuf;

use super::fights::STORE;

#[derive(Debug, clap::Args)]
pub(crate) struct Backup {
    /// The file to be written
    pub(crate) file: PathBuf,
    /// The store that is kept
    #[arg(long, value_name = "FILE", default_value = STORE)]
    pub(crate) store: PathBuf,
    /// Write over files of other kinds, too
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Restore {
    /// The backup
    pub(crate) file: PathBuf,
    /// The store that is made of it
    #[arg(long, value_name = "FILE", default_value = STORE)]
    pub(crate) store: PathBuf,
    /// Replace a store that is there already
    #[arg(long)]
    pub(crate) force: bool,
}
