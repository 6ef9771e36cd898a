//! Weapons in hand: what each lets its wielder do, and what becomes of it.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{self, Act, Ask, Deed, Exchange};
use crate::book::{Feature, Hold, Status, Tag, Time, Topic, With};
use crate::content::{AbilityId, WeaponId};
use crate::fight::Fight;
use crate::house::Unsteady;
use crate::objection::{Objection, Subject};
use crate::rules::effects::Job;
use crate::rules::{abilities, actions, adjacency, features, special_actions, uses};

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
        return Err(Objection::about(&RELOADING, Subject::Ability(ability), "{} needs loading first", [0, 0]));
    }
    if entry.reloads && !empty {
        return Err(Objection::new(&RELOADING, "it is loaded"));
    }
    let attack = uses::attack_within(fight, who, ability);
    if attack.is_some_and(|attack| out_of_shots(fight, who, attack)) {
        return Err(Objection::about(&QUIVER, Subject::Ability(ability), "there is nothing left for {}", [0, 0]));
    }
    // Whoever charges leaves those beside it behind; what is prepared is looked at when it comes.
    let later = entry.is(Tag::Charge) || entry.time() == Time::Prepared;
    if !later && attack.is_some_and(|attack| pole_in_the_way(fight, who, attack)) {
        return Err(Objection::about(
            &POLEARM,
            Subject::Ability(ability),
            "{} cannot be used with a foe beside",
            [0, 0],
        ));
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
    match fight.ability(ability).weapon {
        Some(weapon) => pole_halves(fight, by, at, ability, weapon),
        None => false,
    }
}

fn pole_halves(fight: &Fight, by: Who, at: Who, ability: AbilityId, weapon: WeaponId) -> bool {
    let entry = fight.ability(ability);
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
    let one = fight.one_mut(who);
    if one.main == Some(weapon) {
        one.main = None;
    } else if one.off == Some(weapon) {
        one.off = None;
    }
    fight.refit(who);
}

/// Lets a weapon in hand fall.
pub(crate) fn fall_down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: WeaponId) {
    lose(fight, who, weapon);
    let at = fight.one(who).at;
    fight.dropped.push((weapon, at));
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

/// What somebody might think of doing with weapons and items.
pub fn each_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let one = fight.one(who);
    let below = || fight.dropped.iter().filter(|(_, square)| fight.body(who).contains(*square));
    if one.before.is_some() || !(one.pc || one.main.is_some() || !one.items.is_empty() || below().next().is_some()) {
        return;
    }
    for weapon in &one.carried {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::Swap(*weapon, hand)));
        if fight.weapon(*weapon).entry.sidearm {
            found(Deed::Sidearm(*weapon));
        }
    }
    for (weapon, _) in below() {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::PickUp(*weapon, hand)));
    }
    if two_weapons(fight, who) {
        found(Deed::Trade);
    }
    each_rapid_exchange(fight, who, found);
    if let Some(main) = one.main {
        found(Deed::DropMain);
        if fight.weapon(main).entry.throwable {
            let foes = fight.everyone().filter(|at| fight.foes(who, *at) && fight.present(*at));
            foes.for_each(|at| found(Deed::Throw(at)));
            squares_to_throw_to(fight, who, found);
        }
    }
    if one.off.is_some() {
        found(Deed::DropOff);
    }
    for from in fight.everyone().filter(|from| fight.present(*from)) {
        fight.one(from).stuck.iter().for_each(|weapon| found(Deed::Retrieve { from, weapon: *weapon }));
    }
    for slot in 0..one.items.len() as u8 {
        for at in fight.everyone().filter(|at| fight.present(*at)) {
            found(Deed::Item { slot, at });
        }
    }
}

/// Exchanges that might be paid for by the rapid action although energy would do.
fn each_rapid_exchange(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    if price_of_swap(fight, who).is_none() {
        return;
    }
    for weapon in &fight.one(who).carried {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::Rapidly(Exchange::Swap(*weapon, hand))));
    }
    for (weapon, _) in fight.dropped.iter().filter(|(_, square)| fight.body(who).contains(*square)) {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::Rapidly(Exchange::PickUp(*weapon, hand))));
    }
    if two_weapons(fight, who) {
        found(Deed::Rapidly(Exchange::Trade));
    }
}

/// The hands that a weapon may be taken in: a light one goes to the off hand, too, beside a one-handed weapon.
fn hands_for(fight: &Fight, who: Who, weapon: WeaponId) -> impl Iterator<Item = With> + use<> {
    let hold = |weapon: WeaponId| fight.weapon(weapon).entry.hold;
    let beside = fight.one(who).main.is_none_or(|main| hold(main) != Hold::TwoHanded);
    let off = hold(weapon) == Hold::Light && beside;
    [With::MainHand].into_iter().chain(off.then_some(With::OffHand))
}

fn squares_to_throw_to(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let far = special_actions::throw_range(fight, who).max(0) as u16;
    let around = fight.body(who).grown(far).clipped_to(fight.setting.map.bounds());
    for to in around.into_iter().flat_map(quintain_field::Span::squares) {
        if special_actions::may_throw_to(fight, who, to).is_ok() {
            found(Deed::ThrowTo(to));
        }
    }
}

/// Whether something may be done with weapons and items now.
///
/// # Errors
/// The refusal.
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Objection> {
    if features::affected(fight, who, Status::Stunned) {
        // Not even what costs nothing.
        return Err(Objection::new(&super::statuses::STUNNED, "it is stunned"));
    }
    match deed {
        Deed::Swap(..) | Deed::Trade => special_actions::may_take(fight, who).and_then(|()| may_swap(fight, who)),
        Deed::Rapidly(exchange) => {
            actions::may_spend(fight, who, Time::Rapid)?;
            may(fight, who, exchange.deed())
        }
        // `Q-53`: anybody may drop a weapon and take up another.
        Deed::PickUp(..) => may_swap(fight, who),
        Deed::Sidearm(_) => special_actions::may_take(fight, who),
        Deed::Throw(at) => {
            actions::may_spend(fight, who, Time::Action)?;
            special_actions::may_throw(fight, who, at)
        }
        Deed::ThrowTo(to) => {
            actions::may_spend(fight, who, Time::Action)?;
            special_actions::may_throw_to(fight, who, to)
        }
        Deed::Retrieve { from, weapon } => {
            actions::may_spend(fight, who, Time::Action)?;
            special_actions::may_retrieve(fight, who, from, weapon)
        }
        Deed::Item { slot, at } => {
            actions::may_spend(fight, who, Time::Action)?;
            may_use_item(fight, who, slot, at)
        }
        _ => Ok(()),
    }
}

/// What is done with weapons and items on a turn.
///
/// # Errors
/// Halts with the table.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
) -> Result<(), T::Halt> {
    if let Some(exchange) = Exchange::of(deed) {
        spend_swap(fight, table, who, false);
        change_hands(fight, table, who, exchange);
        return Ok(());
    }
    match deed {
        Deed::Item { slot, at } => {
            actions::spend(fight, who, Time::Action);
            use_item(fight, table, who, slot, at)?;
        }
        Deed::Throw(at) => {
            actions::spend(fight, who, Time::Action);
            special_actions::throw(fight, table, who, at)?;
        }
        Deed::ThrowTo(to) => {
            actions::spend(fight, who, Time::Action);
            special_actions::throw_to(fight, table, who, to)?;
        }
        Deed::Retrieve { from, weapon } => {
            actions::spend(fight, who, Time::Action);
            special_actions::retrieve(fight, table, who, from, weapon)?;
        }
        Deed::Rapidly(exchange) => {
            spend_swap(fight, table, who, true);
            change_hands(fight, table, who, exchange);
        }
        Deed::Sidearm(weapon) => draw_sidearm(fight, table, who, weapon),
        Deed::DropMain => drop_hand(fight, table, who, true),
        Deed::DropOff => drop_hand(fight, table, who, false),
        _ => {}
    }
    Ok(())
}

/// What somebody holds changes; it has been paid for.
fn change_hands<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, exchange: Exchange) {
    match exchange {
        Exchange::Swap(weapon, hand) => swap(fight, table, who, (weapon, hand)),
        Exchange::PickUp(weapon, hand) => pick_up(fight, table, who, (weapon, hand)),
        Exchange::Trade => {
            let one = fight.one_mut(who);
            std::mem::swap(&mut one.main, &mut one.off);
            fight.refit(who);
            tell_hands(fight, table, who);
        }
    }
}

/// `sa.swap-weapons`: a rapid action, or energy for whoever has learned it; once a round.
fn spend_swap<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rapid: bool) {
    match price_of_swap(fight, who).filter(|_| !rapid) {
        Some(energy) => abilities::pay_energy(fight, table, who, energy),
        None => actions::spend(fight, who, Time::Rapid),
    }
    if let Some(turn) = fight.turn.as_mut() {
        turn.swapped = true;
    }
}

/// What a swap costs in energy instead of the rapid action.
pub fn price_of_swap(fight: &Fight, who: Who) -> Option<i16> {
    let mut price = None;
    features::each(fight, who, Topic::Prices, |feature, _| {
        if let Feature::SwapsFor { energy } = feature {
            price = Some(energy);
        }
    });
    price.filter(|price| *price <= fight.one(who).energy)
}

/// Whether weapons may be exchanged now.
///
/// # Errors
/// The refusal.
pub fn may_swap(fight: &Fight, who: Who) -> Result<(), Objection> {
    if fight.one(who).prone {
        return Err(Objection::new(&super::prone::LIMITED, "it lies prone"));
    }
    if fight.turn.as_ref().is_some_and(|turn| turn.swapped) {
        return Err(Objection::new(&special_actions::SWAP, "weapons are changed once a round"));
    }
    match price_of_swap(fight, who) {
        Some(_) => Ok(()),
        None => actions::may_spend(fight, who, Time::Rapid),
    }
}

/// A carried weapon comes into a hand; what was there is carried.
fn swap<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, (weapon, hand): (WeaponId, With)) {
    let one = fight.one_mut(who);
    if let Some(place) = one.carried.iter().position(|known| *known == weapon) {
        one.carried.remove(place);
    }
    for freed in hold(fight, who, weapon, hand).into_iter().flatten() {
        fight.one_mut(who).carried.push(freed);
    }
    table.tell(|| {
        let text = format!("{} takes the {} in hand", fight.label(who), fight.weapon(weapon).entry.name);
        Event::new(&special_actions::SWAP, text).by(who).and(&WIELDED).act()
    });
}

/// A weapon that lies below is picked up; what it takes the place of stays behind.
fn pick_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, (weapon, hand): (WeaponId, With)) {
    let body = fight.body(who);
    let here = |(known, square): &(WeaponId, Square)| *known == weapon && body.contains(*square);
    if let Some(place) = fight.dropped.iter().position(here) {
        fight.dropped.remove(place);
    }
    let at = fight.one(who).at;
    for freed in hold(fight, who, weapon, hand).into_iter().flatten() {
        fight.dropped.push((freed, at));
    }
    table.tell(|| {
        let text = format!("{} picks up the {}", fight.label(who), fight.weapon(weapon).entry.name);
        Event::new(&special_actions::SWAP, text).by(who).act()
    });
}

/// `weapon.sidearm`: drawn for nothing; what was held falls down.
fn draw_sidearm<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: WeaponId) {
    let held = [fight.one(who).main, fight.one(who).off];
    for weapon in held.into_iter().flatten() {
        fall_down(fight, table, who, weapon);
    }
    let one = fight.one_mut(who);
    if let Some(place) = one.carried.iter().position(|known| *known == weapon) {
        one.carried.remove(place);
    }
    hold(fight, who, weapon, With::MainHand);
    table.tell(|| {
        let text = format!("{} draws the {}", fight.label(who), fight.weapon(weapon).entry.name);
        Event::new(&SIDEARM, text).by(who).act()
    });
}

/// Puts a weapon into a hand, and says what had to make way for it.
fn hold(fight: &mut Fight, who: Who, weapon: WeaponId, hand: With) -> [Option<WeaponId>; 2] {
    let kind = fight.weapon(weapon).entry.hold;
    let two_held = fight.one(who).main.is_some_and(|main| fight.weapon(main).entry.hold == Hold::TwoHanded);
    let one = fight.one_mut(who);
    let made_way = match (kind, hand) {
        (Hold::OffHand, _) => {
            let both = if two_held { one.main.take() } else { None };
            [one.off.replace(weapon), both]
        }
        (Hold::TwoHanded, _) => [one.main.replace(weapon), one.off.take()],
        (_, With::OffHand) => [one.off.replace(weapon), None],
        (_, With::MainHand) => [one.main.replace(weapon), None],
    };
    fight.refit(who);
    made_way
}

fn drop_hand<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, main: bool) {
    let weapon = if main { fight.one(who).main } else { fight.one(who).off };
    if let Some(weapon) = weapon {
        table.tell(|| {
            let text = format!("{} drops the {}", fight.label(who), fight.weapon(weapon).entry.name);
            Event::new(&special_actions::DROP, text).by(who).act()
        });
        fall_down(fight, table, who, weapon);
    }
}

fn tell_hands<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who) {
    table.tell(|| {
        Event::new(&special_actions::SWAP, format!("{} trades its weapons between the hands", fight.label(who)))
            .by(who)
            .and(&LIGHT)
            .act()
    });
}

/// Whether somebody may use the item in a slot on somebody.
///
/// # Errors
/// The refusal.
pub fn may_use_item(fight: &Fight, who: Who, slot: u8, at: Who) -> Result<(), Objection> {
    let Some((item, uses)) = fight.one(who).items.get(usize::from(slot)).copied() else {
        return Err(Objection::new(&SLOTS, "there is nothing in that slot"));
    };
    if uses == 0 {
        return Err(Objection::new(&SLOTS, "it is used up"));
    }
    if fight.one(who).before.is_some() {
        return Err(Objection::new(&super::forms::ABILITIES, "not in another form"));
    }
    let prone = fight.one(who).prone && fight.house().prone_item == crate::house::ProneItem::No;
    if prone {
        return Err(Objection::new(&super::prone::LIMITED, "it lies prone"));
    }
    let used = fight.setting.content.items[usize::from(item)].used;
    super::targets::needs_of_user(fight, who, used)?;
    match fight.ability(used).entry.aim {
        crate::book::Aim::One { .. } => super::targets::may_pick(fight, who, used, at),
        _ if at == who => Ok(()),
        _ => Err(Objection::new(&SLOTS, "it is for oneself")),
    }
}

/// `sa.use-item`.
///
/// # Errors
/// Halts with the table.
pub(crate) fn use_item<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Who,
) -> Result<(), T::Halt> {
    let Some((item, uses)) = fight.one_mut(who).items.get_mut(usize::from(slot)) else { return Ok(()) };
    *uses = uses.saturating_sub(1);
    let (item, left) = (*item, *uses);
    if left == 0 {
        fight.one_mut(who).items.remove(usize::from(slot));
    }
    let used = fight.setting.content.items[usize::from(item)].used;
    table.tell(|| {
        let name = &fight.setting.content.items[usize::from(item)].name;
        let text = format!("{} uses {name} on {}", fight.label(who), fight.label(at));
        let event = Event::new(&SLOTS, text).by(who).to(at).with(name.clone()).act();
        event.and(&super::special_actions::USE_ITEM)
    });
    if matches!(fight.ability(used).entry.aim, crate::book::Aim::Ground { .. }) {
        return use_on_square(fight, table, who, used);
    }
    let aim = if at == who { crate::ask::Aimed::Oneself } else { crate::ask::Aimed::One(at) };
    uses::perform(fight, table, who, used, aim, &[], &[at])
}

/// An item that is used on a square: its user says on which.
fn use_on_square<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, used: AbilityId) -> Result<(), T::Halt> {
    let mut squares = std::mem::take(&mut fight.scratch.squares);
    squares.clear();
    super::targets::each(fight, who, used, |aim| {
        if let crate::ask::Aimed::At(square) = aim {
            squares.push(square);
        }
    });
    let any = !squares.is_empty();
    fight.scratch.squares = squares;
    if any && let Some(Act::Square(to)) = ask::act(fight, table, Ask::Place { who, ability: used })? {
        uses::perform(fight, table, who, used, crate::ask::Aimed::At(to), &[], &[])?;
    }
    Ok(())
}
