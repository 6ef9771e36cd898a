//! Damage: its order, resistances, Protection Bonus, Temp HP; what is shared.

use quintain_engine::{Event, Rule, Table, Who, section};

use crate::ask::{Act, Ask, Moment};
use crate::book::{Bears, Boon, Condition, Damage};
use crate::fight::Fight;
use crate::house::{ResistHalf, SharedRounding};
use crate::rules::{concentration, dying, water};

section! {
    "Attacks and damage";
    ATTACK_HITS = Engine "core.attack-hits": "An Attack hits when its Check reaches the target's AC.";
    DEGREES = Engine "core.degree-damage": "Each full 5 above AC adds 1 damage; 5 is a Heavy Hit, 10 a Brutal Hit.";
    CRIT = Engine "core.crit": "A natural 20 hits, adds 2 damage and passes over the Protection Bonus.";
    NAT1 = Engine "core.nat1": "A natural 1 misses; on a Spell Check the Spell fizzles: AP are gone, MP are not.";
    ORDER = Engine "core.damage-order": "Base, degrees and critical, bought damage, other bonuses, resistances, then the Protection Bonus.";
    RESIST_HALF = Engine "core.resist-half": "Resistance (Half) halves upwards and always takes at least 1 off.", house "resist-half-rounding";
    RESIST_X = Engine "core.resist-x": "Fixed resistance and vulnerability come before halving and doubling; immunity leaves nothing.";
    SHARED = Engine "core.shared-damage": "Shared damage is divided upwards.", house "shared-rounding";
    TRUE_DAMAGE = Engine "core.true-damage": "Nothing takes from True damage.";
    TEMP_HP = Engine "core.temp-hp": "Temp HP go first and never add up.";
}

/// Harm about to be done.
#[derive(Clone, Copy, Debug)]
pub struct Harm {
    /// Who does it, if anybody.
    pub by: Option<Who>,
    /// How much, before anything takes from it.
    pub amount: i16,
    /// Of what.
    pub kind: Damage,
    /// True damage that comes along in the same blow: nothing takes from it.
    pub along: i16,
    /// From an Attack: the Protection Bonus counts.
    pub attack: bool,
    /// Brutal or critical: the Protection Bonus does not count.
    pub pierces: bool,
    /// Halved like by a Resistance (Half), without one.
    pub half: bool,
    /// Nothing reduces it: no resistance, no Protection Bonus.
    pub unreduced: bool,
    /// Meant to knock out.
    pub non_lethal: bool,
    /// A Heavy Hit or better.
    pub heavy: bool,
    /// Hand to hand.
    pub melee: bool,
    /// The rule that hurts.
    pub rule: &'static Rule,
}

impl Harm {
    /// Harm from no Attack and from nobody.
    pub fn new(amount: i16, kind: Damage, rule: &'static Rule) -> Harm {
        let (attack, pierces, half, unreduced) = (false, false, false, false);
        let (non_lethal, heavy, melee) = (false, false, false);
        Harm { by: None, amount, kind, along: 0, attack, pierces, half, unreduced, non_lethal, heavy, melee, rule }
    }
}

/// `core.shared-damage`.
pub fn shared(fight: &Fight, amount: i16, among: i16) -> i16 {
    match fight.house().shared_rounding {
        SharedRounding::Up => (amount + among - 1) / among,
        SharedRounding::Down => amount / among,
    }
}

/// Does their shares to those that share a blow: of the same kind and as hard to stop, True for a creature whose share
/// nothing reduces.
///
/// # Errors
/// Halts with the table.
pub(crate) fn share<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    sharers: &[(Who, bool)],
    harm: Harm,
) -> Result<(), T::Halt> {
    for (sharer, unreduced) in sharers.iter().copied() {
        let kind = if unreduced { Damage::True } else { harm.kind };
        hurt(fight, table, sharer, Harm { kind, melee: false, rule: &SHARED, ..harm })?;
    }
    Ok(())
}

/// How somebody bears a kind of damage: immune, so much less or more, halved, doubled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bearing {
    immune: bool,
    less: i16,
    more: i16,
    half: bool,
    double: bool,
}

fn bearing(fight: &Fight, who: Who, harm: &Harm) -> Bearing {
    let kind = harm.kind;
    let mut all = Bearing::default();
    if kind == Damage::True {
        return all;
    }
    all.half = harm.half;
    for bears in fight.template(who).bears() {
        match *bears {
            Bears::Half(of) => all.half |= of == kind,
            Bears::HalfPhysical => all.half |= kind.physical(),
            Bears::HalfAll => all.half = true,
            Bears::Less(of, by) if of == kind => all.less += i16::from(by),
            Bears::LessPhysical(by) if kind.physical() => all.less += i16::from(by),
            Bears::More(of, by) if of == kind => all.more += i16::from(by),
            Bears::Double(of) => all.double |= of == kind,
            Bears::Immune(of) => all.immune |= of == kind,
            _ => {}
        }
    }
    let one = fight.one(who);
    for borne in &one.boons {
        match borne.boon {
            Boon::Half(of) => all.half |= of == kind,
            Boon::HalfPhysical => all.half |= kind.physical(),
            Boon::Immune(of) => all.immune |= of == kind,
            Boon::Less(by, of) if of == kind => all.less += i16::from(by),
            _ => {}
        }
    }
    all.half |= one.under(Condition::Petrified);
    all.half |= kind == Damage::Sonic && one.under(Condition::Deafened);
    all.half |= kind == Damage::Fire && fight.underwater(who);
    if harm.unreduced {
        (all.less, all.half) = (0, false);
    }
    all
}

/// `core.resist-half`: half, but at least 1 less.
fn halved(fight: &Fight, amount: i16) -> i16 {
    match fight.house().resist_half {
        ResistHalf::UpMinOneRemoved => ((amount + 1) / 2).min(amount - 1).max(0),
        ResistHalf::Down => amount / 2,
    }
}

/// What is left of harm when everything has taken its part.
pub fn after_resistance(fight: &Fight, to: Who, harm: &Harm) -> i16 {
    resisted(fight, to, harm) + harm.along
}

fn resisted(fight: &Fight, to: Who, harm: &Harm) -> i16 {
    if harm.amount <= 0 {
        return 0;
    }
    let bearing = bearing(fight, to, harm);
    if bearing.immune {
        return 0;
    }
    let mut amount = (harm.amount - bearing.less).max(0) + bearing.more;
    if bearing.half {
        amount = halved(fight, amount);
    }
    if bearing.double {
        amount *= 2;
    }
    amount - protection(fight, to, harm).min(amount)
}

fn protection(fight: &Fight, to: Who, harm: &Harm) -> i16 {
    let counts = harm.attack && !harm.pierces && !harm.unreduced && harm.kind.stopped_by_protection();
    if counts { fight.one(to).pb.into() } else { 0 }
}

/// Does harm: what is left of it goes to Temp HP, then to HP, and what follows from that happens. Returns what it took.
///
/// # Errors
/// Halts with the table.
pub fn hurt<T: Table<Fight>>(fight: &mut Fight, table: &mut T, to: Who, harm: Harm) -> Result<i16, T::Halt> {
    let left = after_resistance(fight, to, &harm);
    death_ward(fight, table, to, left);
    let soaked = left.min(fight.one(to).temp);
    let before = fight.one(to).hp;
    let lost = left - soaked;
    let after = (before - lost).max(dying::lowest(fight, to, &harm, before));
    {
        let mut one = fight.one_mut(to);
        one.temp -= soaked;
        one.hp = after;
        one.taken += lost.max(0) as u32;
    }
    if let Some(by) = harm.by.filter(|by| *by != to) {
        fight.one_mut(by).dealt += lost.max(0) as u32;
    }
    table.tell(|| told(fight, to, &harm, left, soaked, before));
    if after > 0 && after > before - lost && !harm.non_lethal {
        table.tell(|| dying::stays_up(fight, to));
    }
    if soaked > 0 {
        temp_spent(fight, table, to, &harm, soaked)?;
    }
    // A creature that falls concentrates no longer: there is nothing left to save for.
    if lost > 0 {
        dying::after_damage(fight, table, to, &harm, before)?;
    } else if left > 0 {
        dying::unsettle(fight, table, to);
    }
    if left > 0 {
        concentration::shaken(fight, table, to, left)?;
        water::shaken(fight, table, to, left)?;
    }
    Ok(left)
}

/// A blow that would bring a warded creature to 0 HP first gives it Temp HP.
fn death_ward<T: Table<Fight>>(fight: &mut Fight, table: &mut T, to: Who, left: i16) {
    let one = fight.one(to);
    if one.hp <= 0 || left - one.temp < one.hp {
        return;
    }
    let ward = one.boons.iter().position(|borne| matches!(borne.boon, Boon::DeathWard(_)));
    let Some(place) = ward else { return };
    let borne = fight.one_mut(to).boons.remove(place);
    if let Boon::DeathWard(amount) = borne.boon {
        let mut one = fight.one_mut(to);
        one.temp = one.temp.max(amount.into());
        drop(one);
        table.tell(|| {
            let text = format!("{}'s ward gives {amount} Temp HP", fight.label(to));
            Event::new(&TEMP_HP, text).to(to).and(&crate::rules::spells::BOON)
        });
    }
}

/// Temp HP have been taken: they may burn the attacker; with the last of them what hung on them ends.
fn temp_spent<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    to: Who,
    harm: &Harm,
    soaked: i16,
) -> Result<(), T::Halt> {
    let retort = fight.one(to).boons.iter().find_map(|borne| match borne.boon {
        Boon::Retorts(kind) => Some(kind),
        _ => None,
    });
    if fight.one(to).temp <= 0 {
        crate::rules::boons::without_temp(fight, to);
        if fight.one_mut(to).shape.take().is_some() {
            table.tell(|| {
                let text = format!("{} is in its own shape again", fight.label(to));
                Event::new(&TEMP_HP, text).to(to)
            });
        }
    }
    if let (Some(kind), Some(by), true) = (retort, harm.by, harm.melee) {
        hurt(fight, table, by, Harm { by: Some(to), ..Harm::new(soaked, kind, &crate::rules::spells::BOON) })?;
    }
    Ok(())
}

/// Of two pools of Temp HP the receiver keeps one. Whether it is the new one.
///
/// # Errors
/// Halts with the table.
pub fn keep_temp<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, offered: i16) -> Result<bool, T::Halt> {
    let before = fight.one(whom).temp;
    let takes = before == 0 || table.choose(fight, Ask::KeepTemp { who: whom, offered })? != Some(Act::No);
    if takes {
        fight.one_mut(whom).temp = offered;
        crate::rules::boons::without_temp(fight, whom);
    }
    table.tell(|| {
        let after = fight.one(whom).temp;
        let text = format!("{} has {after} Temp HP", fight.label(whom));
        Event::new(&TEMP_HP, text).to(whom).change(whom, "temp-hp", before.into(), after.into())
    });
    Ok(takes)
}

/// What messages call the damage of degrees.
pub const BY_DEGREES: &str = "degrees";

/// What messages call the damage of a critical hit.
pub const BY_CRITICAL: &str = "critical";

/// What messages call that which an answer has taken off the damage.
pub const BY_REACTION: &str = "a Reaction";

/// Tells what a hit is worth before its target bears it, and where that comes from.
pub fn worth(fight: &Fight, (by, to): (Who, Who), terms: &[(&'static str, i16)], worth: i16) -> Event {
    let mut event = Event::new(&ORDER, format!("{}'s blow is worth {worth}", fight.label(by))).by(by).to(to);
    for (label, value) in terms.iter().filter(|(_, value)| *value != 0) {
        event = event.term(*label, (*value).into(), "");
        event = match *label {
            BY_DEGREES => event.and(&DEGREES),
            BY_CRITICAL => event.and(&CRIT),
            _ => event,
        };
    }
    event.total(worth.into())
}

fn told(fight: &Fight, to: Who, harm: &Harm, left: i16, soaked: i16, before: i16) -> Event {
    let text = format!("{} takes {left} {} damage", fight.label(to), harm.kind);
    let mut event = Event::new(harm.rule, text).and(&ORDER).to(to).term("damage", harm.amount.into(), "");
    if let Some(by) = harm.by {
        event = event.by(by);
    }
    let bearing = bearing(fight, to, harm);
    if harm.along != 0 {
        event = event.term("True", harm.along.into(), "");
    }
    if harm.kind == Damage::True || harm.along != 0 {
        event = event.and(&TRUE_DAMAGE);
    }
    if harm.kind == Damage::Sonic && fight.one(to).under(Condition::Deafened) {
        event = event.and(&crate::rules::conditions::DEAFENED);
    }
    if fight.one(to).under(Condition::Petrified) {
        event = event.and(&crate::rules::conditions::PETRIFIED);
    }
    if harm.kind == Damage::Fire && fight.underwater(to) {
        event = event.and(&crate::rules::water::FIRE);
    }
    event = told_bearing(fight, event, harm, bearing);
    let pb = i64::from(fight.one(to).pb);
    if pb > 0 && harm.attack && harm.kind.stopped_by_protection() {
        event = match harm.pierces || harm.unreduced {
            true => event.waived("Protection Bonus", pb, ""),
            false => event.term("Protection Bonus", -pb, ""),
        };
    }
    if soaked > 0 {
        event = event.waived("Temp HP", soaked.into(), "").and(&TEMP_HP);
    }
    let event = event.harm(harm.by.filter(|by| *by != to), to, u32::from((left - soaked).unsigned_abs()));
    event.total(left.into()).change(to, "hp", before.into(), fight.one(to).hp.into())
}

/// What its nature and magic take from harm or add to it, one after the other.
fn told_bearing(fight: &Fight, mut event: Event, harm: &Harm, bearing: Bearing) -> Event {
    let mut amount = harm.amount;
    let mut step = |event: Event, label: &'static str, after: i16, rule: &'static Rule| {
        let by = after - std::mem::replace(&mut amount, after);
        event.term(label, by.into(), "").and(rule)
    };
    if bearing.immune {
        return step(event, "Immune", 0, &RESIST_X);
    }
    let less = (harm.amount - bearing.less).max(0);
    let more = less + bearing.more;
    let half = if bearing.half { halved(fight, more) } else { more };
    if bearing.less != 0 {
        event = step(event, "Resistance", less, &RESIST_X);
    }
    if bearing.more != 0 {
        event = step(event, "Vulnerability", more, &RESIST_X);
    }
    if bearing.half {
        event = step(event, "Resistance (Half)", half, &RESIST_HALF);
    }
    if bearing.double {
        event = step(event, "Vulnerability (Double)", half * 2, &RESIST_X);
    }
    event
}

/// Gives back Hit Points, up to the maximum; ends bleeding and Death's Door.
pub fn heal<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, amount: i16) {
    let before = fight.one(who).hp;
    let mut one = fight.one_mut(who);
    one.hp = (before + amount.max(0)).min(one.max_hp);
    let after = one.hp;
    drop(one);
    table.tell(|| {
        let text = format!("{} is healed: {before} → {after} HP", fight.label(who));
        Event::new(&ORDER, text).to(who).change(who, "hp", before.into(), after.into())
    });
    if amount > 0 && fight.one(who).under(Condition::Bleeding) {
        crate::rules::conditions::lift(fight, table, who, Condition::Bleeding);
    }
    dying::after_healing(fight, table, who, before);
}

/// Whether the blow that is asked about could take the one who is asked off its feet; anything but a blow might.
pub fn could_fall(fight: &Fight, ask: &Ask) -> bool {
    let Ask::React { who, by, at, moment } = *ask else { return true };
    let declared = matches!(moment, Moment::Targeted | Moment::Grappling | Moment::Disarming);
    let blow = declared || matches!(moment, Moment::Rolled | Moment::Hit { .. });
    if !blow || at != who || !fight.castings.is_empty() {
        return true;
    }
    let one = fight.one(who);
    let arms = crate::rules::options::arms(fight, by)
        .map(|with| super::weapons::base_damage(fight, by, super::weapons::used(fight, by, with)));
    let boons = super::attack::melee_boons(fight, by).max(0);
    let most = arms.max().unwrap_or(0).max(HARDEST_MAGIC) + boons;
    // A natural 20 with all that may be added to the check, and all that AP buy.
    let degrees =
        (20 + super::numbers::attack_bonus(fight, by) + MOST_ADDED - super::numbers::ac(fight, who)).max(0) / 5;
    let bought = i16::from(fight.one(by).max_ap.max(0)) * 2;
    one.hp + one.temp <= most + degrees + 2 + bought + MOST_ADDED / 4
}

/// What a special attack deals by itself at most.
const HARDEST_MAGIC: i16 = 6;

/// What Help Dice, weapons and friends may add to a check.
const MOST_ADDED: i16 = 16;
