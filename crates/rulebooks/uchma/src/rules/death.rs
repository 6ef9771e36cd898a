//! Death: unconsciousness, saves, massive damage, waking up.

use quintain_engine::{Event, EventId, Reckoning, Table, Throw, Who};

use crate::combatant::Out;
use crate::content::WeaponId;
use crate::fight::{Fight, Lying};
use crate::house::{FifthRound, HealthFloor, MassiveDamage, NpcDeath};
use crate::rules::effects::caused;
use crate::rules::{forms, happenings, kept, mounted, order, prone, summoning};

quintain_engine::section! {
    "Death";
    UNCONSCIOUS = Engine "death.unconscious": "A player's character below 1 health is unconscious.", ruling "Anybody else is dead.", house "npc-death";
    UNCONSCIOUS_PRONE = Engine "death.unconscious-prone": "The unconscious count as prone.";
    INACTIVE = Engine "death.unconscious-inactive": "They decide, move and react no more; what lasts on them goes on.", house "unconscious-stunned";
    MASSIVE = Engine "death.massive": "Damage of twice the base maximum health in total kills at once.", ruling "What is unhealed counts.", house "massive-damage";
    SAVE_WHEN = Engine "death.save-when": "In each end phase the unconscious make a death save, first in the round in which they fell.";
    SAVE_ROLL = Engine "death.save-roll": "A death save is 1d10 and half the level, nothing else.";
    SAVE_THRESHOLDS = Engine "death.save-thresholds": "3, 5, 7 and 9 in the first to the fourth round.";
    SAVE_FAIL = Engine "death.save-fail": "One failed save kills.";
    SAVE_PASS = Engine "death.save-pass": "A passed save changes nothing.";
    FIFTH = Engine "death.fifth-round": "In the fifth round they die without a roll.", ruling "In its end phase.", house "fifth-round-death";
    REVIVE = Engine "death.revive": "Healed to 1 health they wake up, prone, and the count begins anew.";
    PARTIAL = Engine "death.revive-partial": "Healing that leaves less than 1 health does not wake.", ruling "Health has no floor.", house "health-floor";
    TEMPORARY = Engine "death.temp-health": "Temporary health wakes nobody.";
}

/// `death.save-thresholds`.
const THRESHOLDS: [i16; 4] = [3, 5, 7, 9];

/// Whose damage has brought somebody down, and with which weapon if with any.
#[derive(Clone, Copy, Debug)]
pub struct Slayer {
    /// Who.
    pub who: Who,
    /// With what.
    pub weapon: Option<WeaponId>,
}

/// Whether somebody falls unconscious instead of dying.
pub fn falls_unconscious(fight: &Fight, who: Who) -> bool {
    fight.one(who).pc || fight.house().npc_death == NpcDeath::AsPc
}

/// What follows on lost health: unconsciousness, death.
///
/// # Errors
/// Halts with the table.
pub(crate) fn wounded<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    by: Option<Slayer>,
    lost: i16,
    cause: EventId,
) -> Result<(), T::Halt> {
    let mortal = !falls_unconscious(fight, whom);
    if mortal && fight.one(whom).health >= 1 {
        return Ok(());
    }
    let fatal = !mortal && massive(fight, whom, lost);
    if fight.house().health_floor == HealthFloor::Zero {
        let mut one = fight.one_mut(whom);
        one.health = one.health.max(0);
    }
    let one = fight.one(whom);
    if one.out.is_some() {
        return Ok(());
    }
    if mortal {
        return match fight.house().npc_death {
            NpcDeath::EndPhase => knock_out(fight, table, whom, cause),
            _ => die(fight, table, whom, by, Some(cause)),
        };
    }
    if fatal {
        table.tell(|| {
            let text = format!("{} has taken twice its maximum health in damage", fight.label(whom));
            Event::new(&MASSIVE, text).to(whom).because(cause)
        });
        return die(fight, table, whom, by, Some(cause));
    }
    if one.health < 1 && !one.unconscious {
        return knock_out(fight, table, whom, cause);
    }
    Ok(())
}

/// `death.massive`, as the house counts it.
pub(crate) fn massive(fight: &Fight, whom: Who, lost: i16) -> bool {
    let one = fight.one(whom);
    let twice = 2 * i32::from(one.most);
    match fight.house().massive_damage {
        MassiveDamage::Net => i32::from(one.most) - i32::from(one.health) >= twice,
        MassiveDamage::Single => i32::from(lost) >= twice,
        MassiveDamage::FightTotal => i64::from(one.taken) >= i64::from(twice),
    }
}

fn knock_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, cause: EventId) -> Result<(), T::Halt> {
    if fight.one(whom).unconscious {
        return Ok(());
    }
    let stood = fall(fight, whom);
    table.tell(|| {
        let event = Event::new(&UNCONSCIOUS, format!("{} falls unconscious", fight.label(whom))).to(whom);
        let event = event.and(&UNCONSCIOUS_PRONE).and(&INACTIVE).because(cause);
        if forms::transformed(fight, whom) { event.and(&forms::ZERO) } else { event }
    });
    laid_low(fight, table, whom, stood)
}

/// One who was up by nothing but temporary health falls back when that is gone.
///
/// # Errors
/// Halts with the table.
pub(crate) fn without_temporary<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let one = fight.one(whom);
    if one.health >= 1 || one.unconscious || one.out.is_some() || !falls_unconscious(fight, whom) {
        return Ok(());
    }
    let stood = fall(fight, whom);
    table.tell(|| {
        let text = format!("{} falls unconscious again", fight.label(whom));
        Event::new(&UNCONSCIOUS, text).to(whom).and(&TEMPORARY)
    });
    laid_low(fight, table, whom, stood)
}

/// Somebody is unconscious, and so lies. Says whether it stood.
fn fall(fight: &mut Fight, whom: Who) -> bool {
    let mut one = fight.one_mut(whom);
    let stood = !one.prone;
    one.unconscious = true;
    one.prone = true;
    one.prepared = None;
    one.rounds_down = 0;
    stood
}

/// What follows on that: what it kept up ends, and in the air it drops. `prone.flyer-drop`: once for each time that it
/// falls prone, so not where it lay already.
fn laid_low<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, stood: bool) -> Result<(), T::Halt> {
    kept::interrupted(fight, table, whom)?;
    if stood { prone::drop_from_air(fight, table, whom) } else { Ok(()) }
}

/// W-death: somebody dies, and what waits for that happens at once.
///
/// # Errors
/// Halts with the table.
pub(crate) fn die<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    by: Option<Slayer>,
    cause: Option<EventId>,
) -> Result<(), T::Halt> {
    let one = fight.one(whom);
    if one.out.is_some() {
        return Ok(());
    }
    // A pet does not die: it runs off.
    let flees = one.called.is_some_and(|called| called.with.is_none());
    let mut one = fight.one_mut(whom);
    one.out = Some(if flees { Out::Gone } else { Out::Dead });
    one.prepared = None;
    drop(one);
    if flees {
        gone(fight, table, whom)?;
        return kept::pet_flees(fight, table, whom);
    }
    table.tell(|| {
        let event = Event::new(&UNCONSCIOUS, format!("{} dies", fight.label(whom))).to(whom);
        match cause {
            Some(cause) => event.because(cause),
            None => event,
        }
    });
    gone(fight, table, whom)?;
    happenings::on_death(fight, table, whom, by)
}

/// Whatever ends with a combatant that takes no part any more: its minions, its songs, its turn, the ride of its rider.
///
/// # Errors
/// Halts with the table.
pub(crate) fn gone<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    kept::interrupted(fight, table, who)?;
    summoning::vanish_with(fight, table, who)?;
    fight.one_mut(who).rides = None;
    let at = fight.one(who).at;
    let stuck = std::mem::take(&mut fight.one_mut(who).stuck);
    for weapon in &stuck {
        fight.dropped.push(Lying { weapon: *weapon, at, from: who });
    }
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) {
        turn.over = true;
    }
    mounted::unseat(fight, table, who)
}

/// Heals somebody, up to its maximum; the unconscious may wake.
pub(crate) fn heal<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, amount: i16) {
    let one = fight.one(whom);
    if amount <= 0 || one.out.is_some() {
        return;
    }
    let (before, after) = (one.health, one.health.saturating_add(amount).min(one.most.max(one.health)));
    fight.one_mut(whom).health = after;
    let down = fight.one(whom).unconscious;
    table.tell(|| {
        let text = match after - before {
            0 => format!("{} has nothing to heal", fight.label(whom)),
            healed => format!("{} regains {healed} health", fight.label(whom)),
        };
        let rule = if down && after < 1 { &PARTIAL } else { &REVIVE };
        caused(fight, Event::new(rule, text).to(whom).change(whom, "health", before.into(), after.into()))
    });
    if down && after >= 1 {
        wake(fight, table, whom);
    }
}

/// `death.revive`: conscious again, and prone.
pub(crate) fn wake<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    if !fight.one(whom).unconscious {
        return;
    }
    let mut one = fight.one_mut(whom);
    one.unconscious = false;
    one.prone = true;
    one.rounds_down = 0;
    drop(one);
    table.tell(|| {
        let text = format!("{} wakes up and lies prone", fight.label(whom));
        caused(fight, Event::new(&REVIVE, text).to(whom).and(&PARTIAL))
    });
}

/// The threshold of the next death save.
pub fn threshold<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let mut parts = R::default();
    parts.add(&SAVE_THRESHOLDS, "rounds down", THRESHOLDS[usize::from(fight.one(who).rounds_down).min(3)]);
    parts
}

/// `death.save-when`: everybody unconscious, in turn order.
///
/// # Errors
/// Halts with the table.
pub(crate) fn saves<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let is_down = |who: Who| fight.present(who) && fight.one(who).unconscious;
    if !fight.everyone().any(is_down) {
        return Ok(());
    }
    for who in order::line(fight, is_down) {
        if fight.one(who).out.is_some() || !fight.one(who).unconscious {
            continue;
        }
        if !falls_unconscious(fight, who) {
            die(fight, table, who, None, None)?;
        } else {
            save(fight, table, who)?;
        }
    }
    Ok(())
}

fn save<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.one(who).rounds_down >= 4 {
        return fifth(fight, table, who);
    }
    let threshold = threshold(fight, who);
    let face = table.die(fight, Throw::die(10, &SAVE_ROLL, "death save").by(who))?;
    let level = fight.half(fight.one(who).own.level);
    let total = face as i16 + level;
    let passed = total >= threshold;
    let round = fight.one(who).rounds_down + 1;
    let event = table.tell(|| {
        let does = if passed { "passes" } else { "fails" };
        let text = format!("{} {does} death save {round}", fight.label(who));
        let event = Event::new(if passed { &SAVE_PASS } else { &SAVE_FAIL }, text).by(who).upkeep();
        let event = event.and(&SAVE_WHEN).and(&SAVE_ROLL).and(&SAVE_THRESHOLDS).dice(10, &[face]);
        let event = event.term("d10", face.into(), "").term("level", level.into(), "");
        event.total(total.into()).against("the threshold", threshold.into())
    });
    fight.one_mut(who).rounds_down = round;
    if passed { Ok(()) } else { die(fight, table, who, None, Some(event)) }
}

fn fifth<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let event = table.tell(|| {
        Event::new(&FIFTH, format!("{} has been unconscious for a fifth round", fight.label(who))).to(who).upkeep()
    });
    die(fight, table, who, None, Some(event))
}

/// `opt.fifth-round-death = round-start`: the fifth round kills at its start.
///
/// # Errors
/// Halts with the table.
pub(crate) fn round_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.house().fifth_round != FifthRound::RoundStart {
        return Ok(());
    }
    for who in fight.everyone() {
        let one = fight.one(who);
        if fight.present(who) && one.unconscious && one.rounds_down >= 4 && falls_unconscious(fight, who) {
            fifth(fight, table, who)?;
        }
    }
    Ok(())
}
