//! What the benches of all rulebooks share: setting a fight up from text, playing it in batches, counting decisions.

use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::ItemsCount;
use quintain_content::{Encounter, Source};
use quintain_dice::{Faces, Stream};
use quintain_engine::{
    Answer, AnyFight, AnyRulebook, Conduct, Event, EventId, Fate, Hall, Outcome, Plan, Progress, Rulebook, Table,
    Throw, advance,
};

use crate::battery::{packs_by_id, packs_of};

/// Fights in a batch of a bench go on for so many rounds at most.
const ROUND_LIMIT: u32 = 200;

/// Sets up an encounter written in the bench, with the book's packs. It is played behind the book's face, by the
/// rules as they are compiled in their own crate: what is measured is what everybody runs.
/// It panics where they are not sound: a bench has nobody to tell.
fn set_up(book: &dyn AnyRulebook, encounter: &str) -> Box<dyn AnyFight> {
    let encounter = parsed(encounter, book.tables());
    book.read(&packs_by_id(book.id())).expect("sound packs").set_up(&encounter).expect("a sound encounter")
}

/// The same as the rules know it. It panics where the text is not sound.
pub(crate) fn fresh<R: Rulebook>(encounter: &str) -> R {
    let book = Arc::new(R::read(&packs_of::<R>()).expect("sound packs"));
    R::set_up(&book, &parsed(encounter, R::TABLES)).expect("a sound encounter")
}

fn parsed(encounter: &str, tables: &[&str]) -> Encounter {
    Encounter::parse(&Source::new("bench.toml", encounter), tables).expect("an encounter")
}

/// The plan of every bench: the rulebook's best tactics on both sides.
fn plan() -> Plan {
    Plan { seed: 7, conduct: Conduct::best(), round_limit: ROUND_LIMIT }
}

/// Measures fights a second, `batch` of them at a time, after a first batch in which lists grow.
pub fn fights_by_the_rules(bencher: Bencher<'_, '_>, book: &dyn AnyRulebook, encounter: &str, batch: u64) {
    let (fight, plan) = (set_up(book, encounter), plan());
    let all = || {
        let mut rounds = 0u64;
        fight.simulate(&plan, 0..batch, &mut |_, result| {
            rounds += u64::from(result.rounds);
            ControlFlow::Continue(())
        });
        rounds
    };
    bencher.counter(ItemsCount::new(batch)).bench_local(all);
}

/// How a fight ended, as both the rules and a program written by hand can say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The winning side, counted from 0; none where it is undecided.
    pub winner: Option<u8>,
    /// Rounds played.
    pub rounds: u32,
}

/// Makes sure that a program written by hand tells the same story of the first `fights` fights, and the same of each who
/// fought: it gets the dice and a list to add the fates to.
///
/// # Panics
/// At the first fight that goes otherwise.
pub fn same_story(
    book: &dyn AnyRulebook,
    encounter: &str,
    fights: u64,
    mut by_hand: impl FnMut(&mut Stream, &mut Vec<Fate>) -> Ended,
) {
    let (plan, mut fates) = (plan(), Vec::new());
    set_up(book, encounter).simulate(&plan, 0..fights, &mut |number, result| {
        let winner = match result.outcome {
            Some(Outcome::Won(side)) => Some(side.0),
            _ => None,
        };
        let ruled = Ended { winner, rounds: result.rounds };
        fates.clear();
        let written = by_hand(&mut Stream::new(plan.seed, number), &mut fates);
        assert_eq!((ruled, &result.fates), (written, &fates), "fight {number} went otherwise by hand");
        ControlFlow::Continue(())
    });
}

/// Measures the program written by hand over the same fights. Like the rules, it says what became of each who fought.
pub fn fights_by_hand(
    bencher: Bencher<'_, '_>,
    batch: u64,
    mut by_hand: impl FnMut(&mut Stream, &mut Vec<Fate>) -> Ended,
) {
    let (seed, mut fates) = (plan().seed, Vec::new());
    let mut rounds = |number: u64| {
        fates.clear();
        let ended = by_hand(&mut Stream::new(seed, number), &mut fates);
        divan::black_box(&fates);
        u64::from(ended.rounds)
    };
    bencher.counter(ItemsCount::new(batch)).bench_local(|| (0..batch).map(&mut rounds).sum::<u64>());
}

/// Says how much faster two threads play the fights of each bench than one.
///
/// What counts is the time that threads were at work on a processor, so that it does not matter who else is: two threads
/// that do not hinder each other need as long for a fight as one alone, and are twice as fast. One and two take turns.
pub fn tell_scaling(book: &dyn AnyRulebook, benches: &[(&str, &str)]) {
    const TURNS: usize = 15;
    for (name, encounter) in benches {
        let (fight, plan) = (set_up(book, encounter), plan());
        let work = |place: u64| {
            let (began, batch) = (busy(), place * BATCH..(place + 1) * BATCH);
            fight.simulate(&plan, batch, &mut |_, _| ControlFlow::Continue(()));
            busy().saturating_sub(began)
        };
        let on_threads = |threads: u64| {
            std::thread::scope(|scope| {
                let all: Vec<_> = (0..threads).map(|place| scope.spawn(move || work(place))).collect();
                all.into_iter().map(|thread| thread.join().expect("a batch played")).sum::<Duration>()
            })
        };
        let mut ratios: Vec<f64> = (0..TURNS)
            .map(|_| {
                let (one, two) = (on_threads(1), on_threads(2));
                4.0 * one.as_secs_f64() / two.as_secs_f64().max(f64::MIN_POSITIVE)
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        println!("{name}: two threads are {:.2} times as fast as one", ratios[TURNS / 2]);
    }
}

/// Fights that a thread plays at a time to measure how threads get along.
const BATCH: u64 = 20_000;

/// How long this thread has been at work on a processor; where the system does not say, how long it has existed.
fn busy() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = stat.and_then(|stat| stat.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// When the first measurement began.
static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);

/// Says how many decisions a fight of each bench takes on average, over its first 200 fights.
pub fn tell_decisions<R: Rulebook>(benches: &[(&str, &str)]) {
    const FIGHTS: u64 = 200;
    for (name, encounter) in benches {
        println!("{name}: {} decisions a fight", decisions::<R>(encounter, &plan(), 0..FIGHTS) / FIGHTS);
    }
}

/// How many decisions are made in these fights of an encounter, all together. It panics where its text is not sound.
pub fn decisions<R: Rulebook>(encounter: &str, plan: &Plan, fights: Range<u64>) -> u64 {
    let fresh = fresh::<R>(encounter);
    let mut fight = fresh.clone();
    let mut asked = 0;
    for number in fights {
        fight.clone_from(&fresh);
        let mut table = Counting { hall: Hall::new(plan.seed, number, &plan.conduct), asked: 0 };
        while fight.round() <= plan.round_limit {
            let Ok(progress) = advance(&mut fight, &mut table);
            if let Progress::Over(_) = progress {
                break;
            }
        }
        asked += table.asked;
    }
    asked
}

/// The hall with a counter of decisions.
struct Counting<'a> {
    hall: Hall<'a>,
    asked: u64,
}

impl<R: Rulebook> Table<R> for Counting<'_> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        self.hall.roll(fight, throw)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        self.asked += 1;
        self.hall.ask(fight, ask)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        self.asked += asks.len() as u64;
        self.hall.ask_any(fight, asks)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        Table::<R>::tell(&mut self.hall, event)
    }
}
