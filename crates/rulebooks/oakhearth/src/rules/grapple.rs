//! Grappling: getting hold, letting go, getting free.

pub(crate) mod aside;

use quintain_engine::{Event, Refusal, Rule, Table, Who, section};

use crate::ask::{Deed, Moment};
use crate::book::{Condition, Feature, Save, Skill, Style};
use crate::combatant::{Hand, Status};
use crate::fight::Fight;
use crate::muster::Mark;
use crate::refusing::refuse_if;
use crate::rules::attack::{self, How};
use crate::rules::blow::Blow;
use crate::rules::dice::{self, Pool, Rolled};
use crate::rules::{conditions, disengage, hide, maneuvers, numbers, reactions, sight};
use crate::story::Told;

section! {
    "Grapple";
    ACTION = Choice "grapple.action": "For 1 AP one grapples a creature within 1 Space.";
    FREE_HAND = Engine "grapple.free-hand": "That takes a free hand.";
    CONTEST = Engine "grapple.contest": "Athletics against the target's Physical Check.";
    SIZE = Engine "grapple.size": "The larger has ADV, the smaller DIS.";
    SIZE_LIMIT = Engine "grapple.size-limit": "Two or more sizes apart there is no Grapple.";
    SUCCESS = Engine "grapple.success": "The target is Grappled.";
    HAND_USED = Engine "grapple.hand-used": "The hand holds the target until one lets go, for nothing, on one's turn.";
    SHIFT = Choice "grapple.shift": "For a Space of movement a grappler that stays puts the creature it holds into the next Space beside itself.",
        ruling "Only where that is free and lies no lower; dragging it along is the other way.";
    ESCAPE = Choice "grapple.escape": "For 1 AP a Grappled creature sets its Physical Check against the grappler's Athletics.";
    ENDS = Engine "grapple.ends": "A Grapple ends with a grappler who cannot act, and when the two come apart.";
}

/// The size that counts for Athletics.
pub(crate) fn bulk(fight: &Fight, who: Who) -> i16 {
    let more = fight.template(who).feature(|feature| match feature {
        Feature::LargerForAthletics(more) => Some(i16::from(*more)),
        _ => None,
    });
    fight.size(who).step() + more.unwrap_or(0)
}

/// How many sizes the other is larger.
pub fn larger_by(fight: &Fight, who: Who, other: Who) -> i16 {
    bulk(fight, other) - bulk(fight, who)
}

/// What the size of the target does to one's roll.
pub(crate) fn size(fight: &Fight, who: Who, other: Who, rule: &'static Rule, pool: &mut Pool) {
    match larger_by(fight, who, other) {
        1.. => pool.dis(rule, "larger target"),
        0 => {}
        _ => pool.adv(rule, "smaller target"),
    }
}

/// The hand that can take hold: an empty one, or one that wears a weapon as a fist does. A shield's arm cannot.
fn hand_for(fight: &Fight, who: Who) -> Option<usize> {
    let hands = &fight.one(who).hands;
    let fist =
        |hand: &Hand| matches!(hand, Hand::Weapon(weapon) if fight.weapon(*weapon).styles.contains(&Style::Fist));
    hands.iter().rposition(|hand| *hand == Hand::Empty).or_else(|| hands.iter().rposition(fist))
}

/// Whether one grapples another.
pub fn holds(fight: &Fight, who: Who, other: Who) -> bool {
    let other = fight.one(other);
    // A Restrained creature is Grappled.
    other.has(Condition::Grappled)
        && other.statuses.iter().any(|status| {
            let kind = matches!(status.condition, Condition::Grappled | Condition::Restrained);
            status.by == Some(who) && status.grip && kind
        })
}

/// All creatures that it grapples.
pub fn held_by(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.marked(Mark::Grappled).filter(move |other| holds(fight, who, *other) && fight.present(*other))
}

/// # Errors
/// Why somebody cannot lay hands on another, by this rule.
pub(crate) fn in_grasp(fight: &Fight, who: Who, at: Who, rule: &'static Rule) -> Result<(), Refusal> {
    let near = who != at && fight.present(at) && fight.distance(who, at) <= 1;
    refuse_if(!near, rule, "the target must be within 1 Space")?;
    sight::reachable(fight, who, at, rule)?;
    hide::found(fight, at, who)?;
    conditions::spares(fight, who, at)
}

/// # Errors
/// Why this creature cannot be grappled.
pub fn may_grapple(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    in_grasp(fight, who, at, &ACTION)?;
    refuse_if(hand_for(fight, who).is_none(), &FREE_HAND, "no hand is free")?;
    refuse_if(larger_by(fight, who, at).abs() >= 2, &SIZE_LIMIT, "they are two or more sizes apart")?;
    refuse_if(holds(fight, who, at), &ACTION, "it holds the target already")
}

/// Grapples.
///
/// # Errors
/// Halts with the table.
pub(crate) fn grapple<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let mut blow = Blow::new(who, at, true).within(1);
    reactions::window(fight, table, Moment::Grappling, who, at, Some(&mut blow))?;
    let at = blow.at;
    if !fight.able(who) || may_grapple(fight, who, at).is_err() {
        table.tell(|| Event::new(&reactions::SEVERAL, format!("{}'s Grapple is lost", fight.label(who))).by(who));
        return Ok(());
    }
    let extras = attack::extras(fight, table, who, Deed::Grapple(at), How::default())?;
    if let Some(margin) = reach_out(fight, table, who, at, blow.dis)? {
        seize(fight, table, who, at);
        maneuvers::on_grapple(fight, table, who, at, &extras, margin)?;
    }
    Ok(())
}

/// A Grapple that comes with a blow, by jaws, vines or coils: the same contest, but no hand.
///
/// # Errors
/// Halts with the table.
pub(crate) fn clutch<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    if larger_by(fight, who, at).abs() < 2 && reach_out(fight, table, who, at, 0)?.is_some() {
        take_hold(fight, table, who, at);
    }
    Ok(())
}

/// The contest of a Grapple, with what sizes, Reactions and a Dodge do to it: by how much one wins, if one does.
fn reach_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    dis: u8,
) -> Result<Option<i16>, T::Halt> {
    let mut pool = dice::skill_pool(fight, who, Skill::Athletics);
    size(fight, who, at, &SIZE, &mut pool);
    pool.many(&dice::ADV_STACKS, "a Reaction", -(dis as i8));
    disengage::dodging(fight, table, at, &mut pool);
    contest(fight, table, who, at, &CONTEST, pool)
}

/// Athletics against a Physical Check: by how much one wins, if one does.
///
/// # Errors
/// Halts with the table.
pub(crate) fn contest<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    rule: &'static Rule,
    pool: Pool,
) -> Result<Option<i16>, T::Halt> {
    Ok(totals(fight, table, who, at, rule, pool)?.map(|(own, other)| own - other))
}

/// The same: both totals, if one wins.
///
/// # Errors
/// Halts with the table.
pub(crate) fn totals<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    rule: &'static Rule,
    pool: Pool,
) -> Result<Option<(i16, i16)>, T::Halt> {
    let own = dice::skill_check(fight, table, who, Some(at), Skill::Athletics, pool)?;
    let skill = numbers::physical_skill(fight, at);
    let mut resist = dice::skill_pool(fight, at, skill);
    // A grip moves nobody from where it stands.
    if rule.id != CONTEST.id {
        braced(fight, at, &mut resist);
    }
    let other = dice::answer(fight, table, at, who, skill, resist)?;
    let won = dice::wins(fight, &own, &other);
    tell(fight, table, who, at, rule, &own, &other, won);
    Ok(won.then_some((own.total, other.total)))
}

/// What the sure-footed have against being moved from where they stand.
pub(crate) fn braced(fight: &Fight, who: Who, pool: &mut Pool) {
    if fight.template(who).has(&Feature::SureFooted) {
        pool.adv(&dice::ADV_STACKS, "sure-footed");
    }
}

/// What somebody is moved out of a grip by, and what the grappler has to reach to prevent it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pull {
    /// A Check: a Physical Check against its total.
    Check(i16),
    /// Something that a Save resists: the same Save.
    Save(Save, i16),
}

/// Whether somebody's grappler holds it fast against being moved out of reach.
///
/// # Errors
/// Halts with the table.
pub(crate) fn holds_fast<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, whom): (Who, Who),
    to: quintain_field::Square,
    pull: Pull,
) -> Result<bool, T::Halt> {
    for grappler in fight.everyone() {
        let torn = holds(fight, grappler, whom) && fight.distance_from(whom, to, grappler) > 1;
        if grappler == who || !torn || !fight.able(grappler) {
            continue;
        }
        let (held, needed) = match pull {
            Pull::Check(total) => {
                let skill = numbers::physical_skill(fight, grappler);
                let pool = dice::skill_pool(fight, grappler, skill);
                (dice::answer(fight, table, grappler, who, skill, pool)?.total >= total, total)
            }
            Pull::Save(save, dc) => (dice::save(fight, table, grappler, save, dc, &ENDS, Some(who))?.success, dc),
        };
        table.tell(|| {
            let how = if held { "holds" } else { "cannot hold" };
            let text = format!("{} {how} {}", fight.label(grappler), fight.label(whom));
            Event::new(&ENDS, text).by(grappler).to(whom).against("the push", needed.into())
        });
        if held {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A creature that moves one that others grapple as well must first beat each of them, Athletics against Athletics;
/// that frees it from them. Says whether it did.
///
/// # Errors
/// Halts with the table.
pub(crate) fn wrest<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    with: &[Who],
) -> Result<bool, T::Halt> {
    for other in fight.everyone() {
        if other == who || with.contains(&other) || !holds(fight, other, whom) {
            continue;
        }
        let pool = dice::skill_pool(fight, who, Skill::Athletics);
        let own = dice::skill_check(fight, table, who, Some(other), Skill::Athletics, pool)?;
        let pool = dice::skill_pool(fight, other, Skill::Athletics);
        let against = dice::answer(fight, table, other, who, Skill::Athletics, pool)?;
        let won = dice::wins(fight, &own, &against);
        tell(fight, table, who, other, &ENDS, &own, &against, won);
        if !won {
            return Ok(false);
        }
        conditions::release(fight, table, other, whom);
    }
    Ok(true)
}

#[allow(clippy::too_many_arguments, reason = "a contest is two rolls and who made them")]
fn tell<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    who: Who,
    at: Who,
    rule: &'static Rule,
    own: &Rolled,
    other: &Rolled,
    won: bool,
) {
    table.tell(|| {
        let how = if won { "wins" } else { "does not win" };
        let dodging = rule.id != CONTEST.id && disengage::dodges(fight, at);
        let text = format!("{} {how} the contest with {}", fight.label(who), fight.label(at));
        let event = Event::new(rule, text).by(who).to(at).total(own.total.into());
        let event =
            event.against(fight.label(at), other.total.into()).and(&dice::CONTEST).and(&numbers::PHYSICAL_CHECK);
        let event = if dodging { event.and(&disengage::DODGE_LIMITS) } else { event };
        let special = [own.natural, other.natural].iter().any(|natural| matches!(natural, 1 | 20));
        if special { event.and(&dice::CONTEST_CRITS) } else { event }
    });
}

/// One has hold of another.
pub fn seize<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) {
    take_hold(fight, table, who, at);
    if !holds(fight, who, at) {
        return;
    }
    if let Some(hand) = hand_for(fight, who) {
        // A worn weapon stays where it is.
        if fight.one(who).hands[hand] == Hand::Empty {
            fight.one_mut(who).hands[hand] = Hand::Grapple(at);
        }
        table.tell(|| {
            let text = format!("{} holds {} with one hand", fight.label(who), fight.label(at));
            Event::new(&HAND_USED, text).by(who).and(&FREE_HAND)
        });
    }
}

/// One has hold of another with arms and legs, not with a hand.
pub(crate) fn take_hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) {
    let mut status = Status::lasting(Condition::Grappled);
    status.by = Some(who);
    status.grip = true;
    conditions::give(fight, table, at, status, &SUCCESS);
}

/// Lets go.
pub(crate) fn release<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) {
    table.tell(|| {
        let text = format!("{} lets {} go", fight.label(who), fight.label(at));
        Event::new(&HAND_USED, text).by(who).to(at).act_of(fight)
    });
    conditions::release(fight, table, who, at);
}

/// Tries to get free.
///
/// # Errors
/// Halts with the table.
pub(crate) fn escape<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, from: Who) -> Result<(), T::Halt> {
    let skill = numbers::physical_skill(fight, who);
    let pool = dice::skill_pool(fight, who, skill);
    let own = dice::skill_check(fight, table, who, Some(from), skill, pool)?;
    let resist = dice::skill_pool(fight, from, Skill::Athletics);
    let other = dice::answer(fight, table, from, who, Skill::Athletics, resist)?;
    let won = dice::wins(fight, &own, &other);
    tell(fight, table, who, from, &ESCAPE, &own, &other, won);
    if won {
        conditions::release(fight, table, from, who);
    }
    Ok(())
}

/// `grapple.ends`: grips whose grappler cannot act or has come away are over.
pub(crate) fn sort_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if !fight.any(Mark::Grappled) {
        return;
    }
    for other in fight.everyone() {
        if !fight.one(other).has(Condition::Grappled) {
            continue;
        }
        for who in fight.everyone() {
            if holds(fight, who, other) && (!fight.able(who) || !fight.present(other) || fight.distance(who, other) > 1)
            {
                table.tell(|| {
                    let text = format!("{} loses hold of {}", fight.label(who), fight.label(other));
                    Event::new(&ENDS, text).by(who).to(other)
                });
                conditions::release(fight, table, who, other);
            }
        }
    }
}
