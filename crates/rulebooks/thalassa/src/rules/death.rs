//! Unconsciousness & Death: the dead, and who comes in their place.

use quintain_engine::{Event, EventId, Rule, Side, Table, Who};

use crate::ask::{Act, Ask};
use crate::book::Special;
use crate::condition::{Condition, Conditions, Effect, LASTING};
use crate::fight::{Fight, Joining};
use crate::rules::{ability, detachment, morale};
use crate::setting::Setting;

quintain_engine::section! {
    "Unconsciousness & death";
    CHOICE = Choice "death.choice": "A dead hero's player may take over a companion present or bring in somebody new.",
        ruling "Unattended, a living companion is taken over.";
    JOIN = Gm "death.join": "A companion is a hero from that instant and declares from the next round; somebody new enters at its start.",
        ruling "On a map, beside the dead hero.";
    NO_NEW_SAVE = Engine "death.no-new-save": "A replacement rolls no save for order.";
    NO_UNCONSCIOUS = Engine "death.no-unconscious": "There is no unconscious state: only critical damage, paralysis, delirium, a mortal wound and death.";
}

/// Combatants that nothing can hurt any more.
const BEYOND_HARM: Conditions = Conditions::of(&[Condition::Dead, Condition::Destroyed, Condition::Withdrawn]);

/// Whether somebody is dead, destroyed or gone for good: what else strikes them in the same instant changes nothing.
pub fn is_beyond_harm(fight: &Fight, who: Who) -> bool {
    fight.one(who).conditions.any(BEYOND_HARM)
}

/// What death is for this one: a detachment is destroyed, and a combatant that cannot die withdraws.
pub fn death_of(fight: &Fight, who: Who) -> Condition {
    let immortal = |special: &Special| fight.template(who).has(special);
    if fight.one(who).detachment {
        Condition::Destroyed
    } else if immortal(&Special::FliesOffAtZero) || immortal(&Special::CannotDie) {
        Condition::Withdrawn
    } else {
        Condition::Dead
    }
}

/// Somebody has died by `rule`, or a detachment is destroyed, or an immortal withdraws. Nobody dies twice.
pub(crate) fn die<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static Rule,
    cause: Option<EventId>,
) {
    if is_beyond_harm(fight, who) {
        return;
    }
    let by_kra = *rule == ability::KRA_0;
    let condition = death_of(fight, who);
    let (rule, text) = match condition {
        Condition::Destroyed => (if by_kra { &detachment::ZERO_KRA } else { rule }, "is destroyed"),
        Condition::Withdrawn if fight.template(who).has(&Special::FliesOffAtZero) => {
            (&super::creatures::IMMORTAL, "cannot die and flies off")
        }
        Condition::Withdrawn => (&super::creatures::IMMORTAL, "cannot die, but is out of the fight"),
        _ => (rule, "dies"),
    };
    let one = fight.one_mut(who);
    one.conditions.give(condition);
    one.dies_in_round = 0;
    one.prayer = None;
    table.tell(|| {
        let event = Event::new(rule, format!("{} {text}", fight.label(who))).by(who).and(&NO_UNCONSCIOUS);
        let npc = by_kra && condition == Condition::Dead && !fight.one(who).hero;
        let event = if npc { event.and(&ability::NPC) } else { event };
        if let Some(cause) = cause { event.because(cause) } else { event }
    });
    if condition == Condition::Dead && fight.one(who).hero {
        fight.scratch.fallen.push(who);
    }
}

/// `death.choice`: asks the players of heroes who have just died, in roster order.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub(crate) fn replacements<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.scratch.fallen.is_empty() { Ok(()) } else { replace_the_fallen(fight, table) }
}

#[cold]
fn replace_the_fallen<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    fight.scratch.fallen.sort_unstable();
    while let Some(who) = fight.scratch.fallen.first().copied() {
        fight.scratch.fallen.remove(0);
        match table.choose(fight, Ask::Replacement { who })? {
            Some(Act::TakeOver(companion)) => take_over(fight, table, who, companion),
            Some(Act::BringIn(template)) => {
                let side = fight.one(who).home;
                let newcomer = Joining { template, side, from: who, count: 1, hero: true, last_round: LASTING };
                fight.joining.push(newcomer);
                table.tell(|| {
                    let name = &fight.setting.templates[usize::from(template)].name;
                    let text = format!("{name} will join in place of {}", fight.label(who));
                    Event::new(&CHOICE, text).by(who).upkeep()
                });
            }
            _ => {}
        }
    }
    Ok(())
}

/// `death.join`: the companion is a hero from now on. What it was committed to as a companion stands; the player
/// declares from the next round.
fn take_over<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Who, companion: Who) {
    fight.one_mut(companion).hero = true;
    // The player decides now, and no hero's morale is broken.
    let fled = fight.one(companion).is(Condition::Fleeing);
    fight.one_mut(companion).conditions.take(Condition::Fleeing);
    table.tell(|| {
        let text = format!("{}'s player takes over {}", fight.label(from), fight.label(companion));
        let event = Event::new(&CHOICE, text).by(from).to(companion).and(&JOIN).and(&NO_NEW_SAVE).upkeep();
        if fled { event.and(&morale::NOT_PCS) } else { event }
    });
}

/// `death.join`: a combatant that is due enters at the top of the round, at a place that the GM picks.
///
/// # Errors
/// Halts with the table.
#[cold]
pub(crate) fn enter<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    while let Some(joining) = fight.joining.first().copied() {
        fight.joining.remove(0);
        for _ in 0..joining.count {
            let who = join(fight, joining.template, joining.side, joining.hero);
            if joining.last_round != LASTING {
                fight.one_mut(who).affect(Effect::Summoned, joining.from, joining.last_round);
            }
            if fight.ground().is_some() {
                let entry = table.choose(fight, Ask::Enters { who, beside: joining.from })?;
                fight.one_mut(who).at = if let Some(Act::Square(square)) = entry { Some(square) } else { None };
            }
            table.tell(|| {
                let side = &fight.setting.sides[joining.side.index()];
                Event::new(&JOIN, format!("{} joins {side}", fight.label(who))).by(who).and(&NO_NEW_SAVE).upkeep()
            });
        }
    }
    Ok(())
}

/// Puts a new combatant into the roster.
pub(crate) fn join(fight: &mut Fight, template: u16, side: Side, hero: bool) -> Who {
    let who = Who(fight.cast.len() as u16);
    let mut one = crate::rules::newcomers::combatant(&fight.setting, template, side);
    one.hero = hero;
    one.first = true;
    fight.cast.push(&one);
    fight.sides[side.index()].began += 1;
    if !has_name_ready(&fight.setting, who, template) {
        let name = free_name(&fight.setting, who, template);
        fight.setting.change().names.insert(who.index(), name);
    }
    who
}

/// Whether a name has been kept for this place in the roster.
fn has_name_ready(setting: &Setting, who: Who, template: u16) -> bool {
    let kind = setting.templates[usize::from(template)].name.as_str();
    setting.names.get(who.index()).is_some_and(|kept| kept.starts_with(kind))
}

/// The kind's own name, with a number where somebody bears it already.
fn free_name(setting: &Setting, who: Who, template: u16) -> String {
    let kind = &setting.templates[usize::from(template)].name;
    let same = |kept: &String| kept.to_lowercase() == kind.to_lowercase();
    if !setting.names.iter().take(who.index()).any(same) {
        return kind.clone();
    }
    let numbered = (1..).map(|number| format!("{kind} {number}"));
    numbered.into_iter().find(|made| !setting.names.contains(made)).unwrap_or_else(|| kind.clone())
}
