//! Falls: off ledges, out of the air, from a throw.

use quintain_engine::{Event, Table, Who};

use crate::book::{Condition, Damage, Skill};
use crate::combatant::Status;
use crate::fight::{Came, Fight, nearness};
use crate::muster::Mark;
use crate::rules::damage::{self, Harm};
use crate::rules::{collide, conditions, dice, grapple, hide, moving, numbers, riding, throw};
use crate::words;

quintain_engine::section! {
    "Falling";
    FALL = Engine "fall.damage": "A fall of more Spaces than Dexterity deals 1 True damage for each; whoever is thrown or pushed has no such grace.";
    FLIERS = Engine "fall.fliers": "A flier who is Prone or Incapacitated in the air falls.", ruling "An ordinary fall: nobody has thrown it. A grappler that could throw it and stays where it is holds it up.";
    CATCH = Engine "fall.acrobatics": "Acrobatics against 10 and the Spaces, 5 more when thrown or pushed, takes Dexterity off; failing means Prone.";
}

/// The deepest fall that counts.
const DEEPEST: i16 = 100;

/// Somebody has come onto a Space: where the ground lies lower than it was, it falls, unless it flies.
///
/// # Errors
/// Halts with the table.
pub fn off_a_ledge<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    before: i16,
    forced: bool,
) -> Result<(), T::Halt> {
    let spaces = before - fight.altitude(who);
    let least = if forced { 1 } else { 2 };
    let flies = fight.template(who).entry.fly.is_some() && fight.able(who) && !fight.one(who).has(Condition::Prone);
    if spaces < least || fight.one(who).height > 0 {
        return Ok(());
    }
    if flies {
        fight.one_mut(who).height = spaces;
        return Ok(());
    }
    fall(fight, table, who, spaces, forced)
}

/// A fall of so many Spaces.
///
/// # Errors
/// Halts with the table.
pub fn fall<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    spaces: i16,
    forced: bool,
) -> Result<(), T::Halt> {
    moving::stretch::told(fight, table);
    let spaces = spaces.min(DEEPEST);
    fight.one_mut(who).height = 0;
    let dexterity = i16::from(fight.one(who).attributes[1]).max(1);
    table.tell(|| Event::new(&FALL, format!("{} falls {}", fight.label(who), words::spaces(spaces))).to(who));
    if spaces <= 0 || !forced && spaces <= dexterity {
        return Ok(());
    }
    let dc = 10 + spaces + if forced { 5 } else { 0 };
    let pool = dice::skill_pool(fight, who, Skill::Acrobatics);
    let made = dice::skill_check(fight, table, who, None, Skill::Acrobatics, pool)?;
    let landed = made.total >= dc;
    table.tell(|| {
        let how = if landed { "lands well" } else { "lands badly" };
        let event = Event::new(&CATCH, format!("{} {how}", fight.label(who))).and(&numbers::SKILL_CHECK).by(who);
        event.total(made.total.into()).against("Difficulty", dc.into())
    });
    let amount = if landed { (spaces - dexterity).max(0) } else { spaces };
    let below = under(fight, who);
    let part = below.map_or(amount, |_| damage::shared(fight, amount, 2));
    if let Some(below) = below {
        table.tell(|| {
            let text = format!("{} falls onto {}", fight.label(who), fight.label(below));
            Event::new(&collide::CREATURE, text).and(&damage::SHARED).to(below)
        });
        damage::hurt(fight, table, below, Harm::new(part, Damage::True, &FALL))?;
        aside(fight, who);
    }
    damage::hurt(fight, table, who, Harm::new(part, Damage::True, &FALL))?;
    if part > 0 {
        hide::noise(fight, table, who)?;
    }
    if !landed && fight.present(who) {
        conditions::give(fight, table, who, Status::lasting(Condition::Prone), &CATCH);
    }
    Ok(())
}

/// Fliers who cannot keep themselves in the air come down.
///
/// # Errors
/// Halts with the table.
pub(crate) fn out_of_the_air<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if !fight.any(Mark::Aloft) {
        return Ok(());
    }
    for who in fight.everyone() {
        let one = fight.one(who);
        let flies = fight.template(who).entry.fly.is_some() && one.mount.is_none();
        if !tumbles(fight, who) || !flies || !fight.present(who) || held_up(fight, who) {
            continue;
        }
        let (spaces, came) = (one.height, moving::here(fight, who, false));
        table.tell(|| Event::new(&FLIERS, format!("{} cannot stay in the air", fight.label(who))).to(who));
        fall(fight, table, who, spaces, false)?;
        come_down(fight, table, who, came)?;
    }
    Ok(())
}

/// Whether somebody is in the air and cannot stay there by itself.
fn tumbles(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.height > 0 && (one.has(Condition::Prone) || one.has(Condition::Incapacitated))
}

/// Whether a creature that would fall out of a grip is held up by it.
fn held_up(fight: &Fight, who: Who) -> bool {
    let Some(at) = fight.one(who).at.filter(|_| fight.one(who).has(Condition::Grappled)) else { return false };
    let holds = |by: Who| grapple::holds(fight, by, who) && fight.distance_above(who, at, 0, by) > 1;
    fight.everyone().any(|by| holds(by) && !tumbles(fight, by) && !throw::too_large(fight, by, who))
}

/// The creature that a fall has ended on.
fn under(fight: &Fight, who: Who) -> Option<Who> {
    let body = fight.body(who)?;
    fight.everyone().find(|other| {
        let there = |other: Who| fight.body(other).is_some_and(|there| there.overlaps(body));
        let apart = *other != who && !riding::together(fight, who, *other);
        apart && fight.present(*other) && there(*other) && fight.meets(who, 0, *other)
    })
}

/// The end of a fall beside a creature that stands below though it has hurt nobody: what follows from standing there.
///
/// # Errors
/// Halts with the table.
pub(crate) fn come_down<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    came: Option<Came>,
) -> Result<(), T::Halt> {
    if fight.present(who) && under(fight, who).is_some() {
        aside(fight, who);
    }
    let Some(at) = fight.one(who).at.filter(|_| fight.present(who)) else { return Ok(()) };
    moving::settled(fight, table, who, at)?;
    moving::arrived(fight, table, who, came)
}

/// Two cannot stay in one Space: the one that fell comes to rest in the nearest free one.
fn aside(fight: &mut Fight, who: Who) {
    let Some(at) = fight.one(who).at else { return };
    let level = fight.level(at);
    let near = quintain_field::Span::from(at).grown(3).clipped_to(fight.map.bounds());
    let free = near.into_iter().flat_map(|span| span.squares()).filter(|square| fight.room(who, *square));
    if let Some(to) = free.min_by_key(|square| (fight.level(*square) > level, nearness(at, *square))) {
        fight.one_mut(who).at = Some(to);
    }
}
