//! Blows that are all somebody can do. Their figures are noted with its makeup, and while nothing lasts on either of two,
//! weighing and striking such a blow between them needs no more than these.

use quintain_engine::{EventId, Table, Who};

use crate::ask::Aimed;
use crate::book::{Aim, DamageKind, Potency, Resistance, Tag, Time, Whom};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::house::MonsterPotency;
use crate::rules::damage::{self, Packet};
use crate::rules::effects::{self, Job};
use crate::rules::precision::{self, Attempt};
use crate::rules::{abilities, adjacency, features, reactions, uses};

/// The figures of a blow that is all its wielder can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The ability.
    pub ability: AbilityId,
    /// How far it reaches.
    pub reach: i16,
    /// What is added to its roll, whoever is struck.
    pub precision: i16,
    /// What it is rolled against.
    pub against: Resistance,
    /// Its action damage.
    pub figure: i16,
    /// The Potency that is added to that.
    pub potency: i16,
    /// Which armour takes from it.
    pub kind: DamageKind,
}

/// A blow between two on whom nothing lasts.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// The figures of the blow.
    pub blow: Blow,
    /// What is added to the die.
    pub own: i16,
    /// What the roll is held against.
    pub guard: i16,
    /// What a hit takes.
    pub takes: i16,
}

impl Exchange {
    /// How many of the ten faces succeed.
    #[inline]
    pub fn chance(&self) -> i16 {
        (11 - (self.guard - self.own)).clamp(0, 10)
    }
}

/// The blow that is all somebody can do, if it is one, worked out for the notes of [`Fight`].
pub(crate) fn blow_of_makeup(fight: &Fight, who: Who, sole: AbilityId) -> Option<Blow> {
    let (one, known) = (fight.one(who), fight.ability(sole));
    let (entry, dealt, against) = (&known.entry, known.blow?, known.against?);
    let Aim::One { range, of: Whom::Foes, least: 0 } = entry.aim else { return None };
    let strange = [Tag::Projectile, Tag::Command, Tag::Ritual, Tag::Charge].into_iter().any(|tag| known.is(tag));
    let ordinary = known.melee && known.undemanding && known.time() == Time::Action && !strange && !known.charges;
    let choosy = !entry.only.is_empty() || entry.spares.is_some();
    let even = dealt.amount.dice().is_none() && dealt.ignores == 0 && !dealt.half && dealt.falloff == 0;
    let simple = fight.topics(who).is_empty() && fight.template(who).element.is_none() && one.before.is_none();
    if !ordinary || choosy || !even || !simple || fight.house().monster_potency == MonsterPotency::Yes {
        return None;
    }
    let own = features::raised(one.own, (0, 0));
    let weapon = if entry.ignores_weapon_precision { 0 } else { precision::weapons_of_makeup(fight, who) };
    Some(Blow {
        ability: sole,
        reach: fight.value(range, own),
        precision: fight.half(one.own.level) + weapon + entry.precision + one.precision_bonus,
        against,
        figure: fight.value(dealt.amount, own),
        potency: match dealt.potency {
            Potency::Full => own.potency,
            Potency::Half => fight.half(own.potency),
            Potency::None => 0,
        },
        kind: dealt.kind,
    })
}

/// What somebody's only blow comes to against a foe; nothing where anything lasts on either of them, or one of them lies.
#[inline]
pub fn exchange(fight: &Fight, by: Who, at: Who) -> Option<Exchange> {
    let (one, its) = (fight.one(by), fight.one(at));
    let blow = one.makeup.blow?;
    let bare = features::is_bare(fight, by) && features::is_bare(fight, at);
    if !bare || one.prone || its.prone || its.unconscious || fight.thrown {
        return None;
    }
    Some(Exchange {
        blow,
        own: blow.precision + i16::from(adjacency::flanked(fight, at)),
        guard: its.makeup.guard[blow.against as usize],
        takes: (blow.figure + blow.potency - damage::base_armor(fight, at, blow.kind)).max(0),
    })
}

/// The same for a use of this ability that begins now, if it is nothing but that blow: it has one target, a foe who is
/// there, nothing goes with it, and nobody waits for it.
#[inline]
pub(crate) fn to_strike(fight: &Fight, who: Who, ability: AbilityId, aim: Aimed) -> Option<(Who, Exchange)> {
    let Aimed::One(whom) = aim else { return None };
    let exchange = exchange(fight, who, whom).filter(|exchange| exchange.blow.ability == ability)?;
    let alone = abilities::pending(fight, who).is_empty() && !reactions::may_come(fight);
    (alone && met(fight, who, whom)).then_some((whom, exchange))
}

/// Whether one can strike at another that has not agreed to it, and nothing is on its weapon.
#[inline]
fn met(fight: &Fight, who: Who, whom: Who) -> bool {
    fight.able(who) && fight.present(whom) && !fight.allies(who, whom) && fight.one(who).coated.is_none()
}

/// The course of such a use: a roll, and damage if it succeeds.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (whom, first): (Who, Exchange),
) -> Result<(), T::Halt> {
    let Blow { ability, against, .. } = first.blow;
    uses::announce(fight, table, who, ability, Aimed::One(whom), &[whom]);
    let before = fight.last_target.replace(whom);
    let attempt = Attempt { by: who, at: whom, ability, against, bonus: 0, plain: false, steadied: false };
    let rolled = precision::roll_plainly(fight, table, attempt, (first.own, first.guard))?;
    fight.scratch.face = rolled.face;
    // An edict may have changed them before the die fell.
    let still = |now: &Exchange| now.blow.ability == ability && met(fight, who, whom);
    match exchange(fight, who, whom).filter(still) {
        Some(now) if rolled.hit => land(fight, table, (who, whom), now, rolled.event)?,
        Some(_) => {}
        None => {
            let job = Job { cause: Some(rolled.event), face: rolled.face, ..Job::new(fight, who, ability) };
            uses::follow(fight, table, &job, whom, rolled.hit)?;
            features::after_attack(fight, whom);
        }
    }
    fight.last_target = before;
    uses::answered(fight, table, who, ability, &[whom])
}

/// The damage of one that has hit.
#[inline]
fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, whom): (Who, Who),
    Exchange { blow, takes, .. }: Exchange,
    cause: EventId,
) -> Result<(), T::Halt> {
    let (figure, potency) = (blow.figure, blow.potency);
    let event = table.tell(|| {
        let job = Job { cause: Some(cause), ..Job::new(fight, who, blow.ability) };
        let printed = fight.ability(blow.ability).blow.map_or(Potency::Full, |damage| damage.potency);
        effects::damage_event(fight, &job, whom, (printed, true), [figure, potency, 0])
    });
    let packet = Packet::new(whom, figure + potency, blow.kind, damage::ATTACK);
    let dealt = damage::deal(fight, table, Packet { by: Some(who), cause: Some(event), ..packet })?;
    debug_assert_eq!(dealt.net, takes, "it takes more or less than it promised");
    Ok(())
}
