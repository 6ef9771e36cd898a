//! Damage reduction, vulnerability, resistance, invulnerability: what is left of harm once it is past the shields.

use quintain_engine::{Event, Rule, Table, Who};
use smallvec::SmallVec;

use super::damage::Harm;
use super::gu;
use crate::condition::{Condition, SENSELESS};
use crate::derived;
use crate::fight::Fight;
use crate::kinds::{DAMAGE_TYPES, DamageType, DamageTypes, Score};

quintain_engine::section! {
    "Damage reduction, vulnerability, immunity";
    FLAT = Engine "dr.flat": "A flat reduction may bring damage to 0 while the source of the damage is of no higher rank.", ruling "Different sources add up, two of the same do not; one that names several types counts once, largest first.";
    OUTRANKED = Engine "dr.outranked": "A source of higher rank leaves at least 1.", ruling "What is no Gu has no rank; rank is compared only where both sides have one.", house "rank.beast-attacks";
    VULNERABLE = Engine "vuln.double": "Vulnerable: damage of the type to hit points is doubled, for objects, too.";
    RESIST = Engine "resist.half": "Resistant: damage of the type to hit points is halved, rounded down.", ruling "Vulnerable and resistant at once changes nothing; several resistances count once.";
    INVULNERABLE = Engine "invuln.none": "Invulnerable: damage of the type is not taken.";
    RANK_STEP = Engine "resist.rank-step": "Against a Gu of higher rank than the Gu that protects, invulnerability is resistance and resistance nothing.";
    IMMUNE = Engine "immune.condition": "Whoever is immune to a condition never gets it, whatever the rank.";
}

/// A flat reduction.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// By how much.
    pub amount: i32,
    /// Of which types.
    pub types: DamageTypes,
    /// The rank of the Gu; `None` for none.
    pub rank: Option<u8>,
    /// The Gu, by its place in the book; the bearer's Fortitude where it is none.
    pub gu: Option<u16>,
}

/// The reductions of one creature.
pub type Reductions = SmallVec<[Reduction; 16]>;

/// How well a type is withstood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stance {
    /// Vulnerable.
    pub vulnerable: bool,
    /// Resistant.
    pub resistant: bool,
    /// Invulnerable.
    pub invulnerable: bool,
    /// A protection counted a step less.
    pub stepped: bool,
}

impl Stance {
    /// Adds resistance from a source of this rank against damage of that rank.
    pub fn resist(&mut self, source: Option<u8>, damage: Option<u8>) {
        if outranked(source, damage) {
            self.stepped = true;
        } else {
            self.resistant = true;
        }
    }

    /// Adds invulnerability from a source of this rank against damage of that rank.
    pub fn invulnerable(&mut self, source: Option<u8>, damage: Option<u8>) {
        if outranked(source, damage) {
            self.stepped = true;
            self.resistant = true;
        } else {
            self.invulnerable = true;
        }
    }
}

/// Whether damage of one rank outranks a protection of another; things without rank are not compared.
pub fn outranked(source: Option<u8>, damage: Option<u8>) -> bool {
    matches!((source, damage), (Some(source), Some(damage)) if damage > source)
}

/// Armour, then flat reductions, then resistance and vulnerability.
pub(crate) fn lower<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
    mut amounts: [i32; DAMAGE_TYPES],
) -> [i32; DAMAGE_TYPES] {
    if harm.unreducible {
        return amounts;
    }
    armour(fight, table, whom, harm, &mut amounts);
    let mut reductions = Reductions::new();
    gu::reductions(fight, whom, harm, &mut reductions);
    if amounts[DamageType::Poison as usize] > 0 {
        let amount = i32::from(derived::score(fight, whom, Score::Fortitude) / 10);
        let types = DamageTypes::of(&[DamageType::Poison]);
        reductions.push(Reduction { amount, types, rank: None, gu: None });
    }
    flat(fight, table, whom, harm, &reductions, &mut amounts);
    for damage in DamageType::ALL {
        let before = amounts[damage as usize];
        if before > 0 {
            amounts[damage as usize] = withstand(fight, table, whom, harm, damage, before);
        }
    }
    amounts
}

/// Armour takes its threshold off force and rending; what is more hurts both wearer and armour.
fn armour<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
    amounts: &mut [i32; DAMAGE_TYPES],
) {
    let types = DamageTypes::of(&[DamageType::Force, DamageType::Rending]);
    for place in 0..fight.one(whom).worn.len() {
        let total = of_types(amounts, types);
        if total <= 0 {
            return;
        }
        let (piece, hp) = fight.one(whom).worn[place];
        if !is_borne(fight, whom, piece) {
            continue;
        }
        let dt = if harm.piercing { 0 } else { i32::from(fight.setting.armor(piece).dt) };
        take_off(amounts, types, dt, 0);
        let excess = (total - dt).max(0);
        let left = (i32::from(hp) - excess).max(0) as i16;
        fight.one_mut(whom).worn[place].1 = left;
        table.tell(|| {
            let name = &fight.setting.armor(piece).name;
            if harm.piercing {
                let text = format!("{name} of {} is pierced and takes {excess} itself", fight.label(whom));
                return Event::new(&FLAT, text).to(whom).because(harm.cause);
            }
            let text = format!("{name} of {} takes {} off and {excess} itself", fight.label(whom), total.min(dt));
            Event::new(&FLAT, text).to(whom).because(harm.cause).term("damage", total.into(), "").term(
                "armour",
                -i64::from(dt),
                name.clone(),
            )
        });
    }
    let mut one = fight.one_mut(whom);
    one.worn.retain(|(_, hp)| *hp > 0);
}

/// Whether a piece of armour is where it protects: a shield only in a sound hand of somebody in its senses.
fn is_borne(fight: &Fight, whom: Who, piece: u8) -> bool {
    let armed = || fight.one(whom).in_hand.iter().map(|arm| fight.arm(*arm).hands).sum::<u8>();
    let held = || !fight.one(whom).conditions.any(SENSELESS) && derived::sound_hands(fight, whom) > armed();
    !fight.setting.armor(piece).in_hand || held()
}

/// How much of these types there is.
fn of_types(amounts: &[i32; DAMAGE_TYPES], types: DamageTypes) -> i32 {
    DamageType::ALL.into_iter().filter(|damage| types.has(*damage)).map(|damage| amounts[damage as usize]).sum()
}

/// Takes so much off these types together, the largest first, leaving at least `floor` in all where there was any.
pub(crate) fn take_off(amounts: &mut [i32; DAMAGE_TYPES], types: DamageTypes, amount: i32, floor: i32) -> i32 {
    let all: i32 = amounts.iter().sum();
    let mut left = amount.min((all - floor).max(0));
    let mut taken = 0;
    while left > 0 {
        let named = DamageType::ALL.into_iter().filter(|damage| types.has(*damage));
        let largest = named.max_by_key(|damage| (amounts[*damage as usize], std::cmp::Reverse(*damage)));
        let Some(place) = largest.map(|damage| damage as usize).filter(|place| amounts[*place] > 0) else { break };
        let part = left.min(amounts[place]);
        amounts[place] -= part;
        left -= part;
        taken += part;
    }
    taken
}

/// those the damage outranks first, down to 1; then the others, down to 0.
fn flat<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
    reductions: &Reductions,
    amounts: &mut [i32; DAMAGE_TYPES],
) {
    for first in [true, false] {
        for reduction in reductions.iter().filter(|known| outranked(known.rank, harm.rank) == first) {
            let before = of_types(amounts, reduction.types);
            if before <= 0 || reduction.amount <= 0 {
                continue;
            }
            let taken = take_off(amounts, reduction.types, reduction.amount, i32::from(first));
            table.tell(|| {
                let rule: &'static Rule = if first { &OUTRANKED } else { &FLAT };
                let name = reduction.gu.map_or("Fortitude", |gu| &super::standing::entry(fight, gu).name);
                let text = format!("{name} takes {taken} off the damage to {}", fight.label(whom));
                let event = Event::new(rule, text).to(whom).because(harm.cause).term("damage", before.into(), "");
                let event = event.term("reduction", -i64::from(reduction.amount), name);
                let poison = reduction.types == DamageTypes::of(&[DamageType::Poison]);
                let event = event.total(i64::from(before - taken));
                if poison { event.and(&super::damage::POISON) } else { event }
            });
        }
    }
}

fn withstand<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
    damage: DamageType,
    before: i32,
) -> i32 {
    let mut stance = Stance::default();
    gu::stance(fight, whom, harm, damage, &mut stance);
    if damage == DamageType::Sonic && fight.one(whom).is(Condition::Deafened) {
        stance.resistant = true;
    }
    let after = match stance {
        Stance { invulnerable: true, .. } => 0,
        Stance { vulnerable: true, resistant: true, .. } => before,
        Stance { vulnerable: true, .. } => before * 2,
        Stance { resistant: true, .. } => before / 2,
        _ => before,
    };
    if after != before || stance.stepped || (stance.vulnerable && stance.resistant) {
        table.tell(|| {
            let rule: &'static Rule = match stance {
                Stance { invulnerable: true, .. } => &INVULNERABLE,
                Stance { vulnerable: true, .. } => &VULNERABLE,
                Stance { resistant: true, .. } => &RESIST,
                _ => &RANK_STEP,
            };
            let text = format!("of {before} {} damage {} takes {after}", damage.name(), fight.label(whom));
            let mut event = Event::new(rule, text).to(whom).because(harm.cause);
            if stance.stepped {
                event = event.and(&RANK_STEP);
            }
            if stance.vulnerable && stance.resistant {
                event = event.and(&RESIST);
            }
            if damage == DamageType::Sonic && fight.one(whom).is(Condition::Deafened) {
                event = event.and(&super::status::DEAFENED_SONIC);
            }
            event
        });
    }
    after
}
