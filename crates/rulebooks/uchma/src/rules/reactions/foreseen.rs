//! Whether prepared actions could answer a deed: foreseen, to be shown before it is chosen.

use quintain_engine::Who;
use quintain_field::Square;

use super::{anybody_ready, guarded, kind_of_step, ready, slips_by, trigger};
use crate::ask::{Aimed, Deed};
use crate::book::{Against, Effect, Trigger, With};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::{abilities, adjacency, distance, falling, precision, shoving, targets, uses, ways};

/// A deed as those see it who wait for something.
struct Seen {
    by: Who,
    /// The squares on its way, the start first; nothing where nobody moves.
    way: Vec<Square>,
    /// By running or charging.
    rushing: bool,
    /// The ability that is used on others.
    ability: Option<AbilityId>,
    /// The creatures that it reaches.
    reached: Vec<Who>,
}

/// Whether a prepared action of somebody could answer what another does. `way` finds the squares of a Move.
pub fn may_answer(fight: &Fight, by: Who, deed: Deed, way: impl FnOnce() -> Vec<Square>) -> bool {
    if !anybody_ready(fight) {
        return false;
    }
    let seen = seen(fight, by, deed, way);
    fight.everyone().filter(|who| *who != by).any(|who| {
        let waits = ready(fight, who).and_then(|own| Some((own, trigger(fight, own)?)));
        waits.is_some_and(|(own, trigger)| fits(fight, (who, own), trigger, &seen))
    })
}

/// The foes whose prepared action could come on a way, each with what it is and the square that brings it; `rushing` where
/// the way is run or charged.
pub fn answers_on(fight: &Fight, by: Who, way: &[Square], rushing: bool) -> Vec<(Square, Who, AbilityId)> {
    let mut answers = Vec::new();
    if !anybody_ready(fight) || slips_by(fight, by) {
        return answers;
    }
    for who in fight.everyone().filter(|who| fight.foes(*who, by)) {
        let waits = ready(fight, who).and_then(|own| Some((own, trigger(fight, own)?)));
        let Some((own, trigger)) = waits else { continue };
        let far = |square: &Square| distance::from_square(fight, by, *square, who);
        let set_off = |(from, to): &(&Square, &Square)| match trigger {
            Trigger::FoeMoves { within } => {
                kind_of_step(far(from), far(to), guarded(fight, who, own, within)).is_some()
            }
            Trigger::FoeAttempts { within } => far(to) <= within,
            Trigger::FoeRushes { within } => rushing && far(to) <= within,
            _ => false,
        };
        let step = way.iter().zip(way.iter().skip(1)).find(set_off);
        answers.extend(step.map(|(_, to)| (*to, who, own)));
    }
    answers
}

fn seen(fight: &Fight, by: Who, deed: Deed, way: impl FnOnce() -> Vec<Square>) -> Seen {
    let running = fight.turn.as_ref().is_some_and(|turn| turn.running);
    let here = fight.one(by).at;
    let mut seen = Seen { by, way: Vec::new(), rushing: running, ability: None, reached: Vec::new() };
    match deed {
        Deed::Move { run, .. } => {
            seen.rushing = run || running;
            if !slips_by(fight, by) && waits_for_moves(fight, by) {
                seen.way = way();
            }
        }
        Deed::JumpDown(to) => seen.way = vec![here, to],
        Deed::Use { ability, aim } => used(fight, ability, aim, &mut seen),
        Deed::Throw(at) | Deed::Retrieve { from: at, .. } => {
            (seen.ability, seen.reached) = (abilities::basic(fight, by, With::MainHand), vec![at]);
        }
        Deed::Item { slot, at } => {
            (seen.ability, seen.reached) = (fight.item(by, slot).map(|item| item.used), vec![at]);
        }
        _ => {}
    }
    seen
}

/// Whether anybody waits for foes that move.
fn waits_for_moves(fight: &Fight, by: Who) -> bool {
    let waits =
        |trigger| matches!(trigger, Trigger::FoeMoves { .. } | Trigger::FoeAttempts { .. } | Trigger::FoeRushes { .. });
    let mut foes = fight.everyone().filter(|who| fight.foes(*who, by));
    foes.any(|who| ready(fight, who).and_then(|own| trigger(fight, own)).is_some_and(waits))
}

/// An ability that is used; a charge goes straight at its target first.
fn used(fight: &Fight, ability: AbilityId, aim: Aimed, seen: &mut Seen) {
    if fight.ability(ability).time() == crate::book::Time::Prepared {
        return;
    }
    seen.ability = Some(ability);
    seen.reached = targets::reached(fight, seen.by, ability, aim).into_iter().collect();
    if let (true, Aimed::One(at)) = (fight.ability(ability).charges, aim) {
        let reach = shoving::basic_reach(fight, seen.by, With::MainHand);
        let straight = ways::of_charge(fight, seen.by, at, reach);
        let squares = straight.into_iter().flat_map(ways::Straight::squares);
        seen.way = std::iter::once(fight.one(seen.by).at).chain(squares).collect();
        seen.rushing = true;
    }
}

/// Whether a trigger could be met.
fn fits(fight: &Fight, (who, own): (Who, AbilityId), trigger: Trigger, seen: &Seen) -> bool {
    let by = seen.by;
    let foe = fight.foes(who, by) && !slips_by(fight, by);
    let near = |square: &Square, within: i16| distance::from_square(fight, by, *square, who) <= within;
    let enters = |within: i16| seen.way.iter().skip(1).any(|square| near(square, within));
    let attack = seen.ability.and_then(|ability| uses::attack_within(fight, by, ability));
    let reaches = |whom: Who| seen.reached.contains(&whom);
    match trigger {
        Trigger::Named => true,
        Trigger::FoeMoves { within } => {
            let within = guarded(fight, who, own, within);
            foe && seen.way.len() > 1 && seen.way.iter().any(|square| near(square, within))
        }
        Trigger::FoeAttempts { within } => foe && enters(within),
        Trigger::FoeRushes { within } => foe && seen.rushing && enters(within),
        Trigger::FoeFalls { within } => {
            falls(fight, seen).any(|whom| fight.foes(who, whom) && distance::between(fight, who, whom) <= within)
        }
        Trigger::TargetedPhysically => reaches(who) && is_used_on(fight, seen, attack, Against::Physical),
        Trigger::TargetedMagically => reaches(who) && is_used_on(fight, seen, attack, Against::Magical),
        Trigger::AttackedInMelee => {
            let melee = attack.is_some_and(|attack| fight.ability(attack).melee);
            let beside = seen.rushing || distance::between(fight, who, by) <= guarded(fight, who, own, None);
            reaches(who) && melee && beside
        }
        Trigger::FlankedFoeAttacked => {
            let attacked = |whom: &Who| {
                fight.foes(who, *whom) && adjacency::flanked(fight, *whom) && adjacency::adjacent(fight, who, *whom)
            };
            attack.is_some() && adjacency::wields_melee(fight, who) && seen.reached.iter().any(attacked)
        }
    }
}

/// Whether what is used does damage and counts as this.
fn is_used_on(fight: &Fight, seen: &Seen, attack: Option<AbilityId>, against: Against) -> bool {
    let of = [attack, seen.ability];
    of.into_iter().flatten().any(|id| fight.ability(id).damaging && precision::counts_against(fight, id, against))
}

/// Those who may fall prone by it.
fn falls<'a>(fight: &'a Fight, seen: &'a Seen) -> impl Iterator<Item = Who> + 'a {
    let fells = |ability: AbilityId| {
        let steps = fight.ability(ability).entry.every_step();
        let mods = abilities::pending(fight, seen.by).iter().flat_map(|id| fight.ability(*id).entry.every_step());
        steps.chain(mods).any(|step| matches!(step.effect, Effect::Prone | Effect::Pin(_)))
    };
    let felled = seen.ability.is_some_and(fells);
    let drops = |to: &Square| falling::ledge(fight, seen.by, *to).is_some_and(|metres| falling::damage_of(metres) > 0);
    let jumps = seen.ability.is_none() && seen.way.len() == 2 && seen.way.get(1).is_some_and(drops);
    let others = seen.reached.iter().copied().filter(move |_| felled);
    others.chain(jumps.then_some(seen.by))
}
