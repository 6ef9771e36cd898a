//! Between fights: what stays as it is, who is tended, and what a Long Rest brings back.

use quintain_engine::{Event, RestKind, Table, Who};

use super::{dying, tending};
use crate::book::{Condition, Once};
use crate::fight::Fight;
use crate::setting::{Ability, Setting, Template};

quintain_engine::section! {
    "Between fights";
    STAYS = OffMap "between.stays": "HP, MP and Exhaustion stay as a fight leaves them.";
    KIT = OffMap "between.kit": "What was used up, thrown away or broken is carried no longer; shields keep the damage they took.";
    PASSES = OffMap "between.passes": "AP, stances, Help Dice, positions and whatever is counted in rounds end with the fight.";
    SPENT = OffMap "between.spent": "What may be used once until a Long Rest stays used until then.";
    TEMPORARY = OffMap "between.temp-hp": "Temp HP last until a Long Rest.";
    TEND = OffMap "rest.tend": "After a fight the dying save at once and then every 12 seconds, while whoever can tries to stabilize them.",
        ruling "The first who is awake tries Medicine before each further save.";
    LONG = OffMap "rest.long": "A Long Rest brings all MP back and whatever may be used once until then, and ends Temp HP; the dying are tended before it.",
        ruling "What it does for HP and Exhaustion the chapter leaves to the game master.";
}

/// The rests of the book, the shortest first.
pub(crate) static RESTS: [&RestKind; 2] = [
    &RestKind {
        key: "tend",
        name: "Tending the dying",
        about: "Death Saves and Medicine until nobody is dying.",
        rule: &TEND,
    },
    &RestKind {
        key: "long-rest",
        name: "Long Rest",
        about: "All MP and what is used once until then back, no Temp HP any more.",
        rule: &LONG,
    },
];

/// The most saves and tries for one who is dying.
const MOST_TRIES: usize = 100;

/// Lets everyone rest together.
///
/// # Errors
/// Halts with the table.
pub(crate) fn rest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, kind: &'static RestKind) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        tend(fight, table, who)?;
    }
    if kind.key != RESTS[1].key {
        return Ok(());
    }
    for who in fight.everyone() {
        let mut one = fight.one_mut(who);
        if one.dead {
            continue;
        }
        let before = one.mp;
        (one.mp, one.temp, one.used[0]) = (one.max_mp.max(one.mp), 0, 0);
        let after = one.mp;
        drop(one);
        table.tell(|| {
            let text = format!("{} takes a Long Rest: MP {before} → {after}", fight.label(who));
            Event::new(&LONG, text).by(who).change(who, "mp", before.into(), after.into())
        });
    }
    Ok(())
}

/// The abilities of somebody that may be used once until a Long Rest, each with the bit that counts its uses.
pub fn until_rested<'a>(setting: &'a Setting, template: &'a Template) -> impl Iterator<Item = (&'a Ability, u64)> {
    let all = template.abilities.iter().map(|place| (&setting.abilities[usize::from(*place)], *place));
    let once = all.filter(|(known, _)| known.entry.once == Some(Once::LongRest));
    once.filter_map(|(known, place)| Some((known, template.slot(place)?)))
}

/// `rest.tend`.
fn tend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    for _ in 0..MOST_TRIES {
        let one = fight.one(whom);
        if one.dead || one.stable || one.hp > 0 {
            break;
        }
        let awake =
            |who: &Who| *who != whom && !fight.one(*who).dead && fight.one(*who).hp > 0 && fight.one(*who).awake();
        if let Some(helper) = fight.everyone().find(awake) {
            tending::stabilize(fight, table, helper, whom)?;
        }
        dying::after_the_fight(fight, table, whom)?;
        if !dying::at_the_door(fight, whom) {
            break;
        }
    }
    if fight.one(whom).stable && !fight.one(whom).dead {
        fight.one_mut(whom).statuses.retain(|status| status.condition != Condition::Unconscious);
    }
    Ok(())
}
