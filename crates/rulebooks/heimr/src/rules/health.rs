//! Health: hit points, the levels of injury, what wounds do and when they kill.

mod wounds;

use quintain_engine::{Event, Reckoning, Rule, Table, Who};

use crate::content::{Element, Feature, Happening, HealthTable, Limb};
use crate::rules::{armour, characters, clusters, daze, defence, effects, powers, readied, surgery, willpower};
use crate::state::{Clocks, Fight, Happened, Hold, Out};

use wounds::wound;
pub(crate) use wounds::{
    Strain, ignores_injuries, ignores_wound, lame, may_reopen, part_hit, stabilise, strains, take_hold, useless,
};

quintain_engine::section! {
    "Health";
    INJURED = Engine "health.injured": "With 0 hit points or fewer one is injured.";
    LEVELS = Engine "health.levels": "Bloodied at 0 and -1, mangled at -2 and -3, mutilated at -4 and -5.",
        ruling "At -6 and below one is dead at once; the newer edition has other numbers.", house "health.table";
    BLOODIED = Engine "health.bloodied": "The bloodied need treatment; nothing runs out.";
    MANGLED = Engine "health.mangled": "The mangled fall unconscious after 5 minutes and die after 10.";
    MUTILATED = Engine "health.mutilated": "The mutilated fall unconscious at once and die after 2 minutes.";
    WORSE = Engine "health.worse": "A worse level starts clocks of its own; the earliest death that runs counts.";
    EFFECT = Engine "health.injury-effect": "An attack that injures disables the part it hit while the injury lasts: an arm drops its item, a leg falls, the torso is dazed.",
        ruling "A torso wound means no turns and no defence.";
    ADD = Engine "health.injury-effects-add": "Further hits on other parts add what those do.";
    PART = Engine "health.body-part": "A d6 says which part was hit: 1 sword arm, 2 off-hand arm, 3 left leg, 4 right leg, 5 or 6 torso.",
        ruling "Assumed. A called shot at consistency -2 chooses the part, and so does an attack on the helpless.";
    STABILISED = Engine "health.stabilised": "The stabilised are no longer dying and come to; using the wounded part starts the clocks anew.",
        ruling "Legs by any movement, an arm by its use, the torso by any action but speaking, unless the game master says otherwise.";
    SHORT_REST = OffMap "health.short-rest": "Five quiet minutes restore hit points to those with at least 1, and rested skills.";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Level {
    Fine,
    Bloodied,
    Mangled,
    Mutilated,
    Dead,
}

impl Level {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Level::Fine => "fine",
            Level::Bloodied => "bloodied",
            Level::Mangled => "mangled",
            Level::Mutilated => "mutilated",
            Level::Dead => "dead",
        }
    }
}

/// Rounds of 5 minutes and of 2.
pub(crate) const FIVE_MINUTES: u32 = 150;

const TWO_MINUTES: u32 = 60;

/// How badly a combatant is hurt.
pub(crate) fn level(fight: &Fight, who: Who) -> Level {
    let hp = fight.one(who).hp;
    let destroyed = fight.features(who).find_map(|feature| match feature {
        Feature::DestroyedAt(at) => Some(*at),
        _ => None,
    });
    if let Some(at) = destroyed {
        return if hp <= at { Level::Dead } else { Level::Fine };
    }
    match (fight.house().health_table, hp) {
        (_, 1..) => Level::Fine,
        (HealthTable::Tabletop, -1..=0) | (HealthTable::Larp, 0) => Level::Bloodied,
        (HealthTable::Tabletop, -3..=-2) | (HealthTable::Larp, -1) => Level::Mangled,
        (HealthTable::Tabletop, -5..=-4) | (HealthTable::Larp, -2) => Level::Mutilated,
        _ => Level::Dead,
    }
}

/// The most hit points now: rage may lift them above what they can be restored to.
pub(crate) fn most<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let mut parts: R = armour::most_hp(fight, who);
    let usual: i16 = armour::most_hp(fight, who);
    parts.add(&characters::SET, "set otherwise", fight.one(who).hp_max - usual);
    parts.at_least(&effects::WHO, fight.one(who).hp);
    parts
}

/// What a loss of hit points is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An attack, or a Hit called by a combatant: it may wound a part of the body.
    Attack,
    /// A Hit that nobody deals: a fall, water, what was swallowed.
    Hit,
    /// Blood that is given or runs out: no ward breaks it, and nothing resists it.
    Blood,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    pub(crate) amount: i16,
    pub(crate) by: Option<Who>,
    /// The part of the body that was hit.
    pub(crate) limb: Option<Limb>,
    pub(crate) kind: Kind,
    pub(crate) element: Option<Element>,
    /// An automaton does it.
    pub(crate) magic: bool,
    pub(crate) rule: &'static Rule,
}

pub(crate) fn lose<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    amount: i16,
    kind: Kind,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    suffer(fight, table, who, &Loss { amount, by: None, limb: None, kind, element: None, magic: false, rule })
}

pub(crate) fn suffer<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, loss: &Loss) -> Result<(), T::Halt> {
    if !fight.present(who) {
        return Ok(());
    }
    let amount = lessened(fight, table, who, loss);
    if amount <= 0 {
        return Ok(());
    }
    let loss = &surgery::finds_scar(fight, table, who, loss)?;
    let before = Before { level: level(fight, who), hp: fight.one(who).hp, ignored: ignores_injuries(fight, who) };
    let from_ward = if loss.kind == Kind::Blood { 0 } else { powers::ward_breaks(fight, who, amount) };
    let amount = amount - from_ward;
    let (hp, left) = (before.hp, before.hp - amount);
    let left = if amount > 0 { surgery::opens(fight, who, loss).map_or(left, |most| left.min(most)) } else { left };
    let one = fight.one_mut(who);
    one.hp = left;
    one.taken += amount.max(0) as u32;
    if let Some(by) = loss.by {
        fight.one_mut(by).dealt += amount.max(0) as u32;
    }
    table.tell(|| {
        let text = match from_ward {
            0 => format!("{} loses {amount} hp: {hp} → {left}", fight.label(who)),
            _ if amount == 0 => format!("{} loses 0 hp: all {from_ward} break on its ward", fight.label(who)),
            _ => format!("{} loses {amount} hp: {hp} → {left}, {from_ward} more break on its ward", fight.label(who)),
        };
        let event = Event::new(loss.rule, text).to(who).change(who, "hp", hp.into(), left.into());
        let event = fight.caused(event.harm(loss.by, who, u32::from(amount.unsigned_abs())));
        let event = if left <= 0 { event.and(&INJURED) } else { event };
        match loss.by {
            Some(by) => event.by(by),
            None => event,
        }
    });
    if amount > 0 && left <= 0 {
        injured(fight, table, who, loss, before)?;
    }
    Ok(())
}

/// How a combatant was before it lost hit points.
#[derive(Clone, Copy)]
struct Before {
    level: Level,
    hp: i16,
    /// It ignored what injuries do.
    ignored: bool,
}

/// What resistances and elements make of a loss.
fn lessened<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, loss: &Loss) -> i16 {
    if loss.kind == Kind::Blood {
        return loss.amount;
    }
    if fight.has(who, Feature::ResistsAll) {
        table.tell(|| {
            let text = format!("Nothing touches {}", fight.label(who));
            fight.caused(Event::new(&effects::RESIST, text).to(who))
        });
        return 0;
    }
    let mut amount = loss.amount;
    let doubled = |feature: &Feature| matches!(feature, Feature::DoubleLoss(of) if Some(*of) == loss.element);
    if fight.features(who).any(doubled) {
        amount *= 2;
    }
    let less = powers::shielded(fight, who);
    if less > 0 && amount > 0 {
        table.tell(|| {
            let text = format!("{} takes {} less", fight.label(who), less.min(amount));
            fight.caused(Event::new(&effects::RESIST, text).to(who))
        });
        amount -= less;
    }
    amount
}

fn injured<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    loss: &Loss,
    before: Before,
) -> Result<(), T::Halt> {
    if before.hp > 0 {
        armour::counter(fight, table, who);
        powers::only_uninjured(fight, table, who)?;
    }
    let one = fight.one_mut(who);
    one.by_magic = loss.magic && (before.hp > 0 || one.by_magic);
    readied::note(fight, Happened::Injured(who));
    let now = level(fight, who);
    if now == Level::Dead {
        die(fight, table, who, &LEVELS);
        return powers::brought_down(fight, table, loss.by, who, before.hp);
    }
    if now > before.level {
        worse(fight, table, who, now);
    }
    if before.ignored {
        take_hold(fight, table, who)?;
    }
    if loss.kind == Kind::Attack && now > Level::Fine {
        wound(fight, table, who, loss)?;
    }
    if before.hp > 0 && fight.present(who) {
        powers::happens(fight, table, who, Happening::DropsToZero, loss.by)?;
    }
    powers::brought_down(fight, table, loss.by, who, before.hp)
}

/// How many rounds a level takes to make faint and to kill; the one that runs is the first of them.
fn due(fight: &Fight, who: Who, now: Level) -> (Option<u32>, Option<u32>) {
    let more = powers::more_time(fight, who);
    let larp = fight.house().health_table == HealthTable::Larp;
    match (now, larp) {
        (Level::Mangled, false) => (Some(FIVE_MINUTES), Some(2 * FIVE_MINUTES + more)),
        (Level::Mangled, true) => (Some(FIVE_MINUTES), None),
        (Level::Mutilated, false) => (None, Some(TWO_MINUTES + more)),
        (Level::Mutilated, true) => (None, Some(FIVE_MINUTES + more)),
        _ => (None, None),
    }
}

/// What hit points set by hand mean: the clocks of their level, and fainting.
pub(crate) fn settle(fight: &mut Fight, who: Who) {
    let level = level(fight, who);
    let round = fight.round.max(1);
    let (faints, dies) = due(fight, who, level);
    let begins = fight.round == 0;
    let one = fight.one_mut(who);
    if one.stabilised {
        one.clocks = Clocks::default();
    }
    if one.stabilised || one.out.is_some() {
        return;
    }
    let fresh = one.clocks == Clocks::default();
    if fresh {
        let last = |rounds: u32| round + rounds - 1;
        one.clocks = Clocks { faints: faints.map(last), dies: dies.map(last) };
    }
    // Whom the game master lets come to later stays awake.
    one.unconscious |= level == Level::Mutilated && (fresh || begins);
}

/// The first round that counts for a clock that starts now: the one that runs, or the next where all turns of it are over.
fn first_round(fight: &Fight) -> u32 {
    let over = fight.turn.who.is_none() && fight.next >= fight.order.len();
    (fight.round + u32::from(over)).max(1)
}

/// A worse level starts its own clocks.
fn worse<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, now: Level) {
    let round = first_round(fight);
    let (faints, dies) = due(fight, who, now);
    let earliest = |old: Option<u32>, new: Option<u32>| match (old, new.map(|rounds| round + rounds - 1)) {
        (Some(old), Some(new)) => Some(old.min(new)),
        (old, new) => old.or(new),
    };
    let one = fight.one_mut(who);
    one.stabilised = false;
    one.clocks.faints = earliest(one.clocks.faints, faints);
    one.clocks.dies = earliest(one.clocks.dies, dies);
    let dies = one.clocks.dies;
    let rule = match now {
        Level::Bloodied => &BLOODIED,
        Level::Mangled => &MANGLED,
        _ => &MUTILATED,
    };
    table.tell(|| {
        let clock = dies.map_or(String::new(), |round| format!(", dies in round {round}"));
        let text = format!("{} is {}{clock}", fight.label(who), now.name());
        fight.caused(Event::new(rule, text).and(&LEVELS).and(&WORSE).by(who))
    });
    if now == Level::Mutilated {
        faint(fight, table, who, &MUTILATED);
    }
}

pub(crate) fn faint<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static Rule) {
    if fight.one(who).unconscious {
        return;
    }
    let one = fight.one_mut(who);
    one.unconscious = true;
    one.readied = None;
    one.gathered = None;
    daze::stun(fight, table, who);
    table.tell(|| fight.caused(fight.event(rule, who, "falls unconscious").and(&defence::HELPLESS)));
    if fight.turn.who == Some(who) {
        fight.turn.ended = true;
    }
}

pub(crate) fn die<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static Rule) {
    let round = fight.round;
    clusters::vanish(fight, who);
    let one = fight.one_mut(who);
    one.out = Some(Out::Dead { round });
    one.standing = None;
    one.readied = None;
    one.upcoming = None;
    one.gathered = None;
    one.clocks = Clocks::default();
    if fight.turn.who == Some(who) {
        fight.turn.ended = true;
    }
    table.tell(|| fight.caused(fight.event(rule, who, "is dead").and(&clusters::DEFINITION)));
    powers::partner_dies(fight, table, who);
}

/// Gives hit points back, to the most or beyond it.
pub(crate) fn heal<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    amount: i16,
    over: bool,
    rule: &'static Rule,
) {
    let one = fight.one_mut(who);
    let before = one.hp;
    let most = if over { i16::MAX } else { one.hp_max.max(before) };
    one.hp = before.saturating_add(amount).min(most);
    let after = one.hp;
    table.tell(|| {
        let text = format!("{} regains {} hp: {before} → {after}", fight.label(who), after - before);
        fight.caused(Event::new(rule, text).to(who).change(who, "hp", before.into(), after.into()))
    });
    cured(fight, table, who);
}

/// With at least 1 hit point an injury is gone, and all that it did.
pub(crate) fn cured<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one_mut(who);
    if one.hp <= 0 {
        return;
    }
    // Whoever sleeps without an injury is not woken by hit points.
    let was_injured = one.hurt != 0 || one.clocks != Clocks::default() || one.stabilised;
    one.stabilised = false;
    if !was_injured {
        return;
    }
    one.hurt = 0;
    one.unconscious = false;
    one.clocks = Clocks::default();
    table.tell(|| fight.caused(Event::new(&INJURED, format!("The injury of {} is gone", fight.label(who))).by(who)));
}

/// At the end of a round the clocks of the dying go on.
pub(crate) fn clocks<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let one = fight.one(who);
        if one.out.is_some() || one.clocks == Clocks::default() {
            continue;
        }
        if surgery::is_tended(fight, who) {
            let clocks = &mut fight.one_mut(who).clocks;
            clocks.faints = clocks.faints.map(|round| round + 1);
            clocks.dies = clocks.dies.map(|round| round + 1);
            continue;
        }
        clock(fight, table, who)?;
    }
    Ok(())
}

/// What the clocks of one injured combatant bring in this round.
pub(crate) fn clock<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Clocks { faints, dies } = fight.one(who).clocks;
    if dies.is_some_and(|round| round <= fight.round) {
        bleed_out(fight, table, who);
    } else if faints.is_some_and(|round| round <= fight.round) {
        fight.one_mut(who).clocks.faints = None;
        if fight.house().health_table == HealthTable::Larp {
            lose(fight, table, who, 1, Kind::Blood, &MANGLED)?;
        } else {
            faint(fight, table, who, &MANGLED);
        }
    }
    Ok(())
}

fn bleed_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let mutilated = level(fight, who) == Level::Mutilated;
    let spent = fight.one(who).wp_spent;
    let halo = fight.features(who).any(|feature| matches!(feature, Feature::Halo(most) if spent < *most));
    if mutilated && halo {
        fight.one_mut(who).clocks = Clocks::default();
        willpower::lose(fight, table, who, 2, &MUTILATED);
        return;
    }
    let rule = if mutilated { &MUTILATED } else { &MANGLED };
    die(fight, table, who, rule);
}

impl Strain {
    /// The arm of a hold, or both arms, when what is held there needs `both`.
    pub(crate) fn of(hold: Hold, both: bool) -> Strain {
        match hold {
            Hold::Sword if both => Strain::BothArms,
            Hold::Off => Strain::OffArm,
            Hold::Sword | Hold::Body(_) => Strain::SwordArm,
        }
    }

    pub(crate) fn with(self, other: Strain) -> Strain {
        if self == other { self } else { Strain::BothArms }
    }
}
