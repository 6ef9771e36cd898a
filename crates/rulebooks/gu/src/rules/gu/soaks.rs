//! Gu that turn harm aside on its way: onto their user, into store, off a carapace, or onto somebody else.

use quintain_engine::{Event, Read, Table, Throw, Who};
use quintain_field::Square;

use crate::book::Power;
use crate::combatant::{GuState, Owned};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::{DAMAGE_TYPES, DamageType, DamageTypes};
use crate::lasting::{Until, What};
use crate::rules::activating::{self, EFFECT};
use crate::rules::damage::{self, Harm};
use crate::rules::standing::{self, entry};
use crate::rules::{reduction, status, stretch};

/// The Gu of somebody that are being sustained, by their places.
fn sustained(fight: &Fight, who: Who) -> impl Iterator<Item = u8> + '_ {
    let one = fight.one(who);
    (0..one.gu.len() as u8)
        .filter(move |slot| one.gu.get(usize::from(*slot)).is_some_and(|owned| owned.state == GuState::Sustained))
}

/// A power of one of somebody's sustained Gu that fits, with the place of that Gu.
fn power_of<T>(fight: &Fight, who: Who, fits: impl Fn(&Power) -> Option<T>) -> Option<(u8, T)> {
    sustained(fight, who).find_map(|slot| {
        let owned = activating::owned(fight, who, slot)?;
        entry(fight, owned.gu).powers.iter().find_map(&fits).map(|found| (slot, found))
    })
}

/// Whose Gu draws damage of a type from somebody onto its user.
fn drawn_by(fight: &Fight, whom: Who, damage: DamageType) -> Option<Who> {
    let draws = |who: Who| {
        power_of(fight, who, |power| matches!(power, Power::Draws(types) if types.contains(&damage)).then_some(()))
    };
    if draws(whom).is_some() {
        return None;
    }
    fight.everyone().find(|who| {
        let Some((slot, ())) = draws(*who) else { return false };
        let range = activating::owned(fight, *who, slot).map_or(0, |owned| activating::range(fight, *who, owned));
        *who != whom && fight.fighting(*who) && fight.distance(*who, whom) <= range.into()
    })
}

/// Damage that somebody's Gu draws onto its user is taken out of the harm and strikes that one.
pub(crate) fn drawn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: &mut Harm,
) -> Result<(), T::Halt> {
    if !fight.draws {
        return Ok(());
    }
    for damage in DamageType::ALL {
        let amount = harm.amounts[damage as usize];
        if amount == 0 {
            continue;
        }
        let Some(by) = drawn_by(fight, whom, damage) else { continue };
        harm.amounts[damage as usize] = 0;
        let cause = table.tell(|| {
            let text =
                format!("{amount} {} goes to {} instead of {}", damage.name(), fight.label(by), fight.label(whom));
            Event::new(&EFFECT, text).to(by)
        });
        let mut own = Harm { amounts: [0; DAMAGE_TYPES], called: None, by_attack: false, cause, ..*harm };
        own.amounts[damage as usize] = amount;
        damage::harm(fight, table, by, own)?;
    }
    Ok(())
}

/// A sphere of light takes what comes from outside at its user or another inside, for essence; more than it bears breaks it.
pub(crate) fn sphere<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
    amounts: &mut [i32; DAMAGE_TYPES],
) -> Result<(), T::Halt> {
    let by = harm.by.filter(|_| !harm.bleeding);
    let Some(user) = by.and_then(|by| fight.sheltered_by(whom, by)) else { return Ok(()) };
    let found = power_of(fight, user, |power| match power {
        Power::Sphere { most, but } => Some((*most, DamageTypes::but(but))),
        _ => None,
    });
    let Some((slot, (most, types))) = found else { return Ok(()) };
    let taken: i32 = DamageType::ALL.iter().filter(|one| types.has(**one)).map(|one| amounts[*one as usize]).sum();
    if taken <= 0 {
        return Ok(());
    }
    let bears = i32::from(most.min(fight.one(user).essence.now));
    let spent = damage::take_away(amounts, types, bears);
    let before = fight.one(user).essence.now;
    fight.one_mut(user).essence.lose(spent as i16);
    table.tell(|| {
        let text = format!("the sphere of {} takes {spent} for as much essence", fight.label(user));
        let event = Event::new(&EFFECT, text).to(whom);
        event.change(user, "essence", before.into(), i64::from(before) - i64::from(spent))
    });
    if taken <= i32::from(most) {
        return Ok(());
    }
    let dice = Throw::dice(2, 6, &EFFECT, "damage to the Gu").by(user).read_as(Read::Sum);
    let hurt: i32 = table.roll(fight, dice)?.iter().map(|face| i32::from(*face)).sum();
    standing::stop(fight, table, user, slot)?;
    wear(fight, table, user, slot, hurt)
}

/// A sphere of light keeps a combatant that is outside from coming in; says whether it does.
pub(crate) fn keeps_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: (Square, i16)) -> bool {
    let Some(user) = fight.kept_out_by(who, to) else { return false };
    stretch::interrupt(fight, table);
    table.tell(|| {
        let text = format!("the sphere of {} keeps {} out", fight.label(user), fight.label(who));
        Event::new(&EFFECT, text).by(user).to(who)
    });
    true
}

/// A Gu loses hit points.
fn wear<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8, amount: i32) -> Result<(), T::Halt> {
    let worn = fight.change_gu(who, slot, |owned| {
        owned.hp.lose(amount.clamp(0, 10_000) as i16);
        (owned.gu, owned.hp.now)
    });
    let Some((gu, left)) = worn else { return Ok(()) };
    table.tell(|| {
        let text = format!("{} of {} takes {amount}: {left} left", entry(fight, gu).name, fight.label(who));
        Event::new(&EFFECT, text).to(who)
    });
    if left == 0 { standing::gu_dies(fight, table, who, slot, &EFFECT) } else { Ok(()) }
}

/// What stores and carapaces take of damage to hit points.
pub(crate) fn soak<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    harm: &Harm,
    amounts: &mut [i32; DAMAGE_TYPES],
) -> Result<(), T::Halt> {
    if harm.unreducible || fight.one(whom).gu.is_empty() {
        return Ok(());
    }
    store(fight, table, whom, amounts);
    let found = power_of(fight, whom, |power| if let Power::Carapace(by) = power { Some(*by) } else { None });
    let Some((slot, by)) = found.filter(|_| harm.by_attack && harm.called.is_none()) else { return Ok(()) };
    let die = Throw::die(2, &EFFECT, "carapace 1, elsewhere 2").by(whom);
    if table.die(fight, die)? == 2 {
        return Ok(());
    }
    let total: i32 = amounts.iter().sum();
    let rank = activating::owned(fight, whom, slot).map(|owned| owned.rank);
    let outranked = reduction::outranked(rank, harm.rank);
    let taken = reduction::take_off(amounts, DamageTypes::EVERY, by.into(), i32::from(outranked));
    table.tell(|| {
        let text = format!("the carapace of {} takes {taken} off", fight.label(whom));
        let event = Event::new(&EFFECT, text).to(whom);
        if outranked { event.and(&reduction::OUTRANKED) } else { event }
    });
    if total <= i32::from(by) {
        return Ok(());
    }
    let die = Throw::die(6, &EFFECT, "damage to the Gu").by(whom);
    let hurt = table.die(fight, die)?;
    standing::stop(fight, table, whom, slot)?;
    wear(fight, table, whom, slot, hurt.into())
}

fn store<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, amounts: &mut [i32; DAMAGE_TYPES]) {
    let found = power_of(fight, whom, |power| match power {
        Power::Stores { types, most } => Some((DamageTypes::of(types), *most)),
        _ => None,
    });
    let Some((slot, (types, most))) = found else { return };
    let Some(Owned { gu, rank, store: stored, .. }) = activating::owned(fight, whom, slot) else { return };
    let room = most.at(entry(fight, gu).place(rank)) - stored;
    let taken = damage::take_away(amounts, types, room.into());
    if taken == 0 {
        return;
    }
    fight.change_gu(whom, slot, |owned| owned.store += taken as i16);
    table.tell(|| {
        let text = format!("{} stores {taken}: {} now", fight.label(whom), i32::from(stored) + taken);
        Event::new(&EFFECT, text).to(whom)
    });
}

/// What somebody has stored, for its next unarmed hit: how much of which type; the store is empty then.
pub(crate) fn discharge(fight: &mut Fight, who: Who) -> Option<(DamageType, i32)> {
    let found = power_of(fight, who, |power| match power {
        Power::Stores { types, .. } => types.first().copied(),
        _ => None,
    });
    let (slot, damage) = found?;
    let stored = fight.change_gu(who, slot, |owned| std::mem::take(&mut owned.store))?;
    (stored > 0).then_some((damage, stored.into()))
}

/// Damage has reached hit points: what lasts until then ends, oil catches fire, and those that share it take it, too.
pub(crate) fn harmed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    to_hp: &[i32; DAMAGE_TYPES],
    harm: &Harm,
) -> Result<(), T::Halt> {
    fight.one_mut(whom).lasting.retain(|known| known.until != Until::Hurt);
    if to_hp[DamageType::Heat as usize] > 0 && fight.one(whom).is(Condition::Oiled) {
        status::set_ablaze(fight, table, whom, harm.rank.unwrap_or(1), &EFFECT)?;
    }
    fight.scratch.sharing.push(whom);
    let came = shared(fight, table, whom, to_hp, harm);
    fight.scratch.sharing.pop();
    came
}

/// Those who are bound to somebody by a Gu of that one's take directly what it takes; nobody suffers the same harm twice.
fn shared<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    to_hp: &[i32; DAMAGE_TYPES],
    harm: &Harm,
) -> Result<(), T::Halt> {
    for other in fight.everyone() {
        if !fight.present(other) || fight.one(other).lasting.is_empty() || fight.scratch.sharing.contains(&other) {
            continue;
        }
        let shares = fight.one(other).lasting.iter().find_map(|known| match known.what {
            What::Effect(gu) if known.by == whom => {
                let entry = entry(fight, gu);
                let range = entry.range.at(entry.place(known.rank));
                entry.powers.contains(&Power::SharesHarm).then_some(range)
            }
            _ => None,
        });
        let Some(range) = shares else { continue };
        if fight.distance(whom, other) > u32::from(range.unsigned_abs()) {
            continue;
        }
        let cause = table.tell(|| {
            let text = format!("{} suffers what {} suffers", fight.label(other), fight.label(whom));
            Event::new(&EFFECT, text).to(other)
        });
        let own =
            Harm { amounts: *to_hp, direct: true, called: None, by_attack: false, by: Some(whom), cause, ..*harm };
        damage::harm(fight, table, other, own)?;
    }
    Ok(())
}

/// A guard of the mind takes soul damage in its owner's stead; says how much is left.
pub(crate) fn guards_soul<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    amount: i16,
) -> Result<i16, T::Halt> {
    let guards = |power: &Power| matches!(power, Power::GuardsMind).then_some(());
    let Some((slot, ())) = power_of(fight, whom, guards) else { return Ok(amount) };
    let hp = activating::owned(fight, whom, slot).map_or(0, |owned| owned.hp.now);
    let taken = amount.min(hp);
    table.tell(|| {
        let text = format!("a guard of the mind takes {taken} soul damage for {}", fight.label(whom));
        Event::new(&damage::SOUL, text).to(whom)
    });
    wear(fight, table, whom, slot, taken.into())?;
    Ok(amount - taken)
}

/// At 0 hit points: a Gu brings them all back and pays for it. Says whether one does.
pub(crate) fn rises_again<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<bool, T::Halt> {
    let rises = |power: &Power| matches!(power, Power::RisesAgain).then_some(());
    let Some((slot, ())) = power_of(fight, whom, rises) else { return Ok(false) };
    let mut one = fight.one_mut(whom);
    one.hp.now = one.hp.max;
    let max = one.hp.max;
    drop(one);
    table.tell(|| {
        let text = format!("{} rises again with {max} hit points", fight.label(whom));
        Event::new(&EFFECT, text).to(whom).change(whom, "hp", 0, max.into())
    });
    standing::stop(fight, table, whom, slot)?;
    wear(fight, table, whom, slot, 13)?;
    fight.change_gu(whom, slot, |owned| {
        if owned.state == GuState::Idle {
            owned.state = GuState::Sealed;
        }
    });
    Ok(true)
}
