//! One strike of a use on one target: its roll, what follows, and what a hit sets off.

use quintain_engine::{Event, Table, Who};
use smallvec::SmallVec;

use crate::ask::{self, Ask};
use crate::book::{Event as Happens, Feature, Strike, Tag, Topic, With};
use crate::content::{AbilityId, ability_of};
use crate::fight::Fight;
use crate::lasting::List;
use crate::rules::abilities::basic;
use crate::rules::effects::{self, Job};
use crate::rules::{criticals, damage, distance, features, happenings, kept, precision, shoving, uses, weapons};

/// A basic attack outside its weapon's own range, thrown or pulled out, with all that goes with it. Says whether it hit.
///
/// # Errors
/// Halts with the table.
pub(crate) fn strike_loose<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    whom: Who,
) -> Result<bool, T::Halt> {
    let before = fight.last_target.replace(whom);
    let hit = strike_once(fight, table, job, whom)?;
    for id in job.modifications() {
        if fight.present(job.by) && !fight.is_cut_short(job.by) {
            effects::steps(fight, table, &Job { ability: id, ..*job }, List::After, Some(whom))?;
        }
    }
    if !hit {
        uses::backup_plan(fight, table, job)?;
    }
    features::after_use(fight, job.by, job.since);
    fight.last_target = before;
    Ok(hit)
}

/// One strike on one target: the roll, and what follows. Says whether it hit.
#[inline]
pub(super) fn strike_once<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    whom: Who,
) -> Result<bool, T::Halt> {
    let mut job = *job;
    let hit = settle(fight, table, &mut job, whom)?;
    weapons::may_break(fight, table, &job);
    Ok(hit)
}

/// The same, before what it was made with may break.
#[inline]
fn settle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &mut Job, whom: Who) -> Result<bool, T::Halt> {
    let against = fight.ability(job.ability).against;
    let against = if unwilling(fight, table, job, whom)? { against } else { None };
    criticals::pay_for_critical(fight, table, job, whom)?;
    let mut hit = true;
    if let Some(against) = against {
        let attempt = effects::attempt(fight, job, whom, against);
        let rolled = precision::roll(fight, table, attempt)?;
        job.cause = Some(rolled.event);
        job.face = rolled.face;
        hit = rolled.hit;
    }
    follow(fight, table, job, whom, hit)
}

/// What follows a strike that has hit or missed. Says which it was.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn follow<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    whom: Who,
    hit: bool,
) -> Result<bool, T::Halt> {
    let alone = fight.ability(job.ability).blow.is_some() && job.mods[0].is_none() && job.rider.is_none();
    match (hit, alone) {
        (false, true) => {}
        (false, false) => missed(fight, table, job, whom)?,
        (true, true) => effects::blow(fight, table, job, whom)?,
        (true, false) => landed(fight, table, job, whom)?,
    }
    if hit {
        after_hit(fight, table, job, whom)?;
    }
    Ok(hit)
}

/// What a failed roll does.
fn missed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    effects::steps(fight, table, job, List::Miss, Some(whom))?;
    for id in job.modifications() {
        effects::steps(fight, table, &Job { ability: id, ..*job }, List::Miss, Some(whom))?;
    }
    Ok(())
}

/// What a success does, with everything that goes with it.
fn landed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    // What goes with an attack inside an ability goes with that attack.
    let outer = fight.ability(job.ability).strikes;
    let modified = !outer && job.mods[0].is_some();
    let replaces = |id| fight.ability(id).entry.modifies.is_some_and(|modifies| modifies.replaces);
    let replaced = modified && job.modifications().any(replaces);
    kept::begun(fight, table, job.by, job.ability, whom);
    if !replaced {
        effects::steps(fight, table, job, List::Does, Some(whom))?;
    }
    if modified {
        for id in job.modifications() {
            if fight.present(whom) {
                effects::steps(fight, table, &Job { ability: id, ..*job }, List::Does, Some(whom))?;
            }
        }
    }
    if let Some(rider) = job.rider.filter(|_| fight.present(whom)) {
        effects::steps(fight, table, &Job { ability: rider, ..*job }, List::Does, Some(whom))?;
    }
    Ok(())
}

/// A basic weapon attack inside another ability.
///
/// # Errors
/// Halts with the table.
pub(crate) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    strike: Strike,
    whom: Who,
) -> Result<(), T::Halt> {
    if !features::goes_on(fight, job.by) || !fight.present(whom) {
        // The first of two blows has cost it, or its target, too much.
        return Ok(());
    }
    let Some(attack) = basic(fight, job.by, strike.with) else { return Ok(()) };
    let far = shoving::basic_reach(fight, job.by, strike.with);
    if strike.with == With::OffHand && distance::between(fight, job.by, whom) > far {
        return Ok(());
    }
    if weapons::pole_in_the_way(fight, job.by, attack) {
        table.tell(|| {
            let name = &fight.ability(attack).entry.name;
            let text = format!("{} cannot {name} with a foe beside", fight.label(job.by));
            Event::new(&weapons::POLEARM, text).by(job.by).to(whom)
        });
        return Ok(());
    }
    let inner = Job {
        ability: attack,
        precision: job.precision + strike.precision,
        plain: job.plain || strike.ignores_weapon_precision,
        against: strike.against,
        half: job.half || strike.half,
        potency: (strike.potency != crate::book::Potency::Full).then_some(strike.potency),
        rider: strike.rider.and_then(ability_of),
        ..*job
    };
    if weapons::out_of_shots(fight, job.by, attack) {
        return Ok(());
    }
    weapons::used(fight, job.by, attack);
    weapons::shoot(fight, table, job.by, attack);
    strike_once(fight, table, &inner, whom)?;
    Ok(())
}

/// `precision.when`: whether somebody does not want what is done to it. Nobody wants what only harms, be it one's own;
/// allies
/// are asked where it has two sides, and others where it helps.
#[inline]
fn unwilling<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<bool, T::Halt> {
    let ability = fight.ability(job.ability);
    let (helpful, hostile) = (ability.helpful, ability.hostile);
    if ability.against.is_none() {
        return Ok(false);
    }
    if whom == job.by {
        return Ok(hostile && !helpful);
    }
    if !fight.allies(job.by, whom) {
        if hostile || !helpful {
            return Ok(true);
        }
        // The unconscious put up with what helps.
        if fight.one(whom).unconscious {
            return Ok(false);
        }
    } else if !hostile || !helpful {
        return Ok(hostile);
    }
    Ok(!ask::yes(fight, table, Ask::Allows { who: whom, by: job.by, ability: job.ability })?)
}

/// What a hit sets off: riders, spikes.
#[inline]
fn after_hit<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let entry = fight.ability(job.ability);
    let (weapon, basic) = (entry.is(Tag::Weapon), entry.is(Tag::Basic));
    let melee = entry.melee && !fight.thrown;
    if weapon && !features::none(fight, job.by, Topic::Blows) {
        riders(fight, table, job, whom)?;
    }
    if basic {
        happenings::happens(fight, table, job.by, Happens::BasicHits)?;
    }
    match !melee || features::none(fight, whom, Topic::Events) {
        true => Ok(()),
        false => answers(fight, table, job, whom),
    }
}

/// What somebody hit in melee does by itself.
fn answers<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let natural = touches(fight, job);
    let due =
        features::awaiting(fight, whom, |event| event == Happens::HitInMelee || (natural && event == Happens::Touched));
    for (does, source) in due {
        if let Some(does) = ability_of(does) {
            let answer = Job::new(fight, whom, does).with(source.with);
            effects::on_one(fight, table, &answer, job.by)?;
        }
    }
    Ok(())
}

/// Whether an attack touches with the body itself.
fn touches(fight: &Fight, job: &Job) -> bool {
    fight.ability(job.ability).is(Tag::Natural) && fight.ability(job.ability).melee
}

fn riders<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let mut due: SmallVec<[(AbilityId, features::Source, bool); 4]> = SmallVec::new();
    let weapon = fight.ability(job.ability).weapon;
    features::each(fight, job.by, Topic::Blows, |feature, source| {
        if let Feature::Rider { does, of, optional, .. } = feature
            && damage::is_of(fight, job.ability, of)
            && source.counts_with(weapon)
            && let Some(does) = ability_of(does)
        {
            due.push((does, source, optional));
        }
    });
    for (does, source, optional) in due {
        let there = fight.present(whom);
        if optional && !(there && ask::yes(fight, table, Ask::Wants { who: job.by, whom, ability: does })?) {
            continue;
        }
        features::spend(fight, job.by, &source);
        if there {
            effects::on_one(fight, table, &Job::new(fight, source.owner, does).with(source.with), whom)?;
        }
    }
    Ok(())
}
