//! With bare hands and by the ground: throws, grips, tackles, drops, leaps, and knocking weapons away.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use quintain_engine::Who;
use quintain_field::{Square, Step};

use crate::ask::{Coin, Deed, Extra, With};
use crate::book::{AddsTo, Effect, Feature, Skill, Tag};
use crate::combatant::{Hand, Kind};
use crate::fight::{Fight, Ruler};
use crate::rules::{
    action_points, disarm, falling_attack, grapple, jumping, moving, numbers, options, penalty, riding, throw, weapons,
};

/// The best chance that any contest has, in thousandths.
const SUREST: i32 = 950;

/// The chance to win a contest of Athletics against somebody's body, in thousandths.
fn wins(fight: &Fight, who: Who, at: Who) -> i32 {
    let own = numbers::skill_bonus(fight, who, Skill::Athletics);
    let other = numbers::skill_bonus(fight, at, numbers::physical_skill(fight, at));
    let size = match grapple::larger_by(fight, who, at) {
        1.. => -4,
        0 => 0,
        _ => 4,
    };
    i32::from((10 + own - other + size).clamp(1, 19)) * 50
}

/// Whether Athletics have been used in this turn.
fn tired(fight: &Fight, who: Who) -> bool {
    penalty::due(fight, who, Kind::Skill(Skill::Athletics)) > 0
}

/// What is weighed, and the best of it so far: what it may be expected to bring in thousandths of a Hit Point.
struct Choice<'a> {
    fight: &'a Fight,
    who: Who,
    least: i32,
    best: Option<Deed>,
}

impl Choice<'_> {
    /// Whether that would be better than what is known.
    fn tempts(&self, worth: i32) -> bool {
        worth > self.least
    }

    /// Takes what is better and legal.
    fn weigh(&mut self, worth: i32, deed: Deed) {
        if self.tempts(worth) && options::may(self.fight, self.who, deed).is_ok() {
            (self.least, self.best) = (worth, Some(deed));
        }
    }
}

/// The best of all this, where it promises more than a blow does.
pub fn best(fight: &Fight, who: Who, blow: i32) -> Option<Deed> {
    if fight.template(who).is(Tag::Beast) {
        return None;
    }
    let mut choice = Choice { fight, who, least: blow.max(0), best: None };
    for held in grapple::held_by(fight, who).filter(|held| fight.foes(who, *held)) {
        thrown(fight, who, held, &mut choice);
    }
    let ruler = Ruler::of(fight, who);
    // From level ground nobody drops onto those who are farther away.
    let above = !fight.setting.flat || fight.one(who).height > 0;
    for at in fight.opponents(who).filter(|at| above || ruler.to(*at) <= 1) {
        let near = ruler.to(at) <= 1;
        if near && !tired(fight, who) {
            let wins = OnceCell::new();
            let wins = || *wins.get_or_init(|| self::wins(fight, who, at));
            choice.weigh(seized(fight, who, at, (choice.least, wins)), Deed::Grapple(at));
            if fight.one(who).turn.run.0 >= 2 {
                choice.weigh(tackled(fight, who, at, wins()), Deed::Tackle(at));
            }
        }
        if near && penalty::due(fight, who, Kind::Attack) == 0 {
            disarmed(fight, who, at, &mut choice);
        }
        dropped_on(fight, who, at, &mut choice);
    }
    choice.best
}

/// Throws: over an edge, at a friend of the one thrown, up into the air.
fn thrown(fight: &Fight, who: Who, held: Who, choice: &mut Choice<'_>) {
    if fight.size(held) > fight.size(who) {
        return;
    }
    let far = throw::base(fight, who, held);
    let chance = if tired(fight, who) { wins(fight, who, held) / 2 } else { wins(fight, who, held) };
    let deepest =
        throw::directions(fight, who, held).into_iter().map(|step| super::brink::drop(fight, held, step, far as u8));
    let deep = i32::from(deepest.max().unwrap_or(0));
    if deep > 0 {
        choice.weigh(chance * (deep + 1), Deed::Throw(held));
    }
    for other in fight.opponents(who).filter(|other| *other != held) {
        let short = far - (fight.distance(held, other) - 1);
        if fight.distance(held, other) <= far && short > 0 {
            choice.weigh(chance * i32::from((short + 1) / 2) * 2, Deed::ThrowAt(held, other));
        }
    }
    let height = i32::from(crate::rules::dice::part(far, 2));
    choice.weigh(chance * (10 * height + 4) / 10, Deed::Toss(held));
}

/// A grip for the sake of a throw that is worth it; nothing where even the surest would be worth no more than `least`.
fn seized(fight: &Fight, who: Who, at: Who, (least, wins): (i32, impl Fn() -> i32)) -> i32 {
    if action_points::available(fight, who) < 2 || fight.size(at) > fight.size(who) {
        return 0;
    }
    let far = throw::base(fight, who, at);
    let mut worth = 1000 * i32::from(crate::rules::dice::part(far, 2)) + 400;
    let edges = if fight.setting.flat { ArrayVec::new() } else { throw::directions(fight, who, at) };
    let deepest = edges.into_iter().map(|step| super::brink::drop(fight, at, step, far as u8)).max();
    worth = worth.max(1000 * (i32::from(deepest.unwrap_or(0)) + 1));
    for other in fight.opponents(who).filter(|other| *other != at) {
        let short = far - (fight.distance(at, other) - 1);
        if fight.distance(at, other) <= far && throw::line(fight, who, at, other).is_some() {
            worth = worth.max(2000 * i32::from((short + 1) / 2));
        }
    }
    let follows = !fight.template(who).uses.on_grapple.is_empty();
    // Two contests for a throw, of which the second is harder, and 2 AP. What is bought with the grip takes its one
    // contest, and 2 AP as well.
    let thrown = |wins: i32| wins * wins / 1000 * worth / 1000 * 2 / 5;
    let hurt = |wins: i32| wins * 9 / 10;
    if thrown(SUREST).max(if follows { hurt(SUREST) } else { 0 }) <= least {
        return 0;
    }
    let wins = wins();
    let follows = follows && follow_up(fight, who).is_some();
    thrown(wins).max(if follows { hurt(wins) } else { 0 })
}

/// Down with somebody for friends who stand ready to strike.
fn tackled(fight: &Fight, who: Who, at: Who, wins: i32) -> i32 {
    let friends = fight.allies(who).filter(|ally| fight.able(*ally) && fight.distance(*ally, at) <= 2).count() as i32;
    if fight.one(at).has(crate::book::Condition::Prone) { 0 } else { wins * friends.min(2) * 6 / 10 }
}

/// A weapon knocked away from a target that has no other.
fn disarmed(fight: &Fight, who: Who, at: Who, choice: &mut Choice<'_>) {
    if fight.one(at).carried.len() > 1 || !weapons::natural(fight, at).is_empty() {
        return;
    }
    for hand in fight.one(at).each_hand() {
        let Some(Hand::Weapon(weapon)) = fight.one(at).hands.get(usize::from(hand)).copied() else { continue };
        let harm = i32::from(fight.weapon(weapon).damage);
        let own = numbers::attack_bonus(fight, who);
        let other = numbers::skill_bonus(fight, at, disarm::best_skill(fight, at));
        let chance = i32::from((10 + own - other).clamp(1, 19)) * 50;
        let worth = chance * (500 + 300 * harm) / 1000;
        if choice.tempts(worth)
            && let Some(with) = disarm::handiest(fight, who, at)
        {
            choice.weigh(worth, Deed::Disarm { at, hand, with });
        }
    }
}

/// A drop onto somebody where the fall hurts it more than it costs.
fn dropped_on(fight: &Fight, who: Who, at: Who, choice: &mut Choice<'_>) {
    if fight.setting.flat && fight.one(who).height <= 0 {
        return;
    }
    let deep = falling_attack::height(fight, who, at);
    if !(1..=4).contains(&deep) || !falling_attack::below(fight, who, at) {
        return;
    }
    let half = falling_attack::half(fight, deep);
    if fight.one(who).hp <= 2 * half {
        return;
    }
    let blade = |with: &With| fight.weapon(weapons::used(fight, who, *with)).range.is_none();
    for with in options::arms(fight, who).filter(blade) {
        if falling_attack::can_drop(fight, who, at, with) {
            let base = weapons::base_damage(fight, who, weapons::used(fight, who, with));
            let faces = i32::from((21 + numbers::attack_bonus(fight, who) - numbers::ac(fight, at)).clamp(1, 19));
            choice.weigh(faces * 50 * i32::from(base) + 400 * i32::from(half), Deed::FallOn { at, with });
        }
    }
}

/// A leap that brings one nearer to the nearest enemy than legs could.
pub fn leap(fight: &Fight, who: Who) -> Option<Deed> {
    // On open ground legs are as quick.
    let setting = &fight.setting;
    let open = setting.flat && setting.even && setting.clear && fight.zones.is_empty();
    if fight.one(who).turn.run.0 < 2 || open {
        return None;
    }
    let foe = super::nearest(fight, who)?;
    let now = fight.distance(who, foe);
    let nearer = |square: &Square| fight.distance_from(who, *square, foe) < now;
    let open = jumping::thought_of(fight, who).filter(nearer);
    // Only where legs would take longer.
    let budget = moving::within_reach(fight, who, action_points::available(fight, who));
    let spared = |square: &Square| {
        let walk = moving::cost_to(fight, who, *square, budget);
        walk.is_none_or(|cost| cost > fight.distance_to(who, *square) + 1)
    };
    open.filter(|square| jumping::within_reach(fight, who, *square))
        .filter(|square| jumping::may_jump(fight, who, *square).is_ok() && spared(square))
        .min_by_key(|square| fight.distance_from(who, *square, foe))
        .map(Deed::Jump)
}

/// Onto a mount, where the enemy is far.
pub fn mount(fight: &Fight, who: Who) -> Option<Deed> {
    if riding::mount(fight, who).is_some() || fight.size(who) > crate::book::Size::Small {
        return None;
    }
    let far = super::nearest(fight, who).is_some_and(|foe| fight.distance(who, foe) > 6);
    let beast = fight.allies(who).find(|beast| far && riding::may_mount(fight, who, *beast).is_ok())?;
    Some(Deed::Mount(beast))
}

/// The direction in which a throw lets somebody fall deepest; straight away where it falls nowhere.
pub fn thrown_to(fight: &Fight, who: Who, held: Who) -> Step {
    let far = throw::base(fight, who, held) as u8;
    let deep = |step: &Step| super::brink::drop(fight, held, *step, far);
    let deepest = throw::directions(fight, who, held).into_iter().max_by_key(deep);
    deepest.filter(|step| deep(step) > 0).unwrap_or_else(|| throw::straight(fight, who, held))
}

/// Over an enemy, for a creature that takes others in.
pub fn engulf(fight: &Fight, who: Who) -> Option<Deed> {
    fight.template(who).feature(|feature| matches!(feature, Feature::Engulfs { .. }).then_some(()))?;
    let inside = |foe: &Who| fight.distance(who, *foe) == 0;
    if fight.opponents(who).any(|foe| inside(&foe)) {
        return None;
    }
    let near = fight.opponents(who).filter(|foe| fight.distance(who, *foe) <= 2);
    let budget = moving::within_reach(fight, who, action_points::available(fight, who));
    let mut over = near.filter_map(|foe| fight.one(foe).at);
    over.find(|square| moving::cost_to(fight, who, *square, budget).is_some()).map(Deed::Move)
}

/// What is bought with a grip: whatever hurts.
pub fn follow_up(fight: &Fight, who: Who) -> Option<Extra> {
    let hurts = |extra: &Extra| match extra {
        Extra::Maneuver(ability, Coin::Ap, _) => {
            fight.ability(*ability).entry.does.iter().any(|step| matches!(step.effect, Effect::Damage { .. }))
        }
        _ => false,
    };
    let left = action_points::available(fight, who).max(0) as u8;
    options::added(fight, who, AddsTo::Grapple, left).find(hurts)
}
