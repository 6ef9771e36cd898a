//! What Gu do at once: the interpreter of the packs' effects.

use quintain_engine::{Event, EventId, Read, Table, Throw, Who};
use quintain_field::Step;
use smallvec::SmallVec;

use super::activating::{self, EFFECT, Target};
use super::areas::{self, Strike};
use super::damage::{self, Dealt, Harm};
use super::gu::{blasts, laid, remedies, summons, supplements, travel, zones};
use super::percentile::{self, Trial, test};
use super::standing::entry;
use super::{gu, movement, status};
use crate::area::{Area, Shape};
use crate::book::{Deal, Effect, Form, Gain, Keyword, Quarry, Saves, Then, Whom};
use crate::combatant::Owned;
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::{Score, Size};
use crate::lasting::{Lasting, Until, What};

/// The Gu from which something comes, and its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// The user.
    pub who: Who,
    /// Its place among those owned; `None` where it works on without being owned.
    pub slot: Option<u8>,
    /// Its place in the book.
    pub gu: u16,
    /// Its rank.
    pub rank: u8,
}

impl Source {
    /// One of those that somebody owns.
    pub(crate) fn owned(who: Who, slot: u8, owned: Owned) -> Self {
        Source { who, slot: Some(slot), gu: owned.gu, rank: owned.rank }
    }

    /// The place of its rank in the lists of its entry.
    pub(crate) fn place(self, fight: &Fight) -> u8 {
        entry(fight, self.gu).place(self.rank)
    }
}

/// What strikes somebody, copied out of the book.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strikes {
    pub(crate) deals: SmallVec<[Deal; 4]>,
    pub(crate) gains: SmallVec<[Gain; 4]>,
    /// Which way it pushes, where not straight away from the user.
    pub(crate) along: Option<Step>,
}

impl Strikes {
    pub(crate) fn of(deals: &[Deal], gains: &[Gain]) -> Self {
        Strikes { deals: SmallVec::from_slice(deals), gains: SmallVec::from_slice(gains), along: None }
    }
}

/// Carries out an effect, which stands at this place of its Gu's list.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    (effect, place): (&Effect, usize),
    at: Target,
) -> Result<(), T::Halt> {
    let (who, rank_place) = (from.who, from.place(fight));
    match effect {
        Effect::Attack { .. } => blasts::attacks(fight, table, from, effect, at),
        Effect::Area { .. } => blasts::area(fight, table, from, effect, at),
        Effect::Zone(zone) => zones::make(fight, table, from, zone, place, at),
        Effect::Summon(summon) => summons::summon(fight, table, from, (summon, place)),
        Effect::Enslave => summons::enslave(fight, table, from, at),
        Effect::Familiar => summons::familiar(fight, table, from, at),
        Effect::Heal { .. }
        | Effect::Devour(_)
        | Effect::Staunch { .. }
        | Effect::Cures { .. }
        | Effect::Relieves
        | Effect::Remedy { .. } => mend(fight, table, from, effect, at),
        Effect::Hurts { deals, unreducible } => hurt_oneself(fight, table, from, (deals, *unreducible)),
        Effect::HurtsSoul(amount) => {
            damage::soul(fight, table, who, amount.at(rank_place), (&EFFECT, None)).map(|_| ())
        }
        Effect::Lay { most, unless, opposed } => {
            laid::lay_on(fight, table, from, (most.at(rank_place), *unless, *opposed), at)
        }
        Effect::Punch => {
            let Target::Who(at) = at else { return Ok(()) };
            let blow = super::melee::Blow::plain(super::melee::With::Punch, at);
            super::melee::strike_of_gu(fight, table, who, blow, from.gu)
        }
        Effect::Activations(more) => {
            supplements::more_activations(fight, table, who, more.at(rank_place));
            Ok(())
        }
        Effect::Flash => flash(fight, table, from),
        Effect::LightsUp(rank) => gu::lights_up(fight, table, who, *rank),
        Effect::Overtaxes { below, strength } => {
            overtaxes(fight, table, who, (*below, *strength));
            Ok(())
        }
        Effect::Teleport => {
            let Target::Square(to) = at else { return Ok(()) };
            let was = movement::spot(fight, who);
            super::grapple::leave_behind(fight, table, who, (to, 0))?;
            fight.one_mut(who).airborne = false;
            table.tell(|| Event::new(&EFFECT, format!("{} stands on {to} at once", fight.label(who))).by(who));
            movement::arrived(fight, table, who, was)
        }
        Effect::Hurl { .. } => travel::hurl(fight, table, from, effect, at),
        Effect::Assess { modifier } => laid::assess(fight, table, from, modifier.at(rank_place), at),
    }
}

/// Harm that a Gu does to its own user.
fn hurt_oneself<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    (deals, unreducible): (&[Deal], bool),
) -> Result<(), T::Halt> {
    let who = from.who;
    let cause = table
        .tell(|| Event::new(&EFFECT, format!("{} hurts {}", entry(fight, from.gu).name, fight.label(who))).by(who));
    let rolled = roll(fight, table, from, deals)?;
    let mut harm = rolled.harm(fight, from, who, cause);
    (harm.direct, harm.unreducible) = (unreducible, unreducible);
    damage::harm(fight, table, who, harm).map(|_| ())
}

/// Strength is lost for good with too little Fortitude.
fn overtaxes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, (below, strength): (i16, i16)) {
    if derived::score(fight, who, Score::Fortitude) >= below {
        return;
    }
    let mut one = fight.one_mut(who);
    one.strength_lost = one.strength_lost.saturating_add(strength);
    drop(one);
    table.tell(|| {
        let text = format!("{} has {strength} less Strength for good", fight.label(who));
        Event::new(&EFFECT, text).by(who)
    });
}

/// Carries out an effect that gives something back.
fn mend<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    effect: &Effect,
    at: Target,
) -> Result<(), T::Halt> {
    let (who, rank_place) = (from.who, from.place(fight));
    match effect {
        Effect::Heal { whom: of, amount, percent_strength, .. } => {
            let share = derived::share_of_strength(fight, who, percent_strength.at(rank_place));
            let amount = amount.at(rank_place) + share as i16;
            to_each(fight, from, (*of, at), |fight, one| damage::heal(fight, table, one, amount, &EFFECT).map(|_| ()))
        }
        Effect::Devour(percent) => {
            let Target::Who(victim) = at else { return Ok(()) };
            let amount = (i32::from(fight.one(victim).hp.max) * i32::from(*percent) / 100).max(1);
            damage::heal(fight, table, who, amount as i16, &EFFECT).map(|_| ())
        }
        Effect::Staunch { whom: of, stacks } => {
            let stacks = if *stacks == 0 { u16::MAX } else { *stacks };
            to_each(fight, from, (*of, at), |fight, one| {
                remedies::staunch(fight, table, who, one, stacks);
                Ok(())
            })
        }
        Effect::Cures { whom: of, conditions } => to_each(fight, from, (*of, at), |fight, one| {
            remedies::cure(fight, table, from, one, conditions);
            Ok(())
        }),
        Effect::Relieves => {
            let before = std::mem::take(&mut fight.one_mut(who).predicament_tokens);
            table.tell(|| {
                let event = Event::new(&EFFECT, format!("the predicaments of {} are gone", fight.label(who))).by(who);
                event.change(who, "predicament-tokens", before.into(), 0)
            });
            Ok(())
        }
        Effect::Remedy { .. } => {
            remedies::make(fight, table, from);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Does something to every combatant that an effect concerns.
pub(crate) fn to_each<H>(
    fight: &mut Fight,
    from: Source,
    (of, at): (Whom, Target),
    mut does: impl FnMut(&mut Fight, Who) -> Result<(), H>,
) -> Result<(), H> {
    let mut all = fight.scratch.lend_people();
    gather_concerned(fight, from, of, at, &mut all);
    let came = all.iter().try_for_each(|one| does(fight, *one));
    fight.scratch.take_back_people(all);
    came
}

fn gather_concerned(fight: &Fight, from: Source, of: Whom, at: Target, all: &mut Vec<Who>) {
    let who = from.who;
    let range = u32::from(activating::range_of(fight, who, from.gu, from.rank));
    let near = |one: &Who| fight.present(*one) && fight.distance(who, *one) <= range;
    match (of, at) {
        (Whom::OneInRange, Target::Who(at)) => all.push(at),
        (Whom::AlliesInRange, _) => {
            all.extend(fight.everyone().filter(near).filter(|one| !fight.foes(who, *one)));
        }
        (Whom::EveryoneInRange, _) => all.extend(fight.everyone().filter(near)),
        (Whom::OthersInRange, _) => all.extend(fight.everyone().filter(near).filter(|one| *one != who)),
        _ => all.push(who),
    }
}

/// Whether somebody is one of those meant.
pub(crate) fn is_quarry(fight: &Fight, by: Who, at: Who, quarry: Quarry) -> bool {
    let one = fight.one(at);
    match quarry {
        Quarry::OnGround => !one.airborne,
        Quarry::OnDifficult => !one.airborne && super::ground::is_slow(fight, at, one.at),
        Quarry::Airborne => one.airborne,
        Quarry::Burning => one.is(Condition::Burning),
        Quarry::Ablaze => one.is(Condition::Ablaze),
        Quarry::OnFire => one.is(Condition::Burning) || one.is(Condition::Ablaze),
        Quarry::HearingEnemies => fight.foes(by, at) && !one.is(Condition::Deafened),
        Quarry::Enemies => fight.foes(by, at),
        Quarry::Wounded => one.hp.now < one.hp.max,
        Quarry::UpToLarge => fight.size(at) <= Size::Large,
        Quarry::BelowLarge => fight.size(at) < Size::Large,
        Quarry::Beasts => !fight.template(at).perseveres,
        Quarry::Humans => fight.template(at).perseveres,
    }
}

/// Damage that has been rolled, not yet held against anybody.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rolled(SmallVec<[(Deal, i32); 4]>);

impl Rolled {
    /// What of it one of those struck takes.
    pub(crate) fn harm(&self, fight: &Fight, from: Source, at: Who, cause: EventId) -> Harm {
        let mut harm = Harm::new(&EFFECT, cause).by(from.who).ranked(from.rank);
        for (deal, amount) in &self.0 {
            if deal.only.is_none_or(|quarry| is_quarry(fight, from.who, at, quarry)) {
                harm = harm.of(deal.damage, *amount);
            }
        }
        harm.piercing = entry(fight, from.gu).has(Keyword::Piercing);
        harm.unreactable = entry(fight, from.gu).has(Keyword::Unreactable);
        harm
    }
}

/// What Strength adds to damage of one type.
pub(crate) fn of_strength(fight: &Fight, from: Source, deal: &Deal) -> i32 {
    let share = derived::share_of_strength(fight, from.who, deal.percent_strength.at(from.place(fight)));
    share.max(deal.percent_least.into())
}

/// The damage of one strike, rolled once.
pub(crate) fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    deals: &[Deal],
) -> Result<Rolled, T::Halt> {
    let place = from.place(fight);
    let mut rolled = Rolled::default();
    for deal in deals {
        let mut amount = i32::from(deal.amount.at(place)) + of_strength(fight, from, deal);
        if deal.dice > 0 {
            let dice = Throw::dice(deal.dice, deal.sides.into(), &EFFECT, "damage").by(from.who).read_as(Read::Sum);
            amount += table.roll(fight, dice)?.iter().map(|face| i32::from(*face)).sum::<i32>();
        }
        let amount = supplements::damage(fight, from, amount, rolled.0.is_empty());
        rolled.0.push((*deal, amount));
    }
    Ok(rolled)
}

/// Damage and what comes with it strike somebody. Where it is thrown comes when the damage is settled: a fall is a harm
/// of its own.
pub(crate) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    at: Who,
    from: Source,
    strikes: &Strikes,
    harm: Harm,
) -> Result<(), T::Halt> {
    // What concerns the target is seen before any of it has befallen it.
    let concerns = |gain: &Gain| gain.only.is_none_or(|quarry| is_quarry(fight, from.who, at, quarry));
    let gains: SmallVec<[Gain; 4]> = strikes.gains.iter().copied().filter(concerns).collect();
    let dealt = damage::take(fight, table, at, harm)?;
    for gain in gains.iter().filter(|gain| !gain.then.moves()) {
        befall(fight, table, at, from, gain, (&dealt, strikes.along))?;
    }
    damage::settle(fight, table, at, &dealt)?;
    for gain in gains.iter().filter(|gain| gain.then.moves()) {
        befall(fight, table, at, from, gain, (&dealt, strikes.along))?;
    }
    Ok(())
}

/// Whether a test, where there is one, saves somebody from a Gu.
pub(crate) fn is_saved<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    at: Who,
    from: Source,
    saves: Option<Saves>,
) -> Result<bool, T::Halt> {
    let Some(saves) = saves else { return Ok(false) };
    let modifier = saves.modifier.at(from.place(fight));
    let trial = |score: Score| Trial::of(at, score, &EFFECT).with(&EFFECT, "against the Gu", modifier);
    let needed = |score: Score| percentile::needed(fight, trial(score));
    let other = saves.or.filter(|other| needed(*other) > needed(saves.test));
    Ok(test(fight, table, trial(other.unwrap_or(saves.test)))?.succeeded())
}

/// One thing that befalls a struck target.
pub(crate) fn befall<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    at: Who,
    from: Source,
    gain: &Gain,
    (dealt, along): (&Dealt, Option<Step>),
) -> Result<(), T::Halt> {
    let spared = (gain.if_hurt && dealt.total() == 0)
        || gain.if_hurt_by.is_some_and(|damage| dealt.of(damage) == 0)
        || gain.only.is_some_and(|quarry| !is_quarry(fight, from.who, at, quarry));
    if spared || !fight.present(at) || damage::is_undone(fight, at) || laid::keeps_off(fight, table, at, from) {
        return Ok(());
    }
    if is_saved(fight, table, at, from, gain.unless)? {
        return Ok(());
    }
    match (gain.then, gain.turns) {
        (Then::Burning(_), _) => status::burn(fight, table, at, from.rank, &EFFECT),
        (Then::Ablaze(_), _) => status::set_ablaze(fight, table, at, from.rank, &EFFECT),
        (Then::Condition(condition), _) if gu::is_immune_to_gu(fight, at, from, condition) => Ok(()),
        (Then::Condition(condition), Some(turns)) => {
            let what = What::Condition(condition);
            let until = Until::OwnTurns(turns);
            let lasting = Lasting { what, size: 0, rank: from.rank, by: from.who, until };
            status::give_for(fight, table, at, lasting, &EFFECT)
        }
        (Then::Poisoned(poison), _) => laid::poison(fight, table, (from.who, Some((from.gu, from.rank))), at, poison),
        (Then::Powers, turns) => laid::lay(fight, table, from, at, turns),
        (Then::Pin(metres), turns) if entry(fight, from.gu).laid => {
            match super::pushing::shove(fight, table, from.who, at, metres, along, &EFFECT)? {
                true => laid::lay(fight, table, from, at, turns),
                false => Ok(()),
            }
        }
        (then, _) => gu::then(fight, table, (from.who, from.place(fight)), at, then, (dealt, along)),
    }
}

/// Where the area of a Gu lies.
pub(crate) fn placed(fight: &Fight, from: Source, at: Target, form: Form) -> Option<Area> {
    let place = from.place(fight);
    let who = from.who;
    let shrunk = |metres: u16| supplements::metres(fight, from, metres);
    let metres = |ranked: crate::book::Ranked| shrunk(ranked.at(place).max(0).unsigned_abs());
    Some(match (form, at) {
        (Form::Radius(radius) | Form::Ends(radius), Target::Square(source)) => {
            Area::ball(source, fight.ground().level(source), metres(radius))
        }
        (Form::Around(radius), _) => Area::around(fight, who, metres(radius)),
        (Form::Line { length, width }, Target::Step(step) | Target::Right(step)) => {
            let (width, level) = (metres(width), fight.level(who));
            let shape = areas::line_before(fight, who, step, (metres(length), width, matches!(at, Target::Step(_))));
            Area { shape, low: level, high: level.saturating_add_unsigned(width.saturating_sub(1)) }
        }
        (Form::Wall { length, height }, Target::Line(source, step)) => {
            let range = activating::range_of(fight, who, from.gu, from.rank);
            let most = metres(length);
            let shape = |length| Shape::Line { source, step, length, width: 1, left: true };
            let fits = |length: &u16| areas::ends_in_range(fight, who, shape(*length), range).is_ok();
            let length = (1..=most).rev().find(fits)?;
            Area::standing(fight, shape(length), height)
        }
        (Form::Cone(length), Target::Step(step)) => {
            // Of a large body the edge that it leads away from.
            let origin = areas::source_beside(fight, who, step).step(step.turned(4));
            let (length, level) = (metres(length), fight.level(who));
            Area {
                shape: Shape::Cone { origin, step, length },
                low: level,
                high: level.saturating_add_unsigned(length),
            }
        }
        (Form::Block(side), Target::Square(source)) => {
            let shape = Shape::Line { source, step: Step::East, length: side, width: side, left: true };
            Area::standing(fight, shape, side)
        }
        _ => return None,
    })
}

/// Whether an area is a line of even width, which has more of it on one side.
pub(crate) fn is_lopsided(fight: &Fight, from: Source, form: Form) -> bool {
    let Form::Line { width, .. } = form else { return false };
    let width = supplements::metres(fight, from, width.at(from.place(fight)).max(0).unsigned_abs());
    width > 1 && width.is_multiple_of(2)
}

/// How an area strikes.
pub(crate) fn strike_of(fight: &Fight, from: Source, form: Form) -> Strike {
    let known = entry(fight, from.gu);
    Strike {
        by: from.who,
        gu: Some(from.gu),
        unreactable: known.has(Keyword::Unreactable),
        undodgeable: known.has(Keyword::Undodgeable),
        dodge_modifier: 0,
        spares_user: matches!(form, Form::Around(_) | Form::Line { .. } | Form::Cone(_)),
    }
}

/// Whether a flash of somebody blinds that one.
pub(crate) fn is_dazzled(fight: &Fight, by: Who, other: Who) -> bool {
    let sees = other != by && fight.fighting(other) && gu::perceives(fight, other, by);
    sees && super::cover::between(fight, other, by) != super::cover::Cover::Full
}

/// Everyone else who sees the user is blinded until the end of its next turn.
fn flash<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Source) -> Result<(), T::Halt> {
    for other in fight.everyone() {
        if !is_dazzled(fight, from.who, other) {
            continue;
        }
        let (what, until) = (What::Condition(Condition::Blinded), status::end_of_next_turn(fight, other));
        let lasting = Lasting { what, size: 0, rank: from.rank, by: from.who, until };
        status::give_for(fight, table, other, lasting, &EFFECT)?;
    }
    Ok(())
}
