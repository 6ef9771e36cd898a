//! Abilities: consistency and potential, and how weapons are held for them.

use quintain_engine::{Dicing, Refusal, Rule, Thrown, Who};

use crate::content::{AbilityId, Grip, TwoAttributes, Words};
use crate::rules::characters::attribute;
use crate::state::{Combatant, Fight, Hold};

quintain_engine::section! {
    "Abilities";
    CONSISTENCY = Engine "ability.consistency": "Consistency is the ability's own and what training adds.";
    POTENTIAL = Engine "ability.potential": "Potential is the ability's own and what training adds.";
    BASE_C = Engine "ability.base-consistency": "An ability has the same base consistency for everybody.",
        ruling "The list of abilities goes beyond the range that the text names; the list wins.";
    BASE_P = Engine "ability.base-potential": "Base potential is the ability's attribute, of two attributes their average, rounded down.",
        ruling "The page breaks off; this is assumed.", house "ability.two-attributes";
    MODIFIERS = Engine "ability.modifiers": "Items may help an ability and circumstances hinder it.";
    OPEN = Gm "ability.open-list": "Further abilities may be added as data.",
        ruling "Packs and encounters may hold any ability.";
    WIELDING = Engine "ability.wielding": "A weapon is used with one of the abilities listed for it, and only held in a way that the ability covers.",
        ruling "Where several fit, the best one is rolled: highest mean result, then the first in the list.";
}

/// The rules of what an ability is by itself, weapons and situation left out.
pub(crate) static OWN: [&Rule; 4] = [&CONSISTENCY, &POTENTIAL, &BASE_C, &BASE_P];

/// Base potential: the attribute, or what two attributes give together.
fn base_potential(fight: &Fight, who: Who, ability: AbilityId) -> i16 {
    let known = fight.ability(ability);
    let (one, two): (i16, i16) = (attribute(fight, who, known.one), attribute(fight, who, known.two));
    if known.one == known.two {
        return one;
    }
    match fight.house().two_attributes {
        TwoAttributes::FloorAverage => (one + two).div_euclid(2),
        TwoAttributes::Best => one.max(two),
    }
}

/// Consistency and potential of an ability, weapons and situation left out.
pub(crate) fn own(fight: &Fight, who: Who, ability: AbilityId, parts: &mut impl Dicing) {
    let known = fight.ability(ability);
    let trained = fight.template(who).trained.get(usize::from(ability.0)).copied().unwrap_or_default();
    parts.dice(&BASE_C, "base", known.c);
    parts.dice(&CONSISTENCY, "trained", trained.c);
    parts.add(&BASE_P, "attribute", base_potential(fight, who, ability));
    parts.add(&POTENTIAL, "trained", trained.p);
}

pub(crate) fn numbers(fight: &Fight, who: Who, ability: AbilityId) -> Thrown {
    let mut numbers = Thrown::default();
    own(fight, who, ability, &mut numbers);
    numbers
}

/// The mean of what the dice give, in thousandths, by consistency from -5 to 7; beyond that it hardly changes.
const MEANS: [i32; 13] = [1667, 1880, 2139, 2467, 2900, 3500, 6083, 7335, 8066, 8547, 8892, 9157, 9372];

pub(crate) fn mean(c: i16, p: i16) -> i32 {
    let place = (c.clamp(-5, 7) + 5) as usize;
    MEANS.get(place).copied().unwrap_or(3500) + 1000 * i32::from(p)
}

/// The chance in thousandths that the dice give at least 2, 3, … 11, by consistency from -5 to 7.
const CHANCES: [[i32; 10]; 13] = [
    [492, 218, 84, 26, 5, 0, 0, 0, 0, 0],
    [547, 273, 120, 43, 10, 0, 0, 0, 0, 0],
    [608, 341, 172, 72, 21, 0, 0, 0, 0, 0],
    [675, 427, 245, 120, 42, 0, 0, 0, 0, 0],
    [750, 533, 350, 200, 83, 0, 0, 0, 0, 0],
    [833, 667, 500, 333, 167, 0, 0, 0, 0, 0],
    [983, 933, 850, 733, 583, 400, 300, 200, 100, 0],
    [998, 987, 955, 893, 792, 640, 510, 360, 190, 10],
    [1000, 997, 987, 957, 896, 784, 657, 488, 271, 28],
    [1000, 999, 996, 983, 948, 870, 760, 590, 344, 52],
    [1000, 1000, 999, 993, 974, 922, 832, 672, 410, 81],
    [1000, 1000, 1000, 997, 987, 953, 882, 738, 469, 114],
    [1000, 1000, 1000, 999, 993, 972, 918, 790, 522, 150],
];

/// The chance in thousandths that the dice give at least so much.
pub(crate) fn chance(c: i16, least: i16) -> i32 {
    let row = (c.clamp(-5, 7) + 5) as usize;
    match least {
        ..=1 => 1000,
        2..=11 => CHANCES.get(row).and_then(|row| row.get((least - 2) as usize)).copied().unwrap_or(0),
        _ => 0,
    }
}

/// How something is held now: the ways that abilities may ask for.
fn grips_now(one: &Combatant, hold: Hold) -> Words<Grip> {
    let when = |so: bool, grip: Grip| if so { Words::NONE.with(grip) } else { Words::NONE };
    match hold {
        Hold::Body(_) => Words::NONE.with(Grip::Body),
        Hold::Sword if one.both => Words::NONE.with(Grip::BothHands),
        Hold::Sword => Words::NONE
            .with(Grip::SwordHand)
            .and(when(one.off.is_none() && one.shield.is_none(), Grip::SwordHandAlone))
            .and(when(one.shield.is_some(), Grip::WithShield))
            .and(when(one.off.is_some(), Grip::EachHand)),
        Hold::Off => when(one.sword.is_some() && !one.both, Grip::EachHand),
    }
}

/// Of abilities that fit the one with the highest mean result, the first of equals; a single one needs no look.
pub(crate) fn best_of(fight: &Fight, who: Who, mut fitting: impl Iterator<Item = AbilityId>) -> Option<AbilityId> {
    let worth = |id: AbilityId| {
        let Thrown { dice, plus } = numbers(fight, who, id);
        mean(dice, plus)
    };
    let mut best = fitting.next()?;
    let Some(second) = fitting.next() else { return Some(best) };
    let mut known = worth(best);
    for id in std::iter::once(second).chain(fitting) {
        let other = worth(id);
        if other > known {
            (best, known) = (id, other);
        }
    }
    Some(best)
}

/// The ability that a wielded weapon is used with as it is held now.
pub(crate) fn used_with(fight: &Fight, who: Who, hold: Hold) -> Result<AbilityId, Refusal> {
    let arm = fight.one(who).arm(hold).ok_or_else(|| Refusal::new(&WIELDING, "nothing is held there"))?;
    let weapon = fight.weapon(arm.weapon);
    let now = grips_now(fight.one(who), hold);
    let fitting = weapon.abilities.iter().copied().filter(|id| fight.ability(*id).grips.meets(now));
    best_of(fight, who, fitting).ok_or_else(|| Refusal::new(&WIELDING, "no ability covers the weapon as it is held"))
}
