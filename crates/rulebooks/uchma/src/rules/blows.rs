//! Blows that are all somebody can do. Their figures are noted with its makeup, and while nothing lasts on either of two,
//! striking such a blow between them needs no more than these.

use quintain_engine::{EventId, Table, Who};

use crate::ask::Aimed;
use crate::book::{Aim, Potency, Tag, Time, Whom};
use crate::combatant::{Blow, Combatant};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::damage::{self, Packet};
use crate::rules::effects::{self, Job};
use crate::rules::precision::{self, Attempt, Held};
use crate::rules::{abilities, adjacency, features, reactions, strikes, uses};

/// A blow between two that nothing lasts on.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// What is added to the die.
    pub own: i16,
    /// What the roll is held against.
    pub guard: i16,
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
    if !ordinary || choosy || !even || !simple {
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
        potency: damage::potency(fight, who, own.potency, dealt.potency),
        kind: dealt.kind,
    })
}

/// What somebody's only blow comes to against a foe; nothing where anything lasts on either of them, or one of them lies.
#[inline(always)]
pub fn exchange(fight: &Fight, one: &Combatant, blow: &Blow, (at, its): (Who, &Combatant)) -> Option<Exchange> {
    let bare = features::bears_nothing(fight, one) && features::bears_nothing(fight, its);
    if !bare || one.prone || its.prone || its.unconscious || fight.thrown {
        return None;
    }
    Some(Exchange {
        own: blow.precision + i16::from(adjacency::stands_between_foes(fight, at)),
        guard: its.makeup.guard[blow.against as usize],
    })
}

/// What such a blow comes to at a target of its own choice, if that is a foe who is there: nobody has agreed to it.
#[inline(always)]
fn meeting(fight: &Fight, who: Who, ability: AbilityId, whom: Who) -> Option<(Blow, Exchange)> {
    let (one, its) = (fight.one(who), fight.one(whom));
    let blow = one.makeup.blow.filter(|blow| blow.ability == ability)?;
    if !one.is_able() || !its.is_there() || one.side == its.side {
        return None;
    }
    Some((blow, exchange(fight, one, &blow, (whom, its))?))
}

/// A use of an ability that is nothing but its user's only blow: it has one target, nothing goes with it, and nobody has
/// prepared anything.
#[inline(always)]
pub(crate) fn to_strike(fight: &Fight, who: Who, ability: AbilityId, aim: Aimed) -> Option<(Who, Blow, Exchange)> {
    let Aimed::One(whom) = aim else { return None };
    if reactions::may_come(fight) || !abilities::pending(fight, who).is_empty() {
        return None;
    }
    meeting(fight, who, ability, whom).map(|(blow, exchange)| (whom, blow, exchange))
}

/// The course of such a use: a roll, and damage if it succeeds.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub(crate) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (whom, Blow { ability, against, .. }, before): (Who, Blow, Exchange),
) -> Result<(), T::Halt> {
    let told = uses::announce(fight, table, who, ability, Aimed::One(whom), &[whom]);
    let cause = Some(told);
    let attempt = Attempt { by: who, at: whom, ability, against, bonus: 0, plain: false, steadied: false, cause };
    let held = Held::plainly(before.own, before.guard);
    let target = fight.last_target.replace(whom);
    fight.scratch.inspired = false;
    let told = precision::sides_if_heard(fight, table, &attempt);
    let face = precision::throw(fight, table, &attempt)?;
    // An edict may have changed them before the die fell.
    if let Some((blow, _)) = meeting(fight, who, ability, whom) {
        let rolled = precision::counted(fight, table, &attempt, &held, face, told.as_ref());
        if rolled.hit {
            land(fight, table, (who, whom), blow, rolled.event)?;
        }
    } else {
        let rolled = precision::settled(fight, table, &attempt, &held, face, told.as_ref())?;
        let job = Job { cause: Some(rolled.event), face: rolled.face, ..Job::new(fight, who, ability) };
        strikes::follow(fight, table, &job, whom, rolled.hit)?;
    }
    fight.last_target = target;
    uses::answered(fight, table, who, ability, &[whom])
}

/// The damage of one that has hit.
#[inline]
fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, whom): (Who, Who),
    blow: Blow,
    cause: EventId,
) -> Result<(), T::Halt> {
    let (figure, potency) = (blow.figure, blow.potency);
    let event = table.tell(|| {
        let job = Job { cause: Some(cause), ..Job::new(fight, who, blow.ability) };
        let printed = fight.ability(blow.ability).blow.map_or(Potency::Full, |damage| damage.potency);
        effects::damage_event(fight, &job, whom, (printed, true), [figure, potency, 0])
    });
    let packet = Packet::new(whom, figure + potency, blow.kind, damage::ATTACK);
    damage::deal(fight, table, Packet { by: Some(who), cause: Some(event), ..packet })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use quintain_testkit::at_every_question;

    use super::*;
    use crate::rules::precision::{bonuses, guarded};

    #[test]
    fn a_blow_by_its_noted_figures_is_what_the_rules_make_of_it() {
        let mut met = 0;
        at_every_question(4, |fight: &Fight| {
            for (who, one) in fight.those_there() {
                let Some(blow) = one.makeup.blow else { continue };
                for (whom, its) in fight.foes_there(who) {
                    let Some(found) = exchange(fight, one, &blow, (whom, its)) else { continue };
                    let Blow { ability, against, .. } = blow;
                    let (bonus, plain, steadied, cause) = (0, false, false, None);
                    let attempt = Attempt { by: who, at: whom, ability, against, bonus, plain, steadied, cause };
                    let (own, guard): (i16, i16) =
                        (bonuses(fight, &attempt), guarded(fight, whom, against, Some(&attempt)));
                    assert_eq!((found.own, found.guard), (own, guard), "{who:?} at {whom:?}");
                    met += 1;
                }
            }
        });
        assert!(met > 1000, "only {met} blows were looked at");
    }
}
