//! Gu at work: which they are, what stands in their powers, how they are sustained and how they stop.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Table, Who};

use super::{activating, damage, falling, killer_moves};
use crate::ask::{self, Ask};
use crate::book::{GuEntry, Keyword, Power};
use crate::combatant::GuState;
use crate::derived;
use crate::fight::Fight;
use crate::lasting::What;
use crate::rules::gu::GuAsk;

/// A Gu at work on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Working {
    /// Its place in the book.
    pub gu: u16,
    /// Its rank.
    pub rank: u8,
    /// Its place among those owned; `None` where it is another's, or works on by itself.
    pub slot: Option<u8>,
}

/// What the packs say of a Gu.
pub fn entry(fight: &Fight, gu: u16) -> &GuEntry {
    &fight.setting.book.gus[usize::from(gu)].value
}

/// Every Gu at work on somebody; of several of the same only the one of the highest rank.
pub fn at_work(fight: &Fight, who: Who) -> ArrayVec<Working, 24> {
    let mut all: ArrayVec<Working, 24> = ArrayVec::new();
    let one = fight.one(who);
    if one.gu.is_empty() && one.lasting.is_empty() {
        return all;
    }
    let own =
        one.gu.iter().enumerate().filter(|(_, owned)| matches!(owned.state, GuState::Sustained | GuState::Carved));
    let own = own.map(|(slot, owned)| Working { gu: owned.gu, rank: owned.rank, slot: Some(slot as u8) });
    let lasting = one.lasting.iter().filter_map(|known| match known.what {
        What::Effect(gu) => Some(Working { gu, rank: known.rank, slot: None }),
        _ => None,
    });
    for working in own.chain(lasting) {
        match all.iter_mut().find(|known| known.gu == working.gu) {
            Some(known) if known.rank < working.rank => *known = working,
            Some(_) => {}
            None => {
                all.try_push(working).ok();
            }
        }
    }
    all
}

/// Every power at work on somebody, with the Gu it is of and the place of its rank.
pub fn each_power(fight: &Fight, who: Who, mut found: impl FnMut(&Power, Working, u8)) {
    for working in at_work(fight, who) {
        let entry = entry(fight, working.gu);
        let place = entry.place(working.rank);
        for power in &entry.powers {
            found(power, working, place);
        }
    }
}

/// Whether any power at work on somebody fits.
pub fn any_power(fight: &Fight, who: Who, fits: impl Fn(&Power) -> bool) -> bool {
    at_work(fight, who).iter().any(|working| entry(fight, working.gu).powers.iter().any(&fits))
}

/// The sum of what powers at work give.
pub fn sum_of(fight: &Fight, who: Who, gives: impl Fn(&Power, u8) -> i16) -> i16 {
    let mut sum = 0;
    each_power(fight, who, |power, _, place| sum += gives(power, place));
    sum
}

/// How many Gu somebody is sustaining.
pub fn sustained(fight: &Fight, who: Who) -> u8 {
    let counts = |owned: &&crate::combatant::Owned| match owned.state {
        GuState::Sustained => !killer_moves::is_move(fight, **owned),
        GuState::InMove(_) => true,
        _ => false,
    };
    fight.one(who).gu.iter().filter(counts).count() as u8
}

/// The start of a turn: a sustained Gu is kept up and paid for, or stops.
pub(crate) fn keep<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) -> Result<(), T::Halt> {
    let Some(owned) = fight.one(who).gu.get(usize::from(slot)).copied() else { return Ok(()) };
    if owned.state != GuState::Sustained {
        return Ok(());
    }
    let costs = activating::costs(fight, who, owned);
    let keeps = costs <= fight.one(who).essence.now && ask::yes(fight, table, Ask::Gu(GuAsk::Keep { who, slot }))?;
    if !keeps || costs > fight.one(who).essence.now {
        return stop(fight, table, who, slot);
    }
    let before = fight.one(who).essence.now;
    fight.one_mut(who).essence.lose(costs);
    table.tell(|| {
        let text = format!("{} keeps {} at work for {costs} PE", fight.label(who), entry(fight, owned.gu).name);
        let event = Event::new(&activating::REPEAT, text).by(who);
        event.change(who, "essence", before.into(), i64::from(before) - i64::from(costs))
    });
    Ok(())
}

/// The soul's toll for sustaining more than one's Activations.
pub(crate) fn toll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let amount = over_limit(fight, who);
    damage::soul(fight, table, who, amount, (&activating::LIMIT, None)).map(|_| ())
}

/// How many Gu somebody sustains beyond its Activations; a single one is always free.
pub fn over_limit(fight: &Fight, who: Who) -> i16 {
    let many = sustained(fight, who);
    if many > 1 { i16::from(many.saturating_sub(derived::activations(fight, who))) } else { 0 }
}

/// A sustained Gu stops; without wings its owner falls.
pub(crate) fn stop<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) -> Result<(), T::Halt> {
    let Some(owned) = fight.one_mut(who).gu.get_mut(usize::from(slot)) else { return Ok(()) };
    if owned.state != GuState::Sustained {
        return Ok(());
    }
    owned.state = GuState::Idle;
    owned.stopped = true;
    let gu = owned.gu;
    killer_moves::release(fight, who, slot);
    table.tell(|| {
        let text = format!("{} of {} stops", entry(fight, gu).name, fight.label(who));
        Event::new(&activating::REPEAT, text).by(who)
    });
    aloft(fight, table, who)
}

/// Whoever has lost its wings in the air falls.
pub(crate) fn aloft<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let falls = fight.present(who) && fight.one(who).airborne && derived::flight(fight, who).is_none();
    if falls { falling::fall(fight, table, who) } else { Ok(()) }
}

/// Whoever is stunned, unconscious or dead sustains nothing.
pub(crate) fn owner_out(fight: &mut Fight, who: Who) {
    for owned in fight.one_mut(who).gu.iter_mut() {
        if matches!(owned.state, GuState::Sustained | GuState::InMove(_)) {
            owned.state = GuState::Idle;
            owned.stopped = true;
        }
    }
}

/// A Gu dies; its owner with it, if it is the vital one.
pub(crate) fn gu_dies<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    rule: &'static quintain_engine::Rule,
) -> Result<(), T::Halt> {
    let Some(owned) = fight.one_mut(who).gu.get_mut(usize::from(slot)) else { return Ok(()) };
    owned.state = GuState::Dead;
    owned.hp.now = 0;
    let (gu, vital) = (owned.gu, owned.vital);
    let event = table.tell(|| {
        let text = format!("{} of {} dies", entry(fight, gu).name, fight.label(who));
        Event::new(rule, text).to(who)
    });
    if vital {
        return super::death::die(fight, table, who, rule, Some(event));
    }
    aloft(fight, table, who)
}

/// Whether an entry stays at work once it is activated.
pub fn is_sustained(entry: &GuEntry) -> bool {
    entry.has(Keyword::Sustained)
}
