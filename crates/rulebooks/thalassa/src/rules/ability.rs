//! Ability Score Loss: what becomes of a combatant that has lost all of a score.

use quintain_engine::{Event, EventId, Table, Who};

use crate::condition::Ability;
use crate::fight::Fight;
use crate::rules::{death, gear};

quintain_engine::section! {
    "Ability score loss";
    FLOOR = Engine "ability.floor": "Scores never go below 0.";
    KRA_0 = Engine "ability.kra-0": "KRA 0 is death at once, without a save.";
    TEK_0 = Engine "ability.tek-0": "TEK 0 paralyses.";
    THU_0 = Engine "ability.thu-0": "THU 0 is delirium.";
    CANNOT_ACT = Engine "ability.cannot-act": "Who is paralysed or delirious neither moves nor acts nor declares, and lies helpless.",
        ruling "Either is enough.";
    UNTIL = OffMap "ability.until": "It lasts until long rest or something extraordinary restores the score.";
    NPC = Engine "ability.npc": "The same three hold for opponents and allies.";
}

/// Takes some of a score, with what follows from 0. KRA lost to damage goes through [`super::critical`] instead.
pub fn lose<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: Ability,
    amount: i16,
    cause: EventId,
) {
    let before = fight.one(who).score(ability).now;
    fight.one_mut(who).score_mut(ability).lose(amount);
    let after = fight.one(who).score(ability).now;
    if before == after {
        return;
    }
    table.tell(|| {
        let text = format!("{} loses {} {}: {before} → {after}", fight.label(who), before - after, ability.name());
        let event = Event::new(&FLOOR, text).by(who).because(cause);
        event.change(who, ability.key(), before.into(), after.into())
    });
    if ability == Ability::Kra {
        gear::shrink_pack(fight, table, who);
    }
    if after == 0 {
        at_zero(fight, table, who, ability, cause);
    }
}

/// What a score of 0 means.
pub fn at_zero<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: Ability, cause: EventId) {
    let npc = !fight.one(who).hero;
    match ability {
        Ability::Kra => death::die(fight, table, who, &KRA_0, Some(cause)),
        Ability::Tek | Ability::Thu => {
            super::prayer::broken(fight, table, who);
            table.tell(|| {
                let what = if ability == Ability::Tek { "paralysed" } else { "delirious" };
                let event = Event::new(rule_of(ability), format!("{} is {what}", fight.label(who))).by(who);
                let event = event.and(&CANNOT_ACT).and(&death::NO_UNCONSCIOUS).because(cause);
                if npc { event.and(&NPC) } else { event }
            });
        }
    }
}

/// `ability.cannot-act`: says at the top of a round who lies there and has no turn.
#[cold]
pub(crate) fn skipped<T: Table<Fight>>(fight: &Fight, table: &mut T) {
    for who in fight.everyone().filter(|who| fight.one(*who).speechless() && fight.present(*who)) {
        table.tell(|| {
            let one = fight.one(who);
            let (ability, what) = match one.score(Ability::Tek).now {
                0 => (Ability::Tek, "paralysed"),
                _ => (Ability::Thu, "delirious"),
            };
            let text = format!("{} is {what} and has no turn", fight.label(who));
            let event = Event::new(rule_of(ability), text).by(who).and(&CANNOT_ACT).upkeep();
            if one.hero { event } else { event.and(&NPC) }
        });
    }
}

fn rule_of(ability: Ability) -> &'static quintain_engine::Rule {
    match ability {
        Ability::Kra => &KRA_0,
        Ability::Tek => &TEK_0,
        Ability::Thu => &THU_0,
    }
}
