//! How an unattended seat answers, and the default of every question. Nothing here throws a die or allocates.

mod daring;
mod grips;
mod means;
mod spells;
mod weigh;

use std::cmp::Reverse;
use std::sync::Arc;

use quintain_engine::{Answer, TacticsInfo, Who};

use crate::ask::{Act, Ask};
use crate::book::Special;
use crate::combatant::Prayer;
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Contest, Cost, Daring, Deed, Move};
use crate::fight::Fight;
use crate::house::{CritNpc, DetachmentCritical};
use crate::options::{self, foes, friends, may};
use crate::rules::{attack, battle_map, creatures, gear, gifts, prayer};

/// The tactics of the book, the best first.
pub static TACTICS: &[TacticsInfo] = &[
    TacticsInfo {
        name: "sensible",
        about: "Strikes what can be brought down, spreads attacks because a pool keeps one die only, uses what it has, and fights on unless it is hopeless.",
    },
    TacticsInfo { name: "cautious", about: "The same, but heroes run as soon as they are at STA 0." },
];

/// The default of a question: what the best tactics answer, but that both of two attacks made together go to the target
/// that has been named for them, and that opponents dare no manoeuvre without need, where nobody says otherwise.
pub fn default(fight: &Fight, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Further { who, .. } if matches!(fight.one(who).plan.deed, Deed::Attack { off: Some(_), .. }) => {
            Answer::Several(Default::default())
        }
        Ask::Telegraph { who } | Ask::Declare { who } if !fight.one(who).hero => match choose(fight, ask) {
            Act::Deed(deed) => Answer::One(Act::Deed(daring::without(deed, || plain_deed(fight, who)))),
            other => Answer::One(other),
        },
        _ => answer(fight, ask),
    }
}

/// What the best tactics answer.
pub fn answer(fight: &Fight, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Further { who, most } => further(fight, who, most),
        Ask::Describe { .. } | Ask::Refocus { .. } => Answer::Text(Arc::default()),
        Ask::Caught { count, .. } => {
            Answer::Several(fight.scratch.eligible.iter().take(count.into()).map(|who| Act::Who(*who)).collect())
        }
        Ask::Appendage { .. } | Ask::HowMany { .. } => Answer::Number(0),
        _ => Answer::One(choose(fight, ask)),
    }
}

/// What the best tactics choose where one option is asked for.
#[inline(always)]
pub fn choose(fight: &Fight, ask: &Ask) -> Act {
    match *ask {
        Ask::Telegraph { who } => Act::Deed(deed(fight, who)),
        Ask::Declare { who } => Act::Deed(declared(fight, who)),
        Ask::State { proposed, .. } => Act::State(proposed),
        Ask::LargerDie { own, larger, .. } => yes(larger > own),
        Ask::Excused { who } => excused(fight, who),
        Ask::MoveAfter { .. } => Act::Move(Move::Stay),
        Ask::RiskCalls => Act::NoCall,
        Ask::CallCost { .. } => Act::Cost(Cost::Action),
        Ask::DaresOn { who } => Act::Call { who, ability: Ability::Tek },
        Ask::Redirect { who, .. } => redirect(fight, who),
        Ask::Tie { proposed, .. } => Act::Blow(proposed),
        Ask::Resists { at, .. } => Act::Call { who: at, ability: Ability::Kra },
        Ask::Allows { .. } | Ask::LeaderRolls { .. } | Ask::InDanger { .. } => Act::Yes,
        Ask::Replacement { who } => options::companions(fight, who).next().map_or(Act::Nobody, Act::TakeOver),
        Ask::Enters { who, beside } => battle_map::free_beside(fight, who, beside).map_or(Act::Nobody, Act::Square),
        Ask::Loses { at, .. } => gear::in_hands(fight, at).next().map_or(Act::Nobody, Act::Thing),
        Ask::Drops { who } => gear::droppable(fight, who).next().map_or(Act::Nobody, Act::Thing),
        Ask::DiesOfCritical { .. } => yes(fight.house().crit_npc == CritNpc::Dead),
        Ask::Weakened { .. } => yes(fight.house().detachment_critical == DetachmentCritical::Weakened),
        _ => Act::No,
    }
}

/// What the tactics of this number answer.
pub fn answer_as(fight: &Fight, tactics: usize, ask: &Ask) -> Answer<Act> {
    match (tactics, ask) {
        (1, Ask::Declare { .. }) => Answer::One(choose_as(fight, tactics, ask)),
        _ => answer(fight, ask),
    }
}

/// What the tactics of this number choose.
#[inline(always)]
pub fn choose_as(fight: &Fight, tactics: usize, ask: &Ask) -> Act {
    match (tactics, ask) {
        (1, Ask::Declare { who }) if runs_early(fight, *who) => Act::Deed(Deed::Retreat),
        _ => choose(fight, ask),
    }
}

/// Whether somebody who is cautious has had enough: a hero at STA 0 who may run.
#[cold]
fn runs_early(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.hero && one.sta.now == 0 && may(fight, who, Deed::Retreat).is_ok()
}

fn yes(yes: bool) -> Act {
    if yes { Act::Yes } else { Act::No }
}

/// `order.start`: what the encounter settled beforehand.
#[inline]
fn excused(fight: &Fight, who: Who) -> Act {
    use crate::house::Start;
    let house = fight.house();
    if fight.round > 0 {
        // What was settled beforehand is the start of combat, not a fresh save in a later round.
        return Act::Rolls;
    }
    if !house.excused.is_empty()
        && let Some(passes) = is_excused(fight, who)
    {
        return if passes { Act::Passes } else { Act::Fails };
    }
    match house.order_start {
        Start::Roll => Act::Rolls,
        Start::PcsSurprise => Act::Passes,
        Start::OpponentsSurprise => Act::Fails,
    }
}

/// Whether the encounter settled for this one by name that it passes or fails.
#[cold]
fn is_excused(fight: &Fight, who: Who) -> Option<bool> {
    let name = fight.label(who).to_lowercase();
    let settled = fight.house().excused.iter().find(|(known, _)| *known == name);
    settled.map(|(_, passes)| *passes)
}

/// Opponents do what was foretold, if they still can.
#[inline(always)]
fn declared(fight: &Fight, who: Who) -> Deed {
    let plan = &fight.one(who).plan;
    let as_it_was = fight.cast.is_unchanged() && matches!(plan.before, Move::AsNeeded);
    match plan.telegraph {
        None => deed(fight, who),
        Some(foretold) if as_it_was && !matches!(foretold, Deed::Nothing) => foretold,
        Some(foretold) => thought_over(fight, who, foretold),
    }
}

/// What was foretold, or something better where it can no longer be done, or was nothing.
#[inline(never)]
fn thought_over(fight: &Fight, who: Who, foretold: Deed) -> Deed {
    match foretold {
        // A foe that was out of reach may have come down meanwhile.
        Deed::Nothing if fight.everyone().any(|foe| gifts::stoops(fight, foe)) => deed(fight, who),
        Deed::Nothing => Deed::Nothing,
        foretold if may(fight, who, foretold).is_ok() => foretold,
        _ => deed(fight, who),
    }
}

/// The action that seems best, a blow by a daring manoeuvre where that promises more.
#[inline(always)]
pub fn deed(fight: &Fight, who: Who) -> Deed {
    grips::or_grip(fight, who, daring::or_daring(fight, who, plain_deed(fight, who)))
}

/// The action that seems best to one who dares nothing.
#[inline(always)]
fn plain_deed(fight: &Fight, who: Who) -> Deed {
    match fight.cast.only_blow(who) {
        Some((arm, at)) if !hopeless(fight, who) => weigh::strike(arm, at),
        _ => chosen(fight, who),
    }
}

/// The same where there is something to choose.
#[inline(never)]
fn chosen(fight: &Fight, who: Who) -> Deed {
    if is_bound_to_strike(fight, who) { one_of_several(fight, who) } else { thought_out(fight, who) }
}

/// Whether somebody can do nothing but strike that would be worth a thought, and sees hope in it.
#[inline]
fn is_bound_to_strike(fight: &Fight, who: Who) -> bool {
    let strikes = fight.cast.known_look(who).is_some_and(|look| look.make.striker && look.is_calm());
    strikes && !hopeless(fight, who)
}

/// The best blow at one of several foes, or in one of several ways.
#[inline]
fn one_of_several(fight: &Fight, who: Who) -> Deed {
    weigh::weighed(fight, who).unwrap_or_else(|| for_want_of_a_blow(fight, who))
}

/// The best of everything that somebody can do.
#[inline(never)]
fn thought_out(fight: &Fight, who: Who) -> Deed {
    let sooner = sooner_than_a_blow(fight, who).or_else(|| weigh::only_attack(fight, who));
    sooner.unwrap_or_else(|| one_of_several(fight, who))
}

/// What comes before any blow: what somebody is driven to, then gifts, prayers and spells.
#[inline(never)]
fn sooner_than_a_blow(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let troubled = !one.is_unmarked() || one.hero && one.sta.now == 0 || one.minded.0.is_some();
    if troubled && let Some(deed) = driven(fight, who) {
        return Some(deed);
    }
    if (!one.items.is_empty() || one.arms.len() > 2)
        && let Some(deed) = means::gift(fight, who)
    {
        return Some(deed);
    }
    if !fight.template(who).special.is_empty() {
        if creatures::is_at_peace(fight, who) {
            return Some(Deed::Nothing);
        }
        if let (None, Some(deed)) = (one.prayer, special(fight, who)) {
            return Some(deed);
        }
    }
    if let Some(prayer) = one.prayer.filter(|prayer| still_asked(fight, who, prayer)) {
        return Some(Deed::Pray { god: prayer.god, at: prayer.whom, also: prayer.also });
    }
    if !one.spells.is_empty()
        && let Some(deed) = means::spell(fight, who)
    {
        return Some(deed);
    }
    if one.in_hand.is_empty() { bare_handed(fight, who) } else { None }
}

/// Whether a prayer can go on, and what it is about is still there.
fn still_asked(fight: &Fight, who: Who, prayer: &Prayer) -> bool {
    prayer::may_pray(fight, who, prayer.god).is_ok()
        && prayer::may_request(fight, who, prayer.god, (prayer.whom, prayer.also))
}

/// What is left where there is nobody to strike.
#[inline(never)]
fn for_want_of_a_blow(fight: &Fight, who: Who) -> Deed {
    let otherwise = first_aid(fight, who).or_else(|| approach(fight, who));
    otherwise.or_else(|| means::prayer(fight, who)).or_else(|| goes_home(fight, who)).unwrap_or_default()
}

/// The round from which somebody who can get at nobody does not wait any longer.
const GOES_HOME: u32 = 60;

/// Those who have long had nothing to do leave the field to the others.
fn goes_home(fight: &Fight, who: Who) -> Option<Deed> {
    (fight.round >= GOES_HOME && may(fight, who, Deed::Retreat).is_ok()).then_some(Deed::Retreat)
}

/// What combatants with nothing but their hands do: they draw what they carry, pray where they know how, and wrestle
/// with foes that no fist can hurt.
fn bare_handed(fight: &Fight, who: Who) -> Option<Deed> {
    let template = fight.template(who);
    if !template.natural.is_empty() {
        return None;
    }
    let prays = || if template.gods.is_empty() { None } else { means::prayer(fight, who) };
    arm_oneself(fight, who).or_else(prays).or_else(|| wrestle(fight, who))
}

/// A grip on a foe in full armour that nobody grips yet, where there is nobody in less.
fn wrestle(fight: &Fight, who: Who) -> Option<Deed> {
    let able = |foe: &Who| fight.fighting(*foe);
    let plated = |foe: Who| attack::armor_of(fight, foe) >= attack::MOST_ARMOR;
    if fight.one(who).detachment || !foes(fight, who).filter(able).all(plated) {
        return None;
    }
    let gripped = |at: Who| {
        let grips = |friend: Who| fight.one(friend).plan.made && fight.one(friend).plan.deed.target() == Some(at);
        fight.one(at).is(Condition::Bound) || friends(fight, who).any(grips)
    };
    let mut grips = foes(fight, who).filter(able).filter(|foe| !gripped(*foe));
    let grip = |at: Who| Deed::Contest { kind: Contest::Grapple, at };
    grips.find(|at| may(fight, who, grip(*at)).is_ok()).map(grip)
}

/// Towards the nearest foe, with both moves, where everybody is too far off for anything else.
fn approach(fight: &Fight, who: Who) -> Option<Deed> {
    fight.ground()?;
    let parted = |foe: Who| fight.one(foe).under_by(Effect::PartedFrom, who);
    let able = foes(fight, who).filter(|foe| fight.fighting(*foe) && !parted(*foe));
    let nearest = able.min_by_key(|foe| (battle_map::feet(fight, who, *foe), *foe))?;
    let closing = Deed::SecondMove(Move::Close(nearest));
    let far = !battle_map::within(fight, who, nearest, gear::speed(fight, who));
    (far && may(fight, who, closing).is_ok()).then_some(closing)
}

/// What is left to do for those who can do no better, or see no hope.
fn driven(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    if one.is(Condition::Critical) {
        return Some(Deed::Nothing);
    }
    let flees = one.is(Condition::Fleeing);
    if (flees || hopeless(fight, who)) && may(fight, who, Deed::Retreat).is_ok() {
        return Some(Deed::Retreat);
    }
    if let (false, Some(hate)) = (flees, gifts::driven_by_hate(fight, who)) {
        return Some(hate);
    }
    match (flees, one.is(Condition::Bound)) {
        (true, _) => Some(Deed::Nothing),
        (false, true) if is_worth_freeing(fight, who) => Some(Deed::BreakFree),
        (false, _) => None,
    }
}

/// The die from which free hands are worth an action: bound ones throw a d4.
const WORTH_FREEING: u8 = 10;

/// Whether a bound combatant does better to break free than to strike as it is: with large dice, or with no target that
/// it could strike without a step.
fn is_worth_freeing(fight: &Fight, who: Who) -> bool {
    let large = |arm| fight.arm(arm).die >= WORTH_FREEING;
    let able = |foe: &Who| fight.fighting(*foe);
    let at_hand =
        |arm| foes(fight, who).filter(able).any(|foe| battle_map::within(fight, who, foe, weigh::far(fight, arm)));
    let arms = || crate::ask::ready_arms(fight, who);
    arms().any(large) || !arms().any(at_hand) || weigh::weighed(fight, who).is_none()
}

/// Whether somebody sees no hope in it: by its temperament, where it has one.
#[inline]
fn hopeless(fight: &Fight, who: Who) -> bool {
    if fight.one(who).minded.0.is_some() { has_enough(fight, who) } else { is_desperate(fight, who) }
}

/// The same of somebody who has a temperament.
#[cold]
fn has_enough(fight: &Fight, who: Who) -> bool {
    let able = |one: &Who| fight.fighting(*one);
    let outnumbered = foes(fight, who).filter(able).count() > friends(fight, who).filter(able).count();
    fight.one(who).minded.breaks_off(health(fight, who), outnumbered, is_desperate(fight, who))
}

/// How much of STA and KRA is left, in hundredths.
fn health(fight: &Fight, who: Who) -> i32 {
    let (one, kra) = (fight.one(who), fight.one(who).score(Ability::Kra));
    let most = i32::from(one.sta.max) + i32::from(kra.max);
    100 * (i32::from(one.sta.now) + i32::from(kra.now)) / most.max(1)
}

/// The KRA up to which a blow that goes through mostly fells a hero.
const LITTLE_KRA: i16 = 6;

/// A hero at STA 0 with little KRA left, whose side is outnumbered three to one.
#[inline]
fn is_desperate(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    // Three against one are four at least.
    let weak = one.hero && one.sta.now <= 0 && one.score(Ability::Kra).now <= LITTLE_KRA;
    fight.cast.len() >= 4 && weak && is_outnumbered(fight, who)
}

/// Whether the able foes of somebody are three times as many as the able friends.
#[cold]
fn is_outnumbered(fight: &Fight, who: Who) -> bool {
    let against = foes(fight, who).filter(|foe| fight.fighting(*foe)).count();
    let with = || friends(fight, who).filter(|friend| fight.fighting(*friend)).count();
    against >= 3 && against >= 3 * with()
}

fn special(fight: &Fight, who: Who) -> Option<Deed> {
    for special in &fight.template(who).special {
        match special {
            Special::StoneGaze { .. } => {
                // Each gaze at somebody else, and none at those who look away.
                let taken = |foe: Who| {
                    let gazes = |friend: Who| fight.one(friend).plan.deed_or_telegraph() == Some(Deed::Gaze(foe));
                    friends(fight, who).any(|friend| friend != who && gazes(friend))
                };
                let looks = |foe: Who| fight.fighting(foe) && creatures::meets_gaze(fight, foe, who);
                let meets = |foe: &Who| looks(*foe) && may(fight, who, Deed::Gaze(*foe)).is_ok();
                if let Some(victim) = foes(fight, who).filter(meets).min_by_key(|foe| taken(*foe)) {
                    return Some(Deed::Gaze(victim));
                }
            }
            Special::Song { .. } => {
                let hears = |foe: &Who| {
                    fight.fighting(*foe)
                        && !fight.one(*foe).is(Condition::Deaf)
                        && !fight.one(*foe).under(Effect::Bewitched)
                };
                if foes(fight, who).any(|foe| hears(&foe)) && may(fight, who, Deed::Sing).is_ok() {
                    return Some(Deed::Sing);
                }
            }
            Special::Sows { creature } => {
                let risen = friends(fight, who).any(|friend| fight.template(friend).id == *creature);
                if !risen && fight.joining.is_empty() && fight.round <= 1 {
                    return Some(Deed::Sow);
                }
            }
            Special::Snatches => {
                if let Some(snatch) = snatch(fight, who) {
                    return Some(snatch);
                }
            }
            _ => {}
        }
    }
    None
}

/// The best weapon out of a foe's hand, one of them at a time.
fn snatch(fight: &Fight, who: Who) -> Option<Deed> {
    let (at, _) = means::best_armed_foe(fight, who)?;
    let snatches = |friend: Who| matches!(fight.one(friend).plan.deed_or_telegraph(), Some(Deed::Snatch(_)));
    let busy = friends(fight, who).any(|friend| friend != who && snatches(friend));
    (!busy && may(fight, who, Deed::Snatch(at)).is_ok()).then_some(Deed::Snatch(at))
}

/// A stale attack turns to the most promising target.
fn redirect(fight: &Fight, who: Who) -> Act {
    let promise = |at: Who| match fight.one(who).plan.deed {
        Deed::Attack { arm, off, .. } => {
            weigh::promise_of(fight, who, Deed::Attack { arm, off, at, daring: Daring::No })
        }
        _ => 0,
    };
    let able = options::redirect_targets(fight, who).filter(|foe| fight.fighting(*foe));
    let best = able.max_by_key(|foe| (promise(*foe), Reverse(*foe)));
    best.or_else(|| options::redirect_targets(fight, who).next()).map_or(Act::Nobody, Act::Who)
}

/// Further strikes go to the further foes, one each: of those on one target a single die counts.
fn further(fight: &Fight, who: Who, most: u8) -> Answer<Act> {
    let Deed::Attack { at, arm, .. } = fight.one(who).plan.deed else { return Answer::Several(Default::default()) };
    let others = options::further_targets(fight, who, at, arm).filter(|foe| fight.fighting(*foe));
    Answer::Several(others.take(most.into()).map(Act::Who).collect())
}

/// Aid for a dying friend, when there is nobody left to fight.
fn first_aid(fight: &Fight, who: Who) -> Option<Deed> {
    let dying = friends(fight, who).filter(|friend| *friend != who && fight.one(*friend).dies_in_round > 0);
    dying.map(Deed::Aid).find(|aid| may(fight, who, *aid).is_ok())
}

/// A weapon into an empty hand.
fn arm_oneself(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let stowed = one.arms.iter().find(|arm| !fight.arm(**arm).natural && !one.in_hand.contains(arm))?;
    one.in_hand.is_empty().then_some(Deed::Draw(*stowed))
}

#[cfg(test)]
mod tests;
