//! `quintain backup` and `quintain restore`: everything of a store in one file, and back again.

use std::io::Write;
use std::path::Path;

use quintain_server::{BackupError, Saved, backup, restore};

use crate::args;
use crate::fault::{Done, Fault};
use crate::output::{Kind, Output, unwritten};
use crate::render::thousands;

impl From<BackupError> for Fault {
    fn from(fault: BackupError) -> Self {
        match fault {
            BackupError::Wrong(words) => Fault::Wrong(words),
            BackupError::Failed(words) => Fault::Failure(words),
        }
    }
}

/// Keeps a store.
pub(crate) fn keep(args: &args::Backup, out: &mut dyn Write) -> Done {
    let mut file = Output::begin(&args.file, Kind::Backup, args.force)?;
    // What is not finished lies where it will be, so that there is room for it and it can be moved at once.
    let folder = args.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let snapshot = backup(&args.store, folder)?;
    snapshot.write(&mut file).map_err(|fault| unwritten(&args.file, &fault))?;
    file.finish()?;
    Ok(writeln!(out, "{} of {} kept in {}", told(&snapshot.saved), args.store.display(), args.file.display())?)
}

/// Puts a backup back.
pub(crate) fn put_back(args: &args::Restore, out: &mut dyn Write) -> Done {
    let saved = restore(&args.file, &args.store, args.force)?;
    let (made, store) = (&saved.version, args.store.display());
    writeln!(out, "{} put back into {store}; the backup was made by Quintain {made}", told(&saved))?;
    Ok(writeln!(out, "open it: quintain serve --store {}", quintain_library::quoted(&store.to_string()))?)
}

/// What there is, in words.
fn told(saved: &Saved) -> String {
    let count = |many: u64, one: &str| format!("{} {one}{}", thousands(many), if many == 1 { "" } else { "s" });
    let kilobytes = saved.bytes.div_ceil(1000);
    format!("{} and {} ({} kB)", count(saved.fights, "fight"), count(saved.pictures, "picture"), thousands(kilobytes))
}
