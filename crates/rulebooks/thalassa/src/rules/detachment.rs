//! Detachments: a large group that fights as one.

use quintain_engine::{Event, EventId, Table, Who};

use crate::ask::{self, Ask};
use crate::condition::Condition;
use crate::fight::Fight;

quintain_engine::section! {
    "Detachments";
    ONE = Gm "detachment.one": "A large group of alike fighters is one combatant: one STA, one KRA, one turn, one target.",
        ruling "The encounter's data say which are.";
    STATS = Gm "detachment.stats": "It has the scores of one member, or of its leader, never the sum.";
    CRITICAL = Gm "detachment.critical": "Critical damage routs it or weakens it.", ruling "Routed: it leaves at once and counts as lost.", house "detachment.critical";
    WEAKENED = Gm "detachment.weakened": "Weakened, it loses the larger die and the blast, and the next failed save routs it.";
    ZERO_KRA = Engine "detachment.zero-kra": "Without any KRA left a detachment is no more.";
    ATTACKED = Engine "detachment.attacked": "Attacks of individuals on a detachment are impaired, pooled or not.";
    BLAST_EXEMPT = Engine "detachment.blast-exempt": "Blast attacks on it are not, and roll once for the whole.";
    ATTACKS_ENHANCED = Engine "detachment.attacks-enhanced": "Its attacks on individuals are enhanced.";
    ATTACKS_BLAST = Engine "detachment.attacks-blast": "They are blast, too: every opposing individual that it is engaged with is hit.";
    VS_DETACHMENT = Engine "detachment.vs-detachment": "Between two detachments neither holds.";
    NO_SCAR = Engine "detachment.no-scar": "A detachment gets no scars.";
}

/// `detachment.critical`, `detachment.weakened`.
#[cold]
pub(crate) fn broken<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    cause: EventId,
) -> Result<(), T::Halt> {
    // Two harms of one instant do not rout it twice, and what runs is not weakened after that.
    if fight.one(who).is(Condition::Routed) {
        return Ok(());
    }
    if fight.one(who).is(Condition::Weakened) || !ask::yes(fight, table, Ask::Weakened { who })? {
        rout(fight, table, who, cause);
        return Ok(());
    }
    fight.one_mut(who).conditions.give(Condition::Weakened);
    table.tell(|| {
        let text = format!("{} is badly weakened", fight.label(who));
        Event::new(&WEAKENED, text).by(who).and(&CRITICAL).because(cause)
    });
    Ok(())
}

/// `detachment.critical`: out of the fight.
#[cold]
pub(crate) fn rout<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, cause: EventId) {
    let weakened = fight.one(who).is(Condition::Weakened);
    fight.one_mut(who).conditions.give(Condition::Routed);
    table.tell(|| {
        let event = Event::new(&CRITICAL, format!("{} is put to rout", fight.label(who))).by(who).because(cause);
        if weakened { event.and(&WEAKENED) } else { event }
    });
}

/// Whether an attack of one on the other counts as an individual's on a detachment.
pub fn attacked_by_individual(fight: &Fight, by: Who, at: Who) -> bool {
    fight.one(at).detachment && !fight.one(by).detachment
}

/// Whether an attack of one on the other is a detachment's on an individual, with its order unbroken.
#[inline]
pub fn attacks_individual(fight: &Fight, by: Who, at: Who) -> bool {
    fight.one(by).detachment && !fight.one(at).detachment && !fight.one(by).is(Condition::Weakened)
}
