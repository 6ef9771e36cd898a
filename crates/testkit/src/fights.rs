//! Whole unattended fights.

use std::ops::{ControlFlow, Range};

use quintain_engine::{Conduct, Fate, FightResult, Plan, Tactics, Terms};

use crate::battery::{Arena, Battery};
use crate::{Check, claim};

/// The ways in which a rulebook can be played by everyone alike: each of its own tactics, and `random`.
fn conducts(battery: &Battery) -> Vec<(&'static str, Conduct)> {
    let uniform = |tactics| Conduct { uniform: Some(tactics), ..Conduct::default() };
    let own = battery.rulebook.tactics().iter().enumerate();
    let own = own.map(|(place, info)| (info.name, uniform(Tactics::Own(place))));
    own.chain([("random", uniform(Tactics::Random))]).collect()
}

fn results(arena: &Arena, plan: &Plan, fights: Range<u64>) -> Vec<FightResult> {
    let mut results = Vec::new();
    arena.fight.simulate(plan, fights, &mut |_, result| {
        results.push(result.clone());
        ControlFlow::Continue(())
    });
    results
}

/// How many of `fights` to play: `random` tactics build every question in full, which takes long on a map.
fn many(arena: &Arena, tactics: &str, fights: u64) -> u64 {
    match (tactics, arena.mapped) {
        ("random", true) => fights.div_ceil(50),
        ("random", false) => fights.div_ceil(10),
        _ => fights,
    }
}

/// Fights end or reach the round limit, whoever plays; what is told of them adds up.
///
/// # Errors
/// The first fight that does not.
pub fn fights_end(battery: &Battery, seed: u64, fights: u64) -> Check {
    for arena in &battery.arenas {
        for (tactics, conduct) in conducts(battery) {
            let round_limit = if tactics == "random" && arena.mapped { 6 } else { 60 };
            let plan = Plan { seed, conduct, round_limit };
            for (number, result) in results(arena, &plan, 0..many(arena, tactics, fights)).into_iter().enumerate() {
                let fault = |what: &str| format!("{}, seed {seed}, fight {number}, {tactics}: {what}", arena.name);
                let limit = result.rounds == round_limit;
                claim(result.outcome.is_some() || limit, || fault("it neither ended nor reached the round limit"))?;
                let lost = result.fates.iter().any(|fate| fate.died && !fate.out);
                claim(!lost, || fault("somebody died and is not out of the fight"))?;
                let enough = result.fates.len() >= arena.fight.roster().len();
                claim(enough, || fault("somebody is missing at the end"))?;
            }
        }
    }
    Ok(())
}

/// Fights played in one go are those played one by one: nothing of a fight outlives it.
///
/// # Errors
/// The first fight that differs.
pub fn batches_do_not_matter(battery: &Battery, seed: u64, fights: u64) -> Check {
    for arena in &battery.arenas {
        for (tactics, conduct) in conducts(battery) {
            let round_limit = if tactics == "random" { 4 } else { 60 };
            let plan = Plan { seed, conduct, round_limit };
            let count = many(arena, tactics, fights).max(2);
            let together = results(arena, &plan, 0..count);
            for (number, in_batch) in (0..count).zip(&together) {
                let alone = results(arena, &plan, number..number + 1);
                claim(alone.first() == Some(in_batch), || {
                    let name = &arena.name;
                    format!(
                        "{name}, seed {seed}, {tactics}: fight {number} behind {number} others is {in_batch:?}, \
                         alone {alone:?}"
                    )
                })?;
            }
        }
    }
    Ok(())
}

/// A simulated fight is the live fight with the same seed and number.
///
/// # Errors
/// The first fight that differs.
pub fn hall_and_desk_agree(battery: &Battery, seed: u64, fights: u64) -> Check {
    for arena in &battery.arenas {
        for (tactics, conduct) in conducts(battery) {
            let round_limit = if arena.mapped { 2 } else { 30 };
            let plan = Plan { seed, conduct: conduct.clone(), round_limit };
            let count = if arena.mapped { fights.div_ceil(8) } else { fights };
            for (number, hall) in (0..count).zip(results(arena, &plan, 0..count)) {
                let terms = Terms { round_limit, ..Terms::unattended(seed, number, conduct.clone()) };
                let live = arena.fight.live(terms, Vec::new());
                let fates: Vec<Fate> = live.fates();
                // Some books count on before they rest at the limit.
                let rounds = live.view().round.min(round_limit);
                let same = live.outcome() == hall.outcome && rounds == hall.rounds && fates == hall.fates;
                claim(same, || {
                    let (name, round, outcome) = (&arena.name, live.view().round, live.outcome());
                    format!(
                        "{name}, seed {seed}, fight {number}, {tactics}: simulated {hall:?}, \
                         live {outcome:?} in round {round} with {fates:?}; it waits for {}",
                        live.who_is_asked().join("; ")
                    )
                })?;
            }
        }
    }
    Ok(())
}
