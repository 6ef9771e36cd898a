//! Magic (from the Magic chapter): reciting, its price and its danger.

use quintain_engine::{Event, Refusal, Table, Throw, Who};

use crate::ask::{self, Ask};
use crate::book::{Lasts, Spell, Tag};
use crate::condition::{Ability, Condition, Effect, LASTING};
use crate::declaration::Also;
use crate::fight::{Fight, Known};
use crate::house::{DangerSave, TargetSave, Victory};
use crate::rules::saves::save;
use crate::rules::{ability, actions, battle_map, gear, rounds};

quintain_engine::section! {
    "Magic";
    ANYONE = Engine "magic.anyone": "Anyone may use magic: incantations and prayers.";
    COST = Engine "magic.cost": "An incantation costs the reciter 1d6 THU; this is no damage.";
    RECOVER = OffMap "magic.recover": "THU so spent comes back like STA, unless it was brought to 0.";
    SCROLL = Engine "magic.scroll": "A scroll is one incantation, fills a slot and needs a free hand.";
    MEMORISE = OffMap "magic.memorise": "Learning one by heart takes a day and burns the scroll.";
    DANGER = Gm "magic.danger": "In danger reciting needs a THU save.", house "magic.danger-save";
    ORDER = Engine "magic.order": "The danger save comes first, then the price, paid either way, then the effect.";
    FAIL = Gm "magic.fail": "A failed danger save leaves no effect and a Fatigue; what is harmful may turn on the reciter.";
    NO_TARGET_SAVE = Engine "magic.no-target-save": "Targets get no save.", house "magic.target-save";
    RANGE = Engine "magic.range": "One target in sight within 80 feet, or oneself; without a map anyone present.";
    VOICE = Engine "magic.voice": "Who is silenced cannot recite or pray.";
    END = Engine "magic.end": "The reciter's death does not end what was wrought.";
    SAME_TWICE = Engine "magic.same-twice": "The same on the same target does not stack: the longer stands.";
    WARD = Engine "magic.ward": "A ward comes off after Armor and outside its limit, for each instance of damage.", house "protection.roll";
    DIRECT = Engine "magic.direct": "Direct damage passes over Armor, not over wards, as an instance of its own after the pool.", house "magic.direct";
    THU_ZERO = Engine "magic.thu-zero": "Who brings the own THU to 0 has worked the incantation and is delirious.", house "magic.thu-zero";
}

/// An incantation or a boon that has been paid for and will take effect in this phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrought {
    /// By whom.
    pub by: Who,
    /// On whom.
    pub at: Who,
    /// What it does.
    pub does: Spell,
    /// What else it concerns.
    pub also: Also,
    /// The damage, for those that do some.
    pub amount: i16,
    /// The last round in which it works.
    pub last_round: u32,
    /// Wrought by an incantation.
    pub goeteia: bool,
}

/// Whether somebody may recite this now.
///
/// # Errors
/// The refusal.
pub fn may_recite(fight: &Fight, who: Who, known: Known) -> Result<(), Refusal> {
    let one = fight.one(who);
    let entry = &fight.setting.incantations[usize::from(known.incantation)];
    actions::may_act(fight, who)?;
    if one.under(Effect::Silenced) {
        return Err(Refusal::new(&VOICE, "silenced"));
    }
    if known.scroll && one.free_hands(&fight.setting.arms) == 0 {
        return Err(Refusal::new(&SCROLL, "a scroll needs a free hand"));
    }
    if entry.once && fight.sides[one.side.index()].used.contains(&known.incantation) {
        return Err(Refusal::new(super::incantations::rule_of(entry.does), "once in a fight for the whole side"));
    }
    if entry.does == Spell::Vanquish && fight.house().victory == Victory::Banned {
        return Err(Refusal::new(super::incantations::rule_of(entry.does), "banned by house rule"));
    }
    Ok(())
}

/// Whether this may be recited on that one.
///
/// # Errors
/// The refusal.
pub fn may_target(fight: &Fight, who: Who, does: Spell, at: Who) -> Result<(), Refusal> {
    let rule = super::incantations::rule_of(does);
    if !fight.present(at) {
        return Err(Refusal::new(&RANGE, "not on the field"));
    }
    if who != at && !battle_map::sees_within(fight, who, at, 80) {
        return Err(Refusal::new(&RANGE, "not in sight within 80 feet"));
    }
    let template = fight.template(at);
    match does {
        Spell::Control { only, or, .. } if !template.is(only) && !or.is_some_and(|or| template.is(or)) => {
            Err(Refusal::new(rule, "not the kind of creature that it works on"))
        }
        Spell::Appease if !template.is(Tag::Beast) && !fight.one(at).is(Condition::Enraged) => {
            Err(Refusal::new(rule, "neither a beast nor blinded by anger"))
        }
        _ => Ok(()),
    }
}

/// `magic.danger`: THU, before anything else of the recital.
pub(crate) fn danger_save<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.house().danger_save == DangerSave::GmAsks && !ask::yes(fight, table, Ask::InDanger { who })? {
        return Ok(());
    }
    let saved = save(fight, table, who, Ability::Thu, &DANGER, "THU save to recite in danger")?;
    if !saved.passed {
        fight.one_mut(who).plan.lost = true;
    }
    Ok(())
}

/// `magic.cost`: 1d6 THU.
fn pay<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let price = table.die(fight, Throw::die(6, &COST, "price in THU").by(who))?;
    let before = fight.one(who).score(Ability::Thu).now;
    let cause = table.tell(|| {
        let event = Event::new(&COST, format!("{} pays {price} THU", fight.label(who))).by(who).dice(6, &[price]);
        let event = event.and(&ANYONE).and(&ORDER).and(&actions::CAST_IS_NOT_ATTACK);
        if i32::from(price) >= i32::from(before) { event.and(&THU_ZERO) } else { event }
    });
    ability::lose(fight, table, who, Ability::Thu, price as i16, cause);
    Ok(())
}

/// The price of a recital that failed, and its Fatigue.
///
/// # Errors
/// Halts with the table.
pub(crate) fn lost_recital<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let crate::declaration::Deed::Cast { spell, at, also } = fight.one(who).plan.deed else { return Ok(()) };
    if fight.one(who).plan.call.is_some() {
        return Ok(());
    }
    pay(fight, table, who)?;
    let known = fight.one(who).spells[usize::from(spell)];
    let entry = fight.setting.incantations[usize::from(known.incantation)].clone();
    if entry.harmful && ask::yes(fight, table, Ask::TurnsOnReciter { who })? {
        table.tell(|| Event::new(&FAIL, format!("{} turns on {}", entry.name, fight.label(who))).by(who));
        let _ = at;
        return work(fight, table, who, &entry, who, also);
    }
    table.tell(|| Event::new(&FAIL, format!("{} fails", entry.name)).by(who));
    gear::tire(fight, table, who);
    Ok(())
}

/// P6: price, then the dice of the effect; what it does comes later in the phase.
///
/// # Errors
/// Halts with the table.
pub(crate) fn recite<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    spell: u8,
    at: Who,
    also: Also,
) -> Result<(), T::Halt> {
    let Some(known) = fight.one(who).spells.get(usize::from(spell)).copied() else { return Ok(()) };
    pay(fight, table, who)?;
    let entry = fight.setting.incantations[usize::from(known.incantation)].clone();
    if entry.once {
        let side = fight.one(who).side;
        let used = &mut fight.sides[side.index()].used;
        if !used.contains(&known.incantation) {
            let _ = used.try_push(known.incantation);
        }
    }
    let gone = !fight.present(at);
    if gone || (fight.house().target_save == TargetSave::Thu && at != who && withstands(fight, table, at)?) {
        table.tell(|| Event::new(&NO_TARGET_SAVE, format!("{} does nothing to {}", entry.name, fight.label(at))).by(who).to(at));
        return Ok(());
    }
    work(fight, table, who, &entry, at, also)
}

fn withstands<T: Table<Fight>>(fight: &mut Fight, table: &mut T, at: Who) -> Result<bool, T::Halt> {
    Ok(save(fight, table, at, Ability::Thu, &NO_TARGET_SAVE, "THU save against the incantation")?.passed)
}

fn work<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    entry: &crate::book::IncantationEntry,
    at: Who,
    also: Also,
) -> Result<(), T::Halt> {
    let rule = super::incantations::rule_of(entry.does);
    table.tell(|| {
        let text = format!("{} recites {} on {}", fight.label(who), entry.name, fight.label(at));
        Event::new(rule, text).by(who).to(at).and(&actions::CAST).and(&RANGE).and(&NO_TARGET_SAVE)
    });
    let amount = match entry.does {
        Spell::Harm { die } => table.die(fight, Throw::die(die.into(), rule, "direct damage").by(who).at(at))? as i16,
        _ => 0,
    };
    let last_round = match entry.lasts {
        Lasts::Fight => LASTING,
        Lasts::Turns(turns) => rounds::last_round(fight, turns.into()),
        Lasts::Rolled(count, sides) => {
            let turns = rounds::roll_turns(fight, table, who, (count, sides), rule)?;
            rounds::last_round(fight, turns)
        }
    };
    fight.scratch.wrought.push(Wrought { by: who, at, does: entry.does, also, amount, last_round, goeteia: true });
    Ok(())
}
