//! Which defence to roll and when to save one's breath; when to hold one's ground.

use quintain_engine::{Thrown, Who};

use crate::rules::{abilities, actions, clusters, daze, defence, fatigue, ranged};
use crate::state::{Deed, Defence, Fight};

/// A chance in thousandths below which a tired defence is not worth the breath.
const FORLORN: i32 = 250;

/// Rounds after which nobody waits any longer for the others to come.
const PATIENCE: u32 = 20;

/// The best kind of defence; none where nobody can attack before the next turn, or tiredness would spoil it anyway.
pub(crate) fn kind(fight: &Fight, who: Who, melee: Option<bool>) -> Option<Defence> {
    if melee.is_none() && !is_in_reach(fight, who) {
        return None;
    }
    let (kind, Thrown { dice: c, .. }) = defence::best(fight, who, melee)?;
    let tired = if fatigue::is_ignored(fight, who) { 1 } else { fight.one(who).fatigue };
    let lasts = abilities::chance(c, tired) >= FORLORN;
    lasts.then_some(kind)
}

/// By how much the mean of a block lies above that of the best other defence hand to hand, in thousandths.
pub(crate) fn worth_of_shield(fight: &Fight, who: Who) -> i32 {
    let mean = |kind: Defence| {
        let Thrown { dice, plus } = defence::challenge(fight, who, kind, Thrown::default()).parts;
        abilities::mean(dice, plus)
    };
    let can = |kind: &Defence| defence::may(fight, who, *kind, Some(true)).is_ok();
    let others = defence::kinds(fight, who).into_iter().filter(|kind| *kind != Defence::Block && can(kind));
    if !can(&Defence::Block) {
        return 0;
    }
    mean(Defence::Block) - others.map(mean).max().unwrap_or(0)
}

/// Whether any foe could attack a combatant before its next turn: one who is near, or shoots as far.
fn is_in_reach(fight: &Fight, who: Who) -> bool {
    fight.everyone().any(|foe| {
        if !fight.foes(who, foe) || !is_up(fight, foe) {
            return false;
        }
        let distance = ranged::distance(fight, foe, who);
        distance <= 1 || shoots_to(fight, foe) >= distance
    })
}

fn is_up(fight: &Fight, who: Who) -> bool {
    fight.present(who) && !fight.one(who).unconscious && !daze::is_dazed(fight, who)
}

fn shoots_to(fight: &Fight, who: Who) -> u16 {
    let one = fight.one(who);
    let arms = one.holds().filter_map(|hold| one.arm(hold));
    arms.filter_map(|arm| fight.weapon(arm.weapon).entry.range).max().map_or(0, u16::from)
}

/// Whether a combatant lets the foes come: they are more, none of them shoots, and no friend is in a fight already.
pub(crate) fn holds(fight: &Fight, who: Who) -> bool {
    if fight.round > PATIENCE {
        return false;
    }
    let (mut friends, mut foes) = (0, 0);
    for other in fight.everyone().filter(|other| is_up(fight, *other)) {
        if fight.foes(who, other) {
            foes += 1;
            if shoots_to(fight, other) > 1 {
                return false;
            }
        } else {
            friends += 1;
            if clusters::size(fight, other) > 0 {
                return false;
            }
        }
    }
    friends < foes
}

/// What those do who let the foes come: they save their breath.
pub(crate) fn wait(fight: &Fight, who: Who) -> Deed {
    let spent = fight.one(who).fatigue > fatigue::base(fight, who) && !fatigue::is_ignored(fight, who);
    let deed = if spent { Deed::Breather } else { Deed::Guard };
    if actions::may(fight, who, deed).is_ok() { deed } else { Deed::End }
}
