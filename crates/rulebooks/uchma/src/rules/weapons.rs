//! Weapons in hand: what each lets its wielder do, and what becomes of it.

use quintain_engine::{Event, Table, Who};
use smallvec::SmallVec;

use crate::ask::{self, Act, Ask};
use crate::book::{Damage, DamageKind, Effect, Feature, Hold, Step, Tag, Time, Topic, Upon};
use crate::content::{AbilityId, WeaponId};
use crate::fight::{Fight, Lying};
use crate::house::Unsteady;
use crate::lasting::Lasting;
use crate::objection::Objection;
use crate::rules::effects::Job;
use crate::rules::{adjacency, features, uses};

mod deeds;
mod hands;
mod items;

pub(crate) use deeds::carry_out;
pub use deeds::{below, each_deed, may};
pub use hands::{may_hold, price_of_swap};

quintain_engine::section! {
    "Weapons";
    WIELDED = Engine "weapon.wielded": "What a weapon adds counts only while it is wielded.";
    BASIC = Engine "weapon.basic": "The first ability of a weapon that is not passive is its basic attack.";
    LIGHT = Engine "weapon.light": "A light weapon lends the off hand its prepared action, and the main hand everything else.";
    UNSTEADY = Engine "weapon.unsteady": "Unsteady weapons shoot worse unless the whole Move goes into steadying, with no foe beside.", ruling "At every shot.", house "unsteady";
    STEADY = Choice "weapon.steady": "Giving up the whole Move steadies the aim if no foe is beside.";
    POLEARM = Engine "weapon.polearm": "A glaive cannot strike, and a spear does half damage, with a foe beside, but for what is made for it.";
    RELOADING = Engine "weapon.reloading": "A crossbow is loaded before each shot, by a rapid action or for 1 energy.", ruling "It begins loaded.";
    QUIVER = Engine "weapon.quiver": "Each shot takes an arrow or bolt of the thirty in a quiver; without one there is no shot.";
    IMPROVISED = Engine "weapon.improvised": "Improvised weapons do a die of damage more and break on a low face.";
    SIDEARM = Choice "weapon.sidearm": "A sidearm is drawn freely on one's own turn; what was held falls down.";
    THROWN = Engine "weapon.thrown": "A thrown weapon sticks in whom it hits, else it lies there.";
    SLOTS = Choice "item.quick-access": "Items are used from quick-access slots, with the action.";
}

/// Bare hands.
pub const BARE: WeaponId = WeaponId(0);

/// Whether a one-handed weapon is in the main hand and a light one in the off hand.
pub fn two_weapons(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let hold = |weapon: Option<WeaponId>| weapon.map(|weapon| fight.weapon(weapon).entry.hold);
    matches!(hold(one.main), Some(Hold::Heavy | Hold::Light)) && hold(one.off) == Some(Hold::Light)
}

/// Whether a hand holds nothing.
pub fn has_free_hand(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let full = one.main.is_some_and(|main| one.off.is_some() || fight.weapon(main).entry.hold == Hold::TwoHanded);
    !full
}

/// The weapon in hand that something is laid on.
pub fn laid_on(fight: &Fight, who: Who, upon: Upon) -> Option<WeaponId> {
    let one = fight.one(who);
    match upon {
        Upon::Bearer => None,
        Upon::Weapon => one.makeup.basic.and_then(|basic| fight.ability(basic).weapon),
        Upon::PhysicalWeapon => {
            let physical = |weapon: &WeaponId| fight.weapon(*weapon).basic.is_some_and(|basic| cuts(fight, basic));
            [one.main, one.off].into_iter().flatten().find(physical)
        }
    }
}

/// Whether somebody has a weapon in hand, or as part of its kind, that does physical damage: no bare hands, claws or teeth.
pub fn has_physical_weapon(fight: &Fight, who: Who) -> bool {
    let own = || fight.template(who).basic.filter(|basic| !fight.ability(*basic).is(Tag::Natural));
    let by_kind = || fight.one(who).main.is_none() && own().is_some_and(|basic| cuts(fight, basic));
    laid_on(fight, who, Upon::PhysicalWeapon).is_some() || by_kind()
}

/// Whether an attack does physical damage.
fn cuts(fight: &Fight, attack: AbilityId) -> bool {
    let physical = |step: &Step| matches!(step.effect, Effect::Damage(Damage { kind: DamageKind::Physical, .. }));
    fight.ability(attack).entry.does.iter().any(physical)
}

/// Whether the weapon in hand shoots arrows or bolts.
pub fn bow_in_hand(fight: &Fight, who: Who) -> bool {
    let weapon = fight.one(who).main.map(|weapon| fight.weapon(weapon));
    let shoots = |basic: AbilityId| fight.ability(basic).is(Tag::Projectile);
    weapon.is_some_and(|weapon| weapon.entry.ammunition > 0 && weapon.basic.is_some_and(shoots))
}

/// `weapon.unsteady`: what an unsteady weapon takes from a shot.
#[inline]
pub fn unsteadiness(fight: &Fight, by: Who, ability: AbilityId, steadied: bool) -> i16 {
    let entry = fight.ability(ability);
    let own = entry.weapon.is_some() || fight.template(by).basic.is_some();
    if steadied || !own || !entry.is(Tag::Weapon) {
        return 0;
    }
    let moved = fight.turn.as_ref().is_some_and(|turn| turn.who == by && turn.spent > 0);
    if fight.house().unsteady == Unsteady::OnlyIfMoved && !moved {
        return 0;
    }
    -features::sum(fight, by, Topic::Rolls, |feature, _| match feature {
        Feature::Unsteady { by } => by,
        _ => 0,
    })
}

/// `weapon.steady`: whether the aim may be steadied instead of moving.
///
/// # Errors
/// The refusal.
pub fn may_steady(fight: &Fight, who: Who) -> Result<(), Objection> {
    if !features::any(fight, who, Topic::Rolls, |feature| matches!(feature, Feature::Unsteady { .. })) {
        return Err(Objection::new(&STEADY, "its aim is steady enough"));
    }
    if adjacency::foe_beside(fight, who) {
        return Err(Objection::new(&STEADY, "a foe stands beside it"));
    }
    Ok(())
}

/// Which load an ability empties: its weapon's, or the lungs.
fn load(fight: &Fight, ability: AbilityId) -> Option<WeaponId> {
    fight.ability(ability).weapon
}

/// What the weapon itself forbids: an empty one, a polearm with a foe beside.
///
/// # Errors
/// The refusal.
pub fn may_use(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let entry = fight.ability(ability);
    let load = load(fight, ability);
    let empty = fight.one(who).empty.contains(&load);
    if entry.entry.empties && empty {
        return Err(Objection::about(&RELOADING, ability, "{} needs loading first"));
    }
    if entry.reloads && !empty {
        return Err(Objection::new(&RELOADING, "it is loaded"));
    }
    let attack = uses::attack_within(fight, who, ability);
    if attack.is_some_and(|attack| out_of_shots(fight, who, attack)) {
        return Err(Objection::about(&QUIVER, ability, "there is nothing left for {}"));
    }
    // A creature that charges leaves those beside it behind; what is prepared is looked at when it comes.
    let later = entry.is(Tag::Charge) || entry.time() == Time::Prepared;
    if !later && attack.is_some_and(|attack| pole_in_the_way(fight, who, attack)) {
        return Err(Objection::about(&POLEARM, ability, "{} cannot be used with a foe beside"));
    }
    Ok(())
}

/// `weapon.polearm`: a foe beside leaves a glaive no room, but for what it has prepared for that.
pub fn pole_in_the_way(fight: &Fight, who: Who, attack: AbilityId) -> bool {
    let entry = fight.ability(attack);
    let Some(weapon) = entry.weapon.filter(|_| entry.time() != Time::Prepared && entry.is(Tag::Weapon)) else {
        return false;
    };
    let bars = fight.weapon(weapon).passive.iter().any(|(feature, _)| *feature == Feature::Polearm { halves: false });
    bars && adjacency::foe_beside(fight, who)
}

/// `weapon.polearm`: half damage with a spear against somebody beside.
#[inline]
pub fn polearm_halves(fight: &Fight, by: Who, at: Who, ability: AbilityId) -> bool {
    let entry = fight.ability(ability);
    let Some(weapon) = entry.weapon else { return false };
    let halves = fight.weapon(weapon).passive.iter().any(|(feature, _)| *feature == Feature::Polearm { halves: true });
    let made_for_it = matches!(entry.entry.aim, crate::book::Aim::One { range, .. } if fight.value(range, features::aptitudes(fight, by)) <= 1);
    halves && !made_for_it && adjacency::adjacent(fight, by, at)
}

/// Whether a weapon, once in hand, could strike now: shots are left, and no foe is too near for a pole.
pub fn ready_for_use(fight: &Fight, who: Who, weapon: WeaponId) -> bool {
    let basic = fight.weapon(weapon).basic;
    basic.is_some_and(|basic| !out_of_shots(fight, who, basic) && !pole_in_the_way(fight, who, basic))
}

/// The weapon whose quiver an attack draws on.
#[inline]
fn quiver_of(fight: &Fight, attack: AbilityId) -> Option<WeaponId> {
    let entry = fight.ability(attack);
    let weapon = entry.weapon.filter(|_| entry.is(Tag::Projectile) && entry.is(Tag::Weapon))?;
    (fight.weapon(weapon).entry.ammunition > 0).then_some(weapon)
}

/// `weapon.quiver`: whether an attack is a shot that takes an arrow or bolt.
pub fn takes_a_shot(fight: &Fight, attack: AbilityId) -> bool {
    quiver_of(fight, attack).is_some()
}

/// `weapon.quiver`: whether somebody has nothing left to shoot with.
#[inline]
pub fn out_of_shots(fight: &Fight, who: Who, attack: AbilityId) -> bool {
    quiver_of(fight, attack).is_some_and(|weapon| fight.one(who).spares_of(weapon) == 0)
}

/// A shot is taken from the quiver.
pub(crate) fn shoot<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, attack: AbilityId) {
    let Some(weapon) = quiver_of(fight, attack) else { return };
    let left = fight.one(who).spares_of(weapon).saturating_sub(1);
    fight.one_mut(who).stock(weapon, left);
    if left < 3 {
        table.tell(|| {
            let text = format!("the quiver of {} holds {left} more", fight.label(who));
            Event::new(&QUIVER, text).by(who)
        });
    }
}

/// An ability has been used: whatever it empties is empty.
#[inline]
pub(crate) fn used(fight: &mut Fight, who: Who, ability: AbilityId) {
    if fight.ability(ability).entry.empties {
        let load = load(fight, ability);
        if !fight.one(who).empty.contains(&load) {
            fight.one_mut(who).empty.push(load);
        }
    }
}

/// Loads what is in hand, or catches breath.
pub(crate) fn reload<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let main = fight.one(who).main;
    fight.one_mut(who).empty.retain(|load| load.is_some() && *load != main);
    table.tell(|| Event::new(&RELOADING, format!("{} is ready again", fight.label(who))).by(who));
}

/// `weapon.improvised`: it breaks on a low face, whether it hits or misses, strikes or is thrown.
pub(crate) fn may_break<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job) {
    let Some(weapon) = fight.ability(job.ability).weapon else { return };
    let at = u16::from(fight.weapon(weapon).entry.breaks_at);
    if at == 0 || job.face == 0 {
        return;
    }
    let breaks = job.face <= at;
    table.tell(|| {
        let text = match breaks {
            true => format!("the {} of {} breaks", fight.weapon(weapon).entry.name, fight.label(job.by)),
            false => format!("the {} of {} holds", fight.weapon(weapon).entry.name, fight.label(job.by)),
        };
        Event::new(&IMPROVISED, text).by(job.by)
    });
    if breaks {
        lose(fight, job.by, weapon);
    }
}

/// Whether what somebody strikes with has broken at an earlier strike of the same use.
pub fn is_broken(fight: &Fight, job: &Job) -> bool {
    let held = |weapon| [fight.one(job.by).main, fight.one(job.by).off].contains(&Some(weapon));
    let breakable = |weapon: &WeaponId| fight.weapon(*weapon).entry.breaks_at > 0;
    fight.ability(job.ability).weapon.filter(breakable).is_some_and(|weapon| !held(weapon))
}

/// A weapon in hand is gone.
pub(crate) fn lose(fight: &mut Fight, who: Who, weapon: WeaponId) {
    let mut one = fight.one_mut(who);
    if one.main == Some(weapon) {
        one.main = None;
    } else if one.off == Some(weapon) {
        one.off = None;
    }
}

/// What lies on a weapon, and what has been used of it, goes with it to the one that picks it up.
fn hand_over(fight: &mut Fight, (from, to): (Who, Who), weapon: WeaponId) {
    let one = fight.one(from);
    if from == to || [one.main, one.off].contains(&Some(weapon)) || one.carried.contains(&weapon) {
        // A creature that has another one of the kind keeps both.
        return;
    }
    let coats: SmallVec<[Lasting; 4]> =
        one.lasting.iter().filter(|coat| coat.weapon == Some(weapon)).copied().collect();
    fight.one_mut(from).lasting.retain(|coat| coat.weapon != Some(weapon));
    for coat in coats {
        fight.lay_on(to, coat);
    }
    let mut used = fight.one(from).used.clone();
    used.retain(|(ability, _)| fight.ability(*ability).weapon == Some(weapon));
    for (ability, times) in used {
        fight.one_mut(from).used.retain(|(known, _)| *known != ability);
        (0..times).for_each(|_| fight.one_mut(to).count_use(ability));
    }
}

/// Lets a weapon in hand fall.
pub(crate) fn fall_down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: WeaponId) {
    lose(fight, who, weapon);
    let at = fight.one(who).at;
    fight.dropped.push(Lying { weapon, at, from: who });
    table.tell(|| {
        let text = format!("the {} of {} lies at {at}", fight.weapon(weapon).entry.name, fight.label(who));
        Event::new(&WIELDED, text).by(who)
    });
}

/// `sa.disarm`: the target drops a weapon of the attacker's choice.
///
/// # Errors
/// Halts with the table.
pub(crate) fn disarm<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let (main, off) = (fight.one(whom).main, fight.one(whom).off);
    let dropped = match (main, off) {
        (Some(main), Some(off)) => {
            let off_hand = ask::act(fight, table, Ask::Disarm { who: job.by, whom })? == Some(Act::No);
            Some(if off_hand { off } else { main })
        }
        (main, off) => main.or(off),
    };
    if let Some(weapon) = dropped {
        fall_down(fight, table, whom, weapon);
    }
    Ok(())
}
