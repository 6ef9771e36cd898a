//! What takes a while to be found out about a fight once it is over: its moments, the replay, what decided it. Found out
//! once for each chair, beside the tables, and kept in memory for those who look.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quintain_engine::{Budget, Fact, ROUND_LIMIT};
use quintain_pages::{Decided, Mover, Turn, film};
use quintain_session::{ChairId, Frame, Knowing, Scene, Session};
use quintain_sim::{Cause, Scales, moved_by};
use tokio::sync::watch;
use xxhash_rust::xxh3::xxh3_64;

use crate::pool::{Busy, Pool};
use crate::tables::{Failed, Seat, Tables};

/// How many reviews are kept.
const KEPT: usize = 24;

/// How many reviews may be under way or wait.
const QUEUE: usize = 32;

/// How often a fight is played out from each moment for a first answer, and for a sure one.
const FIRST: u32 = 20;
const SURE: u32 = 200;

/// So many play-outs of a whole fight at most: in a long one there are fewer from each moment.
const MOST: usize = 40_000;

/// What has been found out so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The moments.
    pub frames: Option<Arc<Vec<Frame>>>,
    /// The replay.
    pub film: Option<Arc<String>>,
    /// What decided it.
    pub decided: Option<Arc<Decided>>,
    /// Why there is no more.
    pub failed: Option<String>,
    /// Whether nothing more is to come.
    pub done: bool,
}

/// A fight as a chair saw it, up to one of its facts: what a review is of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Of {
    fight: String,
    chair: ChairId,
    /// Facts and room as they were.
    state: u64,
}

/// All reviews.
#[derive(Debug)]
pub(crate) struct Reviews {
    kept: Mutex<VecDeque<(Of, watch::Receiver<Found>)>>,
    pool: Pool,
    busy: Busy,
}

impl Reviews {
    pub(crate) fn new(busy: Busy) -> Reviews {
        Reviews { kept: Mutex::default(), pool: Pool::new(QUEUE), busy }
    }

    /// The review of a table for a chair; begun, where there is none.
    ///
    /// # Errors
    /// When too many wait already.
    pub(crate) fn of(&self, tables: &Arc<Tables>, seat: &Seat) -> Result<watch::Receiver<Found>, Failed> {
        let state = seat.table.look(|session| {
            let room = serde_json::to_string(session.room()).unwrap_or_default();
            xxh3_64(format!("{:?}{room}", session.live().facts()).as_bytes())
        });
        let of = Of { fight: seat.table.id.clone(), chair: seat.chair, state };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = kept.iter().find(|(known, _)| *known == of) {
            return Ok(found.clone());
        }
        let (told, found) = watch::channel(Found::default());
        let (tables, fight, chair, busy) = (Arc::clone(tables), of.fight.clone(), of.chair, self.busy.clone());
        let begun = self.pool.begin(move || {
            if let Err(failed) = review(&tables, (&fight, chair), &busy, &told) {
                told.send_modify(|found| found.failed = Some(failed.to_string()));
            }
            told.send_modify(|found| found.done = true);
        });
        if !begun {
            return Err(Failed::Broken("too many fights are being looked back at; try again in a minute".into()));
        }
        kept.push_front((of, found.clone()));
        kept.truncate(KEPT);
        Ok(found)
    }
}

/// Finds out all there is, piece by piece. The fight is read from the store, so that its table is not held up.
fn review(
    tables: &Tables,
    (fight, chair): (&str, ChairId),
    busy: &Busy,
    told: &watch::Sender<Found>,
) -> Result<(), Failed> {
    let session = tables.reading(fight)?;
    // Nobody may be there any more to be told.
    let wanted = || {
        busy.give_way();
        !told.is_closed()
    };
    let Some(frames) = session.frames(chair, &wanted) else { return Ok(()) };
    let frames = Arc::new(frames);
    told.send_modify(|found| found.frames = Some(Arc::clone(&frames)));
    let scene = session.scene(chair);
    let written = film(&scene, &frames, &|name| data_address(tables, name));
    told.send_modify(|found| found.film = Some(Arc::new(written)));
    // By what the chair knows alone, so that the number of play-outs tells nothing of what it does not.
    let surely = u32::try_from(MOST / frames.len().max(1)).unwrap_or(SURE).clamp(FIRST, SURE);
    let mut steps = vec![FIRST, surely];
    steps.dedup();
    for play_outs in steps {
        let Some(decided) = weighed(&session, &scene, play_outs, &wanted) else { return Ok(()) };
        told.send_modify(|found| found.decided = Some(Arc::new(decided)));
    }
    Ok(())
}

/// A kept picture as an address that holds all of it.
fn data_address(tables: &Tables, name: &str) -> Option<String> {
    let (kind, bytes) = tables.picture(name).ok()??;
    Some(format!("data:{kind};base64,{}", STANDARD.encode(bytes)))
}

/// What decided a fight as a chair knew it: at each of its own facts, and at whatever else it learnt of.
fn weighed(session: &Session, scene: &Scene, play_outs: u32, wanted: &dyn Fn() -> bool) -> Option<Decided> {
    let sides = session.opened().fight.sides();
    let own = scene.seen.knowing.iter().position(|knowing| *knowing == Knowing::Own);
    let own = own.filter(|_| !scene.is_gm()).map(|place| scene.seen.view.combatants[place].side.clone());
    let side = own.and_then(|own| sides.iter().position(|side| *side == own)).unwrap_or(0);
    let round_limit = scene.seen.view.round.saturating_add(ROUND_LIMIT);
    let budget = Budget { play_outs, seed: 1, round_limit };
    let mut scales: Option<Scales> = None;
    let (mut told, mut whole) = (0, true);
    session.retrace(scene.chair, &mut |step| {
        whole = wanted();
        if !whole {
            return ControlFlow::Break(());
        }
        let Some(scales) = &mut scales else {
            scales = Some(Scales::new(sides.clone(), side, step.outlook().fight(), budget));
            told = step.frame().told;
            return ControlFlow::Continue(());
        };
        let frame = step.frame();
        let news = frame.seen.log.get(told..).unwrap_or_default().first().map(|(_, event)| event.text.clone());
        let moved = step.fact.and_then(|(_, fact)| moved_by(fact));
        if let Some((cause, words)) = moved.filter(|_| step.is_own() || news.is_some()) {
            let words = match step.is_own() || scene.is_gm() {
                true => with_news(step.words(&words), news),
                false => news.unwrap_or_default(),
            };
            scales.add(frame.moment, (cause, words), step.outlook().fight());
            told = frame.told;
        }
        ControlFlow::Continue(())
    });
    whole.then_some(())?;
    let blame = scales?.blame();
    let chance = |chances: &[f64]| chances.get(side).copied().unwrap_or(0.0);
    let turn = |swing: &quintain_sim::Swing| Turn {
        moment: swing.fact,
        round: swing.round,
        mover: match swing.cause {
            Cause::Luck => Mover::Luck,
            Cause::Choice => Mover::Choice,
            Cause::Edict => Mover::Edict,
        },
        what: swing.what.clone(),
        after: chance(&swing.after),
        swing: swing.swing,
        within: swing.within,
    };
    Some(Decided {
        side: sides.get(side).cloned().unwrap_or_default(),
        before: chance(&blame.before),
        luck: blame.luck,
        choice: blame.choice,
        edicts: blame.edicts,
        turns: blame.swings.iter().map(turn).collect(),
        play_outs,
    })
}

/// What a fact was, and what the story says of it.
fn with_news(words: String, news: Option<String>) -> String {
    match news {
        Some(news) => format!("{words}: {news}"),
        None => words,
    }
}

/// The facts of a table.
pub(crate) fn facts(seat: &Seat) -> Vec<Fact> {
    seat.table.look(|session| session.live().facts().to_vec())
}
