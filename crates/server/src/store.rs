//! The store: tables, their rooms, their records line by line, and the links that open them, in SQLite.

mod results;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use quintain_engine::{Fact, Record};
use quintain_session::{ChairId, Room};
use rusqlite::{Connection, OptionalExtension, params};

use crate::links::Links;
pub(crate) use results::Kept;

/// What the store is kept as.
const SCHEMA: &str = "
    create table if not exists fights (
        id text primary key,
        opened integer not null,
        title text not null,
        rulebook text not null,
        room text not null,
        header text not null,
        over text
    );
    create table if not exists lines (
        fight text not null,
        place integer not null,
        line text not null,
        primary key (fight, place)
    ) without rowid;
    create table if not exists pictures (
        name text primary key,
        kind text not null,
        bytes blob not null
    );
    create table if not exists house (
        key text not null
    );
    create table if not exists links (
        token text primary key,
        fight text not null,
        chair integer not null
    ) without rowid;
    create table if not exists results (
        id text primary key,
        made integer not null,
        name text not null,
        asked text not null,
        found text
    );
";

/// What each later version of the store adds to the one before it.
const STEPS: [&str; 3] =
    ["alter table fights add column waits text", crate::documents::SCHEMA, crate::campaigns::SCHEMA];

/// Why the store could not do what was asked.
#[derive(Debug)]
pub struct StoreError(pub(crate) String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store: {}", self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(fault: rusqlite::Error) -> Self {
        StoreError(fault.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(fault: serde_json::Error) -> Self {
        StoreError(fault.to_string())
    }
}

/// A fight in the list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// When it was opened, in seconds since 1970.
    pub opened: i64,
    /// Its title.
    pub title: String,
    /// Its rulebook's id.
    pub rulebook: String,
    /// Who it waits for, as of its last act.
    pub waits: Option<String>,
    /// How it ended.
    pub over: Option<String>,
    /// The token of the game master's link.
    pub gm: String,
}

/// A fight as it is stored.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Its room.
    pub room: Room,
    /// Its whole record.
    pub record: String,
    /// How many lines of facts it has.
    pub lines: i64,
}

/// What is written after an act.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The fight.
    pub fight: &'a str,
    /// The place of the first new line.
    pub from: i64,
    /// The new lines.
    pub facts: &'a [Fact],
    /// The room as it is now.
    pub room: &'a Room,
    /// Who it waits for.
    pub waits: Option<&'a str>,
    /// How it ended, if it has.
    pub over: Option<&'a str>,
}

/// The store.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    links: Arc<Links>,
}

impl Store {
    /// Opens the store in a file, and makes it if there is none.
    ///
    /// # Errors
    /// When it cannot be opened or is no store.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::with(Connection::open(path)?)
    }

    /// A store that is gone when the program ends; for tests.
    ///
    /// # Errors
    /// When SQLite has no memory.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::with(Connection::open_in_memory()?)
    }

    fn with(connection: Connection) -> Result<Store, StoreError> {
        // What was answered is on the disk before anybody sees its result: every commit waits for the disk.
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        let known: i64 = connection.query_row("pragma user_version", [], |row| row.get(0))?;
        if known > i64::try_from(STEPS.len()).unwrap_or(i64::MAX) {
            return Err(StoreError(format!(
                "it was made by a newer Quintain (its schema is {known}, this one knows {})",
                STEPS.len()
            )));
        }
        connection.execute_batch(SCHEMA)?;
        for step in STEPS.iter().skip(usize::try_from(known).unwrap_or(0)) {
            connection.execute_batch(step)?;
        }
        connection.pragma_update(None, "user_version", i64::try_from(STEPS.len()).unwrap_or(i64::MAX))?;
        let store = Store { connection, links: Arc::default() };
        store.read_links()?;
        Ok(store)
    }

    /// Makes sure that nothing in the file is damaged.
    ///
    /// # Errors
    /// Says what is.
    pub(crate) fn sound(&self) -> Result<(), StoreError> {
        let told: String = self.connection.query_row("pragma integrity_check(1)", [], |row| row.get(0))?;
        if told == "ok" { Ok(()) } else { Err(StoreError(format!("it is damaged: {told}"))) }
    }

    /// Puts everything into the one file, and leaves nothing beside it.
    ///
    /// # Errors
    /// When it cannot be written, or another program has it open.
    pub(crate) fn fold(self) -> Result<(), StoreError> {
        let mode: String = self.connection.query_row("pragma journal_mode = delete", [], |row| row.get(0))?;
        if mode == "delete" { Ok(()) } else { Err(StoreError("somebody else has it open".into())) }
    }

    /// Another connection to the same file, for what may take long; none where the store is in memory alone.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn another(&self) -> Result<Option<Connection>, StoreError> {
        let path = self.connection.path().filter(|path| !path.is_empty());
        Ok(path.map(Connection::open).transpose()?)
    }

    /// The connection itself.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    fn read_links(&self) -> Result<(), StoreError> {
        let mut query = self.connection.prepare("select token, fight, chair from links")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (token, fight): (String, String) = (row.get(0)?, row.get(1)?);
            self.links.add(&token, &fight, ChairId(row.get(2)?));
        }
        Ok(())
    }

    /// The links as they stand, to be asked without asking the store.
    pub(crate) fn links(&self) -> Arc<Links> {
        Arc::clone(&self.links)
    }

    /// The word that opens the list of fights: made once, then always the same.
    ///
    /// # Errors
    /// When the store cannot be written, or the system gives no randomness.
    pub fn key(&self) -> Result<String, StoreError> {
        let known = self.connection.query_row("select key from house", [], |row| row.get(0)).optional()?;
        if let Some(key) = known {
            return Ok(key);
        }
        let key = crate::tables::token().map_err(|fault| StoreError(fault.to_string()))?;
        self.connection.execute("insert into house values (?)", [&key])?;
        Ok(key)
    }

    /// Keeps a picture under a name that says what is in it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_picture(&self, name: &str, kind: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.connection.execute("insert or ignore into pictures values (?, ?, ?)", params![name, kind, bytes])?;
        Ok(())
    }

    /// A picture: its media type and the file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn picture(&self, name: &str) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        let query = "select kind, bytes from pictures where name = ?";
        Ok(self.connection.query_row(query, [name], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Adds a fight with its first lines and the link of its game master.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, listed: &Listed, header: &str, entry: &Entry<'_>) -> Result<(), StoreError> {
        let room = serde_json::to_string(entry.room)?;
        let change = self.connection.transaction()?;
        change.execute(
            "insert into fights (id, opened, title, rulebook, room, header) values (?, ?, ?, ?, ?, ?)",
            params![listed.id, listed.opened, listed.title, listed.rulebook, room, header],
        )?;
        change.execute("insert into links values (?, ?, 0)", params![listed.gm, listed.id])?;
        write(&change, entry)?;
        change.commit()?;
        self.links.add(&listed.gm, &listed.id, ChairId::GM);
        Ok(())
    }

    /// Writes down what came of an act.
    ///
    /// # Errors
    /// When it cannot be written; then nothing of it is.
    pub fn append(&mut self, entry: &Entry<'_>) -> Result<(), StoreError> {
        let change = self.connection.transaction()?;
        write(&change, entry)?;
        Ok(change.commit()?)
    }

    /// Adds the link of a chair.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn link(&mut self, token: &str, fight: &str, chair: ChairId) -> Result<(), StoreError> {
        self.connection.execute("insert into links values (?, ?, ?)", params![token, fight, chair.0])?;
        self.links.add(token, fight, chair);
        Ok(())
    }

    /// Takes a chair's links away.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn unlink(&mut self, fight: &str, chair: ChairId) -> Result<(), StoreError> {
        self.connection.execute("delete from links where fight = ? and chair = ?", params![fight, chair.0])?;
        self.links.remove(fight, chair);
        Ok(())
    }

    /// All fights, the youngest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "select id, opened, title, rulebook, over, token, waits from fights join links on fight = id and chair = 0
             order by opened desc, id",
        )?;
        let rows = query.query_map([], |row| {
            Ok(Listed {
                id: row.get(0)?,
                opened: row.get(1)?,
                title: row.get(2)?,
                rulebook: row.get(3)?,
                over: row.get(4)?,
                gm: row.get(5)?,
                waits: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Gives a fight another title in the list.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn rename(&mut self, fight: &str, title: &str) -> Result<(), StoreError> {
        self.connection.execute("update fights set title = ? where id = ?", params![title, fight])?;
        Ok(())
    }

    /// Forgets a fight with its record and its links.
    ///
    /// # Errors
    /// When it cannot be written; then nothing of it is forgotten.
    pub fn delete(&mut self, fight: &str) -> Result<(), StoreError> {
        let change = self.connection.transaction()?;
        for table in [
            "delete from links where fight = ?",
            "delete from lines where fight = ?",
            "delete from fights where id = ?",
        ] {
            change.execute(table, [fight])?;
        }
        change.commit()?;
        self.links.forget(fight);
        Ok(())
    }

    /// A fight as it was stored.
    ///
    /// # Errors
    /// When there is none, or the store cannot be read.
    pub fn read(&self, fight: &str) -> Result<Stored, StoreError> {
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
        let (room, mut record) =
            self.connection.query_row("select room, header from fights where id = ?", [fight], row)?;
        let mut query = self.connection.prepare_cached("select line from lines where fight = ? order by place")?;
        let mut lines = 0;
        for line in query.query_map([fight], |row| row.get::<_, String>(0))? {
            record.push_str(&line?);
            lines += 1;
        }
        Ok(Stored { room: serde_json::from_str(&room)?, record, lines })
    }
}

fn write(change: &rusqlite::Transaction<'_>, entry: &Entry<'_>) -> Result<(), StoreError> {
    let mut insert = change.prepare_cached("insert into lines values (?, ?, ?)")?;
    for (place, fact) in (entry.from..).zip(entry.facts) {
        insert.execute(params![entry.fight, place, Record::line(fact)])?;
    }
    let room = serde_json::to_string(entry.room)?;
    let update = "update fights set room = ?, over = ?, waits = ? where id = ?";
    change.execute(update, params![room, entry.over, entry.waits, entry.fight])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fight without facts, under this id.
    fn added(store: &mut Store, id: &str) {
        let (title, rulebook, gm) = (id.to_owned(), "any".to_owned(), format!("gm of {id}"));
        let listed = Listed { id: id.to_owned(), opened: 0, title, rulebook, waits: None, over: None, gm };
        let room = Room::default();
        let entry = Entry { fight: id, from: 0, facts: &[], room: &room, waits: None, over: None };
        store.add(&listed, "", &entry).unwrap();
    }

    /// What stands in memory, and what a program that opens the same file finds there.
    fn same(store: &Store, path: &Path) {
        let (own, other) = (store.links(), Store::open(path).unwrap().links());
        for fight in ["one", "two"] {
            assert_eq!(own.of(fight), other.of(fight), "{fight}");
        }
        for token in ["gm of one", "gm of two", "ann", "ben", "cat", "nobody"] {
            assert_eq!(own.opens(token), other.opens(token), "{token}");
        }
    }

    #[test]
    fn links_in_memory_are_those_of_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tables.sqlite");
        let mut store = Store::open(&path).unwrap();
        added(&mut store, "one");
        added(&mut store, "two");
        same(&store, &path);
        for (token, fight, chair) in [("ben", "one", 2), ("ann", "one", 1), ("cat", "two", 1)] {
            store.link(token, fight, ChairId(chair)).unwrap();
            same(&store, &path);
        }
        assert_eq!(store.links().of("one")[1], (ChairId(1), "ann".to_owned()));
        assert!(store.link("ann", "two", ChairId(2)).is_err(), "a token opens one chair");
        same(&store, &path);
        store.unlink("one", ChairId(1)).unwrap();
        assert_eq!(store.links().opens("ann"), None);
        same(&store, &path);
        store.delete("one").unwrap();
        assert_eq!(store.links().opens("gm of one"), None);
        same(&store, &path);
    }
}
