//! Falling prone: going down, getting up, and what a prone creature cannot do.

use quintain_engine::{Event, Table, Who};

use crate::book::{DamageKind, Feature, Status, Tag, Topic};
use crate::content::AbilityId;
use crate::fight::{Fight, Gait};
use crate::house::StandAtZero;
use crate::objection::Objection;
use crate::rules::damage::{self, Packet};
use crate::rules::effects::caused;
use crate::rules::features::{self, affected};
use crate::rules::{ground, movement, reactions, steps};

quintain_engine::section! {
    "Falling prone";
    VOLUNTARY = Choice "prone.voluntary": "Half the walking speed of a Move lets a creature go prone.", house "stand-at-zero";
    STAND = Choice "prone.stand": "Half the walking speed of a Move lets it get up.", ruling "Not with speed 0.", house "stand-at-zero";
    STAY = Choice "prone.stay": "It may stay down and crawl.";
    COVER = Engine "prone.quarter-cover": "A prone creature has quarter cover.";
    ADJACENT = Engine "prone.adjacent-bonus": "Attacks from beside it get +1 to precision, projectiles too.";
    LIMITED = Engine "prone.limited-actions": "It can make basic weapon attacks only, on its own turn.", ruling "Throwing and retrieving count.", house "prone-use-item";
    HALF = Engine "prone.half-damage": "These do half damage after armour.";
    NO_WEAPON = Engine "prone.no-weapon-precision": "These leave weapon precision out.";
    FLYER_DROP = Engine "prone.flyer-drop": "A flyer that is stunned, immobilized or felled loses up to 3 metres of altitude.";
    COLLIDE = Engine "prone.flyer-collide": "If it reaches the ground it takes 5 damage that ignores armour.";
}

/// What getting up or down costs: half the walking speed.
pub fn cost(fight: &Fight, who: Who) -> i16 {
    fight.half(movement::speed(fight, who, Gait::Walk))
}

/// `prone.stand`, `prone.voluntary`: whether the speed allows it at all, and whether enough is left.
///
/// # Errors
/// The rule that forbids it.
pub fn may_change(fight: &Fight, who: Who, run: bool) -> Result<(), Objection> {
    let rule = if fight.one(who).prone { &STAND } else { &VOLUNTARY };
    let walking = movement::speed(fight, who, Gait::Walk);
    if walking == 0 && fight.house().stand_at_zero == StandAtZero::No {
        return Err(Objection::new(rule, "its speed is 0"));
    }
    let left = movement::left(fight, who, movement::gait_now(fight, who), run);
    if cost(fight, who) > left {
        let numbers = [cost(fight, who), left];
        return Err(Objection::new(rule, "that takes {0} of its speed, and {1} is left").with(numbers));
    }
    Ok(())
}

/// Gets up or goes down; the cost has been looked at.
///
/// # Errors
/// Halts with the table.
pub(crate) fn change<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let price = cost(fight, who);
    let gait = movement::gait_now(fight, who);
    // Where one Move has no room for it any more, it begins the second one of a run.
    let runs = may_change(fight, who, false).is_err();
    if let Some(turn) = &mut fight.turn {
        turn.running |= runs;
        turn.gait = turn.gait.or(Some(gait));
        turn.spent += price;
    }
    let running = |event: Event| if runs { event.and(&movement::RUN_INSTEAD) } else { event };
    if fight.one(who).prone {
        fight.one_mut(who).prone = false;
        table.tell(|| {
            running(
                Event::new(&STAND, format!("{} gets up for {price} m of its speed", fight.label(who))).by(who).act(),
            )
        });
        return Ok(());
    }
    fight.one_mut(who).prone = true;
    table.tell(|| {
        running(
            Event::new(&VOLUNTARY, format!("{} goes prone for {price} m of its speed", fight.label(who))).by(who).act(),
        )
    });
    drop_from_air(fight, table, who)
}

/// Fells somebody, if it can be felled; those who wait for that strike.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fell<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    if felled(fight, table, whom)? { reactions::fell(fight, table, whom) } else { Ok(()) }
}

/// The same as part of an ability: those who wait for it strike when all that this does to its target has been done.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fell_by_step<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    if felled(fight, table, whom)? {
        fight.scratch.fallen.push(whom);
    }
    Ok(())
}

/// Whether somebody has been felled now, and is still there.
fn felled<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<bool, T::Halt> {
    let one = fight.one(whom);
    if one.prone || one.out.is_some() || one.away.is_some() {
        return Ok(false);
    }
    let sure = affected(fight, whom, Status::Surefooted);
    if sure || never_lies(fight, whom) {
        table.tell(|| {
            Event::new(&crate::rules::statuses::SUREFOOTED, format!("{} cannot be felled", fight.label(whom))).to(whom)
        });
        return Ok(false);
    }
    fight.one_mut(whom).prone = true;
    table.tell(|| {
        let event = Event::new(&LIMITED, format!("{} falls prone", fight.label(whom))).to(whom);
        caused(fight, event.and(&COVER).and(&ADJACENT))
    });
    // A flyer drops.
    drop_from_air(fight, table, whom)?;
    Ok(fight.one(whom).out.is_none())
}

/// Whether somebody can neither fall nor go prone.
pub fn never_lies(fight: &Fight, who: Who) -> bool {
    features::any(fight, who, Topic::Body, |feature| feature == Feature::Unfellable)
}

/// `prone.flyer-drop`, `prone.flyer-collide`: a flyer that has just been stunned, immobilized or felled.
///
/// # Errors
/// Halts with the table.
pub(crate) fn drop_from_air<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let altitude = fight.one(whom).altitude;
    // A rider stays where its mount is.
    if altitude == 0 || fight.one(whom).rides.is_some() || fight.one(whom).out.is_some() {
        return Ok(());
    }
    let metres = altitude.min(3);
    fight.one_mut(whom).altitude -= metres;
    steps::carry(fight, whom);
    let landed = fight.one(whom).altitude == 0;
    let cause = table.tell(|| {
        let text = format!("{} drops {metres} m{}", fight.label(whom), if landed { " to the ground" } else { "" });
        let event = caused(fight, Event::new(&FLYER_DROP, text).to(whom));
        event.change(whom, "altitude", altitude.into(), (altitude - metres).into())
    });
    if landed {
        let mut packet = Packet::new(whom, 5, DamageKind::ArmorIgnoring, "the collision");
        packet.cause = Some(cause);
        table.tell(|| Event::new(&COLLIDE, format!("{} collides with the ground", fight.label(whom))).to(whom));
        damage::deal(fight, table, packet)?;
    }
    ground::descended(fight, table, whom, altitude)?;
    steps::make_way_below(fight, table, whom)
}

/// Whether somebody lies: prone, or unconscious.
pub fn lies(fight: &Fight, who: Who) -> bool {
    fight.one(who).prone || fight.one(who).unconscious
}

/// `prone.half-damage`, `prone.no-weapon-precision`: whether this is the attack of somebody who lies.
#[inline]
pub fn halves(fight: &Fight, by: Who, ability: AbilityId) -> bool {
    fight.one(by).prone && fight.ability(ability).is(Tag::Weapon)
}

/// `prone.limited-actions`: what a prone creature may use.
///
/// # Errors
/// The rule.
pub fn may_use(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let basic = fight.ability(ability).is(Tag::Basic) && !fight.ability(ability).is(Tag::Charge);
    match fight.one(who).prone && !basic {
        true => Err(Objection::new(&LIMITED, "it lies prone: basic weapon attacks only")),
        false => Ok(()),
    }
}
