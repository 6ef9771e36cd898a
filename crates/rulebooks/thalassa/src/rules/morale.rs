//! Morale (from the Rules chapter): opponents who have had enough.

use quintain_engine::{Event, Rule, Side, Table, Who};

use crate::ask::{self, Ask};
use crate::cast::Trait;
use crate::condition::{Ability, Condition, Conditions};
use crate::declaration::Deed;
use crate::fight::Fight;
use crate::house::{Morale, MoraleAllies};
use crate::rules::saves::save;

quintain_engine::section! {
    "Morale";
    FIRST = Engine "morale.first": "The first casualty of a side tries its morale: THU, or flight.", house "morale";
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
const LOST: Conditions = CASUALTY.with(&[Condition::Escaped, Condition::Withdrawn, Condition::Petrified]);

/// Whether morale touches this one.
#[inline(never)]
fn wavers(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let able = !one.hero && fight.fighting(who) && !one.is(Condition::Fleeing);
    able && (fight.house().morale_allies == MoraleAllies::On || fight.is_opponent(who))
}

/// `morale.when`: after all results of a phase.
///
/// # Errors
/// Halts with the table.
pub(crate) fn check<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.house().morale == Morale::Off {
        return Ok(());
    }
    // Where nobody is lost and nobody was brought to STA 0, nobody has a reason to waver.
    let losses = has_losses(fight);
    if losses || !fight.scratch.at_zero.is_empty() { of_each_side(fight, table, losses) } else { Ok(()) }
}

/// The sides in their order; `losses` says that somebody is lost already.
fn of_each_side<T: Table<Fight>>(fight: &mut Fight, table: &mut T, losses: bool) -> Result<(), T::Halt> {
    for place in 0..fight.sides.len() {
        let side = Side(place as u8);
        let due = if losses || has_losses(fight) { due(fight, side) } else { None };
        let alone = || (!fight.scratch.at_zero.is_empty() && is_lone_at_zero(fight, side)).then_some((&LONE, None));
        if let Some((rule, also)) = due.or_else(alone) {
            saves(fight, table, side, rule, also)?;
        }
    }
    Ok(())
}

/// Whether any side has lost anybody.
#[inline]
fn has_losses(fight: &Fight) -> bool {
    fight.cast.some(Trait::Stirred) && fight.cast.iter().any(|one| one.conditions.any(LOST))
}

/// What a side has lost.
#[derive(Default)]
struct Losses {
    /// Somebody is a casualty.
    casualty: bool,
    /// How many are lost, the fled included.
    lost: usize,
}

impl Losses {
    #[inline]
    fn of(fight: &Fight, side: Side) -> Self {
        let mut losses = Losses::default();
        for one in fight.cast.iter() {
            let ours = one.home == side;
            losses.casualty |= ours && one.conditions.any(CASUALTY);
            losses.lost += usize::from(ours && one.conditions.any(LOST));
        }
        losses
    }
}

/// `morale.lone`: the only one left was brought to STA 0 in this phase, and morale touches it.
#[inline(never)]
fn is_lone_at_zero(fight: &Fight, side: Side) -> bool {
    for who in fight.scratch.at_zero.iter().copied() {
        let one = fight.one(who);
        if one.home == side && one.sta.now == 0 && wavers(fight, who) {
            let stands = |other: Who| other != who && fight.one(other).home == side && fight.fighting(other);
            return !fight.everyone().any(stands);
        }
    }
    false
}

/// Whether morale touches anybody of a side.
#[inline(never)]
fn any_wavers(fight: &Fight, side: Side) -> bool {
    fight.everyone().any(|who| fight.one(who).home == side && wavers(fight, who))
}

/// Which save is due for a side because of whom it has lost, and a second reason that it covers.
#[inline]
fn due(fight: &mut Fight, side: Side) -> Option<(&'static Rule, Option<&'static Rule>)> {
    let state = &fight.sides[side.index()];
    if state.first_casualty && state.half_lost {
        return None;
    }
    let losses = Losses::of(fight, side);
    let state = &mut fight.sides[side.index()];
    let first = losses.casualty && !state.first_casualty;
    let half = losses.lost * 2 >= usize::from(state.began) && losses.lost > 0 && !state.half_lost;
    state.first_casualty |= first;
    state.half_lost |= half;
    match (first, half) {
        (false, false) => None,
        _ if !any_wavers(fight, side) => None,
        (true, true) => Some((&FIRST, Some(&HALF))),
        (true, false) => Some((&FIRST, None)),
        (false, true) => Some((&HALF, None)),
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
        let event = Event::new(rule, text).and(&WHEN).and(&NOT_PCS);
        match also {
            Some(also) => event.and(also).and(&ONCE),
            None => event,
        }
    });
    let leads = |who: &Who| {
        let one = fight.one(*who);
        one.leader && one.home == side && wavers(fight, *who) && !one.is(Condition::Slandered)
    };
    if let Some(leader) = fight.everyone().find(leads)
        && ask::yes(fight, table, Ask::LeaderRolls { leader })?
    {
        return leader_saves(fight, table, leader);
    }
    for who in fight.everyone() {
        if fight.one(who).home == side && wavers(fight, who) {
            let saved = save(fight, table, who, Ability::Thu, rule, "THU save for morale")?;
            if !saved.passed {
                flee(fight, table, who);
            }
        }
    }
    Ok(())
}

/// `morale.leader`: one save for all, with the leader's THU.
#[cold]
fn leader_saves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, leader: Who) -> Result<(), T::Halt> {
    let side = fight.one(leader).home;
    let saved = save(fight, table, leader, Ability::Thu, &LEADER, "THU save for the morale of all")?;
    if !saved.passed {
        for who in fight.everyone() {
            if fight.one(who).home == side && wavers(fight, who) {
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
    fight.body_mut(who).conditions.give(Condition::Fleeing);
    table.tell(|| Event::new(&FAIL, format!("{} flees", fight.label(who))).by(who));
}

/// `morale.fail`: whoever has begun to flee in an earlier phase of the round takes no other action than running.
pub(crate) fn runs_instead(fight: &mut Fight) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.one(who).is(Condition::Fleeing) && !matches!(fight.one(who).plan.deed, Deed::Retreat) {
            let runs = super::retreat::may_retreat(fight, who).is_ok();
            fight.plan_mut(who).deed = if runs { Deed::Retreat } else { Deed::Nothing };
        }
    }
}
