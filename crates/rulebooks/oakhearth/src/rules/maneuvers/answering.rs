//! Maneuvers and techniques that answer an attack.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use super::{ANSWER, making};
use crate::ask::{Act, Ask, Coin, Moment, Reaction, Target};
use crate::book::{Aim, Boon, Effect, To, Trigger};
use crate::fight::Fight;
use crate::rules::blow::Blow;
use crate::rules::effects::{self, Making, Outcome};
use crate::rules::spells::{self, Bought};
use crate::rules::{abilities, damage, dice, granted, grapple, moving, numbers, stamina};
use crate::setting::{Sake, Table as Kept};

/// The abilities with which somebody who has so many AP may answer at this moment of an attack, maneuvers also for SP.
pub fn answers(
    fight: &Fight,
    (who, ap): (Who, i8),
    moment: Moment,
    by: Who,
    at: Who,
) -> impl Iterator<Item = Reaction> + '_ {
    let own = who == at;
    let near = move |spaces: u8| own || !fight.foes(who, at) && fight.distance(who, at) <= i16::from(spaces);
    let fits = move |trigger: Trigger| match (trigger, moment) {
        (Trigger::TargetedNear(spaces) | Trigger::Rolled(spaces) | Trigger::HitNear(spaces), _) => near(spaces),
        (Trigger::Targeted | Trigger::Missed | Trigger::Hurt, _) => own,
        (Trigger::Struck, Moment::Hit { melee }) => melee && own,
        (Trigger::MissedNear(spaces), Moment::Missed { melee: true }) => {
            fight.foes(who, by) && fight.distance(who, by) <= i16::from(spaces)
        }
        // A Grapple is no Attack.
        (Trigger::AllyAttacked, Moment::Grappling) => false,
        (Trigger::AllyAttacked, _) => {
            !own && !fight.foes(who, at) && fight.foes(who, by) && fight.distance(who, by) <= 1
        }
        (Trigger::Left, _) => fight.foes(who, by),
        _ => false,
    };
    let replies = moment.occasion().map_or(&[][..], |occasion| &fight.template(who).uses.replies[occasion as usize]);
    let all = replies.iter().filter(move |reply| !(own && reply.sake == Sake::Friends) && fits(reply.trigger));
    let matters = move |ability: &u16| may_answer(fight, who, *ability, at) && changes(fight, *ability, moment);
    let ready = all.map(|reply| reply.ability).filter(matters);
    let paid = move |(ability, coin): &(u16, Coin)| match coin {
        Coin::Ap => ap >= fight.ability(*ability).entry.ap as i8,
        Coin::Sp => {
            let cost = abilities::cost(fight, *ability);
            fight.ability(*ability).table == Kept::Maneuver && fight.one(who).sp >= cost.paid_with(Coin::Sp).sp
        }
    };
    let each = ready.flat_map(|ability| [Coin::Ap, Coin::Sp].map(|coin| (ability, coin)));
    each.filter(paid).map(|(ability, coin)| Reaction::Ability(ability, coin))
}

fn may_answer(fight: &Fight, who: Who, ability: u16, at: Who) -> bool {
    let entry = &fight.ability(ability).entry;
    let bloodied = || 2 * fight.one(at).hp <= fight.one(at).max_hp;
    abilities::may_begin(fight, who, ability).is_ok()
        && (!entry.only_bloodied || bloodied())
        && (!entry.only_grappled || grapple::held_by(fight, who).next().is_some())
}

/// Whether an ability can change anything about what it would answer. Neither a Grapple nor a Disarm asks for an AC or
/// deals damage, and what a Disarm is after is in that one hand.
fn changes(fight: &Fight, ability: u16, moment: Moment) -> bool {
    if !matches!(moment, Moment::Grappling | Moment::Disarming) {
        return true;
    }
    fight.ability(ability).entry.does.iter().any(|step| match step.effect {
        Effect::Parry | Effect::LessDamage { .. } | Effect::ShareDamage | Effect::ShareUnreduced => false,
        Effect::Boon { boon: Boon::AcNow(_) | Boon::HalfNow, .. } => false,
        Effect::TakeTheBlow => moment == Moment::Grappling,
        _ => true,
    })
}

/// Carries an answer out.
///
/// # Errors
/// Halts with the table.
#[allow(clippy::too_many_arguments, reason = "a Reaction is all of these")]
pub fn react<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (ability, coin): (u16, Coin),
    by: Who,
    at: Who,
    mut blow: Option<&mut Blow>,
) -> Result<(), T::Halt> {
    let spell = fight.ability(ability).table == Kept::Spell;
    let (bought, _) = spells::enhancements(fight, table, who, (ability, coin), Target::Oneself)?;
    let cost = spells::with_bought(fight, ability, bought).paid_with(coin);
    abilities::pay(fight, table, who, cost);
    stamina::on_maneuver(fight, table, who, ability, cost.sp);
    fight.one_mut(who).mp -= cost.mp;
    abilities::note(fight, who, ability);
    table.tell(|| {
        let text = format!("{} answers with {}", fight.label(who), fight.ability(ability).entry.name);
        let event = crate::rules::reactions::as_answer(fight, Event::new(&ANSWER, text).by(who).to(by));
        if spell { event.and(&spells::KIND) } else { event }
    });
    spells::speak(fight, table, who, ability);
    if spell {
        let answered = crate::rules::reactions::window(fight, table, Moment::Casting, who, at, None)?;
        let cast = crate::rules::duel::Cast { who, ability, mp: cost.mp, check: None };
        if !fight.able(who) || !spells::contested(fight, table, cast, &[at], answered)?.0 {
            return Ok(());
        }
    }
    let near = stays(fight, ability, blow.as_deref());
    let making = Making { melee: false, mp: cost.mp, near, ..making(fight, who, Some(ability), by) };
    for step in effects::steps(&fight.setting.clone(), ability, bought) {
        if let Some(blow) = blow.as_deref_mut()
            && bends(fight, table, (who, ability, bought), &step.effect, at, blow)?
        {
            continue;
        }
        if let Some(save) = step.save
            && dice::save(fight, table, by, save, making.dc, &ANSWER, Some(who))?.success
        {
            continue;
        }
        let to = match (step.to, fight.ability(ability).entry.aim) {
            (To::Maker, _) => who,
            (_, Aim::Friend | Aim::Ally) => at,
            _ => by,
        };
        if let Effect::Attack { moves, .. } = step.effect {
            strikes_back(fight, table, (who, ability), by, moves)?;
            continue;
        }
        effects::apply(fight, table, &making, &step.effect, to, &Outcome::of(0))?;
    }
    Ok(())
}

/// A creature that steps aside from an attack stays where that can strike it: so far from the attacker.
fn stays(fight: &Fight, ability: u16, blow: Option<&Blow>) -> Option<(Who, i16)> {
    let aside = fight.ability(ability).entry.does.iter().any(|step| step.effect == Effect::Distract);
    blow.filter(|_| aside).map(|blow| (blow.by, blow.far))
}

/// An answer that is an attack, after a walk where it says so.
fn strikes_back<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, ability): (Who, u16),
    by: Who,
    moves: bool,
) -> Result<(), T::Halt> {
    if moves {
        granted::walk(fight, table, who, numbers::speed(fight, who), false, None)?;
    }
    match fight.ability(ability).entry.trigger {
        Some(Trigger::Left) => granted::opportunity_on(fight, table, who, by),
        _ => granted::attack_on(fight, table, who, by),
    }
}

/// Effects that bend an attack on its way; whether this was one.
fn bends<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, ability, bought): (Who, u16, Bought),
    effect: &Effect,
    at: Who,
    blow: &mut Blow,
) -> Result<bool, T::Halt> {
    match effect {
        Effect::Parry => blow.ac += numbers::attack_bonus(fight, who),
        Effect::Distract => blow.dis += 1,
        Effect::TempHp { amount, .. } if fight.ability(ability).entry.aim == Aim::Friend => {
            blow.after.push((at, i16::from(*amount)));
        }
        Effect::LessDamage { amount } => blow.less += i16::from(*amount),
        Effect::ShareDamage | Effect::ShareUnreduced => {
            let shield = grapple::held_by(fight, who).next();
            let sharer = if at == who { shield } else { Some(who) };
            blow.held_up = shield.filter(|_| at == who).map(|shield| (who, shield));
            blow.sharers.extend(sharer.map(|sharer| (sharer, *effect == Effect::ShareUnreduced)));
        }
        Effect::TakeTheBlow => {
            blow.at = who;
            blow.guards = spells::more(fight, ability, bought, |more| more.guards.into()) as u8;
        }
        Effect::ChangePlaces => crate::rules::shifting::change_places(fight, table, who, at)?,
        Effect::Boon { boon: Boon::AcNow(more), .. } => blow.ac += i16::from(*more),
        Effect::Boon { boon: Boon::HalfNow, .. } => blow.halved = true,
        _ => return Ok(false),
    }
    // The creature that has taken the blow takes half of it, not the first target.
    let at = if matches!(effect, Effect::Boon { boon: Boon::HalfNow, .. }) { blow.at } else { at };
    table.tell(|| Event::new(&ANSWER, bent(fight, who, effect, at)).by(who).to(at));
    Ok(true)
}

/// What an answer does to an attack, in words.
fn bent(fight: &Fight, who: Who, effect: &Effect, at: Who) -> String {
    let whom = fight.label(at);
    match effect {
        Effect::Parry => format!("the AC of {whom} is {} higher against it", numbers::attack_bonus(fight, who)),
        Effect::Distract => "the attack has DIS 1".to_owned(),
        Effect::TempHp { amount, .. } => format!("{whom} will have {amount} Temp HP when it is over"),
        Effect::LessDamage { amount } => format!("it deals {amount} less to {whom}"),
        Effect::ShareDamage | Effect::ShareUnreduced => format!("what it deals to {whom} will be shared"),
        Effect::TakeTheBlow => format!("{} is its target now, not {whom}", fight.label(who)),
        Effect::Boon { boon: Boon::AcNow(more), .. } => format!("the AC of {whom} is {more} higher against it"),
        Effect::Boon { boon: Boon::HalfNow, .. } => format!("{whom} takes half of it only"),
        _ => format!("{} and {whom} stand in each other's place", fight.label(who)),
    }
}

/// What Reactions have promised for when the blow is over.
///
/// # Errors
/// Halts with the table.
pub(crate) fn afterwards<T: Table<Fight>>(fight: &mut Fight, table: &mut T, blow: &Blow) -> Result<(), T::Halt> {
    for (whom, amount) in blow.after.clone() {
        if fight.present(whom) {
            damage::keep_temp(fight, table, whom, amount)?;
        }
    }
    let held = blow.held_up.filter(|(who, whom)| fight.able(*who) && grapple::holds(fight, *who, *whom));
    if let Some((who, whom)) = held
        && let Some(Act::Square(square)) = table.choose(fight, Ask::PutDown { who, whom })?
        && fight.one(whom).at != Some(square)
        && put_down(fight, who, whom).any(|free| free == square)
    {
        table.tell(|| {
            let text = format!("{} puts {} down at {square}", fight.label(who), fight.label(whom));
            Event::new(&ANSWER, text).by(who).to(whom)
        });
        moving::displaced(fight, table, whom, square)?;
    }
    Ok(())
}

/// The Spaces next to a creature where it can put down the one that it held before itself: where that is, and those
/// that are free.
pub fn put_down(fight: &Fight, who: Who, whom: Who) -> impl Iterator<Item = Square> + '_ {
    let around = fight.body(who).and_then(|body| body.grown(1).clipped_to(fight.map.bounds()));
    let own = fight.one(whom).at;
    let free = move |square: &Square| own == Some(*square) || fight.room(whom, *square);
    let all = around.into_iter().flat_map(|span| span.squares());
    all.filter(free).filter(move |square| fight.distance_from(whom, *square, who) == 1)
}
