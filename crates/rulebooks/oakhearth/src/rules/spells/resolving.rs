//! What a spell does when it goes off: to the ground, to its maker, to each target.

use quintain_engine::{Event, Table, Who};

use super::aiming::aim;
use super::{CHECK, TARGET, Use, more};
use crate::ask::Moment;
use crate::book::{Boon, Check, Effect, Lasts, On, Save, To};
use crate::fight::Fight;
use crate::rules::dice::{self, Saved};
use crate::rules::effects::{self, Making, Outcome};
use crate::rules::spell_checks::{self, Blows, Made};
use crate::rules::{attack, boons, combining, concentration, dispelling, hide, maneuvers, reactions, shifting, things};
use crate::those::{List, Those};

pub(super) fn resolve<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &mut Use,
    check: Option<&Made>,
    blows: &mut Blows,
) -> Result<(), T::Halt> {
    let (who, ability) = (using.who, using.ability);
    let making = making(fight, using);
    let setting = fight.setting.clone();
    let steps = effects::steps(&setting, ability, using.bought);
    // What changes the ground, or concerns its maker alone, happens once.
    let single = spell_checks::outcome_of(fight, ability, check);
    if let Some(size) = size(fight, ability, &single) {
        aim(fight, using, Some(size));
    }
    for step in steps.iter().copied().filter(|step| things::once(&step.effect)) {
        if on(step.on, single.success) && (step.margin == 0 || single.margin >= step.margin.into()) {
            takes_hold(fight, table, using);
            things::on_ground(fight, table, &making, &step.effect, &using.squares, &single)?;
        }
    }
    if steps
        .iter()
        .any(|step| matches!(step.effect, crate::book::Effect::Damage { kind: crate::book::Damage::Fire, .. }))
    {
        crate::rules::zones::ignite(fight, table, &using.squares);
    }
    if using.targets.is_empty() {
        let outcome = match fight.ability(ability).entry.check {
            Check::AgainstMaker => spell_checks::against(fight, table, using, who, check)?,
            _ => single.clone(),
        };
        let aimless = |step: &&crate::book::Step| step.to == To::Maker || step.effect == crate::book::Effect::Dispel;
        for step in steps.iter().copied().filter(aimless).filter(|step| !things::once(&step.effect)) {
            if on(step.on, outcome.success) {
                takes_hold(fight, table, using);
                effects::apply(fight, table, &making, &step.effect, who, &outcome)?;
            }
        }
    }
    for place in 0..using.targets.len() {
        on_one(fight, table, using, &making, &steps, check, (place, blows))?;
    }
    if let Some(whom) = using.thrown {
        attack::throw_weapon(fight, who, whom);
    }
    if making.attack {
        boons::attacked(fight, who);
        hide::revealed(fight, table, who, &hide::ENDS_ATTACK);
    }
    if using.works && making.kept {
        concentration::without_hold(fight, table, who);
    }
    Ok(())
}

/// A spell takes effect: now its maker concentrates on it, where it asks for that, and on no other.
fn takes_hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &mut Use) {
    let first = !std::mem::replace(&mut using.works, true);
    if first && matches!(fight.ability(using.ability).entry.lasts, Some(Lasts::Concentration(_))) {
        concentration::begin(fight, table, using.who, using.ability);
    }
}

/// The size of an area that the check decides.
fn size(fight: &Fight, ability: u16, single: &Outcome) -> Option<u8> {
    let entry = &fight.ability(ability).entry;
    let own = entry.area?.size();
    match (single.success, entry.area_on_failure) {
        (false, Some(size)) => Some(size),
        (true, _) if entry.area_per_five > 0 => {
            Some(own.saturating_add(entry.area_per_five.saturating_mul(single.fives().clamp(0, 9) as u8)))
        }
        _ => None,
    }
}

/// The Saves that a target has made.
type Saves = List<(Save, Saved), 3>;

/// Whether a target makes a Save; of each kind it makes one against all steps.
fn saved<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (whom, by): (Who, Who),
    (save, dc): (Save, i16),
    saves: &mut Saves,
) -> Result<bool, T::Halt> {
    if let Some((_, saved)) = saves.iter().find(|(kind, _)| *kind == save) {
        return Ok(saved.success);
    }
    let saved = dice::save(fight, table, whom, save, dc, &CHECK, Some(by))?;
    saves.push((save, saved));
    Ok(saved.success)
}

/// All steps that concern one target.
fn on_one<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &mut Use,
    making: &Making,
    steps: &[&crate::book::Step],
    check: Option<&Made>,
    (place, blows): (usize, &mut Blows),
) -> Result<(), T::Halt> {
    let Some(mut whom) = using.targets.get(place).copied() else { return Ok(()) };
    if !fight.present(whom) {
        return Ok(());
    }
    let mut outcome = match (blows.get_mut(place), check) {
        (Some(blow), Some(made)) => {
            let outcome = spell_checks::strike(fight, table, using, made, place, blow)?;
            whom = blow.at;
            outcome
        }
        _ => spell_checks::against(fight, table, using, whom, check)?,
    };
    if cramped(fight, steps, whom) {
        table.tell(|| Event::new(&TARGET, format!("{} has no room to grow", fight.label(whom))).to(whom));
        return Ok(());
    }
    let before = fight.one(whom).hp + fight.one(whom).temp;
    let mut saves = Saves::new();
    // Targets that another's casting of the same spell stays on.
    let mut taken = Those::default();
    for (number, step) in steps.iter().copied().enumerate().filter(|(_, step)| !things::once(&step.effect)) {
        let Some(to) = concerned(using, (number, step.to), (place, whom)) else { continue };
        if !on(step.on, outcome.success) || outcome.margin < step.margin.into() && step.margin > 0 || !fight.present(to)
        {
            continue;
        }
        if let Some(save) = step.save {
            if saved(fight, table, (whom, using.who), (save, making.dc), &mut saves)? {
                continue;
            }
            outcome.save = Some((save, making.dc));
        }
        if step.to == To::Maker {
            using.own |= 1 << number;
        }
        if dispelling::stays(&step.effect) && (taken.contains(to) || !dispelling::prevails(fight, table, using, to)?) {
            taken.insert(to);
            continue;
        }
        takes_hold(fight, table, using);
        effects::apply(fight, table, making, &step.effect, to, &outcome)?;
    }
    if fight.one(whom).hp + fight.one(whom).temp < before && fight.present(whom) && whom != using.who {
        reactions::window(fight, table, Moment::Hurt, using.who, whom, None)?;
    }
    match blows.get(place) {
        Some(blow) => maneuvers::afterwards(fight, table, blow),
        None => Ok(()),
    }
}

/// The target of a step, by its number; its maker once only, however many targets there are.
fn concerned(using: &Use, (number, to): (usize, To), (place, whom): (usize, Who)) -> Option<Who> {
    match to {
        To::Target => Some(whom),
        To::Maker => (using.own & (1 << number) == 0).then_some(using.who),
        To::First => (place == 0).then_some(whom),
    }
}

/// Whether an ability would make somebody larger than there is room for: then it does nothing to it.
fn cramped(fight: &Fight, steps: &[&crate::book::Step], whom: Who) -> bool {
    steps.iter().any(|step| match step.effect {
        Effect::Boon { boon: Boon::Resize(by), .. } => by > 0 && !shifting::may_grow(fight, whom, by),
        _ => false,
    })
}

/// Whether a step is due.
pub fn on(when: On, success: bool) -> bool {
    match when {
        On::Success => success,
        On::Failure => !success,
        On::Always => true,
    }
}

/// What all effects of one use share.
pub fn making(fight: &Fight, using: &Use) -> Making {
    let entry = &fight.ability(using.ability).entry;
    let bought = entry.enhance.iter().zip(using.bought.times).filter(|(_, times)| *times > 0);
    let of = |what: fn(&crate::book::Enhancement) -> i16| more(fight, using.ability, using.bought, what);
    Making {
        ability: Some(using.ability),
        by: using.who,
        dc: combining::save_dc(fight, using),
        damage: of(|more| more.damage.into()),
        heal: of(|more| more.heal.into()),
        temp: of(|more| more.temp_hp.into()),
        kind: bought.filter_map(|(more, _)| more.kind).next_back(),
        kept: matches!(entry.lasts, Some(Lasts::Concentration(_))),
        at: using.at,
        attack: matches!(entry.check, Check::Attack | Check::Weapon),
        melee: entry.melee,
        mp: using.cost.mp,
        mark: using.mark,
        near: None,
    }
}
