//! What is bought on top of a spell, and whose Help Dice go into it: chosen before the check.

use quintain_engine::{Table, Who};

use super::touched;
use crate::ask::{Act, Ask, Deed, Extra, Target};
use crate::book::Check;
use crate::fight::Fight;
use crate::house::HelpTiming;
use crate::rules::abilities::{self, Cost};
use crate::rules::help;
use crate::those::{List, Those, Whos};

/// What has been bought on top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    /// How often each, by the place in the entry's list.
    pub times: [u8; 8],
}

/// What is bought on top, and whose Help Dice are added: asked before anything is paid or rolled. Range that the target
/// asks for is bought unasked.
pub(super) fn enhancements<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: u16,
    at: Target,
) -> Result<(Bought, Those), T::Halt> {
    let mut bought = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
    let mut helped = Those::default();
    if choices(fight, who, ability, bought).is_empty() && helpers(fight, who, ability, at).is_empty() {
        return Ok((bought, helped));
    }
    let deed = Deed::Cast { ability, at };
    let answer = table.ask(fight, Ask::Extras { who, deed })?;
    for act in answer.picks() {
        match act {
            Act::Extra(Extra::Enhance(place, times)) => {
                let known = &mut bought.times[usize::from(*place) % 8];
                *known = (*known).max(*times);
            }
            Act::Extra(Extra::Help(helper)) => helped.insert(*helper),
            _ => {}
        }
    }
    while abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_err() {
        let Some(last) = bought.times.iter_mut().rev().find(|times| **times > 0) else { break };
        *last -= 1;
    }
    Ok((bought, helped))
}

/// Those whose Help Dice may be added to an attack with an ability before it is rolled: dice for one of its targets.
pub fn helpers(fight: &Fight, who: Who, ability: u16, at: Target) -> Whos {
    let mut all = Whos::new();
    let attack = matches!(fight.ability(ability).entry.check, Check::Attack | Check::Weapon);
    if !attack || fight.one(who).help.is_empty() || fight.house().help_timing != HelpTiming::BeforeRoll {
        return all;
    }
    for whom in touched(fight, who, ability, at, Bought::default()) {
        for helper in help::dice_for(fight, who, whom) {
            if !all.contains(&helper) {
                all.push(helper);
            }
        }
    }
    all
}

/// What may be bought on top of an ability with what is left to pay, `bought` being taken already.
pub fn choices(fight: &Fight, who: Who, ability: u16, bought: Bought) -> List<Extra, 24> {
    let mut all = List::new();
    for (place, more) in fight.ability(ability).entry.enhance.iter().enumerate() {
        let least = bought.times[place] + 1;
        for times in least..=if more.repeats { 3 } else { 1 } {
            let mut bought = bought;
            bought.times[place] = times;
            if abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_ok() {
                all.push(Extra::Enhance(place as u8, times));
            }
        }
    }
    all
}

/// The cost with all that is bought on top.
pub fn with_bought(fight: &Fight, ability: u16, bought: Bought) -> Cost {
    let mut cost = abilities::cost(fight, ability);
    for (more, times) in fight.ability(ability).entry.enhance.iter().zip(bought.times) {
        cost.ap += (more.ap * times) as i8;
        cost.mp += (more.mp * times) as i8;
        cost.sp += (more.sp * times) as i8;
    }
    cost
}

/// What it costs to buy one thing so often, and what all costs with it; range that the target asks for is bought already.
pub fn price_of(fight: &Fight, who: Who, (ability, at): (u16, Target), (place, times): (u8, u8)) -> (Cost, Cost) {
    let mut bought = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
    let before = with_bought(fight, ability, bought);
    bought.times[usize::from(place) % 8] = times;
    let all = with_bought(fight, ability, bought);
    (Cost { ap: all.ap - before.ap, mp: all.mp - before.mp, sp: all.sp - before.sp }, all)
}

/// The sum of what is bought of one kind.
pub fn more(fight: &Fight, ability: u16, bought: Bought, of: fn(&crate::book::Enhancement) -> i16) -> i16 {
    let all = fight.ability(ability).entry.enhance.iter().zip(bought.times);
    all.map(|(more, times)| of(more) * i16::from(times)).sum()
}
