//! Stumble: out of the cluster, with one direction barred.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Square, Step};

use crate::content::Effect;
use crate::rules::effects::{self, Called};
use crate::rules::{clusters, powers};
use crate::state::{Act, Ask, Combatant, Fight, WAYS, way_name};

quintain_engine::section! {
    "Stumble";
    EJECT = Engine "stumble.eject": "Who is hit by stumble in a cluster is moved out of it.",
        ruling "It stays in its square; a bound victim stays in the cluster, too, and suffers the rest.";
    NO_RANGED = Engine "stumble.no-ranged": "The stumbling make no ranged attacks.",
        ruling "Thrown weapons and blowguns are ranged, brawling is melee.";
    CLUSTER_ONLY = Engine "stumble.melee-cluster-only": "The stumbling strike hand to hand only at those in a cluster with them.",
        ruling "They may not step into a cluster to get round this.";
    NEEDS_ATTACKER = Engine "stumble.needs-attacker": "Thrown out of the cluster, they strike only once somebody has attacked them hand to hand.";
    BLOCKED = Engine "stumble.blocked-direction": "While it lasts one of the four directions is barred.";
    FROM_SOURCE = Engine "stumble.direction-from-source": "It is the direction from which the effect came.";
    CHOICE = Choice "stumble.direction-choice": "Where several fit, the one who caused it chooses.",
        ruling "A source off the straight and off the diagonal leaves both directions to choose from; without a source the game master chooses.";
    DIAGONAL = Choice "stumble.direction.diagonal": "From a diagonal neighbour, both directions that make up the diagonal fit.";
    SAME = Choice "stumble.direction.same-square": "From the same square any direction fits.";
}

/// Whether a direction is barred to a combatant.
pub(crate) fn is_barred(one: &Combatant, way: Step) -> bool {
    let mut effects = one.effects.iter();
    effects.any(|lasting| lasting.effect == Effect::Stumble && lasting.turns > 0 && lasting.barred == Some(way))
}

/// The directions from which an effect that came from one square to another may be said to come.
pub(crate) fn fitting(victim: Square, source: Option<Square>) -> impl Iterator<Item = Step> {
    let fits = move |way: &Step| {
        let Some(source) = source.filter(|source| *source != victim) else { return true };
        let (dx, dy) = (i32::from(source.x) - i32::from(victim.x), i32::from(source.y) - i32::from(victim.y));
        match way {
            Step::North => dy > 0,
            Step::South => dy < 0,
            Step::East => dx > 0,
            _ => dx < 0,
        }
    };
    WAYS.into_iter().filter(fits)
}

pub(crate) fn stumble<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) -> Result<(), T::Halt> {
    let whom = called.whom;
    let way = direction(fight, table, called)?;
    if fight.one(whom).cluster != 0 && !effects::is_held(fight, whom) {
        clusters::leave(fight, table, whom, &EJECT);
    }
    effects::last(fight, table, called, way);
    if let Some(way) = way.filter(|_| called.n >= 2) {
        table.tell(|| {
            let text = format!("{} stumbles and cannot go {}", fight.label(whom), way_name(way));
            let event = fight.caused(Event::new(&BLOCKED, text).and(&FROM_SOURCE).to(whom));
            match called.by.map(|by| (fight.one(by).at, fight.one(whom).at)) {
                Some((source, at)) if source == at => event.and(&SAME).and(&CHOICE),
                Some((source, at)) if source.x != at.x && source.y != at.y => event.and(&DIAGONAL).and(&CHOICE),
                _ => event,
            }
        });
    }
    powers::after_stumble(fight, table, called)
}

fn direction<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) -> Result<Option<Step>, T::Halt> {
    if called.n < 2 {
        return Ok(None);
    }
    let source = called.by.map(|by| fight.one(by).at);
    let mut ways = fitting(fight.one(called.whom).at, source);
    let (first, second) = (ways.next(), ways.next());
    if second.is_none() {
        return Ok(first);
    }
    let ask = Ask::Direction { by: called.by, whom: called.whom };
    Ok(match table.choose(fight, ask)? {
        Some(Act::Way(way)) => Some(way),
        _ => first,
    })
}

/// Whether a combatant may attack another hand to hand as far as stumbling goes.
pub(crate) fn may_strike(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    if !fight.one(who).suffers(Effect::Stumble) {
        return Ok(());
    }
    let cluster = fight.one(who).cluster;
    refuse_if(cluster == 0, &NEEDS_ATTACKER, "stumbling and in no cluster: somebody must attack first")?;
    if fight.one(at).cluster == cluster {
        return Ok(());
    }
    Err(Refusal::new(&CLUSTER_ONLY, "stumbling, and the target is not in the cluster"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_follow_the_source() {
        let at = |x, y| Square::new(x, y);
        let fit = |source: Option<Square>| fitting(at(1, 1), source).collect::<Vec<_>>();
        assert_eq!(fit(Some(at(1, 2))), [Step::North]);
        assert_eq!(fit(Some(at(0, 0))), [Step::South, Step::West]);
        assert_eq!(fit(Some(at(4, 2))), [Step::North, Step::East]);
        assert_eq!(fit(Some(at(1, 1))), WAYS);
        assert_eq!(fit(None), WAYS);
    }
}
