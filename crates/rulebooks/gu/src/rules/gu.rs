//! What Gu, and the nature of creatures, add to everything: the one list of places where content has a say.

use quintain_engine::{Rule, Table, Who};

use super::attack::Aim;
use super::cover::Cover;
use super::damage::{self, Dealt, Harm};
use super::melee::{self, Blow, With};
use super::percentile::Sum;
use super::reduction::{Reductions, Stance};
use super::turns::{self, Due, Dues};
use super::{falling, status};
use crate::arm::ArmId;
use crate::book::Then;
use crate::condition::Condition;
use crate::derived::Flight;
use crate::fight::Fight;
use crate::kinds::{DamageType, Score};

/// Something due at the start or end of a turn that content brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuDue {
    /// Hit points that come back by nature.
    Regeneration,
}

// ---- numbers ------------------------------------------------------------------------------------------------------

/// What is added to an attribute or skill.
pub fn score_change(_: &Fight, _: Who, _: Score) -> i16 {
    0
}

/// Metres added to movement.
pub fn movement_change(_: &Fight, _: Who) -> i16 {
    0
}

/// Movement as it is after everything that halves or limits it.
pub fn movement_limit(_: &Fight, _: Who, metres: i16) -> i16 {
    metres
}

/// Whether somebody is held to the spot.
pub fn is_rooted(_: &Fight, _: Who) -> bool {
    false
}

/// Ways of flying that Gu give.
pub fn flights(_: &Fight, _: Who, _: &mut arrayvec::ArrayVec<Flight, 6>) {}

/// Arms beyond those one was born with.
pub fn more_arms(_: &Fight, _: Who) -> u8 {
    0
}

/// Metres added to the reach of melee attacks and touches.
pub fn more_reach(_: &Fight, _: Who) -> u16 {
    0
}

/// By how much a jump is multiplied.
pub fn jump_factor(_: &Fight, _: Who) -> i16 {
    1
}

/// What a fall of so many metres deals.
pub fn fall_damage(_: &Fight, _: Who, metres: i16) -> i32 {
    falling::plain_damage(metres)
}

/// Reactions more or fewer at the start of a turn.
pub fn reactions_change(_: &Fight, _: Who) -> i8 {
    0
}

// ---- tests and attacks --------------------------------------------------------------------------------------------

/// Adds to any test.
pub fn modify_test(_: &Fight, _: Who, _: Score, _: Option<Who>, _: &mut Sum) {}

/// Adds to an attack roll.
pub fn modify_attack(_: &Fight, _: &Aim, _: &mut Sum) {}

/// Whether one perceives another: not what is invisible, and nothing for the blinded.
pub fn perceives(fight: &Fight, by: Who, at: Who) -> bool {
    !fight.one(at).is(Condition::Invisible) && !fight.one(by).is(Condition::Blinded)
}

/// Whether a divination shows one where another is.
pub fn locates(_: &Fight, _: Who, _: Who) -> bool {
    false
}

/// Whether somebody cannot be touched.
pub fn is_no_touch_target(_: &Fight, _: Who) -> bool {
    false
}

/// Cover that comes from something else than the map.
pub fn cover(_: &Fight, _: Who, _: Who) -> Cover {
    Cover::None
}

/// Whether somebody cannot fight hand to hand.
pub fn forbids_melee(_: &Fight, _: Who) -> bool {
    false
}

/// The natural attacks that somebody has now.
pub fn natural_attacks<'a>(_: &Fight, _: Who, own: &'a [ArmId]) -> &'a [ArmId] {
    own
}

// ---- what happens to whom ------------------------------------------------------------------------------------------

/// Whether somebody can never receive a condition.
pub fn is_immune(fight: &Fight, who: Who, condition: Condition) -> bool {
    fight.template(who).entry.immune.contains(&condition)
}

/// Flat reductions.
pub fn reductions(_: &Fight, _: Who, _: &Harm, _: &mut Reductions) {}

/// Vulnerability, resistance and invulnerability by nature.
pub fn stance(fight: &Fight, who: Who, harm: &Harm, damage: DamageType, stance: &mut Stance) {
    let entry = &fight.template(who).entry;
    stance.vulnerable |= entry.vulnerable.contains(&damage);
    if entry.resistant.contains(&damage) {
        stance.resist(None, harm.rank);
    }
    if entry.invulnerable.contains(&damage) {
        stance.invulnerable(None, harm.rank);
    }
}

/// What a hit of a natural attack does besides its damage.
pub(crate) fn strike_riders<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    let With::Arm(arm) = blow.with else { return Ok(()) };
    let Some(list) = fight.arm(arm).riders else { return Ok(()) };
    for place in 0..fight.setting.riders[usize::from(list)].len() {
        let rider = fight.setting.riders[usize::from(list)][place];
        if rider.if_hurt && dealt.total() == 0 {
            continue;
        }
        then(fight, table, who, blow.at, rider.then, dealt)?;
    }
    Ok(())
}

fn then<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    then: Then,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    let rule: &'static Rule = &turns::ACTION_LIST;
    match then {
        Then::Bleeding(stacks) => status::bleed(fight, table, at, stacks, rule),
        Then::BleedingPercent { percent, least } => {
            let stacks = dealt.of(DamageType::Rending) * i32::from(percent) / 100;
            status::bleed(fight, table, at, (stacks as i16).max(least), rule)
        }
        Then::Condition(condition) => status::give(fight, table, at, condition, rule),
        Then::Burning(rank) => status::burn(fight, table, at, rank, rule),
        Then::Ablaze(rank) => status::set_ablaze(fight, table, at, rank, rule),
        Then::Soul(amount) => damage::soul(fight, table, at, amount, (rule, Some(dealt.event))).map(|_| ()),
        Then::Push(metres) => melee::shove(fight, table, who, at, metres, rule),
        Then::Pull => {
            let to = super::movement::nearest_free(fight, at, fight.one(who).at, fight.one(who).height);
            if let Some(to) = to.filter(|_| fight.size(at) <= fight.size(who)) {
                let height = fight.one(who).height;
                super::movement::place(fight, at, to, height);
            }
            Ok(())
        }
    }
}

// ---- the turn ------------------------------------------------------------------------------------------------------

/// What content brings at the start of a turn.
pub fn due_at_start(fight: &Fight, who: Who, due: &mut Dues) {
    if fight.template(who).entry.regenerates > 0 && fight.one(who).hp.now < fight.one(who).hp.max {
        due.push(Due::Gu(GuDue::Regeneration));
    }
}

/// What content brings at the end of a turn.
pub fn due_at_end(_: &Fight, _: Who, _: &mut Dues) {}

/// Something that content has brought comes.
pub(crate) fn happen<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, due: GuDue) -> Result<(), T::Halt> {
    match due {
        GuDue::Regeneration => {
            let amount = fight.template(who).entry.regenerates;
            damage::heal(fight, table, who, amount, &turns::EFFECT_ORDER).map(|_| ())
        }
    }
}

/// What is due, in words.
pub fn due_text(_: &Fight, _: Who, due: GuDue) -> String {
    match due {
        GuDue::Regeneration => "regeneration".into(),
    }
}
