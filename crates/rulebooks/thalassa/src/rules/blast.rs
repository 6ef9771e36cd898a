//! Blast: everyone in the area, each with a die of their own.

use quintain_engine::{Area, Event, Table, Throw, Who};
use quintain_field::SquareSet;

use crate::arm::{ArmId, Blast};
use crate::ask::{self, Act, Ask};
use crate::fight::Fight;
use crate::rules::modifiers::State;
use crate::rules::{battle_map, detachment, gifts, modifiers};

quintain_engine::section! {
    "Blast";
    ALL = Engine "blast.all": "A blast hits everyone in its area, friend and foe, but not whoever makes it.",
        ruling "On a map it goes off where its target can be got at: where it stood, if it has walked or run away in the same phase. Whoever walked is struck all the same.", house "blast.walked-off";
    SEPARATE = Engine "blast.separate": "Each of them gets a damage die of their own and subtracts their own Armor.";
    WHAT = Engine "blast.what": "Explosions, sweeping blows and falling rocks are blasts; any attack may have the quality.";
    UNKNOWN_COUNT = Gm "blast.unknown-count": "Where nobody knows how many are caught, the attack's die says.",
        ruling "With an area and a map geometry decides.";
    WHICH = Choice "blast.which": "If fewer are caught than might be, the attacker picks which.";
    POOLED = Engine "blast.pooled": "The die meant for each joins the pool on that target.";
    MODIFIERS = Engine "blast.modifiers": "Impaired or enhanced is judged for each target apart.";
}

/// Whether this attack is a blast now: by its own quality, or as a detachment's on individuals.
#[inline]
pub fn is_blast(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    !fight.arm(arm).single && is_own_blast(fight, by, arm) || detachment::attacks_individual(fight, by, at)
}

/// Whether it is a blast by its own quality.
fn is_own_blast(fight: &Fight, by: Who, arm: ArmId) -> bool {
    fight.arm(arm).blast.is_some() || by_heads(fight, by, arm) || gifts::makes_waves(fight, arm)
}

/// Whether this attack is a blast because so many heads are left to make it.
#[inline]
pub fn by_heads(fight: &Fight, by: Who, arm: ArmId) -> bool {
    fight.arm(arm).heads && fight.one(by).heads >= 3
}

/// The area of this attack, which is a blast.
fn area_of(fight: &Fight, by: Who, arm: ArmId) -> Blast {
    let unnamed = if fight.one(by).detachment { Blast::Engaged } else { Blast::Unknown };
    fight.arm(arm).blast.unwrap_or(unnamed)
}

/// Whether two blasts of one attack catch the same: the same area, and as far away.
pub fn are_alike(fight: &Fight, by: Who, one: ArmId, other: ArmId) -> bool {
    let caught = |arm: ArmId| {
        let entry = fight.arm(arm);
        (area_of(fight, by, arm), entry.reaching, entry.reach, entry.far)
    };
    caught(one) == caught(other)
}

/// `blast.all`: what this attack, which is a blast, covers as all stand now, and the combatants that it strikes, the
/// target first. Where a die says how many are caught, nobody knows yet.
pub fn covered(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Area {
    let area = area_of(fight, by, arm);
    if area == Blast::Unknown || (fight.ground().is_none() && area != Blast::Engaged) {
        return Area::default();
    }
    let mut hits: Vec<Who> = named(fight, at).collect();
    add_others(fight, (by, at), arm, area, (&mut SquareSet::default(), &mut hits));
    Area { squares: battle_map::covered(fight, (by, at), arm, area), hits }
}

/// `blast.all`: whether this attack is a blast that may catch a friend beside its target, as all stand now.
pub fn may_catch_a_friend(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    if !is_blast(fight, by, at, arm) {
        return false;
    }
    let mut caught = Vec::new();
    add_others(fight, (by, at), arm, area_of(fight, by, arm), (&mut SquareSet::default(), &mut caught));
    caught.iter().any(|who| !fight.foes(by, *who))
}

/// Adds all beside its target that a blast of this area catches, or may catch where a die says how many; `squares` is
/// used to work it out.
fn add_others(
    fight: &Fight,
    (by, at): (Who, Who),
    arm: ArmId,
    area: Blast,
    (squares, caught): (&mut SquareSet, &mut Vec<Who>),
) {
    if fight.ground().is_some() && area != Blast::Unknown {
        battle_map::catch(fight, (by, at), arm, area, squares, caught);
    } else {
        add_eligible(fight, by, at, arm, area, caught);
    }
}

/// All that the blast catches, the target first: adds them to a list that is empty.
///
/// # Errors
/// Halts with the table.
pub(crate) fn victims<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    arm: ArmId,
    caught: &mut Vec<Who>,
) -> Result<(), T::Halt> {
    let area = area_of(fight, by, arm);
    caught.extend(named(fight, at));
    let mut squares = std::mem::take(&mut fight.scratch.area);
    add_others(fight, (by, at), arm, area, (&mut squares, &mut *caught));
    fight.scratch.area = squares;
    let geometry_decides = fight.ground().is_some() && area != Blast::Unknown;
    if !geometry_decides && area != Blast::Engaged && caught.len() > 1 {
        count_caught(fight, table, by, at, arm, caught)?;
    }
    tell_caught(fight, table, by, caught);
    Ok(())
}

/// `blast.unknown-count`, `blast.which`: a die says how many of these are caught, the attacker which.
fn count_caught<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    arm: ArmId,
    caught: &mut Vec<Who>,
) -> Result<(), T::Halt> {
    let most = u16::try_from(caught.len()).unwrap_or(u16::MAX);
    let said = ask::number(fight, table, Ask::HowMany { by, most })?;
    let die = count_die(fight, by, at, arm);
    let thrown = match said {
        0 => Some(table.die(fight, Throw::die(die.into(), &UNKNOWN_COUNT, "number caught").by(by))?),
        _ => None,
    };
    let count = thrown.map_or(usize::try_from(said).unwrap_or(0), usize::from);
    table.tell(|| {
        let text = format!("the blast of {} catches {}", fight.label(by), count.min(caught.len()));
        let event = Event::new(&UNKNOWN_COUNT, text).by(by).act();
        if let Some(face) = thrown { event.dice(die.into(), &[face]) } else { event }
    });
    if count < caught.len() {
        fight.scratch.eligible.clone_from(caught);
        let answer = table.ask(fight, Ask::Caught { by, count: u16::try_from(count).unwrap_or(most) })?;
        caught.retain(|who| answer.picks().contains(&Act::Who(*who)));
        table.tell(|| Event::new(&WHICH, format!("{} picks whom it catches", fight.label(by))).by(by));
    }
    Ok(())
}

/// The die that says how many: the one that the attack is using.
fn count_die(fight: &Fight, by: Who, at: Who, arm: ArmId) -> u8 {
    let (own, larger) = modifiers::die_of(fight, by, arm, State::Enhanced);
    if detachment::attacks_individual(fight, by, at) { larger.map_or(own, |larger| own.max(larger)) } else { own }
}

/// Adds everyone else who might be caught where no area says who is: a detachment's and an engaging blast strike foes only.
fn add_eligible(fight: &Fight, by: Who, at: Who, arm: ArmId, area: Blast, caught: &mut Vec<Who>) {
    let foes_only = area == Blast::Engaged || fight.one(by).detachment;
    let may_be_hit = |who: &Who| {
        let there = *who != by && *who != at && fight.present(*who) && fight.was_there(*who);
        let there = there && battle_map::may_strike(fight, by, *who, arm).is_ok();
        there && (!foes_only || fight.foes(by, *who) && !fight.one(*who).detachment)
    };
    let first = caught.len();
    caught.extend(fight.everyone().filter(may_be_hit));
    // Nearest to the target first; where nobody stands anywhere, foes before friends, then the roster.
    let others = caught.get_mut(first..).unwrap_or_default();
    others.sort_unstable_by_key(|who| (battle_map::feet(fight, at, *who), !fight.foes(by, *who), *who));
}

/// The named target of the attack, unless it has got away.
fn named(fight: &Fight, at: Who) -> impl Iterator<Item = Who> + use<> {
    fight.present(at).then_some(at).into_iter()
}

fn tell_caught<T: Table<Fight>>(fight: &Fight, table: &mut T, by: Who, caught: &[Who]) {
    table.tell(|| {
        let names: Vec<&str> = caught.iter().map(|who| fight.label(*who)).collect();
        let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
        let text = format!("the blast of {} hits {names}", fight.label(by));
        let event = Event::new(&ALL, text).by(by).and(&SEPARATE).and(&WHAT).act();
        let event = if fight.ground().is_some() { event.and(&battle_map::BLAST) } else { event };
        if fight.one(by).detachment { event.and(&detachment::ATTACKS_BLAST) } else { event }
    });
}
