//! Attacks of Opportunity: who could make one, on which targets, with what.

use quintain_engine::{Refusal, Who};

use super::{AOO_AP, AOO_LEAVE, AOO_PREREQUISITE, AOO_VISIBLE, can_answer, may_react};
use crate::ask::{Moment, With};
use crate::fight::{Fight, Leaving, Ruler};
use crate::house::ForcedProvokes;
use crate::muster::Mark;
use crate::refusing::refuse_if;
use crate::rules::{action_points, attack, disengage, hide, sight, weapons};
use crate::setting::{UNARMED, Weapon};

/// Whether a creature that a foe could strike at is near enough for that, and comes no nearer by the step that it is
/// about to take.
pub(super) fn leaves_reach(fight: &Fight, foe: Who, by: Who, step: Option<Leaving>) -> bool {
    let far = fight.distance(foe, by);
    let farther = |step: Leaving| fight.distance_above(by, step.to, step.height, foe) > far;
    far <= fight.setting.longest_reach && step.is_none_or(farther)
}

/// Whether anybody could answer a step at all.
pub(crate) fn guarded(fight: &Fight, by: Who, step: Leaving) -> bool {
    let ruler = Ruler::of(fight, by);
    let near = |foe: Who| ruler.to(foe) <= fight.setting.longest_reach;
    let strikes = |foe: Who| near(foe) && fight.one(foe).martial && leaves_reach(fight, foe, by, Some(step));
    let free = step.forced && fight.house().forced_provokes == ForcedProvokes::Off;
    fight.any(Mark::Holding) || !free && fight.enemies(by).any(strikes)
}

/// # Errors
/// Why a creature cannot make an Attack of Opportunity on the one that provokes.
pub fn may_strike(fight: &Fight, who: Who, by: Who) -> Result<(), Refusal> {
    may_watch(fight, who, by)?;
    let longest = strikes(fight, who, by).map(|with| reach_of(fight, who, with)).max();
    let Some(longest) = longest else { return Err(Refusal::new(&AOO_VISIBLE, "nothing reaches that far")) };
    let stays = |step: Leaving| fight.distance_above(by, step.to, step.height, who) <= longest;
    refuse_if(fight.leaving.is_some_and(stays), &AOO_LEAVE, "the step does not leave its reach")
}

/// Whether a foe could strike at once if somebody laid itself open where it is.
pub fn has_an_opening(fight: &Fight, foe: Who, by: Who) -> bool {
    can_answer(fight, foe, Moment::Provoked, by, by)
}

/// How far a foe reaches who could strike at somebody that leaves its reach; nothing where it could not.
pub fn guards(fight: &Fight, foe: Who, by: Who) -> Option<i16> {
    let paid = action_points::available(fight, foe) >= AOO_AP as i8;
    let ready = paid && may_react(fight, foe).is_ok() && may_watch(fight, foe, by).is_ok();
    melee_arms(fight, foe).filter(|_| ready).map(|(_, arm)| weapons::reach(fight, foe, arm)).max()
}

/// # Errors
/// Why a creature is no danger to one that lays itself open, however near it is.
fn may_watch(fight: &Fight, who: Who, by: Who) -> Result<(), Refusal> {
    refuse_if(!fight.one(who).martial, &AOO_PREREQUISITE, "it has no Martial Proficiency")?;
    if !fight.foes(who, by) || !sight::sees(fight, who, by) || hide::hidden_from(fight, by, who) {
        return Err(Refusal::new(&AOO_VISIBLE, "it does not see an enemy there"));
    }
    refuse_if(disengage::free_to_go(fight, by), &disengage::FULL, "whoever goes has fully disengaged")
}

fn reach_of(fight: &Fight, who: Who, with: With) -> i16 {
    weapons::reach(fight, who, fight.weapon(weapons::used(fight, who, with)))
}

/// The melee weapons with which somebody reaches another.
pub(super) fn strikes(fight: &Fight, who: Who, by: Who) -> impl Iterator<Item = With> + '_ {
    let reaches = move |arm: &Weapon| fight.distance(who, by) <= weapons::reach(fight, who, arm);
    let ready = move |(with, arm): &(With, &Weapon)| reaches(arm) && attack::can_attack(fight, who, by, *with);
    melee_arms(fight, who).filter(ready).map(|(with, _)| with)
}

/// How far somebody reaches hand to hand with the longest of what it strikes with.
pub fn longest_reach(fight: &Fight, who: Who) -> Option<i16> {
    melee_arms(fight, who).map(|(_, arm)| weapons::reach(fight, who, arm)).max()
}

/// What somebody strikes with hand to hand: what its hands hold, its natural weapons, its body.
fn melee_arms(fight: &Fight, who: Who) -> impl Iterator<Item = (With, &Weapon)> + '_ {
    let natural = weapons::natural(fight, who).iter().map(|weapon| With::Natural(*weapon));
    let all = fight.one(who).each_hand().map(With::Hand).chain(natural).chain([With::Body]);
    all.filter_map(move |with| {
        let weapon = weapons::used(fight, who, with);
        let bare = matches!(with, With::Hand(_)) && weapon == UNARMED;
        let arm = fight.weapon(weapon);
        (!bare && arm.range.is_none()).then_some((with, arm))
    })
}
