//! Ground that magic has changed: what it does to a creature that enters it, starts or ends a turn there.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::Square;

use crate::ask::With;
use crate::book::{Condition, Damage, Ground};
use crate::combatant::{Kind, Status};
use crate::fight::{Fight, Fuse, Zone};
use crate::refusing::refuse_if;
use crate::rules::damage::{Harm, hurt};
use crate::rules::effects::Making;
use crate::rules::{areas, attack, conditions, dice, moving, penalty, spells, weapons};
use crate::those::Whos;

/// Extra cost of a Space because of magic.
pub fn difficult(fight: &Fight, square: Square) -> bool {
    fight.zoned(square, &Ground::Difficult)
}

/// Whether no sound leaves this creature's mouth.
pub fn silenced(fight: &Fight, who: Who) -> bool {
    fight.one(who).at.is_some_and(|at| fight.zoned(at, &Ground::Silence))
}

/// Whether somebody who stands on a Space has any of its body on this ground.
fn on(fight: &Fight, who: Who, square: Square, zone: &Zone) -> bool {
    zone.squares.contains(&square)
        || !fight.one(who).single() && {
            let body = fight.footprint(who).at(square);
            zone.squares.iter().any(|one| body.contains(*one))
        }
}

/// Whether ground hampers somebody who comes onto a Space.
pub fn hampers(fight: &Fight, who: Who, square: Square) -> bool {
    let hampering = |zone: &Zone| zone.ground.iter().any(|ground| matches!(ground, Ground::Hampers { .. }));
    let grounded = fight.one(who).height <= 0;
    grounded && fight.zones.iter().any(|zone| on(fight, who, square, zone) && hampering(zone))
}

/// Whether somebody who comes onto a Space is hurt there by the ground.
pub fn hurts(fight: &Fight, who: Who, square: Square) -> bool {
    let grounded = fight.one(who).height <= 0;
    let burns = |zone: &Zone| match zone.ground.iter().any(|ground| matches!(ground, Ground::Hurts { .. })) {
        true => true,
        false => grounded && zone.alight && zone.ground.iter().any(|ground| matches!(ground, Ground::Flammable(_))),
    };
    fight.zones.iter().any(|zone| on(fight, who, square, zone) && burns(zone))
}

/// When changed ground is felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Entering,
    Starting,
    Ending,
}

/// Somebody has come onto a Space.
///
/// # Errors
/// Halts with the table.
pub fn entered<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, square: Square) -> Result<(), T::Halt> {
    felt(fight, table, who, square, When::Entering)
}

/// The start of somebody's turn.
///
/// # Errors
/// Halts with the table.
pub fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(at) = fight.one(who).at else { return Ok(()) };
    felt(fight, table, who, at, When::Starting)
}

/// The end of somebody's turn.
///
/// # Errors
/// Halts with the table.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(at) = fight.one(who).at else { return Ok(()) };
    felt(fight, table, who, at, When::Ending)
}

fn felt<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    square: Square,
    when: When,
) -> Result<(), T::Halt> {
    if fight.zones.is_empty() || !fight.present(who) {
        return Ok(());
    }
    if fight.stretch.is_some() && fight.zones.iter().any(|zone| on(fight, who, square, zone)) {
        moving::stretch::told(fight, table);
    }
    let grounded = fight.one(who).height <= 0;
    for place in 0..fight.zones.len() {
        let mut number = 0;
        while let Some(zone) = fight.zones.get(place) {
            let (by, dc) = (zone.by, zone.dc);
            let ground = zone.ground.get(number).copied().filter(|_| on(fight, who, square, zone));
            let Some(ground) = ground else { break };
            number += 1;
            let (alight, hotter) = (zone.alight, i16::from(zone.hotter));
            match ground {
                Ground::Hurts { amount, kind, save } if when != When::Ending => {
                    let held = match save {
                        Some(save) => dice::save(fight, table, who, save, dc, &spells::ZONE, Some(by))?.success,
                        None => false,
                    };
                    if !held {
                        burn(fight, table, who, by, (amount.into(), kind))?;
                    }
                }
                Ground::Flammable(amount) if alight && grounded && when != When::Ending => {
                    burn(fight, table, who, by, (i16::from(amount) + hotter, Damage::Fire))?;
                }
                Ground::Hampers { condition, save } if grounded && when != When::Starting => {
                    hamper(fight, table, who, by, (condition, save, dc))?;
                }
                _ => {}
            }
            if !fight.present(who) {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn burn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    (amount, kind): (i16, Damage),
) -> Result<(), T::Halt> {
    let mut harm = Harm::new(amount, kind, &spells::ZONE);
    harm.by = Some(by);
    hurt(fight, table, who, harm)?;
    Ok(())
}

/// A condition of the ground: nothing for those who have it already.
pub fn hamper<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    (condition, save, dc): (Condition, crate::book::Save, i16),
) -> Result<(), T::Halt> {
    if fight.one(who).has(condition) || fight.template(who).immune(condition) {
        return Ok(());
    }
    if !dice::save(fight, table, who, save, dc, &spells::ZONE, Some(by))?.success {
        let status = Status { by: Some(by), ..Status::lasting(condition) };
        conditions::give(fight, table, who, status, &spells::ZONE);
    }
    Ok(())
}

/// Those who stand where changed ground appears feel it at once.
///
/// # Errors
/// Halts with the table.
pub fn appeared<T: Table<Fight>>(fight: &mut Fight, table: &mut T, making: &Making) -> Result<(), T::Halt> {
    let Some(zone) = fight.zones.last() else { return Ok(()) };
    let (by, dc, squares, ground) = (zone.by, zone.dc, zone.squares.clone(), zone.ground.clone());
    table.tell(|| {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        let text = format!("{} changes the ground at {}", making.name(fight), names.join(" "));
        Event::new(&spells::ZONE, text).by(by)
    });
    let inside: Whos = areas::inside(fight, &squares).collect();
    for who in inside {
        for one in &ground {
            if let Ground::Hampers { condition, save } = one
                && fight.present(who)
                && fight.one(who).height <= 0
            {
                hamper(fight, table, who, by, (*condition, *save, dc))?;
            }
        }
    }
    super::hide::look(fight, table);
    Ok(())
}

/// Fire in some Spaces: what lies there and burns catches it.
pub fn ignite<T: Table<Fight>>(fight: &mut Fight, table: &mut T, squares: &[Square]) {
    for zone in &mut fight.zones {
        let oily = zone.ground.iter().any(|ground| matches!(ground, Ground::Flammable(_)));
        if oily && !zone.alight && squares.iter().any(|square| zone.squares.contains(square)) {
            zone.alight = true;
            table.tell(|| Event::new(&spells::ZONE, "what lies there catches fire"));
        }
    }
}

/// What was held back by a condition that has ended goes off.
///
/// # Errors
/// Halts with the table.
pub fn go_off<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    while let Some(fuse) = fight.fuses.pop() {
        let Fuse { by, on, at, height, bursts, dc } = fuse;
        let far = |who: Who| if who == on { 0 } else { fight.distance_above(on, at, height, who) };
        let bare =
            |who: Who| fight.body(who).is_some_and(|body| areas::open(fight, at, body.nearest_pair(at.into()).0));
        let near = |who: &Who| fight.present(*who) && far(*who) <= i16::from(bursts.radius) && bare(*who);
        let caught: Whos = fight.everyone().filter(near).collect();
        table.tell(|| Event::new(&spells::ZONE, format!("what was held back bursts at {at}")));
        for who in caught {
            if !dice::save(fight, table, who, bursts.save, dc, &spells::ZONE, by)?.success {
                let harm = Harm { by, ..Harm::new(bursts.amount.into(), bursts.kind, &spells::ZONE) };
                hurt(fight, table, who, harm)?;
            }
        }
    }
    Ok(())
}

/// The Spaces of walls of magic within reach of a weapon.
pub fn walls(fight: &Fight) -> impl Iterator<Item = Square> + '_ {
    let all = fight.zones.iter().filter(|zone| zone.hp > 0);
    all.flat_map(|zone| zone.squares.iter().copied())
}

/// # Errors
/// Why this Space holds no wall that could be struck.
pub fn may_break(fight: &Fight, who: Who, at: Square, with: With) -> Result<(), Refusal> {
    refuse_if(!fight.walled(at), &spells::BARRIER, "there is no wall of magic")?;
    let weapon = weapons::used(fight, who, with);
    let arm = fight.weapon(weapon);
    let reach = attack::range(fight, weapon).map_or(weapons::reach(fight, who, arm), |(normal, _)| normal);
    refuse_if(fight.distance_to(who, at) > reach, &spells::BARRIER, "it is out of reach")?;
    if attack::unloaded(fight, who, weapon, weapons::hand(fight, who, with)) {
        return Err(Refusal::new(&weapons::LOADING, "the weapon must be loaded first"));
    }
    Ok(())
}

/// Strikes at a Space of a wall: an Attack Check against its maker's Save DC.
///
/// # Errors
/// Halts with the table.
pub(crate) fn strike_wall<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Square,
    with: With,
) -> Result<(), T::Halt> {
    let weapon = weapons::used(fight, who, with);
    let Some(place) = fight.zones.iter().position(|zone| zone.hp > 0 && zone.squares.contains(&at)) else {
        return Ok(());
    };
    let ac = fight.zones[place].dc;
    let pool = attack::plain(fight, who, weapon);
    penalty::count(fight, who, Kind::Attack);
    let rolled = dice::unseen_check(fight, table, who, None, &spells::BARRIER, "Attack Check", &pool)?;
    let margin = rolled.total - ac;
    let hit = attack::hits(rolled.natural, margin);
    let critical = if rolled.natural == 20 { 2 } else { 0 };
    let mut amount = if hit { weapons::base_damage(fight, who, weapon) + (margin / 5).max(0) + critical } else { 0 };
    let Some(zone) = fight.zones.get_mut(place) else { return Ok(()) };
    if zone.ground.iter().any(|ground| matches!(ground, Ground::Wall { resists: true, .. })) {
        amount = ((amount + 1) / 2).min(amount - 1).max(0);
    }
    let worn = zone.worn.iter().find(|(square, _)| *square == at).map_or(0, |(_, worn)| *worn) + amount as i8;
    zone.worn.retain(|(square, _)| *square != at);
    let broken = worn >= zone.hp;
    if broken {
        zone.squares.retain(|square| *square != at);
    } else {
        zone.worn.push((at, worn));
    }
    let empty = zone.squares.is_empty();
    if empty {
        fight.zones.remove(place);
    }
    table.tell(|| {
        let how = if broken {
            "breaks"
        } else if hit {
            "strikes"
        } else {
            "misses"
        };
        let text = format!("{} {how} the wall at {at}: {amount} damage", fight.label(who));
        pool.show(Event::new(&spells::BARRIER, text).by(who), &rolled).against("AC", ac.into())
    });
    let (hand, melee) = (weapons::hand(fight, who, with), fight.weapon(weapon).range.is_none());
    attack::set_unloaded_after(fight, who, weapon, hand, melee);
    super::hide::revealed(fight, table, who, &super::hide::ENDS_ATTACK);
    super::hide::look(fight, table);
    Ok(())
}
