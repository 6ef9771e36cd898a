//! Wounds and nerve: what takes heart, and when creatures have had enough.

use quintain_engine::kit::prelude::*;

use super::places;
use crate::game::Fight;

section! {
    "Wounds and nerve";
    FALL = Engine "wounds.fall": "At 0 heart a hero is down and any other creature is dead; both are out of the fight.";
    FIRE = Engine "wounds.fire": "At the start of its turn a burning combatant loses as much heart as the fire is large; then the fire shrinks by 1.";
    WHEN = Engine "nerve.when": "Once half of a side is out of the fight, each of its creatures that is no hero tries its nerve, once.";
    TRY = Engine "nerve.try": "2d6 above its nerve: it has had enough, and flees.";
    YIELD = Engine "nerve.yield": "With a foe within 1 square, it yields instead of fleeing.";
}

pub static DOWN: Condition = Condition::new("down", "DOWN", Mood::Bad, &FALL, "Is out of the fight, senseless.").out();
pub static DEAD: Condition = Condition::new("dead", "DEAD", Mood::Bad, &FALL, "Is dead.").death();
pub static ALIGHT: Condition = Condition::new("alight", "FIRE", Mood::Bad, &FIRE, "Burns as its turn starts.").sized(6);
pub static FLED: Condition = Condition::new("fled", "FLED", Mood::Plain, &TRY, "Has left the fight.").out();
pub static YIELDED: Condition = Condition::new("yielded", "YIELD", Mood::Plain, &YIELD, "Has surrendered.").out();

/// `wounds.fire`
pub fn burn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if let Some(size) = fight[who].conditions.shrink(&ALIGHT) {
        fight.harm(table, None, who, size, |text| Event::new(&FIRE, text).upkeep());
    }
}

/// `nerve.when`
pub fn look_about<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let (out, all) = fight.losses(fight[who].side);
        if 2 * out >= all && fight.fighting(who) && !fight[who].hero && !fight[who].tried {
            fight[who].tried = true;
            table.tell(|| Event::new(&WHEN, format!("{} looks about", fight.name(who))).by(who));
            try_nerve(fight, table, who)?;
        }
    }
    Ok(())
}

/// `nerve.try`
pub fn try_nerve<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let faces = table.roll(fight, Throw::dice(2, 6, &TRY, "nerve").by(who).read_as(Read::Sum))?;
    let (total, nerve) = (faces.iter().sum::<u16>() as i16, fight.entry(who).nerve);
    let near = fight.foes_of(who).any(|foe| places::apart(fight, who, foe) <= 1);
    let (rule, condition, how) = match (total > nerve, near) {
        (false, _) => (&TRY, None, "stands fast"),
        (true, false) => (&TRY, Some(&FLED), "flees"),
        (true, true) => (&YIELD, Some(&YIELDED), "yields"),
    };
    if let Some(condition) = condition {
        fight[who].conditions.give(condition);
    }
    table.tell(|| {
        let event = Event::new(rule, format!("{} {how}", fight.name(who))).by(who).citing(&TRY);
        event.dice(6, &faces).total(total.into()).against("nerve", nerve.into())
    });
    Ok(())
}
