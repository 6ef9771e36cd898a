//! Attacks and steps that somebody else's ability gives: at once and for nothing.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Deed, With};
use crate::fight::Fight;
use crate::rules::attack::{self as attacks, How};
use crate::rules::{moving, spells, weapons};

/// Everything that somebody could strike with, what it holds first.
fn means(fight: &Fight, who: Who) -> impl Iterator<Item = With> + '_ {
    let natural = weapons::natural(fight, who).iter().map(|weapon| With::Natural(*weapon));
    fight.one(who).each_hand().map(With::Hand).chain(natural).chain([With::Body])
}

/// The first means with which one can attack another now.
pub fn way(fight: &Fight, who: Who, at: Who) -> Option<With> {
    let empty = |with: &With| {
        matches!(with, With::Hand(_)) && crate::rules::weapons::used(fight, who, *with) == crate::setting::UNARMED
    };
    means(fight, who).find(|with| !empty(with) && attacks::can_attack(fight, who, at, *with))
}

/// Somebody attacks whichever enemy in reach is nearest to falling.
///
/// # Errors
/// Halts with the table.
pub fn attack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, adv: u8) -> Result<(), T::Halt> {
    let target = fight.enemies(who).filter(|foe| way(fight, who, *foe).is_some()).min_by_key(|foe| fight.one(*foe).hp);
    match target {
        Some(at) => strike(fight, table, who, at, adv),
        None => Ok(()),
    }
}

/// Somebody attacks this one, if it can.
///
/// # Errors
/// Halts with the table.
pub fn attack_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    strike(fight, table, who, at, 0)
}

/// The first ally next to the target who can takes an attack on it as a Reaction.
///
/// # Errors
/// Halts with the table.
pub fn ally_strikes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    let ready = |ally: &Who| {
        fight.distance(*ally, at) <= 1
            && fight.one(*ally).martial
            && crate::rules::reactions::may_react(fight, *ally).is_ok()
            && crate::rules::action_points::may_pay(fight, *ally, 1).is_ok()
            && way(fight, *ally, at).is_some()
    };
    let Some(ally) = fight.allies(by).find(ready) else { return Ok(()) };
    crate::rules::action_points::pay(fight, table, ally, 1, &crate::rules::reactions::AOO_EFFECT);
    strike(fight, table, ally, at, 0)
}

/// Everything that somebody could be told to do for 1 AP, at any cost to its friends.
pub fn commands(fight: &Fight, whom: Who, mut each: impl FnMut(Deed)) {
    let mut possible = |deed: Deed| {
        if crate::options::possible(fight, whom, deed).is_ok() {
            each(deed);
        }
    };
    for at in fight.everyone().filter(|at| *at != whom && fight.present(*at)) {
        for with in crate::options::arms(fight, whom) {
            possible(Deed::Attack { at, with });
        }
        [Deed::Grapple(at), Deed::Shove(at)].into_iter().for_each(&mut possible);
    }
    [Deed::Disengage(false), Deed::Dodge(false), Deed::Search].into_iter().for_each(possible);
    moving::with_room(fight, |finder, reach| {
        moving::reach(fight, whom, crate::rules::numbers::speed(fight, whom), finder, reach);
        reach.sort_unstable_by_key(|(square, _)| *square);
        reach.iter().for_each(|(square, _)| each(Deed::Move(*square)));
    });
}

/// Somebody is made to take an Action of 1 AP that another chooses, and pays for it.
///
/// # Errors
/// Halts with the table.
pub fn commanded<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, by: Who) -> Result<(), T::Halt> {
    if !fight.able(whom) {
        return Ok(());
    }
    let Some(Act::Deed(deed)) = table.choose(fight, Ask::Command { who: by, of: whom })? else { return Ok(()) };
    table.tell(|| {
        let text = format!("{} is told to {}", fight.label(whom), crate::options::deed_text(fight, whom, deed));
        Event::new(&spells::TARGET, text).by(by).to(whom)
    });
    let mut one = fight.one_mut(whom);
    one.ap = (one.ap - 1).max(0);
    drop(one);
    fight.depth += 1;
    let done = match deed {
        Deed::Move(to) => moving::walk(fight, table, whom, to, false),
        Deed::Attack { at, with } => {
            let how = How { free: true, bare: true, ..How::default() };
            attacks::attack(fight, table, whom, at, with, how)
        }
        other => crate::rules::deeds::carry_out(fight, table, whom, other, true),
    };
    fight.depth -= 1;
    done
}

fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who, adv: u8) -> Result<(), T::Halt> {
    let Some(with) = way(fight, who, at).filter(|_| fight.able(who)) else { return Ok(()) };
    let how = How { free: true, adv, bare: true, ..How::default() };
    fight.depth += 1;
    let done = attacks::attack(fight, table, who, at, with, how);
    fight.depth -= 1;
    done
}

/// Somebody goes to a Space of its choice, so far at most, for nothing.
///
/// # Errors
/// Halts with the table.
pub fn walk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    spaces: i16,
    safe: bool,
) -> Result<(), T::Halt> {
    let within = spaces.clamp(0, 100) as u8;
    if within == 0 || !fight.able(who) {
        return Ok(());
    }
    match table.choose(fight, Ask::Place { who, about: who, within })? {
        Some(Act::Square(square)) if reachable(fight, who, square, spaces) => {
            moving::walk(fight, table, who, square, safe)
        }
        _ => Ok(()),
    }
}

fn reachable(fight: &Fight, who: Who, square: Square, spaces: i16) -> bool {
    moving::cost_to(fight, who, square, spaces).is_some()
}
