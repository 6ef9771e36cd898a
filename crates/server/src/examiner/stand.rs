//! A table that asks what it likes: the JSON interface over a moment that is made up.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quintain_engine::{CombatantView, OpenQuestion, View};
use quintain_session::{Fault, Seen, SeenDice, SeenQuestion};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::Exercise;
use crate::routes::api::{self, Given};
use crate::tables::Failed;

/// Who is asked: a name with what programs stumble over.
const WHO: &str = "Ælfwine \"the Quick\"";

/// The dice that are asked for.
const DICE: (u8, u16) = (3, 6);

/// What a client has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// The answer to what was asked.
    Right,
    /// An answer to what is not asked any more.
    Late,
    /// Something else, in words.
    Wrong(String),
}

impl fmt::Display for Came {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Came::Right => f.write_str("it gave an answer"),
            Came::Late => f.write_str("it answered with the number of a question that was not open"),
            Came::Wrong(why) => f.write_str(why),
        }
    }
}

/// The table. Its server ends with it.
pub(super) struct Stand {
    table: Arc<Table>,
    came: mpsc::UnboundedReceiver<Came>,
    address: String,
    server: JoinHandle<()>,
}

struct Table {
    protocol: u32,
    now: Mutex<Now>,
    /// The version, and how often the streams of events have been cut.
    told: watch::Sender<(u64, u64)>,
    reads: AtomicU64,
    came: mpsc::UnboundedSender<Came>,
}

/// The moment.
struct Now {
    seen: Seen,
    /// A field that clients know nothing of.
    more: Option<(&'static str, Value)>,
    /// What is asked in place of the question as soon as it is answered.
    instead: Option<Exercise>,
    asked: u64,
}

impl Drop for Stand {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Stand {
    /// Opens the table on a port of this machine.
    pub(super) async fn open(protocol: u32) -> std::io::Result<Stand> {
        let (send, came) = mpsc::unbounded_channel();
        let now = Mutex::new(Now { seen: nothing(), more: None, instead: None, asked: 0 });
        let told = watch::Sender::new((1, 0));
        let table = Arc::new(Table { protocol, now, told, reads: AtomicU64::new(0), came: send });
        let app = Router::new()
            .route("/api/t/a-chair", get(state))
            .route("/api/t/a-chair/answer", post(answer))
            .route("/api/t/a-chair/events", get(events))
            .route("/api/rulebooks/{id}", get(api::glossary))
            .with_state(Arc::clone(&table));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}/api/t/a-chair", listener.local_addr()?);
        // It serves until it is aborted; a fault of the port shows as a client that gets no answer.
        let server = tokio::spawn(async move { drop(axum::serve(listener, app).await) });
        Ok(Stand { table, came, address, server })
    }

    /// The address of the chair.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// What the client sends next.
    pub(super) async fn came(&mut self) -> Came {
        // The table holds the other end.
        self.came.recv().await.unwrap_or(Came::Late)
    }

    /// What the client has sent already.
    pub(super) fn sent(&mut self) -> Option<Came> {
        self.came.try_recv().ok()
    }

    /// How often the state was asked for since the last change.
    pub(super) fn reads(&self) -> u64 {
        self.table.reads.load(Ordering::Relaxed)
    }

    /// Asks a question.
    pub(super) fn ask(&mut self, exercise: &Exercise) {
        self.table.change(|now| now.ask(exercise));
    }

    /// Asks this as soon as the question that is open is answered, and takes that answer for late.
    pub(super) fn pull_away(&mut self, exercise: &Exercise) {
        self.table.now().instead = Some(exercise.clone());
    }

    /// Asks for dice.
    pub(super) fn ask_for_dice(&mut self) {
        self.table.change(|now| {
            now.asked += 1;
            let (count, sides) = DICE;
            let number = format!("{}-dice", now.asked);
            now.seen = Seen { dice: Some(SeenDice { number, text: "three dice".into(), count, sides }), ..nothing() };
        });
    }

    /// Asks nothing any more; what still comes belongs to what was asked before.
    pub(super) fn rest(&mut self) {
        self.table.change(Now::clear);
        while self.came.try_recv().is_ok() {}
    }

    /// Waits for another seat.
    pub(super) fn wait_for_others(&mut self) {
        self.table.change(|now| now.seen.waits_for = vec!["Ben".to_owned()]);
    }

    /// Ends every stream of events.
    pub(super) fn cut(&mut self) {
        self.table.told.send_modify(|(_, cuts)| *cuts += 1);
    }

    /// Ends the fight.
    pub(super) fn end(&mut self) {
        self.table.change(|now| {
            now.clear();
            now.seen.over = Some("heroes win".to_owned());
            now.seen.view.over = Some("heroes win".to_owned());
        });
    }
}

impl Now {
    fn clear(&mut self) {
        (self.seen, self.more, self.instead) = (nothing(), None, None);
    }

    fn ask(&mut self, exercise: &Exercise) {
        self.clear();
        self.asked += 1;
        let asked =
            OpenQuestion { who: WHO.to_owned(), topic: "conformance", by: None, question: exercise.question.clone() };
        let labels = vec![None; asked.question.choices().len()];
        self.seen.waits_for = vec![WHO.to_owned()];
        self.seen.questions =
            vec![SeenQuestion { place: 0, number: format!("{}-question", self.asked), own: true, asked, labels }];
        self.more = exercise.more.clone();
    }

    /// Judges what a client sends, and goes on where that was right.
    fn take(&mut self, body: &[u8]) -> Came {
        let given = match Given::read(body) {
            Ok(given) => given,
            Err(_) => {
                let sent = String::from_utf8_lossy(body);
                return Came::Wrong(format!("it sent {sent:?}, which is neither an answer nor dice"));
            }
        };
        let came = match given {
            Given::Words(given) => self.words(&given.number, &given.who, &given.words),
            Given::Faces(thrown) => self.faces(&thrown.faces, thrown.number.as_deref()),
        };
        match (&came, self.instead.take()) {
            (Came::Right, Some(instead)) => {
                self.ask(&instead);
                Came::Late
            }
            (Came::Right, None) => {
                self.clear();
                came
            }
            (_, instead) => {
                self.instead = instead;
                came
            }
        }
    }

    fn words(&self, number: &str, who: &str, words: &str) -> Came {
        let Some(open) = self.seen.questions.first().filter(|open| open.number == number) else { return Came::Late };
        if who != open.asked.who {
            return Came::Wrong(format!("it answered for {who:?}, and {:?} was asked", open.asked.who));
        }
        match open.asked.question.read(words) {
            Ok(_) => Came::Right,
            Err(why) => Came::Wrong(format!("it said `{words}`: {why}")),
        }
    }

    fn faces(&self, faces: &[u16], number: Option<&str>) -> Came {
        let Some(dice) = &self.seen.dice else { return Came::Wrong("it threw dice that nobody had asked for".into()) };
        if number.is_some_and(|number| number != dice.number) {
            return Came::Late;
        }
        let right = faces.len() == usize::from(dice.count) && faces.iter().all(|face| (1..=dice.sides).contains(face));
        if right { Came::Right } else { Came::Wrong(format!("it threw {faces:?} for {}d{}", dice.count, dice.sides)) }
    }
}

impl Table {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the moment and says that it has changed.
    fn change(&self, change: impl FnOnce(&mut Now)) {
        change(&mut self.now());
        self.reads.store(0, Ordering::Relaxed);
        self.told.send_modify(|(version, _)| *version += 1);
    }
}

#[derive(serde::Deserialize)]
struct Since {
    #[serde(default)]
    from: usize,
}

async fn state(State(table): State<Arc<Table>>, Query(since): Query<Since>) -> Json<Value> {
    table.reads.fetch_add(1, Ordering::Relaxed);
    let version = table.told.borrow().0;
    let now = table.now();
    let mut written = api::written(&now.seen, version, since.from);
    written["protocol"] = json!(table.protocol);
    if let Some((field, value)) = &now.more {
        written[*field] = value.clone();
        written["questions"][0][*field] = value.clone();
    }
    Json(written)
}

async fn answer(State(table): State<Arc<Table>>, body: Bytes) -> Response {
    let mut came = Came::Late;
    table.change(|now| came = now.take(&body));
    // The examiner may have gone: then nobody wants to know.
    let _ = table.came.send(came.clone());
    let failed = match came {
        Came::Right => return Json(json!({ "version": table.told.borrow().0 })).into_response(),
        Came::Late => Fault::Late,
        Came::Wrong(why) => Fault::NotTaken(why),
    };
    api::Fault::from(Failed::Refused(failed)).into_response()
}

async fn events(State(table): State<Arc<Table>>) -> Sse<impl Stream<Item = Result<Event, std::convert::Infallible>>> {
    let told = table.told.subscribe();
    let cuts = told.borrow().1;
    let whole = WatchStream::new(told).take_while(move |(_, cut)| *cut == cuts);
    Sse::new(whole.map(|(version, _)| Ok(Event::default().event("changed").data(version.to_string()))))
}

/// A moment in which nobody is asked.
fn nothing() -> Seen {
    let own = CombatantView {
        name: WHO.to_owned(),
        side: "heroes".to_owned(),
        is: "althea".to_owned(),
        at: None,
        footprint: (1, 1),
        altitude: 0,
        fighting: true,
        rides: None,
        stats: Vec::new(),
        conditions: Vec::new(),
    };
    let view = View {
        rulebook: "thalassa",
        round: 1,
        moment: String::new(),
        over: None,
        order: Vec::new(),
        stats: Vec::new(),
        combatants: vec![own],
        intents: Vec::new(),
        zones: Vec::new(),
        lights: Vec::new(),
        scale: None,
        map: Vec::new(),
    };
    Seen::nothing(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_dice() -> Now {
        let dice = SeenDice { number: "1-dice".into(), text: String::new(), count: 2, sides: 6 };
        Now { seen: Seen { dice: Some(dice), ..nothing() }, more: None, instead: None, asked: 1 }
    }

    #[test]
    fn dice_are_looked_at() {
        for (sent, right) in [("[1,6]", true), ("[1]", false), ("[0,1]", false), ("[7,1]", false)] {
            let came = at_dice().take(format!("{{\"faces\": {sent}}}").as_bytes());
            assert_eq!(came == Came::Right, right, "{sent}: {came}");
        }
        assert_eq!(at_dice().take(b"{\"faces\": [1, 1], \"number\": \"0-dice\"}"), Came::Late);
        assert!(matches!(at_dice().take(b"{\"faces\": 3}"), Came::Wrong(why) if why.contains("neither")));
    }
}
