//! What a shield is worth; when to hold one's ground.

use quintain_engine::{Thrown, Who};

use crate::rules::{abilities, actions, clusters, defence, fatigue};
use crate::state::{Deed, Defence, Fight};

use super::threats::{is_up, shoots_to};

/// Rounds after which nobody waits any longer for the others to come.
const PATIENCE: u32 = 20;

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
