//! What is bought on top of a spell, and whose Help Dice go into it: chosen before the check.

use quintain_engine::{Table, Who};

use super::touched;
use crate::ask::{Act, Ask, Coin, Deed, Extra, Target};
use crate::book::{Check, Effect, Step};
use crate::combatant::Kind;
pub use crate::deeds::Bought;
use crate::fight::Fight;
use crate::house::HelpTiming;
use crate::rules::abilities::{self, Cost};
use crate::rules::{help, options, spell_checks};
use crate::setting::Table as Kept;
use crate::those::{List, Those, Whos};

/// What is bought on top, and whose Help Dice are added: asked before anything is paid or rolled. Range that the target
/// asks for is bought unasked.
pub(crate) fn enhancements<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (ability, coin): (u16, Coin),
    at: Target,
) -> Result<(Bought, Those), T::Halt> {
    let bought = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
    if choices(fight, who, ability, bought).is_empty() && helpers(fight, who, ability, at).is_empty() {
        return Ok((bought, Those::default()));
    }
    let ask = Ask::Extras { who, deed: Deed::Cast { ability, at, coin } };
    let answer = table.ask(fight, ask)?;
    debug_assert_eq!(options::together(fight, &ask, answer.picks()), Ok(()), "as the table sees to it");
    let helped =
        answer.picks().iter().filter_map(|act| if let Act::Extra(Extra::Help(by)) = act { Some(*by) } else { None });
    Ok((picked(bought, answer.picks()), helped.collect()))
}

/// What is bought by these picks besides what is bought already. A second enhancement that is picked alone stands for both; an
/// ADV is one, whatever it is called.
pub fn picked(mut bought: Bought, picks: &[Act]) -> Bought {
    for act in picks {
        match *act {
            Act::Extra(Extra::Enhance(place, times)) => {
                let known = &mut bought.times[usize::from(place) % 8];
                *known = (*known).max(times);
            }
            Act::Extra(Extra::Adv(_)) => bought.adv += 1,
            Act::Extra(Extra::NonLethal) => bought.spares = true,
            _ => {}
        }
    }
    bought
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
        for times in least..=if more.repeats { options::MOST_TIMES } else { 1 } {
            let mut bought = bought;
            bought.times[place] = times;
            if abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_ok() {
                all.push(Extra::Enhance(place as u8, times));
            }
        }
    }
    if is_attack(fight, ability) {
        let payable = |adv: &u8| {
            let bought = Bought { adv: *adv, ..bought };
            abilities::afford(fight, who, ability, with_bought(fight, ability, bought)).is_ok()
        };
        let adv = 1..=options::most_adv(fight, false);
        adv.filter(payable).for_each(|number| all.push(Extra::Adv(number)));
    }
    if spares(fight, ability) {
        all.push(Extra::NonLethal);
    }
    all
}

/// Whether an ability of one's turn makes an Attack Check.
fn is_attack(fight: &Fight, ability: u16) -> bool {
    abilities::is_deed(fight, ability) && spell_checks::kind_of(fight, ability) == Some(Kind::Attack)
}

/// Whether it is a blow with a weapon or the body, which can be held back: no burst of flames at arm's length.
pub fn spares(fight: &Fight, ability: u16) -> bool {
    let entry = &fight.ability(ability).entry;
    let bodily = |step: &Step| match step.effect {
        Effect::Damage { kind, .. } => kind.physical(),
        Effect::WeaponDamage { .. } => true,
        _ => false,
    };
    is_attack(fight, ability) && entry.melee && entry.does.iter().any(bodily)
}

/// `spell.limit`: the most MP of somebody's own that go into an ability, however many there are; only spells have one.
pub fn mp_limit(fight: &Fight, who: Who, ability: u16) -> Option<i8> {
    (fight.ability(ability).table == Kept::Spell).then(|| fight.one(who).proficiency() as i8)
}

/// The cost with all that is bought on top.
pub fn with_bought(fight: &Fight, ability: u16, bought: Bought) -> Cost {
    let mut cost = abilities::cost(fight, ability);
    for (more, times) in fight.ability(ability).entry.enhance.iter().zip(bought.times) {
        let all = |before: i8, each: u8| (i16::from(before) + i16::from(each) * i16::from(times)).min(127) as i8;
        cost = Cost { ap: all(cost.ap, more.ap), mp: all(cost.mp, more.mp), sp: all(cost.sp, more.sp) };
    }
    cost.ap = cost.ap.saturating_add(bought.adv as i8);
    cost
}

/// What one thing on top costs, and what all costs with it and nothing else; range that the target asks for is bought
/// already.
pub fn price_of(fight: &Fight, who: Who, (ability, at): (u16, Target), extra: Extra) -> (Cost, Cost) {
    let taken = abilities::range_needed(fight, who, ability, at).unwrap_or_default();
    let once = picked(Bought::default(), &[Act::Extra(extra.again(1))]);
    let (bare, before) = (abilities::cost(fight, ability), with_bought(fight, ability, taken));
    let with = with_bought(fight, ability, once);
    let more = Cost { ap: with.ap - bare.ap, mp: with.mp - bare.mp, sp: with.sp - bare.sp };
    (more, Cost { ap: before.ap + more.ap, mp: before.mp + more.mp, sp: before.sp + more.sp })
}

/// The sum of what is bought of one kind.
pub fn more(fight: &Fight, ability: u16, bought: Bought, of: fn(&crate::book::Enhancement) -> i16) -> i16 {
    let all = fight.ability(ability).entry.enhance.iter().zip(bought.times);
    all.map(|(more, times)| of(more) * i16::from(times)).sum()
}
