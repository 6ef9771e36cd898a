//! The table without a server: requests come in as a page sends them, and pages go out. The page that hands requests in keeps the
//! records.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use maud::Markup;
use quintain_books::library;
use quintain_content::{Problems, Source};
use quintain_engine::{Fact, Record};
use quintain_library::{Opened, files};
use quintain_pages::{self as pages, Fields, Forecast, Gaze, Held, Look, Within};
use quintain_session::{ChairId, Fault, Role, Room, Scene, Session};

use crate::reply::{Reply, Status};

/// How long a page without script may look ahead before it is sent.
const AT_ONCE: u64 = 35;

/// The longest that a page may look ahead, in milliseconds.
const LONGEST: u64 = 3_000;

/// How many ways the danger is read from at most.
const WAYS: u32 = 400;

/// What a page asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// Whether it is to change something.
    pub posted: bool,
    /// The address below the root, without query: `t/thalassa-1/parts`.
    pub path: &'a str,
    /// What stands behind the question mark.
    pub query: &'a str,
    /// The form, if one was sent.
    pub form: &'a [u8],
    /// What the page holds already; nothing, where it is asked for anew.
    pub held: &'a str,
    /// Whether the page's script asks.
    pub scripted: bool,
}

/// A fight that is looked at.
struct Table {
    session: Session,
    version: u64,
}

/// All fights of this page, each under its token.
pub struct House {
    /// What stands before all addresses: `/` or `/quintain/`.
    root: String,
    /// Milliseconds since any moment that stays the same.
    clock: fn() -> f64,
    tables: BTreeMap<String, Table>,
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").field("root", &self.root).finish_non_exhaustive()
    }
}

/// Why a request is not answered with what it asked for.
#[derive(Debug)]
enum Failed {
    Gone,
    Refused(Fault),
    Wrong(Problems),
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Failed::Refused(fault)
    }
}

impl From<Problems> for Failed {
    fn from(problems: Problems) -> Self {
        Failed::Wrong(problems)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Gone => f.write_str("this fight is not kept here (any more)"),
            Failed::Refused(fault) => write!(f, "{fault}"),
            Failed::Wrong(problems) => write!(f, "{problems}"),
        }
    }
}

impl Failed {
    fn reply(self) -> Reply {
        let status = if matches!(self, Failed::Gone) { Status::Missing } else { Status::Refused };
        Reply::page(status, pages::message("That did not work", &self.to_string(), true))
    }
}

/// The token of a fight, and the chair that an address opens it for: `thalassa-1` the game master's, `thalassa-1.2` another.
fn chair_of(token: &str) -> Option<(&str, ChairId)> {
    match token.split_once('.') {
        None => Some((token, ChairId::GM)),
        Some((fight, chair)) => Some((fight, ChairId(chair.parse().ok()?))),
    }
}

impl House {
    /// A house without fights.
    pub fn new(root: impl Into<String>, clock: fn() -> f64) -> House {
        // The pages ask for rulebooks where no fight has been opened yet.
        library();
        House { root: root.into(), clock, tables: BTreeMap::new() }
    }

    /// Whether a fight is here.
    pub fn has(&self, fight: &str) -> bool {
        self.tables.contains_key(fight)
    }

    /// Takes a fight that was kept up again, with its room as [`House::room`] gave it.
    ///
    /// # Errors
    /// When the record does not fit these rules.
    pub fn take_up(&mut self, fight: &str, record: &str, room: &str) -> Result<(), String> {
        let room = if room.is_empty() { None } else { Some(serde_json::from_str(room).map_err(|no| no.to_string())?) };
        let session = resumed(record, room).map_err(|failed| failed.to_string())?;
        self.tables.insert(fight.to_owned(), Table { session, version: self.now() });
        Ok(())
    }

    /// The record of a fight, to be kept.
    pub fn record(&self, fight: &str) -> Option<String> {
        let session = &self.tables.get(fight)?.session;
        let facts = session.live().facts().iter().map(Record::line);
        Some(std::iter::once(session.header().line()).chain(facts).collect())
    }

    /// Who sits where, as text, to be kept beside the record.
    pub fn room(&self, fight: &str) -> Option<String> {
        serde_json::to_string(self.tables.get(fight)?.session.room()).ok()
    }

    /// What a list says of a fight: its title, and where it stands.
    pub fn line(&self, fight: &str) -> Option<(String, String)> {
        let session = &self.tables.get(fight)?.session;
        let view = session.live().view();
        let stands = view.over.unwrap_or_else(|| format!("round {}", view.round));
        Some((session.title().to_owned(), stands))
    }

    /// Answers a request.
    pub fn serve(&mut self, request: &Request<'_>) -> Reply {
        let done = match request.path.split('/').collect::<Vec<_>>().as_slice() {
            ["fights"] if request.posted => self.begin(&Fields::read(request.form)),
            ["records"] if request.posted => self.go_on(&Fields::read(request.form)),
            ["t", token] if !request.posted => self.page(token, request),
            ["t", token, "branch"] if request.posted => self.branch(token, &Fields::read(request.form)),
            ["t", token, act] if request.posted => self.act(token, act, request),
            ["t", token, what] => self.look(token, what, request),
            _ => Err(Failed::Gone),
        };
        done.unwrap_or_else(Failed::reply).below(&self.root)
    }

    fn now(&self) -> u64 {
        (self.clock)() as u64
    }

    fn begin(&mut self, fields: &Fields) -> Result<Reply, Failed> {
        let formalities = fields.get("formalities").is_some();
        let opened = match fields.get("name") {
            Some(name) => library().open(name, &files::none)?,
            None => {
                let text = fields.get("text").unwrap_or_default().replace("\r\n", "\n");
                library().open_source(Source::new("the encounter", text), &files::none)?
            }
        };
        let room = Room::of(&opened.encounter);
        let session = Session::begin(opened, room, formalities)?;
        Ok(self.add(session))
    }

    fn go_on(&mut self, fields: &Fields) -> Result<Reply, Failed> {
        let record = fields.needed("text")?.replace("\r\n", "\n");
        let session = resumed(&record, None)?;
        Ok(self.add(session))
    }

    /// A new fight from an earlier moment of this one.
    fn branch(&mut self, token: &str, fields: &Fields) -> Result<Reply, Failed> {
        let (table, chair) = self.seat(token)?;
        table.session.only_gm(chair)?;
        let facts: usize = fields.number("facts")?;
        let kept: Vec<Fact> = table.session.live().facts().iter().take(facts).cloned().collect();
        let header = table.session.header().clone();
        let text: String = std::iter::once(header.line()).chain(kept.iter().map(Record::line)).collect();
        let session = resumed(&text, Some(table.session.room().clone()))?;
        Ok(self.add(session))
    }

    fn add(&mut self, session: Session) -> Reply {
        let book = session.rulebook().id();
        let free = |at: &u64| !self.tables.contains_key(&format!("{book}-{at}"));
        let fight = format!("{book}-{}", (self.now()..).find(free).unwrap_or_default());
        let reply = Reply::to(&format!("/t/{fight}")).of(&fight);
        self.tables.insert(fight, Table { session, version: self.now() });
        reply
    }

    fn seat(&mut self, token: &str) -> Result<(&mut Table, ChairId), Failed> {
        let (fight, chair) = chair_of(token).ok_or(Failed::Gone)?;
        let table = self.tables.get_mut(fight).ok_or(Failed::Gone)?;
        match table.session.room().chair(chair) {
            Some(_) => Ok((table, chair)),
            None => Err(Failed::Gone),
        }
    }

    fn act(&mut self, token: &str, act: &str, request: &Request<'_>) -> Result<Reply, Failed> {
        let fields = Fields::read(request.form);
        let (table, chair) = self.seat(token)?;
        let session = &mut table.session;
        match act {
            "chair" => {
                let role = Role::of_new(fields.get("role").unwrap_or_default());
                session.add_chair(chair, fields.needed("name")?, role)?;
            }
            "close" => session.close_chair(chair, ChairId(fields.number("chair")?))?,
            // Nobody else sits here whom these would reach.
            "ping" | "nudge" => {}
            _ => pages::act(act, &fields, session, chair)?,
        }
        table.version += 1;
        let fight = chair_of(token).map_or(token, |(fight, _)| fight);
        Ok(if request.scripted { Reply::done() } else { Reply::to(&format!("/t/{token}")) }.of(fight))
    }

    /// The page. Where an option is looked at, it says what may come of it as far as that is quickly found out.
    fn page(&mut self, token: &str, request: &Request<'_>) -> Result<Reply, Failed> {
        let soon = (!request.scripted).then_some(AT_ONCE);
        self.shown(token, request, soon, |look, _| pages::table(look))
    }

    fn look(&mut self, token: &str, what: &str, request: &Request<'_>) -> Result<Reply, Failed> {
        let query = Fields::read(request.query.as_bytes());
        match what {
            "parts" => self.shown(token, request, None, pages::changes),
            "outlook" => {
                let ms = query.get("ms").and_then(|ms| ms.parse().ok()).unwrap_or(AT_ONCE).min(LONGEST);
                self.shown(token, request, Some(ms), pages::changes)
            }
            "earlier" => {
                let facts: usize = query.number("facts")?;
                self.earlier(token, facts)
            }
            "as" => {
                let chair = query.get("chair").and_then(|chair| chair.parse().ok()).map_or(ChairId::NOBODY, ChairId);
                self.seen_as(token, chair)
            }
            "why" => self.why(token, query.number("who")?, query.needed("key")?),
            "danger" => {
                let ways = query.get("ways").and_then(|ways| ways.parse().ok()).unwrap_or(WAYS).clamp(1, WAYS);
                let (table, chair) = self.seat(token)?;
                table.session.only_gm(chair)?;
                Ok(Reply::page(Status::Fine, pages::danger(&table.session.outlook().danger(ways), WAYS)))
            }
            "record" => {
                let (table, chair) = self.seat(token)?;
                table.session.only_gm(chair)?;
                let fight = chair_of(token).map_or(token, |(fight, _)| fight);
                Ok(Reply::record(self.record(fight).ok_or(Failed::Gone)?))
            }
            _ => Err(Failed::Gone),
        }
    }

    fn shown(
        &mut self,
        token: &str,
        request: &Request<'_>,
        ahead: Option<u64>,
        show: impl FnOnce(&Look<'_>, &Held<'_>) -> Markup,
    ) -> Result<Reply, Failed> {
        let query = Fields::read(request.query.as_bytes());
        let place = |name: &str| query.get(name).and_then(|place| place.parse().ok());
        let gaze = Gaze {
            question: query.get("q").map(str::to_owned),
            pick: place("pick"),
            about: place("about"),
            opened: query.get("open").is_some(),
        };
        let clock = self.clock;
        let (table, chair) = self.seat(token)?;
        let (scene, links) = (table.session.scene(chair), links(token, &table.session));
        let base = format!("/t/{token}");
        let mut look = Look {
            scene: &scene,
            base: &base,
            host: "",
            links: &links,
            version: table.version,
            alone: true,
            campaign: None,
            gaze,
            forecast: None,
        };
        if let Some(ms) = ahead
            && !look.wanted(1).is_empty()
        {
            let within = Within { now: &|| millis(clock()), time: Duration::from_millis(ms), wanted: &|| true };
            let forecast = Forecast::found(&look, &table.session.outlook_for(chair), within);
            look.take_in(forecast);
        }
        Ok(Reply::page(Status::Fine, show(&look, &Held::read(request.held))))
    }

    fn earlier(&mut self, token: &str, facts: usize) -> Result<Reply, Failed> {
        let (table, chair) = self.seat(token)?;
        let (scene, base) = (table.session.scene_at(chair, facts), format!("/t/{token}"));
        let version = table.version;
        let look = look_at(&scene, &base, version);
        Ok(Reply::page(Status::Fine, pages::earlier(&look, facts.min(scene.moment))))
    }

    fn seen_as(&mut self, token: &str, chair: ChairId) -> Result<Reply, Failed> {
        let (table, own) = self.seat(token)?;
        table.session.only_gm(own)?;
        let (scene, base, version) = (table.session.scene_as(chair), format!("/t/{token}"), table.version);
        let look = look_at(&scene, &base, version);
        Ok(Reply::page(Status::Fine, pages::seen_as(&look)))
    }

    fn why(&mut self, token: &str, who: usize, key: &str) -> Result<Reply, Failed> {
        let (table, chair) = self.seat(token)?;
        let why = table.session.why(chair, who, key)?;
        Ok(Reply::page(Status::Fine, pages::why(&why, table.session.rulebook(), &format!("/t/{token}"))))
    }
}

/// What a table without a server shows of a scene that nobody acts on.
fn look_at<'a>(scene: &'a Scene, base: &'a str, version: u64) -> Look<'a> {
    Look {
        scene,
        base,
        host: "",
        links: &[],
        version,
        alone: true,
        campaign: None,
        gaze: Gaze::default(),
        forecast: None,
    }
}

fn millis(since: f64) -> Duration {
    Duration::from_micros((since * 1_000.0) as u64)
}

/// The token of every chair that still is open.
fn links(token: &str, session: &Session) -> Vec<(ChairId, String)> {
    let fight = chair_of(token).map_or(token, |(fight, _)| fight);
    let chairs = session.room().chairs.iter().zip(0..).skip(1).filter(|(chair, _)| chair.open);
    chairs.map(|(_, place)| (ChairId(place), format!("{fight}.{place}"))).collect()
}

fn resumed(record: &str, room: Option<Room>) -> Result<Session, Failed> {
    let record = Record::read("the record", record)?;
    let opened: Opened = library().open_stored(&record.header)?;
    let room = room.unwrap_or_else(|| Room::of(&opened.encounter));
    Ok(Session::resume(opened, &record, room)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> House {
        House::new("/q/", || 5.0)
    }

    fn get(house: &mut House, path: &str, query: &str) -> Reply {
        house.serve(&Request { path, query, ..Request::default() })
    }

    fn post(house: &mut House, path: &str, form: &str) -> Reply {
        house.serve(&Request { posted: true, path, form: form.as_bytes(), ..Request::default() })
    }

    /// The token of a fight that has just begun.
    fn begun(house: &mut House) -> String {
        let reply = post(house, "fights", "name=thalassa%2Fcyclops");
        assert_eq!((reply.status, reply.location.as_str()), (Status::Moved, "/q/t/thalassa-5"));
        reply.changed
    }

    /// Answers the open question by its default.
    fn answered(house: &mut House, fight: &str) {
        let question = house.tables[fight].session.seen(ChairId::GM).questions[0].clone();
        let form = format!("number={}&who={}&words=default", question.number, question.asked.who);
        assert_eq!(post(house, &format!("t/{fight}/answer"), &form).status, Status::Moved);
    }

    #[test]
    fn a_fight_is_played_and_taken_up_where_it_was() {
        let mut house = house();
        let fight = begun(&mut house);
        let before = get(&mut house, &format!("t/{fight}"), "");
        assert!(before.body.contains("data-alone") && before.body.contains("href=\"/q/assets/style.css\""));
        answered(&mut house, &fight);
        let (record, room) = (house.record(&fight).unwrap(), house.room(&fight).unwrap());
        let mut other = self::house();
        other.take_up(&fight, &record, &room).unwrap();
        assert_eq!(other.record(&fight), Some(record));
        assert_eq!(other.line(&fight), house.line(&fight));
        assert!(other.take_up("x", "nonsense", "").is_err() && other.take_up("x", "", "{").is_err());
    }

    #[test]
    fn two_fights_of_one_moment_have_tokens_of_their_own() {
        let mut house = house();
        begun(&mut house);
        assert_eq!(post(&mut house, "fights", "name=cyclops").changed, "thalassa-6");
        answered(&mut house, "thalassa-5");
        assert_eq!(post(&mut house, "t/thalassa-5/branch", "facts=1").changed, "thalassa-7");
    }

    #[test]
    fn chairs_have_links_and_see_what_they_may() {
        let mut house = house();
        let fight = begun(&mut house);
        assert!(post(&mut house, &format!("t/{fight}/chair"), "name=+").body.contains("a chair needs a name"));
        post(&mut house, &format!("t/{fight}/chair"), "name=Ann&role=player");
        assert_eq!(get(&mut house, &format!("t/{fight}.1"), "").status, Status::Fine);
        assert!(post(&mut house, &format!("t/{fight}.1/undo"), "").body.contains("game master"));
        assert_eq!(get(&mut house, &format!("t/{fight}.1/record"), "").status, Status::Refused);
        post(&mut house, &format!("t/{fight}/close"), "chair=1");
        assert_eq!(get(&mut house, &format!("t/{fight}.1"), "").status, Status::Missing);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let mut house = house();
        for (path, form) in [("fights", "name=cyclopse"), ("fights", "text=x"), ("records", "text=x"), ("records", "")]
        {
            let reply = post(&mut house, path, form);
            assert!(reply.status == Status::Refused && reply.body.contains("problem"), "{path} {form}");
        }
        for path in ["", "t", "t/nobody", "t/thalassa-5/parts", "t/thalassa-5.9"] {
            assert_eq!(get(&mut house, path, "").status, Status::Missing, "{path}");
        }
        let fight = begun(&mut house);
        for look in ["earlier", "earlier?facts=x", "why?who=99&key=sta", "why?who=0&key=none", "nothing"] {
            let (what, query) = look.split_once('?').unwrap_or((look, ""));
            let reply = get(&mut house, &format!("t/{fight}/{what}"), query);
            assert_ne!(reply.status, Status::Fine, "{look}");
        }
        assert_eq!(get(&mut house, &format!("t/{fight}/earlier"), "facts=99999999").status, Status::Fine);
    }
}
