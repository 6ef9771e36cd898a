//! The Attack: declared, answered, rolled, held against AC, and its damage.

mod check;
mod hit;
mod sweep;
mod target;

use quintain_engine::{Event, Rule, Table, Who, section};
use quintain_field::Span;

use crate::ask::{Act, Ask, Coin, Deed, Extra, Moment, With};
use crate::combatant::Hand;
use crate::fight::Fight;
use crate::rules::blow::Blow;
use crate::rules::dice::Pool;
use crate::rules::maneuvers::Extras;
use crate::rules::{
    action_points, boons, falling_attack, help, hide, maneuvers, marks, objects, options, reactions, sight, stamina,
    weapons,
};
use crate::story::Told;

pub(crate) use crate::weighed::Check;

use check::{Verdict, judge, tell_verdict, throw};
pub(crate) use check::{circumstances, critical, hits, plain, roll, weigh};
use hit::land;
pub use hit::melee_boons;
pub use sweep::sweepable;
pub use target::{best, can_attack, each, may_attack, range, unloaded};

section! {
    "Attack";
    ACTION = Choice "attack.action": "For 1 AP one makes an Attack Check against a target in reach or range.";
    RESOLVE = Engine "attack.resolve": "Check against AC, degrees, criticals and damage follow the rules of attacks.";
    AP_FOR_ADV = Choice "core.ap-for-adv": "An extra AP, paid before the roll, buys ADV on an Attack Check.", house "ap-for-adv";
}

/// How an attack comes about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// Nothing is paid for the attack itself.
    pub free: bool,
    /// ADV that comes with it.
    pub adv: u8,
    /// An Attack of Opportunity: the target may have disengaged.
    pub opportunity: bool,
    /// Spaces that the attacker falls onto the target.
    pub fall: i16,
    /// Nothing may be added to it.
    pub bare: bool,
}

/// Makes an Attack from its declaration to its damage.
///
/// # Errors
/// Halts with the table.
pub fn attack<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    with: With,
    how: How,
) -> Result<(), T::Halt> {
    let weapon = weapons::used(fight, who, with);
    let melee = how.fall > 0 || weapons::melee(fight, who, at, fight.weapon(weapon));
    declare(fight, table, (who, at, weapon), how);
    let deed = if how.fall > 0 { Deed::FallOn { at, with } } else { Deed::Attack { at, with } };
    let extras = extras(fight, table, who, deed, how)?;
    let hand = weapons::hand(fight, who, with);
    if let With::Drawn(weapon) = with {
        objects::take(fight, who, weapon);
    }
    if how.fall > 0 && !falling_attack::leaves(fight, table, who, at, with)? {
        return Ok(());
    }
    let mut blow = begun(fight, (who, at), (weapon, melee), &extras, how);
    let means = sweep::Means { weapon, hand, extras: &extras, how };
    let (mut swept, mut pool) = (sweep::All::new(), Pool::default());
    sweep::named(fight, table, &blow, means, &mut swept)?;
    let ready = help::dice_for(fight, who, at).count();
    let below = fight.body(at);
    reactions::window(fight, table, Moment::Targeted, who, at, Some(&mut blow))?;
    sweep::aimed(fight, table, &blow, &mut swept)?;
    let gone = if how.fall > 0 {
        !falling_attack::can_drop(fight, who, blow.at, with)
    } else {
        blow.at == at && out_of_reach(fight, who, at, weapon, melee, maneuvers::extension(fight, &extras))
    };
    if !fight.able(who) || !fight.present(blow.at) || gone || !weapons::still_held(fight, who, weapon, hand) {
        return lost(fight, table, who, how, below);
    }
    blow.help = help::in_time(fight, table, who, blow.at, ready)?;
    let rolled = throw(fight, table, &blow, means, &mut swept, &mut pool)?;
    blow.unreduced = marks::spend(fight, who, blow.at);
    sweep::rolled(fight, table, &mut blow, &mut swept)?;
    let verdict = judge(fight, &blow, &rolled, weapon);
    tell_verdict(fight, table, &blow, weapon, &pool, &rolled, &verdict);
    set_unloaded_after(fight, who, weapon, hand, melee);
    reactions::window(fight, table, struck(&blow, &verdict), who, blow.at, Some(&mut blow))?;
    boons::attacked(fight, who);
    if verdict.hit {
        land(fight, table, &mut blow, weapon, &extras, &verdict, how)?;
    } else if how.fall > 0 {
        falling_attack::share(fight, table, who, blow.at, &extras, how.fall)?;
    }
    sweep::strike(fight, table, swept, means, &rolled)?;
    weapons::note_shot(fight, who, blow.at, weapon);
    if how.fall > 0 && fight.present(who) {
        falling_attack::land(fight, table, who, blow.at)?;
    }
    maneuvers::afterwards(fight, table, &blow)?;
    throw_away(fight, who, blow.at, hand, weapon, melee);
    hide::revealed(fight, table, who, &hide::ENDS_ATTACK);
    Ok(())
}

/// A blow that nobody has answered yet. An attacker that drops onto its target may find it gone.
fn begun(fight: &Fight, (who, at): (Who, Who), (weapon, melee): (u16, bool), extras: &Extras, how: How) -> Blow {
    let blow = Blow::new(who, at, melee);
    let far = || farthest(fight, who, weapon, melee, maneuvers::extension(fight, extras));
    if how.fall > 0 { blow } else { blow.within(far()) }
}

/// The moment of a blow that has come down.
fn struck(blow: &Blow, verdict: &Verdict) -> Moment {
    let melee = blow.melee;
    if verdict.hit { Moment::Hit { melee } } else { Moment::Missed { melee } }
}

fn declare<T: Table<Fight>>(fight: &mut Fight, table: &mut T, (who, at, weapon): (Who, Who, u16), how: How) {
    table.tell(|| {
        let text = format!("{} attacks {} with {}", fight.label(who), fight.label(at), fight.weapon(weapon).name);
        Event::new(&ACTION, text).by(who).to(at).with(fight.weapon(weapon).name.clone()).act_of(fight)
    });
    if !how.free {
        action_points::pay(fight, table, who, 1, &ACTION);
    }
}

/// The attack comes to nothing; an attacker that fell onto the target comes down all the same.
fn lost<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    how: How,
    below: Option<Span>,
) -> Result<(), T::Halt> {
    table.tell(|| Event::new(&reactions::SEVERAL, format!("{}'s attack is lost", fight.label(who))).by(who));
    if how.fall > 0 { falling_attack::fall_short(fight, table, who, below) } else { Ok(()) }
}

/// A weapon that has shot must be loaded again.
pub(crate) fn set_unloaded_after(fight: &mut Fight, who: Who, weapon: u16, hand: Option<u8>, melee: bool) {
    if !melee && fight.weapon(weapon).loading > 0 && !unloaded(fight, who, weapon, hand) {
        fight.one_mut(who).unloaded.push((weapon, hand.unwrap_or(0)));
    }
}

/// A thrown weapon lies where its target stands.
pub(crate) fn throw_away(fight: &mut Fight, who: Who, at: Who, hand: Option<u8>, weapon: u16, melee: bool) {
    let thrown = !melee && fight.weapon(weapon).range.is_none() && !fight.weapon(weapon).natural();
    let Some(place) = fight.one(at).at.filter(|_| thrown) else { return };
    if let Some(hand) = hand {
        objects::clear(fight, who, hand.into());
    }
    if let Some(carried) = fight.one(who).carried.iter().position(|known| *known == weapon) {
        fight.one_mut(who).carried.remove(carried);
        fight.floor.push((crate::fight::Thing::Weapon(weapon), place));
    }
}

/// The weapon in hand is thrown at somebody and lies there.
pub(crate) fn throw_weapon(fight: &mut Fight, who: Who, at: Who) {
    let hand = fight.one(who).hands.iter().position(|hand| matches!(hand, Hand::Weapon(_)));
    let (Some(hand), Some(place)) = (hand, fight.one(at).at) else { return };
    objects::let_fall(fight, who, hand);
    if let Some((_, square)) = fight.floor.last_mut() {
        *square = place;
    }
}

/// Whether a target that has moved meanwhile cannot be struck any more; `more` is what maneuvers add to reach and range.
pub(crate) fn out_of_reach(fight: &Fight, who: Who, at: Who, weapon: u16, melee: bool, more: (i16, i16)) -> bool {
    let beyond = fight.distance(who, at) > farthest(fight, who, weapon, melee, more);
    if melee {
        return beyond;
    }
    let drowned = fight.underwater(who) || fight.underwater(at);
    sight::cover(fight, who, at).is_none() || beyond && !drowned
}

/// How far an attack gets; `more` is what maneuvers add to reach and range.
pub(crate) fn farthest(fight: &Fight, who: Who, weapon: u16, melee: bool, more: (i16, i16)) -> i16 {
    match melee {
        true => weapons::reach(fight, who, fight.weapon(weapon)).max(1) + more.0,
        false => range(fight, weapon).map_or(0, |(_, long)| long) + more.1,
    }
}

/// Pays for what is added, by this rule; some get SP back by it.
fn buy<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, extra: Extra, rule: &'static Rule) {
    let (ap, sp) = options::price(fight, who, extra);
    action_points::pay_to(fight, table, who, ap, rule, action_points::For::Extra(extra));
    fight.one_mut(who).sp -= sp as i8;
    stamina::on_extra(fight, table, who, extra);
}

/// Whether SP have gone into what is added to an attack.
fn spends_stamina(fight: &Fight, who: Who, extras: &Extras) -> bool {
    extras.iter().any(|extra| options::price(fight, who, *extra).1 > 0)
}

/// Adds to an attack or a Grapple what it needs to reach so far and what is chosen besides, paid for.
///
/// # Errors
/// Halts with the table.
pub(crate) fn extras<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
    how: How,
) -> Result<Extras, T::Halt> {
    let mut chosen = Extras::new();
    if let Deed::Attack { at, with } | Deed::Disarm { at, with, .. } = deed
        && let Some(extend) = maneuvers::must_extend(fight, who, at, weapons::used(fight, who, with))
    {
        buy(fight, table, who, extend, &maneuvers::ADDED);
        chosen.push(extend);
    }
    if how.bare || !options::any_extra(fight, who, deed, how.opportunity) {
        return Ok(chosen);
    }
    let ask = Ask::Extras { who, deed };
    let answer = table.ask(fight, ask)?;
    debug_assert_eq!(options::together(fight, &ask, answer.picks()), Ok(()), "as the table sees to it");
    for act in answer.picks() {
        let Act::Extra(extra) = *act else { continue };
        buy(fight, table, who, extra, by(deed, extra, how));
        chosen.push(extra);
    }
    Ok(chosen)
}

/// The rule by which something is added.
fn by(deed: Deed, extra: Extra, how: How) -> &'static Rule {
    match extra {
        _ if matches!(deed, Deed::Grapple(_)) => &maneuvers::GRAPPLE,
        Extra::Adv(_) if how.opportunity => &reactions::AOO_EXTRA_ADV,
        Extra::Adv(_) => &AP_FOR_ADV,
        Extra::Maneuver(_, Coin::Ap, _) if how.opportunity => &reactions::AOO_MANEUVERS,
        Extra::Maneuver(..) | Extra::Rider(_) => &maneuvers::ADDED,
        _ => &ACTION,
    }
}
