//! Marks: the first blow at a marked creature, and what a heavy one brings to others.

use quintain_engine::{Event, Table, Throw, Who};

use crate::book::Boon;
use crate::combatant::{Borne, Clock};
use crate::fight::Fight;
use crate::rules::{boons, spells};

/// Whether a blow at somebody would be the first since one has marked it.
pub fn opens(fight: &Fight, who: Who, at: Who) -> bool {
    fight.one(at).boons.iter().any(|borne| borne.by == who && borne.boon == Boon::FirstBlow)
}

/// Whether somebody has marked another.
pub(crate) fn has_marked(fight: &Fight, who: Who, at: Who) -> bool {
    fight.one(at).boons.iter().any(|borne| borne.by == who && matches!(borne.boon, Boon::Marked(_)))
}

/// A blow at somebody is struck: whether it was the first, which nothing reduces.
pub fn spend(fight: &mut Fight, who: Who, at: Who) -> bool {
    let first = opens(fight, who, at);
    if first {
        boons::drop_those(fight, at, |borne| borne.by == who && borne.boon == Boon::FirstBlow);
    }
    first
}

/// A Heavy or critical hit: on one's mark it makes room for the next attacker.
pub(crate) fn struck<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) {
    let mark = |borne: &&Borne| borne.by == who && matches!(borne.boon, Boon::Marked(_));
    let Some(mark) = fight.one(at).boons.iter().find(mark).copied() else { return };
    let Boon::Marked(sides) = mark.boon else { return };
    boons::drop_those(fight, at, |borne| matches!(borne.boon, Boon::Beset(_)));
    fight.one_mut(at).boons.push(Borne { boon: Boon::Beset(sides), clock: Clock::Never, ..mark });
    table.tell(|| {
        let text = format!("the next attack on {} has a d{sides}", fight.label(at));
        Event::new(&spells::BOON, text).by(who).to(at)
    });
}

/// The die that an attack on somebody has from a heavy blow before it; it is spent.
///
/// # Errors
/// Halts with the table.
pub fn die<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<i16, T::Halt> {
    let sides = |borne: &Borne| if let Boon::Beset(sides) = borne.boon { Some(sides) } else { None };
    let Some(sides) = fight.one(at).boons.iter().find_map(sides) else { return Ok(0) };
    boons::drop_those(fight, at, |borne| matches!(borne.boon, Boon::Beset(_)));
    Ok(table.die(fight, Throw::die(sides.into(), &spells::BOON, "mark").by(who).at(at))? as i16)
}
