//! Gu at work: which they are, what stands in their powers, how they are sustained and how they stop.

use quintain_engine::{Event, Refusal, Table, Who};
use smallvec::SmallVec;

use super::gu::{forms, laid, zones};
use super::reactions::Happening;
use super::{activating, damage, handling, killer_moves, maneuvers};
use crate::ask::{self, Ask};
use crate::book::{Book, GuEntry, Keyword, Kind, Kinds, Power};
use crate::combatant::{GuState, Owned};
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
    /// Whose it is.
    pub by: Who,
    /// It works because one is inside what it makes, or within its range.
    pub inside: bool,
}

impl Working {
    /// What it does to the combatant that it is at work on.
    pub fn powers(self, fight: &Fight) -> &[Power] {
        self.powers_in(&fight.setting.book)
    }

    /// The same, read in the book itself.
    pub fn powers_in(self, book: &Book) -> &[Power] {
        let known = &book.gus[usize::from(self.gu)].value;
        if self.inside { &known.inside } else { &known.powers }
    }
}

/// The Gu that are at work on one creature.
pub type AtWork = SmallVec<[Working; 24]>;

/// What the packs say of a Gu.
pub fn entry(fight: &Fight, gu: u16) -> &GuEntry {
    &fight.setting.book.gus[usize::from(gu)].value
}

/// Every Gu at work on somebody that has a power of these kinds; of several of the same only the one of the highest rank,
/// while talents add up.
#[inline]
pub fn at_work(fight: &Fight, who: Who, kinds: impl Into<Kinds>) -> AtWork {
    let kinds = kinds.into();
    if may_be_at_work(fight, who, kinds) { gather(fight, who, kinds) } else { AtWork::new() }
}

/// Whether any Gu at work on somebody has a power of these kinds.
#[inline]
pub fn is_any_at_work(fight: &Fight, who: Who, kinds: impl Into<Kinds>) -> bool {
    let kinds = kinds.into();
    may_be_at_work(fight, who, kinds) && !gather(fight, who, kinds).is_empty()
}

/// Whether anything of these kinds could be at work on somebody: most ask in vain, and no list is made for them.
#[inline(always)]
pub(crate) fn may_be_at_work(fight: &Fight, who: Who, kinds: Kinds) -> bool {
    fight.noted(who).at_work.any_of(kinds) || fight.abroad().any_of(kinds)
}

fn gather(fight: &Fight, who: Who, kinds: Kinds) -> AtWork {
    let mut all = AtWork::new();
    let one = fight.one(who);
    for (slot, owned) in one.gu.iter().enumerate() {
        if owned.state.works() && fight.brings(owned.gu).own.any_of(kinds) {
            let slot = Some(slot as u8);
            put(fight, &mut all, Working { gu: owned.gu, rank: owned.rank, slot, by: who, inside: false });
        }
    }
    for known in one.lasting.iter() {
        if let What::Effect(gu) = known.what
            && fight.brings(gu).laid.any_of(kinds)
            && entry(fight, gu).near.is_none_or(|metres| is_near(fight, who, known.by, metres))
        {
            put(fight, &mut all, Working { gu, rank: known.rank, slot: None, by: known.by, inside: false });
        }
    }
    if fight.radiates {
        radiated(fight, who, kinds, &mut all);
    }
    for zone in fight.zones() {
        if fight.brings(zone.gu).inside.any_of(kinds) && zones::holds(fight, zone, who) {
            put(fight, &mut all, Working { gu: zone.gu, rank: zone.rank, slot: None, by: zone.by, inside: true });
        }
    }
    all
}

/// Whether another is still there, and near enough for what came through it.
fn is_near(fight: &Fight, who: Who, other: Who, metres: u16) -> bool {
    fight.present(other) && fight.distance(who, other) <= metres.into()
}

/// Whether any Gu of somebody could ever answer to such a thing as a reaction.
#[inline]
pub fn any_answers(fight: &Fight, who: Who, what: Happening) -> bool {
    fight.noted(who).answers.has(what)
}

/// Whether a Gu could ever answer to such a thing as a reaction.
#[inline]
pub fn answers(fight: &Fight, gu: u16, what: Happening) -> bool {
    fight.brings(gu).answers.has(what)
}

fn put(fight: &Fight, all: &mut AtWork, working: Working) {
    let talent = fight.setting.book.is_talent(working.gu);
    let same = |known: &&mut Working| known.gu == working.gu && known.inside == working.inside && !talent;
    match all.iter_mut().find(same) {
        Some(known) if known.rank < working.rank => *known = working,
        Some(_) => {}
        None => all.push(working),
    }
}

/// Sustained Gu that concern everyone within their range.
fn radiated(fight: &Fight, who: Who, kinds: Kinds, all: &mut AtWork) {
    for by in fight.everyone().filter(|by| fight.noted(*by).radiates.any_of(kinds)) {
        for owned in fight.one(by).gu.iter().filter(|owned| owned.state == GuState::Sustained) {
            let known = entry(fight, owned.gu);
            let counts = fight.brings(owned.gu).inside.any_of(kinds) && !known.makes_zone();
            if !counts || (by == who && !known.inside_with_user) {
                continue;
            }
            if by == who || fight.distance(by, who) <= activating::range_of(fight, by, owned.gu, owned.rank).into() {
                put(fight, all, Working { gu: owned.gu, rank: owned.rank, slot: None, by, inside: true });
            }
        }
    }
}

/// Every power at work on somebody of the Gu that have one of these kinds, with the Gu and the place of its rank.
#[inline]
pub fn each_power(fight: &Fight, who: Who, kinds: impl Into<Kinds>, mut found: impl FnMut(&Power, Working, u8)) {
    let kinds = kinds.into();
    if !may_be_at_work(fight, who, kinds) {
        return;
    }
    for working in &gather(fight, who, kinds) {
        let place = entry(fight, working.gu).place(working.rank);
        for power in working.powers(fight) {
            found(power, *working, place);
        }
    }
}

/// Every power of this kind that another has laid on a combatant, even if a third has laid the same.
pub fn each_laid_by(fight: &Fight, whom: Who, by: Who, kind: Kind, mut found: impl FnMut(&Power)) {
    if !may_be_at_work(fight, whom, kind.into()) {
        return;
    }
    for known in fight.one(whom).lasting.iter().filter(|known| known.by == by) {
        if let What::Effect(gu) = known.what {
            entry(fight, gu).powers.iter().for_each(&mut found);
        }
    }
}

/// Whether any power of these kinds at work on somebody fits.
#[inline]
pub fn any_power(fight: &Fight, who: Who, kinds: impl Into<Kinds>, fits: impl Fn(&Power) -> bool) -> bool {
    let kinds = kinds.into();
    may_be_at_work(fight, who, kinds)
        && gather(fight, who, kinds).iter().any(|working| working.powers(fight).iter().any(&fits))
}

/// The sum of what powers of these kinds at work give.
pub fn sum_of(fight: &Fight, who: Who, kinds: impl Into<Kinds>, gives: impl Fn(&Power, u8) -> i16) -> i16 {
    let mut sum = 0;
    each_power(fight, who, kinds, |power, _, place| sum += gives(power, place));
    sum
}

/// How many Gu somebody is sustaining.
pub fn sustained(fight: &Fight, who: Who) -> u8 {
    let counts = |owned: &&Owned| match owned.state {
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
    let grows = entry(fight, owned.gu).powers.iter().any(|power| matches!(power, Power::OnAllFours { .. }));
    let store = if grows { owned.store.saturating_add(1) } else { 1 };
    if grows || entry(fight, owned.gu).slow {
        fight.change_gu(who, slot, |owned| owned.store = store);
    }
    table.tell(|| {
        let text = format!("{} keeps {} at work for {costs} PE", fight.label(who), entry(fight, owned.gu).name);
        let event = Event::new(&activating::REPEAT, text).by(who).upkeep();
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
    if many <= 1 {
        return 0;
    }
    let more = sum_of(fight, who, Kind::SustainsMore, |power, _| {
        if let Power::SustainsMore(more) = power { i16::from(*more) } else { 0 }
    });
    (i16::from(many) - i16::from(derived::activations(fight, who)) - more).max(0)
}

/// Whether somebody may let go of a Gu; a sustained one at any time.
///
/// # Errors
/// The refusal.
pub fn may_stop(fight: &Fight, who: Who, slot: u8) -> Result<(), Refusal> {
    match activating::owned(fight, who, slot) {
        Some(owned) if owned.state == GuState::Sustained => Ok(()),
        _ => Err(Refusal::new(&activating::REPEAT, "it is not being sustained")),
    }
}

/// A sustained Gu stops; without wings its owner falls.
pub(crate) fn stop<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) -> Result<(), T::Halt> {
    let_go(fight, table, who, slot);
    maneuvers::keep_aloft(fight, table, who)
}

/// A sustained Gu stops; a bearer in the air stays there for now.
pub(crate) fn let_go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) {
    let owned = fight.one(who).gu.get(usize::from(slot));
    let Some(Owned { gu, .. }) = owned.filter(|owned| owned.state == GuState::Sustained).copied() else {
        return;
    };
    fight.change_gu(who, slot, |owned| (owned.state, owned.stopped) = (GuState::Idle, true));
    killer_moves::release(fight, who, slot);
    ceases(fight, who, slot, gu);
    table.tell(|| {
        let text = format!("{} of {} stops", entry(fight, gu).name, fight.label(who));
        Event::new(&activating::REPEAT, text).by(who)
    });
}

/// A Gu has ceased to be sustained: what hangs on it ends, and armour that it leaves is worn.
fn ceases(fight: &mut Fight, who: Who, slot: u8, gu: u16) {
    forms::ends(fight, who, gu);
    laid::lift(fight, who, gu);
    laid::source_gone(fight, who, slot);
    let left = entry(fight, gu).leaves.as_ref();
    let place = left.and_then(|id| fight.setting.book.armors.iter().position(|armor| armor.id == *id));
    if let Some(place) = place {
        let piece = (place as u8, fight.setting.armor(place as u8).hp);
        let worn = &mut fight.one_mut(who).worn;
        // A piece that is worn already is as good as new; on a wearer with as much as it can wear, it takes the last
        // one's place.
        worn.retain(|(known, _)| *known != piece.0);
        if worn.is_full() {
            worn.remove(worn.len() - 1);
        }
        worn.push(piece);
    }
}

/// A combatant that is stunned, unconscious or dead sustains nothing.
pub(crate) fn owner_out(fight: &mut Fight, who: Who) {
    for slot in 0..fight.one(who).gu.len() {
        let owned = fight.one(who).gu[slot];
        if !matches!(owned.state, GuState::Sustained | GuState::InMove(_)) {
            continue;
        }
        fight.change_gu(who, slot as u8, |owned| (owned.state, owned.stopped) = (GuState::Idle, true));
        if owned.state == GuState::Sustained {
            ceases(fight, who, slot as u8, owned.gu);
        }
    }
}

/// A Gu dies, if it has not died already; its owner with it, if it is the vital one.
pub(crate) fn gu_dies<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    rule: &'static quintain_engine::Rule,
) -> Result<(), T::Halt> {
    let living = activating::owned(fight, who, slot).filter(|owned| owned.state != GuState::Dead);
    let Some(Owned { gu, vital, lent, state: was, .. }) = living else { return Ok(()) };
    fight.change_gu(who, slot, |owned| (owned.state, owned.hp.now) = (GuState::Dead, 0));
    if was == GuState::Sustained {
        ceases(fight, who, slot, gu);
    }
    let broken = killer_moves::release(fight, who, slot);
    let event = table.tell(|| {
        let text = format!("{} of {} dies", entry(fight, gu).name, fight.label(who));
        Event::new(rule, text).to(who)
    });
    if vital {
        super::death::die(fight, table, who, rule, Some(event))?;
    }
    // What has borne the damage of a killer move are the shields among its Gu.
    for part in broken {
        if is_shield(fight, who, part) {
            gu_dies(fight, table, who, part, rule)?;
        }
    }
    // What was handed over is one Gu in two hands: it dies in both.
    let other = match (was, lent) {
        (GuState::HandedOver, _) => handling::holder(fight, who, slot),
        (_, lent) => lent,
    };
    if let Some((other, place)) = other {
        gu_dies(fight, table, other, place, rule)?;
    }
    maneuvers::keep_aloft(fight, table, who)
}

fn is_shield(fight: &Fight, who: Who, slot: u8) -> bool {
    activating::owned(fight, who, slot).is_some_and(|owned| entry(fight, owned.gu).has(Keyword::Shield))
}

/// Whether an entry stays at work once it is activated.
pub fn is_sustained(entry: &GuEntry) -> bool {
    entry.has(Keyword::Sustained)
}
