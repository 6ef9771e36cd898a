//! Everything of a store in one file, taken while tables are in use, and put back: fights, rooms, records, links, pictures,
//! results, the key of the house.
//!
//! A backup is a line that says what it is (`quintain backup 1 VERSION BYTES DIGEST`) and behind it a whole store.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use quintain_engine::Record;
use rusqlite::{Connection, OpenFlags};
use xxhash_rust::xxh3::Xxh3;

use crate::store::Store;
use crate::tables;

/// What a backup begins with.
const MAGIC: &str = "quintain backup";

/// The format of backups. It grows when older programs cannot read them any more.
const FORMAT: u32 = 1;

/// The longest first line that is looked at, in bytes.
const LONGEST_LINE: u64 = 256;

/// What a store's file begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// So many bytes are read at a time.
const PIECE: usize = 64 * 1024;

/// Why there is no backup, or why it was not put back.
#[derive(Debug)]
pub enum BackupError {
    /// What was asked for cannot be done with these files.
    Wrong(String),
    /// A file could not be read or written.
    Failed(String),
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupError::Wrong(words) | BackupError::Failed(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for BackupError {}

/// What a backup holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The version of Quintain that made it.
    pub version: String,
    /// How many fights.
    pub fights: u64,
    /// How many pictures.
    pub pictures: u64,
    /// How many bytes in all.
    pub bytes: u64,
}

/// A store as it stood at one moment, in a file of its own that is gone when this is dropped.
#[derive(Debug)]
pub struct Snapshot {
    file: PathBuf,
    /// What it holds.
    pub saved: Saved,
    line: String,
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        discard(&self.file);
    }
}

/// Takes a file away with what SQLite keeps beside it. What is not there need not be taken away.
fn discard(store: &Path) {
    for end in ["", "-wal", "-shm", "-journal"] {
        let _ = fs::remove_file(with_end(store, end));
    }
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// What could not be done to a file.
fn failed<'p, F: fmt::Display>(what: &'p str, path: &'p Path) -> impl Fn(F) -> BackupError + 'p {
    move |fault| BackupError::Failed(format!("`{}` {what}: {fault}", path.display()))
}

/// Takes a snapshot of a store that may be in use. It is put into the folder `aside` until it is written.
///
/// # Errors
/// When there is no such store, or it cannot be read.
pub fn backup(store: &Path, aside: &Path) -> Result<Snapshot, BackupError> {
    if !is_store(store)? {
        return Err(BackupError::Wrong(format!("`{}` is no store of Quintain", store.display())));
    }
    let unread = failed("cannot be read", store);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(store, flags).map_err(unread)?;
    snapshot(&connection, aside)
}

/// Takes a snapshot through an open connection.
pub(crate) fn snapshot(connection: &Connection, aside: &Path) -> Result<Snapshot, BackupError> {
    let word = tables::token().map_err(|fault| BackupError::Failed(fault.to_string()))?;
    let file = aside.join(format!("quintain-{word}.part"));
    let mut snapshot = Snapshot {
        saved: Saved { version: String::new(), fights: 0, pictures: 0, bytes: 0 },
        line: String::new(),
        file,
    };
    let unsaved = failed("cannot be written", &snapshot.file);
    // One reading transaction, whatever is written meanwhile.
    let name = snapshot.file.to_string_lossy().into_owned();
    connection.execute("vacuum into ?", [name]).map_err(unsaved)?;
    let (bytes, digest) = digested(&snapshot.file)?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    snapshot.line = format!("{MAGIC} {FORMAT} {version} {bytes} {digest:016x}\n");
    snapshot.saved = counted(&snapshot.file, version, bytes)?;
    Ok(snapshot)
}

impl Snapshot {
    /// Writes the backup.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.line.as_bytes())?;
        io::copy(&mut File::open(&self.file)?, out)?;
        out.flush()
    }
}

/// Whether a file is a store: SQLite, with the tables that every version has.
fn is_store(path: &Path) -> Result<bool, BackupError> {
    let mut beginning = [0; SQLITE.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    match read {
        Err(fault) if fault.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
            return Err(BackupError::Wrong(format!("there is no store `{}`", path.display())));
        }
        read => read.map_err(failed("cannot be read", path))?,
    }
    if beginning != SQLITE {
        return Ok(false);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed("cannot be opened", path))?;
    let query =
        "select count(*) from sqlite_master where type = 'table' and name in ('fights', 'lines', 'links', 'house')";
    let known: i64 = connection.query_row(query, [], |row| row.get(0)).map_err(failed("cannot be read", path))?;
    Ok(known == 4)
}

/// How many bytes a file has, and what tells them from any others.
fn digested(path: &Path) -> Result<(u64, u64), BackupError> {
    let mut file = File::open(path).map_err(failed("cannot be read", path))?;
    copied(&mut file, &mut io::sink()).map_err(failed("cannot be read", path))
}

/// Copies everything, and says how many bytes there were and their digest.
fn copied(from: &mut dyn Read, to: &mut dyn Write) -> io::Result<(u64, u64)> {
    let (mut piece, mut bytes, mut digest) = (vec![0; PIECE], 0, Xxh3::new());
    loop {
        let read = from.read(&mut piece)?;
        if read == 0 {
            to.flush()?;
            return Ok((bytes, digest.digest()));
        }
        digest.update(&piece[..read]);
        to.write_all(&piece[..read])?;
        bytes += read as u64;
    }
}

fn counted(store: &Path, version: String, bytes: u64) -> Result<Saved, BackupError> {
    let connection = Connection::open(store).map_err(failed("cannot be opened", store))?;
    let count = |table: &str| {
        let counted = connection.query_row(&format!("select count(*) from {table}"), [], |row| row.get::<_, i64>(0));
        counted.map(|count| count.unsigned_abs()).map_err(failed("cannot be read", store))
    };
    Ok(Saved { version, fights: count("fights")?, pictures: count("pictures")?, bytes })
}

/// Puts a backup back as a store. Everything is checked before anything is written over; a store that is there already gives
/// way only where it is `forced` to, and never one that a table is open on.
///
/// # Errors
/// Says what is wrong with the backup, or what stands in its way.
pub fn restore(backup: &Path, store: &Path, forced: bool) -> Result<Saved, BackupError> {
    let there = fs::metadata(store).is_ok_and(|metadata| metadata.len() > 0);
    if there && !forced {
        let name = store.display();
        return Err(BackupError::Wrong(format!(
            "there is a store `{name}` already; name another file with --store, or add --force to replace it"
        )));
    }
    let aside = with_end(store, ".part");
    discard(&aside);
    let restored = checked(backup, &aside).and_then(|saved| {
        if there {
            // Behind this nothing lies beside it any more that would be taken for a part of the new one.
            is_free(store)?;
        }
        fs::rename(&aside, store).map_err(failed("cannot be written", store))?;
        Ok(saved)
    });
    if restored.is_err() {
        discard(&aside);
    }
    restored
}

/// Writes the store of a backup to a file, and makes sure of every part of it.
fn checked(backup: &Path, to: &Path) -> Result<Saved, BackupError> {
    let file = File::open(backup).map_err(|fault| match fault.kind() {
        io::ErrorKind::NotFound => BackupError::Wrong(format!("there is no file `{}`", backup.display())),
        _ => failed("cannot be read", backup)(fault),
    })?;
    let mut file = BufReader::new(file);
    let head = head(backup, &mut file)?;
    let mut out = File::create(to).map_err(failed("cannot be written", to))?;
    let (bytes, digest) = copied(&mut file, &mut out).map_err(failed("cannot be written", to))?;
    out.sync_all().map_err(failed("cannot be written", to))?;
    drop(out);
    let name = backup.display();
    if bytes < head.bytes {
        let what = format!("`{name}` was cut off: {bytes} of {} bytes are there", head.bytes);
        return Err(BackupError::Wrong(what));
    }
    if (bytes, digest) != (head.bytes, head.digest) {
        return Err(BackupError::Wrong(format!("`{name}` has been changed since it was made; nothing was put back")));
    }
    sound(backup, to)?;
    counted(to, head.version, bytes)
}

/// What the first line of a backup says.
struct Head {
    version: String,
    bytes: u64,
    digest: u64,
}

fn head(backup: &Path, file: &mut BufReader<File>) -> Result<Head, BackupError> {
    let mut line = Vec::new();
    file.take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(failed("cannot be read", backup))?;
    let line = String::from_utf8_lossy(&line).into_owned();
    let name = backup.display();
    let none = || BackupError::Wrong(format!("`{name}` is no backup of Quintain; `quintain backup FILE` makes one"));
    let words: Vec<&str> = line.strip_prefix(MAGIC).ok_or_else(none)?.split_whitespace().collect();
    let format: u32 = words.first().and_then(|word| word.parse().ok()).ok_or_else(none)?;
    if format > FORMAT {
        let what = format!("`{name}` was made by a newer Quintain (format {format}); this one reads format {FORMAT}");
        return Err(BackupError::Wrong(what));
    }
    let [_, version, bytes, digest] = words[..] else { return Err(none()) };
    let bytes = bytes.parse().map_err(|_| none())?;
    let digest = u64::from_str_radix(digest, 16).map_err(|_| none())?;
    Ok(Head { version: version.to_owned(), bytes, digest })
}

/// Makes sure that a store is whole, brings it up to this version, and that every fight in it can be read.
fn sound(backup: &Path, store: &Path) -> Result<(), BackupError> {
    let wrong = |words: String| BackupError::Wrong(format!("`{}`: {words}", backup.display()));
    if !is_store(store)? {
        return Err(wrong("what it holds is no store of Quintain".into()));
    }
    let opened = Store::open(store).map_err(|fault| wrong(fault.to_string()))?;
    opened.sound().map_err(|fault| wrong(fault.to_string()))?;
    for fight in opened.list().map_err(|fault| wrong(fault.to_string()))? {
        let title = &fight.title;
        let stored = opened.read(&fight.id).map_err(|fault| wrong(format!("the fight `{title}`: {fault}")))?;
        Record::read("the record", &stored.record).map_err(|fault| wrong(format!("the fight `{title}`: {fault}")))?;
    }
    // One file again, without what lies beside it.
    opened.fold().map_err(|fault| wrong(fault.to_string()))
}

/// Makes sure that nobody has a store open.
fn is_free(store: &Path) -> Result<(), BackupError> {
    let name = store.display();
    if !is_store(store)? {
        return Err(BackupError::Wrong(format!(
            "`{name}` is there already and is no store of Quintain; name another file"
        )));
    }
    let in_use = || BackupError::Wrong(format!("a table is open on `{name}`; end it first"));
    let opened = Connection::open(store).map_err(failed("cannot be opened", store))?;
    opened.busy_timeout(std::time::Duration::ZERO).map_err(failed("cannot be opened", store))?;
    // Only who has it alone may leave the log of writes.
    let mode: Result<String, _> = opened.query_row("pragma journal_mode = delete", [], |row| row.get(0));
    if mode.is_ok_and(|mode| mode == "delete") { Ok(()) } else { Err(in_use()) }
}
