//! Playing the fights: threads take chunks of their numbers, each keeps its own tally, the tallies are merged.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quintain_engine::{AnyFight, Fate, FightResult, Side};

use crate::chunks::Chunks;
use crate::driven::Driven;
use crate::report::Report;
use crate::study::Study;
use crate::tally::Tally;
use crate::threads::on_threads;

/// Plays the fights of a study.
///
/// `progress` hears how many more fights are done, from any thread. As soon as `stop` is true the fights under way are
/// played to their end, no others are begun, and the report covers those that were played.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// use quintain_sim::{Study, simulate};
///
/// let opened = library().open("cyclops", &files::read)?;
/// let study = Study::new(opened.title(), 500);
/// let report = simulate(&*opened.fight, &study, &|_| {}, &AtomicBool::new(false));
/// let heroes = &report.sides[0];
/// assert!(heroes.interval95[0] < heroes.win_rate && heroes.win_rate < heroes.interval95[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate(fight: &dyn AnyFight, study: &Study, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Report {
    run(fight, study, progress, stop, &Nobody)
}

/// Hears every fight, chunk by chunk.
pub(crate) trait Listener: Sync {
    /// What it gathers over one chunk.
    type Chunk: Default;

    /// One fight.
    fn hear(&self, chunk: &mut Self::Chunk, number: u64, result: &FightResult);

    /// A chunk is done; `place` counts the chunks from 0. They come in any order.
    fn done(&self, place: u64, chunk: Self::Chunk);
}

struct Nobody;

impl Listener for Nobody {
    type Chunk = ();

    fn hear(&self, _: &mut (), _: u64, _: &FightResult) {}

    fn done(&self, _: u64, (): ()) {}
}

/// The most fights in a chunk.
const MOST: u64 = 1024;

pub(crate) fn run<L: Listener>(
    fight: &dyn AnyFight,
    study: &Study,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
    listener: &L,
) -> Report {
    let began = Instant::now();
    let chunks = Chunks::new(&(0..study.fights), MOST);
    let whole = heard(fight, study, chunks, (progress, stop), listener);
    Report::new(fight, study, &whole, began.elapsed())
}

/// Plays the fights of these numbers and counts them.
pub(crate) fn counted(
    fight: &Driven,
    study: &Study,
    numbers: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Tally {
    heard(fight, study, Chunks::of(&numbers, (fight.at_once() as u64, MOST)), (progress, stop), &Nobody)
}

fn heard<L: Listener>(
    fight: &dyn AnyFight,
    study: &Study,
    chunks: Chunks,
    (progress, stop): (&(dyn Fn(u64) + Sync), &AtomicBool),
    listener: &L,
) -> Tally {
    let roster: Vec<Side> = fight.roster().into_iter().map(|(_, side)| side).collect();
    let empty = Tally::new(fight.sides().len(), roster.len(), study.round_limit);
    let plan = study.plan();
    let earlier = Earlier::of(fight);
    let tallies = on_threads(
        study.threads,
        chunks.count(),
        stop,
        || empty.clone(),
        |tally: &mut Tally, place| {
            let before = tally.fights;
            let mut chunk = L::Chunk::default();
            let mut own = FightResult::default();
            fight.simulate(&plan, chunks.numbers(place), &mut |number, result| {
                let result = earlier.taken_off(result, &mut own);
                tally.add(number, result, &roster);
                listener.hear(&mut chunk, number, result);
                if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            listener.done(place, chunk);
            progress(tally.fights - before);
        },
    );
    let mut whole = empty.clone();
    tallies.iter().for_each(|tally| whole.merge(tally));
    whole
}

/// The damage that had been done before a fight goes on; none at its beginning.
struct Earlier(Vec<Fate>);

impl Earlier {
    fn of(fight: &dyn AnyFight) -> Earlier {
        let fates = fight.before().fates;
        let hurt = fates.iter().any(|fate| fate.dealt > 0 || fate.taken > 0);
        Earlier(if hurt { fates } else { Vec::new() })
    }

    /// The result without it, laid into `room` where there is any.
    fn taken_off<'r>(&self, result: &'r FightResult, room: &'r mut FightResult) -> &'r FightResult {
        if self.0.is_empty() {
            return result;
        }
        room.clone_from(result);
        for (fate, before) in room.fates.iter_mut().zip(&self.0) {
            fate.dealt = fate.dealt.saturating_sub(before.dealt);
            fate.taken = fate.taken.saturating_sub(before.taken);
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use proptest::prelude::*;
    use quintain_engine::Conduct;

    use super::*;
    use crate::fake::Fake;

    fn study(fights: u64, seed: u64, threads: usize) -> Study {
        let conduct = Conduct::best();
        Study { encounter: "duel".into(), fights, seed, threads, conduct, round_limit: 12 }
    }

    fn played(study: &Study) -> Report {
        simulate(&Fake, study, &|_| {}, &AtomicBool::new(false))
    }

    /// Everything that the clock and the machine have no part in.
    fn timeless(report: Report) -> Report {
        Report { threads: 0, seconds: 0.0, fights_per_second: 0.0, ..report }
    }

    #[test]
    fn the_fights_add_up() {
        let report = played(&study(10_000, 1, 2));
        let won: u64 = report.sides.iter().map(|side| side.wins).sum();
        assert_eq!(won + report.mutual + report.ended + report.undecided, 10_000);
        assert_eq!((report.fights, report.stopped), (10_000, false));
        assert!(report.undecided > 0 && report.mutual > 0, "the fake has every outcome");
        let heroes = &report.sides[0];
        assert!(heroes.interval95[0] < heroes.win_rate && heroes.win_rate < heroes.interval95[1]);
        assert!(report.rounds.p5 <= report.rounds.p50 && report.rounds.p50 <= report.rounds.p95);
        assert_eq!(report.combatants[1].name, "Cyclops");
        assert_eq!(report.combatants[1].side, "monsters");
    }

    #[test]
    fn progress_hears_of_every_fight() {
        let heard = AtomicU64::new(0);
        let count = |more| _ = heard.fetch_add(more, Ordering::Relaxed);
        simulate(&Fake, &study(5_000, 1, 3), &count, &AtomicBool::new(false));
        assert_eq!(heard.into_inner(), 5_000);
    }

    #[test]
    fn a_stopped_run_reports_what_was_played() {
        let stop = AtomicBool::new(false);
        let report = simulate(&Fake, &study(1_000_000, 1, 2), &|_| stop.store(true, Ordering::Relaxed), &stop);
        assert!(report.stopped && report.fights > 0 && report.fights < 1_000_000);
        let none = simulate(&Fake, &study(10, 1, 1), &|_| {}, &AtomicBool::new(true));
        assert_eq!((none.fights, none.sides[0].interval95), (0, [0.0, 1.0]));
    }

    #[test]
    fn the_json_has_the_keys_that_are_promised() {
        let json = serde_json::to_value(played(&study(100, 7, 1))).unwrap();
        for key in ["encounter", "rulebook", "fights", "seed", "threads", "sides", "undecided", "rounds", "combatants"]
        {
            assert!(json.get(key).is_some(), "{key}");
        }
        for key in ["name", "wins", "win_rate", "interval95"] {
            assert!(json["sides"][0].get(key).is_some(), "{key}");
        }
        for key in ["mean", "p5", "p50", "p95", "max"] {
            assert!(json["rounds"].get(key).is_some(), "{key}");
        }
        for key in ["name", "side", "died_rate", "out_rate", "mean_damage_dealt", "mean_damage_taken"] {
            assert!(json["combatants"][0].get(key).is_some(), "{key}");
        }
        assert!(json["seconds"].is_number() && json["fights_per_second"].is_number());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn reports_do_not_depend_on_threads(fights in 0u64..3000, seed: u64, threads in 2usize..9) {
            let alone = timeless(played(&study(fights, seed, 1)));
            prop_assert_eq!(alone, timeless(played(&study(fights, seed, threads))));
        }
    }
}
