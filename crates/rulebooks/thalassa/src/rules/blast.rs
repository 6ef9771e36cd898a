//! Blast: everyone in the area, each with a die of their own.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Table, Throw, Who};

use crate::arm::{ArmId, Blast};
use crate::ask::{Act, Ask};
use crate::fight::Fight;
use crate::rules::modifiers::State;
use crate::rules::{battle_map, detachment, gifts, modifiers};

quintain_engine::section! {
    "Blast";
    ALL = Engine "blast.all": "A blast hits everyone in its area, friend and foe, but not whoever makes it.";
    SEPARATE = Engine "blast.separate": "Each of them gets a damage die of their own and subtracts their own Armor.";
    WHAT = Engine "blast.what": "Explosions, sweeping blows and falling rocks are blasts; any attack may have the quality.";
    UNKNOWN_COUNT = Gm "blast.unknown-count": "Where nobody knows how many are caught, the attack's die says.",
        ruling "With an area and a map geometry decides.";
    WHICH = Choice "blast.which": "If fewer are caught than might be, the attacker picks which.";
    POOLED = Engine "blast.pooled": "The die meant for each joins the pool on that target.";
    MODIFIERS = Engine "blast.modifiers": "Impaired or enhanced is judged for each target apart.";
}

/// Those whom a blast may catch.
pub type Caught = ArrayVec<Who, 64>;

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

/// Everyone whom the blast catches, the target first.
///
/// # Errors
/// Halts with the table.
pub(crate) fn victims<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    arm: ArmId,
) -> Result<Caught, T::Halt> {
    let own = fight.arm(arm).blast;
    let area = own.unwrap_or(if fight.one(by).detachment { Blast::Engaged } else { Blast::Unknown });
    let by_geometry = fight.ground().is_some() && area != Blast::Unknown;
    if by_geometry {
        let mut caught = battle_map::in_area(fight, by, at, arm, area);
        caught.retain(|who| *who != at);
        let caught: Caught = named(fight, at).chain(caught).take(64).collect();
        tell_caught(fight, table, by, &caught);
        return Ok(caught);
    }
    let mut eligible = eligible(fight, by, at, arm, area);
    if area == Blast::Engaged || eligible.len() <= 1 {
        tell_caught(fight, table, by, &eligible);
        return Ok(eligible);
    }
    let die = count_die(fight, by, at, arm);
    let count = usize::from(table.die(fight, Throw::die(die.into(), &UNKNOWN_COUNT, "number caught").by(by))?);
    table.tell(|| {
        let text = format!("the blast of {} catches {}", fight.label(by), count.min(eligible.len()));
        Event::new(&UNKNOWN_COUNT, text).by(by).dice(die.into(), &[count as u16])
    });
    if count < eligible.len() {
        fight.scratch.eligible.clear();
        fight.scratch.eligible.extend_from_slice(&eligible);
        let answer = table.ask(fight, Ask::Caught { by, count: count as u8 })?;
        let picked: Caught =
            answer.picks().iter().filter_map(|act| if let Act::Who(who) = act { Some(*who) } else { None }).collect();
        eligible.retain(|who| picked.contains(who));
        table.tell(|| Event::new(&WHICH, format!("{} picks whom it catches", fight.label(by))).by(by));
    }
    tell_caught(fight, table, by, &eligible);
    Ok(eligible)
}

/// The die that says how many: the one that the attack is using.
fn count_die(fight: &Fight, by: Who, at: Who, arm: ArmId) -> u8 {
    let die = fight.arm(arm).die;
    let (own, larger) = modifiers::die_of(fight, by, arm, State::Enhanced);
    if detachment::attacks_individual(fight, by, at) { larger.map_or(own, |larger| own.max(larger)) } else { die }
}

/// Everyone who might be caught where no area says who is: a detachment's and an engaging blast strike foes only.
fn eligible(fight: &Fight, by: Who, at: Who, arm: ArmId, area: Blast) -> Caught {
    let foes_only = area == Blast::Engaged || fight.one(by).detachment;
    let may_be_hit = |who: &Who| {
        let there = *who != by && *who != at && fight.present(*who) && fight.was_there(*who);
        let there = there && battle_map::may_strike(fight, by, *who, arm).is_ok();
        there && (!foes_only || fight.foes(by, *who) && !fight.one(*who).detachment)
    };
    // Nearest to the target first; where nobody stands anywhere, foes before friends, then the roster.
    let mut others: Caught = fight.everyone().filter(may_be_hit).take(63).collect();
    others.sort_unstable_by_key(|who| (battle_map::feet(fight, at, *who), !fight.foes(by, *who), *who));
    named(fight, at).chain(others).collect()
}

/// The one whom the attack names, unless it has got away.
fn named(fight: &Fight, at: Who) -> impl Iterator<Item = Who> + use<> {
    fight.present(at).then_some(at).into_iter()
}

fn tell_caught<T: Table<Fight>>(fight: &Fight, table: &mut T, by: Who, caught: &[Who]) {
    table.tell(|| {
        let names: Vec<&str> = caught.iter().map(|who| fight.label(*who)).collect();
        let text = format!("the blast of {} hits {}", fight.label(by), names.join(", "));
        let event = Event::new(&ALL, text).by(by).and(&SEPARATE).and(&WHAT);
        let event = if fight.ground().is_some() { event.and(&battle_map::BLAST) } else { event };
        if fight.one(by).detachment { event.and(&detachment::ATTACKS_BLAST) } else { event }
    });
}
