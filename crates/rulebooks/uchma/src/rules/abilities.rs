//! Abilities: what somebody has of them, which may be used now, and what a use costs.

use quintain_engine::{Event, Few, Table, Who};

use crate::ask::{self, Aimed, Ask};
use crate::book::{Aptitudes, Feature, Hold, Modified, Tag, Time, Topic, With, Words};
use crate::content::AbilityId;
use crate::fight::{Fight, Turn};
use crate::house::NpcSpecial;
use crate::objection::Objection;
use crate::rules::{actions, damage, distance, features, kept, prone, special_actions, targets, weapons};

/// How near an icon its power is felt, in metres.
const NEAR_AN_ICON: i16 = 3;

/// Calls `found` for every ability that somebody has and could use, passive ones and modifications left out.
#[inline]
pub fn each(fight: &Fight, who: Who, mut found: impl FnMut(AbilityId)) {
    let one = fight.one(who);
    match one.orders.or(one.makeup.sole) {
        Some(only) => found(only),
        None => each_own(fight, who, found),
    }
}

/// The same, whatever it has been told to do.
fn each_own(fight: &Fight, who: Who, mut found: impl FnMut(AbilityId)) {
    let (one, template) = (fight.one(who), fight.template(who));
    let active = |id: &AbilityId| !matches!(fight.ability(*id).time(), Time::Passive | Time::Modification);
    template.abilities.iter().filter(|id| active(id)).for_each(|id| found(*id));
    if one.before.is_some() {
        return;
    }
    if one.pc || fight.house().npc_special == NpcSpecial::Yes {
        fight.setting.content.special.iter().filter(|id| active(id)).for_each(|id| found(*id));
    }
    let bare = bare_handed(fight, who);
    if let Some(main) = one.main.or(bare.then_some(weapons::BARE)) {
        let light = fight.weapon(main).entry.hold == Hold::Light;
        let usable = |id: &&AbilityId| active(id) && !(light && fight.ability(**id).time() == Time::Prepared);
        fight.weapon(main).abilities.iter().filter(usable).for_each(|id| found(*id));
    }
    let two = one.main.is_some_and(|main| fight.weapon(main).entry.hold == Hold::TwoHanded);
    if let Some(off) = one.off.or((bare && !two).then_some(weapons::BARE)) {
        let light = fight.weapon(off).entry.hold == Hold::Light;
        let usable = |id: &&AbilityId| active(id) && (!light || fight.ability(**id).time() == Time::Prepared);
        fight.weapon(off).abilities.iter().filter(usable).for_each(|id| found(*id));
    }
}

/// `weapon.wielded`: whether the hand that lends an ability still holds the weapon that it belongs to.
pub fn is_wielded(fight: &Fight, who: Who, ability: AbilityId) -> bool {
    let mut there = fight.ability(ability).weapon.is_none();
    if !there {
        each_own(fight, who, |known| there |= known == ability);
    }
    there
}

/// The one ability that somebody has, if it is one, worked out for the notes of [`Fight`].
pub(crate) fn sole_of_makeup(fight: &Fight, who: Who) -> Option<AbilityId> {
    let (mut first, mut several) = (None, false);
    each_own(fight, who, |ability| several |= first.replace(ability).is_some());
    first.filter(|_| !several)
}

/// What the abilities and modifications of somebody cost of a turn.
pub fn times(fight: &Fight, who: Who) -> Words<Time> {
    let mut times = Words::NONE;
    each_own(fight, who, |ability| times = times.with(fight.ability(ability).time()));
    each_modification(fight, who, |_| times = times.with(Time::Modification));
    times
}

/// Whether somebody may have anything that takes such a time: tactics need not look for what is not there.
#[inline]
pub fn may_have(fight: &Fight, who: Who, time: Time) -> bool {
    let one = fight.one(who);
    one.orders.is_some() || one.makeup.times.has(time)
}

/// Whether a creature fights with bare hands where a hand is empty: characters, and others that are given weapons.
fn bare_handed(fight: &Fight, who: Who) -> bool {
    let template = fight.template(who);
    template.basic.is_none() && (fight.one(who).pc || !template.sets.is_empty())
}

/// Calls `found` for every modification that somebody knows.
pub fn each_modification(fight: &Fight, who: Who, mut found: impl FnMut(AbilityId)) {
    let template = fight.template(who);
    template.abilities.iter().filter(|id| fight.ability(**id).time() == Time::Modification).for_each(|id| found(*id));
}

/// Calls `found` for every gift of somebody's that energy adds to an act: a critical hit, the regeneration that goes with
/// a technique. They may be added like modifications.
pub fn each_extra(fight: &Fight, who: Who, mut found: impl FnMut(AbilityId)) {
    let one = fight.one(who);
    let gifts = fight.template(who).passive.iter().map(|(_, by)| *by);
    let mut known: Option<AbilityId> = None;
    for by in gifts.filter(|by| one.before.is_none() && extra_price(fight, *by) > 0) {
        if known.replace(by) != Some(by) {
            found(by);
        }
    }
}

/// What a gift that may be added to an act costs in energy; 0 for everything else.
pub fn extra_price(fight: &Fight, ability: AbilityId) -> i16 {
    let entry = &fight.ability(ability).entry;
    let price = |feature: &Feature| match *feature {
        Feature::Critical { price, .. } => price,
        Feature::MendingTouch { energy, .. } => energy,
        _ => 0,
    };
    if entry.time == Time::Passive { entry.features.iter().map(price).max().unwrap_or(0) } else { 0 }
}

/// Whether such a gift goes with an ability: critical hits with basic attacks, regeneration with techniques on one.
fn extra_goes_with(fight: &Fight, gift: AbilityId, ability: AbilityId) -> bool {
    let known = fight.ability(ability);
    let of = |feature: &Feature| match feature {
        Feature::Critical { .. } => {
            (known.is(Tag::Basic) && known.damaging)
                || (known.strikes && !known.off_hand && known.time() != Time::Prepared)
        }
        Feature::MendingTouch { .. } => known.is(Tag::Technique) && known.single,
        _ => false,
    };
    extra_price(fight, gift) > 0 && fight.ability(gift).entry.features.iter().any(of)
}

/// The basic weapon attack of somebody.
#[inline]
pub fn basic(fight: &Fight, who: Who, with: With) -> Option<AbilityId> {
    let one = fight.one(who);
    match with {
        With::OffHand if one.before.is_none() => one.off.and_then(|weapon| fight.weapon(weapon).basic),
        _ => one.makeup.basic,
    }
}

/// The same with the main hand, worked out for the notes of [`Fight`].
pub(crate) fn basic_of_main_hand(fight: &Fight, who: Who) -> Option<AbilityId> {
    let (one, template) = (fight.one(who), fight.template(who));
    if one.before.is_some() {
        return template.basic;
    }
    match one.main {
        Some(weapon) => fight.weapon(weapon).basic,
        None if bare_handed(fight, who) => fight.weapon(weapons::BARE).basic,
        None => template.basic,
    }
}

/// Whether a limited ability has uses left.
pub fn still_usable(fight: &Fight, who: Who, ability: AbilityId) -> bool {
    let entry = &fight.ability(ability).entry;
    entry.uses.is_none_or(|uses| fight.one(who).times_used(ability) < uses)
}

/// Counts a use of a limited ability.
pub(crate) fn count(fight: &mut Fight, who: Who, ability: AbilityId) {
    if fight.ability(ability).entry.uses.is_some() {
        fight.one_mut(who).count_use(ability);
    }
}

/// Whether an ability is a ritual that draws from a source of power: near an icon.
#[inline]
pub fn from_source(fight: &Fight, who: Who, ability: AbilityId) -> bool {
    fight.ability(ability).is(Tag::Ritual) && near_an_icon(fight, who)
}

fn near_an_icon(fight: &Fight, who: Who) -> bool {
    let icons = &fight.house().icons;
    icons.iter().any(|icon| distance::to_square(fight, who, *icon) <= NEAR_AN_ICON)
        && features::any(fight, who, Topic::Prices, |feature| feature == Feature::SourceOfPower)
}

/// P and C that count for a use.
#[inline(always)]
pub fn aptitudes(fight: &Fight, who: Who, ability: AbilityId) -> Aptitudes {
    let own = features::aptitudes(fight, who);
    match from_source(fight, who, ability) {
        true => Aptitudes { potency: 10, control: 10, ..own },
        false => own,
    }
}

/// What a ritual costs: half where the totem has been attuned, nothing near an icon.
fn ritual_price(fight: &Fight, who: Who, ability: AbilityId, energy: i16) -> i16 {
    if energy <= 1 || !fight.ability(ability).is(Tag::Ritual) {
        return energy;
    }
    let halved = features::any(fight, who, Topic::Prices, |feature| feature == Feature::HalvesRitual);
    if halved { fight.half(energy).max(1) } else { energy }
}

/// The energy and health that a use costs, modifications included.
#[inline(always)]
pub fn price(fight: &Fight, who: Who, ability: AbilityId, mods: &[AbilityId], reached: usize) -> (i16, i16) {
    match mods.is_empty() && fight.ability(ability).free {
        true => (0, 0),
        false => whole_price(fight, who, ability, mods, reached),
    }
}

fn whole_price(fight: &Fight, who: Who, ability: AbilityId, mods: &[AbilityId], reached: usize) -> (i16, i16) {
    let with = features::aptitudes(fight, who);
    let (mut energy, mut health) = (0, 0);
    for id in mods.iter().chain([&ability]) {
        let cost = fight.ability(*id).entry.cost;
        let times = if cost.each { reached.max(1) as i16 } else { 1 };
        let own = fight.value(cost.energy, with) * times;
        energy += if from_source(fight, who, *id) { 0 } else { ritual_price(fight, who, *id, own) };
        energy += extra_price(fight, *id);
        health += fight.value(cost.health, with) * times;
        if cost.further > 0 {
            let heard = targets::reached(fight, who, *id, Aimed::Oneself).len();
            energy += cost.further * heard.saturating_sub(1) as i16;
        }
    }
    (energy, health)
}

/// Whether no spell bars somebody from an ability, for what it is or for what it takes of a turn: one that is used now, one
/// that is added to it, and one that was prepared before.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_come(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let entry = fight.ability(ability);
    let barred = features::any(fight, who, Topic::Bars, |feature| match feature {
        Feature::Barred { from } => from.has(entry.time()),
        Feature::BarredTags { from } => from.iter().any(|tag| entry.is(tag)),
        _ => false,
    });
    match barred {
        true => {
            let why = "{} is barred by a spell";
            Err(Objection::about(&special_actions::REQUIREMENTS, ability, why))
        }
        false => Ok(()),
    }
}

/// Whether somebody may use an ability at all now, whatever it is aimed at. What it costs of a turn is judged elsewhere.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_use(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let entry = fight.ability(ability);
    prone::may_use(fight, who, ability)?;
    may_come(fight, who, ability)?;
    if !still_usable(fight, who, ability) {
        return Err(Objection::about(&special_actions::REQUIREMENTS, ability, "{} has been used up"));
    }
    let harmless = fight.turn.as_ref().is_some_and(|turn| turn.who == who && turn.harmless);
    if harmless && entry.damaging && entry.time() == Time::Action {
        return Err(Objection::about(&damage::DAMAGING, ability, "{} does damage: the plan was for something else"));
    }
    if entry.undemanding && fight.is_plain() && pending(fight, who).is_empty() {
        // None of what follows can forbid it.
        return Ok(());
    }
    targets::needs_of_user(fight, who, ability)?;
    weapons::may_use(fight, who, ability)?;
    kept::may_use(fight, who, ability)?;
    affordable(fight, who, ability, 1)
}

/// The energy and health that a use would take now, or something added to one: minions spend no energy.
pub fn due(fight: &Fight, who: Who, ability: AbilityId, mods: &[AbilityId], reached: usize) -> (i16, i16) {
    let (energy, health) = price(fight, who, ability, mods, reached);
    let energy = energy + if mods.is_empty() { extra_price(fight, ability) } else { 0 };
    (if fight.one(who).called.is_some() { 0 } else { energy }, health)
}

/// What a gift costs in energy that is offered while an ability is carried out; 0 for everything else.
pub fn price_of_offer(fight: &Fight, ability: AbilityId) -> i16 {
    let price = |feature: &Feature| match *feature {
        Feature::MendingTouch { energy, .. } | Feature::BackupPlan { energy } => energy,
        _ => 0,
    };
    fight.ability(ability).entry.features.iter().map(price).max().unwrap_or(0)
}

/// Whether the price can be paid.
///
/// # Errors
/// The refusal.
pub fn affordable(fight: &Fight, who: Who, ability: AbilityId, reached: usize) -> Result<(), Objection> {
    let one = fight.one(who);
    if one.called.is_some() {
        return Ok(());
    }
    let (energy, health) = due(fight, who, ability, pending(fight, who), reached);
    if energy > one.energy {
        return Err(
            Objection::about(&actions::PRICE, ability, "it costs {0} energy; there are {1}").with([energy, one.energy])
        );
    }
    if health > 0 && health >= one.health && energy_for_health(fight, who, health).is_none() {
        return Err(
            Objection::about(&actions::PRICE, ability, "it costs {0} health; 1 has to be left").with([health, 0])
        );
    }
    Ok(())
}

/// Death's Edge: energy in the place of a cost in health, and by which gift.
pub fn energy_for_health(fight: &Fight, who: Who, health: i16) -> Option<(i16, AbilityId)> {
    let energy = features::find(fight, who, Topic::Prices, |feature, source| match feature {
        Feature::EnergyForHealth { at, worth } if fight.one(who).health <= at => {
            Some(((health + worth - 1) / worth.max(1), source.by?))
        }
        _ => None,
    });
    energy.filter(|(energy, _)| *energy <= fight.one(who).energy)
}

/// The modifications chosen on a turn.
pub fn pending(fight: &Fight, who: Who) -> &[AbilityId] {
    match &fight.turn {
        Some(turn) if turn.who == who => &turn.mods,
        _ => &[],
    }
}

/// The same, taken from the turn: they are used up.
pub(crate) fn take_pending(fight: &mut Fight, who: Who) -> Few<AbilityId, { Turn::MOST_MODS }> {
    match &mut fight.turn {
        Some(turn) if turn.who == who => std::mem::take(&mut turn.mods),
        _ => Few::new(),
    }
}

/// Whether a modification goes with an ability.
pub fn goes_with(fight: &Fight, modification: AbilityId, ability: AbilityId) -> bool {
    let Some(modifies) = fight.ability(modification).entry.modifies else {
        return extra_goes_with(fight, modification, ability);
    };
    let entry = fight.ability(ability);
    let basic = entry.is(Tag::Basic) && entry.damaging;
    match modifies.what {
        Modified::BasicAttack => basic || entry.is(Tag::Charge),
        Modified::BasicAttackButCharge => basic && !entry.is(Tag::Charge),
        Modified::Charge => entry.is(Tag::Charge),
        Modified::Sever => entry.id == "sever",
        Modified::Prepared => entry.time() == Time::Prepared,
        Modified::Speak => false,
        Modified::FullTurn => {
            let steadied = fight.turn.as_ref().is_some_and(|turn| turn.steadied);
            entry.time() == Time::FullTurn || (steadied && entry.is(Tag::Projectile))
        }
        Modified::Elemental => entry.is(Tag::Technique) && elemental(fight, ability),
    }
}

/// Whether all that has been added goes with an ability.
///
/// # Errors
/// The refusal.
pub fn additions_fit(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let strange = pending(fight, who).iter().copied().find(|id| !goes_with(fight, *id, ability));
    strange.map_or(Ok(()), |strange| Err(Objection::about(&actions::REGULAR, strange, "{} does not go with it")))
}

/// Whether a modification goes with speaking.
pub fn goes_with_speech(fight: &Fight, modification: AbilityId) -> bool {
    fight.ability(modification).entry.modifies.is_some_and(|modifies| modifies.what == Modified::Speak)
}

fn elemental(fight: &Fight, ability: AbilityId) -> bool {
    let entry = &fight.ability(ability).entry;
    let asks = |when: Option<crate::book::When>| matches!(when, Some(crate::book::When::Enveloped(_)));
    asks(entry.one_more) || entry.does.iter().any(|step| asks(step.when) || asks(step.unless))
}

/// Pays energy.
pub(crate) fn pay_energy<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, energy: i16) {
    if energy <= 0 || fight.one(who).called.is_some() {
        return;
    }
    let before = fight.one(who).energy;
    fight.one_mut(who).energy = (before - energy).max(0);
    let after = fight.one(who).energy;
    table.tell(|| {
        let text = format!("{} spends {energy} energy: {before} → {after}", fight.label(who));
        let event = Event::new(&actions::PRICE, text).by(who).change(who, "energy", before.into(), after.into());
        super::effects::caused(fight, event)
    });
    let heals = features::sum(fight, who, Topic::Prices, |feature, _| match feature {
        Feature::HealsByEnergy { health } => health,
        _ => 0,
    });
    super::death::heal(fight, table, who, heals * energy);
}

/// Gives up health, which is no damage: no armour and no temporary health.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pay_health<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    health: i16,
) -> Result<(), T::Halt> {
    if health <= 0 {
        return Ok(());
    }
    if let Some((energy, ability)) = energy_for_health(fight, who, health) {
        // Where there is not enough health, there is nothing to choose.
        let must = health >= fight.one(who).health;
        if must || ask::yes(fight, table, Ask::Instead { who, ability, energy })? {
            pay_energy(fight, table, who, energy);
            return Ok(());
        }
    }
    let before = fight.one(who).health;
    fight.one_mut(who).health = (before - health).max(1);
    let after = fight.one(who).health;
    table.tell(|| {
        let text = format!("{} gives up {health} health: {before} → {after}", fight.label(who));
        let event = Event::new(&actions::PRICE, text).by(who).change(who, "health", before.into(), after.into());
        super::effects::caused(fight, event)
    });
    Ok(())
}
