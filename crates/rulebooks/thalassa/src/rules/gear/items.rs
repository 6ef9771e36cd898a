//! Things that are used up or used on somebody.

use quintain_engine::{Event, Refusal, Table, Who};

use super::{BOOTS, BOUND, CARRIED, HORN, LYRE, MIRROR, NET, ONE_USE, ROPE};
use crate::book::Use;
use crate::condition::{Ability, Condition, Effect};
use crate::fight::Fight;
use crate::rules::saves::save;
use crate::rules::{battle_map, gifts, hazards, magic};
use crate::scratch::Help;

/// Whether somebody carries gear of this use.
pub fn carries(fight: &Fight, who: Who, does: Use) -> bool {
    fight.one(who).items.iter().any(|item| fight.setting.items[usize::from(*item)].does == does)
}

/// How near a piece of gear must be used, where that matters.
pub fn range(fight: &Fight, who: Who, item: u8) -> Option<u16> {
    match fight.carried(who, item)?.does {
        Use::Net => Some(20),
        Use::Rope => Some(5),
        _ => None,
    }
}

/// Whether a piece of gear is used on foes alone.
pub fn is_for_foes(fight: &Fight, who: Who, item: u8) -> bool {
    fight.carried(who, item).is_some_and(|entry| matches!(entry.does, Use::Net | Use::Rope | Use::Arrow))
}

/// Whether a piece of gear may be used on that one.
///
/// # Errors
/// The refusal.
pub fn may_use(fight: &Fight, who: Who, (item, does): (u8, Use), at: Who) -> Result<(), Refusal> {
    let refuse = |rule, why: &'static str| Err(Refusal::new(rule, why));
    match does {
        Use::Net => {
            let word = |far| if far { "farther than 20 feet" } else { "not to be got at" };
            let aims = battle_map::may_aim(fight, who, at, 20, false);
            aims.or_else(|refusal| refuse(&NET, word(*refusal.rule == battle_map::RANGE)))
        }
        Use::Rope if !fight.helpless(at) => refuse(&ROPE, "it is not helpless"),
        Use::Rope => battle_map::may_aim(fight, who, at, 5, true),
        Use::Horn | Use::Lyre if fight.one(who).under(Effect::Silenced) => refuse(&magic::VOICE, "silenced"),
        Use::Staff if fight.one(who).under(Effect::Spent(item)) => refuse(&gifts::CADUCEUS, "once in a fight"),
        Use::Staff | Use::Arrow if who != at && !battle_map::may_see(fight, who, at, 80) => {
            refuse(rule_of(does), "not in sight within 80 feet")
        }
        Use::Horn if fight.one(at).is(Condition::Deaf) => refuse(&HORN, "deaf"),
        Use::Horn if !fight.one(at).under(Effect::Bewitched) && !fight.one(at).is(Condition::Asleep) => {
            refuse(&HORN, "neither asleep nor bewitched")
        }
        _ => Ok(()),
    }
}

/// The rule of a piece of gear.
pub fn rule_of(does: Use) -> &'static quintain_engine::Rule {
    match does {
        Use::Net => &NET,
        Use::Rope => &ROPE,
        Use::Lyre => &LYRE,
        Use::Horn => &HORN,
        Use::Mirror => &MIRROR,
        Use::Boots => &BOOTS,
        Use::Trap => &hazards::TRAP,
        Use::Grease | Use::Tar => &hazards::SLICK,
        Use::Aegis => &gifts::AEGIS,
        Use::Staff => &gifts::CADUCEUS,
        Use::Arrow => &gifts::ARROWS_OF_EROS,
        Use::Nothing => &CARRIED,
    }
}

pub(super) fn use_item<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    item: u8,
    at: Who,
) -> Result<(), T::Halt> {
    let Some(entry) = fight.carried(who, item) else { return Ok(()) };
    let (does, once, rule) = (entry.does, entry.once, rule_of(entry.does));
    let misses = range(fight, who, item).is_some_and(|feet| !battle_map::comes_about(fight, who, at, feet, feet <= 5));
    let sights = matches!(does, Use::Staff | Use::Arrow) && who != at && fight.present(at);
    if misses || sights && !battle_map::comes_about(fight, who, at, 80, false) {
        battle_map::tell_out_of_reach(fight, table, who, at, rule);
        return Ok(());
    }
    fight.plan_mut(who).used = Some(does);
    table.tell(|| {
        let name = fight.carried(who, item).map_or("?", |entry| entry.name.as_str());
        let on = if who == at { String::new() } else { format!(" on {}", fight.label(at)) };
        let event = Event::new(rule, format!("{} uses {name}{on}", fight.label(who))).by(who).to(at).with(name).act();
        if once { event.and(&ONE_USE) } else { event }
    });
    apply_item(fight, table, (who, item), does, at)?;
    if once {
        lose_item(fight, who, usize::from(item));
    }
    Ok(())
}

/// Takes a thing out of somebody's pack. What a gift behind it has done already stays with that gift (`gift.caduceus`).
pub(crate) fn lose_item(fight: &mut Fight, who: Who, place: usize) {
    let one = fight.one_mut(who);
    one.items.remove(place);
    one.effects.retain(|known| known.effect != Effect::Spent(place as u8));
    for known in &mut one.effects {
        if let Effect::Spent(item) = &mut known.effect
            && usize::from(*item) > place
        {
            *item -= 1;
        }
    }
}

pub(super) fn apply_item<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, item): (Who, u8),
    does: Use,
    at: Who,
) -> Result<(), T::Halt> {
    match does {
        Use::Net => {
            if !save(fight, table, at, Ability::Tek, &NET, "TEK save against the net")?.passed {
                bind(fight, table, at, &NET);
            }
        }
        Use::Rope if fight.helpless(at) => bind(fight, table, at, &ROPE),
        Use::Lyre => {
            for bewitched in fight.everyone() {
                if fight.one_mut(bewitched).lift(Effect::Bewitched) {
                    table.tell(|| Event::new(&LYRE, format!("{} comes to", fight.label(bewitched))).to(bewitched));
                }
            }
        }
        Use::Horn => {
            if save(fight, table, at, Ability::Thu, &HORN, "THU save at the horn's call")?.passed {
                fight.scratch.helps.push(Help::Rouse(at));
            }
        }
        Use::Aegis => gifts::frighten(fight, table, who)?,
        Use::Staff => gifts::staff(fight, table, who, at, item),
        Use::Arrow => gifts::arrow(fight, table, who, at, None),
        Use::Rope | Use::Mirror | Use::Boots | Use::Trap | Use::Grease | Use::Tar | Use::Nothing => {}
    }
    Ok(())
}

/// `gear.bound`.
pub(super) fn bind<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, rule: &'static quintain_engine::Rule) {
    fight.one_mut(whom).conditions.give(Condition::Bound);
    table.tell(|| Event::new(rule, format!("{} is bound", fight.label(whom))).to(whom).and(&BOUND));
}
