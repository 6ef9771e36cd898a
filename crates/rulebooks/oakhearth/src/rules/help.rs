//! Helping: dice for an ally's Attack or skill.

use quintain_engine::{Event, Refusal, Table, Throw, Who, section};

use crate::ask::{self, Act, Ask, Extra};
use crate::book::{Feature, Skill};
use crate::combatant::HelpDie;
use crate::fight::Fight;
use crate::house::{HelpStack, HelpTiming};
use crate::muster::Mark;
use crate::refusing::refuse_if;
use crate::story::Told;
use crate::those::Whos;

section! {
    "Help";
    ACTION = Choice "help.action": "For 1 AP one gives an ally a d8 to add.";
    EXPIRY = Engine "help.expiry": "The die is gone when the helper's next turn starts.", ruling "It goes with a helper who drops out.";
    DECLARE = Choice "help.declare": "The helper names the ally, the kind of Check and, for an Attack, the enemy.";
    ATTACK_DISTANCE = Engine "help.attack-distance": "For an Attack the helper is next to the attacker or the target.";
    ATTACK_SCOPE = Engine "help.attack-scope": "The die helps only that ally against that target.";
    SKILL = Gm "help.skill": "For a skill the helper needs proficiency in it and says how it helps.", ruling "Accepted with the same skill.";
    CONSUMED = Engine "help.consumed": "The die is gone once it is added.", house "help-stack";
    ADDS = Engine "help.adds-to-total": "The die is added to the total, degrees included.", house "help-timing";
    MULTIPLE = Engine "help.multiple-penalty": "Each further Help of a turn gives a die one step smaller, down to d4.";
}

/// The sides of the next die that one gives.
pub fn die_of(fight: &Fight, who: Who) -> u8 {
    let first = fight.template(who).feature(|feature| match feature {
        Feature::HelpDie(sides) => Some(*sides),
        _ => None,
    });
    first.unwrap_or(8).saturating_sub(2 * fight.one(who).turn.helps).max(4)
}

/// # Errors
/// Why this ally cannot be helped to attack this enemy.
pub fn may_help_attack(fight: &Fight, who: Who, ally: Who, enemy: Who) -> Result<(), Refusal> {
    refuse_if(who == ally || fight.one(who).side != fight.one(ally).side, &ACTION, "one helps an ally, never oneself")?;
    if fight.distance(who, ally) > 1 && fight.distance(who, enemy) > 1 {
        return Err(Refusal::new(&ATTACK_DISTANCE, "neither the ally nor the enemy is within 1 Space"));
    }
    Ok(())
}

/// # Errors
/// Why this ally cannot be helped with this skill.
pub fn may_help_skill(fight: &Fight, who: Who, ally: Who, skill: Skill) -> Result<(), Refusal> {
    refuse_if(who == ally || fight.one(who).side != fight.one(ally).side, &ACTION, "one helps an ally, never oneself")?;
    refuse_if(!proficient(fight, who, skill), &SKILL, "it has no proficiency in that")
}

/// Whether a skill is better than its bare attribute.
fn proficient(fight: &Fight, who: Who, skill: Skill) -> bool {
    let one = fight.one(who);
    let bare = match skill.attribute() {
        Some(attribute) => i16::from(one.attributes[attribute as usize]),
        None => one.proficiency(),
    };
    crate::rules::numbers::skill_bonus(fight, who, skill) > bare
}

/// Gives a die for an Attack.
pub(crate) fn help_attack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ally: Who, enemy: Who) {
    give(fight, table, who, ally, Some(enemy), None);
}

/// Gives a die for a skill, where the GM agrees.
///
/// # Errors
/// Halts with the table.
pub(crate) fn help_skill<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ally: Who,
    skill: Skill,
) -> Result<(), T::Halt> {
    if ask::yes(fight, table, Ask::HelpMakesSense { who, skill })? {
        give(fight, table, who, ally, None, Some(skill));
    } else {
        table.tell(|| Event::new(&SKILL, format!("{}'s help is no use", fight.label(who))).by(who));
    }
    Ok(())
}

fn give<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ally: Who,
    against: Option<Who>,
    skill: Option<Skill>,
) {
    let sides = die_of(fight, who);
    fight.one_mut(ally).help.push(HelpDie { by: who, sides, against, skill });
    let helps = fight.one(who).turn.helps;
    fight.one_mut(who).turn.helps = helps.saturating_add(1);
    crate::rules::stamina::regain(fight, table, who, crate::book::Regains::Helping);
    table.tell(|| {
        let what = match (against, skill) {
            (Some(enemy), _) => format!("against {}", fight.label(enemy)),
            (_, Some(skill)) => format!("for {skill}"),
            _ => String::new(),
        };
        let text = format!("{} gives {} a Help Die d{sides} {what}", fight.label(who), fight.label(ally));
        let event = Event::new(&ACTION, text).by(who).to(ally).and(&DECLARE).act_of(fight);
        let event = if helps > 0 { event.and(&MULTIPLE) } else { event };
        if against.is_some() { event.and(&ATTACK_DISTANCE) } else { event.and(&SKILL) }
    });
}

/// Whether a die may be added to an Attack on somebody.
pub fn fits(die: &HelpDie, target: Who) -> bool {
    die.against == Some(target)
}

/// Throws and spends the die of a helper for an Attack.
///
/// # Errors
/// Halts with the table.
pub(crate) fn spend<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    helper: Who,
    target: Who,
) -> Result<i16, T::Halt> {
    let place = fight.one(who).help.iter().position(|die| die.by == helper && fits(die, target));
    match place {
        Some(place) => use_die(fight, table, who, place),
        None => Ok(0),
    }
}

fn use_die<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: usize) -> Result<i16, T::Halt> {
    let die = fight.one_mut(who).help.remove(place);
    let face = table.die(fight, Throw::die(die.sides.into(), &ADDS, "Help Die").by(who))?;
    table.tell(|| {
        let text = format!("{} adds {}'s Help Die", fight.label(who), fight.label(die.by));
        let event = Event::new(&CONSUMED, text).by(who).dice(die.sides.into(), &[face]).total(face.into());
        event.and(&ADDS).and(&ATTACK_SCOPE)
    });
    Ok(face as i16)
}

/// When a die may be added to a check with a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the roll.
    Before,
    /// Once the die lies there, before its result is told.
    After,
}

/// Adds what helps with a skill, one die of each helper, where this is the moment for it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn skill_dice<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    skill: Skill,
    when: When,
) -> Result<i16, T::Halt> {
    if (fight.house().help_timing == HelpTiming::AfterRoll) != (when == When::After) {
        return Ok(0);
    }
    let mut helpers = Whos::new();
    for die in &fight.one(who).help {
        let more = helpers.is_empty() || fight.house().help_stack == HelpStack::OnePerHelper;
        if die.skill == Some(skill) && more && !helpers.contains(&die.by) {
            helpers.push(die.by);
        }
    }
    let mut sum = 0;
    for helper in helpers {
        if when == When::After && !ask::yes(fight, table, Ask::AddHelp { who, helper })? {
            continue;
        }
        let fits = |die: &HelpDie| die.by == helper && die.skill == Some(skill);
        if let Some(place) = fight.one(who).help.iter().position(fits) {
            sum += use_die(fight, table, who, place)?;
        }
    }
    Ok(sum)
}

/// Where the house rule lets a Help Die wait for the roll: the dice that are added to an Attack that has been rolled.
///
/// # Errors
/// Halts with the table.
pub(crate) fn late<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, target: Who) -> Result<i16, T::Halt> {
    if fight.house().help_timing == HelpTiming::BeforeRoll || dice_for(fight, who, target).next().is_none() {
        return Ok(0);
    }
    added(fight, table, who, target)
}

/// What of the help goes into an Attack that has come since it was declared, as by a Held Action; `ready` dice were
/// there before.
///
/// # Errors
/// Halts with the table.
pub(crate) fn in_time<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    target: Who,
    ready: usize,
) -> Result<i16, T::Halt> {
    let waits = fight.house().help_timing == HelpTiming::AfterRoll;
    if waits || dice_for(fight, who, target).count() <= ready {
        return Ok(0);
    }
    added(fight, table, who, target)
}

fn added<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, target: Who) -> Result<i16, T::Halt> {
    let answer = table.ask(fight, Ask::LateHelp { who, at: target })?;
    let mut sum = 0;
    for act in answer.picks() {
        if let Act::Extra(Extra::Help(helper)) = *act {
            sum += spend(fight, table, who, helper, target)?;
        }
    }
    Ok(sum)
}

/// The helpers whose dice may be added to an Attack on somebody: each once, or one of all by the house rule.
pub fn dice_for(fight: &Fight, who: Who, target: Who) -> impl Iterator<Item = Who> + '_ {
    let dice = &fight.one(who).help;
    let first = move |place: usize, die: &HelpDie| {
        !dice.iter().take(place).any(|known| {
            let same = known.by == die.by || fight.house().help_stack == HelpStack::One;
            fits(known, target) && same
        })
    };
    let all = dice.iter().enumerate().filter(move |(_, die)| fits(die, target));
    all.filter(move |(place, die)| first(*place, die)).map(|(_, die)| die.by)
}

/// `help.expiry`: what a helper has given ends.
pub(crate) fn expire<T: Table<Fight>>(fight: &mut Fight, table: &mut T, helper: Who) {
    if !fight.any(Mark::Helped) {
        return;
    }
    for ally in fight.everyone() {
        let before = fight.one(ally).help.len();
        if before == 0 {
            continue;
        }
        fight.one_mut(ally).help.retain(|die| die.by != helper);
        if fight.one(ally).help.len() < before {
            table.tell(|| {
                let text = format!("{}'s Help Die for {} is gone", fight.label(helper), fight.label(ally));
                Event::new(&EXPIRY, text).by(helper).to(ally).upkeep()
            });
        }
    }
}
