//! What spells, techniques and special actions ask for: costs, hands, voice, range, sight.

use quintain_engine::{Refusal, Table, Who};
use quintain_field::{Square, Step, sees};

use crate::ask::Target;
use crate::book::{Aim, Area, Component, Condition, Trigger};
use crate::fight::Fight;
use crate::rules::{action_points, conditions, spells, zones};
use crate::setting::Table as Kept;

/// What using an ability costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Action Points.
    pub ap: i8,
    /// Mana Points.
    pub mp: i8,
    /// Stamina Points.
    pub sp: i8,
}

/// The bare cost of an ability.
pub fn cost(fight: &Fight, ability: u16) -> Cost {
    let entry = &fight.ability(ability).entry;
    Cost { ap: entry.ap as i8, mp: entry.mp as i8, sp: entry.sp as i8 }
}

/// Whether somebody can pay.
///
/// # Errors
/// Says what is missing.
pub fn afford(fight: &Fight, who: Who, ability: u16, cost: Cost) -> Result<(), Refusal> {
    action_points::may_pay(fight, who, cost.ap.max(0) as u8)?;
    let one = fight.one(who);
    if one.mp < cost.mp {
        return Err(Refusal::new(&spells::MP, format!("{} MP are asked for, {} are left", cost.mp, one.mp)));
    }
    let limit = one.proficiency() as i8;
    if fight.ability(ability).table == Kept::Spell && cost.mp > limit {
        return Err(Refusal::new(&spells::LIMIT, format!("no more than {limit} MP can go into one spell")));
    }
    if one.sp < cost.sp {
        return Err(Refusal::new(&spells::SP, format!("{} SP are asked for, {} are left", cost.sp, one.sp)));
    }
    Ok(())
}

/// Whether somebody may use an ability at all now, wherever it is aimed.
///
/// # Errors
/// Says why not.
pub fn may_begin(fight: &Fight, who: Who, ability: u16) -> Result<(), Refusal> {
    let known = fight.ability(ability);
    afford(fight, who, ability, cost(fight, ability))?;
    for component in &known.entry.components {
        match component {
            Component::Verbal if zones::silenced(fight, who) => {
                return Err(Refusal::new(&spells::VERBAL, "no sound can be made here"));
            }
            Component::Physical if fight.free_hand(who).is_none() => {
                return Err(Refusal::new(&spells::COMPONENTS, "no hand is free"));
            }
            _ => {}
        }
    }
    let used = |list: usize| slot(fight, who, ability).is_some_and(|slot| fight.one(who).used[list] & slot != 0);
    let limits = [(known.entry.per_fight, "fight"), (known.entry.per_turn, "turn"), (known.entry.per_round, "round")];
    for (list, (limit, word)) in limits.into_iter().enumerate() {
        if limit.is_some() && used(list) {
            return Err(Refusal::new(&spells::USES, format!("it has been used in this {word}")));
        }
    }
    Ok(())
}

/// The bit that counts the uses of an ability.
pub fn slot(fight: &Fight, who: Who, ability: u16) -> Option<u32> {
    let place = fight.template(who).abilities.iter().position(|known| *known == ability)?;
    1u32.checked_shl(place as u32)
}

/// Notes that an ability has been used.
pub fn note(fight: &mut Fight, who: Who, ability: u16) {
    if let Some(slot) = slot(fight, who, ability) {
        for list in &mut fight.one_mut(who).used {
            *list |= slot;
        }
    }
}

/// Pays AP and SP; MP are taken when a spell goes off.
pub fn pay<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, cost: Cost) {
    action_points::pay(fight, table, who, cost.ap.max(0) as u8, &spells::AP);
    fight.one_mut(who).sp -= cost.sp;
}

/// Everything that an ability may be aimed at now, in a fixed order.
pub fn aims(fight: &Fight, who: Who, ability: u16) -> Vec<Target> {
    let entry = &fight.ability(ability).entry;
    if let Some(area) = entry.area {
        let all = || std::iter::once(area).chain(entry.or_area.iter().copied());
        if area.from_maker() {
            let mut targets = Vec::new();
            for (place, area) in all().enumerate() {
                match area {
                    Area::Aura(_) if place == 0 => targets.push(Target::Oneself),
                    Area::Aura(_) => targets.push(Target::Way(Step::North, place as u8)),
                    _ => targets.extend(Step::ALL.map(|step| Target::Way(step, place as u8))),
                }
            }
            return targets;
        }
    }
    match entry.aim {
        Aim::Oneself => vec![Target::Oneself],
        Aim::Space => points(fight, who, i16::from(entry.range.max(1))),
        _ => fight
            .everyone()
            .map(Target::Who)
            .filter(|target| may_aim(fight, who, ability, *target, 0).is_ok())
            .collect(),
    }
}

/// The Spaces within a range that can be seen.
fn points(fight: &Fight, who: Who, range: i16) -> Vec<Target> {
    let Some(at) = fight.one(who).at else { return Vec::new() };
    let bounds = fight.map.bounds();
    bounds
        .squares()
        .filter(|square| fight.distance_to(who, *square) <= range && !fight.map.blocks_movement(*square))
        .filter(|square| *square == at || sees(&fight.map, at, *square))
        .map(Target::Square)
        .collect()
}

/// Whether an ability may be aimed so; `more` is range bought on top.
///
/// # Errors
/// Says why not.
pub fn may_aim(fight: &Fight, who: Who, ability: u16, at: Target, more: i16) -> Result<(), Refusal> {
    let entry = &fight.ability(ability).entry;
    let range = i16::from(entry.range) + more;
    match at {
        Target::Who(whom) => {
            let right = match entry.aim {
                Aim::Enemy => fight.foes(who, whom),
                Aim::Friend => !fight.foes(who, whom),
                Aim::Ally => whom != who && !fight.foes(who, whom),
                Aim::Creature => true,
                Aim::Oneself | Aim::Space => false,
            };
            if !right || !fight.present(whom) {
                return Err(Refusal::new(&spells::TARGET, format!("{} is no target for it", fight.label(whom))));
            }
            if fight.distance(who, whom) > range {
                return Err(Refusal::new(&spells::TARGET, format!("{} is beyond {range} Spaces", fight.label(whom))));
            }
            if entry.largest.is_some_and(|largest| fight.size(whom) > largest) {
                return Err(Refusal::new(&spells::TARGET, format!("{} is too large", fight.label(whom))));
            }
            if fight.foes(who, whom) {
                spares_charmer(fight, who, whom)?;
            }
            in_sight(fight, who, whom)
        }
        Target::Square(square) => {
            if fight.distance_to(who, square) > range.max(1) {
                return Err(Refusal::new(&spells::TARGET, format!("{square} is beyond {range} Spaces")));
            }
            Ok(())
        }
        Target::Oneself | Target::Way(..) => Ok(()),
    }
}

/// Whoever is Charmed does the charmer no harm.
///
/// # Errors
/// Says whose charm it is.
pub fn spares_charmer(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    if fight.one(who).of(Condition::Charmed).any(|status| status.by == Some(whom)) {
        let why = format!("{} is charmed by {}", fight.label(who), fight.label(whom));
        return Err(Refusal::new(&conditions::CHARMED, why));
    }
    Ok(())
}

fn in_sight(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    if who == whom || crate::rules::sight::sees(fight, who, whom) {
        return Ok(());
    }
    Err(Refusal::new(&spells::TARGET, format!("{} is out of sight", fight.label(whom))))
}

/// The Spaces that an ability takes in when aimed so; `larger` is bought on top.
pub fn ground(fight: &Fight, who: Who, ability: u16, at: Target, larger: u8) -> Vec<Square> {
    let entry = &fight.ability(ability).entry;
    let area = match (at, entry.area) {
        (_, None) => return Vec::new(),
        (Target::Way(_, place), Some(area)) if place > 0 => {
            entry.or_area.get(usize::from(place) - 1).copied().unwrap_or(area)
        }
        (_, Some(area)) => area,
    };
    crate::rules::areas::squares(fight, who, area.sized(area.size().saturating_add(larger)), at)
}

/// Whom an ability touches when aimed so.
pub fn targets(fight: &Fight, who: Who, ability: u16, at: Target, squares: &[Square]) -> Vec<Who> {
    let entry = &fight.ability(ability).entry;
    if let Target::Who(whom) = at {
        return vec![whom];
    }
    if entry.area.is_none() {
        return vec![who];
    }
    let mut all = crate::rules::areas::inside(fight, squares);
    let from_maker = entry.area.is_some_and(Area::from_maker);
    all.retain(|other| match entry.aim {
        Aim::Enemy => fight.foes(who, *other),
        Aim::Friend => !fight.foes(who, *other),
        Aim::Ally => *other != who && !fight.foes(who, *other),
        _ => *other != who || !from_maker,
    });
    all
}

/// Whether an ability is something done on one's own turn.
pub fn is_deed(fight: &Fight, ability: u16) -> bool {
    let entry = &fight.ability(ability).entry;
    entry.trigger.is_none() && entry.adds_to.is_none()
}

/// The abilities of somebody that answer one of these.
pub fn answering(fight: &Fight, who: Who, suits: impl Fn(Trigger) -> bool) -> impl Iterator<Item = u16> {
    let all = fight.template(who).abilities.iter().copied();
    all.filter(move |ability| fight.ability(*ability).entry.trigger.is_some_and(&suits))
}
