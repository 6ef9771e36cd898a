//! What is being made in the workshop, in the store: each text with all that it has been, so that every change can be undone, also
//! after the program has ended in the middle.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::{Store, StoreError};

/// What the workshop keeps.
pub(crate) const SCHEMA: &str = "
    create table documents (
        id text primary key,
        kind text not null,
        name text not null,
        title text not null,
        rulebook text not null,
        changed integer not null,
        at integer not null,
        shared text unique
    ) without rowid;
    create table versions (
        document text not null,
        place integer not null,
        what text not null,
        text text not null,
        primary key (document, place)
    ) without rowid;
    create table faces (
        document text not null,
        entry text not null,
        picture text not null,
        primary key (document, entry)
    ) without rowid;
";

/// How many changes can be undone.
const MOST: i64 = 500;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Encounter,
    Pack,
    /// The party of a campaign.
    Party,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Encounter, Kind::Pack, Kind::Party];

    fn word(self) -> &'static str {
        match self {
            Kind::Encounter => "encounter",
            Kind::Pack => "pack",
            Kind::Party => "party",
        }
    }
}

/// A document as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Document {
    pub id: String,
    pub kind: Kind,
    /// The name under which encounters know a pack or a party.
    pub name: String,
    pub title: String,
    pub rulebook: String,
    pub text: String,
    /// The place of this text among all that it has been.
    pub at: i64,
    /// The word that opens it to others.
    pub shared: Option<String>,
}

/// What a change makes of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<'a> {
    pub text: &'a str,
    pub title: &'a str,
    pub rulebook: &'a str,
    /// What was done, in words.
    pub what: &'a str,
}

const COLUMNS: &str = "id, kind, name, title, rulebook, text, at, shared";

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Document> {
    let kind: String = row.get(1)?;
    Ok(Document {
        id: row.get(0)?,
        kind: Kind::ALL.into_iter().find(|known| known.word() == kind).unwrap_or(Kind::Encounter),
        name: row.get(2)?,
        title: row.get(3)?,
        rulebook: row.get(4)?,
        text: row.get(5)?,
        at: row.get(6)?,
        shared: row.get(7)?,
    })
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Adds a document within a larger change.
pub(crate) fn added(
    all: &Transaction<'_>,
    id: &str,
    (kind, name): (Kind, &str),
    change: Change<'_>,
) -> Result<(), StoreError> {
    all.execute(
        "insert into documents values (?, ?, ?, ?, ?, ?, 0, null)",
        params![id, kind.word(), name, change.title, change.rulebook, now()],
    )?;
    all.execute("insert into versions values (?, 0, ?, ?)", params![id, change.what, change.text])?;
    Ok(())
}

/// Changes a document within a larger change, if it still stands where it was read; says whether it did. What lay ahead of it
/// to be done again is gone, and with it that a fight was taken into a roster there.
pub(crate) fn changed(all: &Transaction<'_>, id: &str, at: i64, change: Change<'_>) -> Result<bool, StoreError> {
    let update = "update documents set at = ?, title = ?, rulebook = ?, changed = ? where id = ? and at = ?";
    if all.execute(update, params![at + 1, change.title, change.rulebook, now(), id, at])? == 0 {
        return Ok(false);
    }
    all.execute(
        "delete from versions where document = ? and (place > ? or place <= ?)",
        params![id, at, at + 1 - MOST],
    )?;
    all.execute("update outings set taken = null where campaign = ? and taken > ?", params![id, at])?;
    all.execute("insert into versions values (?, ?, ?, ?)", params![id, at + 1, change.what, change.text])?;
    Ok(true)
}

impl Store {
    /// Adds a document under an id of its own.
    pub(crate) fn add_document(
        &mut self,
        id: &str,
        (kind, name): (Kind, &str),
        change: Change<'_>,
    ) -> Result<(), StoreError> {
        let all = self.connection.transaction()?;
        added(&all, id, (kind, name), change)?;
        Ok(all.commit()?)
    }

    /// All documents, the last that was changed first.
    pub(crate) fn documents(&self) -> Result<Vec<Document>, StoreError> {
        let query = format!(
            "select {COLUMNS} from documents join versions on document = id and place = at order by changed desc, id"
        );
        let mut query = self.connection.prepare_cached(&query)?;
        Ok(query.query_map([], read)?.collect::<Result<_, _>>()?)
    }

    /// A document by its id.
    pub(crate) fn document(&self, id: &str) -> Result<Option<Document>, StoreError> {
        let query =
            format!("select {COLUMNS} from documents join versions on document = id and place = at where id = ?");
        Ok(self.connection.prepare_cached(&query)?.query_row([id], read).optional()?)
    }

    /// The document that a word opens to others.
    pub(crate) fn shared_document(&self, token: &str) -> Result<Option<Document>, StoreError> {
        let query =
            format!("select {COLUMNS} from documents join versions on document = id and place = at where shared = ?");
        Ok(self.connection.prepare_cached(&query)?.query_row([token], read).optional()?)
    }

    /// A document's text at another place, with what was done to come there.
    pub(crate) fn version(&self, id: &str, place: i64) -> Result<Option<(String, String)>, StoreError> {
        let query = "select what, text from versions where document = ? and place = ?";
        Ok(self
            .connection
            .prepare_cached(query)?
            .query_row(params![id, place], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?)
    }

    /// Writes a change down, if the document still stands where it was read; says whether it did.
    pub(crate) fn change_document(&mut self, id: &str, at: i64, change: Change<'_>) -> Result<bool, StoreError> {
        let all = self.connection.transaction()?;
        let done = changed(&all, id, at, change)?;
        all.commit()?;
        Ok(done)
    }

    /// Goes one change back or forth, where there is one; the title and the game are those of the text there.
    pub(crate) fn step_document(
        &mut self,
        id: &str,
        to: i64,
        (title, rulebook): (&str, &str),
    ) -> Result<(), StoreError> {
        let update = "update documents set at = ?, title = ?, rulebook = ?, changed = ? where id = ?
                      and exists (select 1 from versions where document = documents.id and place = ?)";
        self.connection.execute(update, params![to, title, rulebook, now(), id, to])?;
        Ok(())
    }

    /// Opens a document to everyone who has the word, or closes it.
    pub(crate) fn share_document(&mut self, id: &str, token: Option<&str>) -> Result<(), StoreError> {
        self.connection.execute("update documents set shared = ? where id = ?", params![token, id])?;
        Ok(())
    }

    /// Forgets a document with all that it has been.
    pub(crate) fn delete_document(&mut self, id: &str) -> Result<(), StoreError> {
        let all = self.connection.transaction()?;
        for table in [
            "delete from versions where document = ?",
            "delete from faces where document = ?",
            "delete from documents where id = ?",
        ] {
            all.execute(table, [id])?;
        }
        Ok(all.commit()?)
    }

    /// Gives an entry of a pack a picture, or takes it away.
    pub(crate) fn set_entry_face(
        &mut self,
        document: &str,
        entry: &str,
        picture: Option<&str>,
    ) -> Result<(), StoreError> {
        match picture {
            Some(name) => self
                .connection
                .execute("insert or replace into faces values (?, ?, ?)", params![document, entry, name])?,
            None => self
                .connection
                .execute("delete from faces where document = ? and entry = ?", params![document, entry])?,
        };
        Ok(())
    }

    /// The pictures of a pack's entries, by their ids.
    pub(crate) fn entry_faces(&self, document: &str) -> Result<Vec<(String, String)>, StoreError> {
        let mut query =
            self.connection.prepare_cached("select entry, picture from faces where document = ? order by entry")?;
        Ok(query.query_map([document], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(text: &str) -> Change<'_> {
        Change { text, title: "T", rulebook: "uchma", what: "a change" }
    }

    fn text(store: &Store) -> String {
        store.document("a").unwrap().unwrap().text
    }

    #[test]
    fn every_change_is_there_after_the_program_has_died_and_can_be_undone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let mut store = Store::open(&path).unwrap();
        store.add_document("a", (Kind::Encounter, ""), change("0")).unwrap();
        for place in 0..3 {
            assert!(store.change_document("a", place, change(&(place + 1).to_string())).unwrap());
        }
        // Nothing is closed or flushed: the next program that opens the file finds all of it.
        let mut other = Store::open(&path).unwrap();
        assert_eq!(text(&other), "3");
        other.step_document("a", 1, ("T", "uchma")).unwrap();
        assert_eq!(text(&store), "1");
        assert_eq!(store.version("a", 2).unwrap().unwrap().1, "2");
        assert!(store.change_document("a", 1, change("x")).unwrap());
        assert_eq!((text(&other), other.version("a", 3).unwrap()), ("x".into(), None));
        drop(store);
    }

    #[test]
    fn a_change_of_what_has_changed_meanwhile_is_not_taken() {
        let mut store = Store::in_memory().unwrap();
        store.add_document("a", (Kind::Pack, "mine.toml"), change("0")).unwrap();
        assert!(store.change_document("a", 0, change("1")).unwrap());
        assert!(!store.change_document("a", 0, change("2")).unwrap());
        assert_eq!(text(&store), "1");
        store.step_document("a", 7, ("T", "uchma")).unwrap();
        assert_eq!(text(&store), "1", "there is nothing to be done again");
    }

    #[test]
    fn what_is_shared_is_opened_by_its_word_until_it_is_closed() {
        let mut store = Store::in_memory().unwrap();
        store.add_document("a", (Kind::Encounter, ""), change("0")).unwrap();
        store.share_document("a", Some("word")).unwrap();
        assert_eq!(store.shared_document("word").unwrap().unwrap().id, "a");
        store.share_document("a", None).unwrap();
        assert_eq!(store.shared_document("word").unwrap(), None);
        store.set_entry_face("a", "rat", Some("p")).unwrap();
        assert_eq!(store.entry_faces("a").unwrap(), [("rat".to_owned(), "p".to_owned())]);
        store.delete_document("a").unwrap();
        assert_eq!((store.document("a").unwrap(), store.entry_faces("a").unwrap()), (None, Vec::new()));
    }
}
