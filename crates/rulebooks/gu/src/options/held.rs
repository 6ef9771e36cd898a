//! The options of held actions: what they wait for, and what they are used at; what is likely comes first.

use quintain_engine::{Choice, Who};

use crate::ask::Act;
use crate::fight::Fight;
use crate::hold::{Doing, HeldAction, Pattern};
use crate::rules::activating::Target;
use crate::rules::gu::GuAct;
use crate::rules::holding;
use crate::rules::melee::Blow;
use crate::rules::wording::pattern_text;

/// What a held action may wait for: what any enemy does, then each enemy, the nearest first; then attacks on friends, other
/// distances, and what friends do.
pub(super) fn triggers(fight: &Fight, who: Who, action: HeldAction) -> Vec<Choice<Act>> {
    let patterns = candidates(fight, who, action).into_iter();
    let sound = patterns.filter(|pattern| holding::may_wait_for(fight, who, *pattern).is_ok());
    sound.map(|pattern| Choice::new(pattern_text(fight, pattern), Act::Pattern(pattern))).collect()
}

/// Every trigger that somebody might name, in that order.
pub(super) fn candidates(fight: &Fight, who: Who, action: HeldAction) -> Vec<Pattern> {
    let others = || fight.everyone().filter(|other| *other != who && fight.present(*other));
    let friends = || others().filter(|other| !fight.foes(who, *other));
    let mut foes: Vec<Who> = others().filter(|other| fight.foes(who, *other)).collect();
    foes.sort_by_key(|foe| (!fight.fighting(*foe), fight.distance(who, *foe), *foe));
    let near = holding::likely_distance(fight, who, action);
    let mut all: Vec<Pattern> = Vec::new();
    let mut add = |whose: Option<Who>, does: Doing| all.push(Pattern { whose, does });
    let hostile = [Doing::AttacksMe, Doing::ComesWithin(near), Doing::Attacks, Doing::AnythingHostile, Doing::Moves];
    for whose in std::iter::once(None).chain(foes.iter().copied().map(Some)) {
        hostile.into_iter().for_each(|does| add(whose, does));
        uses(fight, whose).for_each(|does| add(whose, does));
    }
    for ally in friends() {
        add(None, Doing::AttacksOne(ally));
        foes.iter().for_each(|foe| add(Some(*foe), Doing::AttacksOne(ally)));
    }
    let distances = || (1..=holding::MOST_METRES).filter(|metres| *metres != near).map(Doing::ComesWithin);
    for whose in std::iter::once(None).chain(foes.iter().copied().map(Some)) {
        distances().for_each(|does| add(whose, does));
    }
    let friendly = [Doing::Moves, Doing::Attacks, Doing::AnythingHostile, Doing::ComesWithin(near), Doing::AttacksMe];
    for whose in friends().map(Some) {
        friendly.into_iter().chain(uses(fight, whose)).chain(distances()).for_each(|does| add(whose, does));
    }
    all
}

/// The use of each Gu that somebody has, each named once.
fn uses(fight: &Fight, whose: Option<Who>) -> impl Iterator<Item = Doing> + '_ {
    let own = whose.map_or(&[][..], |whose| &fight.one(whose).gu[..]);
    let first = |place: &usize| !own[..*place].iter().any(|known| known.gu == own[*place].gu);
    (0..own.len()).filter(first).map(|place| Doing::Uses(own[place].gu))
}

/// Every strike of a held attack: at the one whose doing it answers first.
pub(super) fn blows(fight: &Fight, who: Who, by: Who) -> Vec<Blow> {
    let mut all: Vec<Blow> = holding::blows(fight, who).collect();
    all.sort_by_key(|blow| blow.at != by);
    all
}

/// Every activation of a held Gu: at the one whose doing it answers, or near it; then at enemies, at others, and called
/// shots in the same order.
pub(super) fn activations(fight: &Fight, who: Who, slot: u8, by: Who) -> Vec<(String, GuAct)> {
    let mut all = holding::activations(fight, who, slot);
    all.sort_by_cached_key(|(_, act)| match act {
        GuAct::Activate { at, .. } | GuAct::Perform { at, .. } => remoteness(fight, who, by, *at),
        _ => (false, 0),
    });
    let mut known: Vec<String> = Vec::new();
    all.retain(|(text, _)| {
        let new = !known.contains(text);
        known.extend(new.then(|| text.clone()));
        new
    });
    all
}

/// How far a target is from what somebody has in mind who answers to another; called shots are farther than all else.
fn remoteness(fight: &Fight, who: Who, by: Who, at: Target) -> (bool, u32) {
    let away = match at {
        Target::Who(one) | Target::Called(one, _) if one == by => 0,
        Target::Who(one) | Target::Called(one, _) => 1 + u32::from(!fight.foes(who, one)),
        Target::Square(square) | Target::Line(square, _) => fight.distance_to(by, square),
        Target::Step(step) | Target::Right(step) => {
            u32::from(fight.body(who).step_towards(fight.body(by)) != Some(step))
        }
        Target::None => 0,
    };
    (at.called().is_some(), away)
}
