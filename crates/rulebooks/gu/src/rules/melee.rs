//! Melee attacks: weapons, several weapons, punches, kicks and bites, each with what it does to the one who strikes.

mod harm;

use quintain_engine::{Event, Refusal, Table, Who};
use smallvec::SmallVec;

use super::attack::{self, Aim, Hit, Skill};
use super::called_shot;
use super::damage::{self};
use super::{final_stand, grapple, gu, pushing, turns};
use crate::arm::ArmId;
use crate::derived;
use crate::fight::{Begun, Fight};
pub use harm::may_recoil;
use harm::{recoil, riders, roll_damage};

pub use crate::deeds::{Blow, With};

quintain_engine::section! {
    "Melee attacks";
    IMMOBILE_AUTOHIT = Engine "melee.immobile-autohit": "A melee attack at somebody who cannot move hits by itself.", ruling "Movement 0 and no flight, or said to be unable to move; no die, so no critical.", house "autohit.rolls-for-critical";
    WEAPON_TEST = Engine "weapon.test": "A weapon attack is a Close Combat test against an enemy within the weapon's range.";
    WEAPON_DAMAGE = Engine "weapon.damage": "A hit deals the weapon's damage and 1 more for every full 20 Strength.";
    MULTI_COUNT = Choice "multi.count": "With several weapons in hand one may make as many attacks as there are weapons, one with each.", ruling "They are named one by one and may go to other targets when one falls.";
    MULTI_PENALTY = Engine "multi.penalty": "Each of them has a penalty of 10 times their number; a single attack has none.";
    MULTI_LIMIT = Engine "multi.limit": "Nobody wields more weapons than usable arms and hands.";
    UNARMED_OPTIONS = Choice "unarmed.options": "An unarmed strike is a punch for each arm, or one kick, or one bite.", ruling "An arm counts if it is usable and its hand empty.";
    PUNCH_TEST = Engine "punch.test": "A punch is a Close Combat test against somebody within 1 m.";
    PUNCH_DAMAGE = Engine "punch.damage": "A punch deals 1 force and 1 more for every full 10 Strength.";
    PUNCH_RECOIL = Engine "punch.recoil": "Every full 5 damage of a punch, before anything lowers it, costs the puncher 1 hit point; each punch counts alone.", ruling "The target's damage comes first; recoil has no rank and can injure.";
    PUNCH_RECOIL_REDUCIBLE = Engine "punch.recoil-reducible": "What lowers the puncher's own hit-point damage lowers recoil; shields do not, for it is direct.";
    KICK_TEST = Engine "kick.test": "A kick is a Close Combat test against somebody within 1 m.";
    KICK_DAMAGE = Engine "kick.damage": "A kick deals 1 force and 1 more for every full 5 Strength.";
    KICK_KNOCKBACK = Engine "kick.knockback": "A kick pushes a Large or smaller target a hundredth of Strength in metres, at least 1, and throws it down, hurt or not.", ruling "Straight away, to the first wall or creature; nobody gets an attack of opportunity, but a held action may wait for somebody who comes near.";
    BITE_TEST = Engine "bite.test": "A bite is a Close Combat test against somebody within 1 m.";
    BITE_DAMAGE = Engine "bite.damage": "A bite deals 2 rending and 1 more for every full 5 Strength.";
    BITE_BLEEDING = Engine "bite.bleeding": "A bite causes bleeding by a fifth of the rending damage that reached hit points, rounded down.";
}

/// Whether somebody is able to strike at all.
pub fn can_strike(fight: &Fight, who: Who) -> bool {
    !fight.one(who).conditions.any(crate::condition::HELPLESS)
}

/// How far a strike reaches, in metres.
pub fn reach(fight: &Fight, who: Who, with: With) -> u16 {
    let more = gu::more_reach(fight, who);
    match with {
        With::Arm(arm) if fight.arm(arm).ranged => fight.arm(arm).reach,
        With::Arm(arm) => fight.arm(arm).reach + more,
        With::Thrown(_) => thrown_range(fight, who),
        With::Punch | With::Kick | With::Bite => 1 + more,
    }
}

/// How far somebody throws a weapon.
fn thrown_range(fight: &Fight, who: Who) -> u16 {
    (5 + derived::strength(fight, who) / 20).unsigned_abs()
}

/// The largest reach of a melee attack that somebody could make now; 0 for none.
pub fn melee_reach(fight: &Fight, who: Who) -> u16 {
    farthest(fight, who, |with| is_melee(fight, with))
}

/// The largest reach of such of the attacks that somebody could make now; 0 for none. Of those without a weapon none reaches
/// farther than a bite, which is there where any of them is.
pub fn farthest(fight: &Fight, who: Who, counts: impl Fn(With) -> bool) -> u16 {
    if gu::forbids_melee(fight, who) {
        return 0;
    }
    let (armed, natural) = (armed(fight, who), gu::natural_attacks(fight, who));
    let bites = is_unarmed(fight, who).then_some(With::Bite);
    let all = armed.chain(natural.iter().copied().map(With::Arm)).chain(bites);
    all.filter(|with| counts(*with)).map(|with| reach(fight, who, with)).max().unwrap_or(0)
}

/// The weapons that somebody could strike with, and those it could throw.
fn armed(fight: &Fight, who: Who) -> impl Iterator<Item = With> {
    let held: &[ArmId] = if gu::strikes_with_its_gu_alone(fight, who) { &[] } else { &fight.one(who).in_hand };
    let thrown = held.iter().copied().filter(|arm| !fight.arm(*arm).thrown.is_empty());
    held.iter().copied().map(With::Arm).chain(thrown.map(With::Thrown))
}

/// Whether somebody could strike without a weapon.
fn is_unarmed(fight: &Fight, who: Who) -> bool {
    fight.template(who).natural.is_empty() && !gu::strikes_with_its_gu_alone(fight, who)
}

/// Whether somebody could punch: with a hand that is sound and free, as far as its Gu let it.
pub fn can_punch(fight: &Fight, who: Who) -> bool {
    let fights = is_unarmed(fight, who) && !gu::forbids_melee(fight, who) && !gu::forbids_punches(fight, who);
    fights && derived::free_hands(fight, who) > 0
}

/// Whether a strike is a melee attack.
pub fn is_melee(fight: &Fight, with: With) -> bool {
    match with {
        With::Arm(arm) => !fight.arm(arm).ranged,
        With::Thrown(_) => false,
        _ => true,
    }
}

/// Everything that somebody could strike with now.
pub fn strikes(fight: &Fight, who: Who) -> SmallVec<[With; 16]> {
    let mut all = SmallVec::new();
    if gu::forbids_melee(fight, who) {
        return all;
    }
    all.extend(armed(fight, who));
    all.extend(gu::natural_attacks(fight, who).iter().copied().map(With::Arm));
    if is_unarmed(fight, who) {
        if can_punch(fight, who) {
            all.push(With::Punch);
        }
        if fight.held_by(who).next().is_none() && fight.one(who).injured.legs.count_ones() < 2 {
            all.push(With::Kick);
        }
        all.push(With::Bite);
    }
    all
}

/// Whether somebody may make this strike as (part of) its Combat Action now.
///
/// # Errors
/// The refusal.
pub fn may_strike(fight: &Fight, who: Who, blow: &Blow) -> Result<(), Refusal> {
    may_strike_among(fight, who, blow, &strikes(fight, who))
}

/// The same where it is known already with what it could strike.
///
/// # Errors
/// The refusal.
pub fn may_strike_among(fight: &Fight, who: Who, blow: &Blow, strikes: &[With]) -> Result<(), Refusal> {
    is_able(fight, who, blow, strikes)?;
    goes_with(fight, who, blow)?;
    attack::may_aim(fight, &aim(fight, who, blow))
}

/// Whether somebody could make this strike now, whatever it takes of its turn.
///
/// # Errors
/// The refusal.
pub fn could_strike(fight: &Fight, who: Who, blow: &Blow) -> Result<(), Refusal> {
    is_able(fight, who, blow, &strikes(fight, who))?;
    attack::may_aim(fight, &aim(fight, who, blow))
}

fn is_able(fight: &Fight, who: Who, blow: &Blow, strikes: &[With]) -> Result<(), Refusal> {
    final_stand::may_do_more(fight, who)?;
    if matches!(blow.with, With::Kick) && fight.held_by(who).next().is_some() {
        return Err(Refusal::new(&grapple::NO_KICK, "it holds somebody"));
    }
    match strikes.contains(&blow.with) {
        true => Ok(()),
        false => Err(Refusal::new(&UNARMED_OPTIONS, "it cannot strike like that now")),
    }
}

/// Whether a strike goes with what of the Combat Action is done already.
fn goes_with(fight: &Fight, who: Who, blow: &Blow) -> Result<(), Refusal> {
    let spent = || Refusal::new(&turns::COMBAT_ACTION, "the Combat Action of this turn is used");
    match (fight.turn.begun, blow.with) {
        (Begun::Nothing, _) if blow.several => match (wielded(fight, who) > 1, blow.with) {
            (true, With::Arm(arm)) if fight.one(who).in_hand.contains(&arm) => Ok(()),
            _ => Err(Refusal::new(&MULTI_COUNT, "that takes several weapons in hand")),
        },
        (Begun::Nothing, _) => Ok(()),
        (Begun::Punches(left), With::Punch) if left > 0 && !blow.several => Ok(()),
        (Begun::Bites(left), With::Bite) if left > 0 && !blow.several => Ok(()),
        (Begun::Punches(_), With::Kick | With::Bite) | (Begun::Bites(_), With::Kick | With::Punch) => {
            Err(Refusal::new(&UNARMED_OPTIONS, "punches, a kick and a bite do not mix"))
        }
        (Begun::Weapons { made, .. }, With::Arm(arm)) if !blow.several => {
            let open = place_in(&fight.one(who).in_hand, arm, made).is_some();
            if open { Ok(()) } else { Err(Refusal::new(&MULTI_COUNT, "that weapon has struck already")) }
        }
        (Begun::Together { .. }, _) if fight.template(who).entry.swarm && fight.turn.struck == Some(blow.at) => {
            Err(Refusal::new(&turns::COMBAT_ACTION, "a swarm strikes each of them once"))
        }
        (Begun::Together { which, made }, With::Arm(arm)) if !blow.several => {
            let list = fight.template(who).together.get(usize::from(which));
            let open = list.is_some_and(|list| place_in(list, arm, made).is_some());
            if open { Ok(()) } else { Err(spent()) }
        }
        _ => Err(spent()),
    }
}

/// How many weapons somebody has in hand to strike with.
pub fn wielded(fight: &Fight, who: Who) -> usize {
    fight.one(who).in_hand.iter().filter(|arm| !fight.arm(**arm).ranged).count()
}

/// The place of one of several attacks that has not been made, a bit for each that has.
fn place_in(list: &[ArmId], arm: ArmId, made: u16) -> Option<usize> {
    (0..list.len()).find(|place| list[*place] == arm && made >> place & 1 == 0)
}

/// Notes a strike of the Combat Action.
fn note(fight: &mut Fight, who: Who, blow: &Blow) {
    let struck = |list: &[ArmId], arm: ArmId, made: u16| place_in(list, arm, made).map_or(0, |place| 1 << place);
    fight.turn.begun = match (fight.turn.begun, blow.with) {
        (Begun::Nothing, With::Punch) => Begun::Punches(derived::free_hands(fight, who).saturating_sub(1)),
        (Begun::Punches(left), With::Punch) => Begun::Punches(left.saturating_sub(1)),
        (Begun::Nothing, With::Bite) if gu::bites(fight, who) > 1 => Begun::Bites(gu::bites(fight, who) - 1),
        (Begun::Bites(left), With::Bite) => Begun::Bites(left.saturating_sub(1)),
        (Begun::Nothing, With::Arm(arm)) if blow.several => {
            Begun::Weapons { of: wielded(fight, who) as u8, made: struck(&fight.one(who).in_hand, arm, 0) }
        }
        (Begun::Weapons { of, made }, With::Arm(arm)) => {
            Begun::Weapons { of, made: made | struck(&fight.one(who).in_hand, arm, made) }
        }
        (Begun::Nothing, With::Arm(arm)) => {
            let lists = &fight.template(who).together;
            match lists.iter().position(|list| list.len() > 1 && list.contains(&arm)) {
                Some(which) if !is_thinned_out(fight, who) => {
                    Begun::Together { which: which as u8, made: struck(&lists[which], arm, 0) }
                }
                _ => Begun::Done,
            }
        }
        (Begun::Together { which, made }, With::Arm(arm)) => {
            let list = &fight.template(who).together[usize::from(which)];
            Begun::Together { which, made: made | struck(list, arm, made) }
        }
        _ => Begun::Done,
    };
    fight.turn.struck = Some(blow.at);
}

/// Whether somebody is a swarm of which less than half is left.
fn is_thinned_out(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let below = |track: crate::combatant::Track| track.now * 2 < track.max;
    fight.template(who).entry.swarm && (below(one.hp) || (one.has_soul && below(one.soul)))
}

/// What a strike aims at, and how.
pub fn aim(fight: &Fight, who: Who, blow: &Blow) -> Aim {
    let rule = match blow.with {
        With::Arm(_) | With::Thrown(_) => &WEAPON_TEST,
        With::Punch => &PUNCH_TEST,
        With::Kick => &KICK_TEST,
        With::Bite => &BITE_TEST,
    };
    let mut aim = Aim::melee(who, blow.at, rule);
    aim.range = reach(fight, who, blow.with);
    (aim.called, aim.counter, aim.tilt, aim.modifier) = (blow.called, blow.counter, blow.tilt, blow.modifier);
    if let With::Arm(arm) | With::Thrown(arm) = blow.with {
        aim.piercing = fight.arm(arm).piercing;
        if !is_melee(fight, blow.with) {
            (aim.melee, aim.skill) = (false, Skill::Ranged);
        }
        aim.arm = Some(arm);
        aim.tilt += fight.arm(arm).tilt;
        aim.sure = fight.arm(arm).sure;
        if let Some(working) = gu::arm_at_work(fight, who, arm) {
            aim.rank = Some(working.rank);
        }
        let natural = fight.arm(arm).natural;
        if natural && fight.house().beasts_ranked && fight.template(who).cr_rank > 0 {
            aim.rank = Some(fight.template(who).cr_rank);
        }
    }
    aim
}

/// A strike of a Combat Action, on one's own turn or held until another's.
pub(crate) fn strike_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: Blow,
) -> Result<(), T::Halt> {
    note(fight, who, &blow);
    let several = match fight.turn.begun {
        Begun::Weapons { of, .. } if of > 1 => gu::talents::several(fight, who, of),
        _ => 0,
    };
    strike_with(fight, table, who, blow, (several, None))
}

/// A strike outside the Combat Action: a counter-attack, an attack of opportunity, at the end of a Dive.
pub(crate) fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, blow: Blow) -> Result<(), T::Halt> {
    strike_with(fight, table, who, blow, (0, None))
}

/// A strike that a Gu makes with its user's body.
pub(crate) fn strike_of_gu<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: Blow,
    gu: u16,
) -> Result<(), T::Halt> {
    strike_with(fight, table, who, blow, (0, Some(gu)))
}

fn strike_with<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: Blow,
    (several, gu): (i16, Option<u16>),
) -> Result<(), T::Halt> {
    let blow = Blow { called: called_shot::which_side(fight, table, who, blow.at, blow.called)?, ..blow };
    let mut aim = aim(fight, who, &blow);
    (aim.several, aim.gu) = (several, gu);
    match attack::attack(fight, table, aim)? {
        Some(hit) => land(fight, table, who, &blow, &aim, hit),
        None => Ok(()),
    }
}

/// The damage of a hit, what hangs on it, and what it costs the one who struck.
fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    aim: &Aim,
    hit: Hit,
) -> Result<(), T::Halt> {
    fight.scratch.landed = fight.scratch.landed.or(Some(who));
    let mut harm = roll_damage(fight, table, who, blow, hit)?;
    harm.rank = aim.rank;
    harm.called = blow.called;
    harm.piercing = aim.piercing;
    harm.melee_by = aim.melee.then_some(who);
    harm.by_attack = true;
    if harm.melee_by.is_some() && matches!(blow.with, With::Punch | With::Kick | With::Bite) {
        harm = gu::talents::unarmed_extras(fight, table, who, harm)?;
    }
    harm.unarmed = matches!(blow.with, With::Punch | With::Kick | With::Bite);
    if hit.critical {
        harm = harm.doubled();
    }
    table.tell(|| {
        let text = format!("{} deals {} damage", fight.label(who), harm.words());
        Event::new(harm.rule, text).by(who).to(blow.at).because(hit.event).with(means(fight, blow.with))
    });
    if called_shot::strikes_item(fight, table, blow.at, &harm)? {
        return recoil(fight, table, who, blow, &harm);
    }
    let dealt = damage::take(fight, table, blow.at, harm)?;
    riders(fight, table, who, blow, &dealt)?;
    damage::settle(fight, table, blow.at, &dealt)?;
    gu::strike_pushes(fight, table, who, blow, &dealt)?;
    if blow.with == With::Kick && fight.present(blow.at) {
        pushing::knock_back(fight, table, who, blow.at)?;
    }
    recoil(fight, table, who, blow, &harm)
}

/// What a strike is made with, by its name.
fn means(fight: &Fight, with: With) -> String {
    match with {
        With::Punch => "punch".to_owned(),
        With::Kick => "kick".to_owned(),
        With::Bite => "bite".to_owned(),
        With::Arm(arm) | With::Thrown(arm) => fight.arm(arm).name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use quintain_testkit::at_every_question;

    use super::*;

    #[test]
    fn the_farthest_of_all_strikes_is_found_without_a_list_of_them() {
        at_every_question(2, |fight: &Fight| {
            for who in fight.everyone() {
                let all = strikes(fight, who);
                let most = |counts: &dyn Fn(With) -> bool| {
                    all.iter().filter(|with| counts(**with)).map(|with| reach(fight, who, *with)).max().unwrap_or(0)
                };
                assert_eq!(farthest(fight, who, |_| true), most(&|_| true), "{}", fight.label(who));
                let by_hand = most(&|with| is_melee(fight, with));
                assert_eq!(melee_reach(fight, who), by_hand, "{} by hand", fight.label(who));
            }
        });
    }
}
