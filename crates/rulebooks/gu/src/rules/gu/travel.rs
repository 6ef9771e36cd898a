//! Gu that carry their user: thrown by fire, or straight through others as a blade.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Footprint, Square, Step, Walls};

use crate::area::{Area, Shape};
use crate::ask::{self, Act, Ask};
use crate::book::{Deal, Effect, Power};
use crate::combatant::GuState;
use crate::condition::Condition;
use crate::fight::Fight;
use crate::rules::activating::{self, EFFECT, LIMIT, Target};
use crate::rules::areas::{self, Strike};
use crate::rules::effects::{Source, Strikes};
use crate::rules::reactions::{self, Happening, Trigger};
use crate::rules::standing::entry;
use crate::rules::{falling, grapple, melee, movement, pushing};

use super::{GuAct, blasts};

/// The user is thrown straight on; a combatant behind it is burned, one that it meets is struck.
pub(crate) fn hurl<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    effect: &Effect,
    at: Target,
) -> Result<(), T::Halt> {
    let (Effect::Hurl { metres, behind, dodge_modifier, collision }, Target::Step(step)) = (effect, at) else {
        return Ok(());
    };
    let who = from.who;
    let shape = areas::line_before(fight, who, step.turned(4), (1, 1, true));
    let area = Area { shape, low: fight.level(who), high: fight.level(who) };
    scorch(fight, table, from, area, (&Strikes::of(behind, &[]), *dodge_modifier))?;
    if !movement::can_go_on(fight, who) || super::is_rooted(fight, who) {
        return Ok(());
    }
    let flung = pushing::flung(fight, who, step, metres.at(from.place(fight)), None);
    table.tell(|| {
        let (gone, at) = (flung.metres as i16, fight.one(who).at);
        let to = at.offset(step.dx() * gone, step.dy() * gone);
        Event::new(&EFFECT, format!("{} is thrown {gone} m to {to}", fight.label(who))).by(who)
    });
    let comes = pushing::carry(fight, table, who, step, flung.metres)?;
    grapple::parted(fight, table, who)?;
    if comes && (flung.met.is_some() || flung.blocked) {
        collide(fight, table, from, flung.met, collision)?;
    }
    falling::comes_down(fight, table, who)
}

fn collide<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    met: Option<Who>,
    collision: &[Deal],
) -> Result<(), T::Halt> {
    let strikes = Strikes::of(collision, &[]);
    let cause = table.tell(|| {
        let what = met.map_or("an obstacle", |met| fight.label(met));
        Event::new(&EFFECT, format!("{} meets {what}", fight.label(from.who))).by(from.who)
    });
    for one in [Some(from.who), met].into_iter().flatten() {
        if fight.present(one) {
            blasts::strike_with(fight, table, from, &strikes, one, cause)?;
        }
    }
    let Some(met) = met.filter(|met| fight.present(*met)) else { return Ok(()) };
    let one = fight.one(from.who);
    if one.reactions == 0 || one.is(Condition::FinalStand) || !melee::can_strike(fight, from.who) {
        return Ok(());
    }
    let trigger = Trigger::of(Happening::Arrived, from.who);
    match ask::act(fight, table, Ask::Counter { who: from.who, at: met, reacts: true })? {
        Some(Act::Strike(blow)) => {
            reactions::spend(fight, table, from.who, &trigger);
            melee::strike(fight, table, from.who, melee::Blow { counter: false, ..blow })
        }
        Some(Act::Gu(GuAct::Activate { slot, at })) => {
            reactions::spend(fight, table, from.who, &trigger);
            if activating::allowed(fight, table, from.who, slot)? {
                activating::activate(fight, table, from.who, slot, at)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Everyone in an area is asked, then struck.
fn scorch<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    area: Area,
    (strikes, dodge_modifier): (&Strikes, i16),
) -> Result<(), T::Halt> {
    let strike = scorching(from, dodge_modifier);
    let mut caught = fight.scratch.lend_people();
    let came = areas::catch(fight, table, area, strike, &mut caught).and_then(|()| {
        caught.iter().try_for_each(|one| match fight.present(*one) {
            true => blasts::struck_by(fight, table, from, strikes, *one),
            false => Ok(()),
        })
    });
    fight.scratch.take_back_people(caught);
    came
}

/// What strikes those that a combatant passes.
fn scorching(from: Source, dodge_modifier: i16) -> Strike {
    Strike {
        by: from.who,
        gu: Some(from.gu),
        unreactable: false,
        undodgeable: false,
        dodge_modifier,
        spares_user: true,
    }
}

/// The area through which somebody would pass in a direction, and what strikes there.
pub(crate) fn passed(fight: &Fight, who: Who, slot: u8, step: Step) -> Option<(Area, Strike)> {
    let from = Source::owned(who, slot, activating::owned(fight, who, slot)?);
    let (.., dodge_modifier) = passes(fight, who, slot)?;
    let (_, area) = passage(fight, who, slot, step)?;
    Some((area, scorching(from, dodge_modifier)))
}

/// The straight way that a Gu gives instead of walking: metres, what it deals, what it adds to Dodge tests.
fn passes(fight: &Fight, who: Who, slot: u8) -> Option<(u16, Strikes, i16)> {
    let owned = activating::owned(fight, who, slot)?;
    entry(fight, owned.gu).powers.iter().find_map(|power| match power {
        Power::Passes { metres, deals, gains, dodge_modifier } => {
            Some((*metres, Strikes::of(deals, gains), *dodge_modifier))
        }
        _ => None,
    })
}

/// Whether somebody may pass through others this way now.
///
/// # Errors
/// The refusal.
pub fn may_pass(fight: &Fight, who: Who, slot: u8) -> Result<(), Refusal> {
    movement::may_walk(fight, who)?;
    if fight.turn.spent > 0 {
        return Err(Refusal::new(&movement::ALLOWANCE, "it has walked this turn"));
    }
    let works = activating::owned(fight, who, slot).is_some_and(|owned| {
        matches!(owned.state, GuState::Sustained | GuState::Carved) && passes(fight, who, slot).is_some()
    });
    if works { Ok(()) } else { Err(Refusal::new(&LIMIT, "no Gu carries it so")) }
}

/// Where a straight way through others ends, at the last free square of it, and the area that it leads through; `None`
/// where it leads nowhere. It rises as one walks, by 1 m a step, and leads straight on over what lies deeper.
pub(crate) fn passage(fight: &Fight, who: Who, slot: u8, step: Step) -> Option<((Square, i16), Area)> {
    let (metres, ..) = passes(fight, who, slot)?;
    let body = Footprint::square(fight.size(who).side());
    let start = fight.one(who).at;
    let (mut at, mut far, mut level) = (start, 0, fight.level(who));
    let mut end = (start, fight.one(who).height);
    while far < metres && fight.ground().map.body_step_open(body, at, step, Walls::CutCorners) {
        at = at.step(step);
        far += 1;
        let ground = fight.ground_below(who, at);
        if ground > level + 1 {
            break;
        }
        level = level.max(ground);
        if fight.is_free_for(who, at, level - ground) {
            end = (at, level - ground);
        }
    }
    let length = quintain_field::distance(start, end.0, quintain_field::Diagonal::Equal) as u16;
    if length == 0 {
        return None;
    }
    let source = areas::source_beside(fight, who, step);
    let (shape, level) = (Shape::Line { source, step, length, width: 1, left: true }, fight.level(who));
    Some((end, Area { shape, low: level, high: level }))
}

/// Passes through everyone on a straight way, to the last free square of it.
pub(crate) fn pass<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    step: Step,
) -> Result<(), T::Halt> {
    let Some(owned) = activating::owned(fight, who, slot) else { return Ok(()) };
    let Some((_, strikes, dodge_modifier)) = passes(fight, who, slot) else { return Ok(()) };
    let from = Source::owned(who, slot, owned);
    fight.turn.halted = true;
    let Some(((end, height), area)) = passage(fight, who, slot, step) else { return Ok(()) };
    table.tell(|| {
        let text = format!("{} passes straight through to {end}", fight.label(who));
        Event::new(&EFFECT, text).by(who).and(&activating::LIMIT).act()
    });
    scorch(fight, table, from, area, (&strikes, dodge_modifier))?;
    if fight.present(who) {
        let free = fight.is_free_for(who, end, height);
        let end = if free { Some(end) } else { movement::nearest_free(fight, who, end, height) };
        if let Some(end) = end {
            let was = movement::spot(fight, who);
            movement::place(fight, who, end, height);
            movement::arrived(fight, table, who, was)?;
        }
    }
    falling::comes_down(fight, table, who)
}
