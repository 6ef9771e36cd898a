//! Morale (from the Rules chapter): opponents who have had enough.

use quintain_engine::{Event, Rule, Side, Table, Who};

use crate::ask::{self, Ask};
use crate::cast::Trait;
use crate::combatant::Combatant;
use crate::condition::{Ability, Condition, Conditions, Effect};
use crate::declaration::{Deed, Move};
use crate::fight::Fight;
use crate::house::{Morale, MoraleAllies};
use crate::rules::actions;
use crate::rules::saves::save;

quintain_engine::section! {
    "Morale";
    FIRST = Engine "morale.first": "The first casualty of a side tries its morale: THU, or flight.",
        ruling "Those who are lost already as the fight begins do not count, nor for the half.", house "morale";
    HALF = Engine "morale.half": "And again when half their number is lost.";
    LONE = Engine "morale.lone": "A lone foe saves instead when it is brought to STA 0 and is still in the fight.";
    LEADER = Gm "morale.leader": "A group with a leader able to act rolls once, with the leader's THU.";
    NOT_PCS = Engine "morale.not-pcs": "Heroes never save for morale; their allies only by house rule.", house "morale.allies";
    ONCE = Engine "morale.once": "Both reasons in one phase call for one save.";
    WHEN = Engine "morale.when": "It is checked at the end of a phase, after all results.";
    FAIL = Engine "morale.fail": "Who fails flees: every later turn is an attempt to get away, and nothing calls them back.";
}

/// Who counts as a casualty.
const CASUALTY: Conditions =
    Conditions::of(&[Condition::Dead, Condition::Destroyed, Condition::Routed, Condition::Critical]);

/// Who counts as lost, the fled included.
const LOST: Conditions = CASUALTY.with(&[Condition::Escaped, Condition::Petrified]);

/// `morale.half`: whether a side has lost this one: by force or flight, or an immortal who has withdrawn for want of KRA. A
/// shade whose time is over has only gone home.
fn is_lost(one: &Combatant) -> bool {
    let spent = || one.score(Ability::Kra).now == 0;
    one.conditions.any(LOST) || one.is(Condition::Withdrawn) && spent()
}

/// Counts each side as the fight begins. Those who are lost already are none of its number: what befell them before
/// frightens nobody now.
pub(crate) fn muster(fight: &mut Fight) {
    let Fight { cast, sides, .. } = fight;
    for one in cast.iter() {
        let state = &mut sides[one.home.index()];
        state.began += u16::from(!is_lost(one));
        state.lost_before += u16::from(is_lost(one));
        state.fallen_before += u16::from(one.conditions.any(CASUALTY));
    }
}

/// Whether morale touches this one.
#[inline]
fn wavers(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let able = !one.hero && fight.fighting(who) && !one.is(Condition::Fleeing);
    able && (fight.house().morale_allies == MoraleAllies::On || fight.is_opponent(who))
}

/// Whether somebody fights for the side on which they began: it neither counts on nor tries those who have been turned.
#[inline]
fn stands_by(one: &Combatant, side: Side) -> bool {
    one.home == side && one.side == side
}

/// `morale.when`: after all results of a phase.
///
/// # Errors
/// Halts with the table.
pub(crate) fn check<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.house().morale == Morale::Off {
        return Ok(());
    }
    match concerned(fight) {
        0 => Ok(()),
        sides => of_each_side(fight, table, sides),
    }
}

/// The sides in their order; those `sides` may have a reason to waver.
#[inline(never)]
fn of_each_side<T: Table<Fight>>(fight: &mut Fight, table: &mut T, mut sides: u64) -> Result<(), T::Halt> {
    for place in 0..fight.sides.len() {
        let side = Side(place as u8);
        if sides & bit(side) == 0 {
            continue;
        }
        if let Some((rule, also)) = due(fight, side) {
            saves(fight, table, side, rule, also)?;
            sides = concerned(fight);
        }
    }
    Ok(())
}

/// The sides that may have a reason to waver, a bit for each, beyond 64 shared: those who have lost somebody, or had
/// somebody brought to STA 0 in this phase.
#[inline]
fn concerned(fight: &Fight) -> u64 {
    let at_zero = fight.scratch.at_zero.iter().fold(0, |sides, who| sides | bit(fight.one(*who).home));
    if !fight.cast.some(Trait::Stirred) {
        return at_zero;
    }
    let lost = fight.cast.iter().filter(|one| is_lost(one));
    lost.fold(at_zero, |sides, one| sides | bit(one.home))
}

fn bit(side: Side) -> u64 {
    1 << (side.0 & 63)
}

/// How a side stands, those counted who began on it.
#[derive(Default)]
struct Tally {
    /// How many are casualties.
    casualties: usize,
    /// How many are lost, the fled included.
    lost: usize,
    /// How many are able to fight.
    able: usize,
    /// How many of them morale touches.
    wavering: usize,
}

impl Tally {
    #[inline(always)]
    fn of(fight: &Fight, side: Side) -> Self {
        let mut tally = Tally::default();
        for (place, one) in fight.cast.iter().enumerate().filter(|(_, one)| one.home == side) {
            tally.casualties += usize::from(one.conditions.any(CASUALTY));
            tally.lost += usize::from(is_lost(one));
            if one.is_able() && stands_by(one, side) {
                tally.able += 1;
                tally.wavering += usize::from(wavers(fight, Who(place as u16)));
            }
        }
        tally
    }
}

/// `morale.lone`: whether somebody able to fight on this side was brought to STA 0 in this phase and is there still.
fn is_at_zero(fight: &Fight, side: Side) -> bool {
    let here = |one: &Combatant| stands_by(one, side) && one.sta.now == 0 && one.is_able();
    fight.scratch.at_zero.iter().any(|who| here(fight.one(*who)))
}

/// Which save is due for a side because of the combatants that it has lost, or because the one that is left was brought
/// to STA 0, and a second reason that it covers.
#[inline(always)]
fn due(fight: &mut Fight, side: Side) -> Option<(&'static Rule, Option<&'static Rule>)> {
    let state = &fight.sides[side.index()];
    if state.first_casualty && state.half_lost && fight.scratch.at_zero.is_empty() {
        return None;
    }
    let tally = Tally::of(fight, side);
    let state = &mut fight.sides[side.index()];
    let lost = tally.lost.saturating_sub(state.lost_before.into());
    let first = tally.casualties > usize::from(state.fallen_before) && !state.first_casualty;
    let half = lost * 2 >= usize::from(state.began) && lost > 0 && !state.half_lost;
    state.first_casualty |= first;
    state.half_lost |= half;
    match (first, half) {
        _ if tally.wavering == 0 => None,
        (true, true) => Some((&FIRST, Some(&HALF))),
        (true, false) => Some((&FIRST, None)),
        (false, true) => Some((&HALF, None)),
        (false, false) => (tally.able == 1 && is_at_zero(fight, side)).then_some((&LONE, None)),
    }
}

#[inline(never)]
fn saves<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    side: Side,
    rule: &'static Rule,
    also: Option<&'static Rule>,
) -> Result<(), T::Halt> {
    table.tell(|| {
        let text = format!("the morale of {} is tried", fight.setting.sides[side.index()]);
        let event = Event::new(rule, text).and(&WHEN).and(&NOT_PCS).act();
        if let Some(also) = also { event.and(also).and(&ONCE) } else { event }
    });
    let leads = |who: &Who| stands_by(fight.one(*who), side) && wavers(fight, *who) && can_lead(fight.one(*who));
    let mut led = false;
    if let Some(leader) = fight.everyone().find(leads)
        && ask::yes(fight, table, Ask::LeaderRolls { leader })?
    {
        leader_saves(fight, table, leader)?;
        led = true;
    }
    for who in fight.everyone() {
        let alone = !led || follows_nobody(fight.one(who));
        if alone && stands_by(fight.one(who), side) && wavers(fight, who) {
            let saved = save(fight, table, who, Ability::Thu, rule, "THU save for morale")?;
            if !saved.passed {
                flee(fight, table, who);
            }
        }
    }
    Ok(())
}

/// `morale.leader`: whether somebody leads who is able to act, to be heard and to be trusted.
fn can_lead(one: &Combatant) -> bool {
    let heeded = !one.is(Condition::Slandered) && !one.under(Effect::Silenced);
    one.leader && actions::is_able_to_act(one) && heeded
}

/// `incantation.04-bonds-release`: whether somebody is no longer loyal, so that a leader's THU does nothing for them.
fn follows_nobody(one: &Combatant) -> bool {
    one.under(Effect::Leaderless) && !one.leader
}

/// `morale.leader`: one save for all, with the leader's THU.
#[cold]
fn leader_saves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, leader: Who) -> Result<(), T::Halt> {
    let side = fight.one(leader).home;
    let saved = save(fight, table, leader, Ability::Thu, &LEADER, "THU save for the morale of all")?;
    if !saved.passed {
        for who in fight.everyone() {
            let follows = !follows_nobody(fight.one(who));
            if follows && stands_by(fight.one(who), side) && wavers(fight, who) {
                flee(fight, table, who);
            }
        }
    }
    Ok(())
}

/// `morale.fail`.
pub(crate) fn flee<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).hero || !fight.fighting(who) || fight.one(who).is(Condition::Fleeing) {
        return;
    }
    fight.one_mut(who).conditions.give(Condition::Fleeing);
    table.tell(|| Event::new(&FAIL, format!("{} flees", fight.label(who))).by(who));
}

/// `morale.fail`: a combatant that has begun to flee in an earlier phase of the round takes no other action than
/// running, and goes nowhere else.
pub(crate) fn runs_instead(fight: &mut Fight) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.one(who).is(Condition::Fleeing) && !matches!(fight.one(who).plan.deed, Deed::Retreat) {
            let plan = fight.plan_mut(who);
            (plan.before, plan.after) = (Move::AsNeeded, Move::AsNeeded);
            let runs = actions::may_act(fight, who).and_then(|()| super::retreat::may_retreat(fight, who)).is_ok();
            fight.plan_mut(who).deed = if runs { Deed::Retreat } else { Deed::Nothing };
        }
    }
}
