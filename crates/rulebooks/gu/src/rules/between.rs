//! Between fights: sleep, rest and food for Gu, and what stays until then.

use quintain_engine::{Event, RestKind, Table, Who};

use super::{damage, injury, status};
use crate::combatant::GuState;
use crate::condition::Condition;
use crate::fight::Fight;

quintain_engine::section! {
    "Between fights";
    STAYS = OffMap "between.stays": "Hit points, soul, essence, luck points and injuries stay as a fight leaves them.";
    KIT = OffMap "between.kit": "Stones and uses that are spent, weapons that are lost and armour that has suffered stay so.";
    GU = OffMap "between.gu": "Gu keep the damage they have taken until they are fed; dead ones stay dead.";
    PASSES = OffMap "between.passes": "What is sustained or counted in turns, postures, grapples and fires end with the fight.";
    HOUR = OffMap "recover.hour": "An hour of rest restores a tenth of the maximum essence and ends being fatigued.";
    NIGHT = OffMap "recover.night": "Eight hours of sleep restore 8 hit points, 80 percent of the soul and of the essence.",
        ruling "Shares are rounded down.";
    FEED = OffMap "recover.feed": "Gu that are fed are whole again.",
        ruling "Every one that lives.";
}

/// The rests of the book, the shortest first.
pub(crate) static RESTS: [&RestKind; 3] = [
    &RestKind { key: "feed", name: "Feeding the Gu", about: "All Gu that live are whole again.", rule: &FEED },
    &RestKind {
        key: "hour",
        name: "An hour's rest",
        about: "A tenth of the essence; nobody is fatigued any more.",
        rule: &HOUR,
    },
    &RestKind {
        key: "night",
        name: "A night's sleep",
        about: "8 hit points, and 80 percent of soul and essence.",
        rule: &NIGHT,
    },
];

/// Hours of sleep in a night.
const HOURS: i16 = 8;

/// Lets everyone rest together.
///
/// # Errors
/// Halts with the table.
pub(crate) fn rest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, kind: &'static RestKind) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        if fight.one(who).is(Condition::Dead) {
            continue;
        }
        table.tell(|| Event::new(kind.rule, format!("{}: {}", fight.label(who), kind.name)).by(who));
        match kind.key {
            "feed" => feed(fight, who),
            "hour" => restore(fight, table, who, 1, false)?,
            _ => restore(fight, table, who, HOURS, true)?,
        }
    }
    Ok(())
}

fn feed(fight: &mut Fight, who: Who) {
    for owned in fight.one_mut(who).gu.iter_mut().filter(|owned| owned.state != GuState::Dead) {
        owned.hp.now = owned.hp.now.max(owned.hp.max);
    }
}

/// So many hours of rest, or of sleep. A dying combatant is senseless, and sleeps none of it away.
fn restore<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    hours: i16,
    asleep: bool,
) -> Result<(), T::Halt> {
    if asleep && !fight.one(who).is(Condition::Dying) {
        damage::heal(fight, table, who, hours, &injury::SLEEP)?;
    }
    let mut one = fight.one_mut(who);
    let share = |most: i16| (i32::from(most) * i32::from(hours) / 10) as i16;
    let before = (one.soul.now, one.essence.now);
    if asleep && one.has_soul {
        one.soul.now = one.soul.now.saturating_add(share(one.soul.max)).min(one.soul.max.max(one.soul.now));
    }
    one.essence.now = one.essence.now.saturating_add(share(one.essence.max)).min(one.essence.max.max(one.essence.now));
    one.conditions.take(Condition::Fatigued);
    let after = (one.soul.now, one.essence.now);
    drop(one);
    for (rule, key, before, after) in [(&NIGHT, "soul", before.0, after.0), (&HOUR, "essence", before.1, after.1)] {
        if before != after {
            table.tell(|| {
                let text = format!("{}: {key} {before} → {after}", fight.label(who));
                Event::new(rule, text).by(who).and(&status::FATIGUED_END).change(who, key, before.into(), after.into())
            });
        }
    }
    Ok(())
}
