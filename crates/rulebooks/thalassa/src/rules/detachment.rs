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
    let already = fight.one(who).is(Condition::Weakened);
    let weakened = !already && ask::yes(fight, table, Ask::Weakened { who })?;
    let (condition, rule, text) = match weakened {
        true => (Condition::Weakened, &WEAKENED, "is badly weakened"),
        false => (Condition::Routed, &CRITICAL, "is put to rout"),
    };
    fight.one_mut(who).conditions.give(condition);
    table.tell(|| {
        let event = Event::new(rule, format!("{} {text}", fight.label(who))).by(who).and(&CRITICAL).because(cause);
        if already { event.and(&WEAKENED) } else { event }
    });
    Ok(())
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
