//! Called shots: aiming at a part of a body or at what is worn or carried.

use quintain_engine::{Event, Noted, Reckoning, Refusal, Table, Who};

use super::damage::Harm;
use super::{gu, standing};
use crate::ask::{self, Act, Ask};
use crate::combatant::GuState;
use crate::fight::Fight;
use crate::kinds::{Part, Size};

pub use crate::deeds::Called;

quintain_engine::section! {
    "Called shot";
    DECLARE = Choice "called.declare": "Before the roll the attacker may name a part of the body or a thing worn or carried.", ruling "Of a pair of limbs it may name the left or the right one; else a d2 says which when it is injured.";
    MODIFIER = Engine "called.modifier": "The size of the part changes the roll: Tiny +40, Small +20, Medium 0, Large -20, Huge -40.", ruling "A whole creature that is not Medium gives the modifier of its own size; the part's replaces it.", house "attack.creature-size";
    HUMAN_SIZES = Engine "called.human-sizes": "On a grown human a hand is Tiny, an arm or the head Small, the torso Medium.", ruling "Legs, wings and tails are Small; on bodies of another size every part shifts by as many steps. A weapon is Small and armour Medium unless the pack says otherwise.";
    ITEM_EFFECT = Gm "called.item-effect": "The GM says what a hit on a thing does.", ruling "The thing takes the damage instead of its bearer.";
}

/// Whether a body has such a limb on both sides, so that one of them may be chosen.
pub fn is_pair(fight: &Fight, whom: Who, part: Part) -> bool {
    let template = fight.template(whom);
    let limbs = match part {
        Part::Hand | Part::Arm => template.arms >= 2,
        Part::Leg => true,
        _ => false,
    };
    limbs && !template.entry.bodiless
}

/// A called shot at a limb of a pair: the attacker says which one; where nothing is said the die does, when it is injured.
pub(crate) fn which_side<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    called: Option<Called>,
) -> Result<Option<Called>, T::Halt> {
    let Some(Called::Part(part)) = called.filter(|called| called.part().is_some_and(|part| is_pair(fight, at, part)))
    else {
        return Ok(called);
    };
    Ok(match ask::act(fight, table, Ask::CalledSide { who, at, part })? {
        Some(Act::Left(left)) => Some(Called::Limb { part, left }),
        _ => called,
    })
}

/// The size of what is aimed at.
pub fn size_of(fight: &Fight, whom: Who, called: Option<Called>) -> Size {
    let body = fight.size(whom);
    let steps = body as i8 - Size::Medium as i8;
    match called {
        None => body,
        Some(Called::Part(part) | Called::Limb { part, .. }) => part.on_medium().shifted(steps),
        Some(Called::Weapon(place)) => {
            let arm = fight.one(whom).in_hand.get(usize::from(place));
            arm.map_or(Size::Small, |arm| fight.arm(*arm).size).shifted(steps)
        }
        Some(Called::Worn(place)) => {
            let piece = fight.one(whom).worn.get(usize::from(place));
            piece.map_or(Size::Medium, |(piece, _)| fight.setting.armor(*piece).size).shifted(steps)
        }
        Some(Called::Gu(slot)) => given(fight, whom, slot).map_or(Size::Tiny, |part| part.on_medium().shifted(steps)),
    }
}

/// Adds what size does to the chance to hit.
pub fn modify(fight: &Fight, whom: Who, called: Option<Called>, sum: &mut Noted) {
    let counts = called.is_some() || fight.house().creature_size;
    if counts {
        let size = size_of(fight, whom, called);
        let label = if called.is_some() { "called shot" } else { "size" };
        sum.add(&MODIFIER, label, size.to_hit());
    }
}

/// What of somebody a called shot may be aimed at.
pub fn parts(fight: &Fight, at: Who) -> impl Iterator<Item = Called> + '_ {
    let one = fight.one(at);
    let body = fight.template(at).parts.iter().copied().map(Called::Part);
    let weapons = (0..one.in_hand.len() as u8).map(Called::Weapon);
    let worn = (0..one.worn.len() as u8).map(Called::Worn);
    let gu = (0..one.gu.len() as u8).filter(move |slot| is_out(fight, at, *slot)).map(Called::Gu);
    body.chain(weapons).chain(worn).chain(gu)
}

/// The part of the body that a Gu at work gives.
fn given(fight: &Fight, whom: Who, slot: u8) -> Option<Part> {
    let owned = fight.one(whom).gu.get(usize::from(slot)).filter(|owned| owned.state == GuState::Sustained)?;
    standing::entry(fight, owned.gu).manifests
}

/// Whether a Gu is out of the aperture, where it can be struck: as a part of the body, or flying to somebody.
fn is_out(fight: &Fight, whom: Who, slot: u8) -> bool {
    let flies = fight.turn.on_its_way == Some((whom, slot));
    let lives = fight.one(whom).gu.get(usize::from(slot)).is_some_and(|owned| owned.state != GuState::Dead);
    (flies && lives) || given(fight, whom, slot).is_some()
}

/// Whether somebody has such a part to aim at.
///
/// # Errors
/// The refusal.
pub fn may_call(fight: &Fight, whom: Who, called: Called) -> Result<(), Refusal> {
    let there = match called {
        Called::Part(part) | Called::Limb { part, .. } => fight.template(whom).parts.contains(&part),
        Called::Weapon(place) => usize::from(place) < fight.one(whom).in_hand.len(),
        Called::Worn(place) => usize::from(place) < fight.one(whom).worn.len(),
        Called::Gu(slot) => is_out(fight, whom, slot),
    };
    if there { Ok(()) } else { Err(Refusal::new(&DECLARE, "there is nothing of the kind to aim at")) }
}

/// In words, behind the target: ` in the head`.
pub fn words(fight: &Fight, whom: Who, called: Called) -> String {
    match called {
        Called::Part(part) => format!(" in the {}", part.name()),
        Called::Limb { part, left } => format!(" in the {} {}", crate::kinds::side_word(left), part.name()),
        Called::Weapon(place) => {
            let arm = fight.one(whom).in_hand.get(usize::from(place)).copied();
            format!(" at the {}", arm.map_or("weapon", |arm| fight.arm(arm).name.as_str()))
        }
        Called::Worn(place) => {
            let piece = fight.one(whom).worn.get(usize::from(place)).copied();
            let name = piece.map_or("armour", |(piece, _)| fight.setting.armor(piece).name.as_str());
            format!(" at the {name}")
        }
        Called::Gu(slot) => format!(" at {}", gu::name_of(fight, whom, slot)),
    }
}

/// `called.item-effect`: the thing takes the damage, unless the GM has its bearer take it. Says whether it did.
pub(crate) fn strikes_item<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
) -> Result<bool, T::Halt> {
    let Some(called) = harm.called.filter(|called| called.part().is_none()) else { return Ok(false) };
    if !ask::yes(fight, table, Ask::ItemTakes { whom })? {
        return Ok(false);
    }
    let damage = harm.total();
    let (name, before, after) = match called {
        Called::Worn(place) => {
            let (piece, hp) = fight.one(whom).worn.get(usize::from(place)).copied().unwrap_or((0, 0));
            let left = (i32::from(hp) - damage).max(0) as i16;
            if let Some(slot) = fight.one_mut(whom).worn.get_mut(usize::from(place)) {
                slot.1 = left;
            }
            fight.one_mut(whom).worn.retain(|(_, hp)| *hp > 0);
            (fight.setting.armor(piece).name.clone(), hp, left)
        }
        Called::Weapon(place) => {
            let Some(arm) = fight.one(whom).in_hand.get(usize::from(place)).copied() else { return Ok(false) };
            let hp = fight.arm(arm).hp;
            let left = (i32::from(hp) - damage).max(0) as i16;
            if hp > 0 && left == 0 {
                fight.lose_weapon(whom, arm);
            }
            (fight.arm(arm).name.clone(), hp, left)
        }
        Called::Gu(slot) => {
            let Some(owned) = fight.one(whom).gu.get(usize::from(slot)).copied() else { return Ok(false) };
            let left = (i32::from(owned.hp.now) - damage).max(0) as i16;
            fight.change_gu(whom, slot, |struck| struck.hp.now = left);
            (gu::name_of(fight, whom, slot), owned.hp.now, left)
        }
        Called::Part(_) | Called::Limb { .. } => return Ok(false),
    };
    table.tell(|| {
        let end = if after == 0 && before > 0 { " and breaks" } else { "" };
        let text = format!("{name} of {} takes {damage} instead: {before} → {after}{end}", fight.label(whom));
        Event::new(&ITEM_EFFECT, text).to(whom).because(harm.cause)
    });
    if let (Called::Gu(slot), 0) = (called, after) {
        standing::gu_dies(fight, table, whom, slot, &ITEM_EFFECT)?;
    }
    Ok(true)
}
