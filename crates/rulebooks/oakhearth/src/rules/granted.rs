//! Attacks and steps that somebody else's ability gives: at once and for nothing.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Deed, Moment, With};
use crate::fight::Fight;
use crate::rules::attack::{self as attacks, How};
use crate::rules::{action_points, deeds, disarm, disengage, moving, numbers, options, reactions, shifting, spells};

/// Every attack that somebody could make at once: on this one, or on any enemy.
pub fn strikes(fight: &Fight, who: Who, at: Option<Who>) -> impl Iterator<Item = Deed> + '_ {
    let meant = move |other: &Who| at.map_or(fight.foes(who, *other), |at| at == *other);
    fight.everyone().filter(meant).flat_map(move |at| {
        let arms = options::arms(fight, who).filter(|with| !matches!(with, With::Drawn(_)));
        let ready = arms.filter(move |with| attacks::can_attack(fight, who, at, *with));
        ready.map(move |with| Deed::Attack { at, with })
    })
}

/// Whether somebody can do what it is called to: outside its own turn that is a Reaction, though it costs nothing.
pub fn hears<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who) -> bool {
    let hears = fight.owner == Some(who) || reactions::may_react(fight, who).is_ok();
    if !hears {
        table.tell(|| {
            Event::new(&reactions::DEFINITION, format!("{} takes no Reactions now", fight.label(who))).by(who)
        });
    }
    hears
}

/// A creature attacks a target of its choice, or nobody.
///
/// # Errors
/// Halts with the table.
pub fn attack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, adv: u8) -> Result<(), T::Halt> {
    if !hears(fight, table, who) {
        return Ok(());
    }
    strike(fight, table, who, None, How { adv, ..How::default() })
}

/// Somebody attacks this one, if it can.
///
/// # Errors
/// Halts with the table.
pub fn attack_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    strike(fight, table, who, Some(at), How::default())
}

/// The same by one more Attack of Opportunity: none on a creature that has fully disengaged.
///
/// # Errors
/// Halts with the table.
pub fn opportunity_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    if disengage::free_to_go(fight, at) {
        return Ok(());
    }
    strike(fight, table, who, Some(at), How { opportunity: true, ..How::default() })
}

/// An ally next to the target has an opening: each that can make an Attack of Opportunity is asked, until one does.
///
/// # Errors
/// Halts with the table.
pub fn ally_strikes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    // Whatever step this blow answers: the ally strikes at where its target is.
    let leaving = fight.leaving.take();
    for ally in fight.everyone() {
        let beside = ally != by && !fight.foes(ally, by) && fight.present(ally) && fight.distance(ally, at) <= 1;
        if beside
            && reactions::has_an_opening(fight, ally, at)
            && reactions::answer(fight, table, ally, Moment::Provoked, at)?
        {
            break;
        }
    }
    fight.leaving = leaving;
    Ok(())
}

/// Everything that somebody could be told to do for 1 AP, at any cost to its friends.
pub fn commands(fight: &Fight, whom: Who, mut each: impl FnMut(Deed)) {
    let mut possible = |deed: Deed| {
        if options::possible(fight, whom, deed).is_ok() {
            each(deed);
        }
    };
    for at in fight.everyone().filter(|at| *at != whom && fight.present(*at)) {
        for with in options::arms(fight, whom) {
            possible(Deed::Attack { at, with });
        }
        for hand in fight.one(at).each_hand() {
            disarm::means(fight, whom).for_each(|with| possible(Deed::Disarm { at, hand, with }));
        }
        [Deed::Grapple(at), Deed::Shove(at)].into_iter().for_each(&mut possible);
    }
    options::candidates(fight, whom, |deed| {
        let named = matches!(deed, Deed::Attack { .. } | Deed::Disarm { .. } | Deed::Grapple(_) | Deed::Shove(_));
        if !named && options::ap_of(fight, whom, deed) == 1 && options::holdable(fight, whom, deed) {
            possible(deed);
        }
    });
    moving::with_room(fight, |finder, reach| {
        moving::reach(fight, whom, numbers::speed(fight, whom), finder, reach);
        reach.sort_unstable_by_key(|(square, _)| *square);
        reach.iter().for_each(|(square, _)| each(Deed::Move(*square)));
    });
}

/// Somebody is made to take an Action of 1 AP that another chooses, and pays for it.
///
/// # Errors
/// Halts with the table.
pub fn commanded<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, by: Who) -> Result<(), T::Halt> {
    if action_points::may_pay(fight, whom, 1).is_err() || !fight.able(whom) {
        table.tell(|| Event::new(&spells::TARGET, format!("{} can take no Action", fight.label(whom))).by(by).to(whom));
        return Ok(());
    }
    let Some(Act::Deed(deed)) = table.choose(fight, Ask::Command { who: by, of: whom })? else { return Ok(()) };
    table.tell(|| {
        let text = format!("{} is told to {}", fight.label(whom), options::deed_text(fight, whom, deed));
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
        other => prepaid(fight, table, whom, other),
    };
    fight.depth -= 1;
    done
}

/// A deed for which 1 AP has been taken already.
fn prepaid<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, deed: Deed) -> Result<(), T::Halt> {
    let advance = if deeds::pays_itself(deed) { options::ap_of(fight, whom, deed) } else { 0 };
    let outer = fight.prepaid.replace((whom, advance));
    deeds::carry_out(fight, table, whom, deed, true)?;
    fight.prepaid = outer;
    Ok(())
}

/// One of the attacks that somebody can make now; where only one will do it is not asked.
fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Option<Who>,
    how: How,
) -> Result<(), T::Halt> {
    let Some(first) = strikes(fight, who, at).next().filter(|_| fight.able(who)) else { return Ok(()) };
    let settled = at.is_some() && strikes(fight, who, at).nth(1).is_none();
    let said = if settled { Some(Act::Deed(first)) } else { table.choose(fight, Ask::Strike { who, at })? };
    let Some(Act::Deed(Deed::Attack { at, with })) = said else { return Ok(()) };
    let how = How { free: true, bare: true, ..how };
    fight.depth += 1;
    let done = attacks::attack(fight, table, who, at, with, how);
    fight.depth -= 1;
    done
}

/// Somebody goes to a Space of its choice, so far at most, for nothing; where that is said, no farther from another.
///
/// # Errors
/// Halts with the table.
pub fn walk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    spaces: i16,
    safe: bool,
    near: Option<(Who, i16)>,
) -> Result<(), T::Halt> {
    let within = spaces.clamp(0, 100) as u8;
    if within == 0 || !fight.able(who) || numbers::speed(fight, who) == 0 {
        return Ok(());
    }
    // In the middle of a way, in the Space of a friend, there may be no other.
    if shifting::landings(fight, who, within, near).next().is_none() {
        return Ok(());
    }
    match table.choose(fight, Ask::Place { who, about: who, within, near })? {
        Some(Act::Square(square)) if reachable(fight, who, square, spaces) => {
            moving::walk(fight, table, who, square, safe)
        }
        _ => Ok(()),
    }
}

fn reachable(fight: &Fight, who: Who, square: Square, spaces: i16) -> bool {
    moving::cost_to(fight, who, square, spaces).is_some()
}
