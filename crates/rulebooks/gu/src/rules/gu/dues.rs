//! What content brings at the start and at the end of a turn.

use std::sync::Arc;

use quintain_engine::{Table, Who};

use super::{GuDue, laid, remedies, riders, zones};
use crate::book::{EscapeBy, Kind, Poison, Power, Whom};
use crate::combatant::{GuState, Owned};
use crate::fight::Fight;
use crate::lasting::What;
use crate::rules::activating::{self, EFFECT, Target};
use crate::rules::damage;
use crate::rules::effects::{self, Source, Strikes};
use crate::rules::standing::{self, entry, is_any_at_work, sum_of};
use crate::rules::turns::{self, Due, Dues};

/// What content brings at the start of a turn.
pub fn due_at_start(fight: &Fight, who: Who, due: &mut Dues) {
    let one = fight.one(who);
    let mut add = |so: bool, what: GuDue| due.extend(so.then_some(Due::Gu(what)));
    add(fight.template(who).entry.regenerates > 0 && one.hp.now < one.hp.max, GuDue::Regeneration);
    add(fight.zones().iter().any(|zone| zone.by == who), GuDue::Zones);
    add(is_any_at_work(fight, who, Kind::Renews), GuDue::Renews);
    add(is_poisoned(fight, who, |poison| poison.damage > 0), GuDue::Poisons);
    due.extend(zones::due(fight, who, true).map(|number| Due::Gu(GuDue::Zone(number))));
    for (slot, owned) in fight.one(who).gu.iter().enumerate() {
        if owned.state == GuState::Sustained {
            due.push(Due::Gu(GuDue::Keep(slot as u8)));
        }
    }
    if standing::over_limit(fight, who) > 0 {
        due.push(Due::Gu(GuDue::Toll));
    }
    for other in fight.everyone().filter(|other| *other != who) {
        for (slot, owned) in auras(fight, other) {
            if reaches(fight, who, other, owned) && !is_outdone(fight, who, (other, owned)) {
                due.push(Due::Gu(GuDue::Aura(other, slot)));
            }
        }
    }
}

/// Whether an aura of another reaches somebody.
fn reaches(fight: &Fight, who: Who, other: Who, owned: Owned) -> bool {
    fight.distance(who, other) <= activating::range(fight, other, owned).into()
}

/// Whether the same Gu of a further one reaches somebody, too, and counts instead: several of the same do not add up. The
/// highest rank counts, of equal ones the first. What a swarm is by nature is no Gu.
fn is_outdone(fight: &Fight, who: Who, (of, owned): (Who, Owned)) -> bool {
    let counts = |other: Who, its: Owned| {
        let before = its.rank > owned.rank || (its.rank == owned.rank && other < of);
        its.gu == owned.gu && before && reaches(fight, who, other, its)
    };
    let mut others = fight.everyone().filter(|other| *other != who && *other != of);
    !fight.template(of).entry.swarm && others.any(|other| auras(fight, other).any(|(_, its)| counts(other, its)))
}

/// The Gu by which an aura surrounds somebody, with their places among those that one owns.
pub fn auras(fight: &Fight, who: Who) -> impl Iterator<Item = (u8, Owned)> {
    let known = |owned: &Owned| entry(fight, owned.gu).powers.iter().any(|power| matches!(power, Power::Aura { .. }));
    let all = fight.one(who).gu.iter().enumerate().map(|(slot, owned)| (slot as u8, *owned));
    all.filter(move |(_, owned)| owned.state == GuState::Sustained && known(owned))
}

/// What content brings at the end of a turn.
pub fn due_at_end(fight: &Fight, who: Who, due: &mut Dues) {
    due.extend(is_any_at_work(fight, who, Kind::Regains).then_some(Due::Gu(GuDue::Regains)));
    due.extend(zones::due(fight, who, false).map(|number| Due::Gu(GuDue::Zone(number))));
    due.extend(zones::hunting(fight, who).map(|number| Due::Gu(GuDue::Hunt(number))));
    for (slot, owned) in fight.one(who).gu.iter().enumerate() {
        let refreshes = |power: &Power| matches!(power, Power::Refreshes(_));
        if owned.state == GuState::Sustained && entry(fight, owned.gu).powers.iter().any(refreshes) {
            due.push(Due::Gu(GuDue::Refresh(slot as u8)));
        }
    }
    for known in fight.one(who).lasting.iter().filter(|known| known.by != who) {
        if let What::Effect(gu) = known.what
            && entry(fight, gu).escape.is_some_and(|escape| escape.by == EscapeBy::EndOfTurn)
        {
            due.push(Due::Gu(GuDue::Escape(gu)));
        }
    }
    due.extend(is_poisoned(fight, who, |poison| poison.slows > 0).then_some(Due::Gu(GuDue::Poisons)));
    let clots = fight.one(who).bleeding > 0 && is_any_at_work(fight, who, Kind::Clots);
    due.extend(clots.then_some(Due::Gu(GuDue::Clots)));
}

/// Whether such a poison works in somebody.
pub(super) fn is_poisoned(fight: &Fight, who: Who, such: impl Fn(Poison) -> bool) -> bool {
    fight.one(who).lasting.iter().any(|known| matches!(known.what, What::Poison(poison, _) if such(poison)))
}

/// Something that content has brought comes.
pub(crate) fn happen<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    due: GuDue,
    start: bool,
) -> Result<(), T::Halt> {
    match due {
        GuDue::Zone(number) => zones::happen(fight, table, who, number),
        GuDue::Hunt(number) => zones::hunt(fight, table, who, number),
        GuDue::Zones => {
            zones::age(fight, who);
            Ok(())
        }
        GuDue::Poisons if start => laid::poisons_start(fight, table, who),
        GuDue::Poisons => {
            laid::poisons_end(fight, table, who);
            Ok(())
        }
        GuDue::Escape(gu) => laid::escape(fight, table, who, gu),
        GuDue::Clots => {
            let less = |power: &Power, _| if let Power::Clots(less) = power { *less as i16 } else { 0 };
            let stacks = sum_of(fight, who, Kind::Clots, less);
            remedies::staunch(fight, table, who, who, stacks.unsigned_abs());
            Ok(())
        }
        GuDue::Renews => {
            let by = |power: &Power, place| if let Power::Renews(by) = power { by.at(place) } else { 0 };
            let amount = sum_of(fight, who, Kind::Renews, by);
            damage::heal(fight, table, who, amount, &EFFECT).map(|_| ())
        }
        GuDue::Refresh(slot) => refresh(fight, table, who, slot),
        GuDue::Regeneration => {
            let amount = fight.template(who).entry.regenerates;
            damage::heal(fight, table, who, amount, &turns::EFFECT_ORDER).map(|_| ())
        }
        GuDue::Keep(slot) => standing::keep(fight, table, who, slot),
        GuDue::Toll => standing::toll(fight, table, who),
        GuDue::Regains => {
            let by = |power: &Power, place| if let Power::Regains(by) = power { by.at(place) } else { 0 };
            let amount = sum_of(fight, who, Kind::Regains, by);
            damage::heal(fight, table, who, amount, &EFFECT).map(|_| ())
        }
        GuDue::Aura(other, slot) => aura(fight, table, who, (other, slot)),
    }
}

/// What a Gu at work does to a combatant near its owner.
fn aura<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, (other, slot): (Who, u8)) -> Result<(), T::Halt> {
    let Some(owned) = activating::owned(fight, other, slot) else { return Ok(()) };
    if owned.state != GuState::Sustained {
        return Ok(());
    }
    let book = Arc::clone(&fight.setting.book);
    for power in &book.gus[usize::from(owned.gu)].value.powers {
        if let Power::Aura { deals, gains } = power {
            let strikes = Strikes::of(deals, gains);
            riders::strikes_back(fight, table, other, who, (owned.gu, owned.rank), &strikes)?;
        }
    }
    Ok(())
}

/// Hit points for everyone near.
fn refresh<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) -> Result<(), T::Halt> {
    let Some(owned) = activating::owned(fight, who, slot).filter(|owned| owned.state == GuState::Sustained) else {
        return Ok(());
    };
    let known = entry(fight, owned.gu);
    let place = known.place(owned.rank);
    let amount = known.powers.iter().find_map(|power| match power {
        Power::Refreshes(amount) => Some(amount.at(place)),
        _ => None,
    });
    let from = Source::owned(who, slot, owned);
    effects::to_each(fight, from, (Whom::EveryoneInRange, Target::None), |fight, one| {
        damage::heal(fight, table, one, amount.unwrap_or(0), &EFFECT).map(|_| ())
    })
}
