//! Handling things: drawing, loading, stowing, dropping, picking up, giving, and doors.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Rule, Table, Who};
use quintain_field::Door;

use crate::content::{BindPart, Effect, Feature, Hands, Loading};
use crate::rules::health::{self, Strain};
use crate::rules::{actions, armour, attacks, defence, effects, grid, readied, wording};
use crate::state::{Arm, Border, Deed, Fight, Guarded, Happened, Held, Hold, Lying, Scrap, Thing, Wanted};

pub(crate) fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    if fight.has(who, Feature::Handless) && !matches!(deed, Deed::Load(_) | Deed::Destroy(_)) {
        return Err(Refusal::new(&attacks::HANDS, "it has no hands"));
    }
    match deed {
        Deed::Load(hold) => may_load(fight, who, hold),
        Deed::Draw(place) => {
            let Some(arm) = fight.one(who).stowed.get(usize::from(place)) else {
                return Err(Refusal::new(&actions::DRAW_WEAPON, "no such weapon is carried"));
            };
            hand_for(fight, who, arm).map(|_| ())
        }
        Deed::Stow(held) => {
            has(fight, who, held)?;
            actions::arm_is_fit(fight, who, held)?;
            refuse_if(fight.one(who).stowed.is_full(), &actions::STOW, "nothing more can be carried")
        }
        Deed::Drop(held) => has(fight, who, held),
        Deed::PickUp(place) => may_pick_up(fight, who, place),
        Deed::Give { what, to } => may_give(fight, who, what, to),
        Deed::Destroy(scrap) => may_destroy(fight, who, scrap),
        Deed::Interact { to } => {
            actions::arm_is_fit(fight, who, Held::Sword)?;
            refuse_if(!actions::is_neighbour(fight, who, to), &grid::BORDER, "no border leads there")?;
            match fight.border(fight.one(who).at, to) {
                Border::Door(Door::Locked) => Err(Refusal::new(&actions::INTERACT, "the door is locked")),
                Border::Door(Door::Open)
                    if fight.ground.map.door(to).is_some() && fight.those_at(to).next().is_some() =>
                {
                    Err(Refusal::new(&actions::INTERACT, "somebody stands in the door"))
                }
                Border::Door(_) => Ok(()),
                _ => Err(Refusal::new(&actions::INTERACT, "there is no door")),
            }
        }
        _ => Err(Refusal::new(&actions::TYPES, "this is no combat action")),
    }
}

/// The thing that is held or carried so.
pub(crate) fn held(fight: &Fight, who: Who, held: Held) -> Option<Thing> {
    let one = fight.one(who);
    match held {
        Held::Sword => one.sword.map(Thing::Weapon),
        Held::Off => one.off.map(Thing::Weapon),
        Held::Shield => one.shield.map(Thing::Shield),
        Held::Item(place) => {
            let item = one.items.get(usize::from(place)).filter(|(_, uses)| *uses > 0);
            item.map(|(item, uses)| Thing::Item(*item, *uses))
        }
    }
}

fn has(fight: &Fight, who: Who, what: Held) -> Result<(), Refusal> {
    refuse_if(held(fight, who, what).is_none(), &attacks::HANDS, "nothing is held there")
}

fn may_destroy(fight: &Fight, who: Who, scrap: Scrap) -> Result<(), Refusal> {
    let toughness = match scrap {
        Scrap::Own(held) => {
            has(fight, who, held)?;
            armour::toughness(fight, who, held)
        }
        Scrap::Lying(place) => {
            let lying = fight.floor.get(usize::from(place)).filter(|lying| lying.at == fight.one(who).at);
            lying.and_then(|lying| armour::toughness_of_thing(fight, lying.thing))
        }
    };
    armour::anybody_breaks(toughness)
}

/// The rule by which a weapon is made ready to shoot.
fn loads_by(loading: Loading) -> &'static Rule {
    match loading {
        Loading::Bolt => &actions::LOAD_CROSSBOW,
        Loading::Dart => &actions::LOAD_BLOWGUN,
        Loading::None | Loading::Arrow => &actions::DRAW_ARROW,
    }
}

fn may_load(fight: &Fight, who: Who, hold: Hold) -> Result<(), Refusal> {
    let arm = fight.one(who).arm(hold).ok_or_else(|| Refusal::new(&attacks::HANDS, "nothing is held there"))?;
    let loading = fight.weapon(arm.weapon).entry.loading;
    let rule = loads_by(loading);
    refuse_if(loading == Loading::None, rule, "it needs no loading")?;
    refuse_if(arm.loaded, rule, "it is loaded")?;
    actions::arm_is_fit(fight, who, Held::Sword)
}

/// The hand, or both, that can take a weapon now.
fn hand_for(fight: &Fight, who: Who, arm: &Arm) -> Result<Hold, Refusal> {
    let one = fight.one(who);
    let hands = fight.weapon(arm.weapon).entry.hands;
    let off_free = one.off.is_none() && !one.both && one.shield.is_none_or(|held| is_buckler(fight, held));
    let sword_free = one.sword.is_none();
    refuse_if(effects::is_bound(fight, who, BindPart::Hands), &effects::BIND, "the hands are bound")?;
    let sword_fit = actions::arm_is_fit(fight, who, Held::Sword);
    let off_fit = actions::arm_is_fit(fight, who, Held::Off);
    let full = || Refusal::new(&attacks::HANDS, "no hand is free for it");
    match hands {
        Hands::Two if sword_free && off_free => {
            sword_fit?;
            off_fit?;
            Ok(Hold::Sword)
        }
        Hands::Two => Err(full()),
        Hands::Either if !sword_free || sword_fit.is_err() => {
            if !off_free {
                return Err(full());
            }
            off_fit?;
            Ok(Hold::Off)
        }
        Hands::None => Err(full()),
        _ if sword_free => {
            sword_fit?;
            Ok(Hold::Sword)
        }
        _ => Err(full()),
    }
}

fn is_buckler(fight: &Fight, held: Guarded) -> bool {
    fight.shield(held.shield).entry.buckler
}

/// Whether a combatant has an arm for a shield: a buckler leaves the hand to what it holds.
fn has_arm_for(fight: &Fight, who: Who, held: Guarded) -> bool {
    let one = fight.one(who);
    one.shield.is_none() && (is_buckler(fight, held) || (one.off.is_none() && !one.both))
}

fn may_pick_up(fight: &Fight, who: Who, place: u16) -> Result<(), Refusal> {
    let one = fight.one(who);
    let Some(Lying { thing, at, dropped_by, arm }) = fight.floor.get(usize::from(place)) else {
        return Err(Refusal::new(&actions::PICK_UP, "nothing like it lies about"));
    };
    refuse_if(*at != one.at, &actions::PICK_UP, "it lies in another location")?;
    if *dropped_by == Some(who) {
        match arm {
            Some(arm) if health::useless(fight, who, *arm) => {
                return Err(Refusal::new(
                    &effects::DROP,
                    "what an injured arm has dropped stays there while it is injured",
                ));
            }
            None if one.suffers(Effect::Drop) => {
                return Err(Refusal::new(&effects::DROP, "it may be picked up only when the effect has passed"));
            }
            _ => {}
        }
    }
    actions::arm_is_fit(fight, who, Held::Sword)
        .or_else(|refusal| actions::arm_is_fit(fight, who, Held::Off).map_err(|_| refusal))?;
    let room = match thing {
        Thing::Weapon(arm) => hand_for(fight, who, arm).is_ok() || !one.stowed.is_full(),
        Thing::Shield(held) => has_arm_for(fight, who, *held),
        Thing::Item(..) => !one.items.is_full(),
    };
    refuse_if(!room, &attacks::HANDS, "no hand is free for it")
}

fn may_give(fight: &Fight, who: Who, what: Held, to: Who) -> Result<(), Refusal> {
    has(fight, who, what)?;
    actions::arm_is_fit(fight, who, what)?;
    let other = fight.one(to);
    if to == who || !fight.present(to) || other.at != fight.one(who).at {
        return Err(Refusal::new(&actions::GIVE, "the other is not here"));
    }
    if other.unconscious || fight.foes(who, to) || fight.has(to, Feature::Handless) {
        return Err(Refusal::new(&actions::GIVE, "the other does not take it"));
    }
    let room = match what {
        Held::Sword | Held::Off => !other.stowed.is_full(),
        Held::Shield => fight.one(who).shield.is_some_and(|held| has_arm_for(fight, to, held)),
        Held::Item(_) => !other.items.is_full(),
    };
    refuse_if(!room, &actions::GIVE, "the other cannot carry more")
}

/// The thing on the ground that something is done with.
fn on_the_ground(fight: &Fight, deed: Deed) -> Option<Lying> {
    match deed {
        Deed::PickUp(place) | Deed::Destroy(Scrap::Lying(place)) => fight.floor.get(usize::from(place)).copied(),
        _ => None,
    }
}

/// Whether something is done with a thing once those who have seen it coming have answered: what was to be taken from the
/// ground has to lie there still.
pub(crate) fn comes_to_it<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
) -> Result<bool, T::Halt> {
    let meant = on_the_ground(fight, deed);
    let goes_on = readied::wants(fight, table, who, Wanted::Deed(deed))?;
    Ok(goes_on && on_the_ground(fight, deed) == meant && actions::possible(fight, who, deed).is_ok())
}

/// The arms that something done with a thing uses.
pub(super) fn strain_of(fight: &Fight, who: Who, deed: Deed) -> Strain {
    let one = fight.one(who);
    let of_held = |held: Held| match held {
        Held::Sword => Strain::of(Hold::Sword, one.both),
        Held::Off | Held::Shield => Strain::OffArm,
        Held::Item(_) => Strain::SwordArm,
    };
    let into_hand = |arm: &Arm| {
        let both = fight.weapon(arm.weapon).entry.hands == Hands::Two;
        hand_for(fight, who, arm).map_or(Strain::SwordArm, |hold| Strain::of(hold, both))
    };
    match deed {
        Deed::Load(hold) => Strain::of(hold, one.both),
        Deed::Draw(place) => one.stowed.get(usize::from(place)).map_or(Strain::SwordArm, into_hand),
        Deed::Stow(held) | Deed::Drop(held) | Deed::Give { what: held, .. } | Deed::Destroy(Scrap::Own(held)) => {
            of_held(held)
        }
        Deed::PickUp(place) => match fight.floor.get(usize::from(place)).map(|lying| lying.thing) {
            Some(Thing::Weapon(arm)) => into_hand(&arm),
            Some(Thing::Shield(_)) => Strain::OffArm,
            _ => Strain::SwordArm,
        },
        _ => Strain::SwordArm,
    }
}

pub(crate) fn perform<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    health::strains(fight, table, who, strain_of(fight, who, deed))?;
    let rule = match deed {
        Deed::Load(hold) => loads_by(actions::loading(fight, who, hold)),
        Deed::Draw(_) => &actions::DRAW_WEAPON,
        Deed::Stow(_) => &actions::STOW,
        Deed::Drop(_) => &actions::DROP_ITEM,
        Deed::PickUp(_) => &actions::PICK_UP,
        Deed::Give { .. } => &actions::GIVE,
        Deed::Destroy(_) => &effects::BREAK,
        _ => &actions::INTERACT,
    };
    table.tell(|| {
        let text = format!("{} {}", fight.label(who), wording::told(fight, who, deed));
        let event = actions::act_of(fight, who, Event::new(rule, text));
        if matches!(deed, Deed::Destroy(_)) { event.and(&armour::TOUGHNESS) } else { event }
    });
    match deed {
        Deed::Load(hold) => {
            if let Some(arm) = fight.one_mut(who).arm_mut(hold) {
                arm.loaded = true;
                actions::took(fight, who);
            }
        }
        Deed::Draw(place) => draw(fight, who, place),
        Deed::Stow(held) => stow(fight, who, held),
        Deed::Drop(held) => {
            let at = fight.one(who).at;
            if let Some(thing) = take_off(fight, who, held) {
                fight.floor.push(Lying::of(thing.unloaded(), at));
                readied::note(fight, Happened::Dropped(who));
            }
        }
        Deed::PickUp(place) => pick_up(fight, who, place),
        Deed::Give { what, to } => {
            if let Some(thing) = take_off(fight, who, what) {
                take(fight, to, thing.unloaded());
            }
        }
        Deed::Destroy(Scrap::Own(held)) => {
            take_off(fight, who, held);
        }
        Deed::Destroy(Scrap::Lying(place)) if usize::from(place) < fight.floor.len() => {
            off_the_ground(fight, place.into());
        }
        Deed::Interact { to } => {
            if let Some(door) = fight.ground.door(fight.one(who).at, to) {
                fight.doors.swing(door);
            }
        }
        _ => {}
    }
    defence::forget(fight, who);
    Ok(())
}

fn draw(fight: &mut Fight, who: Who, place: u8) {
    let Some(arm) = fight.one(who).stowed.get(usize::from(place)).copied() else { return };
    let Ok(hold) = hand_for(fight, who, &arm) else { return };
    fight.one_mut(who).stowed.remove(usize::from(place));
    wield(fight, who, arm, hold);
    actions::took(fight, who);
}

fn wield(fight: &mut Fight, who: Who, arm: Arm, hold: Hold) {
    let both = fight.weapon(arm.weapon).entry.hands == Hands::Two;
    let one = fight.one_mut(who);
    defence::has_not_parried(one, hold);
    match hold {
        Hold::Off => one.off = Some(arm),
        _ => {
            one.sword = Some(arm);
            one.both = both;
        }
    }
}

fn stow(fight: &mut Fight, who: Who, held: Held) {
    if let Some(thing) = take_off(fight, who, held) {
        take(fight, who, thing.unloaded());
    }
}

/// Takes a thing out of a combatant's hands or belt.
pub(crate) fn take_off(fight: &mut Fight, who: Who, held: Held) -> Option<Thing> {
    let one = fight.one_mut(who);
    match held {
        Held::Sword => {
            one.both = false;
            one.sword.take().map(Thing::Weapon)
        }
        Held::Off => one.off.take().map(Thing::Weapon),
        Held::Shield => one.shield.take().map(Thing::Shield),
        Held::Item(place) => {
            let place = usize::from(place);
            (place < one.items.len()).then(|| one.items.remove(place)).map(|(item, uses)| Thing::Item(item, uses))
        }
    }
}

/// Gives a thing to a combatant: a weapon is put away, a shield is strapped on; what finds no room lies on the ground.
fn take(fight: &mut Fight, who: Who, thing: Thing) {
    let one = fight.one_mut(who);
    let kept = match thing {
        Thing::Weapon(arm) => one.stowed.try_push(arm).is_ok(),
        Thing::Shield(held) => one.shield.is_none() && one.shield.insert(held) == &held,
        Thing::Item(item, uses) => one.items.try_push((item, uses)).is_ok(),
    };
    if !kept {
        let at = one.at;
        fight.floor.push(Lying::of(thing, at));
    }
}

/// Takes a thing off the ground. Readied actions know things there by their places: those behind it move up, and what was
/// readied with this one finds nothing.
fn off_the_ground(fight: &mut Fight, place: usize) -> Thing {
    let thing = fight.floor.remove(place).thing;
    for who in fight.everyone() {
        let Some(mut readied) = fight.one(who).readied else { continue };
        if let Deed::PickUp(known) | Deed::Destroy(Scrap::Lying(known)) = &mut readied.deed
            && usize::from(*known) >= place
        {
            *known = if usize::from(*known) == place { u16::MAX } else { *known - 1 };
            fight.one_mut(who).readied = Some(readied);
        }
    }
    thing
}

fn pick_up(fight: &mut Fight, who: Who, place: u16) {
    let place = usize::from(place);
    if place >= fight.floor.len() {
        return;
    }
    let thing = off_the_ground(fight, place);
    match thing {
        Thing::Weapon(arm) => match hand_for(fight, who, &arm) {
            Ok(hold) => wield(fight, who, arm, hold),
            Err(_) => take(fight, who, thing),
        },
        other => take(fight, who, other),
    }
    actions::took(fight, who);
}
