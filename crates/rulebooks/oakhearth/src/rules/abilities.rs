//! What spells, techniques and special actions ask for: costs, hands, voice, range, sight.

mod taken;

use quintain_engine::{Refusal, Rule, Table, Who};
use quintain_field::{Square, Step, sees};

use crate::ask::{Coin, Target};
use crate::book::{Aim, Area, Check, Component, Condition, Effect, Lasts, Once, Step as Part, To};
use crate::fight::{Fight, Zone};
use crate::refusing::refuse_if;
use crate::rules::spells::Bought;
use crate::rules::{
    action_points, attack, concentration, conditions, dying, hide, numbers, shields, sight, spells, throw, weapons,
    zones,
};
use crate::setting::Table as Kept;

pub use taken::{caught, ground, targets};

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

impl Cost {
    /// The same for a maneuver that is paid with this.
    pub fn paid_with(self, coin: Coin) -> Cost {
        match coin {
            Coin::Ap => self,
            Coin::Sp => Cost { ap: 0, sp: self.sp + self.ap, ..self },
        }
    }
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
    let own = (cost.mp - fight.pooled).max(0);
    refuse_if(one.mp < own, &spells::MP, "too few MP are left for it")?;
    if spells::mp_limit(fight, who, ability).is_some_and(|most| own > most) {
        return Err(Refusal::new(&spells::LIMIT, "so many MP cannot go into one spell"));
    }
    refuse_if(one.sp < cost.sp, &spells::SP, "too few SP are left for it")
}

/// Whether somebody may use an ability at all now, wherever it is aimed; its AP aside, which may have been paid.
///
/// # Errors
/// Says why not.
pub fn may_begin(fight: &Fight, who: Who, ability: u16) -> Result<(), Refusal> {
    let known = fight.ability(ability);
    if known.free {
        return Ok(());
    }
    afford(fight, who, ability, Cost { ap: 0, ..cost(fight, ability) })?;
    if !known.simple {
        may_make(fight, who, ability)?;
    }
    let Some(once) = known.entry.once else { return Ok(()) };
    let (list, word) = match once {
        Once::Fight => (0, "it has been used in this fight"),
        Once::LongRest => (0, "it has been used since the last Long Rest"),
        Once::Turn => (1, "it has been used in this turn"),
        Once::Round => (2, "it has been used in this round"),
    };
    match slot(fight, who, ability) {
        Some(slot) if fight.one(who).used[list] & slot != 0 => Err(Refusal::new(&spells::USES, word)),
        _ => Ok(()),
    }
}

/// Whether somebody has what an ability asks for besides its costs.
fn may_make(fight: &Fight, who: Who, ability: u16) -> Result<(), Refusal> {
    let known = fight.ability(ability);
    if matches!(known.entry.lasts, Some(Lasts::Concentration(_))) && dying::at_the_door(fight, who) {
        return Err(Refusal::new(&concentration::LOST, "nobody concentrates at Death's Door"));
    }
    if goes_through_shadows(fight, ability) && !hide::in_shadow(fight, who) {
        return Err(Refusal::new(&spells::TARGET, "there is no shadow to go through"));
    }
    if known.table == Kept::Spell && fight.one(who).shape.is_some() {
        return Err(Refusal::new(&spells::TARGET, "no spell can be cast in this shape"));
    }
    if fight.setting.followed(ability).is_some_and(|spell| !goes_on(fight, who, spell)) {
        return Err(Refusal::new(&spells::THINGS, "the spell that it belongs to does not go on"));
    }
    if known.entry.needs.is_some_and(|boon| !crate::rules::boons::has(fight, who, boon)) {
        return Err(Refusal::new(&spells::THINGS, "the spell has not been cast so"));
    }
    if known.entry.with_shield && shields::on_arm(fight, who).is_none() {
        return Err(Refusal::new(&spells::TARGET, "it takes a shield on the arm"));
    }
    has_components(fight, who, ability)?;
    if known.entry.check == Check::Weapon {
        match spells::weapon(fight, who, known.entry.melee) {
            None => return Err(Refusal::new(&spells::TARGET, "it takes another weapon in hand")),
            Some(weapon) if attack::unloaded(fight, who, weapon, None) => {
                return Err(Refusal::new(&weapons::LOADING, "the weapon must be loaded first"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Whether an ability leads from shadow to shadow only.
fn goes_through_shadows(fight: &Fight, ability: u16) -> bool {
    let steps = &fight.ability(ability).entry.does;
    steps.iter().any(|step| matches!(step.effect, Effect::Teleport { shadows: true, .. }))
}

/// Whether somebody has the voice and the hand that an ability asks for.
///
/// # Errors
/// Says what is missing.
pub fn has_components(fight: &Fight, who: Who, ability: u16) -> Result<(), Refusal> {
    for component in &fight.ability(ability).entry.components {
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
    Ok(())
}

/// Whether a spell of somebody's goes on: concentrated on, on the ground or on somebody.
pub fn goes_on(fight: &Fight, who: Who, spell: u16) -> bool {
    fight.one(who).concentration.is_some_and(|(known, _)| known == spell)
        || fight.zones.iter().any(|zone| zone.by == who && zone.from == spell)
        || fight.cast.iter().any(|one| {
            one.boons.iter().any(|borne| borne.by == who && borne.from == spell)
                || one.statuses.iter().any(|status| status.by == Some(who) && status.from == Some(spell))
        })
}

/// The bit that counts the uses of an ability.
pub fn slot(fight: &Fight, who: Who, ability: u16) -> Option<u64> {
    fight.template(who).slot(ability)
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

/// Whether an ability is for friends and there is none who takes part.
pub fn for_nobody(fight: &Fight, who: Who, ability: u16) -> bool {
    let entry = &fight.ability(ability).entry;
    let for_friends = entry.aim == Aim::Ally && entry.area.is_none();
    for_friends && fight.watch.alone(who, fight.one(who).side) && fight.zones.is_empty()
}

/// Everything that an ability may be aimed at now, in a fixed order.
pub fn aims(fight: &Fight, who: Who, ability: u16) -> Vec<Target> {
    let mut all = Vec::new();
    each_aim(fight, who, ability, |target| all.push(target));
    all
}

/// The same, one after the other.
pub fn each_aim(fight: &Fight, who: Who, ability: u16, mut each: impl FnMut(Target)) {
    let entry = &fight.ability(ability).entry;
    if let Some(area) = entry.area {
        let all = || std::iter::once(area).chain(entry.or_area.iter().copied());
        if area.from_maker() {
            for (place, area) in all().enumerate() {
                match area {
                    Area::Aura(_) if place == 0 => each(Target::Oneself),
                    Area::Aura(_) => each(Target::Way(Step::North, place as u8)),
                    _ => Step::ALL.into_iter().for_each(|step| each(Target::Way(step, place as u8))),
                }
            }
            return;
        }
    }
    match entry.aim {
        Aim::Oneself => each(Target::Oneself),
        Aim::Things => things(fight, who, ability).into_iter().for_each(|_| each(Target::Oneself)),
        Aim::Space => points(fight, who, reach_bought(fight, who, ability).max(1)).for_each(each),
        _ => {
            let all = fight.everyone().map(Target::Who).chain(magic_ground(fight, ability));
            all.filter(|target| can_aim(fight, who, ability, *target)).for_each(each);
        }
    }
}

/// Everything that a person would think of aiming an ability at, in range or not.
pub fn thought_of(fight: &Fight, who: Who, ability: u16) -> Vec<Target> {
    let entry = &fight.ability(ability).entry;
    let right = |whom: &Who| match entry.aim {
        Aim::Enemy => fight.foes(who, *whom),
        Aim::Friend => !fight.foes(who, *whom),
        Aim::Ally => *whom != who && !fight.foes(who, *whom),
        _ => true,
    };
    match entry.aim {
        Aim::Oneself => vec![Target::Oneself],
        Aim::Enemy | Aim::Friend | Aim::Ally | Aim::Creature if entry.area.is_none() => {
            let all = fight.everyone().filter(|whom| fight.present(*whom)).filter(right).map(Target::Who);
            all.chain(magic_ground(fight, ability)).collect()
        }
        _ => aims(fight, who, ability),
    }
}

/// The Spaces with magic on them, for what ends magic: the first of each.
fn magic_ground(fight: &Fight, ability: u16) -> impl Iterator<Item = Target> + '_ {
    let dispels = fight.ability(ability).entry.does.iter().any(|step| step.effect == Effect::Dispel);
    let all = fight.zones.iter().filter(move |_| dispels);
    all.filter_map(|zone| zone.squares.first().copied().map(Target::Square))
}

/// The Spaces of the things that the spell has put somewhere to which an ability belongs.
pub fn things(fight: &Fight, who: Who, ability: u16) -> Option<&[Square]> {
    let spell = fight.setting.followed(ability)?;
    let squares = crate::rules::things::squares(fight, who, spell);
    (!squares.is_empty()).then_some(squares)
}

/// The range of an ability before anything is bought: the weapon's where a shot carries it; how far its maker goes first
/// where it goes.
pub fn range(fight: &Fight, who: Who, ability: u16) -> i16 {
    let entry = &fight.ability(ability).entry;
    let shot = (entry.check == Check::Weapon && !entry.melee)
        .then(|| spells::weapon(fight, who, false))
        .flatten()
        .and_then(|weapon| attack::range(fight, weapon));
    let legs = if entry.goes_first { numbers::speed(fight, who) } else { 0 };
    shot.map_or(i16::from(entry.range) + legs, |(normal, _)| normal)
}

/// The farthest that somebody can pay for.
fn reach_bought(fight: &Fight, who: Who, ability: u16) -> i16 {
    let base = range(fight, who, ability);
    let mut most = base;
    for (place, more) in fight.ability(ability).entry.enhance.iter().enumerate().filter(|(_, more)| more.range > 0) {
        for times in 1..=if more.repeats { crate::rules::options::MOST_TIMES } else { 1 } {
            let mut bought = Bought::default();
            bought.times[place] = times;
            if afford(fight, who, ability, spells::with_bought(fight, ability, bought)).is_ok() {
                most = most.max(base + i16::from(more.range) * i16::from(times));
            }
        }
    }
    most
}

/// What must be bought for a target to be within range; nothing where no money buys it.
pub fn range_needed(fight: &Fight, who: Who, ability: u16, at: Target) -> Option<Bought> {
    let far = match at {
        Target::Who(whom) => fight.distance(who, whom),
        Target::Square(square) => fight.distance_to(who, square),
        Target::Oneself | Target::Way(..) | Target::Later => return Some(Bought::default()),
    };
    let missing = far - range(fight, who, ability).max(i16::from(matches!(at, Target::Square(_))));
    if missing <= 0 {
        return Some(Bought::default());
    }
    fight.ability(ability).entry.enhance.iter().enumerate().find_map(|(place, more)| {
        let each = i16::from(more.range);
        let times = if each > 0 { (missing + each - 1) / each } else { return None };
        if times > if more.repeats { i16::from(crate::rules::options::MOST_TIMES) } else { 1 } {
            return None;
        }
        let mut bought = Bought::default();
        bought.times[place] = times as u8;
        afford(fight, who, ability, spells::with_bought(fight, ability, bought)).is_ok().then_some(bought)
    })
}

/// The Spaces within a range that can be seen.
fn points(fight: &Fight, who: Who, range: i16) -> impl Iterator<Item = Target> + '_ {
    let all = fight.one(who).at.into_iter().flat_map(move |at| {
        let squares = fight.map.bounds().squares();
        let near = squares
            .filter(move |square| fight.distance_to(who, *square) <= range && !fight.map.blocks_movement(*square));
        near.filter(move |square| *square == at || sees(&fight.map, at, *square))
    });
    all.map(Target::Square)
}

/// Whether an ability may be aimed so, with range bought where that is needed.
///
/// # Errors
/// Says why not.
pub fn may_aim(fight: &Fight, who: Who, ability: u16, at: Target) -> Result<(), Refusal> {
    aimable(fight, who, ability, at).map_err(|(rule, why)| {
        let what = crate::rules::options::target_text(fight, who, at);
        Refusal::new(rule, format!("{what} {why}"))
    })
}

/// The same, for those who only want to know whether it may.
pub fn can_aim(fight: &Fight, who: Who, ability: u16, at: Target) -> bool {
    aimable(fight, who, ability, at).is_ok()
}

/// Why something cannot be a target: by which rule, in words that follow its name.
type Fault = (&'static Rule, &'static str);

fn aimable(fight: &Fight, who: Who, ability: u16, at: Target) -> Result<(), Fault> {
    let no = |why: &'static str| Err((&spells::TARGET, why));
    match at {
        Target::Who(whom) => aimable_at(fight, who, ability, whom),
        Target::Square(square) => {
            if range_needed(fight, who, ability, at).is_none() {
                return no("is out of range");
            }
            if !fight.map.contains(square) || fight.map.blocks_movement(square) {
                return no("is solid");
            }
            let own = fight.body(who).is_some_and(|body| body.contains(square));
            if !own && !sight::sees_space(fight, who, square) {
                return no("is out of sight");
            }
            spares_charmers(fight, who, ability, at)
        }
        Target::Later if !placed(fight, ability) => no("is no place for it: it is aimed at somebody"),
        Target::Oneself | Target::Way(..) => spares_charmers(fight, who, ability, at),
        Target::Later => Ok(()),
    }
}

/// A Charmed creature lays no harm over its charmer either, unless it can leave it out.
fn spares_charmers(fight: &Fight, who: Who, ability: u16, at: Target) -> Result<(), Fault> {
    let entry = &fight.ability(ability).entry;
    let harms = |step: &Part| step.to != To::Maker && step.effect.harms();
    if !fight.one(who).under(Condition::Charmed) || entry.chosen || !entry.does.iter().any(harms) {
        return Ok(());
    }
    let touched = spells::touched(fight, who, ability, at, Bought::default());
    match touched.iter().any(|whom| *whom != who && conditions::charmed_by(fight, who, *whom)) {
        true => Err((&conditions::CHARMED, "takes in whoever has charmed it")),
        false => Ok(()),
    }
}

fn aimable_at(fight: &Fight, who: Who, ability: u16, whom: Who) -> Result<(), Fault> {
    let entry = &fight.ability(ability).entry;
    let no = |why: &'static str| Err((&spells::TARGET, why));
    let right = match entry.aim {
        Aim::Enemy => fight.foes(who, whom),
        Aim::Friend => !fight.foes(who, whom),
        Aim::Ally => whom != who && !fight.foes(who, whom),
        Aim::Creature => true,
        Aim::Oneself | Aim::Space | Aim::Things => false,
    };
    let kind = entry.only.is_none_or(|tag| fight.template(whom).is(tag));
    if !right || !kind || !fight.present(whom) {
        return no("is no target for it");
    }
    if entry.largest.is_some_and(|largest| fight.size(whom) > largest) {
        return no("is too large");
    }
    if fight.foes(who, whom) && conditions::charmed_by(fight, who, whom) {
        return Err((&conditions::CHARMED, "has charmed it"));
    }
    match entry.by_thing {
        Some(spaces) => by_thing(fight, who, ability, whom, spaces)?,
        None if range_needed(fight, who, ability, Target::Who(whom)).is_none() => return no("is out of range"),
        None => {}
    }
    if let Some(spell) = fight.setting.followed(ability).filter(|_| entry.held)
        && !fight.one(whom).statuses.iter().any(|status| status.by == Some(who) && status.from == Some(spell))
    {
        return no("is not in its hold");
    }
    if entry.only_grappled && !crate::rules::grapple::holds(fight, who, whom) {
        return no("is not held");
    }
    if entry.does.iter().any(|step| step.effect == Effect::Fling) && throw::too_large(fight, who, whom) {
        return Err((&throw::ACTION, "is too large to be thrown"));
    }
    if crate::rules::shifting::misfits(fight, who, ability, whom) {
        return no("does not fit where it stands");
    }
    if who != whom && hide::unseen_by(fight, whom, who) {
        return no("is out of sight");
    }
    // A wall of magic may be seen through: an Attack gets no farther than that for it.
    let attack = matches!(entry.check, Check::Attack | Check::Weapon) && entry.by_thing.is_none();
    let walls = || fight.zones.iter().any(Zone::is_wall);
    match attack && walls() && sight::cover(fight, who, whom).is_none() {
        true => Err((&spells::BARRIER, "is behind a wall of magic")),
        false => Ok(()),
    }
}

/// Whether the thing of a spell gets to its target.
fn by_thing(fight: &Fight, who: Who, ability: u16, whom: Who, spaces: u8) -> Result<(), Fault> {
    let from = things(fight, who, ability).and_then(|squares| squares.first().copied());
    let near = from.and_then(|from| crate::rules::things::nearest(fight, from, whom, spaces));
    near.map(|_| ()).ok_or((&spells::THINGS, "is where it does not get to"))
}

/// Whether an ability is aimed at a Space or a direction, which can be left open while it is held.
pub fn placed(fight: &Fight, ability: u16) -> bool {
    let entry = &fight.ability(ability).entry;
    let turned = entry.area.is_some_and(|area| area.from_maker() && !matches!(area, Area::Aura(_)));
    entry.aim == Aim::Space || turned || !entry.or_area.is_empty()
}

/// Whether an ability is something done on one's own turn.
pub fn is_deed(fight: &Fight, ability: u16) -> bool {
    fight.ability(ability).entry.is_deed()
}
