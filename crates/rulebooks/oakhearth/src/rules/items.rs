//! Items in use: drunk, given to drink, thrown.

use quintain_engine::{Area, Event, Refusal, Table, Throw, Who, section};
use quintain_field::Square;

use crate::ask::Target;
use crate::book::{Check, Damage, Effect, ItemEntry, Use};
use crate::combatant::Clock;
use crate::fight::{Fight, Lit};
use crate::rules::damage::{self, Harm};
use crate::rules::effects::Outcome;
use crate::rules::{areas, conditions, dice, numbers, objects, sight, spells, zones};
use crate::those::Whos;

section! {
    "Items";
    USE = Choice "item.use": "An item is drunk, given to drink or thrown for 1 AP.", ruling "Giving a potion to another costs 1 AP, too.";
    AREA = Engine "item.area": "What bursts concerns everybody in its area, with a Save for half where it allows one.";
    DELAYED = Engine "item.delayed": "A bomb with a fuse goes off at the end of its thrower's next turn.";
}

fn entry(fight: &Fight, who: Who, item: u8) -> Option<&ItemEntry> {
    let thing = fight.one(who).items.get(usize::from(item))?;
    fight.setting.items.get(usize::from(*thing))
}

/// Whether an item is drunk to mend wounds.
pub fn heals(fight: &Fight, who: Who, item: u8) -> bool {
    let mends = |entry: &ItemEntry| entry.does.iter().any(|step| matches!(step.effect, Effect::Heal { .. }));
    entry(fight, who, item).is_some_and(|entry| entry.used == Use::Drink && mends(entry))
}

/// How much harm an item does that is thrown, and how far around.
pub fn bursts(fight: &Fight, who: Who, item: u8) -> Option<(i16, i16)> {
    let entry = entry(fight, who, item).filter(|entry| matches!(entry.used, Use::Throw(_) | Use::ThrowByMight(_)))?;
    let amount = entry.does.iter().filter_map(|step| match step.effect {
        Effect::Damage { amount, .. } => Some(i16::from(amount)),
        _ => None,
    });
    Some((amount.max()?, entry.area.map_or(0, |area| area.size().into())))
}

/// Whether an item goes off later than it is thrown.
pub fn waits(fight: &Fight, who: Who, item: u8) -> bool {
    entry(fight, who, item).is_some_and(|entry| entry.delayed)
}

/// Everything that an item may be used on.
pub fn aims(fight: &Fight, who: Who, item: u8) -> Vec<Target> {
    match entry(fight, who, item).map(|entry| entry.used) {
        Some(Use::Drink) => {
            let near = fight.everyone().filter(|whom| fight.present(*whom) && fight.distance(who, *whom) <= 1);
            near.map(Target::Who).collect()
        }
        Some(Use::Throw(_) | Use::ThrowByMight(_)) => {
            let all = fight.map.bounds().squares().filter(|square| !fight.map.blocks_movement(*square));
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
        (Use::Drink, Target::Who(whom)) => {
            fight.present(whom) && fight.distance(who, whom) <= 1 && !sight::barred(fight, who, whom)
        }
        (Use::Throw(far), Target::Square(square)) => {
            fight.distance_to(who, square) <= far.into() && sight::sees_space(fight, who, square)
        }
        (Use::ThrowByMight(more), Target::Square(square)) => {
            let far = i16::from(fight.one(who).attributes[0]) + i16::from(more);
            fight.distance_to(who, square) <= far && sight::sees_space(fight, who, square)
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
    let what = |fight: &Fight| format!("reaches for {}", crate::rules::options::item_text(fight, who, item));
    if !objects::interact(fight, table, who, what)? || may_use(fight, who, item, at).is_err() {
        return Ok(());
    }
    fight.one_mut(who).items.remove(usize::from(item));
    let setting = fight.setting.clone();
    let Some(entry) = setting.items.get(usize::from(thing)) else { return Ok(()) };
    table.tell(|| {
        Event::new(&USE, format!("{} uses {}", fight.label(who), entry.name)).by(who).with(entry.name.clone())
    });
    match at {
        Target::Who(whom) => affect(fight, table, who, whom, entry, &Outcome::of(0)),
        Target::Square(square) if entry.delayed => {
            let clock = conditions::clock(fight, crate::book::Lasts::NextEnd, who, who);
            fight.lit.push(Lit { by: who, item: thing, at: square, clock });
            table.tell(|| Event::new(&DELAYED, format!("{} lies at {square}", entry.name)).by(who));
            Ok(())
        }
        Target::Square(square) => burst(fight, table, who, square, entry),
        _ => Ok(()),
    }
}

/// The Spaces that a thrown item takes in.
fn ground(fight: &Fight, who: Who, square: Square, entry: &ItemEntry) -> areas::Squares {
    match entry.area {
        Some(area) => areas::squares(fight, who, area, Target::Square(square), Some(square)),
        None => std::iter::once(square).collect(),
    }
}

/// What a thrown item covers there, and the creatures that it would strike, as all stand now.
pub fn covered(fight: &Fight, who: Who, item: u8, square: Square) -> Area {
    let Some(entry) = entry(fight, who, item) else { return Area::default() };
    let squares = ground(fight, who, square, entry);
    let hits = struck(fight, who, square, entry).into_iter().collect();
    Area { squares: squares.iter().copied().collect(), hits }
}

/// The creatures that a thrown item would harm, as all stand now.
pub fn caught(fight: &Fight, who: Who, item: u8, square: Square) -> Whos {
    let harmful = entry(fight, who, item).filter(|entry| entry.does.iter().any(|step| step.effect.harms()));
    harmful.map_or_else(Whos::new, |entry| struck(fight, who, square, entry))
}

/// Everybody that a thrown item takes in there.
fn struck(fight: &Fight, who: Who, square: Square, entry: &ItemEntry) -> Whos {
    let at = (Target::Square(square), Some(square));
    let level = |other: &Who| entry.area.is_none_or(|area| areas::level_with(fight, who, area, at, *other));
    areas::inside(fight, &ground(fight, who, square, entry)).filter(level).collect()
}

/// What an item does around a Space.
fn burst<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    square: Square,
    entry: &ItemEntry,
) -> Result<(), T::Halt> {
    let squares = ground(fight, who, square, entry);
    for whom in struck(fight, who, square, entry) {
        let outcome = match entry.check {
            Check::Save(save) => {
                let dc = entry.dc.map_or_else(|| numbers::save_dc(fight, who), i16::from);
                let saved = dice::save(fight, table, whom, save, dc, &AREA, Some(who))?;
                Outcome::resisted(saved, save, dc)
            }
            _ => Outcome::of(0),
        };
        affect(fight, table, who, whom, entry, &outcome)?;
    }
    if entry.does.iter().any(|step| matches!(step.effect, Effect::Damage { kind: Damage::Fire, .. })) {
        zones::ignite(fight, table, &squares);
    }
    Ok(())
}

fn affect<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    entry: &ItemEntry,
    outcome: &Outcome,
) -> Result<(), T::Halt> {
    for step in entry.does.iter().filter(|step| spells::on(step.on, outcome.success)) {
        match step.effect {
            Effect::Damage { amount, kind, per_five, .. } => {
                let more = if outcome.success { i16::from(per_five) * outcome.fives() } else { 0 };
                let harm = Harm { by: Some(who), ..Harm::new(i16::from(amount) + more, kind, &AREA) };
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

/// Bombs whose time has come go off.
///
/// # Errors
/// Halts with the table.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let due = |lit: &Lit| matches!(lit.clock, Clock::End(_, 0));
    while let Some(place) = fight.lit.iter().position(due) {
        let bomb = fight.lit.remove(place);
        let setting = fight.setting.clone();
        let Some(entry) = setting.items.get(usize::from(bomb.item)) else { continue };
        table.tell(|| Event::new(&DELAYED, format!("{} goes off at {}", entry.name, bomb.at)).by(bomb.by));
        burst(fight, table, bomb.by, bomb.at, entry)?;
    }
    Ok(())
}
