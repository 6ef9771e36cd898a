//! Declarations that an earlier phase of the round has made impossible.

use quintain_engine::{Event, Few, Refusal, Table, Who};

use super::{STALE, declare};
use crate::arm::ArmId;
use crate::ask::{Act, Ask};
use crate::condition::Effect;
use crate::declaration::{Declaration, Deed};
use crate::fight::Fight;
use crate::house::{OwnSide, Stale};
use crate::rules::{attack, battle_map, creatures, dual, gear, legal, magic, prayer, wording};

/// P1 of a phase: declarations that earlier phases have made impossible.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn stale<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    // Where nobody has fallen or changed, every blow can still be struck, unless ground bars the way.
    let stands = fight.ground().is_none() && fight.cast.strikes_stand();
    if stands { Ok(()) } else { look_for_stale(fight, table) }
}

#[inline(never)]
fn look_for_stale<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.one(who).plan.lost {
            continue;
        }
        strike_with_what_is_left(fight, table, who);
        if !fight.one(who).plan.further.is_empty() {
            strike_those_who_are_left(fight, table, who);
        }
        if is_impossible(fight, who) {
            aim_anew(fight, table, who)?;
        }
    }
    Ok(())
}

/// `declare.stale`: of an attack with two weapons only that part is lost whose weapon is: the other is still in hand.
fn strike_with_what_is_left<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Deed::Attack { arm, off: Some(off), at, daring } = fight.one(who).plan.deed else { return };
    if fight.arm(off).natural || fight.house().stale == Stale::FreeRedeclare {
        return;
    }
    let Err(refusal) = dual::may_strike_twice(fight, who) else { return };
    let in_hand = |arm: &ArmId| fight.one(who).in_hand.contains(arm);
    let Some(left) = [arm, off].into_iter().find(in_hand) else { return };
    let deed = Deed::Attack { arm: left, off: None, at, daring };
    fight.plan_mut(who).deed = deed;
    table.tell(|| {
        let act = wording::deed_text(fight, who, deed);
        let text = format!("{} strikes with what is left: {act} ({})", fight.label(who), refusal.why);
        Event::new(&STALE, text).and(refusal.rule).by(who).upkeep()
    });
}

/// `declare.stale`: strikes that were meant for further targets go to the others, where one is gone or no foe any more.
#[cold]
fn strike_those_who_are_left<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let named = fight.one(who).plan.further;
    let is_left = |at: &Who| fight.foes(who, *at) && fight.present(*at);
    let left: Few<Who, 9> = named.iter().copied().filter(is_left).collect();
    if left.len() == named.len() {
        return;
    }
    fight.plan_mut(who).further = left;
    table.tell(|| {
        let text = format!("{} turns to: {}", fight.label(who), wording::plan_text(fight, who));
        Event::new(&STALE, text).and(&creatures::SEVERAL).by(who).upkeep()
    });
}

/// `declare.stale`: what becomes of a declaration that has become impossible.
#[cold]
fn aim_anew<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    match (fight.house().stale, fight.one(who).plan.deed) {
        (Stale::FreeRedeclare, _) => {
            fight.look_closely();
            let plan = fight.plan_mut(who);
            *plan = Declaration { acted: plan.acted, ..Declaration::default() };
            table.tell(|| Event::new(&STALE, format!("{} declares anew", fight.label(who))).by(who).upkeep());
            declare(fight, table, who)?;
        }
        (Stale::SameKind, Deed::Attack { arm, off, at, daring }) if may_turn_to_another(fight, who) => {
            let fallen = fight.present(at);
            let anew = table.choose(fight, Ask::Redirect { who, fallen })?;
            let deed = match anew {
                Some(Act::Who(at)) => Deed::Attack { arm, off, at, daring },
                _ => Deed::Nothing,
            };
            fight.plan_mut(who).deed = deed;
            if fallen && anew == Some(Act::Who(at)) {
                return Ok(());
            }
            table.tell(|| {
                let text = format!("{} turns to: {}", fight.label(who), wording::deed_text(fight, who, deed));
                Event::new(&STALE, text).by(who).upkeep()
            });
        }
        _ => {
            let lost = std::mem::take(&mut fight.plan_mut(who).deed);
            table.tell(|| {
                let act = wording::deed_text(fight, who, lost);
                let text = format!("{}'s act has become impossible and is lost: {act}", fight.label(who));
                match refused_by(fight, who, lost) {
                    Some(refusal) => Event::new(&STALE, format!("{text} ({})", refusal.why)).and(refusal.rule),
                    None => Event::new(&STALE, text),
                }
                .by(who)
                .upkeep()
            });
        }
    }
    Ok(())
}

/// What has made an act impossible: its target is no foe any more, or a rule refuses it now.
fn refused_by(fight: &Fight, who: Who, lost: Deed) -> Option<Refusal> {
    let at_foes = lost.is_attack() || is_for_foes(fight, who, lost);
    match lost.target().filter(|at| at_foes && is_spared(fight, who, *at) && fight.present(*at)) {
        Some(at) => Some(Refusal::new(&attack::OWN_SIDE, format!("{} is no foe any more", fight.label(at)))),
        None => legal::may(fight, who, lost).err(),
    }
}

/// Whether there is a target left that a stale attack could turn to.
fn may_turn_to_another(fight: &Fight, who: Who) -> bool {
    legal::redirect_targets(fight, who).next().is_some()
}

/// Whether an earlier phase has made a declaration impossible: the target gone or a friend now, the weapon or the voice
/// lost, the heart or the anger turned, the two parted, the runner bound.
#[inline]
fn is_impossible(fight: &Fight, who: Who) -> bool {
    match fight.one(who).plan.deed {
        Deed::Attack { arm, off, at, .. }
            if fight.foes(who, at) && legal::may_attack(fight, who, arm, off, at).is_ok() =>
        {
            !fight.fighting(at) && has_fallen_since(fight, who)
        }
        deed => is_another_impossible(fight, who, deed),
    }
}

/// Whether the target has fallen since the attack was declared, and another foe that it could strike still stands.
#[cold]
fn has_fallen_since(fight: &Fight, who: Who) -> bool {
    let mut others = legal::redirect_targets(fight, who);
    let turns = fight.house().stale != Stale::Lost;
    turns && !fight.one(who).plan.on_the_fallen && others.any(|foe| fight.fighting(foe))
}

/// The same where it is no plain attack on a foe that may still be made: what could not be declared any more. Moves are
/// not lost but stop short.
#[inline(never)]
fn is_another_impossible(fight: &Fight, who: Who, deed: Deed) -> bool {
    match deed {
        Deed::SecondMove(_) => false,
        Deed::Attack { arm, off, at, .. } => {
            is_spared(fight, who, at) || legal::may_attack(fight, who, arm, off, at).is_err_and(|why| !is_far(&why))
        }
        deed => {
            let gone = |at: Who| !fight.present(at) && !matches!(deed, Deed::Cast { .. } | Deed::Pray { .. });
            let lost = |at: Who| gone(at) || is_for_foes(fight, who, deed) && is_spared(fight, who, at);
            let refused = || legal::may(fight, who, deed).is_err_and(|why| !is_far(&why));
            deed.target().is_some_and(lost) || refused() || cannot_be_asked(fight, who, deed)
        }
    }
}

/// Whether it is a prayer for one, or about a thing, for which its god cannot be asked any more.
fn cannot_be_asked(fight: &Fight, who: Who, deed: Deed) -> bool {
    let Deed::Pray { god, at, also } = deed else { return false };
    !prayer::may_request(fight, who, god, (at, also))
}

/// Whether that one is no foe, and nothing drives somebody to attack it all the same.
fn is_spared(fight: &Fight, who: Who, at: Who) -> bool {
    let one = fight.one(who);
    let driven = one.plan.jealous || one.under(Effect::Hates) || fight.house().own_side == OwnSide::Yes;
    !fight.foes(who, at) && !driven
}

/// Whether it is the distance that keeps a combatant from an act: a target that is too far away by now is gone after
/// all the same.
fn is_far(refusal: &Refusal) -> bool {
    [&battle_map::REACH, &battle_map::RANGE, &creatures::GAZE, &gear::NET].contains(&refusal.rule)
}

/// Whether an act that is no attack is meant for foes alone.
fn is_for_foes(fight: &Fight, who: Who, deed: Deed) -> bool {
    match deed {
        Deed::Cast { spell, .. } => magic::is_hostile(fight, who, spell),
        Deed::Use { item, .. } => gear::is_for_foes(fight, who, item),
        Deed::Contest { .. } | Deed::Gaze(_) | Deed::Snatch(_) | Deed::CarryOff(_) | Deed::Arrow { .. } => true,
        _ => false,
    }
}
