//! What an ability may be aimed at.

mod shapes;

use std::cmp::Reverse;

use quintain_engine::{Picks, Who};
use quintain_field::{Square, Step};

use crate::ask::Aimed;
use crate::book::{Aim, Effect, Formula, Kind, Sense, Tag, When, Whom, With, Word};
use crate::combatant::Combatant;
use crate::content::{Ability, AbilityId};
use crate::fight::Fight;
use crate::objection::Objection;
use crate::rules::distance::{self, Ruler};
use crate::rules::{
    abilities, actions, adjacency, cover, features, order, precision, shoving, special_actions, summoning,
};
use shapes::{front, in_cone, in_front, mark_cone, ring, through};

/// The creatures that one use reaches.
pub type Reached = Picks<Who>;

/// How far a formula reaches for somebody; commands and the like start from the pet.
#[inline]
pub fn reach(fight: &Fight, who: Who, ability: AbilityId, range: Formula) -> i16 {
    let entry = fight.ability(ability);
    if entry.strikes && !entry.is(Tag::Charge) {
        // The first target is for the main hand, the next for the other.
        let off = entry.off_hand && !fight.scratch.eligible.is_empty();
        return shoving::basic_reach(fight, who, if off { With::OffHand } else { With::MainHand });
    }
    if entry.is(Tag::Projectile) && entry.entry.needs.contains(&When::BowInHand) {
        // What is shot from whatever bow is in hand flies as far as that shoots.
        return shoving::basic_reach(fight, who, With::MainHand);
    }
    let more = if entry.is(Tag::Basic) { added_reach(fight, who, entry.melee) } else { 0 };
    features::value(fight, who, range) + more
}

/// How much further a basic weapon attack reaches by what somebody has added to it, in melee or at a distance.
pub fn added_reach(fight: &Fight, who: Who, melee: bool) -> i16 {
    let more = |id: &AbilityId| {
        let modifies = fight.ability(*id).entry.modifies?;
        Some(features::value(fight, who, if melee { modifies.reach } else { modifies.range }))
    };
    abilities::pending(fight, who).iter().filter_map(more).sum()
}

/// The creature that distances of an ability are measured from.
pub fn origin(fight: &Fight, who: Who, ability: AbilityId) -> Who {
    match fight.ability(ability).is(Tag::Command) {
        true => summoning::pet_of(fight, who).unwrap_or(who),
        false => who,
    }
}

/// Whether somebody is of those an ability is meant for.
#[inline]
pub fn meant(fight: &Fight, who: Who, of: Whom, target: Who) -> bool {
    match of {
        Whom::Foes => fight.foes(who, target),
        Whom::Allies => who != target && fight.allies(who, target),
        Whom::Friends => fight.allies(who, target),
        Whom::Others => who != target,
        Whom::Anybody => true,
        Whom::Pet => summoning::pet_of(fight, who) == Some(target),
    }
}

/// Whether an ability passes over somebody for what it is.
#[inline(always)]
pub fn spared(fight: &Fight, ability: AbilityId, target: Who) -> bool {
    let (entry, kinds) = (&fight.ability(ability).entry, fight.template(target).kinds);
    let meant = entry.only.is_empty() || entry.only.iter().any(|kind| kinds.has(kind));
    !meant || entry.spares.is_some_and(|kind| kinds.has(kind))
}

/// Whether a need that is about the target is one of an ability's.
fn about_target(when: When) -> bool {
    matches!(
        when,
        When::TargetHas(_)
            | When::TargetLacks(_)
            | When::TargetProne
            | When::TargetUnconscious
            | When::TargetInWater
            | When::TargetAloft
            | When::TargetGrounded
    )
}

/// Whether everything holds that an ability needs of its user.
///
/// # Errors
/// The refusal.
pub fn needs_of_user(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let entry = &fight.ability(ability).entry;
    match entry.needs.iter().find(|when| !about_target(**when) && !features::holds(fight, who, None, **when)) {
        None => Ok(()),
        Some(when) => Err(lacking(*when)),
    }
}

fn lacking(when: When) -> Objection {
    let needs = &special_actions::REQUIREMENTS;
    let why = match when {
        When::MeleeInHand => "it needs a melee weapon in the main hand",
        When::ThrowableInHand => "it needs something to throw in the main hand",
        When::TwoWeapons => "it needs a one-handed weapon and a light one in the off hand",
        When::FreeMainHand => "it needs a free main hand",
        When::HasPet => "there is no pet on the field",
        When::PetActs => "the pet lies prone or is stunned",
        When::PhysicalWeaponInHand => "it needs a weapon in hand that does physical damage",
        When::TotemInHand => "the totem is in no hand: it is planted, or no hand is free",
        When::BowInHand => "it needs a bow in hand",
        When::RitualAtWork => "no ritual is at work",
        When::Enveloped(element) => {
            return Objection::about(needs, element.text(), "it is not enveloped by {}");
        }
        When::TargetUnconscious => "the target is not unconscious",
        When::TargetProne => "the target does not lie",
        When::TargetHas(status) => {
            return Objection::about(needs, status.text(), "the target is not {}");
        }
        _ => "what it needs is not given",
    };
    Objection::new(needs, why)
}

/// Picking creatures for an ability: what is the same for all of them, worked out once.
struct Picking<'a> {
    fight: &'a Fight,
    who: Who,
    ability: &'a Ability,
    of: Whom,
    /// The creature that distances are measured from.
    from: Who,
    /// How far it reaches.
    far: i16,
    /// Nobody nearer than this.
    least: i16,
    /// What must reach a target that is picked.
    by: Sense,
}

impl<'a> Picking<'a> {
    /// Nothing for an ability that is not aimed at a creature.
    #[inline(always)]
    fn new(fight: &'a Fight, who: Who, id: AbilityId) -> Option<Self> {
        let ability = fight.ability(id);
        let (range, of, least, by) = match ability.entry.aim {
            Aim::One { range, of, least } => (range, of, least, Sense::Sight),
            Aim::Several { range, of, by, .. } => (range, of, 0, by),
            Aim::Ring { range } | Aim::Through { range } => (range, Whom::Others, 0, Sense::Sight),
            _ => return None,
        };
        let (from, far) = (origin(fight, who, id), reach(fight, who, id, range));
        Some(Picking { fight, who, ability, of, from, far, least, by })
    }

    /// Whether this one may be picked.
    fn may(&self, target: Who) -> Result<(), Objection> {
        let Picking { fight, who, of, from, .. } = *self;
        if !fight.present(target) {
            return Err(Objection::about(&cover::BLOCKED, target, "{} is not there"));
        }
        if !meant(fight, who, of, target) {
            return Err(Objection::about(&precision::WHEN, target, "it is not meant for {}"));
        }
        self.may_reach(target, Ruler::of(fight, from).measure(target, fight.one(target)))
    }

    /// The same for one who is there and meant, so many metres away, with nothing but columns and rows between the two
    /// or not.
    #[inline(always)]
    fn may_reach(&self, target: Who, (apart, level): (i16, bool)) -> Result<(), Objection> {
        let Picking { fight, who, ability, from, far, least, by, .. } = *self;
        let entry = &ability.entry;
        if far == 1 && !level && self.too_high(target) {
            return Err(Objection::about(&adjacency::HEIGHT, target, "{} stands too high or too low"));
        }
        if apart > far {
            return Err(
                Objection::about(&distance::ONE_RULE, target, "{} is {0} m away; it reaches {1} m").with([apart, far])
            );
        }
        if ability.charges && !shoving::may_charge(fight, who, target) {
            return Err(Objection::about(
                &special_actions::CHARGE,
                target,
                "{} is in range, or there is no straight free way to it",
            ));
        }
        if apart < least {
            return Err(Objection::about(&distance::ONE_RULE, target, "{} is nearer than {0} m").with([least, 0]));
        }
        if by == Sense::Sight && !cover::sees(fight, from, target) {
            return Err(Objection::about(&cover::BLOCKED, target, "{} is out of sight"));
        }
        if ability.is(Tag::Sound) && !cover::hears(fight, from, target) {
            return Err(Objection::about(&cover::SOUND, target, "{} cannot hear it"));
        }
        let lacks =
            entry.needs.iter().find(|when| about_target(**when) && !features::holds(fight, who, Some(target), **when));
        match lacks {
            Some(when) => Err(lacking(*when)),
            None => Ok(()),
        }
    }

    /// Whether somebody beside is parted by the height alone.
    fn too_high(&self, target: Who) -> bool {
        let Picking { fight, from, .. } = *self;
        let beside = || quintain_field::body_distance(fight.body(from), fight.body(target), distance::rule(fight)) <= 1;
        from != target && !adjacency::adjacent(fight, from, target) && beside()
    }
}

/// Whether an ability is aimed at creatures that have to be picked.
pub fn is_for_creatures(fight: &Fight, ability: AbilityId) -> bool {
    matches!(
        fight.ability(ability).entry.aim,
        Aim::One { .. } | Aim::Several { .. } | Aim::Ring { .. } | Aim::Through { .. }
    )
}

/// Whether one creature may be picked.
///
/// # Errors
/// The refusal.
pub fn may_pick(fight: &Fight, who: Who, ability: AbilityId, target: Who) -> Result<(), Objection> {
    Picking::new(fight, who, ability).map_or(Ok(()), |picking| picking.may(target))
}

/// Everybody who may be picked.
#[inline]
pub fn each_pick(fight: &Fight, who: Who, ability: AbilityId, found: impl FnMut(Who)) {
    if let Some(picking) = Picking::new(fight, who, ability) {
        let (ruler, side, foes) = (Ruler::of(fight, picking.from), fight.one(who).side, picking.of == Whom::Foes);
        // What parts most of them comes first: a friend, or one too far away, is refused in any case.
        let may = |(target, its): &(Who, &Combatant)| {
            if foes && its.side == side {
                return false;
            }
            let measured = ruler.measure(*target, its);
            let meant = || match foes {
                true => fight.hostile(side, its.side),
                false => meant(fight, who, picking.of, *target),
            };
            measured.0 <= picking.far && meant() && picking.may_reach(*target, measured).is_ok()
        };
        fight.those_there().filter(may).map(|(target, _)| target).for_each(found);
    }
}

/// Whether a square may be picked.
///
/// # Errors
/// The refusal.
pub fn may_pick_square(fight: &Fight, who: Who, ability: AbilityId, square: Square) -> Result<(), Objection> {
    let (range, empty) = match fight.ability(ability).entry.aim {
        Aim::Burst { range, .. } => (range, false),
        Aim::Ground { range, empty } => (range, empty),
        _ => return Ok(()),
    };
    let far = reach(fight, who, ability, range);
    let from = origin(fight, who, ability);
    if !fight.setting.map.contains(square) {
        return Err(Objection::about(&distance::GRID, square, "{} is not on the map"));
    }
    if distance::to_square(fight, from, square) > far {
        return Err(Objection::about(&distance::ONE_RULE, square, "{} is farther than {0} m").with([far, 0]));
    }
    if !cover::sees_square(fight, from, square) {
        return Err(Objection::about(&cover::BLOCKED, square, "{} is out of sight"));
    }
    let stands = |other: &Who| fight.present(*other) && fight.body(*other).contains(square);
    if empty && (fight.setting.map.blocks_movement(square) || fight.everyone().any(|other| stands(&other))) {
        return Err(Objection::about(&actions::REGULAR, square, "{} is not empty"));
    }
    if fight.ability(ability).entry.does.iter().any(|step| matches!(step.effect, Effect::Dig(_))) {
        return shoving::may_rise(fight, from, square, far);
    }
    Ok(())
}

/// Every target that an ability may be aimed at, in roster and reading order.
pub fn each(fight: &Fight, who: Who, ability: AbilityId, mut found: impl FnMut(Aimed)) {
    let entry = &fight.ability(ability).entry;
    match entry.aim {
        Aim::Oneself | Aim::Around { .. } => found(Aimed::Oneself),
        Aim::One { .. } | Aim::Several { .. } | Aim::Through { .. } => {
            each_pick(fight, who, ability, |target| found(Aimed::One(target)));
        }
        Aim::Ring { .. } => each_pick(fight, who, ability, |first| {
            found(Aimed::Ring { first, clockwise: true });
            found(Aimed::Ring { first, clockwise: false });
        }),
        Aim::Cone { .. } | Aim::Front => Step::ALL.into_iter().for_each(|step| found(Aimed::Toward(step))),
        Aim::Burst { range, .. } | Aim::Ground { range, .. } => {
            let far = reach(fight, who, ability, range).max(0) as u16;
            let around = fight.body(origin(fight, who, ability)).grown(far);
            for square in
                around.clipped_to(fight.setting.map.bounds()).into_iter().flat_map(quintain_field::Span::squares)
            {
                if may_pick_square(fight, who, ability, square).is_ok() {
                    found(Aimed::At(square));
                }
            }
        }
    }
}

/// The creatures that one use reaches, the nearest first, then in turn order.
#[inline(always)]
pub fn reached(fight: &Fight, who: Who, ability: AbilityId, at: Aimed) -> Reached {
    match (fight.ability(ability).entry.aim, at) {
        (Aim::One { .. } | Aim::Several { .. }, Aimed::One(target)) => {
            let mut found = Reached::new();
            if counts(fight, who, ability, target) {
                found.push(target);
            }
            found
        }
        _ => reached_by_area(fight, who, ability, at),
    }
}

/// Whether somebody who is meant is reached.
#[inline(always)]
pub fn counts(fight: &Fight, who: Who, ability: AbilityId, target: Who) -> bool {
    fight.present(target) && !spared(fight, ability, target) && fits(fight, who, ability, target)
}

fn reached_by_area(fight: &Fight, who: Who, ability: AbilityId, at: Aimed) -> Reached {
    let entry = &fight.ability(ability).entry;
    let metres = |radius: Formula| features::value(fight, who, radius);
    let mut found: Reached = match (entry.aim, at) {
        (Aim::Oneself, _) => [who].into_iter().collect(),
        (Aim::Burst { radius, of, .. }, Aimed::At(square)) => {
            let far = metres(radius);
            within(fight, |target| meant(fight, who, of, target) && distance::to_square(fight, target, square) <= far)
        }
        (Aim::Around { radius, of, by }, _) => {
            let far = metres(radius);
            within(fight, |target| {
                let near = distance::between(fight, who, target) <= far;
                near && meant(fight, who, of, target) && (target == who || sensed(fight, who, target, by))
            })
        }
        (Aim::Cone { rows }, Aimed::Toward(step)) => in_cone(fight, who, rows, step),
        (Aim::Front, Aimed::Toward(step)) => in_front(fight, who, step),
        (Aim::Ring { range }, Aimed::Ring { first, clockwise }) => ring(fight, who, range, ability, (first, clockwise)),
        (Aim::Through { range }, Aimed::One(target)) => through(fight, who, range, ability, target),
        _ => Reached::new(),
    };
    found.retain(|target| counts(fight, who, ability, *target));
    if matches!(entry.aim, Aim::Burst { .. } | Aim::Around { .. } | Aim::Cone { .. } | Aim::Front) {
        found.sort_by_key(|target| {
            (distance::between(fight, who, *target), Reverse(order::key(fight, *target)), *target)
        });
    }
    found
}

/// The squares in which a use reaches creatures, as far as they are seen where that counts; nothing for what is aimed
/// at creatures.
pub fn covered(fight: &Fight, who: Who, ability: AbilityId, at: Aimed) -> Vec<Square> {
    let map = &fight.setting.map;
    let metres = |radius: Formula| features::value(fight, who, radius);
    let of_map = |near: &dyn Fn(&Square) -> bool| map.bounds().squares().filter(near).collect();
    let seen = |square: &Square| cover::sees_square(fight, who, *square);
    match (fight.ability(ability).entry.aim, at) {
        (Aim::Burst { radius, .. }, Aimed::At(square)) => {
            let far = metres(radius);
            of_map(&|other| distance::of_squares(fight, *other, square) <= far)
        }
        (Aim::Around { radius, by, .. }, _) => {
            let far = metres(radius);
            let sensed = |square: &Square| by != Sense::Sight || seen(square);
            of_map(&|square| distance::to_square(fight, who, *square) <= far && sensed(square))
        }
        (Aim::Cone { rows }, Aimed::Toward(step)) => fight.rooms.area.lend(|area| {
            mark_cone(fight, who, rows, step, area);
            let body = fight.body(who);
            area.iter().filter(|square| !body.contains(*square) && seen(square)).collect()
        }),
        (Aim::Front, Aimed::Toward(step)) => {
            front(fight, who, step).into_iter().filter(|square| map.contains(*square) && seen(square)).collect()
        }
        _ => Vec::new(),
    }
}

#[inline]
fn fits(fight: &Fight, who: Who, ability: AbilityId, target: Who) -> bool {
    let entry = &fight.ability(ability).entry;
    entry.needs.iter().all(|when| !about_target(*when) || features::holds(fight, who, Some(target), *when))
}

fn within(fight: &Fight, fits: impl Fn(Who) -> bool) -> Reached {
    fight.everyone().filter(|target| fight.present(*target) && fits(*target)).collect()
}

/// `los.area-senses`, `los.remote-senses`: with one's own senses, or with those of a magical eye that one has called.
fn sensed(fight: &Fight, who: Who, target: Who, by: Sense) -> bool {
    by_oneself(fight, who, target, by) || through_an_eye(fight, who, target, by)
}

/// Whether only a magical eye reaches somebody.
pub fn through_an_eye(fight: &Fight, who: Who, target: Who, by: Sense) -> bool {
    let own = |eye: &Who| {
        fight.template(*eye).kinds.has(Kind::Eye) && fight.present(*eye) && fight.one(*eye).is_called_by(who)
    };
    let eye = |eye: Who| by_oneself(fight, eye, target, by);
    target != who && !by_oneself(fight, who, target, by) && fight.everyone().filter(own).any(eye)
}

fn by_oneself(fight: &Fight, who: Who, target: Who, by: Sense) -> bool {
    match by {
        Sense::Sight => cover::sees(fight, who, target),
        Sense::Hearing => cover::hears(fight, who, target),
        Sense::Neither => true,
    }
}
