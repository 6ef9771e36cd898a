//! Transformations: another body with hit points of its own, and what is left when it ends.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::book::Power;
use crate::combatant::{GuState, Track};
use crate::fight::Fight;
use crate::kinds::{DAMAGE_TYPES, DamageTypes, Size};
use crate::rules::activating::{EFFECT, REPEAT};
use crate::rules::damage::take_away;
use crate::rules::effects::Source;
use crate::rules::gu::supplements;
use crate::rules::standing::{self, entry};

/// The body that a Gu gives: hit points, and size where it is another.
fn form(fight: &Fight, gu: u16) -> Option<(i16, Option<Size>)> {
    entry(fight, gu).powers.iter().find_map(|power| match power {
        Power::Form { hp, size, .. } => Some((*hp, *size)),
        _ => None,
    })
}

/// Whether somebody may take the body that a Gu gives, where it gives one: only one at a time.
///
/// # Errors
/// The refusal.
pub fn may_begin(fight: &Fight, who: Who, gu: u16) -> Result<(), Refusal> {
    if fight.one(who).own_hp.is_none() || form(fight, gu).is_none() {
        return Ok(());
    }
    Err(Refusal::new(&REPEAT, "it has taken another body already").cure("stop that transformation first"))
}

/// Somebody takes another body.
pub(crate) fn begins<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Source) {
    let Some((hp, size)) = form(fight, from.gu) else { return };
    let smaller = supplements::size(fight, from);
    let mut one = fight.one_mut(from.who);
    if one.own_hp.is_some() {
        return;
    }
    one.own_hp = Some(one.hp);
    one.hp = Track::full(hp);
    one.size = smaller.or(size).unwrap_or(one.size);
    drop(one);
    table.tell(|| {
        let text = format!("{} takes another body, of {hp} hit points", fight.label(from.who));
        Event::new(&EFFECT, text).by(from.who)
    });
}

/// The body of a Gu ends: one's own hit points come back. That is no healing.
pub(crate) fn ends(fight: &mut Fight, who: Who, gu: u16) {
    if form(fight, gu).is_none() {
        return;
    }
    let size = fight.template(who).entry.size;
    let mut one = fight.one_mut(who);
    if let Some(own) = one.own_hp.take() {
        one.hp = own;
        one.size = size;
    }
}

/// Damage that uses up another body: all Gu stop, and what is left of the damage strikes one's own; says whether it was
/// so. A combatant that has lost its wings by it falls when the blow is settled: the fall is a harm of its own.
pub(crate) fn breaks<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    to_hp: &mut [i32; DAMAGE_TYPES],
) -> bool {
    let total: i32 = to_hp.iter().sum();
    let borne = i32::from(fight.one(whom).hp.now);
    if fight.one(whom).own_hp.is_none() || total < borne {
        return false;
    }
    take_away(to_hp, DamageTypes::EVERY, borne);
    table.tell(|| {
        let left: i32 = to_hp.iter().sum();
        let text = format!("the other body of {} ends; {left} damage is left", fight.label(whom));
        Event::new(&EFFECT, text).to(whom)
    });
    for slot in 0..fight.one(whom).gu.len() as u8 {
        if fight.one(whom).gu[usize::from(slot)].state == GuState::Sustained {
            standing::let_go(fight, table, whom, slot);
        }
    }
    true
}
