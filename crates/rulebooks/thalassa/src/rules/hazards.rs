//! Ground that somebody has made dangerous: traps, grease, tar and fire (from the Equipment List).

use quintain_engine::{Area, Event, EventId, Refusal, Rule, Table, Throw, Who};
use quintain_field::{Footprint, Span, Square};

use crate::arm::ArmId;
use crate::ask::ready_arms;
use crate::book::Use;
use crate::condition::{Ability, Condition};
use crate::fight::Fight;
use crate::hazard::{Danger, Hazard};
use crate::rules::attack::{self, Hit};
use crate::rules::saves::save;
use crate::rules::{battle_map, critical, gear, gifts};

quintain_engine::section! {
    "Dangerous ground";
    TRAP = Engine "gear.trap": "The first foe of whoever set a trap to enter its square saves TEK, or takes d6 and is held there.",
        ruling "An encounter places it with `set = { trap = \"C4\" }`. It is no attack: Armor does not count, and no scar comes of it.";
    SLICK = Choice "gear.slick": "Grease or tar poured over 10 feet of ground: TEK save to cross it, or stop where it begins.",
        ruling "Whoever flies is not touched. It is poured within 10 feet.";
    BURNING = Choice "gear.burning-ground": "Tar that somebody sets fire to, and ground under fire oil, burns through the next round: d6 for whoever enters, or stands there as the round ends.",
        ruling "Once a round for each. It is no attack: Armor does not count, and no scar comes of it.";
}

/// Squares that so many feet come to, one at least.
fn squares(fight: &Fight, feet: u16) -> u8 {
    let each = fight.ground().map_or(5, |ground| ground.feet).max(1);
    u8::try_from((feet / each).max(1)).unwrap_or(1)
}

/// `gear.slick`: where something can be poured, by the south-west square of what it will cover.
pub fn within_pouring(fight: &Fight, who: Who) -> Vec<Square> {
    let Some((ground, body)) = fight.ground().zip(battle_map::body_to_act(fight, who)) else { return Vec::new() };
    let near = u16::from(squares(fight, 10));
    let fits = |square: &Square| {
        let patch = poured(fight, *square);
        ground.map.has_room(patch) && quintain_field::body_distance(body, patch, ground.diagonal) <= near.into()
    };
    body.grown(2 * near - 1).squares().filter(fits).collect()
}

/// `gear.slick`: the ground that what is poured out there covers.
pub fn poured(fight: &Fight, at: Square) -> Span {
    let wide = squares(fight, 10);
    Footprint::new(wide, wide).at(at)
}

/// `gear.slick`: pours it out.
pub(crate) fn pour<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, item: u8, at: Square) {
    let Some(entry) = fight.carried(who, item) else { return };
    let tar = entry.does == Use::Tar;
    let danger = if tar { Danger::Tar } else { Danger::Grease };
    let (wide, side) = (squares(fight, 10), fight.one(who).side);
    fight.hazards.push(Hazard { danger, at, wide, side, burns: 0 });
    gear::lose_item(fight, who, usize::from(item));
    table.tell(|| {
        let what = if tar { "tar" } else { "grease" };
        Event::new(&SLICK, format!("{} pours {what} over the ground at {at}", fight.label(who)))
            .by(who)
            .and(&gear::ONE_USE)
            .act()
    });
}

/// `gear.burning-ground`: whether somebody can set fire to the tar there.
///
/// # Errors
/// The refusal.
pub fn may_light(fight: &Fight, who: Who, at: Square) -> Result<(), Refusal> {
    if !ready_arms(fight, who).any(|arm| fight.arm(arm).fire) {
        return Err(Refusal::new(&BURNING, "no fire in hand"));
    }
    let near = |hazard: &&Hazard| hazard.at == at && hazard.danger == Danger::Tar;
    let within = |hazard: &Hazard| {
        let Some((ground, body)) = fight.ground().zip(battle_map::body_to_act(fight, who)) else { return false };
        quintain_field::body_distance(body, hazard.span(), ground.diagonal) <= squares(fight, 10).into()
    };
    match fight.hazards.iter().find(near) {
        Some(hazard) if hazard.burns >= fight.round => Err(Refusal::new(&BURNING, "it burns already")),
        Some(hazard) if within(hazard) => Ok(()),
        _ => Err(Refusal::new(&BURNING, "no tar within 10 feet")),
    }
}

/// `gear.burning-ground`: all tar that lies there burns in the next round.
pub(crate) fn light<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Square) {
    catch_fire(fight, Footprint::new(1, 1).at(at));
    table.tell(|| {
        let text = format!("{} sets fire to the tar at {at}: it burns in the next round", fight.label(who));
        Event::new(&BURNING, text).by(who).act()
    });
}

/// All tar under these squares burns in the next round.
fn catch_fire(fight: &mut Fight, span: Span) {
    let next = fight.round + 1;
    for hazard in fight.hazards.iter_mut().filter(|hazard| hazard.catches_fire_at(span)) {
        hazard.burns = next;
    }
}

/// `gear.burning-ground`: whether that one, as it stands now, would stand in the fire of a weapon that kindles the ground.
pub fn stands_in_fire(fight: &Fight, who: Who, (by, at, arm): (Who, Who, ArmId)) -> bool {
    let fire = || fire_around(fight, by, at, arm).is_some_and(|(_, fire)| stands_in(fight, who, fire.span()));
    fight.arm(arm).kindles && fire()
}

/// `gear.burning-ground`: whether that one stands on tar that would burn if somebody set fire to it there.
pub fn stands_on_tar(fight: &Fight, who: Who, at: Square) -> bool {
    let lit = Footprint::new(1, 1).at(at);
    fight.hazards.iter().any(|hazard| hazard.catches_fire_at(lit) && stands_in(fight, who, hazard.span()))
}

/// `gear.burning-ground`: the tar that would burn if somebody set fire to it there, and who stands on it.
pub fn lit(fight: &Fight, at: Square) -> Area {
    let lit = Footprint::new(1, 1).at(at);
    let burning = fight.hazards.iter().filter(|hazard| hazard.catches_fire_at(lit));
    let mut squares: Vec<Square> = burning.flat_map(|hazard| hazard.span().squares()).collect();
    squares.sort_unstable_by_key(|square| (square.y, square.x));
    squares.dedup();
    Area { squares, hits: fight.everyone().filter(|who| stands_on_tar(fight, *who, at)).collect() }
}

/// What somebody walks into along a way that everybody sees, as the square and what it does there: slippery ground where
/// it may have to stop, and fire.
pub fn met(fight: &Fight, who: Who, way: &[Square]) -> Vec<(Square, &'static Rule, &'static str)> {
    let mut met = Vec::new();
    if gifts::flies(fight, who) {
        return met;
    }
    let footprint = fight.template(who).footprint();
    for (from, to) in way.iter().zip(way.iter().skip(1)) {
        let (before, now) = (footprint.at(*from), footprint.at(*to));
        for hazard in fight.hazards.iter().filter(|hazard| hazard.is_entered(before, now)) {
            if hazard.burns_in(fight.round) {
                met.push((*to, &BURNING, "the burning ground scorches"));
            }
            if matches!(hazard.danger, Danger::Grease | Danger::Tar) {
                met.push((*to, &SLICK, "the slippery ground may stop"));
            }
        }
    }
    met
}

/// Whether that one, who does not fly, stands in there.
fn stands_in(fight: &Fight, who: Who, span: Span) -> bool {
    let overlaps = || battle_map::body_of(fight, who).is_some_and(|body| body.overlaps(span));
    fight.present(who) && !gifts::flies(fight, who) && overlaps()
}

/// Whether the ground burns anywhere in this round.
pub fn any_burns(fight: &Fight) -> bool {
    fight.hazards.iter().any(|hazard| hazard.burns_in(fight.round))
}

/// `gear.burning-ground`: whether a way leads into ground that burns in this round, or ends in it.
pub fn scorches(fight: &Fight, who: Who, way: &[Square]) -> bool {
    let footprint = fight.template(who).footprint();
    let steps = way.iter().zip(way.iter().skip(1));
    let enters =
        |hazard: &Hazard| steps.clone().any(|(from, to)| hazard.is_entered(footprint.at(*from), footprint.at(*to)));
    let ends = |hazard: &Hazard| way.last().is_some_and(|end| hazard.span().overlaps(footprint.at(*end)));
    let mut fires = fight.hazards.iter().filter(|hazard| hazard.burns_in(fight.round));
    !gifts::flies(fight, who) && fires.any(|hazard| enters(hazard) || ends(hazard))
}

/// Where fire oil goes off, and the ground that burns around it.
fn fire_around(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Option<(Square, Hazard)> {
    let (_, square) = battle_map::goes_off(fight, by, at, arm)?;
    let reach = squares(fight, 5);
    let near = i16::from(reach);
    let south_west = Square::new(square.x - near, square.y - near);
    let size = fight.template(at).footprint().at(square).width();
    let wide = reach * 2 + u8::try_from(size).unwrap_or(1);
    let side = fight.one(by).side;
    Some((square, Hazard { danger: Danger::Fire, at: south_west, wide, side, burns: fight.round + 1 }))
}

/// `gear.burning-ground`: fire oil sets the ground alight where it goes off, and the tar there with it.
pub(crate) fn kindle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, (at, arm): (Who, ArmId)) {
    let Some((square, fire)) = fire_around(fight, by, at, arm) else { return };
    catch_fire(fight, fire.span());
    fight.hazards.push(fire);
    table.tell(|| {
        let text = match fight.one(at).at == Some(square) {
            true => format!("the ground around {} burns in the next round", fight.label(at)),
            false => format!("the ground around {square} burns in the next round"),
        };
        Event::new(&BURNING, text).by(by)
    });
}

/// What the ground does to a combatant in the square that this step leads to, and whether it stops it there. One that
/// others push, carry or drop meets traps and fire as walkers do, but only a walker can slip.
///
/// # Errors
/// Halts with the table.
pub(crate) fn step_into<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (from, to): (Square, Square),
    walks: bool,
) -> Result<bool, T::Halt> {
    if fight.hazards.is_empty() || gifts::flies(fight, who) {
        return Ok(false);
    }
    let footprint = fight.template(who).footprint();
    let (before, now) = (footprint.at(from), footprint.at(to));
    let mut stops = false;
    // From the last to the first: a trap that is sprung is gone.
    for place in (0..fight.hazards.len()).rev() {
        let Some(hazard) = fight.hazards.get(place).copied() else { break };
        if !hazard.is_entered(before, now) {
            continue;
        }
        if hazard.burns_in(fight.round) {
            scorch(fight, table, who)?;
        }
        stops |= match hazard.danger {
            Danger::Trap => springs(fight, table, who, place)?,
            Danger::Grease | Danger::Tar => walks && slips(fight, table, who)?,
            Danger::Fire => false,
        };
    }
    Ok(stops)
}

/// Along a way, as far as the ground lets somebody go.
///
/// # Errors
/// Halts with the table.
pub(crate) fn tread<'a, T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    way: &'a [Square],
) -> Result<&'a [Square], T::Halt> {
    for (place, step) in way.windows(2).enumerate() {
        if let [from, to] = *step
            && step_into(fight, table, who, (from, to), true)?
        {
            return Ok(way.get(..=place + 1).unwrap_or(way));
        }
    }
    Ok(way)
}

/// `gear.trap`.
fn springs<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: usize) -> Result<bool, T::Halt> {
    let Some(trap) = fight.hazards.get(place).copied() else { return Ok(false) };
    if !fight.setting.hostile.between(trap.side, fight.one(who).side) {
        return Ok(false);
    }
    fight.hazards.remove(place);
    let cause = table.tell(|| {
        let text = format!("{} steps into a trap at {}", fight.label(who), trap.at);
        Event::new(&TRAP, text).by(who)
    });
    if save(fight, table, who, Ability::Tek, &TRAP, "TEK save against the trap")?.passed {
        return Ok(false);
    }
    let rolled = table.die(fight, Throw::die(6, &TRAP, "damage of the trap").at(who))?;
    fight.one_mut(who).conditions.give(Condition::Bound);
    table.tell(|| Event::new(&TRAP, format!("the trap holds {}", fight.label(who))).to(who).and(&gear::BOUND));
    hurt(fight, table, who, (6, rolled), (&TRAP, Some(cause)))?;
    Ok(true)
}

/// `gear.slick`.
fn slips<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let saved = save(fight, table, who, Ability::Tek, &SLICK, "TEK save to cross slippery ground")?;
    if !saved.passed {
        table.tell(|| Event::new(&SLICK, format!("{} stops there", fight.label(who))).by(who).because(saved.event));
    }
    Ok(!saved.passed)
}

/// `gear.burning-ground`: d6, once a round for each.
fn scorch<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.one(who).scorched == fight.round || gifts::flies(fight, who) {
        return Ok(());
    }
    fight.one_mut(who).scorched = fight.round;
    let rolled = table.die(fight, Throw::die(6, &BURNING, "damage of the fire").at(who))?;
    let cause = table.tell(|| {
        let text = format!("the burning ground scorches {}", fight.label(who));
        Event::new(&BURNING, text).to(who).dice(6, &[rolled])
    });
    hurt(fight, table, who, (6, rolled), (&BURNING, Some(cause)))
}

/// Damage that is no attack, as a die and what it shows.
pub(crate) fn hurt<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (die, rolled): (u8, u16),
    (rule, cause): (&'static Rule, Option<EventId>),
) -> Result<(), T::Halt> {
    let before = if battle_map::proof_in_water(fight, who) { 0 } else { rolled as i16 };
    let net = attack::after_wards(fight, table, who, before)?;
    let cause = table.tell(|| {
        let text = format!("{} takes {net} damage", fight.label(who));
        let event = Event::new(rule, text).to(who).dice(die.into(), &[rolled]).and(&critical::ANY_DAMAGE);
        if let Some(cause) = cause { event.because(cause) } else { event }
    });
    attack::apply(fight, table, who, Hit { rolled: rolled as i16, net, is_attack: false, by: None, arm: None, cause })
}

/// The end of a round: fire for combatants that stand in it; what has burnt is gone.
///
/// # Errors
/// Halts with the table.
#[inline(never)]
pub(crate) fn round_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let Some(body) = battle_map::body_of(fight, who).filter(|_| fight.present(who)) else { continue };
        let burns = |hazard: &Hazard| hazard.burns_in(fight.round) && hazard.span().overlaps(body);
        if fight.hazards.iter().any(burns) {
            scorch(fight, table, who)?;
        }
    }
    let round = fight.round;
    fight.hazards.retain(|hazard| hazard.burns == 0 || hazard.burns > round);
    // What the ground does at the end of a round belongs to no phase, so that nobody's morale is tried for it.
    fight.scratch.at_zero.clear();
    Ok(())
}

/// Whether slippery or burning ground, which everybody sees, lies between two for the one who would walk.
pub fn lies_between(fight: &Fight, walker: Who, other: Who) -> bool {
    let (Some(from), Some(to)) = (fight.one(walker).at, fight.one(other).at) else { return false };
    let (wide, deep) = (from.x.min(to.x)..=from.x.max(to.x), from.y.min(to.y)..=from.y.max(to.y));
    let seen = fight.hazards.iter().filter(|hazard| hazard.danger != Danger::Trap);
    let mut squares = seen.flat_map(|hazard| hazard.span().squares());
    squares.any(|square| wide.contains(&square.x) && deep.contains(&square.y)) && !gifts::flies(fight, walker)
}

/// Tar that does not burn, and under which of these it lies.
pub fn tar_under(fight: &Fight, who: impl Fn(Who) -> bool) -> Option<Square> {
    let bodies = || fight.everyone().filter(|one| who(*one)).filter_map(|one| battle_map::body_of(fight, one));
    let under = |span: Span| bodies().any(|body| body.overlaps(span));
    unlit(fight).find(|hazard| under(hazard.span())).map(|hazard| hazard.at)
}

/// Where there is tar that somebody might set fire to.
pub fn tar(fight: &Fight) -> impl Iterator<Item = Square> + '_ {
    unlit(fight).map(|hazard| hazard.at)
}

fn unlit(fight: &Fight) -> impl Iterator<Item = &Hazard> {
    fight.hazards.iter().filter(|hazard| hazard.danger == Danger::Tar && hazard.burns == 0)
}
