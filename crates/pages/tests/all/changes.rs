//! A page that is kept by changes is the page that is written from nothing, whatever happens in between: each chair takes
//! over only what it lacks, after every act of fights in all five games.

use std::collections::BTreeMap;

use quintain_books::library;
use quintain_library::files;
use quintain_pages::{Gaze, Held, Look, changes, table};
use quintain_session::{ChairId, Holder, Role, Room, Session};

/// Fights of several heroes with and without a map, some with riders, spells, areas, namesakes.
const FIGHTS: [&str; 10] = [
    "thalassa/cyclops",
    "thalassa/ambush",
    "thalassa/gorgon",
    "oakhearth/bandit-camp",
    "oakhearth/goblin-ambush",
    "gu/ambush",
    "heimr/brawl",
    "heimr/forest",
    "uchma/wolves-in-the-gorge",
    "uchma/burning-mill",
];

/// How many acts of each fight are followed.
const ACTS: usize = 45;

const ANN: ChairId = ChairId(1);
const CHAIRS: [ChairId; 3] = [ChairId::GM, ANN, ChairId(2)];

/// The pieces of a page by their ids, and the order of those that stand in a list.
#[derive(Debug, Default, PartialEq)]
struct Page {
    pieces: BTreeMap<String, String>,
    acts: Vec<String>,
    cards: Vec<String>,
}

/// A value of the first tag of a text.
fn value<'t>(text: &'t str, name: &str) -> &'t str {
    let tag = text.split('>').next().unwrap();
    tag.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

impl Page {
    /// Takes over what has changed, as the script does.
    fn apply(&mut self, news: &str) {
        let list = |name: &str| value(news, name).split_whitespace().map(str::to_owned).collect();
        (self.acts, self.cards) = (list("data-acts"), list("data-cards"));
        let begins: Vec<usize> =
            news.match_indices(" data-hash=\"").map(|(at, _)| news[..at].rfind('<').unwrap()).collect();
        for (place, from) in begins.iter().enumerate() {
            let to = begins.get(place + 1).copied().unwrap_or(news.len() - "</div>".len());
            let piece = news[*from..to].trim_end_matches("<svg>");
            let piece = if piece.starts_with("<g ") { piece.strip_suffix("</svg>").unwrap() } else { piece };
            self.pieces.insert(value(piece, "id").to_owned(), piece.to_owned());
        }
        let (acts, cards) = (&self.acts, &self.cards);
        let gone = |id: &String| {
            id.starts_with("act-") && !acts.contains(id) || id.starts_with("card-") && !cards.contains(id)
        };
        self.pieces.retain(|id, _| !gone(id));
    }

    /// What the page says that it holds.
    fn held(&self) -> String {
        let pairs = self.pieces.iter().map(|(id, piece)| format!("{id}:{}", value(piece, "data-hash")));
        pairs.collect::<Vec<_>>().join(",")
    }
}

/// A fight with a game master, a player and a watcher; the player has the first hero.
fn begun(fight: &str) -> Session {
    let opened = library().open(fight, &files::none).unwrap();
    let mut session = Session::begin(opened, Room::default(), false).unwrap();
    assert_eq!(session.add_chair(ChairId::GM, "Ann", Role::Player).unwrap(), ANN);
    session.add_chair(ChairId::GM, "Guest", Role::Watcher).unwrap();
    let first = session.live().roster()[0].0.clone();
    session.arrange(ChairId::GM, |room| room.give(&first, Holder::Chair(ANN))).unwrap();
    session
}

/// What is looked at at this step: nothing, a combatant, an option, a question by its number.
fn gaze(session: &Session, chair: ChairId, step: usize) -> Gaze {
    let question = session.seen(chair).questions.first().map(|asked| asked.number.clone());
    match step % 5 {
        1 => Gaze { about: Some(step % 3), ..Gaze::default() },
        2 => Gaze { question, pick: Some(step % 4), about: None, opened: false },
        3 => Gaze { question, ..Gaze::default() },
        _ => Gaze::default(),
    }
}

/// Shows the moment to a chair that keeps its page, and to one that has none.
fn compare(session: &Session, (chair, kept): (ChairId, &mut Page), step: usize, what: &str) {
    let scene = session.scene(chair);
    let links = [(ANN, format!("ann-{}", step / 20))];
    let base = format!("/t/{}", chair.0);
    let gaze = gaze(session, chair, step);
    let (version, links) = (step as u64, if scene.is_gm() { &links[..] } else { &[] });
    let look = Look {
        scene: &scene,
        base: &base,
        host: "http://host",
        links,
        version,
        alone: false,
        campaign: None,
        gaze,
        forecast: None,
    };
    kept.apply(&changes(&look, &Held::read(&kept.held())).0);
    let mut fresh = Page::default();
    fresh.apply(&changes(&look, &Held::default()).0);
    for (id, piece) in &fresh.pieces {
        assert_eq!(kept.pieces.get(id), Some(piece), "{what}, chair {}: {id} is not the same", chair.0);
    }
    assert_eq!(*kept, fresh, "{what}, chair {}", chair.0);
    let whole = table(&look).0;
    for (id, piece) in &kept.pieces {
        assert!(whole.contains(piece.as_str()), "{what}, chair {}: the whole page has another {id}", chair.0);
    }
}

/// What people do besides answering. Some of it is refused at some moments, and then it changes nothing.
fn meddles(session: &mut Session, step: usize) {
    let roster: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name).collect();
    let (first, last) = (&roster[0], &roster[roster.len() - 1]);
    let gm = ChairId::GM;
    let _ = match step {
        3 => session.arrange(gm, |room| room.open_figures = true),
        6 => session.edict(gm, "die 1 = 1"),
        9 => session.undo(gm).map(drop),
        12 => session.edict(gm, &format!("set {last}.hp 3")),
        15 => session.show_face(gm, first, Some("0123".to_owned())),
        18 => session.arrange(gm, |room| room.give(first, Holder::Tactics)),
        21 => session.speak(gm, "a word to all", false),
        24 => session.arrange(gm, |room| room.give(first, Holder::Chair(ANN))),
        27 => session.arrange(gm, |room| room.open_figures = false),
        30 => session.edict(gm, &format!("remove {last}")),
        33 => session.habit(ANN, |chair| chair.by_hand = true),
        36 => session.edict(gm, &format!("whisper {first}: nothing is as it seems")),
        39 => session.habit(ANN, |chair| chair.by_hand = false),
        42 => session.close_chair(gm, ANN),
        _ => Ok(()),
    };
}

/// Answers what is asked first, or throws what is to be thrown; says whether the fight goes on.
fn goes_on(session: &mut Session) -> bool {
    let seen = session.seen(ChairId::GM);
    if let Some(dice) = seen.dice {
        session.throw(ChairId::GM, Some(&dice.number), &vec![1; usize::from(dice.count)]).unwrap();
        return true;
    }
    let Some(first) = seen.questions.first() else { return false };
    let words = first.asked.question.write(&first.asked.question.default);
    session.answer(ChairId::GM, &first.number, &first.asked.who, &words).unwrap();
    true
}

fn followed(fight: &str) {
    let mut session = begun(fight);
    let mut kept: Vec<(ChairId, Page)> = CHAIRS.into_iter().map(|chair| (chair, Page::default())).collect();
    for step in 0..ACTS {
        let what = format!("{fight}, act {step}");
        for (chair, page) in &mut kept {
            if session.room().chair(*chair).is_some() {
                compare(&session, (*chair, page), step, &what);
            }
        }
        meddles(&mut session, step);
        if !goes_on(&mut session) {
            break;
        }
    }
}

#[test]
fn a_page_kept_by_changes_is_the_page_written_from_nothing() {
    FIGHTS.into_iter().for_each(followed);
}
