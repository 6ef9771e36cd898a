//! Damage: the formula, armour, extra and bonus damage, stealing.

use quintain_engine::{Breakdown, Event, EventId, Read, Reckoning, Table, Throw, Who};

use crate::book::{DamageKind, Dealing, Feature, Potency, Status, Tag, Topic, Words};
use crate::content::{AbilityId, WeaponId};
use crate::fight::Fight;
use crate::house::MonsterPotency;
use crate::rules::effects::caused;
use crate::rules::features::affected;
use crate::rules::{criticals, death, features, forms, prone, statuses, weapons};

quintain_engine::section! {
    "Damage";
    REDUCES = Engine "damage.reduces-health": "Damage comes off health.";
    FORMULA = Engine "damage.formula": "Action damage, Potency and bonuses, less the target's armour; never below 0.", ruling "A hit for 0 is a hit.";
    ACTION = Engine "damage.action": "The figure of the ability is its action damage.";
    POTENCY = Engine "damage.potency": "The P of whoever deals the damage is added.", house "monster-damage-includes-potency";
    OTHER = Engine "damage.other": "Bonuses and penalties from elsewhere are added.";
    POTENCY_MOD = Engine "damage.potency-mod": "An ability may halve or leave out its Potency, not its action damage.";
    HALF = Engine "damage.half-after-armor": "Half damage after armour halves what armour has left, each time anew.";
    PER_TARGET = Engine "damage.per-target": "Armour and what the target brings count for each target by itself.";
    TWO_KINDS = Engine "armor.two-kinds": "There is physical and magical armour.";
    WHICH = Engine "armor.which": "The printed kind of damage says which armour takes from it.";
    EXCEPTIONS = Engine "armor.exceptions": "An ability may pass over armour, or over so much of it.", ruling "Base armour first, then what is temporary.";
    DAMAGING = Engine "damaging.definition": "Only an ability with action damage is damaging.";
    EXTRA = Engine "extra.packet": "Extra damage is a packet of its own under the same roll, with its own Potency and armour.";
    EXTRA_BOTH = Engine "extra.both-or-none": "Both packets hit or neither; the extra one comes second.", ruling "Not on one who died of the first.";
    BONUS = Engine "bonus.into-formula": "Bonus damage goes into the sum of the attack and meets armour once.";
    STEAL = Engine "steal.magical": "Stealing health is magical damage.";
    STEAL_SUM = Engine "steal.calculation": "It follows the ordinary formula, half damage after armour included.";
    STEAL_GAIN = Engine "steal.gain": "The thief is healed by what the target lost.", ruling "Temporary health heals nobody.", house "steal-overkill";
    STEAL_FAILS = Engine "steal.fails": "A failed roll or no loss heals nothing.";
}

/// `damage.potency`, `damage.potency-mod`: what somebody's Potency adds to damage by what is printed of it.
#[inline]
pub fn potency(fight: &Fight, by: Who, of: i16, printed: Potency) -> i16 {
    match printed {
        _ if !fight.one(by).pc && fight.house().monster_potency == MonsterPotency::Yes => 0,
        Potency::Full => of,
        Potency::Half => fight.half(of),
        Potency::None => 0,
    }
}

/// Damage on its way to somebody: one packet.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// Who deals it.
    pub by: Option<Who>,
    /// The target.
    pub at: Who,
    /// Action damage, Potency and bonuses together.
    pub amount: i16,
    /// Which armour takes from it.
    pub kind: DamageKind,
    /// So much armour is passed over.
    pub ignores: i16,
    /// How often it is halved after armour.
    pub halves: u8,
    /// It counts double.
    pub doubled: bool,
    /// `st.protected` helps against it.
    pub guarded: bool,
    /// Base armour does not help.
    pub bare: bool,
    /// The weapon that it is dealt with, if it is dealt with one.
    pub weapon: Option<WeaponId>,
    /// What caused it.
    pub cause: Option<EventId>,
    /// What it is, for the log.
    pub what: &'static str,
}

/// What a packet is called that comes of an attack; with what, the use of the ability has told.
pub const ATTACK: &str = "the attack";

impl Packet {
    /// Plain damage that nothing has been done to yet.
    pub fn new(at: Who, amount: i16, kind: DamageKind, what: &'static str) -> Packet {
        Packet {
            by: None,
            at,
            amount,
            kind,
            ignores: 0,
            halves: 0,
            doubled: false,
            guarded: true,
            bare: false,
            weapon: None,
            cause: None,
            what,
        }
    }
}

/// Base armour of a kind, 0 where it is cracked or does nothing.
#[inline]
pub fn base_armor(fight: &Fight, whom: Who, kind: DamageKind) -> i16 {
    match kind {
        DamageKind::ArmorIgnoring => 0,
        _ if features::is_bare(fight, whom) => fight.one(whom).makeup.armor[kind as usize],
        _ => laid_bare(fight, whom, kind, fight.one(whom).makeup.armor[kind as usize]),
    }
}

/// The same out of all its parts.
pub fn armor<R: Reckoning>(fight: &Fight, whom: Who, kind: DamageKind) -> R {
    laid_bare(fight, whom, kind, innate_armor(fight, whom, kind))
}

/// Armour with what takes all of it away.
fn laid_bare<R: Reckoning>(fight: &Fight, whom: Who, kind: DamageKind, mut armor: R) -> R {
    let one = fight.one(whom);
    if affected(fight, whom, Status::CrackedArmor) {
        armor.becomes(&statuses::CRACKED, "cracked", 0).until("it ends");
        return armor;
    }
    let bare = features::any(fight, whom, Topic::Armor, |feature| match feature {
        Feature::BareWhile { kind: of, to, prone } => of == kind && ((prone && one.prone) || under(fight, whom, to)),
        _ => false,
    });
    if bare {
        armor.becomes(&EXCEPTIONS, "laid bare", 0);
    }
    armor
}

/// Armour of a kind before anything takes it away.
pub(crate) fn innate_armor<R: Reckoning>(fight: &Fight, whom: Who, kind: DamageKind) -> R {
    let one = fight.one(whom);
    let of = |physical: i16, magical: i16| if kind == DamageKind::Physical { physical } else { magical };
    let mut armor = R::default();
    armor.add(&TWO_KINDS, "base", fight.value(fight.template(whom).armor[kind as usize], one.own));
    if one.before.is_none() {
        armor.add(&TWO_KINDS, "own", one.armor_bonus[kind as usize]);
        if let Some(suit) = one.wears {
            let suit = &fight.setting.content.armors[usize::from(suit)].entry;
            armor.add(&TWO_KINDS, "suit", of(suit.physical, suit.magical)).of(|| &*suit.name);
        }
        for weapon in [one.main, one.off].into_iter().flatten() {
            let entry = &fight.weapon(weapon).entry;
            let worn = of(entry.physical_armor, entry.magical_armor);
            armor.add(&weapons::WIELDED, "gear", worn).of(|| &*entry.name).until("it is put away");
        }
    }
    armor
}

fn under(fight: &Fight, whom: Who, of: Words<Status>) -> bool {
    of.iter().any(|status| affected(fight, whom, status))
}

/// `Q-22`: the packet through doubling, armour, halving, protection and temporary health. Says how much health it took.
///
/// # Errors
/// Halts with the table.
pub(crate) fn deal<T: Table<Fight>>(fight: &mut Fight, table: &mut T, packet: Packet) -> Result<i16, T::Halt> {
    let Packet { by, at, kind, .. } = packet;
    let one = fight.one(at);
    if !one.is_there() {
        return Ok(0);
    }
    let gross = if packet.doubled { 2 * packet.amount } else { packet.amount }.max(0);
    let base = if packet.bare { 0 } else { base_armor(fight, at, kind) };
    let over_base = packet.ignores.min(base);
    let base = base - over_base;
    let Through { amount, broken, protected, padded } = match one.lasting.is_empty() {
        true => Through { amount: halved(fight, gross - base, packet.halves), ..Through::default() },
        false => {
            let before = std::mem::replace(&mut fight.scratch.cause, packet.cause);
            let through = past_shields(fight, table, &packet, gross, (base, over_base));
            fight.scratch.cause = before;
            through?
        }
    };
    let lost = amount - padded;
    let mut one = fight.one_mut(at);
    let before = one.health;
    one.health -= lost;
    one.taken += u32::from(lost.unsigned_abs());
    drop(one);
    fight.last_lost = lost;
    if let Some(by) = by.filter(|by| *by != at) {
        fight.one_mut(by).dealt += u32::from(lost.unsigned_abs());
    }
    let taken = Taken { gross, base, through: Through { amount, broken, protected, padded }, lost, before };
    let event = tell(fight, table, &packet, taken);
    if lost > 0 {
        forms::in_need(fight, table, at, before)?;
        let by = by.map(|who| death::Slayer { who, weapon: packet.weapon });
        death::wounded(fight, table, at, by, lost, event)?;
    }
    Ok(lost)
}

/// What a packet has come to, for the log.
#[derive(Clone, Copy, Debug)]
struct Taken {
    gross: i16,
    /// The armour that has counted.
    base: i16,
    through: Through,
    lost: i16,
    /// The health before.
    before: i16,
}

/// Tells what a packet takes, part by part.
fn tell<T: Table<Fight>>(fight: &Fight, table: &mut T, packet: &Packet, taken: Taken) -> EventId {
    let Packet { by, at, kind, .. } = *packet;
    let Taken { gross, base, through: Through { amount, broken, protected, padded }, lost, before } = taken;
    table.tell(|| {
        let from = if packet.what == ATTACK { String::new() } else { format!(" from {}", in_words(packet.what)) };
        let text = format!("{} takes {amount} damage{from}", fight.label(at));
        let mut event = Event::new(&FORMULA, text).to(at).and(&REDUCES).and(&WHICH).and(&TWO_KINDS).and(&PER_TARGET);
        let mut parts = Breakdown::default();
        parts.add(&ACTION, if packet.doubled { "damage, doubled" } else { "damage" }, gross).of(|| kind.to_string());
        parts.add(statuses::temporary(kind), "temporary armor", -broken);
        parts.add(&WHICH, "armor", -base);
        parts.at_least(&FORMULA, 0);
        parts.becomes(if protected { &statuses::PROTECTED } else { &HALF }, "halved", amount);
        event = event.reckoned(&parts);
        if base == 0 && affected(fight, at, Status::CrackedArmor) {
            event = event.and(&statuses::CRACKED);
        }
        if packet.ignores > 0 || kind == DamageKind::ArmorIgnoring {
            event = event.and(&EXCEPTIONS);
        }
        if packet.halves > 0 {
            event = event.and(&HALF);
            if by.is_some_and(|by| fight.one(by).prone) {
                event = event.and(&prone::HALF);
            }
        }
        if protected {
            event = event.and(&statuses::PROTECTED);
        }
        if padded > 0 {
            event = event.and(&statuses::TEMPORARY_HEALTH);
        }
        event = match by {
            Some(by) => event.by(by),
            None => event,
        };
        if let Some(cause) = packet.cause {
            event = event.because(cause);
        }
        if packet.what != ATTACK {
            event = event.with(packet.what);
        }
        let event = event.harm(by.filter(|by| *by != at), at, lost.unsigned_abs().into());
        event.total(amount.into()).change(at, "health", before.into(), (before - lost).into())
    })
}

/// What damage comes from: of a status effect what it stands for.
fn in_words(what: &str) -> &str {
    match what {
        "diseased" => "disease",
        "electrified" => "lightning",
        "frostbitten" => "frost",
        other => other,
    }
}

/// What has become of a packet on its way.
#[derive(Clone, Copy, Debug, Default)]
struct Through {
    /// What is left of it.
    amount: i16,
    /// What temporary armour took.
    broken: i16,
    /// Protection has halved it.
    protected: bool,
    /// What temporary health takes of what is left.
    padded: i16,
}

/// What armour leaves, never below 0, halved so many times.
#[inline(always)]
fn halved(fight: &Fight, left: i16, halves: u8) -> i16 {
    (0..halves).fold(left.max(0), |left, _| fight.half(left))
}

/// The way of a packet to a target that something lasts on, base armour taken into account.
#[inline(never)]
fn past_shields<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    packet: &Packet,
    gross: i16,
    (base, over_base): (i16, i16),
) -> Result<Through, T::Halt> {
    let at = packet.at;
    let temporary = match packet.kind {
        DamageKind::Physical => Some(Status::TemporaryPhysicalArmor),
        DamageKind::Magical => Some(Status::TemporaryMagicalArmor),
        DamageKind::ArmorIgnoring => None,
    };
    let broken = match temporary {
        Some(status) => statuses::absorb(fight, table, at, status, gross, packet.ignores - over_base)?,
        None => 0,
    };
    let mut amount = halved(fight, gross - broken - base, packet.halves);
    let protected = packet.guarded && amount > 0 && affected(fight, at, Status::Protected);
    if protected {
        amount = fight.half(amount);
        statuses::spend_stack(fight, table, at, Status::Protected)?;
    }
    let padded = statuses::absorb(fight, table, at, Status::TemporaryHealth, amount, 0)?;
    Ok(Through { amount, broken, protected, padded })
}

/// `steal.gain`: heals the thief by what was lost.
///
/// # Errors
/// Halts with the table.
pub(crate) fn steal<T: Table<Fight>>(fight: &mut Fight, table: &mut T, packet: Packet) -> Result<(), T::Halt> {
    let before = fight.one(packet.at).health;
    let lost = deal(fight, table, packet)?;
    let Some(thief) = packet.by else { return Ok(()) };
    let gained = match fight.house().steal_overkill {
        crate::house::StealOverkill::Counted => lost,
        crate::house::StealOverkill::Capped => lost.min(before.max(0)),
    };
    if gained > 0 {
        table.tell(|| {
            let text =
                format!("{} gains the {gained} health that {} has lost", fight.label(thief), fight.label(packet.at));
            caused(fight, Event::new(&STEAL_GAIN, text).by(thief).to(packet.at).and(&STEAL).and(&STEAL_SUM))
        });
        death::heal(fight, table, thief, gained);
    } else {
        table.tell(|| {
            let event = Event::new(&STEAL_FAILS, format!("{} gains nothing", fight.label(thief)));
            caused(fight, event.by(thief).to(packet.at))
        });
    }
    Ok(())
}

/// The rules of attacks by the prone and with broken things, for damage with a weapon.
#[inline]
pub(crate) fn halves_of(fight: &Fight, by: Who, at: Who, ability: AbilityId) -> u8 {
    u8::from(prone::halves(fight, by, ability)) + u8::from(weapons::polearm_halves(fight, by, at, ability))
}

/// Whether an ability is of those that a feature is for.
pub fn is_of(fight: &Fight, ability: AbilityId, of: Dealing) -> bool {
    let entry = fight.ability(ability);
    match of {
        Dealing::Anything => true,
        Dealing::WeaponAttacks => entry.is(Tag::Weapon),
        Dealing::BasicAttacks => entry.is(Tag::Basic),
        Dealing::SingleTarget => entry.single && entry.damaging,
    }
}

/// What criticals, spells and the target add to the main packet.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn bonus<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    ability: AbilityId,
    face: u16,
) -> Result<i16, T::Halt> {
    match features::is_bare(fight, by) && features::is_bare(fight, at) && !fight.scratch.inspired {
        true => Ok(0),
        false => added(fight, table, by, at, ability, face),
    }
}

fn added<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    ability: AbilityId,
    face: u16,
) -> Result<i16, T::Halt> {
    let entry = fight.ability(ability);
    let (weapon, basic) = (entry.is(Tag::Weapon), entry.is(Tag::Basic));
    let gifted = !features::none(fight, by, Topic::Blows);
    let mut bonus = features::sum(fight, by, Topic::Blows, |feature, source| match feature {
        Feature::Damage { by: much, of, when } => {
            let holds = when.is_none_or(|when| features::holds(fight, by, Some(at), when));
            if is_of(fight, ability, of) && holds { fight.value(much, source.with) } else { 0 }
        }
        _ => 0,
    });
    if weapon && affected(fight, at, Status::Exposed) {
        bonus += fight.one(at).size(Status::Exposed);
        table.tell(|| Event::new(&statuses::EXPOSED, format!("{} is exposed", fight.label(at))).to(at));
    }
    if basic && std::mem::take(&mut fight.scratch.inspired) {
        let throw = Throw::dice(2, 4, &statuses::INSPIRED, "inspiration").by(by).read_as(Read::Sum);
        bonus += table.roll(fight, throw)?.iter().map(|face| *face as i16).sum::<i16>();
    }
    if gifted {
        bonus += criticals::critical(fight, table, by, at, ability, face)?;
    }
    Ok(bonus)
}
