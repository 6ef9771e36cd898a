//! How an unattended seat answers, and the default of every question. Nothing here throws a die or allocates.

mod gear;
mod harm;
mod positions;
mod weigh;

use quintain_engine::{Answer, Foe, TacticsInfo, Who};

use crate::ask::{Act, Aimed, Ask, Deed, Lore};
use crate::book::{Aim, Feature, Tag, Time, Topic, With};
use crate::combatant::Combatant;
use crate::content::AbilityId;
use crate::fight::{Fight, Turn};
use crate::house::Fleeing;
use crate::options;
use crate::rules::distance::{self, Ruler};
use crate::rules::{abilities, actions, adjacency, curses, features, order, phases, picked, targets, weapons};

use weigh::Best;

/// The tactics of the book, the best first.
pub static TACTICS: &[TacticsInfo] = &[
    TacticsInfo {
        name: "sensible",
        about: "Uses what promises most, steadies its aim, takes cover from shots, keeps away or closes in as its weapon asks, prepares strikes, helps the fallen, and spares those who lie unconscious.",
    },
    TacticsInfo { name: "ruthless", about: "The same, but goes on striking at the unconscious." },
];

/// What cannot wait although it hurts nobody: bringing somebody back.
const URGENT: i32 = 200;

/// What an action must be worth that hurts nobody before it keeps somebody from coming nearer to the foe.
const WORTH_A_HALT: i32 = 60;

/// The default of a question: what the best tactics answer, but that nothing is spent, given away or ended for people who
/// have not said so.
pub fn default(fight: &Fight, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Wants { ability, .. } => Answer::One(yes(fight.ability(ability).time() != Time::Passive)),
        Ask::Upkeep { .. } => Answer::One(Act::Yes),
        Ask::Echo { .. } => Answer::One(Act::No),
        _ => answer_as(fight, 0, ask),
    }
}

/// What the tactics of this number answer.
pub fn answer_as(fight: &Fight, tactics: usize, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Ambush => {
            let ambushed = &fight.house().ambushed;
            let named = |name: &String| fight.side_named(name).map(Act::Side);
            Answer::Several(ambushed.iter().filter_map(named).collect())
        }
        Ask::Agreed { side, speaker, to } => {
            Answer::Order(order::agreeing(fight, (side, speaker, to)).into_iter().map(Act::Who).collect())
        }
        Ask::TargetOrder { .. } => Answer::Order(fight.scratch.eligible.iter().map(|who| Act::Who(*who)).collect()),
        Ask::Raise { who, most } => {
            // A point or two of blood, as long as there is enough of it.
            let spare = fight.one(who).health - 5 * most >= 20 && most <= 2;
            Answer::Number(if spare { most.into() } else { 0 })
        }
        Ask::Amount { most, .. } => Answer::Number(most.max(1).into()),
        Ask::HowFar { most, .. } => Answer::Number(most.max(0).into()),
        Ask::TeamBonus { .. } => Answer::Number(0),
        _ => Answer::One(choose(fight, tactics, ask)),
    }
}

/// What the tactics of this number choose where one option is asked for.
#[inline]
pub fn choose_as(fight: &Fight, tactics: usize, ask: &Ask) -> Option<Act> {
    match ask {
        // By far the commonest questions.
        Ask::Turn { who } => Some(Act::Deed(deed(fight, *who, is_ruthless(fight, *who, tactics)))),
        Ask::Continue { proposed } => Some(yes(*proposed)),
        Ask::Ambush
        | Ask::Agreed { .. }
        | Ask::TargetOrder { .. }
        | Ask::Raise { .. }
        | Ask::Amount { .. }
        | Ask::HowFar { .. }
        | Ask::TeamBonus { .. } => None,
        _ => Some(choose(fight, tactics, ask)),
    }
}

/// Whether somebody goes on striking at the unconscious: by the tactics, or because it is so minded.
#[inline]
fn is_ruthless(fight: &Fight, who: Who, tactics: usize) -> bool {
    fight.one(who).minded.strikes_the_fallen(tactics == 1)
}

fn yes(yes: bool) -> Act {
    if yes { Act::Yes } else { Act::No }
}

fn choose(fight: &Fight, tactics: usize, ask: &Ask) -> Act {
    let ruthless = tactics == 1;
    match *ask {
        Ask::Turn { who } => Act::Deed(deed(fight, who, is_ruthless(fight, who, tactics))),
        Ask::React { ability, at, .. } => {
            let own = matches!(fight.ability(ability).entry.aim, crate::book::Aim::Oneself);
            let named = fight.ability(ability).entry.trigger == Some(crate::book::Trigger::Named);
            yes(!named && (own || ruthless || !fight.one(at).unconscious))
        }
        Ask::Cover { proposed, .. } => Act::Cover(proposed),
        Ask::Which { who, whom, ability } => {
            curses::liftable(fight, (who, whom), ability).first().map_or(Act::No, |status| Act::Status(*status))
        }
        Ask::Place { .. } | Ask::Landing { .. } | Ask::SummonAt { .. } => {
            picked::first(fight).map_or(Act::No, Act::Square)
        }
        Ask::Beside { who, whom } => {
            let beside = |other: &Who| {
                *other != whom && *other != who && fight.present(*other) && adjacency::adjacent(fight, whom, *other)
            };
            let foe = fight.everyone().filter(beside).find(|other| fight.foes(who, *other));
            foe.or_else(|| fight.everyone().find(beside)).map_or(Act::No, Act::Who)
        }
        Ask::Another { who, ability } => {
            let fits = |other: &Who| {
                !fight.scratch.eligible.contains(other)
                    && targets::may_pick(fight, who, ability, *other).is_ok()
                    && (fight.foes(who, *other) == fight.ability(ability).hostile)
                    && !(fight.one(*other).unconscious && fight.ability(ability).hostile && !ruthless)
            };
            fight.everyone().find(fits).map_or(Act::No, Act::Who)
        }
        Ask::Next { who, whom, ability } => {
            if fight.able(whom) && targets::may_pick(fight, who, ability, whom).is_ok() {
                return Act::Who(whom);
            }
            let fits = |other: &Who| {
                fight.able(*other) && fight.foes(who, *other) && targets::may_pick(fight, who, ability, *other).is_ok()
            };
            let any = |other: &Who| targets::may_pick(fight, who, ability, *other).is_ok();
            fight.everyone().find(fits).or_else(|| fight.everyone().find(any)).map_or(Act::No, Act::Who)
        }
        Ask::Echo { who, far } => in_the_thick_of_it(fight, who, far).map_or(Act::No, Act::Who),
        Ask::Devour { .. } | Ask::FadeOut { .. } => Act::No,
        // Characters decide for themselves whether they flee.
        Ask::Leave { who } => yes(!fight.one(who).pc && badly_hurt(fight, who)),
        Ask::Flee { who } => yes(badly_hurt(fight, who)),
        Ask::Allows { who, by, .. } => yes(fight.allies(who, by)),
        Ask::CriticalPrice { .. } | Ask::InspiredDamage { .. } => Act::No,
        Ask::Upkeep { who, ability } => yes(harm::is_worth_its_upkeep(fight, who, ability)),
        // A creature that is away does no harm; a friend is wanted back.
        Ask::Recall { who, whom } => yes(fight.allies(who, whom)),
        Ask::Lore { .. } => Act::Lore(Lore::Resistances),
        Ask::Continue { proposed } => yes(proposed),
        _ => Act::Yes,
    }
}

/// A friend so near who has a foe beside it, and so makes more of an action than one who only sings.
fn in_the_thick_of_it(fight: &Fight, who: Who, far: i16) -> Option<Who> {
    let near = |other: Who| fight.able(other) && distance::between(fight, who, other) <= far;
    let fits = |other: &Who| *other != who && fight.allies(who, *other) && near(*other);
    fight.everyone().filter(fits).find(|other| adjacency::foe_beside(fight, *other))
}

/// Whether what is answered here could fell the one that is asked: a blow of which too much is unknown may do so.
pub fn could_fall(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::Reroll { who, at, ability } if fight.foes(who, at) => weigh::may_fell(fight, at, who, ability),
        // What is prepared against an attack comes before its roll; which attack it is, the question does not say.
        Ask::React { ability, .. } => matches!(fight.ability(ability).entry.aim, Aim::Oneself),
        Ask::Allows { .. } => true,
        _ => false,
    }
}

/// What to do next on a turn.
#[inline]
fn deed(fight: &Fight, who: Who, ruthless: bool) -> Deed {
    let Some(turn) = fight.turn.as_ref() else { return Deed::Done };
    // A creature that has acted or run can do no more for its friends.
    let late = turn.action || turn.running;
    if late && is_through(fight, who) {
        return Deed::Done;
    }
    let nobody_left = || !ruthless && !phases::two_sides_stand(fight);
    if !late && nobody_left() {
        return weigh::best(fight, who, ruthless, &[Time::Action, Time::FullTurn]).map_or(Deed::Done, Best::deed);
    }
    match wanted(fight, who, turn, ruthless) {
        deed if late && deed != Deed::Done && nobody_left() => Deed::Done,
        deed => deed,
    }
}

/// Whether somebody who has acted or run certainly has nothing more to think of on its turn.
#[inline]
fn is_through(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let stays = !one.prone && fight.house().fleeing == Fleeing::Off;
    let armed = one.main.is_some() || (one.carried.is_empty() && fight.dropped.is_empty());
    one.makeup.direct
        && !may_still_go(fight, who)
        && stays
        && armed
        && one.orders.is_none()
        && features::none(fight, who, Topic::Rest)
}

/// Whether somebody whose action is over may have somewhere to go: out of harm, or nearer to its foes.
#[inline]
fn may_still_go(fight: &Fight, who: Who) -> bool {
    let wants = || !adjacency::foe_beside(fight, who) || harm::is_harmed(fight, who);
    actions::may_move(fight, who, false).is_ok() && wants()
}

/// What is wanted most while there is somebody to fight.
fn wanted(fight: &Fight, who: Who, turn: &Turn, ruthless: bool) -> Deed {
    if fight.one(who).prone && options::may(fight, who, Deed::Stand { run: false }).is_ok() {
        return Deed::Stand { run: false };
    }
    if let Some(first) = before_all(fight, who) {
        return first;
    }
    if !turn.action && !turn.running {
        if let Some(way) = harm::leave_to_strike(fight, who, ruthless) {
            return way;
        }
        let now = weigh::best(fight, who, ruthless, &[Time::Action]);
        let urgent = |best: &Best| best.hurts || best.worth >= URGENT;
        if let Some(now) = now.filter(urgent)
            && fight.one(who).items.is_empty()
            && !abilities::may_have(fight, who, Time::FullTurn)
        {
            // There is nothing to weigh it against.
            return with_care(fight, who, now);
        }
        if let Some((worth, deed)) = gear::draught(fight, who, ruthless)
            && worth > now.as_ref().map_or(0, |now| now.worth)
        {
            return deed;
        }
        let whole = weigh::best(fight, who, ruthless, &[Time::FullTurn]);
        match (now.filter(urgent), whole.filter(urgent)) {
            (Some(now), Some(whole)) if whole.worth > now.worth * 3 / 2 => return whole.deed(),
            (Some(now), _) => return with_care(fight, who, now),
            (None, _) => {}
        }
        if let Some(deed) = get_near(fight, who, whole.or(now), ruthless) {
            return deed;
        }
    }
    if let Some(rapid) = weigh::best(fight, who, ruthless, &[Time::Rapid]) {
        return rapid.deed();
    }
    if let Some(ability) = to_prepare(fight, who) {
        return Deed::Use { ability, aim: Aimed::Oneself };
    }
    let after = harm::leave(fight, who, ruthless).or_else(|| positions::after_a_shot(fight, who));
    after.or_else(|| positions::draw_near(fight, who, ruthless)).unwrap_or(Deed::Done)
}

/// With nobody worth a blow in reach: a step to where there is, another weapon, whatever else is worth a halt, a run, and
/// only then what is worth little.
#[inline(never)]
fn get_near(fight: &Fight, who: Who, other: Option<Best>, ruthless: bool) -> Option<Deed> {
    let may_move = actions::may_move(fight, who, false).is_ok();
    let prey = if may_move { positions::prey(fight, who, ruthless) } else { None };
    let step = prey.and_then(|prey| positions::approach(fight, who, prey, ruthless));
    // A creature that has taken that step stays there, whatever keeps it from a blow.
    let stepped = fight.turn.as_ref().is_some_and(|turn| turn.moving);
    let halts = |other: &Best| stepped || other.worth >= WORTH_A_HALT;
    step.or_else(|| gear::change(fight, who))
        .or_else(|| gear::throw(fight, who, ruthless))
        .or_else(|| other.filter(halts).map(Best::deed))
        .or_else(|| prey.and_then(|prey| positions::hurry(fight, who, prey)))
        .or_else(|| other.map(Best::deed))
}

/// What comes before any blow: a warning, a weapon for an empty hand, wings, the way out for the badly hurt.
fn before_all(fight: &Fight, who: Who) -> Option<Deed> {
    if fight.house().fleeing == Fleeing::On
        && badly_hurt(fight, who)
        && let Some(way) = positions::flee(fight, who)
    {
        return Some(way);
    }
    gear::warn(fight, who).or_else(|| gear::take_up(fight, who)).or_else(|| positions::take_off(fight, who))
}

/// Less than a third of its health is left, or less than its temperament bears.
fn badly_hurt(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let usually = 3 * i32::from(one.health) < i32::from(one.most);
    if one.minded.0.is_none() {
        return usually;
    }
    let able = |its: &Combatant| !its.unconscious;
    let foes = fight.foes_there(who).filter(|(_, its)| able(its)).count();
    let friends = fight.those_there().filter(|(_, its)| its.side == one.side && able(its)).count();
    one.minded.breaks_off(health(one), foes > friends, usually)
}

/// How much health is left, in hundredths.
fn health(one: &Combatant) -> i32 {
    100 * i32::from(one.health) / i32::from(one.most).max(1)
}

/// A foe as a temperament sees it.
fn as_prey(fight: &Fight, who: Who, at: Who) -> Foe {
    let its = fight.one(at);
    Foe { health: health(its), fallen: its.unconscious, at_a_friend: has_friend_beside(fight, who, at) }
}

/// Steadies the aim first where that costs nothing, adds a technique where it pays, then does it.
#[inline(always)]
fn with_care(fight: &Fight, who: Who, best: Best) -> Deed {
    let Best { ability, .. } = best;
    let steadied = fight.turn.as_ref().is_some_and(|turn| turn.steadied);
    let shaky = fight.ability(ability).is(Tag::Projectile) && weapons::unsteadiness(fight, who, ability, false) < 0;
    if shaky && !steadied && options::may(fight, who, Deed::Steady).is_ok() {
        return Deed::Steady;
    }
    let addition = || weigh::addition(fight, who, &best);
    match abilities::may_have(fight, who, Time::Modification).then(addition).flatten() {
        Some(addition) => Deed::With(addition),
        None => best.deed(),
    }
}

/// Something to prepare for the rest of the round.
fn to_prepare(fight: &Fight, who: Who) -> Option<AbilityId> {
    if !abilities::may_have(fight, who, Time::Prepared) {
        return None;
    }
    let (mut found, beside) = (None, adjacency::foe_beside(fight, who));
    abilities::each(fight, who, |ability| {
        let entry = &fight.ability(ability).entry;
        let waits = entry.time == Time::Prepared && entry.trigger != Some(crate::book::Trigger::Named);
        // With a foe beside, what the off hand can do comes before what any weapon can.
        let at_hand = beside && fight.ability(ability).weapon.is_some();
        if (found.is_none() || at_hand) && waits && options::may_use(fight, who, ability).is_ok() {
            found = Some(ability);
        }
    });
    found
}

/// The reach of the ordinary attack, and whether it wants distance: a shot, or a pole too long for what is beside it.
#[inline]
fn attack_of(fight: &Fight, who: Who) -> Option<(AbilityId, i16, bool)> {
    let one = fight.one(who);
    let bare = features::bears_nothing(fight, one) && abilities::pending(fight, who).is_empty();
    if let Some(blow) = one.makeup.blow.filter(|blow| bare && one.makeup.basic == Some(blow.ability)) {
        return Some((blow.ability, blow.reach, blow.reach > 2));
    }
    let basic = ordinary_attack(fight, who)?;
    let reach = match fight.ability(basic).entry.aim {
        crate::book::Aim::One { range, .. } => targets::reach(fight, who, basic, range),
        _ => 1,
    };
    let pole = features::any(fight, who, Topic::Rest, |feature| matches!(feature, Feature::Polearm { .. }));
    Some((basic, reach, reach > 2 || pole))
}

/// The ordinary attack.
#[inline]
fn ordinary_attack(fight: &Fight, who: Who) -> Option<AbilityId> {
    abilities::basic(fight, who, With::MainHand).or_else(|| plain_attack(fight, who))
}

/// What somebody without a basic attack fights with: its first damaging action on one creature.
fn plain_attack(fight: &Fight, who: Who) -> Option<AbilityId> {
    let mut found = None;
    abilities::each(fight, who, |ability| {
        let entry = fight.ability(ability);
        if found.is_none() && entry.damaging && entry.single && entry.time() == Time::Action {
            found = Some(ability);
        }
    });
    found
}

/// The foe that matters most to one who looks for somebody to fight, with its distance: the nearest, of equals one that
/// can be flanked.
fn nearest_foe(fight: &Fight, who: Who, ruthless: bool) -> Option<(Who, i16)> {
    let ruler = Ruler::of(fight, who);
    let foes = || fight.foes_there(who).filter(|(_, its)| ruthless || !its.unconscious);
    let (mut nearest, mut several): (Option<(i16, Who)>, bool) = (None, false);
    for (foe, its) in foes() {
        let metres = ruler.to(foe, its);
        match nearest {
            Some((near, _)) if metres > near => {}
            Some((near, _)) if metres == near => several = true,
            _ => (nearest, several) = (Some((metres, foe)), false),
        }
    }
    let (near, first) = nearest?;
    if !several {
        return Some((first, near));
    }
    // A friend that is at one of them is about as far away as they are.
    let side = fight.one(who).side;
    let friends = || fight.those_there().filter(|(friend, its)| its.side == side && *friend != who);
    let far = |its: &Combatant| ruler.on_the_flat(its).is_some_and(|metres| (metres - near).abs() > 1);
    if friends().all(|(_, its)| far(its)) {
        return Some((first, near));
    }
    // Of several equally near one that a friend is at, so that it is flanked.
    let mut equal = foes().filter(|(foe, its)| ruler.to(*foe, its) == near).map(|(foe, _)| foe);
    Some((equal.find(|foe| has_friend_beside(fight, who, *foe)).unwrap_or(first), near))
}

/// Whether a friend of somebody's, itself left out, is beside a foe.
fn has_friend_beside(fight: &Fight, who: Who, foe: Who) -> bool {
    let (side, ruler) = (fight.one(who).side, Ruler::of(fight, foe));
    fight
        .those_there()
        .any(|(friend, its)| its.side == side && ruler.touches(friend, its) && !its.unconscious && friend != who)
}

#[cfg(test)]
pub(crate) mod tests;
