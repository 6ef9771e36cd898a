//! Items in use: drunk, given to drink, thrown.

use quintain_engine::{Event, Refusal, Table, Throw, Who, section};
use quintain_field::Square;

use crate::ask::Target;
use crate::book::{Check, Effect, Use};
use crate::fight::Fight;
use crate::rules::damage::{self, Harm};
use crate::rules::{areas, dice, numbers, objects, sight};

section! {
    "Items";
    USE = Choice "item.use": "An item is drunk, given to drink or thrown for 1 AP.", ruling "Giving a potion to another costs 1 AP, too.";
    AREA = Engine "item.area": "What bursts concerns everybody in its area, with a Save for half where it allows one.";
}

fn entry(fight: &Fight, who: Who, item: u8) -> Option<&crate::book::ItemEntry> {
    let thing = fight.one(who).items.get(usize::from(item))?;
    fight.setting.items.get(usize::from(*thing))
}

/// Everything that an item may be used on.
pub fn aims(fight: &Fight, who: Who, item: u8) -> Vec<Target> {
    match entry(fight, who, item).map(|entry| entry.used) {
        Some(Use::Drink) => {
            let near = fight.everyone().filter(|whom| fight.present(*whom) && fight.distance(who, *whom) <= 1);
            near.map(Target::Who).collect()
        }
        Some(Use::Throw(_)) => {
            let all = fight.enemies(who).filter_map(|whom| fight.one(whom).at);
            all.map(Target::Square).filter(|at| may_use(fight, who, item, *at).is_ok()).collect()
        }
        _ => Vec::new(),
    }
}

/// # Errors
/// Why an item cannot be used so.
pub fn may_use(fight: &Fight, who: Who, item: u8, at: Target) -> Result<(), Refusal> {
    let Some(entry) = entry(fight, who, item) else { return Err(Refusal::new(&USE, "it carries no such item")) };
    let right = match (entry.used, at) {
        (Use::Drink, Target::Who(whom)) => fight.present(whom) && fight.distance(who, whom) <= 1,
        (Use::Throw(far), Target::Square(square)) => {
            fight.distance_to(who, square) <= far.into() && sight::sees_space(fight, who, square)
        }
        _ => false,
    };
    if right { Ok(()) } else { Err(Refusal::new(&USE, "it cannot be used there")) }
}

/// Uses an item.
///
/// # Errors
/// Halts with the table.
pub(crate) fn use_up<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    item: u8,
    at: Target,
) -> Result<(), T::Halt> {
    let Some(thing) = fight.one(who).items.get(usize::from(item)).copied() else { return Ok(()) };
    if !objects::interact(fight, table, who, "uses an item")? || may_use(fight, who, item, at).is_err() {
        return Ok(());
    }
    fight.one_mut(who).items.remove(usize::from(item));
    let Some(entry) = fight.setting.items.get(usize::from(thing)).cloned() else { return Ok(()) };
    table.tell(|| Event::new(&USE, format!("{} uses {}", fight.label(who), entry.name)).by(who));
    match at {
        Target::Who(whom) => affect(fight, table, who, whom, &entry, false),
        Target::Square(square) => burst(fight, table, who, square, &entry),
        _ => Ok(()),
    }
}

fn burst<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    square: Square,
    entry: &crate::book::ItemEntry,
) -> Result<(), T::Halt> {
    let squares = match entry.area {
        Some(area) => areas::squares(fight, who, area, Target::Square(square)),
        None => vec![square],
    };
    for whom in areas::inside(fight, &squares) {
        let saved = match entry.check {
            Check::Save(save) => {
                let dc = entry.dc.map_or_else(|| numbers::save_dc(fight, who), i16::from);
                dice::save(fight, table, whom, save, dc, &AREA, Some(who))?.success
            }
            _ => false,
        };
        affect(fight, table, who, whom, entry, saved)?;
    }
    Ok(())
}

fn affect<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    entry: &crate::book::ItemEntry,
    saved: bool,
) -> Result<(), T::Halt> {
    for step in &entry.does {
        let due = match step.on {
            crate::book::On::Success => !saved,
            crate::book::On::Failure => saved,
            crate::book::On::Always => true,
        };
        if !due {
            continue;
        }
        match step.effect {
            Effect::Damage { amount, kind, .. } => {
                let mut harm = Harm::new(amount.into(), kind, &AREA);
                harm.by = Some(who);
                damage::hurt(fight, table, whom, harm)?;
            }
            Effect::Heal { amount, die, .. } => {
                let mut healed = i16::from(amount);
                if let Some(sides) = die {
                    healed += table.die(fight, Throw::die(sides.into(), &USE, "healing").by(who))? as i16;
                }
                damage::heal(fight, table, whom, healed);
            }
            _ => {}
        }
    }
    Ok(())
}
