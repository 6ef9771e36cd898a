//! Attacks of opportunity.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use super::melee::{self, Blow, With};
use super::reactions::{self, Happening, Trigger};
use super::{dodge, gu, movement, parry, stretch};
use crate::ask::{self, Act, Ask};
use crate::condition::Condition;
use crate::fight::Fight;

quintain_engine::section! {
    "Attacks of opportunity";
    TRIGGER = Choice "aoo.trigger": "When a creature goes from within one's melee range to a square outside it, one melee attack at it.", ruling "Before the step; once for each leaving; not for forced movement or teleports; at enemies only.", house "aoo.allies";
    NO_KICK = Engine "aoo.no-kick": "Without a weapon it cannot be a kick.";
    FLYING = Engine "aoo.flying": "Leaving by flight provokes just the same.";
}

/// A combatant is about to take a step: those whose reach it leaves are asked.
pub(crate) fn leaving<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    mover: Who,
    to: (Square, i16),
    dodging: bool,
) -> Result<(), T::Halt> {
    let was = movement::spot(fight, mover);
    fight.in_asking_order(None, |fight, order| {
        for who in order.iter().copied() {
            if who == mover || !leaves_reach(fight, who, mover, to) {
                continue;
            }
            if may(fight, who, mover) && blows(fight, who, mover).next().is_some() {
                strike(fight, table, who, mover, dodging)?;
                if movement::spot(fight, mover) != was || !movement::can_go_on(fight, mover) {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

/// Whether a step leads from inside somebody's melee range to outside of it.
fn leaves_reach(fight: &Fight, who: Who, mover: Who, to: (Square, i16)) -> bool {
    watches(fight, who, mover) && {
        let (now, then) = (fight.distance(who, mover), fight.distance_if(who, mover, to));
        then > now && {
            let reach = u32::from(melee::melee_reach(fight, who));
            now <= reach && then > reach
        }
    }
}

/// Whether somebody would strike at such a one, and has a reaction for it.
fn watches(fight: &Fight, who: Who, mover: Who) -> bool {
    let enemy = fight.foes(who, mover) || fight.house().opportunity_at_allies;
    enemy && fight.present(who) && fight.one(who).reactions > 0 && !fight.is_active(who)
}

/// Those who watch for somebody to leave their reach, however far that is; for those who want to know it beforehand.
pub fn watchers(fight: &Fight, mover: Who) -> impl Iterator<Item = Who> + '_ {
    fight.everyone().filter(move |who| *who != mover && watches(fight, *who, mover))
}

/// Metres beyond which no watcher strikes, whatever it strikes with; much quicker to say than how far it does.
pub fn watched_at_most(fight: &Fight, who: Who) -> u32 {
    let held = fight.setting.arms.iter().filter(|arm| !arm.ranged).map(|arm| arm.reach).max();
    u32::from(held.unwrap_or(0).max(1) + gu::more_reach(fight, who))
}

/// How far a watcher would strike at somebody that leaves its reach; `None` where it could not.
pub fn watched_metres(fight: &Fight, who: Who, mover: Who) -> Option<u32> {
    if !may(fight, who, mover) {
        return None;
    }
    let strikes = melee::strikes(fight, who);
    let fit = strikes.iter().filter(|with| melee::is_melee(fight, **with) && **with != With::Kick);
    fit.map(|with| melee::reach(fight, who, *with).into()).max()
}

fn may(fight: &Fight, who: Who, mover: Who) -> bool {
    if super::gu::slips_away(fight, mover) {
        return false;
    }
    reactions::able(fight, who).is_ok() && !fight.one(who).is(Condition::FinalStand)
}

/// Every attack that a combatant could make at one that leaves.
pub fn blows(fight: &Fight, who: Who, mover: Who) -> impl Iterator<Item = Blow> + '_ {
    parry::counters(fight, who, mover).filter(|blow| blow.with != With::Kick)
}

fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    mover: Who,
    dodging: bool,
) -> Result<(), T::Halt> {
    stretch::interrupt(fight, table);
    let trigger = Trigger { at: Some(mover), ..Trigger::of(Happening::Moved, mover) };
    if gu::talents::grapples_leavers(fight, who, mover)
        && ask::yes(fight, table, Ask::Gu(gu::GuAsk::Grapples { who, at: mover }))?
    {
        reactions::spend(fight, table, who, &trigger);
        table.tell(|| {
            let text = format!("{} reaches for {}", fight.label(who), fight.label(mover));
            Event::new(&TRIGGER, text).by(who).to(mover)
        });
        return super::grapple::grapple(fight, table, who, mover);
    }
    let Some(Act::Strike(blow)) = ask::act(fight, table, Ask::Opportunity { who, at: mover })? else { return Ok(()) };
    reactions::spend(fight, table, who, &trigger);
    table.tell(|| {
        let text = format!("{} strikes as {} leaves its reach", fight.label(who), fight.label(mover));
        let event = Event::new(&TRIGGER, text).by(who).to(mover).answer();
        let event = if dodging { event.and(&dodge::PROVOKES) } else { event };
        let unarmed = matches!(blow.with, With::Punch | With::Bite);
        let event = if unarmed { event.and(&NO_KICK) } else { event };
        if fight.one(mover).airborne { event.and(&FLYING) } else { event }
    });
    let tilt = if dodging { -1 } else { 0 };
    melee::strike(fight, table, who, Blow { tilt, ..blow })
}
