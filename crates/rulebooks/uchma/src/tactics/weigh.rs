//! What a use of an ability promises, in tenths of a point of health.

use quintain_engine::Who;

use super::positions;
use crate::ask::{Aimed, Deed};
use crate::book::{
    Aim, Apply, Class, Damage, DamageKind, Effect, Formula, Lasts, On, Status, Strike, Summon, Tag, Time, With,
};
use crate::combatant::Combatant;
use crate::content::{AbilityId, ability_of};
use crate::fight::Fight;
use crate::options;
use crate::rules::{abilities, curses, damage, features, precision, prone, shoving, statuses, targets, ways};

/// A use that promises something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    /// Which.
    pub ability: AbilityId,
    /// On what.
    pub aim: Aimed,
    /// How much it promises.
    pub worth: i32,
    /// It is aimed at a foe.
    pub hurts: bool,
}

impl Best {
    /// What to do.
    pub(super) fn deed(self) -> Deed {
        Deed::Use { ability: self.ability, aim: self.aim }
    }
}

/// The use of such a time that promises most now.
#[inline(always)]
pub(super) fn best(fight: &Fight, who: Who, ruthless: bool, times: &[Time]) -> Option<Best> {
    match times.iter().any(|time| abilities::may_have(fight, who, *time)) {
        true => best_of(fight, who, ruthless, times),
        false => None,
    }
}

fn best_of(fight: &Fight, who: Who, ruthless: bool, times: &[Time]) -> Option<Best> {
    let mut best: Option<Best> = None;
    abilities::each(fight, who, |ability| {
        let known = fight.ability(ability);
        if !times.contains(&known.time()) {
            return;
        }
        match known.blow.is_some() && abilities::pending(fight, who).is_empty() {
            true => best_blow(fight, who, ability, ruthless, &mut best),
            false => best_aim(fight, who, ability, ruthless, &mut best),
        }
    });
    best
}

/// The aim of an ability that promises most, if that is more than what is known.
fn best_aim(fight: &Fight, who: Who, ability: AbilityId, ruthless: bool, best: &mut Option<Best>) {
    // Who is in reach is soon seen, and mostly nobody is: then it does not matter what else forbids it.
    let may = || options::may_use(fight, who, ability).is_ok();
    let mut allowed = if targets::is_for_creatures(fight, ability) { None } else { Some(may()) };
    if allowed == Some(false) {
        return;
    }
    each_aim(fight, who, ability, |aim| {
        if !*allowed.get_or_insert_with(may) {
            return;
        }
        let reached = targets::reached(fight, who, ability, aim);
        let worth = worth(fight, who, ability, aim, &reached, ruthless);
        if worth > 0 && best.as_ref().is_none_or(|known| worth > known.worth) {
            let hurts = reached.iter().any(|target| fight.foes(who, *target));
            *best = Some(Best { ability, aim, worth, hurts });
        }
    });
}

/// The same for a blow, which costs nothing and is for one creature.
fn best_blow(fight: &Fight, who: Who, ability: AbilityId, ruthless: bool, best: &mut Option<Best>) {
    let mut allowed = None;
    targets::each_pick(fight, who, ability, |target| {
        let may = || options::may_use(fight, who, ability).is_ok();
        if !*allowed.get_or_insert_with(may) || !targets::counts(fight, who, ability, target) {
            return;
        }
        let worth = on_target(fight, who, ability, target, ruthless);
        if worth > 0 && best.as_ref().is_none_or(|known| worth > known.worth) {
            *best = Some(Best { ability, aim: Aimed::One(target), worth, hurts: fight.foes(who, target) });
        }
    });
}

/// What it is worth to take so much health from somebody with so much, in tenths of a point.
#[inline]
fn harm_of(falls: i16, health: i16) -> i32 {
    if falls <= 0 {
        return 0;
    }
    10 * i32::from(falls.min(health.max(1))) + if falls >= health { 150 } else { 0 }
}

/// The aims worth a thought: everybody within reach; of squares those where somebody stands.
fn each_aim(fight: &Fight, who: Who, ability: AbilityId, mut found: impl FnMut(Aimed)) {
    match fight.ability(ability).entry.aim {
        Aim::Burst { .. } | Aim::Ground { .. } => {
            for foe in fight.everyone().filter(|foe| fight.present(*foe) && fight.foes(who, *foe)) {
                let at = fight.one(foe).at;
                for square in [at].into_iter().chain(at.neighbours()) {
                    if targets::may_pick_square(fight, who, ability, square).is_ok() {
                        found(Aimed::At(square));
                        break;
                    }
                }
            }
        }
        _ => targets::each(fight, who, ability, found),
    }
}

/// What a use promises, less what it costs.
#[inline(always)]
fn worth(fight: &Fight, who: Who, ability: AbilityId, aim: Aimed, reached: &[Who], ruthless: bool) -> i32 {
    let (energy, health) = abilities::price(fight, who, ability, abilities::pending(fight, who), reached.len());
    let mut total = -10 * i32::from(energy) - 10 * i32::from(health);
    if fight.ability(ability).charges && charges_in_vain(fight, who, ability, aim) {
        return 0;
    }
    for target in reached {
        total += on_target(fight, who, ability, *target, ruthless);
    }
    if fight.ability(ability).gains { total + gains(fight, who, ability) } else { total }
}

/// What a use promises besides what it does to its targets.
fn gains(fight: &Fight, who: Who, ability: AbilityId) -> i32 {
    let mut total = 0;
    for step in fight.ability(ability).entry.every_step() {
        total += match step.effect {
            Effect::Summon(summon) if !has_minions(fight, who) => of_minions(fight, who, summon),
            Effect::Zone(_) if !fight.zones.iter().any(|zone| zone.owner == who) => 60,
            Effect::Reload if !fight.one(who).empty.is_empty() => 200,
            Effect::Apply(apply) if step.on == On::User => of_status(fight, who, who, apply),
            _ => 0,
        };
    }
    total
}

/// What calling creatures is worth: as much as they can take in the place of their summoner's friends.
fn of_minions(fight: &Fight, who: Who, summon: Summon) -> i32 {
    let called = summon.creature.place().and_then(|place| fight.setting.content.templates.get(place));
    let count = fight.value(summon.count, features::aptitudes(fight, who)).max(0);
    called.map_or(0, |called| 4 * i32::from(called.health) * i32::from(count))
}

/// Whether somebody has called creatures that are still there, pets apart.
fn has_minions(fight: &Fight, who: Who) -> bool {
    let mine = |other: &Who| {
        let called = fight.one(*other).called;
        fight.present(*other) && called.is_some_and(|called| called.by == who && called.with.is_some())
    };
    fight.everyone().any(|other| mine(&other))
}

/// Whether something of this ability lasts on somebody already.
fn has_from(fight: &Fight, whom: Who, ability: AbilityId) -> bool {
    fight.one(whom).lasting.iter().any(|lasting| lasting.by == Some(ability))
}

/// A charge needs a straight way and enough speed.
fn charges_in_vain(fight: &Fight, who: Who, ability: AbilityId, aim: Aimed) -> bool {
    let charge = fight.ability(ability).entry.first.iter().find_map(|step| match step.effect {
        Effect::Charge(charge) => Some(charge),
        _ => None,
    });
    let (Some(charge), Aimed::One(target)) = (charge, aim) else { return false };
    let way = ways::of_charge(fight, who, target, shoving::basic_reach(fight, who, With::MainHand));
    let metres = shoving::charge_metres(fight, who, charge);
    way.and_then(|way| positions::price_of(fight, who, way.squares())).is_none_or(|price| price > metres)
}

/// What a use promises on one of its targets.
pub(super) fn on_target(fight: &Fight, who: Who, ability: AbilityId, target: Who, ruthless: bool) -> i32 {
    let (entry, its) = (fight.ability(ability), fight.one(target));
    let foe = fight.foes(who, target);
    if foe && its.unconscious && !ruthless {
        return 0;
    }
    let Promise { mut harm, help, falls } = match entry.blow {
        Some(dealt) => Promise { falls: net(fight, who, target, dealt, ability), ..Promise::default() },
        None => of_steps(fight, who, target, ability),
    };
    harm += harm_of(falls, its.health);
    let strikes = i32::from(features::value(fight, who, entry.entry.strikes).max(1));
    let rolled = entry.against.is_some() && target != who && (foe || entry.hostile);
    let chance = if rolled { i32::from(precision::chance(fight, who, target, ability)) } else { 10 };
    let harm = harm * chance * strikes / 10;
    let harm = if entry.damaging && entry.time() != Time::FullTurn { harm + harm * wounds(its) / 100 } else { harm };
    match foe {
        true => fight.one(who).minded.weighs(harm - help, || super::as_prey(fight, who, target)),
        false if target == who => help - harm,
        false => help - 2 * harm,
    }
}

/// How much of somebody's health is gone, in hundredths: a blow is worth up to twice as much on those who are nearly down,
/// because they strike until they fall.
#[inline]
fn wounds(its: &Combatant) -> i32 {
    (100 - 100 * i32::from(its.health) / i32::from(its.most).max(1)).clamp(0, 100)
}

/// What the steps of a use promise together.
#[derive(Clone, Copy, Debug, Default)]
struct Promise {
    /// In tenths of a point, against the target.
    harm: i32,
    /// The same for it.
    help: i32,
    /// Health that it would lose.
    falls: i16,
}

fn of_steps(fight: &Fight, who: Who, target: Who, ability: AbilityId) -> Promise {
    let down = fight.one(target).unconscious;
    let (mut harm, mut help, mut falls) = (0, 0, 0);
    for step in &fight.ability(ability).entry.does {
        let whom = if step.on == On::User { who } else { target };
        let holds = step.when.is_none_or(|when| features::holds(fight, who, Some(target), when))
            && step.unless.is_none_or(|when| !features::holds(fight, who, Some(target), when));
        if !holds {
            continue;
        }
        match step.effect {
            Effect::Damage(dealt) => falls += net(fight, who, target, dealt, ability),
            Effect::Steal(steal) => {
                let with = features::aptitudes(fight, who);
                let potency = damage::potency(fight, who, with.potency, steal.potency);
                let armor = damage::base_armor(fight, target, DamageKind::Magical);
                falls += (fight.value(steal.amount, with) + potency - armor).max(0);
            }
            Effect::Strike(strike) => {
                if let Some(basic) = abilities::basic(fight, who, strike.with) {
                    let chance = i32::from(precision::chance(fight, who, target, basic));
                    let dealt = first_damage(fight, who, target, basic);
                    let dealt = if strike.half { dealt / 2 } else { dealt };
                    harm += (i32::from(dealt) + rider(fight, who, target, strike) / 10) * chance;
                }
            }
            Effect::Heal(heal) => {
                let one = fight.one(whom);
                let amount = fight.value(heal.amount, features::aptitudes(fight, who)) + on_average(heal.amount);
                let missing = (one.most - one.health).max(0);
                help += 10 * i32::from(amount.min(missing));
                if one.unconscious && one.health + amount >= 1 {
                    help += 300;
                }
                if missing < amount {
                    help = help.min(0);
                }
            }
            Effect::Apply(apply) if step.on == On::Target => {
                let value = of_status(fight, who, target, apply);
                match apply.status.class() {
                    Class::Supportive => help += value,
                    _ => harm += value,
                }
            }
            Effect::Prone if !prone::lies(fight, target) => harm += 60 + drop(fight, target),
            Effect::Lift(_) if !curses::liftable_from(fight, whom, ability).is_empty() => help += 60,
            Effect::Wake(_) | Effect::FirstAid if down => help += 300,
            Effect::Grant(_) if !has_from(fight, whom, ability) => help += 40,
            // Held down, it lies and is hurt turn after turn.
            Effect::Pin(_) => harm += 220,
            Effect::Energy(_) | Effect::Push(_) => harm += 30,
            _ => {}
        }
    }
    Promise { harm, help, falls }
}

/// What the dice of a formula come to on average.
pub(super) fn on_average(formula: Formula) -> i16 {
    formula.dice().map_or(0, |(count, sides)| i16::from(count) * (i16::from(sides) + 1) / 2)
}

/// What rides on a blow inside another ability.
fn rider(fight: &Fight, who: Who, target: Who, strike: Strike) -> i32 {
    let Some(rides) = strike.rider.and_then(ability_of) else { return 0 };
    let of_step = |effect| match effect {
        Effect::Apply(apply) => of_status(fight, who, target, apply),
        _ => 0,
    };
    fight.ability(rides).entry.does.iter().map(|step| of_step(step.effect)).sum()
}

/// What one packet would take from somebody.
#[inline(always)]
fn net(fight: &Fight, who: Who, target: Who, dealt: Damage, ability: AbilityId) -> i16 {
    let with = features::aptitudes(fight, who);
    let potency = damage::potency(fight, who, with.potency, dealt.potency);
    let dice = on_average(dealt.amount);
    let armor = (damage::base_armor(fight, target, dealt.kind) - dealt.ignores).max(0);
    let mut left = (fight.value(dealt.amount, with) + dice + potency - armor).max(0);
    for _ in 0..u8::from(dealt.half) + damage::halves_of(fight, who, target, ability) {
        left = fight.half(left);
    }
    left
}

/// Whether a use might take all that is left of somebody's health. Where either of them has something that could add to
/// it, nobody knows.
pub(super) fn may_fell(fight: &Fight, by: Who, whom: Who, ability: AbilityId) -> bool {
    if !features::is_bare(fight, by) || !features::is_bare(fight, whom) {
        return true;
    }
    let with = abilities::aptitudes(fight, by, ability);
    let most = |dealt: Damage| {
        let dice = dealt.amount.dice().map_or(0, |(count, sides)| i16::from(count) * i16::from(sides));
        let gross = fight.value(dealt.amount, with) + dice + damage::potency(fight, by, with.potency, dealt.potency);
        (gross - (damage::base_armor(fight, whom, dealt.kind) - dealt.ignores).max(0)).max(0)
    };
    let steps = &fight.ability(ability).entry.does;
    let known = steps.iter().all(|step| matches!(step.effect, Effect::Damage(_) | Effect::Apply(_)));
    let taken: i16 =
        steps.iter().map(|step| if let Effect::Damage(dealt) = step.effect { most(dealt) } else { 0 }).sum();
    !known || taken >= fight.one(whom).health
}

fn first_damage(fight: &Fight, who: Who, target: Who, ability: AbilityId) -> i16 {
    let dealt = fight.ability(ability).entry.does.iter().find_map(|step| match step.effect {
        Effect::Damage(dealt) => Some(dealt),
        _ => None,
    });
    dealt.map_or(0, |dealt| net(fight, who, target, dealt, ability))
}

/// What it is worth to bring a flyer down.
fn drop(fight: &Fight, target: Who) -> i32 {
    match fight.one(target).altitude {
        0 => 0,
        1..=3 => 80,
        _ => 30,
    }
}

/// What a status effect is worth; nothing where it is already there.
fn of_status(fight: &Fight, who: Who, target: Who, apply: Apply) -> i32 {
    let there = fight.one(target).has(apply.status);
    if (there && apply.status != Status::Fatigued) || features::immune(fight, target, apply.status) {
        return 0;
    }
    let with = features::aptitudes(fight, who);
    let size = apply
        .size
        .map_or_else(|| statuses::usual_size(fight, apply.status, with.potency), |size| fight.value(size, with));
    let long = match apply.lasts {
        Lasts::Rounds(rounds) | Lasts::Hits(rounds) => i32::from(fight.value(rounds, with)).clamp(1, 3),
        _ => 1,
    };
    match apply.status {
        Status::Stunned => 150 * long + drop(fight, target),
        Status::Bleeding | Status::Diseased | Status::Frostbitten => 10 * i32::from(size) * long,
        Status::Burning => {
            let armor = damage::base_armor(fight, target, DamageKind::Physical);
            10 * i32::from((size - armor).max(0)) * long
        }
        Status::Electrified => {
            let armor = damage::base_armor(fight, target, DamageKind::Magical);
            10 * i32::from((size - armor).max(0)) * long
        }
        Status::Fatigued if target == who => -20,
        Status::Exposed | Status::CrackedArmor | Status::Disoriented | Status::Blinded => 50 * long,
        Status::Immobilized if target != who => 40 * long + drop(fight, target),
        Status::Slowed if target != who => 40 * long,
        Status::Immobilized => -30,
        Status::Protected | Status::Regeneration => {
            let hurt = fight.one(target).health < fight.one(target).most;
            if hurt { 60 } else { 10 }
        }
        Status::TemporaryHealth | Status::TemporaryPhysicalArmor | Status::TemporaryMagicalArmor => 5 * i32::from(size),
        _ => 30,
    }
}

/// A technique that makes a basic attack better at a price that pays.
pub(super) fn addition(fight: &Fight, who: Who, best: &Best) -> Option<AbilityId> {
    let Aimed::One(target) = best.aim else { return None };
    if !fight.ability(best.ability).is(Tag::Basic) || !abilities::pending(fight, who).is_empty() {
        return None;
    }
    let basic = abilities::basic(fight, who, With::MainHand)?;
    let chance = precision::chance(fight, who, target, basic);
    let mut found = None;
    abilities::each_modification(fight, who, |modification| {
        let entry = &fight.ability(modification).entry;
        let Some(modifies) = entry.modifies else { return };
        let adds = fight.value(modifies.damage, features::aptitudes(fight, who)) > 0;
        let fresh = entry.does.iter().any(|step| match step.effect {
            Effect::Apply(apply) => of_status(fight, who, target, apply) > 0,
            _ => false,
        });
        let likely = chance + modifies.precision >= 5;
        let pays = likely && (adds || fresh) && fight.one(who).energy >= 4;
        if found.is_none()
            && pays
            && abilities::goes_with(fight, modification, best.ability)
            && options::may(fight, who, Deed::With(modification)).is_ok()
        {
            found = Some(modification);
        }
    });
    found
}
