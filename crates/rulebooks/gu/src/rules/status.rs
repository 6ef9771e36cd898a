//! Status effects: what each condition does, and how it comes and goes.

use quintain_engine::{Event, Refusal, Rule, Table, Who};

use super::damage::{self, Harm};
use super::{dying, falling, grapple, gu, reduction, unconscious};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::{DamageType, Score};
use crate::lasting::{Lasting, Until, What};

quintain_engine::section! {
    "Status effects";
    ABLAZE_ENGULFED = Engine "ablaze.engulfed": "Ablaze: wholly on fire.";
    ABLAZE_NO_BURNING = Engine "ablaze.no-burning": "Whoever is ablaze neither has nor gains burning.";
    ABLAZE_REPLACES = Engine "ablaze.replaces-burning": "Becoming ablaze ends burning.";
    ABLAZE_DAMAGE = Engine "ablaze.damage": "Ablaze deals 30 heat damage at the start of each of the creature's turns; shields that block heat take it.";
    ABLAZE_FAINT = Engine "ablaze.faint": "If heat from being ablaze reached hit points this turn, a Perseverance test at its end decides on unconsciousness.", ruling "Creatures without Perseverance neither test nor faint.";
    ABLAZE_RANK = Engine "ablaze.rank": "Held against resistance the fire has the rank of the Gu that lit it, natural fire rank 1.";
    ABLAZE_SUBMERGE = Engine "ablaze.submerge": "Being under water ends it.";
    BLEEDING_DAMAGE = Engine "bleeding.damage": "Bleeding deals 1 damage for each stack at the start of each turn, direct and of no type, and Gu cannot lower it.", ruling "A Gu that names bleeding works as it says.";
    BLEEDING_STACK = Engine "bleeding.stack": "Stacks add up, whatever their source.";
    BLEEDING_HEAL = Engine "bleeding.heal": "Each hit point really restored takes one stack away.";
    BLINDED_SIGHT = Engine "blinded.sight": "Blinded: sees nothing.";
    BLINDED_ATTACK = Engine "blinded.attack": "Blinded: +50 on every Close Combat and Ranged Attack test.";
    BLINDED_AWARENESS = Engine "blinded.awareness": "Blinded: no Awareness tests by sight.";
    BURNING_DAMAGE = Engine "burning.damage": "Burning deals 10 heat damage at the start of each of the creature's turns.";
    BURNING_RANK = Engine "burning.rank": "Held against resistance burning has the rank of the Gu that lit it, natural fire rank 1.";
    BURNING_SUBMERGE = Engine "burning.submerge": "Being under water ends it.";
    BURNING_ROLL = Choice "burning.roll": "Rolling on the ground, a Combat Action, ends burning; it does nothing against being ablaze.";
    DAZED_ACTIVATIONS = Engine "dazed.activations": "Dazed: two activations fewer, never below 0.";
    DAZED_END = Engine "dazed.end": "Dazed ends with the creature's own turn.", ruling "What comes from being stunned lasts through the next turn.";
    DEAFENED_HEARING = Engine "deafened.hearing": "Deafened: hears nothing, no Awareness tests by hearing.";
    DEAFENED_SONIC = Engine "deafened.sonic": "Deafened: resistance to sonic damage, whatever the rank.";
    FATIGUED_MOVEMENT = Engine "fatigued.movement": "Fatigued: 3 m less movement, never below 0.";
    FATIGUED_TESTS = Engine "fatigued.tests": "Fatigued: +20 on Dodge and Athletics tests.";
    FATIGUED_END = OffMap "fatigued.end": "An hour's rest ends it.";
    POISONED_FREE_FORM = Engine "poisoned.free-form": "Poisoned does what its source says.";
    POISONED_UNIQUE = Engine "poisoned.unique": "Different poisons work side by side; a second dose of the same adds nothing.", ruling "It begins its time anew.";
    PRONE_TESTS = Engine "prone.tests": "Prone: +30 on all skill tests.";
    PRONE_NO_DODGE = Engine "prone.no-dodge": "Prone: every Dodge test fails.";
    PRONE_CLOSE = Engine "prone.close": "Close Combat tests to hit somebody prone have -10.";
    PRONE_RANGED = Engine "prone.ranged": "Ranged Attack tests to hit somebody prone have +10.";
    PRONE_STAND = Choice "prone.stand": "Standing up costs half the movement value.", ruling "Rounded up; with a movement of 0 nobody stands up.", house "prone.crawl-cost";
    RESTRAINED_MOVEMENT = Engine "restrained.movement": "Restrained: movement is 0.";
    RESTRAINED_FAIL = Engine "restrained.auto-fail": "Restrained: every Dodge and Flying test fails.";
    STUNNED_NOTHING = Engine "stunned.nothing": "Stunned: no movement, no action, no reaction.";
    STUNNED_TO_DAZED = Engine "stunned.to-dazed": "At the end of its turn whoever is stunned is dazed instead.";
}

/// Why a test fails without a die.
pub fn fails_by_itself(fight: &Fight, who: Who, called: Score, score: Score) -> Option<&'static Rule> {
    let dodging = called == Score::Dodge;
    if dodging && fight.one(who).is(Condition::Prone) && !fight.one(who).airborne {
        return Some(&PRONE_NO_DODGE);
    }
    ((dodging || score == Score::Flying) && fight.is_restrained(who)).then_some(&RESTRAINED_FAIL)
}

/// Gives a condition that lasts until something ends it.
pub(crate) fn give<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    condition: Condition,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    if !fight.present(whom) {
        return Ok(());
    }
    if gu::is_immune(fight, whom, condition) {
        table.tell(|| {
            let text = format!("{} is immune to being {}", fight.label(whom), condition.name());
            Event::new(&reduction::IMMUNE, text).to(whom).and(rule)
        });
        return Ok(());
    }
    if condition == Condition::Prone && fight.one(whom).airborne {
        return Ok(());
    }
    let fresh = !fight.one(whom).is(condition) && condition != Condition::FinalStand;
    if fresh && gu::answers::undone(fight, table, whom)? {
        return Ok(());
    }
    let new = fight.one_mut(whom).conditions.give(condition);
    // Who makes a Final Stand is told by what it comes from.
    if new && condition != Condition::FinalStand {
        table.tell(|| {
            let event = Event::new(rule, format!("{} is {} now", fight.label(whom), condition.name())).to(whom);
            match condition {
                Condition::Dazed => event.and(&DAZED_ACTIVATIONS),
                Condition::Deafened => event.and(&DEAFENED_HEARING),
                Condition::Blinded => event.and(&BLINDED_SIGHT).and(&BLINDED_AWARENESS),
                Condition::Poisoned => event.and(&POISONED_FREE_FORM),
                _ => event,
            }
        });
    }
    match condition {
        Condition::Stunned if new => stunned(fight, table, whom),
        Condition::FinalStand if new => super::maneuvers::keep_aloft(fight, table, whom),
        Condition::Unconscious => unconscious::falls(fight, table, whom),
        _ => Ok(()),
    }
}

/// Gives a condition that ends by itself.
pub(crate) fn give_for<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    lasting: Lasting,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    let What::Condition(condition) = lasting.what else { return Ok(()) };
    let timed = fight.one(whom).lasting.iter().any(|known| known.what == lasting.what);
    let endless = fight.one(whom).is(condition) && !timed;
    give(fight, table, whom, condition, rule)?;
    if fight.one(whom).is(condition) && !endless {
        let mut one = fight.one_mut(whom);
        let longer = |known: &Lasting| known.what == lasting.what && outlasts(known.until, lasting.until);
        if !one.lasting.iter().any(longer) {
            one.lasting.retain(|known| known.what != lasting.what || !outlasts(lasting.until, known.until));
            drop(one);
            put(fight, table, whom, lasting);
        }
    }
    Ok(())
}

/// Until the end of somebody's next turn: one in progress does not count.
pub(crate) fn end_of_next_turn(fight: &Fight, who: Who) -> Until {
    Until::OwnTurns(if fight.is_active(who) { 2 } else { 1 })
}

/// Whether something that lasts until then surely lasts at least as long as another on the same combatant.
fn outlasts(one: Until, other: Until) -> bool {
    match (one, other) {
        (Until::OwnTurns(turns), Until::OwnTurns(others)) => turns >= others,
        (one, other) => one == other,
    }
}

/// Puts something to work on somebody, for a time. On a combatant that bears as much as it can the oldest of it ends.
pub(crate) fn put<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, lasting: Lasting) {
    let ended = fight.one_mut(whom).put(lasting);
    let Some(ended) = ended else { return };
    table.tell(|| {
        let text = format!("too much is at work on {} at once: the oldest of it ends", fight.label(whom));
        Event::new(&super::turns::DURATION_EXPIRY, text).to(whom)
    });
    ends(fight, table, whom, ended);
}

/// Stunned: everything sustained stops, grips open, flyers fall.
fn stunned<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    table.tell(|| {
        let text = format!("{} can neither move nor act nor react", fight.label(whom));
        Event::new(&STUNNED_NOTHING, text).to(whom)
    });
    grapple::ends_with(fight, table, whom)?;
    super::standing::owner_out(fight, whom);
    if fight.one(whom).airborne || fight.one(whom).climbing { falling::fall(fight, table, whom) } else { Ok(()) }
}

/// Stacks of bleeding.
pub(crate) fn bleed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    stacks: i16,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    if gu::is_immune(fight, whom, Condition::Bleeding) || !fight.present(whom) {
        return Ok(());
    }
    let stacks = stacks - gu::bleeds_less(fight, whom);
    if stacks <= 0 || gu::answers::undone(fight, table, whom)? {
        return Ok(());
    }
    let before = fight.one(whom).bleeding;
    let after = before.saturating_add(stacks.unsigned_abs());
    let mut one = fight.one_mut(whom);
    one.bleeding = after;
    one.conditions.give(Condition::Bleeding);
    drop(one);
    table.tell(|| {
        let text = format!("{} bleeds: {before} + {stacks} = {after}", fight.label(whom));
        let event = Event::new(&BLEEDING_STACK, text).to(whom).and(rule);
        event.change(whom, "bleeding", before.into(), after.into())
    });
    Ok(())
}

/// Takes stacks of bleeding away.
pub(crate) fn staunch(fight: &mut Fight, whom: Who, stacks: u16) {
    let mut one = fight.one_mut(whom);
    one.bleeding = one.bleeding.saturating_sub(stacks);
    if one.bleeding == 0 {
        one.conditions.take(Condition::Bleeding);
    }
}

/// Hit points that came back close wounds.
pub(crate) fn healed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, gained: i16) {
    let before = fight.one(whom).bleeding;
    if before == 0 {
        return;
    }
    staunch(fight, whom, gained.unsigned_abs());
    let after = fight.one(whom).bleeding;
    table.tell(|| {
        let text = format!("{} bleeds less: {before} → {after}", fight.label(whom));
        Event::new(&BLEEDING_HEAL, text).to(whom).change(whom, "bleeding", before.into(), after.into())
    });
}

/// Whether somebody is under water, where no fire comes up.
fn is_quenched<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    whom: Who,
    (rule, by): (&'static Rule, &'static Rule),
) -> bool {
    let quenched = fight.one(whom).is(Condition::Submerged);
    if quenched {
        table.tell(|| Event::new(rule, format!("under water {} does not burn", fight.label(whom))).to(whom).and(by));
    }
    quenched
}

/// Sets somebody burning, with fire of this rank.
pub(crate) fn burn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    rank: u8,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    if fight.one(whom).is(Condition::Ablaze) {
        table.tell(|| {
            let text = format!("{} is ablaze and cannot burn besides", fight.label(whom));
            Event::new(&ABLAZE_NO_BURNING, text).to(whom).and(rule)
        });
        return Ok(());
    }
    if is_quenched(fight, table, whom, (&BURNING_SUBMERGE, rule)) || gu::is_fireproof(fight, table, whom, rank) {
        return Ok(());
    }
    if fight.one(whom).is(Condition::Oiled) && !gu::is_immune(fight, whom, Condition::Burning) {
        return set_ablaze(fight, table, whom, rank, rule);
    }
    if !fight.one(whom).is(Condition::Burning) {
        fight.one_mut(whom).fire_rank = 0;
    }
    give(fight, table, whom, Condition::Burning, rule)?;
    hotter(fight, whom, rank);
    Ok(())
}

/// Sets somebody ablaze, with fire of this rank.
pub(crate) fn set_ablaze<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    rank: u8,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    let quenched = is_quenched(fight, table, whom, (&ABLAZE_SUBMERGE, rule));
    if quenched || gu::is_immune(fight, whom, Condition::Ablaze) || gu::is_fireproof(fight, table, whom, rank) {
        return Ok(());
    }
    let mut one = fight.one_mut(whom);
    one.conditions.take(Condition::Oiled);
    let burned = one.conditions.take(Condition::Burning);
    drop(one);
    if !fight.one(whom).is(Condition::Ablaze) {
        fight.one_mut(whom).fire_rank = 0;
    }
    give(fight, table, whom, Condition::Ablaze, rule)?;
    if !fight.one(whom).is(Condition::Ablaze) {
        return Ok(());
    }
    hotter(fight, whom, rank);
    table.tell(|| {
        let event = Event::new(&ABLAZE_ENGULFED, format!("{} is wholly on fire", fight.label(whom))).to(whom);
        if burned { event.and(&ABLAZE_REPLACES) } else { event }
    });
    Ok(())
}

/// the higher rank of two fires counts.
fn hotter(fight: &mut Fight, whom: Who, rank: u8) {
    let mut one = fight.one_mut(whom);
    one.fire_rank = one.fire_rank.max(rank).max(1);
}

/// Under water nothing burns.
pub(crate) fn submerged<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    let mut one = fight.one_mut(whom);
    let (burned, blazed) = (one.conditions.take(Condition::Burning), one.conditions.take(Condition::Ablaze));
    one.fire_rank = 0;
    drop(one);
    if burned || blazed {
        table.tell(|| {
            let rule: &'static Rule = if blazed { &ABLAZE_SUBMERGE } else { &BURNING_SUBMERGE };
            Event::new(rule, format!("the water puts {} out", fight.label(whom))).to(whom)
        });
    }
}

/// Whether somebody has flames on it that rolling puts out, and ground to roll on.
///
/// # Errors
/// The refusal.
pub fn may_roll_out(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    let no = |why: &'static str| Err(Refusal::new(&BURNING_ROLL, why));
    match (one.is(Condition::Burning), one.is(Condition::Ablaze)) {
        (true, _) if one.airborne => no("it has no ground to roll on"),
        (true, _) => Ok(()),
        (false, true) => no("rolling does nothing against being ablaze"),
        (false, false) => no("it does not burn"),
    }
}

/// `burning.roll`.
pub(crate) fn roll_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.one_mut(who).conditions.take(Condition::Burning);
    fight.one_mut(who).fire_rank = 0;
    table.tell(|| Event::new(&BURNING_ROLL, format!("{} rolls the flames out", fight.label(who))).by(who).act());
}

/// The start of a turn while bleeding.
pub(crate) fn bleeds<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let amount = i32::from((fight.one(who).bleeding as i16 - gu::bleeds_softer(fight, who)).max(0));
    let cause = table
        .tell(|| Event::new(&BLEEDING_DAMAGE, format!("{} bleeds for {amount}", fight.label(who))).to(who).upkeep());
    let mut harm = Harm::new(&BLEEDING_DAMAGE, cause).of(DamageType::Untyped, amount).direct();
    (harm.bleeding, harm.unreducible) = (true, true);
    damage::harm(fight, table, who, harm)?;
    Ok(())
}

/// The start of a turn while burning or ablaze.
pub(crate) fn burns<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    condition: Condition,
) -> Result<(), T::Halt> {
    let ablaze = condition == Condition::Ablaze;
    let rank = fight.one(who).fire_rank.max(1);
    let (rule, rank_rule, amount): (&'static Rule, &'static Rule, i32) = match ablaze {
        true => (&ABLAZE_DAMAGE, &ABLAZE_RANK, 30),
        false => (&BURNING_DAMAGE, &BURNING_RANK, 10),
    };
    let cause = table.tell(|| {
        let text = format!("{} is {}: {amount} heat of rank {rank}", fight.label(who), condition.name());
        Event::new(rule, text).to(who).and(rank_rule).upkeep()
    });
    let harm = Harm::new(rule, cause).of(DamageType::Heat, amount).ranked(rank);
    let dealt = damage::harm(fight, table, who, harm)?;
    if ablaze && dealt.of(DamageType::Heat) > 0 {
        fight.turn.scorched = true;
    }
    Ok(())
}

/// `ablaze.faint`.
pub(crate) fn may_faint<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if dying::perseverance(fight, table, who, &ABLAZE_FAINT)?.succeeded() {
        return Ok(());
    }
    unconscious::faint(fight, table, who, &ABLAZE_FAINT)
}

/// `stunned.to-dazed`.
pub(crate) fn stun_ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.one_mut(who).conditions.take(Condition::Stunned);
    give(fight, table, who, Condition::Dazed, &STUNNED_TO_DAZED)
}

/// `dazed.end`.
pub(crate) fn daze_ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.one_mut(who).conditions.take(Condition::Dazed);
    table.tell(|| Event::new(&DAZED_END, format!("{} is no longer dazed", fight.label(who))).to(who).upkeep());
}

/// Metres that standing up costs.
pub fn standing_costs(fight: &Fight, who: Who) -> i16 {
    (crate::derived::movement(fight, who) + 1) / 2
}

/// `prone.stand`.
pub(crate) fn stand_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let cost = standing_costs(fight, who);
    fight.turn.spent += cost;
    fight.one_mut(who).conditions.take(Condition::Prone);
    table.tell(|| {
        Event::new(&PRONE_STAND, format!("{} stands up for {cost} m of movement", fight.label(who))).by(who).act()
    });
}

/// What is at work on somebody ends: its counter has run out.
pub(crate) fn ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, lasting: Lasting) {
    gu::laid::ended(fight, who, lasting);
    if let What::Condition(condition) = lasting.what {
        let still = fight.one(who).lasting.iter().any(|known| known.what == lasting.what);
        if !still {
            fight.one_mut(who).conditions.take(condition);
        }
        table.tell(|| {
            let text = format!("{} is no longer {}", fight.label(who), condition.name());
            Event::new(&super::turns::DURATION_EXPIRY, text).to(who)
        });
    }
}

/// The longest a condition still lasts, for views.
pub fn turns_left(fight: &Fight, who: Who, condition: Condition) -> Option<u16> {
    let lasting = fight.one(who).lasting(|what| what == What::Condition(condition))?;
    if let Until::OwnTurns(left) = lasting.until { Some(left) } else { None }
}
