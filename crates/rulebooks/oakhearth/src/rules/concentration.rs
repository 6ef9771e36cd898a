//! Concentration: one spell at a time, kept up for AP, shaken by harm.

use quintain_engine::{Event, Table, Who};

use crate::book::{Lasts, Save};
use crate::combatant::Status;
use crate::fight::Fight;
use crate::rules::{boons, conditions, dice, hide};
use crate::story::Told;
use crate::those::Whos;

quintain_engine::section! {
    "Concentration";
    ONE = Engine "spell.concentration": "One spell is concentrated on at a time; another ends the first.";
    SUSTAIN = Choice "spell.sustain": "Each own turn after the one in which it was cast takes 1 AP to keep it up, or it ends.";
    SHAKEN = Engine "spell.concentration-save": "Harm asks for a Mental Save of 10 or twice the damage; failing ends it.";
    LOST = Engine "spell.concentration-lost": "Whoever is Incapacitated or on Death's Door concentrates no longer.";
}

/// Begins to concentrate: what one concentrated on before is over. Its rounds are counted like those of any duration.
pub fn begin<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: u16) {
    lose(fight, table, who);
    let rounds = match fight.ability(ability).entry.lasts {
        Some(Lasts::Concentration(rounds)) => rounds,
        _ => 5,
    } + conditions::early(fight, who);
    let own = fight.owner == Some(who);
    let mut one = fight.one_mut(who);
    one.concentration = Some((ability, rounds));
    one.turn.sustained = own;
    drop(one);
    table.tell(|| {
        let name = &fight.ability(ability).entry.name;
        Event::new(&ONE, format!("{} concentrates on {name}", fight.label(who))).by(who)
    });
}

/// Concentration ends, with everything that hung on it.
pub fn lose<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Some(ability) = let_go(fight, who) else { return };
    table.tell(|| {
        let name = &fight.ability(ability).entry.name;
        let text = format!("{} no longer concentrates on {name}", fight.label(who));
        let able = fight.able(who) && fight.one(who).hp > 0;
        Event::new(if able { &ONE } else { &LOST }, text).by(who)
    });
    hide::look(fight, table);
}

/// The same, untold: what was concentrated on, and everything that hung on it is gone.
pub(crate) fn let_go(fight: &mut Fight, who: Who) -> Option<u16> {
    let (ability, _) = fight.one_mut(who).concentration.take()?;
    for other in fight.everyone() {
        conditions::remove_all(fight, other, |status| status.kept && status.by == Some(who));
        boons::drop_those(fight, other, |borne| borne.kept && borne.by == who);
        if fight.one(other).summoner == Some(who) && fight.one(other).kept {
            vanish(fight, other);
        }
    }
    fight.zones.retain(|zone| !(zone.kept && zone.by == who));
    Some(ability)
}

/// A creature that was called is gone: it holds nobody any more, and nobody holds it.
fn vanish(fight: &mut Fight, who: Who) {
    for other in fight.everyone() {
        conditions::free(fight, who, other);
        conditions::free(fight, other, who);
    }
    let mut one = fight.one_mut(who);
    one.gone = true;
    one.at = None;
}

/// A condition that somebody concentrated on is over: with it the concentration, where nothing else hangs on it.
pub fn idle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, status: &Status) {
    if let Some(by) = status.by.filter(|_| status.kept) {
        without_hold(fight, table, by);
    }
}

/// Whether anything hangs on somebody's concentration.
fn holds(fight: &Fight, by: Who) -> bool {
    let on_somebody = fight.cast.iter().filter(|one| !one.dead).any(|one| {
        one.statuses.iter().any(|status| status.kept && status.by == Some(by))
            || one.boons.iter().any(|borne| borne.kept && borne.by == by)
            || one.kept && one.summoner == Some(by) && !one.gone
    });
    on_somebody || fight.zones.iter().any(|zone| zone.kept && zone.by == by)
}

/// A caster stops concentrating on what has no hold on anything any more.
pub fn without_hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who) {
    if !holds(fight, by) {
        lose(fight, table, by);
    }
}

/// Somebody has died: those whose spells had called it, or their hold on it, and on nothing else. They stop concentrating.
pub(crate) fn of_the_dead(fight: &Fight, dead: Who) -> Whos {
    let one = fight.one(dead);
    let held = |by: &Who| {
        one.statuses.iter().any(|status| status.kept && status.by == Some(*by))
            || one.boons.iter().any(|borne| borne.kept && borne.by == *by)
            || one.kept && one.summoner == Some(*by)
    };
    fight.everyone().filter(|by| held(by) && !holds(fight, *by)).collect()
}

/// Somebody has been hurt: concentration is saved for, what lasts until it is hurt ends.
///
/// # Errors
/// Halts with the table.
pub fn shaken<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, damage: i16) -> Result<(), T::Halt> {
    conditions::remove_all(fight, who, |status| status.until_hurt);
    if fight.one(who).concentration.is_some() {
        let dc = damage.saturating_mul(2).max(10);
        if !dice::save(fight, table, who, Save::Mental, dc, &SHAKEN, None)?.success {
            lose(fight, table, who);
        }
    }
    Ok(())
}

/// The start of a caster's turn: a round less; none left ends it.
pub fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Some((ability, left)) = fight.one(who).concentration else { return };
    if left <= 1 {
        lose(fight, table, who);
    } else {
        fight.one_mut(who).concentration = Some((ability, left - 1));
    }
}

/// The end of a caster's turn: what was not kept up ends.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).concentration.is_none() || fight.one(who).turn.sustained {
        return;
    }
    table.tell(|| Event::new(&SUSTAIN, format!("{} has not kept the spell up", fight.label(who))).by(who).upkeep());
    lose(fight, table, who);
}

/// Keeps a spell up for this turn.
pub fn sustain<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.one_mut(who).turn.sustained = true;
    table.tell(|| Event::new(&SUSTAIN, format!("{} keeps the spell up", fight.label(who))).by(who).act_of(fight));
}
