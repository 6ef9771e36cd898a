//! Multiple Attackers: all dice on one target in one phase, the highest counts.

use std::cmp::Ordering;

use quintain_engine::{Breakdown, Event, EventId, Reckoning, Table, Term, Throw, Who};

use crate::ask::{Act, Ask};
use crate::condition::{Condition, Effect};
use crate::declaration::Deed;
use crate::fight::Fight;
use crate::house::{CoupDeGrace, MagicDirect, PoolScope};
use crate::rules::modifiers::{Reason, State};
use crate::rules::wording::cite;
use crate::rules::{
    actions, attack, battle_map, blast, creatures, detachment, dual, gear, gifts, incantations, magic, modifiers,
};
use crate::scratch::Blow;

quintain_engine::section! {
    "Multiple attackers";
    FORM = Engine "pool.form": "All attacks on one target in one phase form a pool, whatever side they come from.", house "pool.scope";
    ROLL_ALL = Engine "pool.roll-all": "Every attacker rolls all its dice, each changed by its own impaired or enhanced state.";
    KEEP_HIGHEST = Engine "pool.keep-highest": "Only the single highest face counts; nothing is added up.";
    ONE_INSTANCE = Engine "pool.one-instance": "The pool is one instance of damage: Armor once, one save, one scar.";
    KEPT_ATTACK = Choice "pool.kept-attack": "The attack that owns the kept die did the damage; of equals its side picks.",
        ruling "By default one that adds something to a failed save, else the first in roster order.";
    PER_TARGET = Engine "pool.per-target": "Each target has a pool of its own.";
}

/// P5: the damage dice: targets in roster order, attackers in roster order, main hand before off hand.
///
/// # Errors
/// Halts with the table.
pub(crate) fn roll_all<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    // Those on one target lie in order already: attackers were asked in roster order, each for its main hand first.
    fight.scratch.blows.sort_by_key(|blow| blow.at);
    debug_assert!(fight.scratch.blows.is_sorted_by_key(|blow| (blow.at, blow.by, blow.nth)));
    for place in 0..fight.scratch.blows.len() {
        let Blow { by, at, die, .. } = fight.scratch.blows[place];
        let face = table.die(fight, Throw::die(die.into(), &attack::WEAPON_DIE, "damage").by(by).at(at))?;
        fight.scratch.blows[place].face = face as u8;
    }
    Ok(())
}

/// P7: the pool on one target becomes one hit.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub(crate) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    from: usize,
    to: usize,
) -> Result<(), T::Halt> {
    let kept = if to - from > 1 { keep(fight, table, whom, from, to)? } else { from };
    let enchanted = !fight.one(whom).effects.is_empty();
    if enchanted {
        incantations::provoke(fight, table, whom);
    }
    let blow = &fight.scratch.blows[kept];
    let (by, arm, rolled) = (blow.by, blow.arm, i16::from(blow.counted()));
    let net = (rolled - armor_against(fight, whom, blow)).max(0);
    let asks = fight.house().coup == CoupDeGrace::GmAsks && blow.judged.advantage == Some(Reason::Helpless);
    let cause = tell_hit(fight, table, whom, (from, to), kept, net);
    if asks && coup_de_grace(fight, table, whom, kept, cause)? {
        return Ok(());
    }
    let mut net = if enchanted { attack::after_wards(fight, table, whom, net)? } else { net };
    if fight.house().pool_scope == PoolScope::Round {
        net = beyond_the_round(fight, table, whom, net);
    }
    let hit = || attack::Hit { rolled, net, is_attack: true, by: Some(by), arm: Some(arm), cause };
    if arm == fight.setting.sorcery {
        return incantations::strike_direct(fight, table, whom, hit());
    }
    attack::apply(fight, table, whom, hit())
}

/// Armor at the start of the phase; direct damage passes over it even where the house pools it.
#[inline]
fn armor_against(fight: &Fight, whom: Who, blow: &Blow) -> i16 {
    let direct = blow.arm == fight.setting.sorcery && fight.house().magic_direct != MagicDirect::Normal;
    if direct { 0 } else { gifts::armor_facing(fight, whom, blow.by) }
}

/// `pool.scope`: what a blow adds to the pool of the whole round.
#[cold]
fn beyond_the_round<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, net: i16) -> i16 {
    let dealt = fight.one(whom).pooled;
    fight.one_mut(whom).pooled = dealt.max(net);
    let left = (net - dealt).max(0);
    if dealt > 0 {
        table.tell(|| {
            let text = format!("the round's pool on {} has done {dealt} already: {left} more", fight.label(whom));
            Event::new(&FORM, text).to(whom)
        });
    }
    left
}

/// `pool.keep-highest`, `pool.kept-attack`: of several dice.
#[inline(never)]
fn keep<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    from: usize,
    to: usize,
) -> Result<usize, T::Halt> {
    let (mut first, mut tied) = (from, false);
    for (place, blow) in fight.scratch.blows.iter().enumerate().take(to).skip(from + 1) {
        let kept = &fight.scratch.blows[first];
        match blow.counted().cmp(&kept.counted()) {
            Ordering::Greater => (first, tied) = (place, false),
            Ordering::Equal => tied |= (blow.by, blow.arm) != (kept.by, kept.arm),
            Ordering::Less => {}
        }
    }
    let best = fight.scratch.blows[first].counted();
    if !tied || best == 0 {
        return Ok(first);
    }
    let with_rider = (from..to).find(|place| {
        let blow = &fight.scratch.blows[*place];
        blow.counted() == best && !fight.arm(blow.arm).riders.is_empty()
    });
    let proposed = with_rider.unwrap_or(first);
    let by = fight.scratch.blows[proposed].by;
    let chosen =
        table.choose(fight, Ask::Tie { by, whom, from: from as u16, to: to as u16, proposed: proposed as u16 })?;
    match chosen {
        Some(Act::Blow(place)) => Ok(usize::from(place).clamp(from, to - 1)),
        _ => Ok(proposed),
    }
}

/// `pool.kept-attack`: whether it makes a difference which of the equal dice counts: what comes with them differs, or a
/// combatant in love cares which attacker hurts which target.
pub fn tie_matters(fight: &Fight, from: usize, to: usize) -> bool {
    let blows = &fight.scratch.blows;
    let pool = blows.get(from..to.min(blows.len())).unwrap_or_default();
    let best = pool.iter().map(Blow::counted).max().unwrap_or(0);
    let bears = |blow: &&Blow| {
        let arm = fight.arm(blow.arm);
        (arm.riders, arm.edged && fight.one(blow.at).heads > 0, armor_against(fight, blow.at, blow))
    };
    let mut tied = pool.iter().filter(|blow| blow.counted() == best);
    let Some(first) = tied.next() else { return false };
    let in_love = fight.one(first.at).under(Effect::Attracted);
    tied.any(|blow| bears(&blow) != bears(&first) || in_love && blow.by != first.by)
}

fn tell_hit<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    whom: Who,
    (from, to): (usize, usize),
    kept: usize,
    net: i16,
) -> EventId {
    table.tell(|| {
        let blow = &fight.scratch.blows[kept];
        let arm = fight.arm(blow.arm);
        let armor = armor_against(fight, whom, blow);
        let mut text = format!("{} hits {} with {}", fight.label(blow.by), fight.label(whom), arm.name);
        if blow.void.is_some() {
            text = format!("{} cannot hurt {} with {}", fight.label(blow.by), fight.label(whom), arm.name);
        }
        let mut event =
            Event::new(&attack::ARMOR, text).by(blow.by).to(whom).with(arm.name.clone()).and(&attack::WEAPON_DIE).act();
        event = event.and(&attack::NO_ROLL_TO_HIT).and(&actions::RISK_NOT_FOR_ATTACKS);
        for other in &fight.scratch.blows[from..to] {
            let whose = (to - from > 1).then(|| fight.label(other.by).to_owned());
            let shown = quintain_engine::Shown { sides: other.die.into(), faces: vec![other.face.into()], whose };
            event.dice.push(shown);
        }
        let facing: Breakdown = attack::armor_against(fight, whom, blow.by);
        let mut parts = Breakdown::default();
        if blow.void.is_none() {
            parts.add(&attack::ARMOR, "Armor", -armor).of(|| facing.sources());
        }
        let die = match blow.state {
            State::Normal => &attack::WEAPON_DIE,
            State::Impaired => &modifiers::IMPAIRED_DIE,
            State::Enhanced => &modifiers::ENHANCED_DIE,
        };
        let rolled = Term::by(die, format!("d{}", blow.die), blow.counted().into());
        event.terms.push(Term { source: arm.name.clone(), ..rolled });
        event = event.citing(die).reckoned(&parts);
        event = event.at_least(&attack::MIN_ZERO, 0);
        if net == 0 {
            event = event.citing(&attack::MIN_ZERO);
        }
        event = facing.rules().fold(event, Event::citing);
        let rules = [
            (blow.blast && arm.blast_by_the_sea, &gifts::TRIDENT),
            (blow.arm == fight.setting.sorcery, &magic::DIRECT),
            (blow.arm == crate::arm::UNARMED, &attack::UNARMED),
        ];
        event = cite(event, rules);
        event = cite_state(fight, event, blow);
        event = cite_instant(fight, event, whom, (from, to), blow);
        cite_pool(fight, event, whom, (from, to), kept)
    })
}

/// Why the die is what it is: the reasons that the rules found, or the GM's word where it was another.
fn cite_state(fight: &Fight, mut event: Event, blow: &Blow) -> Event {
    let proposed = blow.judged.state(fight) == blow.state;
    let judged = [(blow.judged.weakness, State::Impaired, -1), (blow.judged.advantage, State::Enhanced, 1)];
    for (why, state, value) in judged {
        if let (Some(why), true) = (why, proposed) {
            event.text = format!("{} ({}: {})", event.text, state.word(), why.words());
            event = event.pooled(modifiers::rule_behind(fight, blow, why, state), why.words(), value);
            if why == Reason::Blind && event.cites(creatures::GAZE.id) && !fight.one(blow.by).plan.averted {
                event = event.and(&gear::MIRROR);
            }
        }
    }
    if let Some(proof) = blow.void {
        event = event.and(proof);
    }
    let from_the_start = battle_map::lands_from_the_start(fight, blow.by, blow.at, blow.arm);
    event = cite(event, [(from_the_start, &battle_map::TIMING)]);
    if !proposed && blow.nth == 0 {
        event.text = format!("{} ({}, as the GM judges)", event.text, blow.state.word());
    }
    let both = blow.judged.weakness.is_some() && blow.judged.advantage.is_some();
    let rules = [(both && proposed, &modifiers::BOTH), (blow.judged.several && proposed, &modifiers::NO_STACKING)];
    event = cite(event, rules);
    event = match blow.state {
        State::Impaired => event.citing(&modifiers::IMPAIRED_WHEN).and(&modifiers::NOT_ARMOR),
        State::Enhanced => event.citing(&modifiers::ENHANCED_WHEN).and(&modifiers::NOT_ARMOR),
        State::Normal => event,
    };
    if fight.one(blow.at).detachment || fight.one(blow.by).detachment {
        let rule = match (fight.one(blow.by).detachment, fight.one(blow.at).detachment) {
            (true, true) => &detachment::VS_DETACHMENT,
            (true, false) => &detachment::ATTACKS_ENHANCED,
            _ if blow.blast => &detachment::BLAST_EXEMPT,
            _ => &detachment::ATTACKED,
        };
        event = event.citing(rule).and(&detachment::ONE);
    }
    event
}

/// What the hit owes to everything of a phase happening at the same instant.
fn cite_instant(fight: &Fight, event: Event, whom: Who, (from, to): (usize, usize), kept: &Blow) -> Event {
    let all = &fight.scratch.blows;
    let differs = |other: &&Blow| other.state != kept.state;
    let mut concerned = all.iter().filter(|other| other.by == kept.by || other.at == whom);
    let armor = fight.armor_at_start(whom) != attack::armor_of(fight, whom);
    let fell = fight.helpless(whom) && kept.judged.advantage != Some(Reason::Helpless);
    let bound = fight.one(kept.by).is(Condition::Bound) && kept.judged.weakness.is_none();
    let rules = [
        (all[from..to].iter().any(|blow| !fight.fighting(blow.by)), &actions::SIMUL_TRADE_BLOWS),
        (all.iter().any(|other| other.at == kept.by), &actions::SIMUL_ALL),
        (all.len() > to - from, &actions::SIMUL_APPLY),
        (concerned.any(|other| differs(&other)), &modifiers::PER_ATTACK),
        (kept.blast && all.iter().filter(differs).any(|other| other.by == kept.by), &blast::MODIFIERS),
        (armor || fell || bound, &actions::SIMUL_SNAPSHOT),
    ];
    cite(event, rules)
}

fn cite_pool(fight: &Fight, event: Event, whom: Who, (from, to): (usize, usize), kept: usize) -> Event {
    let (all, blows) = (&fight.scratch.blows, &fight.scratch.blows[from..to]);
    let kept = &all[kept];
    let natural = |blow: &Blow| fight.arm(blow.arm).natural;
    let (several, others) = (blows.len() > 1, blows.iter().any(|blow| blow.by != kept.by));
    let parts = all.iter().filter(|blow| blow.by == kept.by && natural(blow) && !blow.blast).count();
    let second = |by: Who| blows.iter().any(|blow| blow.by == by && blow.nth > 0);
    let changed = |blow: &Blow| blow.state != State::Normal;
    let both = blows.iter().any(|blow| blow.nth > 0 && !natural(blow));
    let with_both = |blow: &Blow| matches!(fight.one(blow.by).plan.deed, Deed::Attack { off: Some(off), .. } if !fight.arm(off).natural);
    let one_for_both = blows.iter().any(|blow| changed(blow) && !second(blow.by) && with_both(blow));
    let rules = [
        (several, &KEEP_HIGHEST),
        (several, &ROLL_ALL),
        (several, &ONE_INSTANCE),
        (several, &KEPT_ATTACK),
        (others, &FORM),
        (all.iter().any(|blow| blow.at != whom), &PER_TARGET),
        (kept.blast, &blast::SEPARATE),
        (others && blows.iter().any(|blow| blow.blast), &blast::POOLED),
        (parts > 1, &creatures::SEVERAL),
        (both, &dual::ATTACK),
        (both, &dual::SAME_TARGET),
        (both && blows.iter().any(|blow| changed(blow) && second(blow.by)), &dual::MODIFIED),
        (both && blows.iter().any(|blow| blow.by != blows[0].by), &dual::IN_POOL),
        (one_for_both, &dual::ATTACK),
        (one_for_both, &dual::MODIFIED),
    ];
    cite(event, rules)
}

/// `helpless.coup-de-grace`: the GM may rule that a blow at a helpless foe simply kills; the damage then matters no more.
#[cold]
fn coup_de_grace<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    kept: usize,
    cause: EventId,
) -> Result<bool, T::Halt> {
    let blow = fight.scratch.blows[kept];
    let kills = blow.void.is_none() && crate::ask::yes(fight, table, Ask::CoupDeGrace { by: blow.by, whom })?;
    if kills {
        let cause = table.tell(|| {
            let text = format!("{} simply kills {}", fight.label(blow.by), fight.label(whom));
            Event::new(&modifiers::ENHANCED_WHEN, text).by(blow.by).to(whom).because(cause)
        });
        super::death::die(fight, table, whom, &modifiers::ENHANCED_WHEN, Some(cause));
    }
    Ok(kills)
}
