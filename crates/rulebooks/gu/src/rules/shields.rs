//! Shield Gu: what they take in their owner's stead, and when they die.

use quintain_engine::{Answer, Event, Table, Who};
use smallvec::SmallVec;

use super::activating;
use super::damage::Harm;
use super::reactions::{self, Happening, Trigger};
use super::reduction;
use super::standing::{self, entry};
use crate::ask::{self, Act, Ask};
use crate::book::{Keyword, Power};
use crate::combatant::{GuState, Owned};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::{DAMAGE_TYPES, DamageType, DamageTypes};
use crate::rules::gu::GuAsk;

/// Damage goes to the shields that are up, one after another; what exceeds them is left in `amounts`. Several of the same
/// Gu do not stack: when one of them has taken something of a blow, the others take nothing of it.
pub(crate) fn absorb<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
    amounts: &mut [i32; DAMAGE_TYPES],
) -> Result<(), T::Halt> {
    let mut slots = up(fight, whom);
    if slots.len() > 1
        && let Answer::Order(acts) = table.ask(fight, Ask::ShieldOrder { who: whom })?
    {
        slots.clear();
        slots.extend(acts.iter().filter_map(|act| if let Act::Slot(slot) = act { Some(*slot) } else { None }));
    }
    let mut have_taken: SmallVec<[u16; 14]> = SmallVec::new();
    for slot in slots {
        let Some(owned) = activating::owned(fight, whom, slot).filter(|owned| is_up(fight, owned)) else { continue };
        if have_taken.contains(&owned.gu) {
            continue;
        }
        if sunders(fight, harm, amounts, owned) {
            super::gu::sundered(fight, harm);
            standing::gu_dies(fight, table, whom, slot, &reactions::SHIELD)?;
            continue;
        }
        let before: i32 = amounts.iter().sum();
        if before > 0 {
            take(fight, table, whom, slot, owned, harm, amounts)?;
        }
        if amounts.iter().sum::<i32>() < before {
            have_taken.push(owned.gu);
        }
    }
    Ok(())
}

/// Whether a blade made for it destroys a shield before it takes anything.
fn sunders(fight: &Fight, harm: &Harm, amounts: &[i32; DAMAGE_TYPES], owned: Owned) -> bool {
    let rending = amounts[DamageType::Rending as usize] > 0;
    rending && harm.by.and_then(|by| super::gu::sunders(fight, by)).is_some_and(|rank| rank >= owned.rank)
}

fn is_up(fight: &Fight, owned: &Owned) -> bool {
    let known = entry(fight, owned.gu);
    owned.state == GuState::Sustained && known.has(Keyword::Shield) && (!known.slow || owned.store > 0)
}

/// The shields that somebody has up, in the order in which it owns them.
pub fn up(fight: &Fight, whom: Who) -> SmallVec<[u8; 14]> {
    let all = fight.one(whom).gu.iter().enumerate();
    all.filter(|(_, owned)| is_up(fight, owned)).map(|(slot, _)| slot as u8).collect()
}

/// Whether a shield can take damage of a type.
fn blocks(fight: &Fight, owned: Owned, damage: DamageType, touch: bool) -> bool {
    entry(fight, owned.gu).powers.iter().any(|power| match power {
        Power::Blocks { but, touch: touches } => !but.contains(&damage) && (*touches || !touch),
        _ => false,
    })
}

/// What of so much damage reaches the shield itself: what hardens it comes off first, as flat reductions do.
fn reaches(
    fight: &Fight,
    whom: Who,
    owned: Owned,
    amounts: &[i32; DAMAGE_TYPES],
    rank: Option<u8>,
) -> [i32; DAMAGE_TYPES] {
    let mut left = *amounts;
    let known = entry(fight, owned.gu);
    let place = known.place(owned.rank);
    let outranked = rank.is_some_and(|rank| rank > owned.rank);
    for power in &known.powers {
        match power {
            Power::Untouched(types) => {
                for damage in types {
                    let amount = &mut left[*damage as usize];
                    *amount = if outranked { *amount / 2 } else { 0 };
                }
            }
            Power::Hardened { types, by, percent_strength } => {
                let share = derived::share_of_strength(fight, whom, percent_strength.at(place));
                let of = if types.is_empty() { DamageTypes::EVERY } else { DamageTypes::of(types) };
                reduction::take_off(&mut left, of, i32::from(by.at(place)) + share, i32::from(outranked));
            }
            _ => {}
        }
    }
    left
}

/// One shield takes what it can.
fn take<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    slot: u8,
    owned: Owned,
    harm: &Harm,
    amounts: &mut [i32; DAMAGE_TYPES],
) -> Result<(), T::Halt> {
    let mut taken = [0; DAMAGE_TYPES];
    for damage in DamageType::ALL {
        if blocks(fight, owned, damage, harm.touch) {
            taken[damage as usize] = amounts[damage as usize];
        }
    }
    if taken.iter().sum::<i32>() == 0 {
        if harm.touch {
            table.tell(|| {
                let text = format!("{} does not block touches", entry(fight, owned.gu).name);
                Event::new(&super::cover::TOUCH_NO_SHIELD, text).to(whom)
            });
        }
        return Ok(());
    }
    let reaching = reaches(fight, whom, owned, &taken, harm.rank);
    let total: i32 = reaching.iter().sum();
    for damage in DamageType::ALL {
        amounts[damage as usize] -= taken[damage as usize];
    }
    let hp = i32::from(owned.hp.now);
    if total < hp {
        lose(fight, whom, slot, total);
        table.tell(|| told(fight, whom, owned, hp, hp - total));
        return Ok(());
    }
    let saved = may_save(fight, whom, harm)
        && total >= hp
        && ask::yes(fight, table, Ask::Gu(GuAsk::SaveShield { who: whom, slot }))?;
    let stood = if saved { hp - 1 } else { hp };
    let mut excess = total - stood;
    for damage in DamageType::ALL {
        let back = excess.min(reaching[damage as usize]);
        amounts[damage as usize] += back;
        excess -= back;
    }
    table.tell(|| told(fight, whom, owned, hp, hp - stood));
    if saved {
        reactions::spend(fight, table, whom, &Trigger::of(Happening::Hit, harm.by.unwrap_or(whom)));
        lose(fight, whom, slot, stood);
        table.tell(|| {
            let text = format!("{} drops {} at 1 hit point", fight.label(whom), entry(fight, owned.gu).name);
            Event::new(&reactions::SHIELD, text).by(whom)
        });
        return standing::stop(fight, table, whom, slot);
    }
    standing::gu_dies(fight, table, whom, slot, &reactions::SHIELD)
}

fn lose(fight: &mut Fight, whom: Who, slot: u8, amount: i32) {
    fight.change_gu(whom, slot, |owned| _ = owned.hp.lose(amount.clamp(0, i32::from(i16::MAX)) as i16));
}

fn told(fight: &Fight, whom: Who, owned: Owned, before: i32, after: i32) -> Event {
    let text =
        format!("{} of {} takes it: {before} → {after} hit points", entry(fight, owned.gu).name, fight.label(whom));
    Event::new(&reactions::SHIELD, text).to(whom)
}

/// the save of a dying shield is a reaction, and so not for one's own turn, nor in Final Stand, nor against what
/// is Unreactable.
fn may_save(fight: &Fight, whom: Who, harm: &Harm) -> bool {
    let foreseen = || harm.by.is_some_and(|by| super::gu::foresees(fight, whom, by).is_some());
    if harm.unreactable && !super::gu::reacts_to_anything(fight, whom) && !foreseen() {
        return false;
    }
    let able = reactions::able(fight, whom).is_ok() && !fight.is_active(whom);
    able && !fight.one(whom).is(Condition::FinalStand)
}
