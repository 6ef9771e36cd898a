//! The Attack Check: what speaks for and against it, its roll, and whether it hits.

use quintain_engine::{Event, Table, Who};

use super::sweep::{self, Means};
use super::{AP_FOR_ADV, Check, Extras, RESOLVE, range};
use crate::ask::Extra;
use crate::book::{Condition, Group};
use crate::combatant::Kind;
use crate::fight::Fight;
use crate::rules::blow::Blow;
use crate::rules::dice::{self, Pool, Rolled};
use crate::rules::{
    advantage, conditions, damage, disengage, dual, flanking, help, improvised, maneuvers, marks, numbers, penalty,
    shields, sight, spells, water, weapons,
};

/// An attack that has been rolled.
pub(super) struct Verdict {
    pub(super) hit: bool,
    pub(super) critical: bool,
    /// Water has stopped the shot, whatever the die.
    pub(super) lost: bool,
    pub(super) margin: i16,
    pub(super) ac: i16,
}

/// Gathers what speaks for and against the roll, for the first target and for those who are swept as well, and rolls.
pub(super) fn throw<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    blow: &Blow,
    means: Means,
    swept: &mut sweep::All,
    pool: &mut Pool,
) -> Result<Rolled, T::Halt> {
    let (who, at) = (blow.by, blow.at);
    against_one(fight, table, blow, means, pool);
    pool.add(&help::ADDS, "Help Die", blow.help);
    pool.add(&spells::BOON, "mark", marks::die(fight, table, who, at)?);
    let before = pool.bonus();
    maneuvers::on_roll(fight, table, who, at, means.extras, pool)?;
    let shared = pool.bonus() - before;
    pool.row(sweep::weigh(fight, table, swept, means, shared));
    roll(fight, table, (who, at, means.hand), means.extras, pool)
}

/// What speaks for and against the roll where one target is concerned; a basic Dodge is used up.
pub(super) fn against_one<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    blow: &Blow,
    means: Means,
    pool: &mut Pool,
) {
    let at = blow.at;
    let farther = maneuvers::extension(fight, means.extras).1;
    let check = Check { by: blow.by, at, weapon: means.weapon, farther, hand: means.hand, melee: blow.melee };
    circumstances(fight, check, pool);
    disengage::dodging(fight, table, at, pool);
    if means.how.opportunity && disengage::hard_to_catch(fight, at) {
        pool.dis(&disengage::BASIC, "Disengage");
    }
    pool.many(&dice::ADV_STACKS, "granted", means.how.adv as i8);
    pool.many(&dice::ADV_STACKS, "a Reaction", -(blow.dis as i8));
}

/// What speaks for and against an Attack Check by the places, the weapon and the conditions of both; the penalty, too.
pub(crate) fn circumstances(fight: &Fight, check: Check, pool: &mut Pool) {
    fight.weighed.read(fight, check, |all| gather(fight, check, all), |all| pool.take_up(all));
}

/// The bonus of an Attack Check, and how much ADV there is.
pub(crate) fn weigh(fight: &Fight, check: Check) -> (i16, i16) {
    fight.weighed.read(fight, check, |all| gather(fight, check, all), |all| (all.bonus(), all.net()))
}

fn gather(fight: &Fight, Check { by: who, at, weapon, farther, hand, melee }: Check, pool: &mut Pool) {
    check_bonus(fight, who, weapon, pool);
    match dual::spared(fight, who, hand) {
        true => pool.waive(&dual::SECOND, "Multiple Check Penalty", penalty::due(fight, who, Kind::Attack)),
        false => penalty::add(fight, who, Kind::Attack, pool),
    }
    advantage::on_check(fight, who, Kind::Attack, pool);
    against(fight, who, at, melee, pool);
    ranged(fight, who, at, (weapon, farther), melee, pool);
    weapons::pool(fight, who, at, weapon, pool);
    if water::hampers(fight, who, fight.weapon(weapon), melee) {
        pool.dis(&water::MELEE, "under water");
    } else if melee && fight.underwater(who) && water::swims(fight, who) {
        pool.waive(&water::SWIM, "under water", 1);
    }
}

/// The bonus of an Attack Check with this weapon.
fn check_bonus(fight: &Fight, who: Who, weapon: u16, pool: &mut Pool) {
    let one = fight.one(who);
    match weapons::trained(fight, who, weapon) {
        true => pool.add(&numbers::ATTACK_CHECK, "Prime and Combat Proficiency", numbers::attack_bonus(fight, who)),
        false => pool.add(&numbers::ATTACK_CHECK, "Prime", numbers::attack_bonus(fight, who) - one.proficiency()),
    }
    conditions::exhaust(fight, who, pool);
}

/// What goes into an Attack Check at a thing, which neither dodges nor hides.
pub(crate) fn plain(fight: &Fight, who: Who, weapon: u16) -> Pool {
    let mut pool = Pool::default();
    check_bonus(fight, who, weapon, &mut pool);
    penalty::add(fight, who, Kind::Attack, &mut pool);
    advantage::on_check(fight, who, Kind::Attack, &mut pool);
    pool
}

/// `core.crit`, `core.nat1`: whether a roll with such a die and margin hits.
pub(crate) fn hits(natural: u16, margin: i16) -> bool {
    natural != 1 && (natural == 20 || margin >= 0)
}

/// Whether a hit with such a die is critical: so is every one on the Paralyzed from within 1 Space.
pub(crate) fn critical(fight: &Fight, blow: &Blow, natural: u16) -> bool {
    natural == 20 || fight.one(blow.at).has(Condition::Paralyzed) && fight.distance(blow.by, blow.at) <= 1
}

/// What conditions and places of both do to an Attack, whatever it is made with.
fn against(fight: &Fight, who: Who, at: Who, melee: bool, pool: &mut Pool) {
    advantage::on_attack(fight, who, at, melee, pool);
    if melee && flanking::flanked(fight, at) {
        pool.adv(&flanking::ADV, "flanked");
    }
}

fn ranged(fight: &Fight, who: Who, at: Who, (weapon, farther): (u16, i16), melee: bool, pool: &mut Pool) {
    if melee {
        return;
    }
    let cover = sight::cover(fight, who, at).unwrap_or(0).min(shields::cover(fight, at));
    if cover != shields::HALF_COVER || !weapons::goes_round(fight, who, weapon) {
        pool.add(&shields::HEAVY, "cover", cover);
    }
    if range(fight, weapon).is_some_and(|(normal, _)| fight.distance(who, at) > normal + farther) {
        pool.dis(&RESOLVE, "long range");
    }
    let close = fight.house().close_quarters == crate::house::CloseQuarters::On;
    if close && fight.enemies(who).any(|foe| fight.distance(who, foe) <= 1 && fight.able(foe)) {
        pool.dis(&RESOLVE, "enemy adjacent");
    }
}

/// Rolls an Attack Check with what has been bought for it and with help; it counts for the penalty.
pub(crate) fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, at, hand): (Who, Who, Option<u8>),
    extras: &Extras,
    pool: &mut Pool,
) -> Result<Rolled, T::Halt> {
    let bought = extras.iter().filter(|extra| matches!(extra, Extra::Adv(_))).count();
    pool.many(&AP_FOR_ADV, "AP for ADV", bought as i8);
    for extra in extras {
        if let Extra::Help(helper) = extra {
            let die = help::spend(fight, table, who, *helper, at)?;
            pool.add(&help::ADDS, "Help Die", die);
        }
    }
    if dual::note(fight, who, hand) {
        penalty::count(fight, who, Kind::Attack);
    }
    let mut rolled = dice::unseen_check(fight, table, who, Some(at), &numbers::ATTACK_CHECK, "Attack Check", pool)?;
    let late = help::late(fight, table, who, at)?;
    pool.add(&help::ADDS, "Help Die", late);
    rolled.total += late;
    Ok(rolled)
}

/// `core.attack-hits`.
pub(super) fn judge(fight: &Fight, blow: &Blow, rolled: &Rolled, weapon: u16) -> Verdict {
    let round = if weapons::goes_round(fight, blow.by, weapon) { numbers::shield_ac(fight, blow.at) } else { 0 };
    let ac = numbers::ac(fight, blow.at) + blow.ac - round;
    let margin = rolled.total - ac;
    let lost =
        !blow.melee && range(fight, weapon).is_some_and(|(normal, _)| water::lost(fight, blow.by, blow.at, normal));
    let hit = !lost && hits(rolled.natural, margin);
    Verdict { hit, critical: hit && critical(fight, blow, rolled.natural), lost, margin, ac }
}

pub(super) fn tell_verdict<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    blow: &Blow,
    weapon: u16,
    pool: &Pool,
    rolled: &Rolled,
    verdict: &Verdict,
) {
    table.tell(|| {
        let (verb, how) = match verdict {
            Verdict { hit: false, .. } => ("misses", ""),
            Verdict { critical: true, .. } => ("hits", " critically"),
            Verdict { margin: 10.., .. } => ("hits", " brutally"),
            Verdict { margin: 5..=9, .. } => ("hits", " heavily"),
            _ => ("hits", ""),
        };
        let (by, at) = (fight.label(blow.by), fight.label(blow.at));
        let why = if verdict.lost { ": the water stops it" } else { "" };
        let text = format!("{by} {verb} {at}{how} with {}{why}", fight.weapon(weapon).name);
        let mut event = pool.show(Event::new(&damage::ATTACK_HITS, text).by(blow.by).to(blow.at), rolled);
        event = event.and(&RESOLVE).and(&numbers::ATTACK_CHECK).and(&numbers::PRIME).and(&numbers::CP);
        if verdict.critical {
            event = event.and(&damage::CRIT);
        }
        if rolled.natural == 1 {
            event = event.and(&damage::NAT1);
        }
        if fight.weapon(weapon).group == Group::Improvised {
            event = event.and(&improvised::CHECK).and(&improvised::NO_STYLE);
        }
        if weapon == crate::setting::UNARMED {
            event = event.and(&improvised::UNARMED_DEFINITION);
        }
        if !blow.melee && shields::towers(fight, blow.at) {
            event = event.and(&shields::HEAVY);
        }
        if pool.has_waived(&dual::SECOND) {
            event = event.and(&dual::STATE).and(&dual::NO_ADVANCE).and(&dual::ONCE).and(&dual::COSTS);
        }
        if blow.melee && flanking::flanked(fight, blow.at) {
            event = event.and(&flanking::DEFINITION).and(&flanking::SINGLE);
        } else if blow.melee && flanking::only_disabled(fight, blow.at) {
            event = event.and(&flanking::DISABLED);
        }
        if verdict.lost {
            event = event.and(&water::RANGED);
        }
        event.against("AC", verdict.ac.into())
    });
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use quintain_engine::Shared;
    use quintain_testkit::at_every_question;

    use super::*;
    use crate::rules::attack;
    use crate::setting::Setting;

    /// The first attack that somebody could make now, as a Check.
    fn first(fight: &Fight, by: Who) -> Option<Check> {
        let mut found = None;
        attack::each(fight, by, |at, with| {
            let weapon = weapons::used(fight, by, with);
            let melee = weapons::melee(fight, by, at, fight.weapon(weapon));
            let hand = weapons::hand(fight, by, with);
            found = found.or(Some(Check { by, at, weapon, farther: 0, hand, melee }));
        });
        found
    }

    #[test]
    fn a_check_that_is_remembered_is_what_is_found_anew() {
        let mut last: Option<(Shared<Setting>, Check)> = None;
        at_every_question(4, |fight: &Fight| {
            // Another encounter has other weapons, and another fight may not have summoned the same creatures.
            let known = |check: &Check| [check.by, check.at].iter().all(|who| fight.cast.get(*who).is_some());
            let same = last.take().filter(|(setting, _)| ptr::eq(&**setting, &*fight.setting));
            let remembered = same.map(|(_, check)| check).filter(known);
            for check in remembered.into_iter().chain(fight.owner.and_then(|by| first(fight, by))) {
                // A copy remembers nothing.
                assert_eq!(weigh(fight, check), weigh(&fight.clone(), check), "{check:?}");
                last = Some((fight.setting.clone(), check));
            }
        });
    }
}
