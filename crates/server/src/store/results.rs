//! Questions to the bench and what came of them, as they are kept.

use rusqlite::{OptionalExtension, Row, params};

use super::{Store, StoreError};

/// A question as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// Its id.
    pub id: String,
    /// When it was asked, in seconds since 1970.
    pub made: i64,
    /// What it is called.
    pub name: String,
    /// What is asked, as JSON.
    pub asked: String,
    /// What came of it, as JSON; nothing where it was never answered.
    pub found: Option<String>,
}

fn read(row: &Row<'_>) -> rusqlite::Result<Kept> {
    Ok(Kept { id: row.get(0)?, made: row.get(1)?, name: row.get(2)?, asked: row.get(3)?, found: row.get(4)? })
}

impl Store {
    /// Keeps a question.
    pub(crate) fn add_result(&self, kept: &Kept) -> Result<(), StoreError> {
        let Kept { id, made, name, asked, found } = kept;
        self.connection.execute("insert into results values (?, ?, ?, ?, ?)", params![id, made, name, asked, found])?;
        Ok(())
    }

    /// Keeps what came of a question.
    pub(crate) fn found_result(&self, id: &str, found: &str) -> Result<(), StoreError> {
        self.connection.execute("update results set found = ? where id = ?", params![found, id])?;
        Ok(())
    }

    /// Gives a result another name.
    pub(crate) fn rename_result(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.connection.execute("update results set name = ? where id = ?", params![name, id])?;
        Ok(())
    }

    /// Forgets a result.
    pub(crate) fn delete_result(&self, id: &str) -> Result<(), StoreError> {
        self.connection.execute("delete from results where id = ?", [id])?;
        Ok(())
    }

    /// One of them.
    pub(crate) fn result(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let query = "select id, made, name, asked, found from results where id = ?";
        Ok(self.connection.query_row(query, [id], read).optional()?)
    }

    /// All of them, the youngest first.
    pub(crate) fn results(&self) -> Result<Vec<Kept>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("select id, made, name, asked, found from results order by made desc, rowid desc")?;
        let all = query.query_map([], read)?.collect::<Result<_, _>>()?;
        Ok(all)
    }
}
