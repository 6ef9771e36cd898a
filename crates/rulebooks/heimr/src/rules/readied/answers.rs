//! What a deed may bring about that others wait for: foreseen, to be shown before it is chosen.

use quintain_engine::Who;
use quintain_field::Square;

use crate::rules::{actions, attacks, clusters, movement, ranged};
use crate::state::{Deed, Fight, Happened, Use, Wanted, What, With};

use super::{
    anybody, is_able, is_awake,
    triggers::{is_met, is_wanted},
};

/// Whether a combatant's readied action could answer something that another does.
pub(crate) fn may_be_answered(fight: &Fight, by: Who, deed: Deed) -> bool {
    if !anybody(fight) {
        return false;
    }
    let happenings = happenings(fight, by, deed);
    let others = fight.everyone().filter(|who| *who != by && is_awake(fight, *who));
    let mut waiting = others.filter_map(|who| Some((who, fight.one(who).readied?.trigger)));
    waiting.any(|(who, trigger)| {
        let sees = is_able(fight, who) && ranged::sees(fight, who, fight.one(by).at);
        // What a player has put in words may be anything.
        trigger.what == What::Other
            || (sees && wanted(deed).into_iter().flatten().any(|wanted| is_wanted(fight, who, &trigger, by, wanted)))
            || happenings.iter().any(|happened| is_met(fight, who, &trigger, *happened))
    })
}

/// The foes whose readied action a movement may set off, each with the location that brings it: the one left, or the one
/// entered.
pub(crate) fn answers_on(fight: &Fight, by: Who, deed: Deed) -> Vec<(Square, Who)> {
    let mut answers = Vec::new();
    if !anybody(fight) {
        return answers;
    }
    let start = fight.one(by).at;
    let mut places = vec![(start, None)];
    let mut from = start;
    for to in movement::route_of(fight, by, deed) {
        places.extend([(from, Some(Happened::Left(by, from))), (to, Some(Happened::Entered(by, to)))]);
        from = to;
    }
    if fight.one(by).cluster != 0 {
        places.insert(1, (start, Some(Happened::LeftCluster(by))));
    }
    for who in fight.everyone().filter(|who| fight.foes(*who, by) && is_awake(fight, *who)) {
        let Some(trigger) = fight.one(who).readied.map(|readied| readied.trigger) else { continue };
        let sees = is_able(fight, who) && ranged::sees(fight, who, start);
        let fits = |(_, happened): &&(Square, Option<Happened>)| match happened {
            Some(happened) => is_met(fight, who, &trigger, *happened),
            None => sees && is_wanted(fight, who, &trigger, by, Wanted::Deed(deed)),
        };
        answers.extend(places.iter().find(fits).map(|(square, _)| (*square, who)));
    }
    answers
}

/// What others may see coming.
fn wanted(deed: Deed) -> [Option<Wanted>; 2] {
    match deed {
        Deed::Attack { at, .. } => [Some(Wanted::Attack(at)), None],
        Deed::Charge { at, .. } => [Some(Wanted::Deed(deed)), Some(Wanted::Attack(at))],
        Deed::Power(Use::Attack { at, .. }) => [Some(Wanted::Skill), Some(Wanted::Attack(at))],
        Deed::Power(_) => [Some(Wanted::Skill), None],
        _ => [Some(Wanted::Deed(deed)), None],
    }
}

fn happenings(fight: &Fight, by: Who, deed: Deed) -> Vec<Happened> {
    let mut all = Vec::new();
    let mut from = fight.one(by).at;
    for to in movement::route_of(fight, by, deed) {
        all.extend([Happened::Left(by, from), Happened::Entered(by, to)]);
        from = to;
    }
    let parts = movement::is_movement(deed) || matches!(deed, Deed::StepOut | Deed::StepInto { .. });
    if parts && fight.one(by).cluster != 0 {
        all.push(Happened::LeftCluster(by));
    }
    match deed {
        Deed::Attack { at, with } | Deed::Charge { at, with, .. } => attacked(fight, by, at, with, &mut all),
        Deed::Power(used) => used_up(fight, by, used, &mut all),
        Deed::Draw(_) | Deed::Load(_) | Deed::PickUp(_) => all.push(Happened::Took(by)),
        Deed::Drop(_) => all.push(Happened::Dropped(by)),
        Deed::JumpDown { .. } | Deed::Swim { .. } => all.push(Happened::Injured(by)),
        _ => {}
    }
    let rushes = matches!(deed, Deed::Run { .. } | Deed::Charge { .. });
    if rushes && movement::route_of(fight, by, deed).into_iter().any(|to| fight.ground.is_treacherous(to)) {
        all.push(Happened::Fell(by));
    }
    if actions::ends_turn(fight, by, deed) {
        all.push(Happened::EndedTurn(by));
    }
    all
}

/// What may happen by an attack, at its target and at those that a shot may run on to.
fn attacked(fight: &Fight, by: Who, at: Who, with: With, all: &mut Vec<Happened>) {
    if fight.one(by).cluster != 0 && !clusters::together(fight, by, at) {
        all.push(Happened::LeftCluster(by));
    }
    let mut targets = vec![at];
    if attacks::may_run_on(fight, by, at, with) {
        ranged::chain(fight, by, at, &mut targets);
    }
    for whom in targets {
        all.push(Happened::Attacked { by, whom });
        hurt(whom, all);
    }
}

fn used_up(fight: &Fight, by: Who, used: Use, all: &mut Vec<Happened>) {
    if !matches!(used, Use::Item { .. }) {
        all.push(Happened::UsedSkill(by));
    }
    match used {
        Use::Attack { with, at } => attacked(fight, by, at, with, all),
        Use::Power { at, .. } => {
            let foes = fight.everyone().filter(|other| fight.foes(by, *other) && at.is_none_or(|at| at == *other));
            foes.for_each(|foe| hurt(foe, all));
        }
        Use::Burst { at } => clusters::mates(fight, at).for_each(|mate| hurt(mate, all)),
        _ => {}
    }
}

fn hurt(whom: Who, all: &mut Vec<Happened>) {
    all.extend([Happened::Injured(whom), Happened::Fell(whom), Happened::Dropped(whom), Happened::LeftCluster(whom)]);
}
