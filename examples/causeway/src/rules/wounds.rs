//! Wounds and nerve: what takes heart, and when creatures have had enough.

use quintain_engine::kit::prelude::*;

use super::places;
use crate::Fight;

section! {
    "Wounds and nerve";
    FALL = Engine "wounds.fall": "At 0 heart a hero is down and anybody else is dead; both are out of the fight.";
    FIRE = Engine "wounds.fire": "One who is alight loses as much heart as the fire is large at the start of its turn; then the fire falls by 1.";
    WHEN = Engine "nerve.when": "Once half of a side is out of the fight, each of it who is no hero tries its nerve, once.";
    TRY = Engine "nerve.try": "2d6 above its nerve: it has had enough, and flees.";
    YIELD = Engine "nerve.yield": "With a foe beside it, it yields instead of fleeing.";
}

pub static DOWN: Kind = Kind::new("down", "DOWN", Mood::Bad, 0, &FALL, "Lies senseless and is out of the fight.").out();
pub static DEAD: Kind = Kind::new("dead", "DEAD", Mood::Bad, 0, &FALL, "Is dead.").death();
pub static ALIGHT: Kind = Kind::new("alight", "FIRE", Mood::Bad, 2, &FIRE, "Burns as its turn starts.").sized(6);
pub static FLED: Kind = Kind::new("fled", "FLED", Mood::Plain, 1, &TRY, "Has left the fight.").out();
pub static YIELDED: Kind = Kind::new("yielded", "YIELD", Mood::Plain, 1, &YIELD, "Has laid down its arms.").out();

/// What follows from heart that was lost: `wounds.fall`. The event says by which rule it was; here it gets its words.
pub fn hurt<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, lost: i16, by: impl FnOnce() -> Event) {
    let (fell, after) = (fight.fall(whom), i64::from(fight[whom].heart));
    table.tell(|| {
        let text = format!("{} loses {lost} heart", fight.called(whom));
        let event = by().to(whom).change(whom, "heart", after + i64::from(lost), after);
        match fell {
            Some(kind) => Event { text: format!("{text} and is {}", kind.info.key), ..event.and(&FALL) },
            None => Event { text, ..event },
        }
    });
}

/// `wounds.fire`
pub fn burn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Some(size) = fight[who].conditions.dwindle(&ALIGHT) else { return };
    let lost = fight.take_life(None, who, size);
    hurt(fight, table, who, lost, || Event::new(&FIRE, "").upkeep().harm(None, who, lost as u32));
}

/// `nerve.when`
pub fn look_about<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let (out, all) = fight.losses(fight[who].side);
        if 2 * out >= all && fight.fighting(who) && !fight[who].hero && !fight[who].tried {
            fight[who].tried = true;
            table.tell(|| Event::new(&WHEN, format!("{} looks about", fight.called(who))).by(who));
            try_nerve(fight, table, who)?;
        }
    }
    Ok(())
}

/// `nerve.try`
pub fn try_nerve<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let faces = table.roll(fight, Throw::dice(2, 6, &TRY, "nerve").by(who))?;
    let (total, nerve) = (faces.iter().sum::<u16>() as i16, fight.entry(who).nerve);
    let near = fight.foes_of(who).any(|foe| places::apart(fight, who, foe) <= 1);
    let (rule, kind, how) = match (total > nerve, near) {
        (false, _) => (&TRY, None, "stands fast"),
        (true, false) => (&TRY, Some(&FLED), "flees"),
        (true, true) => (&YIELD, Some(&YIELDED), "yields"),
    };
    kind.into_iter().for_each(|kind| fight[who].conditions.give(kind, 0, None, None));
    table.tell(|| {
        let event = Event::new(rule, format!("{} {how}", fight.called(who))).by(who).citing(&TRY);
        event.dice(6, &faces).total(total.into()).against("nerve", nerve.into())
    });
    Ok(())
}
