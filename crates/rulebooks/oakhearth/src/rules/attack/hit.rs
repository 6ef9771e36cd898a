//! What a hit does: its damage, shared where a Reaction says so, and what follows.

use quintain_engine::{Table, Who};

use super::check::Verdict;
use super::{Extras, How, RESOLVE};
use crate::ask::{Act, Ask, Extra, Moment};
use crate::book::{Boon, Damage, Group, Property};
use crate::fight::Fight;
use crate::rules::blow::Blow;
use crate::rules::damage::{self, Harm};
use crate::rules::{falling_attack, improvised, maneuvers, marks, non_lethal, reactions, shields, stamina, weapons};
use crate::those::List;

/// The damage of a hit, shared where a Reaction says so, and what else follows from it.
pub(super) fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    blow: &mut Blow,
    weapon: u16,
    extras: &Extras,
    verdict: &Verdict,
    how: How,
) -> Result<(), T::Halt> {
    let (who, at) = (blow.by, blow.at);
    let degrees = (verdict.margin / 5).max(0);
    let heavy = degrees >= 1;
    let kind = kind(fight, table, who, at, weapon)?;
    let sum = sum(fight, blow, weapon, extras, verdict, kind);
    if heavy || verdict.critical {
        stamina::on_heavy(fight, table, (who, at), super::spends_stamina(fight, who, extras));
    }
    stamina::on_hit(fight, table, who, at);
    let total: i16 = sum.iter().map(|(_, value)| *value).sum();
    let mut amount = total.max(0);
    let non_lethal = blow.melee && extras.contains(&Extra::NonLethal);
    tell(fight, table, (who, at, weapon), &sum, amount, non_lethal);
    if blow.shielded && amount > 0 {
        shields::take(fight, table, at, amount);
        amount = 0;
    }
    let part = damage::shared(fight, amount, 1 + blow.sharers.len() as i16);
    let shared = Harm {
        by: Some(who),
        attack: true,
        unreduced: blow.unreduced,
        pierces: verdict.critical || degrees >= 2,
        non_lethal,
        heavy,
        melee: blow.melee,
        ..Harm::new(part, kind, &RESOLVE)
    };
    damage::share(fight, table, &blow.sharers, shared)?;
    let harm = Harm { along: falling_attack::half(fight, how.fall), half: blow.halved, ..shared };
    strike(fight, table, (who, at, weapon), extras, harm, how.fall)?;
    if heavy || verdict.critical {
        marks::struck(fight, table, who, at);
    }
    maneuvers::on_hit(fight, table, who, at, weapon, extras, verdict.margin)?;
    reactions::window(fight, table, Moment::Hurt, who, at, None)?;
    Ok(())
}

/// What a hit is made of: its parts with what each is worth.
type Sum = List<(&'static str, i16), 12>;

fn sum(fight: &Fight, blow: &Blow, weapon: u16, extras: &Extras, verdict: &Verdict, kind: Damage) -> Sum {
    let (who, at) = (blow.by, blow.at);
    let degrees = (verdict.margin / 5).max(0);
    let mut sum = Sum::new();
    sum.push((kind.text(), weapons::base_damage(fight, who, weapon)));
    let mut add = |label: &'static str, value: i16| {
        if value != 0 {
            sum.push((label, value));
        }
    };
    add(damage::BY_DEGREES, degrees);
    add(damage::BY_CRITICAL, if verdict.critical { 2 } else { 0 });
    add("Impact", weapons::impact(fight, weapon, degrees >= 1));
    add("maneuvers", maneuvers::damage(fight, extras));
    if let Some((style, more)) = weapons::style_damage(fight, who, at, weapon) {
        add(style, more);
    }
    add("nature", weapons::nature_damage(fight, who, at));
    add("boons", if blow.melee { melee_boons(fight, who) } else { 0 });
    add(damage::BY_REACTION, -blow.less());
    sum
}

/// Tells what a hit is worth.
fn tell<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    (who, at, weapon): (Who, Who, u16),
    sum: &Sum,
    worth: i16,
    non_lethal: bool,
) {
    table.tell(|| {
        let styled = weapons::style_damage(fight, who, at, weapon).is_some();
        let mut event = damage::worth(fight, (who, at), sum, worth);
        event = if styled { event.and(&weapons::STYLE) } else { event };
        event = if weapon == crate::setting::UNARMED { event.and(&improvised::UNARMED_DAMAGE) } else { event };
        event = if fight.weapon(weapon).group == Group::Improvised { event.and(&improvised::DAMAGE) } else { event };
        if non_lethal { event.and(&non_lethal::DECLARE) } else { event }
    });
}

/// The harm of a hit, after a fall of so many Spaces.
fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, at, weapon): (Who, Who, u16),
    extras: &Extras,
    harm: Harm,
    fall: i16,
) -> Result<(), T::Halt> {
    if fight.weapon(weapon).is(Property::Capture) {
        return if fall > 0 { falling_attack::share(fight, table, who, at, extras, fall) } else { Ok(()) };
    }
    if harm.amount <= 0 && harm.along <= 0 {
        return Ok(());
    }
    let non_lethal = harm.non_lethal;
    falling_attack::with_fall(fight, table, who, at, harm, fall)?;
    if non_lethal {
        non_lethal::done(fight, table, at);
    }
    Ok(())
}

/// Of several kinds of damage the attacker chooses one; what an improvised weapon deals the game master says.
fn kind<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who, weapon: u16) -> Result<Damage, T::Halt> {
    let ask = match fight.weapon(weapon) {
        arm if arm.group == Group::Improvised => Ask::Improvised { who, weapon },
        arm if arm.kinds.len() > 1 => Ask::Kind { who, at, weapon },
        arm => return Ok(arm.kinds.first().copied().unwrap_or(Damage::Bludgeoning)),
    };
    match table.choose(fight, ask)? {
        Some(Act::Damage(kind)) => Ok(kind),
        _ => Ok(fight.weapon(weapon).kinds.first().copied().unwrap_or(Damage::Bludgeoning)),
    }
}

/// What magic and rage add to a hand-to-hand blow.
pub fn melee_boons(fight: &Fight, who: Who) -> i16 {
    let more = |borne: &crate::combatant::Borne| match borne.boon {
        Boon::MeleeDamage(more) => i16::from(more),
        _ => 0,
    };
    fight.one(who).boons.iter().map(more).sum()
}
