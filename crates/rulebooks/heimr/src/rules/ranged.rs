//! Ranged attacks: range, distance in turns, and what a cluster around the target does.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Refusal, Who};
use quintain_field::Square;

use crate::content::{Barriers, CharmShots, Feature, SightRule};
use crate::rules::{effects, environment};
use crate::state::Fight;

quintain_engine::section! {
    "Ranged attacks";
    WHERE = Engine "ranged.where": "A shot may go at targets in one's own square or in another.",
        ruling "A border that stops sight hides a target when it lies on every shortest way; the chapter has no other line of sight.", house "los";
    RANGE = Engine "ranged.max-range": "Beyond the weapon's range nobody can be aimed at.";
    PENALTY = Engine "ranged.distance-penalty": "A shot into another square loses half the distance in consistency, rounded down.";
    SAME = Engine "ranged.same-square": "A shot inside one's own square loses nothing by distance.";
    DISTANCE = Engine "distance.count": "Distance is the least number of turns it takes to move, climb and jump down to the target.",
        ruling "Real travel counts, round walls and up climbs; without any way, columns and rows do. The way is counted from the shooter to the target.",
        house "distance.barriers";
    STRAIGHT = Engine "distance.orthogonal": "Only moves along rows and columns count.";
    DIAGONAL = Engine "distance.diagonal": "A diagonal neighbour is two moves away.";
    HIGHER = Engine "distance.higher": "A higher target is farther by the turns of climbing to its height.";
    LOWER = Engine "distance.lower": "A lower target is no farther for being lower.";
    JUMP = Engine "move.jump-down-free": "Jumping down is a free action.";
    CLUSTER = Engine "ranged.cluster.penalty": "A shot at somebody in a cluster loses 1 in consistency for everybody in that cluster.",
        ruling "It adds to the penalty of distance; the target counts, and a shooter in the same cluster too.";
    REROLL = Engine "ranged.cluster.reroll": "If the target dodges, the attack is rolled again against another in the cluster, friend or foe.",
        ruling "A new roll in full, with its own tiredness. The shooter is never a target, nor is the one who has charmed the shooter.",
        house "charm.shots";
    STEP = Engine "ranged.cluster.step": "Each further roll has a penalty smaller by 1.";
    CONTINUE = Engine "ranged.cluster.continue": "It goes on so until the shot has ended.";
    ALL_DODGED = Engine "ranged.cluster.end.all-dodged": "When everybody in the cluster has dodged, the shot hits nobody.";
    HIT = Engine "ranged.cluster.end.hit": "A hit ends it.";
    BLOCKED = Engine "ranged.cluster.end.blocked": "A block ends it: the shot is stopped.";
    ORDER = Engine "ranged.cluster.order": "Targets follow in the order of initiative from the first one on, round to the start, each once.";
}

const UNREACHABLE: u16 = u16::MAX;

/// Columns and rows between two squares.
pub(crate) fn plain(from: Square, to: Square) -> u16 {
    (from.x.abs_diff(to.x)) + (from.y.abs_diff(to.y))
}

pub(crate) fn distance(fight: &Fight, from: Who, to: Who) -> u16 {
    distance_for(fight, from, fight.one(from).at, fight.one(to).at)
}

/// The distance between two squares for a combatant: flyers and climbers spend nothing on heights, ghosts pass walls.
pub(crate) fn distance_for(fight: &Fight, who: Who, from: Square, to: Square) -> u16 {
    if fight.ground.is_plain() || from == to {
        return plain(from, to);
    }
    let light = fight.has(who, Feature::Flies) || fight.has(who, Feature::ClimbsFreely);
    if fight.house().barriers == Barriers::Plain || fight.has(who, Feature::PassesWalls) {
        let up = (fight.ground.level(to) - fight.ground.level(from)).max(0) as u16;
        return plain(from, to) + if light { 0 } else { up * u16::from(fight.house().climb_turns) };
    }
    match fight.ways.lend(|ways| fight.ground.turns((from, to), light, fight.doors, ways)) {
        UNREACHABLE => plain(from, to),
        turns => turns,
    }
}

/// What distance takes from consistency.
pub(crate) fn penalty(distance: u16) -> i16 {
    (distance / 2) as i16
}

pub(crate) fn sees(fight: &Fight, who: Who, to: Square) -> bool {
    fight.house().sight == SightRule::Off || fight.ground.sees(fight.one(who).at, to, fight.doors)
}

pub(crate) fn may_aim(fight: &Fight, by: Who, at: Who, range: u8) -> Result<(), Refusal> {
    let distance = distance(fight, by, at);
    refuse_if(distance > u16::from(range), &RANGE, "the target is beyond the range")?;
    refuse_if(!sees(fight, by, fight.one(at).at), &WHERE, "out of sight")?;
    refuse_if(environment::is_hidden(fight, by, at), &environment::COVER, "wholly covered: no target")?;
    Ok(())
}

/// Those that a shot may go on to after its target, in order of initiative from the target on.
pub(crate) fn chain(fight: &Fight, by: Who, target: Who, list: &mut Vec<Who>) {
    let cluster = fight.one(target).cluster;
    if cluster == 0 {
        return;
    }
    let at = fight.one(target).at;
    let first = fight.order.iter().position(|who| *who == target).unwrap_or(0);
    let after = fight.order.iter().cycle().skip(first + 1).take(fight.order.len().saturating_sub(1));
    for who in after.copied() {
        let one = fight.one(who);
        let in_the_way = fight.present(who) && one.cluster == cluster && one.at == at;
        if in_the_way && who != by && who != target && !is_spared(fight, by, who) {
            list.push(who);
        }
    }
}

/// Whether a shot that runs on passes a combatant by: the one who has charmed the shooter.
fn is_spared(fight: &Fight, by: Who, who: Who) -> bool {
    fight.house().charm_shots == CharmShots::Spare && effects::charmed_by(fight, by).any(|source| source == who)
}
