//! One phase: everything of it happens at the same instant, so it is gathered first and written down together.

use quintain_engine::{Rule, Table, Who};

use crate::arm::ArmId;
use crate::ask::{self, Act, Ask};
use crate::cast::Trait;
use crate::condition::Condition;
use crate::declaration::{Daring, Deed};
use crate::fight::Fight;
use crate::house::NpcCommit;
use crate::rules::modifiers::{Judged, State, is_plain_blow};
use crate::rules::{
    actions, attack, battle_map, blast, creatures, death, dual, gear, hazards, incantations, magic, modifiers, morale,
    pool, prayer, retreat,
};
use crate::scratch::{Blow, note};

/// Plays one phase.
///
/// # Errors
/// Halts with the table.
pub(crate) fn phase<T: Table<Fight>>(fight: &mut Fight, table: &mut T, number: u8) -> Result<(), T::Halt> {
    if fight.house().npc_commit == NpcCommit::AtOwnPhase {
        late_commits(fight, table, number)?;
    }
    if actions::snapshot(fight, number) {
        act_together(fight, table, number)?;
    }
    morale::check(fight, table)?;
    death::replacements(fight, table)?;
    // Nothing of a phase outlives it: a fight that is gone on with and one that is taken up again are the same.
    fight.scratch.clear();
    Ok(())
}

/// What all who act in a phase do at the same instant.
fn act_together<T: Table<Fight>>(fight: &mut Fight, table: &mut T, number: u8) -> Result<(), T::Halt> {
    if any_is_hindered(fight) {
        actions::drop_the_fallen(fight, table);
        morale::runs_instead(fight);
        if fight.cast.some(Trait::Enchanted) {
            gear::lose_poisoned_turns(fight, table);
        }
    }
    if number > 0 {
        actions::stale(fight, table)?;
    }
    let agenda = Agenda::of(fight);
    if agenda.saves {
        actions::saves_of_phase(fight, table)?;
    }
    if fight.ground().is_some() {
        battle_map::moves_before(fight, table)?;
    }
    if agenda.attacks {
        attacks(fight, table)?;
        pool::roll_all(fight, table)?;
    }
    if agenda.others {
        other_deeds(fight, table)?;
    }
    if agenda.attacks || agenda.others {
        damage(fight, table)?;
        if !(fight.scratch.wrought.is_empty() && fight.scratch.helps.is_empty()) {
            incantations::take_effect(fight, table)?;
        }
        if !fight.scratch.stoned.is_empty() {
            creatures::turn_to_stone(fight, table);
        }
    }
    if fight.ground().is_some() {
        battle_map::moves_after(fight, table)?;
    }
    if agenda.flights {
        get_away(fight);
    }
    // The instant is over: what follows from it is tried on what magic has left.
    fight.scratch.paid.clear();
    Ok(())
}

/// Whether anything has befallen one of those who act, that may keep them from it.
fn any_is_hindered(fight: &Fight) -> bool {
    fight.cast.some(Trait::Stirred) && some_actor_is_marked(fight)
}

#[inline(never)]
fn some_actor_is_marked(fight: &Fight) -> bool {
    fight.scratch.actors.iter().any(|who| !fight.one(*who).is_unmarked() || fight.one(*who).speechless())
}

/// What the acts of a phase bring with them, so that a phase costs no more than what happens in it.
#[derive(Clone, Copy, Debug, Default)]
struct Agenda {
    /// Some act may call for a save, and be lost by it.
    saves: bool,
    /// Somebody attacks, by hand or by a word.
    attacks: bool,
    /// Somebody does something else than to attack, or leaves off doing it.
    others: bool,
    /// Somebody tries to get away.
    flights: bool,
}

impl Agenda {
    #[inline]
    fn of(fight: &Fight) -> Self {
        match fight.cast.only_strikes() {
            true => Agenda { attacks: true, ..Agenda::default() },
            false => Agenda::of_each(fight),
        }
    }

    #[inline(never)]
    fn of_each(fight: &Fight) -> Self {
        let mut agenda = Agenda::default();
        for one in fight.scratch.actors.iter().map(|who| fight.one(*who)) {
            match one.plan.deed {
                Deed::Nothing => {}
                Deed::Retreat => (agenda.flights, agenda.saves) = (true, true),
                Deed::Attack { daring: Daring::No, .. } => agenda.attacks = true,
                Deed::Attack { .. } | Deed::Cast { .. } => {
                    (agenda.attacks, agenda.saves, agenda.others) = (true, true, true);
                }
                _ => (agenda.saves, agenda.others) = (true, true),
            }
            agenda.saves |= one.plan.call.is_some();
            agenda.others |= one.plan.call.is_some() || one.plan.lost || one.prayer.is_some();
        }
        agenda
    }
}

/// `npc.commit`: opponents who commit when their phase begins.
#[cold]
fn late_commits<T: Table<Fight>>(fight: &mut Fight, table: &mut T, number: u8) -> Result<(), T::Halt> {
    fight.look_closely();
    for who in fight.everyone() {
        let one = fight.one(who);
        let waits = !one.hero && !one.plan.made && (fight.is_opponent(who) || one.side != one.home);
        if waits && crate::rules::order::phase_of(fight, who) == Some(number) && actions::declares(fight, who) {
            actions::declare(fight, table, who)?;
        }
    }
    Ok(())
}

/// P4: every attack on every target, with its state and its die.
fn attacks<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for place in 0..fight.scratch.actors.len() {
        let by = fight.scratch.actors[place];
        let plan = &fight.one(by).plan;
        match plan.deed {
            _ if plan.lost => {}
            Deed::Nothing => {}
            Deed::Attack { arm, off: None, at, daring: Daring::No }
                if !plan.hindered && is_plain_blow(fight, by, at, arm) =>
            {
                let plain = Aimed { by, at, arm, nth: 0, blast: false, mouth: false };
                throw_in(fight, table, plain, Judged::default(), |_, _| None)?;
            }
            deed => strike_or_recite(fight, table, by, deed)?,
        }
    }
    Ok(())
}

/// One attack about which there may be something to say, by hand or by a word.
#[inline(never)]
fn strike_or_recite<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, deed: Deed) -> Result<(), T::Halt> {
    match deed {
        Deed::Attack { arm, off, at, daring } => {
            let mouth = daring == Daring::IntoTheMouth && fight.one(by).plan.dared == Some(true);
            attack(fight, table, by, (arm, off), at, mouth)
        }
        Deed::Cast { spell, at, also } if magic::is_pooled(fight, by, deed) => {
            magic::recite(fight, table, by, spell, at, also)
        }
        _ => Ok(()),
    }
}

/// One attack, with whatever it catches.
fn attack<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    (arm, off): (ArmId, Option<ArmId>),
    at: Who,
    mouth: bool,
) -> Result<(), T::Halt> {
    let off = off.filter(|off| creatures::strikes_beside(fight, *off));
    let bursts = [Some(arm), off].map(|arm| arm.is_some_and(|arm| blast::is_blast(fight, by, at, arm)));
    match (bursts, off) {
        ([true, true], Some(off)) if blast::are_alike(fight, by, arm, off) => {
            burst(fight, table, by, at, (arm, Some(off)), mouth)
        }
        // Each catches the targets that it would alone; a target that both strike has both dice in the pool.
        ([true, _] | [_, true], Some(off)) => {
            for (arm, bursts) in [arm, off].into_iter().zip(bursts) {
                match bursts {
                    true => burst(fight, table, by, at, (arm, None), mouth)?,
                    false => strike(fight, table, by, (arm, None), at, mouth)?,
                }
            }
            Ok(())
        }
        ([true, _], None) => burst(fight, table, by, at, (arm, None), mouth),
        _ => strike(fight, table, by, (arm, off), at, mouth),
    }
}

/// One blast, or two that are alike: a combatant that is caught is caught by both.
fn burst<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    (arm, also): (ArmId, Option<ArmId>),
    mouth: bool,
) -> Result<(), T::Halt> {
    if let Err(refusal) = battle_map::may_strike(fight, by, at, arm) {
        battle_map::tell_out_of_reach(fight, table, by, at, refusal.rule);
        // A target that has run away leaves the others to the blast.
        let goes_off = fight.ground().is_none() || battle_map::bursts_behind(fight, by, at, arm);
        if fight.present(at) || !goes_off {
            return Ok(());
        }
    }
    let mut caught = std::mem::take(&mut fight.scratch.caught);
    caught.clear();
    blast::victims(fight, table, by, at, arm, &mut caught)?;
    for victim in &caught {
        for arm in [Some(arm), also].into_iter().flatten() {
            let nth = struck_already(fight, by, *victim);
            aim(fight, table, Aimed { by, at: *victim, arm, nth, blast: true, mouth })?;
        }
    }
    fight.scratch.caught = caught;
    let kindling = [Some(arm), also].into_iter().flatten().find(|arm| fight.arm(*arm).kindles);
    if let Some(arm) = kindling {
        hazards::kindle(fight, table, by, (at, arm));
    }
    let gone_off = fight.ground().is_some();
    use_up(fight, table, by, (arm, also), gone_off);
    Ok(())
}

/// `gear.one-use`: what is made for one use is gone once it has gone off, or has struck anybody.
fn use_up<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    (arm, also): (ArmId, Option<ArmId>),
    gone_off: bool,
) {
    for arm in [Some(arm), also].into_iter().flatten() {
        let struck = || fight.scratch.blows.iter().any(|blow| blow.by == by && blow.arm == arm);
        if fight.arm(arm).once && (gone_off || struck()) {
            gear::use_up(fight, table, by, arm);
        }
    }
}

/// How many dice of this attack go to that target already: the blows of one attacker lie together.
fn struck_already(fight: &Fight, by: Who, at: Who) -> u8 {
    fight.scratch.blows.iter().rev().take_while(|blow| blow.by == by).filter(|blow| blow.at == at).count() as u8
}

fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    (arm, off): (ArmId, Option<ArmId>),
    at: Who,
    mouth: bool,
) -> Result<(), T::Halt> {
    if off.is_none() && creatures::strike_count(fight, by, arm) == 1 {
        let nth = struck_already(fight, by, at);
        strike_once(fight, table, Aimed { by, at, arm, nth, blast: false, mouth })?;
        use_up(fight, table, by, (arm, None), false);
        return Ok(());
    }
    let mut missed = None;
    for (arm, target) in creatures::strikes(fight, by, arm, off, at) {
        let nth = struck_already(fight, by, target);
        if missed == Some(target) && battle_map::may_strike(fight, by, target, arm).is_err() {
            continue;
        }
        if !strike_once(fight, table, Aimed { by, at: target, arm, nth, blast: false, mouth })? {
            missed = Some(target);
        }
    }
    use_up(fight, table, by, (arm, off), false);
    Ok(())
}

/// One strike, if it can land at all; says whether it does.
#[inline]
fn strike_once<T: Table<Fight>>(fight: &mut Fight, table: &mut T, aimed: Aimed) -> Result<bool, T::Halt> {
    let Aimed { by, at, arm, .. } = aimed;
    if let Err(refusal) = battle_map::may_strike(fight, by, at, arm) {
        battle_map::tell_out_of_reach(fight, table, by, at, refusal.rule);
        return Ok(false);
    }
    aim(fight, table, aimed)?;
    Ok(true)
}

#[derive(Clone, Copy)]
struct Aimed {
    by: Who,
    at: Who,
    arm: ArmId,
    nth: u8,
    blast: bool,
    mouth: bool,
}

/// One attack on one target, about which there may be something to say.
fn aim<T: Table<Fight>>(fight: &mut Fight, table: &mut T, aimed: Aimed) -> Result<(), T::Halt> {
    let judged = judge(fight, aimed.by, aimed.at, aimed.arm);
    aim_as_judged(fight, table, aimed, judged)
}

/// What the rules say of a blow as things stand.
pub(crate) fn judge(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Judged {
    modifiers::judge(fight, by, at, arm, battle_map::hand_to_hand(fight, by, at, arm))
}

fn aim_as_judged<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    aimed: Aimed,
    judged: Judged,
) -> Result<(), T::Halt> {
    let Aimed { by, at, arm, mouth, .. } = aimed;
    let hand_to_hand = battle_map::hand_to_hand(fight, by, at, arm);
    throw_in(fight, table, aimed, judged, |fight, state| {
        attack::proof(fight, at, attack::Struck { arm, hand_to_hand, into_the_mouth: mouth, state })
    })
}

/// The state and the die of one attack on one target, which joins the others; `proof` says by what rule it cannot hurt.
#[inline(always)]
fn throw_in<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    aimed: Aimed,
    judged: Judged,
    proof: impl Fn(&Fight, State) -> Option<&'static Rule>,
) -> Result<(), T::Halt> {
    let Aimed { by, at, arm, nth, blast, .. } = aimed;
    let proposed = judged.state(fight);
    let state = match nth {
        0 => table.choose_then(fight, Ask::State { by, at, proposed }, |_, act| match act {
            Some(Act::State(state)) => state,
            _ => State::Normal,
        })?,
        _ => match second_state(fight, (by, at), (proposed, blast)) {
            Some(state) => state,
            None => return Ok(()),
        },
    };
    let (own, larger) = modifiers::die_of(fight, by, arm, state);
    let die = match larger {
        Some(larger) if larger != own => {
            let takes = ask::yes(fight, table, Ask::LargerDie { by, at, own, larger })?;
            if takes { larger } else { own }
        }
        _ => own,
    };
    let void = proof(fight, state);
    note(&mut fight.scratch.blows, Blow { by, at, arm, nth, die, face: 0, state, judged, blast, void });
    Ok(())
}

/// How a further die of one attacker on one target is rolled, if it is at all: as the first one. But where only one of the
/// two is a blast, and the rules see them differently, each is rolled as they see it.
#[cold]
fn second_state(fight: &Fight, (by, at): (Who, Who), (proposed, blast): (State, bool)) -> Option<State> {
    let first = fight.scratch.blows.iter().rev().find(|blow| blow.by == by && blow.at == at);
    let apart = |first: &Blow| first.blast != blast && first.state == first.judged.state(fight);
    match first {
        Some(first) if !apart(first) || first.state == proposed => dual::state_of_second(fight, first),
        _ => Some(proposed),
    }
}

/// What no hand strikes joins the pool on its target: an incantation by house rule, a god's wave.
pub(crate) fn strike_unseen<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (by, at): (Who, Who),
    (arm, die): (ArmId, u8),
    judged: Judged,
) -> Result<(), T::Halt> {
    let (blast, mouth) = (arm == fight.setting.wave, arm == fight.setting.sorcery);
    aim_as_judged(fight, table, Aimed { by, at, arm, nth: 0, blast, mouth }, judged)?;
    if let Some(blow) = fight.scratch.blows.last_mut()
        && blow.state == State::Normal
    {
        blow.die = die;
    }
    Ok(())
}

/// P6: incantations, prayers and everything else that is no attack, in roster order.
#[inline(never)]
fn other_deeds<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    prayer::judge_waves(fight);
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.one(who).plan.lost {
            magic::lost_recital(fight, table, who)?;
            prayer::broken(fight, table, who);
            continue;
        }
        match fight.one(who).plan.deed {
            deed if magic::is_pooled(fight, who, deed) => {}
            Deed::Cast { spell, at, also } => magic::recite(fight, table, who, spell, at, also)?,
            Deed::Pray { god, at, also } => prayer::pray(fight, table, who, god, at, also)?,
            Deed::Nothing | Deed::Attack { .. } | Deed::SecondMove(_) | Deed::Retreat | Deed::Improvise => {}
            deed => gear::act(fight, table, who, deed)?,
        }
        if !matches!(fight.one(who).plan.deed, Deed::Pray { .. }) {
            prayer::broken(fight, table, who);
        }
    }
    Ok(())
}

/// P7: per target in roster order the pool, then every other instance of damage.
fn damage<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if !(fight.scratch.wrought.is_empty() && fight.scratch.penalties.is_empty()) {
        return damage_and_harm(fight, table);
    }
    let mut from = 0;
    while let Some((whom, to)) = next_pool(fight, from) {
        pool::strike(fight, table, whom, from, to)?;
        from = to;
    }
    Ok(())
}

/// The same where anything else may do harm.
#[cold]
fn damage_and_harm<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let mut from = 0;
    for whom in fight.everyone() {
        if let Some((_, to)) = next_pool(fight, from).filter(|(target, _)| *target == whom) {
            pool::strike(fight, table, whom, from, to)?;
            from = to;
        }
        incantations::harm(fight, table, whom)?;
        actions::penalties(fight, table, whom)?;
    }
    Ok(())
}

/// The targets that the next blows fall on, and up to which place of the list.
#[inline]
fn next_pool(fight: &Fight, from: usize) -> Option<(Who, usize)> {
    let blows = &fight.scratch.blows;
    let whom = blows.get(from)?.at;
    let mut to = from + 1;
    while blows.get(to).is_some_and(|blow| blow.at == whom) {
        to += 1;
    }
    Some((whom, to))
}

/// P10: escapes; morale and replacements follow.
#[inline(never)]
fn get_away(fight: &mut Fight) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        let got_away = matches!(fight.one(who).plan.deed, Deed::Retreat) && fight.one(who).plan.dared == Some(true);
        if got_away && !fight.one(who).is(Condition::Escaped) && fight.fighting(who) {
            retreat::escape(fight, who);
        }
    }
}
