//! Turn order: the groups' dice, and who is next.

use std::cmp::Reverse;

use quintain_engine::{Event, Picks, Read, Side, Table, Throw, Who};

use crate::ask::{Act, Ask};
use crate::combatant::Combatant;
use crate::fight::Fight;
use crate::house::{Newcomers, OrderRefresh};
use crate::rules::{movement, special_actions};

quintain_engine::section! {
    "Turn order";
    WHEN = Engine "order.when": "The order is made at the start and follows current speeds.", ruling "Anew before each turn.", house "order-refresh";
    GROUP_ROLL = Engine "order.group-roll": "Each group rolls a flat 2d10.";
    GROUP_UNIQUE = Engine "order.group-unique": "No two groups keep the same result.", ruling "All that share one roll again.";
    NEWCOMERS = Engine "order.newcomers": "A group that comes later rolls, too.", ruling "It may act in that round.", house "newcomers";
    NEWCOMERS_REROLL = Engine "order.newcomers.reroll": "If its result is taken, only the newcomer rolls again.";
    BY_SPEED = Engine "order.by-speed": "The fastest of those who have not acted is next.";
    FLYER = Engine "order.flyer-on-ground": "A flyer on the ground counts by its walking speed.";
    TIE_ALLIES = Choice "order.tie-allies": "Allies of equal speed agree on their order beforehand.", ruling "Roster order.";
    TIE_CHANGE = Choice "order.tie-allies.change": "Speaking may change that order at once.";
    TIE_FOES = Engine "order.tie-foes": "Of foes with equal speed the group with the higher 2d10 goes first.";
    ONE_TURN = Engine "order.one-turn": "Nobody takes two turns in a round.";
    NEXT = Engine "order.next": "When a turn ends, the fastest who has not acted is next.";
}

/// The most sides: there are no more results of 2d10, and no two keep the same.
pub const MOST_SIDES: usize = 19;

/// A list of creatures in order.
pub type Line = Picks<Who>;

/// By what creatures are ordered: speed, the group's dice, the agreed order.
pub type Key = (i16, u16, Reverse<u16>);

/// `order.by-speed`, `order.tie-foes`, `order.tie-allies`.
#[inline]
pub fn key(fight: &Fight, who: Who) -> Key {
    key_of(fight, who, fight.one(who))
}

#[inline(always)]
fn key_of(fight: &Fight, who: Who, one: &Combatant) -> Key {
    let speed = match fight.house().order_refresh {
        OrderRefresh::Live => movement::current_speed_of(fight, who, one),
        _ => fight.fixed.get(who.index()).copied().unwrap_or_else(|| movement::current_speed(fight, who)),
    };
    (speed, fight.rolls.get(one.side.index()).copied().unwrap_or(0), Reverse(one.rank))
}

/// Notes the speeds that count, where the house does not keep the order live.
pub(crate) fn fix(fight: &mut Fight) {
    fight.fixed.clear();
    for who in fight.everyone() {
        let speed = movement::current_speed(fight, who);
        fight.fixed.push(speed);
    }
}

/// `order.group-roll`, `order.group-unique`: every group rolls until all results differ.
///
/// # Errors
/// Halts with the table.
pub(crate) fn roll_groups<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for side in 0..fight.rolls.len() {
        if speaker(fight, side).is_some() {
            roll(fight, table, side)?;
        }
    }
    let mut rolling: Picks<usize> = (0..fight.rolls.len()).collect();
    loop {
        // `Q-09`: a result that has been a group's own once stays, even if another comes to the same.
        rolling.retain(|side| {
            let own = fight.rolls[*side];
            own != 0 && (0..fight.rolls.len()).any(|other| other != *side && fight.rolls[other] == own)
        });
        if rolling.is_empty() {
            return Ok(());
        }
        table.tell(|| Event::new(&GROUP_UNIQUE, "groups with the same result roll again"));
        for side in &rolling {
            roll(fight, table, *side)?;
        }
    }
}

/// Who throws and speaks for a group: the first of those who are there.
fn speaker(fight: &Fight, side: usize) -> Option<Who> {
    fight.everyone().find(|who| fight.one(*who).side.index() == side && fight.one(*who).out.is_none())
}

fn roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, side: usize) -> Result<(), T::Halt> {
    let mut throw = Throw::dice(2, 10, &GROUP_ROLL, "turn order").read_as(Read::Sum);
    throw.who = speaker(fight, side);
    let faces = table.roll(fight, throw)?;
    let total: u16 = faces.iter().sum();
    fight.rolls[side] = total;
    table.tell(|| {
        let text = format!("the {} roll for their place among equals", fight.setting.sides[side]);
        Event::new(&GROUP_ROLL, text).dice(10, &faces).total(total.into())
    });
    Ok(())
}

/// `order.newcomers`: groups that have come since roll until their result is their own.
///
/// # Errors
/// Halts with the table.
pub(crate) fn roll_newcomers<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for side in 0..fight.rolls.len() {
        if fight.rolls[side] != 0 || speaker(fight, side).is_none() {
            continue;
        }
        roll(fight, table, side)?;
        while (0..fight.rolls.len()).any(|other| other != side && fight.rolls[other] == fight.rolls[side]) {
            table.tell(|| {
                let text = format!("the {} roll again: the result is taken", fight.setting.sides[side]);
                Event::new(&NEWCOMERS_REROLL, text).and(&NEWCOMERS)
            });
            roll(fight, table, side)?;
        }
        table.tell(|| Event::new(&NEWCOMERS, format!("the {} join the order", fight.setting.sides[side])));
    }
    Ok(())
}

/// Whether newcomers act in the round in which they come.
pub fn newcomers_act(fight: &Fight) -> bool {
    fight.house().newcomers == Newcomers::ThisRound
}

/// `order.tie-allies`: each group agrees on the order of its equally fast members.
///
/// # Errors
/// Halts with the table.
pub(crate) fn agree_all<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for side in 0..fight.setting.sides.len() {
        if let Some(first) = speaker(fight, side) {
            agree(fight, table, (Side(side as u8), first, None))?;
        }
    }
    Ok(())
}

/// Whether any side has several who are there; it may say so although none has where there are more than 64 sides.
pub fn any_group(fight: &Fight) -> bool {
    let mut seen = 0_u64;
    fight.those_there().any(|(_, one)| {
        let side = 1 << (one.side.index() % 64);
        let again = seen & side != 0;
        seen |= side;
        again
    })
}

/// A list of allies who agree.
pub type Agreed<T> = Picks<T>;

/// `Q-56`: who is put in order, as it is now: all of a side between turns, on a turn those who hear the speaker.
pub fn agreeing(fight: &Fight, (side, speaker, to): (Side, Who, Option<Who>)) -> Agreed<Who> {
    let heard = |who: &Who| fight.turn.is_none() || special_actions::heard(fight, speaker, *who, to);
    let mut members: Agreed<Who> = members(fight, side).filter(heard).collect();
    if !members.is_sorted_by_key(|who| fight.one(*who).rank) {
        members.sort_by_key(|who| fight.one(*who).rank);
    }
    members
}

/// Whether the order of those who agree can change anything now: before the first round or as somebody speaks, and two of
/// them are equally fast.
pub fn matters(fight: &Fight, group: (Side, Who, Option<Who>)) -> bool {
    let speaks = fight.turn.is_some() || fight.round == 0;
    let mut speeds: Picks<i16> = match speaks {
        true => agreeing(fight, group).into_iter().map(|who| movement::current_speed(fight, who)).collect(),
        false => return false,
    };
    speeds.sort_unstable();
    speeds.windows(2).any(|pair| pair[0] == pair[1])
}

/// Those of a side who are there.
pub fn members(fight: &Fight, side: Side) -> impl Iterator<Item = Who> + '_ {
    fight.those_there().filter(move |(_, one)| one.side == side).map(|(who, _)| who)
}

/// One group agrees on its order.
///
/// # Errors
/// Halts with the table.
pub(crate) fn agree<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (side, speaker, to): (Side, Who, Option<Who>),
) -> Result<(), T::Halt> {
    if members(fight, side).nth(1).is_none() {
        return Ok(());
    }
    let before = agreeing(fight, (side, speaker, to));
    if before.len() < 2 {
        return Ok(());
    }
    let answer = table.ask(fight, Ask::Agreed { side, speaker, to })?;
    if before.iter().zip(answer.picks()).all(|(who, act)| *act == Act::Who(*who)) {
        // It stays as it is.
        return Ok(());
    }
    let ranks: Agreed<u16> = before.iter().map(|who| fight.one(*who).rank).collect();
    let mut changed = false;
    // A speaker's friend that does not hear it keeps its place; the others share out their own.
    for (rank, act) in ranks.into_iter().zip(answer.picks()) {
        if let Act::Who(who) = act {
            changed |= fight.one(*who).rank != rank;
            fight.one_mut(*who).rank = rank;
        }
    }
    if changed {
        table.tell(|| {
            let side = &fight.setting.sides[side.index()];
            Event::new(&TIE_ALLIES, format!("the {side} agree on their order")).and(&TIE_CHANGE)
        });
    }
    Ok(())
}

/// `order.next`: who acts next, if anybody is left who has not acted.
#[inline(always)]
pub fn next(fight: &Fight) -> Option<Who> {
    let waits = |one: &Combatant| !one.acted && one.out.is_none();
    if !fight.next.is_empty() {
        // Several that have been called on one turn come in their own order.
        let early = fight.next.iter().copied().filter(|who| waits(fight.one(*who))).max_by_key(|who| key(fight, *who));
        if early.is_some() {
            return early;
        }
    }
    let mut waiting = fight.roster().filter(|(_, one)| waits(one));
    let (mut next, mut one) = waiting.next()?;
    let mut highest = None;
    for (other, its) in waiting {
        // Where nobody else waits, it does not matter how fast the first is.
        let (known, own) =
            (highest.unwrap_or_else(|| packed(key_of(fight, next, one))), packed(key_of(fight, other, its)));
        (next, one, highest) = if own > known { (other, its, Some(own)) } else { (next, one, Some(known)) };
    }
    Some(next)
}

/// A key as one number: the higher one comes first.
fn packed((speed, roll, Reverse(rank)): Key) -> u64 {
    let speed = (i32::from(speed) - i32::from(i16::MIN)) as u64;
    speed << 32 | u64::from(roll) << 16 | u64::from(u16::MAX - rank)
}

/// Whether an ally of the same speed has yet to act: what they have agreed on let somebody go first.
pub fn before_an_equal(fight: &Fight, who: Who) -> bool {
    let (speed, roll, _) = key(fight, who);
    let waits = |other: Who| {
        let one = fight.one(other);
        other != who && one.out.is_none() && !one.acted && one.side == fight.one(who).side
    };
    fight
        .everyone()
        .any(|other| waits(other) && matches!(key(fight, other), (its, rolled, _) if (its, rolled) == (speed, roll)))
}

/// `Q-18`: those who fit, in turn order.
pub fn line(fight: &Fight, fits: impl Fn(Who) -> bool) -> Line {
    let mut line: Line = fight.everyone().filter(|who| fits(*who)).collect();
    line.sort_by_key(|who| Reverse(key(fight, *who)));
    line
}
