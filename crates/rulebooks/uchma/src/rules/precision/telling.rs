//! What is told of a roll: both sides of it, part by part, and the rules that had a say.

use quintain_engine::{Breakdown, Event, EventId, Reckoning, Table, Who};

use super::modifiers::bonuses;
use super::resistances::guarded;
use super::{Attempt, FORMULA, Held, IGNORE, OBJECTS, OTHER, SUCCESS, VERSUS, WEAPON, WHEN};
use crate::book::Effect;
use crate::fight::Fight;
use crate::rules::{adjacency, cover, damage, death, prone, special_actions, statuses};

/// What a roll is made of and what it is held against.
pub(crate) type Sides = (Breakdown, Breakdown);

/// Both sides of a roll, if anybody hears it: an edict, or a charm that shatters, may change them before the roll can be
/// told.
#[inline(always)]
pub(crate) fn sides_if_heard<T: Table<Fight>>(fight: &Fight, table: &T, attempt: &Attempt) -> Option<Sides> {
    let guard = || guarded(fight, attempt.at, attempt.against, Some(attempt));
    table.hears().then(|| (bonuses(fight, attempt), guard()))
}

impl Held {
    /// Tells how the roll has gone.
    pub(super) fn tell<T: Table<Fight>>(
        &self,
        fight: &Fight,
        table: &mut T,
        attempt: &Attempt,
        (face, raised, hit): (u16, i16, bool),
        told: Option<&Sides>,
    ) -> EventId {
        let Attempt { by, at, ability, against, .. } = *attempt;
        table.tell(|| {
            let (parts, mut guards) = told.cloned().unwrap_or_default();
            let does = if hit { "succeeds" } else { "fails" };
            let name = &fight.ability(ability).entry.name;
            let text = format!("{} {does} on {} with {name}", fight.label(by), fight.label(at));
            let mut event =
                Event::new(&FORMULA, text).by(by).to(at).and(&WHEN).and(&SUCCESS).and(&VERSUS).dice(10, &[face]);
            event = event.term_by(&FORMULA, "d10", face.into()).reckoned(&parts);
            if self.inspired > 0 {
                event = event.term_by(&statuses::INSPIRED, "inspired", self.inspired.into());
            }
            if raised > 0 {
                event = event.term("raised", raised.into(), "boon");
            }
            event = cited(fight, event, attempt, &parts, hit);
            if self.hidden.is_some() {
                event = event.and(&cover::GRADES).and(&cover::PROJECTILE).and(&cover::FIND).and(&cover::NO_STACK);
                event = event.and(&cover::NEVER_BLOCKS).and(&cover::CREATURES);
                if fight.one(at).prone {
                    event = event.and(&prone::COVER);
                }
            }
            if let Some(cover) = self.hidden {
                guards.add(&cover::GRADES, "cover", cover::worth(Some(cover)));
            }
            let against = if self.open { format!("{against} that is open") } else { against.to_string() };
            let total = self.total(face) + raised;
            let event = event.total(total.into()).held_against(against, &guards);
            match attempt.cause {
                Some(cause) => event.because(cause),
                None => event,
            }
        })
    }
}

/// The event with the rules that have had a say in a roll.
fn cited(fight: &Fight, mut event: Event, attempt: &Attempt, parts: &Breakdown, hit: bool) -> Event {
    let Attempt { at, ability, .. } = *attempt;
    event = match parts.terms().iter().any(|term| !term.applied) {
        true => event.citing(&IGNORE),
        false => event.citing(&WEAPON),
    };
    if event.cites(adjacency::BONUS.id) {
        event = event.and(&adjacency::FLANKED).and(&adjacency::COUNTS).and(&adjacency::ADJACENT);
    }
    if parts.terms().iter().filter(|term| term.applied).count() > 2 {
        event = event.citing(&OTHER);
    }
    if fight.ability(ability).melee {
        event = event.and(&cover::MELEE_NONE);
    }
    event = match special_actions::is_projectile(fight, ability) {
        true => event.and(&cover::SIGNIFICANT),
        false => event.and(&cover::PROJECTILE),
    };
    if fight.one(at).unconscious {
        event = event.and(&death::UNCONSCIOUS_PRONE);
    }
    let steals = || fight.ability(ability).entry.does.iter().any(|step| matches!(step.effect, Effect::Steal(_)));
    if !hit && steals() {
        event = event.and(&damage::STEAL_FAILS);
    }
    if lifeless(fight, at) { event.and(&OBJECTS) } else { event }
}

/// `precision.objects`: whether somebody is a thing, which resists with nothing at all.
fn lifeless(fight: &Fight, whom: Who) -> bool {
    let one = fight.one(whom);
    fight.template(whom).resistances.iter().all(|base| fight.value(*base, one.own) == 0)
}
