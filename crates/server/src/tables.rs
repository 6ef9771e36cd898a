//! The tables: every fight that is looked at, held in memory, written down act by act.

mod apart;
mod ready;

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quintain_content::uvtt::Picture;
use quintain_content::{Problems, Source};
use quintain_engine::{Fact, Record, Waiting};
use quintain_field::Square;
use quintain_library::{Opened, files, open, open_source, open_stored};
use quintain_session::{ChairId, Fault, Role, Room, Scene, Session};
use tokio::sync::{broadcast, watch};
use xxhash_rust::xxh3::xxh3_128;

use self::ready::Ready;
use crate::links::Links;
use crate::store::{Entry, Listed, Store, StoreError};

/// How many signals wait for a watcher that is slow.
const SIGNALS: usize = 16;

/// Why a table could not do what was asked.
#[derive(Debug)]
pub enum Failed {
    /// No such table, or the link does not open it any more.
    Gone,
    /// The fight or the room says no.
    Refused(Fault),
    /// The text that was given is wrong.
    Wrong(Problems),
    /// The store or the system failed.
    Broken(String),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Gone => {
                f.write_str("This link does not open anything any more. Ask your game master for a new one.")
            }
            Failed::Refused(fault) => write!(f, "{fault}"),
            Failed::Wrong(problems) => write!(f, "{problems}"),
            Failed::Broken(what) => f.write_str(what),
        }
    }
}

impl From<StoreError> for Failed {
    fn from(fault: StoreError) -> Self {
        Failed::Broken(fault.to_string())
    }
}

impl From<Problems> for Failed {
    fn from(problems: Problems) -> Self {
        Failed::Wrong(problems)
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Failed::Refused(fault)
    }
}

/// One fight in memory.
#[derive(Debug)]
pub struct Table {
    /// Its id.
    pub id: String,
    held: Mutex<Held>,
    /// Where the versions of every chair begin.
    first: u64,
    changed: watch::Sender<u64>,
    signals: broadcast::Sender<Signal>,
    /// The youngest request of each chair to look ahead; an older one is dropped.
    looking: Mutex<HashMap<ChairId, Arc<AtomicU64>>>,
    ready: Arc<Ready>,
}

#[derive(Debug)]
struct Held {
    session: Session,
    /// How many lines of facts are written.
    lines: i64,
    /// What each chair has been shown.
    shown: HashMap<ChairId, Shown>,
}

/// The moment as a chair has been shown it.
#[derive(Debug)]
struct Shown {
    /// While it lies ready.
    scene: Weak<Scene>,
    stamp: u64,
    version: u64,
    /// Something has been done since, which the chair may see or not.
    stale: bool,
}

/// What is signalled to everybody at a table and kept by nobody.
#[derive(Clone, Debug)]
pub enum Signal {
    /// A chair, by its name, points at a square.
    Points(String, Square),
    /// The game master waits for a combatant's answer: it is for the chairs that may give it.
    Nudges(String, Vec<ChairId>),
}

/// A table as one link opens it.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The table.
    pub table: Arc<Table>,
    /// The chair.
    pub chair: ChairId,
}

impl Table {
    /// Hears of everything that is done, by how much has been.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Hears what is signalled.
    pub fn signals(&self) -> broadcast::Receiver<Signal> {
        self.signals.subscribe()
    }

    /// Signals something; nobody may be there to see it.
    pub fn signal(&self, signal: Signal) {
        let _ = self.signals.send(signal);
    }

    /// The moment as a chair sees it, made once for each change and looked at apart from the fight, with its version. That
    /// grows with every change that the chair can see and with no other, so that it tells nothing of what it cannot; and from
    /// one run of the program to the next.
    pub fn scene(&self, chair: ChairId) -> (u64, Arc<Scene>) {
        let mut held = self.held();
        let Held { session, shown, .. } = &mut *held;
        let before = shown.get(&chair).filter(|one| !one.stale);
        if let Some((version, scene)) = before.and_then(|one| Some((one.version, one.scene.upgrade()?))) {
            return (version, scene);
        }
        let scene = Arc::new(session.scene(chair));
        self.ready.keep(&scene);
        let now = Shown { scene: Arc::downgrade(&scene), stamp: scene.stamp(), version: self.first, stale: false };
        let version = match shown.get(&chair) {
            Some(before) => before.version + u64::from(before.stamp != now.stamp),
            None => now.version,
        };
        shown.insert(chair, Shown { version, ..now });
        (version, scene)
    }

    /// A new request of a chair to look ahead: says whether it still is the youngest.
    pub fn look_ahead(&self, chair: ChairId) -> impl Fn() -> bool + Send + use<> {
        let mut looking = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        let youngest = Arc::clone(looking.entry(chair).or_default());
        let own = youngest.fetch_add(1, Ordering::Relaxed) + 1;
        move || youngest.load(Ordering::Relaxed) == own
    }

    /// Looks at the fight.
    pub fn look<T>(&self, look: impl FnOnce(&Session) -> T) -> T {
        look(&self.held().session)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // An act that panicked is undone from the store before the lock is let go.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All tables.
#[derive(Debug)]
pub struct Tables {
    store: Mutex<Store>,
    links: Arc<Links>,
    live: Mutex<HashMap<String, Arc<Table>>>,
    ready: Arc<Ready>,
}

impl Tables {
    /// The tables of a store.
    pub fn new(store: Store) -> Tables {
        Tables { links: store.links(), store: Mutex::new(store), live: Mutex::default(), ready: Arc::default() }
    }

    /// The store, for what is kept beside fights.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All fights, the youngest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, Failed> {
        Ok(self.store().list()?)
    }

    /// Gives a fight another title in the list.
    ///
    /// # Errors
    /// When the title is empty, or it cannot be written.
    pub fn rename(&self, fight: &str, title: &str) -> Result<(), Failed> {
        let title: String = title.trim().chars().take(120).collect();
        if title.is_empty() {
            return Err(Fault::NotTaken("a fight needs a title".into()).into());
        }
        Ok(self.store().rename(fight, &title)?)
    }

    /// Forgets a fight with its record and its links.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn delete(&self, fight: &str) -> Result<(), Failed> {
        self.store().delete(fight)?;
        self.live().remove(fight);
        Ok(())
    }

    /// Opens a fight from the ready-made encounter of this name. Returns the token of the game master's link.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn open_named(&self, name: &str, formalities: bool) -> Result<String, Failed> {
        self.begin(open(name, &files::none)?, formalities)
    }

    /// Opens a fight from the text of an encounter.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn open_text(&self, text: &str, formalities: bool) -> Result<String, Failed> {
        self.begin(open_source(Source::new("the encounter", text), &files::none)?, formalities)
    }

    /// Keeps a picture and names it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_picture(&self, picture: &Picture) -> Result<String, Failed> {
        let name = format!("{:032x}", xxh3_128(&picture.bytes));
        self.store().keep_picture(&name, picture.kind, &picture.bytes)?;
        Ok(name)
    }

    /// A picture by its name: its media type and the file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn picture(&self, name: &str) -> Result<Option<(String, Vec<u8>)>, Failed> {
        Ok(self.store().picture(name)?)
    }

    pub(crate) fn begin(&self, opened: Opened, formalities: bool) -> Result<String, Failed> {
        let room = Room::of(&opened.encounter);
        self.add(Session::begin(opened, room, formalities)?)
    }

    /// Takes a fight up from its record. Returns the token of the game master's link, and what of the record was cut off.
    ///
    /// # Errors
    /// When it cannot be read, or does not fit the rules.
    pub fn open_record(&self, text: &str) -> Result<(String, Option<String>), Failed> {
        let record = Record::read("the record", text)?;
        Ok((self.take_up(&record, None)?, record.note.map(|note| note.to_string())))
    }

    /// A fight from a record, in this room or in the one that its encounter asks for.
    fn take_up(&self, record: &Record, room: Option<Room>) -> Result<String, Failed> {
        let opened = open_stored(&record.header)?;
        let room = room.unwrap_or_else(|| Room::of(&opened.encounter));
        let mut session = Session::resume(opened, record, room)?;
        let fresh = session.unwritten();
        self.add_with(&session, record.facts.iter().chain(&fresh).cloned().collect())
    }

    /// Begins a new fight from an earlier moment of this one: its first `facts` facts. Chairs come along with what they play, and
    /// with links of their own.
    ///
    /// # Errors
    /// When the chair is not the game master's.
    pub fn branch(&self, seat: &Seat, facts: usize) -> Result<String, Failed> {
        let (header, kept, room) = seat.table.look(|session| match session.room().is_gm(seat.chair) {
            true => {
                let kept: Vec<Fact> = session.live().facts().iter().take(facts).cloned().collect();
                Ok((session.header().clone(), kept, session.room().clone()))
            }
            false => Err(Fault::NotYours("only the game master branches a fight".into())),
        })?;
        let text: String = std::iter::once(header.line()).chain(kept.iter().map(Record::line)).collect();
        self.take_up(&Record::read("the record", &text)?, Some(room))
    }

    fn add(&self, mut session: Session) -> Result<String, Failed> {
        let facts = session.unwritten();
        self.add_with(&session, facts)
    }

    fn add_with(&self, session: &Session, facts: Vec<Fact>) -> Result<String, Failed> {
        let (id, gm) = (token()?, token()?);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let listed = Listed {
            id,
            opened: i64::try_from(now).unwrap_or(i64::MAX),
            title: session.title().to_owned(),
            rulebook: session.rulebook().id().to_owned(),
            waits: None,
            over: None,
            gm,
        };
        let (over, waits) = (over(session), waits(session));
        let entry = Entry {
            fight: &listed.id,
            from: 0,
            facts: &facts,
            room: session.room(),
            waits: waits.as_deref(),
            over: over.as_deref(),
        };
        let mut store = self.store();
        store.add(&listed, &session.header().line(), &entry)?;
        for place in 1..session.room().chairs.len() {
            store.link(&token()?, &listed.id, ChairId(u32::try_from(place).unwrap_or(u32::MAX)))?;
        }
        Ok(listed.gm)
    }

    /// The table and chair that a token opens.
    ///
    /// # Errors
    /// When it opens nothing, or the store cannot be read.
    pub fn seat(&self, token: &str) -> Result<Seat, Failed> {
        let (fight, chair) = self.links.opens(token).ok_or(Failed::Gone)?;
        let table = self.table(&fight)?;
        match table.look(|session| session.room().chair(chair).is_some()) {
            true => Ok(Seat { table, chair }),
            false => Err(Failed::Gone),
        }
    }

    fn table(&self, fight: &str) -> Result<Arc<Table>, Failed> {
        let mut live = self.live();
        if let Some(table) = live.get(fight) {
            return Ok(Arc::clone(table));
        }
        let mut held = self.read(fight)?;
        // What had not been written when the program ended was thrown anew just now.
        self.write_down(fight, &mut held)?;
        let held = Mutex::new(held);
        let table = Arc::new(Table {
            id: fight.to_owned(),
            held,
            first: first_version(),
            changed: watch::Sender::new(0),
            signals: broadcast::Sender::new(SIGNALS),
            looking: Mutex::default(),
            ready: Arc::clone(&self.ready),
        });
        live.insert(fight.to_owned(), Arc::clone(&table));
        Ok(table)
    }

    fn read(&self, fight: &str) -> Result<Held, Failed> {
        let stored = self.store().read(fight)?;
        let record = Record::read("the record", &stored.record)?;
        let session = Session::resume(open_stored(&record.header)?, &record, stored.room)?;
        Ok(Held { session, lines: stored.lines, shown: HashMap::new() })
    }

    /// Does something to a fight, writes down what came of it, and only then lets anybody see it.
    ///
    /// # Errors
    /// When the fight says no; or when it cannot be written down: then it is as it was before.
    pub fn act<T>(&self, table: &Table, act: impl FnOnce(&mut Session) -> Result<T, Fault>) -> Result<T, Failed> {
        let mut held = table.held();
        held.shown.values_mut().for_each(|one| one.stale = true);
        let done = catch_unwind(AssertUnwindSafe(|| act(&mut held.session)));
        let written = match done {
            Ok(done) => self.write_down(&table.id, &mut held).map(|()| done),
            Err(_) => {
                Err(Failed::Broken("this act brought the rules to a halt; the fight stands as it was before".into()))
            }
        };
        match written {
            Ok(done) => {
                drop(held);
                table.changed.send_modify(|acts| *acts += 1);
                Ok(done?)
            }
            Err(fault) => {
                let shown = std::mem::take(&mut held.shown);
                *held = Held { shown, ..self.read(&table.id)? };
                Err(fault)
            }
        }
    }

    fn write_down(&self, fight: &str, held: &mut Held) -> Result<(), Failed> {
        let facts = held.session.unwritten();
        let (over, waits) = (over(&held.session), waits(&held.session));
        let entry = Entry {
            fight,
            from: held.lines,
            facts: &facts,
            room: held.session.room(),
            waits: waits.as_deref(),
            over: over.as_deref(),
        };
        self.store().append(&entry)?;
        held.lines += i64::try_from(facts.len()).unwrap_or(i64::MAX);
        Ok(())
    }

    /// Adds a chair with a link of its own.
    ///
    /// # Errors
    /// When the one who asks is not the game master, the name is empty, or the system gives no randomness.
    pub fn add_chair(&self, seat: &Seat, name: &str, role: Role) -> Result<String, Failed> {
        let token = token()?;
        let added = self.act(&seat.table, |session| session.add_chair(seat.chair, name, role))?;
        self.store().link(&token, &seat.table.id, added)?;
        Ok(token)
    }

    /// Closes a chair: its link opens nothing any more, its combatants go back to the game master.
    ///
    /// # Errors
    /// When the one who asks is not the game master.
    pub fn close_chair(&self, seat: &Seat, chair: ChairId) -> Result<(), Failed> {
        self.act(&seat.table, |session| session.close_chair(seat.chair, chair))?;
        if chair != ChairId::GM {
            self.store().unlink(&seat.table.id, chair)?;
        }
        Ok(())
    }

    /// The token of each chair of a table.
    pub fn links(&self, table: &Table) -> Vec<(ChairId, String)> {
        self.links.of(&table.id)
    }

    /// The whole record of a table, as text.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn record(&self, table: &Table) -> Result<String, Failed> {
        Ok(self.store().read(&table.id)?.record)
    }
}

/// Where versions begin: at the milliseconds of the clock, so that a page of an earlier run is never taken for young.
fn first_version() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX / 2)
}

/// Where it stands and who it waits for, in words.
fn waits(session: &Session) -> Option<String> {
    let view = session.live().view();
    let asked: Vec<String> = session.open().into_iter().map(|asked| asked.who).collect();
    let who = asked.first().map(|who| if who == "gm" { "the game master" } else { who.as_str() })?;
    let more = if asked.len() > 1 { format!(" and {} more", asked.len() - 1) } else { String::new() };
    Some(format!("round {} · waits for {who}{more}", view.round))
}

/// How it ended, in words.
fn over(session: &Session) -> Option<String> {
    match session.live().waiting() {
        Waiting::Over(words) => Some(words),
        Waiting::Undecided => Some("undecided at the round limit".to_owned()),
        _ => None,
    }
}

/// A new unguessable word: 128 bits from the system.
pub(crate) fn token() -> Result<String, Failed> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|fault| Failed::Broken(format!("the system gives no randomness: {fault}")))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
