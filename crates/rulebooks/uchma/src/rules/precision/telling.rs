//! What is told of a roll: both sides of it, part by part, and the rules that had a say.

use quintain_engine::{Event, EventId, Rule, Table, Who};
use smallvec::SmallVec;

use super::modifiers::bonuses;
use super::resistances::guarded;
use super::{Attempt, FORMULA, Held, IGNORE, OBJECTS, OTHER, SUCCESS, VERSUS, WEAPON, WHEN};
use crate::book::Effect;
use crate::fight::Fight;
use crate::rules::{adjacency, cover, damage, death, prone, special_actions, statuses};

/// One part of a total.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    label: &'static str,
    value: i16,
    rule: &'static Rule,
}

pub(crate) type Parts = SmallVec<[Part; 16]>;

/// Notes each part of a total that is not 0.
fn noted(parts: &mut Parts) -> impl FnMut(&'static str, i16, &'static Rule) + '_ {
    |label, value, rule| {
        if value != 0 {
            parts.push(Part { label, value, rule });
        }
    }
}

/// What both sides of a roll are made of, if anybody hears it: an edict, or a charm that shatters, may change them before
/// the roll can be told.
#[inline(always)]
pub(crate) fn parts_if_heard<T: Table<Fight>>(fight: &Fight, table: &T, attempt: &Attempt) -> Option<(Parts, Parts)> {
    table.hears().then(|| parts_of(fight, attempt))
}

/// What both sides of a roll are made of, part by part.
fn parts_of(fight: &Fight, attempt: &Attempt) -> (Parts, Parts) {
    let (mut parts, mut guards) = (Parts::new(), Parts::new());
    bonuses(fight, attempt, noted(&mut parts));
    guarded(fight, attempt.at, attempt.against, Some(attempt), noted(&mut guards));
    (parts, guards)
}

impl Held {
    /// Tells how the roll has gone.
    pub(super) fn tell<T: Table<Fight>>(
        &self,
        fight: &Fight,
        table: &mut T,
        attempt: &Attempt,
        (face, raised, hit): (u16, i16, bool),
        told: Option<&(Parts, Parts)>,
    ) -> EventId {
        let Attempt { by, at, ability, against, plain, .. } = *attempt;
        table.tell(|| {
            let (parts, guards) = told.cloned().unwrap_or_default();
            let does = if hit { "succeeds" } else { "fails" };
            let name = &fight.ability(ability).entry.name;
            let text = format!("{} {does} on {} with {name}", fight.label(by), fight.label(at));
            let mut event =
                Event::new(&FORMULA, text).by(by).to(at).and(&WHEN).and(&SUCCESS).and(&VERSUS).dice(10, &[face]);
            event = event.term("d10", i64::from(face), "");
            for part in &parts {
                event = event.term(part.label, part.value.into(), "");
                if !event.cites(part.rule.id) {
                    event = event.and(part.rule);
                }
            }
            if self.inspired > 0 {
                event = event.term("inspired", self.inspired.into(), "").and(&statuses::INSPIRED);
            }
            if raised > 0 {
                event = event.term("raised", raised.into(), "boon");
            }
            if plain || fight.ability(ability).entry.ignores_weapon_precision {
                event = event.and(&IGNORE);
            } else if !event.cites(WEAPON.id) && !prone::halves(fight, by, ability) {
                event = event.and(&WEAPON);
            }
            if prone::halves(fight, by, ability) {
                event = event.and(&prone::NO_WEAPON).and(&IGNORE);
            }
            if event.cites(adjacency::BONUS.id) {
                event = event.and(&adjacency::FLANKED).and(&adjacency::COUNTS).and(&adjacency::ADJACENT);
            }
            if parts.len() > 2 {
                event = event.and(&OTHER);
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
            let steals =
                || fight.ability(ability).entry.does.iter().any(|step| matches!(step.effect, Effect::Steal(_)));
            if !hit && steals() {
                event = event.and(&damage::STEAL_FAILS);
            }
            if lifeless(fight, at) {
                event = event.and(&OBJECTS);
            }
            if self.hidden.is_some() {
                event = event.and(&cover::GRADES).and(&cover::PROJECTILE).and(&cover::FIND).and(&cover::NO_STACK);
                event = event.and(&cover::NEVER_BLOCKS).and(&cover::CREATURES);
                if fight.one(at).prone {
                    event = event.and(&prone::COVER);
                }
            }
            for part in &guards {
                if !event.cites(part.rule.id) {
                    event = event.and(part.rule);
                }
            }
            let against = if self.open { format!("{against} that is open") } else { against.to_string() };
            let total = self.total(face) + raised;
            let event = event.total(total.into()).against(against, self.resistance().into());
            match attempt.cause {
                Some(cause) => event.because(cause),
                None => event,
            }
        })
    }
}

/// `precision.objects`: whether somebody is a thing, which resists with nothing at all.
fn lifeless(fight: &Fight, whom: Who) -> bool {
    let one = fight.one(whom);
    fight.template(whom).resistances.iter().all(|base| fight.value(*base, one.own) == 0)
}
