//! What foes could do to a combatant before its next turn, and which defence is worth the breath that it takes.

use arrayvec::ArrayVec;
use quintain_engine::{Thrown, Who};

use crate::rules::{abilities, daze, defence, fatigue, ranged};
use crate::state::{Defence, Fight, MOST_HOLDS, With};

use super::weigh;

/// What one attack of a foe is like.
struct Threat {
    numbers: Thrown,
    harm: i32,
    melee: bool,
    tired: i16,
}

/// A defence that could be rolled.
struct Way {
    kind: Defence,
    dice: i16,
    /// Its mean result.
    score: i16,
    /// The chance in thousandths that tiredness does not spoil it.
    lasts: i32,
    /// What it spares of the attack against which it helps most, in thousandths of a hit point.
    spares: i32,
}

/// A point of fatigue is felt in so many rolls that matter.
const ROLLS: i32 = 15;

/// What a point of fatigue takes from a roll beside the chance that is gone at once, in thousandths: the next points.
const LATER: i32 = 20;

/// The defence that spares most; none where that is worth less than the breath it takes. On demand `by` attacks; rolled
/// ahead, it is for the worst that could come before the next turn.
pub(crate) fn worthwhile(fight: &Fight, who: Who, melee: Option<bool>, by: Option<Who>) -> Option<Defence> {
    let mut ways = ways(fight, who, melee);
    match by {
        Some(by) => meet(&mut ways, &threat(fight, by, who, melee)),
        None => {
            for foe in fight.everyone().filter(|foe| fight.foes(who, *foe) && reaches(fight, *foe, who)) {
                meet(&mut ways, &threat(fight, foe, who, melee));
            }
        }
    }
    let breath = breath(fight, who, ways.iter().map(|way| way.dice).max()?);
    let best = ways.into_iter().reduce(|best, way| if way.spares > best.spares { way } else { best })?;
    (best.spares > breath).then_some(best.kind)
}

fn ways(fight: &Fight, who: Who, melee: Option<bool>) -> ArrayVec<Way, { 2 + MOST_HOLDS }> {
    let tired = tiredness(fight, who);
    let can = |kind: &Defence| defence::may(fight, who, *kind, melee).is_ok();
    let way = |kind: Defence| {
        let Thrown { dice, plus } = defence::challenge(fight, who, kind, Thrown::default()).parts;
        let score = (abilities::mean(dice, plus) / 1000) as i16;
        Way { kind, dice, score, lasts: abilities::chance(dice, tired), spares: 0 }
    };
    defence::kinds(fight, who).into_iter().filter(can).map(way).collect()
}

/// Holds each defence against an attack.
fn meet(ways: &mut [Way], threat: &Threat) {
    let Thrown { dice, plus } = threat.numbers;
    let undefended = abilities::chance(dice, threat.tired);
    for way in ways {
        if !threat.melee && matches!(way.kind, Defence::Parry(_)) {
            continue;
        }
        let met = abilities::chance(dice, (way.score - plus + 1).max(threat.tired));
        way.spares = way.spares.max(way.lasts * (undefended - met) / 1000 * threat.harm);
    }
}

/// What a roll costs by the fatigue that it may bring, in thousandths of a hit point: next to nothing for the rested, and
/// more than any defence is worth for those who are out of breath.
fn breath(fight: &Fight, who: Who, dice: i16) -> i32 {
    if fatigue::is_ignored(fight, who) {
        return 0;
    }
    let now = fight.one(who).fatigue;
    let faces = i32::from(now - 1).clamp(0, 6);
    let lost = abilities::chance(dice, now) - abilities::chance(dice, now + 1) + LATER;
    faces * lost / 6 * ROLLS
}

fn tiredness(fight: &Fight, who: Who) -> i16 {
    if fatigue::is_ignored(fight, who) { 1 } else { fight.one(who).fatigue }
}

/// Whether a foe could attack a combatant before its next turn: one who is near, or shoots as far.
fn reaches(fight: &Fight, foe: Who, who: Who) -> bool {
    let distance = ranged::distance(fight, foe, who);
    is_up(fight, foe) && (distance <= 1 || shoots_to(fight, foe) >= distance)
}

/// The worst that a combatant can do to another from where it is, or after a charge: by its mean, and by its harm.
fn threat(fight: &Fight, foe: Who, who: Who, asked: Option<bool>) -> Threat {
    let distance = ranged::distance(fight, foe, who);
    let tired = tiredness(fight, foe);
    let mut worst: Option<(i32, Threat)> = None;
    for hold in fight.one(foe).holds() {
        let Some(weapon) = fight.one(foe).arm(hold).map(|arm| fight.weapon(arm.weapon)) else { continue };
        let melee = weapon.is_melee();
        let near = weapon.entry.range.map_or(distance <= 1, |range| u16::from(range) >= distance);
        if !near || asked.is_some_and(|asked| asked != melee) || abilities::used_with(fight, foe, hold).is_err() {
            continue;
        }
        let numbers = weigh::numbers(fight, foe, who, Some(hold), With::Weapons);
        let bad = abilities::mean(numbers.dice, numbers.plus) + 1000 * i32::from(weapon.entry.damage);
        if worst.as_ref().is_none_or(|(known, _)| bad > *known) {
            worst = Some((bad, Threat { numbers, harm: weapon.entry.damage.max(1).into(), melee, tired }));
        }
    }
    worst.map_or_else(
        || Threat { numbers: weigh::numbers(fight, foe, who, None, With::Blow), harm: 1, melee: true, tired },
        |(_, threat)| threat,
    )
}

pub(crate) fn is_up(fight: &Fight, who: Who) -> bool {
    fight.present(who) && !fight.one(who).unconscious && !daze::is_dazed(fight, who)
}

/// How far a combatant shoots with what it has in hand.
pub(crate) fn shoots_to(fight: &Fight, who: Who) -> u16 {
    let one = fight.one(who);
    let arms = one.holds().filter_map(|hold| one.arm(hold));
    arms.filter_map(|arm| fight.weapon(arm.weapon).entry.range).max().map_or(0, u16::from)
}
