//! What is done with the store apart from the tables: a fight to be read, results of the bench, a snapshot of everything.

use std::path::Path;

use quintain_engine::Record;
use quintain_library::open_stored;
use quintain_session::Session;

use super::{Failed, Tables};
use crate::backup::{Snapshot, snapshot};
use crate::store::{Store, StoreError};

impl Tables {
    /// A fight as it stands in the store, to be looked at apart from its table.
    ///
    /// # Errors
    /// When the store cannot be read, or the record does not fit the rules.
    pub(crate) fn reading(&self, fight: &str) -> Result<Session, Failed> {
        let stored = self.store().read(fight)?;
        let record = Record::read("the record", &stored.record)?;
        Ok(Session::reading(open_stored(&record.header)?, &record, stored.room)?)
    }

    /// Does something with the store itself.
    ///
    /// # Errors
    /// What the store says.
    pub(crate) fn with_store<T>(&self, work: impl FnOnce(&Store) -> Result<T, StoreError>) -> Result<T, Failed> {
        Ok(work(&self.store())?)
    }

    /// Everything as it stands now. Acts go on meanwhile.
    ///
    /// # Errors
    /// When it cannot be read, or not be written into the folder `aside`.
    pub(crate) fn snapshot(&self, aside: &Path) -> Result<Snapshot, Failed> {
        let another = self.store().another()?;
        let taken = match another {
            Some(another) => snapshot(&another, aside),
            None => snapshot(self.store().connection(), aside),
        };
        taken.map_err(|fault| Failed::Broken(fault.to_string()))
    }
}
